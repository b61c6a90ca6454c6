"""Limits stop a run at their value, and a later run continues."""

import decimal
import itertools
import math
import mmap
import sys
import threading
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.graphs import Explicit, Graph, counters
from helpers.sampling import in_turn, slow

import astarlib
from astarlib import (
    RBFS,
    AStar,
    DepthFirst,
    Dijkstra,
    FunctionProblem,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    LimitKind,
    Limits,
    Status,
    WeightedAStar,
)
from astarlib import limits as limits_module
from astarlib._support import memory
from astarlib.problems.npuzzle import NPuzzle
from astarlib.searching import driver
from astarlib.searching.node_table import NodeTable

MILLION = 10**6
HARD = NPuzzle("14 12 7 15 / 4 13 1 2 / 10 9 3 6 / 11 8 0 5")
FIFTEEN = NPuzzle("0 5 6 3 / 9 1 2 4 / 10 7 11 15 / 13 14 12 8")
ENGINES = [AStar(), WeightedAStar(), GreedyBestFirst(), Dijkstra()]


def endless(branching=1):
    """Every state leads to ``branching`` new ones."""
    return FunctionProblem(
        0, successors=lambda n: [(i, n * branching + i + 1, 1) for i in range(branching)], is_goal=lambda _: False
    )


@in_turn("engine", ENGINES)
@in_turn("count", [0, 1, 2, 63, 64, 65, 1000])
def test_a_limit_of_expansions_is_exact(engine, count):
    result = engine.search(endless(2), limits=Limits(expanded=count))
    assert (Status.LIMIT, LimitKind.EXPANDED) == (result.status, result.limit)
    assert count == result.statistics.expanded


def test_a_limit_of_expansions_counts_for_each_run():
    search = AStar().start(HARD)
    assert [10, 17, 17, 1017] == [search.run(Limits(expanded=n)).statistics.expanded for n in (10, 7, 0, 1000)]


@in_turn("branching", [1, 3, 64])
@in_turn("count", [0, 1, 50, 777, 20_000])
def test_a_limit_of_generated_edges_is_kept_to_within_one_expansion(count, branching):
    result = Dijkstra().search(endless(branching), limits=Limits(generated=count))
    assert LimitKind.GENERATED is result.limit
    assert count <= result.statistics.generated < count + branching


def test_a_limit_of_generated_edges_is_kept_by_problems_with_very_many_edges_too(monkeypatch):
    monkeypatch.setattr(driver, "POLL_SECONDS", math.inf)  # a very fast machine
    result = Dijkstra().search(endless(500), limits=Limits(generated=40_000))
    assert 40_000 <= result.statistics.generated < 40_500


def test_a_limit_of_generated_edges_counts_for_each_run():
    search = Dijkstra().start(endless())
    assert [10, 30] == [search.run(Limits(generated=count)).statistics.generated for count in (10, 20)]


@in_turn("branching", [1, 3, 64])
@in_turn("count", [1, 50, 777, 20_000])
def test_a_limit_of_stored_states_is_kept_to_within_one_expansion(count, branching):
    result = Dijkstra().search(endless(branching), limits=Limits(stored=count))
    assert LimitKind.STORED is result.limit
    assert count <= result.statistics.stored < count + branching


@pytest.mark.parametrize("engine", [IDAStar(), IterativeDeepening(), RBFS(), DepthFirst()], ids=repr)
def test_engines_that_hold_one_path_keep_a_limit_of_stored_states(engine):
    result = engine.search(endless(2), limits=Limits(stored=20, expanded=100_000))
    assert LimitKind.STORED is result.limit
    assert 20 <= result.statistics.stored < 22


def test_a_limit_of_stored_states_is_absolute():
    search = Dijkstra().start(endless())
    assert [50, 50, 80] == [search.run(Limits(stored=count)).statistics.stored for count in (50, 40, 80)]


@in_turn("engine", [kind() for kind in astarlib.ENGINES.values()])
def test_as_many_stored_states_as_the_limit_stop_at_once(engine):
    search = engine.start(HARD)
    first = search.run(Limits(expanded=50, stored=60))
    again = search.run(Limits(stored=first.statistics.stored))
    assert (LimitKind.STORED, first.statistics.expanded) == (again.limit, again.statistics.expanded)


@pytest.mark.parametrize("cost", [0, slow(10), slow(19), slow(20), slow(21), 21.5])
def test_no_solution_above_the_limit_of_cost_is_given(cost):
    for engine in ENGINES:
        result = engine.search(FIFTEEN, limits=Limits(cost=cost, expanded=10_000))
        assert result.solution is None
        assert Status.LIMIT is result.status


