"""Errors with the name of the parameter that caused them."""

from __future__ import annotations

from typing import TypeVar

E = TypeVar("E", bound=Exception)


def about(parameter: str, error: E) -> E:
    """Return the error with the attribute ``parameter``, which the command line turns into the name of an option.

    Examples
    --------
    >>> about("shape", ValueError("6 tiles don't fill a square")).parameter
    'shape'
    """
    error.parameter = parameter  # type: ignore[attr-defined]  # built-in exceptions take any attribute
    return error
