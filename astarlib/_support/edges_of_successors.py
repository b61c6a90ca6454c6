"""The methods ``actions``, ``result`` and ``cost`` of a problem that defines ``successors`` in their place.

Any stands for a problem or its class, and for its states and actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any


def _actions(self: Any, state: Any, /) -> Iterable[Any]:
    """Return the distinct actions of the edges out of ``state``, in the order of the edges."""
    found: list[Any] = []
    for action, _, _ in self.successors(state):
        if action not in found:
            found.append(action)
    return found


def _result(self: Any, state: Any, action: Any, /) -> Any:
    """Return the state that the cheapest edge with this action leads to; ValueError if no edge has it."""
    return _cheapest(self, state, action)[1]


def _cost(self: Any, state: Any, action: Any, next_state: Any, /) -> float:
    """Return the cost of the cheapest edge with this action to ``next_state``; ValueError if there is none."""
    key = getattr(self, "state_key", None) or (lambda each: each)
    to = key(next_state)
    return _cheapest(self, state, action, lambda edge: key(edge[1]) == to)[2]  # type: ignore[no-any-return]  # a cost


def _cheapest(
    problem: Any, state: Any, action: Any, fits: Callable[[Any], bool] = lambda _: True
) -> tuple[Any, Any, Any]:
    edges = [edge for edge in problem.successors(state) if edge[0] == action and fits(edge)]
    if len(edges) == 0:
        raise ValueError(f"no edge with action {action!r} leaves state {state!r}")
    cheapest: tuple[Any, Any, Any] = min(edges, key=lambda edge: edge[2])
    return cheapest


def derive_edges(kind: Any, base: Any) -> None:
    """Define the methods ``actions``, ``result`` and ``cost`` that a class with ``successors`` lacks.
    ``base`` is the class `SearchProblem`, whose own methods don't count.
    """
    if kind.actions is not base.actions and kind.result is not base.result:
        return
    for name, method in (("actions", _actions), ("result", _result), ("cost", _cost)):
        if getattr(kind, name) is getattr(base, name):
            own = FunctionType(method.__code__, method.__globals__, name)
            own.__doc__, own.__module__, own.__qualname__ = (
                method.__doc__,
                kind.__module__,
                f"{kind.__qualname__}.{name}",
            )
            setattr(kind, name, own)
    # The class that defines the edges must also define `successors`, so that engines use it.
    kind.successors = next(vars(each)["successors"] for each in kind.__mro__ if "successors" in vars(each))
