import inspect
import math
import sys

import pytest
from helpers.references import FORWARD
from helpers.sampling import slow
from helpers.sudoku_oracle import CELLS, REGIONS, SOLVED, all_solutions, clashes, cut, golden, sound_sudokus, sudokus
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, Status, with_heuristic
from astarlib.problems.sudoku import Insert, IrregularSudoku, diagonals, example

engines = pytest.mark.parametrize("engine", [engine() for engine in FORWARD.values()], ids=FORWARD)


def rows_of(text):
    return tuple(tuple(int(symbol) for symbol in row.split("-")) for row in text.split(" / "))


@engines
def test_every_engine_solves_the_golden_sudoku_with_27_insertions(engine):
    problem = golden()
    result = engine.search(problem)
    assert (Status.SOLVED, 27, rows_of(SOLVED)) == (result.status, result.cost, problem.grid(result.states[-1]))


def test_the_golden_sudoku_is_proved_optimal():
    result = AStar().search(golden())
    assert (27, 1.0) == (result.lower_bound, result.suboptimality_bound)


def test_the_golden_sudoku_has_one_solution():
    assert golden().count_solutions() == 1


def test_there_are_288_sudokus_of_4_x_4():
    assert IrregularSudoku.classic("0" * 16).count_solutions(limit=1000) == 288


