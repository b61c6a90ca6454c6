import contextlib
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from astarlib import AStar
from astarlib.problems.grid import Grid, GridProblem, TorusProblem
from astarlib.problems.grid.compiled import costs_of
from astarlib.problems.grid.steps import DIAGONAL, CornerRule

# --- how a grid is given ----------------------------------------------------------------------------------------------

FORMS = {
    "lines": "..#\n.5.\n",
    "indented lines": "\n    ..#\n    .5.\n    ",
    "slashes": "..# / .5.",
    "rows of text": ["..#", ".5."],
    "symbols one by one": [[".", ".", "@"], [".", "5", "G"]],
    "costs": [[1, 1, math.inf], [1, 5, 1]],
    "costs and None": ((1, 1, None), (1, 5, 1)),
    "integers and booleans": [[True, True, False], [True, 5, True]],
    "array": np.array([[1, 1, np.inf], [1, 5, 1]]),
    "array of symbols": np.array([list("..#"), list(".5.")]),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_grid_is_read_from_every_form(form):
    grid = Grid(FORMS[form])
    assert (3, 2) == (grid.width, grid.height)
    assert [[1, 1, math.inf], [1, 5, 1]] == [[grid.cost((x, y)) for x in range(3)] for y in range(2)]


def test_an_array_of_booleans_is_true_where_a_cell_is_free():
    grid = Grid(np.array([[True, False], [True, True]]))
    assert [True, False, True, True] == [grid.is_free(cell) for cell in ((0, 0), (1, 0), (0, 1), (1, 1))]


def test_cells_may_be_of_numpy_and_become_plain_integers():
    problem = GridProblem("...", np.array([0, 0]), (np.int64(2), 0))
    assert ((0, 0), (2, 0)) == (problem.initial_state, problem.goal)
    assert [int] * 4 == [type(number) for number in (*problem.initial_state, *problem.goal)]


def test_terrain_adds_symbols_and_changes_those_that_are_known():
    grid = Grid("~ .\n. S", terrain={"~": 3, " ": 2, "S": math.inf})
    assert [3, 2, 1] == [grid.cost((x, 0)) for x in range(3)]
    assert not grid.is_free((2, 1))


MAZES = st.lists(st.text("# ", min_size=4, max_size=4), min_size=1, max_size=4).map(
    lambda rows: ["####", *rows, "####"]
)


@given(MAZES)
def test_a_space_in_a_maze_is_a_free_cell_in_every_form(rows):
    dotted = Grid("\n".join(rows).replace(" ", "."))
    lines = "\n".join(rows)
    trimmed = "\n".join(map(str.rstrip, rows))
    block = "\n" + "".join(f"        {row}\n" for row in rows) + "    "
    indented = "\n            ".join(rows)
    assume(" " in lines and any(row.strip() != "" for row in rows[1:-1]))
    assume(any(" " in row.strip() for row in rows))
    for form in (rows, lines, trimmed, trimmed.replace("\n", "\r\n"), f"\ufeff{lines}\n", block, indented):
        assert Grid(form)._straight == dotted._straight


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        ("# #\n# #", "row 0, '# #', have spaces between them; remove the spaces"),
        ("1 2 3\n4 5 6", r"cell \(1, 0\) is ' '"),
        ("## ##/# #", "row 1 of the grid has width 3, but row 0 has width 5"),
    ],
)
def test_spaces_between_cells_are_refused(cells, named):
    with pytest.raises(ValueError, match=named):
        Grid(cells)


def test_every_moving_ai_symbol_is_known():
    grid = Grid(".GS@OTW")
    assert [True] * 3 + [False] * 4 == [grid.is_free((x, 0)) for x in range(7)]


@pytest.mark.costly
def test_numpy_is_not_imported_for_text():
    code = "import sys, astarlib.problems.grid as grid; grid.Grid('..'); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "False\n" == done.stdout


def test_grids_are_equal_when_their_maps_and_costs_are():
    assert Grid("..#") == Grid(["..#"])
    assert hash(Grid("..#")) == hash(Grid(["..#"]))
    assert Grid("..~", terrain={"~": 2}) != Grid("..~", terrain={"~": 3})
    assert Grid("..#") != "..#"


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_a_map_is_drawn_with_the_path_on_it():
    problem = GridProblem("..#. / ..#. / ....", (0, 0), (3, 0), connectivity=8)
    assert "A.#B\n.*#*\n.***" == problem.grid.text(AStar().search(problem).states)
    assert "..#.\n..#.\n...." == problem.grid.text()
    assert "..#.\nA.#.\n...." == problem.grid.text([(0, 1)])


