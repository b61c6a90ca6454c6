"""Between two polls, a search runs for about the maximum delay of a poll.

By a clock that only an expansion moves forward, on which a poll is due after 2 and progress is sent every 8.
"""

import gc
import math
import weakref
from types import SimpleNamespace

import pytest
from helpers.walks import Walk

from astarlib import LimitKind, Limits
from astarlib.engines import Engine
from astarlib.events import Progress
from astarlib.searching import Algorithm, Counters, Stop, driver

pytestmark = pytest.mark.quick


class Endless(Algorithm):
    """Expands as often as it may; an expansion takes ``time(number)`` and generates ``edges`` new states."""

    def __init__(self, problem, journal, engine):
        super().__init__(problem, journal)
        self.engine, self.now, self.slices, self.counted = engine, 0, [], Counters()
        self.seconds_left = []

    @property
    def counters(self):
        return self.counted

    def advance(self, budget):
        counters, engine = self.counted, self.engine
        self.seconds_left.append(budget.seconds)
        self.slices.append(min(budget.poll_at, budget.max_expanded) - counters.expanded)
        if len(self.slices) in engine.busy:  # with something else, before the first expansion
            return Stop.POLL
        while counters.expanded < min(budget.poll_at, budget.max_expanded):
            if counters.expanded >= engine.ends:
                return Stop.DONE
            if counters.generated >= budget.max_generated or self.stored() >= budget.max_stored:
                return Stop.LIMIT
            self.now += engine.time(counters.expanded)
            counters.expanded += 1
            counters.generated += engine.edges
        return Stop.POLL

    def stored(self):
        return 1 + self.counted.generated

    def lower_bound(self, *, cheap=False):
        return 0

    def incumbent(self):
        return None

    dump = load = incumbent


class Endlessly(Engine):
    def __init__(self, time=lambda _: 0, *, edges=1, ends=math.inf, busy=()):
        self.time, self.edges, self.ends, self.busy = time, edges, ends, busy

    def algorithm(self, problem, journal):
        return Endless(problem, journal, self)


def started(*arguments, observer=None, **keywords):
    return Endlessly(*arguments, **keywords).start(Walk(), observer=observer)


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Return a clock that shows the time of the algorithm in ``clock.search``."""
    fixture = SimpleNamespace(search=None)
    now = lambda: 100 + fixture.search._algorithm.now  # noqa: E731
    monkeypatch.setattr(driver, "searching_clock", now)
    monkeypatch.setattr(driver, "POLL_SECONDS", 2)
    monkeypatch.setattr(driver, "PROGRESS_SECONDS", 8)
    return fixture


@pytest.fixture
def slices(clock):
    """How many expansions a search does at a time under limits."""

    def run(search, **limits):
        clock.search, search._algorithm.slices = search, []
        search.run(Limits(**limits))
        return search._algorithm.slices

    return run


def polled(**limits):
    """Limits with one that has to be polled, and isn't reached."""
    return {"seconds": 10**6, **limits}


def test_where_nothing_is_polled_the_first_slice_is_long_and_quick_ones_double(slices):
    assert [64, 128, 256, 52] == slices(started(), expanded=500)


def test_where_something_is_polled_the_first_slice_only_looks_for_a_goal(slices):
    assert [0, 1, 2, 4, 8, 16, 32, 37] == slices(started(), **polled(expanded=100))
    assert [0, 1, 2, 4, 3] == slices(started(), expanded=10, cancelled=lambda: False)
    assert [0, 1, 2, 4, 3] == slices(started(), expanded=10, memory=10**18)
    assert [0, 1, 2, 4, 3] == slices(started(observer=print), expanded=10)


def test_a_run_begins_with_short_slices_as_the_first_did(slices):
    search = started()
    assert slices(search, **polled(expanded=100)) == slices(search, **polled(expanded=100))


def test_a_slice_that_takes_as_long_as_a_poll_may_is_followed_by_one_of_half(slices):
    assert [0, 1, 2, 4, 8, 4, 8, 3] == slices(started(lambda _: 0.25), **polled(expanded=30))
    expected = [0, 1, 2, 4, 8, 16, 32, 16, 8, 4, 2, 1, 1, 1, 1]
    assert expected == slices(started(lambda n: 9 * (n >= 62)), **polled(expanded=97))


def test_a_slice_that_an_algorithm_does_not_come_to_is_followed_by_one_as_long(slices):
    assert [0, 1, 2, 4, 4, 4, 8, 3] == slices(started(busy={4, 5}), **polled(expanded=18))


def test_slow_expansions_come_one_at_a_time(slices):
    assert [0, 1, 1, 1, 1] == slices(started(lambda _: 5), **polled(expanded=4))


def test_limits_of_edges_and_states_stop_within_one_expansion(slices):
    for limits in ({"generated": 1000}, {"stored": 1001}, {"generated": 1000, "stored": 5000}):
        search = started(edges=32)
        slices(search, **limits)
        assert 32 == search.statistics.expanded


def test_a_limit_of_edges_counts_from_the_beginning_of_the_run(slices):
    search = started(edges=32)
    assert slices(search, generated=640) == slices(search, generated=640)
    assert 40 == search.statistics.expanded


def test_time_is_that_of_all_runs(slices):
    search = started(lambda _: 3)
    slices(search, expanded=4)
    assert 12 == search.statistics.seconds
    search._algorithm.now += 1000
    slices(search, expanded=2)
    assert 18 == search.statistics.seconds


def test_a_limit_of_time_is_reached_when_it_has_passed_and_not_before(slices):
    search = started(lambda _: 3)
    slices(search, expanded=1)
    assert [0, 1, 1, 1, 1] == slices(search, seconds=12)
    assert LimitKind.SECONDS is search.run(Limits(seconds=0)).limit


def test_a_slice_gets_the_time_that_is_left_of_the_limit(slices):
    search = started(lambda _: 3)
    slices(search, seconds=12)
    assert [12, 12, 9, 6, 3] == search._algorithm.seconds_left


def test_progress_is_sent_whenever_its_time_has_passed_since_it_was_sent(clock):
    sent = []
    clock.search = started(lambda _: 4, observer=lambda event: sent.append(event) if type(event) is Progress else None)
    clock.search.run(Limits(expanded=7))
    assert [2, 4, 6] == [event.expanded for event in sent]


def test_what_is_exhausted_names_no_limit(clock):
    clock.search = started(ends=5)
    assert clock.search.run(Limits(expanded=100)).limit is None


def test_an_interrupted_run_keeps_the_time_that_it_took(clock):
    def time(number):
        if number == 3:
            raise KeyboardInterrupt
        return 5

    clock.search = started(time)
    with pytest.raises(KeyboardInterrupt):
        clock.search.run()
    assert 15 == clock.search.statistics.seconds


def test_garbage_of_all_generations_is_collected_after_a_round_with_much_garbage():
    class Cycle:
        """It refers to itself, so only the garbage collector frees it."""

        def __init__(self):
            self.itself = self

    gc.freeze()  # To collect what all tests hold would take seconds.
    try:
        old = Cycle()
        gc.collect()  # `old` is in the oldest generation now.
        gone = weakref.ref(old)
        del old
        assert driver._collect_garbage(0, 1) == 0
        assert gone() is None
    finally:
        gc.unfreeze()
