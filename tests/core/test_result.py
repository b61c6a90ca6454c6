"""The values that a result has, and those that it refuses to return."""

import json
import math
import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest
from helpers.graphs import Explicit, Graph, Keyed, cases, forms
from helpers.sampling import in_turn
from hypothesis import given
from hypothesis import strategies as st

from astarlib import (
    AllOptimal,
    ARAStar,
    AStar,
    BAEStar,
    Dijkstra,
    GreedyBestFirst,
    KBest,
    LimitKind,
    Limits,
    SearchResult,
    Solution,
    Status,
)
from astarlib._support.lazy_list import LazyList
from astarlib._support.wording import round_ratio_up
from astarlib.errors import NoSolutionError, VerificationError
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.result import Path, Statistics, lazy_path

pytestmark = pytest.mark.quick

LINE = Explicit(Graph(((0, 1, 2), (1, 2, 3), (2, 3, 4)), frozenset({3}), (9, 7, 4, 0)))
SOLVED = AStar().search(LINE)
STOPPED = AStar().search(LINE, limits=Limits(expanded=1))
UNSOLVABLE = AStar().search(Explicit(Graph(((0, 1, 2),), frozenset(), (math.inf, 0))))
OF_SOLUTION = ["cost", "actions", "states", "path", "suboptimality_bound"]


def with_bound(cost, lower_bound):
    return replace(SOLVED, solution=replace(SOLVED.solution, cost=cost), lower_bound=lower_bound)


def test_a_solved_result_shows_cost_actions_states_and_path():
    assert (9, (0, 1, 2), (0, 1, 2, 3)) == (SOLVED.cost, SOLVED.actions, SOLVED.states)
    assert ((None, 0), (0, 1), (1, 2), (2, 3)) == SOLVED.path == SOLVED.solution.path
    assert (2, 3, 4) == SOLVED.solution.costs


@in_turn("name", OF_SOLUTION)
@in_turn("result, said", [(STOPPED, r"\(LIMIT, EXPANDED\)"), (UNSOLVABLE, "UNSOLVABLE")])
def test_a_result_without_a_solution_refuses_what_belongs_to_one_and_names_its_status(result, said, name):
    with pytest.raises(NoSolutionError, match=said):
        getattr(result, name)


@in_turn(
    "cost, lower_bound, expected",
    [
        (9, 9, 1),
        (0, 0, 1),
        (0.0, 0, 1),
        (5, 0, math.inf),
        (9, 6, 1.5),
        (3, 2.5, math.nextafter(1.2, 2)),  # the float next to 1.2 is below it
        (1, 0.5, 2),
        (10**400, 1, math.inf),
        (10**400, 0.5, math.inf),
        (math.inf, 1, math.inf),
        (10**17 + 1, 10**17, math.nextafter(1, 2)),
        (1e17, 10**17 - 1, math.nextafter(1, 2)),
        (Fraction(4, 3), Fraction(1), math.nextafter(4 / 3, 2)),
    ],
)
def test_the_suboptimality_bound_is_the_cost_over_the_lower_bound(cost, lower_bound, expected):
    assert expected == with_bound(cost, lower_bound).suboptimality_bound


positive = st.one_of(st.integers(1, 10**40), st.fractions(Fraction(1, 10**6), 10**20), st.floats(1e-300, 1e300))


@given(positive, positive)
def test_the_suboptimality_bound_is_the_smallest_float_that_is_not_below_the_true_ratio(one, other):
    cost, bound = max(one, other), min(one, other)
    result, exact = with_bound(cost, bound), Fraction(cost) / Fraction(bound)
    found = result.suboptimality_bound
    assert found >= exact
    assert found == 1 or math.nextafter(found, 0) < exact
    assert (cost == bound) == (found == 1) == result.is_optimal
    assert bool(round_ratio_up(found) == 1) == result.is_optimal