def test_costs_are_drawn_as_symbols_that_are_read_again():
    costs = [[1, 2, 9], [math.inf, 1, 5]]
    assert ".29\n#.5" == Grid(costs).text()
    assert Grid(costs) == Grid(Grid(costs).text())
    assert "+++" == Grid([[10, 0.5, 2.5]]).text()


def test_cells_and_ways_have_texts():
    problem = GridProblem("...", (0, 0), (2, 0))
    assert ("2,0", "east") == (problem.format_state((2, 0)), problem.format_action("east"))
    assert "(0, 0) to (2, 0) on <Grid of 3 x 1 cells>, connectivity=4, CornerRule.BOTH_FREE" in repr(problem)


@pytest.mark.costly
def test_many_blank_rows_are_left_out_in_linear_time():
    # In quadratic time it takes a minute. The limit counts the CPU time of the child alone, so load doesn't matter.
    code = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
from astarlib.problems.grid import Grid
from astarlib.problems.grid.steps import DIAGONAL
blank = 400_000
for text in ("/" * blank + ".." + "/" * blank, "\\n" * blank + ".." + "\\n" * blank):
    for terrain in (None, {" ": 2}):
        grid = Grid(text, terrain=terrain)
        assert (grid.width, grid.height) == (2, 1)
for text in ("/" * blank, "\\n" * blank):
    try:
        Grid(text)
    except ValueError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ["the grid is empty; it needs at least one row"] * 2 == done.stdout.splitlines()


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "error", "named"),
    [
        ("", ValueError, "the grid is empty"),
        ([], ValueError, "the grid is empty"),
        ("\n \n", ValueError, "the grid is empty"),
        ([[], []], ValueError, "row 0 of the grid is empty"),
        ("../...", ValueError, "row 1 of the grid has width 3, but row 0 has width 2"),
        ([[1, 1], [1]], ValueError, "row 1 of the grid has width 1, but row 0 has width 2"),
        (".x\n..", ValueError, r"cell \(1, 0\) is 'x'; the known symbols are \. G S # @ O T W 1"),
        ("..\n.0", ValueError, r"cell \(1, 1\) is '0'"),
        ([[1, 0]], ValueError, r"cell \(1, 0\) is 0; .* pass booleans \(True is free\)"),
        ([[1], [-2]], ValueError, r"cell \(0, 1\) is -2; expected the cost of entering it, a number > 0 \(inf or None"),
        ([[math.nan]], ValueError, r"cell \(0, 0\) is nan"),
        ([[1, [1]]], ValueError, r"cell \(1, 0\) is \[1\]"),
        (np.zeros((2, 2, 2)), ValueError, r"cell \(0, 0\) is \[0.0, 0.0\]"),
        (np.ones(3), TypeError, "row 0 of the grid is 1.0; expected text or a list of cells"),
        (7, TypeError, "a grid must be text, rows, or a two-dimensional array, not 7"),
    ],
    ids=str,
)
def test_what_is_not_a_grid_is_refused_with_the_row_or_the_cell(cells, error, named):
    with pytest.raises(error, match=named):
        Grid(cells)


@pytest.mark.parametrize(
    ("start", "goal", "error", "named"),
    [
        ((4, 0), (0, 0), ValueError, r"the start \(4, 0\) is outside the grid of 4 columns \(x\) and 2 rows \(y\)"),
        ((0, -1), (0, 0), ValueError, r"the start \(0, -1\) is outside"),
        ((0, 0), (0, 2), ValueError, r"the goal \(0, 2\) is outside"),
        ((2, 0), (0, 0), ValueError, r"the start \(2, 0\) is blocked"),
        ((0, 0, 0), (0, 0), TypeError, r"the start is \(0, 0, 0\); expected two integers \(x, y\)"),
        ((0, 0), (0.5, 1), TypeError, r"the goal is \(0.5, 1\)"),
        ("ab", (0, 0), TypeError, "the start is 'ab'"),
    ],
)
def test_wrong_cells_are_refused(start, goal, error, named):
    with pytest.raises(error, match=named):
        GridProblem("..#. / ....", start, goal)


@pytest.mark.parametrize("cell", [(2, 0), (0, 1), (-1, 0), (0, 0, 0), "ab", None])
def test_a_cell_outside_has_no_cost(cell):
    with pytest.raises(ValueError, match="outside the grid of 2 columns and 1 rows"):
        Grid("..").cost(cell)


