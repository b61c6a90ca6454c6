"""A search proves no bound with a heuristic that says that it isn't admissible."""

import math
import pickle

import pytest

import astarlib
from astarlib import Limits, Recorder, SearchProblem, Status, compare, with_goals, with_heuristic, with_starts
from astarlib.engines.registry import ENGINES
from astarlib.errors import MissingCapabilityError
from astarlib.events import LowerBoundRaised, Progress
from astarlib.heuristics import MaxOf, Memoized, Scaled, SumOf
from astarlib.problems.graph import romania
from astarlib.problems.strips import FF, HAdd, HMax, LMCut, Operator, StripsProblem

pytestmark = pytest.mark.quick


def task(heuristic):
    """Return a task in which both guides overestimate: a detour helps two facts, or one operator makes both true."""
    steps = [Operator(at, [at], [at + 1], [at]) for at in range(6)]
    both = Operator("both", [1], ["a", "b"], cost=3)
    return StripsProblem([0], [6, "a", "b"], [*steps, both], heuristic=heuristic)


def guides():
    yield from (HAdd(), FF())
    for guide in (HAdd(), FF()):
        yield from (MaxOf(HMax(), guide), SumOf(guide, guide), Scaled(guide, weight=2), Memoized(guide))
    yield Memoized(MaxOf(Scaled(HAdd(), weight=1), LMCut()))


@pytest.mark.parametrize("name", ENGINES)
def test_no_engine_proves_anything_with_a_guide(name):
    kind = ENGINES[name]
    problem, events = task(HAdd()), []

    def observe(event):
        events.append(event)

    observe.event_types = {LowerBoundRaised, Progress}
    for limits in (Limits(), Limits(expanded=3), Limits(within=1.5)):
        try:
            search = kind().start(problem, observer=observe)
            result = search.run(limits)
        except (MissingCapabilityError, TypeError):
            pytest.skip("the engine needs another problem")
        if not kind().uses_heuristic:
            assert result.status is Status.LIMIT or result.is_optimal or result.lower_bound <= result.cost
            return
        assert (result.lower_bound, search.lower_bound) == (0, 0)
        assert not result.is_optimal
        assert "optimal" not in f"{result.summary()} {result!r}"
        assert all(type(event) is Progress and event.lower_bound == 0 for event in events)


@pytest.mark.parametrize("guide", list(guides()), ids=repr)
def test_heuristics_made_of_a_guide_prove_nothing(guide):
    for problem in (task(guide), with_heuristic(task(LMCut()), guide), pickle.loads(pickle.dumps(task(guide)))):
        assert astarlib.AStar().search(problem).lower_bound == 0


def test_problems_made_of_a_problem_with_a_guide_prove_nothing():
    start = frozenset({0})
    for problem in (with_starts(task(FF()), [start]), with_goals(task(FF()), [frozenset({3})])):
        assert astarlib.AStar().search(problem).lower_bound == 0


@pytest.mark.parametrize(
    "heuristic", [HMax(), LMCut(), MaxOf(HMax(), LMCut()), Scaled(FF(), weight=0.5), len], ids=repr
)
def test_other_heuristics_prove_their_bounds(heuristic):
    assert astarlib.AStar().search(task(heuristic)).is_optimal


def test_a_function_and_a_problem_can_say_it_too():
    def guess(town):
        return 400 if town == "Fagaras" else 0

    assert astarlib.AStar().search(with_heuristic(romania(), guess)).is_optimal
    guess.may_overestimate = True
    assert not astarlib.AStar().search(with_heuristic(romania(), guess)).is_optimal

    class Line(SearchProblem):
        may_overestimate = True

        def successors(self, state):
            return [(1, state + 1, 1)]

        def heuristic(self, state):
            return 9 - 2 * state

        def is_goal(self, state):
            return state == 4

    assert astarlib.AStar().search(Line(0)).suboptimality_bound == math.inf
    assert astarlib.Dijkstra().search(Line(0)).is_optimal


def test_an_unsolvable_task_is_proved_to_be_unsolvable_with_a_guide():
    lost = StripsProblem([0], [2], [Operator(0, [0], [1]), Operator(1, [1], [2], negative_preconditions=[0])])
    result = astarlib.AStar().search(with_heuristic(lost, FF()))
    assert (result.status, result.lower_bound) == (Status.UNSOLVABLE, math.inf)


def test_tables_and_records_show_no_proof():
    [row] = compare([task(FF())], [astarlib.AStar()]).rows
    assert not row.optimal
    recorder = Recorder()
    astarlib.AStar().start(task(FF()), observer=recorder).run()
    assert recorder.trace.info.lower_bound == 0
