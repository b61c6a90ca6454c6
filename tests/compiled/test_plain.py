"""A plain problem in its compiled form gives the same search as in Python, or a clear error, never a wrong answer."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.plain_zoo import IMPURE, ODD, ZOO
from helpers.sampling import few

from astarlib import AStar, Dijkstra, GreedyBestFirst, Limits, WeightedAStar, compiled
from astarlib.errors import AstarlibError, MissingCapabilityError

PAIRS = [
    (AStar(), compiled.AStar()),
    (Dijkstra(), compiled.Dijkstra()),
    (WeightedAStar(weight=2), compiled.WeightedAStar(weight=2)),
    (GreedyBestFirst(), compiled.GreedyBestFirst()),
]
COUNTERS = (
    "expanded", "generated", "reopened", "dead_ends", "stored", "peak_frontier", "expanded_before_last_f",
)  # fmt: skip
LIMITS = Limits(expanded=2_000)
REFUSED = {"enum_values", "float_sums", "machine"}
"""Problems that can't be compiled: a call of an enumeration, `round` with digits, and a case with a condition."""


def outcome(engine: Any, problem: Any) -> Any:
    """Return everything about a search that has to be the same."""
    result = engine.search(problem, limits=LIMITS)
    found = None
    if result.solution is not None:
        found = result.cost, type(result.cost), result.actions, result.states
    return result.status, result.lower_bound, [getattr(result.statistics, name) for name in COUNTERS], found


@pytest.mark.parametrize("name", few([name for name in ZOO if name not in REFUSED], 12))
def test_a_compiled_problem_gives_the_same_search(name: str) -> None:
    problem = ZOO[name][0]()
    translated = compiled.compile_problem(problem)
    for pure, fast in PAIRS:
        assert outcome(fast, translated) == outcome(pure, problem), pure


@pytest.mark.parametrize("name", few([name for name in ODD if name not in IMPURE], 6))
def test_an_odd_problem_gives_the_same_search_or_an_error(name: str) -> None:
    make = ODD[name]
    try:
        translated = compiled.compile_problem(make())
    except MissingCapabilityError:
        return
    for pure, fast in PAIRS:
        try:
            expected = outcome(pure, make())
        except AstarlibError:
            with pytest.raises(AstarlibError):
                fast.search(translated, limits=LIMITS)
            continue
        try:
            found = outcome(fast, translated)
        except AstarlibError:
            continue
        assert found == expected, pure
