"""The check of a problem against its contract."""

from __future__ import annotations

import pickle
from contextlib import suppress
from functools import partial
from typing import Final

from astarlib._support.calls import checked_function
from astarlib.checking.begin_check import CheckInterrupted, begin_check, check_amounts, report_of, settle
from astarlib.checking.clock import Clock
from astarlib.checking.contract import EXAMINED, goals_are_goals
from astarlib.checking.contract.resources import dominating_states_do_as_well
from astarlib.checking.findings import Findings
from astarlib.checking.report import Report
from astarlib.checking.safe_problem import Failed, Stopped, tried
from astarlib.checking.space import Paths, Space
from astarlib.checking.walking import walk
from astarlib.errors import format_error
from astarlib.problem import Problem
from astarlib.resolving.resolved_problem import why_unsolvable_of

_WALKING: Final = 0.9
"""The share of the time for exploring states. The rest is for the goals."""


@partial(checked_function, limits="write states=... or seconds=...")
def check_problem(
    problem: Problem, *, states: int = 10_000, samples: int = 1_000, seed: int = 0, seconds: float = 10
) -> Report:
    """Explore the state space of a problem and test every promise of its contract in each state.

    The check explores breadth-first from the initial state. If that doesn't reach all states, it also follows the
    searches of engines to a goal and takes random walks. An exception that a method raises is reported as a fault and
    doesn't stop the check, except MemoryError. Methods get copies of states that can be modified, so the check leaves
    the problem unchanged.

    Parameters
    ----------
    problem:
        The problem to check.
    states:
        The largest number of states to store in the breadth-first exploration, and to expand with each engine. At least
        1 (default: 10,000).
    samples:
        The number of random steps, at least 0 (default: 1,000).
    seed:
        The seed of the random steps, at least 0 (default: 0).
    seconds:
        The time limit in seconds of wall-clock time, above 0 (default: 10). ``inf`` means no limit. A call of the
        problem that is running isn't cut off.

    Returns
    -------
    Report
        The faults, and how often each promise was tested. ``ok`` is True if no fault was found. ``proved`` is True if
        all reachable states were tested.

    Raises
    ------
    ValueError, TypeError
        If an argument isn't a number in its range.
    CheckInterrupted
        On Ctrl-C. This KeyboardInterrupt has the report so far.

    See Also
    --------
    check_heuristic : Test whether the heuristic is admissible and consistent.
    assert_problem_ok : Make the same check as an assertion in a test.

    Notes
    -----
    Each promise is tested in each state, so a check of n states with b actions each calls the methods of the problem
    O(n b) times.

    Examples
    --------
    >>> from astarlib import with_heuristic
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> report = check_problem(with_heuristic(PancakeProblem("2 1 3"), len))
    >>> report.ok, report.proved
    (False, True)
    >>> [(fault.promise, fault.state, fault.value, fault.counterexample) for fault in report.faults]
    [('heuristic', (1, 2, 3), 3, (2,))]
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
            dominating_states_do_as_well(space)
        _check_proof(problem, space, findings)
        # The problem's own notes are, for example, guesses that it made about its input.
        notes = [note for note in getattr(problem, "checker_notes", ()) if isinstance(note, str)]
        _, error = tried(pickle.dumps, problem)
        if error is not None:  # This isn't a fault, but worker processes need the pickle.
            why = f"the problem can't be pickled ({format_error(error)}), so it can't be sent to other processes"
            notes.append(why)
        findings.notes.update(dict.fromkeys(notes))
    except KeyboardInterrupt as interrupt:
        settle(findings, space)
        raise CheckInterrupted(report_of(problem, findings, space, clock, whole=False)) from interrupt
    safe = space.safe
    findings.skipped.update(dict.fromkeys(safe.missing, "the problem doesn't define them"))
    if safe.cost_unit is None:
        findings.skipped.setdefault("cost_unit", "the problem doesn't define it")
    for kind in safe.copies.refused:
        if not safe.has("state_key"):
            why = f"a {kind} can't be copied, or its copy isn't equal to it"
            findings.skipped["whether methods change their states"] = why
    return report_of(problem, findings, space, clock, whole=walked.whole)


def _check_proof(problem: Problem, space: Space, findings: Findings) -> None:
    """Report a problem that claims to have no solution, although the check found a path to a goal."""
    reason, paths = why_unsolvable_of(problem), Paths(space)
    goal = next((node for node in sorted(space.safe.goals) if paths(node) is not None), None)
    if reason is not None and goal is not None:
        message = f"why_unsolvable() returned {reason!r}, but a path leads to a goal; return None"
        findings.broken("why_unsolvable", "wrong", message, space.at(goal), reason)
