"""Depth-first search that stores all states and expands none below a depth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import ResolvedProblem
from astarlib.events import Event, Expansions
from astarlib.problem import A, S
from astarlib.searching.algorithm import NO_LIMIT, Budget, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.node import CLOSED, KEY, PARENT, G, Node, state_index
from astarlib.searching.node_table import NodeTable, NodeTableAlgorithm
from astarlib.searching.open_list import RETRY, OpenList


class DepthLimitedAlgorithm(NodeTableAlgorithm[S, A]):
    """The algorithm of depth-first search with a largest depth.

    The table has the path with the fewest actions that was found to each state, and not the cheapest one. A state that
    is found with fewer actions than before goes to the front, even if it was expanded. So each state within the largest
    depth is expanded at the smallest depth in the end: if that holds for the state before it on a shortest path, the
    state was generated from there.

    States at the largest depth are tested for the goal and then parked, like those above the cost limit.
    """

    has_many_starts: ClassVar[bool] = True

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, max_depth: int) -> None:
        open_list = OpenList(lambda g, h: (0, 0), oldest_first=False)  # noqa: ARG005  # Only the age matters.
        nodes = NodeTable(open_list, state_index(problem))
        super().__init__(problem, journal, nodes, uses_heuristic=False, f_is_lower_bound=False)
        self._max_depth = max_depth
        self._max_cost = -math.inf
        for root in self._roots():
            self._insert_root(root)
        self._depths: dict[Any, int] = _depths_of(nodes.table.values())
        """The depth of each node in the table, by key. It's stored after the node, and `repair` computes it again."""

    def advance(self, budget: Budget) -> Stop:
        """Expand states as `BestFirstAlgorithm.advance` does, by the same rules."""
        nodes, counters = self._nodes, self._nodes.counters
        if self._goal is not None:
            counters.solutions = 1
            return Stop.DONE
        if self.journal is not None:
            self._events_from = counters.expanded, nodes.frontier_size(), lambda g, h: 0  # noqa: ARG005
        if budget.max_cost > self._max_cost:
            nodes.unpark(budget.max_cost)
        self._max_cost = budget.max_cost
        stop_at = min(budget.poll_at, budget.max_expanded)
        is_limited = min(budget.max_generated, budget.max_stored) < NO_LIMIT
        while (found := self._front()) is not None:
            first, node = found
            if first != RETRY and node[G] > budget.max_cost:
                self._park(node)
                continue
            if self._is_goal(node[nodes.state_at]):
                self._goal = node
                counters.solutions = 1
                return Stop.DONE
            if self._depths[node[KEY]] >= self._max_depth:
                self._park(node)
                continue
            is_full = is_limited and (
                counters.generated >= budget.max_generated or len(nodes.table) >= budget.max_stored
            )
            if counters.expanded >= stop_at or is_full:
                return Stop.LIMIT if is_full or counters.expanded >= budget.max_expanded else Stop.POLL
            nodes.expanding = node
            nodes.open_list.drop()
            self._expand(node)
        waiting = [node for node in nodes.parked() if nodes.is_open(node)]
        if any(node[G] > budget.max_cost for node in waiting):
            return Stop.COST
        return Stop.GAVE_UP if len(waiting) > 0 else self._exhausted()

    def _expand(self, node: Node) -> None:  # noqa: C901, PLR0912  # one expansion
        """Expand a node that was removed from the open list."""
        nodes, table, counters, problem = self._nodes, self._nodes.table, self._nodes.counters, self.problem
        state_key, depths = problem.state_key, self._depths
        log = improved = rejected = None
        if self.journal is not None:
            log = self.journal.append if self.journal.expansions else None
            improved = log if self.journal.improvements else None
            rejected = log if self.journal.rejections else None
        generated, parent, depth = counters.generated, (*node, CLOSED), depths[node[KEY]] + 1
        if log is not None:
            log(parent)
        for action, next_state, given_cost in problem.edges(node[nodes.state_at]):
            generated += 1
            step_cost = plain_number(given_cost)
            g = node[G] + step_cost
            if not (step_cost >= 0 and g < math.inf):  # This is also true for NaN.
                raise ValueError
            key = next_state if state_key is None else state_key(next_state)
            known = table.get(key)
            if known is not None and depth >= depths[key]:
                if g < known[G]:
                    nodes.note_rejected(g)
                if rejected is not None:
                    rejected((action, next_state, g, 0))
                continue
            child: Node = (g, 0, key, parent, action)
            if state_key is not None:
                child = (*child, next_state)
            was_closed = known is not None and known[-1] is CLOSED
            if log is not None:
                if improved is not None and known is not None:
                    improved((known,))
                log(child)
            if known is not None and not was_closed and known[G] < g:
                nodes.note_rejected(known[G])  # A cheaper path to the state is given up.
            nodes.open_list.put(child)
            if was_closed:
                reopened = counters.reopened + 1
                table[key] = child
                counters.reopened = reopened
            else:
                table[key] = child
            depths[key] = depth
        expanded = counters.expanded + 1
        counters.peak_frontier = max(counters.peak_frontier, nodes.frontier_size() - 1)
        table[node[KEY]] = parent
        counters.expanded = expanded
        counters.generated = generated
        nodes.expanding = None

    def repair(self) -> None:
        """Repair the frontier and the depths after an interrupt."""
        super().repair()
        self._depths = _depths_of(self._nodes.table.values())

    def expansions(self, entries: list[Any]) -> Event:
        return Expansions(entries, by_identity=False)

    def dump(self) -> Mapping[str, Any]:
        return {**super().dump(), "max_cost": self._max_cost}

    def load(self, dumped: Mapping[str, Any]) -> None:
        super().load(dumped)
        self._max_cost = dumped["max_cost"]
        self._depths = _depths_of(self._nodes.table.values())

    def _check(self) -> None:
        super()._check()
        assert self._depths == _depths_of(self._nodes.table.values())
        assert max(self._depths.values()) <= self._max_depth


def _depths_of(nodes: Iterable[Node]) -> dict[Any, int]:
    """Return the number of actions on the path to each node, by key. O(nodes)."""
    depths: dict[Any, int] = {}
    known: dict[int, int] = {}
    for node in nodes:
        steps, step = [], node
        while step is not None and id(step) not in known:
            steps.append(step)
            step = step[PARENT]
        depth = -1 if step is None else known[id(step)]
        for step in reversed(steps):
            depth += 1
            known[id(step)] = depth
        depths[node[KEY]] = depth
    return depths
