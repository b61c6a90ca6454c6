"""Anytime search: a first solution soon, better ones later, and a proof at the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path
from astarlib.searching.algorithm import Budget, Counters, Stop, WorkingOn
from astarlib.searching.journal import Journal
from astarlib.searching.node import KEY, G, H, Node, state_index
from astarlib.searching.node_table import NodeTable, NodeTableAlgorithm
from astarlib.searching.open_list import RETRY, OpenList
from astarlib.searching.parameters import finite_f, is_within


def bound_interval(expanded: int) -> int:
    """Return the number of expansions between two computations of the lower bound.
    There are four to eight of them while the expansions double. That keeps the cost of an expansion constant.
    """
    return max(256, (1 << expanded.bit_length()) // 8)


def next_weight(weights: tuple[float, ...], index: int, best: float, proved: float) -> int:
    """Return the index of the next weight that isn't proved for a solution of cost ``best``, or the last."""
    last = len(weights) - 1
    if best == math.inf:
        return index
    return next((i for i in range(min(index + 1, last), last) if not is_within(best, weights[i], proved)), last)


class _Iteration(OpenList):
    """The open list of one iteration, ordered by g + weight * h."""

    __slots__ = ("closed", "index", "weight")

    def __init__(self, weights: tuple[float, ...], index: int) -> None:
        self.index: int = index
        self.weight: float = weights[index]
        self.closed: set[Any] = set()
        """The keys of the states that were expanded in this iteration."""
        super().__init__(self._rank, oldest_first=False)

    def f(self, g: float, h: float) -> float:
        """Return the priority of a state."""
        return finite_f(self.weight, g, h)

    def _rank(self, g: float, h: float) -> tuple[float, float]:
        return self.f(g, h), h


