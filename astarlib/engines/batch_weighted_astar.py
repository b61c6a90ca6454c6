"""Batch weighted A*."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib._support.integers import check_int
from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, Solutions
from astarlib.searching.batch_weighted_astar import BatchAlgorithm
from astarlib.searching.parameters import checked_weight


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BatchWeightedAStar(Engine):
    """Batch weighted A*: expand many states at once, and evaluate all their new successors with one call.

    Use it with a problem that has ``heuristic_batch``, for example one whose heuristic is a neural network. Without
    ``heuristic_batch``, the search calls ``heuristic`` for each state. See
    :class:`~astarlib.capabilities.HasHeuristicBatch`.

    The search doesn't end with the first solution. It ends when no state in the frontier has a smaller f than the best
    solution. If h is admissible, that solution costs at most ``weight`` times the optimum.

    Parameters
    ----------
    weight:
        The weight of h, a finite number >= 1 (default 1). A larger weight usually needs fewer expansions.
    batch:
        The largest number of states to expand together, at least 1 (default 100). A larger batch needs fewer calls of
        ``heuristic_batch``. It can also expand more states, because the best ones aren't known yet when the batch is
        chosen.

    Raises
    ------
    ValueError, TypeError
        If ``weight`` isn't a finite number >= 1, or ``batch`` isn't a whole number >= 1.

    See Also
    --------
    WeightedAStar : Expands one state after the other.
    AnytimeWeightedAStar : Continues until the best solution is optimal.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> class Puzzle(NPuzzle):
    ...     def heuristic_batch(self, states):
    ...         return [self.heuristic(state) for state in states]
    >>> BatchWeightedAStar(weight=2).search(Puzzle("8 6 7 / 2 5 4 / 3 0 1")).cost <= 2 * 31
    True
    """

    weight: float = 1
    batch: int = 100

    formula: ClassVar[str] = "f = g + w·h, many states at once"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states. A state is expanded again if a cheaper path to it was found. "
        "Each batch can contain states that weighted A* wouldn't expand."
    )
    reference: ClassVar[str] = (
        "F. Agostinelli, S. McAleer, A. Shmakov, P. Baldi, \"Solving the Rubik's cube with deep reinforcement learning "
        'and search", Nature Machine Intelligence 1 (2019).'
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "weight", checked_weight(self.weight))
        object.__setattr__(self, "batch", check_int(self.batch, "batch", minimum=1))

    @property
    def guarantee(self) -> Guarantee:
        """The last solution costs at most ``weight`` times the optimum if h is admissible."""
        return Guarantee(factor=self.weight, requires=HeuristicRequirement.ADMISSIBLE, solutions=Solutions.IMPROVING)

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return BatchAlgorithm(problem, journal, self.weight, self.batch)
