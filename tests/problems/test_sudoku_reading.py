import contextlib
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib.problems.sudoku import IrregularSudoku
from astarlib.problems.sudoku.reading import read_cells

pytestmark = pytest.mark.quick

GRID = ((0, 3, 0), (0, 0, 0), (1, 0, 0))
REGIONS = "aab/acb/ccb"


@pytest.mark.parametrize(
    "cells",
    [
        "0-3-0 / 0-0-0 / 1-0-0",
        "0-3-0/0-0-0/1-0-0",
        "0-3-0\n0-0-0\n1-0-0",
        "\n 0 - 3 - 0\r\n\r\n 0-0-0\t\n1-0-0\n\n",
        ".-3-.\n.-.-.\n1-.-.",
        "030/000/100",
        ".3.\n...\n1..\n",
        ".3.\n0.0\n10.",
        "030000100",
        ".3....1..",
        "0-3-0-0-0-0-1-0-0",
        "0 3 0\n0 0 0\n1 0 0",
        "0,3,0\n0,0,0\n1,0,0",
        "0, 3, 0,\n0, 0, 0,\n1, 0, 0,\n",
        "00-03-00 / 0-0-0 / 1-0-0",
        "_3_/___/1__",
        "+---+\n|.3.|\n|...|\n|1..|\n+---+\n",
        "0 | 3 | 0\n--+---+--\n0 | 0 | 0\n1 | 0 | 0",
        "- - - - -\n0 3 | 0\n0 0 | 0\n1 0 | 0",
        "\ufeff# by hand\r\n.3. # first\r\n...\r\n1..\r\n",
    ],
)
def test_every_way_to_write_cells_gives_the_same_grid(cells):
    problem = IrregularSudoku.from_text(cells, REGIONS)
    assert problem.grid(problem.initial_state) == GRID


CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def boxes(border, left, bar, right, between=""):
    """Return the clues drawn in boxes, with the border above each three rows and below the last."""
    lines = [CLUES[start : start + 9] for start in range(0, 81, 9)]
    drawn = [left + bar.join(between.join(line[start : start + 3]) for start in (0, 3, 6)) + right for line in lines]
    return "\n".join(line for start in (0, 3, 6) for line in (border, *drawn[start : start + 3])) + f"\n{border}"


DRAWN = [
    boxes(" *-----------*", " |", "|", "|"),
    boxes("*-------+-------+-------*", "| ", " | ", " |", " "),
    boxes(".-------.-------.-------.", ": ", " : ", " :", " "),
    boxes("+---+---+---+", "|", "|", "|").replace(".", "0"),
    boxes("+-------+-------+-------+", "| ", " | ", " |", " ").replace(".", "_"),
    boxes("!-------+-------+-------!", "! ", " ! ", " !", " "),
    boxes("'---'---'---'", "!", "!", "!"),
    boxes("===+===+===", "", "|", ""),
    boxes("- - - + - - - + - - -", "", "|", ""),
    boxes("╠═══╬═══╬═══╣", "║ ", " ║ ", " ║", " "),
    boxes("├───┼───┼───┤", "│", "│", "│"),
    boxes("", "", " ", ""),
    boxes("", "", " ", "").replace(".", "0"),
    boxes("\n", "", "  ", "", " "),
    boxes("", "", " | ", "").replace("\n", " / ").strip(" /"),
]


