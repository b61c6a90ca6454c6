"""Heuristics for any problem: combinations of other heuristics, and pattern databases."""

from astarlib.heuristics.abstraction import Abstraction
from astarlib.heuristics.combining import MaxOf, Scaled, SumOf, Zero
from astarlib.heuristics.memoized import Memoized
from astarlib.heuristics.pattern_database import PatternDatabase

__all__ = ["Abstraction", "MaxOf", "Memoized", "PatternDatabase", "Scaled", "SumOf", "Zero"]
