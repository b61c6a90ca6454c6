"""An algorithm that holds one path: where it stands, what it shows of itself, and how it is saved."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from astarlib.capabilities import ResolvedProblem
from astarlib.problem import A, S
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Algorithm, Counters, Edge, WorkingOn
from astarlib.searching.diagnosis import checked_h, checked_key
from astarlib.searching.journal import Journal
from astarlib.searching.node import (
    KEY,
    PARENT,
    FlatNodes,
    G,
    H,
    Node,
    chain,
    edge_of,
    path_of,
    rounding,
    state_index,
    stored_state,
    unflatten,
)

Stack: TypeAlias = "tuple[Node, Stack] | None"
"""The nodes that wait, the next first. Cells never change, so a reference to one cell keeps a whole stack."""

PathCursor: TypeAlias = "tuple[Node | None, set[Any], int]"
"""The position of an interrupted loop: the node expanded last, the keys on the path to it, and their number."""


class Iteration(NamedTuple):
    """What is known when an iteration begins."""

    threshold: float
    """Successors above it are cut off."""
    lower_bound: float
    expanded: int


class DepthFirstState(NamedTuple):
    """All that a search knows, by name; the loop stores it without names, see ``CommittedState``."""

    stack: Stack
    waiting: int
    """Records on the stack."""
    expanded: int
    generated: int
    dead_ends: int
    peak: int
    next_threshold: float
    """The smallest that was cut off, the next iteration's threshold; inf when nothing was."""
    next_bound: float
    """The smallest g + h that was cut off."""
    held: float
    """The smallest g + h that was set aside for the cost limit of a run; inf when nothing was."""
    nearest: Node
    """The first node with the smallest h, of all that were on the stack."""
    iteration: Iteration


CommittedState: TypeAlias = "tuple[Stack, int, int, int, int, int, float, float, float, Node, Iteration]"
"""The fields of a ``DepthFirstState`` in their order, as a plain tuple: making a named one costs IDA* 8 %."""


