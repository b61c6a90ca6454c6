"""What values of some kinds are and do, one module a kind. The kinds that aren't here yet are in `expressions`."""
