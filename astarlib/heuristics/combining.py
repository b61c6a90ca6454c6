"""Combinations of heuristics (maximum, sum, scaling), and the heuristic that is always 0."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from operator import add
from typing import Any, ClassVar

from astarlib._support.plain_values import plain_number
from astarlib.compiled_domain import CompiledDomain, CompiledHeuristic
from astarlib.heuristics.parts import Change, Estimate, Part, bound, changes_of, check_part, check_parts, combined
from astarlib.problem import overestimates

_EXACT = 2**20  # A product of an int below 2**32 and a multiple of 1 / _EXACT is an exact float, and so are sums.


@dataclass(frozen=True, slots=True)
class Zero:
    """The heuristic h = 0. With it, A* is Dijkstra's algorithm (uniform-cost search).

    It's **admissible** and **consistent**. It's also incremental: its change by any action is 0.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Zero()).heuristic((1, 2, 3, 4, 5, 6, 0, 7, 8))
    0
    """

    def bind(self, _problem: object, /) -> _Zero:
        """Return the function ``state -> 0``. It's the same for every problem."""
        return _Zero()


@dataclass(frozen=True, slots=True, init=False, repr=False)
class _Combination:
    _takes_all_goals: ClassVar[bool] = True

    parts: tuple[Part, ...]

    def __init__(self, *parts: Part) -> None:
        check_parts(parts, type(self).__name__)
        object.__setattr__(self, "parts", parts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.parts))})"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class MaxOf(_Combination):
    """The maximum of several heuristics.

    It's **admissible** if all parts are admissible, and **consistent** if all parts are consistent. It takes the time
    of all parts together. It's never incremental, because the largest part can differ from state to state.

    Parameters
    ----------
    *parts:
        The heuristics, at least one. Each is a heuristic value or a callable ``state -> h``.

    Raises
    ------
    ValueError, TypeError
        If there is no part, or a part is neither a heuristic value nor a callable.

    References
    ----------
    R. Holte, A. Felner, J. Newton, R. Meshulam and D. Furcy, Maximizing over multiple pattern databases speeds up
    heuristic search (2006).

    Examples
    --------
    >>> MaxOf(abs, lambda state: 2).bind(None)(-1)
    2
    """

    def __init__(self, *parts: Part) -> None:  # Tools that read the source find the parameters here.
        _Combination.__init__(self, *parts)

    def bind(self, problem: Any, /) -> Estimate:
        """Return the function ``state -> h`` for a problem. Raise the error of a part that doesn't fit the problem."""
        return _Max(bound(self.parts, problem))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class SumOf(_Combination):
    """The sum of several heuristics.

    A sum of admissible heuristics is in general **not admissible**, because two parts may count the same step. It's
    admissible if no step is counted twice (a *cost partitioning*): the cost c of every step can be divided into shares
    c1 + c2 + ... <= c such that part i is admissible in the problem where steps cost ci. This holds for additive
    pattern databases, where each part counts the moves of its own tiles, and for heuristics of independent subproblems.
    The sum is **consistent** if each part is consistent for its share of the costs. If you scale admissible heuristics
    by weights that add up to at most 1, the sum is always admissible, for example ``SumOf(Scaled(one, weight=0.5),
    Scaled(other, weight=0.5))``.

    The sum is incremental if all parts are.

    Parameters
    ----------
    *parts:
        The heuristics, as for :class:`MaxOf`.

    Raises
    ------
    ValueError, TypeError
        If there is no part, or a part is neither a heuristic value nor a callable.

    References
    ----------
    R. Korf and A. Felner, Disjoint pattern database heuristics (2002); M. Katz and C. Domshlak, Optimal additive
    composition of abstraction-based admissible heuristics (2008).

    Examples
    --------
    >>> SumOf(abs, lambda state: 2).bind(None)(-3)
    5
    """

    def __init__(self, *parts: Part) -> None:  # Tools that read the source find the parameters here.
        _Combination.__init__(self, *parts)

    def bind(self, problem: Any, /) -> Estimate:
        """Return the function ``state -> h`` for a problem, with a ``change`` method if all parts have one.
        Raise the error of a part that can't be used with the problem.
        """
        estimates = bound(self.parts, problem)
        changes = changes_of(estimates)
        return _Sum(estimates) if changes is None else _IncrementalSum(estimates, changes)


@dataclass(frozen=True, slots=True)
class Scaled:
    """A heuristic multiplied by ``weight``. A dead end (h = inf) stays a dead end.

    Use this when you need shares for a :class:`SumOf`, or when a heuristic has another unit (minutes, meters) than the
    costs.

    If ``weight`` <= 1, it's **admissible** and **consistent** if the part is. With a larger weight it's neither, but
    with an admissible part, A* still finds solutions that cost at most ``weight`` times the optimum.
    :class:`astarlib.WeightedAStar` does the same and also reports the bound that it has proved.

    It's incremental if the part is, and if sums of scaled changes are exact. They are exact for ints, fractions, and
    floats that are multiples of 2**-20, such as 0.5, 1.25 and 3.0. With other weights, such as 0.3, rounding errors
    would add up and h could fall below 0, so h is evaluated from scratch at each state.

    Parameters
    ----------
    part:
        A heuristic value or a callable ``state -> h``.
    weight:
        A finite number >= 0.

    Raises
    ------
    ValueError, TypeError
        If ``weight`` isn't a finite number >= 0, or ``part`` is neither a heuristic value nor a callable.

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

    _takes_all_goals: ClassVar[bool] = True

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
        """Return the function ``state -> h`` for a problem, with a ``change`` method if that is exact.
        Raise the error of the part if it can't be used with the problem.
        """
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

    @property
    def may_overestimate(self) -> bool:
        return any(map(overestimates, self.parts))

    def __call__(self, state: Any) -> float:
        return max([part(state) for part in self.parts])

    def compiled_heuristic(self, domain: CompiledDomain[Any], at: int) -> CompiledHeuristic:
        return combined(self.parts, domain, at, max, "MaxOf")


@dataclass(frozen=True, slots=True)
class _Sum:
    parts: tuple[Estimate, ...]

    @property
    def may_overestimate(self) -> bool:
        return any(map(overestimates, self.parts))

    def __call__(self, state: Any) -> float:
        total: float = 0
        for part in self.parts:
            h = part(state)
            total += h if type(h) is int else plain_number(h)
        return total

    def compiled_heuristic(self, domain: CompiledDomain[Any], at: int) -> CompiledHeuristic:
        return combined(self.parts, domain, at, add, "SumOf")


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

    @property
    def may_overestimate(self) -> bool:
        return self.weight >= 1 and overestimates(self.part)

    def __call__(self, state: Any) -> float:
        h: float = plain_number(self.part(state))
        return h if h == math.inf else self.weight * h  # 0 * inf would be NaN.


@dataclass(frozen=True, slots=True)
class _IncrementalProduct(_Product):
    part_change: Change

    def change(self, state: Any, action: Any, next_state: Any) -> float:
        change: float = plain_number(self.part_change(state, action, next_state))
        return change if change == math.inf else self.weight * change
