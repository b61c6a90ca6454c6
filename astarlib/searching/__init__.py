"""How to search: the contract for authors of engines, and the algorithms that the engines share."""

from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget, Counters, Edge, Stop, WorkingOn
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement, Solutions
from astarlib.searching.journal import Journal
from astarlib.searching.parameters import CycleCheck, TieBreak

__all__ = [
    "NO_LIMIT",
    "Algorithm",
    "Budget",
    "Counters",
    "CycleCheck",
    "Edge",
    "Guarantee",
    "HeuristicRequirement",
    "Journal",
    "Solutions",
    "Stop",
    "TieBreak",
    "WorkingOn",
]
