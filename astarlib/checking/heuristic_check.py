"""Whether a heuristic is admissible and consistent, and how much it tells."""

from __future__ import annotations

from dataclasses import fields
from functools import partial

from astarlib.checking.begin_check import begin_check, check_amounts, picture, report_of
from astarlib.checking.clock import Clock
from astarlib.checking.compare_h import (
    EdgeVerdicts,
    StateVerdicts,
    correlated,
    inconsistency,
    informedness,
    judge_edges,
    judge_states,
    overestimate,
)
from astarlib.checking.distances import distances
from astarlib.checking.findings import Findings
from astarlib.checking.heuristic_report import HeuristicReport, Inconsistency, Overestimate
from astarlib.checking.interrupted import CheckInterrupted, settle
from astarlib.checking.report import Report
from astarlib.checking.space import Space
from astarlib.checking.walking import Walked, walk
from astarlib.problem import Problem

_WALKING = 0.6
"""The part of the time in which states are found; the rest is for the distances between them."""
_INTERRUPTED = Walked(whole=False, radius=0, settled={})
"""How far a walk is taken to have come when an interrupt ended it."""


def check_heuristic(
    problem: Problem, *, states: int = 50_000, samples: int = 5_000, seed: int = 0, seconds: float = 10
) -> HeuristicReport:
    """Compare the heuristic of a problem with the cost that really remains, state by state and edge by edge.

    A space that is small enough is walked whole, and all is proved. Of a larger one a part is seen: in breadth from
    the initial state, backwards from the goals where the problem has ``goal_states`` and ``predecessors``, along the
    ways of engines to a goal, and at random. There the cheapest way that is known contradicts an h above its cost,
    whatever was not seen; and an h is proved where even the cheapest way into the unknown costs as much.

    Floats are compared up to rounding, whole numbers and fractions exactly. The problem is taken at its word in all
    else: what is wrong with it, ``check_problem`` finds. O(n log n) for n edges.

    Parameters
    ----------
    problem:
        Any problem.
    states:
        How many states to hold in breadth; and how many to expand from the goals, and an engine. Location least 1.
    samples:
        How many steps to take at random. Location least 0.
    seed:
        Of these steps. Location least 0.
    seconds:
        Wall clock, about. Above 0.

    Returns
    -------
    HeuristicReport
        ``ok`` when nothing contradicts that h is admissible; ``proved`` when all that can be reached was tested.

    Raises
    ------
    ValueError, TypeError
        When a number is out of range, or none.
    CheckInterrupted
        On Ctrl-C. This KeyboardInterrupt has the report so far.

    Examples
    --------
    >>> from operator import ne
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> def hamming_with_blank(state):
    ...     return sum(map(ne, state, (1, 2, 3, 4, 5, 0)))
    >>> report = check_heuristic(NPuzzle("1 2 3 / 4 0 5", heuristic=hamming_with_blank))
    >>> report.admissible, report.consistent, report.proved, report.overestimation_factor
    (False, False, True, 2.0)
    >>> worst = report.worst_overestimate
    >>> worst.state, worst.heuristic, worst.true_cost, worst.counterexample
    ((1, 2, 3, 4, 0, 5), 2, 1, ('right',))
    """
    check_amounts(states=states, samples=samples, seed=seed, seconds=seconds)
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
    """Return the report on all states and edges that were found."""
    if space is None or walked is None:
        return _report(report_of(problem, findings, None, clock, whole=False), StateVerdicts(), EdgeVerdicts())
    remaining = distances(space, walked)
    of_states, of_edges = judge_states(space, remaining), judge_edges(space)
    findings.checks["admissible"] += len(of_states)
    findings.checks["consistent"] += of_edges.compared
    worst = None if of_states.worst is None else overestimate(space, remaining, of_states.worst)
    if worst is not None and of_states.worst is not None:
        place, times = space.at(of_states.worst), len(of_states.contradicted)
        findings.broken("admissible", "above", worst.sentence, place, worst.heuristic, times=times)
    tested = len(space.leaks) == 0 and all(space.known_h(node) is not None for node in range(len(space)))
    report = report_of(problem, findings, space, clock, whole=walked.whole and tested)
    return _report(report, of_states, of_edges, worst, inconsistency(space, of_edges, partial(picture, problem)))


def _ask_estimates(space: Space, node: int) -> None:
    """Ask for the heuristic of a node and of those around it, and whether these are goals."""
    space.h(node)
    for edge in space.edges[node] or ():
        space.h(edge.target)
        space.is_goal(edge.target)


def _report(
    report: Report,
    of_states: StateVerdicts,
    of_edges: EdgeVerdicts,
    worst: Overestimate | None = None,
    steepest: Inconsistency | None = None,
) -> HeuristicReport:
    return HeuristicReport(
        **{field.name: getattr(report, field.name) for field in fields(Report)},
        admissible=_verdict(worst, compared=of_states.compared + of_states.proved, proved=report.proved),
        consistent=_verdict(steepest, compared=of_edges.compared, proved=report.proved),
        worst_overestimate=worst,
        worst_inconsistency=steepest,
        overestimation_factor=of_states.factor,
        informedness=informedness(of_states.known),
        correlation=correlated(of_states.known),
        states_proved=of_states.proved,
        states_not_contradicted=of_states.unknown,
        states_contradicted=len(of_states.contradicted),
        false_dead_ends=of_states.false_dead_ends,
        edges_compared=of_edges.compared,
        edges_inconsistent=of_edges.inconsistent,
    )


def _verdict(worst: object, *, compared: int, proved: bool) -> bool | None:
    """False when something is wrong, None when nothing was compared, though there is more."""
    if worst is not None:
        return False
    return True if compared > 0 or proved else None
