"""An interrupt at any instant loses nothing, and a copy disturbs nothing, whatever is being made or filled then."""

import copy
import dis
import inspect
import itertools
import pickle
import sys
from pathlib import Path
from random import Random

import pytest
from agreement import told
from rows import RowProblem, random_rows

import astarlib.compiled
from astarlib import Limits, Search
from astarlib.compiled import AStar, GreedyBestFirst, IDAStar, WeightedAStar
from astarlib.compiled.queues import Buckets

FOLDER = Path(astarlib.compiled.__file__).parent
FILES = {str(FOLDER / name) for name in ("best_first_search.py", "deepening_search.py", "queues.py", "storage.py")}


CALLS = {opcode for name, opcode in dis.opmap.items() if name.startswith("CALL")}


class Tracer:
    """Does something at the ``number``-th instant at which CPython may run a signal handler.

    That is at the start of a function, after a call, and at a jump backwards; ``left`` is above 0 if there are not so
    many.
    """

    def __init__(self, number, act):
        self.left, self.act, self.last = number, act, {}

    def __call__(self, frame, event, _):
        if frame.f_code.co_filename not in FILES:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "call" and not frame.f_code.co_flags & inspect.CO_GENERATOR:
            self.instant()
        elif event == "opcode":
            last, now, code = self.last.get(frame), frame.f_lasti, frame.f_code.co_code
            if last is not None and (now < last or code[last] in CALLS):
                self.instant()
            self.last[frame] = now
        elif event == "return":
            self.last.pop(frame, None)
        return self

    def instant(self):
        self.left -= 1
        if self.left == 0:
            self.act()


def run_traced(search, limits, tracer):
    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        return search.run(limits)
    finally:
        sys.settrace(before)


def interrupt():
    raise KeyboardInterrupt


def small_buckets(monkeypatch):
    """Queues that have to grow, and to be made heaps, in small searches."""
    monkeypatch.setattr("astarlib.compiled.queues._MOST_STACKS", 64 * 64)


def problem(scale=1, count=40):
    edges, hs = random_rows(Random(5), count=count)
    edges = {tail: [(head, scale * cost) for head, cost in row] for tail, row in edges.items()}
    return RowProblem(edges, count - 1, hs=[scale * h for h in hs], compiled={"bits": 8})


BY_COST = [Limits(cost=3), Limits(cost=9, expanded=3), Limits(cost=20), Limits()]
PLANS = [
    (AStar(), problem(7), [Limits(expanded=5), Limits()]),
    (WeightedAStar(weight=2), problem(), BY_COST),
    (GreedyBestFirst(), problem(), BY_COST),
    (IDAStar(), problem(count=14), [Limits(expanded=5), Limits()]),
]


@pytest.mark.parametrize(("engine", "problem", "plan"), PLANS, ids=[repr(plan[0]) for plan in PLANS])
def test_an_interrupt_at_any_instant_loses_nothing(engine, problem, plan, monkeypatch):
    small_buckets(monkeypatch)
    alone = engine.start(problem)
    expected = [told(alone.run(limits)) for limits in plan]
    for number in itertools.count(1):
        search, tracer, found = engine.start(problem), Tracer(number, interrupt), []
        for limits in plan:
            try:
                result = run_traced(search, limits, tracer)
            except KeyboardInterrupt:
                assert search.lower_bound < float("inf")  # which would say that there is no solution
                result = search.run(limits)
            found.append(told(result))
        assert expected[-1][:4] == found[-1][:4], number
        if tracer.left > 0:
            break
    assert number > 100


@pytest.mark.parametrize(("engine", "problem", "plan"), PLANS, ids=[repr(plan[0]) for plan in PLANS])
def test_a_copy_at_any_instant_disturbs_nothing_and_goes_on_alone(engine, problem, plan, monkeypatch):
    small_buckets(monkeypatch)
    alone = engine.start(problem)
    expected = [told(alone.run(limits)) for limits in plan]
    for number in itertools.count(1, 3):
        search, copies = engine.start(problem), []
        tracer = Tracer(number, lambda search=search, copies=copies: copies.append(copy.copy(search)))
        assert expected == [told(run_traced(search, limits, tracer)) for limits in plan], number
        if tracer.left > 0:
            break
        [other] = copies
        assert expected[-1][:4] == told(other.run())[:4], number
    assert number > 100


@pytest.mark.parametrize("engine", [AStar(), GreedyBestFirst(), IDAStar()], ids=repr)
@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda search: pickle.loads(pickle.dumps(search))],
    ids=["copy", "deepcopy", "pickle"],
)  # fmt: skip
def test_copies_run_each_on_its_own(engine, duplicate):
    one = problem(count=60)
    alone, search = engine.search(one), engine.start(one)
    search.run(Limits(expanded=3))
    before, other = search.statistics, duplicate(search)
    other.run(Limits(expanded=2))
    assert before == search.statistics
    assert (before.expanded + 2, told(alone)) == (other.statistics.expanded, told(other.run()))
    assert told(alone) == told(search.run())


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_a_save_during_a_run_writes_what_can_be_loaded(engine, tmp_path):
    one = problem(count=60)
    expected = told(engine.search(one))

    def save():
        search.save(tmp_path / "saved")

    for number in range(1, 60, 3):
        search = engine.start(one)
        tracer = Tracer(number, save)
        assert expected[:4] == told(run_traced(search, Limits(), tracer))[:4]
        if tracer.left == 0:
            assert expected[:4] == told(Search.load(tmp_path / "saved", one).run())[:4]


def test_buckets_become_a_heap_in_these_tests(monkeypatch):
    small_buckets(monkeypatch)
    search = AStar().start(problem(7))
    assert isinstance(search._queue, Buckets)
    search.run()
    assert not isinstance(search._queue, Buckets)
