"""The search loops that numba compiles. Each loop is written once and is specialized for each domain."""
