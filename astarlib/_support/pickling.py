"""Fast pickling of frozen data classes with slots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from typing import Any


def reduce_fields(self: Any) -> tuple[Any, ...]:  # Any: every data class
    """Return what ``__reduce__`` must return for a data class. ``dataclasses`` looks up the fields at each call."""
    kind: Any = type(self)
    return _rebuild, (kind, [getattr(self, name) for name in _names(kind)])


def _rebuild(kind: Any, values: Iterable[object]) -> object:
    rebuilt: object = object.__new__(kind)
    for name, value in zip(_names(kind), values, strict=True):
        object.__setattr__(rebuilt, name, value)
    return rebuilt


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
