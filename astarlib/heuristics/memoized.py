"""A heuristic that remembers what it has said."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from astarlib._support.integers import check_int
from astarlib.capabilities import state_key_of
from astarlib.heuristics.parts import Change, Estimate, Part, bound, changes_of, check_part


@dataclass(frozen=True, slots=True)
class Memoized:
    """Another heuristic, which is asked once for each state as long as the memory holds out.

    **Admissible** and **consistent** when the part is, incremental when the part is. It pays where h is dear and the
    same states come again: in IDA*, or when several searches share one problem. A* and its kin evaluate h once for
    each state anyway.

    A memory belongs to one bound heuristic. When it is full it is emptied, and it is not pickled. States that are not
    hashable are remembered by the ``state_key`` of the problem. A state takes 50 to 100 bytes beside its own.

    Parameters
    ----------
    part:
        A heuristic value or a callable ``state -> h``.
    size:
        How many states are remembered, at least 1.

    Raises
    ------
    ValueError
        When ``size`` is below 1.
    TypeError
        When ``part`` is neither a heuristic value nor a callable, or ``size`` is no whole number.

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

    part: Part
    size: int = field(default=100_000, kw_only=True)

    def __post_init__(self) -> None:
        check_part(self.part, "Memoized")
        check_int(self.size, "the size", minimum=1)

    def bind(self, problem: Any, /) -> Estimate:
        """The function ``state -> h``; raises what the part raises when it cannot serve the problem."""
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
        # What is remembered can be found again and is not worth its bytes in a pickle.
        return type(self), (self.part, self.size, self.key_of)


@dataclass(slots=True, eq=False)
class _IncrementalMemory(_Memory):
    change: Change

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.part, self.size, self.key_of, self.change)
