"""Benchmarks that measure every figure in the documentation: ``python -m benchmarks``."""
