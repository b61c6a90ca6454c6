"""An interrupt at any instant loses nothing: another run gives the result of an undisturbed search."""

import contextlib
import copy
import gc
import itertools
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from helpers.graphs import (
    KNOT,
    NODE_ENGINES,
    PATH_ENGINES,
    SKIPPED,
    SNARE,
    Batched,
    Explicit,
    Graph,
    Keyed,
    Stepped,
    cases,
    check,
    forms,
    outcome,
)
from helpers.instants import LibrarySurvey, LibraryTracer, LibraryVisitor, run_traced
from helpers.sampling import few, slow
from hypothesis import given
from hypothesis import strategies as st

import astarlib
from astarlib import (
    ENGINES,
    RBFS,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BatchWeightedAStar,
    BeamSearch,
    BidirectionalDijkstra,
    FocalSearch,
    FunctionProblem,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    Limits,
    Search,
    TieBreak,
    WeightedAStar,
)
from astarlib.observers.recorder import Recorder
from astarlib.problems.npuzzle import NPuzzle

# --- an interrupt at every instant at which CPython looks for one -----------------------------------------------------

AT_ONCE, BY_COST = [Limits()], [Limits(cost=2), Limits(cost=4), Limits()]
DETOUR = Graph(((0, 1, 2), (0, 2, 0), (2, 3, 0), (3, 1, 1)), frozenset({1}), (0,) * 4)
TRACED = [(engine, Explicit, KNOT, AT_ONCE) for engine in NODE_ENGINES]
TRACED += [(AStar(), Keyed, KNOT, AT_ONCE), (GreedyBestFirst(reopen=True), Explicit, KNOT, BY_COST)]
TRACED += [(ARAStar(weights=(3, 1)), Explicit, KNOT, AT_ONCE), (ARAStar(), Explicit, SNARE, BY_COST)]
TRACED += [(AnytimeWeightedAStar(weight=3), Explicit, KNOT, AT_ONCE)]
TRACED += [(FocalSearch(weight=1), Stepped, KNOT, AT_ONCE), (FocalSearch(weight=3), Stepped, SNARE, BY_COST)]
TRACED += [(BatchWeightedAStar(batch=3), Batched, KNOT, AT_ONCE), (AStar(), Batched, KNOT, AT_ONCE)]
TRACED += [(BatchWeightedAStar(weight=3, batch=2), Keyed, SNARE, BY_COST)]
TRACED += [(BeamSearch(width=2), Explicit, KNOT, AT_ONCE), (BeamSearch(width=1), Keyed, KNOT, BY_COST)]
TRACED += [(BeamSearch(width=1, complete=False), Explicit, SNARE, BY_COST)]
TRACED += [(BidirectionalDijkstra(), Explicit, KNOT, BY_COST), (BAEStar(), Keyed, replace(KNOT, h=(0,) * 8), AT_ONCE)]
TRACED += [(engine, Explicit, SNARE, AT_ONCE) for engine in PATH_ENGINES]
TRACED += [(RBFS(), Explicit, KNOT, AT_ONCE), (RBFS(), Keyed, SNARE, BY_COST)]
TRACED += [(IDAStar(), Explicit, SKIPPED, AT_ONCE), (IDAStar(), Keyed, SKIPPED, [Limits(cost=40), Limits()])]
TRACED += [(IDAStar(), Keyed, SNARE, BY_COST), (IterativeDeepening(), Explicit, DETOUR, [Limits(cost=0), Limits()])]


@cache
def sampled_instants():
    """Return instants for each of the searches that are traced: one at each place of the code where no other had one.

    To interrupt each search at every instant takes minutes, and most instants are at the same places.
    """
    known, sampled = set(), []
    for engine, form, graph, plan in TRACED:
        engine.search(form(graph))  # The first search does more than the others.
        search, survey = engine.start(form(graph)), LibrarySurvey()
        for limits in plan:
            run_traced(search, limits, survey)
        sampled.append(sorted({*survey.sample(known), *range(1, survey.instants, 211)}))
        known.update(survey.places)
    return sampled


