"""The toolkit and the database that is made for sliding tiles find the same numbers."""

import math

import pytest
from helpers.sampling import few
from helpers.whole_spaces import puzzle_space

from astarlib.heuristics import Abstraction, PatternDatabase
from astarlib.problems.npuzzle import AdditivePatternDatabase, Partition

# No mirror image of these boards has its blank where the goal has it and other groups.
LAYOUTS = [
    ((2, 4), (1, 2, 3, 4, 5, 6, 7, 0), "a a - - / a - - ."),
    ((2, 4), (1, 2, 3, 4, 5, 6, 7, 0), "a a b b / a a b ."),
    ((2, 4), (0, 1, 2, 3, 4, 5, 6, 7), ". a a a / b b b b"),
    ((3, 3), (1, 2, 3, 4, 5, 6, 7, 8, 0), "a a - / a - - / - - ."),
]


def fewest_moves(puzzle, tiles):
    """For the places of those tiles the fewest moves of theirs, with the blank at its best place."""

    def keep(board):
        return tuple([tile if tile in tiles or tile == 0 else -1 for tile in board])

    def predecessors(board):
        for action, previous, _ in puzzle.successors(board):
            yield action, previous, int(previous[board.index(0)] in tiles)

    def places(board):
        return tuple([tile if tile in tiles else 0 for tile in board])

    abstraction = Abstraction(keep, predecessors=predecessors, goal_states=[puzzle.goal])
    fewest = {}
    for board, distance in PatternDatabase.build(puzzle, abstraction).distances.items():
        fewest[places(board)] = min(distance, fewest.get(places(board), math.inf))
    return lambda state: fewest[places(state)]


def groups_of(goal, layout):
    """The tiles of each group."""
    names = dict(zip(goal, layout.replace("/", "").split(), strict=True))
    return [{tile for tile in names if names[tile] == group} for group in "ab" if group in names.values()]


@pytest.mark.parametrize(("shape", "goal", "layout"), few(LAYOUTS, 1), ids=str)
def test_the_toolkit_finds_the_numbers_of_the_additive_database(monkeypatch, tmp_path, shape, goal, layout):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    space = puzzle_space(goal, shape)
    additive = AdditivePatternDatabase.build(shape, goal, Partition(layout)).bind(space.problem)
    estimates = [fewest_moves(space.problem, tiles) for tiles in groups_of(goal, layout)]
    expected = {state: sum(estimate(state) for estimate in estimates) for state in space.depths}
    assert expected == {state: additive(state) for state in space.depths}
