"""What numba compiles: loops over packed states, written once, specialised for each domain by its functions."""
