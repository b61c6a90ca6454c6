"""Searches on one problem in several threads don't disturb each other, and a search runs in one thread at a time."""

import copy
import signal
import threading

import pytest
from helpers.graphs import KNOT, NODE_ENGINES, PATH_ENGINES, SNARE, Explicit, outcome
from helpers.sampling import in_turn

from astarlib import AStar, Dijkstra, IDAStar, LimitKind, Limits, Status
from astarlib.events import Expanded
from astarlib.problems.npuzzle import NPuzzle

PUZZLE = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")
ENGINES = [AStar(), IDAStar()]


def in_threads(count, work):
    """Return the results of ``count`` threads."""
    found, begin = [], threading.Barrier(count)

    def run():
        begin.wait()
        found.append(work())

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_searches_of_one_problem_in_several_threads_find_what_one_alone_finds(engine):
    expected = outcome(engine.search(PUZZLE))
    assert [expected] * 4 == [outcome(result) for result in in_threads(4, lambda: engine.search(PUZZLE))]


class Gate(Explicit):
    """Stops in the middle of an expansion until it is let go on."""

    def __init__(self, graph):
        super().__init__(graph)
        self.inside, self.go_on, self.calls = threading.Event(), threading.Event(), 0

    def actions(self, state):
        self.calls += 1
        if self.calls == 2:
            self.inside.set()
            assert self.go_on.wait(timeout=600)
        return super().actions(state)


@in_turn(
    "use", [lambda search, _: search.run(), lambda search, path: search.save(path), lambda search, _: copy.copy(search)]
)
@in_turn("engine", [*NODE_ENGINES, *PATH_ENGINES])
def test_a_search_that_runs_in_one_thread_refuses_another_and_is_not_disturbed(engine, use, tmp_path):
    graph = SNARE if engine in PATH_ENGINES else KNOT
    problem = Gate(graph)
    search, results = engine.start(problem), []
    thread = threading.Thread(target=lambda: results.append(search.run()))
    thread.start()
    assert problem.inside.wait(timeout=600)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="already running, in another thread"):
            use(search, tmp_path / "search")
    assert search.statistics.expanded == 1  # to look is allowed
    problem.go_on.set()
    thread.join()
    assert [outcome(engine.search(Explicit(graph)))] == [outcome(result) for result in results]
    assert results[0] == search.run()


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_an_observer_may_save_and_copy_the_search_but_not_run_it(engine, tmp_path):
    copies = []

    def observe(event):
        if isinstance(event, Expanded) and event.number == 5:
            search.save(tmp_path / "search")
            copies.append(copy.copy(search))
            with pytest.raises(RuntimeError, match=r"already running, .* observer"):
                search.run()

    search = engine.start(PUZZLE, observer=observe)
    expected = outcome(engine.search(PUZZLE))
    assert [expected, expected] == [outcome(search.run()), outcome(copies[0].run())]


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_search_may_continue_in_another_thread_after_an_interrupt_too(engine):
    class Interrupting(NPuzzle):
        armed = True

        def is_goal(self, state):
            if self.armed:
                raise KeyboardInterrupt
            return super().is_goal(state)

    problem = Interrupting(PUZZLE.initial_state, goal=PUZZLE.goal)
    search = engine.start(problem)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    problem.armed = False
    (result,) = in_threads(1, search.run)
    assert outcome(engine.search(PUZZLE)) == outcome(result)


@pytest.mark.parametrize("engine", [Dijkstra(), IDAStar()], ids=repr)
def test_cancelled_may_be_set_from_another_thread(engine):
    endless = NPuzzle("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 7 3 4 0")
    stop = threading.Event()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    result = engine.search(endless, limits=Limits(cancelled=stop.is_set, expanded=10**8))
    timer.join()
    assert (Status.LIMIT, LimitKind.CANCELLED) == (result.status, result.limit)
    assert result.statistics.expanded > 0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals as POSIX has them")
def test_cancelled_may_be_set_by_a_signal_handler():
    stop = threading.Event()
    before = signal.signal(signal.SIGALRM, lambda *_: stop.set())
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        search = Dijkstra().start(NPuzzle("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 7 3 4 0"))
        result = search.run(Limits(cancelled=stop.is_set, expanded=10**8))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert LimitKind.CANCELLED is result.limit
    assert search.run(Limits(expanded=10)).statistics.expanded == result.statistics.expanded + 10
