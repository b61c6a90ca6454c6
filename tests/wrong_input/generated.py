"""Calls with an object of the wrong type, or a number below the documented range, made from all public callables."""

import inspect
import math
import re
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import networkx as nx
import wrong_input.plotting_calls as plots
from wrong_input.checking_calls import SOLVED
from wrong_input.compiled_calls import DOMAIN, FIELDS, ONE_FIELD
from wrong_input.general_calls import ABSTRACTION, DATABASE, PANCAKES, PUZZLE, SEARCH, function_problem
from wrong_input.problem_calls import EIGHT, GRAPH, GRID, SPARSE, SUDOKU
from wrong_input.row import Wrong
from wrong_input.surface import place_of, texts_of
from wrong_input.viewer_calls import FIELD, TRACE

import astarlib
from astarlib import AStar, FunctionProblem, Limits, Search, SearchResult, compiled, simpleai, with_heuristic
from astarlib import checking as ch
from astarlib import heuristics as h
from astarlib import plotting as pl
from astarlib.batch import solve_many
from astarlib.checkpoint import read_metadata
from astarlib.comparing import compare, comparisons
from astarlib.drawing import Drawing, Map
from astarlib.observers import ProgressBar
from astarlib.observers.recorder import Recorder, Trace
from astarlib.problems import graph, grid, missionaries, npuzzle, pancake, sudoku, turns, water_jugs
from astarlib.problems.npuzzle.instances import KORF_100, Instance, InstanceSet
from astarlib.searching import Guarantee
from astarlib.viewer import frame, page, write_page

NO_TYPE = object()
"""The wrong value: no parameter takes it."""


REFUSALS = (TypeError, ValueError, AssertionError)
"""The errors that refuse it. The functions of ``checking`` whose names begin with ``assert`` raise AssertionError."""
OTHERWISE = {
    "has no initial_state": ["*(problem)"],
    "needs the goals": ["heuristics.pattern_database.PatternDatabase.build(problem)"],
    r"os\.PathLike": ["*(path)"],
    "given as the SearchResult": ["plotting.*(result)"],
    "expected a Trace": ["viewer.page.*(watched)", "observers.trace.Trace.to_html(compare_with)"],
    "callables state -> h": ["heuristics.*(part)"],
    "there is no example": ["problems.sudoku.shipped.example(name)"],
    "a grid must be text": ["problems.grid.grid.Grid(cells)"],
    "the capacity of jug 1": ["problems.water_jugs.WaterJugs(capacities)"],
    "a graph must be an iterable of edges": ["problems.graph.*(graph_or_edges)"],
}
"""What a message may say in place of the parameter's name, and for which parameters."""


class Right(typing.NamedTuple):
    """A right call, in which one argument after the other is replaced."""

    call: Callable[..., Any]
    arguments: tuple[Any, ...]
    named: dict[str, Any]


def right(call, *arguments, **named) -> Right:
    """Return the right call ``call(*arguments, **named)``."""
    return Right(call, arguments, named)


