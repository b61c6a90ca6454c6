import itertools
import math
import pickle

import pytest
from helpers.sampling import slow
from helpers.whole_spaces import puzzle_space
from hypothesis import given
from hypothesis import strategies as st

from astarlib.problem import bind_heuristic
from astarlib.problems.npuzzle import Euclidean, Hamming, LinearConflict, Manhattan, NPuzzle

HEURISTICS = [Hamming(), Manhattan(), Euclidean(), LinearConflict()]
SPACES = [
    ((1, 2, 3, 4, 5, 0), (2, 3)),
    ((0, 1, 2, 3, 4, 5), (2, 3)),
    ((3, 0, 1, 5, 2, 4), (2, 3)),
    ((0, 1, 2, 3, 4, 5), (3, 2)),
    ((1, 2, 3, 4, 5, 6, 7, 0), (2, 4)),
    slow(((0, 1, 2, 3, 4, 5, 6, 7), (2, 4))),
    slow(((1, 2, 3, 4, 5, 6, 7, 8, 0), (3, 3))),
    slow(((0, 1, 2, 3, 4, 5, 6, 7, 8), (3, 3))),
]

shapes = st.tuples(st.integers(2, 5), st.integers(2, 5))
puzzles = shapes.flatmap(
    lambda shape: st.builds(
        lambda tiles, goal: NPuzzle(tiles, goal, shape=shape),
        st.permutations(range(shape[0] * shape[1])),
        st.permutations(range(shape[0] * shape[1])),
    )
)


def ways(puzzle):
    """For each tile of the initial state, the rows and the columns to its place."""
    columns = puzzle.shape[1]
    for tile in range(1, len(puzzle.goal)):
        row, column = divmod(puzzle.initial_state.index(tile), columns)
        goal_row, goal_column = divmod(puzzle.goal.index(tile), columns)
        yield abs(row - goal_row), abs(column - goal_column)


def fewest_removals(places):
    """How many must go for the rest to stand in order, by trying all."""
    return next(
        removed
        for removed in range(len(places) + 1)
        for kept in itertools.combinations(places, len(places) - removed)
        if list(kept) == sorted(kept)
    )


def conflicts(puzzle):
    """The removals of all lines of the initial state, line by line from the definition."""
    rows, columns = puzzle.shape
    board = {divmod(cell, columns): tile for cell, tile in enumerate(puzzle.initial_state)}
    goal = {tile: divmod(cell, columns) for cell, tile in enumerate(puzzle.goal)}
    total = 0
    for row in range(rows):
        tiles = [board[row, column] for column in range(columns)]
        total += fewest_removals([goal[tile][1] for tile in tiles if tile != 0 and goal[tile][0] == row])
    for column in range(columns):
        tiles = [board[row, column] for row in range(rows)]
        total += fewest_removals([goal[tile][0] for tile in tiles if tile != 0 and goal[tile][1] == column])
    return total


@pytest.mark.parametrize("heuristic", HEURISTICS, ids=repr)
@pytest.mark.parametrize(("goal", "shape"), SPACES, ids=str)
def test_every_heuristic_is_admissible_consistent_and_zero_just_at_the_goal(goal, shape, heuristic):
    _, depths, edges = puzzle_space(goal, shape)
    estimate = heuristic.bind(NPuzzle(goal, goal, shape=shape))
    h = {state: estimate(state) for state in depths}
    assert [goal] == [state for state in depths if h[state] == 0]
    assert not [state for state, depth in depths.items() if h[state] > depth]
    # Every edge has its reverse, so that h may not fall by more than 1 is that it may not rise by more than 1.
    assert not [state for state in edges if max(h[next_state] for next_state in edges[state]) > h[state] + 1]


@given(puzzles)
def test_hamming_counts_the_tiles_out_of_place(puzzle):
    expected = sum(1 for down, across in ways(puzzle) if (down, across) != (0, 0))
    assert expected == Hamming().bind(puzzle)(puzzle.initial_state)


@given(puzzles)
def test_manhattan_adds_the_rows_and_columns_to_each_tiles_place(puzzle):
    expected = sum(down + across for down, across in ways(puzzle))
    assert expected == Manhattan().bind(puzzle)(puzzle.initial_state)


