"""Several threads change nothing about a search by IDA* but its running time."""

import copy
import os
import signal
import subprocess
import sys
import threading
from random import Random

import pytest
from helpers.agreement import told
from helpers.rows import RowProblem, random_rows, streets
from hypothesis import given
from hypothesis import strategies as st

from astarlib import CycleCheck, Limits, Search, Status
from astarlib.compiled import IDAStar
from astarlib.compiled.runtime import deepening_search, split_iteration
from astarlib.errors import CheckpointError, InvalidCostError

CITY, VILLAGE = streets(9, 3), streets(5, 4)
ENGINES = [IDAStar(), IDAStar(cycle_check=CycleCheck.PARENT)]


def threaded(engine, threads):
    return IDAStar(cycle_check=engine.cycle_check, threads=threads)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """Let even small iterations be split, and many times."""
    split_early(monkeypatch, 5, 8)


def split_early(monkeypatch, expansions, roots):
    algorithm = deepening_search.CompiledDeepeningAlgorithm
    monkeypatch.setattr(algorithm, "_min_split", expansions)
    monkeypatch.setattr(algorithm, "_min_slice", expansions)
    monkeypatch.setattr(split_iteration, "_ENOUGH_ROOTS", roots)


def random_problem(random, count):
    edges, hs = random_rows(random, count=count)
    return RowProblem(edges, random.choice([count - 1, count]), hs=[*hs, 0], compiled={"bits": 8})


@pytest.mark.costly
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
@given(data=st.data())
def test_results_and_counters_of_random_problems_dont_depend_on_threads(engine, data):
    random = data.draw(st.randoms(use_true_random=False))
    problem = random_problem(random, random.randint(4, 11))
    threads, limits = random.randint(2, 4), Limits(expanded=3_000)
    first, second = engine.search(problem, limits=limits), threaded(engine, threads).search(problem, limits=limits)
    assert told(first) == told(second)


@pytest.mark.costly
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
@pytest.mark.parametrize("threads", [2, 3, 4])
@pytest.mark.parametrize("roots", [8, 200])
def test_results_and_counters_in_a_city_dont_depend_on_threads(engine, threads, roots, monkeypatch):
    split_early(monkeypatch, 50, roots)
    assert told(threaded(engine, threads).search(CITY)) == told(engine.search(CITY))


@pytest.mark.costly
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
@given(data=st.data())
def test_a_threaded_search_is_where_one_thread_would_be_at_every_limit(engine, data):
    random = data.draw(st.randoms(use_true_random=False))
    one, more = engine.start(VILLAGE), threaded(engine, random.randint(2, 4)).start(VILLAGE)
    for _ in range(random.randint(1, 6)):
        name, most = random.choice([("expanded", 60), ("generated", 90), ("stored", 40)])
        limits = Limits(**{name: random.randint(0, most)})
        assert told(one.run(limits)) == told(more.run(limits))
        assert list(one.states()) == list(more.states())
        assert list(one.frontier()) == list(more.frontier())
    assert told(one.run()) == told(more.run())


@pytest.mark.costly
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_saved_search_continues_with_any_number_of_threads(engine, tmp_path):
    search, expected = threaded(engine, 2).start(CITY), told(engine.search(CITY))
    for threads in (3, 1, 4, 2):
        assert search.run(Limits(expanded=400)).status is Status.LIMIT
        search.save(tmp_path / "saved")
        search = Search.load(tmp_path / "saved", CITY, engine=threaded(engine, threads))
        assert search.engine.threads == threads
    search.save(tmp_path / "saved")
    assert Search.load(tmp_path / "saved", CITY).engine == threaded(engine, 2)
    assert told(search.run()) == expected


def test_a_saved_search_isnt_loaded_with_another_cycle_check(tmp_path):
    IDAStar(threads=2).start(CITY).save(tmp_path / "saved")
    with pytest.raises(CheckpointError, match=r"saved with the engine compiled\.IDAStar\(\), not"):
        Search.load(tmp_path / "saved", CITY, engine=IDAStar(cycle_check=CycleCheck.PARENT, threads=2))


CONTINUE = """
import sys
from astarlib import Search
from astarlib.compiled import IDAStar
from helpers.rows import streets
assert IDAStar
result = Search.load(sys.argv[1], streets(9, 3)).run()
print(result.cost, result.statistics.expanded, result.statistics.generated)
"""


@pytest.mark.costly  # The test of saved searches loads them in this process.
def test_another_process_continues_a_threaded_search(tmp_path):
    search = IDAStar(threads=2).start(CITY)
    search.run(Limits(expanded=1_000))
    search.save(tmp_path / "saved")
    words, paths = [sys.executable, "-c", CONTINUE, str(tmp_path / "saved")], os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": paths}
    out = subprocess.run(words, env=environment, capture_output=True, text=True, check=True, timeout=600).stdout
    result = IDAStar().search(CITY)
    assert out.split() == [str(each) for each in (result.cost, result.statistics.expanded, result.statistics.generated)]


def test_an_interrupt_of_a_threaded_search_loses_nothing(monkeypatch):
    """Send SIGINT at many places: before the threads start, while they run, and while the search waits for them."""
    expected, search, count = told(IDAStar().search(CITY)), IDAStar(threads=3).start(CITY), 0
    call, random = split_iteration.SplitIteration._call, Random(3)

    def interrupting(self, *arguments):
        nonlocal count
        if count < 40 and random.random() < 0.3:
            count += 1
            os.kill(os.getpid(), signal.SIGINT)
        return call(self, *arguments)

    monkeypatch.setattr(split_iteration.SplitIteration, "_call", interrupting)
    while True:
        try:
            result = search.run()
            break
        except KeyboardInterrupt:
            continue
    assert count > 5
    assert told(result) == expected


@pytest.mark.costly
def test_a_copy_while_threads_run_doesnt_disturb_the_search(monkeypatch):
    search, copies, position = IDAStar(threads=2).start(CITY), [], split_iteration.SplitIteration.position

    def copying(self):
        copies.append(copy.copy(search))
        return position(self)

    monkeypatch.setattr(split_iteration.SplitIteration, "position", copying)
    result = search.run()
    monkeypatch.setattr(split_iteration.SplitIteration, "position", position)
    assert len(copies) > 3
    assert all(told(each.run()) == told(result) for each in copies[:: len(copies) // 3])


def failing(at):
    """A tree whose compiled edge out of one state has a negative cost, to the right of most other states."""
    edges = {node: [(2 * node + 1, 1), (2 * node + 2, 1)] for node in range(255)}
    return RowProblem(edges, 511, hs=[0] * 512, compiled={"edges": {**edges, at: [(511, -1)]}})


def test_a_fault_is_reported_at_the_expansion_where_one_thread_finds_it():
    messages = []
    for threads in (1, 3):
        search = IDAStar(threads=threads).start(failing(at=190))
        with pytest.raises(InvalidCostError) as error:
            search.run()
        messages.append((str(error.value), search.statistics.expanded, search.statistics.generated))
        with pytest.raises(InvalidCostError):  # Nothing was lost, so it is there when the search goes on.
            search.run()
    assert messages[0] == messages[1]


def test_no_thread_is_left_when_a_search_stops():
    before = set(threading.enumerate())
    IDAStar(threads=4).search(CITY, limits=Limits(expanded=2_000))
    assert set(threading.enumerate()) <= before
