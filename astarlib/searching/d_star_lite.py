"""D* Lite: LPA* from the goals to the initial state, which may move between two runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from astarlib._support.plain_values import plain_cost
from astarlib.errors import InvalidHeuristicError, InvalidProblemError, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, backward_heuristic_of, require_capability
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Algorithm, Edge, WorkingOn
from astarlib.searching.backward import (
    check_edge_back,
    checked_back_h,
    checked_edges_back,
    listed_goals,
    no_finite_sum,
)
from astarlib.searching.diagnosis import checked_key
from astarlib.searching.lpa_star import Change, Link, LPAStarAlgorithm, Node
from astarlib.searching.updating import check_same_h, is_gone, spaced
from astarlib.verification import is_close


class DStarLiteAlgorithm(LPAStarAlgorithm[S, A]):
    """The algorithm of D* Lite.

    The origins of the search are the goals, and its target is the initial state. A head in the search is the state
    before its tail. When the initial state moves, the backward heuristic of all nodes changes. Instead of new entries
    in the queue, the sum of the estimates between the initial states, ``_km``, is added to all entries from then on. By
    the triangle inequality, an old entry isn't larger than the new one would be. A node gets its new h when it comes to
    the front.
    """

    def _begin(self) -> None:
        """Store the goals."""
        problem, back_h = self.problem, self._required_h()
        self._target = frozenset((checked_key(problem, problem.initial_state),))
        for goal in listed_goals(problem):
            key = checked_key(problem, goal)
            if key not in self._nodes:
                self._origin(goal, key, checked_back_h(back_h, goal))
        self._rebuild()

    def _functions(self) -> tuple[Callable[[Any], Iterable[Any]], Callable[..., float]]:
        """Return the functions for the edges into a state, and for the estimate from the initial state."""
        edges_back, back_h = require_capability(self.problem.problem, "predecessors", self._user), self._required_h()
        return edges_back, partial(checked_back_h, back_h)

    def _required_h(self) -> Callable[[Any], float]:
        """Return the backward heuristic. An estimate without one isn't counted as an evaluation."""
        back_h = _required(self.problem, self._user)
        self._evaluations = int(back_h is not _zero)
        return back_h

    def _is_target(self, node: Node) -> bool:
        """Return True if the node is the initial state."""
        return node.key in self._target

    def _new_node(self, key: Hashable, state: Any, number: int, action: Any = None) -> Node:
        node = Node(key, state, number, (self._h(state, action=action), self._km, self._moves))
        node.is_target = self._is_target(node)
        return node

    def _rebuild(self) -> None:
        for node in self._nodes.values():
            node.is_target = self._is_target(node)
        super()._rebuild()

    # --- edges --------------------------------------------------------------------------------------------------------

    def _reading(self, node: Node) -> WorkingOn | None:  # see `_explain`
        return None

    def _explain(self, state: Any, error: Exception) -> None:
        """Raise an error that names the fault of ``predecessors``."""
        for edge in checked_edges_back(partial(self._edges, state), state, error):
            check_edge_back(self.problem, state, edge, error)
        if isinstance(error, ArithmeticError):
            raise no_finite_sum(state) from error
        error.add_note(f"while expanding state {short_repr(state)}; you can run the search again")

    def _refreshed_links(self, key: Hashable, state: Any) -> Change:
        """Read the edges out of a changed state, and return the difference for those that are known."""
        nodes, key_of, status = self._nodes, self.problem.state_key, self._status
        self._working = WorkingOn(state, 0)
        found: dict[Node, Link] = {}
        edges = () if is_gone(self.problem, state) else self.problem.edges(state)
        for action, next_state, step_cost in edges:
            cost = plain_cost(step_cost)
            tail = nodes.get(next_state if key_of is None else key_of(next_state))
            if tail is None or tail.heads is None or tail.key == key:
                continue
            if tail not in found or cost < found[tail][0]:
                found[tail] = cost, action
        node, new = nodes.get(key), list[Node]()
        if node is None:
            if len(found) == 0:
                return Change(status, refreshed=(key,))
            node = self._new_node(key, state, len(nodes))
            new.append(node)
            dead_ends = status.dead_ends + (node.h == math.inf)
            status = status._replace(evaluated=status.evaluated + self._evaluations, dead_ends=dead_ends)
        links: list[tuple[Node, Node, Link | None]] = [(tail, node, None) for tail in node.tails if tail not in found]
        links += [(tail, node, link) for tail, link in found.items() if node.tails.get(tail) != link]
        return Change(status, new=new, links=links, refreshed=(key,))

    def _is_outdated(self, tail: Node, head: Node) -> bool:  # The edge leads from the head to the tail.
        return head.key in self._stale

    # --- updates ------------------------------------------------------------------------------------------------------

    def update(self, problem: ResolvedProblem[S, A], changed: Sequence[S]) -> None:
        """Move the initial state, and remember the changed states. Raise an error if the goals or h have changed."""
        before, back_h = self.problem, _required(problem, self._user)
        keys = {checked_key(problem, goal) for goal in listed_goals(problem)}
        for key in keys ^ {key for key, node in self._nodes.items() if node.is_origin}:
            self._refuse_goals(key)
        start = problem.initial_state
        key, km, moves = checked_key(problem, start), self._km, self._moves
        fresh = [node for node in spaced(self._nodes.values()) if node.moves == self._moves]
        if key in self._target:
            why = f"{self._user} needs the same heuristic unless the initial state moves"
            check_same_h(back_h, "backward_heuristic", [(node.state, node.h) for node in fresh], why)
        else:
            distance = self._distance(before, problem)
            self._check_triangle(back_h, fresh, distance)
            km, moves = km + distance, moves + 1
        nodes = [self._nodes.get(each) for each in (*self._target, key)]
        self._remember(problem, changed)
        self._km, self._moves, self._target = km, moves, frozenset((key,))
        for node in nodes:
            if node is not None:
                node.is_target = self._is_target(node)
                self._queue(node)
        self._note_peak()

    def _check_triangle(self, back_h: Callable[[Any], float], nodes: Iterable[Node], distance: float) -> None:
        """Raise InvalidHeuristicError if h of a node was larger than the way through the new initial state allows."""
        for node in nodes:
            h = checked_back_h(back_h, node.state)
            if h + distance < node.h and not is_close(h + distance, node.h):
                raise InvalidHeuristicError(
                    f"backward_heuristic({short_repr(node.state)}) was {node.h!r} before the update and is now {h!r}, "
                    f"but the estimate between the two initial states is only {distance!r}; {self._user} needs the "
                    "triangle inequality. Start a new search",
                    state=node.state,
                    value=h,
                )

    def _distance(self, before: ResolvedProblem[S, A], problem: ResolvedProblem[S, A]) -> float:
        """Return the estimated cost from the previous initial state to the new one."""
        start = problem.initial_state
        if before.problem is problem.problem:
            raise InvalidProblemError(
                f"the initial state moved to {short_repr(start)} in the same problem object; {self._user} needs a new "
                "object for it, because it compares the heuristics of both: update(problem=…)",
                state=start,
            )
        h = checked_back_h(_required(before, self._user), start)
        if h == math.inf:
            raise InvalidHeuristicError(
                f"backward_heuristic({short_repr(start)}) is inf: no path leads from the previous initial state to the "
                "new one. Start a new search",
                state=start,
                value=h,
            )
        return h

    # --- paths and states ---------------------------------------------------------------------------------------------

    def _path(self, line: list[Node]) -> Path[S, A]:
        """Return the path along the nodes, which begin at a goal, in the other direction."""
        path = super()._path(line)
        return Path(path.cost, path.actions[::-1], path.states[::-1], path.costs[::-1], None)

    def path_to(self, state: S) -> Path[S, A]:
        """Raise KeyError, because no path from the initial state is known."""
        return Algorithm.path_to(self, state)

    def path_from(self, state: S) -> Path[S, A]:
        line = self._line_to(state)
        return Algorithm.path_from(self, state) if line is None else self._path(line)

    def states(self) -> Iterator[StoredState]:
        """Yield nothing, because no state is stored with a path from the initial state."""
        return iter(())

    def frontier(self) -> Iterator[StoredState]:
        """Yield nothing; see `backward_frontier`."""
        return iter(())

    def backward_states(self) -> Iterator[StoredState]:
        return super().states()

    def backward_frontier(self) -> Iterator[StoredState]:
        return super().frontier()

    def sample(self, n: int) -> Iterator[Edge]:
        yield Edge(self.problem.initial_state, 0, 0)
        for node in spaced(self._nodes.values(), n):
            tail = node.best_tail()
            if tail is not None and not self._is_outdated(tail, node):
                cost, action = node.tails[tail]
                yield Edge(tail.state, cost, 0, node.state, 0, action)

    # --- files --------------------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        return {**super().dump(), "start": next(iter(self._target))}

    def load(self, dumped: Mapping[str, Any]) -> None:
        if dumped["start"] not in self._target:
            raise ValueError("its initial state differs from that of the given problem")
        super().load(dumped)


def _required(problem: ResolvedProblem[Any, Any], user: str) -> Callable[[Any], float]:
    """Return the backward heuristic, or one that is 0 if the problem has none.
    Raise MissingCapabilityError if the problem lacks a required method.
    """
    for name in ("goal_states", "predecessors"):
        require_capability(problem.problem, name, user)
    return backward_heuristic_of(problem.problem) or _zero


def _zero(_state: object) -> float:
    return 0
