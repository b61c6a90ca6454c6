"""Focal search and weighted A* on sliding tiles of very different costs."""

from __future__ import annotations

from astarlib import FocalSearch, Priority, WeightedAStar
from benchmarks.programs.ours_priorities import means
from benchmarks.programs.repeated import Run
from docs.examples.light_tiles import scrambled


def expansions(count: int, weight: float, name: str) -> Run:
    """Solve ``count`` boards: the geometric means of their expansions and costs."""
    is_focal = name == "focal"
    engine = FocalSearch(weight=weight) if is_focal else WeightedAStar(weight=weight, priority=Priority(name))
    return means(engine, scrambled(count))
