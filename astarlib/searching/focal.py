"""Search within a factor of the optimum by the number of steps to go, for costs that differ a lot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import Any, ClassVar, Final

from astarlib._support.plain_values import is_number, plain_value
from astarlib.errors import InvalidHeuristicError, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, steps_to_go_of
from astarlib.searching.algorithm import Budget, Stop
from astarlib.searching.diagnosis import call_checked, lost
from astarlib.searching.journal import Journal
from astarlib.searching.node import KEY, G, H, Node, state_index
from astarlib.searching.node_table import NodeTable, NodeTableAlgorithm
from astarlib.searching.open_list import RETRY, FLevel, OpenList, Rank
from astarlib.searching.parameters import Priority, exact_priority

BY_STEPS, BY_WEIGHT, BY_COST = range(3)
TURNS: Final = (BY_STEPS, BY_WEIGHT, BY_STEPS, BY_COST)
"""The orders from which the next expansions take their state, in turn."""


def steps_of(steps_to_go: Callable[[S], float], state: S) -> float:
    """Return the steps to go of a state. Raise InvalidHeuristicError if they aren't a number >= 0."""
    value = plain_value(
        call_checked(
            lambda: f"steps_to_go({short_repr(state)})",
            lambda: steps_to_go(state), state, None, None, InvalidHeuristicError,
        )
    )  # fmt: skip
    if not is_number(value, 0, math.inf):
        raise InvalidHeuristicError(
            f"steps_to_go({short_repr(state)}) returned {value!r}; expected a number >= 0", state=state, value=value
        )
    return value  # type: ignore[no-any-return]  # It's a number.


class FocalList(OpenList):
    """A frontier in three orders: by f = g + h, and, up to a limit of f, by steps to go and by g + weight × h.

    The frontier itself is ordered by f, and a bucket has the nodes with the same f, steps to go and h. The two other
    orders are heaps of such buckets. They follow from the frontier, so nothing else has to be saved or repaired.
    """

    __slots__ = ("_heaps", "_later", "limit", "max_cost", "steps", "weight")

    def __init__(self, weight: float, steps: dict[Any, float]) -> None:
        super().__init__(lambda g, h: (g + h, h), oldest_first=False)
        self.weight: float = weight
        self.steps: dict[Any, float] = steps
        """The steps to go of each stored state, by key. If a key is missing, h takes their place."""
        self.limit: float = -math.inf
        """The largest f of a node in the two heaps."""
        self.max_cost: float = math.inf
        """The cost limit of the run."""
        self._heaps: tuple[list[Any], list[Any]] = [], []  # Any: the sort key, f, and the second sort key of a bucket
        self._later: list[float] = []
        """A heap of the values of f above the limit."""

    def rank_of(self, node: Node) -> Rank:
        return node[G] + node[H], (self.steps.get(node[KEY], node[H]), node[H])

    def sort_key(self, order: int, rank: Rank) -> Any:  # Any: numbers of the user's type
        """Return the sort key of a bucket in an order."""
        f, (steps, h) = rank
        if order == BY_STEPS:
            return steps, f
        return (exact_priority(Priority.LINEAR, self.weight - 1, f, h), h) if order == BY_WEIGHT else (f, steps)

    def put(self, node: Node) -> None:
        rank = self.rank_of(node)
        f, bucket = rank[0], self._bucket(*rank)
        is_in_heaps = type(bucket) is list and len(bucket) > 0
        if f > self.limit and f not in self.levels:
            heappush(self._later, f)
        super().put(node)
        if f <= self.limit and not is_in_heaps:
            self._add(rank)

    def _add(self, rank: Rank) -> None:
        for order, heap in enumerate(self._heaps):
            heappush(heap, (self.sort_key(order, rank), *rank))

    def limit_for(self, bound: float) -> float:
        """Return the largest f that the next expansion may have if a lower bound is proved."""
        limit = exact_priority(Priority.LINEAR, self.weight, 0, bound)  # A Decimal may be rounded down.
        return min(max(limit, bound), self.max_cost)

    def move_limit(self, limit: float) -> None:
        """Add the nodes up to a higher limit to the heaps, or begin again with a lower one."""
        if limit < self.limit:
            self.limit = -math.inf
        if self.limit == -math.inf:
            self._heaps = [], []
            self._later = [f for f in self.levels if f != RETRY]
            heapify(self._later)
        while len(self._later) > 0 and self._later[0] <= limit:
            f = heappop(self._later)
            for second, _ in self.at(f) if f in self.levels else ():
                self._add((f, second))
        self.limit = limit

    def rebuild(self, is_live: Callable[[float, Node], bool]) -> None:
        super().rebuild(is_live)
        self.limit = -math.inf

    def first(self, order: int, is_open: Callable[[Node], bool], front: Node) -> Node:
        """Return the first node up to the limit in the order ``BY_STEPS`` or ``BY_WEIGHT``. ``front`` is one of them.
        Raise ProblemStateError if it isn't found again.
        """
        heap = self._heaps[order]
        while len(heap) > 0:
            _, f, second = heap[0]
            bucket = self._bucket(f, second)
            if len(bucket) > 0 and is_open(bucket[-1]):
                return bucket[-1]  # type: ignore[no-any-return]  # a node
            if type(bucket) is list and len(bucket) > 0:
                bucket.pop()
            else:
                heappop(heap)
        raise lost(front[KEY])

    def _bucket(self, f: float, second: Any) -> Any:  # Any: a bucket, and numbers of the user's type
        """Return the nodes with this rank, the next one last; a tuple if there is at most one."""
        level = self.levels.get(f, ())
        if type(level) is not FLevel:
            return (level,) if len(level) > 0 and self.rank_of(level)[1] == second else ()
        bucket = level.buckets.get(second, ())
        return (bucket,) if type(bucket) is tuple and len(bucket) > 0 else bucket

    def _check(self) -> None:
        super()._check()
        ranks = {(f, second) for f in self.levels if f <= self.limit and f != RETRY for second, _ in self.at(f)}
        ranks = {rank for rank in ranks if type(bucket := self._bucket(*rank)) is list and len(bucket) > 0}
        for heap in self._heaps:
            assert ranks <= {(f, second) for _, f, second in heap}
        assert {f for f in self.levels if f > self.limit > -math.inf} <= set(self._later)

    def take(self, node: Node) -> None:
        """Remove the last node of a bucket. A node that is alone stays, and is stale once it's expanded."""
        bucket = self._bucket(*self.rank_of(node))
        if type(bucket) is not tuple:
            bucket.pop()


