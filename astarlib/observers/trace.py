"""A recorded search as a value: columns of nodes, and what is to be said of them."""

from __future__ import annotations

import os
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from astarlib.observers.tape import NONE


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
class Facts:
    """What a trace says of its search as a whole.

    Attributes
    ----------
    engine, problem:
        How the engine is written, and the class of the problem.
    label:
        What else is to be said of the search, in a word.
    guarantee:
        What the engine promises, in words.
    choice:
        Which of the frontier comes next: ``low-h``, ``high-h``, ``fifo`` or ``lifo`` among the smallest f, ``stack``
        where the search goes depth first, empty where it is not known.
    expanded:
        How many expansions were told; ``began_at`` more had been done before.
    stride:
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
    stride: int = 1
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
class Trace:
    """What a :class:`~astarlib.observers.recorder.Recorder` has kept of a search.

    Two traces are equal when all that is in them is.

    Attributes
    ----------
    facts:
        What is said of the search as a whole.
    columns:
        By name, arrays: ``parents``, ``actions``, ``order``, ``g``, ``h`` and ``f`` with a row for each node; then
        ``replaced``, ``replacing``, ``replaced_at``, ``skipping``, ``path``, ``pictured``, and those of drawings. The
        page on recording says what is in each.
    texts:
        The states as text, for the nodes in ``pictured``.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.observers.recorder import Recorder
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> recorder = Recorder()
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=recorder)
    >>> [node.action for node in map(recorder.trace.node, recorder.trace.path)]
    ['', 'right', 'right']
    >>> print(recorder.trace.text(0))
    1 2 3
    4 5 6
    . 7 8
    """

    facts: Facts
    columns: Mapping[str, array[Any]]  # Any: of ints or of floats
    texts: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return (self.facts, self.texts, _content(self.columns)) == (other.facts, other.texts, _content(other.columns))

    def __hash__(self) -> int:
        return hash((self.facts.engine, self.facts.problem, self.expanded, len(self)))

    def __repr__(self) -> str:
        thin = "" if self.stride == 1 else f", 1 of {self.stride} kept"
        return (
            f"<Trace of {self.facts.engine} on {self.facts.problem}: {self.expanded} expansions{thin}, "
            f"{len(self)} nodes>"
        )

    def __len__(self) -> int:
        """How many nodes it has."""
        return len(self.columns["parents"])

    @property
    def expanded(self) -> int:
        """How many expansions were told."""
        return self.facts.expanded

    @property
    def stride(self) -> int:
        """Of the expansions, one in so many is recorded with all that it generated; 1 when nothing was left out."""
        return self.facts.stride

    @property
    def path(self) -> tuple[int, ...]:
        """The nodes of the solution, from the root to the goal; none when there is no solution."""
        return tuple(self.columns["path"])

    def node(self, number: int) -> TraceNode:
        """One node; IndexError when there is none of that number. O(1), or O(log n) where states were met twice."""
        columns = self.columns
        if not 0 <= number < len(self):
            raise IndexError(f"there is no node {number}; they go from 0 to {len(self) - 1}")
        parent, order = columns["parents"][number], columns["order"][number]
        by = self._replacing(number)
        return TraceNode(
            number=number,
            parent=None if parent == NONE else parent,
            action=self.facts.actions[columns["actions"][number]],
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
        place = _place(self.columns["pictured"], number)
        return None if place is None else self.texts[place]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the trace to a file, in one step; ``Trace.load`` reads it.

        Raises
        ------
        OSError
            When it cannot be written; an old file stays as it is.
        """
        from astarlib.observers.trace_file import save  # noqa: PLC0415  # json, zlib and hashlib are loaded where a file is

        save(self, path)

    @staticmethod
    def load(path: str | os.PathLike[str], *, max_bytes: int = 2**30) -> Trace:
        """The trace in a file. Nothing in it is run, and no more memory is taken than ``max_bytes`` and a little.

        Parameters
        ----------
        max_bytes:
            How large the trace may be when it is unpacked.

        Raises
        ------
        TraceError
            When the file is damaged, of another kind or format, larger than that, or contradicts itself.
        OSError
            When it cannot be read.
        """
        from astarlib.observers.trace_file import load  # noqa: PLC0415  # likewise

        return load(path, max_bytes=max_bytes)

    def to_html(self, path: str | os.PathLike[str], *, beside: Trace | None = None) -> None:
        """Write a page on which the search can be watched: one file that needs nothing else, and opens from disk.

        Parameters
        ----------
        beside:
            Another trace, to be shown at its side.

        Raises
        ------
        OSError
            When it cannot be written; an old file stays as it is.
        """
        from astarlib.viewer import write_page  # noqa: PLC0415  # the only way up, see pyproject.toml

        write_page(path, self if beside is None else (self, beside))

    def _repr_html_(self) -> str:
        """The page in a frame, for notebooks."""
        from astarlib.viewer import frame  # noqa: PLC0415  # likewise

        return frame(self)

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
