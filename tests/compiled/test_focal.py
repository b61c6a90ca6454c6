"""Compiled focal search: the same search as in Python, and the steps to go of domains."""

import math
from dataclasses import replace
from random import Random

import pytest
from helpers.agreement import at_every_stop, both, in_python, told
from helpers.rows import RowProblem, random_rows
from helpers.sampling import slow

import astarlib
from astarlib import Limits, SearchProblem, compiled
from astarlib.compiled import CompiledDomain, DomainProblem, FocalSearch, check_domain
from astarlib.compiled.runtime import focal_search
from astarlib.errors import (
    InvalidHeuristicError,
    InvalidProblemError,
    MissingCapabilityError,
    ProblemMethodError,
)
from docs.examples.light_tiles import LightTiles, scrambled

PLAN = [
    Limits(expanded=3), Limits(cost=9), Limits(cost=4), Limits(expanded=5), Limits(cost=8), Limits(generated=9),
    Limits(cost=15), Limits(within=1.5), Limits(),
]  # fmt: skip


def graph(seed, *, floats=False, count=25):
    """A random graph with an inconsistent heuristic, dead ends, edges of cost 0, and often a bad estimate of steps."""
    random = Random(seed)
    edges, hs = random_rows(random, count=count, floats=floats, dead=0.1, consistent=seed % 2 == 0)
    edges = {tail: [(head, 0 * c if random.random() < 0.2 else c) for head, c in row] for tail, row in edges.items()}
    steps = None if seed % 4 == 0 else [random.choice([0, 1, 2, 0.5, math.inf]) for _ in range(count)]
    return RowProblem(edges, count - 1, hs=hs, steps=steps)


@pytest.fixture(params=[1 << 10, 5], ids="room for {} entries".format)
def room(request, monkeypatch):
    monkeypatch.setattr(focal_search, "_FIRST_ROOM", request.param)


@pytest.mark.parametrize("floats", [False, slow(True)])
@pytest.mark.parametrize("weight", [1, 1.5, slow(1.1), slow(2), slow(10), slow(1e308)])
def test_random_graphs_give_the_same_search_at_every_stop(weight, floats, room):
    for seed in range(8):
        for one, other in at_every_stop(FocalSearch(weight=weight), graph(seed, floats=floats), PLAN):
            assert one == other, seed


def test_cost_limits_below_those_of_earlier_runs_give_the_same_search():
    lowered = 0
    for seed in range(8):
        search, expected = (
            engine.start(graph(seed)) for engine in (FocalSearch(weight=3), astarlib.FocalSearch(weight=3))
        )
        for cost in (30, 6, 20, 10, 8, 40):
            limits = Limits(cost=cost, expanded=2)
            before = search._algorithm._queue.limit
            assert told(expected.run(limits)) == told(search.run(limits))
            assert list(expected.frontier()) == list(search.frontier())
            lowered += before > search._algorithm._queue.limit > -math.inf
    assert lowered > 5


def test_stale_entries_are_removed_before_the_heaps_grow(monkeypatch):
    monkeypatch.setattr(focal_search, "_FIRST_ROOM", 64)
    problem, engine = graph(2, count=400), FocalSearch(weight=1)
    search = engine.start(problem)
    assert told(in_python(engine).search(problem)) == told(search.run())
    counters, room = search.result.statistics, search._algorithm._queue.arrays[2].size // 4
    assert counters.peak_frontier < room < counters.generated
    assert counters.stored > room


@pytest.mark.costly
@pytest.mark.parametrize("weight", [2, 3])
def test_plain_tiles_of_different_costs_give_the_same_search(weight):
    for problem in scrambled(2):
        one, other = both(FocalSearch(weight=weight), problem)
        assert one == other


class Counted(SearchProblem):
    """Count from 0 to 40 in steps of 1 to 3, each at the square of its length."""

    def __init__(self):
        super().__init__(0)

    def actions(self, state):
        return (1, 2, 3)

    def result(self, state, action):
        return state + action

    def cost(self, state, action, next_state):
        return action * action

    def heuristic(self, state):
        return max(0, 40 - state)

    def is_goal(self, state):
        return state == 40

    def steps_to_go(self, state):
        return (40 - state) / 3 if state <= 40 else math.inf


