"""The check of a heuristic for admissibility, consistency and informedness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

from astarlib._support.calls import checked_function
from astarlib.checking.begin_check import CheckInterrupted, begin_check, check_amounts, picture, report_of, settle
from astarlib.checking.clock import Clock
from astarlib.checking.compare_h import Verdicts, distances, judge_edges, judge_states
from astarlib.checking.findings import Findings
from astarlib.checking.heuristic_report import HeuristicReport
from astarlib.checking.report import Report
from astarlib.checking.space import Space
from astarlib.checking.walking import Walked, walk
from astarlib.derived import with_heuristic
from astarlib.problem import Heuristic, Problem

_WALKING = 0.6
"""The share of the time for exploring states. The rest is for computing distances."""
_INTERRUPTED = Walked(whole=False, radius=0, settled={})
"""The extent that is assumed for an exploration that was interrupted."""


@partial(checked_function, limits="write states=... or seconds=...")
def check_heuristic(
    problem: Problem,
    heuristic: Heuristic | Callable[[Any], float] | None = None,  # Any: a state
    *,
    states: int = 50_000,
    samples: int = 5_000,
    seed: int = 0,
    seconds: float = 10,
) -> HeuristicReport:
    """Compare the heuristic of a problem with the true remaining costs, state by state and edge by edge.

    A small state space is explored completely, and the verdicts are proved. A larger one is explored in part: first
    breadth-first from the initial state, then backwards from the goals (if the problem has ``goal_states`` and
    ``predecessors``), then along the searches of engines to a goal, and then by random walks.

    In a partly explored space, an h above the cost of a known path to a goal is wrong, whatever the unexplored states
    are. An h is proved admissible in a state if every path from there to a goal costs at least h, and so does every
    path to an unexplored state plus a lower bound on the remaining cost from that state.

    Floats are compared up to rounding, ints and fractions exactly. This check relies on the rest of the problem;
    :func:`check_problem` tests that. It takes O(n log n) time for n edges.

    Parameters
    ----------
    problem:
        The problem whose heuristic to check.
    heuristic:
        A heuristic to check in place of the problem's own, as in :func:`astarlib.with_heuristic`. None (the default)
        means the problem's own.
    states:
        The largest number of states to store in the breadth-first exploration, to expand backwards from the goals, and
        to expand with each engine. At least 1 (default: 50,000).
    samples:
        The number of random steps, at least 0 (default: 5,000).
    seed:
        The seed of the random steps, at least 0 (default: 0).
    seconds:
        The approximate time limit in seconds of wall-clock time, above 0 (default: 10). ``inf`` means no limit.

    Returns
    -------
    HeuristicReport
        The verdicts on the heuristic. ``ok`` is True if no fault was found. An overestimate is a fault. ``proved`` is
        True if all reachable states were tested.

    Raises
    ------
    ValueError, TypeError
        If an argument isn't a number in its range, or ``heuristic`` isn't one.
    CheckInterrupted
        On Ctrl-C. This KeyboardInterrupt has the report so far.

    See Also
    --------
    check_problem : Test the other promises of a problem.
    assert_admissible, assert_consistent : Make the same check as an assertion in a test.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> report = check_heuristic(PancakeProblem("2 1 3"), sum)
    >>> report.admissible, report.consistent, report.proved
    (False, True, True)
    >>> report.worst_overestimate.state, report.worst_overestimate.heuristic, report.worst_overestimate.true_cost
    ((1, 2, 3), 6, 0)
    """
    check_amounts(states=states, samples=samples, seed=seed, seconds=seconds)
    if heuristic is not None:
        problem = with_heuristic(problem, heuristic)
    clock, findings = Clock(seconds), Findings()
    space: Space | None = None
    try:
        space = begin_check(problem, findings, clock.share(_WALKING), _ask_estimates)
        walked = None
        if space is not None:
            walked = walk(space, states=states, samples=samples, seed=seed, clock=space.safe.clock)
        return _judged(problem, findings, space, walked, clock)
    except KeyboardInterrupt as interrupt:
        settle(findings, space)
        raise CheckInterrupted(_judged(problem, findings, space, _INTERRUPTED, clock)) from interrupt


def _judged(
    problem: Problem, findings: Findings, space: Space | None, walked: Walked | None, clock: Clock
) -> HeuristicReport:
    """Return the report on all states and edges found so far."""
    verdicts = Verdicts()
    if space is None or walked is None:
        return _report(report_of(problem, findings, None, clock, whole=False), verdicts)
    node = judge_states(space, distances(space, walked), verdicts)
    judge_edges(space, partial(picture, problem), verdicts)
    judged = verdicts.states_proved + verdicts.states_not_contradicted + verdicts.states_contradicted
    findings.checks["admissible"] += judged
    findings.checks["consistent"] += verdicts.edges_compared
    worst = verdicts.worst_overestimate
    if worst is not None and node is not None:
        times = verdicts.states_contradicted
        findings.broken("admissible", "above", worst.sentence, space.at(node), worst.heuristic, times=times)
    tested = len(space.leaks) == 0 and all(space.known_h(node) is not None for node in range(len(space)))
    return _report(report_of(problem, findings, space, clock, whole=walked.whole and tested), verdicts)


def _ask_estimates(space: Space, node: int) -> None:
    """Evaluate the heuristic of a node and its successors, and test whether the successors are goals."""
    space.h(node)
    for edge in space.edges[node] or ():
        space.h(edge.target)
        space.is_goal(edge.target)


def _report(report: Report, found: Verdicts) -> HeuristicReport:
    known = {each.name: getattr(report, each.name) for each in fields(Report)}
    known.update(
        {each.name: getattr(found, each.name) for each in fields(HeuristicReport) if hasattr(found, each.name)}
    )
    states, proved = found.states_compared + found.states_proved, report.proved
    return HeuristicReport(
        **known,
        admissible=_verdict(found.worst_overestimate, compared=states, proved=proved),
        consistent=_verdict(found.worst_inconsistency, compared=found.edges_compared, proved=proved),
    )


def _verdict(worst: object, *, compared: int, proved: bool) -> bool | None:
    """Return False if there is a counterexample ``worst``, and otherwise True.
    Return None instead of True if nothing was compared and the state space isn't fully explored.
    """
    if worst is not None:
        return False
    return True if compared > 0 or proved else None
