"""Heuristic search: write a problem once, any engine solves it, every result says what it proves."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from astarlib._support.lazy_names import lazy_name
from astarlib.engines import ENGINES, AStar, CycleCheck, Dijkstra, Priority, TieBreak
from astarlib.engines import LAZY as LAZY_ENGINES
from astarlib.limits import LimitKind, Limits
from astarlib.problem import FunctionProblem, Problem, SearchProblem
from astarlib.result import SearchResult, Solution, Statistics, Status
from astarlib.search import Search

if TYPE_CHECKING:
    from astarlib import capabilities as capabilities
    from astarlib import checking as checking
    from astarlib import comparing as comparing
    from astarlib import compiled as compiled
    from astarlib import derived as derived
    from astarlib import distributed as distributed
    from astarlib import engines as engines
    from astarlib import errors as errors
    from astarlib import events as events
    from astarlib import heuristics as heuristics
    from astarlib import observers as observers
    from astarlib import plotting as plotting
    from astarlib import problems as problems
    from astarlib.checking import check_heuristic, check_problem
    from astarlib.comparing import compare
    from astarlib.compiled import compile_problem
    from astarlib.derived import with_goals, with_heuristic, with_predecessors, with_second_cost, with_starts
    from astarlib.engines import (
        RBFS,
        AllOptimal,
        AnytimeWeightedAStar,
        ARAStar,
        BAEStar,
        BatchWeightedAStar,
        BeamSearch,
        BidirectionalDijkstra,
        BOAStar,
        BreadthFirst,
        DepthFirst,
        DStarLite,
        FocalSearch,
        FSAStar,
        GAAStar,
        GreedyBestFirst,
        IDAStar,
        IterativeDeepening,
        KBest,
        LPAStar,
        WeightedAStar,
        explore,
        optimal_paths,
    )
    from astarlib.observers.recorder import Recorder
    from astarlib.problems.graph import GraphProblem
    from astarlib.problems.grid import GridProblem

__version__ = "0.1.0"

__all__ = [
    "ENGINES",
    "RBFS",
    "ARAStar",
    "AStar",
    "AllOptimal",
    "AnytimeWeightedAStar",
    "BAEStar",
    "BOAStar",
    "BatchWeightedAStar",
    "BeamSearch",
    "BidirectionalDijkstra",
    "BreadthFirst",
    "CycleCheck",
    "DStarLite",
    "DepthFirst",
    "Dijkstra",
    "FSAStar",
    "FocalSearch",
    "FunctionProblem",
    "GAAStar",
    "GraphProblem",
    "GreedyBestFirst",
    "GridProblem",
    "IDAStar",
    "IterativeDeepening",
    "KBest",
    "LPAStar",
    "LimitKind",
    "Limits",
    "Priority",
    "Problem",
    "Recorder",
    "Search",
    "SearchProblem",
    "SearchResult",
    "Solution",
    "Statistics",
    "Status",
    "TieBreak",
    "WeightedAStar",
    "__version__",
    "check_heuristic",
    "check_problem",
    "compare",
    "compile_problem",
    "explore",
    "optimal_paths",
    "with_goals",
    "with_heuristic",
    "with_predecessors",
    "with_second_cost",
    "with_starts",
]

_OF_DERIVED = "with_goals", "with_heuristic", "with_predecessors", "with_second_cost", "with_starts"
_LAZY = {
    **LAZY_ENGINES,
    **dict.fromkeys(_OF_DERIVED, "astarlib.derived"),
    **dict.fromkeys(("check_heuristic", "check_problem"), "astarlib.checking"),
    "GraphProblem": "astarlib.problems.graph",
    "GridProblem": "astarlib.problems.grid",
    "Recorder": "astarlib.observers.recorder",
    "compare": "astarlib.comparing",
    "compile_problem": "astarlib.compiled.plain.problem",
}
_SUBPACKAGES = (
    "capabilities", "checking", "comparing", "compiled", "derived", "distributed", "engines", "errors", "events",
    "heuristics", "observers", "plotting", "problems",
)  # fmt: skip
_MOVED = {
    **dict.fromkeys(("Path", "Side"), "astarlib.result"),
    **dict.fromkeys(("Explored", "Layers", "OptimalPaths"), "astarlib.engines"),
    "CostedState": "astarlib.derived",
}
"""Names that moved, with their modules. Importing one from here still works until version 1.1, with a warning."""


def __getattr__(name: str) -> Any:  # Any: a module, a class or a function
    return import_module(f"astarlib.{name}") if name in _SUBPACKAGES else lazy_name(__name__, _LAZY, name, _MOVED)


def __dir__() -> list[str]:
    return sorted({*__all__, *_SUBPACKAGES})
