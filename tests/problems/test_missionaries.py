import itertools
import math

import pytest

from astarlib import AStar, BreadthFirst, Status
from astarlib.problems.missionaries import Crossing, LeftBank, MissionariesAndCannibals

SIZES = [(3, 3, 2), (4, 4, 3), (5, 5, 3), (4, 2, 2), (0, 3, 2), (3, 0, 1), (1, 1, 1), (1, 0, 1), (6, 6, 4), (2, 2, 3)]


def crossings(size, state):
    """Every safe crossing and where it leads, tried one by one."""
    missionaries, cannibals, boat = size
    way = -1 if state.boat else 1
    for some, others in itertools.product(range(boat + 1), repeat=2):
        left = LeftBank(state.missionaries + way * some, state.cannibals + way * others, not state.boat)
        right = (missionaries - left.missionaries, cannibals - left.cannibals)
        groups = [(some, others), left[:2], right]
        if (
            1 <= some + others <= boat
            and all(min(group) >= 0 for group in groups)
            and all(group[0] == 0 or group[0] >= group[1] for group in groups)
        ):
            yield Crossing(some, others), left


def remaining(size):
    """The fewest crossings from every state that can be reached, and its steps; crossings can be taken back."""
    start = LeftBank(*size[:2], boat=True)
    steps, frontier = {}, [start]
    for state in frontier:  # The list grows during the loop.
        if state not in steps:
            steps[state] = [after for _, after in crossings(size, state)]
            frontier.extend(steps[state])
    goal = LeftBank(0, 0, boat=False)
    found, frontier = ({goal: 0}, [goal]) if goal in steps else ({}, [])
    for state in frontier:
        for before in steps[state]:
            if before not in found:
                found[before] = found[state] + 1
                frontier.append(before)
    return steps, found


@pytest.mark.parametrize("size", SIZES)
def test_actions_are_the_safe_crossings(size):
    problem = MissionariesAndCannibals(size[0], size[1], boat=size[2])
    steps, _ = remaining(size)
    for state in steps:
        expected = list(crossings(size, state))
        assert expected == [(action, problem.result(state, action)) for action in problem.actions(state)]


@pytest.mark.parametrize("size", SIZES)
def test_the_fewest_crossings_are_found_or_it_is_proved_that_there_are_none(size):
    _, found = remaining(size)
    expected = found.get(LeftBank(*size[:2], boat=True), math.inf)
    for engine in (AStar(), BreadthFirst()):
        result = engine.search(MissionariesAndCannibals(size[0], size[1], boat=size[2]))
        assert expected == (math.inf if result.status is Status.UNSOLVABLE else result.cost)


@pytest.mark.parametrize(
    ("each", "boat", "fewest"), [(1, 2, 1), (2, 2, 5), (3, 2, 11), (4, 3, 9), (5, 3, 11), (6, 4, 9), (10, 4, 17)]
)
def test_as_many_of_each_take_as_many_crossings_as_known(each, boat, fewest):
    assert fewest == AStar().search(MissionariesAndCannibals(each, each, boat=boat)).cost


@pytest.mark.parametrize(("each", "boat"), [(4, 2), (6, 3), (7, 3)])
def test_too_many_of_each_cannot_cross(each, boat):
    assert Status.UNSOLVABLE is AStar().search(MissionariesAndCannibals(each, each, boat=boat)).status


def test_three_of_each_and_a_boat_for_two_are_the_default():
    problem = MissionariesAndCannibals()
    assert (LeftBank(3, 3, boat=True), 2) == (problem.initial_state, problem.boat)


def test_the_heuristic_is_exact_where_nobody_is_eaten():
    for count, boat in itertools.product(range(8), (2, 3, 4)):
        problem = MissionariesAndCannibals(count, 0, boat=boat)
        assert problem.heuristic(problem.initial_state) == BreadthFirst().search(problem).cost


@pytest.mark.parametrize("action", [Crossing(0, 0), Crossing(2, 1), Crossing(1, 0), Crossing(4, 0), None])
def test_a_crossing_that_is_not_safe_is_refused(action):
    with pytest.raises(ValueError, match="is impossible or unsafe in the state LeftBank"):
        MissionariesAndCannibals().result(LeftBank(3, 3, boat=True), action)


def test_states_and_crossings_have_texts():
    problem = MissionariesAndCannibals()
    assert "MMMCCC (boat) ~~~~~~" == problem.format_state(problem.initial_state)
    assert "MMC    ~~~~~~ (boat) MCC" == problem.format_state(LeftBank(2, 1, boat=False))
    assert "1 missionary and 1 cannibal cross" == problem.format_action(Crossing(1, 1))
    assert "2 cannibals cross" == problem.format_action(Crossing(0, 2))
    assert "1 missionary crosses" == problem.format_action(Crossing(1, 0))
    assert "MissionariesAndCannibals(3, 3, boat=2)" == repr(problem)
