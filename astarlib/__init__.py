"""Heuristic search: write a problem once, any engine solves it, every result says what it proves."""

from typing import TYPE_CHECKING, Any

from astarlib._support.lazy_names import lazy_name
from astarlib.engines import ENGINES, AStar, CycleCheck, Dijkstra, Priority, TieBreak
from astarlib.engines import LAZY as _LAZY_ENGINES
from astarlib.limits import LimitKind, Limits
from astarlib.problem import FunctionProblem, Problem, SearchProblem
from astarlib.result import Path, SearchResult, Side, Solution, Statistics, Status
from astarlib.search import Search

if TYPE_CHECKING:
    from astarlib.derived import (
        CostedState,
        with_goals,
        with_heuristic,
        with_predecessors,
        with_second_cost,
        with_starts,
    )
    from astarlib.engines import (
        RBFS,
        AllOptimal,
        AnytimeWeightedAStar,
        ARAStar,
        BAEStar,
        BatchWeightedAStar,
        BeamSearch,
        BidirectionalDijkstra,
        BreadthFirst,
        DepthFirst,
        DStarLite,
        Explored,
        FocalSearch,
        FSAStar,
        GAAStar,
        GreedyBestFirst,
        IDAStar,
        IterativeDeepening,
        KBest,
        Layers,
        LPAStar,
        OptimalPaths,
        WeightedAStar,
        explore,
        optimal_paths,
    )

__version__ = "0.1.0"

__all__ = [
    "ENGINES",
    "RBFS",
    "ARAStar",
    "AStar",
    "AllOptimal",
    "AnytimeWeightedAStar",
    "BAEStar",
    "BatchWeightedAStar",
    "BeamSearch",
    "BidirectionalDijkstra",
    "BreadthFirst",
    "CostedState",
    "CycleCheck",
    "DStarLite",
    "DepthFirst",
    "Dijkstra",
    "Explored",
    "FSAStar",
    "FocalSearch",
    "FunctionProblem",
    "GAAStar",
    "GreedyBestFirst",
    "IDAStar",
    "IterativeDeepening",
    "KBest",
    "LPAStar",
    "Layers",
    "LimitKind",
    "Limits",
    "OptimalPaths",
    "Path",
    "Priority",
    "Problem",
    "Search",
    "SearchProblem",
    "SearchResult",
    "Side",
    "Solution",
    "Statistics",
    "Status",
    "TieBreak",
    "WeightedAStar",
    "__version__",
    "explore",
    "optimal_paths",
    "with_goals",
    "with_heuristic",
    "with_predecessors",
    "with_second_cost",
    "with_starts",
]

_COPIES = ("CostedState", "with_goals", "with_heuristic", "with_predecessors", "with_second_cost", "with_starts")
_LAZY = {**_LAZY_ENGINES, **dict.fromkeys(_COPIES, "astarlib.derived")}


def __getattr__(name: str) -> Any:  # Any: a class or a function
    return lazy_name(__name__, _LAZY, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
