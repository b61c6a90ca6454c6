import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import CycleCheck, IDAStar, with_heuristic
from astarlib.problems.npuzzle import Euclidean, Hamming, LinearConflict, Manhattan, NPuzzle
from astarlib.resolving.resolved_problem import resolve_problem

INCREMENTAL = [Manhattan(), Euclidean(), LinearConflict()]
KORF_79 = NPuzzle((0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15), range(16))

shapes = st.tuples(st.integers(2, 5), st.integers(2, 5))
puzzles = shapes.flatmap(
    lambda shape: st.builds(
        lambda tiles, goal: NPuzzle(tiles, goal, shape=shape),
        st.permutations(range(shape[0] * shape[1])),
        st.permutations(range(shape[0] * shape[1])),
    )
)


@pytest.mark.parametrize("heuristic", INCREMENTAL, ids=repr)
@given(puzzle=puzzles)
def test_the_change_of_a_move_is_the_difference_of_the_estimates(heuristic, puzzle):
    bound, here = heuristic.bind(puzzle), puzzle.initial_state
    for action, there, _ in puzzle.successors(here):
        assert bound(there) - bound(here) == bound.change(here, action, there)


@pytest.mark.parametrize("heuristic", INCREMENTAL, ids=repr)
def test_the_change_survives_pickling(heuristic):
    puzzle = NPuzzle.random((3, 4), seed=1)
    bound, here = heuristic.bind(puzzle), puzzle.initial_state
    twin = pickle.loads(pickle.dumps(bound))
    for action, there, _ in puzzle.successors(here):
        assert bound.change(here, action, there) == twin.change(here, action, there)


@pytest.mark.parametrize("heuristic", INCREMENTAL, ids=repr)
def test_a_puzzle_returns_the_change_of_its_heuristic(heuristic):
    puzzle = NPuzzle(KORF_79.initial_state, KORF_79.goal, heuristic=heuristic)
    here, change = puzzle.initial_state, resolve_problem(puzzle).heuristic_change
    expected = [puzzle.heuristic(there) - puzzle.heuristic(here) for _, there, _ in puzzle.successors(here)]
    assert expected == [change(here, action, there) for action, there, _ in puzzle.successors(here)]


def test_a_heuristic_without_a_change_leaves_the_puzzle_without_the_power():
    puzzle = NPuzzle(KORF_79.initial_state, KORF_79.goal, heuristic=Hamming())
    assert puzzle.heuristic_change is None
    assert resolve_problem(puzzle).heuristic_change is None


def test_a_subclass_that_redefines_the_heuristic_overrules_the_change():
    class Blind(NPuzzle):
        def heuristic(self, state, /):
            return 0

    puzzle = Blind(KORF_79.initial_state, KORF_79.goal)
    assert puzzle.heuristic_change is not None
    assert resolve_problem(puzzle).heuristic_change is None


def test_another_heuristic_brings_its_own_change():
    puzzle = with_heuristic(KORF_79, LinearConflict())
    here = puzzle.initial_state
    change = resolve_problem(puzzle).heuristic_change
    estimate = LinearConflict().bind(KORF_79)
    expected = [estimate(there) - estimate(here) for _, there, _ in puzzle.successors(here)]
    assert expected == [change(here, action, there) for action, there, _ in puzzle.successors(here)]


@pytest.mark.parametrize("heuristic", INCREMENTAL, ids=repr)
def test_ida_star_expands_the_same_with_and_without_the_change(heuristic):
    puzzle = NPuzzle.scrambled((3, 3), 40, seed=1, goal="0 1 2 / 3 4 5 / 6 7 8", heuristic=heuristic)
    bound = heuristic.bind(puzzle)
    whole = with_heuristic(puzzle, bound.__call__)
    engine = IDAStar(cycle_check=CycleCheck.PARENT)
    one, other = engine.search(puzzle), engine.search(whole)
    assert resolve_problem(whole).heuristic_change is None
    assert one.statistics.expanded == other.statistics.expanded
    assert one.actions == other.actions
