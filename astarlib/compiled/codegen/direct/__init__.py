"""A compiler from the small Python of translated problems to the text of LLVM code."""
