"""The contract between a search and its algorithm, and the algorithms that several engines share."""

from astarlib._support.plain_values import plain_number
from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget, Counters, Edge, Stop, WorkingOn
from astarlib.searching.diagnosis import checked_h, checked_key
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement, Solutions
from astarlib.searching.journal import Journal
from astarlib.searching.parameters import CycleCheck, Priority, TieBreak

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
    "Priority",
    "Solutions",
    "Stop",
    "TieBreak",
    "WorkingOn",
    "checked_h",
    "checked_key",
    "plain_number",
]
