import copy
import inspect
import itertools
import math
import pickle
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import ENGINES, AStar, Dijkstra, Status, with_heuristic
from astarlib.problems.sudoku import Insert, IrregularSudoku, example

CELLS = "0-0-0-0-1-0 / 0-3-0-0-2-0 / 0-2-0-0-0-0 / 0-0-0-0-5-0 / 0-0-0-1-0-0 / 0-6-5-2-0-0"
REGIONS = "1-1-1-1-1-2 / 3-3-4-1-2-2 / 3-4-4-4-2-2 / 3-3-4-4-2-6 / 3-5-6-6-6-6 / 5-5-5-5-5-6"
SOLVED = "3-5-2-4-1-6 / 5-3-4-6-2-1 / 6-2-1-5-4-3 / 4-1-6-3-5-2 / 2-4-3-1-6-5 / 1-6-5-2-3-4"

engines = pytest.mark.parametrize("engine", [engine() for engine in ENGINES.values()], ids=list(ENGINES))


def golden():
    return IrregularSudoku.from_text(CELLS, REGIONS)


def rows_of(text):
    return tuple(tuple(int(symbol) for symbol in row.split("-")) for row in text.split(" / "))


# --- an oracle that shares nothing with the code under test ---------------------------------------------------------


def latin_squares(size):
    """All of them, as flat tuples; 576 for 4 x 4."""
    squares = [()]
    for _ in range(size):
        squares = [
            (*square, *row)
            for square in squares
            for row in itertools.permutations(range(1, size + 1))
            if all(symbol not in square[column::size] for column, symbol in enumerate(row))
        ]
    return squares


LATIN = {size: latin_squares(size) for size in range(1, 5)}


def all_solutions(cells, labels, size):
    """Every Latin square that agrees with the clues and has no symbol twice in a region."""
    return {
        square
        for square in LATIN[size]
        if all(clue in (0, symbol) for clue, symbol in zip(cells, square, strict=True))
        and len(set(zip(labels, square, strict=True))) == size * size
    }


def cut(flat, size):
    return tuple(tuple(flat[start : start + size]) for start in range(0, len(flat), size))


def units(labels, size):
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    columns = [[row * size + column for row in range(size)] for column in range(size)]
    regions = [[cell for cell in range(size * size) if labels[cell] == label] for label in dict.fromkeys(labels)]
    return rows + columns + regions


def candidate_sets(symbols, labels, size):
    """For each empty cell, the symbols that none of its units holds."""
    everything = units(labels, size)
    return {
        cell: set(range(1, size + 1)) - {symbols[other] for unit in everything if cell in unit for other in unit}
        for cell in range(size * size)
        if symbols[cell] == 0
    }


def expected_inserts(symbols, labels, size):
    """(cell, symbols to write there), or None in a dead end, in the words of the class's docstring."""
    fits = candidate_sets(symbols, labels, size)
    if not fits or not all(fits.values()):
        return None
    if min(map(len, fits.values())) > 1:
        only = {}
        for unit, symbol in itertools.product(units(labels, size), range(1, size + 1)):
            places = [cell for cell in unit if symbol in fits.get(cell, ())]
            if not places and symbol not in [symbols[cell] for cell in unit]:
                return None
            if len(places) == 1:
                only.setdefault(places[0], set()).add(symbol)
        if any(len(several) > 1 for several in only.values()):
            return None
        fits.update(only)
    cell = min(fits, key=lambda cell: (len(fits[cell]), cell))
    return cell, sorted(fits[cell])


@st.composite
def sudokus(draw):
    """(cells, labels, size), both flat: clues of a random Latin square; half of the regions let it be a solution."""
    size = draw(st.integers(1, 4))
    square = draw(st.sampled_from(LATIN[size]))
    if draw(st.booleans()):
        labels = [0] * (size * size)
        for symbol in range(1, size + 1):
            places = [cell for cell in range(size * size) if square[cell] == symbol]
            for cell, label in zip(places, draw(st.permutations(range(size))), strict=True):
                labels[cell] = label
    else:
        labels = draw(st.permutations([cell % size for cell in range(size * size)]))
    shown = draw(st.lists(st.booleans(), min_size=size * size, max_size=size * size))
    cells = [symbol if show else 0 for symbol, show in zip(square, shown, strict=True)]
    return cells, labels, size


