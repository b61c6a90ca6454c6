"""Abstractions of stacks of pancakes."""


def large_ones(stack):
    """Leave out the sizes below 4."""
    return tuple([size if size > 3 else 0 for size in stack])


def small_ones(stack):
    """Leave out the sizes from 4 on."""
    return tuple([size if size < 4 else 0 for size in stack])
