"""An interrupt at any instant loses nothing, and a copy at any instant doesn't disturb the search."""

import copy
import itertools
import pickle
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest
from helpers import instants
from helpers.agreement import BIDIRECTIONAL, told
from helpers.instants import run_traced
from helpers.naming import name
from helpers.rows import RowProblem, both_ways, random_rows
from helpers.sampling import slow

import astarlib.compiled.runtime
from astarlib import Limits, Search
from astarlib.compiled import (
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BeamSearch,
    BidirectionalDijkstra,
    Dijkstra,
    FocalSearch,
    GreedyBestFirst,
    IDAStar,
    WeightedAStar,
)
from astarlib.compiled.runtime import storage
from astarlib.compiled.runtime.queues import Buckets

FOLDER = Path(astarlib.compiled.runtime.__file__).parent
NAMES = (
    "anytime_search.py", "beam_search.py", "best_first_search.py", "bidirectional_search.py", "deepening_search.py",
    "node_algorithm.py", "queues.py", "storage.py",
)  # fmt: skip
FILES = {str(FOLDER / name) for name in NAMES}


Tracer, Visitor = partial(instants.Tracer, FILES), partial(instants.Visitor, FILES)
GrowthTracer = partial(instants.Tracer, {str(FOLDER / name) for name in ("beam_search.py", "queues.py", "storage.py")})


def sure(engine, result):
    """The part of a result that an interrupt or a copy doesn't change. Engines with one side may repeat some work."""
    return result if type(engine) in BIDIRECTIONAL else result[:4]


def small_buckets(monkeypatch):
    """Limit buckets so that even small searches extend them and replace them with a heap."""
    monkeypatch.setattr("astarlib.compiled.runtime.queues._MAX_STACKS", 64 * 64)


def small_arrays(monkeypatch):
    """Let even small searches grow their arrays, in several steps."""
    for part, value in {"INITIAL_NODES": 32, "INITIAL_SLOTS": 32, "NODES_PER_STEP": 9, "BYTES_PER_STEP": 64}.items():
        monkeypatch.setattr(storage, f"_{part}", value)
    monkeypatch.setattr(storage, "_initial_lengths", storage._initial_lengths.__wrapped__)


def problem(scale=1, count=40, bits=32):
    edges, hs = random_rows(Random(5), count=count)
    edges = {tail: [(head, scale * cost) for head, cost in row] for tail, row in edges.items()}
    return RowProblem(edges, count - 1, hs=[scale * h for h in hs], compiled={"bits": bits})


def problem_both_ways(scale=1, bits=32):
    found = both_ways(Random(7), count=40)
    edges = {tail: [(head, scale * cost) for head, cost in row] for tail, row in found.edges.items()}
    hs, back_hs = ([scale * h for h in row] for row in (found.hs, found.back_hs))
    return RowProblem(edges, 39, hs=hs, back_hs=back_hs, compiled={"bits": bits, "most": 64})


BY_COST = [Limits(cost=3), Limits(cost=9, expanded=3), Limits(cost=20), Limits()]
PLANS = [
    (AStar(), problem(7), [Limits(expanded=5), Limits()]),
    (BeamSearch(width=2), problem(30, count=12), BY_COST),
    (ARAStar(weights=(3, 1)), problem(), BY_COST),
    (IDAStar(), problem(count=14), [Limits(expanded=5), Limits()]),
    (GreedyBestFirst(), problem(), BY_COST),
    (FocalSearch(), problem(), [Limits(cost=9, expanded=9), *BY_COST]),
    (BidirectionalDijkstra(), problem_both_ways(), BY_COST),
    *map(slow, [
        (AStar(), problem(7, bits=8), [Limits(expanded=5), Limits()]),
        (BAEStar(), problem_both_ways(7, bits=8), [Limits(expanded=5), Limits()]),
        (WeightedAStar(weight=2), problem(bits=8), BY_COST),
        (AnytimeWeightedAStar(), problem(bits=8), BY_COST),
        (BeamSearch(width=2), problem(30, count=12, bits=8), BY_COST),
    ]),
]  # fmt: skip


