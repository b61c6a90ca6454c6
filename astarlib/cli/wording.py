"""The sentences that describe an outcome, the same on the screen and in JSON."""

from __future__ import annotations

import math

from astarlib._support.numbers import counted
from astarlib._support.wording import format_number, round_ratio_up
from astarlib.cli.parser import Task
from astarlib.limits import LimitKind, Limits
from astarlib.result import SearchResult, Statistics, Status


def outcome(result: SearchResult, task: Task, limits: Limits) -> str:
    """Return a sentence on the solution and what is proved about it, or on the reason why there is no solution."""
    if result.solution is not None:
        return f"{length(result, task)}, {_proved(result, task)}{_stopped(result, limits, '; ')}"
    bound = "" if result.lower_bound == 0 else f"; none costs less than {format_number(result.lower_bound)}"
    match result.status:
        case Status.UNSOLVABLE:
            return f"no solution, {_unsolvable(result, task)}"
        case Status.GAVE_UP:
            return f"gave up: {result.engine} has nothing left to try, which proves nothing{bound}"
        case _:
            return f"no solution yet{_stopped(result, limits, ', ')}{bound}{_given_h(result, task, bound)}"


def length(result: SearchResult, task: Task) -> str:
    """Return the number of steps, and the cost if it differs from that number."""
    steps = counted(len(result.actions), task.step)
    return steps if result.cost == len(result.actions) else f"{steps}, cost {format_number(result.cost)}"


def figures(statistics: Statistics) -> str:
    """Return the statistics in one line."""
    counters = ("expanded", "generated", "evaluated", "reopened", "dead_ends", "stored", "peak_frontier")
    shown = [f"{name.replace('_', ' ')} {getattr(statistics, name):,}" for name in counters]
    shown += [f"{name.replace('_', ' ')} {value:,}" for name, value in statistics.details.items()]
    return f"{', '.join(shown)}, {statistics.seconds:.3f} seconds"


def engine_and_heuristic(result: SearchResult, task: Task) -> str:
    """Return the engine, and the name of the heuristic if the engine evaluated one that has a name."""
    named = task.heuristic is not None and uses_heuristic(result)
    return f"{result.engine} with {task.heuristic}" if named else result.engine


def uses_heuristic(result: SearchResult) -> bool:
    """Return True if the engine evaluated the heuristic."""
    return result.nearest is not None


def _proved(result: SearchResult, task: Task) -> str:
    ratio, given_h = result.suboptimality_bound, _given_h(result, task, "proof")
    if ratio == 1:
        return f"optimal{given_h}"
    if ratio == math.inf:
        return "with no proof of how far from optimal"
    bound = f"no solution costs less than {format_number(result.lower_bound)}"
    return f"at most {round_ratio_up(ratio)} times the optimum: {bound}{given_h}"


def _given_h(result: SearchResult, task: Task, claim: str) -> str:
    """Return the condition of a claim that depends on a heuristic not known to be admissible."""
    is_conditional = claim != "" and uses_heuristic(result) and not task.admissible
    return " (if the heuristic never overestimates)" if is_conditional else ""


def _unsolvable(result: SearchResult, task: Task) -> str:
    if task.impossible is not None and result.statistics.stored == 0:
        return f"{task.impossible}; --prove searches all the same"
    dead_ends = result.statistics.dead_ends
    reached = f"proved by expanding all reachable states ({result.statistics.stored - dead_ends:,})"
    if dead_ends == 0:
        return reached
    return f"{reached}, except {counted(dead_ends, 'dead end')} where the heuristic is infinite"


def _stopped(result: SearchResult, limits: Limits, before: str) -> str:
    """Return a phrase with the limit that stopped the search and the limit's value, after ``before``."""
    if result.limit is None:
        return ""
    texts = {
        LimitKind.EXPANDED: f"stopped by --max-expanded after {_counted(limits.expanded, 'expansion')}",
        LimitKind.GENERATED: f"stopped by --max-generated at {_counted(limits.generated, 'generated state')}",
        LimitKind.STORED: f"stopped by --max-stored at {_counted(limits.stored, 'stored state')}",
        LimitKind.COST: f"stopped by --max-cost {format_number(limits.cost)}",
        LimitKind.SOLUTIONS: f"stopped by --solutions after {_counted(limits.solutions, 'solution')}",
        LimitKind.WITHIN: f"stopped by --within {format_number(limits.within)}",
        LimitKind.SECONDS: f"stopped by --seconds {format_number(limits.seconds)}",
        LimitKind.MEMORY: f"stopped by --memory at {format_size(limits.memory)}",
        LimitKind.DISK: "stopped because the disk is full",
        LimitKind.CANCELLED: "interrupted",
    }
    text = texts.get(result.limit, f"stopped by the limit {result.limit.value}")
    if result.limit is LimitKind.MEMORY and limits.memory == math.inf:
        text = "stopped because the memory ran out"
    return before + text


def _counted(limit: float, noun: str) -> str:
    return counted(int(limit) if limit < math.inf else 0, noun)


def format_size(count: float) -> str:
    """Return a number of bytes as text, in the largest unit in which it's at least 1."""
    power = next((power for power in (3, 2, 1) if count >= 1024**power), 0)
    return f"{count / 1024**power:.6g} {('bytes', 'KiB', 'MiB', 'GiB')[power]}"
