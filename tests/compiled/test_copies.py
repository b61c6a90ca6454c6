"""Each public object can be copied and pickled: the copy has its type, and equals it or says the same."""

import copy
import importlib
import inspect
import itertools
import pickle
import pkgutil
import re
from enum import Enum
from functools import cache
from pathlib import Path

import pytest
from helpers import frogs
from helpers.agreement import told
from helpers.rows import RowProblem

import astarlib
from astarlib import (
    ENGINES,
    AStar,
    Dijkstra,
    FunctionProblem,
    Limits,
    SearchProblem,
    compiled,
    distributed,
    errors,
    events,
    explore,
    with_goals,
    with_heuristic,
    with_predecessors,
    with_second_cost,
    with_starts,
)
from astarlib._support.lazy_list import LazyList
from astarlib.batch import BatchResult, solve_many
from astarlib.checking import InstrumentedProblem, certify, check_engine, check_heuristic, check_problem
from astarlib.comparing import compare
from astarlib.compiled import StateFields
from astarlib.compiled_domain import CompiledHeuristic
from astarlib.derived import CostedState
from astarlib.drawing import Dot, Label, Line, Map
from astarlib.engines import Layers
from astarlib.heuristics import Abstraction, Landmarks, MaxOf, Memoized, PatternDatabase, Scaled, SumOf, Zero
from astarlib.observers import CombinedObserver
from astarlib.observers.live import LiveView
from astarlib.observers.progress import ProgressBar
from astarlib.observers.recorder import Recorder
from astarlib.plotting import Expansions
from astarlib.problems import strips
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem, HexProblem, JumpPointProblem, TorusProblem, VoxelProblem, heuristics
from astarlib.problems.grid.moving_ai import Scenario
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import AdditivePatternDatabase, NPuzzle, Partition
from astarlib.problems.npuzzle import heuristics as of_boards
from astarlib.problems.npuzzle.instances import KORF_100, InstanceSet
from astarlib.problems.npuzzle.walking_distance import WalkingDistance
from astarlib.problems.obstacles import Reservations, TimedProblem
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.problems.sudoku import examples as sudokus
from astarlib.problems.turns import ManeuverProblem, Step, TurnProblem
from astarlib.problems.water_jugs import WaterJugs
from astarlib.resolving.resolved_problem import ResolvedProblem, resolve_problem
from astarlib.searching import Budget, Counters, Edge, Guarantee, Journal, WorkingOn
from astarlib.searching.disk import Disk
from astarlib.simpleai import astar as simpleai_astar
from astarlib.simpleai.viewers import BaseViewer

PAGES = Path(__file__).parents[2] / "docs" / "reference"
DUPLICATES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
NOT_COPIED = {
    "astarlib.distributed.ray_executor.RayExecutor": "it holds a connection to a cluster",
    "astarlib.problems.planning.problem.PlanningProblem": "it needs an extra; its own tests copy it",
    "astarlib.compiled.pattern_database.PatternDatabase": "test_pattern_databases.py copies one of its own domain",
    "astarlib.searching.generator.SearchNode": "only a search has nodes, and they equal nothing but themselves",
}


# --- what is public ---------------------------------------------------------------------------------------------------


