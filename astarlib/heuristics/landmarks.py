"""Landmarks: lower bounds on the cost of a path, from the distances to and from a few states."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import sub
from typing import Any, BinaryIO, Final, Protocol, Self

from astarlib._support.integers import check_int
from astarlib._support.table_cache import cached_table
from astarlib.errors import short_repr

_CACHED_FROM: Final = 10_000
"""The number of states from which tables are cached on disk. Smaller tables are built in less than a second."""
_SEEDS: Final = 8
UNREACHABLE: Final = -1
"""The entry of a table if there is no path."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NumberedStates:
    """The states of a finite state space, which are numbered from 0, and the distances between them.

    ``digest`` returns a text that differs between two state spaces with different distances. ``sources`` has the
    numbers of the states that have successors. ``distances(number, backward)`` returns a numpy array with the distance
    from a state to each state, or with ``backward`` from each state to this one. It's -1 if there is no path.
    """

    size: int
    number: Callable[[Any], int]
    state: Callable[[int], Any]
    digest: Callable[[], str]
    sources: Callable[[], Sequence[int]]
    distances: Callable[[int, bool], Any]  # Any: a numpy array


class HasNumberedStates(Protocol):
    """A graph, or a problem on a graph or grid."""

    def numbered_states(self) -> NumberedStates:
        """Return the states and the distances between them. The object is made once."""
        ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Landmarks:
    """A heuristic for road maps and other graphs: distances to and from landmarks, with the triangle inequality.

    Use this when you want to find many paths in the same graph. A landmark is a node whose distances to and from all
    other nodes are computed beforehand. For a landmark L, the cost of a path from v to the goal is at least d(v, L) -
    d(goal, L), and at least d(L, goal) - d(L, v). h is the largest of these numbers. Other names for it are ALT (A*,
    landmarks, triangle inequality) and differential heuristic.

    It's **admissible** and **consistent** for each start and each goal. h is inf if the landmarks prove that no path
    leads to the goal. You can use one object for all problems on the same graph, or on the same grid with the same
    steps. The compiled engines compute h from the table. Make landmarks with :meth:`build`.

    Parameters
    ----------
    states, digest:
        The landmarks, and the digest of the graph.
    table:
        A numpy array. The row of a state has the distances to all landmarks, and then those from all landmarks.
    slack:
        The largest possible rounding error of a difference of two distances.

    References
    ----------
    A. Goldberg and C. Harrelson, Computing the shortest path: A* search meets graph theory (2005).

    Examples
    --------
    >>> from astarlib import AStar, Dijkstra
    >>> from astarlib.problems.graph import Graph, GraphProblem
    >>> ring = Graph([(i, (i + 1) % 100, 1) for i in range(100)], directed=False)
    >>> landmarks = Landmarks.build(ring, count=4)
    >>> problem = GraphProblem(ring, 10, 40, heuristic=landmarks)
    >>> AStar().search(problem).statistics.expanded, Dijkstra().search(problem).statistics.expanded
    (30, 60)
    """

    states: tuple[Any, ...]
    table: Any  # Any: a numpy array
    digest: str
    slack: float

    @classmethod
    def build(cls, space: HasNumberedStates, *, count: int = 8, cache: bool = True) -> Self:
        """Return landmarks that are as far from each other as possible, with their distances.

        The first landmark is far from some state, and each other one is the farthest from the landmarks before it.
        There are fewer than ``count`` if no other state is connected with them. Each landmark needs two searches of the
        whole graph. They are compiled if numba is installed and the graph is large.

        Parameters
        ----------
        space:
            A :class:`~astarlib.problems.graph.Graph`, a ``GraphProblem`` or a ``GridProblem``. Its start and goal have
            no influence.
        count:
            The number of landmarks, at least 1 (default: 8). More landmarks make h larger, but also slower to compute.
            The table has 8 bytes for each state and landmark, or 16 bytes if costs are floats or larger than 2**31.
        cache:
            True (the default) to store tables of at least 10,000 states in the on-disk cache, and to load them from
            there. See ``astarlib cache``.

        Raises
        ------
        ValueError, TypeError
            If ``count`` isn't a whole number >= 1, there are no states, or ``space`` isn't a graph or a problem on one.
        MissingCapabilityError
            If a cost is neither an int nor a float.
        ImportError, OSError
            If numpy isn't installed, or the table can't be stored in the cache.

        Examples
        --------
        >>> from astarlib.problems.graph import romania
        >>> Landmarks.build(romania(), count=3).states
        ('Neamt', 'Timisoara', 'Eforie')
        """
        count = check_int(count, "count", minimum=1)
        if not isinstance(cache, bool):
            raise TypeError(f"cache must be True or False, not {cache!r}")
        states = _numbered(space, "space")
        if states.size == 0:
            raise ValueError("there are no states, so there can't be a landmark")
        if cache and states.size >= _CACHED_FROM:
            chosen, table = _cached(states, count)
        else:
            chosen, table = _build(states, count)
        return cls(tuple(map(states.state, chosen)), table, states.digest(), _slack(table))

    def bind(self, problem: Any, /) -> LandmarkEstimate:
        """Return the function ``state -> h`` for a problem with one ``goal`` on the graph or grid of the landmarks.

        Raise ValueError if they were built for another graph, and TypeError for another kind of problem.
        """
        states = _numbered(problem, "problem")
        if states.digest() != self.digest:
            raise ValueError(
                f"these landmarks were built for another graph than that of {short_repr(problem)}; build them again "
                "with Landmarks.build"
            )
        end = states.number(problem.goal)
        return LandmarkEstimate(self.table, states.number, end, slack=self.slack, is_backward=False)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.states)} landmarks of {len(self.table)} states>"


