"""Searches on disk that count published numbers of states, compiled before they are timed."""

from __future__ import annotations

import csv
import json
import mmap
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from astarlib import LimitKind, Limits, compiled, explore
from astarlib.compiled import Disk
from astarlib.problems.npuzzle import NPuzzle

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")
CGROUPS = Path("/sys/fs/cgroup/memory")
PUBLISHED = Path(__file__).parents[2] / "tests" / "data"
LIMITS = Limits(expanded=10**7, disk=60 * 10**9)
"""The limits of each step of a search whose size on the disk is measured."""
Run = Callable[[], dict[str, Any]]
_TOUCHED = 1 << 30
"""The bytes that are written before a run is timed."""


def touch_memory() -> None:
    """Write memory and free it again.

    On a virtual machine, the first write to a page takes up to ten times as long as a later one, because the host
    provides the page then. A run would be slower or faster depending on what ran before.
    """
    if hasattr(mmap, "MADV_HUGEPAGE"):  # Linux
        with mmap.mmap(-1, _TOUCHED, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
            memory.madvise(mmap.MADV_HUGEPAGE)
            for page in range(0, _TOUCHED, mmap.PAGESIZE):
                memory[page] = 1


def published_counts(rows: int, columns: int) -> list[int]:
    """Return the published number of boards at each distance from the goal, as far as it's known."""
    name = "npuzzle_depth_counts.csv" if rows * columns < 12 else "npuzzle_large_depth_counts.csv"
    with (PUBLISHED / name).open(encoding="utf-8") as file:
        found = [
            row for row in csv.DictReader(line for line in file if not line.startswith("#"))
            if (int(row["rows"]), int(row["cols"])) == (rows, columns) and row.get("goal_blank", "0") == "0"
        ]  # fmt: skip
    assert [int(row["depth"]) for row in found] == [*range(len(found))]
    return [int(row["count"]) for row in found]


def space(rows: int, columns: int, memory: int) -> Run:
    """Count all states of a sliding-tile puzzle, layer by layer, in files."""

    def count(shape: tuple[int, int]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            explored = explore(NPuzzle.scrambled(shape, 0, seed=0), storage=Disk(Path(folder), memory=memory))
        written = explored.result.statistics.details["bytes_written"]
        return {
            "states": len(explored),
            "layers of the published size": _equal(explored.layers, published_counts(*shape)),
            "figures": {"bytes written per state": written / len(explored)},
        }

    return _run(lambda: count((rows, columns)), lambda: count((rows, 2)))


def ball(moves: int, memory: int) -> Run:
    """Solve a 15-puzzle with Dijkstra on disk. Its start is in order, so that each layer has a published count."""
    start = NPuzzle.scrambled((4, 4), 0, seed=0).initial_state

    def solve(moves: int, seed: int) -> dict[str, Any]:
        puzzle = NPuzzle(start, goal=NPuzzle.scrambled((4, 4), moves, seed=seed).initial_state)
        with (
            tempfile.TemporaryDirectory() as folder,
            compiled.Dijkstra(storage=Disk(Path(folder), memory=memory)).start(puzzle) as search,
        ):
            result, peak = search.run(LIMITS), 0
            while result.limit is LimitKind.EXPANDED:
                peak = max(peak, result.statistics.details["bytes_on_disk"])
                result = search.run(LIMITS)
            algorithm: Any = search._algorithm  # Only an exploration reports its layers.
            layers = [count for g, count in algorithm.layers().items() if g < result.cost]
        result.verify(puzzle)
        statistics = result.statistics
        return {
            "cost": result.cost,
            "layers of the published size": _equal(layers, published_counts(4, 4)[: len(layers)]),
            "figures": {
                "expansions": statistics.expanded,
                "states before the last layer": sum(layers),
                "bytes_written": statistics.details["bytes_written"],
                "peak of bytes_on_disk": max(peak, statistics.details["bytes_on_disk"]),
                "wall": statistics.seconds,
            },
        }

    return _run(lambda: solve(moves, 2), lambda: solve(10, 0))


def in_cgroup(number: int, memory: int, limit: int) -> Run:
    """Solve one of Korf's boards on disk in a process whose memory and page cache are limited by a cgroup."""
    task = {"program": "benchmarks.programs.shards:on_disk_in_cgroup", "arguments": [number, memory], "warm_up": False}
    command = [sys.executable, "-m", "benchmarks.harness.worker", json.dumps(task)]

    def run() -> dict[str, Any]:
        group = CGROUPS / f"astarlib-{os.getpid()}"
        group.mkdir()
        try:
            (group / "memory.limit_in_bytes").write_text(str(limit))
            processes = group / "cgroup.procs"
            done = subprocess.run(
                command, preexec_fn=lambda: processes.write_text("0"), stdout=subprocess.PIPE, check=True
            )  # There are no threads here.
            peak = int((group / "memory.max_usage_in_bytes").read_text())
        finally:
            group.rmdir()
        measured = json.loads(done.stdout.splitlines()[-1])
        if "error" in measured:
            raise RuntimeError(measured["error"])
        figures = {**measured["figures"], "peak of the cgroup": peak}
        return {
            **measured["answer"], "seconds": measured["seconds"], "figures": figures, "bytes": measured["bytes_peak"],
        }  # fmt: skip

    run.warm_up = touch_memory  # type: ignore[attr-defined]  # functions may have attributes
    return run


def why_no_cgroup() -> str:
    """Return the reason why this process can't limit the memory of another by a cgroup, or an empty text."""
    return "" if os.access(CGROUPS, os.W_OK) else f"only root can make a cgroup, and only if there is {CGROUPS}"


def _equal(layers: Sequence[int], published: Sequence[int]) -> int:
    """Return the number of layers, which must be equal to the published ones."""
    assert list(layers) == list(published), (layers, published)
    return len(layers)


def _run(run: Run, warm_up: Run) -> Run:
    run.warm_up = warm_up  # type: ignore[attr-defined]  # functions may have attributes
    return run
