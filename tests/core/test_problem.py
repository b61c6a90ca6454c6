"""The objects that are accepted as problems: classes, dataclasses, functions, and problems with another heuristic."""

import copy
import math
import pickle
from dataclasses import dataclass
from typing import Any

import pytest
from helpers.walks import Walk

from astarlib import (
    ARAStar,
    AStar,
    BAEStar,
    BeamSearch,
    BreadthFirst,
    FunctionProblem,
    IDAStar,
    Limits,
    SearchProblem,
    Status,
    with_goals,
    with_heuristic,
    with_starts,
)
from astarlib.compiled.codegen.fingerprints import fingerprint
from astarlib.errors import InvalidProblemError, MissingCapabilityError
from astarlib.heuristics import Landmarks
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem, Octile
from astarlib.problems.npuzzle import Hamming, Manhattan, NPuzzle
from astarlib.resolving.resolved_problem import resolve_problem

pytestmark = pytest.mark.quick


def cost_of(problem):
    return AStar().search(problem, limits=Limits(expanded=1000)).cost


# --- classes ----------------------------------------------------------------------------------------------------------


def test_a_step_costs_1_and_h_is_0_by_default():
    problem = Walk()
    assert (1, 0) == (problem.cost(0, 1, 1), problem.heuristic(0))
    assert 3 == cost_of(problem)


def test_a_class_written_for_simpleai_works_unchanged():
    class Counter(SearchProblem):
        def actions(self, state):
            return ["+1", "*2"] if state < 20 else []

        def result(self, state, action):
            return eval(f"{state}{action}")

        def cost(self, state, action, state2):
            return 1

        def heuristic(self, state):
            return 0 if state == 10 else 1

        def is_goal(self, state):
            return state == 10

    result = AStar().search(Counter(initial_state=1))
    assert 4 == result.cost
    assert (None, 1) == result.path[0]
    assert ("*2", 10) == result.path[-1]


def test_a_frozen_dataclass_that_inherits_nothing_is_a_problem():
    @dataclass(frozen=True)
    class Doubling:
        initial_state: int
        target: int

        def actions(self, state, /):
            return ("double", "add")

        def result(self, state, action, /):
            return 2 * state if action == "double" else state + 1

        def cost(self, state, action, next_state, /):
            return 1

        def heuristic(self, state, /):
            return 0

        def is_goal(self, state, /):
            return state == self.target

    assert 4 == AStar().search(Doubling(1, 10)).cost


def test_a_module_of_functions_with_the_right_names_is_a_problem():
    class Loose:
        def __init__(self):
            self.initial_state = 0
            self.actions = lambda state: [1, 2]
            self.result = lambda state, action: state + action
            self.cost = lambda state, action, next_state: action
            self.heuristic = lambda state: 6 - state
            self.is_goal = lambda state: state == 6

    assert 6 == AStar().search(Loose(), limits=Limits(expanded=1000)).cost


def test_actions_may_be_any_iterable_and_are_taken_in_their_order():
    class Lazy(Walk):
        def actions(self, state):
            yield 2
            yield 1

    events = []
    AStar().search(Lazy(), limits=Limits(expanded=1), observer=events.append)
    assert [2, 1] == [event.action for event in events if type(event).__name__ == "Generated"]


# --- FunctionProblem --------------------------------------------------------------------------------------------------

EDGES = {"a": [("go", "b", 5), ("go", "b", 2), ("go", "c", 3), ("stay", "a", 1)], "b": [("go", "c", 1)]}


def functions(**more):
    return FunctionProblem(
        "a", successors=lambda state: EDGES.get(state, []), is_goal=lambda state: state == "c", **more
    )


def test_of_parallel_edges_with_one_action_result_and_cost_take_the_cheapest():
    problem = functions()
    assert ["go", "stay"] == problem.actions("a")
    assert "b" == problem.result("a", "go")
    assert (2, 3, 1) == (problem.cost("a", "go", "b"), problem.cost("a", "go", "c"), problem.cost("a", "stay", "a"))


def test_edges_of_one_action_to_different_states_are_all_searched():
    result = AStar().search(functions())
    assert 3 == result.cost
    assert result.states in {("a", "c"), ("a", "b", "c")}