def test_only_a_result_with_a_solution_is_true():
    assert bool(SOLVED)
    assert bool(replace(SOLVED, status=Status.LIMIT, limit=LimitKind.EXPANDED))  # of an anytime engine
    assert not bool(STOPPED)
    assert not bool(UNSOLVABLE)


def test_only_a_solution_that_is_proved_optimal_is_optimal():
    assert SOLVED.is_optimal
    assert not with_bound(9, 8).is_optimal
    assert not with_bound(5, 0).is_optimal
    assert not STOPPED.is_optimal
    assert not UNSOLVABLE.is_optimal


def test_a_result_says_that_there_is_no_solution_only_if_that_is_proved():
    def said(result):
        with pytest.raises(NoSolutionError) as caught:
            _ = result.cost
        return str(caught.value)

    assert "there is no solution: the search ended with UNSOLVABLE" in said(UNSOLVABLE)
    stopped = "this result has no solution: the search stopped at a limit before finding one (LIMIT, EXPANDED)"
    assert stopped in said(STOPPED)
    assert "there is no solution" not in said(STOPPED)
    cancelled = said(replace(STOPPED, limit=LimitKind.CANCELLED))
    assert "the search was cancelled before finding one. Run it again." in cancelled
    gave_up = said(replace(STOPPED, status=Status.GAVE_UP, limit=None))
    assert "didn't prove that none exists: it ended with GAVE_UP" in gave_up


@given(cases(), forms)
def test_results_of_equal_searches_are_equal_and_have_equal_hashes(case, form):
    graph, engine = case
    one, other = engine.search(form(graph)), engine.search(form(graph))
    assert one == other
    assert replace(one, statistics=replace(one.statistics, seconds=1e9)) == other
    assert replace(one, statistics=replace(one.statistics, generated=-1)) != other
    if form is not Keyed:  # whose states have no hash
        assert hash(one) == hash(other)


def test_a_result_as_a_dict_has_what_json_has():
    found = SOLVED.to_dict()
    assert found == json.loads(json.dumps(found, allow_nan=False))
    assert ("SOLVED", None, True, "AStar()", None) == tuple(
        found[name] for name in ("status", "limit", "optimal", "engine", "nearest")
    )
    assert (9, 9, 1, [0, 1, 2], [0, 1, 2, 3], [2, 3, 4]) == tuple(
        found[name] for name in ("cost", "lower_bound", "suboptimality_bound", "actions", "states", "costs")
    )
    assert 3 == found["statistics"]["expanded"]
    assert found["statistics"]["heuristic_calls"] == SOLVED.statistics.heuristic_calls


def test_a_result_without_a_solution_as_a_dict_has_the_path_to_the_nearest_state():
    found = STOPPED.to_dict()
    assert ("LIMIT", "EXPANDED", False) == (found["status"], found["limit"], found["optimal"])
    assert [None] * 4 == [found[name] for name in ("cost", "actions", "states", "suboptimality_bound")]
    assert {"h": 7, "cost": 2, "actions": [0], "states": [0, 1], "costs": [2]} == found["nearest"]
    assert None is UNSOLVABLE.to_dict()["lower_bound"]


def nested(depth):
    return () if depth == 0 else (nested(depth - 1),)


@in_turn(
    "state, expected",
    [
        ((1, "a", None, (True, 0.5)), [1, "a", None, [True, 0.5]]),
        ([{"a": (1,)}], [{"a": [1]}]),
        ({1: 2}, "{1: 2}"),
        (frozenset({1}), "frozenset({1})"),
        ((1, math.inf), "(1, inf)"),
        (Fraction(1, 2), "Fraction(1, 2)"),
        (nested(200), repr(nested(200))),
    ],
)
def test_states_and_actions_of_json_kinds_stay_values_and_others_are_their_repr(state, expected):
    solution = Solution(cost=Fraction(1, 2), actions=(state,), states=(state, state), costs=(Fraction(1, 2),))
    found = replace(SOLVED, solution=solution).to_dict()
    assert ([expected] * 2, [expected], 0.5) == (found["states"], found["actions"], found["cost"])
    json.dumps(found, allow_nan=False)


