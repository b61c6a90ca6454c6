"""The sentences in which an outcome is told; the same on the screen and in JSON."""

from __future__ import annotations

import math

from astarlib.cli.task import Task
from astarlib.limits import LimitKind, Limits
from astarlib.result import SearchResult, Statistics, Status


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> counted(1, "move"), counted(22, "move")
    ('1 move', '22 moves')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def number(value: float) -> str:
    """A number as people write it: integers whole, others with six digits."""
    return str(value) if isinstance(value, int) else f"{float(value):.6g}"


def outcome(result: SearchResult, task: Task, limits: Limits) -> str:
    """What was found and what is proved, or why nothing was found."""
    if result.solution is not None:
        return f"{length(result, task)}, {_proved(result, task)}{_stopped(result, limits, '; ')}"
    bound = "" if result.lower_bound == 0 else f"; none costs less than {number(result.lower_bound)}"
    match result.status:
        case Status.UNSOLVABLE:
            return f"no solution, {_unsolvable(result, task)}"
        case Status.GAVE_UP:
            return f"gave up: {result.engine} has nothing left to try, and proves nothing by that{bound}"
        case _:
            return f"no solution yet{_stopped(result, limits, ', ')}{bound}{_given_h(result, task, bound)}"


def length(result: SearchResult, task: Task) -> str:
    """The number of steps, and the cost where it is another number."""
    steps = counted(len(result.actions), task.step)
    return steps if result.cost == len(result.actions) else f"{steps}, cost {number(result.cost)}"


def figures(statistics: Statistics) -> str:
    """The counters in the order in which they come about."""
    counters = ("expanded", "generated", "evaluated", "reopened", "dead_ends", "stored", "peak_frontier")
    shown = [f"{name.replace('_', ' ')} {getattr(statistics, name)}" for name in counters]
    return f"{', '.join(shown)}, {statistics.seconds:.3f} seconds"


def engine_and_heuristic(result: SearchResult, task: Task) -> str:
    """Which engine it was, and with which heuristic where it evaluates one that has a name."""
    named = task.heuristic is not None and uses_h(result)
    return f"{result.engine} with {task.heuristic}" if named else result.engine


def uses_h(result: SearchResult) -> bool:
    """Whether the engine evaluated the heuristic."""
    return result.nearest is not None


def _proved(result: SearchResult, task: Task) -> str:
    ratio, given_h = result.suboptimality_bound, _given_h(result, task, "proof")
    if ratio == 1:
        return f"optimal{given_h}"
    if ratio == math.inf:
        return "with no proof of how far from optimal"
    from astarlib._support.wording import round_ratio_up

    bound = f"no solution costs less than {number(result.lower_bound)}"
    return f"at most {round_ratio_up(ratio)} times the optimum: {bound}{given_h}"


def _given_h(result: SearchResult, task: Task, claim: str) -> str:
    """The proviso of a claim that rests on a heuristic of which nothing is known."""
    rests = claim != "" and uses_h(result) and not task.admissible
    return " (if the heuristic never overestimates)" if rests else ""


def _unsolvable(result: SearchResult, task: Task) -> str:
    if task.impossible is not None and result.statistics.stored == 0:
        return f"{task.impossible}; --prove searches all the same"
    dead_ends = result.statistics.dead_ends
    expanded = counted(result.statistics.stored - dead_ends, "state")
    reached = f"proved by expanding all that can be reached, {expanded}"
    if dead_ends == 0:
        return reached
    return f"{reached}, but for {counted(dead_ends, 'dead end')} where the heuristic is infinite"


def _stopped(result: SearchResult, limits: Limits, before: str) -> str:
    """Which limit stopped the search, and where that was."""
    match result.limit:
        case None:
            return ""
        case LimitKind.EXPANDED:
            limit = f"stopped by --max-expanded after {counted(int(limits.expanded), 'expansion')}"
        case LimitKind.SECONDS:
            limit = f"stopped by --seconds {number(limits.seconds)}"
        case LimitKind.MEMORY if limits.memory < math.inf:
            limit = f"stopped by --memory at {size(limits.memory)}"
        case LimitKind.MEMORY:
            limit = "stopped for want of memory"
        case LimitKind.CANCELLED:
            limit = "interrupted"
        case _:
            limit = f"stopped by the limit {result.limit.value}"
    return before + limit


def size(count: float) -> str:
    """Bytes in the largest unit of which there is one at least."""
    power = next((power for power in (3, 2, 1) if count >= 1024**power), 0)
    return f"{count / 1024**power:.6g} {('bytes', 'KiB', 'MiB', 'GiB')[power]}"
