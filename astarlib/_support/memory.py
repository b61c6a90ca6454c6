"""The memory of this process."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
from collections.abc import Iterator
from typing import Final

from astarlib._support.interrupts import raise_if_from_handler

_STATM: Final = "/proc/self/statm"  # On Linux, this file has the number of memory pages of the process.
_MEMINFO: Final = "/proc/meminfo"


@contextlib.contextmanager
def objects_that_stay() -> Iterator[None]:
    """Pause the garbage collector while objects are made that stay in memory, such as those of imported modules.
    Then move all objects to the oldest generation without examining them, so that they don't count as young.
    """
    is_paused = gc.isenabled() and gc.get_freeze_count() == 0
    try:
        if is_paused:
            gc.disable()
        yield
    finally:
        if is_paused:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def reserve_memory(size: int) -> bytes:
    """Return ``size`` bytes to free when memory runs out, or empty bytes if that much memory isn't available.
    A block of less than 64 MiB may come from memory that the process already holds. The system only reserves the memory
    of ``bytes``, and doesn't allocate it.
    """
    try:
        return bytes(size)
    except MemoryError:
        return b""


def resident_memory() -> int:
    """Return the resident memory of this process in bytes, or raise NotImplementedError."""
    with contextlib.suppress(OSError), open(_STATM, "rb") as pages:  # noqa: PTH123  # pathlib is slow to import
        return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    try:
        psutil = importlib.import_module("psutil")
    except ImportError as error:
        raise_if_from_handler(error)
        raise NotImplementedError(
            "this system doesn't report the memory in use, so a memory limit can't be checked; "
            "install psutil, or limit the stored states instead: Limits(stored=…)"
        ) from error
    return int(psutil.Process().memory_info().rss)


def available_memory() -> int | None:
    """Return the bytes of memory that this process can still use, or None if the system doesn't report it."""
    with contextlib.suppress(OSError, ValueError), open(_MEMINFO, encoding="ascii") as lines:  # noqa: PTH123  # as above
        for line in lines:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None
