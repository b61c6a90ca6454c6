# One sliding puzzle, three engines: the optimum costs more expansions than a good solution.
from astarlib import AStar, Limits, WeightedAStar
from astarlib.problems.npuzzle import LinearConflict, NPuzzle

puzzle = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
better = NPuzzle("8 6 7 / 2 5 4 / 3 0 1", heuristic=LinearConflict())
runs = {
    "A*": (AStar(), puzzle),
    "weighted A*": (WeightedAStar(weight=2), puzzle),
    "A*, better heuristic": (AStar(), better),
}

for name, (engine, problem) in runs.items():
    result = engine.search(problem, limits=Limits(expanded=50_000))
    print(
        f"{name:21} {result.cost} moves, at most {result.suboptimality_bound:.2f} x optimal, "
        f"{result.statistics.expanded:5,} states expanded"
    )
