"""The irregular sudokus that are shipped with astarlib, all solved by each engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astarlib.engines import ENGINES
from astarlib.problems.sudoku import examples

Run = Callable[[], dict[str, Any]]


def solve(engine: str) -> Run:
    """Solve all sudokus, and count the solutions that equal the known one."""
    search = ENGINES[engine]()
    known = [(each.problem, each.solution) for each in examples()]

    def run() -> dict[str, Any]:
        right = expanded = generated = 0
        for problem, solution in known:
            result = search.search(problem)
            right += problem.grid(result.states[-1]) == solution
            expanded += result.statistics.expanded
            generated += result.statistics.generated
        return {"right": right, "expanded": expanded, "generated": generated}

    return run


def compiled(engine: str) -> Run:
    """Solve all sudokus with a compiled engine. The run doesn't include compilation."""
    from astarlib import compiled as engines  # Only this program needs numba.

    search = engines.ENGINES[engine]()
    known = [(each.problem, each.solution) for each in examples()]

    def run() -> dict[str, Any]:
        found = [(problem, solution, search.search(problem)) for problem, solution in known]
        return {
            "right": sum(problem.grid(result.states[-1]) == solution for problem, solution, result in found),
            "expanded": sum(result.statistics.expanded for _, _, result in found),
            "generated": sum(result.statistics.generated for _, _, result in found),
        }

    return run


def count_solutions() -> Run:
    """Count the sudokus that have exactly one solution."""
    problems = [each.problem for each in examples()]
    return lambda: {"with one solution": sum(problem.count_solutions() == 1 for problem in problems)}
