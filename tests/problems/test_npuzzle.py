import copy
import itertools
import pickle
from collections import Counter

import pytest
from helpers.data import table_rows
from helpers.sampling import slow
from helpers.whole_spaces import puzzle_space
from hypothesis import given
from hypothesis import strategies as st

from astarlib import with_heuristic
from astarlib.problems.npuzzle import Euclidean, Hamming, LinearConflict, Manhattan, NPuzzle

EIGHT = (1, 2, 3, 4, 5, 6, 7, 8, 0)
EIGHT_BLANK_FIRST = tuple(range(9))
FIFTEEN = (0, 5, 6, 3, 9, 1, 2, 4, 10, 7, 11, 15, 13, 14, 12, 8)
OPPOSITE = {"up": "down", "left": "right", "right": "left", "down": "up"}
STEP = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}

shapes = st.tuples(st.integers(2, 5), st.integers(2, 5))
boards = shapes.flatmap(lambda shape: st.tuples(st.just(shape), st.permutations(range(shape[0] * shape[1])).map(tuple)))


def moved(board, shape, action):
    """The board after the blank's move, the long way; None when the blank would leave the board."""
    rows = [list(board[start : start + shape[1]]) for start in range(0, len(board), shape[1])]
    row, column = divmod(board.index(0), shape[1])
    to_row, to_column = row + STEP[action][0], column + STEP[action][1]
    if not (0 <= to_row < shape[0] and 0 <= to_column < shape[1]):
        return None
    rows[row][column], rows[to_row][to_column] = rows[to_row][to_column], 0
    return tuple(tile for line in rows for tile in line)


# --- moves ------------------------------------------------------------------------------------------------------------


@given(boards)
def test_actions_move_the_blank_up_left_right_or_down_and_the_opposite_action_moves_it_back(shape_and_board):
    shape, board = shape_and_board
    puzzle = NPuzzle(board, shape=shape)
    expected = {action: moved(board, shape, action) for action in ("up", "left", "right", "down")}
    assert [action for action, after in expected.items() if after is not None] == list(puzzle.actions(board))
    for action in puzzle.actions(board):
        assert expected[action] == puzzle.result(board, action)
        assert board == puzzle.result(expected[action], OPPOSITE[action])


@pytest.mark.parametrize("action", ["right", "down", "sideways", "", None])
def test_an_illegal_action_is_refused_with_its_name_and_the_place_of_the_blank(action):
    with pytest.raises(ValueError, match=rf"row 3, column 3 can't move {action!r}"):
        NPuzzle(EIGHT).result(EIGHT, action)


def test_the_goal_alone_is_a_goal_state():
    assert [(1, 2, 3, 0)] == NPuzzle("0 1 / 3 2", goal="1 2 / 3 0").goal_states()


def test_only_the_goal_is_a_goal():
    puzzle = NPuzzle("1 2 3 / 4 5 0", goal="0 1 2 / 3 4 5")
    goals = [state for state in puzzle_space(puzzle.goal, (2, 3)).depths if puzzle.is_goal(state)]
    assert goals == [puzzle.goal]


# --- the whole space --------------------------------------------------------------------------------------------------


def published_depth_counts():
    counts = {}
    for row in table_rows("npuzzle_depth_counts.csv"):
        space = (int(row["rows"]), int(row["cols"])), int(row["goal_blank"])
        counts.setdefault(space, {})[int(row["depth"])] = int(row["count"])
    return counts


@pytest.mark.parametrize(
    ("space", "counts"),
    [slow(item) if item[0][0] == (3, 3) and item[0][1] != 0 else item for item in published_depth_counts().items()],
    ids=str,
)
def test_as_many_states_as_published_lie_at_each_depth(space, counts):
    shape, blank = space
    tiles = list(range(1, shape[0] * shape[1]))
    goal = (*tiles[:blank], 0, *tiles[blank:])
    assert counts == Counter(puzzle_space(goal, shape).depths.values())