@pytest.mark.parametrize("text", DRAWN)
def test_a_grid_may_be_drawn_in_boxes(text):
    assert read_cells(text) == [[int(cell) for cell in CLUES[i : i + 9].replace(".", "0")] for i in range(0, 81, 9)]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("53.", "53", "row 1 of the cells has 8 cells; with 9 rows it must have 9"),
        (" |6..|195|...|\n", "", "the cells are 8 rows of 9 cells"),
        ("195", "1x5", "row 2, column 5: 'x' isn't a symbol"),
        ("195", "1--5", "row 2, column 3 of the cells: nothing next to a dash"),
    ],
)
def test_a_wrong_shape_in_boxes_is_named(before, after, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        IrregularSudoku.classic(DRAWN[0].replace(before, after, 1))


@given(
    st.integers(10, 25).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, n), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_letters_stand_for_the_numbers_above_nine(rows):
    symbols = ".123456789ABCDEFGHIJKLMNOP"
    text = "\n".join("".join(symbols[number] for number in row) for row in rows)
    assert read_cells(text) == read_cells(text.lower()) == read_cells(text.replace("\n", "")) == rows
    assert read_cells("\n".join("-".join(map(str, row)) for row in rows)) == rows


@pytest.mark.parametrize("empty", ["0.", "0_"])
def test_letters_with_two_kinds_of_empty_cells_are_refused(empty):
    with pytest.raises(ValueError, match="if 0 is a symbol, write the symbols as 1 to 9, A for 10"):
        read_cells(f"{empty}A".ljust(100, "1"))


@pytest.mark.parametrize(
    ("regions", "labels"),
    [
        ("aab/acb/ccb", "aabacbccb"),
        ("aabacbccb", "aabacbccb"),
        ("1-1-2 / 1-7-2 / 7-7-2", "112172772"),
        ("112\n1.2\n..2", "1121.2..2"),
        ("0 0 ? / 0 é ? / é é ?", "00?0é?éé?"),
    ],
)
def test_any_labels_name_regions(regions, labels):
    problem = IrregularSudoku.from_text(".........", regions)
    assert labels == "".join(label for row in problem.regions for label in row)


def test_labels_may_be_words():
    problem = IrregularSudoku.from_text("00/00", "north-north / south-south")
    assert problem.regions == (("north", "north"), ("south", "south"))


def test_labels_may_be_anything_hashable():
    problem = IrregularSudoku([[0, 0], [0, 0]], [[None, None], [(1, 2), (1, 2)]])
    assert problem.regions == ((None, None), ((1, 2), (1, 2)))


def test_regions_need_not_be_connected():
    assert IrregularSudoku([[1, 0], [0, 0]], ["ab", "ba"]).count_solutions() == 0
    assert IrregularSudoku([[1, 0], [0, 0]], ["ab", "ab"]).count_solutions() == 1


def test_rows_may_be_any_iterables():
    problem = IrregularSudoku(iter([range(3), iter((0, 0, 0)), (0, 0, 0)]), iter(["aab", list("acb"), iter("ccb")]))
    assert problem.grid(problem.initial_state) == ((0, 1, 2), (0, 0, 0), (0, 0, 0))


def test_symbols_may_be_any_integers():
    class Two:
        def __index__(self):
            return 2

    problem = IrregularSudoku([[Two(), 0], [0, 0]], ["aa", "bb"])
    assert problem.grid(problem.initial_state) == ((2, 0), (0, 0))


def test_what_is_given_is_not_kept():
    cells, regions = [[0, 0], [0, 0]], [["a", "a"], ["b", "b"]]
    problem = IrregularSudoku(cells, regions)
    cells[0][0], regions[0][0] = 2, "b"
    assert (((0, 0), (0, 0)), (("a", "a"), ("b", "b"))) == (problem.grid(problem.initial_state), problem.regions)


def test_numbers_beyond_9_are_separated_by_dashes():
    rows = [[(row + column) % 12 + 1 for column in range(12)] for row in range(12)]
    cells = " / ".join("-".join(map(str, row)) for row in rows)
    columns = " / ".join("-".join(f"c{column}" for column in range(12)) for _ in range(12))
    problem = IrregularSudoku.from_text(cells, columns)
    assert tuple(map(tuple, rows)) == problem.grid(problem.initial_state)


@given(
    st.integers(1, 13).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1), st.integers(1, size)))
)
def test_texts_of_every_size_are_read_as_they_are_written(drawn):
    size, cell, symbol = drawn
    rows = [[0] * size for _ in range(size)]
    rows[size - 1 - cell][cell] = symbol
    problem = IrregularSudoku(rows, [[row] * size for row in range(size)])
    regions = "\n".join("-".join(map(str, row)) for row in problem.regions)
    again = IrregularSudoku.from_text(problem.format_state(problem.initial_state), regions)
    assert tuple(map(tuple, rows)) == again.grid(again.initial_state)


