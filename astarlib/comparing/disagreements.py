"""Contradictions between the rows of a comparison."""

from __future__ import annotations

import math
from collections.abc import Sequence

from astarlib._support.wording import format_number as number
from astarlib.comparing.row import ComparisonRow

_ROUNDING = 1e-9  # Relative. Sums of floats differ by far less, and overestimates that matter differ by far more.


def disagreements(rows: Sequence[ComparisonRow]) -> tuple[str, ...]:
    """Return a sentence for each row whose lower bound exceeds the cost of a solution in another row of its problem."""
    by_problem: dict[str, list[ComparisonRow]] = {}
    for row in rows:
        by_problem.setdefault(row.problem, []).append(row)
    return tuple(sentence for group in by_problem.values() for sentence in _of_one_problem(group))


def _of_one_problem(rows: Sequence[ComparisonRow]) -> list[str]:
    solved = [(row.cost, row) for row in rows if row.cost is not None]
    if len(solved) == 0:
        return []
    cost, cheapest = min(solved, key=lambda pair: pair[0])
    arbitrated = any(row.evaluated == 0 for row in rows)
    return [
        f"{row.problem}: {_label(cheapest)} found a solution of cost {number(cost)}, but {_label(row)} claims that "
        f"{'there is none' if row.lower_bound == math.inf else f'none costs less than {number(row.lower_bound)}'}. "
        + _reason(row, arbitrated=arbitrated)
        for row in rows
        if _is_above(row.lower_bound, cost)
    ]


def _is_above(bound: float, cost: float) -> bool:
    if bound <= cost:
        return False
    exact = isinstance(bound, int) and isinstance(cost, int)
    return exact or not math.isclose(bound, cost, rel_tol=_ROUNDING)


def _label(row: ComparisonRow) -> str:
    return row.engine if row.heuristic is None else f"{row.engine} with {row.heuristic}"


def _reason(row: ComparisonRow, *, arbitrated: bool) -> str:
    if row.evaluated == 0:
        return "That claim relies on no heuristic, so the problem behaves differently in the two runs."
    arbiter = "" if arbitrated else ". Add Dijkstra, which uses no heuristic, to the comparison to find out"
    return f"Most likely the heuristic of {_label(row)} is inadmissible: it overestimates somewhere{arbiter}."
