"""Decorators for the functions of domains. They make no objects, so numba needn't count references."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])
_njit: Any = numba.njit  # Any: some of its options have no types.


def compiled(function: F) -> F:
    """Return a function that only other compiled functions call."""
    dispatcher: F = _njit(function, _nrt=False, error_model="numpy", no_cpython_wrapper=True)
    return dispatcher


def inlined(function: F) -> F:
    """Return a function whose code is put into its callers."""
    dispatcher: F = _njit(function, _nrt=False, error_model="numpy", no_cpython_wrapper=True, forceinline=True)
    return dispatcher