@pytest.mark.costly
@pytest.mark.parametrize("is_everywhere", [slow(True), False], ids=["every second instant", "some instants"])
@pytest.mark.parametrize("at", range(len(TRACED)), ids=lambda at: f"{TRACED[at][0]!r} {TRACED[at][1].__name__}")
def test_an_interrupt_at_any_instant_loses_nothing(at, is_everywhere):
    engine, form, graph, plan = TRACED[at]
    alone = engine.start(form(graph))
    expected = [outcome(alone.run(limits)) for limits in plan]
    for number in itertools.count(1, 2) if is_everywhere else sampled_instants()[at]:
        search, tracer, found = engine.start(form(graph)), LibraryTracer(number), []
        for limits in plan:
            try:
                result = run_traced(search, limits, tracer)
            except KeyboardInterrupt:
                result = search.run(limits)
            check(search)
            found.append(outcome(result))
        assert expected == found
        if tracer.left > 0:
            break
    assert number > 100


@pytest.mark.parametrize("step", [slow(17), 307], ids="every {}".format)
@pytest.mark.parametrize(("engine", "form", "graph", "plan"), few(TRACED, 19), ids=lambda value: repr(value)[:50])
def test_an_interrupt_at_some_instants_leaves_the_same_trace(engine, form, graph, plan, step):
    def trace():
        kept = recorder.trace
        return [repr((node, kept.text(node.number))) for node in kept.nodes()]

    recorder = Recorder()
    alone = engine.start(form(graph), observer=recorder)
    expected = [(alone.run(limits), trace())[1] for limits in plan]
    for number in itertools.count(1, step):  # all would take minutes
        recorder = Recorder()
        search, tracer, found = engine.start(form(graph), observer=recorder), LibraryTracer(number), []
        for limits in plan:
            try:
                run_traced(search, limits, tracer)
            except KeyboardInterrupt:
                search.run(limits)
            found.append(trace())
        assert expected == found
        if tracer.left > 0:
            break
    assert number > 100


@pytest.mark.parametrize("engine", few([*NODE_ENGINES, *PATH_ENGINES, BeamSearch(width=2)], 8), ids=repr)
def test_an_interrupt_after_an_observer_has_saved_the_search_loses_nothing(engine, tmp_path):
    expected = outcome(engine.search(Explicit(KNOT)))
    for to_save, to_interrupt in itertools.product(range(1, 20, 4), range(1, 10, 2)):
        events = itertools.chain(["going on"] * to_save, ["save"], ["going on"] * to_interrupt, ["interrupt"])
        search = engine.start(Explicit(KNOT), observer=lambda _, events=events: act(next(events, "going on")))

        def act(deed, search=search):
            if deed == "save":
                search.save(tmp_path / "search")
            if deed == "interrupt":
                raise KeyboardInterrupt

        with contextlib.suppress(KeyboardInterrupt):
            search.run()
        assert expected == outcome(search.run())
        check(search)


@pytest.mark.costly
@pytest.mark.parametrize("engine", [AStar(), slow(GreedyBestFirst(reopen=True)), slow(IDAStar())], ids=repr)
def test_what_a_signal_handler_raises_comes_through_and_loses_nothing(engine):
    expected = outcome(engine.search(Explicit(SNARE)))
    for number in itertools.count(1):
        search, tracer = engine.start(Explicit(SNARE)), LibraryTracer(number, TimeoutError)
        try:
            result = run_traced(search, Limits(), tracer)
        except TimeoutError:
            result = search.run()
        check(search)
        assert expected == outcome(result)
        if tracer.left > 0:
            break
    assert number > 100


# --- a copy at every instant at which CPython may run a signal handler ------------------------------------------------


@pytest.mark.parametrize(("engine", "form", "graph", "plan"), TRACED, ids=lambda value: repr(value)[:50])
@pytest.mark.parametrize("one_in", [slow(1), 17])
def test_a_copy_made_at_any_instant_changes_nothing_and_continues_independently(engine, form, graph, plan, one_in):
    alone = engine.start(form(graph))
    expected = [outcome(alone.run(limits)) for limits in plan]
    search, copies, found = engine.start(form(graph)), [], []
    visitor = LibraryVisitor(lambda: copies.append((len(found), copy.copy(search))), one_in)
    for limits in plan:
        found.append(outcome(run_traced(search, limits, visitor)))
        check(search)
    assert expected == found
    assert len(copies) > 100 / one_in
    for done, copied in copies:
        assert expected[done:] == [outcome(copied.run(limits)) for limits in plan[done:]]
        check(copied)


