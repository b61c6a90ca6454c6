"""The time that a check may take."""

from __future__ import annotations

from time import monotonic


class Clock:
    """Runs from its making on.

    Parameters
    ----------
    seconds:
        Wall clock until it is over; inf: never.
    """

    def __init__(self, seconds: float) -> None:
        self.started: float = monotonic()
        self.seconds: float = seconds
        self._end = self.started + seconds

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return monotonic() >= self._end

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return monotonic() - self.started

    def share(self, part: float) -> Clock:
        """A clock that starts now, for that part of the whole time, and is over no later than this one."""
        return Clock(max(0, min(part * self.seconds, self._end - monotonic())))
