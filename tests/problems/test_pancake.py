import itertools
from collections import Counter
from functools import cache

import pytest
from helpers.data import depth_counts
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, IDAStar
from astarlib.problems.pancake import PancakeProblem

stacks = st.integers(1, 9).flatmap(lambda size: st.permutations(range(1, size + 1)).map(tuple))


@cache
def depths(size):
    """The exact distance of every stack from the sorted one, by flips alone."""
    goal = tuple(range(1, size + 1))
    found, frontier = {goal: 0}, [goal]
    for stack in frontier:  # The list grows during the loop.
        for count in range(2, size + 1):
            flipped = (*reversed(stack[:count]), *stack[count:])
            if flipped not in found:
                found[flipped] = found[stack] + 1
                frontier.append(flipped)
    return found


def gaps(stack):
    return sum(abs(one - other) > 1 for one, other in itertools.pairwise((*stack, len(stack) + 1)))


# --- flips ------------------------------------------------------------------------------------------------------------


@given(stacks)
def test_a_flip_turns_over_the_upper_pancakes_and_leaves_the_others(stack):
    problem = PancakeProblem(stack)
    for count in range(2, len(stack) + 1):
        flipped = problem.result(stack, count)
        assert list(reversed(stack[:count])) == list(flipped[:count])
        assert stack[count:] == flipped[count:]


@pytest.mark.parametrize("action", [0, 1, 4, -2, "2", None])
def test_an_illegal_flip_is_refused_with_what_is_legal(action):
    with pytest.raises(ValueError, match=rf"2 to 3 pancakes, not {action!r}"):
        PancakeProblem("3 1 2").result((3, 1, 2), action)


def test_only_the_sorted_stack_is_a_goal():
    problem = PancakeProblem("2 1 4 3")
    assert [(1, 2, 3, 4)] == [stack for stack in itertools.permutations(range(1, 5)) if problem.is_goal(stack)]
    assert [(1, 2, 3, 4)] == problem.goal_states()


# --- the whole space --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(2, 9))
def test_as_many_stacks_as_published_lie_at_each_depth(size):
    problem = PancakeProblem(range(1, size + 1))
    found, frontier = {problem.goal: 0}, [problem.goal]
    for stack in frontier:  # The list grows during the loop.
        for _, before, cost in problem.predecessors(stack):
            if before not in found:
                found[before] = found[stack] + cost
                frontier.append(before)
    assert depth_counts("pancake_depth_counts.csv", n=size) == Counter(found.values())


@pytest.mark.parametrize("engine", [AStar(), IDAStar()])
def test_informed_engines_find_the_exact_distance_of_every_stack_of_five(engine):
    assert depths(5) == {stack: engine.search(PancakeProblem(stack)).cost for stack in depths(5)}


# --- the gap heuristic ------------------------------------------------------------------------------------------------


@given(stacks)
def test_gaps_are_pairs_that_are_not_neighbors_and_the_plate_is_the_largest_pancake(stack):
    assert gaps(stack) == PancakeProblem(stack).heuristic(stack)


def test_the_gap_heuristic_spares_most_of_the_work():
    problem = PancakeProblem("4 6 2 5 1 3 7")
    assert AStar().search(problem).cost == Dijkstra().search(problem).cost == depths(7)[problem.initial_state]
    assert 20 * AStar().search(problem).statistics.expanded < Dijkstra().search(problem).statistics.expanded


# --- what is given and what is shown ----------------------------------------------------------------------------------


@given(stacks)
def test_a_stack_is_read_from_numbers_and_from_its_own_text(stack):
    problem = PancakeProblem(list(stack))
    assert stack == problem.initial_state
    assert stack == PancakeProblem(problem.format_state(stack)).initial_state
    assert stack == PancakeProblem(", ".join(map(str, stack))).initial_state


@pytest.mark.parametrize(
    ("stack", "named"),
    [
        ("", "empty"),
        ((), "empty"),
        ("1 2 2", "pancakes 2 and 3 both have size 2"),
        ((0, 1, 2), "pancake 1 has size 0; the sizes of 3 pancakes must be 1 to 3"),
        ((1, 2, 4), "pancake 3 has size 4"),
    ],
)
def test_what_is_not_a_stack_is_refused_with_the_place_and_the_size(stack, named):
    with pytest.raises(ValueError, match=named):
        PancakeProblem(stack)


def test_stacks_and_flips_are_shown_in_words():
    problem = PancakeProblem("3 1 2")
    assert problem.format_state((3, 1, 2)) == "3 1 2"
    assert problem.format_action(2) == "flip the upper 2"
    assert repr(problem) == "PancakeProblem((3, 1, 2))"
