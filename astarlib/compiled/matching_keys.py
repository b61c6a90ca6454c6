"""A comparison of compiled keys of ``resources`` with those in Python, which have other values."""

from __future__ import annotations

from typing import Any


class MatchingKeys:
    """Pairs of a compiled key of ``resources`` and the key in Python."""

    def __init__(self) -> None:
        self._python: dict[Any, Any] = {}
        self._compiled: dict[Any, Any] = {}

    def other(self, compiled: Any, python: Any) -> tuple[Any, Any] | None:
        """Note the keys of a state. Return None, or another pair that has one of both keys."""
        for known, one, two in ((self._python, compiled, python), (self._compiled, python, compiled)):
            before = known.setdefault(one, two)
            if before != two:
                return (compiled, before) if known is self._python else (before, python)
        return None