def test_a_cell_of_a_whole_float_has_one_symbol():
    grid = Grid(np.array([[2.0, 1.0, math.inf], [12.0, 3.5, 9.0]]))
    assert grid.rows == ("2.#", "++9")
    assert [grid.cost((x, 1)) for x in range(3)] == [12.0, 3.5, 9.0]


@pytest.mark.parametrize("count", [1, 3, 1600])
def test_a_diagonal_step_costs_the_same_whether_costs_repeat_or_all_differ(count):
    costs = 1.5 + np.arange(1600).reshape(40, 40) % count
    grid = Grid(costs)
    straight, diagonal = grid.costs_of_entering()
    assert list(diagonal) == [cost * DIAGONAL for cost in straight]
    assert grid.cheapest == costs.min()
    assert all(grid.cost((x, y)) == costs[y, x] for x, y in [(0, 0), (39, 0), (17, 23)])


@st.composite
def arrays(draw):
    shape = draw(st.tuples(st.integers(1, 4), st.integers(1, 5)))
    kind, cells = draw(st.sampled_from([
        (bool, st.booleans()), (np.uint8, st.integers(1, 255)), (np.int64, st.integers(-1, 2**60)),
        (np.float64, st.sampled_from([0.5, 1.0, 3.0, 9.0, 10.0, 1e300, math.inf, math.nan])),
        (np.float32, st.sampled_from([0.1, 2.0, math.inf])), (np.uint64, st.integers(1, 2**64 - 1)),
    ]))  # fmt: skip
    array = np.array(draw(st.lists(cells, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])), kind)
    return draw(st.sampled_from([array.reshape(shape), array.reshape(shape[::-1]).T]))


def _parts_of(cells, wall=None):
    try:
        grid = Grid(cells, wall=wall)
    except (TypeError, ValueError) as error:
        return str(error)
    straight, _ = grid.costs_of_entering()
    costs = costs_of(grid)
    neighbors = [grid.neighbors(connectivity, CornerRule.BOTH_FREE).patterns for connectivity in (4, 8)]
    return grid, straight, [type(cost) for cost in straight], costs.dtype, costs.tolist(), neighbors, grid.cheapest


@given(arrays(), st.sampled_from([None, None, 0, -1, 0.1, 2, 3.0, math.inf, math.nan, 2**64 - 1, True]))
def test_an_array_gives_the_same_grid_as_its_list(array, wall):
    assert _parts_of(array, wall) == _parts_of(array.tolist(), wall)


@pytest.mark.parametrize("row", [[1, 2, 0], [1.5, math.nan, 2.5], [True, 1, 0], [3, -1, -1]], ids=repr)
def test_a_wrong_cell_is_named_by_its_place_in_a_row_of_equal_types(row):
    wrong = next(x for x, cost in enumerate(row) if not cost > 0)
    with pytest.raises(ValueError, match=rf"cell \({wrong}, 1\) is {row[wrong]!r}; expected the cost"):
        Grid([[1, 1, 1], row])


@pytest.mark.parametrize("make", [list, np.array, lambda rows: np.array(rows, float)])
def test_a_number_given_as_wall_is_an_obstacle(make):
    grid = Grid(make([[1, 0], [5, 1]]), wall=0)
    assert grid.rows == (".#", "5.")
    with pytest.raises(ValueError, match="wall=0"):
        Grid(make([[1, 0], [5, 1]]))


def test_the_advice_for_an_unknown_symbol_can_be_followed():
    with pytest.raises(ValueError, match=r"Grid\(cells, terrain=\{'E': 2\}\)"):
        Grid(".E.")
    assert Grid(".E.", terrain={"E": 2}).cost((1, 0)) == 2


def test_a_byte_order_mark_is_no_cell():
    assert Grid("\ufeff..#").rows == ("..#",)


def test_a_grid_of_an_array_is_independent_of_it_and_can_be_pickled():
    array = np.array([[1.5, math.inf], [2.0, 1.0]])
    grid = Grid(array)
    array[:] = 9
    loaded = pickle.loads(pickle.dumps(grid))
    assert loaded == grid == Grid([[1.5, math.inf], [2.0, 1.0]])
    assert loaded.compiled == {}


MAZE = [[0, 1, 0], [0, 0, 0]]


@pytest.mark.parametrize("kind", [list, np.array, np.float64, np.uint8, lambda rows: tuple(map(tuple, rows))])
@pytest.mark.parametrize("wall", [1, 1.0, np.int64(1)])
def test_a_maze_of_zeros_has_free_cells_of_cost_1(kind, wall):
    assert Grid(kind(MAZE), wall=wall) == Grid(".#. / ...")
    assert Grid(np.array(MAZE) * 255, wall=255) == Grid(".#. / ...")
    assert Grid(kind(MAZE), wall=0) == Grid("#.# / ###")
    assert Grid(kind([[0, 0]]), wall=wall) == Grid("..")
    for wrong in ({}, {"wall": 2}):
        with pytest.raises(ValueError, match=r"(?s)wall=1.*wall=0"):
            Grid(kind(MAZE), **wrong)