def test_a_cost_beyond_all_floats_is_absent_from_json():
    assert with_bound(Fraction(10**400, 3), 1).to_dict()["cost"] is None


def test_the_outcomes_differ():
    assert (Status.SOLVED, None) == (SOLVED.status, SOLVED.limit)
    assert (Status.LIMIT, LimitKind.EXPANDED, None) == (STOPPED.status, STOPPED.limit, STOPPED.solution)
    assert (Status.UNSOLVABLE, None, None) == (UNSOLVABLE.status, UNSOLVABLE.limit, UNSOLVABLE.solution)


def test_an_unsolvable_result_says_how_many_dead_ends_it_relies_on():
    assert 1 == UNSOLVABLE.statistics.dead_ends
    assert 0 == Dijkstra().search(Explicit(Graph(((0, 1, 2),), frozenset(), (0, 0)))).statistics.dead_ends


def test_the_nearest_state_is_what_a_stopped_search_has_to_show():
    nearest = STOPPED.nearest
    assert (2, 7, (0,), (0, 1), (2,)) == (nearest.cost, nearest.h, nearest.actions, nearest.states, nearest.costs)
    assert ((None, 0), (0, 1)) == nearest.path


def test_of_states_equally_near_the_first_is_shown():
    problem = Explicit(Graph(((0, 1, 1), (0, 2, 1), (0, 3, 1)), frozenset(), (5, 4, 4, 4)))
    assert (0, 1) == AStar().search(problem).nearest.states


def test_an_engine_that_evaluates_no_h_has_no_nearest_state():
    assert Dijkstra().search(LINE).nearest is None


@pytest.mark.parametrize("steps", [SOLVED.solution, SOLVED.nearest, Dijkstra().search(LINE, limits=Limits()).solution])
def test_the_length_of_a_solution_is_its_number_of_actions(steps):
    assert 3 == len(steps)


def test_a_solution_of_no_steps_is_true_and_of_length_0():
    solution = AStar().search(Explicit(Graph((), frozenset({0}), (0,)))).solution
    assert bool(solution)
    assert 0 == len(solution)
    assert ((None, 0),) == solution.path


def test_results_show_what_matters():
    given_h = "lower_bound=9 if h never overestimates"
    assert f"SearchResult(SOLVED, cost=9, {given_h}, expanded=3, engine=AStar())" == repr(SOLVED)
    assert f"SearchResult(LIMIT, limit=EXPANDED, {given_h}, expanded=1, engine=AStar())" == repr(STOPPED)
    assert "SearchResult(UNSOLVABLE, lower_bound=inf, expanded=0, engine=AStar())" == repr(UNSOLVABLE)
    assert "Solution(cost=9, 3 actions)" == repr(SOLVED.solution)
    assert "Path(cost=2, h=7, 1 action)" == repr(STOPPED.nearest)


def test_the_condition_of_a_bound_is_that_of_the_engine():
    puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    conditions = {engine.__name__: engine().search(puzzle).condition for engine in (AStar, BAEStar, Dijkstra)}
    assert {"AStar": "h never overestimates", "BAEStar": "h is consistent", "Dijkstra": ""} == conditions
    assert "lower_bound=2, expanded" in repr(Dijkstra().search(puzzle))
    assert "which is optimal if h is consistent." in BAEStar().search(puzzle).summary()


@pytest.mark.parametrize("result", [SOLVED, STOPPED, UNSOLVABLE], ids=["solved", "stopped", "unsolvable"])
def test_a_pickled_result_is_the_same_result(result):
    assert result == pickle.loads(pickle.dumps(result))


@pytest.mark.parametrize("value", [SOLVED, SOLVED.solution, SOLVED.nearest, SOLVED.statistics])
def test_results_cannot_be_changed(value):
    name = value.__dataclass_fields__.keys()
    with pytest.raises(FrozenInstanceError):
        setattr(value, next(iter(name)), 1)


