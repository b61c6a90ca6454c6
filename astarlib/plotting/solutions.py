"""A plot of the solutions of an anytime search."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from astarlib.plotting.canvas import GREEN, ORANGE, axes_or_new, measured_in, plain
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_solutions(results: Iterable[SearchResult], *, unit: str | None = None, axes: Axes | None = None) -> Axes:
    """Plot the cost of the best solution and the lower bound, by the number of expansions, for an anytime search.

    The gap between the two lines limits how much worse than optimal the best solution can be. The solution is optimal
    where they meet.

    Parameters
    ----------
    results:
        The results of one search, in order: those of ``Search.solutions``, and usually the result of ``Search.run``
        after them.
    unit:
        The unit of costs for the label, for example "moves" or "km". By default, the label has none.
    axes:
        The matplotlib axes to draw on. By default, those of a new figure.

    Returns
    -------
    Axes
        The axes, with the lines "cost of the best solution" and "lower bound".

    Raises
    ------
    ValueError, TypeError
        If no result has a solution, the results aren't of one search in order, or a parameter has the wrong type.
    ImportError
        If matplotlib isn't installed.

    Examples
    --------
    >>> from astarlib import ARAStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> search = ARAStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> axes = plot_solutions([*search.solutions(), search.run()], unit="moves")
    >>> [line.get_label() for line in axes.get_lines()]
    ['cost of the best solution', 'lower bound']
    """
    known = list(results) if isinstance(results, Iterable) else [results]
    for result in known:
        if not isinstance(result, SearchResult):
            raise TypeError(f"results must be the results of one search, such as [*search.solutions()], not {result!r}")
    numbers = [result.statistics.expanded for result in known]
    if len({result.engine for result in known}) > 1 or numbers != sorted(numbers):
        raise ValueError("the results must be of one search, in order; plot each search with a call of its own")
    solved = [result for result in known if result.solution is not None]
    if len(solved) == 0:
        raise ValueError("nothing to draw: no result has a solution; let the search run longer")
    axes = axes_or_new(axes)
    marker = "o" if len(solved) <= 30 else ""  # More marks would cover the line.
    found = [(result.statistics.expanded, result.cost) for result in solved]
    axes.step(*zip(*found, strict=True), where="post", color=GREEN, marker=marker, label="cost of the best solution")
    bounds = [(result.statistics.expanded, result.lower_bound) for result in known if result.lower_bound < math.inf]
    axes.step(*zip(*bounds, strict=True), where="post", color=ORANGE, linewidth=3, label="lower bound")
    axes.set(xlabel="expansions", ylabel=measured_in("cost", unit))
    axes.set_title(solved[0].engine, loc="left", pad=24)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, ncols=2, handlelength=1.2)
    plain(axes)
    return axes
