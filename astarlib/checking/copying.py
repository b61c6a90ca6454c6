"""Copies of states, so that a method that changes what it is given damages neither the problem nor the report."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from typing import Any, Final

_ATOMS: Final = frozenset({int, float, complex, bool, str, bytes, type(None), Fraction})


class Copies:
    """Deep copies of states where these can be copied.

    Parameters
    ----------
    same:
        Whether two states are one. A copy that is not the same as its original stands for nothing.
    """

    def __init__(self, same: Callable[[Any, Any], bool]) -> None:
        self._same = same
        self._serves: dict[type, bool] = {}

    def of(self, state: Any) -> Any:
        """A copy; the state itself when it cannot change, or cannot be copied."""
        if is_immutable(state) or not self._serves.get(type(state), True):
            return state
        try:
            copy = deepcopy(state)
            if type(state) not in self._serves:
                self._serves[type(state)] = self._same(copy, state)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001  # whatever a user's type raises, it has no copies
            self._serves[type(state)] = False
            return state
        return copy if self._serves[type(state)] else state

    @property
    def refused(self) -> list[str]:
        """The types of states of which there are no copies."""
        return [kind.__name__ for kind, serves in self._serves.items() if not serves]


def is_immutable(state: Any) -> bool:
    """Whether ``state`` is made of Python's own immutable kinds alone, as far as its equality goes.

    Examples
    --------
    >>> is_immutable((1, "a", (2.5, None))), is_immutable((1, [2]))
    (True, False)
    """
    if type(state) in _ATOMS:
        return True
    parts = [state]
    while len(parts) > 0:  # no recursion, since tuples may be nested deeply
        part = parts.pop()
        kind: Any = type(part)  # Any: what it compares is not known
        if kind in _ATOMS:
            continue
        if kind.__eq__ is not tuple.__eq__ and kind.__eq__ is not frozenset.__eq__:  # a named tuple's is a tuple's
            return False
        if not _ATOMS.issuperset(map(type, part)):
            parts.extend(part)
    return True
