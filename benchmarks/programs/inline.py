"""Search loops that were written by hand for the N-puzzle alone, as yardsticks of the generic loop.

Both loops are designed like ``astarlib.searching.best_first``: a dict maps each state to its node, and the frontier
holds the nodes in LIFO buckets by h under a heap of the distinct f.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from operator import getitem
from random import Random
from typing import Any, Final, TypeAlias

from benchmarks.programs.instances import TILES, Board, Tiles
from benchmarks.programs.repeated import Run, repeated

Answer: TypeAlias = tuple[float, int, int, int]
"""Cost, expanded, generated, stored."""

MARK: Final = object()
CLOSED: Final = (MARK,)
"""What the record of a closed state has at its end."""


class Counters:
    """The counters of a search that can be resumed."""

    __slots__ = (
        "before_top_f", "dead_ends", "expanded", "expanding", "generated", "nearest", "peak", "refused", "reopened",
        "top_f",
    )  # fmt: skip

    def __init__(self, root: Any) -> None:  # Any: a state
        self.expanded = self.generated = self.reopened = self.dead_ends = self.before_top_f = 0
        self.peak, self.top_f, self.refused = 1, -math.inf, math.inf
        self.nearest = root
        self.expanding: Any = None  # a record


class Front:
    """All records with the same f, in buckets by h."""

    __slots__ = ("buckets", "order")

    def __init__(self, buckets: dict[float, Any]) -> None:  # Any: records and lists of them
        self.buckets, self.order = buckets, sorted(buckets)


def pair(record: Any, newer: Any) -> Front:
    """Return the front of two records."""
    return Front({record[1]: [record, newer]} if record[1] == newer[1] else {record[1]: record, newer[1]: newer})


def drop(heap: list[float], fronts: dict[float, Any]) -> None:
    """Remove the item at the front: a record, or an empty bucket."""
    front = fronts[heap[0]]
    if type(front) is Front:
        bucket = front.buckets[front.order[0]]
        if type(bucket) is list and len(bucket) > 0:
            bucket.pop()
            return
        del front.buckets[front.order[0]]
        heappop(front.order)
        if len(front.order) > 0:
            return
    del fronts[heap[0]]
    heappop(heap)


class Puzzle:
    """The tables of an N-puzzle: its moves for each cell of the blank, and the h of each tile in each cell."""

    def __init__(self, tiles: Tiles, noise: Random | None = None) -> None:
        self.start, self.goal, width = tiles
        cells = range(len(self.goal))
        self.moves = [
            [
                (name, cell + step)
                for name, step, is_open in (
                    ("up", -width, cell >= width),
                    ("left", -1, cell % width > 0),
                    ("right", 1, cell % width < width - 1),
                    ("down", width, cell < len(cells) - width),
                )
                if is_open
            ]
            for cell in cells
        ]
        places = {tile: divmod(cell, width) for cell, tile in enumerate(self.goal)}
        self.rows: list[Sequence[float]] = []
        for row, column in (divmod(cell, width) for cell in cells):
            ways = [abs(row - places[tile][0]) + abs(column - places[tile][1]) for tile in cells]
            ways[0] = 0
            self.rows.append(bytes(ways) if noise is None else [way * noise.uniform(0.9, 1) for way in ways])

    def h(self, state: Board) -> float:
        """Return the Manhattan distance, or with noise a little less, so that almost every f is a different float."""
        return sum(map(getitem, self.rows, state))


def bare(puzzle: Puzzle) -> Answer:
    """Search without limits, statistics, checks and a mark for closed states."""
    goal, moves, rows = puzzle.goal, puzzle.moves, puzzle.rows
    h = puzzle.h(puzzle.start)
    root = (0, h, puzzle.start, None, None)
    table: dict[Board, Any] = {puzzle.start: root}  # Any: records, and in buckets lists of them
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
        g, h, state, _, _ = record
        if table[state] is not record:
            continue
        if state == goal:
            return g, expanded, generated, len(table)
        expanded += 1
        g += 1
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
                h = sum(map(getitem, rows, next_state))
            elif g < known[0]:
                h = known[1]
            else:
                continue
            child = (g, h, next_state, record, action)
            table[next_state] = child
            total = g + h
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
    puzzle: Puzzle,
    stop_at: float = math.inf,
    max_cost: float = math.inf,
    observer: Callable[[Any], object] | None = None,
    reopen: bool = True,
) -> Answer:
    """Search with limits, all statistics, checks of g and h, closed states, and stores in a resumable order."""
    goal, moves, rows, inf = puzzle.goal, puzzle.moves, puzzle.rows, math.inf
    h = puzzle.h(puzzle.start)
    root = (0, h, puzzle.start, None, None)
    table: dict[Board, Any] = {puzzle.start: root}  # Any: records, and in buckets lists of them
    fronts: dict[Any, Any] = {h: root}
    heap = [h]
    counters = Counters(puzzle.start)
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
        if state == goal:
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


def _without_gc(puzzle: Puzzle) -> Answer:
    gc.disable()
    try:
        return bookkeeping(puzzle)
    finally:
        gc.enable()


_LOOPS: Final[dict[str, Callable[[Puzzle], Answer]]] = {
    "bare": bare,
    "bookkeeping": bookkeeping,
    "bookkeeping without gc": _without_gc,
}


def solve(loop: str, instance: str, times: int = 1) -> Run:
    """Solve an N-puzzle with Manhattan."""
    puzzle = Puzzle(TILES[instance])
    return repeated(lambda: _answer(_LOOPS[loop](puzzle)), times)


def solve_with_floats(loop: str) -> Run:
    """Solve the 15-puzzle with a heuristic of random weights."""
    puzzle = Puzzle(TILES["15-puzzle"], Random(1))
    return lambda: _answer(_LOOPS[loop](puzzle))


def _answer(answer: Answer) -> dict[str, Any]:
    return dict(zip(("cost", "expanded", "generated", "stored"), answer, strict=True))
