"""The loop with bookkeeping for any problem with ``successors``, and for A* alone: what calls cost, and what is left.

It has neither state keys, nor other formulas than g + h, nor other orders among equal f. What the generic loop takes
more than this is the price of being generic; what this takes more than the loops written for one problem is the price
of calling methods of the problem.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any, Protocol

from benchmarks.programs.inline_counters import CLOSED, MARK, Answer, Counters
from benchmarks.programs.inline_front import Front, drop, pair


class WithSuccessors(Protocol):
    """What it calls."""

    initial_state: Any

    def successors(self, state: Any, /) -> Sequence[tuple[Any, Any, float]]: ...
    def heuristic(self, state: Any, /) -> float: ...
    def is_goal(self, state: Any, /) -> bool: ...


def calling(
    problem: WithSuccessors,
    stop_at: float = math.inf,
    max_cost: float = math.inf,
    observer: Callable[[Any], object] | None = None,
    reopen: bool = True,
) -> Answer:
    """The loop with bookkeeping of ``inline_grid``, with calls where that has the puzzle's own code."""
    successors, heuristic, is_goal = problem.successors, problem.heuristic, problem.is_goal
    inf, usual_cost, start = math.inf, None, problem.initial_state
    h = heuristic(start)
    root = (0, h, start, None, None)
    table: dict[Any, Any] = {start: root}  # Any: states and records, and in buckets lists of them
    fronts: dict[Any, Any] = {h: root}
    heap = [h]
    counters = Counters(start)
    expanded = generated = surplus = peak = 0
    top_f, least_h, capped = -inf, h, max_cost < inf
    while heap:
        first = heap[0]
        front = bucket = fronts[first]
        if type(front) is Front:
            bucket = front.buckets[front.order[0]]
        record = bucket if type(bucket) is not list else bucket[-1] if bucket else ()
        if not record or table[record[2]] is not record:
            drop(heap, fronts)
            continue
        if capped and record[0] + record[1] > max_cost:
            break
        if first > top_f:
            counters.before_top_f = expanded
            counters.top_f = top_f = first
        state = record[2]
        if is_goal(state):
            return record[0], expanded, generated, len(table)
        if expanded >= stop_at:
            break
        counters.expanding = record
        if bucket is not record:
            bucket.pop()
        elif front is record:
            del fronts[first]
            heappop(heap)
        else:
            drop(heap, fronts)
        g, parent = record[0], record + CLOSED
        if observer is not None:
            observer(record)
        for action, next_state, step_cost in successors(state):
            generated += 1
            if step_cost is not usual_cost:
                if not 0 <= step_cost < inf:
                    raise ValueError
                usual_cost = step_cost
            next_g = g + step_cost
            known = table.get(next_state)
            if known is None:
                was_closed = False
                h = heuristic(next_state)
                if observer is not None:
                    observer(record)
            else:
                h = known[1]
                accepted = next_g < known[0]
                was_closed = accepted and known[-1] is MARK
                if was_closed and not reopen:
                    counters.refused = min(counters.refused, next_g + h)
                    accepted = False
                if observer is not None:
                    observer(record)
                if not accepted:
                    continue
            child = (next_g, h, next_state, parent, action)
            total = next_g + h
            if h >= 0 and total < inf:
                front = fronts.setdefault(total, child)
                if type(front) is Front:
                    bucket = front.buckets.setdefault(h, child)
                    if type(bucket) is list:
                        bucket.append(child)
                    elif bucket is child:
                        heappush(front.order, h)
                    else:
                        front.buckets[h] = [bucket, child]
                elif front is child:
                    heappush(heap, total)
                else:
                    fronts[total] = pair(front, child)
                table[next_state] = child
                if was_closed:
                    counters.reopened += 1
                    surplus += 1
                if h < least_h:
                    counters.nearest, least_h = next_state, h
            elif h == inf:
                surplus -= known is None
                table[next_state] = child
                counters.dead_ends += known is None
            else:
                raise ValueError
        expanded += 1
        size = len(table) + surplus - expanded
        if size > peak:
            counters.peak = peak = size
        table[state] = parent
        counters.expanded = expanded
        counters.generated = generated
        counters.expanding = None
    return math.inf, expanded, generated, len(table)
