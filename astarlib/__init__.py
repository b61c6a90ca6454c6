"""Heuristic search: write a problem once, any engine solves it, every result says what it proves."""

from astarlib.engines import (
    ENGINES,
    ARAStar,
    AStar,
    BreadthFirst,
    CycleCheck,
    DepthFirst,
    Dijkstra,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    TieBreak,
    WeightedAStar,
)
from astarlib.limits import LimitKind, Limits
from astarlib.problem import FunctionProblem, Problem, SearchProblem, with_heuristic
from astarlib.result import Path, SearchResult, Solution, Statistics, Status
from astarlib.search import Search

__version__ = "0.1.0"

__all__ = [
    "ENGINES",
    "ARAStar",
    "AStar",
    "BreadthFirst",
    "CycleCheck",
    "DepthFirst",
    "Dijkstra",
    "FunctionProblem",
    "GreedyBestFirst",
    "IDAStar",
    "IterativeDeepening",
    "LimitKind",
    "Limits",
    "Path",
    "Problem",
    "Search",
    "SearchProblem",
    "SearchResult",
    "Solution",
    "Statistics",
    "Status",
    "TieBreak",
    "WeightedAStar",
    "__version__",
    "with_heuristic",
]
