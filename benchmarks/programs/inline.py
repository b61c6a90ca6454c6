"""Searches by loops that were written by hand for one problem."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from typing import Any, Final

from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from benchmarks.programs import inline_floats, inline_grid, inline_puzzle
from benchmarks.programs.inline_calls import calling
from benchmarks.programs.inline_counters import Answer
from benchmarks.programs.instances import TILES, grid_512
from benchmarks.programs.repeated import Run, repeated


def _at_rest(loop: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """The same loop without the garbage collector."""

    def run(of_instance: Any) -> Answer:  # Any: a puzzle or a field
        gc.disable()
        try:
            return loop(of_instance)
        finally:
            gc.enable()

    return run


_OF_PUZZLES: Final[dict[str, Callable[[inline_puzzle.Puzzle], Answer]]] = {
    "bare": inline_puzzle.bare,
    "bookkeeping": inline_puzzle.bookkeeping,
    "bookkeeping at rest": _at_rest(inline_puzzle.bookkeeping),
    "heap": inline_floats.heap_of_records,
}
_OF_GRIDS: Final[dict[str, Callable[[inline_grid.Field], Answer]]] = {
    "bare": inline_grid.bare,
    "bookkeeping": inline_grid.bookkeeping,
    "bookkeeping at rest": _at_rest(inline_grid.bookkeeping),
}


def puzzle(loop: str, instance: str, times: int = 1) -> Run:
    """An N-puzzle with Manhattan."""
    of_instance = inline_puzzle.Puzzle(TILES[instance])
    if loop == "calls":
        problem = NPuzzle(*TILES[instance][:2])
        return repeated(lambda: _answer(calling(problem)), times)
    return repeated(lambda: _answer(_OF_PUZZLES[loop](of_instance)), times)


def puzzle_of_floats(loop: str) -> Run:
    """The 15-puzzle with a heuristic of random weights."""
    of_instance = inline_puzzle.Puzzle(TILES["15-puzzle"], Random(1))
    return lambda: _answer(_OF_PUZZLES[loop](of_instance))


def grid(loop: str) -> Run:
    """The grid of 512 x 512 cells."""
    given = grid_512()
    if loop == "calls":
        problem = GridProblem(given.rows, given.start, given.goal)
        return lambda: _answer(calling(problem))
    field = inline_grid.Field(given)
    return lambda: _answer(_OF_GRIDS[loop](field))


def _answer(answer: Answer) -> dict[str, Any]:
    return dict(zip(("cost", "expanded", "generated", "stored"), answer, strict=True))
