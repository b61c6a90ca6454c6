"""A flag that processes share."""

from __future__ import annotations

import ctypes
from multiprocessing.context import BaseContext


class SharedFlag:
    """A flag that a process shares with its workers. Once set, it stays set.

    An event of `multiprocessing` has a lock. If a worker is killed while it holds the lock, all others wait without
    end.
    """

    def __init__(self, context: BaseContext) -> None:
        self._byte = context.RawValue(ctypes.c_bool, False)

    def is_set(self) -> bool:
        """Return True if the flag is set."""
        return self._byte.value

    def set(self) -> None:
        """Set the flag for all processes."""
        self._byte.value = True
