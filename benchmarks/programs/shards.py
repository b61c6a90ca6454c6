"""Compiled searches in one thread, in several, on disk and on Ray, compiled before they are timed."""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from operator import itemgetter
from pathlib import Path
from typing import Any

import numba  # noqa: F401  # So that loading it isn't timed.

from astarlib import compiled, distributed
from astarlib.compiled import Disk
from astarlib.compiled_domain import CompiledDomain
from astarlib.engines import Engine
from astarlib.problems.npuzzle import NPuzzle, State
from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.programs.scale import touch_memory

DISTRIBUTIONS = ("numba", "llvmlite", "numpy", "ray")
Run = Callable[[], dict[str, Any]]


def in_memory(number: int, threads: int) -> Run:
    """Solve a board with A*. The seconds are the CPU time of the busiest thread."""
    return _run(compiled.AStar(threads=threads), number, has_shards=threads > 1)


def at_once(number: int, copies: int) -> Run:
    """Solve a board with A* in each of several processes at the same time. The seconds are those of the busiest one."""
    context = get_context("spawn")
    ready, outcomes = context.Barrier(copies + 1), context.SimpleQueue()
    for _ in range(copies):
        context.Process(target=_solve_at_once, args=(number, ready, outcomes), daemon=True).start()
    ready.wait()  # All have compiled.

    def run() -> dict[str, Any]:
        began = time.perf_counter()
        ready.wait()
        found = [outcomes.get() for _ in range(copies)]
        wall = time.perf_counter() - began
        return {**max(found, key=itemgetter("seconds")), "figures": {"wall": wall}}

    run.warm_up = touch_memory  # type: ignore[attr-defined]  # functions may have attributes
    return run


def _solve_at_once(number: int, ready: Barrier, outcomes: SimpleQueue[Any]) -> None:
    run = in_memory(number, 1)
    ready.wait()
    ready.wait()
    outcomes.put(run())


def deepening(number: int, threads: int) -> Run:
    """Solve a board with IDA*. The seconds are the CPU time of all threads."""
    return _run(compiled.IDAStar(threads=threads), number, has_shards=False)


def on_ray(number: int, shards: int) -> Run:
    """Solve a board with A* in processes of Ray. The seconds are the CPU time of the busiest one."""
    return _run(distributed.AStar(distributed.Ray(shards=shards)), number, has_shards=True)


class _PlainPuzzle(NPuzzle):
    """A puzzle whose states belong to the shards by a plain hash."""

    def compiled_domain(self) -> CompiledDomain[State]:
        return dataclasses.replace(super().compiled_domain(), owner=None)


def by_plain_hash(number: int, shards: int) -> Run:
    """Do the same as `on_ray`, but with a plain hash, which sends about half of the edges."""
    board = KORF_100.by_id(number)
    puzzle = _PlainPuzzle(board.board, board.goal, shape=board.shape)
    return _run(distributed.AStar(distributed.Ray(shards=shards)), number, puzzle, has_shards=True)


def on_disk(number: int, memory: int) -> Run:
    """Solve a board with A* on disk. The figures have the bytes that were written."""
    run = on_disk_in_cgroup(number, memory)
    run.warm_up = touch_memory  # type: ignore[attr-defined]
    return run


def on_disk_in_cgroup(number: int, memory: int) -> Run:
    """Do the same as `on_disk` where little memory may be written."""
    folder = Path(tempfile.mkdtemp())
    found = _run(compiled.AStar(storage=Disk(folder / "search", memory=memory)), number, has_shards=False)

    def run() -> dict[str, Any]:
        try:
            return found()
        finally:
            shutil.rmtree(folder)

    return run


def _run(engine: Engine, number: int, puzzle: NPuzzle | None = None, *, has_shards: bool) -> Run:
    # This compiles the functions, and starts the shards.
    search = engine.start(puzzle or KORF_100.by_id(number).problem())

    def run() -> dict[str, Any]:
        before, began = time.process_time(), time.perf_counter()
        result = search.run()
        wall, cpu = time.perf_counter() - began, time.process_time() - before
        result.verify(search.problem)
        statistics, held = result.statistics, search.bytes_in_use()
        figures: dict[str, float] = {"CPU of this process": cpu, "wall": wall, "expansions": statistics.expanded}
        figures["successors"], figures["states"] = statistics.generated, statistics.stored
        if held is not None:
            figures["bytes"] = held
        figures.update({name: value for name, value in statistics.details.items() if name != "shards"})
        seconds = cpu
        if has_shards:
            algorithm: Any = search._algorithm  # The statistics have no times.
            reports = algorithm._barrier.reports
            seconds = max(report.seconds for report in reports)
        search.close()
        return {"cost": result.cost, "seconds": seconds, "figures": figures}

    run.warm_up = touch_memory  # type: ignore[attr-defined]
    return run
