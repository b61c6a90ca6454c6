"""Measure the import and short commands in fresh processes."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from statistics import median
from typing import Any, Final

import astarlib  # noqa: F401  # The worker prints the version of a loaded astarlib.
from benchmarks.programs.repeated import Run

BARE: Final = ["-c", "pass"]
_HEAVY: Final = frozenset((
    "argparse", "asyncio", "concurrent", "csv", "ctypes", "logging", "multiprocessing", "networkx", "numba", "numpy",
    "pandas", "psutil", "random", "rich", "shtab", "socket", "sqlite3", "subprocess", "tempfile", "unittest",
))  # fmt: skip
_PRINT_MODULES: Final = "import sys; before = set(sys.modules); import astarlib; print(*set(sys.modules) - before)"
# Run the same words inside a process that prints its own peak of memory last. The usage that the system reports for a
# child is of no use here: it isn't lower than the memory of the process that started it.
_PRINT_PEAK: Final = """
import runpy, sys
words = sys.argv = sys.argv[1:]
try:
    if words[0] == "-c":
        exec(words[1])
    else:
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
except SystemExit:
    pass
with open("/proc/self/status", encoding="ascii", errors="replace") as status:
    print(*(line.split()[1] for line in status if line.startswith("VmHWM:")))
"""


def processes(words: list[str], times: int) -> Run:
    """Measure ``python WORDS…``: median CPU time, the same beyond ``python -c pass``, and peak memory."""

    def run() -> dict[str, Any]:
        pairs = [(_seconds(words), _seconds(BARE)) for _ in range(times)]
        whole, beyond = median(one for one, _ in pairs), median(one - bare for one, bare in pairs)
        figures = {"seconds beyond a bare start": beyond}
        return {"exit code": 0, "seconds": whole, "figures": figures, "bytes": _peak(words)}

    run.warm_up = lambda: _seconds(words)  # type: ignore[attr-defined]  # functions may have attributes
    return run


def importing(times: int) -> Run:
    """Run ``import astarlib``, and list the modules among those it loads that load slowly."""
    run = processes(["-c", "import astarlib"], times)
    loaded = _output(["-c", _PRINT_MODULES]).split()
    heavy = sorted(_HEAVY & {name.partition(".")[0] for name in loaded})
    return _with_answer(run, {"heavy modules": heavy})


def solving(words: list[str], times: int) -> Run:
    """Run the command line, and read the cost from its answer in JSON."""
    run = processes(["-m", "astarlib", *words], times)
    return _with_answer(run, {"cost": json.loads(_output(["-m", "astarlib", *words, "--json"]))["cost"]})


def _with_answer(run: Run, answer: dict[str, Any]) -> Run:
    def run_with_answer() -> dict[str, Any]:
        return {**run(), **answer}

    run_with_answer.warm_up = run.warm_up  # type: ignore[attr-defined]
    return run_with_answer


def _peak(words: list[str]) -> int | None:
    """Return the peak of a process's resident memory in bytes, or None if the system doesn't report it."""
    if not sys.platform.startswith("linux"):
        return None
    return int(_output(["-c", _PRINT_PEAK, *words]).split()[-1]) * 1024


def _output(words: list[str]) -> str:
    # Modules are compiled when they are installed; here the first process compiles them.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, text=True, check=True, env=environment)
    return done.stdout


def _seconds(words: list[str]) -> float:
    """Return the CPU time of a process, or the elapsed time if the system doesn't report CPU time."""
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