def test_results_are_of_their_documented_classes():
    assert isinstance(SOLVED, SearchResult)
    assert isinstance(SOLVED.solution, Solution)
    assert isinstance(SOLVED.nearest, Path)
    assert isinstance(SOLVED.statistics, Statistics)
    assert "AStar()" == SOLVED.engine


def test_a_result_holds_no_search_and_no_problem():
    assert len(pickle.dumps(GreedyBestFirst().search(LINE))) < 2000


def test_the_path_of_a_result_stays_as_it_was_when_the_search_goes_on():
    search = AStar().start(LINE)
    early = search.run(Limits(expanded=1))
    assert search.run().cost == 9
    assert early == STOPPED
    assert (early.nearest.actions, early.nearest.states, early.nearest.costs) == ((0,), (0, 1), (2,))


@in_turn("copied", [copy, deepcopy, lambda path: pickle.loads(pickle.dumps(path)), replace])
@in_turn("kind", ["solution", "nearest"])
def test_copies_of_a_path_that_was_not_read_yet_are_equal_and_have_equal_hashes(kind, copied):
    path = getattr(AStar().search(LINE), kind)
    other = copied(path)
    assert other == getattr(SOLVED, kind) == path
    assert hash(other) == hash(path)


def test_a_path_is_computed_once():
    computed = []
    path = lazy_path(1, 0, lambda: computed.append(1) or ((0,), (0, 1), (1,)))
    assert (path.cost, path.h, computed) == (1, 0, [])
    assert (path.states, path.actions, path.costs, len(path)) == ((0, 1), (0,), (1,), 1)
    assert computed == [1]


def test_a_path_that_another_thread_has_computed_meanwhile_is_the_same():
    path = lazy_path(1, 0, lambda: ((0,), (0, 1), (1,)))
    states = path.states
    assert type(path).__getattr__(path, "states") is states


def test_a_path_has_no_other_attributes():
    with pytest.raises(AttributeError, match="'Path' object has no attribute 'length'"):
        AStar().search(LINE).nearest.length  # noqa: B018


def test_only_engines_whose_f_is_a_bound_count_the_expansions_before_the_last_f():
    assert SOLVED.statistics.expanded_before_last_f == 0
    assert 3 == Dijkstra().search(LINE).statistics.expanded_before_last_f
    assert GreedyBestFirst().search(LINE).statistics.expanded_before_last_f is None


NO_STATISTICS = Statistics(0, 0, 0, 0, 0, 0, 0, None, 0.0)


@pytest.mark.parametrize(
    ("status", "limit", "bound", "said"),
    [
        (Status.UNSOLVABLE, None, math.inf, "There is no solution: all reachable states were searched."),
        (Status.GAVE_UP, None, 1, "Gave up: nothing is left to try, which proves nothing."),
        (Status.LIMIT, LimitKind.EXPANDED, 0, "No solution yet, stopped by the limit EXPANDED."),
        (Status.LIMIT, LimitKind.CANCELLED, 0, "No solution yet, cancelled."),
        (Status.LIMIT, LimitKind.COST, 3, "No solution yet, stopped by the limit COST; no solution costs less than 3."),
    ],
)
def test_the_summary_of_a_result_without_a_solution_says_why(status, limit, bound, said):
    assert said == SearchResult(status, limit, None, bound, None, NO_STATISTICS, "AStar()").summary()


def test_the_summary_of_a_solution_says_how_far_it_may_be_from_the_optimum():
    def summary(cost, bound, limit=None):
        solution = Solution(cost, ("go",), (0, 1), (cost,))
        status = Status.SOLVED if limit is None else Status.LIMIT
        return SearchResult(status, limit, solution, bound, None, NO_STATISTICS, "AStar()").summary()

    assert "Solved in 1 action at cost 3, which is optimal." == summary(3, 3)
    assert "Solved in 1 action at cost 3, and nothing is proved about the optimum." == summary(3, 0)
    assert (
        summary(4, 3) == "Solved in 1 action at cost 4, at most 1.334 times the optimum: no solution costs less than 3."
    )
    assert summary(3, 3, LimitKind.SOLUTIONS).endswith("optimal, stopped by the limit SOLUTIONS.")


