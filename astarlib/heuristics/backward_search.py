"""Dijkstra's algorithm backwards over an abstract problem; where all steps cost 1 it is breadth-first search."""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Iterable
from typing import Any

from astarlib._support.plain_values import plain_number
from astarlib.errors import InvalidCostError, short_repr
from astarlib.events import Observer, TableProgress
from astarlib.heuristics.abstraction import EdgesBack

_PROGRESS_SECONDS = 0.1
_PROGRESS_EXPANDED = 500  # how many expansions between looks at the clock


class BackwardSearch:
    """All distances from the goals, up to some distance. States of one distance wait together, in one list."""

    def __init__(self, goals: Iterable[Any], edges_back: EdgesBack[Any], emit: Observer | None) -> None:
        self.distances: dict[Any, float] = dict.fromkeys(goals, 0)
        self._edges_back = edges_back
        self._layers: dict[float, list[Any]] = {0: list(self.distances)}
        self._order: list[float] = [0]
        self._expanded = 0
        self._emit = emit
        self._began = self._reported = time.perf_counter()

    def run(self, max_distance: float = math.inf, *, states: float = math.inf) -> float:
        """Find all distances up to ``max_distance``; gives the smallest of the others, inf when there are none.

        When more than ``states`` are known, those that lie no farther than the next to be expanded are kept, and no
        other lies nearer than what is given.
        """
        beyond = math.inf
        self._report(due=0)
        while beyond == math.inf and len(self._order) > 0:
            distance = heapq.heappop(self._order)
            enough = distance > max_distance or len(self.distances) > states
            for state in self._layers.pop(distance):
                if self.distances[state] < distance:  # reached on a shorter way since
                    continue
                if enough:
                    beyond = distance
                    break
                self._expand(state, distance)
        if beyond < math.inf:
            self.distances = {state: far for state, far in self.distances.items() if far <= min(max_distance, beyond)}
        self._report(due=0)
        return beyond

    def _expand(self, state: Any, distance: float) -> None:
        distances = self.distances
        try:
            for action, previous, cost in self._edges_back(state):
                farther = distance + (cost if type(cost) is int else plain_number(cost))
                if not (cost >= 0 and farther < math.inf):
                    raise InvalidCostError(
                        f"the cost of {short_repr(action)} from the abstract state {short_repr(previous)} is "
                        f"{cost!r}; it must "
                        "be a finite number of at least 0",
                        state=previous, action=action, value=cost,
                    )  # fmt: skip
                known = distances.get(previous)
                if known is None or farther < known:
                    distances[previous] = farther
                    if farther in self._layers:
                        self._layers[farther].append(previous)
                    else:
                        self._layers[farther] = [previous]
                        heapq.heappush(self._order, farther)
        except Exception as error:
            error.add_note(f"while the edges into the abstract state {short_repr(state)} were followed back")
            raise
        self._expanded += 1
        if self._emit is not None and self._expanded % _PROGRESS_EXPANDED == 0:
            self._report(due=_PROGRESS_SECONDS)

    def _report(self, *, due: float) -> None:
        """Send the number of expanded states, unless the last event is less than ``due`` seconds old."""
        if self._emit is None:
            return
        now = time.perf_counter()
        if now - self._reported >= due:
            self._reported = now
            self._emit(TableProgress("pattern database", self._expanded, None, now - self._began))
