"""Searches on disk by the compiled engines, compiled before they are timed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numba  # noqa: F401  # So that loading it isn't timed.

from astarlib import compiled, explore
from astarlib.compiled import Disk
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.programs.compiled import Run

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")


def board_on_disk(number: int, memory: int) -> Run:
    """Solve one of Korf's boards with A* on disk."""
    problem, easy = KORF_100.by_id(number).problem(), KORF_100.by_id(79).problem()

    def solve(board: NPuzzle, memory: int) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            result = compiled.AStar(storage=Disk(Path(folder), memory=memory)).search(board)
            result.verify(board)
        counts = result.statistics
        written = counts.details["bytes_written"]
        return {"cost": result.cost, "figures": {"expanded": counts.expanded, "bytes written": written}}

    def run() -> dict[str, Any]:
        return solve(problem, memory)

    run.warm_up = lambda: solve(easy, memory)  # type: ignore[attr-defined]  # functions may have attributes
    return run


def board_in_memory(number: int) -> Run:
    """Solve one of Korf's boards with A* in memory."""
    problem, easy = KORF_100.by_id(number).problem(), KORF_100.by_id(79).problem()

    def run() -> dict[str, Any]:
        result = compiled.AStar().search(problem)
        return {"cost": result.cost, "figures": {"expanded": result.statistics.expanded}}

    run.warm_up = lambda: compiled.AStar().search(easy)  # type: ignore[attr-defined]  # as above
    return run


def space_on_disk(rows: int, columns: int, memory: int) -> Run:
    """Count all states of a sliding-tile puzzle, layer by layer, in files."""

    def count(shape: tuple[int, int]) -> dict[str, Any]:
        board = NPuzzle.scrambled(shape, 0, seed=0)
        with tempfile.TemporaryDirectory() as folder:
            explored = explore(board, storage=Disk(Path(folder), memory=memory))
        written = explored.result.statistics.details["bytes_written"]
        return {
            "states": len(explored),
            "layers": len(explored.layers),
            "figures": {"bytes written per state": written / len(explored)},
        }

    def run() -> dict[str, Any]:
        return count((rows, columns))

    run.warm_up = lambda: count((rows, 2))  # type: ignore[attr-defined]  # as above
    return run
