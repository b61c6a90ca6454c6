"""The base class of the engines that repeat a depth-first search with a rising threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.events import Event, Expansions
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, CycleCheck, Journal
from astarlib.searching.deepening import DeepeningAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Deepening(Engine):
    """Depth-first search up to a threshold, repeated with the next threshold until a goal is found.

    Parameters
    ----------
    cycle_check:
        The rule that discards successors that lead back. See :class:`~astarlib.CycleCheck`.

    Raises
    ------
    TypeError
        If ``cycle_check`` isn't a ``CycleCheck``.
    """

    cycle_check: CycleCheck = CycleCheck.PATH

    optional_in_repr: ClassVar[tuple[str, ...]] = ("cycle_check",)
    event_types: ClassVar[frozenset[type[Event]]] = Engine.event_types | {Expansions}
    uses_heuristic: ClassVar[bool] = True
    """True if h is evaluated; otherwise h = 0 and the problem's heuristic is never called."""
    by_depth: ClassVar[bool] = False
    """True if the threshold is a number of actions; otherwise it's a bound on g + h."""

    def __post_init__(self) -> None:
        if not isinstance(self.cycle_check, CycleCheck):
            raise TypeError(f"cycle_check must be a CycleCheck, for instance CycleCheck.PATH, not {self.cycle_check!r}")

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return DeepeningAlgorithm(problem, journal, self)
