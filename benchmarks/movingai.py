"""The queries of Moving AI maps: are their published optima found, and how fast? Maps: https://movingai.com/benchmarks/

    python benchmarks/movingai.py FOLDER [--every N]

For each `.map` with its `.map.scen` in the folder: every N-th query by A* with the octile heuristic, first with no
corner cut, which must reproduce the optimum to its six digits, then with corners cut where one cell beside the diagonal
is free, which must not reproduce them all. CPU time.
"""

from __future__ import annotations

import argparse
import math
import platform
import time
from collections.abc import Sequence
from pathlib import Path

from astarlib import AStar
from astarlib.problems.grid import CornerRule, Grid, GridProblem, Scenario, read_map, read_scenarios

SIX_DIGITS = 1e-5


def run(grid: Grid, queries: Sequence[Scenario], rule: CornerRule) -> tuple[int, str]:
    """The number of queries whose optimum is not found, and the figures."""
    wrong = expanded = generated = reopened = 0
    seconds = difference = 0.0
    for query in queries:
        problem = GridProblem(grid, query.start, query.goal, connectivity=8, corner_rule=rule)
        started = time.process_time()
        result = AStar().search(problem)
        seconds += time.process_time() - started
        assert result.suboptimality_bound == 1, f"{problem} is not solved optimally"
        wrong += not math.isclose(result.cost, query.optimum, rel_tol=SIX_DIGITS)
        if query.optimum > 0:
            difference = max(difference, abs(result.cost - query.optimum) / query.optimum)
        expanded += result.statistics.expanded
        generated += result.statistics.generated
        reopened += result.statistics.reopened
    figures = (
        f"{len(queries) - wrong:,} of {len(queries):,} optima found, largest difference {difference:.2g}; "
        f"{expanded:,} expanded, {generated:,} generated, {reopened} reopened, {seconds:.1f} s, "
        f"{expanded / max(seconds, 1e-9):,.0f} expansions/s"
    )
    return wrong, figures


def check(path: Path, every: int) -> bool:
    """Whether a map's queries come out as they should; prints the figures."""
    started = time.process_time()
    grid = read_map(path)
    reading = time.process_time() - started
    queries = read_scenarios(path.with_name(f"{path.name}.scen"))[::every]
    print(f"{path.stem}: {grid.width} x {grid.height} cells, read in {reading:.2f} s", flush=True)
    wrong, figures = run(grid, queries, CornerRule.BOTH_FREE)
    print(f"  no corner cut:  {figures}", flush=True)
    cut, figures = run(grid, queries, CornerRule.ONE_FREE)
    print(f"  corners cut:    {figures}", flush=True)
    return wrong == 0 < cut


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The queries of Moving AI maps against their published optima.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th query")
    options = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}")
    maps = [path for path in sorted(options.folder.glob("*.map")) if path.with_name(f"{path.name}.scen").exists()]
    if len(maps) == 0:
        parser.error(f"{options.folder} has no .map with its .map.scen")
    outcomes = [check(path, options.every) for path in maps]
    raise SystemExit(0 if all(outcomes) else 1)
