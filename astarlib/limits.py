"""Limits: what may stop a run before it is done, and `LimitKind`, which of them did."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from astarlib._support.memory import resident_memory

__all__ = ["LimitKind", "Limits"]

_EXCESS = 1.09
"""How many times a memory limit may be held in the moment in which a container grows."""


class LimitKind(Enum):
    """Which limit stopped a run."""

    EXPANDED = "expanded"
    GENERATED = "generated"
    STORED = "stored"
    SECONDS = "seconds"
    MEMORY = "memory"
    COST = "cost"
    SOLUTIONS = "solutions"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How far one call of ``run`` or ``search`` may go; by default as far as it takes.

    Parameters
    ----------
    expanded:
        Expansions in this run. Exact: ``Limits(expanded=0)`` expands nothing.
    generated:
        Successor edges in this run, to within one expansion.
    stored:
        Distinct states held, all runs together, to within one expansion (a poll, where suddenly expansions bring
        many more successors than before; so for ``generated``).
    seconds:
        Wall clock of this run, to within one poll, about 0.01 s (or one call of the problem, if that is slower).
    memory:
        Bytes of resident memory of this process, to within one poll. Now and then the table of states doubles, which
        takes a fifth of the memory at once: a run stops before that when it would exceed the limit by a tenth.
    cost:
        States with g + h above it wait for a later run with a higher limit.
    solutions:
        Solutions found in this run, at least 1. It matters only for engines that can find several.
    cancelled:
        A function without arguments, polled as the clock is; True stops the run. It may be set from
        another thread or a signal handler, for instance ``threading.Event().is_set``.

    Raises
    ------
    ValueError
        A limit that is NaN or negative.
    TypeError
        A limit that is not a number, or a ``cancelled`` that cannot be called.

    Examples
    --------
    >>> Limits(expanded=1000, seconds=2.5)
    Limits(expanded=1000, seconds=2.5)
    """

    expanded: float = math.inf
    generated: float = math.inf
    stored: float = math.inf
    seconds: float = math.inf
    memory: float = math.inf
    cost: float = math.inf
    solutions: float = math.inf
    cancelled: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        for kind in LimitKind:
            value = getattr(self, kind.value)
            if kind is LimitKind.CANCELLED:
                if value is not None and not callable(value):
                    raise TypeError(f"cancelled must be a function without arguments or None, not {value!r}")
            elif not _is_number(value):
                raise TypeError(f"the limit {kind.value} must be a number, not {value!r}")
            elif not value >= (least := int(kind is LimitKind.SOLUTIONS)):
                raise ValueError(f"the limit {kind.value} must be at least {least}, not {value!r}")

    def __repr__(self) -> str:
        given = [
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"Limits({', '.join(given)})"


def refuse_no_limits(limits: object) -> None:
    """TypeError for what is given as limits and is none."""
    if not isinstance(limits, Limits):
        raise TypeError(f"limits are given as Limits(...), for instance Limits(expanded=1000), not {limits!r}")


def _is_number(value: Any) -> bool:  # Any: that is the question
    """Whether it can be compared with numbers and is no truth value: ints, floats, fractions, decimals and others."""
    try:
        return isinstance(value >= 0, int) and not isinstance(value, bool)
    except TypeError:
        return False


def limit_reached(  # noqa: PLR0911, PLR0917  # one for each kind
    limits: Limits, all_expanded: bool, generated: int, stored: int, seconds: float, growth: Callable[[], int]
) -> LimitKind | None:
    """Which limit has been reached: a pure function of the counters, but for the memory and the user's own word.

    ``growth`` gives the bytes that a container will take at once before long.
    """
    if all_expanded:
        return LimitKind.EXPANDED
    if generated >= limits.generated:
        return LimitKind.GENERATED
    if stored >= limits.stored:
        return LimitKind.STORED
    if limits.cancelled is not None and limits.cancelled():
        return LimitKind.CANCELLED
    if seconds >= limits.seconds:
        return LimitKind.SECONDS
    if limits.memory < math.inf and _is_memory_reached(limits.memory, growth()):
        return LimitKind.MEMORY
    return None


def _is_memory_reached(limit: float, growth: int) -> bool:
    """Whether this process holds ``limit`` bytes, or soon a tenth more for the moment in which a container grows."""
    resident = resident_memory()
    return resident >= limit or (growth > 0 and resident + growth >= limit * _EXCESS)