def test_classic_9_x_9_is_solved():
    problem = IrregularSudoku.classic(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    result = AStar().search(problem)
    assert (51, cut(tuple(map(int, solved)), 9)) == (result.cost, problem.grid(result.states[-1]))


@pytest.mark.parametrize(
    ("size", "box"), [(6, (2, 3)), (6, (3, 2)), (10, (2, 5)), (12, (3, 4)), (16, None), slow((25, None))]
)
def test_boxes_of_every_size_are_solved(size, box):
    rows, columns = box or (math.isqrt(size), math.isqrt(size))
    problem = IrregularSudoku.classic([[0] * size] * size, box=box)
    result = AStar().search(problem)
    assert result.cost == size * size
    grid = problem.grid(result.states[-1])
    boxes = [
        [grid[top + row][left + column] for row in range(rows) for column in range(columns)]
        for top in range(0, size, rows)
        for left in range(0, size, columns)
    ]
    for unit in [*grid, *zip(*grid, strict=True), *boxes]:
        assert sorted(unit) == list(range(1, size + 1))


@engines
@pytest.mark.parametrize(
    "cells",
    ["..../..../431./..2.", "...3/4.../..../.3..", "..../14../...1/...4", "4.../..3./.12./...."],
    ids=["a cell without candidate", "a symbol without cell", "two symbols for one cell", "found by search"],
)
def test_sudokus_without_solution_are_proved_unsolvable(engine, cells):
    problem = IrregularSudoku.classic(cells)
    assert set() == all_solutions(
        [int(symbol) for symbol in cells.replace(".", "0").replace("/", "")], "aabbaabbccddccdd", 4
    )
    assert engine.search(problem).status is Status.UNSOLVABLE


@engines
def test_a_full_grid_is_solved_by_doing_nothing(engine):
    result = engine.search(IrregularSudoku.from_text(SOLVED, REGIONS))
    assert (Status.SOLVED, 0, ()) == (result.status, result.cost, result.actions)


def test_a_full_grid_has_no_actions_and_one_solution():
    problem = IrregularSudoku.from_text(SOLVED, REGIONS)
    assert ([], 1) == (problem.actions(problem.initial_state), problem.count_solutions())


def test_one_cell_is_a_sudoku():
    problem = IrregularSudoku([[0]], [["all"]])
    assert (Insert(1, 1, 1),) == AStar().search(problem).actions


@given(sound_sudokus())
def test_count_solutions_agrees_with_exhaustion(drawn):
    cells, labels, size, problem = drawn
    assert len(all_solutions(cells, labels, size)) == problem.count_solutions(limit=1000)


@given(sound_sudokus(), st.sampled_from(list(FORWARD.values())))
def test_a_search_finds_one_of_all_solutions_or_proves_that_there_is_none(drawn, engine):
    cells, labels, size, problem = drawn
    result = engine().search(problem)
    solutions = {cut(square, size) for square in all_solutions(cells, labels, size)}
    if solutions:
        assert problem.grid(result.states[-1]) in solutions
        assert cells.count(0) == result.cost
    else:
        assert Status.UNSOLVABLE == result.status


@given(sudokus())
def test_clues_are_refused_just_when_a_unit_has_a_symbol_twice(drawn):
    cells, labels, size = drawn
    try:
        IrregularSudoku(cut(cells, size), cut(labels, size))
        refused = False
    except ValueError:
        refused = True
    assert clashes(*drawn) == refused


@pytest.mark.parametrize(("limit", "count"), [(1, 1), (2, 2), (287, 287), (288, 288), (289, 288)])
def test_solutions_are_counted_up_to_the_limit(limit, count):
    assert count == IrregularSudoku.classic("0" * 16).count_solutions(limit)


def test_counting_needs_no_recursion():
    problem, before = IrregularSudoku.classic([[0] * 16] * 16), sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        assert problem.count_solutions(limit=1) == 1  # 256 insertions deep
    finally:
        sys.setrecursionlimit(before)


def test_text_is_in_the_format_of_the_input():
    assert CELLS.replace(" / ", "\n") == golden().format_state(golden().initial_state)


def test_an_insert_is_shown_as_solvers_write_it():
    assert golden().format_action(Insert(2, 5, 3)) == "r2c5=3"


def test_repr_makes_the_same_problem():
    problem = golden()
    again = eval(repr(problem))
    assert (problem.initial_state, problem.regions) == (again.initial_state, again.regions)


def test_another_heuristic_can_be_given():
    blind = with_heuristic(golden(), lambda state: 0)
    result = Dijkstra().search(blind)
    assert (27, 0) == (result.cost, blind.heuristic(golden().initial_state))


def test_a_subclass_may_overrule_actions():
    class Backwards(IrregularSudoku):
        def actions(self, state):
            return super().actions(state)[::-1]

    problem = Backwards.from_text(CELLS, REGIONS)
    assert rows_of(SOLVED) == problem.grid(AStar().search(problem).states[-1])


@pytest.mark.costly
def test_the_hardest_example_takes_thousands_of_expansions_not_millions():
    result = AStar().search(example("G48_9x9").problem)
    assert 1_000 < result.statistics.expanded < 20_000


# --- extra units and pairs --------------------------------------------------------------------------------------------

NORVIG = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
"""A sudoku without a solution from Peter Norvig's "Solving Every Sudoku Puzzle". His program takes 24 minutes."""


@engines
def test_pairs_prove_that_a_sudoku_has_no_solution(engine):
    result = engine.search(IrregularSudoku.classic(NORVIG))
    assert Status.UNSOLVABLE is result.status
    assert result.statistics.expanded < 10


@given(sound_sudokus(), st.data())
def test_extra_units_leave_the_solutions_that_satisfy_them(drawn, data):
    cells, labels, size, problem = drawn
    places = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
    unit = data.draw(st.permutations(places))[:size]
    clues = [symbol for row, column in unit if (symbol := cells[(row - 1) * size + column - 1]) > 0]
    rows = problem.grid(problem.initial_state)
    if len(set(clues)) < len(clues):
        with pytest.raises(ValueError, match="extra unit 1 has"):
            IrregularSudoku(rows, problem.regions, extra_units=[unit])
        return
    limited = IrregularSudoku(rows, problem.regions, extra_units=[unit])
    expected = [
        square
        for square in all_solutions(cells, labels, size)
        if len({square[(row - 1) * size + column - 1] for row, column in unit}) == size
    ]
    assert len(expected) == limited.count_solutions(limit=1000)
    assert problem.extra_units == ()
    assert limited.extra_units == (tuple(unit),)


def test_a_sudoku_with_diagonals_is_described_by_its_repr_and_drawn_with_them():
    problem = IrregularSudoku.classic("1000/0000/0000/0000", extra_units=diagonals(4))
    again = eval(repr(problem))
    assert (problem.initial_state, problem.extra_units) == (again.initial_state, again.extra_units)
    plain = IrregularSudoku.classic("1000/0000/0000/0000")
    shapes = problem.draw_state(problem.initial_state).shapes
    assert 6 == len(shapes) - len(plain.draw_state(plain.initial_state).shapes)
    assert 0 < problem.count_solutions(100) < plain.count_solutions(100)
