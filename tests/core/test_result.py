"""What a result says, and what it refuses to say."""

import math
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest
from graphs import Explicit, Graph

from astarlib import AStar, Dijkstra, GreedyBestFirst, LimitKind, Limits, SearchResult, Solution, Status
from astarlib.errors import NoSolutionError
from astarlib.result import Path, Statistics

LINE = Explicit(Graph(((0, 1, 2), (1, 2, 3), (2, 3, 4)), frozenset({3}), (9, 7, 4, 0)))
SOLVED = AStar().search(LINE)
STOPPED = AStar().search(LINE, limits=Limits(expanded=1))
UNSOLVABLE = AStar().search(Explicit(Graph(((0, 1, 2),), frozenset(), (math.inf, 0))))
OF_SOLUTION = ["cost", "actions", "states", "path", "suboptimality_bound"]


def with_bound(cost, lower_bound):
    return replace(SOLVED, solution=replace(SOLVED.solution, cost=cost), lower_bound=lower_bound)


def test_a_solved_result_tells_cost_actions_states_and_path():
    assert (9, (0, 1, 2), (0, 1, 2, 3)) == (SOLVED.cost, SOLVED.actions, SOLVED.states)
    assert ((None, 0), (0, 1), (1, 2), (2, 3)) == SOLVED.path == SOLVED.solution.path
    assert (2, 3, 4) == SOLVED.solution.costs


@pytest.mark.parametrize("name", OF_SOLUTION)
@pytest.mark.parametrize(
    ("result", "said"), [(STOPPED, r"LIMIT \(EXPANDED\)"), (UNSOLVABLE, "UNSOLVABLE")], ids=["stopped", "unsolvable"]
)
def test_a_result_without_a_solution_refuses_what_belongs_to_one_and_names_its_status(result, said, name):
    with pytest.raises(NoSolutionError, match=said):
        getattr(result, name)


@pytest.mark.parametrize(
    ("cost", "lower_bound", "expected"),
    [
        (9, 9, 1),
        (0, 0, 1),
        (0.0, 0, 1),
        (5, 0, math.inf),
        (9, 6, 1.5),
        (3, 2.5, 1.2),
        (1, 0.5, 2),
        (10**400, 1, math.inf),
    ],
)
def test_the_suboptimality_bound_is_the_cost_over_the_lower_bound(cost, lower_bound, expected):
    assert expected == with_bound(cost, lower_bound).suboptimality_bound


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


def test_an_engine_that_evaluates_no_h_knows_no_nearest_state():
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
    assert "SearchResult(SOLVED, cost=9, lower_bound=9, expanded=3, engine=AStar())" == repr(SOLVED)
    assert "SearchResult(LIMIT, limit=EXPANDED, lower_bound=9, expanded=1, engine=AStar())" == repr(STOPPED)
    assert "SearchResult(UNSOLVABLE, lower_bound=inf, expanded=0, engine=AStar())" == repr(UNSOLVABLE)
    assert "Solution(cost=9, 3 actions)" == repr(SOLVED.solution)
    assert "Path(cost=2, h=7, 1 actions)" == repr(STOPPED.nearest)


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


def test_only_engines_whose_f_is_a_bound_count_the_expansions_before_the_last_f():
    assert SOLVED.statistics.expanded_before_last_f == 0
    assert 3 == Dijkstra().search(LINE).statistics.expanded_before_last_f
    assert GreedyBestFirst().search(LINE).statistics.expanded_before_last_f is None