def public_classes():
    """The classes in ``__all__`` of packages and of modules at the top, and on the pages of the reference."""
    names = [each.name for each in pkgutil.walk_packages(astarlib.__path__, "astarlib.")
             if "._" not in each.name and (each.ispkg or each.name.count(".") == 1)]  # fmt: skip
    modules = [astarlib, *map(importlib.import_module, names)]
    things = [getattr(module, name) for module in modules for name in getattr(module, "__all__", ())]
    for page in PAGES.glob("*.md"):
        for module, name in re.findall(r"^::: ([\w.]+)\.(\w+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            things.append(getattr(importlib.import_module(module), name))
    return {each for each in things if inspect.isclass(each) and each.__module__.startswith("astarlib")}


def is_interface(kind):
    """Return True for a protocol or an abstract class, which no object has as its type."""
    return getattr(kind, "_is_protocol", False) or inspect.isabstract(kind)


# --- one object of each class -----------------------------------------------------------------------------------------


def two_tiles(board):
    return tuple([tile if tile < 3 else -1 for tile in board])


def counted(n):
    return [("next", n + 1, 1), ("skip", n + 2, 3)] if n < 6 else []


def is_six(n):
    return n == 6


def no_more(before, state, after):
    return 0


def ten_times(n):
    return 10 * max(6 - n, 0)


class Counting(SearchProblem):
    """A problem as a user writes it."""

    def successors(self, n):
        return counted(n)

    def is_goal(self, n):
        return n == 6

    def heuristic(self, n):
        return max(6 - n, 0)


class OfSimpleai(astarlib.simpleai.SearchProblem):
    """A problem as simpleai has them."""

    def actions(self, state):
        return ["next"] if state < 3 else []

    def result(self, state, action):
        return state + 1

    def is_goal(self, state):
        return state == 3


BOARD = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
MAZE = GridProblem("... / .#. / ...", (0, 0), (2, 2))
ROWS = RowProblem({0: [(1, 1), (2, 3)], 1: [(2, 1)]}, 2)
FROGS = frogs.problem((7, 7, 7, 7, 2, 7, 7, 31, 2, 2, 2, 2, 2))


def problems():
    yield from (
        BOARD,
        MAZE,
        romania(),
        FROGS,
        ROWS,
        Counting(0),
        OfSimpleai(0),
        IrregularSudoku([[1, 0], [0, 0]], ["AA", "BB"]),
        strips.StripsProblem({"a"}, {"b"}, [strips.Operator("go", {"a"}, {"b"})]),
    )
    yield from (TowersOfHanoi(disks=2), MissionariesAndCannibals(2, 2), PancakeProblem("2 3 1"), WaterJugs((3, 5), 4))
    yield FunctionProblem(0, successors=counted, is_goal=is_six)
    yield from (InstrumentedProblem(BOARD), TurnProblem(MAZE, no_more), JumpPointProblem(MAZE))
    yield from (
        TorusProblem("..", (0, 0), (1, 0)),
        HexProblem("..", (0, 0), (1, 0)),
        VoxelProblem([".."], (0, 0, 0), (1, 0, 0)),
    )
    yield from (TimedProblem(MAZE, Reservations()), ManeuverProblem(MAZE, len))
    yield from (with_goals(MAZE, [(0, 2)]), with_starts(MAZE, [(0, 1), (0, 2)]), with_heuristic(BOARD, Zero()))
    yield from (with_predecessors(Counting(0), [6]), with_second_cost(Counting(0), no_more))
    yield compiled.compile_problem(Counting(0))


def heuristics_of_all_kinds():
    manhattan = of_boards.Manhattan()
    yield from ((BOARD, each) for each in (
        manhattan, of_boards.Euclidean(), of_boards.Hamming(), of_boards.LinearConflict(), WalkingDistance(),
        Zero(), MaxOf(manhattan, Zero()), SumOf(Zero(), Zero()), Scaled(manhattan, weight=2), Memoized(manhattan),
    ))  # fmt: skip
    yield from ((MAZE, each) for each in (heuristics.Euclidean(), heuristics.Manhattan(), heuristics.Octile()))
    yield MAZE, Landmarks.build(MAZE)
    small = NPuzzle("1 2 / 0 3")
    yield small, PatternDatabase.build(small, Abstraction(two_tiles))
    yield small, AdditivePatternDatabase.build((2, 2), (1, 2, 3, 0), Partition("a a / a ."))


def all_errors():
    """Each exception class, with a value for each parameter, and a note."""
    given = {"step": 3, "index": 1, "broken": (errors.BrokenLaw("law", "problem", "reason"),)}
    for kind in public_classes():
        if issubclass(kind, BaseException):
            own = inspect.signature(kind.__init__).parameters.values()
            keywords = {
                each.name: given.get(each.name, (each.name, 1)) for each in own if each.kind is each.KEYWORD_ONLY
            }
            error = kind("what happened", **keywords)
            error.add_note("a note")
            yield error


def all_events():
    """Events of all types."""
    found = []
    for engine in (AStar(), astarlib.ARAStar()):
        engine.search(Counting(0), observer=found.append)
    search = astarlib.LPAStar().start(GridProblem("...", (0, 0), (2, 0)), observer=found.append)
    search.run()
    search.update(problem=GridProblem("...", (0, 0), (2, 0)), changed=[(1, 0)])
    list(solve_many([Counting(0)], AStar(), workers=1, observer=found.append))
    AdditivePatternDatabase.build((2, 2), (1, 2, 3, 0), Partition("a a / a ."), observer=found.append)
    found += [events.Reopened(1, 2, 3), events.Progress(*range(len(events.Progress._fields)))]
    return {type(each): each for each in found}.values()


def all_results():
    """What functions of the package return."""
    search = AStar().start(BOARD)
    search.run(Limits(expanded=1))
    result = search.run()
    yield from (search, AStar().start(BOARD), result, result.statistics, result.solution, result.path, result.solutions)
    yield from (result.nearest, *search.states(), AStar().search(FunctionProblem(6, successors=counted, is_goal=bool)))
    yield from (astarlib.KBest(k=3).search(MAZE), astarlib.AllOptimal().search(MAZE).solutions)
    for explored in (explore(Counting(0)), compiled.explore(ROWS)):
        yield from (explored, explored.layers, explored.result)
    yield astarlib.optimal_paths(MAZE)
    running = compiled.AStar().start(ROWS)
    running.run(Limits(expanded=1))
    yield from (running, compiled.AStar().search(ROWS))
    yield from (check_problem(BOARD, states=50), check_engine(AStar(), problems=[Counting(0)]), certify(result, BOARD))
    wrong = check_heuristic(with_heuristic(Counting(0), ten_times))
    yield from (wrong, wrong.faults[0], wrong.worst_overestimate, wrong.worst_inconsistency)
    table = compare([Counting(0)], [AStar(), Dijkstra()])
    yield from (table, table.rows[0], *solve_many([Counting(0)], AStar(), workers=1))
    counting = InstrumentedProblem(BOARD)
    AStar().search(counting)
    yield counting.counts
    recorder, expansions, viewer = Recorder(), Expansions(), BaseViewer()
    AStar().search(BOARD, observer=CombinedObserver(recorder, expansions))
    yield from (recorder, recorder.trace, recorder.trace.info, next(iter(recorder.trace.nodes())), expansions)
    yield from (simpleai_astar(OfSimpleai(0), viewer=viewer), viewer)
    yield from (CombinedObserver(recorder, expansions), ProgressBar(), LiveView())


def all_values():
    """Plain values."""
    yield from (kind() for kind in (*ENGINES.values(), *compiled.ENGINES.values(), astarlib.engines.BOAStar))
    threads = distributed.Threads(2)
    yield from (threads, distributed.Ray(2), distributed.AStar(threads), Disk("folder"), Limits(seconds=2, cost=3))
    yield from (StateFields(x=3, y=(2, 3)), FROGS.compiled_domain(), CompiledHeuristic(frogs.to_go))
    yield from (Reservations(), Step(1, 2, 3))
    yield from (romania().graph, MAZE.grid, Partition("a a / a ."), Abstraction(two_tiles), CostedState(1, 2))
    yield from (sudokus()[0], Scenario(0, "map", 3, 3, (0, 0), (2, 2), 4.0), strips.Operator("go", {"a"}, {"b"}))
    yield from (KORF_100, KORF_100[1], resolve_problem(BOARD))
    either = strips.When({"d"}, {"e"}, negative_conditions={"f"})
    yield from (either, strips.Operator("go", {"a"}, {"b"}, negative_preconditions={"c"}, when=[either]))
    yield from (strips.FF(), strips.HAdd(), strips.HMax(), strips.LMCut(), errors.BrokenLaw("law", "problem", "reason"))
    yield from (
        events.TableProgress("table", 1, 2, 0.5),
        events.Compiling(None, "AStar()"),
        Budget(3),
        Counters(),
        Edge(1, 2, 3),
        WorkingOn(1, 2),
    )
    yield from (Guarantee(factor=1), Journal(frozenset({events.Expanded})))
    yield Layers(AStar().search(BOARD), {0: 1, 1: 2})
    for problem in problems():
        yield problem.initial_state
        result = AStar().search(problem)
        yield from (result.states[-1], *result.actions[:1])
    drawing = BOARD.draw_state(BOARD.initial_state)
    yield from (drawing, *drawing.shapes, Line(0, 0, 1, 1, 1), Label(0, 0, 1, "a"), Dot(0, 0, 1), Map(drawing))
    for kind in public_classes():
        if issubclass(kind, Enum):
            yield from kind


# --- what an object says ----------------------------------------------------------------------------------------------


def content(thing, about=None):
    """What an object says; two objects of one type say the same if they have the same content."""
    if isinstance(thing, BaseException):
        return str(thing), thing.args, vars(thing)
    if isinstance(thing, astarlib.Search):
        return list(map(str, thing.states())), told(copy.deepcopy(thing).run())
    if isinstance(thing, astarlib.engines.Explored):
        return {state: (thing.cost(state), thing.path_to(state)) for state in thing}, content(thing.layers)
    if isinstance(thing, astarlib.engines.Layers):
        return thing.costs, thing.layers, thing.is_complete
    if isinstance(thing, InstanceSet | LazyList):
        return list(thing)
    if isinstance(thing, BatchResult):
        return told(thing), thing.index, content(thing.problem)
    if isinstance(thing, events.Started | events.Updated | ResolvedProblem):
        return [content(each) for each in thing if not callable(each)]
    if isinstance(thing, Counters):
        return [getattr(thing, name) for name in thing.__slots__]
    if isinstance(thing, Journal):
        return list(thing), {name: getattr(thing, name) for name in ("wanted", "is_bulk", "expansions", "bounds")}
    if isinstance(thing, astarlib.engines.OptimalPaths):
        return thing.states, thing.edges, thing.count, thing.cost, list(map(told, thing))
    if isinstance(thing, astarlib.SearchResult):
        return thing, list(thing.solutions)
    if isinstance(thing, compiled.CompiledDomain):
        return [getattr(thing, name) for name in ("fields", "successor_count", "apply", "heuristic", "max_aux")]
    if isinstance(thing, Recorder):
        return thing.trace
    if hasattr(type(thing), "bind") and about is not None:
        return thing.bind(about)(about.initial_state)
    if isinstance(thing, SearchProblem | InstrumentedProblem):
        return told(AStar().search(thing))
    if isinstance(thing, (CombinedObserver, ProgressBar, LiveView)):
        thing(events.Finished(AStar().search(BOARD)))
        return None
    if isinstance(thing, (Expansions, BaseViewer)):
        return repr(vars(thing))
    return thing


@cache
def examples():
    """All objects, each with the problem for which it is, if there is one."""
    alone = itertools.chain(problems(), all_errors(), all_events(), all_results(), all_values())
    return [*((each, None) for each in alone), *((each, problem) for problem, each in heuristics_of_all_kinds())]


@pytest.mark.costly
def test_each_public_class_has_an_example():
    kinds = {type(each) for each, _ in examples()}
    missing = {f"{kind.__module__}.{kind.__qualname__}" for kind in public_classes() - kinds if not is_interface(kind)}
    assert missing == set(NOT_COPIED)


@pytest.mark.costly
@pytest.mark.parametrize("duplicate", DUPLICATES)
def test_a_duplicate_has_the_type_and_the_content_of_the_object(duplicate):
    failures = []
    for thing, about in examples():
        try:
            same = DUPLICATES[duplicate](thing)
            if type(same) is not type(thing) or content(same, about) != content(thing, about):
                failures.append((type(thing), thing, same))
        except Exception as error:  # noqa: BLE001  # All failures are shown at once.
            failures.append((type(thing), error))
    assert failures == []
