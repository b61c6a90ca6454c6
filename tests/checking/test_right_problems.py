"""Correct problems that a check might consider wrong."""

import math
import warnings
from decimal import Decimal
from enum import Enum
from fractions import Fraction

import pytest
from helpers.broken_problems import Fuel, Line, Valid, fails, variant
from helpers.sampling import in_turn

from astarlib import FunctionProblem, SearchProblem
from astarlib.checking import check_heuristic, check_problem

np = pytest.importorskip("numpy")


def chain(length, cost, h):
    """Numbers from 0 on, each a step of that cost from the last."""

    def successors(state):
        return [("on", state + 1, cost)] if state < length else []

    return FunctionProblem(0, successors=successors, is_goal=lambda state: state == length, heuristic=h)


class Generating(Line):
    def actions(self, state):
        yield from super().actions(state)


class Mirrored(SearchProblem):
    """Numbers from -5 to 5. A number and its opposite are one state, but their actions differ."""

    def state_key(self, state):
        return abs(state)

    def actions(self, state):
        return [step for step in (-1, 1) if abs(state + step) <= 5]

    def result(self, state, action):
        return state + action

    def heuristic(self, state):
        return 5 - abs(state)

    def is_goal(self, state):
        return abs(state) == 5


class Move:
    """An action that compares by identity."""

    def __init__(self, step):
        self.step = step


class Way(Enum):
    BACK = -1
    ON = 1


class Moving(Line):
    """Actions that are created again in each call. ``made_of`` makes them from steps."""

    made_of = Move

    def actions(self, state):
        return [self.made_of(step) for step in super().actions(state)]

    def result(self, state, action):
        return state + action.step


class Arrays(SearchProblem):
    """States that are arrays, and actions too."""

    def __init__(self):
        super().__init__(np.zeros(2, dtype=int))

    def state_key(self, state):
        return state.tobytes()

    def actions(self, state):
        return [step for step in (np.array([0, 1]), np.array([1, 0])) if (state + step).max() < 3]

    def result(self, state, action):
        return state + action

    def heuristic(self, state):
        return 4 - state.sum()

    def is_goal(self, state):
        return state.sum() == 4


class Nested(SearchProblem):
    """Tuples in tuples, deeper than Python goes in recursion."""

    def __init__(self):
        state = ()
        for number in range(2_000):
            state = (number, state)
        super().__init__(state)

    def actions(self, state):
        return ["pop"] if state[0] > 1_990 else []

    def result(self, state, action):
        return state[1]

    def is_goal(self, state):
        return state[0] == 1_990


class Absorbing(Line):
    """Nothing leads on from the goal, but ``predecessors`` does not know; behind it there are states of no interest."""

    def actions(self, state):
        return super().actions(state) if state != 5 else []

    def heuristic(self, state):
        return abs(5 - state)

    def is_goal(self, state):
        return state == 5

    def goal_states(self):
        return [5]

    def predecessors(self, state):
        return [(step, state - step, 1) for step in (-1, 1) if 0 <= state - step <= 9]


class Passing(Absorbing):
    """A problem with edges out of the goal that ``predecessors`` doesn't return."""

    def actions(self, state):
        return Line.actions(self, state)

    def predecessors(self, state):
        return [edge for edge in super().predecessors(state) if edge[1] != 5]


def summed(self, state):
    """The edges into a state at costs that differ by rounding from those of the edges out of it."""
    return [(step, state - step, 0.1 + 0.2) for step in (-1, 1) if 0 <= state - step <= 9]


class Rounded(Valid):
    def cost(self, state, action, next_state):
        return 0.3

    def successors(self, state):
        return [(step, state + step, 0.1 * 3) for step in self.actions(state)]

    predecessors = summed

    @staticmethod
    def estimate(state):
        return (9 - state) * 0.3

    def heuristic(self, state):
        return 2.7 - 0.3 * state if state < 9 else 0.0

    def heuristic_change(self, state, action, next_state):
        return -0.3 * action


