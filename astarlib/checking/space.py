"""The space of a problem as a graph of numbered nodes, found state by state."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

from astarlib._support.numbers import Rounding, exact
from astarlib._support.plain_values import is_number
from astarlib.checking.findings import Location
from astarlib.checking.safe_problem import Failed, SafeProblem, format_call, format_error
from astarlib.errors import short_repr

ReportedEdge: TypeAlias = tuple[Any, Any, Any]
"""An edge as the problem tells it: action, next state, cost."""

_LARGEST: Final = sys.float_info.max


class Edge(NamedTuple):
    """A step to another node. The cost is inf when the problem's is no cost."""

    action: Any
    target: int
    cost: float


class Space:
    """The states that have been found, and the edges out of those that were expanded.

    Nodes are numbered from 0, the initial state, in the order in which they are found.

    Parameters
    ----------
    safe:
        Asks the problem.
    examine:
        Called for every node when it is expanded; may raise Failed.

    Attributes
    ----------
    lost:
        How many edges lead where nobody knows.
    leaks:
        The nodes of which it is not known what they lead to, at what cost, or whether they are goals.
    rounding:
        How far its floats may lie apart and still be the same number.
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
        self._is_goal: dict[int, bool] = {}

    def __len__(self) -> int:
        return len(self.states)

    def add(self, state: Any, at: Location, origin: tuple[int, Any] | None) -> int:
        """The number of the node of ``state``; Failed when it cannot be stored.

        ``origin`` is the node and the action that led to it; None for the initial state, and for states that
        were found otherwise.
        """
        safe = self.safe
        kept = safe.copies.of(state)
        key = safe.key(kept, at)
        try:
            node = self._numbers.setdefault(key, len(self.states))
        except MemoryError:
            raise
        except Exception as error:
            safe.findings.broken(
                "__eq__", "raised", f"comparing {short_repr(key)} raised {format_error(error)}", at, error
            )
            raise Failed from error
        if node == len(self.states):
            self.states.append(kept)
            self.hashes.append(hash(key))
            self.edges.append(None)
            self.origins.append(origin)
        return node

    def settle(self) -> None:
        """Drop a state that was being added when an interrupt came."""
        lists: tuple[list[Any], ...] = (self.states, self.hashes, self.edges, self.origins)
        whole = min(map(len, lists))
        for each in lists:
            del each[whole:]

    def find(self, state: Any, at: Location) -> int | None:
        """The number of the node of ``state``; None when it has not been found; Failed when it has no key."""
        key = self.safe.key(state, at)
        try:
            return self._numbers.get(key)
        except MemoryError:
            raise
        except Exception as error:  # whatever a user's __eq__ raises, which is told where states are stored
            raise Failed from error

    def at(self, node: int, action: Any = None) -> Location:
        """That place."""
        return Location(node, self.states[node], action)

    def expand(self, node: int) -> list[Edge]:
        """The edges out of a node; it is examined when it is expanded for the first time."""
        edges = self.edges[node]
        if edges is None:
            cut = self.safe.cut
            self.is_goal(node)  # which excuses it from having actions
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
        for told_edge in self.reported_successors(at):
            if told_edge is None:
                self._lose(at.node)
                continue
            action, next_state, cost = told_edge
            place = at._replace(action=action)
            try:
                target = self.add(next_state, place, (at.node, action))
            except Failed:
                self._lose(at.node)
            else:
                edges.append(Edge(action, target, self._cost(cost, next_state, place)))
        return edges

    def _lose(self, node: int) -> None:
        """An edge out of that node leads where nobody knows; no engine follows those out of goals."""
        if node not in self.safe.goals:
            self.lost += 1
            self.leaks.add(node)

    def reported_successors(self, at: Location) -> Iterator[ReportedEdge | None]:
        """The edges out of a state as the engines are told of them; None for each that fails."""
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
        """The edges into a state as ``predecessors`` tells them; Failed when it fails or one has another form."""
        return [self._edge("predecessors", each, at) for each in self.safe.ask_list("predecessors", at, at.state)]

    def _edge(self, name: str, edge: Any, at: Location) -> ReportedEdge:
        if not isinstance(edge, (tuple, list)) or len(edge) != 3:
            other = "next_state" if name == "successors" else "previous_state"
            self.safe.findings.broken(
                name, "form",
                f"{format_call(name, (at.state,))} gave {short_repr(edge)}; each edge must be (action, {other}, cost)",
                at, edge,
            )  # fmt: skip
            raise Failed
        self.safe.refuse_none(name, at, (at.state,), edge[1], self.states[0])
        return edge[0], edge[1], edge[2]

    def _cost(self, cost: Any, next_state: Any, at: Location) -> float:
        if is_number(cost, 0, math.inf) and exact(cost) <= _LARGEST:
            return self.rounding.cost(cost)
        where = format_call("cost", (at.state, at.action, next_state))
        self.safe.findings.broken(
            "cost", "range", f"{where} is {short_repr(cost)}; a cost must be a finite number of at least 0", at, cost
        )
        self.leaks.add(at.node)
        return math.inf

    def h(self, node: int) -> float | None:
        """The heuristic of a node; None, and a fault, when it is no number of at least 0."""
        if node not in self._h:
            self._h[node] = self._estimate(node)
        return self._h[node]

    def known_h(self, node: int) -> float | None:
        """The heuristic of a node where it was asked for, and is a number."""
        return self._h.get(node)

    def _estimate(self, node: int) -> float | None:
        at, safe = self.at(node), self.safe
        try:
            value = safe.ask("heuristic", at, at.state)
        except Failed:
            return None
        if is_number(value, 0, math.inf) and (exact(value) <= _LARGEST or exact(value) == math.inf):
            return self.rounding.number(value)
        safe.findings.broken(
            "heuristic", "range",
            f"{format_call('heuristic', (at.state,))} is {short_repr(value)}; a heuristic must be a number of at "
            "least 0, and "
            "inf for a dead end",
            at, value,
        )  # fmt: skip
        return None

    def is_goal(self, node: int) -> bool:
        """Whether a node is a goal; False when the problem fails to tell."""
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
