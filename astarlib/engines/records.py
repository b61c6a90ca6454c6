"""The records of which searches are made: how they hang together, and how they are laid out flat.

A *record* is the tuple ``(g, h, key, parent record, action)``, with the state as a sixth field where the
problem has keys of its own, and ``CLOSED`` as one more at the end once the state is closed: a record of its
own, which takes the place of the open one in the table. Tuples of atoms and tuples are untracked by the
garbage collector, which is why records are tuples and not objects.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, Final, TypeAlias

Record: TypeAlias = tuple[Any, ...]
"""Any: a record holds the user's states and actions."""

G, H, KEY, PARENT, ACTION, STATE = range(6)

CLOSED: Final = str(b"closed", "ascii")  # an object of its own, which no collector tracks and ``deepcopy`` keeps
"""The last field of the record of a closed state."""


_ROUNDING: Final = 1e-9


def rounding(record: Record, g: float = 0) -> float:
    """Return how far a sum of float changes of h may lie off: by 1e-9 of the largest number summed on its path.

    These numbers are the g and h on the path to ``record``, and the ``g`` of the step after it.
    """
    largest = max(g, record[G])
    step: Record | None = record
    while step is not None:
        largest = max(largest, step[H])
        step = step[PARENT]
    try:
        return _ROUNDING * float(largest)
    except OverflowError:  # an int beyond all floats
        return math.inf


def is_closed(record: Record) -> bool:
    """Whether the state of that record was expanded by it."""
    return record[-1] is CLOSED


def chain(record: Record | None) -> list[Record]:
    """The records from the initial state to ``record``."""
    found = []
    while record is not None:
        found.append(record)
        record = record[PARENT]
    found.reverse()
    return found


class Rows:
    """Records in flat columns, parents before children, so that long chains do not recurse when pickled."""

    def __init__(self, records: Iterable[Record], state_at: int) -> None:
        self._row: dict[int, int] = {}  # ids stay distinct here, for self._records holds every record
        self._records: list[Record] = []
        self._state_at = state_at
        for record in records:
            self._add(record)

    def _add(self, record: Record) -> None:
        new: list[Record] = []
        step: Record | None = record
        while step is not None and id(step) not in self._row:
            new.append(step)
            step = step[PARENT]
        for step in reversed(new):
            self._row[id(step)] = len(self._records)
            self._records.append(step)

    def __getitem__(self, record: Record) -> int:
        """The row of a record; KeyError when neither it nor a record after it was given."""
        return self._row[id(record)]

    def numbers(self, records: Iterable[Record | None]) -> array[int]:
        """The rows of those records, -1 for None."""
        return array("q", (-1 if record is None else self._row[id(record)] for record in records))

    def columns(self) -> dict[str, Sequence[Any]]:
        """What :func:`records_of` needs; to be asked for last, since the numbers of the rows are forgotten before."""
        records = self._records
        parents = self.numbers(record[PARENT] for record in records)
        self._row.clear()  # the largest of all that is held to save a search
        return {
            "states": [record[self._state_at] for record in records],
            "g": [record[G] for record in records],
            "h": [record[H] for record in records],
            "parents": parents,
            "actions": [record[ACTION] for record in records],
        }


def records_of(
    columns: dict[str, Sequence[Any]], closed: Container[int], key_of: Callable[[Any], Any] | None
) -> list[Record]:
    """The records of the rows, in their order, ``closed`` being the rows of closed states."""
    records: list[Record] = []
    names = ("states", "g", "h", "parents", "actions")
    for state, g, h, parent, action in zip(*(columns[name] for name in names), strict=True):
        before = None if parent < 0 else records[parent]
        record: Record = (g, h, state, before, action)
        if key_of is not None:
            record = (g, h, key_of(state), before, action, state)
        records.append((*record, CLOSED) if len(records) in closed else record)
    return records
