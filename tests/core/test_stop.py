"""`Search.stop` ends the current run, or the next one."""

import asyncio
import itertools
import signal
import threading

import pytest

from astarlib import ENGINES, ARAStar, AStar, FunctionProblem, LimitKind, Limits, Status
from astarlib.problems.npuzzle import NPuzzle

pytestmark = pytest.mark.quick


def counting(observe=lambda n: None):
    """Return a problem without an end, which passes each expanded number to a function."""

    def successors(n):
        observe(n)
        return [("next", n + 1, 1)]

    return FunctionProblem(0, successors=successors, is_goal=lambda n: False)


@pytest.mark.parametrize("name", ["astar", "dijkstra", "ida-star", "breadth-first", "ara-star", "beam"])
def test_a_stop_before_a_run_ends_it_before_its_first_expansion(name):
    search = ENGINES[name]().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    search.stop()
    stopped = search.run()
    assert (stopped.status, stopped.limit, stopped.statistics.expanded) == (Status.LIMIT, LimitKind.CANCELLED, 0)
    assert search.run().status is not Status.LIMIT
    search.stop()
    assert search.run().limit is None


def test_another_thread_stops_a_run():
    begun = threading.Event()
    search = AStar().start(counting(lambda n: begun.set()))
    thread = threading.Thread(target=lambda: begun.wait() and search.stop())
    thread.start()
    assert search.run().limit is LimitKind.CANCELLED
    thread.join()
    assert search.run(Limits(expanded=3)).limit is LimitKind.EXPANDED


def test_a_method_or_an_observer_stops_a_run():
    for by_observer in (False, True):
        search = AStar().start(counting(lambda n: n == 300 and search.stop()), observer=None)  # noqa: B023
        if by_observer:
            events = itertools.count()
            search = AStar().start(counting(), observer=lambda _: next(events) == 300 and search.stop())  # noqa: B023
        result = search.run()
        assert result.limit is LimitKind.CANCELLED
        assert result.statistics.expanded < 100_000


@pytest.mark.skipif(not hasattr(signal, "raise_signal"), reason="no signals")
def test_a_signal_handler_stops_a_run():
    search = AStar().start(counting(lambda n: n == 100 and signal.raise_signal(signal.SIGTERM)))
    before = signal.signal(signal.SIGTERM, lambda *_: search.stop())
    try:
        assert search.run().limit is LimitKind.CANCELLED
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_stop_between_two_solutions_ends_the_iteration():
    search = ARAStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    found = []
    for result in search.solutions():
        found.append(result)
        search.stop()
    assert [result.limit for result in found] == [LimitKind.SOLUTIONS]
    assert search.run().is_optimal


def test_a_service_stops_a_search_after_some_time():
    """The example of the guide."""

    async def solve(search, event):
        running = asyncio.create_task(asyncio.to_thread(search.run))
        await event.wait()
        search.stop()
        return await running

    async def main():
        event, loop = asyncio.Event(), asyncio.get_running_loop()
        search = AStar().start(counting(lambda n: n == 10 and loop.call_soon_threadsafe(event.set)))
        return await solve(search, event)

    assert asyncio.run(main()).limit is LimitKind.CANCELLED
