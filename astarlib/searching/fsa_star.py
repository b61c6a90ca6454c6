"""Fringe-saving A*: after a change, go back to the expansion before the first difference, and search on from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from itertools import chain
from typing import Any, Self

from astarlib.errors import InvalidProblemError, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching.best_first import Rule
from astarlib.searching.diagnosis import checked_key
from astarlib.searching.journal import Journal
from astarlib.searching.node import CLOSED, KEY, Node
from astarlib.searching.open_list import RETRY
from astarlib.searching.repeated_best_first import RepeatedBestFirst, check_same_keys
from astarlib.searching.updating import check_same_h, moved_goals

_NODE = 5  # Only nodes have at least 5 fields. The other entries of a journal are shorter.


class _Log(Journal):
    """A journal that keeps its nodes: the initial state, each closed node, and the accepted successors after it."""

    __slots__ = ("older",)

    def __init__(self, wanted: frozenset[Any]) -> None:  # Any: types of events
        super().__init__(wanted)
        self.expansions = True
        self.older: tuple[Any, list[Node]] | None = None
        """The nodes before those in this journal, as a chain of lists, the newest list first."""

    def after(self, nodes: list[Node], older: Any = None) -> Self:
        """Return an empty journal after these nodes."""
        new = type(self)(self.wanted)
        new.older = older, nodes
        return new

    def fresh(self) -> Self:
        """Return an empty journal that keeps the nodes of this one."""
        return self.after([entry for entry in self if len(entry) >= _NODE], self.older)

    def nodes(self) -> list[Node]:
        """Return all nodes, the oldest first."""
        lists = [[entry for entry in self if len(entry) >= _NODE]]
        older = self.older
        while older is not None:
            older, nodes = older
            lists.append(nodes)
        return list(chain.from_iterable(reversed(lists)))


class FSAStarAlgorithm(RepeatedBestFirst[S, A]):
    """The algorithm of FSA*.

    The log has the nodes in the order in which A* stored them. If no state expanded before an entry has changed, then a
    new A* would make the same log up to this entry. So an update cuts the log at the first expansion of a changed
    state, and makes the table and the frontier from the rest.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, rule: Rule, user: str) -> None:
        super().__init__(problem, journal, rule)
        self._user = user
        log = _Log(frozenset() if journal is None else journal.wanted)
        self.journal: Any = log.after(list(self._nodes.table.values()))

    def update(self, problem: ResolvedProblem[S, A], changed: Sequence[S]) -> None:
        """Go back to the moment before the first expansion of a changed state."""
        nodes, log = self._nodes, self.journal.nodes()
        logged = len(log)
        check_same_keys(self.problem, problem)
        if checked_key(problem, problem.initial_state) != log[0][KEY]:
            raise InvalidProblemError(
                f"the initial state moved to {short_repr(problem.initial_state)}; {self._user} needs the same initial "
                "state. Use GAAStar() or DStarLite(), or start a new search"
            )
        if len(moved_goals(self.problem, problem)) > 0:
            raise InvalidProblemError(f"the goals moved; {self._user} needs the same goals. Use GAAStar()")
        check_same_h(
            problem.heuristic, "heuristic", self._sampled_h(), f"{self._user} needs the same heuristic after an update"
        )
        key_of: Callable[[Any], Any] | None = problem.state_key
        keys = {state if key_of is None else key_of(state) for state in changed}
        level = nodes.open_list.levels.get(RETRY)
        log = log[: _first_expansion(log, keys & nodes.table.keys(), () if level is None else level.buckets[0])]
        nodes = self._table_of(log) if len(log) < logged else copy(nodes)
        nodes.past = nodes.past._replace(solutions=nodes.counters.solutions)
        self._next = {"_nodes": nodes, "journal": self.journal.after(log), "problem": problem}
        self._switch()

    def repair(self) -> None:
        """Remove the last node of the log if an interrupt came before it was stored, and repair the frontier."""
        self._switch()
        journal = self.journal
        last = next((at for at in range(len(journal) - 1, -1, -1) if len(journal[at]) >= _NODE), None)
        if last is not None and not self._is_stored(journal[last]):  # pragma: no cover  # test_interrupts.py tests it.
            del journal[last - (last > 0 and len(journal[last - 1]) == 1) :]
        super().repair()

    def _is_stored(self, node: Node) -> bool:
        return node[-1] is CLOSED or self._nodes.is_open(node)

    def _dump_nodes(self, log: Sequence[Node] = ()) -> dict[str, Any]:  # Its own log replaces the argument.
        nodes: list[Node] = (self.journal if self._next is None else self._next["journal"]).nodes()
        if self._next is None and not self._is_stored(nodes[-1]):  # pragma: no cover  # test_interrupts.py tests it.
            nodes.pop()
        return super()._dump_nodes(nodes)

    def _take_log(self, log: list[Node]) -> None:
        self.journal = self.journal.after(log)


def _first_expansion(log: list[Node], keys: AbstractSet[Any], retried: Node) -> int:
    """Return the number of log entries before the first expansion of one of the keys or of the interrupted node."""
    if len(keys) > 0 or len(retried) > 0:
        for at, node in enumerate(log):
            if node[-1] is CLOSED and (node[KEY] in keys or node[:-1] == retried):
                return at
    return len(log)
