import math
import pickle
from fractions import Fraction
from random import Random

import pytest
from helpers.naming import name
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, IDAStar, SearchProblem, with_heuristic
from astarlib.heuristics import MaxOf, Memoized, Scaled, SumOf, Zero
from astarlib.problem import bind_heuristic
from astarlib.problems.npuzzle import Hamming, LinearConflict, Manhattan, NPuzzle
from astarlib.resolving.resolved_problem import change_of, resolve_problem

pytestmark = pytest.mark.quick

PUZZLE = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
NUMBERS = st.integers(0, 50)
EXACT_WEIGHTS = [0, 1, 2, 0.5, 1.5, 3.25, Fraction(1, 3)]


def seven(state):
    return 7


VALUES = [
    Zero(),
    MaxOf(Manhattan(), Hamming()),
    MaxOf(Hamming(), Manhattan()),
    SumOf(Manhattan(), Hamming()),
    SumOf(Manhattan()),
    Scaled(Manhattan(), weight=2),
    Scaled(Manhattan(), weight=3),
    Scaled(Hamming(), weight=2),
    Memoized(Manhattan()),
    Memoized(Manhattan(), size=9),
    MaxOf(Scaled(SumOf(seven, Manhattan()), weight=0.5), Memoized(LinearConflict(), size=10)),
]


def dead_at_zero(state):
    return math.inf if state == 0 else 1


def walk(puzzle, steps, seed):
    """(state, action, next_state) along a random walk."""
    random, state = Random(seed), puzzle.initial_state
    for _ in range(steps):
        action, next_state, _ = random.choice(puzzle.successors(state))
        yield state, action, next_state
        state = next_state


# --- what they say ----------------------------------------------------------------------------------------------------


@given(st.lists(NUMBERS, min_size=1, max_size=5), NUMBERS)
def test_a_maximum_says_what_its_largest_part_says(numbers, state):
    parts = [lambda state, number=number: number * state for number in numbers]
    assert max(numbers) * state == MaxOf(*parts).bind(None)(state)


@given(st.lists(NUMBERS, min_size=1, max_size=5), NUMBERS)
def test_a_sum_adds_what_its_parts_say(numbers, state):
    parts = [lambda state, number=number: number * state for number in numbers]
    assert sum(numbers) * state == SumOf(*parts).bind(None)(state)


@given(st.floats(0, 100), NUMBERS)
def test_a_scaled_heuristic_says_weight_times_what_its_part_says(weight, state):
    assert weight * state == Scaled(abs, weight=weight).bind(None)(state)


def test_zero_says_zero():
    assert 0 == Zero().bind(None)("anything")


@pytest.mark.parametrize(
    "heuristic",
    [
        MaxOf(seven, dead_at_zero),
        SumOf(dead_at_zero, seven),
        Scaled(dead_at_zero, weight=0),
        Scaled(dead_at_zero, weight=0.5),
        Memoized(dead_at_zero),
    ],
    ids=name,
)
def test_a_dead_end_stays_one(heuristic):
    assert math.inf == heuristic.bind(PUZZLE)(0)


@pytest.mark.parametrize(
    "heuristic", [Zero(), MaxOf(Manhattan(), Hamming()), SumOf(Manhattan()), Memoized(Manhattan())]
)
def test_whole_estimates_stay_ints(heuristic):
    assert int is type(heuristic.bind(PUZZLE)(PUZZLE.initial_state))


def test_parts_are_bound_to_the_problem():
    other = NPuzzle("8 6 7 / 2 5 4 / 3 0 1", goal="0 1 2 / 3 4 5 / 6 7 8")
    expected = 3 * Manhattan().bind(other)(other.initial_state) + 7
    assert expected == SumOf(Scaled(MaxOf(Manhattan(), Hamming()), weight=3), seven).bind(other)(other.initial_state)


def test_zero_makes_dijkstra_of_astar():
    problem = NPuzzle.scrambled((3, 3), 12, seed=4, heuristic=Zero())
    assert Dijkstra().search(problem).cost == AStar().search(problem).cost
    assert 0 == AStar().start(problem).nearest.h


# --- changes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "heuristic",
    [
        Zero(),
        SumOf(Manhattan(), LinearConflict()),
        SumOf(Zero(), Manhattan(), Scaled(LinearConflict(), weight=2)),
        *(Scaled(Manhattan(), weight=weight) for weight in EXACT_WEIGHTS),
        Scaled(SumOf(Scaled(Manhattan(), weight=0.5), LinearConflict()), weight=1.25),
        Memoized(Scaled(Manhattan(), weight=3)),
    ],
    ids=name,
)
@pytest.mark.parametrize("shape", [(3, 3), (3, 5)])
def test_changes_add_up_to_what_is_said_from_scratch(heuristic, shape):
    puzzle = NPuzzle.random(shape, seed=2)
    estimate = heuristic.bind(puzzle)
    h = estimate(puzzle.initial_state)
    for state, action, next_state in walk(puzzle, 300, seed=3):
        h += change_of(estimate)(state, action, next_state)
        assert estimate(next_state) == h


