"""The peak of this process's resident memory, which Linux can be told to measure anew."""

from __future__ import annotations

from pathlib import Path


def reset_peak_memory() -> int | None:
    """Let the peak begin anew at the memory that is resident now; that in bytes, None where the system cannot."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        return peak_memory()
    except OSError:
        return None


def peak_memory() -> int | None:
    """The most bytes that were resident since the peak was reset; None where the system does not tell."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    kibibytes = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")), None)
    return None if kibibytes is None else int(kibibytes) * 1024
