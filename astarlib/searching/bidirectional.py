"""Bidirectional search: one side starts at the initial state, the other side at all goals, and they take turns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from heapq import heappush
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_cost, plain_number
from astarlib.errors import InvalidCostError, InvalidProblemError, short_repr
from astarlib.events import Event, Finished, LowerBoundRaised, Progress, SolutionFound, Started
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import (
    ResolvedProblem,
    backward_heuristic_of,
    cost_unit_of,
    edges_back_of,
    require_capability,
)
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget, Counters, Edge, Stop, WorkingOn
from astarlib.searching.backward import (
    FIRST,
    are_exact,
    check_edge_back,
    checked_back_h,
    checked_edges_back,
    disagreement,
    ends_of,
    goal_error,
    inconsistency,
    inconsistent_state,
    is_multiple,
    listed_goals,
    missing_edge_back,
    origin_error,
    too_large,
    unit_error,
)
from astarlib.searching.diagnosis import (
    checked_h,
    checked_key,
    is_one_of,
    steps_between,
    why_they_have_no_sum,
)
from astarlib.searching.journal import Journal
from astarlib.searching.node import ACTION, CLOSED, KEY, PARENT, STATE, G, H, Node, is_closed, stored_state
from astarlib.searching.side import BACK, COST, Side, row_of, rows_of, table_of
from astarlib.searching.updating import spaced
from astarlib.verification import is_close

EVENT_TYPES: Final[frozenset[type[Event]]] = frozenset((Started, LowerBoundRaised, SolutionFound, Progress, Finished))
"""The events of bidirectional engines. The other events describe one tree of paths from the initial state."""

Meeting: TypeAlias = tuple[Any, Node, Node]
"""A path from the initial state to a goal: its cost, and the forward and the backward node of the same state."""

_First: TypeAlias = tuple[Any, Any, Any]
"""The live node that a side expands next, or None, and the smallest g and the smallest f of its live nodes."""

_EXACT: Final = 2**53  # Up to this number, a float represents every int.


class _Status(NamedTuple):
    """All values except the tables. An expansion replaces them in one assignment."""

    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    dead_ends: int = 0
    peak: int = 0
    solutions: int = 0
    best: Meeting | None = None
    bound: float = 0
    expanded_before_bound: int = 0
    """The number of expansions before the bound rose to its value."""
    nearest: Any = None
    """The key of the first state of the forward side with the smallest h."""
    checked_at: int = -1
    """The number of expansions after which the edges of the first nodes were checked last."""


class _Undo(NamedTuple):
    """How to undo an expansion that isn't complete. It's complete once `_Status` has been replaced."""

    before: _Status
    """The status before the expansion."""
    side: int
    """The number of the side that expands."""
    stored: int
    """The number of nodes in its table before the expansion. New nodes are behind them."""
    replaced: list[Node]
    """The nodes that others have replaced, the oldest first."""

    def apply(self, table: dict[Any, Node]) -> None:
        """Restore the table. This may be interrupted and repeated."""
        for node in reversed(self.replaced):
            table[node[KEY]] = node
        while len(table) > self.stored:
            table.popitem()


_new_tuple: Final = tuple.__new__  # It takes a third of the time of calling a NamedTuple.


class BidirectionalAlgorithm(Algorithm[S, A]):
    """The algorithm of BAE* and of bidirectional Dijkstra.

    Both sides take turns, one expansion per turn, the forward side first. A side expands its live node with the
    smallest b = 2g + h - h', where h' is the estimate of the cost from the origin of the side. Among equal b, it takes
    the largest g. Without heuristics, b is 2g. A solution is a state that both sides have generated. The search records
    the cheapest one as soon as it's generated.

    An expansion may be interrupted between any two instructions. Three rules make it possible to undo it:

    1. ``_undo`` is set before the first change, and it lists a node before another one replaces it.
    2. New nodes are at the end of the table, so the number of nodes before the expansion says which ones are new.
    3. One assignment of ``_status`` completes the expansion. ``_undo`` then has another status, so it's ignored.

    `repair` undoes an unfinished expansion and makes the queues from the tables. `dump` undoes it in copies.
    """

    def __init__(
        self, problem: ResolvedProblem[S, A], journal: Journal | None, user: str, *, uses_heuristic: bool
    ) -> None:
        super().__init__(problem, journal)
        given = problem.problem
        for name in ("goal_states", "predecessors"):
            require_capability(given, name, user)
        self._uses_h = uses_heuristic
        self._back_h = backward_heuristic_of(given) if uses_heuristic else None
        self._unit = cost_unit_of(given)
        self._edges: tuple[Callable[[Any], Iterable[Any]], ...] = (problem.edges, edges_back_of(given) or problem.edges)
        self._sides = Side(uses_h=uses_heuristic), Side(uses_h=uses_heuristic)
        self._undo: _Undo | None = None
        self._working: tuple[int, Node] | None = None
        self._reported = 0
        self._fault: InvalidProblemError | None = None
        unit = 0 if self._unit is None else self._unit
        self._whole_costs: tuple[float, int] = (unit, unit or 1) if type(unit) is int else (math.inf, 1)
        """Multiples of the second number that are at least the first are valid costs, without a closer look."""
        self._walked: list[Node] = []
        self._store_origins()
        self.root_h: float | None = next(iter(self._sides[0].table.values()))[H] if uses_heuristic else None

    def _store_origins(self) -> None:
        """Store the initial state and all goals."""
        problem, (forward, backward) = self.problem, self._sides
        state = problem.initial_state
        key = checked_key(problem, state)
        h, back = self._estimates(state)
        root: Node = (0, h, key, None, None, state, back, 0, 0)
        evaluated, best = 1, None
        forward.table[key] = root
        self._check_origin("backward_heuristic", back, state, "the initial state")
        goals = listed_goals(problem)
        for number, goal in enumerate(goals, -len(goals)):  # Children have larger numbers than their parents.
            goal_key = checked_key(problem, goal)
            if goal_key in backward.table:
                continue
            if goal_key in forward.table:
                to_goal, from_start = h, back
            else:
                to_goal, from_start = self._estimates(goal)
                evaluated += 1
            self._check_origin("heuristic", to_goal, goal, "a goal")
            self._fault = self._fault or goal_error(problem, goal)
            node: Node = (0, from_start, goal_key, None, None, goal, to_goal, 0, number)
            backward.table[goal_key] = node
            if goal_key in forward.table:
                best = (0, root, node)
        for side in self._sides:
            side.rebuild()
        opened = sum(len(side.open_nodes()) for side in self._sides)
        self._status = _Status(
            evaluated=2 * evaluated if self._uses_h else 0,
            dead_ends=sum(len(side.table) for side in self._sides) - opened,
            peak=opened, solutions=0, best=best, nearest=key,
        )  # fmt: skip

    def _estimates(self, state: S) -> tuple[float, float]:
        """Return h and the backward h of a state after checking that they are numbers of at least 0."""
        if self._back_h is None:
            return 0, 0
        return checked_h(self.problem, state), checked_back_h(self._back_h, state)

    def _check_origin(self, name: str, h: float, state: Any, role: str) -> None:
        """Record an error if the h of an origin isn't 0. It's raised by the first run, as for any other state."""
        self._fault = self._fault or origin_error(name, h, state, role)

    # --- counters and bounds --------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        status, counters = self._status, Counters()
        counters.expanded, counters.generated = status.expanded, status.generated
        counters.evaluated, counters.dead_ends = status.evaluated, status.dead_ends
        counters.frontier, counters.peak_frontier = self._open_count(status), status.peak
        counters.solutions, counters.expanded_before_last_f = status.solutions, status.expanded_before_bound
        return counters

    def _open_count(self, status: _Status) -> int:
        return self.stored() - status.dead_ends - status.expanded

    def stored(self) -> int:
        """Return the number of states stored by both sides. A state that both have stored counts twice."""
        return len(self._sides[0].table) + len(self._sides[1].table)

    def _upper(self) -> float:
        best = self._status.best
        return math.inf if best is None else best[0]

    def lower_bound(self, *, cheap: bool = False) -> float:  # It always takes O(1) time.
        """Return the lower bound that was computed before the last turn. O(1)."""
        return min(self._status.bound, self._upper())

    def front(self) -> float | None:
        """Return the lower bound, because no single f describes both frontiers."""
        return self.lower_bound()

    def _bound_with_h(self, first: _First, second: _First) -> float:
        """Return the lower bound from the first nodes of both sides."""
        (one, g_one, f_one), (other, g_other, f_other) = first, second
        unit = self._unit
        bound = max(f_one, f_other, g_one + g_other + (0 if unit is None else unit))
        twice = 2 * (one[G] + other[G]) + (one[H] - other[BACK]) + (other[H] - one[BACK])
        return _rounded_up(max(bound + bound, twice), unit)  # type: ignore[no-any-return]  # Any number.

    # --- search ---------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:  # noqa: C901, PLR0912, PLR0915  # one loop
        if self._fault is not None:
            raise self._fault
        (forward, backward), uses_h, unit = self._sides, self._uses_h, 0 if self._unit is None else self._unit
        stop_at, max_cost = min(budget.poll_at, budget.max_expanded), budget.max_cost
        is_limited = min(budget.max_generated, budget.max_stored) < NO_LIMIT
        first: _First | None = None
        second: _First | None = None
        last: Node | None = None  # The node that was expanded last.
        while True:
            status = self._status
            best, solutions = status.best, status.solutions
            upper = math.inf if best is None else best[0]
            if best is not None and solutions == 0 and upper <= max_cost:
                self._status = status = status._replace(solutions=1)
                solutions = 1
            if best is not None and solutions > self._reported:
                self._check_solution(best)
                self._reported = solutions
                return Stop.FOUND
            if first is None:
                first = forward.firsts(backward, upper, last)
            if second is None:
                second = backward.firsts(forward, upper, last)
            one, other, bound = first[0], second[0], upper
            if one is not None and other is not None:
                found = self._bound_with_h(first, second) if uses_h else one[0] + other[0] + unit
                if found == math.inf:
                    raise too_large(one, other)
                bound = found if found < upper else upper  # noqa: FURB136  # A call of min takes 1 % of a search.
            if bound > status.bound:
                status = self._raise_bound(bound)
            if one is None or other is None or upper <= status.bound:
                if one is not None and other is not None and uses_h and status.checked_at < status.expanded:
                    self._check_firsts(one, other)
                    continue
                if best is None and one is not None:
                    self._check_exhausted()
                return Stop.COST if best is not None and solutions == 0 else Stop.DONE
            if status.bound > max_cost:
                return Stop.COST
            expanded = status.expanded
            is_full = is_limited and (status.generated >= budget.max_generated or self.stored() >= budget.max_stored)
            if expanded >= stop_at or is_full:
                return Stop.LIMIT if is_full or expanded >= budget.max_expanded else Stop.POLL
            turn = expanded % 2
            if turn == FIRST:
                node, first, twin = one, None, backward.table.get(one[2])
            else:
                node, second, twin = other, None, forward.table.get(other[2])
            self._working = turn, node
            try:
                after = self._expand(turn, node, twin, status, max_cost)
            except Exception as error:
                raise_if_from_handler(error)
                self._explain(turn, node, error)
                raise
            self._working, last = None, node
            if twin is not None or after.best is not best:  # Nodes of the other side may not be live any more.
                first = second = None

    def _check_firsts(self, one: Node, other: Node) -> None:
        """Check the edges of the first node of each side, because the proof relies on both heuristics there.
        Neither is expanded. The bound holds if both heuristics are consistent on these edges, so an edge that leads to
        a better solution is missing on the other side.
        """
        status = self._status
        for turn, node in enumerate((one, other)):
            self._working = turn, node
            try:
                evaluated, cost = self._cheapest_edge(turn, node)
            except Exception as error:
                raise_if_from_handler(error)
                self._explain(turn, node, error)
                raise
            status = status._replace(evaluated=status.evaluated + evaluated)
            if cost < self._upper() and not is_close(cost, status.bound):
                raise missing_edge_back(node[STATE], cost, status.bound)
        self._status = status._replace(checked_at=status.expanded)
        self._working = None

    def _cheapest_edge(self, turn: int, node: Node) -> tuple[int, float]:
        """Return the number of evaluations, and the cost of the cheapest solution by an edge of a node, or inf."""
        table, twins = self._sides[turn].table, self._sides[1 - turn].table
        estimates: dict[Any, tuple[float, float]] = {}
        cheapest = math.inf
        for action, next_state, step_cost in self._edges[turn](node[STATE]):
            cost = self._checked_cost(turn, node, action, next_state, step_cost)
            key = self._key(next_state)
            known, twin, next_g = table.get(key), twins.get(key), node[G] + cost
            if known is not None:
                h, back = known[H], known[BACK]
            elif twin is not None:
                h, back = twin[BACK], twin[H]
            else:
                if key not in estimates:
                    estimates[key] = self._estimates(next_state)
                h, back = estimates[key] if turn == FIRST else estimates[key][::-1]
            self._check_consistent(turn, node, (action, next_state, cost), h, back)
            if known is not None and is_closed(known) and next_g < known[G] and not is_close(next_g, known[G]):
                raise inconsistent_state(turn, next_state, next_g, known[G])  # pragma: no cover  # rare rounding
            if twin is not None and h < math.inf:
                cheapest = min(cheapest, next_g + twin[G])
        return 2 * len(estimates), cheapest

    def _raise_bound(self, bound: float) -> _Status:
        status = self._status
        self._log_bound(bound)
        raised: _Status = _new_tuple(_Status, (*status[:7], bound, status.expanded, *status[9:]))
        self._status = raised
        return raised

    def _expand(  # noqa: C901, PLR0912, PLR0915  # one expansion
        self, turn: int, node: Node, own_twin: Node | None, status: _Status, max_cost: float
    ) -> _Status:
        """Expand a node, and return the new status. ``own_twin`` is the node of the other side for the same state."""
        side, twins, edges = self._sides[turn], self._sides[1 - turn].table, self._edges[turn]
        table, put, heap, levels = side.table, side.put, side.by_g.heap, side.by_g.levels
        problem, back_h = self.problem, self._back_h
        state_key, heuristic = problem.state_key, problem.heuristic
        inf = math.inf
        least_cost, divisor = self._whole_costs
        usual_cost: Any = None
        (
            expanded, generated, evaluated, dead_ends, peak, solutions, best, bound, expanded_before_bound, nearest,
            checked_at,
        ) = status  # fmt: skip
        g, h, key, _, _, state, back, _, _ = node
        upper: float = inf if best is None else best[0]
        least_h: float = table[nearest][1] if turn == FIRST else -1
        if turn == FIRST and problem.is_goal(state) is not False and self._is_unlisted(state, own_twin):
            raise _unlisted(state)
        parent: Node = (*node, CLOSED)
        replaced = [node]
        self._undo = _new_tuple(_Undo, (status, turn, len(table), replaced))
        next_h: float
        next_back: float
        for action, next_state, step_cost in edges(state):
            generated += 1
            if step_cost is not usual_cost:  # Most edges have the same cost as the last one.
                if type(step_cost) is not int or step_cost < least_cost or step_cost % divisor != 0:
                    step_cost = self._checked_cost(turn, node, action, next_state, step_cost)  # noqa: PLW2901
                usual_cost = step_cost
            next_g = g + step_cost
            next_key = next_state if state_key is None else state_key(next_state)
            known = table.get(next_key)
            if back_h is None:
                if known is not None and next_g >= known[0]:
                    continue
                twin, next_h, next_back = twins.get(next_key), 0, 0
            else:
                twin = twins.get(next_key)
                if known is not None:
                    next_h, next_back = known[1], known[6]
                elif twin is not None:
                    next_h, next_back = twin[6], twin[1]
                else:
                    next_h, next_back = heuristic(next_state), back_h(next_state)
                    if type(next_h) is not int or type(next_back) is not int:
                        next_h, next_back = plain_number(next_h), plain_number(next_back)
                    evaluated += 2
                    if not (next_h >= 0 and next_back >= 0):
                        raise ValueError
                    if turn != FIRST:
                        next_h, next_back = next_back, next_h
                if h > step_cost + next_h or next_back > step_cost + back:
                    self._check_consistent(turn, node, (action, next_state, step_cost), next_h, next_back)
                if known is not None and next_g >= known[0]:
                    continue
            if known is not None:
                if known[-1] is CLOSED:
                    if not is_close(next_g, known[0]):
                        raise inconsistent_state(turn, next_state, next_g, known[0])
                    continue  # Rounding makes this path cheaper.
                replaced.append(known)
            if not (next_g + next_h < inf or next_h == inf > next_g):
                raise ValueError
            child = (next_g, next_h, next_key, parent, action, next_state, next_back, step_cost, generated)
            if twin is not None and next_h < inf:
                total = next_g + twin[0]
                if total < upper:
                    upper, best = total, (total, child, twin) if turn == FIRST else (total, twin, child)
                if twin[-1] is CLOSED and (own_twin is None or own_twin[0] > twin[0] + step_cost):
                    self._check_agreement(turn, node, own_twin, (next_state, step_cost), twin)
            table[next_key] = child
            if back_h is None:  # This repeats `Levels.put`, because its calls would take 10 % of a search.
                level = levels.get(next_g)
                if level is None:
                    levels[next_g] = [child]
                    heappush(heap, next_g)
                else:
                    level.append(child)
            elif next_h < inf:
                put(child)
                if next_h < least_h:
                    nearest, least_h = next_key, next_h
            else:
                dead_ends += known is None
        table[key] = parent
        expanded += 1
        if best is not status.best and (solutions > 0 or upper <= max_cost):
            solutions += 1
        peak = max(peak, len(table) + len(twins) - dead_ends - expanded)
        after: _Status
        self._status = after = _new_tuple(_Status, (
            expanded, generated, evaluated, dead_ends, peak, solutions, best, bound, expanded_before_bound, nearest,
            checked_at,
        ))  # fmt: skip
        return after

    def repair(self) -> None:
        """Undo the interrupted expansion, and make the queues from the tables."""
        undo = self._undo
        if undo is not None and undo.before is self._status:
            undo.apply(self._sides[undo.side].table)
        self._undo = self._working = None
        for side in self._sides:
            side.rebuild()

    def growth(self) -> int:
        return sum(side.growth() for side in self._sides)

    # --- faults of the problem ------------------------------------------------------------------------------------

    def working_on(self) -> WorkingOn | None:
        """Return the state that the forward side is expanding. The backward side explains its own errors."""
        if self._working is None:
            return None
        turn, node = self._working
        return WorkingOn(node[STATE], node[G]) if turn == FIRST else None

    def _checked_cost(  # The caller has these values at hand.
        self, turn: int, node: Node, action: Any, next_state: Any, cost: Any
    ) -> Any:
        """Return the cost of a step. Raise InvalidCostError unless it's a whole multiple of the unit, at least 1."""
        cost, unit = plain_cost(cost), self._unit
        if unit is not None and not is_multiple(cost, unit):
            raise unit_error(unit, turn, node[STATE], (action, next_state, cost))
        return cost

    def _check_consistent(
        self, turn: int, node: Node, edge: tuple[Any, Any, Any], next_h: float, next_back: float
    ) -> None:
        """Raise InvalidHeuristicError that names the edge, unless rounding explains the difference."""
        fault = inconsistency(turn, node, edge, next_h, next_back)
        if fault is not None:
            raise fault

    def _is_unlisted(self, state: S, twin: Node | None) -> bool:
        """Return True if a state is a goal that ``goal_states`` lacks. ``twin`` is its node on the backward side."""
        return self._is_goal(state) and (twin is None or twin[PARENT] is not None)

    def _check_agreement(  # The caller has these values at hand.
        self, turn: int, node: Node, twin: Node | None, edge: tuple[Any, Any], closed: Node
    ) -> None:
        """Raise InvalidProblemError if the other side lacks an edge between this node and one that it has expanded.
        The other side's node ``twin`` for the state can't cost more there than the path by this edge.
        """
        next_state, cost = edge
        if twin is None or not is_close(twin[G], closed[G] + cost):  # pragma: no branch  # Rounding is rare.
            tail, head = ends_of(turn, node[STATE], next_state)
            raise disagreement(tail, head, *((cost, None) if turn == FIRST else (None, cost)))

    def _check_solution(self, best: Meeting) -> None:
        """Raise InvalidProblemError if a backward step of the best solution, not yet compared, isn't an edge of the
        problem.
        """
        line = _line(best[2])
        walked = set(map(id, self._walked))
        for node in line[:-1]:
            if id(node) in walked:
                break
            tail, head, cost = node[STATE], node[PARENT][STATE], node[COST]
            costs = [found for _, found in steps_between(self.problem, tail, head)]
            if not is_one_of(cost, costs):
                raise disagreement(tail, head, costs[0] if costs else None, cost)
        self._walked = line

    def _check_exhausted(self) -> None:
        """Check up to 64 states of the forward side, because the backward side proves that there is no solution.
        Raise InvalidProblemError if one is a goal, or if ``predecessors`` doesn't return the stored edge to it.
        """
        forward, backward = self._sides
        for node in spaced(forward.table.values()):
            state, parent, cost = node[STATE], node[PARENT], node[COST]
            if self._is_unlisted(state, backward.table.get(node[KEY])):
                raise _unlisted(state)
            if parent is None:
                continue
            edges = checked_edges_back(partial(self._edges[1], state), state, None)
            costs = [found for _, before, found in edges if self._key(before) == parent[KEY]]
            if not is_one_of(cost, costs):
                raise disagreement(parent[STATE], state, cost, costs[0] if costs else None)

    def _explain(self, turn: int, node: Node, error: Exception) -> None:
        """Raise an error that names the fault of ``predecessors`` or of a heuristic, if there is one here."""
        if isinstance(error, (MemoryError, InvalidProblemError)):
            return
        problem, state, back_h = self.problem, node[STATE], self._back_h
        if turn == FIRST:
            if back_h is not None:
                for action, next_state in self._steps(state):
                    checked_back_h(back_h, next_state, action=action, cause=error)
            return
        for action, next_state, cost in checked_edges_back(partial(self._edges[1], state), state, error):
            check_edge_back(problem, state, (action, next_state, cost), error)
            h: float = 0
            if back_h is not None:
                checked_h(problem, next_state, action=action, cause=error)
                h = checked_back_h(back_h, next_state, action=action, cause=error)
            fault = why_they_have_no_sum(node[G], cost, 0 if h == math.inf else h)
            if fault is not None:
                raise InvalidCostError(
                    f"predecessors({short_repr(state)}) returned the cost {short_repr(cost)} for the action "
                    f"{short_repr(action)} from {short_repr(next_state)}; the cost from {short_repr(state)} to a goal "
                    f"is {node[G]!r}, the backward h is {h!r}, and {fault}",
                    state=state, action=action, value=cost,
                ) from error  # fmt: skip
        error.add_note(f"while expanding state {short_repr(state)} backward; you can run the search again")

    def _steps(self, state: S) -> list[tuple[A, S]]:
        """Return the steps out of a state. Return none if a method fails, because `Search` reports that."""
        try:
            steps = [(action, next_state) for action, next_state, _ in self.problem.edges(state)]
            for _, next_state in steps:
                checked_key(self.problem, next_state)
        except Exception as error:  # noqa: BLE001  # A user's code can raise anything.
            raise_if_from_handler(error)
            return []
        return steps

    # --- paths and states -----------------------------------------------------------------------------------------

    def incumbent(self) -> Path[S, A] | None:
        """Return the best solution so far. A solution above the cost limit isn't returned."""
        status = self._status
        if status.best is None or status.solutions == 0:
            return None
        cost, forward, backward = status.best
        there, back = _line(forward)[::-1], _line(backward)
        goal_h = back[-1][BACK] if self._uses_h else None
        return Path(
            cost=cost,
            actions=tuple([node[ACTION] for node in there[1:]] + [node[ACTION] for node in back[:-1]]),
            states=tuple([node[STATE] for node in there] + [node[STATE] for node in back[1:]]),
            costs=tuple([node[COST] for node in there[1:]] + [node[COST] for node in back[:-1]]),
            h=goal_h,
        )

    def nearest(self) -> Path[S, A] | None:
        return self._path(self._sides[0].table[self._status.nearest]) if self._uses_h else None

    def _path(self, node: Node) -> Path[S, A]:
        line = _line(node)[::-1]
        return Path(
            cost=node[G],
            actions=tuple([step[ACTION] for step in line[1:]]),
            states=tuple([step[STATE] for step in line]),
            costs=tuple([step[COST] for step in line[1:]]),
            h=node[H] if self._uses_h else None,
        )

    def path_to(self, state: S) -> Path[S, A]:
        node = self._sides[0].table.get(self._key(state))
        return super().path_to(state) if node is None else self._path(node)

    def path_from(self, state: S) -> Path[S, A]:
        node = self._sides[1].table.get(self._key(state))
        if node is None:
            return super().path_from(state)
        line = _line(node)
        return Path(
            cost=node[G],
            actions=tuple([step[ACTION] for step in line[:-1]]),
            states=tuple([step[STATE] for step in line]),
            costs=tuple([step[COST] for step in line[:-1]]),
            h=line[-1][BACK] if self._uses_h else None,
        )

    def _key(self, state: S) -> Any:
        return state if self.problem.state_key is None else self.problem.state_key(state)

    def states(self) -> Iterator[StoredState]:
        """Yield the states of the forward side, in the order in which they were first generated."""
        return self._stored_states(0)

    def backward_states(self) -> Iterator[StoredState]:
        return self._stored_states(1)

    def _stored_states(self, side: int) -> Iterator[StoredState]:
        for node in list(self._sides[side].table.values()):
            yield stored_state(node, STATE, closed=is_closed(node))

    def frontier(self) -> Iterator[StoredState]:
        return self._stored_frontier(0)

    def backward_frontier(self) -> Iterator[StoredState]:
        return self._stored_frontier(1)

    def _stored_frontier(self, side: int) -> Iterator[StoredState]:
        for node in self._sides[side].in_order(self._sides[1 - side], self._upper()):
            yield stored_state(node, STATE, closed=False)

    def sample(self, n: int) -> Iterator[Edge]:
        for node in spaced(self._sides[0].table.values(), n // 2):
            parent = node[PARENT]
            yield Edge(
                node[STATE], node[G], node[H],
                None if parent is None else parent[STATE],
                None if parent is None else parent[G],
                node[ACTION], is_closed(node),
            )  # fmt: skip
        for node in spaced(self._sides[1].table.values(), n // 2):
            parent = node[PARENT]
            if parent is not None:  # The edge leads from the node to its parent.
                yield Edge(parent[STATE], node[COST], parent[BACK], node[STATE], 0, node[ACTION])

    # --- files ----------------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        """Return the tables and the counters, as before an unfinished expansion."""
        undo, status = self._undo, self._status
        tables = [dict(side.table) for side in self._sides]
        if undo is not None and undo.before is status:
            undo.apply(tables[undo.side])
        best = status.best
        return {
            "sides": [rows_of(table) for table in tables],
            "status": tuple(status._replace(best=None, nearest=None)),
            "meeting": None if best is None else (best[0], row_of(tables[0], best[1]), row_of(tables[1], best[2])),
            "nearest": list(tables[0]).index(status.nearest),
            "reported": self._reported,
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore a dump. Raise ValueError if the goals differ."""
        key_of = self.problem.state_key
        goals = {node[KEY] for node in self._sides[1].table.values() if node[PARENT] is None}
        tables = [table_of(rows, key_of) for rows in dumped["sides"]]
        if goals != {node[KEY] for node in tables[1].values() if node[PARENT] is None}:
            raise ValueError("its goal states differ from those of the given problem")
        best = None
        if dumped["meeting"] is not None:
            cost, *rows = dumped["meeting"]
            one, other = (list(table.values())[row] for table, row in zip(tables, rows, strict=True))
            best = cost, one, other
        nearest = list(tables[0])[dumped["nearest"]]
        self._status = _Status(*dumped["status"])._replace(best=best, nearest=nearest)
        self._reported = dumped["reported"]
        self._undo = self._working = None
        for side, table in zip(self._sides, tables, strict=True):
            side.table = table
            side.rebuild()

    def _check(self) -> None:
        """Assert all invariants. Only tests call this, between runs."""
        assert self._undo is None or self._undo.before is not self._status
        status = self._status
        for turn, side in enumerate(self._sides):
            assert sum(map(is_closed, side.table.values())) == (status.expanded + 1 - turn) // 2
            for queue in (side.by_b, side.by_f, side.by_g):
                assert sorted(queue.heap) == sorted(queue.levels)
            for key, node in side.table.items():
                parent = node[PARENT]
                assert node[KEY] == key
                assert parent is None or side.table[parent[KEY]] is parent
            waiting = {id(node) for level in side.by_g.levels.values() for node in level}
            assert all(id(node) in waiting for node in side.in_order(self._sides[1 - turn], self._upper()))
        dead = sum(node[H] == math.inf for node in chain(*(side.table.values() for side in self._sides)))
        assert dead == status.dead_ends
        assert self._open_count(status) == sum(len(side.open_nodes()) for side in self._sides) <= status.peak


def _rounded_up(twice: Any, unit: Any) -> Any:  # Any: numbers of any type
    """Return half of a number, rounded up to a multiple of the unit if the arithmetic is exact."""
    if unit is not None and are_exact(twice, unit):
        return -(-twice // (2 * unit)) * unit
    if isinstance(twice, int):
        return twice // 2 if twice % 2 == 0 or abs(twice) > _EXACT else twice / 2
    return twice / 2


def _unlisted(goal: Any) -> InvalidProblemError:
    return InvalidProblemError(
        f"is_goal({short_repr(goal)}) returned True, but goal_states() didn't return this state; expected all goals. "
        "`check_problem` checks both methods",
        state=goal,
    )


def _line(node: Node | None) -> list[Node]:
    """Return a node and its ancestors."""
    found = []
    while node is not None:
        found.append(node)
        node = node[PARENT]
    return found