@pytest.mark.parametrize(
    ("goal", "shape"),
    [
        ((1, 2, 3, 0), (2, 2)),
        ((0, 1, 2, 3), (2, 2)),
        ((2, 0, 1, 3), (2, 2)),
        ((1, 2, 3, 4, 5, 0), (2, 3)),
        ((0, 1, 2, 3, 4, 5), (2, 3)),
        ((3, 0, 1, 5, 2, 4), (2, 3)),
        ((1, 2, 3, 4, 5, 0), (3, 2)),
        ((0, 1, 2, 3, 4, 5), (3, 2)),
        ((3, 4, 0, 5, 2, 1), (3, 2)),
        ((1, 2, 3, 4, 5, 6, 7, 0), (2, 4)),
        ((0, 1, 2, 3, 4, 5, 6, 7), (2, 4)),
        slow(((7, 1, 0, 3, 4, 6, 2, 5), (2, 4))),
        slow((EIGHT, (3, 3))),
        (EIGHT_BLANK_FIRST, (3, 3)),
        slow(((1, 2, 3, 8, 0, 4, 7, 6, 5), (3, 3))),
    ],
    ids=str,
)
def test_a_board_is_solvable_just_when_moves_lead_from_it_to_the_goal(goal, shape):
    reachable, puzzle = puzzle_space(goal, shape).depths.keys(), NPuzzle(goal, goal, shape=shape)
    wrong = []
    step = 1 if len(goal) < 9 else 101
    for puzzle.initial_state in itertools.islice(itertools.permutations(range(len(goal))), 0, None, step):
        if puzzle.is_solvable() != (puzzle.initial_state in reachable):
            wrong.append(puzzle.initial_state)
    assert not wrong


@pytest.mark.parametrize("shape", [(2, 5), (3, 4), (4, 4), (5, 4), (7, 9)])
def test_moves_keep_a_board_solvable_and_a_swap_of_two_tiles_makes_it_unsolvable(shape):
    puzzle = NPuzzle.scrambled(shape, 101, seed=3, goal=NPuzzle.random(shape, seed=4).initial_state)
    assert puzzle.is_solvable()
    swapped = [{1: 2, 2: 1}.get(tile, tile) for tile in puzzle.initial_state]
    assert not NPuzzle(swapped, puzzle.goal, shape=shape).is_solvable()


# --- random boards ----------------------------------------------------------------------------------------------------


@given(shapes, st.integers())
def test_a_random_puzzle_is_solvable(shape, seed):
    goal = NPuzzle.random(shape, seed=seed + 1).initial_state
    assert NPuzzle.random(shape, seed=seed).is_solvable()
    assert NPuzzle.random(shape, seed=seed, goal=goal).is_solvable()


@pytest.mark.costly
def test_random_boards_are_uniform_over_the_solvable_ones():
    rounds = 3_000
    counts = Counter(NPuzzle.random((2, 2), seed=seed).initial_state for seed in range(rounds))
    assert puzzle_space((1, 2, 3, 0), (2, 2)).depths.keys() == counts.keys()
    expected = rounds / 12
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 31.3  # exceeded once in a thousand, with 11 degrees of freedom; the seeds are fixed


def test_the_same_seed_gives_the_same_board():
    assert NPuzzle.random((4, 4), seed=7).initial_state == NPuzzle.random((4, 4), seed=7).initial_state
    assert NPuzzle.random((4, 4), seed=7).initial_state != NPuzzle.random((4, 4), seed=8).initial_state
    one, same, other = (NPuzzle.scrambled((4, 4), 50, seed=seed).initial_state for seed in (7, 7, 8))
    assert one == same != other


@pytest.mark.parametrize("make", [NPuzzle.random, lambda shape, seed: NPuzzle.scrambled(shape, 9, seed=seed)])
def test_no_board_is_random_without_a_seed(make):
    with pytest.raises(TypeError):
        make((3, 3), seed=None)


@given(st.integers(0, 40), st.integers())
def test_a_scrambled_puzzle_is_at_most_its_moves_away_and_of_their_parity(moves, seed):
    puzzle = NPuzzle.scrambled((2, 3), moves, seed=seed, goal="0 1 2 / 3 4 5")
    depth = puzzle_space((0, 1, 2, 3, 4, 5), (2, 3)).depths[puzzle.initial_state]
    assert depth <= moves
    assert depth % 2 == moves % 2


@pytest.mark.parametrize("moves", range(7))
def test_a_scrambling_move_never_takes_back_the_one_before(moves):
    # With no way back, the first six moves on a 2 x 2 board each lead one step further.
    assert {moves} == {
        puzzle_space((1, 2, 3, 0), (2, 2)).depths[NPuzzle.scrambled((2, 2), moves, seed=seed).initial_state]
        for seed in range(30)
    }


def test_scrambling_takes_every_way():
    two_moves = {state for state, depth in puzzle_space(EIGHT_BLANK_FIRST, (3, 3)).depths.items() if depth == 2}
    scrambled = (NPuzzle.scrambled((3, 3), 2, seed=seed, goal=EIGHT_BLANK_FIRST) for seed in range(60))
    assert two_moves == {puzzle.initial_state for puzzle in scrambled}