@pytest.mark.parametrize("engine", [AStar(), WeightedAStar(weight=3), GreedyBestFirst()], ids=repr)
def test_a_cost_limit_waits_and_can_be_raised(engine):
    search = engine.start(FIFTEEN)
    stopped = [search.run(Limits(cost=cost)) for cost in (3, 20, 20, 5, 21)]
    assert {(Status.LIMIT, LimitKind.COST)} == {(result.status, result.limit) for result in stopped}
    assert 22 == search.run(Limits(cost=22)).cost


def test_a_cost_limit_expands_no_state_above_it():
    for engine in ENGINES:
        events = []
        search = engine.start(FIFTEEN, observer=events.append)
        search.run(Limits(cost=20, expanded=5000))
        expanded = [event for event in events if type(event).__name__ == "Expanded"]
        assert len(expanded) > 0
        assert all(event.g + event.h <= 20 for event in expanded)


def test_what_waits_above_a_cost_limit_is_bounded_from_below():
    assert 22 == AStar().search(FIFTEEN, limits=Limits(cost=21)).lower_bound
    assert 22 == GreedyBestFirst().search(FIFTEEN, limits=Limits(cost=21)).lower_bound


def test_a_solution_at_the_limit_of_cost_is_allowed():
    assert 22 == AStar().search(FIFTEEN, limits=Limits(cost=22)).cost


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_unsolvable_problem_within_the_limit_of_cost_is_unsolvable(engine):
    problem = Explicit(Graph(((0, 1, 2),), frozenset(), (0, 0)))
    assert Status.UNSOLVABLE is engine.search(problem, limits=Limits(cost=2)).status


def test_cancelling_stops_at_the_next_poll():
    polls = itertools.count()
    result = Dijkstra().search(HARD, limits=Limits(cancelled=lambda: next(polls) >= 3))
    assert (Status.LIMIT, LimitKind.CANCELLED) == (result.status, result.limit)
    assert result.statistics.expanded > 0


def test_cancelling_from_another_thread_stops():
    event = threading.Event()
    timer = threading.Timer(0.05, event.set)
    timer.start()
    assert LimitKind.CANCELLED is Dijkstra().search(endless(), limits=Limits(cancelled=event.is_set)).limit
    timer.join()


def test_a_search_cancelled_before_it_began_expands_nothing_and_continues_later():
    search = AStar().start(FIFTEEN)
    assert 0 == search.run(Limits(cancelled=lambda: True)).statistics.expanded
    assert counters(AStar().search(FIFTEEN).statistics) == counters(search.run().statistics)


def test_a_limit_of_time_stops_a_search_without_end():
    result = Dijkstra().search(endless(), limits=Limits(seconds=0.05))
    assert (Status.LIMIT, LimitKind.SECONDS) == (result.status, result.limit)
    assert result.statistics.seconds >= 0.05


def test_no_time_expands_nothing():
    result = AStar().search(HARD, limits=Limits(seconds=0))
    assert (LimitKind.SECONDS, 0) == (result.limit, result.statistics.expanded)


def test_time_counts_for_each_run_and_adds_up():
    search = Dijkstra().start(endless())
    first = search.run(Limits(seconds=0.03)).statistics
    second = search.run(Limits(seconds=0.03)).statistics
    assert second.seconds >= first.seconds + 0.03
    assert second.expanded > first.expanded


def test_a_limit_of_memory_stops_at_the_next_poll():
    result = AStar().search(HARD, limits=Limits(memory=2**20))
    assert (Status.LIMIT, LimitKind.MEMORY) == (result.status, result.limit)
    assert result.statistics.expanded <= 1


@pytest.mark.parametrize("engine", [Dijkstra(), IterativeDeepening()], ids=repr)
def test_a_limit_of_memory_stops_when_the_process_has_grown_that_large(engine, monkeypatch):
    sizes = itertools.count(100 * MILLION, 10 * MILLION)
    monkeypatch.setattr(limits_module, "resident_memory", lambda: next(sizes))
    assert LimitKind.MEMORY is engine.search(endless(), limits=Limits(memory=200 * MILLION)).limit
    assert 210 * MILLION == next(sizes)


def test_a_limit_of_memory_stops_before_the_table_would_exceed_it_by_a_tenth(monkeypatch):
    monkeypatch.setattr(limits_module, "resident_memory", lambda: 100 * MILLION)
    for growth, expected in ((8.9 * MILLION, LimitKind.EXPANDED), (9.1 * MILLION, LimitKind.MEMORY)):
        monkeypatch.setattr(NodeTable, "growth", lambda _, growth=growth: growth)
        limits = Limits(memory=100 * MILLION + 1, expanded=10)
        assert expected is Dijkstra().search(endless(), limits=limits).limit