class PathAlgorithm(Algorithm[S, A]):
    """An algorithm that holds the current path and, for each state of it, the successors left to try.

    ``states()`` and ``stored`` are these. ``nearest`` is the best of all states that were tried or waited. Successors
    with h = inf are counted as dead ends each time they are generated, and aren't held. A subclass has the loop.

    Parameters
    ----------
    problem, journal:
        See `Algorithm`.
    uses_heuristic:
        Whether h is evaluated; else it is 0, and the problem's heuristic is never called.
    by_depth:
        Whether the threshold is a number of actions; else it is a bound on g + h.
    """

    def __init__(
        self, problem: ResolvedProblem[S, A], journal: Journal | None, *, uses_heuristic: bool, by_depth: bool
    ) -> None:
        super().__init__(problem, journal)
        self._uses_h, self._by_depth, self._state_at = uses_heuristic, by_depth, state_index(problem)
        state = problem.initial_state
        key = checked_key(problem, state)
        root: Node = (0, checked_h(problem, state) if uses_heuristic else 0, key, None, None)
        self._root: Node = root if problem.state_key is None else (*root, state)
        self.root_h: float | None = root[H] if uses_heuristic else None
        self._goal: Node | None = None
        self._cursor: PathCursor | None = None
        h = root[H]
        self._committed: CommittedState = DepthFirstState(  # replaced in one store: an interrupt finds old or new
            stack=None, waiting=0, expanded=0, generated=0, dead_ends=int(h == math.inf), peak=0,
            next_threshold=0 if by_depth else h, next_bound=h, held=math.inf, nearest=self._root,
            iteration=Iteration(-math.inf, -math.inf, 0),
        )  # fmt: skip

    @property
    def counters(self) -> Counters:
        """The counts so far."""
        position, counters = self._position, Counters()
        counters.expanded, counters.generated = position.expanded, position.generated
        counters.evaluated = 1 + position.generated if self._uses_h else 0
        counters.dead_ends, counters.frontier, counters.peak_frontier = (
            position.dead_ends, position.waiting, position.peak,
        )  # fmt: skip
        counters.expanded_before_last_f = None if self._by_depth else position.iteration.expanded
        counters.solutions = int(self._goal is not None)
        return counters

    def stored(self) -> int:
        """Return the number of distinct states on the path and waiting. O(stored)."""
        return len(self._held())

    def lower_bound(self, *, cheap: bool = False) -> float:  # noqa: ARG002  # it is cheap
        """Return the lower bound. O(1)."""
        position = self._position
        bound = position.iteration.lower_bound
        if position.stack is None:
            bound = max(bound, min(position.next_bound, position.held))
        return bound if self._goal is None else min(bound, self._goal[G])

    def incumbent(self) -> Path[S, A] | None:
        """Return the solution, if one is found."""
        return None if self._goal is None else path_of(self.problem, self._goal, uses_heuristic=self._uses_h)

    def nearest(self) -> Path[S, A] | None:
        """Return the path to the first generated state with the smallest h; None if h isn't evaluated."""
        return path_of(self.problem, self._position.nearest, uses_heuristic=True) if self._uses_h else None

    def states(self) -> Iterator[StoredState]:
        """Yield the states of the current path, and those that wait to be tried."""
        path = {id(node) for node in self._current_path()}
        for node in self._held().values():
            yield stored_state(node, self._state_at, closed=id(node) in path)

    def frontier(self) -> Iterator[StoredState]:
        """Yield the states that wait to be tried, in that order; between two iterations that is the initial state."""
        position = self._position
        between = position.stack is None and position.next_threshold < math.inf
        for node in (self._root,) if between else _waiting(position.stack):
            yield stored_state(node, self._state_at, closed=False)

    def path_to(self, state: S) -> Path[S, A]:
        """Return the cheapest known path to a stored state; KeyError if it isn't stored."""
        key_of = self.problem.state_key
        node = self._held().get(state if key_of is None else key_of(state))
        return super().path_to(state) if node is None else path_of(self.problem, node, uses_heuristic=self._uses_h)

    def working_on(self) -> WorkingOn | None:
        """Return the state that comes next: an expansion is committed when it's done."""
        stack = self._position.stack
        node = self._root if stack is None else stack[0]
        return WorkingOn(node[self._state_at], node[G], node[H], rounding(node))

    def front(self) -> float | None:
        """Return the threshold."""
        return self._position.iteration.threshold

    def sample(self, n: int) -> Iterator[Edge]:
        """Yield edges of the path, and of the states that wait, at equal distances."""
        path = self._current_path()
        expanded = {id(node) for node in path}
        nodes = [self._root, *path[1:], *_waiting(self._position.stack), *chain(self._position.nearest)]
        for node in nodes[:: max(1, len(nodes) // n)]:
            edge = edge_of(node, self._state_at, is_expanded=id(node) in expanded)
            yield edge if self.problem.heuristic_change is None else edge._replace(rounding=rounding(node))

    # --- what the loop needs --------------------------------------------------------------------------------------

    @property
    def _position(self) -> DepthFirstState:
        return DepthFirstState(*self._committed)

    def _current_path(self) -> list[Node]:
        stack = self._position.stack
        return chain(None if stack is None else stack[0][PARENT])

    def _take_cursor(self) -> PathCursor:
        """Return the cursor of the loop that ran before; a new one if that was interrupted.

        Making it takes time linear in the depth, so a deep search in short slices needs the old one.
        """
        cursor, self._cursor = self._cursor, None
        if cursor is not None:
            return cursor
        path = self._current_path()
        return path[-1] if len(path) > 0 else None, {node[KEY] for node in path}, len(path)

    def _held(self) -> dict[Any, Node]:
        """Return the best node of each state that is on the current path or waits."""
        held: dict[Any, Node] = {}
        for node in (*self._current_path(), *_waiting(self._position.stack)):
            if node[KEY] not in held or node[G] < held[node[KEY]][G]:
                held[node[KEY]] = node
        return held if len(held) > 0 else {self._root[KEY]: self._root}

    def _is_full(self, max_stored: int, most: int) -> bool:
        """Return True if ``max_stored`` states are held; there are at most ``most``, which is known at once."""
        return most >= max_stored and len(self._held()) >= max_stored

    # --- flat -------------------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        """Return the path, the states that wait, and the counters."""
        position = self._position
        stack = list(_waiting(position.stack))
        rows = FlatNodes([self._root, position.nearest, *stack], self._state_at)
        return {
            "stack": rows.numbers(stack),
            "iteration": tuple(position.iteration),
            "counters": {name: value for name, value in position._asdict().items() if name not in _NODES},
            "nearest": rows[position.nearest],
            "solved": self._goal is not None,
            "nodes": rows.columns(),
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore a dump."""
        nodes = unflatten(dumped["nodes"], (), self.problem.state_key)
        stack: Stack = None
        for row in reversed(dumped["stack"]):
            stack = (nodes[row], stack)
        self._root = nodes[0]
        self._committed = DepthFirstState(
            stack=stack,
            iteration=Iteration(*dumped["iteration"]),
            nearest=nodes[dumped["nearest"]],
            **dumped["counters"],
        )
        if dumped["solved"] and stack is not None:
            self._goal = stack[0]  # a goal is found at the front, and stays there

    def _check(self) -> None:
        """Assert all invariants; for tests, between runs."""
        position = self._position
        waiting, path = list(_waiting(position.stack)), self._current_path()
        assert len(waiting) == position.waiting <= position.peak
        ancestors = {id(node) for node in path}
        for node in waiting:
            assert node is self._root or id(node[PARENT]) in ancestors
            assert position.nearest[H] <= node[H] < math.inf
        if self._cursor is not None:
            current, keys, depth = self._cursor
            walked = chain(current)
            assert walked[: len(path)] == path
            assert depth == len(walked)
            assert keys == {node[KEY] for node in walked}
        # A search by depth that was restarted keeps a bound that short paths can't provide.
        assert self._by_depth or position.iteration.lower_bound <= position.next_bound
        assert position.iteration.threshold < position.next_threshold
        assert position.iteration.expanded <= position.expanded


_NODES = frozenset({"stack", "iteration", "nearest"})  # what a dump lays out flat by itself


def _waiting(stack: Stack) -> Iterator[Node]:
    """Yield the nodes on a stack, the next first."""
    while stack is not None:
        node, stack = stack
        yield node
