"""Data about the machine, the time and the versions of a measurement."""

from __future__ import annotations

import contextlib
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.harness.environments import ROOT


def machine() -> dict[str, Any]:
    """Return processor, cores, bytes of memory, system and the load at the start (None if unknown)."""
    memory = load = None
    with contextlib.suppress(AttributeError, ValueError, OSError):
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(AttributeError, OSError):
        load = round(os.getloadavg()[0], 2)
    system = f"{platform.system()} {'.'.join(platform.release().split('.')[:2])}"
    return {"cpu": _processor(), "cores": os.cpu_count(), "memory": memory, "system": system, "load": load}


def origin(command: str, *, quick: bool) -> dict[str, Any]:
    """Return the fields that all rows of a run share."""
    commit = _git("rev-parse", "HEAD")
    return {
        "machine": machine(),
        "commit": commit,
        "dirty": None if commit is None else _git("status", "--porcelain", "--untracked-files=no") != "",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": command,
        "quick": quick,
    }


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _git(*arguments: str) -> str | None:
    """Return the output of git, or None without git or outside a checkout."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
