"""The engines, compiled: the parameters, the formulas and the guarantees are those of ``astarlib``."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final

from astarlib import engines as pure
from astarlib._support.registry import Registry
from astarlib.capabilities import ResolvedProblem
from astarlib.compiled.requiring import require_numba
from astarlib.engines.engine import Engine
from astarlib.events import Event, Finished, LowerBoundRaised, Progress, SolutionFound, Started
from astarlib.problem import A, S
from astarlib.searching.algorithm import Algorithm
from astarlib.searching.journal import Journal

_EVENTS: Final = frozenset((Started, LowerBoundRaised, SolutionFound, Progress, Finished))
_REQUIRES: Final = frozenset(("compiled_domain",))


class _BestFirst(pure.BestFirst):
    """A best-first engine whose formula is a weighted sum of g and h."""

    __slots__ = ()
    releases_gil: ClassVar[bool] = True
    requires: ClassVar[frozenset[str]] = _REQUIRES
    event_types: ClassVar[frozenset[type[Event]]] = _EVENTS

    @abstractmethod
    def _weights(self) -> tuple[float, float]:
        """Those of g and of h in f."""

    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        """Return the algorithm of one search.

        Raises
        ------
        MissingCapabilityError
            When the problem has no ``compiled_domain``, or a more derived method overrules it.
        ImportError
            When numba is not installed; names the extra that brings it.
        """
        require_numba()
        from astarlib.compiled.best_first_search import CompiledBestFirstAlgorithm  # noqa: PLC0415  # it loads numba

        return CompiledBestFirstAlgorithm(problem, journal, self, self._weights())

    def __repr__(self) -> str:
        return f"compiled.{super().__repr__()}"


class AStar(_BestFirst, pure.AStar):
    """:class:`astarlib.AStar`, compiled.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> compiled.AStar()
    compiled.AStar()
    """

    __slots__ = ()

    def _weights(self) -> tuple[float, float]:
        return 1, 1


class WeightedAStar(_BestFirst, pure.WeightedAStar):
    """:class:`astarlib.WeightedAStar`, compiled."""

    __slots__ = ()

    def _weights(self) -> tuple[float, float]:
        return 1, self.weight


class GreedyBestFirst(_BestFirst, pure.GreedyBestFirst):
    """:class:`astarlib.GreedyBestFirst`, compiled."""

    __slots__ = ()

    def _weights(self) -> tuple[float, float]:
        return 0, 1


class Dijkstra(_BestFirst, pure.Dijkstra):
    """:class:`astarlib.Dijkstra`, compiled."""

    __slots__ = ()

    def _weights(self) -> tuple[float, float]:
        return 1, 0


class IDAStar(pure.IDAStar):
    """:class:`astarlib.IDAStar`, compiled.

    With ``CycleCheck.PARENT``, the check of R. Korf's program, it takes a third of the time that it takes with the
    usual one. ``stored`` counts the states of the path that it is on, and the frontier's peak is not counted.
    """

    __slots__ = ()
    releases_gil: ClassVar[bool] = True
    requires: ClassVar[frozenset[str]] = _REQUIRES
    event_types: ClassVar[frozenset[type[Event]]] = _EVENTS

    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        """Return the algorithm of one search; see :class:`AStar`."""
        require_numba()
        from astarlib.compiled.deepening_search import CompiledDeepeningAlgorithm  # noqa: PLC0415  # it loads numba

        return CompiledDeepeningAlgorithm(problem, journal, self)

    def __repr__(self) -> str:
        return f"compiled.{super().__repr__()}"


ENGINES: Final[Mapping[str, type[Engine]]] = Registry(
    {
        "astar": "astarlib.compiled.engines:AStar",
        "weighted-astar": "astarlib.compiled.engines:WeightedAStar",
        "greedy": "astarlib.compiled.engines:GreedyBestFirst",
        "dijkstra": "astarlib.compiled.engines:Dijkstra",
        "ida-star": "astarlib.compiled.engines:IDAStar",
    }
)
"""The compiled engine classes, by the names of the engines that they speed up."""
