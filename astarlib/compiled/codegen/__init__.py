"""Code generation: kernels specialized for one domain, and the cache of compiled code."""
