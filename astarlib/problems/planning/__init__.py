"""Planning tasks of unified-planning, and in PDDL. They need the extra ``planning``."""

from astarlib.problems.planning.problem import PlanningProblem

__all__ = ["PlanningProblem"]
