"""Checkers of problems, heuristics, results and engines."""

from astarlib.checking.asserting import assert_admissible, assert_consistent, assert_problem_ok
from astarlib.checking.begin_check import CheckInterrupted
from astarlib.checking.certifying import Certificate, certify
from astarlib.checking.conformance import ConformanceReport, check_engine
from astarlib.checking.findings import Fault
from astarlib.checking.heuristic_check import check_heuristic
from astarlib.checking.heuristic_report import HeuristicReport, Inconsistency, Overestimate
from astarlib.checking.instrumented import Counts, InstrumentedProblem
from astarlib.checking.problem_check import check_problem
from astarlib.checking.report import Report

__all__ = [
    "Certificate",
    "CheckInterrupted",
    "ConformanceReport",
    "Counts",
    "Fault",
    "HeuristicReport",
    "Inconsistency",
    "InstrumentedProblem",
    "Overestimate",
    "Report",
    "assert_admissible",
    "assert_consistent",
    "assert_problem_ok",
    "certify",
    "check_engine",
    "check_heuristic",
    "check_problem",
]
