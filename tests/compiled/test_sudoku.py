"""The compiled domain of sudokus makes the choices of `IrregularSudoku`."""

from dataclasses import replace
from random import Random

import pytest
from helpers.agreement import both
from helpers.sampling import costly_first

from astarlib.compiled import AStar, check_domain
from astarlib.errors import InvalidProblemError, MissingCapabilityError
from astarlib.problems.sudoku import Insert, IrregularSudoku, diagonals, example, examples

SEARCHED = [each.problem for each in examples()]
EMPTY_ROW = "." * 9
HARD = "8........ / ..36..... / .7..9.2.. / .5...7... / ....457.. / ...1...3. / ..1....68 / ..85...1. / .9....4.."
EXTRA = IrregularSudoku.classic(" / ".join([EMPTY_ROW] * 8 + ["123456789"]), extra_units=diagonals(9))
DEAD = IrregularSudoku.classic("12.. / ..3. / .... / ...4", extra_units=diagonals(4))


def with_random_clues(size, seed):
    """Return a sudoku with regions of any shape and random clues, which often contradict each other."""
    random = Random(seed)
    labels = random.sample([region for region in range(size) for _ in range(size)], size * size)
    regions = [labels[row * size : (row + 1) * size] for row in range(size)]
    sudoku = IrregularSudoku([[0] * size for _ in range(size)], regions)
    state = sudoku.initial_state
    for _ in range(random.randrange(size * size // 2 + 1)):
        free = [cell for cell, bits in enumerate(state) if 0 < bits < 1 << size]
        if len(free) == 0:
            break
        cell = random.choice(free)
        values = [value for value in range(1, size + 1) if state[cell] >> (value - 1) & 1]
        state = sudoku.result(state, Insert(cell // size + 1, cell % size + 1, random.choice(values)))
    return IrregularSudoku(sudoku.grid(state), regions)


@pytest.mark.parametrize(
    "sudoku", costly_first([*SEARCHED[::3], IrregularSudoku.classic(HARD), DEAD]), ids=lambda one: f"{one.size}"
)
def test_sudokus_give_the_same_search(sudoku):
    compiled, python = both(AStar(), sudoku)
    assert python == compiled


@pytest.mark.parametrize(
    "sudoku",
    costly_first([example("G26_7x7").problem, example("G50_9x9").problem, IrregularSudoku.classic(HARD), EXTRA, DEAD]),
    ids=lambda one: f"{one.size}",
)
def test_states_have_the_same_successors_actions_and_h(sudoku):
    assert check_domain(sudoku, states=300) > 0


@pytest.mark.parametrize("size", costly_first(range(1, 10)))
def test_sudokus_that_may_have_no_solution_have_the_same_successors_and_h(size):
    for seed in range(8):
        check_domain(with_random_clues(size, seed), states=40)


def test_a_state_is_decoded_whatever_was_decoded_before():
    sudoku = example("G01_4x4").problem
    domain = sudoku.compiled_domain()
    states = [sudoku.initial_state]
    for state in states[:1]:
        for _, near, _ in sudoku.successors(state):
            states += [near, *(far for _, far, _ in sudoku.successors(near))]
    for one in states:
        for other in states:
            assert [one, other] == [domain.decode(*domain.encode(state)) for state in (one, other)]


@pytest.mark.costly
def test_larger_grids_have_no_domain():
    with pytest.raises(MissingCapabilityError, match="up to 9 x 9 cells, not 10 x 10"):
        AStar().search(IrregularSudoku([[0] * 10] * 10, [[row] * 10 for row in range(10)]))


class MisnamedActions(IrregularSudoku):
    """A sudoku whose domain names wrong actions."""

    def compiled_domain(self):
        return replace(super().compiled_domain(), action_of=lambda state, next_state: Insert(1, 1, 1))


@pytest.mark.costly
def test_check_domain_compares_the_names_of_actions():
    with pytest.raises(InvalidProblemError, match=r"action_of, edge 0, is Insert.* compiled and Insert.* in Python"):
        check_domain(MisnamedActions.classic("12../..../..../...."))
