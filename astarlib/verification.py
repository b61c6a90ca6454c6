"""Check a path against its problem, step by step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from numbers import Rational
from typing import Any, NamedTuple, Protocol

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_number
from astarlib.errors import VerificationError, short_repr
from astarlib.problem import Problem
from astarlib.resolving.resolved_problem import ResolvedProblem, resolve_problem

_ROUNDING = 1e-9  # Relative and absolute tolerance. Sums of floats differ by far less.


class _Step(NamedTuple):
    number: int
    state: Any  # Any: a user's state, like the next
    action: Any
    next_state: Any
    cost: float

    def error(self, message: str, *, expected: Any = None, found: Any = None) -> VerificationError:
        return VerificationError(
            f"step {self.number}: {message}",
            step=self.number, state=self.state, action=self.action, expected=expected, found=found,
        )  # fmt: skip


class Walk(Protocol):
    """The steps of a solution, or of another path."""

    @property
    def cost(self) -> float:
        """The sum of the costs of all steps."""
        ...

    @property
    def actions(self) -> tuple[Any, ...]:
        """The action of each step."""
        ...

    @property
    def states(self) -> tuple[Any, ...]:
        """The states in order, one more than there are steps."""
        ...

    @property
    def costs(self) -> tuple[float, ...]:
        """The cost of each step."""
        ...


def verify_path(problem: Problem[Any, Any], walk: Walk) -> None:
    """Raise VerificationError at the first step that isn't an edge of the problem, or if the costs don't add up.
    A step must agree with ``actions``, ``result`` and ``cost``, and with ``successors`` if the problem has them. Costs
    are those of ``successors`` if there is no ``cost``. If ``successors`` yields several edges with the same action,
    only it is checked, because ``result`` returns just one.
    """
    resolved, (states, actions, costs) = resolve_problem(problem), (walk.states, walk.actions, walk.costs)
    if not len(states) == len(actions) + 1 == len(costs) + 1:
        raise VerificationError(f"{len(actions)} actions and {len(costs)} costs don't fit {len(states)} states")
    if not any(_is_same(resolved, start, states[0]) for start in resolved.initial_states):
        raise VerificationError(
            f"the path begins at {short_repr(states[0])}, but the problem at {short_repr(problem.initial_state)}",
            expected=problem.initial_state,
            found=states[0],
        )
    total: float = 0
    for number, (ends, action, cost) in enumerate(zip(pairwise(states), actions, costs, strict=True), 1):
        step = _Step(number, ends[0], action, ends[1], cost)
        try:
            _check(resolved, step)
        except (VerificationError, MemoryError):
            raise
        except Exception as error:
            raise_if_from_handler(error)
            raise step.error(
                f"action {short_repr(action)} in state {short_repr(step.state)}: the problem raised "
                f"{type(error).__name__}: {error}",
                found=error,
            ) from error
        total += plain_number(cost)
    if not is_close(total, walk.cost):
        raise VerificationError(
            f"the costs of the steps add up to {total!r}, but the result has cost {walk.cost!r}",
            expected=total,
            found=walk.cost,
        )


def _check(resolved: ResolvedProblem[Any, Any], step: _Step) -> None:
    if resolved.successors is not None:
        edges = [
            (reached, plain_number(cost))
            for action, reached, cost in resolved.successors(step.state)
            if _equal(action, step)
        ]
        _check_edges(resolved, step, edges, "successors")
        if len(edges) > 1:
            return
    if not any(_equal(action, step) for action in resolved.actions(step.state)):
        _check_edges(resolved, step, [], "actions")
    reached = resolved.result(step.state, step.action)
    if resolved.cost is not None:
        cost = plain_number(resolved.cost(step.state, step.action, reached))
    else:
        cost = 1 if resolved.successors is None else step.cost  # `successors` has the costs, if there is one.
    _check_edges(resolved, step, [(reached, cost)], "result and cost")


def _check_edges(
    resolved: ResolvedProblem[Any, Any], step: _Step, edges: Sequence[tuple[Any, float]], source: str
) -> None:
    """Raise VerificationError if the step isn't one of ``edges``, which ``source`` returned for its action."""
    where = f"action {short_repr(step.action)} in state {short_repr(step.state)}"
    if len(edges) == 0:
        raise step.error(f"{where} isn't among those that {source} returns there", found=step.action)
    costs = [cost for reached, cost in edges if _is_same(resolved, reached, step.next_state)]
    if len(costs) == 0:
        raise step.error(
            f"{where} leads to {short_repr(edges[0][0])} by {source}, but to {short_repr(step.next_state)} in the "
            "result",
            expected=edges[0][0],
            found=step.next_state,
        )
    if not any(is_close(cost, step.cost) for cost in costs):
        raise step.error(
            f"{where} costs {costs[0]!r} by {source}, but {step.cost!r} in the result",
            expected=costs[0],
            found=step.cost,
        )


def is_close(one: Any, other: Any) -> bool:  # Any: numbers of any kind
    """Return True if two numbers are equal; up to rounding, unless both are whole numbers or fractions."""
    if one == other or (isinstance(one, Rational) and isinstance(other, Rational)):
        return bool(one == other)
    return math.isclose(one, other, rel_tol=_ROUNDING, abs_tol=_ROUNDING)


def _is_same(resolved: ResolvedProblem[Any, Any], one: Any, other: Any) -> bool:
    """Return True if two states, or their keys, are the same key of a dict, because engines compare them this way."""
    key = resolved.state_key
    known = {other if key is None else key(other)}
    return (one if key is None else key(one)) in known


def _equal(action: Any, step: _Step) -> bool:
    return action is step.action or bool(action == step.action)