def test_actions_that_cannot_be_hashed_are_distinguished_too():
    problem = FunctionProblem(0, successors=lambda n: [([1], 1, 1), ([2], 2, 1), ([1], 3, 1)], is_goal=lambda _: False)
    assert [[1], [2]] == problem.actions(0)


def test_an_action_without_an_edge_is_refused_by_name():
    with pytest.raises(ValueError, match=r"'fly'.*'a'"):
        functions().result("a", "fly")
    with pytest.raises(ValueError, match=r"'stay'.*'a'"):
        functions().cost("a", "stay", "c")


def test_functions_have_an_h_of_0_unless_one_is_given():
    assert 0 == functions().heuristic("a")
    assert 7 == functions(heuristic=lambda _: 7).heuristic("a")


# --- with_heuristic ---------------------------------------------------------------------------------------------------


def test_with_heuristic_gives_a_copy_that_is_searched_by_the_new_h():
    puzzle = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8", heuristic=Hamming())
    better = with_heuristic(puzzle, Manhattan())
    assert type(puzzle) is type(better)
    assert AStar().search(better).statistics.expanded < AStar().search(puzzle).statistics.expanded
    assert AStar().search(better).cost == AStar().search(puzzle).cost


def test_with_heuristic_takes_a_plain_callable():
    assert 0.5 == with_heuristic(Walk(), lambda state: 0.5).heuristic(3)


def test_with_heuristic_serves_frozen_dataclasses():
    @dataclass(frozen=True)
    class Point:
        initial_state: Any = 0

        def heuristic(self, state):
            return 0

    assert 9 == with_heuristic(Point(), lambda _: 9).heuristic(0)
    assert 0 == Point().heuristic(0)


ROADS = [(at, (at + step) % 40, 1 + step * at % 7) for at in range(40) for step in (1, 3, 8)]
MADE_WITH = [
    (NPuzzle, ("0 3 1 / 6 7 2 / 8 4 5", "0 1 2 / 3 4 5 / 6 7 8"), {}, [Manhattan(), Hamming(), lambda board: 0]),
    (GridProblem, ("....#. / .##.#. / ......", (0, 0), (5, 0)), {"connectivity": 8}, [Octile(), lambda cell: 0]),
    (GraphProblem, (ROADS, 0, 29), {}, [None, lambda node: 0 if node == 29 else 1]),
]


@pytest.mark.parametrize(("kind", "arguments", "names", "heuristics"), MADE_WITH)
def test_a_copy_with_a_heuristic_is_like_a_problem_that_was_made_with_it(kind, arguments, names, heuristics):
    first, *_ = problems = [kind(*arguments, **names, heuristic=heuristic) for heuristic in heuristics]
    if kind is not NPuzzle:
        heuristics = [*heuristics, Landmarks.build(first, count=2)]
        problems.append(kind(*arguments, **names, heuristic=heuristics[-1]))
    for problem in problems:
        for heuristic, expected in zip(heuristics, problems, strict=True):
            if heuristic is None:
                continue
            copied = with_heuristic(problem, heuristic)
            assert type(copied) is kind
            for engine in (AStar(), BAEStar()):
                assert _counts(engine, copied) == _counts(engine, expected)
            assert _domain(copied) == _domain(expected)


def _domain(problem):
    """Return what all compiled engines depend on. To search with each of them would take a compilation."""
    try:
        domain = problem.compiled_domain()
    except MissingCapabilityError as error:
        return str(error)
    layout = domain.words, domain.costs, domain.max_successors, domain.encode(problem.initial_state)
    return fingerprint(layout, *domain.functions.values(), *domain.tables)


def _counts(engine, problem):
    try:
        result = engine.search(problem)
    except MissingCapabilityError as error:
        return str(error)
    return result.cost, result.states, result.statistics.expanded, result.statistics.generated


def test_a_subclass_that_overrides_the_heuristic_gets_the_new_one_all_the_same():
    class Doubled(NPuzzle):
        def heuristic(self, state):
            return 2 * super().heuristic(state)

    assert with_heuristic(Doubled("1 2 3 / 4 5 6 / 0 7 8"), lambda board: 5).heuristic((1, 2, 3, 4, 5, 6, 0, 7, 8)) == 5


