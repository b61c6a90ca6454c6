"""The base class of the engines that expand the state with the smallest f."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Final

from astarlib.engines.engine import Engine
from astarlib.events import Event, Expansions
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, TieBreak
from astarlib.searching.best_first import BestFirstAlgorithm
from astarlib.searching.parameters import check_tie_break

_UNSTATED: Final[Mapping[str, object]] = MappingProxyType(
    {"f_is_lower_bound": False, "formula": "", "complexity": "", "reference": "", "_guarantee": Guarantee()}
)
"""The attributes that depend on the formula, with the values that hold for any."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BestFirst(Engine):
    """Expand the frontier state with the smallest ``f(g, h)``. Subclass it with a formula to make an engine.

    Parameters
    ----------
    tie_break:
        The order of states with equal f. See :class:`~astarlib.TieBreak`.
    reopen:
        If True (the default), a closed state goes back to the frontier when a cheaper path to it is found. If False and
        h is inconsistent, the solution may not be optimal; the bounds of the result are still correct.

    Raises
    ------
    TypeError
        If ``tie_break`` isn't a ``TieBreak``, or ``reopen`` isn't a bool.
    """

    tie_break: TieBreak = TieBreak.LOW_H
    reopen: bool = True

    _guarantee: ClassVar[Guarantee] = Guarantee()
    optional_in_repr: ClassVar[tuple[str, ...]] = ("tie_break", "reopen")
    event_types: ClassVar[frozenset[type[Event]]] = Engine.event_types | {Expansions}
    uses_heuristic: ClassVar[bool] = True
    """True if h is evaluated; otherwise h = 0 and the problem's heuristic is never called."""
    uses_resources: ClassVar[bool] = True
    f_is_lower_bound: ClassVar[bool] = False
    """True if f = g + h, a lower bound on the cost of every solution.
    The loop then adds g and h itself instead of calling ``f``.
    """

    keep_first_path: ClassVar[bool] = False
    """True if a state keeps the first path to it, even if a cheaper one is found while it's in the frontier."""

    def __post_init__(self) -> None:
        check_tie_break(self.tie_break)
        if not isinstance(self.reopen, bool):
            raise TypeError(f"reopen must be True or False, not {self.reopen!r}")

    def __init_subclass__(cls, **keywords: Any) -> None:  # Any: keywords of a user's base class
        """Reset the inherited attributes that depend on the formula, if the subclass defines its own ``f``."""
        super(BestFirst, cls).__init_subclass__(**keywords)  # super() without arguments fails: slots replace the class.
        if "f" in vars(cls):
            for name, default in (*_UNSTATED.items(), ("guarantee", Engine.guarantee)):
                if name not in vars(cls):
                    setattr(cls, name, default)

    def _bounded_by(self, factor: float, *, exact_limits: bool = True) -> Guarantee:
        """Return the guarantee of a formula that bounds the cost by a multiple of the optimum."""
        return _guarantee(factor, reopen=self.reopen, exact_limits=exact_limits)

    @abstractmethod
    def f(self, g: float, h: float) -> float:
        """Return the priority of a state; the state with the smallest f is expanded first."""

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return BestFirstAlgorithm(problem, journal, self)


@lru_cache(maxsize=64, typed=True)
def _guarantee(factor: float, *, reopen: bool, exact_limits: bool) -> Guarantee:
    """Return a guarantee that depends on h. Each search reads it, so it's made only once."""
    requires = HeuristicRequirement.ADMISSIBLE if reopen else HeuristicRequirement.CONSISTENT
    return Guarantee(factor=factor, requires=requires, exact_limits=exact_limits)
