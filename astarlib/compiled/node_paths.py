"""From nodes back to what people know: states, actions and costs, asked of the problem itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import ResolvedProblem
from astarlib.errors import InvalidProblemError, short_repr
from astarlib.problem import A, S


def step_between(powers: ResolvedProblem[S, A], before: S, after: S, gs: tuple[float, float] | None) -> tuple[A, float]:
    """The action and the cost of the edge between two states that are reached at these costs; None: of the cheapest.

    Raises
    ------
    InvalidProblemError
        When the problem has no such edge: what was compiled is another problem than the one in Python.
    """
    key_of = powers.state_key
    wanted = after if key_of is None else key_of(after)
    edges = [
        (action, plain_number(told))
        for action, reached, told in powers.edges(before)
        if (reached if key_of is None else key_of(reached)) == wanted
    ]
    cost = 0 if gs is None else gs[1] - gs[0]
    nearest = min(edges, key=lambda edge: abs(edge[1] - cost), default=None)
    if nearest is None or (
        gs is not None and not math.isclose(nearest[1], cost, rel_tol=1e-9, abs_tol=1e-9 * (1 + gs[1]))
    ):
        told = "no edge" if nearest is None else f"only an edge of cost {nearest[1]!r}"
        raise InvalidProblemError(
            f"the compiled domain has an edge of cost {cost!r} from {short_repr(before)} to {short_repr(after)}, "
            "where the "
            f"problem has {told}; astarlib.compiled.check_domain(problem) names the first difference",
            state=before,
            value=after,
        )
    return nearest


def walk(
    powers: ResolvedProblem[S, A], states: Sequence[S], gs: Sequence[Any] | None
) -> tuple[float, tuple[A, ...], tuple[float, ...]]:
    """Cost, actions and costs of the steps along ``states``, which are reached, as compiled, at the costs ``gs``."""
    cost: float = 0
    actions: list[A] = []
    costs: list[float] = []
    for at in range(1, len(states)):
        between = None if gs is None else (gs[at - 1], gs[at])
        action, step = step_between(powers, states[at - 1], states[at], between)
        cost += step
        actions.append(action)
        costs.append(step)
    return cost, tuple(actions), tuple(costs)
