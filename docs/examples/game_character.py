"""A game character that plans again in each frame, with a fixed budget, and walks at the same time."""

# --8<-- [start:problem]
from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from astarlib import ARAStar, Limits, Status
from astarlib.problems.grid import Cell, GridProblem

LEVEL = """
    ..............................
    ..............................
    ....##################........
    ....#................#........
    ....#................#........
    ...........########..#........
    ...........#......#..#........
    ...........#.####.#..#........
    ...........#....#.#..#........
    ....#......####.#.#..#........
    ....#...........#....#........
    ....##################........
    ..............................
    ..............................
"""


class Frame(NamedTuple):
    position: Cell
    plan: tuple[Cell, ...]  # The cells from the position to the goal, or nothing before the first path is found.
    bound: float  # The plan costs at most this many times the optimum.


def play(problem: GridProblem, limits: Limits) -> list[Frame]:
    """Walk to the goal, or stay if there is no path: search in each frame up to the limits, then take a step."""
    frames: list[Frame] = []
    plan: tuple[Cell, ...] = ()
    search = ARAStar().start(problem)
    while problem.initial_state != problem.goal:
        result = search.run(limits)
        if result.status is Status.UNSOLVABLE:
            break
        if result.solution is not None and (plan == () or result.cost < length(problem, plan)):
            plan = result.states
        bound = length(problem, plan) / result.lower_bound if plan != () else float("inf")
        frames.append(Frame(problem.initial_state, plan, bound))
        if plan != ():  # Otherwise, the next frame continues this search.
            plan = plan[1:]
            problem = problem.between(plan[0], problem.goal)
            search = ARAStar().start(problem)
    return frames


def length(problem: GridProblem, cells: tuple[Cell, ...]) -> float:
    steps = pairwise(cells)
    return sum(cost for cell, to in steps for _, other, cost in problem.successors(cell) if other == to)


# --8<-- [end:problem]

if __name__ == "__main__":
    # --8<-- [start:use]
    level = GridProblem(LEVEL, start=(6, 7), goal=(27, 6), connectivity=8)
    frames = play(level, Limits(expanded=60))
    for number, frame in enumerate(frames):
        if number % 4 == 0 or number < 4:
            cost = length(level, frame.plan)
            plan = f"{cost:.1f} to go, at most {frame.bound:.2f} x the optimum" if frame.plan != () else "no path yet"
            print(f"frame {number:2} at {frame.position}: {plan}")
    # --8<-- [end:use]