EIGHT_GROUPS = ((3, 3), EIGHT, npuzzle.PARTITION_35)
RIGHT = [
    *(right(kind) for kind in (*astarlib.ENGINES.values(), *compiled.ENGINES.values())),
    *(right(method, kind(), PUZZLE) for kind in (AStar, astarlib.IDAStar) for method in (kind.start, kind.search)),
    *(right(kind.start, kind(), PUZZLE) for kind in (compiled.AStar, compiled.IDAStar)),
    *(right(call, PANCAKES) for call in (
        ch.check_problem, ch.check_heuristic, ch.assert_problem_ok, ch.assert_admissible, ch.assert_consistent,
        ch.InstrumentedProblem, compiled.check_domain, simpleai.astar, simpleai.greedy, simpleai.uniform_cost,
        simpleai.breadth_first, simpleai.depth_first, simpleai.iterative_limited_depth_first, pl.true_distances,
    )),
    right(astarlib.with_starts, PUZZLE, [PUZZLE.initial_state]),
    right(astarlib.with_goals, PUZZLE, [PUZZLE.goal]),
    *(right(kind.bind, kind(), PUZZLE) for kind in (
        npuzzle.Hamming, npuzzle.Manhattan, npuzzle.Euclidean, npuzzle.LinearConflict, npuzzle.WalkingDistance,
    )),
    right(grid.JumpPointProblem, GRID),
    *(right(kind.bind, kind(), GRID) for kind in (grid.Manhattan, grid.Octile, grid.Euclidean)),
    *(right(call, [PUZZLE], [AStar()]) for call in (compare, comparisons)),
    *(right(call, PUZZLE, plots.RESULT, "x") for call in (pl.save_solution_gif, pl.save_solution_html)),
    *(right(call, TRACE) for call in (page, frame)),
    right(simpleai.limited_depth_first, PUZZLE, 3),
    right(FunctionProblem, **function_problem()),
    right(with_heuristic, PUZZLE, abs),
    right(Limits),
    right(Guarantee),
    right(Search.run, SEARCH),
    right(Search.solutions, SEARCH),
    right(Search.save, SEARCH, "x"),
    right(Search.load, "x", PUZZLE),
    right(SearchResult.verify, SOLVED, PUZZLE),
    right(read_metadata, "x"),
    right(ch.certify, SOLVED, PUZZLE),
    right(ch.check_engine, AStar()),
    right(solve_many, [PUZZLE], AStar()),
    right(h.Scaled, abs, weight=2),
    right(h.Memoized, abs),
    right(h.Abstraction, abs),
    right(h.PatternDatabase.build, PANCAKES, ABSTRACTION),
    right(h.PatternDatabase.load, "x", PANCAKES, ABSTRACTION),
    right(h.Landmarks.build, GRAPH),
    right(h.PatternDatabase.save, DATABASE, "x"),
    right(compiled.CompiledDomain, **DOMAIN, max_successors=4),
    right(compiled.DomainProblem, ONE_FIELD, (0,)),
    right(compiled.StateFields.unpack, FIELDS, 0),
    right(pl.plot_expansions, plots.OF_PUZZLE),
    right(pl.plot_grid, plots.OF_GRID),
    right(pl.plot_comparison, plots.TABLE),
    right(pl.plot_heuristic_quality, PUZZLE, distances=plots.NEAR),
    right(pl.plot_layers, {0: 1}),
    right(npuzzle.NPuzzle, EIGHT),
    right(npuzzle.NPuzzle.random, (3, 3), seed=1),
    right(npuzzle.NPuzzle.scrambled, (3, 3), 9, seed=1),
    right(npuzzle.Partition, ". a a / b a b / b b b"),
    right(npuzzle.Partition.view, npuzzle.PARTITION_35, EIGHT, (3, 3)),
    right(npuzzle.AdditivePatternDatabase, *EIGHT_GROUPS),
    right(npuzzle.AdditivePatternDatabase.build, *EIGHT_GROUPS),
    right(InstanceSet.by_id, KORF_100, 79),
    right(Instance.problem, KORF_100.by_id(79)),
    right(sudoku.IrregularSudoku, [[0, 0], [0, 0]], ["aa", "bb"]),
    right(sudoku.IrregularSudoku.from_text, "00 / 00", "aa / bb"),
    right(sudoku.IrregularSudoku.classic, "0" * 16),
    right(sudoku.IrregularSudoku.count_solutions, SUDOKU),
    right(sudoku.example, "G00_4x4"),
    right(grid.Grid, ".."),
    right(grid.GridProblem, "..", (0, 0), (1, 0)),
    right(grid.TorusProblem, "..", (0, 0), (1, 0)),
    right(grid.HexProblem, "..", (0, 0), (1, 0)),
    right(grid.VoxelProblem, [".."], (0, 0, 0), (1, 0, 0)),
    right(grid.hex_cells, ".."),
    right(grid.read_map, "x"),
    right(grid.read_scenarios, "x"),
    right(graph.read_dimacs, "x"),
    right(graph.Graph, [("a", "b")]),
    right(graph.Graph.from_networkx, nx.path_graph(3)),
    right(graph.Graph.from_dicts, {"a": {"b": 1}}),
    right(graph.Graph.from_arrays, [0], [1]),
    right(graph.Graph.from_sparse, SPARSE),
    right(graph.GraphProblem, [("a", "b")], "a", "b"),
    right(graph.GraphProblem.between, GRAPH, "a", "b"),
    right(graph.materialize, GRAPH),
    right(graph.edge_keys, nx.MultiGraph(), [], weight=None),
    right(turns.TurnProblem, GRAPH, max),
    right(graph.romania),
    right(pancake.PancakeProblem, "3 1 2"),
    right(water_jugs.WaterJugs, [3, 5], 4),
    right(missionaries.MissionariesAndCannibals),
    right(astarlib.problems.hanoi.TowersOfHanoi, disks=3),
    right(ProgressBar),
    right(Recorder),
    right(Trace.load, "x"),
    right(TRACE.save, "x"),
    right(TRACE.to_html, "x"),
    right(TRACE.node, 0),
    right(write_page, "x", TRACE),
    right(Drawing, 1, 1, ()),
    right(Map, FIELD),
]  # fmt: skip


