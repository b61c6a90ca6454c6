"""Searches of plain problems, in Python and compiled by `compile_problem`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from compileall import compile_dir
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import astarlib
from astarlib import AStar, compiled
from astarlib.problems.grid import GridProblem, HexProblem, TorusProblem, VoxelProblem, hex_cells
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem
from benchmarks.programs.ours import answer
from benchmarks.programs.plain_problems import LARGE, TINY
from benchmarks.programs.repeated import Run

BUILT_IN: dict[str, tuple[Any, Any]] = {
    "8-puzzle": (NPuzzle, lambda kind: kind("8 6 7 2 5 4 3 0 1")),
    "15-puzzle": (NPuzzle, lambda kind: kind.scrambled((4, 4), 22, seed=8)),
    "9-pancakes": (PancakeProblem, lambda kind: kind("9 2 5 7 1 4 8 3 6")),
    "grid": (GridProblem, lambda kind: kind(_maze(), (0, 0), (499, 499))),
    "grid-8": (GridProblem, lambda kind: kind(_maze(), (0, 0), (499, 499), connectivity=8)),
}
"""The class of each built-in problem, and a function that makes a problem of it or of a subclass."""


def _maze() -> list[str]:
    random = Random(5)
    rows = [["#" if random.random() < 0.2 else "." for _ in range(500)] for _ in range(500)]
    rows[0][0] = rows[499][499] = "."
    return ["".join(row) for row in rows]


def _terrain(size: int, seed: int = 5) -> list[str]:
    random = Random(seed)
    return ["".join(random.choices("12345", k=size)) for _ in range(size)]


LATTICES: dict[str, Callable[[], Any]] = {
    "torus": lambda: TorusProblem(_terrain(500), (0, 0), (250, 250)),
    "hexagons": lambda: HexProblem(hex_cells(_terrain(500)), (0, 0), (499 - 499 // 2, 499)),
    "voxels": lambda: VoxelProblem([_terrain(60, z) for z in range(60)], (0, 0, 0), (59, 59, 59), connectivity=26),
}
"""Functions that make problems on grids of other shapes, by name."""


DISTRIBUTIONS = ("numba", "llvmlite", "numpy")


def solve(name: str, package: str) -> Run:
    """Run A* of ``package`` on a large problem. The translation isn't timed."""
    problem = {**LARGE, **LATTICES}[name]()
    if package == "astarlib":
        return lambda: answer(AStar().search(problem))
    translated = compiled.compile_problem(problem)

    def run() -> dict[str, Any]:
        return answer(compiled.AStar().search(translated))

    run.warm_up = run  # type: ignore[attr-defined]  # The memory of numba isn't counted.
    return run


def solve_built_in(name: str, form: str) -> Run:
    """Run compiled Dijkstra on a built-in problem with its own domain, or in the form ``"translated"``."""
    kind, make = BUILT_IN[name]
    problem = make(kind) if form == "by hand" else make(type(kind.__name__, (kind,), {"compiled_domain": None}))
    translated = compiled.compile_problem(problem)

    def run() -> dict[str, Any]:
        return answer(compiled.Dijkstra().search(translated))

    run.warm_up = run  # type: ignore[attr-defined]  # as above
    return run


def first(name: str, cache: str) -> Run:
    """Translate and solve a tiny problem in this process, with a cache that is ``"empty"`` or ``"filled"``."""
    compile_dir(Path(astarlib.__file__).parent, quiet=2)  # An installed library has its bytecode on disk.
    folder = TemporaryDirectory()
    os.environ["ASTARLIB_CACHE"] = folder.name
    if cache == "filled":  # by another process, which gets the variable
        code = f"from benchmarks.programs.plain import solve_tiny; solve_tiny({name!r})"
        subprocess.run([sys.executable, "-c", code], check=True)

    def run() -> dict[str, Any]:
        with folder:  # The folder is removed afterwards.
            return solve_tiny(name)

    return run


def solve_tiny(name: str) -> dict[str, Any]:
    """Translate and solve a tiny problem. Return its cost."""
    return {"cost": compiled.AStar().search(compiled.compile_problem(TINY[name]())).cost}
