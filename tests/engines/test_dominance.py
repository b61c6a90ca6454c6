"""Dominated states are left out, and the cost of the solution stays the same."""

import math
import warnings
from fractions import Fraction
from random import Random

import pytest
from helpers.broken_problems import Valid
from helpers.sampling import slow
from hypothesis import given
from hypothesis import strategies as st

from astarlib import (
    AllOptimal,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BatchWeightedAStar,
    BeamSearch,
    BOAStar,
    Dijkstra,
    FocalSearch,
    FSAStar,
    FunctionProblem,
    GreedyBestFirst,
    IDAStar,
    KBest,
    SearchProblem,
    Status,
    WeightedAStar,
    explore,
)
from astarlib.checking import check_engine, check_problem
from astarlib.engines import ENGINES
from astarlib.errors import ProblemMethodError
from astarlib.searching.dominance import Labels

USING = [
    AStar(),
    FocalSearch(weight=2),
    Dijkstra(),
    WeightedAStar(weight=2),
    AStar(reopen=False),
    ARAStar(),
    AnytimeWeightedAStar(),
    BeamSearch(width=3),
]
IGNORING = [IDAStar(), BatchWeightedAStar(), FSAStar(), KBest(k=3), AllOptimal()]


class Drive(SearchProblem):
    """A state is a place, the charge and the money that are left. Each road costs minutes, charge and money."""

    def __init__(self, roads, goal, charge, money, *, prunes=True):
        super().__init__((0, charge, money))
        self.roads, self.goal = roads, goal
        if not prunes:
            self.resources = None

    def actions(self, state):
        place, charge, money = state
        return [n for n, road in enumerate(self.roads) if road[0] == place and road[3] <= charge and road[4] <= money]

    def result(self, state, action):
        _, head, _, used, paid = self.roads[action]
        return head, state[1] - used, state[2] - paid

    def cost(self, state, action, next_state):
        return self.roads[action][2]

    def is_goal(self, state):
        return state[0] == self.goal

    def resources(self, state):
        return state[0], (-state[1], -state[2])


def random_drive(seed, *, prunes=True):
    random = Random(seed)
    places = 12
    roads = [
        (
            random.randrange(places),
            random.randrange(places),
            random.randint(0, 9),
            random.randint(0, 4),
            random.randint(0, 3),
        )
        for _ in range(40)
    ]
    return Drive(roads, places - 1, 12, 8, prunes=prunes)


@pytest.mark.costly
@given(st.integers(0, 10**6))
def test_the_cost_is_the_same_as_without_dominance(seed):
    expected = Dijkstra().search(random_drive(seed, prunes=False))
    for engine in USING:
        result = engine.search(random_drive(seed))
        assert result.status is expected.status
        if result:
            result.verify(random_drive(seed))
            assert result.cost <= engine.guarantee.factor * expected.cost
            assert result.lower_bound <= expected.cost
    assert Dijkstra().search(random_drive(seed)).statistics.expanded <= expected.statistics.expanded


@pytest.mark.parametrize("engine", IGNORING, ids=repr)
def test_engines_that_need_dominated_states_keep_them(engine):
    for seed in range(5):
        with pytest.warns(UserWarning, match="doesn't use the resources of Drive"):
            with_ = engine.search(random_drive(seed))
        without = engine.search(random_drive(seed, prunes=False))
        assert with_ == without
        assert list(with_.solutions) == list(without.solutions)


def test_dominance_saves_most_of_the_expansions():
    counts = [
        [Dijkstra().search(random_drive(seed, prunes=prunes)).statistics.expanded for seed in range(20)]
        for prunes in (True, False)
    ]
    assert sum(counts[0]) < 0.4 * sum(counts[1])


def test_a_beam_without_dominated_states_takes_few_passes():
    counts = [
        [BeamSearch(width=3).search(random_drive(seed, prunes=prunes)).statistics.expanded for seed in range(20)]
        for prunes in (True, False)
    ]
    assert sum(counts[0]) < 0.2 * sum(counts[1])


