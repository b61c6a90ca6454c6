"""The memory that this process holds."""

from __future__ import annotations

import contextlib
import importlib
import os
from typing import Final

_STATM: Final = "/proc/self/statm"  # where Linux reports the pages of memory that a process holds


def reserve_memory(size: int) -> bytes:
    """Return ``size`` bytes to free when memory runs out, or no bytes if there aren't that many.

    Pass at least 64 MiB, because less may come from memory that's already in use. The system only reserves ``bytes``;
    unlike a bytearray, they take no memory until they are written.
    """
    try:
        return bytes(size)
    except MemoryError:
        return b""


def resident_memory() -> int:
    """Return the resident memory of this process in bytes.

    Raises
    ------
    NotImplementedError
        If neither the system nor psutil reports it.
    """
    with contextlib.suppress(OSError), open(_STATM, "rb") as pages:  # noqa: PTH123  # pathlib is slow to import
        return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    try:
        psutil = importlib.import_module("psutil")
    except ImportError as error:
        raise NotImplementedError(
            "this system doesn't report the memory in use, so a memory limit can't be checked; "
            "install psutil, or limit the stored states instead: Limits(stored=…)"
        ) from error
    return int(psutil.Process().memory_info().rss)
