"""One run of an algorithm in slices, between which slow checks are made.
The order of expansions depends on no clock.
"""

from __future__ import annotations

import gc
import math
from collections import deque
from collections.abc import Callable
from operator import call
from typing import Final, Generic

from astarlib._support.memory import reserve_memory
from astarlib._support.searching_clock import searching_clock
from astarlib.limits import LimitKind, Limits, limit_reached
from astarlib.problem import A, S
from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget, Counters, Stop

POLL_SECONDS: Final = 0.01
PROGRESS_SECONDS: Final = 0.1
_FEW: Final = 1_000  # With fewer objects in the youngest generation, no garbage collection starts.
_MANY: Final = 10_000  # The same number after a collection that found little garbage.
_ROUNDS: Final = 8  # After a collection that found little garbage, the eighth round collects again.
_RESERVED: Final = 64 * 2**20  # Bytes to free, so that a search that used all memory can be read and repaired.
_FIRST_SLICE: Final = 64  # The number of expansions in the first slice if no callback is called between two slices.
_NONE: Final = Counters()
FIRST_BUDGET: Final = Budget(_FIRST_SLICE, NO_LIMIT, NO_LIMIT, NO_LIMIT, math.inf, math.inf)
"""The budget of the first slice of a new search without limits that nobody watches. It needs no `Driver`."""


