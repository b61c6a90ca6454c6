import copy
import math

import pytest
from helpers.sudoku_oracle import candidate_sets, cut, expected_inserts, golden, plays

from astarlib.problems.sudoku import Insert, IrregularSudoku


@plays
def test_a_state_is_the_same_whether_written_cell_by_cell_or_read_at_once(problem, state, symbols, labels):
    again = IrregularSudoku(cut(symbols, problem.size), problem.regions)
    assert (again.initial_state, cut(symbols, problem.size)) == (state, problem.grid(state))


@plays
def test_the_bits_of_empty_cells_are_their_candidates(problem, state, symbols, labels):
    fits = candidate_sets(symbols, labels, problem.size)
    for cell, entry in enumerate(state):
        if cell in fits:
            assert sum(1 << (symbol - 1) for symbol in fits[cell]) == entry
        else:
            assert 1 << (problem.size + symbols[cell] - 1) == entry


@plays
def test_h_is_the_number_of_empty_cells_or_inf_without_candidates(problem, state, symbols, labels):
    fits = candidate_sets(symbols, labels, problem.size)
    assert (len(fits) if all(fits.values()) else math.inf) == problem.heuristic(state)


@plays
def test_the_goal_is_a_full_grid(problem, state, symbols, labels):
    assert (0 not in symbols) == problem.is_goal(state)


@plays
def test_actions_fill_the_cell_with_the_fewest_candidates(problem, state, symbols, labels):
    size = problem.size
    expected = expected_inserts(symbols, labels, size)
    cell, values = expected or (0, [])
    assert [Insert(cell // size + 1, cell % size + 1, value) for value in values] == problem.actions(state)


@plays
def test_successors_are_actions_results_and_costs(problem, state, symbols, labels):
    results = [(action, problem.result(state, action)) for action in problem.actions(state)]
    edges = [(action, next_state, problem.cost(state, action, next_state)) for action, next_state in results]
    assert edges == problem.successors(state)


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


@plays
def test_a_state_can_be_written_as_its_text_and_read_again(problem, state, symbols, labels):
    regions = "\n".join("-".join(map(str, row)) for row in problem.regions)
    assert state == IrregularSudoku.from_text(problem.format_state(state), regions).initial_state
