"""The base class of engines whose loop is a generator."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from astarlib.engines.engine import Engine
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Journal
from astarlib.searching.generator import GeneratorAlgorithm, SearchNode, Steps

__all__ = ["GeneratorEngine", "SearchNode", "Steps"]


@dataclass(frozen=True, repr=False)
class GeneratorEngine(Engine):
    """The base class of an engine of your own that you write in a few lines: a generator chooses the states.

    Write the method ``steps``. It yields the node to expand next, and receives the node's successors. The search does
    the rest: it tests for the goal, expands, counts, keeps the limits, sends events, and builds the result.

    - The search tests each node that you yield for the goal, before it expands the node. A goal has no successors. By
      default the search ends with it. If ``guarantee.solutions`` isn't ``ONE``, the generator goes on.
    - If the generator returns without a solution, the status is ``UNSOLVABLE`` if the ``guarantee`` is complete, and
      else ``GAVE_UP``.
    - Successors with h = inf are left out. Duplicates aren't: compare their ``key`` with a set if you want none.

    Such a search can be paused, copied, saved and interrupted, as any other. The state of a generator can't be copied,
    however. A copy or a loaded search therefore repeats all steps, and so does a search after a Ctrl-C that comes while
    the generator runs. Write the generator so that it always makes the same choices: use ``random.Random(seed)``, and
    no clock. The search keeps all generated nodes.

    The lower bound is h of the initial state, until the guarantee proves more. If you need a better bound, less memory
    or a faster search, write an :class:`~astarlib.searching.Algorithm`.

    See Also
    --------
    BestFirst : The base class of an engine that is only a formula of g and h.
    astarlib.checking.check_engine : Test an engine of your own.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> class HillClimbing(GeneratorEngine):
    ...     def steps(self, problem, root):
    ...         node = root
    ...         while True:
    ...             successors = yield node
    ...             best = min(successors, key=lambda each: each.h, default=node)
    ...             if best.h >= node.h:
    ...                 return
    ...             node = best
    >>> HillClimbing().search(NPuzzle("1 2 3 / 4 0 6 / 7 5 8")).actions
    ('down', 'right')
    """

    @abstractmethod
    def steps(self, problem: ResolvedProblem[S, A], root: SearchNode[S, A]) -> Steps[S, A]:
        """Yield the nodes to expand. Each ``yield`` returns the list of the successors of the node.

        Parameters
        ----------
        problem:
            The methods of the problem, with the optional ones that are None if the problem doesn't have them.
        root:
            The node of the initial state.

        Examples
        --------
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> class OnlyTheStart(GeneratorEngine):
        ...     def steps(self, problem, root):
        ...         successors = yield root
        >>> OnlyTheStart().search(NPuzzle("1 2 3 / 4 5 6 / 7 0 8")).status.name
        'GAVE_UP'
        """

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return GeneratorAlgorithm(problem, journal, self.steps, self.guarantee, uses_heuristic=self.uses_heuristic)
