"""Heuristics for any problem: combinations of other heuristics, pattern databases, and landmarks for graphs."""

from astarlib.heuristics.abstraction import Abstraction
from astarlib.heuristics.combining import MaxOf, Scaled, SumOf, Zero
from astarlib.heuristics.landmarks import Landmarks
from astarlib.heuristics.memoized import Memoized
from astarlib.heuristics.pattern_database import PatternDatabase

__all__ = ["Abstraction", "Landmarks", "MaxOf", "Memoized", "PatternDatabase", "Scaled", "SumOf", "Zero"]