def test_random_and_scrambled_puzzles_keep_goal_shape_heuristic_and_class():
    class Own(NPuzzle):
        pass

    for puzzle in (
        Own.random((2, 3), seed=1, goal="0 1 2 / 3 4 5", heuristic=lambda _: 7),
        Own.scrambled((2, 3), 5, seed=1, goal="0 1 2 / 3 4 5", heuristic=lambda _: 7),
    ):
        assert (Own, (0, 1, 2, 3, 4, 5), (2, 3)) == (type(puzzle), puzzle.goal, puzzle.shape)
        assert puzzle.heuristic(puzzle.initial_state) == 7


@pytest.mark.parametrize("goal", ["0 1 2 / 3 4 5", "0 1 2 3", (0, 1, 2, 3, 4, 5, 6, 7, 7)])
def test_a_random_puzzle_refuses_a_goal_that_does_not_fit(goal):
    with pytest.raises(ValueError, match="goal"):
        NPuzzle.random((3, 3), seed=1, goal=goal)
    with pytest.raises(ValueError, match="goal"):
        NPuzzle.scrambled((3, 3), 1, seed=1, goal=goal)


# --- text -------------------------------------------------------------------------------------------------------------


def test_a_board_is_drawn_as_aligned_rows_with_a_dot_for_the_blank():
    puzzle = NPuzzle(FIFTEEN)
    expected = " .  5  6  3\n 9  1  2  4\n10  7 11 15\n13 14 12  8"
    assert expected == puzzle.format_state(puzzle.initial_state)
    assert NPuzzle("1 2 3 / 4 . 5").format_state((1, 2, 3, 4, 0, 5)) == "1 2 3\n4 . 5"


@given(boards)
def test_actions_are_shown_by_their_names(shape_and_board):
    shape, board = shape_and_board
    puzzle = NPuzzle(board, shape=shape)
    assert list(puzzle.actions(board)) == [puzzle.format_action(action) for action in puzzle.actions(board)]


def test_the_repr_makes_the_same_puzzle_again():
    puzzle = NPuzzle("1 2 3 / 4 0 5", goal="0 1 2 / 3 4 5")
    assert repr(puzzle) == "NPuzzle((1, 2, 3, 4, 0, 5), goal=(0, 1, 2, 3, 4, 5), shape=(2, 3))"


# --- heuristics in a puzzle, copies and pickles -----------------------------------------------------------------------


def test_a_subclass_that_overrides_the_heuristic_can_call_the_one_it_replaces():
    class Doubled(NPuzzle):
        def heuristic(self, state):
            return 2 * super().heuristic(state)

    assert Doubled(FIFTEEN).heuristic(FIFTEEN) == 2 * NPuzzle(FIFTEEN).heuristic(FIFTEEN) == 40


def test_the_default_heuristic_is_manhattan():
    assert NPuzzle(FIFTEEN, heuristic=Manhattan()).heuristic(FIFTEEN) == NPuzzle(FIFTEEN).heuristic(FIFTEEN)
    assert NPuzzle(FIFTEEN, heuristic=Hamming()).heuristic(FIFTEEN) != NPuzzle(FIFTEEN).heuristic(FIFTEEN)


def test_a_plain_callable_is_a_heuristic():
    assert NPuzzle(FIFTEEN, heuristic=lambda state: state[1] / 2).heuristic(FIFTEEN) == 2.5


@pytest.mark.parametrize("heuristic", ["manhattan", 3, None])
def test_what_is_not_a_heuristic_is_refused(heuristic):
    with pytest.raises(TypeError, match=repr(heuristic)):
        NPuzzle(FIFTEEN, heuristic=heuristic)


@pytest.mark.parametrize("heuristic", [Hamming(), Manhattan(), Euclidean(), LinearConflict()])
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda puzzle: pickle.loads(pickle.dumps(puzzle))])
def test_a_copied_or_pickled_puzzle_is_the_same_puzzle(heuristic, duplicate):
    whole = NPuzzle.random((3, 4), seed=5, goal=NPuzzle.random((3, 4), seed=6).initial_state, heuristic=heuristic)
    for puzzle in (whole, with_heuristic(NPuzzle(whole.initial_state, whole.goal, shape=whole.shape), heuristic)):
        puzzle.heuristic(puzzle.initial_state)  # whatever is remembered must not stand in the way
        twin, state = duplicate(puzzle), puzzle.initial_state
        assert repr(puzzle) == repr(twin)
        assert whole.heuristic(state) == twin.heuristic(state)
        assert list(puzzle.successors(state)) == list(twin.successors(state))
        assert puzzle.is_solvable() == twin.is_solvable()


def test_with_heuristic_changes_the_copy_only():
    puzzle = NPuzzle(FIFTEEN)
    assert with_heuristic(puzzle, Hamming()).heuristic(FIFTEEN) == Hamming().bind(puzzle)(FIFTEEN)
    assert puzzle.heuristic(FIFTEEN) == 20
