import pickle

from astarlib import FunctionProblem
from astarlib.heuristics import Memoized
from astarlib.problems.npuzzle import NPuzzle

PUZZLE = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")


def seven(state):
    return 7


class Asked:
    """A heuristic that keeps what it was asked for."""

    def __init__(self):
        self.states = []

    def __call__(self, state):
        self.states.append(state)
        return 3


def test_a_remembered_state_is_not_evaluated_again():
    asked = Asked()
    h = Memoized(asked, size=2).bind(PUZZLE)
    assert [3, 3, 3, 3] == [h(state) for state in "abab"]
    assert ["a", "b"] == asked.states


def test_no_more_states_are_remembered_than_asked_for():
    asked = Asked()
    h = Memoized(asked, size=2).bind(PUZZLE)
    for state in "abcdefgh":
        h(state)
        assert len(h.values) <= 2
    assert list("abcdefgh") == asked.states


def test_each_bound_heuristic_has_a_memory_of_its_own():
    asked = Asked()
    value = Memoized(asked, size=2)
    value.bind(PUZZLE)("a")
    value.bind(PUZZLE)("a")
    assert ["a", "a"] == asked.states


def test_states_that_are_not_hashable_are_remembered_by_their_keys():
    asked = Asked()
    problem = FunctionProblem([0], successors=lambda _: [], is_goal=bool, state_key=tuple)
    h = Memoized(asked).bind(problem)
    assert [3, 3] == [h([1]), h([1])]
    assert [[1]] == asked.states


def test_keys_are_asked_for_after_pickling_too():
    problem = FunctionProblem([0], successors=lambda _: [], is_goal=bool, state_key=tuple)
    assert 7 == pickle.loads(pickle.dumps(Memoized(seven).bind(problem)))([1])


def test_a_memory_is_left_out_of_a_pickle():
    h = Memoized(seven).bind(PUZZLE)
    empty = len(pickle.dumps(h))
    for number in range(1000):
        h((number, "state"))
    assert empty == len(pickle.dumps(h))