class FocalTable(NodeTable):
    """A node table whose frontier is a `FocalList`."""

    __slots__ = ()
    open_list: FocalList  # pyright: ignore[reportIncompatibleVariableOverride]  # The search makes only this kind.

    def order(self) -> int:
        """Return the order from which the next expansion takes its state."""
        return TURNS[self.counters.expanded % len(TURNS)]

    def entries(self) -> Iterator[Node]:
        """Yield the live entries of the frontier, the next one first, in the current order."""
        frontier, entries = self.open_list, list(super().entries())
        again = set(map(id, self.unfinished()))
        if frontier.heap[:1] == [RETRY]:
            again.update(id(node) for _, bucket in frontier.at(RETRY) for node in bucket)
        bound = min((node[G] + node[H] for node in entries if id(node) not in again), default=0)
        limit = frontier.limit_for(max(bound, self.max_f))

        def sort_key(node: Node) -> Any:  # Any: numbers of the user's type
            if id(node) in again:
                return (0,)
            rank = frontier.rank_of(node)
            order = self.order() if rank[0] <= limit else BY_COST
            return 1 + (rank[0] > limit), frontier.sort_key(order, rank)

        return iter(sorted(entries, key=sort_key))


class FocalAlgorithm(NodeTableAlgorithm[S, A]):
    """The algorithm of focal search with alternating orders.

    The smallest f = g + h that was at the front of the frontier is a lower bound on the cost of a solution. All states
    with an f of at most ``weight`` times this bound are candidates. The expansions take in turn the candidate with the
    fewest steps to go, with the smallest g + weight × h, with the fewest steps to go, and with the smallest f.

    The turn follows from the number of expansions, and the orders from the frontier. A state that is removed from the
    middle of the frontier may leave a stale entry, which is dropped when its f is at the front.
    """

    has_many_starts: ClassVar[bool] = True
    _nodes: FocalTable

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, weight: float) -> None:
        self._steps_to_go = steps_to_go_of(problem.problem)
        table = FocalTable(FocalList(weight, {}), state_index(problem))
        super().__init__(problem, journal, table, uses_heuristic=True, f_is_lower_bound=True)
        self._use_capabilities()
        for root in self._roots():
            self._estimate_steps(root)
            self._insert_root(root)

    def _estimate_steps(self, node: Node) -> None:
        """Store the steps to go of a node, unless they are known or the problem doesn't estimate them."""
        estimate, steps, state = self._steps_to_go, self._nodes.open_list.steps, node[self._nodes.state_at]
        if estimate is None or node[H] == math.inf or node[KEY] in steps:
            return
        steps[node[KEY]] = steps_of(estimate, state)

    def _place(self, node: Node) -> Callable[[Node], None]:
        self._estimate_steps(node)
        return self._nodes.open_list.put

    def advance(self, budget: Budget) -> Stop:  # noqa: C901  # one expansion
        """Expand states until a goal is found, nothing is left to expand or the budget is used up.
        See `BestFirstAlgorithm.advance` for the rules that make an interrupt harmless.
        """
        nodes, frontier, problem = self._nodes, self._nodes.open_list, self._searched()
        if self._goal is not None:
            nodes.counters.solutions = 1
            return Stop.DONE
        self._begin_slice(budget, lambda g, h: g + h)
        frontier.max_cost = budget.max_cost
        while True:
            found = self._front()
            if found is None:
                return self._exhausted()
            f, node = found
            if f != RETRY:
                if f > budget.max_cost:
                    return Stop.COST
                if f > nodes.max_f:
                    self._log_bound(f)
                    nodes.expanded_before_max_f = nodes.counters.expanded
                    nodes.max_f = f
                limit = frontier.limit_for(nodes.max_f)
                if limit != frontier.limit:
                    frontier.move_limit(limit)
                if (order := nodes.order()) != BY_COST:
                    node = frontier.first(order, nodes.is_open, node)
            if self._is_goal(node[nodes.state_at]):
                self._goal = node
                nodes.counters.solutions = 1
                return Stop.DONE
            if (stop := self._used_up(budget)) is not None:
                return stop
            nodes.expanding = node
            if f == RETRY:
                frontier.drop()
            else:
                frontier.take(node)
            self._expand(node, problem)

    def dump(self) -> Mapping[str, Any]:
        goals, steps = [] if self._goal is None else [self._goal], self._nodes.open_list.steps
        keys = list(self._nodes.table)
        return {**self._dump_nodes(goals), "steps": [steps.get(key) for key in keys]}

    def load(self, dumped: Mapping[str, Any]) -> None:
        steps, values = self._nodes.open_list.steps, dumped["steps"]
        self._nodes.open_list.limit = -math.inf
        goals = self._restore_nodes(dumped)
        steps.update((key, value) for key, value in zip(self._nodes.table, values, strict=True) if value is not None)
        self._goal = goals[0] if len(goals) > 0 else None
