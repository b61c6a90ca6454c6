"""The peak of this process's resident memory, which Linux can reset to the current value."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from pathlib import Path


def reset_peak_memory() -> int | None:
    """Reset the peak to the resident memory, and return this size in bytes. Return None if the system can't reset it.
    The function first returns memory that earlier runs have freed to the system. Otherwise the next run would reuse
    that memory, and its measured growth would be too small or even 0.
    """
    try:
        _return_free_memory()
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        return peak_memory()
    except OSError:
        return None


def peak_memory() -> int | None:
    """Return the largest number of bytes resident since the last reset, or None if the system doesn't report it."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    kibibytes = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")), None)
    return None if kibibytes is None else int(kibibytes) * 1024


def _return_free_memory() -> None:
    """Let glibc return its free memory to the system. With other C libraries, do nothing."""
    with suppress(AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
