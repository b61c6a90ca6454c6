"""The state space of a problem as a graph of numbered nodes, built while the states are explored."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from astarlib._support.numbers import Rounding, exact, why_not_exact
from astarlib._support.plain_values import is_number, lacking_operation, plain_value
from astarlib.checking.findings import NOWHERE, Location
from astarlib.checking.safe_problem import Failed, SafeProblem, tried
from astarlib.checking.sentences import format_call
from astarlib.errors import format_error

ReportedEdge: TypeAlias = tuple[Any, Any, Any]
"""An edge as the problem returns it: action, next state, cost."""

LARGEST: Final = sys.float_info.max
"""The largest cost."""


class Edge(NamedTuple):
    """A step to another node. The cost is inf if the problem's cost is invalid."""

    action: Any
    target: int
    cost: float


class Space:
    """The states found so far, and the edges out of the expanded ones.

    Nodes are numbered from 0, the initial state, in the order in which they are found. The functions ``examine`` are
    called for each node when it is first expanded, and may raise Failed. ``lost`` is the number of edges whose next
    state is unknown because a call failed. ``leaks`` has the nodes with an unknown next state, cost or goal test.
    ``rounding`` is the tolerance for comparing the problem's floats.
    """

    def __init__(self, safe: SafeProblem, *examine: Callable[[Space, int], None]) -> None:
        self.safe: SafeProblem = safe
        self.rounding: Rounding = Rounding()
        self.states: list[Any] = []
        self.hashes: list[int] = []
        self.edges: list[list[Edge] | None] = []
        self.origins: list[tuple[int, Any] | None] = []
        self.expanded: int = 0
        self.lost: int = 0
        self.leaks: set[int] = set()
        self._examine = examine
        self._numbers: dict[Hashable, int] = {}
        self._h: dict[int, float | None] = {}
        self._back_h: dict[int, float | None] = {}
        self._is_goal: dict[int, bool] = {}

    def __len__(self) -> int:
        return len(self.states)

    def add(self, state: Any, at: Location, origin: tuple[int, Any] | None) -> int:
        """Return the node number of ``state``, storing the state if it's new; raise Failed if it can't be stored.
        ``origin`` is the node and the action that led to it, or None for states that weren't found by an action.
        """
        safe = self.safe
        copy = safe.copies.of(state)
        key = safe.key(copy, at)
        node, error = tried(self._numbers.setdefault, key, len(self.states))
        if node is None:
            safe.findings.report("__eq__", "raised", at, error, key=key, error=format_error(error))
            raise Failed from error
        if node == len(self.states):
            self.states.append(copy)
            self.hashes.append(hash(key))
            self.edges.append(None)
            self.origins.append(origin)
        return node

    def settle(self) -> None:
        """Remove a state that was only partly added because of an interrupt."""
        lists: tuple[list[Any], ...] = (self.states, self.hashes, self.edges, self.origins)
        whole = min(map(len, lists))
        for each in lists:
            del each[whole:]

    def find(self, state: Any, at: Location) -> int | None:
        """Return the node number of ``state``, or None if it is unknown; raise Failed if it has no key."""
        key = self.safe.key(state, at)
        node, error = tried(self._numbers.get, key)
        if error is not None:  # A user's __eq__ can raise anything; add() records it.
            raise Failed from error
        return node

    def at(self, node: int, action: Any = None) -> Location:
        """Return the location of a node and an action."""
        return Location(node, self.states[node], action)

    def expand(self, node: int) -> list[Edge]:
        """Return the edges out of a node. The first call expands and examines it."""
        edges = self.edges[node]
        if edges is None:
            cut = self.safe.cut
            self.is_goal(node)  # Goals need no actions, so this is known first.
            edges = self._found(self.at(node))
            if self.safe.cut > cut:
                self._lose(node)
            self.edges[node] = edges
            self.expanded += 1
            for examine in self._examine:
                with suppress(Failed):
                    examine(self, node)
        return edges

    def _found(self, at: Location) -> list[Edge]:
        edges = []
        for reported in self.reported_successors(at):
            if reported is None:
                self._lose(at.node)
                continue
            action, next_state, cost = reported
            place = at._replace(action=action)
            try:
                target = self.add(next_state, place, (at.node, action))
            except Failed:
                self._lose(at.node)
            else:
                edges.append(Edge(action, target, self._cost(cost, next_state, place)))
        return edges

    def _lose(self, node: int) -> None:
        """Count an edge with an unknown next state, except out of goals, which engines don't expand."""
        if node not in self.safe.goals:
            self.lost += 1
            self.leaks.add(node)

    def reported_successors(self, at: Location) -> Iterator[ReportedEdge | None]:
        """Yield the edges out of a state as engines get them, and None for each edge that fails."""
        safe, state = self.safe, at.state
        name = "successors" if safe.has("successors") else "actions"
        try:
            listed = safe.ask_list(name, at, state)
        except Failed:
            yield None
            return
        for each in listed:
            try:
                yield self._edge(name, each, at) if name == "successors" else self._step(each, at)
            except Failed:
                yield None

    def _step(self, action: Any, at: Location) -> ReportedEdge:
        place, state = at._replace(action=action), at.state
        next_state = self.safe.ask("result", place, state, action)
        self.safe.refuse_none("result", place, (state, action), next_state, self.states[0])
        return action, next_state, self.safe.ask("cost", place, state, action, self.safe.copies.of(next_state))

    def reported_predecessors(self, at: Location) -> list[ReportedEdge]:
        """Return the edges of ``predecessors``; raise Failed if the call fails or an edge has another form."""
        return [self._edge("predecessors", each, at) for each in self.safe.ask_list("predecessors", at, at.state)]

    def _edge(self, name: str, edge: Any, at: Location) -> ReportedEdge:
        if not isinstance(edge, (tuple, list)) or len(edge) != 3:
            self.safe.findings.report(name, "form", at, edge)
            raise Failed
        self.safe.refuse_none(name, at, (at.state,), edge[1], self.states[0])
        return edge[0], edge[1], edge[2]

    def _cost(self, cost: Any, next_state: Any, at: Location) -> float:
        lacking = None
        if is_number(cost, 0, math.inf):
            lacking = lacking_operation(plain_value(cost)) or why_not_exact(cost)
        if lacking is None and is_number(cost, 0, math.inf) and exact(cost) <= LARGEST:
            return self.rounding.cost(cost)
        call, kind = (
            format_call("cost", (at.state, at.action, next_state)),
            "range" if lacking is None else "operations",
        )
        self.safe.findings.report("cost", kind, at, cost, call=call, lacking=lacking)
        self.leaks.add(at.node)
        return math.inf

    def h(self, node: int) -> float | None:
        """Return the heuristic of a node; record a fault and return None if it isn't a number >= 0."""
        if node not in self._h:
            self._h[node] = self._estimate("heuristic", self.at(node))
        return self._h[node]

    def known_h(self, node: int) -> float | None:
        """Return the heuristic of a node if it was evaluated and is valid, else None."""
        return self._h.get(node)

    def back_h(self, at: Location) -> float | None:
        """Return the backward heuristic of a state; record a fault and return None if it isn't a number >= 0."""
        if at.node not in self._back_h or at.node < 0:
            self._back_h[at.node] = self._estimate("backward_heuristic", at)
        return self._back_h[at.node]

    def _estimate(self, name: str, at: Location) -> float | None:
        safe = self.safe
        try:
            value = safe.ask(name, at, at.state)
        except Failed:
            return None
        if is_number(value, 0, math.inf) and (exact(value) <= LARGEST or exact(value) == math.inf):
            return self.rounding.number(value)
        safe.findings.report(name, "range", at, value)
        return None

    def is_goal(self, node: int) -> bool:
        """Return True if a node is a goal, and False if the goal test fails."""
        if node not in self._is_goal:
            at = self.at(node)
            try:
                self._is_goal[node] = self.safe.ask_goal(at, at.state)
            except Failed:
                self._is_goal[node] = False
                self.leaks.add(node)
            if self._is_goal[node]:
                self.safe.goals.add(node)
        return self._is_goal[node]


class Paths:
    """The paths with the fewest actions from the initial state, computed when the first is requested."""

    def __init__(self, space: Space) -> None:
        self._space = space

    def __call__(self, node: int) -> list[Any] | None:
        """Return the actions from the initial state to a node, or None if no path is known."""
        if node == NOWHERE.node:
            return None
        actions: list[Any] = []
        while node > 0:
            step = self._steps.get(node) or self._space.origins[node]
            if step is None:
                return None
            node, action = step
            actions.append(action)
        return actions[::-1]

    @cached_property
    def _steps(self) -> dict[int, tuple[int, Any]]:
        """The last step to each reachable node."""
        steps: dict[int, tuple[int, Any]] = {0: (0, None)}
        frontier = [0]
        for node in frontier:  # The list grows during the loop.
            for action, target, _ in self._space.edges[node] or ():
                if target not in steps:
                    steps[target] = (node, action)
                    frontier.append(target)
        return steps
