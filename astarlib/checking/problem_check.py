"""Whether a problem keeps the contract of a problem."""

from __future__ import annotations

import pickle
from contextlib import suppress
from typing import Final

from astarlib.checking.begin_check import begin_check, check_amounts, report_of
from astarlib.checking.clock import Clock
from astarlib.checking.contract import EXAMINED, goals_are_goals
from astarlib.checking.findings import Findings
from astarlib.checking.interrupted import CheckInterrupted, settle
from astarlib.checking.report import Report
from astarlib.checking.safe_problem import Failed, Stopped, format_error
from astarlib.checking.space import Space
from astarlib.checking.walking import walk
from astarlib.problem import Problem

_OPTIONAL: Final = (
    "successors", "state_key", "heuristic_change", "heuristic_function", "predecessors", "goal_states", "format_state",
    "format_action",
)  # fmt: skip


_WALKING: Final = 0.9
"""The part of the time in which states are found; the rest is for the goals."""


def check_problem(
    problem: Problem, *, states: int = 10_000, samples: int = 1_000, seed: int = 0, seconds: float = 10
) -> Report:
    """Walk the space of a problem and test, state by state, all that a problem promises.

    The walk goes in breadth from the initial state; where that does not reach everything, along the ways of engines
    to a goal, and at random. Nothing that the problem does can crash the check, and methods that change a state are
    given copies of it, so that the problem stays as it is.

    Parameters
    ----------
    problem:
        Any problem.
    states:
        How many states to hold in breadth, and how many an engine may expand. Location least 1.
    samples:
        How many steps to take at random. Location least 0.
    seed:
        Of these steps. Location least 0.
    seconds:
        Wall clock, to within one call of the problem. Above 0.

    Returns
    -------
    Report
        ``ok`` when nothing is wrong; ``proved`` when all that can be reached was seen.

    Raises
    ------
    ValueError, TypeError
        When a number is out of range, or none.
    CheckInterrupted
        On Ctrl-C. This KeyboardInterrupt has the report so far.

    Examples
    --------
    >>> from astarlib import FunctionProblem
    >>> problem = FunctionProblem(
    ...     0, successors=lambda n: [("add", n + 1, 1)] if n < 3 else [], is_goal=lambda n: n == 3,
    ...     heuristic=lambda n: n
    ... )
    >>> report = check_problem(problem)
    >>> report.ok, report.proved
    (False, True)
    >>> [(fault.promise, fault.state, fault.value, fault.counterexample) for fault in report.faults]
    [('heuristic', 3, 3, ('add', 'add', 'add'))]
    """
    check_amounts(states=states, samples=samples, seed=seed, seconds=seconds)
    clock, findings = Clock(seconds), Findings()
    space: Space | None = None
    try:
        space = begin_check(problem, findings, clock, *EXAMINED)
        if space is None:
            return report_of(problem, findings, None, clock, whole=False)
        walked = walk(space, states=states, samples=samples, seed=seed, clock=clock.share(_WALKING))
        with suppress(Stopped, Failed):
            goals_are_goals(space)
        _note_own(problem, findings)
        _note_pickle(problem, findings)
    except KeyboardInterrupt as interrupt:
        settle(findings, space)
        raise CheckInterrupted(report_of(problem, findings, space, clock, whole=False)) from interrupt
    safe = space.safe
    findings.skipped.update({name: "the problem has none" for name in _OPTIONAL if not safe.has(name)})
    for kind in safe.copies.refused:
        if not safe.has("state_key"):
            why = f"a copy of a {kind} does not equal it, or there is none"
            findings.skipped["whether methods change their states"] = why
    return report_of(problem, findings, space, clock, whole=walked.whole)


def _note_own(problem: Problem, findings: Findings) -> None:
    """Add the notes that the problem itself has for its report, such as guesses that it made about its input."""
    notes = getattr(problem, "checker_notes", ())
    findings.notes.update({note: None for note in notes if isinstance(note, str)})


def _note_pickle(problem: Problem, findings: Findings) -> None:
    """A problem need not outlast pickling, but other processes are sent what does."""
    try:
        pickle.dumps(problem)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a user's class raises
        note = f"the problem cannot be pickled ({format_error(error)}), so it cannot be sent to other processes"
        findings.notes[note] = None