@pytest.mark.parametrize(
    ("size", "box", "regions"),
    [
        (4, None, "1122/1122/3344/3344"),
        (4, (2, 2), "1122/1122/3344/3344"),
        (4, (1, 4), "1111/2222/3333/4444"),
        (6, (2, 3), "111222/111222/333444/333444/555666/555666"),
        (6, [3, 2], "112233/112233/112233/445566/445566/445566"),
        (1, None, "1"),
    ],
)
def test_boxes_are_numbered_in_reading_order(size, box, regions):
    problem = IrregularSudoku.classic([[0] * size] * size, box=box)
    assert regions == "/".join("".join(map(str, row)) for row in problem.regions)


@pytest.mark.parametrize("cells", ["0" * 81, "/".join(["." * 9] * 9), [[0] * 9] * 9, iter([[0] * 9] * 9)])
def test_classic_takes_text_and_rows(cells):
    assert IrregularSudoku.classic(cells).size == 9


TEXTS = [
    ("", "", "the cells are empty"),
    (" \n / ", REGIONS, "the cells are empty"),
    ("000/000/000", "", "the regions are empty"),
    ("000/00/000", REGIONS, "row 2 of the cells has 2 cells; with 3 rows it must have 3"),
    ("000/000/0000", REGIONS, "row 3 of the cells has 4 cells; with 3 rows it must have 3"),
    ("000/000", REGIONS, "the cells are 2 rows of 3 cells"),
    ("00000000", REGIONS, "the cells are one row of 8 cells"),
    ("000/000/000", "aab/acb/cc", "row 3 of the regions has 2 cells"),
    ("000/000/000", "aab/acb", "the regions are 2 rows of 3 cells"),
    ("000/000/000", "aabb/acbb/ccdd/ccdd", "the cells are 3 x 3, but the regions are 4 x 4"),
    ("000/000/000", "a-a-b/acb/c-c-b", "row 2 of the regions has 1 cell; with 3 rows"),
    ("000/004/000", REGIONS, "row 2, column 3: symbol 4 is out of range; symbols are 1 to 3"),
    ("000/000/x00", REGIONS, "row 3, column 1: 'x' isn't a symbol"),
    ("0 0 1.5 / 0 0 0 / 0 0 0", REGIONS, "row 1, column 3: '1.5' isn't a symbol"),
    ("0-0-² / 0-0-0 / 0-0-0", REGIONS, "row 1, column 3: '²' isn't a symbol"),
    ("0-0-0 / 0-" + "9" * 9999 + "-0", REGIONS, r"row 2, column 2: '9+\.\.\.9+' isn't a symbol"),
    ("0-0--1 / 0-0-0 / 0-0-0", REGIONS, "row 1, column 3 of the cells: nothing next to a dash or comma; an empty cell"),
    ("0-0-0 / 0-0- / 0-0-0", REGIONS, "row 2, column 3 of the cells: nothing next to a dash"),
    ("000/000/000", "a-a-b / -c-b / c-c-b", "row 2, column 1 of the regions: nothing next to a dash or comma$"),
    ("000/000/033", REGIONS, "row 3 has 3 twice, in columns 2 and 3"),
    ("020/000/020", REGIONS, "column 2 has 2 twice, in rows 1 and 3"),
    ("010/100/000", REGIONS, "region 'a' has 1 twice, in row 1, column 2 and in row 2, column 1"),
    (
        "000/000/000",
        "aab/aab/ccb",
        r"3 regions of 3 cells are needed, there are 3: region 'c' \(from row 3, column 1\)",
    ),
    ("000/000/000", "aab/aab/ccb", r"region 'c' .* has 2, region 'a' \(from row 1, column 1\) has 4$"),
    ("000/000/000", "abc/abc/abd", r"there are 4: region 'd' \(from row 3, column 3\) has 1, region 'c' .* has 2$"),
    ("000/000/000", "aaa/aaa/aaa", r"there are 1: region 'a' \(from row 1, column 1\) has 9$"),
    ("000/000/000", "abc/def/ghi", r"there are 9: region 'a' .*, region 'b' .*, region 'c' .* has 1, \.\.\.$"),
    (None, REGIONS, r"the cells must be text, not None; for rows, use IrregularSudoku\(cells, regions\)"),
    ([[0]], REGIONS, r"the cells must be text, not \[\[0\]\]"),
    ("0", [["a"]], r"the regions must be text, not \[\['a'\]\]"),
]


