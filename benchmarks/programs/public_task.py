"""One task in PDDL that somebody published: whether it's read and grounded, its costs, and whether its plan is valid.

    python -m benchmarks.programs.public_task DOMAIN TASK SECONDS

Each step prints a line of JSON when it ends, so a program that stops this one knows how far it came.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

from astarlib import AStar, Dijkstra, GreedyBestFirst, Limits, SearchResult, compiled, with_heuristic
from astarlib.engines import Engine
from astarlib.errors import MissingCapabilityError
from astarlib.problems.planning import PlanningProblem
from astarlib.problems.planning.library import unified_planning
from astarlib.problems.planning.pddl import read_pddl
from astarlib.problems.strips import FF, LMCut, StripsProblem

_MEMORY = 2 << 30


def steps(domain: Path, task: Path, seconds: float) -> Iterator[dict[str, object]]:
    """Yield what each step finds. A search ends after some seconds."""
    started = time.process_time()
    read = read_pddl(*(file.read_text("utf-8-sig") for file in (domain, task)), names=(domain.name, task.name))
    yield {"read": time.process_time() - started}
    started = time.process_time()
    problem = PlanningProblem(read)
    yield {"grounded": time.process_time() - started, "operators": len(problem.operators)}
    blind = _search(compiled.Dijkstra(), Dijkstra(), problem, seconds)
    yield {"blind": _cost(blind)}
    cuts = _search(compiled.AStar(), AStar(), with_heuristic(problem, LMCut()), seconds)
    yield {"LM-cut": _cost(cuts)}
    found = next((each for each in (cuts, blind) if each), None)
    if found is None:
        found = _search(compiled.GreedyBestFirst(), GreedyBestFirst(), with_heuristic(problem, FF()), seconds)
        yield {"greedy": found.cost if found else None}
    if found:
        yield {"validated": _validated(problem, found)}


def _search(fast: Engine, slow: Engine, problem: StripsProblem, seconds: float) -> SearchResult[Any, Hashable]:
    """Return the result of a compiled engine, or of one in Python if the task is too large for it."""
    limits = Limits(seconds=seconds, memory=_MEMORY)
    try:
        problem.compiled_domain()
    except MissingCapabilityError:
        return slow.search(problem, limits=limits)
    return fast.search(problem, limits=limits)


def _cost(result: SearchResult[Any, Hashable]) -> float | str | None:
    """Return the cost of a cheapest plan, "unsolvable", or None if the search ended before."""
    if result.limit is not None:
        return None
    return result.cost if result else "unsolvable"


def _validated(problem: PlanningProblem, result: SearchResult[Any, Hashable]) -> str:
    """Return what unified-planning's validator says about a plan."""
    try:
        task, plan = problem.task, problem.plan(result)
    except ValueError as error:
        return str(error)
    validator = unified_planning("engines").SequentialPlanValidator()
    validator.skip_checks = True  # It refuses tasks that mix whole numbers and fractions, but validates them.
    answer = validator.validate(task, plan)
    if not answer:
        return f"WRONG: the plan isn't valid: {answer.reason}"
    costs = [float(each) for each in (answer.metric_evaluations or {}).values()]
    if any(abs(each - result.cost) > 1e-6 * max(1, each) for each in costs):
        return f"WRONG: the cost is {costs}, not {result.cost}"
    return "valid"


if __name__ == "__main__":
    try:
        for found in steps(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])):
            print(json.dumps(found), flush=True)
    except (ValueError, OSError) as error:
        print(json.dumps({"refused": str(error)}), flush=True)