@given(puzzles)
def test_euclidean_adds_the_straight_lines_to_each_tiles_place(puzzle):
    expected = sum(math.hypot(down, across) for down, across in ways(puzzle))
    assert expected == pytest.approx(Euclidean().bind(puzzle)(puzzle.initial_state), rel=1e-8)


@given(puzzles)
def test_linear_conflict_adds_twice_the_fewest_removals_of_each_line(puzzle):
    expected = sum(down + across for down, across in ways(puzzle)) + 2 * conflicts(puzzle)
    assert expected == LinearConflict().bind(puzzle)(puzzle.initial_state)


@given(puzzles)
def test_no_heuristic_is_below_a_weaker_one(puzzle):
    hamming, manhattan, euclidean, conflict = (heuristic.bind(puzzle)(puzzle.initial_state) for heuristic in HEURISTICS)
    assert hamming <= euclidean <= manhattan <= conflict


@given(puzzles)
def test_a_move_changes_no_heuristic_by_more_than_one(puzzle):
    for heuristic in HEURISTICS:
        estimate = heuristic.bind(puzzle)
        here = estimate(puzzle.initial_state)
        for _, next_state, _ in puzzle.successors(puzzle.initial_state):
            assert -1 <= estimate(next_state) - here <= 1


@pytest.mark.parametrize("heuristic", [Hamming(), Manhattan(), LinearConflict()], ids=repr)
def test_whole_estimates_are_ints(heuristic):
    puzzle = NPuzzle.random((4, 4), seed=1)
    assert int is type(heuristic.bind(puzzle)(puzzle.initial_state))


@pytest.mark.parametrize("shape", [(2, 100), (100, 2)])
@pytest.mark.parametrize("heuristic", HEURISTICS, ids=repr)
def test_long_boards_are_estimated_too(heuristic, shape):
    cells = shape[0] * shape[1]
    puzzle = NPuzzle(range(cells), (*range(cells - 1, 0, -1), 0), shape=shape)
    lines = list(ways(puzzle))
    expected = {
        Hamming(): sum(1 for way in lines if way != (0, 0)),
        Manhattan(): sum(map(sum, lines)),
        Euclidean(): sum(math.hypot(*way) for way in lines),
        LinearConflict(): sum(map(sum, lines)),
    }
    assert expected[heuristic] == pytest.approx(heuristic.bind(puzzle)(puzzle.initial_state))


def test_what_linear_conflict_remembers_is_bounded_and_forgetting_changes_nothing(monkeypatch):
    puzzle = NPuzzle.random((4, 4), seed=1)
    states = [NPuzzle.random((4, 4), seed=seed).initial_state for seed in range(200)]
    whole = LinearConflict().bind(puzzle)
    expected = [whole(state) for state in states]
    monkeypatch.setattr("astarlib.problems.npuzzle.heuristics._REMEMBERED_TILES", 1_000)
    forgetful = LinearConflict().bind(puzzle)
    assert expected == [forgetful(state) for state in states]
    remembered = sum(len(tiles) for line in forgetful._estimates for tiles in line)
    assert 0 < remembered <= 1_000


@pytest.mark.parametrize("heuristic", HEURISTICS, ids=repr)
def test_heuristics_are_values(heuristic):
    twin = pickle.loads(pickle.dumps(heuristic))
    assert (heuristic, hash(heuristic), repr(heuristic)) == (twin, hash(twin), repr(twin))
    assert [heuristic] == [other for other in HEURISTICS if other == heuristic]
    with pytest.raises((AttributeError, TypeError)):
        heuristic.weight = 2


@pytest.mark.parametrize("heuristic", HEURISTICS, ids=repr)
def test_a_bound_heuristic_can_be_pickled(heuristic):
    puzzle = NPuzzle.random((3, 4), seed=1)
    bound = bind_heuristic(heuristic, puzzle)
    expected = bound(puzzle.initial_state)
    assert expected == pickle.loads(pickle.dumps(bound))(puzzle.initial_state)


class NoTiles:
    pass


class Grid:
    goal, shape = (3, 4), (10, 10)


@pytest.mark.parametrize("problem", [NoTiles(), Grid(), None])
@pytest.mark.parametrize("heuristic", HEURISTICS, ids=repr)
def test_a_problem_of_another_kind_is_refused_by_name(heuristic, problem):
    with pytest.raises(TypeError, match=rf"{type(heuristic).__name__}\(\) needs .*{type(problem).__name__} doesn't"):
        heuristic.bind(problem)
