"""An exception of a signal handler reaches the user as it is, wherever the library is at that moment."""

import gc
import os
import re
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
    """Sends a signal at one instant of this process. A worker that is forked inherits the tracer."""

    process = os.getpid()

    def instant(self):
        self.left -= 1
        if self.left == 0 and os.getpid() == self.process:
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


@pytest.mark.filterwarnings(
    "ignore:unclosed file", "ignore::pytest.PytestUnraisableExceptionWarning"
)  # Python closes it.
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


PASSES_ON = re.compile(r"\b(raise_if_from_handler|is_from_handler)\(\w+\)")
CLAUSE = re.compile(r" *except \(?(.*?)\)?( as \w+)?:")
ANY_ERROR = {"Exception", "BaseException", "kinds"}
SOME_ERRORS = {"OSError", "ValueError", "TypeError", "LookupError", "ArithmeticError", "RuntimeError", "ImportError"}
LONG = re.compile(
    r"\b(bind_heuristic|check|deepcopy|exec_module|find_engine|found|given|hash|heuristic|import_module|is_goal|key_of"
    r"|load|recv_bytes|run|save|save_files|search|send_bytes|start|state_key|update|with_heuristic)\(|\byield\b"
)
"""Calls that run code of users or take long. The signal may come in them."""
OTHER_CLAUSES = {
    "_support/deferred_signals.py": "it handles the signals",
    "batch/processes.py": "it isn't in the main thread",
    "batch/worker.py": "it's the main loop of a worker process, whose answer is the error",
    "cli/entry.py": "it is the place where each error becomes a sentence",
    "distributed/ray_executor.py": "it isn't in the main thread",
}


def clauses(lines):
    """The clauses that may catch what a handler raises, each as its lines."""
    for at, line in enumerate(lines):
        clause = CLAUSE.match(line)
        kinds = set() if clause is None else set(clause[1].split(", "))
        if kinds & (ANY_ERROR | SOME_ERRORS):
            depth = len(line) - len(line.lstrip())
            begin = next(i for i in range(at, -1, -1) if lines[i] == " " * depth + "try:")
            end = next(i for i in range(at + 1, len(lines) + 1) if not "".join(lines[i : i + 1])[: depth + 1].isspace())
            body = lines[begin + 1 : at]
            if kinds & ANY_ERROR or any(LONG.search(each) for each in body):
                yield lines[at + 1 : end]


def test_each_clause_that_may_catch_what_a_handler_raises_passes_it_on():
    count, others = 0, set()
    for path in LIBRARY:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        for clause in clauses(lines):
            count += 1
            if not any(PASSES_ON.search(each) for each in clause[:2]) and clause[-1].strip() != "raise":
                others.add(Path(path).relative_to(Path(astarlib.__file__).parent).as_posix())
    assert count > 60
    assert others == set(OTHER_CLAUSES)
