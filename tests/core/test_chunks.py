"""Between two polls a search goes on for about as long as a poll may be late, and near a limit for less.

By a clock that only an expansion moves forward, on which a poll is due after 2 and progress is told every 8.
"""

import math
from types import SimpleNamespace

import pytest
from walks import Walk

import astarlib.search
from astarlib import LimitKind, Limits
from astarlib.events import Progress
from astarlib.result import Statistics
from astarlib.search import Pause, Search


class Endless(Search):
    """Expands as often as it may; an expansion takes ``time(number)`` and generates ``edges`` new states."""

    nearest, lower_bound = None, 0

    def __init__(self, time=lambda _: 0, *, edges=1, observer=None, ends=math.inf, busy=()):
        super().__init__("an engine", Walk(), observer)
        self.time, self.edges, self.ends, self.busy = time, edges, ends, busy
        self.now = self.expanded = 0
        self.chunks, self.reserved = [], []

    def _advance(self, stop_at, max_cost):
        self.chunks.append(stop_at - self.expanded)
        self.reserved.append(len(self._reserve))
        if len(self.chunks) in self.busy:  # with something else, before the first expansion
            return Pause.REACHED
        while self.expanded < stop_at:
            if self.expanded >= self.ends:
                return Pause.EXHAUSTED
            self.now += self.time(self.expanded)
            self.expanded += 1
        return Pause.REACHED

    def _counts(self):
        return self.expanded, self.edges * self.expanded

    def _stored_count(self):
        return 1 + self.edges * self.expanded

    def _progress(self):
        return Progress(self.expanded, 0, 0, 0, 0, 0, 0)

    @property
    def statistics(self):
        return Statistics(self.expanded, 0, 0, 0, 0, 0, 0, None, self._seconds)

    def _solution(self):
        return None

    _settle = _root_h = _solution
    states = frontier = path_to = _dump = _restore = _solution


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Set it by ``clock.search``, of which it is the time."""
    fixture = SimpleNamespace(search=None)
    monkeypatch.setattr(astarlib.search, "time", SimpleNamespace(perf_counter=lambda: 100 + fixture.search.now))
    monkeypatch.setattr(astarlib.search, "_POLL_SECONDS", 2)
    monkeypatch.setattr(astarlib.search, "_PROGRESS_SECONDS", 8)
    return fixture


@pytest.fixture
def chunks(clock):
    """How many expansions a search does at a time under limits."""

    def run(search, **limits):
        clock.search, search.chunks = search, []
        search.run(Limits(**limits))
        return search.chunks

    return run


def test_the_first_chunk_only_looks_for_a_goal_and_quick_ones_double(chunks):
    assert [0, 1, 2, 4, 8, 16, 32, 37] == chunks(Endless(), expanded=100)


def test_a_run_begins_with_short_chunks_as_the_first_did(chunks):
    search = Endless()
    assert chunks(search, expanded=100) == chunks(search, expanded=100)


def test_a_chunk_that_takes_as_long_as_a_poll_may_is_followed_by_one_of_half(chunks):
    assert [0, 1, 2, 4, 8, 4, 8, 3] == chunks(Endless(lambda _: 0.25), expanded=30)
    assert [0, 1, 2, 4, 8, 16, 32, 16, 8, 4, 2, 1, 1, 1, 1] == chunks(Endless(lambda n: 9 * (n >= 62)), expanded=97)


def test_a_chunk_that_an_engine_does_not_come_to_is_followed_by_one_as_long(chunks):
    assert [0, 1, 2, 4, 4, 4, 8, 3] == chunks(Endless(busy={4, 5}), expanded=18)


def test_slow_expansions_come_one_at_a_time(chunks):
    assert [0, 1, 1, 1, 1] == chunks(Endless(lambda _: 5), expanded=4)


@pytest.mark.parametrize(("edges", "room"), [(1, 64), (32, 64), (40, 80), (500, 1000)])
@pytest.mark.parametrize("limit", ["generated", "stored"])
def test_near_a_limit_no_chunk_is_longer_than_what_is_left_has_room_for(chunks, limit, edges, room):
    search, before = Endless(edges=edges), limit == "stored"
    taken = chunks(search, **{limit: 40 * room + before})
    assert [0, 1, 2, 4, 8] == taken[:5]
    done = 0
    for number, chunk in enumerate(taken[1:], 1):
        left = 40 * room - edges * done
        longest = max(1, left // (room if done > 0 else 64))
        assert chunk == min(longest, 2 ** (number - 1)) or chunk == longest
        done += chunk
    assert 40 * room <= edges * done < 40 * room + edges


def test_of_the_limits_on_edges_and_states_the_nearer_one_shortens_chunks(chunks):
    expected = chunks(Endless(edges=32), generated=640)
    assert expected == chunks(Endless(edges=32), generated=640, stored=10_000)
    assert expected == chunks(Endless(edges=32), generated=10_000, stored=641)


def test_a_limit_of_edges_counts_from_the_beginning_of_the_run(chunks):
    search = Endless(edges=32)
    first = chunks(search, generated=640)
    assert first == chunks(search, generated=640)


def test_time_is_that_of_all_runs(chunks):
    search = Endless(lambda _: 3)
    chunks(search, expanded=4)
    assert 12 == search.statistics.seconds
    search.now += 1000
    chunks(search, expanded=2)
    assert 18 == search.statistics.seconds


def test_a_limit_of_time_is_reached_when_it_has_passed_and_not_before(chunks):
    search = Endless(lambda _: 3)
    chunks(search, expanded=1)
    assert [0, 1, 1, 1, 1] == chunks(search, seconds=12)
    assert LimitKind.SECONDS is search.run(Limits(seconds=0)).limit


def test_progress_is_told_whenever_its_time_has_passed_since_it_was_told(clock):
    told = []
    clock.search = Endless(lambda _: 4, observer=lambda event: told.append(event) if type(event) is Progress else None)
    clock.search.run(Limits(expanded=7))
    assert [2, 4, 6] == [event.expanded for event in told]


def test_what_is_exhausted_names_no_limit(clock):
    clock.search = Endless(ends=5)
    assert clock.search.run(Limits(expanded=100)).limit is None


def test_a_new_search_gets_its_reserve_at_the_first_poll_that_is_due_and_a_later_run_begins_with_one(chunks):
    search, size = Endless(lambda _: 1), 64 * 2**20
    chunks(search, expanded=6)
    assert [0, 0, 0, size, size] == search.reserved
    assert b"" == search._reserve
    chunks(search, expanded=1)
    assert [size, size] == search.reserved[5:]


def test_a_search_that_has_expanded_nothing_is_a_new_one(chunks):
    search = Endless(lambda _: 1)
    chunks(search, expanded=0)
    chunks(search, expanded=1)
    chunks(search, expanded=1)
    assert [0, 0, 0, 64 * 2**20] == search.reserved[:4]
