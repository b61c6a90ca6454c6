"""The base class of the incremental algorithms that run the loop of A*: an update replaces the table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, ClassVar

from astarlib.errors import InvalidProblemError
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching.algorithm import Budget, Counters, Stop
from astarlib.searching.best_first import BestFirstAlgorithm, Rule, open_list_of
from astarlib.searching.journal import Journal
from astarlib.searching.node import CLOSED, KEY, G, H, Node
from astarlib.searching.node_table import NodeTable, Past
from astarlib.searching.updating import check_path, spaced

_COUNTS = ("expanded", "generated", "reopened", "peak_frontier", "solutions")


class RepeatedBestFirst(BestFirstAlgorithm[S, A]):
    """A best-first search that can be updated. A subclass implements ``update``.

    An update makes a new `NodeTable` and stores everything that changes in ``_next``, with one assignment. Then
    `_switch` moves it to its attributes. After an interrupt, `repair` does that again.
    """

    has_many_starts: ClassVar[bool] = False

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, rule: Rule) -> None:
        self._next: Mapping[str, Any] | None = None
        self._is_updated = False
        super().__init__(problem, journal, rule)

    def advance(self, budget: Budget) -> Stop:
        """Search as A* does. After an update, check the solution by the edges of the problem."""
        stop = super().advance(budget)
        if stop is Stop.DONE and self._is_updated:
            path = self.incumbent()
            if path is not None:
                check_path(self.problem, path)
        return stop

    def _use_capabilities(self) -> None:
        """Do nothing: an update may replace the heuristic, and make a dominated state useful again."""

    def _sampled_h(self) -> list[tuple[S, float]]:
        """Return some stored states with their h, as they are in the table."""
        return [(node[self._nodes.state_at], node[H]) for node in spaced(self._nodes.table.values())]

    def _table_of(self, nodes: Sequence[Node]) -> NodeTable:
        """Return a table in which these nodes were stored, in this order. The counters go on."""
        old, new = self._nodes, NodeTable(open_list_of(self._rule), self._nodes.state_at)
        table = new.table = {node[KEY]: node for node in nodes}
        waiting = 0
        for node in nodes:
            if node[-1] is not CLOSED and node[H] < math.inf and table[node[KEY]] is node:
                new.open_list.put(node)
                waiting += 1
        new.nearest = min(table.values(), key=itemgetter(H))[KEY]
        counters = new.counters = Counters()
        for name in _COUNTS:
            setattr(counters, name, getattr(old.counters, name))
        counters.peak_frontier = max(waiting, counters.peak_frontier)
        counters.dead_ends = sum(node[H] == math.inf for node in table.values())
        closed = waiting - len(table) + counters.dead_ends - counters.reopened + counters.expanded
        new.past = Past(closed, old.past.evaluated + len(old.table) - len(table), counters.solutions)
        new.max_f = max([node[G] + node[H] for node in nodes if node[-1] is CLOSED], default=-math.inf)
        new.expanded_before_max_f = old.expanded_before_max_f if new.max_f == old.max_f else counters.expanded
        return new

    def _switch(self) -> None:
        """Move the values of ``_next`` to their attributes. This may be interrupted and repeated."""
        if self._next is not None:
            self._goal = self._last_path = None  # First, because `lower_bound` looks for the goal in the old table.
            for name, value in self._next.items():
                setattr(self, name, value)
            self._is_updated, self._next = True, None

    def repair(self) -> None:
        self._switch()
        super().repair()

    def dump(self) -> Mapping[str, Any]:
        if self._next is not None:  # pragma: no cover  # test_interrupts.py tests it.
            return {**self._dump_nodes(), "solved": False, "updated": True}
        return {**super().dump(), "updated": self._is_updated}

    def _dump_nodes(self, log: Sequence[Node] = ()) -> dict[str, Any]:
        return super()._dump_nodes(log) if self._next is None else self._next["_nodes"].dump(log)

    def load(self, dumped: Mapping[str, Any]) -> None:
        super().load(dumped)
        self._is_updated = dumped["updated"]


def check_same_keys(old: ResolvedProblem[S, A], new: ResolvedProblem[S, A]) -> None:
    """Raise InvalidProblemError if only one of the two problems has ``state_key``."""
    if (old.state_key is None) is not (new.state_key is None):
        raise InvalidProblemError("only one of the two problems has state_key; both or neither must have it")
