"""A row of a comparison."""

from __future__ import annotations

from dataclasses import dataclass

from astarlib.limits import LimitKind
from astarlib.result import Status


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """The measurements of one engine on one problem.

    Attributes
    ----------
    problem, engine, heuristic:
        The names of these. The heuristic's is None for the problem's own, or if the engine evaluates no heuristic.
    status, limit, lower_bound:
        The fields of the ``SearchResult``.
    cost, suboptimality_bound:
        The cost of the solution and its suboptimality bound. None without a solution.
    optimal:
        True if there is a solution that is proved to be optimal, given the ``condition``.
    expanded, generated, evaluated, stored, seconds:
        The fields of the ``Statistics``, from the first run.
    peak_memory:
        The growth of this process's resident memory at its peak during the first run, in bytes. None if the system
        doesn't report it (only Linux does). It can be up to a few MiB too small, because a run reuses free memory that
        Python hasn't returned to the system.
    cpu_seconds, repeats:
        The CPU time of this process in seconds, the median of all runs, and their number.
    condition:
        The condition on h for ``lower_bound`` and ``optimal``, for example "h never overestimates", or "".
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
    condition: str = ""