def test_a_beam_asks_few_times_for_the_resources_of_a_state():
    class Counted(Drive):
        calls = 0

        def resources(self, state):
            self.calls += 1
            return super().resources(state)

    line = Counted([(at, at + 1, 1, way % 2, way // 2) for at in range(100) for way in range(4)], 100, 60, 60)
    result = BeamSearch(width=3, complete=False).search(line)
    assert line.calls <= result.statistics.generated + result.statistics.expanded + 1


@pytest.mark.costly
@pytest.mark.parametrize("seed", [4, 7, *map(slow, (3, 5, 6))])
@pytest.mark.parametrize("engine", [*USING, GreedyBestFirst()], ids=repr)
def test_searches_with_dominance_keep_every_law(engine, seed):
    assert 1 == check_engine(engine, problems=[random_drive(seed)]).problems


class Batch(Drive):
    """Ask for h of many states, and fail at the call ``fails_at``."""

    seen, calls, fails_at = 0, 0, 0

    def heuristic_batch(self, states):
        self.calls += 1
        if self.calls == self.fails_at:
            raise OSError("busy")
        self.seen += len(states)
        return [0 for _ in states]


# Beam search evaluates a layer with one call, and then a state only once that several expansions forget.
@pytest.mark.parametrize("engine", [*USING[:-1], GreedyBestFirst()], ids=repr)
def test_a_heuristic_for_many_states_evaluates_only_those_that_are_left(engine):
    for seed in (7, 8):
        drive, random = random_drive(seed), Random(seed)
        for tail, head, _, used, paid in random.sample(drive.roads, 10):  # Another road to the same state.
            drive.roads.append((tail, head, random.randint(0, 9), used, paid))
        expected = engine.search(drive)
        for fails_at in (0, 4, 7):
            batch = Batch(drive.roads, drive.goal, 12, 8)
            batch.fails_at = fails_at
            search = engine.start(batch)
            try:
                result = search.run()
            except OSError:
                result = search.run()
            assert result == expected
            assert batch.seen == result.statistics.evaluated or not engine.uses_heuristic


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_calls_resources_exactly_if_it_says_so_and_warns_otherwise(name):
    called = []

    class Counted(Valid):
        def resources(self, state):
            called.append(state)
            return state, (0,)

    engine = ENGINES[name]()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        engine.search(Counted())
    assert (len(called) > 0) is engine.uses_resources
    assert [type(engine).__name__ in str(each.message) for each in caught] == [True] * (not engine.uses_resources)


@pytest.mark.costly
@given(st.integers(0, 10**6))
def test_an_exploration_leaves_out_no_dominated_state(seed):
    with_, without = explore(random_drive(seed)), explore(random_drive(seed, prunes=False))
    assert {state: with_.cost(state) for state in with_} == {state: without.cost(state) for state in without}


@pytest.mark.parametrize(
    "resources",
    [
        lambda state: None,
        lambda state: 3,
        lambda state: (state, 3),
        lambda state: ([], (1,)),
        lambda state: (1, ("a", 2), 3),
        lambda state: (state, (1, math.nan)),
        lambda state: (state, ("100",)),
        lambda state: (state, {"fuel": 3}),
        lambda state: (state, {3}),
        lambda state: (state, "100"),
        lambda state: (state, b"100"),
        lambda state: (state, range(3)),
        lambda state: (state, iter([1])),
        lambda state: (state, (None,)),
        lambda state: (state, (1j,)),
        lambda state: (state, ((1, 2),)),
        lambda state: (state, [[1]]),
    ],
)
def test_resources_of_another_form_are_refused(resources):
    problem = FunctionProblem(0, successors=lambda n: [("go", n + 1, 1)], is_goal=lambda n: n == 3, resources=resources)
    with pytest.raises(ProblemMethodError, match=r"resources\(0\) returned .*; expected a pair of a hashable key and"):
        AStar().search(problem)


def test_numbers_of_any_kind_are_resources():
    for numbers in ((1, 2.5), [3], (Fraction(1, 2), math.inf), (-math.inf, True), ()):
        problem = FunctionProblem(0, successors=lambda n: [("go", n + 1, 1)], is_goal=lambda n: n == 3)
        problem.resources = lambda n, numbers=numbers: (n, numbers)
        assert AStar().search(problem).cost == 3


@pytest.mark.parametrize("engine", [AStar(), FocalSearch(weight=2), BOAStar()], ids=repr)
def test_states_with_one_key_have_equally_many_resources(engine):
    problem = FunctionProblem(
        0,
        successors=lambda n: [("go", n + 1, 1)],
        is_goal=lambda n: n == 3,
        resources=lambda n: ("key", (-n,) * (1 + n % 2)),
    )
    with pytest.raises(ProblemMethodError, match=r"resources\(1\) returned 2 numbers, but .*'key' has 1"):
        engine.search(problem)


@pytest.mark.costly
def test_the_checker_finds_a_dominance_that_loses_the_optimum():
    wrong = random_drive(7)
    wrong.resources = lambda state: (state[0], (state[1], state[2]))  # More charge is better, not less.
    messages = [fault.message for fault in check_problem(wrong).faults]
    assert any("that dominates" in each and "at that cost or less" in each for each in messages)


@pytest.mark.costly
@given(st.integers(0, 10**6))
def test_the_checker_accepts_a_right_dominance(seed):
    report = check_problem(random_drive(seed))
    assert report.ok, str(report)


class Table(FunctionProblem):
    """A graph with the number of the resource that each state has used. All states have the same key."""

    def __init__(self, edges, used, goals):
        super().__init__(
            next(iter(edges)),
            successors=lambda state: [(head, head, cost) for head, cost in edges.get(state, {}).items()],
            is_goal=lambda state: state in goals,
            resources=lambda state: (state in goals, (used[state],)),
        )


def test_the_checker_finds_a_solution_that_leads_through_a_dominated_state_only():
    # All remaining costs are right, but the search leaves out B, because A dominates it.
    problem = Table({"A": {"B": 0}, "B": {"goal": 1}}, {"A": 0, "B": 1, "goal": 0}, {"goal"})
    assert AStar().search(problem).status is Status.UNSOLVABLE
    [fault] = check_problem(problem).faults
    assert fault.message == (
        "'A' has the key of 'B', and none of its resources is greater, but action 'goal' leads from 'B' to 'goal' at "
        "cost 1, and no edge of 'A' leads there, or to a state that dominates 'goal', at that cost or less. Add the "
        "resource or the part of the key that makes them differ"
    )


def test_a_state_with_all_resources_need_not_get_more():
    edges = {"start": {"full": 2, "low": 0}, "low": {"full": 2}, "full": {"goal": 1}}
    problem = Table(edges, {"start": 3, "low": 2, "full": 0, "goal": 0}, {"goal"})
    assert check_problem(problem).ok
    assert AStar().search(problem).cost == 3


def test_the_checker_finds_a_goal_that_a_state_dominates_which_is_none():
    problem = FunctionProblem(
        3,
        successors=lambda state: [("less", state - 1, 1)] if state > 0 else [],
        is_goal=lambda state: state == 1,
        resources=lambda state: (0, (state,)),
    )
    faults = {fault.message for fault in check_problem(problem).faults}
    assert any("0 has the key of 1, and none of its resources is greater, but only 1 is a goal" in f for f in faults)


@pytest.mark.costly
@pytest.mark.parametrize("wrong", [lambda state: (state, 3), lambda state: (1, 2, 3)])
def test_the_checker_finds_resources_of_another_form(wrong):
    problem = random_drive(7)
    problem.resources = wrong
    assert "expected a pair of a hashable key and a tuple of numbers" in str(check_problem(problem))


@pytest.mark.costly
@given(
    st.integers(1, 3).flatmap(
        lambda size: st.lists(st.tuples(st.integers(0, 6), st.tuples(*[st.integers(0, 5)] * size)))
    )
)
def test_labels_are_dominated_if_and_only_if_an_earlier_one_is_no_worse(added):
    labels, earlier = Labels(), []
    for g, vector in added:
        expected = any(other <= g and all(a <= b for a, b in zip(used, vector, strict=True)) for other, used in earlier)
        assert labels.dominate(g, vector) == expected
        if not expected:
            labels.add(g, vector)
            earlier.append((g, vector))
    assert labels.gs == sorted(labels.gs)
    assert math.inf not in labels.gs
