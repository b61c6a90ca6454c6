import itertools
import json
import math
import re
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from helpers.broken_problems import (
    BareEdges,
    BareWaysBack,
    Endless,
    Fickle,
    Forgetful,
    Forgotten,
    Fuel,
    Hashed,
    HashedAnew,
    Incomparable,
    KeyedByCopy,
    Lambdas,
    Line,
    Lists,
    LockedStates,
    MutatingHeuristic,
    MutatingLocked,
    MutatingResult,
    NodesOfOneGraph,
    NotANumber,
    Numbers,
    Odometer,
    OneBuffer,
    RandomKeys,
    Tanks,
    Unhashable,
    UnhashableLater,
    UnheardOf,
    Unmapped,
    Valid,
    Wandering,
    WithoutEquality,
    at_five,
    failing,
    variant,
)
from helpers.numbers_without import numbers_without
from helpers.sampling import in_turn

from astarlib import AStar, FunctionProblem, SearchProblem, Status, with_heuristic
from astarlib.checking import assert_problem_ok, check_heuristic, check_problem
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.grid import Grid, GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import LinearConflict, NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.problems.water_jugs import WaterJugs

POWERS = (
    "successors",
    "heuristic_change",
    "heuristic_batch",
    "goal_states",
    "predecessors",
    "heuristic_function",
    "resources",
    "steps_to_go",
)
BIDIRECTIONAL = ("backward_heuristic", "cost_unit")

