"""Whatever interrupts a search, running it again gives the result and the counters of one that was left alone."""

import dis
import itertools
import random
import signal
import sys
from collections import Counter

import pytest
from graphs import Explicit, Graph, Keyed, Whole, engines, graphs, outcome
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, GreedyBestFirst, Limits, Search, TieBreak, WeightedAStar, capabilities
from astarlib.engines import best_first, node_search, nodes
from astarlib.events import Generated, Reopened
from astarlib.problems.npuzzle import NPuzzle

ENGINES = [AStar(), AStar(reopen=False), AStar(tie_break=TieBreak.FIFO), WeightedAStar(weight=2)]
ENGINES += [GreedyBestFirst(), GreedyBestFirst(reopen=True), Dijkstra(tie_break=TieBreak.LIFO)]

# Reopening, parallel edges, a self-loop, dead ends, zero costs and two goals within seven nodes.
KNOT = Graph(
    edges=(
        (0, 1, 4), (0, 2, 1), (2, 1, 1), (1, 3, 2), (1, 3, 1), (3, 3, 0), (0, 4, 0), (4, 4, 1), (4, 5, 0),
        (2, 5, 3), (3, 6, 5), (3, 0, 1), (3, 7, 9), (1, 2, 0), (6, 7, 0), (4, 1, 5), (4, 1, 3),
    ),
    goals=frozenset({6, 7}),
    h=(0, 0, 6, 1, float("inf"), float("inf"), 0, 0),
)  # fmt: skip


def interrupted(search):
    """The result of a search that is run again whenever something stops it, and how often that was."""
    for times in itertools.count():
        try:
            result = search.run()
        except (KeyboardInterrupt, MemoryError, OSError):
            continue
        search._nodes._check()
        return result, times
    raise AssertionError


# --- an error in every single call of the user's code -------------------------------------------------------------------


def failing(form, graph, method, number, error):
    """The problem, whose ``method`` raises ``error`` the ``number``-th time that it is called by a running search."""

    class Failing(form):
        calls = armed = 0

        def fail(self):
            Failing.calls += Failing.armed
            if Failing.armed and Failing.calls == number:
                raise error

    def overriding(self, *args):
        self.fail()
        return getattr(form, method)(self, *args)

    setattr(Failing, method, overriding)
    return Failing(graph)


METHODS = [(Explicit, name) for name in ("actions", "result", "cost", "heuristic", "is_goal")]
METHODS += [(Whole, "successors"), (Keyed, "state_key"), (Keyed, "cost")]


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, OSError])
@pytest.mark.parametrize(("form", "method"), METHODS, ids=lambda value: getattr(value, "__name__", value))
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_error_in_any_call_of_a_method_loses_nothing(engine, form, method, error):
    expected, stopped = outcome(engine.search(form(KNOT))), 0
    for number in itertools.count(1):
        problem = failing(form, KNOT, method, number, error)
        search = engine.start(problem)
        type(problem).armed = 1
        result, times = interrupted(search)
        type(problem).armed = 0
        assert expected == outcome(result)
        if times == 0:
            break
        stopped += times
    assert stopped > (0 if method == "heuristic" and not engine.uses_h else 3) - 1


@given(graphs(), engines, st.integers(0, 2**32))
def test_errors_in_random_calls_lose_nothing(graph, engine, seed):
    class Moody(Explicit):
        def mood(self):
            if len(holder) > 0 and moods.random() < 0.1:
                raise moods.choice([KeyboardInterrupt, MemoryError, OSError])

        def actions(self, state):
            self.mood()
            for action in super().actions(state):
                self.mood()
                yield action

        def heuristic(self, state):
            self.mood()
            return super().heuristic(state)

        def is_goal(self, state):
            self.mood()
            return super().is_goal(state)

    holder, moods = [], random.Random(seed)
    search = engine.start(Moody(graph))
    holder.append(search)
    assert outcome(engine.search(Explicit(graph))) == outcome(interrupted(search)[0])


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_observer_that_raises_at_any_event_loses_nothing(engine):
    def observer(_):
        calls["events"] += 1
        if calls["events"] == number:
            raise OSError

    expected, calls = outcome(engine.search(Explicit(KNOT))), Counter()
    for number in itertools.count(1):
        calls.clear()
        result, times = interrupted(engine.start(Explicit(KNOT), observer=observer))
        assert expected == outcome(result)
        if times == 0:
            break
    assert number > 15


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_interrupted_expansion_tells_every_edge_and_every_reopening_at_least_once(engine):
    def told(method, number):
        events = []
        problem = failing(Explicit, KNOT, method, number, OSError)
        search = engine.start(problem, observer=events.append)
        type(problem).armed = 1
        _, times = interrupted(search)
        return {event for event in events if isinstance(event, (Generated, Reopened))}, times

    expected, _ = told("cost", 0)
    for number in itertools.count(1):
        events, times = told("cost", number)
        edges = {event[:4] for event in expected if isinstance(event, Generated)}
        assert edges <= {event[:4] for event in events if isinstance(event, Generated)}
        assert {event for event in expected if isinstance(event, Reopened)} <= events
        if times == 0:
            break


