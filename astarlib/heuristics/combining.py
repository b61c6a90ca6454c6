"""Heuristics made of others: their maximum, their sum, one of them scaled; and the one that knows nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from astarlib._support.plain_values import plain_number
from astarlib.heuristics.parts import Change, Estimate, Part, bound, changes_of, check_part, check_parts

_EXACT = 2**20  # products of an int below 2**32 with a multiple of 1 / _EXACT, and their sums, are exact floats


@dataclass(frozen=True, slots=True)
class Zero:
    """h = 0: A* with it is Dijkstra's algorithm. **Admissible** and **consistent**; its changes are 0, too.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Zero()).heuristic((1, 2, 3, 4, 5, 6, 0, 7, 8))
    0
    """

    def bind(self, _problem: object, /) -> _Zero:
        """The function ``state -> 0``, whatever the problem."""
        return _Zero()


@dataclass(frozen=True, slots=True, init=False, repr=False)
class _Combination:
    parts: tuple[Part, ...]

    def __init__(self, *parts: Part) -> None:
        check_parts(parts, type(self).__name__)
        object.__setattr__(self, "parts", parts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.parts))})"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class MaxOf(_Combination):
    """The largest of several heuristics: at each state the one that knows most.

    **Admissible** when all parts are, and **consistent** when all parts are. It costs the time of all parts, and it is
    never incremental: which part is the largest changes from state to state.

    Parameters
    ----------
    *parts:
        At least one heuristic value or callable ``state -> h``.

    Raises
    ------
    ValueError
        When there is no part.
    TypeError
        When a part is neither a heuristic value nor a callable.

    References
    ----------
    R. Holte, A. Felner, J. Newton, R. Meshulam and D. Furcy, Maximizing over multiple pattern databases speeds up
    heuristic search (2006).

    Examples
    --------
    >>> MaxOf(abs, lambda state: 2).bind(None)(-1)
    2
    """

    def __init__(self, *parts: Part) -> None:
        _Combination.__init__(self, *parts)

    def bind(self, problem: Any, /) -> Estimate:
        """The function ``state -> h``; raises what a part raises that cannot serve the problem."""
        return _Max(bound(self.parts, problem))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class SumOf(_Combination):
    """The sum of several heuristics.

    A sum of admissible heuristics is in general **not admissible**: two parts may count the same step. It is
    admissible when no step is counted twice: when there are parts c1 + c2 + ... <= c of the cost c of every step such
    that part i of the sum is admissible in the problem where steps cost ci (a *cost partitioning*). So it is for
    additive pattern databases, each of which counts the moves of its own tiles, and for parts of independent
    sub-problems. It is **consistent** when each part is consistent for its share of the costs. Weights that add up to
    at most 1 always make such shares: ``SumOf(Scaled(one, weight=0.5), Scaled(other, weight=0.5))``.

    It is incremental when all parts are.

    Parameters
    ----------
    *parts:
        At least one heuristic value or callable ``state -> h``.

    Raises
    ------
    ValueError
        When there is no part.
    TypeError
        When a part is neither a heuristic value nor a callable.

    References
    ----------
    R. Korf and A. Felner, Disjoint pattern database heuristics (2002); M. Katz and C. Domshlak, Optimal additive
    composition of abstraction-based admissible heuristics (2008).

    Examples
    --------
    >>> SumOf(abs, lambda state: 2).bind(None)(-3)
    5
    """

    def __init__(self, *parts: Part) -> None:
        _Combination.__init__(self, *parts)

    def bind(self, problem: Any, /) -> Estimate:
        """The function ``state -> h``, with ``change``; raises what a part raises that cannot serve the problem."""
        estimates = bound(self.parts, problem)
        changes = changes_of(estimates)
        return _Sum(estimates) if changes is None else _IncrementalSum(estimates, changes)


@dataclass(frozen=True, slots=True)
class Scaled:
    """``weight`` times another heuristic; a dead end stays one.

    With ``weight`` <= 1 it is **admissible** and **consistent** when the part is. With a larger one it is neither, but
    A* with it finds solutions within ``weight`` of the optimum, as :class:`astarlib.WeightedAStar` does, which keeps
    track of what it has proved, too. Use it to give shares to a :class:`SumOf`, or to bring an estimate in another
    unit (minutes, metres) to that of the costs.

    It is incremental when the part is and when sums of scaled changes are exact: for whole weights, fractions, and
    floats that are multiples of 2**-20 (0.5, 1.25, 3.0). Sums of other products, those of 0.3 for instance, drift away
    from the product of the sum, and can fall below 0; h is then evaluated anew at each state.

    Parameters
    ----------
    part:
        A heuristic value or a callable ``state -> h``.
    weight:
        Finite, at least 0.

    Raises
    ------
    ValueError
        When ``weight`` is negative, infinite or NaN.
    TypeError
        When ``part`` is neither a heuristic value nor a callable, or ``weight`` is no number.

    References
    ----------
    I. Pohl, Heuristic search viewed as path finding in a graph (1970).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import Manhattan, NPuzzle
    >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Scaled(Manhattan(), weight=1.5))
    >>> puzzle.heuristic(puzzle.initial_state)
    3.0
    """

    part: Part
    weight: float = field(kw_only=True)

    def __post_init__(self) -> None:
        check_part(self.part, "Scaled")
        try:
            is_weight = 0 <= self.weight < math.inf
        except TypeError:
            raise TypeError(f"the weight must be a number, not {self.weight!r}") from None
        if not is_weight:
            raise ValueError(f"the weight must be finite and at least 0, not {self.weight!r}")
        object.__setattr__(self, "weight", plain_number(self.weight))

    def bind(self, problem: Any, /) -> Estimate:
        """The function ``state -> h``, with ``change``; raises what a part raises that cannot serve the problem."""
        [estimate] = estimates = bound((self.part,), problem)
        changes = changes_of(estimates)
        if changes is None or not _scales_exactly(self.weight):
            return _Product(self.weight, estimate)
        return _IncrementalProduct(self.weight, estimate, changes[0])


def _scales_exactly(weight: float) -> bool:
    return isinstance(weight, int | Fraction) or (isinstance(weight, float) and (weight * _EXACT).is_integer())


@dataclass(frozen=True, slots=True)
class _Zero:
    def __call__(self, _state: Any, /) -> int:
        return 0

    def change(self, _state: Any, _action: Any, _next_state: Any, /) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class _Max:
    parts: tuple[Estimate, ...]

    def __call__(self, state: Any) -> float:
        return max([part(state) for part in self.parts])


@dataclass(frozen=True, slots=True)
class _Sum:
    parts: tuple[Estimate, ...]

    def __call__(self, state: Any) -> float:
        total: float = 0
        for part in self.parts:
            h = part(state)
            total += h if type(h) is int else plain_number(h)
        return total


@dataclass(frozen=True, slots=True)
class _IncrementalSum(_Sum):
    changes: tuple[Change, ...]

    def change(self, state: Any, action: Any, next_state: Any) -> float:
        total: float = 0
        for change_of in self.changes:
            change = change_of(state, action, next_state)
            total += change if type(change) is int else plain_number(change)
        return total


@dataclass(frozen=True, slots=True)
class _Product:
    weight: float
    part: Estimate

    def __call__(self, state: Any) -> float:
        h: float = plain_number(self.part(state))
        return h if h == math.inf else self.weight * h  # 0 * inf would be NaN


@dataclass(frozen=True, slots=True)
class _IncrementalProduct(_Product):
    part_change: Change

    def change(self, state: Any, action: Any, next_state: Any) -> float:
        change: float = plain_number(self.part_change(state, action, next_state))
        return change if change == math.inf else self.weight * change
