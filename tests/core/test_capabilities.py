"""The valid capabilities of a problem: none overrides a method that a user has redefined."""

from contextlib import contextmanager
from itertools import permutations

import pytest
from helpers.sampling import variant
from helpers.walks import Walk

from astarlib import AStar, Dijkstra, FunctionProblem, Limits, SearchProblem, Status, with_heuristic
from astarlib.problems.npuzzle import NPuzzle
from astarlib.resolving import resolved_problem
from astarlib.resolving.presentation import action_texter, state_texter
from astarlib.resolving.resolved_problem import resolve_problem

pytestmark = pytest.mark.quick


class Shortcut(Walk):
    """Its ``successors`` says that each step costs 5, so it shows who was asked."""

    def successors(self, state):
        return [(1, state + 1, 5), (2, state + 2, 5)]


def cost_of(problem):
    return AStar().search(problem, limits=Limits(expanded=1000)).cost


# --- successors -------------------------------------------------------------------------------------------------------


def test_successors_stand_for_actions_result_and_cost():
    assert 15 == cost_of(Shortcut())


@pytest.mark.parametrize(
    ("name", "method", "expected"),
    [
        ("actions", lambda self, state: [2], 3),
        ("result", lambda self, state, action: state + 3 * (action == 2), 2),
        ("cost", lambda self, state, action, next_state: 7, 21),
    ],
)
def test_a_method_that_a_subclass_redefines_is_not_overridden_by_inherited_successors(name, method, expected):
    assert expected == cost_of(type("Own", (Shortcut,), {name: method})())


@pytest.mark.parametrize(
    ("name", "method", "expected"),
    [
        ("actions", lambda state: [2], 3),
        ("result", lambda state, action: state + 3 * (action == 2), 2),
        ("cost", lambda state, action, next_state: 7, 21),
    ],
)
def test_a_method_that_an_instance_redefines_is_not_overridden_by_the_successors_of_its_class(name, method, expected):
    problem = Shortcut()
    setattr(problem, name, method)
    assert expected == cost_of(problem)


def test_successors_that_the_instance_is_given_are_asked():
    problem = Walk()
    problem.successors = lambda state: [("jump", state + 3, 4)]
    assert 8 == cost_of(problem)


def test_successors_that_redefine_successors_along_with_a_method_are_asked():
    class Own(Shortcut):
        def cost(self, state, action, next_state):
            return 7

        def successors(self, state):
            return [(2, state + 2, 9)]

    assert 27 == cost_of(Own())


def test_invalid_successors_are_not_a_capability():
    class Without(Shortcut):
        successors = None

    assert 3 == cost_of(Without())


def test_a_mixin_that_redefines_cost_comes_before_the_successors_of_the_base():
    class Dear:
        def cost(self, state, action, next_state):
            return 10

    assert 30 == cost_of(type("Own", (Dear, Shortcut), {})())


def test_a_heuristic_that_a_subclass_redefines_is_the_one_that_is_called():
    class Blind(NPuzzle):
        def heuristic(self, state):
            return 0

    assert 0 == AStar().search(Blind("1 2 3 / 4 5 6 / 7 0 8")).nearest.h
    assert 0 == AStar().start(Blind("1 2 3 / 4 5 6 / 0 7 8")).nearest.h


class Given(Walk):
    """A problem that was given its heuristic."""

    def __init__(self, estimate):
        super().__init__()
        self.estimate, self.calls = estimate, []

    @property
    def heuristic_function(self):
        return self.estimate

    def heuristic(self, state):
        self.calls.append(state)
        return self.estimate(state)


class Estimate:
    def __call__(self, state):
        return 0.5

    def change(self, state, action, next_state):
        return 0


def test_the_function_that_a_heuristic_passes_its_state_on_to_is_called_itself():
    problem = Given(lambda state: 0.5)
    assert 0.5 == AStar().start(problem).nearest.h
    assert [] == problem.calls


def test_without_such_a_function_the_heuristic_is_called():
    problem = Given(None)
    problem.heuristic = lambda state: 2
    assert 2 == AStar().start(problem).nearest.h


def test_the_function_does_not_override_a_heuristic_that_is_redefined():
    class Own(Given):
        def heuristic(self, state):
            return 3

    assert 3 == AStar().start(Own(Estimate())).nearest.h
    assert resolve_problem(Own(Estimate())).heuristic_change is None
    changed = with_heuristic(Given(Estimate()), lambda state: 4)
    assert 4 == AStar().start(changed).nearest.h
    assert resolve_problem(changed).heuristic_change is None


