import copy
import math

import pytest
from helpers.sudoku_oracle import candidate_sets, cut, expected_inserts, golden, plays

from astarlib.problems.sudoku import Insert, IrregularSudoku


@pytest.mark.costly
@plays
def test_a_state_has_the_parts_that_the_rules_define(problem, state, symbols, labels):
    size, fits = problem.size, candidate_sets(symbols, labels, problem.size)
    for cell, entry in enumerate(state):
        bits = [symbol - 1 for symbol in fits[cell]] if cell in fits else [size + symbols[cell] - 1]
        assert sum(1 << bit for bit in bits) == entry, "the bits of an empty cell are its candidates"
    assert (len(fits) if all(fits.values()) else math.inf) == problem.heuristic(state)
    assert (0 not in symbols) == problem.is_goal(state)
    cell, values = expected_inserts(symbols, labels, size) or (0, [])
    inserts = [Insert(cell // size + 1, cell % size + 1, value) for value in values]
    assert inserts == problem.actions(state), "actions fill the cell with the fewest candidates"
    results = [(action, problem.result(state, action)) for action in inserts]
    assert problem.successors(state) == [
        (action, next_state, problem.cost(state, action, next_state)) for action, next_state in results
    ]
    regions = "\n".join("-".join(map(str, row)) for row in problem.regions)
    for again in (
        IrregularSudoku(cut(symbols, size), problem.regions),
        IrregularSudoku.from_text(problem.format_state(state), regions),
    ):
        assert (again.initial_state, cut(symbols, size)) == (state, problem.grid(state))


def test_ties_are_broken_in_reading_order():
    problem = IrregularSudoku([[0, 0], [0, 0]], ["aa", "bb"])
    assert [Insert(1, 1, 1), Insert(1, 1, 2)] == problem.actions(problem.initial_state)


def test_a_cell_with_one_candidate_comes_before_earlier_ones_with_two():
    problem = IrregularSudoku.classic("..../..../...1/.23.")
    assert [Insert(4, 4, 4)] == problem.actions(problem.initial_state)


def test_a_symbol_that_fits_only_one_cell_of_a_column_is_written_there():
    problem = IrregularSudoku.classic("..../1.../..../..1.")
    assert [Insert(1, 4, 1)] == problem.actions(problem.initial_state)


@pytest.mark.parametrize(
    ("cells", "box"),
    [
        ("..../..../431./..2.", (2, 2)),
        ("...3/4.../..../.3..", (2, 2)),
        ("..../14../...1/...4", (2, 2)),
        ("...5../4...2./53..../....6./.....4/.....3", (2, 3)),
    ],
    ids=["a cell without candidate", "a symbol without cell", "two symbols for one cell", "the same, of two units"],
)
def test_a_dead_end_has_no_actions(cells, box):
    problem = IrregularSudoku.classic(cells, box=box)
    assert problem.actions(problem.initial_state) == []


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Insert(1, 5, 2), "row 1, column 5: 2 can't be written; the cell holds 1"),
        (Insert(1, 1, 1), r"row 1, column 1: 1 can't be written; its candidates are \[2, 3, 4, 5, 6\]"),
        (Insert(1, 1, 0), "row 1, column 1: 0 can't be written"),
        (Insert(1, 1, 7), "row 1, column 1: 7 can't be written"),
        (Insert(0, 1, 2), "there is no row 0, column 1 in a grid of 6 x 6"),
        (Insert(1, 7, 2), "there is no row 1, column 7 in a grid of 6 x 6"),
    ],
)
def test_inserts_that_break_a_rule_are_refused(action, message):
    problem = golden()
    with pytest.raises(ValueError, match=message):
        problem.result(problem.initial_state, action)


def test_result_leaves_its_state_alone():
    problem = golden()
    before = copy.copy(problem.initial_state)
    problem.result(problem.initial_state, Insert(1, 1, 3))
    assert before == problem.initial_state
