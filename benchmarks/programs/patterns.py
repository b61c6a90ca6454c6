"""Pattern databases over compiled domains: how long it takes to build one."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from astarlib.compiled import PatternDatabase
from astarlib.problems.pancake import PancakeProblem
from benchmarks.programs import cube_of_fields
from benchmarks.programs.repeated import Run

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")


def _largest(pancakes: int, kept: int) -> Callable[..., Any]:
    """Return the abstraction that keeps the largest pancakes. All others become 0."""
    hidden = pancakes - kept
    last, bits, low = np.uint64(4 * pancakes), np.uint64(4), np.uint64(15)

    def mapping(tables: Any, stack: Any) -> Any:
        at = np.uint64(0)
        while at < last:
            if stack >> at & low < hidden:
                stack &= ~(low << at)
            at += bits
        return stack

    return mapping


def build(kind: str, kept: int = 0) -> Run:
    """Build the table of all cubes, or that of the ``kept`` largest of 12 pancakes."""
    if kind == "cube":
        problem, mapping = cube_of_fields.whole_table()
    else:
        problem, mapping = PancakeProblem(range(1, 13)), _largest(12, kept)

    def run() -> dict[str, Any]:
        began = time.process_time()
        database = PatternDatabase.build(problem, mapping, cache=False)
        seconds = time.process_time() - began
        return {
            "states": len(database),
            "largest distance": max(database.layers),
            "figures": {
                "million states a second": len(database) / seconds / 1e6,
                "bytes a state": database.nbytes / len(database),
            },
        }

    def compile_all() -> None:
        PatternDatabase.build(problem, mapping, max_distance=2, cache=False)

    run.warm_up = compile_all  # type: ignore[attr-defined]  # functions may have attributes
    return run
