import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib.problems.npuzzle import NPuzzle

pytestmark = pytest.mark.quick

EIGHT = (1, 2, 3, 4, 5, 6, 7, 8, 0)
FIFTEEN = (0, 5, 6, 3, 9, 1, 2, 4, 10, 7, 11, 15, 13, 14, 12, 8)

shapes = st.tuples(st.integers(2, 5), st.integers(2, 5))
boards = shapes.flatmap(lambda shape: st.tuples(st.just(shape), st.permutations(range(shape[0] * shape[1])).map(tuple)))


@pytest.mark.parametrize(
    "tiles",
    [
        (1, 2, 3, 4, 5, 0),
        [1, 2, 3, 4, 5, 0],
        iter((1, 2, 3, 4, 5, 0)),
        [[1, 2, 3], [4, 5, 0]],
        ((1, 2, 3), (4, 5, 0)),
        iter([range(1, 4), iter((4, 5, 0))]),
        "1 2 3 / 4 5 0",
        "1 2 3/4 5 .",
        "1 2 3\n4 5 _\n",
        "\n  1\t2  3  \r\n\r\n  4  5  0\n\n",
        "1,2,3 / 4,5,0",
        "1, 2, 3,\n4, 5, 0,\n",
        "1 ,2 3/ 4 5 ,0 /",
        "1 2 3 4 5 0",
        "1,2,3,4,5,.\n",
        "123/450",
        "123\n45_",
        "1-2-3 / 4-5-0",
        "1 - 2 - 3 / 4 - 5 - 0",
        "\ufeff# by hand\r\n1 2 3 # first\r\n4 5 0\r\n",
        [[1.0, 2.0, 3.0], [4.0, 5.0, 0.0]],
        np.array([[1, 2, 3], [4, 5, 0]], np.float32),
    ],
)
def test_every_way_to_write_a_board_gives_the_same_puzzle(tiles):
    puzzle = NPuzzle(tiles, shape=(2, 3))
    assert (puzzle.initial_state, puzzle.shape) == ((1, 2, 3, 4, 5, 0), (2, 3))


@pytest.mark.parametrize(
    ("shape", "arguments"),
    [
        ((2, 3), {"tiles": "1 2 3 / 4 5 0"}),
        ((3, 2), {"tiles": "1 2 / 3 4 / 5 0"}),
        ((3, 2), {"tiles": [[1, 2], [3, 4], [5, 0]]}),
        ((2, 3), {"tiles": "1 2 3 4 5 0", "shape": (2, 3)}),
        ((2, 3), {"tiles": (1, 2, 3, 4, 5, 0), "goal": "0 1 2 / 3 4 5"}),
        ((3, 2), {"tiles": "1 2 / 3 4 / 5 0", "goal": (0, 1, 2, 3, 4, 5), "shape": [3, 2]}),
        ((3, 3), {"tiles": EIGHT}),
        ((3, 3), {"tiles": "1 2 3 4 5 6 7 8 0"}),
        ((4, 4), {"tiles": FIFTEEN}),
    ],
)
def test_the_shape_is_as_written_or_as_given_or_square(shape, arguments):
    assert shape == NPuzzle(**arguments).shape


def test_the_default_goal_has_the_blank_last():
    assert NPuzzle((5, 0, 1, 2, 4, 3), shape=(3, 2)).goal == (1, 2, 3, 4, 5, 0)
    assert NPuzzle(FIFTEEN).goal == (*range(1, 16), 0)


@given(boards)
def test_a_puzzle_can_be_written_as_its_text_and_read_again(shape_and_board):
    shape, board = shape_and_board
    again = NPuzzle(NPuzzle(board, shape=shape).format_state(board))
    assert (board, shape) == (again.initial_state, again.shape)


