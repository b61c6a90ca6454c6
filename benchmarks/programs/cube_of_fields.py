"""The 2x2x2 cube of `cube` as a compiled domain with named fields, and tables of distances for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from astarlib import compiled
from astarlib.compiled import DomainProblem, PatternDatabase, StateFields
from astarlib.heuristics import MaxOf
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


def _whole(tables: Any, state: Any) -> Any:
    return state


def _corners_only(tables: Any, state: Any) -> Any:
    for place in range(7):
        state = fields.set_corners(state, place, fields.get_corners(state, place) // 3 * 3)
    return state


def _twists_only(tables: Any, state: Any) -> Any:
    for place in range(7):
        state = fields.set_corners(state, place, fields.get_corners(state, place) % 3)
    return state


def domain() -> Any:
    """Return the domain with named fields."""
    made: Any = replace(
        Cube(SOLVED).compiled_domain(), encode=None, decode=None, fields=fields,  # type: ignore[arg-type]  # the defaults
        apply=_turn, apply_back=_turn, is_goal=_is_goal, heuristic=_heuristic, undirected=True,
    )  # fmt: skip
    return made


def whole_table() -> tuple[Any, Any]:
    """Return the problem and the abstraction of a table with all cubes."""
    return DomainProblem(domain(), fields(SOLVED), goal_states=[fields(SOLVED)]), _whole


def solve(kind: str, count: int, engine: str = "astar") -> Run:
    """Solve cubes after 20 random turns. ``kind`` is ``"fields"``, ``"by hand"`` or ``"tables"``."""
    starts = [scrambled(20, seed) for seed in range(count)]
    problems: list[Any] = [Cube(start) for start in starts]
    if kind != "by hand":
        heuristic = None
        if kind == "tables":
            problem, _ = whole_table()
            heuristic = MaxOf(*(PatternDatabase.build(problem, each) for each in (_corners_only, _twists_only)))
        made = domain()
        problems = [DomainProblem(made, fields(start), actions=list(MOVES), heuristic=heuristic) for start in starts]
    chosen = compiled.ENGINES[engine]()

    def run() -> dict[str, Any]:
        found = [chosen.search(problem) for problem in problems]
        expanded = sum(result.statistics.expanded for result in found)
        answer: dict[str, Any] = {"solved": len(found), "cost": sum(result.cost for result in found)}
        if kind == "tables" or engine != "astar":
            return {**answer, "figures": {"expansions": expanded}}
        return {**answer, "expanded": expanded}

    run.warm_up = lambda: chosen.search(problems[0])  # type: ignore[attr-defined]  # functions may have attributes
    return run