def clashes(cells, labels, size):
    return any(
        len(given) != len(set(given))
        for given in ([cells[cell] for cell in unit if cells[cell] > 0] for unit in units(labels, size))
    )


@st.composite
def sound_sudokus(draw):
    cells, labels, size = draw(sudokus().filter(lambda drawn: not clashes(*drawn)))
    return cells, labels, size, IrregularSudoku(cut(cells, size), cut(labels, size))


# --- what comes out ---------------------------------------------------------------------------------------------------


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
    ("size", "box"), [(6, (2, 3)), (6, (3, 2)), (10, (2, 5)), (12, (3, 4)), (16, None), (25, None)]
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


@given(sound_sudokus(), st.sampled_from(list(ENGINES.values())))
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


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_1_is_refused(limit):
    with pytest.raises(ValueError, match=rf"limit must be at least 1, not {limit}"):
        golden().count_solutions(limit)


# --- states and actions -----------------------------------------------------------------------------------------------


def play(problem, choose):
    """Along a random play: each state, and the symbols it should hold, kept apart from the state."""
    size = problem.size
    state = problem.initial_state
    symbols = [symbol for row in problem.grid(state) for symbol in row]
    while True:
        yield state, tuple(symbols)
        fits = candidate_sets(symbols, [label for row in problem.regions for label in row], size)
        inserts = [(cell, symbol) for cell in sorted(fits) for symbol in sorted(fits[cell])]
        if not inserts:
            return
        cell, symbol = choose(inserts)
        state = problem.result(state, Insert(cell // size + 1, cell % size + 1, symbol))
        symbols[cell] = symbol


def plays(test):
    """Run ``test(problem, state, symbols, labels)`` on all states of random plays into random empty cells."""

    @given(sound_sudokus() | st.just(("", "", 6, golden())), st.randoms(use_true_random=False))
    def on_random_plays(drawn, random):
        problem = drawn[3]
        labels = [label for row in problem.regions for label in row]
        for state, symbols in play(problem, random.choice):
            test(problem, state, symbols, labels)

    on_random_plays.__name__ = on_random_plays.__qualname__ = test.__name__
    return on_random_plays


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
    ("action", "message"),
    [
        (Insert(1, 5, 2), "row 1, column 5: 2 cannot be written; the cell holds 1"),
        (Insert(1, 1, 1), r"row 1, column 1: 1 cannot be written; its candidates are \[2, 3, 4, 5, 6\]"),
        (Insert(1, 1, 0), "row 1, column 1: 0 cannot be written"),
        (Insert(1, 1, 7), "row 1, column 1: 7 cannot be written"),
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


# --- as people see it, and as programs keep it ------------------------------------------------------------------------


@plays
def test_a_state_can_be_written_as_its_text_and_read_again(problem, state, symbols, labels):
    regions = "\n".join("-".join(map(str, row)) for row in problem.regions)
    assert state == IrregularSudoku.from_text(problem.state_text(state), regions).initial_state


def test_text_is_in_the_format_of_the_input():
    assert CELLS.replace(" / ", "\n") == golden().state_text(golden().initial_state)


def test_an_insert_is_shown_as_solvers_write_it():
    assert golden().action_text(Insert(2, 5, 3)) == "r2c5=3"


def test_repr_makes_the_same_problem():
    problem = golden()
    again = eval(repr(problem))
    assert (problem.initial_state, problem.regions) == (again.initial_state, again.regions)


def test_a_pickled_problem_is_searched_alike():
    again = pickle.loads(pickle.dumps(golden()))
    assert AStar().search(golden()).path == AStar().search(again).path


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


def test_the_hardest_example_takes_thousands_of_expansions_not_millions():
    result = AStar().search(example("G48_9x9").problem)
    assert 1_000 < result.statistics.expanded < 20_000
