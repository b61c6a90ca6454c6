"""One line of a comparison."""

from __future__ import annotations

from dataclasses import dataclass

from astarlib.limits import LimitKind
from astarlib.result import Status


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One engine on one problem.

    Attributes
    ----------
    problem, engine:
        Their names.
    heuristic:
        Its name; None for the problem's own, and where the engine evaluates none.
    status, limit, lower_bound:
        As in the ``SearchResult``.
    cost, suboptimality_bound:
        Of the solution; None when there is none.
    optimal:
        Whether there is a solution that is proved to be optimal, given an admissible h.
    expanded, generated, evaluated, stored, seconds:
        As in the ``Statistics``; all of these are of the first run.
    peak_memory:
        Bytes by which the resident memory of this process grew at its peak; None where the system does not
        tell. A small run after a large one may find room that Python kept, and then shows less than it needs.
    cpu_seconds:
        CPU time of this process, the median of all runs.
    repeats:
        How often it was run.
    """

    problem: str
    engine: str
    heuristic: str | None
    status: Status
    limit: LimitKind | None
    cost: float | None
    lower_bound: float
    suboptimality_bound: float | None
    optimal: bool
    expanded: int
    generated: int
    evaluated: int
    stored: int
    peak_memory: int | None
    seconds: float
    cpu_seconds: float
    repeats: int = 1
