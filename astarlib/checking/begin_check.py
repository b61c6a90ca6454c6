"""The start of a check, and its report at the end."""

from __future__ import annotations

import math
import reprlib
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from astarlib._support.integers import check_int
from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.numbers import counted
from astarlib.checking.clock import Clock
from astarlib.checking.findings import BEGINNING, Findings
from astarlib.checking.report import Report
from astarlib.checking.safe_problem import Failed, SafeProblem, Stopped, tried
from astarlib.checking.space import Paths, Space
from astarlib.errors import InvalidProblemError, format_error, short_repr
from astarlib.problem import Problem, SearchProblem
from astarlib.resolving.resolved_problem import heuristic_function_of
from astarlib.searching.misspelled import REQUIRED, misspelled_members

_SHAPING: Final = frozenset({"actions", "result", "successors", "state_key", "hash", "__eq__"})
"""The promises that the set of reachable states depends on."""
_HIGH: Final = 20
_WIDE: Final = 100
"""The largest numbers of lines (`_HIGH`) and columns (`_WIDE`) of a state's text that a report shows."""


class CheckInterrupted(KeyboardInterrupt):  # It isn't an error: the user pressed Ctrl-C.
    """A KeyboardInterrupt during a check, with the ``report`` so far. It proves nothing, and a note says why."""

    def __init__(self, report: Report) -> None:
        super().__init__("the check was interrupted")
        self.report: Report = report


def check_amounts(*, states: int, samples: int, seed: int, seconds: float) -> None:
    """Raise ValueError or TypeError if an argument is out of range or isn't a number."""
    check_int(states, "states", minimum=1)
    check_int(samples, "samples", minimum=0)
    check_int(seed, "seed", minimum=0)
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
        raise TypeError(f"seconds must be a number, not {seconds!r}")
    if not 0 < seconds <= sys.float_info.max and seconds != math.inf:
        raise ValueError(f"seconds must be above 0, not {reprlib.repr(seconds)}")


def begin_check(
    problem: Problem, findings: Findings, clock: Clock, *examine: Callable[[Space, int], None]
) -> Space | None:
    """Return the space with the initial state; record a fault and return None if there is no initial state."""
    _report_misspelled_members(problem, findings)
    try:
        space = Space(SafeProblem(problem, findings, clock), *examine)
        initial_state = problem.initial_state
    except InvalidProblemError as error:
        findings.broken("contract", "missing", str(error), BEGINNING)
        return None
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # A user's properties can raise anything.
        raise_if_from_handler(error)
        findings.broken(
            "initial_state", "raised", f"reading the problem's members raised {format_error(error)}", BEGINNING
        )
        return None
    try:
        space.add(initial_state, BEGINNING._replace(state=initial_state), None)
    except (Failed, Stopped):
        return None
    return space


def report_of(problem: Problem, findings: Findings, space: Space | None, clock: Clock, *, whole: bool) -> Report:
    """Return the report on the findings."""
    if space is not None:
        _note_what_means_little(problem, findings, space)
    faults = findings.faults((lambda _: []) if space is None else Paths(space), partial(picture, problem))
    shaped = all(fault.promise not in _SHAPING for fault in faults)
    known = [] if space is None else [edges for edges in space.edges if edges is not None]
    return Report(
        problem=type(problem).__name__,
        faults=faults,
        checks=dict(findings.checks),
        skipped=dict(findings.skipped),
        notes=tuple(findings.notes),
        states=len(known),
        edges=sum(map(len, known)),
        proved=whole and shaped and space is not None and not space.safe.stopped,
        seconds=clock.elapsed,
    )


def _note_what_means_little(problem: Problem, findings: Findings, space: Space) -> None:
    """Add notes on conditions that aren't faults but make the tests less meaningful, such as h = 0 everywhere."""
    if len(space.safe.goals) == 0:
        findings.notes[f"no goal was seen in {counted(space.expanded, 'state')}, so is_goal was never True"] = None
    if _has_default_heuristic(problem):
        findings.notes["h is the default 0, so A* searches as Dijkstra's algorithm does"] = None


def picture(problem: Problem, state: Any) -> str | None:
    """Return the text of ``format_state``, or None if it fails, adds nothing to the repr, or is too large."""
    if state is None:
        return None
    text, _ = tried(getattr(problem, "format_state", None) or repr, state)
    if not isinstance(text, str):  # texts_are_texts records this fault.
        return None
    lines = text.splitlines()
    if text == short_repr(state) or len(lines) > _HIGH or max(map(len, lines), default=0) > _WIDE:
        return None
    return text


def _report_misspelled_members(problem: Any, findings: Findings) -> None:
    """Report methods whose names look like misspelled names of the contract.
    It's a fault if a search would give wrong answers without the method, and otherwise a note.
    """
    for name, known in misspelled_members(problem):
        message = f"{type(problem).__name__} has a method {name}, which nothing calls; did you mean {known}? Rename it"
        if known in REQUIRED:
            findings.broken(known, "misspelled", message, BEGINNING, name)
        else:
            findings.notes[message] = None


def _has_default_heuristic(problem: Any) -> bool:
    """Return True if the problem defines no heuristic, so h is 0 everywhere."""
    method = getattr(problem.heuristic, "__func__", None)
    if method is SearchProblem.heuristic:
        return True
    of_astarlib = str(getattr(method, "__module__", "")).partition(".")[0] == "astarlib"
    return of_astarlib and hasattr(type(problem), "heuristic_function") and heuristic_function_of(problem) is None


def settle(findings: Findings, space: Space | None) -> None:
    """Prepare the findings of an interrupted check for its report."""
    findings.notes["the check was interrupted, so the report is incomplete"] = None
    if space is not None:
        space.settle()
