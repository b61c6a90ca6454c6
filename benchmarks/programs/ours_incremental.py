"""Updates of incremental engines on large grids, each compared with a new search."""

from __future__ import annotations

import time
from math import inf
from random import Random
from statistics import mean, median
from typing import Any, Final

from astarlib import AStar, DStarLite, FSAStar, GAAStar, LPAStar
from astarlib.problems.grid import Grid, GridProblem
from benchmarks.programs.repeated import Run

SIZE: Final = 512
GOAL: Final = (SIZE - 1, SIZE - 1)
STEPS: Final = 3


def _flipped(problem: GridProblem, cells: set[Any]) -> GridProblem:
    """Block the free cells among these, and free the others. The start and the goal stay free."""
    changed = sorted(cells - {problem.initial_state, problem.goal})
    return problem.with_costs({cell: inf if problem.grid.is_free(cell) else 1 for cell in changed})


def _cells(random: Random, count: int, center: Any = None, radius: int = SIZE) -> set[Any]:
    """Return different cells of the grid, at most ``radius`` columns and rows from the center."""
    x, y = GOAL if center is None else center
    found: set[Any] = set()
    while len(found) < count:
        cell = random.randint(x - radius, x + radius), random.randint(y - radius, y + radius)
        if min(cell) >= 0 and max(cell) < SIZE:
            found.add(cell)
    return found


def _moved(problem: GridProblem, path: Any) -> GridProblem:
    """Move the start along the path."""
    return problem.between(path[min(STEPS, len(path) - 1)], problem.goal)


def _followed(problem: GridProblem, path: Any) -> GridProblem:
    """Move the start one step along the path, and the goal to a free cell two columns or rows away, or leave it."""
    x, y = problem.goal
    near = [(x - 2, y), (x, y - 2), (x - 2, y - 2), (x, y)]
    return problem.between(path[1], next(cell for cell in near if problem.grid.is_free(cell)))


SCENARIOS: Final[dict[str, Any]] = {
    "anywhere-10": (LPAStar(), lambda random, problem, _: (problem, _cells(random, 10))),
    "near-goal-10": (LPAStar(), lambda random, problem, _: (problem, _cells(random, 10, GOAL, 16))),
    "anywhere-1000": (LPAStar(), lambda random, problem, _: (problem, _cells(random, 1000))),
    "fsa-near-goal-10": (FSAStar(), lambda random, problem, _: (problem, _cells(random, 10, GOAL, 16))),
    "gaa-near-start-10": (GAAStar(), lambda random, problem, _: (problem, _cells(random, 10, (0, 0), 16))),
    "moving-target": (GAAStar(), lambda _, problem, path: (_followed(problem, path), set())),
    "walk": (DStarLite(), lambda random, problem, path: (_moved(problem, path), _cells(random, 4, path[STEPS], 8))),
}
"""For each scenario, the engine, and a function that returns the moved problem and the cells to change."""


def _grid(seed: int) -> GridProblem:
    random = Random(seed)
    rows = [[1 if random.random() >= 0.2 else inf for _ in range(SIZE)] for _ in range(SIZE)]
    rows[0][0] = rows[-1][-1] = 1
    return GridProblem(Grid(rows), (0, 0), GOAL, connectivity=8)


def updates(scenario: str, grids: int, count: int) -> Run:
    """Update a search ``count`` times on each grid: the expansions and the time of both engines.

    A change after which no solution exists is left out, because then both engines expand everything. If the optimal
    cost rises, LPA* and D* Lite must expand states whose f lies between the old cost and the new one, as A* must. On
    these grids that's about 1,000 (LPA*) or 2,000 (D* Lite) states, nine in ten of all that they expand. So no other
    order of equal entries would lower the mean noticeably.
    """
    engine, change = SCENARIOS[scenario]

    def run() -> dict[str, Any]:
        repaired, fresh = [], []
        time_repaired = time_fresh = 0.0
        for seed in range(grids):
            random, problem = Random(1000 + seed), _grid(seed)
            search = engine.start(problem)
            result = search.run()
            for _ in range(count):
                new = None
                while new is None or new.solution is None:
                    moved, cells = change(random, problem, result.states)
                    changed = _flipped(moved, cells)
                    began = time.process_time()
                    new = AStar().search(changed)
                    took = time.process_time() - began
                touched, before = changed.touched(cells), search.statistics.expanded
                began = time.process_time()
                search.update(problem=changed, changed=touched)
                result = search.run()
                time_repaired += time.process_time() - began
                time_fresh += took
                assert result.cost == new.cost, (scenario, seed, result, new)
                repaired.append(search.statistics.expanded - before)
                fresh.append(new.statistics.expanded)
                problem = changed
        return {
            "solved": len(repaired),
            "bytes": None,  # Both engines run in this process.
            "figures": {
                "expansions": round(mean(repaired), 1),
                "median": median(repaired),
                "of AStar": round(mean(fresh)),
                "times fewer": round(sum(fresh) / max(1, sum(repaired)), 1),
                "times less CPU": round(time_fresh / time_repaired, 1),
            },
        }

    return run
