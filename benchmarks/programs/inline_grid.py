"""A grid searched by loops written by hand for it alone, in the form in which ``GridProblem`` computes.

Both have the design of ``astarlib.engines.best_first``, as those of ``inline_puzzle`` have it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from astarlib.problems.grid import CornerRule, Grid
from benchmarks.programs.inline_counters import CLOSED, MARK, Answer, Counters
from benchmarks.programs.inline_front import Front, drop, pair
from benchmarks.programs.instances import Map


class Field:
    """A grid's tables: its open steps by the surroundings of a cell, and what they cost."""

    def __init__(self, given: Map) -> None:
        grid = Grid(given.rows)
        self.start, self.goal, self.cheapest = given.start, given.goal, grid.cheapest
        self.stride, self.patterns, self.ways = grid.neighbors(4, CornerRule.BOTH_FREE)

    def h(self, cell: tuple[int, int]) -> float:
        """Manhattan."""
        return self.cheapest * (abs(cell[0] - self.goal[0]) + abs(cell[1] - self.goal[1]))


def bare(field: Field) -> Answer:
    """No limits, no statistics, no checks, nothing known of what is closed."""
    goal, stride, patterns, ways, cheapest = (
        field.goal,
        field.stride,
        field.patterns,
        field.ways,
        field.cheapest,
    )
    goal_x, goal_y = goal
    h = field.h(field.start)
    root = (0, h, field.start, None, None)
    table: dict[tuple[int, int], Any] = {field.start: root}  # Any: records, and in buckets lists of them
    fronts: dict[Any, Any] = {h: root}
    heap = [h]
    expanded = generated = 0
    while heap:
        first = heap[0]
        front = bucket = fronts[first]
        if type(front) is Front:
            bucket = front.buckets[front.order[0]]
        if type(bucket) is not list:
            record = bucket
            drop(heap, fronts)
        elif bucket:
            record = bucket.pop()
        else:
            drop(heap, fronts)
            continue
        g, h, cell, _, _ = record
        if table[cell] is not record:
            continue
        if cell == goal:
            return g, expanded, generated, len(table)
        expanded += 1
        x, y = cell
        at = (y + 1) * stride + x
        for name, right, down, offset, costs in ways[patterns[at]]:
            next_x, next_y, next_g = x + right, y + down, g + costs[at + offset]
            next_cell = (next_x, next_y)
            generated += 1
            known = table.get(next_cell)
            if known is None:
                h = cheapest * (abs(next_x - goal_x) + abs(next_y - goal_y))
            elif next_g < known[0]:
                h = known[1]
            else:
                continue
            child = (next_g, h, next_cell, record, name)
            table[next_cell] = child
            total = next_g + h
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
    return math.inf, expanded, generated, len(table)


def bookkeeping(
    field: Field,
    stop_at: float = math.inf,
    max_cost: float = math.inf,
    observer: Callable[[Any], object] | None = None,
    reopen: bool = True,
) -> Answer:
    """Limits, every statistic, checks of cost, g and h, closed states, and an order of stores that can be resumed."""
    goal, stride, patterns, ways, cheapest = (
        field.goal,
        field.stride,
        field.patterns,
        field.ways,
        field.cheapest,
    )
    (goal_x, goal_y), inf, usual_cost = goal, math.inf, None
    h = field.h(field.start)
    root = (0, h, field.start, None, None)
    table: dict[tuple[int, int], Any] = {field.start: root}  # Any: records, and in buckets lists of them
    fronts: dict[Any, Any] = {h: root}
    heap = [h]
    counters = Counters(field.start)
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
        cell = record[2]
        if cell == goal:
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
        x, y = cell
        at = (y + 1) * stride + x
        for name, right, down, offset, costs in ways[patterns[at]]:
            generated += 1
            step_cost = costs[at + offset]
            if step_cost is not usual_cost:
                if not 0 <= step_cost < inf:
                    raise ValueError
                usual_cost = step_cost
            next_g = g + step_cost
            next_x, next_y = x + right, y + down
            next_cell = (next_x, next_y)
            known = table.get(next_cell)
            if known is None:
                was_closed = False
                h = cheapest * (abs(next_x - goal_x) + abs(next_y - goal_y))
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
            child = (next_g, h, next_cell, parent, name)
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
                table[next_cell] = child
                if was_closed:
                    counters.reopened += 1
                    surplus += 1
                if h < least_h:
                    counters.nearest, least_h = next_cell, h
            elif h == inf:
                surplus -= known is None
                table[next_cell] = child
                counters.dead_ends += known is None
            else:
                raise ValueError
        expanded += 1
        size = len(table) + surplus - expanded
        if size > peak:
            counters.peak = peak = size
        table[cell] = parent
        counters.expanded = expanded
        counters.generated = generated
        counters.expanding = None
    return math.inf, expanded, generated, len(table)