@pytest.mark.costly
def test_the_table_grows_only_when_that_has_been_said_and_by_no_more():
    search, said, grown = Dijkstra().start(endless()), [], []
    while len(grown) < 8:
        size, growth = sys.getsizeof(search._algorithm._nodes.table), search._algorithm.growth()
        search.run(Limits(expanded=2000))
        said.append(growth)
        if sys.getsizeof(search._algorithm._nodes.table) > size:
            grown.append((sys.getsizeof(search._algorithm._nodes.table), growth))
    assert all(0.99 * size <= growth <= 1.01 * size for size, growth in grown if size > 2 * MILLION)
    assert said.count(0) > len(said) / 2


def test_the_memory_in_use_grows_with_what_is_held():
    before = memory.resident_memory()
    with mmap.mmap(-1, 50_000_000) as held:  # new pages, where a bytearray may get what the process holds already
        held[:: mmap.PAGESIZE] = b"x" * len(range(0, len(held), mmap.PAGESIZE))
        assert memory.resident_memory() - before > len(held) // 2


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells it in /proc")
def test_the_memory_in_use_is_reported_without_psutil(monkeypatch):
    monkeypatch.setitem(sys.modules, "psutil", None)
    status = Path("/proc/self/status").read_text(encoding="ascii").split()
    assert memory.resident_memory() == pytest.approx(1024 * int(status[status.index("VmRSS:") + 1]), rel=0.1)


def test_what_is_reserved_takes_no_memory_before():
    before = memory.resident_memory()
    reserve = memory.reserve_memory(64 * 2**20)
    assert 64 * 2**20 == len(reserve)
    assert memory.resident_memory() - before < len(reserve) // 2


def test_where_no_memory_is_left_none_is_reserved():
    assert b"" == memory.reserve_memory(2**62)


def test_where_the_system_does_not_report_the_memory_a_limit_of_it_is_a_clear_error(monkeypatch):
    monkeypatch.setattr(memory, "_STATM", "/nowhere")
    monkeypatch.setitem(sys.modules, "psutil", None)
    with pytest.raises(NotImplementedError, match=r"psutil.*Limits\(stored"):
        AStar().search(HARD, limits=Limits(memory=10**9))


def test_where_the_system_does_not_report_the_memory_psutil_does(monkeypatch):
    process = SimpleNamespace(memory_info=lambda: SimpleNamespace(rss=4096))
    monkeypatch.setattr(memory, "_STATM", "/nowhere")
    monkeypatch.setitem(sys.modules, "psutil", SimpleNamespace(Process=lambda: process))
    assert 4096 == memory.resident_memory()


@in_turn("kind", [kind for kind in LimitKind if kind is not LimitKind.CANCELLED])
def test_a_limit_below_0_is_refused_by_name_and_value(kind):
    for value in (-1, -0.5, -math.inf, math.nan, Fraction(-1, 3)):
        with pytest.raises(ValueError, match=kind.value) as caught:
            Limits(**{kind.value: value})
        assert repr(value) in str(caught.value)


@in_turn("kind", [kind for kind in LimitKind if kind is not LimitKind.CANCELLED])
def test_a_limit_that_is_not_a_number_is_refused_by_name_and_value(kind):
    for value in ("10", True, None, [5], 1j, object):
        with pytest.raises(TypeError, match=kind.value) as caught:
            Limits(**{kind.value: value})
        assert repr(value) in str(caught.value)


def test_a_way_to_cancel_that_cannot_be_called_is_refused():
    with pytest.raises(TypeError, match=r"cancelled.*True"):
        Limits(cancelled=True)


@in_turn("value", [0, 0.5, 7, math.inf, Fraction(1, 2), decimal.Decimal(3)])
def test_any_number_of_at_least_0_is_a_limit(value):
    assert value == Limits(cost=value).cost


def test_limits_are_given_by_name_only():
    with pytest.raises(TypeError, match="by name"):
        Limits(100)


def test_limits_are_values_that_show_what_was_given():
    assert "Limits()" == repr(Limits())
    assert "Limits(expanded=0, cost=2.5)" == repr(Limits(cost=2.5, expanded=0))
    assert Limits(seconds=1) == Limits(seconds=1.0)
    assert hash(Limits(stored=3)) == hash(Limits(stored=3))


def test_of_several_limits_each_stops():
    both = Limits(expanded=100, stored=50)
    assert LimitKind.STORED is Dijkstra().search(endless(), limits=both).limit
    assert LimitKind.EXPANDED is Dijkstra().search(endless(), limits=Limits(expanded=10, stored=50)).limit
