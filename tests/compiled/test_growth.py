"""Arrays grow in steps, limits are polled between them, and stopping there loses nothing."""

import math
import sys
from random import Random

import numpy as np
import pytest
from helpers.agreement import told
from helpers.rows import RowProblem, random_rows
from helpers.sampling import in_turn

from astarlib import Limits, Search, Status, TieBreak
from astarlib.compiled import AStar, IDAStar
from astarlib.compiled.kernels.codes import NEXT_NODE
from astarlib.compiled.runtime import storage
from astarlib.compiled.runtime.best_first_search import CompiledBestFirstAlgorithm
from astarlib.compiled.runtime.storage import GS, Storage
from astarlib.problems.npuzzle import NPuzzle
from astarlib.searching.driver import FIRST_BUDGET

BOARD = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
EDGES, _ = random_rows(Random(3), count=20_000)
SEARCHES = pytest.mark.parametrize(  # The queue of the second one is a heap.
    ("engine", "problem"), [(AStar(), BOARD), (AStar(tie_break=TieBreak.FIFO), RowProblem(EDGES, 20_000))],
    ids=["buckets", "heap"],
)  # fmt: skip


def at_second_poll():
    """Return limits that stop a run after one slice or step."""
    answers = iter([False, True])
    return Limits(cancelled=lambda: next(answers, True))


@pytest.fixture(autouse=True)
def small_steps(monkeypatch):
    monkeypatch.setattr(storage, "_NODES_PER_STEP", 1_000)
    monkeypatch.setattr(storage, "_BYTES_PER_STEP", 1 << 13)


@pytest.fixture(params=[2, 8], ids="grows by {}".format)
def factor(request, monkeypatch):
    """Return the factor by which arrays of this test grow."""
    monkeypatch.setattr(storage, "_MANY_ITEMS", 1 if request.param == 8 else 1 << 40)
    monkeypatch.setattr(storage, "_memory_is_lazy", lambda: True)
    return request.param


@pytest.fixture
def steps(monkeypatch):
    """Return a list that collects the results of all growth steps."""
    found = []

    def counted(method):
        def step(kept):
            found.append(method(kept))
            return found[-1]

        return step

    for name in ("grow_nodes", "grow_slots"):
        monkeypatch.setattr(Storage, name, counted(getattr(Storage, name)))
    return found


@pytest.mark.costly
@SEARCHES
def test_limits_are_polled_between_two_steps(engine, problem, steps):
    polls = []
    engine.search(problem, limits=Limits(cancelled=lambda: polls.append(len(steps))))
    assert 20 < steps.count(False)
    assert {at for at, done in enumerate(steps, 1) if not done} <= set(polls)


@pytest.mark.costly
@SEARCHES
def test_a_search_that_is_stopped_at_every_step_comes_to_the_same_result(engine, problem, factor):
    search = engine.start(problem)
    runs = 0
    while (result := search.run(at_second_poll())).status is Status.LIMIT:
        runs += 1
    assert {2: 30, 8: 15}[factor] < runs
    assert told(engine.search(problem)) == told(result)


def test_a_search_that_is_saved_while_its_arrays_grow_can_be_resumed(tmp_path, steps):
    search = AStar().start(BOARD)
    while steps.count(False) < 15:
        search.run(at_second_poll())
    search.save(tmp_path / "saved")
    assert told(AStar().search(BOARD)) == told(Search.load(tmp_path / "saved", BOARD).run())


def test_no_array_is_shorter_than_the_array_of_g(factor):
    search = AStar().start(BOARD)
    search.run(Limits(expanded=1_000))
    kept = search._algorithm._storage
    before, count = [part.copy() for part in kept.nodes], kept.count + 1
    room = kept.nodes[GS].size
    for _ in iter(kept.grow_nodes, True):
        assert room == kept.nodes[GS].size
        assert all(len(part) >= len(old) for part, old in zip(kept.nodes, before, strict=True))
    assert [kept._length(part, factor * room) for part in range(len(before))] == [len(part) for part in kept.nodes]
    for part, old in enumerate(before):
        length = kept._length(part, count)
        assert np.array_equal(old[:length], kept.nodes[part][:length])


@SEARCHES
def test_arrays_of_any_room_hold_the_same_search(engine, problem, monkeypatch):
    expected = told(engine.search(problem))
    monkeypatch.setattr(storage, "_MANY_ITEMS", 1)
    monkeypatch.setattr(storage, "_memory_is_lazy", lambda: True)
    assert told(engine.search(problem)) == expected


@pytest.mark.costly
@in_turn("h", [7, 2**16 - 2, 2**16 - 1, 2**16])
def test_an_h_of_any_size_is_stored_and_dead_ends_stay_dead(h):
    problem = RowProblem({0: [(1, 1), (2, 1)], 1: [(3, h)]}, 3, hs=[h, h, math.inf, 0], compiled={"bits": 16})
    search = AStar().start(problem)
    assert [h] == [each.h for each in search.frontier()]
    now = search.run(Limits(expanded=1))
    assert [(1, h, 1)] == [(each.state, each.h, now.statistics.dead_ends) for each in search.frontier()]
    assert 1 + h == search.run().cost


def test_where_memory_is_short_arrays_grow_by_less():
    asked = []

    def make(room):
        asked.append(room)
        if room > 500:
            raise MemoryError
        return room

    assert storage.make_largest(make, (800, 200)) == 200
    assert asked == [800, 200]
    with pytest.raises(MemoryError):
        storage.make_largest(make, (1600, 800))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of the address space")
def test_a_limited_address_space_is_not_wasted(monkeypatch):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1 << 40, resource.RLIM_INFINITY))
    assert storage.larger_rooms(1 << 22) == (1 << 23,)


def test_memory_that_is_initialized_already_does_not_count_as_growth():
    search = AStar().start(BOARD)
    search.run(Limits(expanded=1_000))
    kept = search._algorithm._storage
    kept.counters[NEXT_NODE] = kept.nodes[GS].size
    to_come = [kept.growth()]
    while not kept.grow_nodes():
        to_come.append(kept.growth())
    assert to_come[1] < to_come[0]
    assert 0 <= min(to_come)


def test_steps_in_which_nothing_is_expanded_do_not_make_slices_longer(monkeypatch):
    asked, advance = [], CompiledBestFirstAlgorithm.advance

    def noted(self, budget):
        asked.append((self.counters.expanded, budget.poll_at))
        return advance(self, budget)

    monkeypatch.setattr(CompiledBestFirstAlgorithm, "advance", noted)
    AStar().search(BOARD, limits=Limits(seconds=10**6))
    assert 30 < len(asked)
    assert all(stop_at - done <= 1 + done for done, stop_at in asked)


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_the_first_slices_are_short_so_that_limits_hold_if_an_expansion_takes_long(engine):
    algorithm = engine.start(BOARD)._algorithm
    for asked in (1, 64, 1_000, 10**6):
        stop_at, _ = algorithm._slice_ends(FIRST_BUDGET._replace(poll_at=asked))
        assert asked <= stop_at <= 16 * asked
