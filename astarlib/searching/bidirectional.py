"""Bidirectional search: one side starts at the initial state, the other side at all goals, and they take turns."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from heapq import heappop, heappush
from itertools import chain
from numbers import Rational
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from astarlib._support.plain_values import is_number, plain_number
from astarlib.capabilities import (
    ResolvedProblem,
    backward_heuristic_of,
    cost_unit_of,
    edges_back_of,
    goal_states_of,
    require_capability,
)
from astarlib.errors import InvalidCostError, InvalidHeuristicError, InvalidProblemError, ProblemStateError, short_repr
from astarlib.events import Event, Finished, LowerBoundRaised, Progress, SolutionFound, Started
from astarlib.problem import A, S
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget, Counters, Edge, Stop, WorkingOn
from astarlib.searching.diagnosis import call_checked, checked_h, checked_key, is_iterable, why_they_have_no_sum
from astarlib.searching.journal import Journal
from astarlib.searching.node import ACTION, CLOSED, KEY, PARENT, STATE, G, H, Node, is_closed, stored_state
from astarlib.verification import is_close

BACK, COST, NUMBER = 6, 7, 8
"""Further fields of a node, after those in ``astarlib.searching.node``.

H is the estimate of the cost to the origin of the other side, and BACK of the cost from the side's own origin. COST is
the cost of the edge between the node and its parent. NUMBER is the number of edges generated up to the node. A node
always has a state. In the backward side, the edge leads from the node to its parent.
"""

EVENT_TYPES: Final[frozenset[type[Event]]] = frozenset((Started, LowerBoundRaised, SolutionFound, Progress, Finished))
"""The events of bidirectional engines. The other events describe one tree of paths from the initial state."""

Meeting: TypeAlias = tuple[Any, Node, Node]
"""A path from the initial state to a goal: its cost, and the forward and the backward node of the same state."""

_SOON: Final = 10_000  # More states than are stored between two polls.
_MANY_COSTS: Final = 1000
_EXACT: Final = 2**53  # Up to this number, a float represents every int.
_FIRST: Final = 0  # The number of the side that searches forward. The number of the other side is 1.


class _Levels:
    """A priority queue: lists of nodes by value, and a heap of the values. The newest node of a list comes first."""

    __slots__ = ("heap", "levels")

    def __init__(self) -> None:
        self.heap: list[Any] = []
        self.levels: dict[Any, list[Node]] = {}

    def put(self, value: Any, node: Node) -> None:
        """Add a node."""
        level = self.levels.get(value)
        if level is None:
            self.levels[value] = [node]
            heappush(self.heap, value)
        else:
            level.append(node)


class _Side:
    """The table of one search direction, and its frontier in up to three orders.

    The frontier contains stale nodes. A node is live if it's in the table and open, its state isn't closed on the other
    side, and its f is below the cost of the best solution. A node that isn't live never becomes live again, so
    `first` removes it. The queues can be made from the table at any time.
    """

    __slots__ = ("by_b", "by_f", "by_g", "table", "uses_h")

    def __init__(self, *, uses_h: bool) -> None:
        self.uses_h = uses_h
        self.table: dict[Any, Node] = {}
        self.clear()

    def clear(self) -> None:
        """Empty the queues."""
        self.by_b, self.by_f, self.by_g = _Levels(), _Levels(), _Levels()

    def put(self, node: Node) -> None:
        """Add an open node to the queues."""
        g = node[G]
        if self.uses_h:
            h = node[H]
            self.by_b.put((g + g + h - node[BACK], -g), node)
            self.by_f.put(g + h, node)
        self.by_g.put(g, node)

    def rebuild(self) -> None:
        """Make the queues from the table."""
        self.clear()
        for node in sorted(self.open_nodes(), key=itemgetter(NUMBER)):
            self.put(node)

    def open_nodes(self) -> list[Node]:
        """Return the nodes that aren't closed and aren't dead ends."""
        return [node for node in list(self.table.values()) if node[-1] is not CLOSED and node[H] < math.inf]

    def first(self, queue: _Levels, other: _Side, below: float) -> Node | None:
        """Return the first live node of a queue, or None. Remove the nodes before it."""
        heap, levels, table, others = queue.heap, queue.levels, self.table, other.table
        while heap:
            level = levels[heap[0]]
            while level:
                node = level[-1]
                key = node[2]
                stored = table.get(key)
                if stored is None:
                    raise lost(key)
                if stored is node and node[0] + node[1] < below:
                    twin = others.get(key)
                    if twin is None or twin[-1] is not CLOSED:
                        return node
                level.pop()
            del levels[heap[0]]
            heappop(heap)
        return None

    def least(self, other: _Side, below: float) -> tuple[Any, Any]:
        """Return the smallest g and the smallest f of the live nodes."""
        by_g, by_f = self.first(self.by_g, other, below), self.first(self.by_f, other, below)
        return math.inf if by_g is None else by_g[G], math.inf if by_f is None else by_f[G] + by_f[H]

    def in_order(self, other: _Side, below: float) -> list[Node]:
        """Return the live nodes in the order of expansion, without changing the queues."""
        live = [node for node in self.open_nodes() if node[G] + node[H] < below]
        live = [node for node in live if not is_closed(other.table.get(node[KEY], (None,)))]
        live.sort(key=itemgetter(NUMBER), reverse=True)
        if self.uses_h:
            live.sort(key=lambda node: (2 * node[G] + node[H] - node[BACK], -node[G]))
        else:
            live.sort(key=itemgetter(G))
        return live

    def growth(self) -> int:
        """Return the bytes of the larger dict that the table will need soon, or 0; see `NodeTable.growth`."""
        stored = len(self.table)
        room = 2 ** (3 * stored // 2).bit_length() * 2 // 3 - stored
        return 2 * sys.getsizeof(self.table) if room < max(stored // 50, _SOON) else 0


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


class _Expansion(NamedTuple):
    """An expansion that is being stored. Storing it twice has the same effect as storing it once."""

    side: int
    closed: Node
    children: tuple[Node, ...]
    after: _Status


class BidirectionalAlgorithm(Algorithm[S, A]):
    """The algorithm of BAE* and of bidirectional Dijkstra.

    Both sides take turns, one expansion per turn, the forward side first. A side expands its live node with the
    smallest b = 2g + h - h', where h' is the estimate of the cost from the origin of the side. Among equal b, it takes
    the largest g. Without heuristics, b is 2g. A solution is a state that both sides have generated. The search records
    the cheapest one as soon as it's generated.

    An expansion first calls the methods of the problem. Then one assignment to ``_pending`` describes all changes,
    which are applied to the tables. After an interrupt, `repair` applies them again.

    Parameters
    ----------
    problem, journal:
        See `Algorithm`.
    user:
        The text of the engine, for errors.
    uses_heuristic:
        True for BAE*. False for bidirectional Dijkstra, which calls no heuristic.
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
        self._sides = _Side(uses_h=uses_heuristic), _Side(uses_h=uses_heuristic)
        self._pending: _Expansion | None = None
        self._working: tuple[int, Node] | None = None
        self._reported = 0
        self._fault: InvalidHeuristicError | None = None
        self._known_costs: set[Any] = set()
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
        if not is_close(h, 0) and self._fault is None:
            self._fault = InvalidHeuristicError(
                f"{name}({short_repr(state)}) returned {h!r} for {role}; expected 0. BAE* needs consistent heuristics; "
                "if yours isn't consistent, use AStar",
                state=state, value=h,
            )  # fmt: skip

    # --- counters and bounds --------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        """The counts so far."""
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

    def lower_bound(self, *, cheap: bool = False) -> float:  # noqa: ARG002  # It always takes O(1) time.
        """Return the lower bound that was computed before the last turn. O(1)."""
        return min(self._status.bound, self._upper())

    def front(self) -> float | None:
        """Return the lower bound, because no single f describes both frontiers."""
        return self.lower_bound()

    def _current_bound(self, firsts: tuple[Node, Node]) -> float:
        """Return the lower bound from the first node of each side, which both exist."""
        one, other = firsts
        unit, upper = self._unit, self._upper()
        if not self._uses_h:
            return one[G] + other[G] + (0 if unit is None else unit)  # type: ignore[no-any-return]  # Any number.
        forward, backward = self._sides
        g_one, f_one = forward.least(backward, upper)
        g_other, f_other = backward.least(forward, upper)
        bound = max(f_one, f_other, g_one + g_other + (0 if unit is None else unit))
        twice = 2 * (one[G] + other[G]) + (one[H] - other[BACK]) + (other[H] - one[BACK])
        return _rounded_up(max(bound + bound, twice), unit)  # type: ignore[no-any-return]  # Any number.

    # --- search ---------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:  # noqa: C901  # It's one loop.
        """Expand states until a better solution is found, the best one is optimal, or the budget is used up."""
        if self._fault is not None:
            raise self._fault
        forward, backward = self._sides
        stop_at = min(budget.poll_at, budget.max_expanded)
        is_limited = min(budget.max_generated, budget.max_stored) < NO_LIMIT
        while True:
            status = self._status
            best = status.best
            upper = math.inf if best is None else best[0]
            if best is not None and status.solutions == 0 and upper <= budget.max_cost:
                self._status = status = status._replace(solutions=1)
            if status.solutions > self._reported:
                self._reported = status.solutions
                return Stop.FOUND
            one = forward.first(forward.by_b if self._uses_h else forward.by_g, backward, upper)
            other = backward.first(backward.by_b if self._uses_h else backward.by_g, forward, upper)
            bound = upper
            if one is not None and other is not None:
                bound = self._current_bound((one, other))
                if bound == math.inf:
                    raise _too_large(one, other)
                bound = min(upper, bound)
            if bound > status.bound:
                status = self._raise_bound(bound)
            if one is None or other is None or upper <= status.bound:
                if one is not None and other is not None and self._uses_h and status.checked_at < status.expanded:
                    self._check_firsts(one, other, budget.max_cost)
                    continue
                return Stop.COST if best is not None and status.solutions == 0 else Stop.DONE
            if status.bound > budget.max_cost:
                return Stop.COST
            is_full = is_limited and (status.generated >= budget.max_generated or self.stored() >= budget.max_stored)
            if status.expanded >= stop_at or is_full:
                return Stop.LIMIT if is_full or status.expanded >= budget.max_expanded else Stop.POLL
            turn = status.expanded % 2
            node = one if turn == _FIRST else other
            self._working = turn, node
            self._store(self._try_expand(turn, node, status, budget.max_cost))

    def _try_expand(self, turn: int, node: Node, status: _Status, max_cost: float) -> _Expansion:
        """Return the expansion of a node. Raise an error that names the fault if a method of the problem fails."""
        try:
            return self._expanded(turn, node, status, max_cost)
        except (MemoryError, InvalidProblemError):
            raise
        except Exception as error:
            self._explain(turn, node, error)
            if turn != _FIRST:  # `Search` adds this note for the forward side.
                error.add_note(
                    f"while expanding state {short_repr(node[STATE])} backward; you can run the search again"
                )
            raise

    def _check_firsts(self, one: Node, other: Node, max_cost: float) -> None:
        """Check the edges of the first node of each side, because the proof relies on both heuristics there.

        Neither is expanded. The bound holds if both heuristics are consistent on these edges, so an edge that leads to
        a better solution is missing on the other side.
        """
        status = self._status
        for turn, node in enumerate((one, other)):
            self._working = turn, node
            checked = self._try_expand(turn, node, status, max_cost)
            status = status._replace(evaluated=checked.after.evaluated)
            best = checked.after.best
            if best is not None and best is not status.best and not is_close(best[0], status.bound):
                raise InvalidProblemError(
                    f"predecessors doesn't agree with the steps out of the states: an edge of "
                    f"{short_repr(node[STATE])} leads to a solution that costs {best[0]!r}, less than the proved bound "
                    f"{status.bound!r}. `check_problem` names the edge",
                    state=node[STATE],
                )  # fmt: skip
        self._status = status._replace(checked_at=status.expanded)
        self._working = None

    def _raise_bound(self, bound: float) -> _Status:
        status = self._status
        if self.journal is not None and self.journal.bounds:
            self.journal.append(LowerBoundRaised(bound, status.expanded, status.generated, self.stored()))
        self._status = status = status._replace(bound=bound, expanded_before_bound=status.expanded)
        return status

    def _expanded(  # noqa: C901, PLR0912, PLR0915  # one expansion
        self, turn: int, node: Node, status: _Status, max_cost: float
    ) -> _Expansion:
        """Return the expansion of a node. This calls the methods of the problem and changes nothing."""
        table, twins = self._sides[turn].table, self._sides[1 - turn].table
        state_key, heuristic, back_h = self.problem.state_key, self.problem.heuristic, self._back_h
        known_costs, inf = self._known_costs, math.inf
        parent: Node = (*node, CLOSED)
        g, h, back = node[G], node[H], node[BACK]
        generated, evaluated, dead_ends, best = status.generated, status.evaluated, status.dead_ends, status.best
        upper = inf if best is None else best[0]
        children: dict[Any, Node] = {}
        for action, next_state, step_cost in self._edges[turn](node[STATE]):
            generated += 1
            if type(step_cost) is not int or step_cost not in known_costs:
                step_cost = plain_number(step_cost)  # noqa: PLW2901
                if not 0 <= step_cost < inf:  # This is also true for NaN.
                    raise ValueError
                if self._unit is not None:
                    self._check_unit(turn, node, action, next_state, step_cost)
                if type(step_cost) is int and len(known_costs) < _MANY_COSTS:
                    known_costs.add(step_cost)
            key = next_state if state_key is None else state_key(next_state)
            known, twin = table.get(key), twins.get(key)
            if key in children:
                known = children[key]
            if known is not None:
                next_h, next_back = known[H], known[BACK]
            elif back_h is None:
                next_h = next_back = 0
            elif twin is not None:
                next_h, next_back = twin[BACK], twin[H]
            else:
                next_h, next_back = plain_number(heuristic(next_state)), plain_number(back_h(next_state))
                evaluated += 2
                if not (next_h >= 0 and next_back >= 0):
                    raise ValueError
                if turn != _FIRST:
                    next_h, next_back = next_back, next_h
            if h > step_cost + next_h or next_back > step_cost + back:
                self._check_consistent(turn, node, (action, next_state, step_cost), next_h, next_back)
            next_g = g + step_cost
            if known is not None and next_g >= known[G]:
                continue
            if known is not None and known[-1] is CLOSED:
                if not is_close(next_g, known[G]):
                    raise _inconsistent_state(turn, next_state, next_g, known[G])
                continue  # Rounding makes this path cheaper.
            total = next_g + next_h
            if not (total < inf or next_h == inf > next_g):
                raise ValueError
            child = (next_g, next_h, key, parent, action, next_state, next_back, step_cost, generated)
            if next_h == inf:
                dead_ends += known is None
            elif twin is not None and next_g + twin[G] < upper:
                upper = next_g + twin[G]
                best = (upper, child, twin) if turn == _FIRST else (upper, twin, child)
            children.pop(key, None)  # The children are in the order of their numbers.
            children[key] = child
        expanded, solutions = status.expanded + 1, status.solutions
        if best is not status.best and (solutions > 0 or upper <= max_cost):
            solutions += 1
        new = sum(key not in table for key in children)
        nearest = status.nearest
        if turn == _FIRST and self._uses_h:
            for key, child in children.items():
                if child[H] < (children[nearest] if nearest in children else table[nearest])[H]:
                    nearest = key
        after = _Status(
            expanded, generated, evaluated, dead_ends,
            max(status.peak, self.stored() + new - dead_ends - expanded),
            solutions, best, status.bound, status.expanded_before_bound, nearest, status.checked_at,
        )  # fmt: skip
        return _Expansion(turn, parent, tuple(children.values()), after)

    def _store(self, expansion: _Expansion) -> None:
        """Store an expansion. This may be interrupted at any instruction."""
        self._pending = expansion
        side = self._sides[expansion.side]
        table = side.table
        table[expansion.closed[KEY]] = expansion.closed
        for child in expansion.children:
            table[child[KEY]] = child
            if child[H] < math.inf:
                side.put(child)
        self._status = expansion.after
        self._pending = None
        self._working = None

    def repair(self) -> None:
        """Store the interrupted expansion, and make the queues from the tables."""
        pending = self._pending
        if pending is not None:
            _apply(pending, self._sides[pending.side].table)
            self._status = pending.after
            self._pending = None
        for side in self._sides:
            side.rebuild()
        self._working = None

    def growth(self) -> int:
        """Return the bytes of the larger tables that will be allocated soon, or 0."""
        return sum(side.growth() for side in self._sides)

    # --- faults of the problem ------------------------------------------------------------------------------------

    def working_on(self) -> WorkingOn | None:
        """Return the state that the forward side is expanding. The backward side explains its own errors."""
        if self._working is None or self._pending is not None:
            return None
        turn, node = self._working
        return WorkingOn(node[STATE], node[G]) if turn == _FIRST else None

    def _check_unit(self, turn: int, node: Node, action: Any, next_state: Any, cost: Any) -> None:
        """Raise InvalidCostError unless a cost is a whole multiple of the unit, and at least 1 times the unit."""
        unit = self._unit
        if unit is not None and not is_multiple(cost, unit):
            tail, head = _ends(turn, node[STATE], next_state)
            raise InvalidCostError(
                f"the step {short_repr(action)} from {short_repr(tail)} to {short_repr(head)} costs {cost!r}; expected "
                f"a whole multiple of cost_unit, which is {unit!r}, and at least that. Correct cost_unit, or set it to "
                "None",
                state=tail, action=action, value=cost,
            )  # fmt: skip

    def _check_consistent(
        self, turn: int, node: Node, edge: tuple[Any, Any, Any], next_h: float, next_back: float
    ) -> None:
        """Raise InvalidHeuristicError that names the edge, unless rounding explains the difference."""
        action, next_state, cost = edge
        pairs = ((node[H], cost + next_h, next_h), (next_back, cost + node[BACK], node[BACK]))
        names = ("heuristic", "backward_heuristic")
        for (larger, limit, smaller), name in zip(pairs, names if turn == _FIRST else names[::-1], strict=True):
            if larger > limit and not is_close(larger, limit):
                tail, head = _ends(turn, node[STATE], next_state)
                one, other = (tail, head) if name == "heuristic" else (head, tail)
                raise InvalidHeuristicError(
                    f"{name} isn't consistent at the step {short_repr(action)} from {short_repr(tail)} to "
                    f"{short_repr(head)}, which costs {cost!r}: {name}({short_repr(one)}) is {larger!r}, more than "
                    f"that cost plus {name}({short_repr(other)}), which is {smaller!r}. BAE* needs a consistent "
                    "heuristic; use AStar",
                    state=tail, action=action, value=larger,
                )  # fmt: skip

    def _explain(self, turn: int, node: Node, error: Exception) -> None:
        """Raise an error that names the fault of ``predecessors`` or of a heuristic. Return if there is none here.

        `Search` finds the faults of the forward methods.
        """
        problem, state, back_h = self.problem, node[STATE], self._back_h
        if turn == _FIRST:
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

    def _steps(self, state: S) -> list[tuple[A, S]]:
        """Return the steps out of a state. Return none if a method fails, because `Search` reports that."""
        try:
            steps = [(action, next_state) for action, next_state, _ in self.problem.edges(state)]
            for _, next_state in steps:
                checked_key(self.problem, next_state)
        except Exception:  # noqa: BLE001  # A user's code can raise anything.
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
        """Return the path to the first state of the forward side with the smallest h; None if h isn't evaluated."""
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
        """Return the cheapest known path to a state of the forward side; KeyError if it isn't stored."""
        node = self._sides[0].table.get(self._key(state))
        return super().path_to(state) if node is None else self._path(node)

    def path_from(self, state: S) -> Path[S, A]:
        """Return the cheapest known path from a state of the backward side to a goal; KeyError if it isn't stored."""
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
        """Yield the states of the backward side, in the order in which they were first generated."""
        return self._stored_states(1)

    def _stored_states(self, side: int) -> Iterator[StoredState]:
        for node in list(self._sides[side].table.values()):
            yield stored_state(node, STATE, closed=is_closed(node))

    def frontier(self) -> Iterator[StoredState]:
        """Yield the frontier of the forward side, in the order in which its states would be expanded."""
        return self._stored_frontier(0)

    def backward_frontier(self) -> Iterator[StoredState]:
        """Yield the frontier of the backward side, in the order in which its states would be expanded."""
        return self._stored_frontier(1)

    def _stored_frontier(self, side: int) -> Iterator[StoredState]:
        for node in self._sides[side].in_order(self._sides[1 - side], self._upper()):
            yield stored_state(node, STATE, closed=False)

    def sample(self, n: int) -> Iterator[Edge]:
        """Yield about ``n`` stored edges: the initial state, then edges of both sides, evenly spaced."""
        for node in _spaced(self._sides[0].table.values(), n // 2):
            parent = node[PARENT]
            yield Edge(
                node[STATE], node[G], node[H],
                None if parent is None else parent[STATE],
                None if parent is None else parent[G],
                node[ACTION], is_closed(node),
            )  # fmt: skip
        for node in _spaced(self._sides[1].table.values(), n // 2):
            parent = node[PARENT]
            if parent is not None:  # The edge leads from the node to its parent.
                yield Edge(parent[STATE], node[COST], parent[BACK], node[STATE], 0, node[ACTION])

    # --- files ----------------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        """Return the tables and the counters, as after the expansion that is being stored."""
        pending, status = self._pending, self._status
        tables = [dict(side.table) for side in self._sides]
        if pending is not None:
            _apply(pending, tables[pending.side])
            status = pending.after
        best = status.best
        return {
            "sides": [_rows(table) for table in tables],
            "status": tuple(status._replace(best=None, nearest=None)),
            "meeting": None if best is None else (best[0], _row_of(tables[0], best[1]), _row_of(tables[1], best[2])),
            "nearest": list(tables[0]).index(status.nearest),
            "reported": self._reported,
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore a dump. Raise ValueError if the goals differ."""
        key_of = self.problem.state_key
        goals = {node[KEY] for node in self._sides[1].table.values() if node[PARENT] is None}
        tables = [_table(rows, key_of) for rows in dumped["sides"]]
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
        self._pending = self._working = None
        for side, table in zip(self._sides, tables, strict=True):
            side.table = table
            side.rebuild()

    def _check(self) -> None:
        """Assert all invariants. Only tests call this, between runs."""
        assert self._pending is None
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


def listed_goals(problem: ResolvedProblem[S, A]) -> list[S]:
    """Return the goals of a problem. Raise InvalidProblemError if its method fails."""
    goals_of = goal_states_of(problem.problem)
    listed: Any = call_checked("goal_states()", goals_of or list, None, None, None)
    if not is_iterable(listed):
        raise InvalidProblemError(
            f"goal_states() returned {short_repr(listed)}; expected an iterable of states. Did you forget `return`?"
        )
    return call_checked("goal_states()", lambda: list(listed), None, None, None)


def checked_back_h(
    backward_heuristic: Callable[[Any], float], state: Any, *, action: Any = None, cause: Exception | None = None
) -> float:
    """Return the backward h of a state after checking that it's a number of at least 0. See `checked_h`."""
    where = f"backward_heuristic({short_repr(state)})"
    call = partial(backward_heuristic, state)
    value = plain_number(call_checked(where, call, state, action, cause, InvalidHeuristicError))
    if not is_number(value, 0, math.inf):
        hint = " Did you forget `return`?" if value is None else ""
        raise InvalidHeuristicError(
            f"{where} returned {value!r}; expected a number >= 0 (inf if no path leads to the state).{hint}",
            state=state, action=action, value=value,
        ) from cause  # fmt: skip
    return value  # type: ignore[no-any-return]  # It's a number.


def _rounded_up(twice: Any, unit: Any) -> Any:  # Any: numbers of any type
    """Return half of a number, rounded up to a multiple of the unit if the arithmetic is exact."""
    if unit is not None and _are_exact(twice, unit):
        return -(-twice // (2 * unit)) * unit
    if isinstance(twice, int):
        return twice // 2 if twice % 2 == 0 or abs(twice) > _EXACT else twice / 2
    return twice / 2


def _are_exact(*numbers: Any) -> bool:  # Any: numbers of any type
    """Return True for ints and fractions."""
    return all(isinstance(number, (int, Rational)) for number in numbers)


def is_multiple(cost: Any, unit: Any) -> bool:  # Any: numbers of any type
    """Return True if a cost is a whole multiple of the unit, up to rounding for floats, and at least the unit."""
    if not cost >= unit:
        return False
    if _are_exact(cost, unit):
        return bool(cost % unit == 0)
    times = cost / unit
    return is_close(times, round(times))


def _inconsistent_state(turn: int, state: Any, g: float, closed_g: float) -> InvalidHeuristicError:
    path = "to" if turn == _FIRST else "from"
    return InvalidHeuristicError(
        f"the heuristics aren't consistent: a path {path} {short_repr(state)} costs {g!r}, but this state was already "
        f"expanded with a cost of {closed_g!r}. BAE* needs consistent heuristics; use AStar",
        state=state, value=closed_g,
    )  # fmt: skip


def _too_large(one: Node, other: Node) -> InvalidCostError:
    return InvalidCostError(
        f"the cost {one[G]!r} from the initial state to {short_repr(one[STATE])} and the cost {other[G]!r} from "
        f"{short_repr(other[STATE])} to a goal have no finite sum; use a larger unit for costs and heuristic",
        state=one[STATE], value=one[G],
    )  # fmt: skip


def lost(key: Any) -> ProblemStateError:
    """Return the error that a stored state isn't found under its key any more."""
    return ProblemStateError(
        f"the stored state {short_repr(key)} can't be found again, because its __hash__ or __eq__ has changed. A state "
        "must not change; return a new one from result(state, action)",
        value=key,
    )


def _ends(turn: int, state: Any, next_state: Any) -> tuple[Any, Any]:
    """Return the tail and the head of an edge that was found when ``state`` was expanded."""
    return (state, next_state) if turn == _FIRST else (next_state, state)


def checked_edges_back(call: Callable[[], Any], state: Any, error: Exception) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the edges into a state after checking their form."""
    where = f"predecessors({short_repr(state)})"
    found = call_checked(where, call, state, None, error)
    if not is_iterable(found):
        raise InvalidProblemError(
            f"{where} returned {short_repr(found)}; expected an iterable of edges. Did you forget `return`?",
            state=state, value=found,
        ) from error  # fmt: skip
    for edge in call_checked(where, lambda: list(found), state, None, error):
        if not isinstance(edge, (tuple, list)) or len(edge) != 3:
            raise InvalidProblemError(
                f"{where} returned the edge {short_repr(edge)}; expected (action, previous_state, cost)",
                state=state, value=edge,
            ) from error  # fmt: skip
        yield edge[0], edge[1], plain_number(edge[2])


def check_edge_back(
    problem: ResolvedProblem[Any, Any], state: Any, edge: tuple[Any, Any, Any], error: Exception
) -> None:
    """Raise an error if the state or the cost of an edge into ``state`` isn't valid."""
    action, previous, cost = edge
    checked_key(problem, previous, parent=state, action=action, cause=error)
    if not is_number(cost, 0, math.nextafter(math.inf, 0)):
        raise InvalidCostError(
            f"predecessors({short_repr(state)}) returned the cost {short_repr(cost)} for the action "
            f"{short_repr(action)} from {short_repr(previous)}; expected a finite number >= 0",
            state=state, action=action, value=cost,
        ) from error  # fmt: skip


def no_finite_sum(state: Any) -> InvalidCostError:
    """Return the error that the costs of a path from an edge into ``state`` to a goal are too large."""
    return InvalidCostError(
        f"the costs of a path from an edge of predecessors({short_repr(state)}) to a goal have no finite sum; use a "
        "larger unit for costs and heuristic",
        state=state,
    )


def _line(node: Node | None) -> list[Node]:
    """Return a node and its ancestors."""
    found = []
    while node is not None:
        found.append(node)
        node = node[PARENT]
    return found


def _spaced(nodes: Iterable[Node], n: int) -> list[Node]:
    """Return about n nodes, evenly spaced, the first one included."""
    listed = list(nodes)
    return listed[:: max(1, len(listed) // n)]


def _apply(expansion: _Expansion, table: dict[Any, Node]) -> None:
    """Store the nodes of an expansion in the table of its side."""
    table[expansion.closed[KEY]] = expansion.closed
    for child in expansion.children:
        table[child[KEY]] = child


def _row_of(table: dict[Any, Node], node: Node) -> int:
    return list(table).index(node[KEY])


_COLUMNS: Final = {"g": G, "h": H, "actions": ACTION, "states": STATE, "back": BACK, "costs": COST, "numbers": NUMBER}


def _rows(table: dict[Any, Node]) -> dict[str, Any]:
    """Return the nodes of a table as flat columns, in the order of the table."""
    nodes = list(table.values())
    rows = {key: number for number, key in enumerate(table)}
    columns: dict[str, Any] = {name: [node[at] for node in nodes] for name, at in _COLUMNS.items()}
    columns["parents"] = array("q", [-1 if node[PARENT] is None else rows[node[PARENT][KEY]] for node in nodes])
    columns["closed"] = bytes(node[-1] is CLOSED for node in nodes)
    return columns


def _table(columns: Mapping[str, Any], key_of: Callable[[Any], Any] | None) -> dict[Any, Node]:
    """Return the table with the given columns. A parent has a smaller number than its children."""
    parents, closed = columns["parents"], columns["closed"]
    table: dict[Any, Node] = {}
    nodes: list[Node] = [()] * len(closed)
    for state in columns["states"]:
        table[state if key_of is None else key_of(state)] = ()
    keys = list(table)
    if len(keys) != len(nodes):
        raise ValueError("a state is stored twice")
    for row in sorted(range(len(nodes)), key=columns["numbers"].__getitem__):
        g, h, action, state, back, cost, number = (columns[name][row] for name in _COLUMNS)
        parent = nodes[parents[row]] if parents[row] >= 0 else None
        node: Node = (g, h, keys[row], parent, action, state, back, cost, number)
        table[keys[row]] = nodes[row] = (*node, CLOSED) if closed[row] else node
    return table