class Driver(Generic[S, A]):
    """One run, from its start to its end.

    Automatic garbage collection is off during the run. Python frees nodes, and most objects of problems, as soon as no
    reference to them is left. The collector would only follow each new node to its parent. That takes a third of the
    time of a search that stores ten million states. A problem's code may create cycles, however. The driver therefore
    collects the youngest generation between two slices. If less than a tenth of it was garbage, the driver moves the
    objects of the next slices to the oldest generation without examining them. This saves 5 % of the instructions of A*
    on a 15-puzzle.

    If the search is watched, the first slices are short, so that a slow problem sends its first events early.
    """

    __slots__ = ("_algorithm", "_first", "_limits", "_slice", "counters", "is_advancing", "is_stopped", "seconds")

    def __init__(self, algorithm: Algorithm[S, A], limits: Limits, *, is_watched: bool) -> None:
        self._algorithm, self._limits = algorithm, limits
        self.counters: Counters = _NONE
        """The counters after the last slice."""
        self._first: tuple[int, int] | None = None
        """The numbers of expansions and of generated edges when `run` was first called."""
        is_timed = limits.seconds < math.inf or limits.memory < math.inf or limits.cancelled is not None
        self._slice: int = 0 if is_watched or is_timed else _FIRST_SLICE
        self.is_advancing: bool = False
        """True while the algorithm runs. It stays True if an error in the algorithm ended the run."""
        self.is_stopped: bool = False
        """True if the run should end at the next poll. Any thread may set it."""
        self.seconds: float = 0.0
        """Wall-clock time of the run so far, without compiling."""

    def run(  # noqa: C901, PLR0912  # It's one loop with its cleanup.
        self, between: Callable[[], object] | None, progress: Callable[[], object] | None
    ) -> tuple[Stop, LimitKind | None]:
        """Run until the algorithm is done, finds a solution, or a limit is reached. After FOUND, call it again.
        ``between`` is called after each slice, and ``progress`` about ten times a second.
        """
        algorithm = self._algorithm
        counters = self.counters = algorithm.counters
        if self._first is None:
            self._first = counters.expanded, counters.generated
        if self.is_stopped:
            return Stop.POLL, LimitKind.CANCELLED
        if self._limits.within > 1 and self._is_good_enough(cheap=False):
            return Stop.POLL, LimitKind.WITHIN
        limited, max_seconds, new = self._numbers(*self._first), self._limits.seconds, tuple.__new__
        max_expanded = limited[0]
        is_paused, reserve, rounds = gc.isenabled(), b"", 0
        clock = searching_clock
        before, begin = self.seconds, clock()
        sent = begin
        try:
            if is_paused:
                gc.disable()
            if self._first[0] > _FIRST_SLICE:  # A new search may reserve it at a later poll.
                reserve = reserve_memory(_RESERVED)
            began = begin
            while True:
                stop_at = min(counters.expanded + self._slice, max_expanded)
                self.is_advancing = True
                # This takes half the time of calling the class.
                stop = algorithm.advance(new(Budget, (stop_at, *limited, max_seconds - self.seconds)))
                self.is_advancing = False
                counters = self.counters = algorithm.counters
                if between is not None:
                    between()
                if stop is not Stop.POLL and stop is not Stop.LIMIT:
                    return stop, LimitKind.COST if stop is Stop.COST else None
                now = clock()
                self.seconds = before + now - begin
                limit = self._limit(limited, counters.generated - self._first[1])
                if limit is not None:
                    return stop, limit
                if len(reserve) == 0 and now - begin >= POLL_SECONDS:
                    reserve = reserve_memory(_RESERVED)
                if is_paused and (young := gc.get_count()[0]) >= (_FEW if rounds == 0 else _MANY):
                    rounds = _collect_garbage(young, rounds)
                if progress is not None and now - sent >= PROGRESS_SECONDS:
                    sent = now
                    progress()
                self._resize(now - began, reached=counters.expanded >= stop_at)
                began = clock()
        finally:  # Inline, because an interrupt could come before the first line of a method.
            if is_paused:
                gc.enable()
            reserve = b""  # An error's traceback can keep this frame alive.
            self.seconds = before + clock() - begin

    def _numbers(self, expanded: int, generated: int) -> tuple[int, int, int, float]:
        """Return the four limits of a `Budget` for this run, counted from the start of the search."""
        limits, inf = self._limits, math.inf
        return (
            NO_LIMIT if limits.expanded == inf else expanded + int(limits.expanded),
            NO_LIMIT if limits.generated == inf else generated + math.ceil(limits.generated),
            NO_LIMIT if limits.stored == inf else math.ceil(limits.stored),
            limits.cost,
        )

    def _limit(self, limited: tuple[int, int, int, float], generated: int) -> LimitKind | None:
        """Return the limit that has been reached. This run has ``generated`` that many edges."""
        algorithm, limits, counters = self._algorithm, self._limits, self.counters
        stored = 0 if limited[2] == NO_LIMIT else algorithm.stored()
        if self._is_good_enough(cheap=True):
            return LimitKind.WITHIN
        if self.is_stopped:
            return LimitKind.CANCELLED
        all_expanded = counters.expanded >= limited[0]
        return limit_reached(
            limits, all_expanded, generated, stored, self.seconds, algorithm.growth,
            algorithm.bytes_on_disk(),
        )  # fmt: skip

    def _is_good_enough(self, *, cheap: bool) -> bool:
        """Return True if the best solution costs at most ``limits.within`` times the lower bound.
        After a solution the bound is exact. At a poll it's the ``cheap`` one. An algorithm that raises it returns
        `Stop.POLL`, so that the search stops at the same expansion in every run.
        """
        algorithm, within = self._algorithm, self._limits.within
        path = algorithm.incumbent() if within > 1 and algorithm.counters.solutions > 0 else None
        return path is not None and path.cost <= within * algorithm.lower_bound(cheap=cheap)

    def _resize(self, took: float, *, reached: bool) -> None:
        """Choose the length of the next slice, so that it takes about ``POLL_SECONDS``."""
        if took >= POLL_SECONDS:
            self._slice //= 2
        elif reached:  # If it isn't reached, the algorithm may have done other work in this slice.
            self._slice *= 2
        self._slice = max(1, self._slice)


def _collect_garbage(young: int, rounds: int) -> int:
    """Empty the youngest generation, and return the number of rounds until the next search for garbage.
    ``young`` is the number of objects in that generation. ``rounds`` is the value that the last call returned, and 0
    at first. One expression freezes and unfreezes the objects, so that no interrupt can leave them frozen.
    """
    if rounds > 1 and gc.get_freeze_count() == 0:
        deque(map(call, (gc.freeze, gc.unfreeze)), maxlen=0)
        return rounds - 1
    if gc.collect(0) < young // 10:
        return _ROUNDS
    if rounds > 0:  # The objects moved to an older generation may be garbage.
        gc.collect()
    return 0