WRONG = [
    ((), {}, "board is empty"),
    ("", {}, "board is empty"),
    (" / \n", {}, "board is empty"),
    ([[], []], {}, "board is empty"),
    ((1,), {}, "at least 2 x 2"),
    ((1, 2, 3), {}, "3 tiles"),
    ((1, 2, 3, 4, 5, 0), {}, "6 tiles"),
    ((1, 2, 2, 0), {}, r"tile 2 occurs twice in the board, in row 1, column 2 and in row 2, column 1 \(missing: 3\)"),
    ((1, 0, 3, 0), {}, r"the blank 0 occurs twice .* \(missing: 2\)"),
    ((0, 1, 2, 4), {}, r"row 2, column 2 of the board: there is no tile 4.*1 to 3.*missing: 3"),
    ((1, 2, 3, 4), {}, "no tile 4.*missing: 0"),
    ((1, 2, 3, -1), {}, r"row 2, column 2 of the board: there is no tile -1;"),
    ("1 2 3 -1", {}, "no tile -1;"),
    ([7] * 16, {}, r"missing: 0, 1, 2, 3, 4, \.\.\."),
    ((1, 2, 3.5, 0), {}, "place 3 of the board: 3.5 isn't a tile"),
    ((1, 2, 3, False), {}, "place 4 of the board: False isn't a tile"),
    ([[True, 2], [3, 0]], {}, "row 1, column 1 of the board: True isn't a tile"),
    (("1", "2", "3", "0"), {}, "place 1 of the board: '1' isn't a tile"),
    ((1, 2, None, 0), {}, "place 3 of the board: None isn't a tile"),
    ("1 2 x 0", {}, "place 3 of the board: 'x' isn't a tile"),
    ("1 2 / 3 1e0", {}, "row 2, column 2 of the board: '1e0' isn't a tile"),
    ("1 2 3 " + "9" * 10_000, {}, "place 4 of the board: '999"),
    ("1 2 3 ٠", {}, "place 4 of the board: '٠' isn't a tile"),
    ("1,,2,3,0", {}, "place 2 of the board: '' isn't a tile"),
    ("1 2 3 / 4 5", {}, "row 2 of the board has 2 tiles, but row 1 has 3"),
    ([[1, 2], [3, 0], []], {}, "row 3 of the board has 0 tiles, but row 1 has 2"),
    ([[1, 2], 3, 0], {}, "row 2 of the board is 3,"),
    ([[1, 2, 3, 0]], {}, "board is 1 x 4"),
    ("1\n2\n3\n0", {}, "board is 4 x 1"),
    ({0, 1, 2, 3}, {}, "must be text, tiles row by row, or rows"),
    ({0: 1, 1: 2, 2: 3, 3: 0}, {}, "must be text, tiles row by row, or rows"),
    (None, {}, "must be text, tiles row by row, or rows of tiles, not None"),
    ((1, 2, 3, 0), {"shape": (1, 4)}, r"at least 2, not \(1, 4\)"),
    ((1, 2, 3, 0), {"shape": (-2, -2)}, r"at least 2, not \(-2, -2\)"),
    ((1, 2, 3, 0), {"shape": (2, 2, 1)}, r"not \(2, 2, 1\)"),
    ((1, 2, 3, 0), {"shape": (2.0, 2)}, r"not \(2.0, 2\)"),
    ((1, 2, 3, 0), {"shape": "22"}, "not '22'"),
    ((1, 2, 3, 0), {"shape": 4}, "not 4"),
    ((1, 2, 3, 0), {"shape": (2, 3)}, "board has 4 tiles.* 2 x 3 has 6"),
    ((1, 2, 3, 4, 5, 0), {"shape": (2, 2)}, "board has 6 tiles.* 2 x 2 has 4"),
    ((1, 2, 3, 0), {"shape": (100_000, 100_000)}, "board has 4 tiles.* 100000 x 100000"),
    ("1 2 3 / 4 5 0", {"shape": (3, 2)}, "shape is 3 x 2, but the board as written is 2 x 3"),
    ("1 2 3 / 4 5 0", {"goal": "1 2 / 3 4 / 5 0"}, "board as written is 2 x 3, but the goal as written is 3 x 2"),
    ((1, 2, 3, 0), {"goal": (1, 2, 3)}, "goal has 3 tiles"),
    ((1, 2, 3, 0), {"goal": ()}, "goal is empty"),
    ((1, 2, 3, 0), {"goal": (1, 2, 3, 3)}, r"tile 3 occurs twice in the goal, .*\(missing: 0\)"),
    ((1, 2, 3, 0), {"goal": "1 2 / 3 9"}, "row 2, column 2 of the goal: there is no tile 9"),
    ((1, 2, 3, 0), {"goal": "1 2 / 3 z"}, "row 2, column 2 of the goal: 'z' isn't a tile"),
]


@pytest.mark.parametrize(("tiles", "arguments", "named"), WRONG)
def test_a_wrong_board_is_refused_with_the_fault_and_its_place(tiles, arguments, named):
    with pytest.raises(ValueError, match=named):
        NPuzzle(tiles, **arguments)


@pytest.mark.parametrize(
    ("board", "named"), [((1, 2, 2, 0), "2"), ((1, 2, 3), "3"), ((0, 1, 2, 4), "4"), ((1, 2, 3, -1), "-1")]
)
def test_the_tile_at_fault_stands_as_a_word_of_its_own(board, named):
    with pytest.raises(ValueError, match=rf"(?<![\w-])({re.escape(named)})(?!\w)"):
        NPuzzle(board)


@pytest.mark.parametrize("make", [NPuzzle.random, lambda shape, seed: NPuzzle.scrambled(shape, 9, seed=seed)])
@pytest.mark.parametrize("shape", [(1, 2), (3,), "3x3", 3, (3.0, 3), (True, 4)])
def test_a_random_puzzle_refuses_what_is_not_a_shape(make, shape):
    with pytest.raises(ValueError, match=re.escape(repr(shape))):
        make(shape, seed=1)