@pytest.mark.parametrize(
    "heuristic",
    [
        MaxOf(Manhattan(), LinearConflict()),
        MaxOf(Manhattan()),
        SumOf(Manhattan(), seven),
        SumOf(MaxOf(Manhattan()), Manhattan()),
        Scaled(seven, weight=2),
        Scaled(MaxOf(Manhattan()), weight=2),
        Memoized(seven),
    ],
    ids=name,
)
def test_a_maximum_and_what_has_a_part_without_change_have_none(heuristic):
    assert change_of(heuristic.bind(PUZZLE)) is None


@pytest.mark.parametrize("weight", [0.1, 0.3, 0.7, 1.2])
def test_a_weight_whose_products_do_not_add_up_exactly_is_not_incremental(weight):
    assert change_of(Scaled(Manhattan(), weight=weight).bind(PUZZLE)) is None


@pytest.mark.parametrize("weight", [0.3, 0.5, 0.7, 1])
def test_ida_star_solves_with_scaled_shares_of_any_weight(weight):
    puzzle = NPuzzle.scrambled((3, 3), 16, seed=8)
    scaled = with_heuristic(puzzle, Scaled(Manhattan(), weight=weight))
    assert AStar().search(puzzle).cost == IDAStar().search(scaled).cost


class Steps(SearchProblem):
    """From 0 up to 9 by steps of 1 and 2; 5 is a dead end."""

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == 9


class RestOrDead:
    """9 - state, incrementally; inf at 5 and above 9."""

    def bind(self, problem):
        return self

    def __call__(self, state):
        return math.inf if state == 5 or state > 9 else 9 - state

    def change(self, state, action, next_state):
        return math.inf if next_state == 5 or next_state > 9 else state - next_state


@pytest.mark.parametrize("weight", [0, 0.5, 1])
def test_the_change_into_a_dead_end_is_infinite(weight):
    estimate = Scaled(SumOf(RestOrDead(), Zero()), weight=weight).bind(Steps(0))
    assert math.inf == change_of(estimate)(4, 1, 5)


def test_an_engine_that_asks_for_changes_finds_what_it_finds_without():
    incremental = with_heuristic(Steps(0), Scaled(SumOf(RestOrDead(), Zero()), weight=0.5))
    anew = with_heuristic(Steps(0), MaxOf(Scaled(RestOrDead(), weight=0.5)))
    assert resolve_problem(incremental).heuristic_change is not None
    assert resolve_problem(anew).heuristic_change is None
    assert IDAStar().search(anew).path == IDAStar().search(incremental).path


# --- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", range(len(VALUES)))
def test_a_value_equals_just_what_was_made_alike(index):
    value = pickle.loads(pickle.dumps(VALUES[index]))
    assert [index] == [place for place, other in enumerate(VALUES) if other == value]


@pytest.mark.parametrize("value", VALUES, ids=name)
def test_equal_values_have_equal_hashes(value):
    assert hash(value) == hash(pickle.loads(pickle.dumps(value)))


@pytest.mark.parametrize("value", VALUES[:-1], ids=name)
def test_the_repr_of_a_value_makes_it_again(value):
    assert value == eval(repr(value))


@pytest.mark.parametrize(("value", "field"), [(MaxOf(seven), "parts"), (Scaled(seven, weight=1), "weight")], ids=name)
def test_a_value_cannot_be_changed(value, field):
    with pytest.raises(AttributeError):
        setattr(value, field, (abs,))


@pytest.mark.parametrize("value", VALUES, ids=name)
def test_a_bound_heuristic_can_be_pickled(value):
    estimate = value.bind(PUZZLE)
    copied = pickle.loads(pickle.dumps(estimate))
    assert estimate(PUZZLE.initial_state) == copied(PUZZLE.initial_state)
    assert (change_of(estimate) is None) == (change_of(copied) is None)


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [None, 7, "manhattan"], ids=name)
@pytest.mark.parametrize(
    "make", [lambda part: MaxOf(abs, part), SumOf, lambda part: Scaled(part, weight=1), Memoized], ids=range(4)
)
def test_a_part_that_is_not_a_heuristic_is_refused_by_name(make, part):
    with pytest.raises(TypeError, match=rf"(MaxOf|SumOf|Scaled|Memoized) takes heuristic values .* not {part!r}"):
        make(part)


@pytest.mark.parametrize("make", [MaxOf, SumOf, lambda part: Scaled(part, weight=1), Memoized], ids=range(4))
def test_a_class_of_heuristics_is_refused_with_what_to_write(make):
    with pytest.raises(TypeError, match=r"write Manhattan\(\.\.\.\), not Manhattan"):
        make(Manhattan)


def test_a_problem_refuses_a_class_of_heuristics_with_what_to_write():
    with pytest.raises(TypeError, match=r"write Manhattan\(\.\.\.\)"):
        bind_heuristic(Manhattan, PUZZLE)


@pytest.mark.parametrize("value", [MaxOf(Manhattan()), SumOf(Manhattan()), Scaled(Manhattan(), weight=1)], ids=name)
def test_a_part_that_cannot_serve_the_problem_says_so(value):
    with pytest.raises(TypeError, match="Manhattan"):
        value.bind(Steps(0))
