"""The promises of a problem. Each is a small function that examines one state of the state space."""

from astarlib.checking.contract.backwards import (
    backward_heuristic_is_consistent,
    costs_are_multiples_of_the_unit,
    goals_are_goals,
    predecessors_invert_successors,
)
from astarlib.checking.contract.estimates import (
    batch_is_the_heuristic,
    bound_heuristic_is_the_heuristic,
    change_is_the_difference,
    estimates_to_near_states_are_low,
    heuristic_is_a_function,
    steps_to_go_is_a_function,
)
from astarlib.checking.contract.resources import resources_repeat
from astarlib.checking.contract.states import drawings_are_drawings, keys_last, states_can_be_pickled, texts_are_texts
from astarlib.checking.contract.steps import actions_repeat, goal_test_repeats, steps_repeat, successors_agree

EXAMINED = (
    keys_last,
    actions_repeat,
    steps_repeat,
    successors_agree,
    goal_test_repeats,
    heuristic_is_a_function,
    bound_heuristic_is_the_heuristic,
    change_is_the_difference,
    batch_is_the_heuristic,
    estimates_to_near_states_are_low,
    steps_to_go_is_a_function,
    predecessors_invert_successors,
    backward_heuristic_is_consistent,
    costs_are_multiples_of_the_unit,
    resources_repeat,
    states_can_be_pickled,
    texts_are_texts,
    drawings_are_drawings,
)
"""The functions that examine each expanded state."""

__all__ = ["EXAMINED", "goals_are_goals"]
