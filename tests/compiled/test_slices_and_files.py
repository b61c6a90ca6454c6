"""A compiled search is a value: it can be sliced, saved, resumed and interrupted without losing anything."""

import io
import tracemalloc
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from helpers.agreement import told
from helpers.rows import RowProblem, random_rows
from helpers.sampling import few, slow

from astarlib import CycleCheck, Limits, Search, Status, TieBreak
from astarlib.checkpoint import _FORMAT, read_metadata
from astarlib.compiled import AStar, BeamSearch, FocalSearch, GreedyBestFirst, IDAStar, WeightedAStar
from astarlib.errors import CheckpointError
from astarlib.events import Finished, LowerBoundRaised, Progress, Started
from astarlib.problems.npuzzle import NPuzzle

ENGINES = [
    AStar(),
    slow(AStar(tie_break=TieBreak.FIFO)),
    slow(GreedyBestFirst()),
    slow(BeamSearch(width=50)),
    FocalSearch(weight=1.25),
    IDAStar(),
    IDAStar(cycle_check=CycleCheck.PARENT),
]
BOARD = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
ONE = NPuzzle("1 2 3 / 4 5 6 / 7 0 8")
UNSOLVABLE = NPuzzle("2 1 3 / 4 5 6 / 7 8 0")


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_slices_come_to_the_same_result_as_one_run(engine):
    search = engine.start(BOARD)
    for expanded in (0, 1, 2, 5, 300, 1_001):
        search.run(Limits(expanded=expanded))
    assert told(engine.search(BOARD)) == told(search.run())


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_saved_search_continues_as_if_it_had_never_stopped(engine, tmp_path):
    search = engine.start(BOARD)
    search.run(Limits(expanded=321, cost=29))
    search.save(tmp_path / "saved")
    loaded = Search.load(tmp_path / "saved", BOARD)
    assert engine == loaded.engine
    assert list(search.frontier()) == list(loaded.frontier())
    assert told(search.run()) == told(loaded.run())


def test_a_saved_search_with_reopened_states_continues_too(tmp_path):
    edges, hs = random_rows(Random(3), count=60)
    problem = RowProblem(edges, 59, hs=hs)
    engine = AStar()
    assert engine.search(problem).statistics.reopened > 0
    search = engine.start(problem)
    while search.run(Limits(expanded=7)).status is Status.LIMIT:
        search.save(tmp_path / "saved")
        search = Search.load(tmp_path / "saved", problem)
    assert told(engine.search(problem)) == told(search.run())


@pytest.mark.parametrize("engine", few(ENGINES, 1), ids=repr)
def test_a_checkpoint_that_numpy_has_packed_continues_too(engine, tmp_path):
    search = engine.start(BOARD)
    search.run(Limits(expanded=321))
    search.save(tmp_path / "saved")
    header, arrays = _FORMAT.read(tmp_path / "saved")
    packed = io.BytesIO()
    np.savez(packed, **np.load(io.BytesIO(arrays)))
    _FORMAT.write_by(tmp_path / "saved", header, lambda body: body.write(packed.getbuffer()))
    assert told(search.run()) == told(Search.load(tmp_path / "saved", BOARD).run())


@pytest.mark.costly
def test_a_search_is_saved_without_a_copy_of_it(tmp_path, monkeypatch):
    search, many = AStar().start(BOARD), np.arange(2**23)
    monkeypatch.setattr(search._algorithm, "dump", lambda: {"many": many})
    tracemalloc.start()
    try:
        search.save(tmp_path / "saved")
        assert many.nbytes / 2 > tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert np.array_equal(many, np.load(io.BytesIO(_FORMAT.read(tmp_path / "saved")[1]))["many"])


def test_a_checkpoint_of_another_board_is_refused(tmp_path):
    search = AStar().start(BOARD)
    search.run(Limits(expanded=10))
    search.save(tmp_path / "saved")
    with pytest.raises(CheckpointError, match="initial state"):
        Search.load(tmp_path / "saved", ONE)


def test_a_checkpoint_of_other_costs_is_refused(tmp_path):
    search = AStar().start(RowProblem({0: [(1, 2)], 1: [(2, 2)]}, 2))
    search.run(Limits(expanded=2))
    search.save(tmp_path / "saved")
    with pytest.raises(CheckpointError, match="another problem"):
        Search.load(tmp_path / "saved", RowProblem({0: [(1, 3)], 1: [(2, 3)]}, 2))


def test_a_checkpoint_of_an_unknown_engine_is_rejected(tmp_path):
    AStar().start(BOARD).save(tmp_path / "saved")
    header, arrays = _FORMAT.read(tmp_path / "saved")
    header["engine"]["name"] = "Other"
    _FORMAT.write_by(tmp_path / "saved", header, lambda body: body.write(arrays))
    with pytest.raises(CheckpointError, match="names no known engine"):
        Search.load(tmp_path / "saved", BOARD)


def test_arguments_are_kept_with_the_search(tmp_path):
    AStar().start(BOARD).save(tmp_path / "saved", metadata=["one", 2])
    assert ["one", 2] == read_metadata(tmp_path / "saved")


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_an_interrupt_between_slices_loses_nothing(engine):
    search, polls = engine.start(BOARD), iter(range(10**6))

    def interrupted():
        if next(polls) % 3 == 2:
            raise KeyboardInterrupt
        return False

    while True:
        try:
            result = search.run(Limits(expanded=50, cancelled=interrupted))
        except KeyboardInterrupt:
            continue
        if result.status is not Status.LIMIT:
            break
    assert told(engine.search(BOARD)) == told(result)


@pytest.mark.parametrize("limits", [Limits(generated=500), Limits(stored=500)], ids=repr)
def test_generated_and_stored_are_kept_to_within_an_expansion(limits):
    statistics = AStar().search(BOARD, limits=limits).statistics
    count = statistics.generated if limits.stored == float("inf") else statistics.stored
    assert 500 <= count < 500 + 64


def test_the_clock_stops_a_search():
    result = AStar().search(UNSOLVABLE, limits=Limits(seconds=0.001))
    assert "SECONDS" == result.limit.name


@pytest.mark.parametrize("engine", [AStar(), IDAStar(), slow(WeightedAStar(weight=3))], ids=repr)
def test_observers_get_the_events_of_a_run(engine):
    events = []
    engine.search(BOARD, observer=events.append)
    assert Started is type(events[0])
    assert Finished is type(events[-1])
    bounds = [event.lower_bound for event in events if isinstance(event, LowerBoundRaised)]
    assert sorted(bounds) == bounds


def test_progress_events_are_sent_during_a_run(monkeypatch):
    monkeypatch.setattr("astarlib.searching.driver.PROGRESS_SECONDS", 0)
    events = []
    AStar().search(UNSOLVABLE, observer=events.append)
    assert any(isinstance(event, Progress) and event.frontier > 0 for event in events)


def test_a_state_that_is_not_stored_has_no_path():
    with pytest.raises(KeyError, match="isn't stored"):
        AStar().start(BOARD).path_to((1, 2, 3, 4, 5, 6, 7, 8, 0))


def test_the_states_of_ida_star_are_those_of_its_path():
    search = IDAStar().start(BOARD)
    result = search.run()
    shown = [stored.state for stored in search.states()]
    assert list(result.states) == shown
    assert shown[3] == search.path_to(shown[3]).states[-1]
    assert result.statistics == replace(search.statistics)
