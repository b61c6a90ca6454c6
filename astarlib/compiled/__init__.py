"""Engines that numba compiles, for problems with a ``compiled_domain``. Install them with the extra ``compiled``."""

from astarlib.compiled.codegen.code_cache import clear_cache
from astarlib.compiled.domain_check import check_domain
from astarlib.compiled.domain_problem import DomainProblem
from astarlib.compiled.engines import (
    ENGINES,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BeamSearch,
    BidirectionalDijkstra,
    Dijkstra,
    GreedyBestFirst,
    IDAStar,
    WeightedAStar,
)
from astarlib.compiled.exploring import explore
from astarlib.compiled.pattern_database import PatternDatabase
from astarlib.compiled.plain.problem import compile_problem
from astarlib.compiled.state_fields import StateFields
from astarlib.compiled_domain import DEAD_END, CompiledDomain
from astarlib.disk import Disk

__all__ = [
    "DEAD_END",
    "ENGINES",
    "ARAStar",
    "AStar",
    "AnytimeWeightedAStar",
    "BAEStar",
    "BeamSearch",
    "BidirectionalDijkstra",
    "CompiledDomain",
    "Dijkstra",
    "Disk",
    "DomainProblem",
    "GreedyBestFirst",
    "IDAStar",
    "PatternDatabase",
    "StateFields",
    "WeightedAStar",
    "check_domain",
    "clear_cache",
    "compile_problem",
    "explore",
]