@pytest.mark.parametrize("engine", few([*NODE_ENGINES, *PATH_ENGINES, BeamSearch(width=2)], 8), ids=repr)
def test_a_search_that_is_saved_at_one_instant_in_ten_continues_from_each_file(engine, tmp_path):
    expected, search, saved = outcome(engine.search(Explicit(KNOT))), engine.start(Explicit(KNOT)), []

    def save():
        saved.append(tmp_path / str(len(saved)))
        search.save(saved[-1])

    assert expected == outcome(run_traced(search, Limits(), LibraryVisitor(save, one_in=10)))
    assert len(saved) > 10
    for path in saved:
        assert expected == outcome(Search.load(path, Explicit(KNOT)).run())


@pytest.mark.parametrize("step", [slow(7), 23], ids="every {}".format)
@pytest.mark.parametrize("engine", [AStar(), GreedyBestFirst(reopen=True), IDAStar()], ids=repr)
def test_a_copy_of_a_search_that_was_interrupted_at_some_instants_continues_independently(engine, step):
    expected = outcome(engine.search(Explicit(SNARE)))
    for number in itertools.count(1, step):
        search, tracer, copies = engine.start(Explicit(SNARE)), LibraryTracer(number), []
        with contextlib.suppress(KeyboardInterrupt):
            run_traced(search, Limits(), tracer)
        copies.append(copy.copy(search))
        settling = LibraryVisitor(lambda search=search, copies=copies: copies.append(copy.copy(search)), one_in=10)
        assert expected == outcome(run_traced(search, Limits(), settling))
        for copied in copies:
            assert expected == outcome(copied.run())
            check(copied)
        if tracer.left > 0:
            break
    assert number > 100


@pytest.mark.costly
@given(cases(), forms, st.integers(1, 200), st.sampled_from([Limits(), Limits(cost=3), Limits(expanded=3)]))
def test_copies_at_some_instants_of_any_search_change_nothing_and_continue_alone(case, form, one_in, limits):
    graph, engine = case
    alone, search, copies = engine.start(form(graph)), engine.start(form(graph)), []
    expected = outcome(alone.run(limits)), outcome(alone.run())
    visitor = LibraryVisitor(lambda: copies.append(copy.copy(search)) if len(copies) < 5 else None, one_in)
    assert expected[0] == outcome(run_traced(search, limits, visitor))
    assert expected[1] == outcome(search.run())
    for copied in copies:
        copied.run(Limits(cost=limits.cost))  # a limit of cost changes what iterative deepening expands
        assert expected[1] == outcome(copied.run())
        check(copied)


# --- real signals -----------------------------------------------------------------------------------------------------


class Alarm:
    """Raises KeyboardInterrupt between any two instructions, after random times."""

    def __init__(self, seed, longest):
        self.random, self.longest, self.patience = random.Random(seed), longest, longest
        self.armed, self.times, self.expanded = False, 0, -1

    def __enter__(self):
        # What is raised in a callback of the garbage collector is lost to Python, and Hypothesis has such a callback.
        self.callbacks = gc.callbacks.copy()
        gc.callbacks.clear()
        self.before = signal.signal(signal.SIGALRM, self.ring)
        return self

    def __exit__(self, *_):
        self.armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.before)
        gc.callbacks[:] = self.callbacks

    def ring(self, *_):
        if self.armed:
            self.armed = False
            self.times += 1
            raise KeyboardInterrupt

    def run(self, search):
        """The result, or None when the alarm rang. It waits longer for a search that gets nowhere (a slow machine)."""
        expanded = search.statistics.expanded
        patience = self.longest if expanded > self.expanded else 1.5 * self.patience
        self.expanded, self.patience = expanded, patience
        try:
            self.armed = True
            signal.setitimer(signal.ITIMER_REAL, self.random.uniform(1e-5, patience))
            result = search.run()
            self.armed = False
        except KeyboardInterrupt:
            return None
        return result