class Image:
    __module__ = "PIL.Image"


class Table:
    """A table as those of pandas and polars: its items are the names of the columns."""

    def __init__(self, values):
        self.values = np.array(values)

    def __iter__(self):
        return iter(range(len(self.values)))

    def to_numpy(self):
        return self.values


@pytest.mark.parametrize("values", [[[1, 2], [3, 4]], [[True, False], [True, True]], [[1.5, math.inf], [1, 1]]])
def test_a_table_is_read_as_its_values(values):
    tables = [Table(values)]
    with contextlib.suppress(ImportError):
        import pandas as pd  # it isn't one of the extras

        tables += [pd.DataFrame(values), pd.DataFrame(values, columns=["a", "b"], index=[5, 7])]
    assert all(Grid(table) == Grid(np.array(values)) for table in tables)
    assert Grid(Table(MAZE), wall=1) == Grid(MAZE, wall=1)
    with pytest.raises(ValueError, match=r"(?s)wall=1.*wall=0"):
        Grid(Table(MAZE))


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        (Image(), r"Grid\(np.array\(image"),
        ("map.txt", r"name of a file; pass its text: open\('map.txt'\).read"),
        ("./maps/arena.map", "name of a file"),
        (["..#\n", "...\n"], r"'\\n', the end of a line; pass the text of the file"),
        ("010 / 000", r"terrain=\{'0': 1, '1': math.inf\}"),
    ],
)
def test_what_is_no_grid_says_what_to_write(cells, says):
    with pytest.raises((TypeError, ValueError), match=says):
        Grid(cells)


@pytest.mark.parametrize("start", [(2, 0), (1, 3)])
def test_a_start_that_fits_as_row_and_column_is_explained(start):
    with pytest.raises(ValueError, match=rf"column then row: did you mean \({start[1]}, {start[0]}\)"):
        GridProblem("..#. / .... / ....", start, (0, 0))


# --- costs that are too large -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("connectivity", [4, 8])
@pytest.mark.parametrize("cells", [[[1e308] * 3] * 3, np.full((3, 3), 1e308)], ids=["rows", "array"])
def test_estimates_that_exceed_the_largest_float_are_refused(cells, connectivity):
    with pytest.raises(ValueError, match="use a larger unit of cost"):
        GridProblem(cells, (0, 0), (2, 2), connectivity=connectivity)


def test_the_largest_costs_whose_estimates_are_finite_are_searched():
    assert AStar().search(GridProblem([[2e307] * 3], (0, 0), (2, 0))).cost == 4e307


@pytest.mark.parametrize("form", [lambda cells: cells, list])
def test_masked_cells_are_obstacles(form):
    cells = np.ma.array([[1, 1, 1], [1, 1, 1]], mask=[[0, 1, 0], [0, 0, 0]])
    assert Grid(form(cells)).rows == (".#.", "...")


@pytest.mark.parametrize("kind", [GridProblem, TorusProblem])
def test_a_goal_on_a_wall_gives_a_warning_only_if_the_points_fit_as_row_and_column(kind):
    rows = ["....", "....", "#...", "...."]
    with pytest.warns(UserWarning, match=r"goal \(0, 2\) is an obstacle.*did you mean \(2, 0\)") as caught:
        kind(rows, (1, 0), (0, 2))
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="is an obstacle"):
        kind(rows, (1, 0), goals=[(0, 2)])
    rows[0] = "..#."
    kind(rows, (1, 0), (0, 2))  # Both ways, the goal is an obstacle.
    rows[:2] = "....", "#..."
    kind(rows, (1, 0), (0, 2))  # The start would be an obstacle.
    rows[1] = "...."
    kind(rows, (1, 0), goals=[(0, 2), (3, 3)])  # A search can reach one of the goals.


def test_rows_and_columns_index_the_array_of_a_grid():
    array = np.array([[1, 2, 3], [4, 5, 6]])
    grid = Grid(array)
    cells = [grid.cell(row=row, column=column) for row in range(2) for column in range(3)]
    assert [grid.cost(cell) for cell in cells] == [1, 2, 3, 4, 5, 6]
    assert array[grid.rows_and_columns(cells)].tolist() == [1, 2, 3, 4, 5, 6]
