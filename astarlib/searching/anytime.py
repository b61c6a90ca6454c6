"""Anytime repairing search: a first solution soon, better ones later, and a proof at the end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import ResolvedProblem, truth
from astarlib.events import LowerBoundRaised
from astarlib.problem import A, S
from astarlib.result import Path
from astarlib.searching.algorithm import NO_LIMIT, Budget, Counters, Stop, WorkingOn
from astarlib.searching.diagnosis import checked_h, checked_key
from astarlib.searching.journal import Journal
from astarlib.searching.node import CLOSED, KEY, G, H, Node, state_index
from astarlib.searching.node_table import NodeTable, NodeTableAlgorithm
from astarlib.searching.open_list import PARKED, RETRY, FLevel, OpenList


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
        return g + self.weight * h

    def _rank(self, g: float, h: float) -> tuple[float, float]:
        return self.f(g, h), h


class AnytimeRepairingAlgorithm(NodeTableAlgorithm[S, A]):
    """An anytime repairing search (ARA*) under way.

    Each iteration is a weighted A* search that expands no state twice. The next one goes on from the states that are
    open, or that got a cheaper path after they were expanded, with a smaller weight. A solution is noted when its goal
    is generated. States that can't lead to a cheaper one, goals, states above the cost limit, and states that wait for
    the next iteration are parked.

    Parameters
    ----------
    problem, journal:
        See `Algorithm`.
    weights:
        The weight of each iteration, from the largest to the smallest.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, weights: tuple[float, ...]) -> None:
        nodes = NodeTable(_Iteration(weights, 0), state_index(problem))
        super().__init__(problem, journal, nodes, uses_heuristic=True, f_is_lower_bound=False)
        self._weights = weights
        self._goals: list[Node] = []
        self._reported = 0
        self._untested: set[Any] = set()  # keys of stored states whose goal test has to wait
        self._bound: float = 0
        self._max_cost = -math.inf
        state = problem.initial_state
        key = checked_key(problem, state)
        root: Node = (0, checked_h(problem, state), key, None, None)
        self._untested.add(key)
        self._insert_root(root if problem.state_key is None else (*root, state))

    @property
    def counters(self) -> Counters:
        """The counts so far."""
        counters = super().counters
        counters.solutions = len(self._goals)
        return counters

    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return the lower bound. O(1) if ``cheap``; else O(frontier)."""
        bound = self._bound if cheap else max(self._bound, super().lower_bound())
        return min(bound, self._incumbent_cost()) if len(self._goals) > 0 else bound

    def incumbent(self) -> Path[S, A] | None:
        """Return the best solution so far."""
        return self._path(self._goals[-1]) if len(self._goals) > 0 else None

    def _incumbent_cost(self) -> float:
        return self._goals[-1][G] if len(self._goals) > 0 else math.inf

    def working_on(self) -> WorkingOn | None:
        """Return the state under expansion, or the next one."""
        on = super().working_on()
        return None if on is None else on._replace(tests_successors=True)

    def advance(self, budget: Budget) -> Stop:
        """Expand states until a better solution is found, the guarantee holds, or the budget is used up.

        See `BestFirstAlgorithm.advance` for the rules that make an interrupt harmless. In addition, a goal is noted
        before it enters the table.
        """
        nodes, counters, problem = self._nodes, self._nodes.counters, self.problem
        if self.journal is not None:
            self._events_from = counters.expanded, nodes.frontier_size(), self._iteration.f
        if budget.max_cost > self._max_cost:
            nodes.unpark(budget.max_cost)
        self._max_cost = budget.max_cost
        stop_at, is_limited = (
            min(budget.poll_at, budget.max_expanded),
            min(budget.max_generated, budget.max_stored) < NO_LIMIT,
        )
        while True:
            if len(self._goals) > self._reported:
                self._reported = len(self._goals)
                return Stop.FOUND
            found = self._front()
            if found is None or (found[0] != RETRY and found[0] >= self._incumbent_cost()):
                stop = self._next_iteration()
                if stop is not None:
                    return stop
                continue
            first, node = found
            total = node[G] + node[H]
            if first != RETRY and (total >= self._incumbent_cost() or total > budget.max_cost):
                self._park(node)
                continue
            if node[KEY] in self._untested and self._is_goal(node[nodes.state_at]):
                self._goals.append(node)
                self._park(node)
                continue
            is_full = is_limited and (
                counters.generated >= budget.max_generated or len(nodes.table) >= budget.max_stored
            )
            if counters.expanded >= stop_at or is_full:
                return Stop.LIMIT if is_full or counters.expanded >= budget.max_expanded else Stop.POLL
            nodes.expanding = node
            self._iteration.drop()
            self._expand(node, problem)

    @property
    def _iteration(self) -> _Iteration:
        return self._nodes.open_list  # type: ignore[return-value]  # it's made as one

    def _front(self) -> tuple[float, Node] | None:
        """Return the live node at the front and its f; None if only parked ones are left."""
        open_list, table = self._iteration, self._nodes.table
        while len(open_list.heap) > 0:
            first = open_list.heap[0]
            level = open_list.levels[first]
            bucket = level.buckets[level.order[0]] if type(level) is FLevel else level
            node: Node = bucket if type(bucket) is tuple else bucket[-1] if len(bucket) > 0 else ()
            if first == PARKED:
                return None
            if len(node) > 0 and table[node[KEY]] is node:
                return first, node
            open_list.drop()
        return None

    def _park(self, node: Node) -> None:
        self._iteration.park(node)
        self._iteration.drop()

    def _is_goal(self, state: Any) -> bool:
        answer: object = self.problem.is_goal(state)
        return answer is not False and truth(answer, state)

    def _expand(self, node: Node, problem: ResolvedProblem[S, A]) -> None:  # noqa: C901, PLR0912, PLR0915  # one expansion
        """Expand a node that has left the open list."""
        nodes, table, counters, iteration = self._nodes, self._nodes.table, self._nodes.counters, self._iteration
        state_key, at = problem.state_key, nodes.state_at
        log = improved = rejected = None
        if self.journal is not None:
            log = self.journal.append if self.journal.expansions else None
            improved = log if self.journal.improvements else None
            rejected = log if self.journal.rejections else None
        generated, parent = counters.generated, (*node, CLOSED)
        if log is not None:
            log(parent)
        for action, next_state, told_cost in problem.edges(node[at]):
            generated += 1
            step_cost = plain_number(told_cost)
            if not 0 <= step_cost < math.inf:  # NaN too
                raise ValueError
            g, key = node[G] + step_cost, next_state if state_key is None else state_key(next_state)
            known = table.get(key)
            h = plain_number(problem.heuristic(next_state)) if known is None else known[H]
            if known is not None and g >= known[G]:
                if rejected is not None:
                    rejected((action, next_state, g, h))
                continue
            child: Node = (g, h, key, parent, action)
            if state_key is not None:
                child = (*child, next_state)
            total, was_closed = g + h, known is not None and known[-1] is CLOSED
            if not (h >= 0 and (total < math.inf or h == math.inf > g)):
                raise ValueError
            is_new_goal = total <= self._max_cost and g < self._incumbent_cost() and self._is_goal(next_state)
            if log is not None:
                if improved is not None and known is not None:
                    improved((known,))
                log(child)
            if h == math.inf:
                nodes.add_dead_end(key, child)
                continue
            if is_new_goal:
                self._goals.append(child)
            elif total > self._max_cost or g >= self._incumbent_cost():
                self._untested.add(key)
            if is_new_goal or key in iteration.closed:
                iteration.park(child)
            else:
                iteration.put(child)
            if was_closed:
                reopened = counters.reopened + 1
                table[key] = child
                counters.reopened = reopened
            else:
                table[key] = child
            if h < table[nodes.nearest][H]:
                nodes.nearest = key
        iteration.closed.add(node[KEY])
        expanded = counters.expanded + 1
        size = nodes.frontier_size() - 1
        counters.peak_frontier = max(counters.peak_frontier, size)
        table[node[KEY]] = parent
        counters.expanded = expanded
        counters.generated = generated
        nodes.expanding = None

    def _next_iteration(self) -> Stop | None:
        """Begin the next iteration, with a smaller weight if there is a solution; or return why to stop."""
        nodes, best, old = self._nodes, self._incumbent_cost(), self._iteration
        entries = list(nodes.entries())
        bound = min((node[G] + node[H] for node in entries), default=math.inf)
        proved = max(self._bound, min(bound, best))
        if best < math.inf and best <= self._weights[-1] * proved:
            self._raise_bound(proved)
            return Stop.DONE
        useful = [node for node in entries if node[G] + node[H] < best]
        if len(useful) == 0:
            return Stop.DONE
        if all(node[G] + node[H] > self._max_cost for node in useful):
            return Stop.COST
        self._raise_bound(proved)
        index = old.index
        if best < math.inf:
            left = range(min(index + 1, len(self._weights) - 1), len(self._weights) - 1)
            index = next((i for i in left if not best <= self._weights[i] * proved), len(self._weights) - 1)
        new = _Iteration(self._weights, index)
        for node in reversed(entries):  # of equal ones, the first comes first again
            if node[G] + node[H] < min(best, self._max_cost) or node[G] + node[H] == self._max_cost < best:
                new.put(node)
            else:
                new.park(node)
        if self.journal is not None and self.journal.expansions:
            self.journal.append((None, new.f))
        nodes.open_list = new
        return None

    def _raise_bound(self, proved: float) -> None:
        if proved > self._bound:
            counters = self._nodes.counters
            if self.journal is not None and self.journal.bounds:
                self.journal.append(
                    LowerBoundRaised(proved, counters.expanded, counters.generated, len(self._nodes.table))
                )
            self._bound = proved

    def front(self) -> float | None:
        """Return the smallest f in the frontier."""
        heap = self._iteration.heap
        return heap[0] if len(heap) > 0 else math.inf

    def dump(self) -> Mapping[str, Any]:
        """Return the table, the frontier, the counters and the state of the iteration."""
        table, iteration = self._nodes.table, self._iteration
        keys = list(table)
        # A goal of the expansion under way may not be in the table yet. It will be found again.
        goals = [goal for goal in self._goals if goal[KEY] in table and table[goal[KEY]][G] <= goal[G]]
        return {
            **self._nodes.dump(),
            "index": iteration.index,
            "closed in iteration": [row for row, key in enumerate(keys) if key in iteration.closed],
            "untested": [row for row, key in enumerate(keys) if key in self._untested],
            "goals": len(goals),
            "reported": self._reported,
            "best": keys.index(goals[-1][KEY]) if len(goals) > 0 else None,
            "bound": self._bound,
            "max_cost": self._max_cost,
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore a dump."""
        nodes = self._nodes
        nodes.open_list = iteration = _Iteration(self._weights, dumped["index"])
        nodes.restore(dumped, self.problem.state_key)
        keys = list(nodes.table)
        iteration.closed = {keys[row] for row in dumped["closed in iteration"]}
        self._untested = {keys[row] for row in dumped["untested"]}
        best = dumped["best"]
        self._goals = [] if best is None else [nodes.table[keys[best]]] * dumped["goals"]
        self._reported, self._bound, self._max_cost = dumped["reported"], dumped["bound"], dumped["max_cost"]
