"""Laws of `solve_many`: with any executor, the results equal those of single searches in sequence."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import ClassVar

import pytest
from helpers.sampling import slow

from astarlib import AStar, GreedyBestFirst, LimitKind, Limits, SearchResult, Status
from astarlib.batch import BatchResult, pools, solve_many, solving, worker
from astarlib.distributed import RayExecutor
from astarlib.errors import BatchItemError, InvalidHeuristicError
from astarlib.events import BatchProgress
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.instances import KORF_100

HARD = KORF_100.by_id(88).problem()
NEAR = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
UNSOLVABLE = NPuzzle("2 1 3 / 4 0 5", goal="1 2 3 / 4 5 0")


class OddError(Exception):
    """Cannot be made again from its arguments."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


class Raises(NPuzzle):
    def heuristic(self, state):
        raise OddError(1, 2)


class RaisesAtOnce(NPuzzle):
    @property
    def initial_state(self):
        raise OddError(3, 4)

    @initial_state.setter
    def initial_state(self, state):
        pass


class Exits(NPuzzle):
    def heuristic(self, state):
        raise SystemExit(1)


class Interrupted(NPuzzle):
    def heuristic(self, state):
        raise KeyboardInterrupt


class KillsItsWorker(NPuzzle):
    def heuristic(self, state):
        os._exit(9)


class IsKilled(NPuzzle):
    """As by a system that has no memory left."""

    def heuristic(self, state):
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


class DoesNotArrive(NPuzzle):
    def __setstate__(self, state):
        raise OddError(5, 6)


class State(tuple):
    """One that can be sent, and not be made again."""

    __slots__ = ()

    def __reduce__(self):
        return (OddError, (7,))


class DoesNotComeBack(NPuzzle):
    def __setstate__(self, state):
        self.__dict__.update(state, initial_state=State(state["initial_state"]))