@pytest.mark.parametrize(
    "engine",
    [
        AStar(),
        AStar(tie_break=TieBreak.FIFO, reopen=False),
        WeightedAStar(weight=1.5),
        GreedyBestFirst(reopen=True),
        IDAStar(),
        IterativeDeepening(),
        RBFS(),
        BeamSearch(width=20),
    ],
    ids=repr,
)
@pytest.mark.parametrize("signals", [slow(800), 15])
def test_many_signals_lose_nothing(engine, signals):
    puzzle = NPuzzle("1 3 4 / 2 7 5 / 6 8 0", goal="0 1 2 / 3 4 5 / 6 7 8")
    expected = outcome(engine.search(puzzle))
    with Alarm(seed=1, longest=0.002) as alarm:
        while alarm.times < signals:
            search, alarm.expanded = engine.start(puzzle), -1
            while (result := alarm.run(search)) is None:
                pass
            check(search)
            assert expected == outcome(result)


@pytest.mark.costly
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timer signals")
@pytest.mark.parametrize("engine", [AStar(), GreedyBestFirst(reopen=True)], ids=repr)
def test_copies_that_a_timer_makes_disturb_no_search(engine):
    """One of the graphs, that of seed 44, has no path to the goal."""
    copies, search = [], None

    def handler(*_):
        copies.append(copy.copy(search).statistics.expanded)
        signal.setitimer(signal.ITIMER_REAL, 0.0003)  # one at a time, so handlers don't pile up

    before = signal.signal(signal.SIGALRM, handler)
    try:
        for seed in range(40, 50):
            choose = random.Random(seed)
            edges = {
                u: [((u, v), v, choose.choice([1, 1, 2, 3])) for v in choose.sample(range(400), 4)] for u in range(400)
            }
            h = {u: choose.choice([0, 0, 1, 2]) for u in range(400)}
            problem = FunctionProblem(0, successors=edges.get, is_goal=lambda state: state == 399, heuristic=h.get)
            alone, search = engine.search(problem), engine.start(problem)
            signal.setitimer(signal.ITIMER_REAL, 0.0003)
            result = search.run()
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert alone == result
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(copies) > 0


def test_a_real_sigint_stops_a_search_that_continues_afterwards():
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


SIGNALS = int(os.environ.get("ASTARLIB_SIGNALS", "30"))  # for each engine; 2000 take five minutes
SHOT_AT = """
import signal, sys
from dataclasses import replace
from astarlib import ENGINES, Limits
from astarlib.problems.npuzzle import NPuzzle

def outcome(result):
    return replace(result, statistics=replace(result.statistics, seconds=0))

class Target:
    armed, times = False, 0

    def hit(self, *_):
        if self.armed:
            self.armed = False
            self.times += 1
            raise KeyboardInterrupt

    def run(self, search, to_hit):
        while True:
            try:
                self.armed = self.times < to_hit
                result = search.run(Limits(expanded=5000 - search.statistics.expanded))
                self.armed = False
                return result
            except KeyboardInterrupt:
                pass

target, puzzle = Target(), NPuzzle("1 3 4 / 2 7 5 / 6 8 0", goal="0 1 2 / 3 4 5 / 6 7 8")
signal.signal(signal.SIGINT, target.hit)
engine, to_hit = ENGINES[sys.argv[1]](), int(sys.argv[2])
whole = engine.start(puzzle)
expected = outcome(whole.run(Limits(expanded=5000))), list(whole.states()), list(whole.frontier())
print("ready", flush=True)
while target.times < to_hit:
    search = engine.start(puzzle)
    result = target.run(search, to_hit)
    search._algorithm._check()
    assert expected == (outcome(result), list(search.states()), list(search.frontier()))
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # at its end Python sets its own handler aside
print(target.times)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_sigints_from_another_process_lose_and_double_no_state(name):
    home = {**os.environ, "PYTHONPATH": str(Path(astarlib.__file__).parents[1])}
    command, moments = [sys.executable, "-c", SHOT_AT, name, str(SIGNALS)], random.Random(name)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=home) as target:
        assert target.stdout.readline() == "ready\n"
        while target.poll() is None:
            time.sleep(moments.uniform(0, 0.008))
            target.send_signal(signal.SIGINT)
        assert str(SIGNALS) == target.stdout.read().strip()
    assert target.returncode == 0