@pytest.mark.parametrize("heuristic", [3, "manhattan", None])
def test_what_is_not_a_heuristic_is_refused_by_value(heuristic):
    with pytest.raises(TypeError, match=repr(heuristic)):
        with_heuristic(Walk(), heuristic)


def test_with_heuristic_says_when_a_class_has_no_room_for_it():
    class Tight:
        __slots__ = ("initial_state",)

    with pytest.raises(TypeError, match=r"Tight.*__slots__"):
        with_heuristic(Tight(), lambda _: 0)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda problem: pickle.loads(pickle.dumps(problem))])
def test_a_problem_of_ones_own_is_copied_and_pickled_like_any_object(duplicate):
    assert 3 == cost_of(duplicate(Walk()))


# --- members that are missing -----------------------------------------------------------------------------------------


def test_a_problem_that_does_not_call_its_base_gets_an_error_that_says_so():
    class Forgetful(SearchProblem):
        def __init__(self):
            pass

        def actions(self, state):
            return []

        result = is_goal = actions

    with pytest.raises(InvalidProblemError, match=r"Forgetful has no initial_state.*super\(\).__init__"):
        AStar().start(Forgetful())


@pytest.mark.parametrize("missing", ["actions", "result", "cost", "heuristic", "is_goal"])
def test_a_class_of_ones_own_without_a_member_gets_an_error_with_its_name(missing):
    members = dict.fromkeys(("actions", "result", "cost", "heuristic", "is_goal"), lambda *_: 0)
    del members[missing]
    bare = type("Bare", (), {**members, "initial_state": 0})()
    with pytest.raises(InvalidProblemError, match=f"Bare has no {missing}; define it"):
        AStar().start(bare)


@pytest.mark.parametrize("missing", ["actions", "result", "is_goal"])
def test_a_subclass_without_a_method_cannot_be_made(missing):
    methods = dict.fromkeys(("actions", "result", "is_goal"), lambda *_: 0)
    del methods[missing]
    with pytest.raises(TypeError, match=missing):
        type("Half", (SearchProblem,), methods)(0)


# --- a problem that proves that it has no solution --------------------------------------------------------------------

SWAPPED = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0"


@pytest.mark.parametrize("engine", [AStar(), IDAStar(), BreadthFirst(), ARAStar(), BeamSearch()], ids=repr)
def test_a_board_of_the_wrong_parity_is_unsolvable_without_a_search(engine):
    result = engine.search(NPuzzle(SWAPPED), Limits(expanded=1000))
    assert (result.status, result.lower_bound, result.statistics.expanded) == (Status.UNSOLVABLE, math.inf, 0)


def test_a_proof_does_not_count_if_the_goal_the_edges_or_the_start_are_others():
    class Anywhere(NPuzzle):
        def is_goal(self, state):
            return True

    assert AStar().search(Anywhere(SWAPPED)).cost == 0
    problem = with_starts(NPuzzle(SWAPPED), [NPuzzle(SWAPPED).initial_state, NPuzzle(SWAPPED).goal])
    assert AStar().search(problem, Limits(expanded=9)).cost == 0


def test_a_search_of_a_small_board_needs_no_proof():
    assert NPuzzle("2 1 3 / 4 5 6 / 7 8 0").why_unsolvable() is None
    assert NPuzzle(SWAPPED).why_unsolvable() is not None


def test_another_heuristic_hides_the_batches_of_the_first():
    problem = FunctionProblem(
        0, successors=lambda n: [("add", n + 1, 1)] if n < 9 else [], is_goal=lambda n: n == 9,
        heuristic=lambda n: 9 - n, heuristic_batch=lambda states: [9 - n for n in states],
    )  # fmt: skip
    for other in (with_heuristic(problem, lambda n: 0), with_goals(problem, [5], heuristic=lambda n: 0)):
        assert None is resolve_problem(other).heuristic_batch
        assert {0} == {each.h for each in searched(other).states()}


def searched(problem):
    search = AStar().start(problem)
    search.run()
    return search


def test_the_repr_of_a_function_problem_names_its_start_and_its_function():
    def steps(state):
        return [("next", state + 1, 1)]

    problem = FunctionProblem(0, successors=steps, is_goal=bool)
    assert repr(problem) == "<FunctionProblem from 0, successors=steps>"
    assert len(repr(FunctionProblem("x" * 1000, successors=lambda s: [], is_goal=bool))) < 100
