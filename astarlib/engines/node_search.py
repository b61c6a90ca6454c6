"""A search over a node table: what it shows of itself, what it proves, how it is saved. The loop is its engine's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from astarlib.engines.agreement import refuse_another_problem
from astarlib.engines.frontier import Frontier
from astarlib.engines.nodes import Nodes
from astarlib.engines.record_search import RecordSearch
from astarlib.engines.records import G, H, Record, is_closed
from astarlib.errors import InvalidStateError
from astarlib.events import Observer, Progress
from astarlib.problem import A, Problem, S
from astarlib.result import Path, Statistics, StoredState
from astarlib.search import Pause


class NodeSearch(RecordSearch[S, A]):
    """A search that keeps every state it has generated.

    Parameters
    ----------
    frontier:
        An empty one.
    uses_h:
        Whether h is evaluated; else it is 0 and the problem's heuristic is never called.
    f_is_bound:
        Whether its f is g + h, so that the front of the frontier bounds every solution from below.
    """

    def __init__(
        self,
        engine: object,
        problem: Problem[S, A],
        observer: Observer | None,
        *,
        frontier: Frontier,
        uses_h: bool,
        f_is_bound: bool,
    ) -> None:
        super().__init__(engine, problem, observer, uses_h=uses_h)
        self._f_is_bound = f_is_bound
        self._nodes = Nodes(frontier, self._state_at)

    # --- look inside --------------------------------------------------------------------------------------------------

    @property
    def statistics(self) -> Statistics:
        """The counters so far."""
        nodes = self._nodes
        return Statistics(
            expanded=nodes.expanded,
            generated=nodes.generated,
            evaluated=len(nodes.table) if self._uses_h else 0,  # once per stored state
            reopened=nodes.reopened,
            dead_ends=nodes.dead_ends,
            stored=len(nodes.table),
            peak_frontier=nodes.peak,
            expanded_before_last_f=nodes.before_top_f if self._f_is_bound else None,
            seconds=self._seconds,
        )

    @property
    def lower_bound(self) -> float:
        """No solution costs less, given an admissible h; inf when it is proved that there is none.

        O(1) for A* and Dijkstra, where the front of the frontier tells it; else O(frontier).
        """
        nodes = self._nodes
        least = nodes.least_cost(front_only=self._f_is_bound)
        if least == math.inf and self._goal is None:
            return math.inf
        bound = min(least, nodes.refused)
        if self._f_is_bound:
            bound = max(bound, nodes.proved())
        return bound if self._goal is None else min(bound, self._goal[G])

    @property
    def nearest(self) -> Path[S, A] | None:
        """The path to the first stored state with the smallest h; None when the engine evaluates no h."""
        return self._path(self._nodes.table[self._nodes.nearest]) if self._uses_h else None

    def states(self) -> Iterator[StoredState]:
        """All stored states, in the order in which they were first generated."""
        nodes = self._nodes
        for record in list(nodes.table.values()):
            yield self._shown(record, closed=is_closed(record))

    def frontier(self) -> Iterator[StoredState]:
        """The states in the frontier, in the order in which they would be expanded."""
        for record in list(self._nodes.entries()):
            yield self._shown(record, closed=False)

    def _stored(self, key: object) -> Record | None:
        return self._nodes.table.get(key)

    def _exhausted(self) -> Pause:
        """What an empty frontier means: a proof, unless states are stored that neither were expanded nor are dead."""
        if self._nodes.frontier_size() != 0:
            raise InvalidStateError(
                "the frontier is empty, and some stored states have not been expanded: their __hash__ or __eq__ has "
                "changed. A state must not change; let result(state, action) make a new one"
            )
        return Pause.EXHAUSTED

    # --- what Search asks for -----------------------------------------------------------------------------------------

    def _counts(self) -> tuple[int, int]:
        return self._nodes.expanded, self._nodes.generated

    def _stored_count(self) -> int:
        return len(self._nodes.table)

    def _growth(self) -> int:
        return self._nodes.growth()

    def _root_h(self) -> float | None:
        root: Record = next(iter(self._nodes.table.values()))
        return root[H] if self._uses_h else None

    def _progress(self) -> Progress:
        nodes = self._nodes
        front = nodes.frontier.heap[0] if len(nodes.frontier.heap) > 0 else math.inf
        return Progress(
            nodes.expanded,
            nodes.generated,
            len(nodes.table),
            nodes.frontier_size(),
            front,
            self._cheap_bound(),
            self._seconds,
        )

    def _cheap_bound(self) -> float:
        """A lower bound that takes no scan of the frontier."""
        return self._nodes.proved() if self._f_is_bound else 0

    def _settle(self) -> None:
        if not self._clean:
            self._nodes.settle()

    def _dump(self) -> dict[str, Any]:
        return {**self._nodes.dump(), "solved": self._goal is not None}

    def _restore(self, rows: dict[str, Any]) -> None:
        self._nodes.restore(rows, self._powers.state_key)
        if rows["solved"]:
            self._goal = next(self._nodes.entries())  # a goal is found at the front, and stays there
        refuse_another_problem(
            list(self._nodes.table.values()),
            is_closed,
            self._powers,
            self.problem.initial_state,
            uses_h=self._uses_h,
        )