# --- several solutions: check_engine compares result.solutions with Search.solutions ----------------------------------


def test_a_result_lists_its_solutions_from_the_first_to_the_last():
    assert [418, 450, 575] == [each.cost for each in KBest(k=3).search(romania("Arad", "Bucharest")).solutions]
    assert (SOLVED.solution,) == SOLVED.solutions
    assert () == UNSOLVABLE.solutions == STOPPED.solutions
    improved = ARAStar().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    assert [47, 31] == [each.cost for each in improved.solutions]
    assert improved.solutions[-1] is improved.solution


def test_a_continued_search_lists_the_solutions_of_all_its_runs():
    search = KBest(k=3).start(romania("Arad", "Bucharest"))
    assert 1 == len(search.run(Limits(solutions=1)).solutions)
    assert 2 == len(search.run(Limits(solutions=1)).solutions)
    assert search.run().solutions == KBest(k=3).search(romania("Arad", "Bucharest")).solutions
    assert pickle.loads(pickle.dumps(search)).run().solutions == search.run().solutions


def test_optimal_solutions_are_listed_when_they_are_read():
    room = GridProblem("." * 12 + "\n" + ("." * 12 + "\n") * 11, (0, 0), (11, 11))
    solutions = AllOptimal().search(room).solutions  # There are 705,432.
    assert [22, 22] == [each.cost for each in solutions[:2]]
    assert solutions[2] not in solutions[:2]
    assert next(iter(solutions)) == solutions[0]
    assert "<LazyList with 3 items read>" == repr(solutions)
    assert list(pickle.loads(pickle.dumps(solutions))) == solutions[:1_000]
    few = AllOptimal().search(GridProblem("...\n...", (0, 0), (2, 1))).solutions
    assert 3 == len(few) == len(few[::-1])
    assert few[-1] == few[2]
    with pytest.raises(IndexError):
        few[3]


def test_solutions_that_could_not_be_read_are_not_missing_without_an_error():
    def failing():
        yield 1
        raise KeyboardInterrupt

    items = LazyList(failing())
    with pytest.raises(KeyboardInterrupt):
        len(items)
    assert items[0] == 1
    for _ in range(2):
        with pytest.raises(RuntimeError, match=r"isn't complete, because reading it failed \(KeyboardInterrupt\(\)\)"):
            len(items)


def test_each_solution_is_verified():
    result = KBest(k=2).search(romania("Arad", "Bucharest"))
    result.verify(romania("Arad", "Bucharest"))
    wrong = replace(result.solutions[1], states=("Arad", "Sibiu", "Fagaras", "Pitesti"))
    with pytest.raises(VerificationError, match="Pitesti"):
        replace(result, solutions=(result.solutions[0], wrong)).verify(romania("Arad", "Bucharest"))


# --- a path as text ---------------------------------------------------------------------------------------------------


def test_a_path_is_printed_as_numbered_steps():
    path = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).path
    assert "1 2 3\n4 5 6\n. 7 8\n\n1. right\n1 2 3\n4 5 6\n7 . 8\n\n2. right\n1 2 3\n4 5 6\n7 8 ." == str(path)
    assert "Arad\n1. to Sibiu\n2. to Fagaras" == str(AStar().search(romania("Arad", "Fagaras")).path)
    assert "      0\n1. 0  1\n2. 1  2\n3. 2  3" == str(SOLVED.path) == str(pickle.loads(pickle.dumps(SOLVED)).path)


def test_a_printed_path_is_a_tuple_all_the_same():
    path = SOLVED.path
    assert repr(path) == "((None, 0), (0, 1), (1, 2), (2, 3))"
    assert path == pickle.loads(pickle.dumps(path))
    assert json.loads(json.dumps(path)) == [[None, 0], [0, 1], [1, 2], [2, 3]]
    assert "Arad" == str(AStar().search(romania("Arad", "Arad")).path)