def test_the_changes_of_the_function_are_those_of_the_heuristic():
    assert resolve_problem(Given(Estimate())).heuristic_change is not None
    assert 0.5 == AStar().start(Given(Estimate())).nearest.h


def test_capabilities_are_asked_for_once_before_the_search():
    problem = Walk()
    assert resolve_problem(problem).successors is None
    assert resolve_problem(Shortcut()).successors is not None
    assert resolve_problem(problem).cost is None
    assert resolve_problem(problem).state_key is None


# --- state_key --------------------------------------------------------------------------------------------------------


class Pegs(SearchProblem):
    """States are lists; the order within does not matter."""

    def actions(self, state):
        return range(len(state))

    def result(self, state, action):
        return [*state[:action], *state[action + 1 :], state[action] + 1]

    def is_goal(self, state):
        return sum(state) == 4

    def state_key(self, state):
        return tuple(sorted(state))


def test_states_with_equal_keys_are_one_state_and_are_shown_as_they_came():
    result = Dijkstra().search(Pegs([0, 0, 0]))
    assert 4 == result.cost
    assert all(isinstance(state, list) for state in result.states)
    sums_and_sorted = {(a, b, c) for a in range(5) for b in range(a, 5) for c in range(b, 5) if a + b + c <= 4}
    assert result.statistics.stored <= len(sums_and_sorted)


def test_a_path_to_a_state_is_found_by_its_key():
    search = Dijkstra().start(Pegs([0, 0, 0]))
    search.run()
    assert search.path_to([0, 1, 0]) == search.path_to([1, 0, 0])
    assert 1 == search.path_to([0, 1, 0]).cost


def test_functions_may_have_a_state_key_too():
    problem = FunctionProblem(
        [0],
        successors=lambda state: [("more", [state[0] + 1], 1)],
        is_goal=lambda state: state == [5],
        state_key=lambda state: state[0],
    )
    assert ([0], [1], [2], [3], [4], [5]) == AStar().search(problem).states


# --- text -------------------------------------------------------------------------------------------------------------


class Spoken(Walk):
    def format_state(self, state):
        return f"at {state}"

    def format_action(self, action):
        return f"step {action}"


def test_states_and_actions_are_shown_as_the_problem_wants_or_as_python_does():
    assert ("at 3", "step 2") == (state_texter(Spoken())(3), action_texter(Spoken())(2))
    assert ("'x'", "x") == (state_texter(Walk())("x"), action_texter(Walk())("x"))


def test_text_plays_no_part_in_a_search():
    assert Status.SOLVED is AStar().search(Spoken()).status


# --- what is known of a class -----------------------------------------------------------------------------------------

MEMBERS = ["cost", "heuristic", "successors", "heuristic_change", "heuristic_function", "compiled_domain"]


@contextmanager
def changed(owner, name):
    """Give a class or an instance a member. A class called Kind can get another base, which has the same functions."""
    if name in MEMBERS:
        setattr(owner, name, lambda *_: 1)
        yield
        delattr(owner, name)
    else:
        before, owner.__bases__ = owner.__bases__, (name, *owner.__bases__)
        yield
        owner.__bases__ = before


def members_of(problem):
    """Return the functions that engines would call, so that the same functions compare equal."""
    return [(getattr(each, "__func__", each), getattr(each, "__self__", None)) for each in resolve_problem(problem)[2:]]


def test_a_class_or_an_instance_that_changes_is_resolved_like_a_new_one():
    base, mixin = type("Base", (Walk,), {}), type("Mixin", (Walk,), {"cost": Walk.cost, "heuristic": Walk.heuristic})
    kind = type("Kind", (base,), {})
    problems = kind(), kind()

    def check():
        for problem in problems:
            known = members_of(problem)
            resolved_problem._plans.clear()
            assert known == members_of(problem)

    changes = [(owner, name) for owner in (base, kind, problems[0]) for name in MEMBERS] + [(kind, mixin)]
    for first, second in permutations(changes, 2):
        with changed(*first):
            check()
            with changed(*second), variant(first, second):
                check()
            check()
        check()


def test_a_member_that_getattr_provides_to_some_instances_is_found():
    class Maybe(Walk):
        def __init__(self, *, has_key):
            super().__init__()
            self.has_key = has_key

        def __getattr__(self, name):
            if name == "state_key" and self.has_key:
                return abs
            raise AttributeError(name)

    for has_key in (False, True, False, True, True):
        assert (resolve_problem(Maybe(has_key=has_key)).state_key is abs) is has_key
