"""The doctor: whether a problem keeps its contract, and whether its heuristic is what it is taken for."""

from astarlib.checking.asserting import assert_admissible, assert_consistent, assert_problem_ok
from astarlib.checking.findings import Fault
from astarlib.checking.heuristic_check import check_heuristic
from astarlib.checking.heuristic_report import HeuristicReport, Inconsistency, Overestimate
from astarlib.checking.problem_check import check_problem
from astarlib.checking.report import Report

__all__ = [
    "Fault",
    "HeuristicReport",
    "Inconsistency",
    "Overestimate",
    "Report",
    "assert_admissible",
    "assert_consistent",
    "assert_problem_ok",
    "check_heuristic",
    "check_problem",
]
