"""Weighted A* that expands many states together, so that their successors are evaluated with one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from astarlib._support.plain_values import plain_cost
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching.algorithm import Budget, Stop
from astarlib.searching.anytime import AnytimeAlgorithm
from astarlib.searching.heuristic_batch import EdgeBatch
from astarlib.searching.journal import Journal
from astarlib.searching.node import KEY, G, H, Node
from astarlib.searching.node_table import NodeTable
from astarlib.searching.open_list import RETRY, OpenList


class BatchTable(NodeTable):
    """A node table with the current batch."""

    __slots__ = ("batch", "is_chosen")

    def __init__(self, open_list: OpenList, state_at: int) -> None:
        super().__init__(open_list, state_at)
        self.batch: list[Node] = []
        """The nodes that were taken from the frontier to be expanded together, in order; some already are."""
        self.is_chosen: bool = False
        """True if the batch is complete, so that no other node may join it."""

    def unfinished(self) -> list[Node]:
        """Return the nodes of the batch that are left to expand."""
        return [node for node in self.batch if node is self.expanding or self.is_open(node)]

    def repair(self) -> None:
        super().repair()
        self.batch = []


class BatchAlgorithm(AnytimeAlgorithm[S, A]):
    """The algorithm of batch weighted A*.

    It takes ``size`` states with the smallest g + weight * h from the frontier, calls the problem for their edges,
    evaluates all new successors together, and then expands the states one after the other. If a state of the batch gets
    a cheaper path from a state before it, it isn't expanded; the cheaper node is, in a later batch.

    A limit may cut a batch. The next run first expands the rest. So the expansions and their order don't depend on
    limits and interrupts.
    """

    _table_type: ClassVar[type[NodeTable]] = BatchTable
    _nodes: BatchTable

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, weight: float, size: int) -> None:
        self._size = size
        self._edges: Iterable[tuple[A, S, float]] = ()
        super().__init__(problem, journal, (weight,), repair=False)

    def _use_capabilities(self) -> None:
        self._together: EdgeBatch[S, A] = EdgeBatch(self.problem, self._h_of)
        self._ask_with(self._together)

    def _searched(self) -> ResolvedProblem[S, A]:
        return self.problem._replace(successors=lambda _: self._edges, heuristic=self._together.heuristic)

    def advance(self, budget: Budget) -> Stop:
        """Expand batches until a better solution is found, the guarantee holds, or the budget is used up.
        See `BestFirstAlgorithm.advance` for the rules that make an interrupt harmless. A node joins the batch before it
        leaves the frontier.
        """
        self._begin_slice(budget, self._iteration.f)
        while True:
            if len(self._goals) > self._reported:
                self._reported = len(self._goals)
                return Stop.FOUND
            self._choose(budget.max_cost)
            if len(self._nodes.batch) == 0:
                return self._ended()
            if (stop := self._used_up(budget)) is not None:
                return stop
            self._expand_batch(budget)

    def _choose(self, max_cost: float) -> None:
        """Take the next batch from the frontier, unless the last one isn't finished."""
        nodes = self._nodes
        self._take_back()
        for node in nodes.unfinished():
            if node[G] + node[H] > max_cost:  # The batch was chosen in a run with a higher limit.
                nodes.open_list.park(node)
                nodes.batch = [other for other in nodes.batch if other is not node]
        if len(nodes.unfinished()) == 0:
            nodes.batch = []
            nodes.is_chosen = False
        while not nodes.is_chosen:
            found = self._front()
            if found is None or found[0] >= self._incumbent_cost() or len(nodes.batch) == self._size:
                nodes.is_chosen = True
                return
            node = found[1]
            total = node[G] + node[H]
            if total >= self._incumbent_cost() or total > max_cost:
                self._park(node)
            elif node[KEY] in self._untested and self._is_goal(node[nodes.state_at]):
                self._goals.append(node)
                self._park(node)
            else:
                if self._weights[0] == 1 and len(nodes.batch) == 0:
                    self._raise_bound(total)
                self._take(node)

    def _take_back(self) -> None:
        """Move the rest of an interrupted batch from the frontier to the batch."""
        nodes, heap = self._nodes, self._nodes.open_list.heap
        if len(heap) > 0 and heap[0] == RETRY:  # One assignment, so that a second interrupt loses none of them.
            buckets = [bucket for _, bucket in nodes.open_list.at(RETRY)]
            nodes.batch = [node for bucket in buckets for node in reversed(bucket) if nodes.is_open(node)]
            while len(heap) > 0 and heap[0] == RETRY:
                nodes.open_list.drop()

    def _take(self, node: Node) -> None:
        """Move the first node of the frontier to the batch."""
        self._nodes.batch.append(node)
        self._nodes.open_list.drop()

    def _expand_batch(self, budget: Budget) -> None:
        """Expand the rest of the batch, or as much of it as the limits allow."""
        nodes, table, counters, problem = self._nodes, self._nodes.table, self._nodes.counters, self.problem
        key_of, generated = problem.state_key, counters.generated
        new: dict[Any, S] = {}
        actions: list[A] = []
        cheaper: set[Any] = set()
        expansions: list[tuple[Node, list[tuple[A, S, float]]]] = []
        for node in nodes.unfinished():
            if node[KEY] in cheaper:
                continue
            if (
                counters.expanded + len(expansions) >= budget.max_expanded
                or generated >= budget.max_generated
                or len(table) + len(new) >= budget.max_stored
            ):
                break
            nodes.expanding = node
            edges: list[tuple[A, S, float]] = []
            for action, reached, given_cost in problem.edges(node[nodes.state_at]):
                cost = plain_cost(given_cost)
                key = reached if key_of is None else key_of(reached)
                known, g = table.get(key), node[G] + cost
                if known is None and key not in new:
                    new[key] = reached
                    actions.append(action)
                elif known is not None and g < known[G]:
                    cheaper.add(key)
                edges.append((action, reached, cost))
            generated += len(edges)
            expansions.append((node, edges))
        self._together.evaluate(new, actions)
        searched = self._searched()
        for node, edges in expansions:
            nodes.expanding, self._edges = node, edges
            self._expand(node, searched)

    def _ended(self) -> Stop:
        """Return the reason to stop when no state is left to expand within the cost limit."""
        best, f = self._incumbent_cost(), self._iteration.f
        if any(self._max_cost < node[G] + node[H] < best > f(node[G], node[H]) for node in self._nodes.entries()):
            return Stop.COST
        self._raise_bound(self.lower_bound())
        return self._exhausted() if len(self._goals) == 0 else Stop.DONE

    def dump(self) -> Mapping[str, Any]:
        return {**super().dump(), "chosen": self._nodes.is_chosen}

    def load(self, dumped: Mapping[str, Any]) -> None:
        super().load(dumped)
        self._nodes.is_chosen = dumped["chosen"]
