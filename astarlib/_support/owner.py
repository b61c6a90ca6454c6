"""The process that owns threads, processes or files. Its forked children have copies of the objects, but not these."""

from __future__ import annotations

import os


class Owner:
    """The process that makes this object. ``what`` names what it owns, for messages."""

    def __init__(self, what: str) -> None:
        self._process, self._what = os.getpid(), what

    @property
    def is_here(self) -> bool:
        """False in a process that was forked from the owner."""
        return os.getpid() == self._process

    def require(self) -> None:
        """Raise RuntimeError in a process that was forked from the owner."""
        if not self.is_here:
            raise RuntimeError(
                f"{self._what} belongs to process {self._process}, from which this process {os.getpid()} was forked; "
                "use it there, or begin a new one here"
            )
