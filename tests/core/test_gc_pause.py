"""The garbage collector is off during a search and is restored afterwards."""

import gc
import itertools
import weakref

import pytest

from astarlib import AStar, IDAStar, Limits
from astarlib.problem import FunctionProblem

ENGINES = [AStar(), IDAStar()]


def counting(length, visit=lambda state: None):
    """From 0 to ``length`` one by one, calling ``visit`` at each state."""

    def successors(state):
        visit(state)
        return [("on", state + 1, 1)]

    return FunctionProblem(0, successors=successors, is_goal=lambda state: state == length)


@pytest.fixture(autouse=True)
def collector():
    """Whatever a test does to the collector, it is on and has nothing frozen before and after."""
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
    yield
    was_on, frozen = gc.isenabled(), gc.get_freeze_count()
    gc.enable()
    gc.unfreeze()
    assert was_on, "the collector was left off"
    assert frozen == 0


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_the_collector_rests_while_a_search_runs(engine):
    seen = set()
    search = engine.start(counting(50, lambda state: seen.add(gc.isenabled())))
    for _ in range(3):
        search.run(Limits(expanded=20))
        assert gc.isenabled()
    assert {False} == seen


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, MemoryError])
def test_it_is_on_again_after_whatever_ends_a_run(error):
    def fail(state):
        if state == 20:
            raise error

    with pytest.raises(error):
        AStar().search(counting(50, fail))
    assert gc.isenabled()


def test_where_it_is_off_anyway_it_stays_so():
    gc.disable()
    try:
        AStar().search(counting(50))
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.slow
def test_where_something_is_frozen_all_stays_as_it_is():
    seen = set()
    gc.freeze()
    try:
        AStar().search(counting(50, lambda state: seen.add((gc.isenabled(), gc.get_freeze_count() > 0))))
    finally:
        gc.unfreeze()
    assert {(False, True)} == seen


def test_a_search_inside_a_search_leaves_the_rest_to_the_outer_one():
    seen = set()

    def search_again(state):
        AStar().search(counting(3))
        seen.add(gc.isenabled())

    AStar().search(counting(20, search_again))
    assert {False} == seen


class Knot:
    """A reference cycle, which only the garbage collector can free."""

    def __init__(self):
        self.itself = self


@pytest.mark.costly
def test_code_that_makes_cycles_does_not_fill_the_memory():
    living, most, numbers = weakref.WeakSet(), 0, itertools.count()

    def tangle(state):
        nonlocal most
        for _ in range(50):
            living.add(Knot())
        if next(numbers) % 100 == 0:
            most = max(most, len(living))

    result = AStar().search(counting(6_000, tangle))
    assert 6_000 == result.statistics.expanded  # and 300,000 knots made
    assert most < 150_000


@pytest.mark.costly
def test_a_single_cycle_for_each_state_does_not_pile_up_either():
    living, most = weakref.WeakSet(), 0

    def tangle(state):
        nonlocal most
        living.add(Knot())
        most = max(most, len(living))

    AStar().search(counting(300_000, tangle))
    assert most < 200_000


@pytest.mark.slow
def test_cycles_that_the_code_begins_to_make_late_do_not_pile_up_either():
    living, most = weakref.WeakSet(), 0

    def tangle(state):
        nonlocal most
        if state > 50_000:
            living.add(Knot())
            most = max(most, len(living))

    AStar().search(counting(300_000, tangle))
    assert most < 200_000


@pytest.mark.costly
def test_what_the_problem_freezes_in_the_middle_of_a_run_stays_frozen():
    def freeze(state):
        if state == 10:
            gc.freeze()

    AStar().search(counting(30_000, freeze))
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    assert frozen > 0


@pytest.mark.costly
def test_many_states_that_are_not_garbage_do_not_start_it():
    seen = set()
    AStar().search(counting(120_000, lambda state: seen.add(gc.isenabled())))
    assert {False} == seen
