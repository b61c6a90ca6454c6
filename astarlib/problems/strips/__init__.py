"""Planning with facts (STRIPS): operators add and delete facts, and heuristics follow from the operators."""

from astarlib.problems.strips.heuristics import FF, HAdd, HMax, LMCut
from astarlib.problems.strips.operator import Facts, Operator, When
from astarlib.problems.strips.problem import StripsProblem

__all__ = ["FF", "Facts", "HAdd", "HMax", "LMCut", "Operator", "StripsProblem", "When"]
