"""Tools for authors of a `CompiledDomain`: a problem that is only a domain, fields of a state, and the check."""
