"""The algorithms that run kernels, and the arrays that kernels work on."""
