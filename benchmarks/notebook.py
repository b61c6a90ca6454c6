"""The table of a published Julia notebook, reproduced: five estimates and four 8-puzzles, solved by A*.

    python benchmarks/notebook.py

Each board has the optimum that the named boards tell. Two rows are of the notebook's last estimate: with the weights
that it prints, and with those that its printed runs come from. Hamming and Manhattan as they should be come last.
"""

from __future__ import annotations

import time

from astarlib import AStar, Status
from astarlib.problem import Heuristic
from astarlib.problems.npuzzle import (
    HalvedManhattan,
    Hamming,
    HammingWithBlank,
    Manhattan,
    SumOfDifferences,
    WeightedHamming,
    WeightedManhattan,
)
from astarlib.problems.npuzzle.instances import NAMED_BOARDS

BOARDS = ("notebook-easy", "notebook-medium", "notebook-hard", "notebook-unsolvable")
ROWS: dict[str, Heuristic] = {
    "(a) HammingWithBlank": HammingWithBlank(),
    "(b) HalvedManhattan": HalvedManhattan(),
    "(c) WeightedHamming": WeightedHamming(),
    "(d) SumOfDifferences": SumOfDifferences(),
    "(e) WeightedManhattan, as printed": WeightedManhattan(),
    "(e) WeightedManhattan, as run": WeightedManhattan((0.5, 1, 2, 1, 2, 3, 2, 3, 4)),
    "Hamming": Hamming(),
    "Manhattan": Manhattan(),
}
COLUMNS = ("board", "estimate", "h at the start", "steps", "optimal", "expanded", "seconds")


def main() -> None:
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for name in BOARDS:
        instance = NAMED_BOARDS.by_id(name)
        for title, heuristic in ROWS.items():
            problem = instance.problem(heuristic=heuristic)
            begun = time.process_time()
            result = AStar().search(problem)
            seconds = time.process_time() - begun
            if result.status is Status.SOLVED:
                steps = f"{result.cost:.0f}"
                optimal = "yes" if result.cost == instance.optimum else f"no, {instance.optimum} are enough"
            else:
                steps, optimal = "none", "proved unsolvable" if result.status is Status.UNSOLVABLE else "?"
            h, expanded = problem.heuristic(instance.board), result.statistics.expanded
            board = name.removeprefix("notebook-")
            print(f"| {board} | {title} | {h:g} | {steps} | {optimal} | {expanded:,} | {seconds:.3f} |", flush=True)


if __name__ == "__main__":
    main()
