"""A flag that processes share."""

from __future__ import annotations

import ctypes
from multiprocessing.context import BaseContext


class SharedFlag:
    """Set once, seen by a process and its workers.

    An event of `multiprocessing` has a lock, and a worker that is killed while it holds that would stop all others.
    """

    def __init__(self, context: BaseContext) -> None:
        self._byte = context.RawValue(ctypes.c_bool, False)

    def is_set(self) -> bool:
        """Return True if the flag is set."""
        return self._byte.value

    def set(self) -> None:
        """Set it, for all."""
        self._byte.value = True
