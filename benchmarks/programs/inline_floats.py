"""The N-puzzle with a plain heap of records: what is simplest, and quickest when every f is another float."""

from __future__ import annotations

import math
from collections.abc import Callable
from heapq import heappop, heappush
from operator import getitem
from typing import Any

from benchmarks.programs.inline_counters import CLOSED, MARK, Answer, Counters
from benchmarks.programs.inline_puzzle import Puzzle
from benchmarks.programs.instances import Board


def heap_of_records(
    puzzle: Puzzle,
    stop_at: float = math.inf,
    max_cost: float = math.inf,
    observer: Callable[[Any], object] | None = None,
    reopen: bool = True,
) -> Answer:
    """`bookkeeping` with a heap of records (f, h, -number, g, state, parent, action) and no buckets."""
    goal, moves, rows, inf = puzzle.goal, puzzle.moves, puzzle.rows, math.inf
    h = puzzle.h(puzzle.start)
    root = (h, h, 0, 0, puzzle.start, None, None)
    table: dict[Board, Any] = {puzzle.start: root}  # Any: records
    heap: list[Any] = [root]
    counters = Counters(puzzle.start)
    expanded = generated = surplus = peak = 0
    top_f, least_h, capped = -inf, h, max_cost < inf
    while heap:
        record = heap[0]
        state = record[4]
        if table[state] is not record:
            heappop(heap)
            continue
        if capped and record[3] + record[1] > max_cost:
            break
        if record[0] > top_f:
            counters.before_top_f = expanded
            counters.top_f = top_f = record[0]
        if state == goal:
            return record[3], expanded, generated, len(table)
        if expanded >= stop_at:
            break
        counters.expanding = record
        heappop(heap)
        g, parent = record[3], record + CLOSED
        if observer is not None:
            observer(record)
        next_g = g + 1
        blank = state.index(0)
        board = list(state)
        for action, cell in moves[blank]:
            tile = board[cell]
            board[blank] = tile
            board[cell] = 0
            next_state = tuple(board)
            board[cell] = tile
            generated += 1
            known = table.get(next_state)
            if known is None:
                was_closed = False
                h = sum(map(getitem, rows, next_state))
                if observer is not None:
                    observer(record)
            else:
                h = known[1]
                accepted = next_g < known[3]
                was_closed = accepted and known[-1] is MARK
                if was_closed and not reopen:
                    counters.refused = min(counters.refused, next_g + h)
                    accepted = False
                if observer is not None:
                    observer(record)
                if not accepted:
                    continue
            total = next_g + h
            child = (total, h, -generated, next_g, next_state, parent, action)
            if h >= 0 and total < inf:
                heappush(heap, child)
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
