"""The base of the engines that search depth first under a threshold that rises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.capabilities import ResolvedProblem
from astarlib.engines.engine import Engine, dataclass_repr
from astarlib.events import Event, Expansions
from astarlib.problem import A, S
from astarlib.searching.algorithm import Algorithm
from astarlib.searching.deepening import DeepeningAlgorithm
from astarlib.searching.journal import Journal
from astarlib.searching.parameters import CycleCheck


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Deepening(Engine):
    """Depth-first search up to a threshold, begun anew with the next threshold until a goal is found.

    Parameters
    ----------
    cycle_check:
        Which successors are discarded because they lead back.

    Raises
    ------
    TypeError
        When ``cycle_check`` is no ``CycleCheck``.
    """

    cycle_check: CycleCheck = CycleCheck.PATH

    event_types: ClassVar[frozenset[type[Event]]] = Engine.event_types | {Expansions}
    uses_heuristic: ClassVar[bool] = True
    """Whether h is evaluated at all; otherwise h = 0 and the problem's heuristic is never called."""
    by_depth: ClassVar[bool] = False
    """Whether the threshold is a number of actions; else it is a bound on g + h."""

    def __post_init__(self) -> None:
        if not isinstance(self.cycle_check, CycleCheck):
            raise TypeError(f"cycle_check must be a CycleCheck, for instance CycleCheck.PATH, not {self.cycle_check!r}")

    def __repr__(self) -> str:
        return dataclass_repr(self, optional=("cycle_check",))

    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        """Return the algorithm of one search."""
        return DeepeningAlgorithm(problem, journal, self)
