"""Examples of internal functions that no other test calls by name."""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from math import inf
from operator import attrgetter
from typing import Any

import pytest

from astarlib import WeightedAStar
from astarlib._support import memory, numbers, wording
from astarlib._support.integers import check_int, parse_natural
from astarlib._support.lazy_names import lazy_name
from astarlib._support.plain_values import json_value
from astarlib._support.registry import Registry
from astarlib._support.scene import corners
from astarlib._support.text_input import lines_of_content
from astarlib.checking.copying import is_immutable
from astarlib.cli.argument_types import count, ids, shape, size
from astarlib.cli.arguments import arrange
from astarlib.cli.engine_parameters import format_value, parameters_of
from astarlib.cli.errors import did_you_mean, message_of, quote
from astarlib.cli.output import _wrapped
from astarlib.drawing import Line
from astarlib.plotting.canvas import measured_in
from astarlib.problems.graph.edges import read_graph
from astarlib.problems.grid.cells import read_cells as cells_of_grid
from astarlib.problems.grid.cells import without_walls
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.board import cells_of_tiles, default_goal, is_reachable
from astarlib.problems.npuzzle.partitions import symmetries
from astarlib.problems.npuzzle.placements import permutation_positions
from astarlib.problems.npuzzle.reading import checked_shape, read_boards, read_goal
from astarlib.problems.sudoku import rules
from astarlib.problems.sudoku.puzzle import cell_after_pairs
from astarlib.problems.sudoku.reading import read_cells, read_regions
from astarlib.resolving.resolved_problem import resolve_problem
from astarlib.searching.diagnosis import checked_batch
from astarlib.viewer.page import _in_words

pytestmark = pytest.mark.quick

ROUNDING = numbers.Rounding()
WRAPS = (lambda value: [value], lambda value: {"a": value})


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        ([parse_natural(text) for text in ("042", "-1", "²")], [42, None, None]),
        (corners(Line(0, 0, 4, 0, 2)), [(-1, 1), (5, 1), (5, -1), (-1, -1)]),
        (corners(Line(0, 0, 0, 4, 2)), [(-1, -1), (-1, 5), (1, 5), (1, -1)]),
        (corners(Line(3, 3, 3, 3, 2)), [(2, 4), (4, 4), (4, 2), (2, 2)]),
        (lazy_name("collections", {"Mapping": "collections.abc"}, "Mapping"), Mapping),
        (list(Registry({"counter": "collections:Counter"}).values()), [Counter]),
        ([numbers.exact(each) for each in (True, Fraction(1, 2), Decimal("0.5"))], [1, Fraction(1, 2), 0.5]),
        ([ROUNDING.exceeds(*pair) for pair in ((4, 3), (0.1 + 0.2, 0.3), (inf, inf))], [True, False, False]),
        ([numbers.format_number(each) for each in (181440, 1 / 3)], ["181,440", "0.333333"]),
        ([wording.format_number(each) for each in (1234567, 1 / 3)], ["1,234,567", "0.333333"]),
        ([json_value((1, ("a", None), {"b": 0.5})), json_value((1, {2}))], [[1, ["a", None], {"b": 0.5}], "(1, {2})"]),
        ([json_value(reduce(lambda inner, at: wrap(inner), range(2000), []), len) for wrap in WRAPS], [1, 1]),
        ([wording.round_ratio_up(each) for each in (1, 1.0001, 1.25, 1.2501, 1e12)], [1, 1.001, 1.25, 1.251, 1e12]),
        (_wrapped("  weighted-astar of mine:Problem", 16), "  weighted-astar\n    of\n    mine:Problem"),
        ([_wrapped("a b", width) for width in (2, 3)], ["a\n  b", "a b"]),
        (lines_of_content("# by hand\n 1 2 # first row"), ["1 2"]),
        ([is_immutable((1, "a", (2.5, None))), is_immutable((1, [2]))], [True, False]),
        ([count("1_000"), shape("3x4")], [1000, (3, 4)]),
        ([ids("79"), ids("5,7-8"), ids("all")], [79, [range(5, 6), range(7, 9)], []]),
        ([size(text) for text in ("1.5GiB", "500MB", "4096")], [1610612736, 500000000, 4096]),
        (arrange(["solve", "--json", "mine:Problem"]), ["solve", "module:attribute", "mine:Problem", "--json"]),
        (
            [str(each) for each in parameters_of(WeightedAStar).values()],
            ["tie_break=low-h", "reopen=true", "weight=1.5", "priority=linear"],
        ),
        ([format_value(each) for each in ((5, 3, 1), True, None, Fraction(3, 2))], ["5,3,1", "true", "none", "3/2"]),
        ([quote("mine.txt"), len(quote("x" * 10**6))], ["'mine.txt'", 185]),
        (did_you_mean("npuzle", ["npuzzle", "sudoku"]), "; did you mean 'npuzzle'?"),
        ([measured_in("cost", unit) for unit in ("moves", None)], ["cost (moves)", "cost"]),
        (
            read_graph([("a", "b", 3), ("a", "b", 2), ("b", "c")], weight=None, directed=None).costs,
            {"a": {"b": 2}, "b": {"c": 1}, "c": {}},
        ),
        (
            attrgetter("rows", "width", "straight")(cells_of_grid([[1, 5], [False, True]], None)),
            ((".5", "#."), 2, [inf, inf, inf, 1, 5, inf, inf, 1, inf, inf, inf, inf]),
        ),
        (without_walls([[1, 0], [5, 1]], 0), [[1, None], [5, 1]]),
        (default_goal((2, 3)), (1, 2, 3, 4, 5, 0)),
        (cells_of_tiles((3, 1, 0, 2)), [2, 1, 3, 0]),
        ([is_reachable(start, (1, 2, 3, 0), (2, 2)) for start in ((1, 2, 0, 3), (2, 1, 3, 0))], [True, False]),
        (symmetries((2, 3)), [(0, 1, 2, 3, 4, 5), (2, 1, 0, 5, 4, 3), (3, 4, 5, 0, 1, 2), (5, 4, 3, 2, 1, 0)]),
        (permutation_positions(3), [(0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 0, 1), (1, 2, 0), (2, 1, 0)]),
        (read_boards("1 2 / . 3", None, None), ((1, 2, 0, 3), (1, 2, 3, 0), (2, 2))),
        (read_goal("0 1 2 3 4 5", (2, 3)), (0, 1, 2, 3, 4, 5)),
        (cell_after_pairs([16, 32, 0b1100, 0b1100, 0b0110, 0b1111], [[0, 1, 2, 3], [2, 3, 4, 5]], 4), (4, 2)),
        ([read_cells("1-0 / 0-2"), read_cells("A........1" + "." * 90)[0][0]], [[[1, 0], [0, 2]], 10]),
        (read_regions("north-north / south-south"), [["north", "north"], ["south", "south"]]),
        (rules.checked_extra_units([[(1, 1), (2, 2)]], 2), [[0, 3]]),
        (rules.box_regions(4, None), [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]]),
        (rules.units_of([0, 0, 1, 1], 2), [[0, 1], [2, 3], [0, 2], [1, 3], [0, 1], [2, 3]]),
        (rules.peers_of([[0, 1], [2, 3], [0, 2], [1, 3]]), [[1, 2], [0, 3], [0, 3], [1, 2]]),
        (
            checked_batch(
                resolve_problem(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")),
                [(1, 2, 3, 4, 5, 6, 0, 7, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0)],
            ),
            [2, 0],
        ),
        (
            [_in_words(name) for name in ("NPuzzle", "IrregularSudoku", "compiled.IDAStar", "DStarLite")],
            ["N-Puzzle", "Irregular Sudoku", "Compiled IDA*", "D* Lite"],
        ),
    ],
)  # fmt: skip
def test_a_helper_returns_what_is_expected(got: Any, expected: Any) -> None:
    assert expected == got


