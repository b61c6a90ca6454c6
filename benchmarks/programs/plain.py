"""Searches of plain problems, in Python and compiled by `compile_problem`."""

from __future__ import annotations

import os
import subprocess
import sys
from compileall import compile_dir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import astarlib
from astarlib import AStar, compiled
from benchmarks.programs.ours import answer
from benchmarks.programs.plain_problems import LARGE, TINY
from benchmarks.programs.repeated import Run

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")


def solve(name: str, package: str) -> Run:
    """Run A* of ``package`` on a large problem. The translation isn't timed."""
    problem = LARGE[name]()
    if package == "astarlib":
        return lambda: answer(AStar().search(problem))
    translated = compiled.compile_problem(problem)

    def run() -> dict[str, Any]:
        return answer(compiled.AStar().search(translated))

    run.warm_up = run  # type: ignore[attr-defined]  # The memory of numba isn't counted.
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
