"""Python's garbage collector, which rests while a search runs: it would look at each new record, and free none."""

from __future__ import annotations

import gc

_FIRST_SAMPLE, _MOST = 1_000, 100_000  # containers made since the last sample, or since the beginning
_MUCH = 0.1  # of the containers made


class GCPause:
    """Keeps automatic collection off from ``begin`` on; whoever begins it undoes at the end what it says is done.

    Records, and what most problems make, are freed as soon as nothing refers to them; the collector is for cycles
    alone. To see that they hold no new record it follows each to its parent, far away in memory: a few percent of the
    time of a small search, a third of one that comes to store ten million states (``python -m benchmarks
    core/growth``). So that code which does make cycles cannot fill the memory with them, ``look`` takes a sample now
    and then: what is there is set aside (``gc.freeze``, which takes no time), and the collector is asked how much of
    what one chunk of expansions leaves behind is garbage. When that is a tenth or more, the rest is over.

    Where the collector is off anyway, or something is frozen already, all stays as it is.
    """

    __slots__ = ("_sample_after", "is_on", "is_sampling")

    def __init__(self) -> None:
        self.is_on: bool = False
        """Whether automatic collection is off on behalf of this."""
        self.is_sampling: bool = False
        """Whether something is frozen on behalf of this."""
        self._sample_after = _FIRST_SAMPLE

    def begin(self) -> None:
        """Switch automatic collection off."""
        if gc.isenabled() and gc.get_freeze_count() == 0:
            self.is_on = True
            gc.disable()

    def look(self) -> None:
        """Take a sample, if it is time to; to be called between chunks of expansions."""
        if not self.is_on:
            return
        made = gc.get_count()[0]
        if self.is_sampling:
            freed = gc.collect(0)
            gc.unfreeze()
            self.is_sampling = False
            if freed > _MUCH * made:
                gc.enable()
                self.is_on = False
        elif made > self._sample_after:
            self._sample_after = min(4 * self._sample_after, _MOST)
            if gc.get_freeze_count() > 0:  # the problem's own code has done that since
                gc.enable()
                self.is_on = False
            else:
                self.is_sampling = True
                gc.freeze()
