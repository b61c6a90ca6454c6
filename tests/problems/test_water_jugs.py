import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, BreadthFirst, Status
from astarlib.problems.water_jugs import Pour, WaterJugs

sizes = st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)
jugs_with_contents = sizes.flatmap(
    lambda capacities: st.tuples(st.just(capacities), st.tuples(*[st.integers(0, size) for size in capacities]))
)


def after(capacities, state, action):
    """Return the volumes after pouring drop by drop."""
    contents = list(state)
    while (action.source is None or contents[action.source] > 0) and (
        action.target is None or contents[action.target] < capacities[action.target]
    ):
        if action.source is not None:
            contents[action.source] -= 1
        if action.target is not None:
            contents[action.target] += 1
    return tuple(contents)


def pours(count):
    places = [None, *range(count)]
    return [Pour(*pair) for pair in itertools.permutations(places, 2)]


def distances(capacities):
    """The fewest actions from empty jugs to every state that can be reached."""
    start = (0,) * len(capacities)
    found, frontier = {start: 0}, [start]
    for state in frontier:  # The list grows during the loop.
        for action in pours(len(capacities)):
            reached = after(capacities, state, action)
            if reached not in found:
                found[reached] = found[state] + 1
                frontier.append(reached)
    return found


@given(jugs_with_contents)
def test_actions_are_all_that_change_something_and_pour_to_the_last_drop(jugs):
    capacities, state = jugs
    problem = WaterJugs(capacities, 1)
    expected = {action: after(capacities, state, action) for action in pours(len(capacities))}
    effective = {action: reached for action, reached in expected.items() if reached != state}
    actions = list(problem.actions(state))
    assert len(effective) == len(actions)
    assert effective == {action: problem.result(state, action) for action in actions}


def test_jugs_are_filled_first_then_emptied_then_poured_from():
    assert [Pour(None, 1), Pour(0, None), Pour(1, None), Pour(0, 1)] == list(WaterJugs((3, 5), 4).actions((3, 4)))


@pytest.mark.parametrize("action", [Pour(None, 0), Pour(0, 1), Pour(2, 0), Pour(None, None), "fill"])
def test_an_action_that_changes_nothing_is_refused(action):
    with pytest.raises(ValueError, match=r"changes nothing or names an unknown jug, when the jugs hold \(3, 5\)"):
        WaterJugs((3, 5), 4).result((3, 5), action)


@given(sizes, st.integers(0, 7))
def test_the_fewest_actions_are_found_or_it_is_proved_that_there_are_none(capacities, target):
    costs = [cost for state, cost in distances(capacities).items() if target in state]
    for engine in (AStar(), BreadthFirst()):
        result = engine.search(WaterJugs(capacities, target))
        assert min(costs, default=math.inf) == (math.inf if result.status is Status.UNSOLVABLE else result.cost)


@given(sizes, st.integers(1, 7))
def test_a_volume_can_be_measured_just_when_it_fits_and_the_greatest_common_divisor_divides_it(capacities, target):
    expected = target <= max(capacities) and target % math.gcd(*capacities) == 0
    assert expected == (AStar().search(WaterJugs(capacities, target)).status is Status.SOLVED)


@pytest.mark.parametrize(
    ("capacities", "target", "fewest"), [((3, 5), 4, 6), ((9, 4), 6, 8), ((7, 11), 6, 10), ((5,), 0, 0)]
)
def test_known_puzzles_take_as_many_actions_as_known(capacities, target, fewest):
    assert fewest == AStar().search(WaterJugs(capacities, target)).cost


def test_jugs_may_hold_something_at_the_start():
    result = AStar().search(WaterJugs((8, 5), 3, start=[8, 0]))
    assert ((8, 0), (3, 5), 1) == (*result.states, result.cost)


@given(sizes, st.integers(0, 7))
def test_the_heuristic_is_0_at_goals_and_1_elsewhere(capacities, target):
    problem = WaterJugs(capacities, target)
    for state in distances(capacities):
        assert (0 if problem.is_goal(state) else 1) == problem.heuristic(state)
        assert (target in state) == problem.is_goal(state)


def test_states_and_actions_have_texts():
    problem = WaterJugs((3, 5), 4)
    assert "jug 1: 0 of 3, jug 2: 5 of 5" == problem.format_state((0, 5))
    words = [problem.format_action(action) for action in (Pour(None, 1), Pour(0, None), Pour(1, 0))]
    assert ["fill jug 2", "empty jug 1", "pour jug 2 into jug 1"] == words
    assert "WaterJugs((3, 5), 4)" == repr(problem)
    assert "WaterJugs((3, 5), 4, start=(3, 0))" == repr(WaterJugs((3, 5), 4, start=(3, 0)))


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        (((3, 5), 1, (0,)), ValueError, "start has 1 volumes for 2 jugs"),
        (((3, 5), 1, (-1, 6)), ValueError, "the volume in jug 1 at the start must be at least 0, not -1"),
        (((3, 5), 1.5), TypeError, "the target must be a whole number, at least 0, not 1.5"),
    ],
)
def test_wrong_jugs_are_refused_with_the_jug(arguments, error, named):
    capacities, target, *start = arguments
    with pytest.raises(error, match=named):
        WaterJugs(capacities, target, start=start[0] if len(start) > 0 else None)
