"""An exception of a signal handler reaches the user as it is, wherever the library is at that moment."""

import gc
import signal
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest
from helpers.instants import Survey, Tracer
from helpers.rows import RowProblem
from helpers.sampling import slow, variant

import astarlib
from astarlib import AStar, BidirectionalDijkstra, LPAStar, Search, compiled
from astarlib._support.interrupts import is_from_handler
from astarlib.batch import solve_many
from astarlib.checking import check_problem
from astarlib.comparing import compare
from astarlib.compiled import Disk

LIBRARY = {str(path) for path in Path(astarlib.__file__).parent.rglob("*.py")} - {astarlib.errors.__file__}
ROWS = RowProblem({0: [(1, 1), (2, 4)], 1: [(2, 1), (3, 5)], 2: [(3, 1)]}, 3, hs=[3, 2, 1, 0])


class Stopped(OSError, ValueError, TypeError, LookupError, ArithmeticError, RuntimeError):  # noqa: N818
    """An exception that every narrow clause would catch, too."""


class Signaller(Tracer):
    """Sends a signal at one instant."""

    def instant(self):
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGTERM)


@pytest.fixture
def raised():
    """Let the handler of SIGTERM raise an exception, and return the list of those that it has raised."""
    all_raised = []

    def handler(_number, _frame):
        all_raised.append(Stopped("stop"))
        raise all_raised[-1]

    before = signal.signal(signal.SIGTERM, handler)
    yield all_raised
    signal.signal(signal.SIGTERM, before)


def save(engine, problem, folder):
    """Save a search over a file that has an older one."""
    path = folder / "search.checkpoint"
    search = engine.start(problem)
    search.save(path)

    def check():
        assert Search.load(path, problem).run().cost == engine.search(problem).cost

    return partial(search.save, path, metadata=[1]), check


def load(engine, problem, folder):
    path = folder / "search.checkpoint"
    search = engine.start(problem)
    search.run(astarlib.Limits(expanded=2))
    search.save(path)
    return partial(Search.load, path, problem), lambda: Search.load(path, problem).run()


def run(engine, problem, _folder):
    search = engine.start(problem)
    return search.run, lambda: search.run().verify(problem)


def start(engine, problem, _folder):
    return partial(engine.start, problem), lambda: None


def keep(folder):
    """Search in a new folder."""
    engine = compiled.AStar(storage=Disk(folder / "disk", memory=1 << 22))
    search = engine.start(ROWS)

    def check():
        assert search.run().cost == 3
        search.close()
        assert Search.load(folder / "disk", ROWS).run().cost == 3

    return search.run, check


def update(_folder):
    problem = RowProblem(dict(ROWS.edges), 3)
    search = LPAStar().start(problem)
    search.run()
    problem.edges[0] = [(1, 7), (2, 4)]

    def check():
        search.update(changed=[0])
        assert search.run().cost == 5

    return partial(search.update, changed=[0]), check


def do(call, *arguments, **named):
    return lambda _folder: (partial(call, *arguments, **named), partial(call, *arguments, **named))


OPERATIONS = {
    "save": partial(save, AStar(), ROWS),
    "load": partial(load, AStar(), ROWS),
    "run": partial(run, AStar(), ROWS),
    "run two sides": partial(run, BidirectionalDijkstra(), ROWS),
    "update": update,
    "start compiled": partial(start, compiled.AStar(), ROWS),
    "save compiled": partial(save, compiled.AStar(), ROWS),
    "load compiled": partial(load, compiled.AStar(), ROWS),
    "run compiled": partial(run, compiled.AStar(), ROWS),
    "run on disk": keep,
    "check": do(check_problem, ROWS),
    "compare": do(compare, [ROWS], [AStar()]),
    "batch": do(lambda: list(solve_many([ROWS], AStar()))),
    "verify": do(lambda: AStar().search(ROWS).verify(ROWS)),
}


SLOW = "batch", "check", "load compiled", "run on disk", "start compiled"


def run_traced(call, tracer):
    before = sys.gettrace()
    gc.disable()  # What is raised in a finalizer is lost.
    sys.settrace(tracer)
    try:
        call()
    finally:
        sys.settrace(before)
        gc.enable()


@pytest.mark.parametrize("count", [3, slow(sys.maxsize)])
@pytest.mark.parametrize("operation", [slow(name) if name in SLOW else name for name in OPERATIONS])
def test_what_a_handler_raises_passes_through_as_it_is(operation, count, raised, tmp_path):
    def prepared(name):
        (tmp_path / name).mkdir()
        return OPERATIONS[operation](tmp_path / name)

    prepared("first")[0]()  # The first call does more, for example imports.
    survey = Survey(LIBRARY)
    run_traced(prepared("survey")[0], survey)
    instants = survey.sample({})
    for at in Random(operation).sample(instants, min(count, len(instants))):
        call, check = prepared(f"at {at}")
        tracer, passed = Signaller(LIBRARY, at), []
        raised.clear()
        try:
            run_traced(call, tracer)
        except Stopped as error:
            passed.append(error)
        with variant(operation, at, tracer.place):
            assert passed == raised
            check()
    assert survey.instants > 20


@pytest.mark.parametrize("write", [
    lambda handler: handler,
    lambda handler: lambda *arguments: (handler(*arguments), None),
    lambda handler: partial(lambda _, number, frame: handler(number, frame), 0),
    lambda handler: type("Handler", (), {"__call__": lambda _, number, frame=None: handler(number, frame)})(),
])  # fmt: skip
def test_an_exception_of_a_handler_is_known_however_the_handler_is_written(write, raised):
    signal.signal(signal.SIGTERM, write(signal.getsignal(signal.SIGTERM)))
    with pytest.raises(Stopped) as caught:
        signal.raise_signal(signal.SIGTERM)
    assert is_from_handler(caught.value)


def test_an_exception_of_another_function_is_not_one_of_a_handler():
    def fail(number, frame):
        raise Stopped(number, frame)

    for given in ((None, None), (15, None), (None, sys._getframe()), (15, 15)):
        with pytest.raises(Stopped) as caught:
            fail(*given)
        assert not is_from_handler(caught.value)