RIGHT = {
    "floats": lambda: chain(30, 0.1, lambda state: 0.1 * (30 - state)),
    "short floats": lambda: chain(30, np.float32(0.1), lambda state: np.float32(0.1) * np.float32(30 - state)),
    "decimals": lambda: chain(3, Decimal(1) / 3, lambda state: Decimal(3 - state) / 3),
    "fractions": lambda: chain(3, Fraction(1, 3), lambda state: Fraction(3 - state, 3)),
    "ints of numpy": lambda: chain(9, np.int64(1), lambda state: np.int32(9 - state)),
    "truth values": lambda: chain(9, True, lambda state: np.bool_(state < 9)),
    "ints beyond floats": lambda: chain(9, 10**308, lambda state: 10**307 * (9 - state)),
    "no costs": lambda: chain(9, -0.0, lambda state: 0.0),
    "rounding": Rounded,
    "generators": Generating,
    "mirrored states": lambda: Mirrored(0),
    "states with a component more": Fuel,
    "actions by identity": Moving,
    "actions of functions": variant(
        Moving, made_of=staticmethod(lambda step: Line.result if step > 0 else Line.cost),
        result=lambda self, state, action: state + (1 if action is Line.result else -1),
    ),
    "actions that are members": variant(
        Moving, made_of=Way, result=lambda self, state, action: state + action.value
    ),
    "actions that hold NaN": variant(
        Moving, made_of=lambda _, step: (float("nan"), step), result=lambda self, state, action: state + action[1]
    ),
    "arrays": Arrays,
    "many actions": lambda: FunctionProblem(
        [0], successors=lambda state: [(n, [n], 1) for n in range(150)] if state == [0] else [],
        is_goal=lambda state: state == [9], state_key=tuple
    ),
    "states of many types": lambda: FunctionProblem(
        0, successors=lambda _: [(n, kind(n), 1) for n, kind in enumerate([bool, float, int])], is_goal=lambda n: n == 2
    ),
    "cycles that cost nothing": lambda: FunctionProblem(
        0, successors=lambda n: [("stay", n, 0), *(("on", (n + 1) % 5, cost) for cost in (0, 1))],
        is_goal=lambda n: n == 3,
    ),
    "no goals": variant(Line, is_goal=lambda *_: False, heuristic=lambda *_: math.inf),
    "nothing but goals": variant(Line, is_goal=lambda *_: True, heuristic=lambda *_: 0),
    "a goal from which nothing leads on": Absorbing,
    "a goal from which untold edges lead on": Passing,
    "a goal in which methods fail": variant(
        Line, result=lambda self, state, action: fails() if state == 9 else state + action
    ),
    "goals in which successors have no costs": variant(
        Line, cost=lambda self, state, action, next_state: fails() if state == 9 else 1
    ),
    "no state at all": lambda: FunctionProblem(
        None, successors=lambda state: [(None, 1, 1)] if state is None else [], is_goal=lambda state: state == 1
    ),
}  # fmt: skip


@pytest.mark.costly
@in_turn("name", RIGHT)
def test_no_right_problem_is_accused(name):
    problem = RIGHT[name]()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        contract, heuristic = check_problem(problem, seconds=60), check_heuristic(problem, seconds=60)
    assert contract.ok, str(contract)
    assert contract.proved
    assert (True, True, True) == (heuristic.ok, heuristic.admissible, heuristic.consistent), str(heuristic)
    assert heuristic.proved


@pytest.mark.costly
def test_states_that_are_nested_deeper_than_recursion_goes_crash_nothing():
    report = check_problem(Nested(), seconds=60)
    assert {"pickle"} >= {fault.promise for fault in report.faults}  # It depends on the version of Python.
    assert report.proved
    assert check_heuristic(Nested(), seconds=60).proved


@pytest.mark.costly
def test_more_actions_than_anyone_expects_are_not_a_fault():
    wide = variant(Line, actions=lambda _, state: range(1, 11_000) if state == 0 else [], heuristic=lambda *_: 0)
    report = check_problem(wide(), states=20, samples=10, seconds=60)
    assert report.ok, str(report)
    assert report.edges >= 10_999
