"""Focal search and weighted A* on sliding tiles of very different costs."""

from __future__ import annotations

from astarlib import FocalSearch, Priority, WeightedAStar, compiled
from benchmarks.programs.ours_priorities import means
from benchmarks.programs.repeated import Run
from docs.examples.light_tiles import scrambled


def expansions(count: int, weight: float, name: str) -> Run:
    """Solve ``count`` boards: the geometric means of their expansions and costs. The translation isn't timed."""
    if name == "focal, compiled":
        boards = list(map(compiled.compile_problem, scrambled(count)))
        run = means(compiled.FocalSearch(weight=weight), boards)
        run.warm_up = run  # type: ignore[attr-defined]  # The code is read from the disk, or compiled.
        return run
    is_focal = name == "focal"
    engine = FocalSearch(weight=weight) if is_focal else WeightedAStar(weight=weight, priority=Priority(name))
    return means(engine, scrambled(count))
