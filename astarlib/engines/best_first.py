"""The base of the engines that expand the state with the smallest f."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

from astarlib.capabilities import ResolvedProblem
from astarlib.engines.engine import Engine, dataclass_repr
from astarlib.events import Event, Expansions
from astarlib.problem import A, S
from astarlib.searching.algorithm import Algorithm
from astarlib.searching.best_first import BestFirstAlgorithm
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement
from astarlib.searching.journal import Journal
from astarlib.searching.parameters import TieBreak

_COMPLETE: Final = Guarantee()
_UNSTATED: Final[Mapping[str, object]] = MappingProxyType(
    {"f_is_lower_bound": False, "formula": "", "complexity": "", "reference": ""}
)
"""The attributes that depend on the formula, with the values that hold for any."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BestFirst(Engine):
    """Expand the frontier state with the smallest ``f(g, h)``. Subclass it with a formula to make an engine.

    Parameters
    ----------
    tie_break:
        Which of several states of equal f comes first.
    reopen:
        Whether a closed state goes back to the frontier when a cheaper path to it is found. Without it an
        inconsistent h may cost optimality; the result says what stays proved.

    Raises
    ------
    TypeError
        When ``tie_break`` is no ``TieBreak``, or ``reopen`` neither True nor False.
    """

    tie_break: TieBreak = TieBreak.LOW_H
    reopen: bool = True

    event_types: ClassVar[frozenset[type[Event]]] = Engine.event_types | {Expansions}
    uses_heuristic: ClassVar[bool] = True
    """Whether h is evaluated at all; otherwise h = 0 and the problem's heuristic is never called."""
    f_is_lower_bound: ClassVar[bool] = False
    """Whether f = g + h, so that the front of the frontier bounds the cost of every solution from below.

    The loop then adds them itself and does not call ``f``.
    """

    keep_first_path: ClassVar[bool] = False
    """Whether a state keeps the first path to it, even when a cheaper one is found while it is in the frontier."""

    def __post_init__(self) -> None:
        if not isinstance(self.tie_break, TieBreak):
            raise TypeError(f"tie_break must be a TieBreak, for instance TieBreak.LOW_H, not {self.tie_break!r}")
        if not isinstance(self.reopen, bool):
            raise TypeError(f"reopen must be True or False, not {self.reopen!r}")

    def __init_subclass__(cls, **keywords: Any) -> None:  # Any: for bases of the user's own
        """Withdraw what the bases state about their formula from a class that has its own formula."""
        super(BestFirst, cls).__init_subclass__(**keywords)  # slots make another class of this one: no bare super()
        if "f" in vars(cls):
            for name, default in (*_UNSTATED.items(), ("guarantee", BestFirst.guarantee)):
                if name not in vars(cls):
                    setattr(cls, name, default)

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee of the engine with these parameters. Whatever the formula, the loop expands every state."""
        return _COMPLETE

    def _h_requirement(self) -> HeuristicRequirement:
        """Return the condition on h for a bound on the cost of the solution, if the formula has such a bound."""
        return HeuristicRequirement.ADMISSIBLE if self.reopen else HeuristicRequirement.CONSISTENT

    @abstractmethod
    def f(self, g: float, h: float) -> float:
        """The order of the frontier: the smallest f is expanded first."""

    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        """Return the algorithm of one search."""
        return BestFirstAlgorithm(problem, journal, self)

    def __repr__(self) -> str:
        return dataclass_repr(self, optional=("tie_break", "reopen"))
