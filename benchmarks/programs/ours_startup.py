"""How long it takes until something happens, in fresh processes."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from statistics import median
from typing import Any, Final

import astarlib  # noqa: F401  # so that its version is told
from benchmarks.programs.repeated import Run

BARE: Final = ["-c", "pass"]
_HEAVY: Final = frozenset((
    "argparse", "asyncio", "concurrent", "csv", "ctypes", "logging", "multiprocessing", "networkx", "numba", "numpy",
    "pandas", "psutil", "random", "rich", "shtab", "socket", "sqlite3", "subprocess", "tempfile", "unittest",
))  # fmt: skip
_TELL_MODULES: Final = "import sys; before = set(sys.modules); import astarlib; print(*set(sys.modules) - before)"


def processes(words: list[str], times: int) -> Run:
    """``python WORDS…``: seconds of one process, the median; and how much that is beyond ``python -c pass``."""

    def run() -> dict[str, Any]:
        pairs = [(_seconds(words), _seconds(BARE)) for _ in range(times)]
        whole, beyond = median(one for one, _ in pairs), median(one - bare for one, bare in pairs)
        return {"exit code": 0, "seconds": whole, "figures": {"seconds beyond a bare start": beyond}}

    run.warm_up = lambda: _seconds(words)  # type: ignore[attr-defined]  # functions may have attributes
    return run


def importing(times: int) -> Run:
    """``import astarlib``, and which modules that load slowly it loads."""
    run = processes(["-c", "import astarlib"], times)
    loaded = _output(["-c", _TELL_MODULES]).split()
    heavy = sorted(_HEAVY & {name.partition(".")[0] for name in loaded})

    def run_and_tell() -> dict[str, Any]:
        return {**run(), "heavy modules": heavy}

    run_and_tell.warm_up = run.warm_up  # type: ignore[attr-defined]
    return run_and_tell


def solving(words: list[str], times: int) -> Run:
    """The command line with an answer in JSON, whose cost is told."""
    run = processes(["-m", "astarlib", *words], times)
    cost = json.loads(_output(["-m", "astarlib", *words, "--json"]))["cost"]

    def run_and_tell() -> dict[str, Any]:
        return {**run(), "cost": cost}

    run_and_tell.warm_up = run.warm_up  # type: ignore[attr-defined]
    return run_and_tell


def _output(words: list[str]) -> str:
    # Modules are compiled when they are installed; here by the first process, which writes them down.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, text=True, check=True, env=environment)
    return done.stdout


def _seconds(words: list[str]) -> float:
    """CPU time of a process (where the system does not tell that, by the clock on the wall)."""
    started = _children()
    _output(words)
    return _children() - started


def _children() -> float:
    if os.name != "posix":
        return time.perf_counter()
    resource = importlib.import_module("resource")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    used: float = usage.ru_utime + usage.ru_stime
    return used