BROKEN = {
    "actions that differ": (Forgetful, "actions", "when called again"),
    "actions without an end": (Endless, "actions", "more than 100,000"),
    "a result that wanders": (Wandering, "result", "isn't equal to it"),
    "a result that changes its argument": (MutatingResult, "result", r"from \[0\] to \[0, 1\]"),
    "a result that changes what cannot be copied": (MutatingLocked, "result", "modified its argument"),
    "a result that reuses one list": (OneBuffer, "result", "later calls changed"),
    "results that compare by identity": (WithoutEquality, "result", "__eq__ and __hash__"),
    "a cost that grows": (Odometer, "cost", "returned 2, and 3 when called again"),
    "a negative cost": (variant(Line, cost=at_five(Line.cost, lambda *_: -1)), "cost", "returned -1; expected .* >= 0"),
    "an infinite cost": (variant(Line, cost=at_five(Line.cost, lambda *_: math.inf)), "cost", "returned inf"),
    "a cost that is no number": (variant(Line, cost=at_five(Line.cost, lambda *_: math.nan)), "cost", "returned nan"),
    "a cost that is a word": (variant(Line, cost=at_five(Line.cost, lambda *_: "1")), "cost", "returned '1'"),
    "a goal that changes": (Fickle, "is_goal", "when called again"),
    "a heuristic that changes": (Fickle, "heuristic", "when called again"),
    "a heuristic that changes its argument": (MutatingHeuristic, "heuristic", "modified its argument"),
    "a heuristic that is no number": (NotANumber, "heuristic", "returned nan"),
    "a negative heuristic": (variant(Line, heuristic=lambda _, state: 4 - state), "heuristic", "returned -1; .* >= 0"),
    "a heuristic above 0 in a goal": (variant(Line, heuristic=lambda *_: 1), "heuristic", "returned 1 in a goal"),
    "a heuristic beyond all floats": (variant(Line, heuristic=lambda *_: 10**400), "heuristic", "expected a number"),
    "states that cannot be hashed": (Unhashable, "hash", r"the state \[0\] isn't hashable"),
    "later states that cannot be hashed": (UnhashableLater, "hash", r"the state \[5\] isn't hashable"),
    "keys that cannot be hashed": (variant(Lists, state_key=lambda _, state: state), "state_key", "isn't hashable"),
    "equal states with unequal hashes": (lambda: Numbers(Hashed), "hash", "equal states in two calls"),
    "a hash that changes": (lambda: Numbers(HashedAnew), "hash", "values that never change"),
    "states that cannot be compared": (lambda: Numbers(Incomparable), "__eq__", "not to be compared"),
    "a key that changes": (RandomKeys, "state_key", "when called again"),
    "equal states with unequal keys": (KeyedByCopy, "state_key", "Give equal states equal keys"),
    "states that cannot be pickled": (LockedStates, "pickle", "a search can't be saved"),
    "states that differ from their pickles": (NodesOfOneGraph, "pickle", "a saved search can't be resumed"),
    "actions that cannot be pickled": (Lambdas, "pickle", "the action .* can't be pickled"),
    "no initial state": (Forgotten, "contract", "has no initial_state"),
    "an initial state that cannot be had": (UnheardOf, "initial_state", "no such board"),
    "edges with other costs": (
        variant(Valid, successors=lambda self, state: [(step, state + step, 2) for step in self.actions(state)]),
        "successors", "leads to 1 at cost 2, but result and cost return 1 and 1",
    ),
    "edges with other ends": (
        variant(Valid, successors=lambda self, state: [(step, 5, 1) for step in self.actions(state)]),
        "successors", "leads to 5",
    ),
    "edges in another order": (
        variant(Valid, successors=lambda self, state: Valid.successors(self, state)[::-1]), "successors", "same order"
    ),
    "edges that are missing": (
        variant(Valid, successors=lambda self, state: Valid.successors(self, state)[1:]), "successors", "the actions"
    ),
    "edges without costs": (BareEdges, "successors", r"expected \(action, next_state, cost\)"),
    "an estimate to a goal that is no number": (
        variant(Valid, heuristic_to=lambda *_: None), "heuristic_to", r"heuristic_to\(0, 0\) returned None; expected a"
    ),
    "an estimate to a goal that is too high": (
        variant(Valid, heuristic_to=lambda self, state, goal: 2 * abs(goal - state)),
        "heuristic_to", r"heuristic_to\(0, 1\) returned 2, but the second state can be reached at cost 1",
    ),
    "an estimate from a state to itself": (variant(Valid, heuristic_to=lambda *_: 1), "heuristic_to", "at cost 0"),
    "a change that is none": (variant(Valid, heuristic_change=lambda *_: 1), "heuristic_change", "changes from 9 to 8"),
    "a change that is no number": (
        variant(Valid, heuristic_change=lambda *_: math.nan), "heuristic_change", "returned nan"
    ),
    "a batch of other values": (
        variant(Valid, heuristic_batch=lambda self, states: [1] * len(states)), "heuristic_batch", "gave 0 the value 1"
    ),
    "a batch with a value for each second state": (
        variant(Valid, heuristic_batch=lambda self, states: [self.heuristic(state) for state in states[::2]]),
        "heuristic_batch", "values for 2 states",
    ),
    "a bound heuristic that is another": (
        variant(Valid, heuristic_function=staticmethod(lambda state: 0)),
        "heuristic_function", "returned 9, but heuristic_function, .* gives 0",
    ),
    "ways back that are missing": (variant(Valid, predecessors=lambda *_: []), "predecessors", "doesn't yield that"),
    "ways back that do not exist": (
        variant(Valid, predecessors=lambda self, state: [*Valid.predecessors(self, state), ("jump", state, 1)]),
        "predecessors", "no such edge leaves",
    ),
    "ways back at other costs": (
        variant(Valid, predecessors=lambda self, state: [(*edge[:2], 2) for edge in Valid.predecessors(self, state)]),
        "predecessors", "no such edge leaves",
    ),
    "ways back at a negative cost": (
        variant(Valid, predecessors=lambda self, state: [(*edge[:2], -1) for edge in Valid.predecessors(self, state)]),
        "predecessors", "at cost -1, but no such edge leaves",
    ),
    "an infinite cost beside a unit": (
        variant(Line, cost=at_five(Line.cost, lambda *_: math.inf), cost_unit=1), "cost", "returned inf",
    ),
    "ways back without costs": (BareWaysBack, "predecessors", r"expected \(action, previous_state, cost\)"),
    "goal states that are none": (variant(Valid, goal_states=lambda _: [9, 3]), "goal_states", "yields 3"),
    "goal states that are missing": (variant(Valid, goal_states=lambda _: []), "goal_states", "9 is a goal"),
    "a backward heuristic that is no number": (
        variant(Valid, backward_heuristic=lambda _, state: None if state == 5 else 0),
        "backward_heuristic", r"backward_heuristic\(5\) returned None; expected a number >= 0 \(inf if no path",
    ),
    "a backward heuristic that changes": (
        variant(Valid, backward_heuristic=lambda *_: Random().random()),
        "backward_heuristic", "when called again",
    ),
    "a backward heuristic above 0 in the initial state": (
        variant(Valid, backward_heuristic=lambda *_: 1), "backward_heuristic", "returned 1 in the initial state",
    ),
    "a backward heuristic that rises too much": (
        variant(Valid, backward_heuristic=lambda _, state: state * (1 if state < 5 else 2)), "backward_heuristic",
        r"action 1 leads from 4 to 5 at cost 1, but backward_heuristic rises from 4 to 10, by more than that cost",
    ),
    "steps to go that are no number": (
        variant(Valid, steps_to_go=lambda _, state: None if state == 5 else 0),
        "steps_to_go", r"steps_to_go\(5\) returned None; expected a number >= 0 \(inf marks",
    ),
    "steps to go below 0": (variant(Valid, steps_to_go=lambda *_: -1), "steps_to_go", r"returned -1; expected"),
    "steps to go that change": (
        variant(Valid, steps_to_go=lambda *_: Random().random()), "steps_to_go", "when called again",
    ),
    "costs that are no multiples of the unit": (
        variant(Valid, cost_unit=2), "cost_unit",
        r"from 0 to 1 at cost 1, which isn't a whole multiple of cost_unit \(2\)",
    ),
    "costs below a unit that is a float": (
        variant(Valid, cost_unit=0.3), "cost_unit", r"at cost 1, which isn't a whole multiple of cost_unit \(0.3\)",
    ),
    "a cost of 0 and a unit": (
        variant(Line, cost=lambda *_: 0, cost_unit=1, heuristic=lambda *_: 0), "cost_unit",
        r"at cost 0, which isn't a whole multiple of cost_unit \(1\) and at least that",
    ),
    "a unit that is no number": (variant(Valid, cost_unit="1"), "cost_unit", "cost_unit of .* is '1'; expected"),
    "a unit that raises": (
        variant(Valid, cost_unit=property(lambda _: 1 // 0)), "cost_unit", "cost_unit raised ZeroDivisionError",
    ),
    "a text that is none": (variant(Valid, format_state=lambda _, state: state), "format_state", "expected a str"),
    "a key that forgets what leads on": (
        variant(Fuel, state_key=lambda _, state: state[0]), "state_key", "their successors or costs differ"
    ),
    "a key that forgets what a goal is": (
        variant(Fuel, state_key=lambda _, state: state[0], is_goal=lambda _, state: state == (1, 2)),
        "state_key", "one is a goal",
    ),
    "a key that forgets what the heuristic takes": (
        variant(Fuel, state_key=lambda _, state: state[0], heuristic=lambda _, state: state[1]),
        "state_key", "their heuristics differ",
    ),
    "an equality that forgets": (Tanks, "__eq__", "are equal, so engines take them for one state"),
    "an action's text that is none": (
        variant(Valid, format_action=lambda _, action: None), "format_action", "expected a str",
    ),
}  # fmt: skip


@in_turn("name", BROKEN)
def test_each_broken_promise_is_found_and_named(name):
    make, promise, sentence = BROKEN[name]
    report = check_problem(make(), states=100, samples=100)
    assert not report.ok
    found = [fault.message for fault in report.faults if fault.promise == promise]
    assert any(re.search(sentence, message) for message in found), str(report)
    assert all(message in str(report) for message in found)
    json.dumps(report.to_dict(), allow_nan=False)


@in_turn(
    "name",
    ["actions", "result", "cost", "heuristic", "is_goal", "successors", "state_key", "heuristic_change", "predecessors",
     "backward_heuristic", "steps_to_go", "format_state"],
)  # fmt: skip
def test_a_method_that_raises_is_a_fault(name):
    broken = failing(name, Line)() if name in {"actions", "result", "cost"} else failing(name)()
    report = check_problem(broken)
    fault = next(fault for fault in report.faults if fault.promise == name)
    assert "raised" in fault.message
    assert "5" in fault.message


def test_the_heuristic_that_engines_ask_bears_the_name_that_its_author_gave_it():
    def successors(state):
        return [("on", state + 1, 1)] if state < 9 else []

    for wrong in (lambda state: 0 // (state != 5), lambda state: math.nan if state == 5 else 0):
        problem = FunctionProblem(0, successors=successors, is_goal=lambda state: state == 9, heuristic=wrong)
        for check in (check_problem, check_heuristic):
            fault, *others = check(problem).faults
            assert "heuristic" == fault.promise
            assert "heuristic_function" not in fault.message
            assert [] == others


def test_a_bound_heuristic_that_fails_where_the_heuristic_does_not_is_named():
    broken = variant(Valid, heuristic_function=staticmethod(lambda state: 1 // (state != 5) * (9 - state)))()
    report = check_problem(broken)
    assert ["heuristic", "heuristic_function"] == [fault.promise for fault in report.faults]
    assert "heuristic(5) returned 4, but heuristic_function" in report.faults[1].message


def test_goal_states_that_raise_are_a_fault():
    report = check_problem(failing_goals())
    assert ["goal_states"] == [fault.promise for fault in report.faults]


def failing_goals():
    def goal_states(self):
        raise RuntimeError("the sensor failed")

    return variant(Valid, goal_states=goal_states)()


def test_a_sound_problem_passes_all_that_it_promises():
    report = check_problem(Valid())
    assert report.ok, str(report)
    assert report.proved
    assert (10, 18) == (report.states, report.edges)
    assert {} == report.skipped
    assert {10} == {report.checks[name] for name in ("actions", "is_goal", "heuristic", "state_key", "successors")}
    assert {18} == {report.checks[name] for name in ("result", "cost", "heuristic_change", "format_action")}
    assert str(report).startswith("Valid: nothing wrong in 10 states and 18 edges (all of the space: proved)")
    assert_problem_ok(Valid())


def test_a_lack_of_memory_is_not_a_fault_of_the_unit():
    def fails(_):
        raise MemoryError

    with pytest.raises(MemoryError):
        check_problem(variant(Valid, cost_unit=property(fails))())


def test_what_was_not_tested_is_reported():
    report = check_problem(Line())
    assert {*POWERS, *BIDIRECTIONAL, "state_key", "format_state", "format_action"} == set(report.skipped)
    assert "not tested: successors, state_key," in str(report)
    assert "whether methods change their states" in check_problem(NodesOfOneGraph()).skipped


def test_a_problem_that_cannot_be_pickled_is_noted_and_not_a_fault():
    problem = FunctionProblem(0, successors=lambda state: [], is_goal=lambda state: True)
    report = check_problem(problem)
    assert report.ok
    assert "can't be pickled" in report.notes[0]


def test_the_demonstration_leads_from_the_initial_state_to_the_fault():
    fault = check_problem(NotANumber()).faults[0]
    assert (5, (1, 1, 1, 1, 1)) == (fault.state, fault.counterexample)
    assert "after 5 actions: 1, 1, 1, 1, 1" in str(check_problem(NotANumber()))


def test_faults_that_are_seen_often_are_reported_once_with_their_number():
    fault, *others = check_problem(variant(Valid, heuristic_change=lambda *_: 1)()).faults
    assert [] == others
    assert 9 == fault.times  # of the edges, all that lead to 9
    assert () == fault.counterexample


@pytest.mark.parametrize("make", [MutatingResult, MutatingHeuristic, OneBuffer, Lists])
def test_the_problem_stays_as_it_was(make):
    problem = make()
    before = deepcopy(problem.initial_state)
    check_problem(problem)
    assert before == problem.initial_state


def test_a_result_that_changes_its_argument_brings_no_other_faults():
    assert ["result"] == [fault.promise for fault in check_problem(MutatingResult()).faults]


def test_costs_that_change_do_not_make_one_state_two():
    count = itertools.count(1)
    broken = variant(Lists, cost=lambda *_: next(count))()
    assert ["cost"] == [fault.promise for fault in check_problem(broken).faults]


def test_a_problem_that_spoils_what_cannot_be_copied_is_asked_no_more():
    report = check_problem(MutatingLocked())
    assert ["result"] == [fault.promise for fault in report.faults]
    assert not report.proved


def test_what_a_method_leaves_without_a_key_is_changed():
    class Emptying(MutatingResult):
        def result(self, state, action):
            grown = [*state, len(state)]
            state.clear()
            return grown

        def state_key(self, state):
            return (state[0], len(state))

    assert ["result"] == [fault.promise for fault in check_problem(Emptying()).faults]


def test_a_key_that_fails_on_what_cannot_be_copied_is_a_fault():
    broken = variant(LockedStates, state_key=lambda self, state: state.number // (state.number != 2))()
    assert {"state_key", "pickle"} == {fault.promise for fault in check_problem(broken).faults}


def test_more_goals_than_anyone_lists_are_not_a_fault():
    report = check_problem(variant(Valid, goal_states=lambda self: itertools.repeat(9))())
    assert report.ok, str(report)
    assert "there are more than 100,000 goal_states; only 100 were tested" in report.notes


def test_actions_need_not_be_hashable():
    class Lists(Valid):
        def actions(self, state):
            return [[action] for action in Line.actions(self, state)]

        def result(self, state, action):
            return state + action[0]

        def successors(self, state):
            return [([step], state + step, 1) for step in Line.actions(self, state) * 2]

        heuristic_change = heuristic_batch = predecessors = format_action = None

    assert_problem_ok(Lists())


def test_a_goal_need_not_have_actions():
    report = check_problem(variant(Line, actions=lambda _, state: [1] if state < 9 else 1 // 0)())
    assert report.ok, str(report)
    assert report.proved
    assert any("ZeroDivisionError" in note and "engines don't call" in note for note in report.notes)


def test_nothing_is_proved_where_an_edge_was_lost():
    report = check_problem(failing("result", Line)())
    assert not report.proved
    assert any("couldn't be followed" in note for note in report.notes)


class Deep(SearchProblem):
    """A tree of pairs whose first number counts the steps; to its left a fault lies in the depth of 150."""

    def __init__(self, *, fault=True):
        super().__init__((0, True))
        self.fault = fault

    def actions(self, state):
        return ["left", "right"]

    def result(self, state, action):
        return (state[0] + 1, state[1] and action == "left")

    def heuristic(self, state):
        if self.fault and state == (150, True):
            return -1
        return 200 - min(200, state[0]) if state[1] else 300

    def is_goal(self, state):
        return state == (200, True)


def test_deep_faults_are_found_along_the_way_to_a_goal():
    report = check_problem(Deep(), states=300, samples=0)
    assert "not all reachable states were tested: the check stores only 300 states" in report.notes
    assert [("heuristic", 150)] == [(fault.promise, len(fault.counterexample)) for fault in report.faults]
    assert "… 138 more …" in str(report)
    assert not report.proved


class Bottomless(SearchProblem):
    """Numbers without an end and without a goal, and h = 0."""

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def heuristic(self, state):
        return math.nan if state == 400 else 0

    def is_goal(self, state):
        return False


@pytest.mark.parametrize("missing", ["__sub__", "__radd__", "__hash__", "__float__"])
def test_a_cost_that_lacks_an_operation_is_a_fault(missing):
    cost = numbers_without(missing)(2)
    for more in ({}, {"goal_states": [3], "predecessors": lambda n: [("on", n - 1, cost)] if n > 0 else []}):
        line = FunctionProblem(
            0, successors=lambda n: [("on", n + 1, cost)] if n < 3 else [], is_goal=lambda n: n == 3, **more
        )
        [fault] = check_problem(line).faults
        assert fault.promise == "cost"
        assert "cost(0, 'on', 1) returned Number(2), but Number doesn't support" in fault.message


def test_costs_whose_sum_is_not_a_number_are_found_by_the_engines():
    fault = check_problem(Unmapped(), states=3).faults[0]
    assert "cost" == fault.promise
    assert "too large for" in fault.message


def test_random_walks_find_what_lies_deeper_than_the_rest():
    shallow = {"states": 20, "seconds": 30}
    assert check_problem(Bottomless(0), samples=0, **shallow).ok
    assert not check_problem(Bottomless(0), samples=20_000, **shallow).ok


def test_the_same_seed_gives_the_same_report():
    one, other = (check_problem(Bottomless(0), states=20, samples=500, seed=7, seconds=60) for _ in range(2))
    assert (one.states, one.edges, one.checks) == (other.states, other.edges, other.checks)
    assert [fault.message for fault in one.faults] == [fault.message for fault in other.faults]


def test_random_walks_end_where_nothing_leads_on():
    problem = FunctionProblem(0, successors=lambda n: [(1, n + 1, 1)] if n < 40 else [], is_goal=lambda n: False)
    report = check_problem(problem, states=5)
    assert 41 == report.states


class Slow(Line):
    def actions(self, state):
        while True:
            yield 1


@pytest.mark.parametrize("problem", [Bottomless(0), Endless(), Deep(), RandomKeys(), Slow()])
def test_no_problem_takes_longer_than_its_time(problem, monkeypatch):
    clock = itertools.count()  # The clock advances by 1 at each reading.
    monkeypatch.setattr("astarlib.checking.clock.monotonic", lambda: next(clock))
    report = check_problem(problem, states=10**9, samples=10**9, seconds=10_000)
    assert report.seconds < 10_100
    assert not report.proved


def test_time_that_ends_in_the_middle_of_a_state_ends_the_check(monkeypatch):
    clock = iter(range(10**9))
    monkeypatch.setattr("astarlib.checking.clock.monotonic", lambda: next(clock))
    for seconds in (1, 2, 3, 5, 10, 20, 40, 70, 100, 150, 200, 300, 500, 1000):
        report = check_problem(Valid(), states=5, seconds=seconds)
        assert report.ok
        assert not report.proved


def test_goals_are_looked_at_however_large_the_space(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr("astarlib.checking.clock.monotonic", lambda: next(clock))
    problem = variant(
        Bottomless, goal_states=lambda self: [7], predecessors=lambda self, state: [], heuristic=lambda *_: 0
    )(0)
    report = check_problem(problem, states=20, samples=10**9, seconds=20_000)
    assert not report.proved
    assert "goal_states() yields 7, but is_goal returns False" in str(report)


def test_what_was_not_seen_at_all_is_not_taken_for_right(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr("astarlib.checking.clock.monotonic", lambda: next(clock))
    report = check_problem(Slow(), seconds=50)
    assert (0, True) == (report.states, report.ok)
    assert "Slow: nothing could be tested" in report.headline()
    with pytest.raises(AssertionError, match="nothing could be tested"):
        assert_problem_ok(Slow(), seconds=50)


def test_numbers_of_all_kinds_are_numbers():
    np = pytest.importorskip("numpy")
    for one in (1.0, Fraction(1), Decimal(1), np.int64(1), np.float32(1), True):
        cost = {"cost": lambda *_, one=one: one, "heuristic": lambda _, state, one=one: (9 - state) * one}
        report = check_problem(variant(Line, **cost)())
        assert report.ok, str(report)


def test_arrays_that_cannot_be_compared_are_states_by_their_keys():
    np = pytest.importorskip("numpy")

    class Arrays(Lists):
        def __init__(self):
            SearchProblem.__init__(self, np.zeros(1))

        def actions(self, state):
            return ["grow"] if len(state) < 4 else []

        def result(self, state, action):
            return np.append(state, 1)

    assert_problem_ok(Arrays())


def test_an_error_without_words_is_reported_by_its_kind():
    def result(self, state, action):
        raise StopIteration

    assert "raised StopIteration" in check_problem(variant(Line, result=result)()).faults[0].message


def no_memory(*_):
    raise MemoryError


class Memorable(Hashed):
    """A state whose copies, pickles and comparisons can be made to run out of memory."""

    def __hash__(self):
        return hash(self.number)


class Hungry(int):
    __reduce_ex__ = no_memory


def hungry(name):
    return lambda: Numbers(variant(Memorable, **{name: no_memory}))


def after(calls, method):
    """``method``, but there is no memory any more after so many calls."""
    count = itertools.count()
    return lambda *arguments: method(*arguments) if next(count) < calls else no_memory()


def failing_late(name, calls, method):
    methods = {"__eq__": Hashed.__eq__, "__hash__": lambda self: 0, name: after(calls, method)}
    return Numbers(variant(Hashed, **methods))


@in_turn(
    "make",
    [
        variant(Line, actions=no_memory),
        variant(Line, is_goal=no_memory),
        lambda: object.__new__(variant(Line, initial_state=property(no_memory))),
        variant(Line, actions=lambda self, state: [Hungry(1)]),
        variant(Line, __getstate__=no_memory),
        *(lambda calls=calls: failing_late("__hash__", calls, lambda self: 0) for calls in (0, 1, 2, 8, 12, 15)),
        *(lambda calls=calls: failing_late("__eq__", calls, Hashed.__eq__) for calls in (0, 1, 6, 7, 18)),
        variant(LockedStates, state_key=after(9, lambda self, state: state.number)),
        hungry("__deepcopy__"),
        hungry("__getstate__"),
    ],
)
def test_no_memory_is_not_a_fault(make):
    with pytest.raises(MemoryError):
        check_problem(make())


def test_the_assertion_says_what_the_report_says():
    with pytest.raises(AssertionError, match=r"1\. cost: cost\(5, -1, 4\) returned -1"):
        assert_problem_ok(BROKEN["a negative cost"][0]())


@in_turn(
    "wrong, error, named",
    [
        ({"states": 0}, ValueError, "states must be at least 1, not 0"),
        ({"states": 1.5}, TypeError, "states must be a whole number"),
        ({"samples": -1}, ValueError, "samples must be at least 0"),
        ({"samples": True}, TypeError, "samples must be a whole number"),
        ({"seconds": 0}, ValueError, "seconds must be above 0"),
        ({"seconds": math.nan}, ValueError, "seconds must be above 0"),
        ({"seconds": "1"}, TypeError, "seconds must be a number"),
    ],
)
def test_wrong_amounts_are_refused(wrong, error, named):
    with pytest.raises(error, match=named):
        check_problem(Line(), **wrong)


SHIPPED = {
    "8-puzzle": lambda: NPuzzle("1 2 3 / 4 5 6 / 0 7 8"),
    "2 x 3": lambda: NPuzzle("1 2 3 / 4 0 5", heuristic=LinearConflict()),
    "sudoku": lambda: IrregularSudoku.from_text("1-0-0 / 0-2-0 / 0-0-0", "a-a-b / a-c-b / c-c-b"),
    "grid": lambda: GridProblem(Grid("..... / .###. / .#... / ....."), (0, 3), (4, 1), connectivity=8),
    "romania": lambda: romania("Arad", "Bucharest"),
    "graph": lambda: GraphProblem([("A", "B", 4), ("A", "B", 3), ("A", "C", 0.5), ("C", "B", 2)], "A", "B"),
    "pancake": lambda: PancakeProblem("3 1 2 5 4"),
    "hanoi": lambda: TowersOfHanoi(disks=4, pegs=4),
    "water jugs": lambda: WaterJugs([3, 5], 4),
    "missionaries": lambda: MissionariesAndCannibals(3, 3, boat=2),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_built_in_problems_keep_their_contracts(name):
    report = check_problem(SHIPPED[name](), states=1_000, samples=200, seconds=60)
    assert report.ok, str(report)
    assert (name != "8-puzzle") == report.proved


@pytest.mark.parametrize("scale", [1e-9, 1.0, 5e9])
def test_a_change_of_h_may_be_rounded_by_the_size_of_h(scale):
    class Rounded(Line):
        off = 1e-10

        def heuristic(self, state):
            return scale * (9 - state) / 9

        def heuristic_change(self, state, action, next_state):
            return -action * scale / 9 + self.off * self.heuristic(state)

        def cost(self, state, action, next_state):
            return scale / 9

    assert check_problem(Rounded()).ok
    Rounded.off = 1e-3
    assert ["heuristic_change"] == [fault.promise for fault in check_problem(Rounded()).faults]


# --- a forgotten `return`, and names that are not those of the contract -----------------------------------------------


@in_turn(
    "base, method, answer, said",
    [
        (Line, "is_goal", None, r"is_goal\(0\) returned None; expected True or False. Did you forget `return`\?"),
        (Line, "is_goal", "no", r"is_goal\(0\) returned 'no'; expected True or False"),
        (Line, "result", None, r"result\(0, 1\) returned None as the next state, but the initial state is 0"),
        (Line, "actions", None, r"actions\(0\) returned None; expected an iterable. Did you forget `return`\?"),
        (Valid, "successors", None, r"successors\(0\) returned None; expected an iterable"),
        (Valid, "successors", [("on", None, 1)], r"successors\(0\) returned None as the next state"),
        (Valid, "predecessors", None, r"predecessors\(.*\) returned None; expected an iterable"),
    ],
)
def test_a_forgotten_return_is_a_fault_that_says_so(base, method, answer, said):
    report = check_problem(variant(base, **{method: lambda *_: answer})(), states=100, samples=100)
    faults = [fault for fault in report.faults if fault.promise == method]
    assert any(re.search(said, fault.message) for fault in faults), str(report)
    assert "raised" not in " ".join(fault.message for fault in faults)
    assert report.proved == (method in {"is_goal", "predecessors"})


def test_none_is_a_state_like_others_where_a_problem_begins_with_it():
    class Unknown(SearchProblem):
        def actions(self, state):
            return ["look", "stay"] if state is None else []

        def result(self, state, action):
            return "found" if action == "look" else None

        def is_goal(self, state):
            return state == "found"

    assert check_problem(Unknown(None)).ok


@pytest.mark.parametrize("method", ["actions", "result"])
def test_a_goal_may_lead_to_none(method):
    def forgetting(self, state, *others):
        return None if state == 9 else getattr(Line, method)(self, state, *others)

    report = check_problem(variant(Line, **{method: forgetting})())
    assert report.ok, str(report)
    assert any(f"{method}(9" in note and "engines don't call it" in note for note in report.notes)


@pytest.mark.parametrize("kind", [int, "numpy"])
def test_a_goal_test_may_return_an_int_or_a_bool_of_numpy(kind):
    kind = pytest.importorskip("numpy").bool_ if kind == "numpy" else kind
    assert check_problem(variant(Line, is_goal=lambda self, state: kind(state == 9))()).ok


@pytest.mark.parametrize("check", [check_problem, check_heuristic])
def test_every_report_notes_where_no_goal_was_seen(check):
    noted = "no goal was seen in 10 states, so is_goal was never True"
    assert (
        noted in check(variant(Valid, is_goal=lambda *_: False, goal_states=lambda *_: [], predecessors=None)()).notes
    )
    assert noted in str(check(variant(Line, is_goal=lambda *_: None)()))
    assert not any("no goal" in note for note in check(Valid()).notes)


class Plain(SearchProblem):
    """Line without a heuristic."""

    actions, result, is_goal = Line.actions, Line.result, Line.is_goal


@pytest.mark.parametrize("check", [check_problem, check_heuristic])
def test_every_report_notes_a_heuristic_that_is_the_default_and_calls_it_no_fault(check):
    def noted(problem):
        report = check(problem)
        assert report.ok, str(report)
        return any("h is the default 0" in note for note in report.notes)

    roads = [("A", "B", 4), ("B", "C", 1)]
    functions = {"successors": lambda state: [("on", state + 1, 1)] if state < 3 else [], "is_goal": lambda s: s == 3}
    assert noted(Plain(0))
    assert noted(GraphProblem(roads, "A", "C"))
    assert noted(FunctionProblem(0, **functions))
    assert not noted(variant(Plain, heuristic=lambda *_: 0)(0))
    assert not noted(GraphProblem(roads, "A", "C", heuristic=lambda node: 0))
    assert not noted(FunctionProblem(0, **functions, heuristic=lambda _: 0))
    assert not noted(with_heuristic(Plain(0), lambda _: 0))


MISSPELLED = {
    "heuristics": ("heuristic", lambda self, state: 9 - state),
    "huristic": ("heuristic", lambda self, state: 9 - state),
    "costs": ("cost", lambda self, state, action, next_state: 1),
    "is_gaol": ("is_goal", lambda self, state: state == 5),
    "isgoal": ("is_goal", staticmethod(lambda state: state == 5)),
    "action": ("actions", lambda self, state: []),
    "results": ("result", lambda self, state, action: state),
}


@in_turn("check", [check_problem, check_heuristic])
@in_turn("name", MISSPELLED)
def test_a_method_of_a_subclass_that_looks_misspelled_is_a_fault(name, check):
    meant, method = MISSPELLED[name]
    report = check(variant(Plain if meant in {"heuristic", "cost"} else Line, **{name: method})(0))
    (fault,) = [fault for fault in report.faults if name in fault.message]
    assert (meant, name) == (fault.promise, fault.value)
    assert f"Broken has a method {name}, which nothing calls; did you mean {meant}? Rename it" == fault.message
    json.dumps(report.to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("name", "meant", "method"),
    [
        ("sucessors", "successors", lambda self, state: []),
        ("goal_state", "goal_states", lambda self: [9]),
        ("heuristic_changes", "heuristic_change", lambda self, state, action, next_state: -action),
        ("state_kay", "state_key", lambda self, state: state),
    ],
)
def test_a_power_that_looks_misspelled_is_noted(name, meant, method):
    report = check_problem(variant(Line, **{name: method})())
    assert report.ok, str(report)
    assert f"Broken has a method {name}, which nothing calls; did you mean {meant}? Rename it" in report.notes


def test_a_function_of_the_instance_that_looks_misspelled_is_a_fault():
    problem = Plain(0)
    problem.heuristics = lambda state: 9 - state
    assert ["heuristic"] == [fault.promise for fault in check_problem(problem).faults]


class Helped(Line):
    """Sound, with members of its own that look like those of the contract."""

    class Action(int):
        pass

    class Actions(int):
        pass

    def __init__(self):
        super().__init__()
        self.costs = {1: 1}
        self.action = None
        self.results = []
        self.heuristics = [self.heuristic]

    def cost(self, state, action, next_state):
        return self.costs[1]

    def heuristic(self, state):
        return self.heuristic1(state)

    def heuristic1(self, state):
        return 9 - state

    def state_texts(self, states, sep):
        return sep.join(map(str, states))

    def _costs(self, state, action, next_state):
        return 1

    @property
    def is_goals(self):
        return 1

    successor = max


def test_helpers_are_not_accused_of_being_misspelled():
    report = check_problem(Helped())
    assert report.ok, str(report)
    assert not any("did you mean" in note for note in report.notes)
    for make in SHIPPED.values():
        report = check_problem(make(), states=10, samples=1)
        assert not any("did you mean" in text for text in (*report.notes, *(fault.message for fault in report.faults)))


def test_a_class_of_ones_own_without_a_method_gets_an_error_with_the_method_that_looks_like_it():
    class Lonely:
        initial_state = 0
        actions, result, cost, heuristic = (getattr(Valid, name) for name in ("actions", "result", "cost", "heuristic"))

        def is_gaol(self, state):
            return state == 9

    (fault, *_) = check_problem(Lonely()).faults
    assert "Lonely has no is_goal; did you mean is_goal where you wrote is_gaol? Rename it" in str(
        check_problem(Lonely())
    )
    assert fault.promise in {"contract", "is_goal"}


def test_a_proof_that_there_is_no_solution_is_compared_with_the_goals_that_are_reached():
    class Claims(NPuzzle):
        def why_unsolvable(self):
            return "no reason"

    assert AStar().search(Claims("1 2 3 0")).status is Status.UNSOLVABLE
    [fault] = check_problem(Claims("1 2 0 3")).faults
    assert (fault.promise, fault.value) == ("why_unsolvable", "no reason")
    assert len(fault.counterexample) == 1
