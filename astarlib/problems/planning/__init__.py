"""Planning tasks in PDDL, and those of unified-planning, which need the extra ``planning``."""

from astarlib.problems.planning.problem import PlanningProblem

__all__ = ["PlanningProblem"]
