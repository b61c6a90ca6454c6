"""The translation of a plain `SearchProblem` into the functions of a compiled domain."""
