"""A recorded search as a value: columns of nodes, and data about the whole search."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

NONE: Final = 0xFFFF_FFFF
"""The number that stands for no node: the parent of a root, or a replacement that the trace doesn't contain."""


class TraceNode(NamedTuple):
    """One node of a trace."""

    number: int
    """The number of the node, counted from 0."""
    parent: int | None
    """The number of the node that generated this one, or None for a root."""
    action: str
    """The text of the action that leads from the parent to this node. Empty for a root, or if the trace lacks it."""
    g: float
    """The cost of the path to it."""
    h: float
    """The h of its state. NaN if the node was added for the path of the solution."""
    f: float
    """NaN if it is unknown."""
    order: int | None
    """The number of its expansion, counted from 1, or None if it was never expanded."""
    replaced_by: int | None
    """The number of the node that replaced this one, on a cheaper path to the same state. None if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceInfo:
    """The data of a trace about the search as a whole.

    Attributes
    ----------
    engine, problem, label:
        The repr of the engine, the class name of the problem, and a short text shown next to the engine.
    guarantee:
        The guarantee of the engine, in words; see `Guarantee.describe`.
    choice:
        How the engine chooses the next state: ``low-h``, ``high-h``, ``fifo`` or ``lifo`` among the smallest f,
        ``stack`` for depth-first search, or empty if it is unknown.
    expanded, began_at:
        The number of expansions recorded, and before these. The latter is above 0 if the search was resumed.
    sampling_interval:
        One in this many expansions is stored with all nodes that it generated.
    status, limit:
        The names of the status and the limit. Empty while the search isn't finished.
    verdict:
        The outcome of the search and what it proves, in a sentence.
    cost, lower_bound:
        The cost of the solution, or None, and the lower bound at the end. 0 while the search isn't finished.
    statistics:
        The counters at the end. Empty while the search isn't finished.
    actions:
        The texts of the actions by their numbers. Number 0 stands for no action.
    size, shapes:
        The width and height of the drawings or of the map, or None, and their shapes, each with the name of its kind.
    mark:
        The width of a state's mark on a map, negative for a disc. 0 without a map.
    wraps:
        True if a step across an edge of the map goes on at the opposite edge.
    progress:
        The ``Progress`` events, as tuples of expansions, frontier size, f and lower bound.
    solutions:
        The solutions that the search found, as pairs: the number of expansions before it, and the cost.
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
    wraps: bool = False
    progress: tuple[tuple[float, ...], ...] = ()
    solutions: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class TraceData:
    """The data of a trace, and access to its nodes; see :class:`~astarlib.observers.trace.Trace`."""

    info: TraceInfo
    columns: Mapping[str, array[Any]]  # Any: ints or floats
    texts: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TraceData):
            return NotImplemented
        return (self.info, self.texts, _content(self.columns)) == (other.info, other.texts, _content(other.columns))

    def __hash__(self) -> int:
        return hash((self.info.engine, self.info.problem, self.expanded, len(self)))

    def __repr__(self) -> str:
        thin = "" if self.sampling_interval == 1 else f", 1 in {self.sampling_interval} sampled"
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
        """Return a node, in O(log n) time at most.

        Parameters
        ----------
        number:
            The number of the node, from 0 to ``len(trace) - 1``. Nodes are numbered in the order of their generation.

        Raises
        ------
        IndexError, TypeError
            If there is no node with that number, or it isn't a whole number.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.observers.recorder import Recorder
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
        >>> recorder.trace.node(1).action
        'up'
        """
        columns = self.columns
        if not hasattr(number, "__index__"):
            raise TypeError(f"number must be an int, the number of a node, not {number!r}")
        if not 0 <= number < len(self):
            raise IndexError(f"there is no node {number}; expected a number from 0 to {len(self) - 1}")
        parent, order = columns["parents"][number], columns["order"][number]
        place = _place(columns["replaced"], number)
        by = NONE if place is None else columns["replacing"][place]
        return TraceNode(
            number=number,
            parent=None if parent == NONE else parent,
            action=self.info.actions[columns["actions"][number]],
            g=columns["g"][number],
            h=columns["h"][number],
            f=columns["f"][number],
            order=None if order == 0 else order,
            replaced_by=None if by == NONE else by,
        )

    def nodes(self) -> Iterator[TraceNode]:
        """Return an iterator over all nodes in the order in which they were generated.

        A node that was generated by a recorded expansion comes after its parent.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.observers.recorder import Recorder
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
        >>> [node.action for node in recorder.trace.nodes()]
        ['', 'up', 'right', 'up', 'right']
        """
        return map(self.node, range(len(self)))

    def text(self, number: int) -> str | None:
        """Return the state of a node as text, by the problem's ``format_state`` if it has one, or None.

        A recorder stores the texts of ``max_rendered`` nodes, and those of the solution.

        Parameters
        ----------
        number:
            The number of the node.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.observers.recorder import Recorder
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> result = AStar().search(NPuzzle("1 2 / 0 3"), observer=(recorder := Recorder()))
        >>> print(recorder.trace.text(0))
        1 2
        . 3
        """
        place = _place(self.columns["rendered"], number)
        return None if place is None else self.texts[place]


def plain(value: float) -> float:
    """Return a number of any type as an int or a float."""
    return int(value) if isinstance(value, int) else float(value)


def numbers(values: Sequence[float]) -> array[Any]:  # Any: ints or floats
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
    # The columns are compared as bytes, because NaN isn't equal to itself as a float.
    return {name: (column.typecode, column.tobytes()) for name, column in columns.items()}