@pytest.mark.parametrize(
    ("call", "arguments", "message"),
    [
        (lambda: check_int(0, "pegs", minimum=3, maximum=26), "", "pegs must be 3 to 26, not 0"),
        (checked_shape, [(1, 4)], "shape must be (rows, columns), two whole numbers of at least 2, not (1, 4)"),
        (rules.checked_square, [["ab", "c"], "regions"], "row 2 of the regions has 1 cell; with 2 rows it must have 2"),
        (
            rules.checked_symbols, [[[1, 0], [3, 0]]],
            "row 2, column 1: symbol 3 is out of range; symbols are 1 to 2, and 0 is an empty cell",
        ),
        (
            rules.checked_regions, [[["x", "x"], ["x", "x"]], 2],
            "2 regions of 2 cells are needed, there are 1: region 'x' (from row 1, column 1) has 4",
        ),
        (
            rules.checked_extra_units, [[[(1, 1), (3, 3)]], 2],
            "extra unit 1 has the cell (3, 3); expected (row, column), two integers from 1 to 2",
        ),
        (rules.check_clues, [[1, 0, 1, 0], [0, 0, 1, 1], ["xx", "yy"]], "column 1 has 1 twice, in rows 1 and 2"),
    ],
)  # fmt: skip
def test_a_helper_names_what_is_wrong(call: Any, arguments: Any, message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  # The message is compared below.
        call(*arguments)
    assert message == str(error.value)


def test_the_message_of_an_error_names_the_option() -> None:
    error = ValueError("pegs must be 3 to 26, not 0")
    error.parameter = "pegs"
    assert message_of(error, {}) == "--pegs must be 3 to 26, not 0"


def test_the_available_memory_is_that_which_linux_reports(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "_MEMINFO", str(tmp_path / "meminfo"))
    assert memory.available_memory() is None
    (tmp_path / "meminfo").write_text("MemTotal:  9 kB\nMemAvailable:  3 kB\n")
    assert memory.available_memory() == 3 * 1024
