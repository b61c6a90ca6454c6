"""The robot of the guide reaches its target, and its picture has one frame for each step."""

import pytest

from astarlib import AStar, DStarLite, GAAStar
from astarlib.problems.grid import GridProblem
from docs.examples.robot import drawn, walk


@pytest.mark.parametrize("engine", [DStarLite(), GAAStar()], ids=repr)
def test_the_robot_walks_around_the_walls_that_it_discovers(engine):
    empty = GridProblem("\n".join(["." * 9] * 6), (4, 0), (4, 5), connectivity=4)
    walls = {(x, 3) for x in range(1, 8)}
    moments = walk(engine, empty, lambda _, at: [cell for cell in walls if abs(cell[1] - at[1]) <= 1], lambda _: (4, 5))
    assert [moment.robot for moment in moments][-1] == (4, 5)
    assert all(moment.robot not in walls for moment in moments)
    assert drawn(moments, 9, 6, "walls").count("<animate ") == len(moments)


def test_each_path_to_a_moving_target_is_a_shortest_one():
    problem = GridProblem(".......\n.@@@@@.\n.......", (0, 2), (3, 0), connectivity=4)
    moments = walk(GAAStar(), problem, lambda *_: (), lambda step: (min(3 + step // 2, 6), 0))
    assert moments[-1].robot == moments[-1].target
    for moment in moments:
        assert len(moment.path) - 1 == AStar().search(problem.between(moment.robot, moment.target)).cost