@contextmanager
def dask() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    workers = {"n_workers": 2, "threads_per_worker": 1, "processes": True}
    with distributed.LocalCluster(**workers, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


@contextmanager
def ray() -> Iterator[Executor]:
    pytest.importorskip("ray")
    with RayExecutor() as executor:
        yield executor


@contextmanager
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        yield executor


@contextmanager
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


@contextmanager
def none() -> Iterator[None]:
    yield None


EXECUTORS = [none, processes, threads, slow(dask), ray]


def known(result: SearchResult) -> tuple[object, ...]:
    statistics = result.statistics
    return result.status, result.solution, result.lower_bound, statistics.expanded, statistics.generated, result.engine


@pytest.mark.costly
@pytest.mark.filterwarnings("default")  # Dask's own
@pytest.mark.parametrize("made", EXECUTORS)
def test_results_are_those_of_one_search_after_the_other(made):
    problems = [NPuzzle.random(seed=seed, shape=(3, 3)) for seed in range(20)] + [UNSOLVABLE]
    with made() as executor:
        results = list(solve_many(problems, GreedyBestFirst(), executor=executor))
    assert [known(GreedyBestFirst().search(problem)) for problem in problems] == [known(result) for result in results]
    assert list(range(21)) == [result.index for result in results]
    assert all(result.problem is problem for result, problem in zip(results, problems, strict=True))


def test_a_result_says_of_which_problem_it_is():
    with threads() as executor:
        _, second = solve_many([UNSOLVABLE, NEAR], AStar(), executor=executor)
    assert repr(second).startswith(
        "BatchResult(index=1, SOLVED, cost=2, lower_bound=2 if h never overestimates, expanded=2,"
    )
    second.verify(NEAR)


class Held(NPuzzle):
    """Solved only when it is released."""

    def __init__(self, tiles):
        super().__init__(tiles)
        self.released = threading.Event()

    def is_goal(self, state):
        self.released.wait()
        return super().is_goal(state)


def test_results_without_order_come_as_they_are_found():
    with threads() as executor:
        held = Held(NEAR.initial_state)
        results = solve_many([held, NEAR, NEAR], AStar(), executor=executor, ordered=False)
        assert {1, 2} == {next(results).index, next(results).index}
        held.released.set()
        assert 0 == next(results).index


@pytest.mark.parametrize("made", [none, slow(processes), threads])
def test_a_problem_that_raises_does_not_lose_the_others(made):
    problems = [NEAR, Raises("1 2 3 / 4 5 6 / 0 7 8"), NEAR, RaisesAtOnce("1 2 3 / 4 5 6 / 0 7 8"), NEAR]
    found: list[BatchResult] = []
    with made() as executor, pytest.raises(ExceptionGroup, match="2 of 5 problems failed") as caught:
        found.extend(solve_many(problems, AStar(), executor=executor))
    assert [0, 2, 4] == [result.index for result in found]
    first, second = caught.value.exceptions
    assert isinstance(first, BatchItemError)
    assert (1, problems[1]) == (first.index, first.problem)
    assert isinstance(first.__cause__, InvalidHeuristicError)
    assert "problem 3" in str(second)
    assert "3 and 4" in str(second)


@pytest.mark.costly
@pytest.mark.parametrize("kind", [KillsItsWorker, IsKilled])
def test_a_problem_that_kills_its_worker_is_named_and_the_others_are_solved(kind):
    problems: list[NPuzzle] = [NEAR] * 8
    problems[2], problems[5] = kind(NEAR.initial_state), kind(NEAR.initial_state)
    found: list[BatchResult] = []
    with pytest.raises(ExceptionGroup) as caught:
        found.extend(solve_many(problems, AStar()))
    assert [0, 1, 3, 4, 6, 7] == [result.index for result in found]
    assert [2, 5] == [error.index for error in caught.value.exceptions]
    assert all("worker process died" in str(error) for error in caught.value.exceptions)


@pytest.mark.costly
@pytest.mark.parametrize("slice_seconds", [slow(0.0), 1e9])
@pytest.mark.parametrize("ordered", [slow(True), False])
def test_small_problems_are_sent_together_and_bad_ones_among_them_are_named(ordered, slice_seconds, monkeypatch):
    monkeypatch.setattr(solving, "_TOGETHER_SECONDS", 1e9)
    monkeypatch.setattr(worker, "_SLICE_SECONDS", slice_seconds)  # Forked workers have it, too.
    problems: list[NPuzzle] = [NEAR, UNSOLVABLE] * 150
    bad = {60: DoesNotArrive, 150: Raises, 151: DoesNotComeBack, 260: KillsItsWorker, 299: RaisesAtOnce}
    for index, kind in bad.items():
        problems[index] = kind(NEAR.initial_state)
    found: list[BatchResult] = []
    with pytest.raises(ExceptionGroup) as caught:
        found.extend(solve_many(problems, AStar(), ordered=ordered, workers=2))
    good = [index for index in range(300) if index not in bad]
    assert good == [result.index for result in (found if ordered else sorted(found, key=lambda each: each.index))]
    assert all(result.problem is problems[result.index] for result in found)
    assert {known(AStar().search(NEAR)), known(AStar().search(UNSOLVABLE))} == {known(result) for result in found}
    assert list(bad) == [error.index for error in caught.value.exceptions]


@pytest.mark.parametrize(("slice_seconds", "fewer"), [(0.0, False), (1e9, True)])
def test_no_problem_is_lost_when_time_is_up_before_it_starts(slice_seconds, fewer, monkeypatch):
    monkeypatch.setattr(solving, "_TOGETHER_SECONDS", 1e9)
    monkeypatch.setattr(worker, "_SLICE_SECONDS", slice_seconds)
    monkeypatch.setattr(pools._GivenThreads, "most_together", 8)
    with ThreadPoolExecutor(2) as executor:
        submitted, submit = itertools.count(), executor.submit
        executor.submit = lambda *task: (next(submitted), submit(*task))[1]
        results = list(solve_many([NEAR] * 300, AStar(), executor=executor, workers=2))
        tasks = next(submitted)
    assert list(range(300)) == [result.index for result in results]
    assert fewer == (tasks < 150)


@pytest.mark.parametrize(("worth_sharing", "most"), [(0.0, 4), (1e9, 1)])
def test_threads_solve_problems_that_are_not_worth_sharing_one_after_the_other(worth_sharing, most, monkeypatch):
    monkeypatch.setattr(pools._GivenThreads, "worth_sharing", worth_sharing)
    in_flight, feed = [], solving._Batch._feed

    def counting(batch, pool):
        done = feed(batch, pool)
        if batch._finished > 4:  # All tasks that were submitted before the first result are done.
            in_flight.append(len(batch._in_flight))
        return done

    monkeypatch.setattr(solving._Batch, "_feed", counting)
    with ThreadPoolExecutor(2) as executor:
        assert 300 == len(list(solve_many([NEAR] * 300, AStar(), executor=executor, workers=2)))
    assert max(in_flight) == most


class Located(AStar):
    """A* that records the threads in which it searches, as if it were compiled."""

    releases_gil = True
    threads: ClassVar[set[int]] = set()

    def search(self, problem, limits=Limits(), *, observer=None):  # noqa: B008  # The default is immutable.
        self.threads.add(threading.get_ident())
        return super().search(problem, limits, observer=observer)


@pytest.mark.parametrize(
    ("options", "is_here"),
    [({}, True), ({"observer": lambda _: None}, False), ({"limits": Limits(cancelled=lambda: False)}, False)],
    ids=["plain", "observer", "cancelled"],
)
def test_the_calling_thread_solves_small_problems_if_it_has_nothing_else_to_do(options, is_here, monkeypatch):
    monkeypatch.setattr(pools._GivenThreads, "worth_sharing", 1e9)
    problems: list[NPuzzle] = [NEAR, UNSOLVABLE] * 50
    problems[70], problems[71] = RaisesAtOnce(NEAR.initial_state), Exits(NEAR.initial_state)
    expected = {known(Located().search(NEAR)), known(Located().search(UNSOLVABLE))}
    Located.threads.clear()
    found: list[BatchResult] = []
    with pytest.raises(ExceptionGroup) as caught:
        found.extend(solve_many(problems, Located(), workers=2, **options))
    assert [index for index in range(100) if index not in {70, 71}] == [result.index for result in found]
    assert expected == {known(result) for result in found}
    assert [70, 71] == [error.index for error in caught.value.exceptions]
    assert (threading.get_ident() in Located.threads) == is_here


def test_ctrl_c_in_a_problem_that_the_calling_thread_solves_ends_the_batch(monkeypatch):
    monkeypatch.setattr(pools._GivenThreads, "worth_sharing", 1e9)
    problems = [NEAR] * 50 + [Interrupted(NEAR.initial_state)] + [NEAR] * 50
    with pytest.raises(KeyboardInterrupt):
        list(solve_many(problems, Located(), workers=2))


def interrupt_at(place: int) -> tuple[int, bool]:
    """Send Ctrl-C to a batch at one line of the code of `concurrent.futures` that handles its futures.
    Return the number of lines that ran, and True if the batch left a future locked that isn't done.
    """
    lines, futures = itertools.count(1), []
    ran = 0

    def local(frame, event, argument):
        nonlocal ran
        if event == "line" and (ran := next(lines)) == place:
            signal.raise_signal(signal.SIGINT)
        return local

    def trace(frame, event, argument):
        names = {"wait", "__enter__", "__exit__", "add_done_callback", "done", "result", "exception"}
        is_one = frame.f_code.co_filename.endswith("_base.py") and frame.f_code.co_name in names
        return local if is_one else None

    def solve_late(call, *task):
        time.sleep(0.01)  # so that the batch waits for it
        return call(*task)

    with ThreadPoolExecutor(2) as executor:
        submit = executor.submit
        executor.submit = lambda *task: (futures.append(submit(solve_late, *task)), futures[-1])[1]
        before = sys.gettrace()
        sys.settrace(trace)
        with suppress(KeyboardInterrupt):
            list(solve_many([NEAR] * 3, AStar(), executor=executor))
        sys.settrace(before)
        locked = [future for future in futures if future._condition._is_owned() and not future.done()]
        for future in locked:  # Otherwise the executor would wait for them without end.
            future._condition.release()
    return ran, len(locked) > 0


def test_ctrl_c_leaves_no_future_locked_that_a_worker_waits_for():
    for place in itertools.count(1):
        ran, is_locked = interrupt_at(place)
        assert not is_locked, f"at line {place}"
        if ran < place:  # It wasn't interrupted.
            break
    assert place > 10


@pytest.mark.costly
def test_a_dead_worker_of_a_given_executor_is_reported_with_the_problems_it_may_have_held():
    problems = [NEAR, KillsItsWorker(NEAR.initial_state), NEAR]
    with processes() as executor, pytest.raises(ExceptionGroup) as caught:
        list(solve_many(problems, AStar(), executor=executor))
    assert 1 in [error.index for error in caught.value.exceptions]
    assert all("killed its worker process" in str(error) for error in caught.value.exceptions)


def test_a_problem_that_cannot_be_sent_is_named():
    problem = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    problem.lock = threading.Lock()
    with pytest.raises(ExceptionGroup) as caught:
        list(solve_many([NEAR, problem], AStar()))
    assert [1] == [error.index for error in caught.value.exceptions]
    assert "pickle" in str(caught.value.exceptions[0])


@pytest.mark.costly
@pytest.mark.parametrize(
    ("kind", "says", "made"),
    [
        (DoesNotArrive, "5 and 6", none),
        (DoesNotArrive, "5 and 6", processes),
        (DoesNotComeBack, "OddError", none),
        slow((DoesNotComeBack, "OddError", processes)),
    ],
)
def test_a_problem_that_is_lost_on_its_way_is_named_and_the_others_are_solved(kind, says, made):
    problems = [NEAR, kind(NEAR.initial_state), NEAR]
    found: list[BatchResult] = []
    with made() as executor, pytest.raises(ExceptionGroup) as caught:
        found.extend(solve_many(problems, AStar(), executor=executor))
    assert [0, 2] == [result.index for result in found]
    assert [1] == [error.index for error in caught.value.exceptions]
    assert says in str(caught.value.exceptions[0])


def test_no_more_problems_are_held_than_are_under_way_however_many_come(monkeypatch):
    monkeypatch.setattr(pools._GivenThreads, "most_together", 8)
    alive, most = weakref.WeakSet(), 0

    def many() -> Iterator[NPuzzle]:
        nonlocal most
        for _ in range(600):
            problem = NPuzzle(NEAR.initial_state)
            alive.add(problem)
            if len(alive) > most:
                gc.collect()  # Unreferenced objects that aren't collected yet don't count.
                most = max(most, len(alive))
            yield problem

    gc.freeze()  # To collect what all tests hold would take seconds.
    try:
        with threads() as executor:
            assert 600 == sum(1 for _ in solve_many(many(), AStar(), executor=executor, workers=2))
    finally:
        gc.unfreeze()
    assert most < 50


@pytest.mark.parametrize(("ordered", "workers"), [(True, 1), (False, 2)])
def test_problems_are_taken_a_few_ahead_of_the_results(ordered, workers):
    taken = 0

    def endless() -> Iterator[NPuzzle]:
        nonlocal taken
        while True:
            taken += 1
            yield NEAR

    # With an order and several workers, a slow problem would let the others get up to 1,000 results ahead.
    results = list(itertools.islice(solve_many(endless(), AStar(), ordered=ordered, workers=workers), 30))
    indices = [result.index for result in results]
    assert list(range(30)) == indices if ordered else 30 == len(set(indices))
    assert taken <= 100 + 4 * workers  # Half as many problems as are finished may be under way.


def test_what_the_iterable_raises_comes_after_the_results_of_what_it_gave():
    def broken() -> Iterator[NPuzzle]:
        yield NEAR
        raise LookupError("no more")

    found: list[BatchResult] = []
    with pytest.raises(ExceptionGroup) as caught:
        found.extend(solve_many(broken(), AStar()))
    assert [0] == [result.index for result in found]
    assert isinstance(caught.value.exceptions[0], LookupError)


@pytest.mark.parametrize("made", EXECUTORS[:3])
def test_each_search_has_the_limits(made):
    with made() as executor:
        results = list(solve_many([HARD, NEAR], AStar(), executor=executor, limits=Limits(expanded=100)))
    assert [(Status.LIMIT, 100), (Status.SOLVED, 2)] == [(each.status, each.statistics.expanded) for each in results]


@pytest.mark.parametrize("made", [none, threads])
def test_cancelled_ends_what_runs_and_begins_no_more(made):
    polls = itertools.count()
    limits = Limits(cancelled=lambda: next(polls) >= 2)
    with made() as executor:
        results = list(solve_many(itertools.repeat(HARD), AStar(), executor=executor, limits=limits))
    assert len(results) > 0
    assert {LimitKind.CANCELLED} == {result.limit for result in results}


@pytest.mark.parametrize("made", [none, threads])
def test_results_that_are_wanted_no_more_stop_what_runs(made):
    with made() as executor:
        results = solve_many(itertools.chain([NEAR], itertools.repeat(HARD)), AStar(), executor=executor)
        assert next(results).cost == 2
        results.close()  # comes back only when nothing runs any more, or pytest hangs here


def test_the_observer_receives_the_progress_of_the_batch():
    told: list[BatchProgress] = []
    list(solve_many([NEAR] * 5, AStar(), observer=told.append))
    assert all(isinstance(event, BatchProgress) for event in told)
    assert (5, 0, 0, 5, 10) == told[-1][:5]
    assert [True] == [event.is_last for event in told if event.is_last or event is told[-1]]
    assert [event.finished for event in told] == sorted(event.finished for event in told)


@pytest.mark.parametrize(("arguments", "message"), [(([NEAR], "astar"), "engine"), ((NEAR, AStar()), "iterable")])
def test_a_wrong_call_is_known_at_once(arguments, message):
    with pytest.raises(TypeError, match=message):
        solve_many(*arguments)
    with pytest.raises(TypeError, match="executor"):
        solve_many([NEAR], AStar(), executor="processes")