class AnytimeAlgorithm(NodeTableAlgorithm[S, A]):
    """The algorithm of anytime repairing A* (ARA*), and of anytime weighted A*.

    In ARA*, each iteration is a weighted A* search that expands no state twice. The next iteration has a smaller
    weight. It starts with the states that are open, and with those that got a cheaper path after they were expanded.
    Anytime weighted A* has one iteration, which expands a state again when it gets a cheaper path.

    The algorithm records a solution as soon as its goal is generated. It parks goals, states that can't lead to a
    cheaper solution, states above the cost limit, and states that wait for the next iteration.

    With ``repair``, it's ARA*, which ends when the last weight is proved as a bound. Otherwise, it ends with an optimal
    solution.
    """

    has_many_starts: ClassVar[bool] = True
    _table_type: ClassVar[type[NodeTable]] = NodeTable

    def __init__(
        self, problem: ResolvedProblem[S, A], journal: Journal | None, weights: tuple[float, ...], *, repair: bool
    ) -> None:
        nodes = self._table_type(_Iteration(weights, 0), state_index(problem))
        super().__init__(problem, journal, nodes, uses_heuristic=True, f_is_lower_bound=False)
        self._use_capabilities()
        self._weights, self._repair = weights, repair
        self._factor = weights[-1] if repair else 1
        self._goals: list[Node] = []
        self._reported = 0
        self._untested: set[Any] = set()  # The keys of stored states that aren't goal-tested yet.
        self._bound: float = 0
        self._checked_at = 0
        """The number of expansions after which the lower bound was computed last."""
        for root in self._roots():
            self._untested.add(root[KEY])
            self._insert_root(root)

    @property
    def counters(self) -> Counters:
        counters = super().counters
        counters.solutions = len(self._goals)
        return counters

    def lower_bound(self, *, cheap: bool = False) -> float:
        bound = self._bound if cheap else max(self._bound, super().lower_bound())
        return min(bound, self._incumbent_cost()) if len(self._goals) > 0 else bound

    def incumbent(self) -> Path[S, A] | None:
        return self._path(self._goals[-1]) if len(self._goals) > 0 else None

    def _incumbent_cost(self) -> float:
        return self._goals[-1][G] if len(self._goals) > 0 else math.inf

    def working_on(self) -> WorkingOn | None:
        on = super().working_on()
        return None if on is None else on._replace(tests_successors=True)

    def advance(self, budget: Budget) -> Stop:
        """Expand states until a better solution is found, the guarantee holds, or the budget is used up.
        See `BestFirstAlgorithm.advance` for the rules that make an interrupt harmless. In addition, a goal is noted
        before it enters the table.
        """
        nodes, counters, problem = self._nodes, self._nodes.counters, self._searched()
        if self._bound == math.inf:
            return Stop.DONE
        self._begin_slice(budget, self._iteration.f)
        while True:
            if len(self._goals) > self._reported:
                self._reported = len(self._goals)
                return Stop.FOUND
            if self._checked_at != counters.expanded and self._is_bound_due():
                self._raise_bound(self.lower_bound())
                self._checked_at = counters.expanded
                is_proved = is_within(self._incumbent_cost(), self._factor, self._bound)
                return Stop.DONE if is_proved else Stop.POLL
            found = self._front()
            if found is None or (self._repair and found[0] != RETRY and found[0] >= self._incumbent_cost()):
                return self._next_iteration()
            first, node = found
            total = node[G] + node[H]
            if first != RETRY and (total >= self._incumbent_cost() or total > budget.max_cost):
                self._park(node)
                continue
            if node[KEY] in self._untested and self._is_goal(node[nodes.state_at]):
                self._goals.append(node)
                self._park(node)
                continue
            if (stop := self._used_up(budget)) is not None:
                return stop
            nodes.expanding = node
            self._iteration.drop()
            self._expand(node, problem)

    @property
    def _iteration(self) -> _Iteration:
        return self._nodes.open_list  # type: ignore[return-value]  # `_nodes` is created with an `_Iteration`.

    def _is_bound_due(self) -> bool:
        """Return True if the lower bound should be computed. The answer depends only on the counters, so that a search
        that stops because of its bound stops at the same expansion in every run.
        """
        expanded = self._nodes.counters.expanded
        return len(self._goals) > 0 and expanded % bound_interval(expanded) == 0

    def _place(self, node: Node) -> Callable[[Node], None]:
        """Return the function for the open list. In addition, note a solution, and a state that isn't goal-tested."""
        iteration = self._iteration
        if node[G] + node[H] > self._max_cost or (self._goals and node[G] >= self._goals[-1][G]):
            self._untested.add(node[KEY])
        elif self._is_goal(node[self._nodes.state_at]):
            self._goals.append(node)
            return iteration.park
        return iteration.park if node[KEY] in iteration.closed else iteration.put

    def _note_expansion(self, node: Node) -> None:
        if self._repair:
            self._iteration.closed.add(node[KEY])

    def _next_iteration(self) -> Stop:
        """Begin the next iteration, with a smaller weight if there is a solution, and return `Stop.POLL`, or another
        `Stop`.
        """
        nodes, best, old = self._nodes, self._incumbent_cost(), self._iteration
        entries = list(nodes.entries())
        bound = min((node[G] + node[H] for node in entries), default=math.inf)
        proved = max(self._bound, min(bound, best))
        if best < math.inf and is_within(best, self._factor, proved):
            self._raise_bound(proved)
            return Stop.DONE
        if best == math.inf and all(node[G] + node[H] <= self._max_cost for node in entries):
            self._bound = math.inf  # All states that can be reached were expanded. Some only got cheaper paths.
            return Stop.DONE
        useful = [node for node in entries if node[G] + node[H] < best]
        if all(node[G] + node[H] > self._max_cost for node in useful):
            return Stop.COST
        self._raise_bound(proved)
        new = _Iteration(self._weights, next_weight(self._weights, old.index, best, proved))
        for node in reversed(entries):  # Reversed, so that entries with equal f keep their order.
            if node[G] + node[H] < best and node[G] + node[H] <= self._max_cost:
                new.put(node)
            else:
                new.park(node)
        if self.journal is not None and self.journal.expansions:
            self.journal.append((None, new.f))
        nodes.open_list = new
        return Stop.POLL

    def _raise_bound(self, proved: float) -> None:
        if proved > self._bound:
            self._log_bound(proved)
            self._bound = proved

    def front(self) -> float | None:
        heap = self._iteration.heap
        return heap[0] if len(heap) > 0 else math.inf

    def dump(self) -> Mapping[str, Any]:
        table, iteration = self._nodes.table, self._iteration
        keys = list(table)
        # A goal found in the current expansion may not be in the table yet. The search will find it again.
        goals = [goal for goal in self._goals if goal[KEY] in table and table[goal[KEY]][G] <= goal[G]]
        return {
            **self._dump_nodes(goals[-1:]),
            "index": iteration.index,
            "closed in iteration": [row for row, key in enumerate(keys) if key in iteration.closed],
            "untested": [row for row, key in enumerate(keys) if key in self._untested],
            "goals": len(goals),
            "reported": self._reported,
            "bound": self._bound,
            "max_cost": self._max_cost,
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        nodes = self._nodes
        nodes.open_list = iteration = _Iteration(self._weights, dumped["index"])
        best = self._restore_nodes(dumped)
        keys = list(nodes.table)
        iteration.closed = {keys[row] for row in dumped["closed in iteration"]}
        self._untested = {keys[row] for row in dumped["untested"]}
        self._goals = best * dumped["goals"]
        self._reported, self._bound, self._max_cost = dumped["reported"], dumped["bound"], dumped["max_cost"]
