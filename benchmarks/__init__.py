"""Every figure of the documentation, measured: ``python -m benchmarks``."""
