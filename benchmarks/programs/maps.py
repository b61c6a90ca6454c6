"""Paths on grids with eight neighbors: the queries of Moving AI maps, and of a generated map."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from astarlib import AStar, Dijkstra, SearchProblem
from astarlib.engines import Engine
from astarlib.problems.grid import Cell, CornerRule, Grid, GridProblem, read_map, read_scenarios

Run = Callable[[], dict[str, Any]]

SIX_DIGITS = 1e-5  # what the files give
ENGINES: dict[str, Engine] = {"AStar": AStar(), "Dijkstra": Dijkstra()}


def moving_ai(path: str, every: int, rule: str) -> Run:
    """Solve every n-th query of a map (from its `.scen` file) by A* with the octile heuristic."""
    started = time.process_time()
    grid = read_map(path)
    reading = time.process_time() - started
    scenarios = read_scenarios(f"{path}.scen")[::every]
    known = [(one, one.optimum) for one in scenarios if one.optimum is not None and one.optimum < math.inf]
    search = _searches(grid, [(one.start, one.goal) for one, _ in known], "AStar", rule)

    def run() -> dict[str, Any]:
        answer, costs = search()
        pairs = [(cost, optimum) for cost, (_, optimum) in zip(costs, known, strict=True)]
        found = sum(math.isclose(cost, optimum, rel_tol=SIX_DIGITS) for cost, optimum in pairs)
        answer["every optimum is found"] = found == len(pairs)
        answer["figures"]["optima found"] = found
        differences = (abs(cost / optimum - 1) for cost, optimum in pairs if optimum > 0)
        answer["figures"]["largest difference in millionths"] = 1e6 * max(differences, default=0)
        answer["figures"]["seconds to read"] = reading
        return answer

    return run


def compiled_jumps(path: str, every: int, has_jumps: bool) -> Run:
    """Solve every n-th query of a map by compiled A*, with jump points or without them."""
    from astarlib import compiled  # The other programs need no numba.

    grid, engine = read_map(path), compiled.AStar()
    scenarios = read_scenarios(f"{path}.scen")[::every]
    on_grid = [GridProblem(grid, one.start, one.goal, connectivity=8) for one in scenarios]

    def problem(one: GridProblem) -> SearchProblem[Any, Any]:  # Any: the states and actions of both
        return one.jump_points() if has_jumps else one

    def run() -> dict[str, Any]:
        results = [engine.search(problem(one)) for one in on_grid]
        expanded = sum(result.statistics.expanded for result in results)
        return {"cost": round(sum(result.cost for result in results), 6), "figures": {"expanded": expanded}}

    run.warm_up = lambda: engine.search(problem(on_grid[0]))  # type: ignore[attr-defined]  # functions may have attributes
    return run


def random_map(size: int, count: int, engine: str, rule: str) -> Run:
    """Find paths between free cells of a square map with obstacles in a fifth of its cells."""
    random = Random(4)
    rows = ["".join("#" if random.random() < 0.2 else "." for _ in range(size)) for _ in range(size)]
    free = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "."]
    ends = [(random.choice(free), random.choice(free)) for _ in range(count)]
    search = _searches(Grid(rows), ends, engine, rule)

    def run() -> dict[str, Any]:
        answer, costs = search()
        return {**answer, "cost": sum(costs)}

    return run


def _searches(
    grid: Grid, ends: Sequence[tuple[Cell, Cell]], engine: str, rule: str
) -> Callable[[], tuple[dict[str, Any], list[float]]]:
    """Run a search for each pair of cells. Return the totals, and the cost of each path."""
    problems = [GridProblem(grid, *pair, connectivity=8, corner_rule=CornerRule[rule]) for pair in ends]

    def run() -> tuple[dict[str, Any], list[float]]:
        began, results = time.process_time(), []
        for problem in problems:
            result = ENGINES[engine].search(problem)
            if result.suboptimality_bound != 1:
                raise AssertionError(f"{problem} is not solved optimally")
            results.append((result.cost, result.statistics))
        seconds = time.process_time() - began
        counters = ("expanded", "generated", "reopened")
        sums = {name: sum(getattr(statistics, name) for _, statistics in results) for name in counters}
        answer = {"queries": len(ends), "width": grid.width, "height": grid.height, **sums}
        answer["figures"] = {"expanded per second": sums["expanded"] / max(seconds, 1e-9)}
        return answer, [cost for cost, _ in results]

    return run
