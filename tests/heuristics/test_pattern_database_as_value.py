"""Pattern databases apart from their distances: dead ends, values, progress, and refused input."""

import itertools
import math
import pickle
from types import SimpleNamespace

import pytest
from helpers.stacks import large_ones, small_ones

from astarlib import AStar, FunctionProblem, SearchProblem, Status, with_heuristic
from astarlib.errors import InvalidCostError, MissingCapabilityError, PatternDatabaseError
from astarlib.events import Started, TableProgress
from astarlib.heuristics import Abstraction, PatternDatabase, backward_search
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem


def two_tiles(board):
    return tuple([tile if tile < 3 else -1 for tile in board])


# --- dead ends --------------------------------------------------------------------------------------------------------


class Slope(SearchProblem):
    """Down to 0 by steps of 1, from where it is not below 0 already."""

    def actions(self, state):
        return ["down"]

    def result(self, state, action):
        return state - 1

    def is_goal(self, state):
        return state == 0

    def goal_states(self):
        return [0]

    def predecessors(self, state):
        return [("down", state + 1, 1)] if state < 20 else []


def test_a_state_that_cannot_reach_a_goal_is_a_dead_end():
    database = PatternDatabase.build(Slope(9), Abstraction(lambda state: state))
    h = database.bind(Slope(9))
    assert [math.inf, 0, 20, math.inf] == [h(state) for state in (-1, 0, 20, 21)]
    result = AStar().search(with_heuristic(Slope(-1), database))
    assert (Status.UNSOLVABLE, 1) == (result.status, result.statistics.dead_ends)


def test_no_state_is_a_dead_end_when_the_search_was_not_exhaustive():
    database = PatternDatabase.build(Slope(9), Abstraction(lambda state: state), max_distance=5)
    assert [5, 6, 6, 6] == [database.bind(Slope(9))(state) for state in (5, 6, 20, -1)]


def test_a_bound_that_nothing_is_above_leaves_the_search_exhaustive():
    whole = PatternDatabase.build(Slope(9), Abstraction(lambda state: state), max_distance=20)
    assert math.inf == whole.beyond


AT_GOAL = FunctionProblem(0, successors=lambda _: [], is_goal=lambda state: state == 0)


@pytest.mark.parametrize(("bound", "kept", "beyond"), [(0, {0: 0}, 3), (5, {0: 0, 3: 3}, 6), (9, None, math.inf)])
def test_only_distances_up_to_the_bound_are_kept(bound, kept, beyond):
    by_threes = Abstraction(
        abs, predecessors=lambda n: [(n, m, m - n) for m in (n + 3, 9) if m <= 9], goal_states=iter([0])
    )
    database = PatternDatabase.build(AT_GOAL, by_threes, max_distance=bound)
    assert by_threes.goal_states == (0,)
    assert (kept or {0: 0, 3: 3, 6: 6, 9: 9}, beyond) == (database.distances, database.beyond)


# --- values -----------------------------------------------------------------------------------------------------------


def test_databases_built_alike_are_equal_wherever_the_problem_starts():
    one, other = (
        PatternDatabase.build(PancakeProblem(stack), Abstraction(large_ones)) for stack in ("1 2 3 4 5", "5 4 3 2 1")
    )
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("problem", "of", "max_distance"),
    [("1 2 3 4 5 6", large_ones, math.inf), ("1 2 3 4 5", small_ones, math.inf), ("1 2 3 4 5", large_ones, 2)],
)
def test_databases_of_another_size_abstraction_or_bound_differ(problem, of, max_distance):
    one = PatternDatabase.build(PancakeProblem("1 2 3 4 5"), Abstraction(large_ones))
    assert one != PatternDatabase.build(PancakeProblem(problem), Abstraction(of), max_distance=max_distance)


def test_a_database_and_its_bound_function_can_be_pickled():
    problem = PancakeProblem("3 1 2 5 4")
    database = PatternDatabase.build(problem, Abstraction(large_ones))
    assert database == pickle.loads(pickle.dumps(database))
    h = database.bind(problem)
    assert h(problem.initial_state) == pickle.loads(pickle.dumps(h))(problem.initial_state)


def test_a_database_says_what_it_is_in_a_line():
    database = PatternDatabase.build(PancakeProblem("3 1 2 5 4"), Abstraction(large_ones))
    assert "PatternDatabase(large_ones, 20 abstract states)" == repr(database)


# --- progress ---------------------------------------------------------------------------------------------------------


def test_progress_is_reported_from_start_to_end():
    events = []
    database = PatternDatabase.build(PancakeProblem(range(1, 9)), Abstraction(large_ones), observer=events.append)
    assert {TableProgress} == set(map(type, events))
    assert [0, len(database.distances)] == [events[0].done, events[-1].done]


def test_progress_is_reported_ten_times_a_second(monkeypatch):
    events, ticks = [], itertools.count(8, 0.0625)
    monkeypatch.setattr(backward_search, "time", SimpleNamespace(perf_counter=lambda: next(ticks)))
    chain = Abstraction(abs, predecessors=lambda n: [(1, n + 1, 1)] if n < 1200 else [], goal_states=[0])
    PatternDatabase.build(AT_GOAL, chain, observer=events.append)
    assert [(0, 0.0625), (1000, 0.1875), (1201, 0.25)] == [(event.done, event.seconds) for event in events]


