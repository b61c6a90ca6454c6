"""The fields of a result that are made when they are first read are the same as if they had been made at once."""

import gc
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor
from copy import copy, deepcopy
from dataclasses import fields, replace

import pytest
from helpers.sampling import in_turn
from helpers.walks import Walk

from astarlib import ENGINES, AllOptimal, ARAStar, AStar, Limits, LPAStar, SearchResult
from astarlib.batch.result import batch_result
from astarlib.errors import MissingCapabilityError
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.npuzzle import NPuzzle

PROBLEMS = [
    romania("Arad", "Bucharest"),
    NPuzzle("1 2 3 / 4 5 6 / 0 7 8"),
    GraphProblem({"a": {"b": 1}, "c": {}}, "a", "c"),
]
LIMITS = [Limits(), Limits(expanded=1)]
NAMES = [each.name for each in fields(SearchResult)]
COUNTS = ["expanded", "generated", "evaluated", "reopened", "dead_ends", "peak_frontier"]


def every(seen):
    """Yield the search and a new result for each engine of this process, problem and limits."""
    for name, engine in ENGINES.items():
        for problem in PROBLEMS:
            for limits in LIMITS:
                try:
                    search = engine().start(problem)
                    result = search.run(limits)
                except (
                    MissingCapabilityError,
                    ValueError,
                ):  # The engine can't solve this problem, or has no such limit.
                    continue
                seen.add(name)
                yield search, result


def test_each_late_field_has_the_values_of_its_search_and_engine():
    seen = set()
    for search, result in every(seen):
        counters, statistics = search._algorithm.counters, result.statistics
        assert [getattr(counters, name) for name in COUNTS] == [getattr(statistics, name) for name in COUNTS]
        assert (search.statistics, search.seconds) == (statistics, statistics.seconds)
        condition = search.engine.guarantee.lower_bound_requires.condition
        assert result.condition == (condition if search.engine.uses_heuristic else "") or search._is_blind
        assert result.engine == repr(search.engine)
    assert len(seen) > 15


@in_turn(
    "form",
    [
        copy,
        deepcopy,
        replace,
        lambda result: pickle.loads(pickle.dumps(result)),
        lambda result: [getattr(result, name) for name in reversed(NAMES)] and result,
        lambda result: SearchResult(*[getattr(result, name) for name in NAMES]),
    ],
)
def test_a_result_that_nobody_has_read_is_copied_and_compared_like_one_that_was_read(form):
    for problem in PROBLEMS:
        for engine in (AStar(), AllOptimal(), ARAStar()):
            for limits in LIMITS:
                first, second = (engine.search(problem, limits=limits) for _ in range(2))
                made = form(first)
                assert made == second == first
                assert (repr(made), hash(made), made.condition) == (repr(second), hash(second), second.condition)
                assert (made.statistics, made.to_dict()["status"]) == (second.statistics, second.status.name)


def test_the_result_of_a_batch_has_the_late_fields_of_the_result_that_it_is_made_of():
    problem = PROBLEMS[1]
    result = AStar().search(problem)
    of_batch = batch_result(AStar().search(problem), 3, problem)
    assert (3, problem) == (of_batch.index, of_batch.problem)
    assert all(getattr(of_batch, name) == getattr(result, name) for name in NAMES)
    assert pickle.loads(pickle.dumps(of_batch)).statistics == result.statistics


def test_threads_that_read_a_result_at_the_same_time_read_equal_values():
    with ThreadPoolExecutor(8) as pool:
        for problem in PROBLEMS * 5:
            result = AStar().search(problem)
            read = list(pool.map(lambda name, of=result: getattr(of, name), ["statistics", "condition"] * 8))
            assert read == [result.statistics, result.condition] * 8


def test_a_result_is_not_changed_by_later_runs_and_updates_of_its_search():
    for engine in (AStar(), ARAStar(), LPAStar()):
        search, other = (engine.start(romania("Arad", "Bucharest")) for _ in range(2))
        unread, read = search.run(Limits(expanded=2)), other.run(Limits(expanded=2))
        expected = replace(read.statistics), read.condition, repr(read)
        search.run()
        if isinstance(engine, LPAStar):
            search.update(problem=search.problem.with_costs({("Arad", "Sibiu"): 500}))
            search.run()
        assert expected == (unread.statistics, unread.condition, repr(unread))


@pytest.mark.parametrize("limits", [Limits(), Limits(expanded=1)], ids=repr)
def test_a_result_that_nobody_has_read_keeps_neither_its_search_nor_its_states(limits):
    search = AStar().start(PROBLEMS[1])
    result = search.run(limits)
    kept = weakref.ref(search), weakref.ref(search._algorithm), weakref.ref(search._algorithm._nodes.open_list.rank)
    del search
    gc.collect()
    assert [None, None, None] == [reference() for reference in kept]
    assert result.statistics.stored > 1


def test_a_late_field_of_an_incomplete_result_is_missing_like_any_other():
    with pytest.raises(AttributeError):
        _ = SearchResult.__new__(SearchResult).statistics
    with pytest.raises(AttributeError, match=r"has no attribute 'expanded'; write result\.statistics\.expanded"):
        _ = AStar().search(Walk()).expanded
