"""Greedy best-first search."""

from __future__ import annotations

from dataclasses import dataclass

from astarlib.engines.best_first import BestFirst


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GreedyBestFirst(BestFirst):
    """Greedy best-first search: expand the state with the smallest h, whatever it cost to get there.

    **Guarantee**: none on the cost beforehand; ``suboptimality_bound`` of the result says what is proved
    afterwards. Complete.

    **Requires**: nothing beyond :class:`~astarlib.Problem`.

    **Complexity**: at worst all states; usually far fewer than A*. With ``reopen=True`` a closed state may
    be expanded again for a cheaper path. Reading ``lower_bound`` is O(frontier).

    **Reference**: J. E. Doran, D. Michie, "Experiments with the Graph Traverser Program",
    Proceedings of the Royal Society A 294 (1966).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = GreedyBestFirst().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> result.cost >= 31
    True
    """

    reopen: bool = False

    def f(self, g: float, h: float) -> float:  # noqa: ARG002  # the signature of every formula
        """H alone."""
        return h
