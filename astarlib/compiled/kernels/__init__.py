"""What numba compiles: loops over packed states, written once, specialized for each domain by its functions."""
