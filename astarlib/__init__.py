"""Heuristic search: write a problem once, any engine solves it, every result says what it proves."""

from astarlib.engines import (
    ENGINES,
    RBFS,
    AllOptimal,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BidirectionalDijkstra,
    BreadthFirst,
    CycleCheck,
    DepthFirst,
    Dijkstra,
    Explored,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    KBest,
    Priority,
    TieBreak,
    WeightedAStar,
    explore,
)
from astarlib.limits import LimitKind, Limits
from astarlib.problem import FunctionProblem, Problem, SearchProblem
from astarlib.problem_copies import with_heuristic, with_predecessors, with_starts
from astarlib.result import Path, SearchResult, Side, Solution, Statistics, Status
from astarlib.search import Search

__version__ = "0.1.0"

__all__ = [
    "ENGINES",
    "RBFS",
    "ARAStar",
    "AStar",
    "AllOptimal",
    "AnytimeWeightedAStar",
    "BAEStar",
    "BidirectionalDijkstra",
    "BreadthFirst",
    "CycleCheck",
    "DepthFirst",
    "Dijkstra",
    "Explored",
    "FunctionProblem",
    "GreedyBestFirst",
    "IDAStar",
    "IterativeDeepening",
    "KBest",
    "LimitKind",
    "Limits",
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
    "with_heuristic",
    "with_predecessors",
    "with_starts",
]