@pytest.mark.costly
def test_steps_to_go_with_fractions_and_inf_leave_the_costs_whole():
    one, other = both(FocalSearch(weight=2), Counted())
    assert one == other
    made = compiled.compile_problem(Counted())
    assert made.compiled_domain().costs is int
    assert "def steps_to_go(tables, state, aux)" in made.source


@pytest.mark.costly
def test_only_focal_search_refuses_steps_to_go_that_cannot_be_translated():
    class Text(Counted):
        def steps_to_go(self, state):
            return str(state)

    assert compiled.Dijkstra().search(Text()).cost == 40
    with pytest.raises(MissingCapabilityError, match=r"Text.steps_to_go, line \d+.*return a number >= 0"):
        FocalSearch().search(Text())


@pytest.mark.costly
def test_plain_steps_to_go_below_0_are_named_as_in_python():
    class Below(Counted):
        def steps_to_go(self, state):
            return 5 - state

    for engine in (FocalSearch(), in_python(FocalSearch())):
        with pytest.raises(InvalidHeuristicError, match=r"^steps_to_go\(\d\) returned -1; expected a number >= 0"):
            engine.search(Below())


def with_steps(function):
    """Return the domain of `Counted`, written by hand with these steps to go."""
    return CompiledDomain(
        encode=lambda state: (state, 0), decode=lambda word, aux: word, max_successors=3,
        successor_count=lambda tables, state, aux: 3,
        apply=lambda tables, state, aux, i: (int(state) + i + 1, 0, (i + 1) * (i + 1)),
        is_goal=lambda tables, state, aux: state == 40,
        heuristic=lambda tables, state, aux: max(0, 40 - int(state)),
        steps_to_go=function,
    )  # fmt: skip


def right(tables, state, aux):
    return (40 - int(state)) / 3 if state <= 40 else math.inf


class ByHand(Counted):
    def compiled_domain(self):
        return with_steps(self.function)

    function = staticmethod(right)


@pytest.mark.costly
def test_a_domain_that_is_written_by_hand_gives_the_same_search_and_is_checked():
    one, other = both(FocalSearch(weight=2), ByHand())
    assert one == other
    assert check_domain(ByHand(), states=30) == 30
    domain_alone = DomainProblem(with_steps(right), 0, actions=(1, 2, 3))
    assert domain_alone.steps_to_go(10) == 10
    assert told(FocalSearch(weight=2).search(domain_alone)) == one
    assert DomainProblem(replace(with_steps(right), steps_to_go=None), 0).steps_to_go is None
    wrong = ByHand()
    wrong.function = lambda tables, state, aux: 1.0 * state
    with pytest.raises(InvalidProblemError, match=r"steps_to_go is 0.0 compiled and 13.33"):
        check_domain(wrong)
    wrong.steps_to_go = None
    with pytest.raises(InvalidProblemError, match=r"steps_to_go is 0.0 compiled and None in Python"):
        check_domain(wrong)


@pytest.mark.costly
@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (lambda tables, state, aux: -0.5 * state, InvalidHeuristicError, "edge 0 out of 0: steps_to_go is -0.5"),
        (lambda tables, state, aux: math.nan, InvalidHeuristicError, "steps_to_go is nan; expected a number >= 0"),
        (lambda tables, state, aux: (1, 2), ProblemMethodError, "steps_to_go returned .*; expected a number"),
    ],
)
def test_wrong_steps_of_a_domain_are_named(function, error, message):
    problem = ByHand()
    problem.function = function
    with pytest.raises(error, match=message):
        FocalSearch().search(problem)


@pytest.mark.costly
def test_steps_to_go_that_the_domain_does_not_have_are_not_used():
    class Newer(ByHand):
        def steps_to_go(self, state):
            return state

    class Without(ByHand):
        function = None

    class OnlyH(ByHand):
        steps_to_go = None

    expected = told(FocalSearch(weight=2).search(OnlyH()))
    for kind in (Newer, Without):
        with pytest.warns(UserWarning, match=f"compiled_domain of {kind.__name__} has no steps_to_go, or an older"):
            result = FocalSearch(weight=2).search(kind())
        assert told(result) == expected


def test_tiles_of_different_costs_have_steps_to_go():
    assert compiled.compile_problem(LightTiles(scrambled(1)[0].initial_state)).compiled_domain().steps_to_go is not None
