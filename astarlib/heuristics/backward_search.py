"""Dijkstra's algorithm, backward on an abstract problem. If all steps cost 1, it's breadth-first search."""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Iterable
from typing import Any

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_number
from astarlib.errors import InvalidCostError, short_repr
from astarlib.events import Observer, TableProgress
from astarlib.heuristics.abstraction import EdgesBack

_PROGRESS_SECONDS = 0.1
_PROGRESS_EXPANDED = 500  # The clock is read once per this many expansions.


class BackwardSearch:
    """A search for all distances from the goals, up to a limit. The frontier has one list for each distance."""

    def __init__(self, goals: Iterable[Any], edges_back: EdgesBack[Any], emit: Observer | None) -> None:
        self.distances: dict[Any, float] = dict.fromkeys(goals, 0)
        self._edges_back = edges_back
        self._layers: dict[float, list[Any]] = {0: list(self.distances)}
        self._order: list[float] = [0]
        self._expanded = 0
        self._emit = emit
        self._began = self._reported = time.perf_counter()

    def run(self, max_distance: float = math.inf, *, states: float = math.inf) -> float:
        """Find all distances up to ``max_distance``. Return the smallest larger distance, or inf if there is none.
        The search also stops when more than ``states`` distances are known. It then keeps only the distances up to that
        of the next state to expand, and returns this distance.
        """
        beyond = math.inf
        self._report(due=0)
        while beyond == math.inf and len(self._order) > 0:
            distance = heapq.heappop(self._order)
            enough = distance > max_distance or len(self.distances) > states
            for state in self._layers.pop(distance):
                if self.distances[state] < distance:  # A shorter path was found after this entry was added.
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
                        f"the cost of {short_repr(action)} from the abstract state {short_repr(previous)} is {cost!r}; "
                        "expected a finite number >= 0",
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
            raise_if_from_handler(error)
            error.add_note(f"while following the edges into the abstract state {short_repr(state)} backward")
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
