"""What came of a search and what that proves: in a sentence, as a card for notebooks, and as values for JSON."""

from __future__ import annotations

import html
import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from astarlib.plain_values import finite
from astarlib.result import Path, SearchResult, Solution, Status

_SHOWN = 30  # actions at either end of a path that is too long for a card
_LONGEST = 60  # characters of an action


def verdict(result: SearchResult[Any, Any]) -> str:  # Any: whatever states and actions are
    """The outcome in words.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> print(verdict(AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))))
    Solved in 2 actions at cost 2, which is optimal if h never overestimates.
    """
    given_h = "" if result.nearest is None else " if h never overestimates"
    bound = f"no solution costs less than {number(result.lower_bound)}{given_h}"
    if result.solution is not None:
        steps = len(result.actions)
        found = f"{steps} action{'' if steps == 1 else 's'} at cost {number(result.cost)}"
        stop = "" if result.limit is None else f", stopped by the limit {result.limit.name}"
        return f"Solved in {found}, {_worth(result, given_h, bound)}{stop}."
    match result.status:
        case Status.UNSOLVABLE:
            relying = " if h is right about dead ends" if result.statistics.dead_ends > 0 else ""
            return f"There is no solution: all that can be reached was searched{relying}."
        case Status.GAVE_UP:
            return "Gave up: nothing is left to try, which proves nothing."
        case _:
            by = "" if result.limit is None else f", stopped by the limit {result.limit.name}"
            return f"No solution yet{by}; {bound}." if result.lower_bound > 0 else f"No solution yet{by}."


def card(result: SearchResult[Any, Any]) -> str:  # Any: likewise
    """The outcome as a piece of HTML: status, cost, bound, counters and path. What comes from the problem is escaped.

    It sets no colours but a border's, so it fits light and dark notebooks.
    """
    status = result.status.name if result.limit is None else f"{result.status.name} ({result.limit.name})"
    figures = {"lower bound": number(result.lower_bound)}
    if result.solution is not None:
        figures = {"cost": number(result.cost), "actions": number(len(result.actions)), **figures}
        figures["within"] = f"{rounded_up(result.suboptimality_bound):g} × the optimum"
    counters = {name.replace("_", " "): value for name, value in asdict(result.statistics).items() if value is not None}
    counters["seconds"] = f"{result.statistics.seconds:.3f}"
    told = {name: value if isinstance(value, str) else number(value) for name, value in counters.items()}
    return (
        '<div style="border:1px solid #8886;border-radius:10px;padding:12px 16px;max-width:46em;line-height:1.5">'
        f"<div><strong>{html.escape(status)}</strong> &nbsp;<code>{html.escape(result.engine)}</code></div>"
        f"<div>{html.escape(verdict(result))}</div>"
        f'<div style="margin-top:8px">{_row(figures)}</div>'
        f'<div style="opacity:.75">{_row(told)}</div>{_path(result)}</div>'
    )


def _row(figures: dict[str, str]) -> str:
    cell = '<span style="margin-right:1.4em;white-space:nowrap">{} <strong>{}</strong></span> '
    return "".join(cell.format(html.escape(name), html.escape(value)) for name, value in figures.items())


def _path(result: SearchResult[Any, Any]) -> str:
    """The actions, unless there are none; of many the first and the last ones."""
    if result.solution is None or len(result.actions) == 0:
        return ""
    actions = [str(action)[:_LONGEST] for action in result.actions]
    if len(actions) > 2 * _SHOWN:
        actions = [*actions[:_SHOWN], f"… {len(actions) - 2 * _SHOWN} more …", *actions[-_SHOWN:]]
    return f'<div style="margin-top:8px">{html.escape(" → ".join(actions))}</div>'


def number(value: float) -> str:
    """A number for people: integers whole, others with six digits, thousands parted by commas.

    Examples
    --------
    >>> number(1234567), number(1 / 3)
    ('1,234,567', '0.333333')
    """
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.6g}"


def rounded_up(ratio: float) -> float:
    """A suboptimality bound with three decimals that is still true.

    Examples
    --------
    >>> rounded_up(4 / 3)
    1.334
    """
    if not 1 < ratio < 1e12:
        return ratio
    # The bound is rounded up itself, so the ratio lies above the float before it.
    return max(1.001, math.ceil(math.nextafter(ratio, 1) * 1000) / 1000)


def members(
    result: SearchResult[Any, Any], state_value: Callable[[Any], object], action_value: Callable[[Any], object]
) -> dict[str, Any]:
    """Return the result as values that JSON has; see ``SearchResult.to_dict``.

    ``state_value`` and ``action_value`` convert a state and an action to such a value.
    """
    found = result.solution
    nearest = result.nearest if found is None else None

    def steps(walk: Solution[Any, Any] | Path[Any, Any] | None) -> dict[str, Any]:
        if walk is None:
            return dict.fromkeys(("cost", "actions", "states", "costs"))
        return {
            "cost": finite(walk.cost),
            "actions": [action_value(action) for action in walk.actions],
            "states": [state_value(state) for state in walk.states],
            "costs": [finite(cost) for cost in walk.costs],
        }

    return {
        "engine": result.engine,
        "status": result.status.name,
        "limit": None if result.limit is None else result.limit.name,
        "optimal": result.is_optimal,
        "lower_bound": finite(result.lower_bound),
        "suboptimality_bound": None if found is None else finite(result.suboptimality_bound),
        **steps(found),
        "nearest": None if nearest is None else {"h": finite(nearest.h), **steps(nearest)},
        "statistics": {name: finite(value) for name, value in asdict(result.statistics).items()},
    }


def _worth(result: SearchResult[Any, Any], given_h: str, bound: str) -> str:
    ratio = result.suboptimality_bound
    if ratio == 1:
        return f"which is optimal{given_h}"
    if ratio == math.inf:
        return "and nothing is proved of the optimum"
    return f"at most {rounded_up(ratio):g} times the optimum: {bound}"
