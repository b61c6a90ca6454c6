"""The parts of a combined heuristic: heuristic values and plain callables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import MethodType
from typing import Any, TypeAlias, cast

from astarlib.compiled_domain import DEAD_END, CompiledDomain, CompiledHeuristic, Function
from astarlib.errors import MissingCapabilityError
from astarlib.problem import Heuristic, bind_heuristic, overestimates
from astarlib.resolving.resolved_problem import change_of, compiled_heuristic_of

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
    own = getattr(problem, "heuristic", None)
    return tuple(
        _Own(part) if isinstance(part, MethodType) and part == own else bind_heuristic(part, problem) for part in parts
    )


@dataclass(frozen=True, slots=True)
class _Own:
    """The method ``heuristic`` of the problem, as a part of a combination."""

    method: MethodType

    @property
    def may_overestimate(self) -> bool:
        """True if the problem says so."""
        return overestimates(self.method)

    def __call__(self, state: Any) -> float:
        h: float = self.method(state)
        return h

    def compiled_heuristic(self, domain: CompiledDomain[Any], _: int) -> CompiledHeuristic:
        """Return the heuristic of the domain."""
        return CompiledHeuristic(_no_estimate if domain.heuristic is None else domain.heuristic)


def _no_estimate(tables: Any, state: Any, aux: Any) -> int:  # noqa: ARG001  # All domains have this signature.
    """Return 0. Numba compiles this function."""
    return 0


def combined(
    parts: tuple[Estimate, ...], domain: CompiledDomain[Any], at: int, combine: Function, user: str
) -> CompiledHeuristic:
    """Return a combination of bound parts for a compiled domain. ``combine`` makes one function of two.
    Raise MissingCapabilityError, with the name ``user``, if compiled engines can't evaluate a part.
    """
    found: CompiledHeuristic | None = None
    for part in parts:
        compiled_heuristic = compiled_heuristic_of(part)
        if compiled_heuristic is None:
            raise MissingCapabilityError(
                f"compiled engines can't evaluate {part!r}, a part of {user}; they can evaluate a "
                "compiled.PatternDatabase and the problem's own heuristic method"
            )
        if found is None:
            found = compiled_heuristic(domain, at)
        else:
            other = compiled_heuristic(domain, at + len(found.tables))
            found = CompiledHeuristic(
                _combination_of(combine, found.function, other.function), (*found.tables, *other.tables)
            )
    return cast("CompiledHeuristic", found)  # There is at least one part.


@lru_cache(maxsize=64)  # Equal functions are compiled once.
def _combination_of(combine: Function, one: Function, other: Function) -> Function:
    """Return a compiled heuristic that combines the values of two others with ``max`` or ``add``."""

    def heuristic(tables: Any, state: Any, aux: Any) -> Any:
        h, other_h = one(tables, state, aux), other(tables, state, aux)
        return DEAD_END if h < 0 or other_h < 0 else combine(h, other_h)

    return heuristic


def changes_of(estimates: tuple[Estimate, ...]) -> tuple[Change, ...] | None:
    """Return the ``change`` method of each bound part, or None unless all have one."""
    changes = tuple(change for change in map(change_of, estimates) if change is not None)
    return changes if len(changes) == len(estimates) else None
