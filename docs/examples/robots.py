"""Robots in a warehouse: each one plans around those that were planned before it."""

# --8<-- [start:plan]
from __future__ import annotations

from itertools import permutations

from astarlib import AStar
from astarlib.problems.grid import Cell, Grid, GridProblem
from astarlib.problems.obstacles import Reservations, TimedProblem

WAREHOUSE = Grid("""
    ...........
    .###.#.###.
    .###...###.
    ...........
    .###.#.###.
    .###.#.###.
    ...........
""")
TASKS = {"A": ((0, 3), (10, 3)), "B": ((10, 3), (0, 3)), "C": ((5, 0), (5, 6)), "D": ((4, 6), (4, 0))}
"""The start and the goal of each robot."""


def plan(order: tuple[str, ...]) -> dict[str, list[tuple[Cell, int]]] | None:
    """Return the cells and times of arrival of each robot, or None if one of them finds no path."""
    others, plans = Reservations[Cell](), {}
    for robot in order:
        result = AStar().search(TimedProblem(GridProblem(WAREHOUSE, *TASKS[robot]), others))
        if not result:
            return None
        others.add(result)
        plans[robot] = [(state.state, state.time) for state in result.states]
    return plans


def plan_all() -> dict[str, list[tuple[Cell, int]]]:
    """Return the plans for the first order in which each robot finds a path."""
    return next(plans for order in permutations(TASKS) if (plans := plan(order)) is not None)
    # --8<-- [end:plan]


if __name__ == "__main__":
    # --8<-- [start:use]
    for robot, visits in plan_all().items():
        cell, time = visits[-1]
        print(f"robot {robot} reaches {cell} at time {time}, after {len(visits) - 1} steps")
    # --8<-- [end:use]
