"""What an engine guarantees about its results, as data."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from enum import Enum

from astarlib._support.plain_values import is_number


class HeuristicRequirement(Enum):
    """What the heuristic has to be for a guarantee to hold."""

    NOTHING = "nothing"
    ADMISSIBLE = "admissible"
    """h never overestimates the remaining cost."""
    CONSISTENT = "consistent"
    """h is admissible, and h(s) <= cost + h(t) for every edge from s to t."""

    def __repr__(self) -> str:
        return f"HeuristicRequirement.{self.name}"


class Solutions(Enum):
    """Which solutions a search reports."""

    ONE = "one"
    IMPROVING = "improving"
    """Each is cheaper than the one before."""
    RANKED = "ranked"
    """None is cheaper than the one before, and each is proved when it's reported."""

    def __repr__(self) -> str:
        return f"Solutions.{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarantee:
    """What an engine guarantees.

    Parameters
    ----------
    factor:
        A solution costs at most this many times the optimum. ``inf``: no such guarantee.
    requires:
        The condition on h for ``factor``.
    equal_costs:
        Whether ``factor`` holds only where all steps cost the same.
    lower_bound_requires:
        The condition on h for the lower bound of a result.
    complete:
        Whether it finds a solution, or proves that there is none, in every finite state space.
    solutions:
        Which solutions a search reports.
    incremental:
        Whether a search can be updated when the problem changes.
    deterministic:
        Whether the same input always gives the same result.
    exact_limits:
        Whether limits on expansions, successors and stored states hold to within one expansion.

    Raises
    ------
    TypeError
        If a field has another type than its default.
    ValueError
        If ``factor`` isn't a number of at least 1.

    Examples
    --------
    >>> Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE).complete
    True
    """

    factor: float = math.inf
    requires: HeuristicRequirement = HeuristicRequirement.NOTHING
    equal_costs: bool = False
    lower_bound_requires: HeuristicRequirement = HeuristicRequirement.ADMISSIBLE
    complete: bool = True
    solutions: Solutions = Solutions.ONE
    incremental: bool = False
    deterministic: bool = True
    exact_limits: bool = True

    def __post_init__(self) -> None:
        for field in fields(self):
            value, expected = getattr(self, field.name), type(field.default)
            if expected is not float and not isinstance(value, expected):
                raise TypeError(
                    f"{field.name} must be of type {expected.__name__}, for instance {field.default!r}, not {value!r}"
                )
        if not is_number(self.factor, 1, math.inf):
            raise ValueError(f"factor must be a number of at least 1, not {self.factor!r}")
