"""A search goes on in another form when a number is too large, and nothing that it has reported changes.

The forms here are searches in Python, the first of which fail. So nothing has to be compiled.
"""

import itertools

import pytest

from astarlib import ARAStar, AStar, Dijkstra, IDAStar, LimitKind, Limits, WeightedAStar
from astarlib._support import searching_clock
from astarlib.compiled.large_numbers import with_others
from astarlib.errors import CapacityError
from astarlib.events import LowerBoundRaised, SolutionFound
from astarlib.problems.npuzzle import NPuzzle
from astarlib.searching import driver

PUZZLE = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
ENGINES = [AStar(), Dijkstra(), WeightedAStar(weight=3), IDAStar(), ARAStar()]


class Narrow:
    """An algorithm that can't do more than a number of expansions."""

    def __init__(self, algorithm, most):
        self.inner, self.most = algorithm, most

    def __getattr__(self, name):
        return getattr(self.inner, name)

    @property
    def journal(self):
        return self.inner.journal

    @journal.setter
    def journal(self, journal):
        self.inner.journal = journal

    def advance(self, budget):
        stop = self.inner.advance(budget._replace(poll_at=min(budget.poll_at, self.most)))
        if self.inner.counters.expanded >= self.most:
            raise CapacityError("a number is too large")
        return stop


def narrow(engine, *most):
    """Return an engine whose searches begin again after these numbers of expansions."""

    class Restarting(type(engine)):
        __slots__ = ()

        def algorithm(self, problem, journal):
            make = super().algorithm
            forms = [lambda n=n: Narrow(make(problem, journal), n) for n in most]
            return with_others(forms[0], [*forms[1:], lambda: make(problem, journal)])

    return Restarting(**{name: getattr(engine, name) for name in ("weight",) if hasattr(engine, name)})


def numbers(result):
    counters = result.statistics
    return (
        result.status,
        result.cost if result else None,
        result.lower_bound,
        counters.expanded,
        counters.generated,
        counters.stored,
    )


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
@pytest.mark.parametrize("most", [(1,), (50,), (50, 50), (50, 120), (3, 700)])
def test_the_result_is_that_of_one_form(engine, most):
    limits = Limits(expanded=2_000)
    assert numbers(narrow(engine, *most).search(PUZZLE, limits=limits)) == numbers(engine.search(PUZZLE, limits=limits))


@pytest.mark.parametrize("engine", [AStar(), ARAStar()], ids=repr)
def test_events_are_sent_once_and_none_is_lost(engine):
    def events(of):
        found = []

        of.search(PUZZLE, observer=found.append, limits=Limits(expanded=2_000))
        return [(type(each), each.expanded) for each in found if isinstance(each, LowerBoundRaised | SolutionFound)]

    assert events(narrow(engine, 100)) == events(engine)


def test_counters_and_bounds_never_go_back():
    search, calls = narrow(AStar(), 60).start(PUZZLE), itertools.count()
    before = 0, 0
    for _ in range(30):
        result = search.run(Limits(cancelled=lambda: next(calls) % 7 == 6))
        now = result.statistics.expanded, result.lower_bound
        assert now >= before
        assert len(list(search.states())) == result.statistics.stored
        before = now
    assert now > (60, 0)
    assert numbers(search.run()) == numbers(AStar().search(PUZZLE))


def test_a_limit_ends_a_run_while_expansions_are_repeated(monkeypatch):
    """The clock runs while they're repeated in Python. A later run goes on with that."""
    now = itertools.count()
    monkeypatch.setattr(driver, "searching_clock", lambda: next(now))
    search = narrow(AStar(), 900).start(PUZZLE)
    search.run(Limits(expanded=900))
    results = [search.run(Limits(seconds=4)) for _ in range(3)]
    assert [result.limit for result in results] == [LimitKind.SECONDS] * 3
    assert [result.statistics.expanded for result in results] == [900] * 3
    assert numbers(search.run()) == numbers(AStar().search(PUZZLE))


@pytest.mark.parametrize(("most", "counts"), [((300, 10**9), False), ((300,), True)])
def test_repeating_with_more_bits_isnt_counted_and_in_python_it_is(monkeypatch, most, counts):
    """The clock shows the number of goal tests."""
    tests = []

    class Puzzle(NPuzzle):
        def is_goal(self, state):
            tests.append(state)
            return super().is_goal(state)

    monkeypatch.setattr(searching_clock.time, "perf_counter", lambda: float(len(tests)))
    search = narrow(AStar(), *most).start(Puzzle("8 6 7 / 2 5 4 / 3 0 1"))
    before = search.run(Limits(expanded=300)).statistics.seconds
    after = search.run(Limits(expanded=1)).statistics.seconds
    assert (after - before > 200) == counts


def test_the_clock_stops_while_code_is_compiled(monkeypatch):
    now = itertools.count()
    monkeypatch.setattr(searching_clock.time, "perf_counter", lambda: float(next(now)))
    begin = searching_clock.searching_clock()
    with searching_clock.stopped_clock():
        next(itertools.islice(now, 100, None))
        with searching_clock.stopped_clock():
            next(itertools.islice(now, 100, None))
    assert searching_clock.searching_clock() - begin < 10


def test_an_interrupt_between_two_forms_loses_nothing():
    for strike in range(3):
        strikes = iter([strike == at for at in range(3)])

        class Interrupted(AStar):
            __slots__ = ()

            def algorithm(self, problem, journal, strikes=strikes):
                make = super().algorithm

                def form():
                    if next(strikes, False):
                        raise KeyboardInterrupt
                    return Narrow(make(problem, journal), 100)

                return with_others(lambda: Narrow(make(problem, journal), 100), [form, lambda: make(problem, journal)])

        search = Interrupted().start(PUZZLE)
        for _ in range(2):
            try:
                result = search.run()
            except KeyboardInterrupt:
                continue
        assert numbers(result) == numbers(AStar().search(PUZZLE))