def test_an_observer_gets_only_what_it_wants():
    class Watcher:
        event_types = frozenset({Started})

        def __call__(self, event):
            pytest.fail(f"{event} was not wanted")

    PatternDatabase.build(PancakeProblem("3 1 2 5 4"), Abstraction(large_ones), observer=Watcher())


def test_an_observer_that_raises_stops_the_building():
    def stop(event):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PatternDatabase.build(PancakeProblem("3 1 2 5 4"), Abstraction(large_ones), observer=stop)


# --- what cannot serve ------------------------------------------------------------------------------------------------


PUZZLE = NPuzzle("1 2 3 / 4 5 6 / 7 0 8")
OTHER_GOAL = NPuzzle("1 2 3 / 4 5 6 / 7 0 8", goal="0 1 2 / 3 4 5 / 6 7 8")


@pytest.mark.parametrize("problem", [OTHER_GOAL, NPuzzle("1 2 / 3 0"), PancakeProblem("1 2"), None], ids=repr)
def test_a_database_refuses_to_bind_to_another_goal(problem):
    database = PatternDatabase.build(PUZZLE, Abstraction(two_tiles, goal_states=[PUZZLE.goal], symmetric=True))
    with pytest.raises(PatternDatabaseError, match="can't be used for"):
        database.bind(problem)


def test_a_database_refuses_a_problem_with_a_goal_more():
    class Either(Slope):
        def is_goal(self, state):
            return state in (0, 7)

    class Both(Either):
        def goal_states(self):
            return [0, 7]

        def is_goal(self, state):
            return super().is_goal(state)

    database = PatternDatabase.build(Slope(9), Abstraction(lambda state: state))
    for problem in (Either(9), Both(100)):
        with pytest.raises(PatternDatabaseError, match="7 is a goal of the problem"):
            database.bind(problem)


def test_a_database_refuses_a_problem_with_cheaper_steps():
    class Cheap(Slope):
        def cost(self, state, action, next_state):
            return 0.5

    database = PatternDatabase.build(Slope(9), Abstraction(lambda state: state))
    with pytest.raises(PatternDatabaseError, match=r"doesn't keep the step 'down' of cost 0\.5 from 9"):
        database.bind(Cheap(9))


def test_a_database_serves_a_problem_with_dearer_steps():
    class Dear(Slope):
        def cost(self, state, action, next_state):
            return 2

    database = PatternDatabase.build(Slope(9), Abstraction(lambda state: state))
    assert 18 == AStar().search(with_heuristic(Dear(9), database)).cost


def test_an_abstraction_that_drops_a_step_is_refused_when_it_is_built():
    upwards = Abstraction(lambda state: state, goal_states=[0], symmetric=True)  # but there is no way up
    no_way_back = FunctionProblem(3, successors=lambda n: [("down", n - 1, 1)], is_goal=lambda n: n == 0)
    with pytest.raises(PatternDatabaseError, match="doesn't keep the step 'down'"):
        PatternDatabase.build(no_way_back, upwards, max_distance=5)


def test_an_invalid_goal_is_refused_when_it_is_built():
    with pytest.raises(PatternDatabaseError, match="3, which isn't a goal"):
        PatternDatabase.build(Slope(9), Abstraction(lambda state: state, goal_states=[0, 3]))


def test_a_problem_that_lists_no_goals_is_refused():
    class Goalless(Slope):
        def goal_states(self):
            return []

    with pytest.raises(PatternDatabaseError, match=r"Goalless\.goal_states\(\) returned no goal"):
        PatternDatabase.build(Goalless(9), Abstraction(lambda state: state))


def test_a_problem_without_goals_or_way_back_gets_an_error_with_what_it_lacks():
    puzzle = FunctionProblem(1, successors=lambda _: [], is_goal=bool)
    with pytest.raises(MissingCapabilityError, match=r"needs the goals.*FunctionProblem"):
        PatternDatabase.build(puzzle, Abstraction(abs))
    with pytest.raises(MissingCapabilityError, match=r"FunctionProblem has no usable predecessors.*symmetric=True"):
        PatternDatabase.build(puzzle, Abstraction(abs, goal_states=[1]))


def test_the_way_back_of_the_problem_goes_before_its_own_steps():
    database = PatternDatabase.build(Slope(9), Abstraction(abs, symmetric=True))
    assert 20 == max(database.distances)


@pytest.mark.parametrize("name", ["actions", "result", "cost", "successors", "is_goal"])
def test_a_way_back_that_a_subclass_has_outdated_is_not_taken(name):
    def redefined(self, *given):
        return getattr(Slope, name)(self, *given)

    with pytest.raises(MissingCapabilityError):
        PatternDatabase.build(type("Own", (Slope,), {name: redefined})(9), Abstraction(abs))


@pytest.mark.parametrize("cost", [-1, math.inf, math.nan])
def test_a_wrong_cost_of_an_abstract_edge_is_refused_with_the_edge(cost):
    abstraction = Abstraction(abs, predecessors=lambda state: [("down", state + 1, cost)])
    with pytest.raises(InvalidCostError, match="cost of 'down' from the abstract state 1") as caught:
        PatternDatabase.build(Slope(9), abstraction)
    assert (1, "down") == (caught.value.state, caught.value.action)


def test_an_error_of_the_way_back_names_the_abstract_state():
    with pytest.raises(ZeroDivisionError) as caught:
        PatternDatabase.build(Slope(9), Abstraction(abs, predecessors=lambda state: 1 / state))
    assert ["while following the edges into the abstract state 0 backward"] == caught.value.__notes__
