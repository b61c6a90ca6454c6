"""The time limit of a check."""

from __future__ import annotations

from time import monotonic


class Clock:
    """A clock that starts when it's created, and is over after a number of seconds; inf means never."""

    def __init__(self, seconds: float) -> None:
        self.started: float = monotonic()
        self.seconds: float = seconds
        self._end = self.started + seconds

    @property
    def over(self) -> bool:
        """True if the time is up."""
        return monotonic() >= self._end

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return monotonic() - self.started

    def share(self, part: float) -> Clock:
        """Return a clock that starts now, runs for that share of the whole time, and ends no later than this one."""
        return Clock(max(0, min(part * self.seconds, self._end - monotonic())))
