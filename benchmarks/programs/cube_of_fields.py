"""The 2x2x2 cube of `cube`, once more as a compiled domain: with named fields instead of bits packed by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from astarlib import compiled
from astarlib.compiled import DomainProblem, StateFields
from benchmarks.programs.compiled import Run
from benchmarks.programs.cube import MOVES, SOLVED, Cube, scrambled

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")

fields = StateFields(corners=(7, 5))
_SOURCES: Final = np.array([move[0] for move in MOVES.values()])
_TURNED: Final = np.array(
    [[[3 * (value // 3) + (value + twist) % 3 for value in range(21)] for twist in move[1]] for move in MOVES.values()]
)
_GOAL: Final = fields.pack(SOLVED)


def _turn(tables: Any, state: Any, aux: Any, i: Any) -> Any:  # All domains have this signature.
    turned = state
    for place in range(7):
        turned = fields.set_corners(turned, place, _TURNED[i, place, fields.get_corners(state, _SOURCES[i, place])])
    return turned, 0, 1


def _is_goal(tables: Any, state: Any, aux: Any) -> Any:  # All domains have this signature.
    return state == _GOAL


def _heuristic(tables: Any, state: Any, aux: Any) -> Any:  # All domains have this signature.
    wrong = 0
    for place in range(7):
        if fields.get_corners(state, place) != 3 * place:
            wrong += 1
    return (wrong + 3) // 4


def solve(kind: str, count: int) -> Run:
    """Solve cubes after 20 random turns with A*. ``kind`` is ``"fields"`` or ``"by hand"``."""
    starts = [scrambled(20, seed) for seed in range(count)]
    problems: list[Any] = [Cube(start) for start in starts]
    if kind == "fields":
        domain: Any = replace(
            Cube(SOLVED).compiled_domain(), encode=None, decode=None, fields=fields,  # type: ignore[arg-type]  # the defaults
            apply=_turn, apply_back=_turn, is_goal=_is_goal, heuristic=_heuristic,
        )  # fmt: skip
        problems = [DomainProblem(domain, fields(start), actions=list(MOVES)) for start in starts]
    engine = compiled.AStar()

    def run() -> dict[str, Any]:
        found = [engine.search(problem) for problem in problems]
        return {
            "solved": len(found),
            "cost": sum(result.cost for result in found),
            "expanded": sum(result.statistics.expanded for result in found),
        }

    run.warm_up = lambda: engine.search(problems[0])  # type: ignore[attr-defined]  # functions may have attributes
    return run