@pytest.mark.parametrize(("cells", "regions", "message"), TEXTS)
def test_wrong_texts_are_refused_with_the_fault_named(cells, regions, message):
    with pytest.raises(ValueError, match=message):
        IrregularSudoku.from_text(cells, regions)


ROWS = [
    ("00/00", ["aa", "bb"], "the cells must be rows, not one text; for text, use IrregularSudoku.from_text"),
    ([[0, 0], [0, 0]], "aa/bb", "the regions must be rows, not one text"),
    (["00", "00"], ["aa", "bb"], "row 1, column 1: '0' isn't an integer; for text, use IrregularSudoku.from_text"),
    ([0, 0, 0, 0], ["aa", "bb"], "row 1 of the cells must be a sequence of cells, not 0"),
    ([[0, 0], None], ["aa", "bb"], "row 2 of the cells must be a sequence of cells, not None"),
    ([[0, 0], {0, 1}], ["aa", "bb"], r"row 2 of the cells must be a sequence of cells, not \{0, 1\}"),
    ({0: [0, 0], 1: [0, 0]}, ["aa", "bb"], "the cells must be a sequence of rows, not {0"),
    (None, ["aa", "bb"], "the cells must be a sequence of rows, not None"),
    ([[0, 0], [0, 0]], 5, "the regions must be a sequence of rows, not 5"),
    ([[0, 0], [0, 0]], ["aa", 5], "row 2 of the regions must be a sequence of cells, not 5"),
    ([[0, 0], [0, 0]], [["a", "a"], ["b", []]], r"row 2, column 2: \[\] isn't hashable, so it can't name a region"),
    ([], [], "the cells are empty"),
    ([[], []], [[], []], "the cells are 2 rows of 0 cells"),
    ([[0, True], [0, 0]], ["aa", "bb"], "row 1, column 2: True isn't an integer$"),
    ([[0, 1.0], [0, 0]], ["aa", "bb"], "row 1, column 2: 1.0 isn't an integer$"),
    ([[0, math.nan], [0, 0]], ["aa", "bb"], "row 1, column 2: nan isn't an integer$"),
    ([[0, 0], [None, 0]], ["aa", "bb"], "row 2, column 1: None isn't an integer$"),
    ([[0, 0], [0, -1]], ["aa", "bb"], "row 2, column 2: symbol -1 is out of range"),
    (
        [[3, 0], [0, 0]],
        ["aa", "bb"],
        "row 1, column 1: symbol 3 is out of range; symbols are 1 to 2, and 0 is an empty",
    ),
]


@pytest.mark.parametrize(("cells", "regions", "message"), ROWS)
def test_wrong_rows_are_refused_with_the_fault_named(cells, regions, message):
    with pytest.raises(ValueError, match=message):
        IrregularSudoku(cells, regions)


BOXES = [
    (6, None, r"a grid of 6 rows has no square regions of 6 cells; give the box, or the regions"),
    (6, (2, 2), r"regions of 6 cells are needed; box=\(2, 2\) has 4"),
    (6, 6, r"box must be \(rows, columns\), two integers of at least 1, not 6"),
    (6, (6,), r"box must be .*, not \(6,\)"),
    (6, (1, 2, 3), r"box must be .*, not \(1, 2, 3\)"),
    (6, (-2, -3), r"box must be .*, not \(-2, -3\)"),
    (6, (0, 3), r"box must be .*, not \(0, 3\)"),
    (6, (2.0, 3), r"box must be .*, not \(2\.0, 3\)"),
    (6, (True, 6), r"box must be .*, not \(True, 6\)"),
    (6, "23", r"box must be .*, not '23'"),
    (0, None, "the cells are empty"),
]


@pytest.mark.parametrize(("size", "box", "message"), BOXES)
def test_wrong_boxes_are_refused(size, box, message):
    with pytest.raises(ValueError, match=message):
        IrregularSudoku.classic([[0] * size] * size, box=box)


@given(st.text(alphabet="0123.-,/ \nab²", max_size=30), st.text(alphabet="0ab-/ \n", max_size=30))
def test_whatever_the_text_it_is_read_or_refused_with_a_value_error(cells, regions):
    with contextlib.suppress(ValueError):
        assert 1 <= IrregularSudoku.from_text(cells, regions).size <= 5
