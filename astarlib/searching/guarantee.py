"""The guarantee of an engine, as data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from types import MappingProxyType
from typing import Final

from astarlib._support.plain_values import is_number


class HeuristicRequirement(Enum):
    """A condition on the heuristic."""

    NOTHING = "nothing"
    """Any h is allowed."""
    ADMISSIBLE = "admissible"
    """h never overestimates the remaining cost."""
    CONSISTENT = "consistent"
    """h is admissible, and h(s) <= cost + h(t) for every edge from s to t."""

    @property
    def condition(self) -> str:
        """The condition in words, for example "h never overestimates"; "" for ``NOTHING``."""
        return _CONDITIONS[self]

    def __repr__(self) -> str:
        return f"HeuristicRequirement.{self.name}"


class Solutions(Enum):
    """The solutions that a search reports, and their order."""

    ONE = "one"
    """A single solution."""
    IMPROVING = "improving"
    """Each solution is cheaper than the one before."""
    RANKED = "ranked"
    """The cheapest solution comes first. A solution is reported only when its place in this order is proved."""
    ALL = "all"
    """All optimal solutions. They have the same cost, and the search knows them when it ends."""

    def __repr__(self) -> str:
        return f"Solutions.{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarantee:
    """A statement of what an engine guarantees. `astarlib.checking.check_engine` tests it.

    Parameters
    ----------
    factor:
        The bound on the cost of a solution, as a multiple of the optimum. At least 1; 1 means optimal, ``inf`` (the
        default) means no bound. If a search reports several solutions, the last one has to meet it.
    requires, lower_bound_requires:
        The condition on h for ``factor`` (default: ``NOTHING``), and for the lower bound of a result (default:
        ``ADMISSIBLE``).
    equal_costs:
        True if ``factor`` holds only in problems where all steps cost the same (default: False).
    complete:
        True (the default) if a search in a finite state space always finds a solution or proves that none exists.
    solutions:
        The solutions that a search reports, and their order (default: ``ONE``).
    incremental:
        True if a search can be updated when the problem changes (default: False).
    deterministic:
        True (the default) if the same input always gives the same result.
    exact_limits:
        True (the default) if limits on expansions, successors and stored states hold to within one expansion.

    Raises
    ------
    ValueError, TypeError
        If ``factor`` isn't a number of at least 1, or a field has another type than its default.

    Examples
    --------
    >>> Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE).describe()  # doctest: +NORMALIZE_WHITESPACE
    'The solution is optimal if h never overestimates (admissible).
     In a finite state space, the search finds a solution or proves that none exists.'
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

    def describe(self, *, complete: bool = True) -> str:
        """Return the guarantee in plain English: the cost and the order of solutions, and completeness.

        Parameters
        ----------
        complete:
            If False, a complete engine is described without the sentence on completeness (default: True).

        Examples
        --------
        >>> Guarantee(complete=False).describe()  # doctest: +NORMALIZE_WHITESPACE
        'There is no bound on the cost of the solution.
         The search may give up: it may end without a solution although one exists.'
        """
        end = self._describe_end() if complete or not self.complete else ""
        return " ".join(part for part in (self.describe_cost(), _ORDER[self.solutions], end) if part)

    def describe_cost(self) -> str:
        """Return the bound on the cost of a solution, and its conditions, as one sentence.

        Examples
        --------
        >>> Guarantee(factor=1.5, requires=HeuristicRequirement.ADMISSIBLE).describe_cost()
        'A solution costs at most 1.5 times the optimum if h never overestimates (admissible).'
        """
        if self.factor == math.inf:
            return "There is no bound on the cost of the solution."
        conditions = [] if self.requires.condition == "" else [self.requires.condition]
        if self.requires is HeuristicRequirement.ADMISSIBLE:
            conditions[0] += " (admissible)"
        if self.equal_costs:
            conditions.append("all steps cost the same")
        last = self.solutions is Solutions.IMPROVING
        bound = (
            f"The {'last ' if last else ''}solution is optimal"
            if self.factor == 1
            else f"{'The last' if last else 'A'} solution costs at most {self.factor} times the optimum"
        )
        return f"{bound} if {' and '.join(conditions)}." if len(conditions) > 0 else f"{bound}."

    def _describe_end(self) -> str:
        if self.complete:
            return "In a finite state space, the search finds a solution or proves that none exists."
        return "The search may give up: it may end without a solution although one exists."


_CONDITIONS: Final[Mapping[HeuristicRequirement, str]] = MappingProxyType(
    {
        HeuristicRequirement.NOTHING: "",
        HeuristicRequirement.ADMISSIBLE: "h never overestimates",
        HeuristicRequirement.CONSISTENT: "h is consistent",
    }
)
_ORDER: Final[Mapping[Solutions, str]] = MappingProxyType(
    {
        Solutions.ONE: "",
        Solutions.IMPROVING: "Each solution is cheaper than the one before.",
        Solutions.RANKED: "The cheapest solution comes first, and no later one is cheaper than the one before.",
        Solutions.ALL: "The result lists all optimal solutions.",
    }
)
