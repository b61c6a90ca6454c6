"""The parts of a combined heuristic: heuristic values and plain callables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from astarlib.capabilities import change_of
from astarlib.problem import Heuristic, bind_heuristic

Part: TypeAlias = Heuristic | Callable[[Any], float]
"""A heuristic value, or a callable ``state -> h``."""
Estimate: TypeAlias = Callable[[Any], float]
"""A part that is bound to a problem."""
Change: TypeAlias = Callable[[Any, Any, Any], float]
"""``(state, action, next_state) -> h(next_state) - h(state)``."""


def check_part(part: object, owner: str) -> None:
    """Raise TypeError, with the name of the ``owner``, if ``part`` isn't a heuristic value or a callable."""
    is_value = hasattr(part, "bind")
    if isinstance(part, type) and is_value:
        raise TypeError(f"{owner} takes heuristics, not classes: write {part.__name__}(...), not {part.__name__}")
    if not is_value and not callable(part):
        raise TypeError(f"{owner} takes heuristic values or callables state -> h, not {part!r}")


def check_parts(parts: tuple[object, ...], owner: str) -> None:
    """Raise TypeError for a wrong part, and ValueError if there is no part."""
    if len(parts) == 0:
        raise ValueError(f"{owner} needs at least one heuristic")
    for part in parts:
        check_part(part, owner)


def bound(parts: tuple[Part, ...], problem: object) -> tuple[Estimate, ...]:
    """Return the parts as functions of the states of ``problem``."""
    return tuple(bind_heuristic(part, problem) for part in parts)


def changes_of(estimates: tuple[Estimate, ...]) -> tuple[Change, ...] | None:
    """Return the ``change`` method of each bound part, or None unless all have one."""
    changes = tuple(change for change in map(change_of, estimates) if change is not None)
    return changes if len(changes) == len(estimates) else None
