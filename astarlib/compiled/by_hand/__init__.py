"""What an author of a `CompiledDomain` needs: a problem that is only a domain, fields of a state, and the check."""
