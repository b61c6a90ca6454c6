"""A heuristic that caches the values of another heuristic."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from astarlib._support.integers import check_int
from astarlib.heuristics.parts import Change, Estimate, Part, bound, changes_of, check_part
from astarlib.problem import overestimates
from astarlib.resolving.resolved_problem import state_key_of


@dataclass(frozen=True, slots=True)
class Memoized:
    """A heuristic that caches the values of another heuristic.
    It's **admissible**, **consistent** and incremental if that is.

    Use this when h is expensive and the same states occur again, as in IDA*, or when several searches share one
    problem. A* and its variants evaluate h only once for each state anyway.

    Each bound heuristic has its own cache. A full cache is emptied, and a cache isn't pickled. For states that aren't
    hashable, the cache uses the problem's ``state_key``. An entry takes 50 to 100 bytes in addition to the state.

    Parameters
    ----------
    part:
        A heuristic value or a callable ``state -> h``.
    size:
        The maximum number of cached states, an int >= 1. The default is 100,000.

    Raises
    ------
    ValueError, TypeError
        If ``size`` isn't a whole number >= 1, or ``part`` is neither a heuristic value nor a callable.

    References
    ----------
    D. Michie, "Memo" functions and machine learning (1968).

    Examples
    --------
    >>> asked = []
    >>> def slow(state):
    ...     asked.append(state)
    ...     return abs(state)
    >>> h = Memoized(slow, size=1000).bind(None)
    >>> h(-7), h(-7), asked
    (7, 7, [-7])
    """

    _takes_all_goals: ClassVar[bool] = True

    part: Part
    size: int = field(default=100_000, kw_only=True)

    def __post_init__(self) -> None:
        check_part(self.part, "Memoized")
        check_int(self.size, "the size", minimum=1)

    def bind(self, problem: Any, /) -> Estimate:
        """Return the function ``state -> h`` for a problem. Raise the error of the part if the part doesn't fit it."""
        [estimate] = estimates = bound((self.part,), problem)
        changes, key_of = changes_of(estimates), state_key_of(problem)
        if changes is None:
            return _Memory(estimate, self.size, key_of)
        return _IncrementalMemory(estimate, self.size, key_of, changes[0])


@dataclass(slots=True, eq=False)
class _Memory:
    part: Estimate
    size: int
    key_of: Callable[[Any], Hashable] | None
    values: dict[Hashable, float] = field(default_factory=dict, init=False, repr=False)

    @property
    def may_overestimate(self) -> bool:
        return overestimates(self.part)

    def __call__(self, state: Any) -> float:
        key = state if self.key_of is None else self.key_of(state)
        h = self.values.get(key)
        if h is None:
            h = self.part(state)
            if len(self.values) >= self.size:
                self.values.clear()
            self.values[key] = h
        return h

    def __reduce__(self) -> tuple[Any, ...]:
        # Cached values can be computed again, so the pickle doesn't contain them.
        return type(self), tuple(getattr(self, each.name) for each in fields(self) if each.init)


@dataclass(slots=True, eq=False)
class _IncrementalMemory(_Memory):
    change: Change