def test_a_search_interrupted_in_an_expansion_is_saved_and_resumed_as_if_it_had_not_been(tmp_path):
    for number in itertools.count(1):
        problem = failing(Explicit, KNOT, "cost", number, KeyboardInterrupt)
        search = AStar().start(problem)
        type(problem).armed = 1
        try:
            search.run()
            break
        except KeyboardInterrupt:
            type(problem).armed = 0
        search.save(tmp_path / "search")
        assert outcome(AStar().search(Explicit(KNOT))) == outcome(Search.load(tmp_path / "search", problem).run())
    assert number > 10


@pytest.mark.parametrize("engine", [AStar(), Dijkstra(), WeightedAStar(weight=2), GreedyBestFirst()], ids=repr)
def test_the_lower_bound_is_true_right_after_an_interrupt(engine):
    for number in itertools.count(1):
        problem = failing(Explicit, KNOT, "cost", number, KeyboardInterrupt)
        search = engine.start(problem)
        type(problem).armed = 1
        try:
            search.run()
            break
        except KeyboardInterrupt:
            assert search.lower_bound <= KNOT.optimum
            assert search.run(Limits(expanded=0)).lower_bound <= KNOT.optimum
    assert number > 10


# --- an interrupt at every instant at which CPython looks for one -------------------------------------------------------

LIBRARY = {
    best_first.__file__,
    capabilities.__file__,
    nodes.__file__,
    node_search.__file__,
    sys.modules[Search.__module__].__file__,
}
CALLS = {opcode for name, opcode in dis.opmap.items() if name.startswith(("CALL", "PRECALL"))}


class Tracer:
    """Raises KeyboardInterrupt at the ``number``-th instant at which CPython may run a signal handler.

    That is at the start of a function, after a call, and at a jump backwards.
    """

    def __init__(self, number):
        self.left = number
        self.last = {}

    def __call__(self, frame, event, _):
        if frame.f_code.co_filename not in LIBRARY:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "call":
            self.last[frame] = None
            self.instant()
        elif event == "opcode":
            last, now = self.last.get(frame), frame.f_lasti
            if last is not None and (now < last or frame.f_code.co_code[last] in CALLS):
                self.instant()
            self.last[frame] = now
        elif event == "return":
            self.last.pop(frame, None)
        return self

    def instant(self):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def run_traced(search, limits, tracer):
    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        return search.run(limits)
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("plan", [[Limits()], [Limits(cost=2), Limits(cost=4), Limits()]], ids=["whole", "by cost"])
@pytest.mark.parametrize("form", [Explicit, Keyed])
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_interrupt_at_any_instant_loses_nothing(engine, form, plan):
    alone = engine.start(form(KNOT))
    expected = [outcome(alone.run(limits)) for limits in plan]
    for number in itertools.count(1):
        search, tracer, found = engine.start(form(KNOT)), Tracer(number), []
        for limits in plan:
            try:
                result = run_traced(search, limits, tracer)
            except KeyboardInterrupt:
                result = search.run(limits)
            search._nodes._check()
            found.append(outcome(result))
        assert expected == found
        if tracer.left > 0:
            break
    assert number > 100


# --- real signals ---------------------------------------------------------------------------------------------------------


class Alarm:
    """Raises KeyboardInterrupt between any two instructions, after random times."""

    def __init__(self, seed, longest):
        self.random, self.longest, self.armed, self.times = random.Random(seed), longest, False, 0

    def __enter__(self):
        self.before = signal.signal(signal.SIGALRM, self.ring)
        return self

    def __exit__(self, *_):
        self.armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)

    def ring(self, *_):
        if self.armed:
            self.armed = False
            self.times += 1
            raise KeyboardInterrupt

    def run(self, search):
        """The result, or None when the alarm rang."""
        try:
            self.armed = True
            signal.setitimer(signal.ITIMER_REAL, self.random.uniform(1e-5, self.longest))
            result = search.run()
            self.armed = False
        except KeyboardInterrupt:
            return None
        return result


@pytest.mark.parametrize(
    "engine",
    [AStar(), AStar(tie_break=TieBreak.FIFO, reopen=False), WeightedAStar(weight=1.5), GreedyBestFirst(reopen=True)],
    ids=repr,
)
def test_hundreds_of_signals_lose_nothing(engine):
    puzzle = NPuzzle("1 3 4 / 2 7 5 / 6 8 0", goal="0 1 2 / 3 4 5 / 6 7 8")
    expected = outcome(engine.search(puzzle))
    with Alarm(seed=1, longest=0.002) as alarm:
        while alarm.times < 800:
            search = engine.start(puzzle)
            while (result := alarm.run(search)) is None:
                pass
            search._nodes._check()
            assert expected == outcome(result)


def test_a_real_sigint_stops_a_search_that_goes_on_afterwards():
    class Interrupted(NPuzzle):
        expanded = 0

        def actions(self, state):
            Interrupted.expanded += 1
            if Interrupted.expanded == 300:
                signal.raise_signal(signal.SIGINT)
            return super().actions(state)

    board, goal = "8 1 7 / 4 5 6 / 2 0 3", "0 1 2 / 3 4 5 / 6 7 8"
    search = AStar().start(Interrupted(board, goal=goal))
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert outcome(AStar().search(NPuzzle(board, goal=goal))) == outcome(search.run())
