"""Run one contender once, in its own process, and print the measurement as a line of JSON.

    python -m benchmarks.harness.worker '{"program": "module:function", "arguments": [], "warm_up": false}'

It imports nothing but the standard library, so that it runs in the environments of other libraries too.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any


def main() -> None:
    """Run the task that the first argument describes."""
    task = json.loads(sys.argv[1])
    line = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):  # A library may print anything.
        measured = measure(task["program"], task["arguments"], warm_up=task["warm_up"])
    print(json.dumps(measured), file=line, flush=True)


def measure(program: str, arguments: list[Any], *, warm_up: bool) -> dict[str, Any]:
    """Return the measurement and the answer of a program's run, or ``{"error": …}`` if it raised an error."""
    module, _, function = program.partition(":")
    started = time.process_time()
    try:
        run = getattr(importlib.import_module(module), function)(*arguments)
        prepared = time.process_time() - started
        own = getattr(run, "warm_up", None)
        if own is not None:
            own()
        measured = _timed(run, warm_up=warm_up and own is None)
    except MemoryError:
        return {"error": "MemoryError: no memory left within the limit"}
    except Exception as error:  # noqa: BLE001  # An error of a contender is a result, too.
        return {"error": f"{type(error).__name__}: {error}"}
    return {**measured, "prepared": prepared, "versions": _versions(module)}


def _timed(run: Callable[[], dict[str, Any]], *, warm_up: bool) -> dict[str, Any]:
    gc.collect()
    _forget_peak()
    before = _bytes("VmRSS")
    if warm_up:  # the run takes what this leaves to it: to be counted as its own
        run()
        gc.collect()
    wall, started = time.perf_counter(), time.process_time()
    answer = run()
    seconds, wall = time.process_time() - started, time.perf_counter() - wall
    peak, answer = _bytes("VmHWM"), dict(answer)
    if "bytes" in answer:  # The run measured the memory of other processes.
        before, peak = 0, answer.pop("bytes")
    return {
        "seconds": answer.pop("seconds", seconds),
        "figures": answer.pop("figures", {}),
        "wall": wall,
        "bytes_before": before,
        "bytes_peak": peak,
        "answer": answer,
    }


def _forget_peak() -> None:
    """Reset the peak of memory, so that it's that of the run alone (Linux)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _bytes(name: str) -> int | None:
    """Return the current (VmRSS) or peak (VmHWM) resident memory, or None if the system doesn't report it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    if name == "VmHWM" and os.name == "posix":
        usage = importlib.import_module("resource")
        peak: int = usage.getrusage(usage.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return None


def _versions(module: str) -> dict[str, str]:
    """Return the versions of Python, of astarlib if it was used, and of the distributions that the module names."""
    versions = {"python": f"{platform.python_implementation()} {platform.python_version()}"}
    if "astarlib" in sys.modules:
        versions["astarlib"] = sys.modules["astarlib"].__version__
    for name in getattr(sys.modules[module], "DISTRIBUTIONS", ()):
        versions[name] = metadata.version(name)
    return versions


if __name__ == "__main__":
    main()
