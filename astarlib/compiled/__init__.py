"""Engines in machine code, for the same problems. Install what they need with the extra ``compiled``."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from astarlib._support.lazy_names import lazy_name
from astarlib.compiled.engines import (
    ENGINES,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BeamSearch,
    BidirectionalDijkstra,
    Dijkstra,
    FocalSearch,
    GreedyBestFirst,
    IDAStar,
    WeightedAStar,
)
from astarlib.compiled.exploring import explore  # This lets `astarlib.explore` explore on disk.
from astarlib.compiled.plain.problem import compile_problem
from astarlib.compiled_domain import DEAD_END, CompiledDomain
from astarlib.searching.disk import Disk

if TYPE_CHECKING:
    from astarlib.compiled.by_hand.domain_check import check_domain
    from astarlib.compiled.by_hand.domain_problem import DomainProblem
    from astarlib.compiled.by_hand.state_fields import StateFields
    from astarlib.compiled.codegen.code_cache import clear_cache
    from astarlib.compiled.pattern_database import PatternDatabase

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
    "FocalSearch",
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

_LAZY: Final[Mapping[str, str]] = {
    "DomainProblem": "astarlib.compiled.by_hand.domain_problem",
    "PatternDatabase": "astarlib.compiled.pattern_database",
    "StateFields": "astarlib.compiled.by_hand.state_fields",
    "check_domain": "astarlib.compiled.by_hand.domain_check",
    "clear_cache": "astarlib.compiled.codegen.code_cache",
}
"""The modules of the names that are imported when they are first used."""


def __getattr__(name: str) -> Any:  # Any: a class or a function
    return lazy_name(__name__, _LAZY, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
