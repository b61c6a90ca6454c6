"""Whether a saved search is of the problem it is loaded with: a sample of what it holds, evaluated again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import Powers, truth
from astarlib.engines.records import ACTION, KEY, PARENT, STATE, G, H, Record, rounding
from astarlib.errors import CheckpointError, brief

_SAMPLE = 64


def refuse_another_problem(
    records: Sequence[Record],
    is_closed: Callable[[Record], bool],
    powers: Powers[Any, Any],
    initial_state: Any,
    *,
    uses_h: bool,
) -> None:
    """CheckpointError unless initial state, h, cost and goal agree on the root (the first record) and sixty others.

    Takes one expansion and one evaluation of h per sampled state.
    """
    root, key_of = records[0], powers.state_key
    at = KEY if key_of is None else STATE
    if root[KEY] != (initial_state if key_of is None else key_of(initial_state)):
        raise CheckpointError(
            "the checkpoint is of another problem: its initial state is "
            f"{brief(root[at])}, that of the problem given is {brief(initial_state)}"
        )
    step = max(1, len(records) // _SAMPLE)
    for record in records[::step]:
        try:
            fault = _disagreement(record, at, powers, closed=is_closed(record), uses_h=uses_h)
        except MemoryError:
            raise
        except Exception as error:
            fault = f"the problem given fails on the stored state {brief(record[at])}: {error}"
            raise CheckpointError(f"the checkpoint is of another problem: {fault}") from error
        if fault is not None:
            raise CheckpointError(f"the checkpoint is of another problem: {fault}")


def _disagreement(record: Record, at: int, powers: Powers[Any, Any], *, closed: bool, uses_h: bool) -> str | None:
    """What differs between a stored record and what the problem says of it now."""
    state, parent, action = record[at], record[PARENT], record[ACTION]
    if uses_h:
        h = plain_number(powers.heuristic(state))
        rounded = 0 if powers.heuristic_change is None else rounding(record)
        if not _equal(h, record[H]) and not abs(h - record[H]) <= rounded:
            return f"h of {brief(state)} was {record[H]!r} and is {h!r}"
    if closed and truth(powers.is_goal(state), state):
        return f"{brief(state)} was expanded and is a goal"
    if parent is None:
        return None
    before, key_of = parent[at], powers.state_key
    edges = [(reached, plain_number(cost)) for taken, reached, cost in powers.edges(before) if taken == action]
    costs = [cost for reached, cost in edges if (reached if key_of is None else key_of(reached)) == record[KEY]]
    if len(costs) == 0:
        now = f"leads to {brief(edges[0][0])}" if len(edges) > 0 else "is no action there"
        return f"action {brief(action)} led from {brief(before)} to {brief(state)} and {now}"
    if not any(_equal(parent[G] + cost, record[G]) for cost in costs):
        return f"the step from {brief(before)} to {brief(state)} cost {record[G] - parent[G]!r} and costs {costs[0]!r}"
    return None


def _equal(one: float, other: float) -> bool:
    return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
