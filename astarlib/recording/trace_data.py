"""A recorded search as a value: columns of nodes, and data about the whole search."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

NONE: Final = 0xFFFF_FFFF
"""No node: the parent of a root, or the replacement of a node that isn't kept."""


class TraceNode(NamedTuple):
    """One node of a trace."""

    number: int
    """Its row."""
    parent: int | None
    """Where it was generated, None for a root."""
    action: str
    """The text of the action that led to it; empty for a root, and where it was left out."""
    g: float
    h: float
    f: float
    """NaN where it is not known."""
    order: int | None
    """Which expansion was its own, from 1 on; None when it was never expanded."""
    replaced_by: int | None
    """The node of a cheaper path to the same state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceInfo:
    """What a trace says of its search as a whole.

    Attributes
    ----------
    engine, problem:
        How the engine is written, and the class of the problem.
    label:
        What else is to be said of the search, in a word.
    guarantee:
        The guarantee of the engine, in words; see `Guarantee.describe`.
    choice:
        Which of the frontier comes next: ``low-h``, ``high-h``, ``fifo`` or ``lifo`` among the smallest f, ``stack``
        where the search goes depth first, empty where it is not known.
    expanded:
        How many expansions were told; ``began_at`` more had been done before.
    sampling_interval:
        Of the expansions, one in so many is there with all that it generated.
    status, limit:
        Names, empty while the search is not done.
    verdict:
        What came of it and what that proves, in a sentence.
    statistics:
        The counters at the end; empty while the search is not done.
    actions:
        The texts of the actions by their numbers; number 0 is no action.
    size:
        Width and height of the drawings, or of the map; None where there is neither.
    shapes:
        The shapes of all drawings, or those of the map; each begins with the name of its kind.
    mark:
        On a map, how wide the mark of a state is; below 0 where it is a disc. Else 0.
    progress:
        The signs of life: expansions, frontier, f and lower bound.
    """

    engine: str
    problem: str
    label: str = ""
    guarantee: str = ""
    choice: str = ""
    expanded: int = 0
    began_at: int = 0
    sampling_interval: int = 1
    status: str = ""
    limit: str = ""
    verdict: str = ""
    cost: float | None = None
    lower_bound: float = 0
    statistics: Mapping[str, float] = field(default_factory=dict)
    actions: tuple[str, ...] = ("",)
    size: tuple[float, float] | None = None
    shapes: tuple[tuple[Any, ...], ...] = ()  # Any: the fields of shapes, texts and numbers
    mark: float = 0
    progress: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class TraceData:
    """The data of a trace, and access to its nodes; see :class:`~astarlib.observers.trace.Trace`."""

    info: TraceInfo
    columns: Mapping[str, array[Any]]  # Any: of ints or of floats
    texts: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TraceData):
            return NotImplemented
        return (self.info, self.texts, _content(self.columns)) == (other.info, other.texts, _content(other.columns))

    def __hash__(self) -> int:
        return hash((self.info.engine, self.info.problem, self.expanded, len(self)))

    def __repr__(self) -> str:
        thin = "" if self.sampling_interval == 1 else f", 1 of {self.sampling_interval} kept"
        return (
            f"<Trace of {self.info.engine} on {self.info.problem}: {self.expanded} expansions{thin}, {len(self)} nodes>"
        )

    def __len__(self) -> int:
        """How many nodes it has."""
        return len(self.columns["parents"])

    @property
    def expanded(self) -> int:
        """How many expansions were told."""
        return self.info.expanded

    @property
    def sampling_interval(self) -> int:
        """Of the expansions, one in so many is recorded with all that it generated; 1 when nothing was left out."""
        return self.info.sampling_interval

    @property
    def path(self) -> tuple[int, ...]:
        """The nodes of the solution, from the root to the goal; none when there is no solution."""
        return tuple(self.columns["path"])

    def node(self, number: int) -> TraceNode:
        """One node; IndexError when there is none of that number. O(1), or O(log n) where states were met twice."""
        columns = self.columns
        if not hasattr(number, "__index__"):
            raise TypeError(f"number must be the number of a node, not {number!r}")
        if not 0 <= number < len(self):
            raise IndexError(f"there is no node {number}; they go from 0 to {len(self) - 1}")
        parent, order = columns["parents"][number], columns["order"][number]
        by = self._replacing(number)
        return TraceNode(
            number=number,
            parent=None if parent == NONE else parent,
            action=self.info.actions[columns["actions"][number]],
            g=columns["g"][number],
            h=columns["h"][number],
            f=columns["f"][number],
            order=None if order == 0 else order,
            replaced_by=by,
        )

    def nodes(self) -> Iterator[TraceNode]:
        """All nodes, in the order in which they were generated."""
        return map(self.node, range(len(self)))

    def text(self, number: int) -> str | None:
        """The state of a node as text; None where it was not kept."""
        place = _place(self.columns["rendered"], number)
        return None if place is None else self.texts[place]

    def _replacing(self, number: int) -> int | None:
        place = _place(self.columns["replaced"], number)
        if place is None:
            return None
        by: int = self.columns["replacing"][place]
        return None if by == NONE else by


def plain(value: float) -> float:
    """A number of whatever kind as an int or a float."""
    return int(value) if isinstance(value, int) else float(value)


def numbers(values: Sequence[float]) -> array[Any]:  # Any: of ints or of floats
    """A column: of whole numbers where they are, and fit in four bytes; else of floats."""
    try:
        return array("i", values)
    except (TypeError, OverflowError):
        return array("d", values)


def _place(column: array[int], number: int) -> int | None:
    """Where a number is in an ascending column."""
    place = bisect_left(column, number)
    return place if place < len(column) and column[place] == number else None


def _content(columns: Mapping[str, array[Any]]) -> dict[str, tuple[str, bytes]]:
    return {name: (column.typecode, column.tobytes()) for name, column in columns.items()}  # NaN is equal to itself
