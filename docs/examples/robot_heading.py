"""A robot with a heading: a state is a position and a direction, and a turn takes time."""

# --8<-- [start:problem]
from __future__ import annotations

from typing import NamedTuple

from astarlib import AStar, SearchProblem, explore
from astarlib.problems.grid import Grid, GridProblem

ROOM = Grid("""
    ......................
    .##########...........
    ..........#....#####..
    ..........#....#......
    ..........#....#......
    ..........#....#......
    .....######....#......
    ...............#......
    ...............#......
    ...............#......
""")
HEADINGS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Columns and rows of a step in each direction, clockwise from the north."""
COSTS = {"left": 1, "right": 1, "forward": 2}
"""The seconds for a turn by 45 degrees and for a straight step. A diagonal step takes 3."""


class Pose(NamedTuple):
    x: int
    y: int
    heading: int  # An index of HEADINGS.


class Robot(SearchProblem[Pose, str]):
    """Drive to a cell. The heading at the end doesn't matter."""

    def __init__(self, start: Pose, goal: tuple[int, int]) -> None:
        super().__init__(start)
        self.goal = goal

    def actions(self, state: Pose) -> list[str]:
        x, y, _ = self.result(state, "forward")
        return [action for action in COSTS if action != "forward" or self.is_open(state, x, y)]

    def is_open(self, state: Pose, x: int, y: int) -> bool:
        """A diagonal step must not cut a corner."""
        cells = [(x, y), (state.x, y), (x, state.y)]
        return all(cell in ROOM and ROOM.is_free(cell) for cell in cells)

    def result(self, state: Pose, action: str) -> Pose:
        if action == "forward":
            dx, dy = HEADINGS[state.heading]
            return Pose(state.x + dx, state.y + dy, state.heading)
        return state._replace(heading=(state.heading + (1 if action == "right" else -1)) % 8)

    def cost(self, state: Pose, action: str, next_state: Pose) -> int:
        is_diagonal = state.x != next_state.x and state.y != next_state.y
        return 3 if is_diagonal else COSTS[action]

    def is_goal(self, state: Pose) -> bool:
        return state[:2] == self.goal

    def heuristic(self, state: Pose) -> int:
        across, along = abs(state.x - self.goal[0]), abs(state.y - self.goal[1])
        return 2 * max(across, along) + min(across, along)

    # --8<-- [end:problem]


# --8<-- [start:exact]
class InformedRobot(Robot):
    """The same robot, guided by the exact distances of a robot that could turn in no time."""

    def __init__(self, start: Pose, goal: tuple[int, int]) -> None:
        super().__init__(start, goal)
        self.distances = explore(GridProblem(ROOM, goal, goal, connectivity=8))

    def heuristic(self, state: Pose) -> float:
        return 2 * self.distances.cost(state[:2])


# --8<-- [end:exact]

if __name__ == "__main__":
    # --8<-- [start:use]
    start, goal = Pose(8, 4, heading=2), (18, 6)
    result = AStar().search(Robot(start, goal))
    print(f"{result.cost} seconds, {result.actions.count('forward')} steps, {result.statistics.expanded} expansions")
    print(ROOM.text([(x, y) for x, y, _ in result.states]))
    # --8<-- [end:use]

    # --8<-- [start:informed]
    result = AStar().search(InformedRobot(start, goal))
    print(f"{result.cost} seconds, {result.statistics.expanded} expansions")
    # --8<-- [end:informed]