class LandmarkEstimate:
    """The function ``state -> h`` of landmarks for one goal, ``end``, or with ``is_backward`` from one start."""

    __slots__ = ("_end", "_is_complete", "count", "end", "is_backward", "number", "slack", "table")

    def __init__(self, table: Any, number: Callable[[Any], int], end: int, *, slack: float, is_backward: bool) -> None:
        self.table: Any = table
        self.number: Callable[[Any], int] = number
        self.end: int = end
        self.is_backward: bool = is_backward
        self.count: int = table.shape[1] // 2
        self.slack: float = slack
        row = table[end].tolist()
        self._end = row[: self.count], row[self.count :]
        # Without gaps in the rows, which is the usual case, a few calls of built-in functions are enough.
        self._is_complete = UNREACHABLE not in row

    def __call__(self, state: Any) -> float:
        """Return the h of a state."""
        row = self.table[self.number(state)].tolist()
        here = row[: self.count], row[self.count :]
        (to, from_), (to_end, from_end) = (self._end, here) if self.is_backward else (here, self._end)
        if self._is_complete and UNREACHABLE not in row:
            best = max(*map(sub, to, to_end), *map(sub, from_end, from_))
        else:
            best = _difference(to, from_, to_end, from_end)
        h: float = max(0, best - self.slack)
        return h

    def reversed_from(self, start: Any) -> LandmarkEstimate:
        """Return the function that estimates the cost from ``start`` to a state."""
        return LandmarkEstimate(self.table, self.number, self.number(start), slack=self.slack, is_backward=True)


def _difference(to: list[Any], from_: list[Any], to_end: list[Any], from_end: list[Any]) -> float:
    """Return the largest lower bound on the cost from a state to the end, or inf if there is no path."""
    best: float = 0
    for one, other in chain(zip(to, to_end, strict=True), zip(from_end, from_, strict=True)):
        if other != UNREACHABLE:
            if one == UNREACHABLE:
                return math.inf  # With a path to the end, there would be one to the landmark, or from it to the end.
            best = max(best, one - other)
    return best


def _slack(table: Any) -> float:
    """Return how much larger a difference of distances can be than the exact one, because floats are rounded.
    A distance is a sum of at most as many costs as there are states.
    """
    return 0 if table.dtype.kind == "i" else len(table) * 2.0**-52 * float(table.max(initial=0))


def _numbered(space: Any, name: str) -> NumberedStates:  # Any: its type is tested here
    method: Any = getattr(space, "numbered_states", None)
    if method is None or isinstance(space, type):
        raise TypeError(
            f"{name} must be a Graph, or a problem on a graph or grid, for landmarks, not {short_repr(space)}"
        )
    states: NumberedStates = method()
    return states


def _build(states: NumberedStates, count: int) -> tuple[list[int], Any]:
    """Choose landmarks. Return their numbers and the table."""
    import numpy as np  # only needed to build a table

    chosen: list[int] = []
    to, from_ = [], []
    nearest: Any = np.full(states.size, np.inf)
    at = _far_state(states)
    while len(chosen) < count:
        out, into = states.distances(at, False), states.distances(at, True)
        chosen.append(at)
        to.append(into)
        from_.append(out)
        near = np.where(out >= 0, out, np.where(into >= 0, into, np.inf))
        nearest = np.minimum(nearest, near)
        known = np.where(np.isfinite(nearest), nearest, -1)
        at = int(known.argmax())
        if known[at] <= 0:
            break
    table = np.stack([*to, *from_], axis=1)
    if table.dtype.kind == "i" and table.max(initial=0) < 2**31:
        table = table.astype(np.int32)
    return chosen, table


def _far_state(states: NumberedStates) -> int:
    """Return a state that is far from another one, in a part of the state space that is as large as possible."""
    sources = states.sources()
    best, largest = 0, 0
    for seed in range(min(_SEEDS, len(sources))):
        far = states.distances(int(sources[seed * len(sources) // _SEEDS]), False)
        reached = int((far >= 0).sum())
        if reached > largest:
            best, largest = int(far.argmax()), reached
        if 2 * reached >= len(sources):
            break
    return best


def _cached(states: NumberedStates, count: int) -> tuple[list[int], Any]:
    """Return the landmarks and the table from the on-disk cache. Build them if they aren't there."""
    import numpy as np  # only needed to read a table

    def write(file: BinaryIO) -> None:
        chosen, table = _build(states, count)
        np.save(file, np.array(chosen, np.int64))
        np.save(file, table)

    digest = states.digest()
    path = cached_table(f"landmarks-{digest[:24]}-{count}.npy", {"space": digest, "landmarks": count}, write)
    with path.open("rb") as file:
        chosen = np.load(file, allow_pickle=False).tolist()
        return chosen, np.load(file, allow_pickle=False)