def is_plain(annotation: Any) -> bool:
    """Return True for a type that an object can't be: a number, text, path, enum, callable, tuple or one of ours."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        return all(part is types.NoneType or is_plain(part) for part in typing.get_args(annotation))
    kind = typing.get_origin(annotation) or annotation
    if kind in (Callable, Iterator, Collection, Mapping) or getattr(kind, "__module__", "") == "collections.abc":
        return True
    if not isinstance(kind, type) or kind is object:
        return False
    return (
        kind.__module__.startswith("astarlib")
        or issubclass(kind, int | float | str | Path | Enum | tuple | list | dict | type)
        or kind.__name__ == "PathLike"
    )


def wrong_values(annotation: Any) -> list[Any]:
    """Return an object, a text where a number, a bool or an enum is expected, and numbers that aren't integers."""
    parts = set(typing.get_args(annotation)) if isinstance(annotation, types.UnionType) else {annotation}
    kinds = parts - {types.NoneType}
    is_text_wrong = all(isinstance(kind, type) and issubclass(kind, int | float | Enum) for kind in kinds)
    if kinds == {int}:
        return [NO_TYPE, "9", 2.5, True]
    return [NO_TYPE, "9"] if is_text_wrong else [NO_TYPE]


def rows() -> Iterator[Wrong]:
    """Yield the right calls, each with a wrong value for one of the parameters that have a plain type or a minimum."""
    for each in RIGHT:
        hints = _hints(each.call)
        for parameter in inspect.signature(each.call).parameters.values():
            if is_plain(hints.get(parameter.name, object)):
                for value in wrong_values(hints[parameter.name]):
                    yield _with(each, parameter, value)
    yield from (below for _, below in at_minimums())


def at_minimums() -> Iterator[tuple[Wrong, Wrong]]:
    """Yield the right calls, each with the smallest number that the docstring allows, and with the next smaller one."""
    for each in RIGHT:
        texts, hints = texts_of(each.call), _hints(each.call)
        for parameter in inspect.signature(each.call).parameters.values():
            found = re.search(r"(?:at least|>=|from) (\d+(?:\.\d+)?)\b(?!\*)", texts.get(parameter.name, ""))
            hint = hints.get(parameter.name)
            if found is not None and hint in (int, int | None, float, float | None):
                smallest = float(found[1]) if "." in found[1] else int(found[1])
                below = smallest - 1 if hint in (int, int | None) else math.nextafter(smallest, -math.inf)
                says = rf"\b{parameter.name}\b.* (least|>=|be) {smallest}\b"
                yield _with(each, parameter, smallest), _with(each, parameter, below)._replace(says=says)


def _hints(call: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the parameters; a type that is imported only for type checkers is a class of its own."""
    modules = [each.__module__ for each in reversed(call.__mro__)] if isinstance(call, type) else [call.__module__]
    names = {name: value for module in modules for name, value in vars(sys.modules[module]).items()}
    hints = {}
    for name, parameter in inspect.signature(call).parameters.items():
        annotation = parameter.annotation
        text = annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else annotation
        try:
            hints[name] = eval(text, names) if isinstance(text, str) else text
        except NameError:
            hints[name] = AStar
    return hints


def _with(each: Right, parameter: inspect.Parameter, value: Any) -> Wrong:
    bound = inspect.signature(each.call).bind(*each.arguments, **each.named)
    bound.arguments[parameter.name] = (value,) if parameter.kind is parameter.VAR_POSITIONAL else value
    place = place_of(each.call, parameter.name)
    others = [says for says, patterns in OTHERWISE.items() if any(fnmatchcase(place, each) for each in patterns)]
    return Wrong(place, each.call, bound.args, bound.kwargs, REFUSALS, "|".join([rf"\b{parameter.name}\b", *others]))
