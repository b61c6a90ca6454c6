"""Copies of states, so that a method that modifies its argument damages neither the problem nor the report."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler

_ATOMS: Final = frozenset({int, float, complex, bool, str, bytes, type(None), Fraction})


class Copies:
    """A maker of deep copies of states. A copy that isn't the ``same`` as its original isn't used."""

    def __init__(self, same: Callable[[Any, Any], bool]) -> None:
        self._same = same
        self._serves: dict[type, bool] = {}

    def of(self, state: Any) -> Any:
        """Return a copy, or the state itself if it's immutable or can't be copied."""
        if is_immutable(state) or not self._serves.get(type(state), True):
            return state
        try:
            copy = deepcopy(state)
            if type(state) not in self._serves:
                self._serves[type(state)] = self._same(copy, state)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  # A user's type can raise anything.
            raise_if_from_handler(error)
            self._serves[type(state)] = False
            return state
        return copy if self._serves[type(state)] else state

    @property
    def refused(self) -> list[str]:
        """The names of the types of states that can't be copied."""
        return [kind.__name__ for kind, serves in self._serves.items() if not serves]


def is_immutable(state: Any) -> bool:
    """Return True if all parts of ``state`` that equality compares have built-in immutable types."""
    if type(state) in _ATOMS:
        return True
    parts = [state]
    while len(parts) > 0:  # A loop, since deeply nested tuples would exceed the recursion limit.
        part = parts.pop()
        kind: Any = type(part)  # Any: the type of __eq__ is unknown.
        if kind in _ATOMS:
            continue
        if (
            kind.__eq__ is not tuple.__eq__ and kind.__eq__ is not frozenset.__eq__
        ):  # Named tuples inherit the __eq__ of tuple.
            return False
        if not _ATOMS.issuperset(map(type, part)):
            parts.extend(part)
    return True
