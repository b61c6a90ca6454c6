"""The base class of algorithms that store only the current path: their queries and their events."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, TypeAlias

from astarlib.events import Event, Expanded, Expansions, Generated, LowerBoundRaised
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Algorithm, Edge, WorkingOn
from astarlib.searching.journal import Journal
from astarlib.searching.node import (
    ACTION,
    KEY,
    PARENT,
    G,
    H,
    Node,
    chain,
    edge_of,
    path_of,
    rounding,
    state_index,
    stored_state,
)
from astarlib.searching.roots import roots_of

PathCursor: TypeAlias = "tuple[Node | None, set[Any], int]"
"""The position of an interrupted loop: the node expanded last, the keys on the path to it, and their number."""


class PathAlgorithm(Algorithm[S, A]):
    """An algorithm that stores the current path and, for each state of the path, the successors left to try.

    ``states()`` and ``stored`` cover only these states. ``nearest`` covers all states that were ever stored. A
    successor with h = inf counts as a dead end each time it is generated, and isn't stored. A subclass implements the
    loop, `advance`.
    """

    has_many_starts: ClassVar[bool] = True

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, *, uses_heuristic: bool) -> None:
        super().__init__(problem, journal)
        self._uses_h, self._state_at = uses_heuristic, state_index(problem)
        self._roots: list[Node] = roots_of(problem, uses_heuristic=uses_heuristic)
        """The nodes of the initial states."""
        self.root_h: float | None = self._roots[0][H] if uses_heuristic else None
        self._goal: Node | None = None
        self._cursor: PathCursor | None = None

    @abstractmethod
    def _current_path(self) -> list[Node]:
        """Return the expanded nodes from the initial state to the parent of the next node."""

    @abstractmethod
    def _waiting(self) -> Iterator[Node]:
        """Yield the nodes that wait to be expanded, the next first."""

    @abstractmethod
    def _nearest(self) -> Node:
        """Return the first node with the smallest h among all nodes that were ever stored."""

    def stored(self) -> int:
        """Return the number of distinct states on the path, and of those that wait. O(stored)."""
        return len(self._held())

    def incumbent(self) -> Path[S, A] | None:
        return None if self._goal is None else path_of(self.problem, self._goal, uses_heuristic=self._uses_h)

    def nearest(self) -> Path[S, A] | None:
        return path_of(self.problem, self._nearest(), uses_heuristic=True) if self._uses_h else None

    def states(self) -> Iterator[StoredState]:
        """Yield the states of the current path, and those that wait to be tried."""
        path = {id(node) for node in self._current_path()}
        for node in self._held().values():
            yield stored_state(node, self._state_at, closed=id(node) in path)

    def frontier(self) -> Iterator[StoredState]:
        for node in self._waiting():
            yield stored_state(node, self._state_at, closed=False)

    def path_to(self, state: S) -> Path[S, A]:
        key_of = self.problem.state_key
        node = self._held().get(state if key_of is None else key_of(state))
        return super().path_to(state) if node is None else path_of(self.problem, node, uses_heuristic=self._uses_h)

    def working_on(self) -> WorkingOn | None:
        """Return the next state to expand. It's also the state under expansion, which waits until it's done."""
        node = next(self._waiting(), self._roots[0])
        return WorkingOn(node[self._state_at], node[G], node[H], rounding(node))

    def sample(self, n: int) -> Iterator[Edge]:
        path = self._current_path()
        expanded = {id(node) for node in path}
        nodes = [*self._roots, *path[1:], *self._waiting(), *chain(self._nearest())]
        for node in nodes[:: max(1, len(nodes) // n)]:
            edge = edge_of(node, self._state_at, is_expanded=id(node) in expanded)
            yield edge if self.problem.heuristic_change is None else edge._replace(rounding=rounding(node))

    # --- what the loop needs --------------------------------------------------------------------------------------

    def _check(self) -> None:
        """Assert the invariants of the path and of the waiting nodes. Only tests call this, between runs."""
        path = self._current_path()
        ancestors = {id(node) for node in path}
        for node in self._waiting():
            assert node in self._roots or id(node[PARENT]) in ancestors
            assert self._nearest()[H] <= node[H] < math.inf
        if self._cursor is not None:
            current, keys, depth = self._cursor
            walked = chain(current)
            assert walked[: len(path)] == path
            assert depth == len(walked)
            assert keys == {node[KEY] for node in walked}

    def _take_cursor(self) -> PathCursor:
        """Return the cursor of the previous slice, or a new one if that slice was interrupted.
        A new cursor takes time linear in the depth, so a deep search in short slices reuses the old one.
        """
        cursor, self._cursor = self._cursor, None
        if cursor is not None:
            return cursor
        path = self._current_path()
        return path[-1] if len(path) > 0 else None, {node[KEY] for node in path}, len(path)

    def _held(self) -> dict[Any, Node]:
        """Return the cheapest node of each state that is on the current path or waiting, by key."""
        held: dict[Any, Node] = {}
        for node in (*self._current_path(), *self._waiting()):
            if node[KEY] not in held or node[G] < held[node[KEY]][G]:
                held[node[KEY]] = node
        return held if len(held) > 0 else {root[KEY]: root for root in self._roots}

    def _is_full(self, max_stored: int, upper_bound: int) -> bool:
        """Return True if at least ``max_stored`` distinct states are stored.
        They are only counted if ``upper_bound``, an upper bound on their number, reaches ``max_stored``.
        """
        return upper_bound >= max_stored and len(self._held()) >= max_stored

    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        """Turn the head and node of each expansion into ``Expanded``, and its successors into ``Generated``."""
        at, rejections, head = self._state_at, self.journal is not None and self.journal.rejections, None
        state: Any = None
        for entry in entries:
            if type(entry) is LowerBoundRaised:
                yield entry
            elif len(entry) == 3:
                head = entry
            elif head is not None:
                state, (number, f, frontier) = entry[at], head
                head = None
                yield Expanded(number, state, entry[G], entry[H], f, frontier)
            elif rejections:
                action, next_state, g, h, accepted = entry
                yield Generated(state, action, next_state, g, h, accepted)
            else:
                yield Generated(state, entry[ACTION], entry[at], entry[G], entry[H], True)

    def expansions(self, entries: list[Any]) -> Event:
        return Expansions(entries, by_identity=True)


def sound_h(g: float, h: float, before: Node | None) -> float:
    """Return ``h`` if it's inf, or 0 if rounding made a sum of floats negative. Otherwise, or if ``g`` is inf, raise
    ValueError.
    ``before`` is the previous node if h is a sum of changes along the path, else None.
    """
    if h == math.inf > g:
        return h
    if before is not None and isinstance(h, float) and h < 0 and g < math.inf and -rounding(before, g) <= h:
        return 0
    raise ValueError
