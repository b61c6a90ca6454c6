"""The memory that this process holds."""

from __future__ import annotations

import contextlib
import importlib
import os
from typing import Final

_STATM: Final = "/proc/self/statm"  # where Linux reports the pages of memory that a process holds


def reserve_memory(size: int) -> bytes:
    """So many bytes to give back when there are no others, or none; at least 64 MiB, for less may be memory in use.

    Bytes, unlike a bytearray, are only promised by the system, and take no memory until then.
    """
    try:
        return bytes(size)
    except MemoryError:
        return b""


def resident_memory() -> int:
    """The bytes of memory that this process holds now (its resident set).

    Raises
    ------
    NotImplementedError
        Where neither the system nor psutil tells.
    """
    with contextlib.suppress(OSError), open(_STATM, "rb") as pages:  # noqa: PTH123  # pathlib is slow to import
        return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    try:
        psutil = importlib.import_module("psutil")
    except ImportError as error:
        raise NotImplementedError(
            "this system does not tell the memory in use, so a memory limit cannot be kept; "
            "install psutil, or limit the stored states instead: Limits(stored=…)"
        ) from error
    return int(psutil.Process().memory_info().rss)
