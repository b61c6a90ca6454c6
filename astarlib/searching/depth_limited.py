"""Depth-first search that stores all states and expands none below a depth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from astarlib.events import Event, Expansions
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching.algorithm import Budget, Stop
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
        for root in self._roots():
            self._insert_root(root)
        self._depths: dict[Any, int] = _depths_of(nodes.table.values())
        """The depth of each node in the table, by key. `repair` computes it again."""
        self._depth = 0
        """The depth of the successors of the state under expansion."""
        self._blind = problem._replace(heuristic=_zero)

    def advance(self, budget: Budget) -> Stop:
        nodes, counters = self._nodes, self._nodes.counters
        if self._goal is not None:
            counters.solutions = 1
            return Stop.DONE
        self._begin_slice(budget, lambda g, h: 0)  # noqa: ARG005
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
            if (stop := self._used_up(budget)) is not None:
                return stop
            nodes.expanding = node
            nodes.open_list.drop()
            self._depth = self._depths[node[KEY]] + 1
            self._expand(node, self._blind)
        waiting = [node for node in nodes.parked() if nodes.is_open(node)]
        if any(node[G] > budget.max_cost for node in waiting):
            return Stop.COST
        return Stop.GAVE_UP if len(waiting) > 0 else self._exhausted()

    def _edge_hooks(self) -> tuple[Callable[[Node, float], bool], None]:
        return self._accepts, None

    def _accepts(self, known: Node, g: float) -> bool:
        """Return True if the state under expansion leads to a stored state with fewer actions than the known path."""
        if self._depths[known[KEY]] <= self._depth:
            if g < known[G]:
                self._nodes.note_rejected(g)
            return False
        if known[-1] is not CLOSED and known[G] < g:
            self._nodes.note_rejected(known[G])  # A cheaper path to the state is given up.
        return True

    def _place(self, node: Node) -> Callable[[Node], None]:
        self._depths[node[KEY]] = self._depth
        return self._nodes.open_list.put

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


def _zero(_: Any) -> int:
    return 0


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
