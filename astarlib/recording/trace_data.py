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
    """The number of its row."""
    parent: int | None
    """The node that generated it, or None for a root."""
    action: str
    """The text of the action that led to it. Empty for a root, or if the action was left out."""
    g: float
    h: float
    f: float
    """NaN if it is unknown."""
    order: int | None
    """The number of its expansion, counted from 1, or None if it was never expanded."""
    replaced_by: int | None
    """The node of a cheaper path to the same state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceInfo:
    """The data of a trace about the search as a whole.

    Attributes
    ----------
    engine, problem:
        The repr of the engine, and the class name of the problem.
    label:
        A short text shown next to the engine.
    guarantee:
        The guarantee of the engine, in words; see `Guarantee.describe`.
    choice:
        How the engine chooses the next state: ``low-h``, ``high-h``, ``fifo`` or ``lifo`` among the smallest f,
        ``stack`` for depth-first search, or empty if it is unknown.
    expanded:
        The number of expansions recorded. Another ``began_at`` expansions were done before.
    sampling_interval:
        One in this many expansions is stored with all nodes that it generated.
    status, limit:
        The names of the status and the limit. Empty while the search isn't finished.
    verdict:
        The outcome of the search and what it proves, in a sentence.
    statistics:
        The counters at the end. Empty while the search isn't finished.
    actions:
        The texts of the actions by their numbers; number 0 is no action.
    size:
        The width and height of the drawings or of the map. None without either.
    shapes:
        The shapes of all drawings, or those of the map; each begins with the name of its kind.
    mark:
        The width of a state's mark on a map, negative for a disc. 0 without a map.
    progress:
        The ``Progress`` events, as tuples of expansions, frontier size, f and lower bound.
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
        """Return the number of nodes."""
        return len(self.columns["parents"])

    @property
    def expanded(self) -> int:
        """The number of expansions recorded."""
        return self.info.expanded

    @property
    def sampling_interval(self) -> int:
        """One in this many expansions is recorded with all nodes that it generated. 1 if the trace is complete."""
        return self.info.sampling_interval

    @property
    def path(self) -> tuple[int, ...]:
        """The nodes of the solution, from the root to the goal. Empty without a solution."""
        return tuple(self.columns["path"])

    def node(self, number: int) -> TraceNode:
        """Return a node, in O(log n) time at most; raise IndexError if there is no node with that number."""
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
        """Iterate over all nodes in the order in which they were generated."""
        return map(self.node, range(len(self)))

    def text(self, number: int) -> str | None:
        """Return the state of a node as text, or None if the trace has no text for it."""
        place = _place(self.columns["rendered"], number)
        return None if place is None else self.texts[place]

    def _replacing(self, number: int) -> int | None:
        place = _place(self.columns["replaced"], number)
        if place is None:
            return None
        by: int = self.columns["replacing"][place]
        return None if by == NONE else by


def plain(value: float) -> float:
    """Return a number of any type as an int or a float."""
    return int(value) if isinstance(value, int) else float(value)


def numbers(values: Sequence[float]) -> array[Any]:  # Any: of ints or of floats
    """Return a column of ints if all values are ints that fit in four bytes, else of floats."""
    try:
        return array("i", values)
    except (TypeError, OverflowError):
        return array("d", values)


def _place(column: array[int], number: int) -> int | None:
    """Return the index of a number in an ascending column, or None."""
    place = bisect_left(column, number)
    return place if place < len(column) and column[place] == number else None


def _content(columns: Mapping[str, array[Any]]) -> dict[str, tuple[str, bytes]]:
    return {
        name: (column.typecode, column.tobytes()) for name, column in columns.items()
    }  # As bytes, NaN is equal to itself.