@pytest.mark.costly
@pytest.mark.parametrize("every", [11, slow(3)])  # All instants take a minute for each engine.
@pytest.mark.parametrize(("engine", "problem", "plan"), PLANS, ids=name)
def test_an_interrupt_at_any_instant_loses_nothing(engine, problem, plan, every, monkeypatch):
    small_buckets(monkeypatch)
    alone = engine.start(problem)
    expected = [told(alone.run(limits)) for limits in plan]
    for number in itertools.count(1 + len(repr(engine)) % every, every):  # Other instants for each engine.
        search, tracer, found = engine.start(problem), Tracer(number), []
        for limits in plan:
            try:
                result = run_traced(search, limits, tracer)
            except KeyboardInterrupt:
                assert search.lower_bound < float("inf")  # which would say that there is no solution
                result = search.run(limits)
            found.append(told(result))
        assert sure(engine, expected[-1]) == sure(engine, found[-1]), number
        if tracer.left > 0:
            break
    assert number > 100


GROWING = [AStar(), ARAStar(weights=(3, 1)), BeamSearch(width=3), FocalSearch(weight=1.25), BidirectionalDijkstra()]
GROWING += map(slow, [Dijkstra(), WeightedAStar(weight=2)])


@pytest.mark.costly
@pytest.mark.parametrize(("every", "bits"), [(5, 32), slow((1, 8))])
@pytest.mark.parametrize("engine", GROWING, ids=repr)
def test_an_interrupt_while_arrays_grow_loses_nothing(engine, every, bits, monkeypatch):
    small_arrays(monkeypatch)
    small_buckets(monkeypatch)
    one = problem(7, count=60, bits=bits)
    expected = told(engine.search(one))
    for number in itertools.count(1 + len(repr(engine)) % every, every):
        search, tracer = engine.start(one), GrowthTracer(number)
        try:
            result = run_traced(search, Limits(), tracer)
        except KeyboardInterrupt:
            result = search.run(Limits(cancelled=partial(next, iter([False] * 1_000), True)))
        assert expected == told(result), number
        slots = search._algorithm._storage.slots
        assert len(np.unique(slots)) == 1 + np.count_nonzero(slots), number  # No node is in the table twice.
        if tracer.left > 0:
            break
    assert number > 100


@pytest.mark.costly
@pytest.mark.parametrize(("engine", "problem", "plan"), PLANS, ids=name)
def test_a_copy_at_any_instant_disturbs_nothing_and_continues_independently(engine, problem, plan, monkeypatch):
    small_buckets(monkeypatch)
    alone = engine.start(problem)
    expected = [told(alone.run(limits)) for limits in plan]
    search, copies = engine.start(problem), []
    visitor = Visitor(lambda: copies.append(copy.copy(search)), one_in=3)
    assert expected == [told(run_traced(search, limits, visitor)) for limits in plan]
    assert len(copies) > 10
    for copied in copies:
        assert sure(engine, expected[-1]) == sure(engine, told(copied.run()))


@pytest.mark.parametrize("engine", [AStar(), GreedyBestFirst(), IDAStar()], ids=repr)
@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda search: pickle.loads(pickle.dumps(search))],
    ids=["copy", "deepcopy", "pickle"],
)  # fmt: skip
def test_copies_run_each_on_its_own(engine, duplicate):
    one = problem(count=60)
    alone, search = engine.search(one), engine.start(one)
    search.run(Limits(expanded=3))
    before, other = search.statistics, duplicate(search)
    other.run(Limits(expanded=2))
    assert before == search.statistics
    assert (before.expanded + 2, told(alone)) == (other.statistics.expanded, told(other.run()))
    assert told(alone) == told(search.run())


@pytest.mark.costly
@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_a_save_during_a_run_writes_what_can_be_loaded(engine, tmp_path):
    one = problem(count=60)
    expected = told(engine.search(one))

    search, saved = engine.start(one), []

    def save():
        saved.append(tmp_path / str(len(saved)))
        search.save(saved[-1])

    assert expected == told(run_traced(search, Limits(), Visitor(save, one_in=10)))
    assert len(saved) > 3
    for path in saved:
        assert expected[:4] == told(Search.load(path, one).run())[:4]


def test_buckets_become_a_heap_in_these_tests(monkeypatch):
    small_buckets(monkeypatch)
    search = AStar().start(problem(7))
    assert isinstance(search._algorithm._queue, Buckets)
    search.run()
    assert not isinstance(search._algorithm._queue, Buckets)
