"""Loops over packed states that numba compiles. Each is written once and specialized for each domain."""
