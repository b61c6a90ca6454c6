"""Members of a problem's class that look misspelled, and the default heuristic."""

from __future__ import annotations

from typing import Any

from astarlib.capabilities import heuristic_function_of
from astarlib.checking.findings import BEGINNING, Findings
from astarlib.problem import SearchProblem
from astarlib.searching.misspelled import REQUIRED, misspelled_members


def report_misspelled_members(problem: Any, findings: Findings) -> None:
    """Report methods whose names look like misspelled names of the contract.
    It's a fault if a search would give wrong answers without the method, and otherwise a note.
    """
    for name, known in misspelled_members(problem):
        message = f"{type(problem).__name__} has a method {name}, which nothing calls; did you mean {known}? Rename it"
        if known in REQUIRED:
            findings.broken(known, "misspelled", message, BEGINNING, name)
        else:
            findings.notes[message] = None


def has_default_heuristic(problem: Any) -> bool:
    """Return True if the problem defines no heuristic, so h is 0 everywhere."""
    method = getattr(problem.heuristic, "__func__", None)
    if method is SearchProblem.heuristic:
        return True
    of_astarlib = getattr(method, "__module__", "").partition(".")[0] == "astarlib"
    return of_astarlib and hasattr(type(problem), "heuristic_function") and heuristic_function_of(problem) is None
