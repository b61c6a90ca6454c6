"""The viewer of simpleai that shows nothing and counts: ``BaseViewer``."""

from __future__ import annotations

from astarlib.simpleai.only_in_simpleai import refuse_name

__all__ = ["BaseViewer"]


class BaseViewer:
    """An object whose ``stats`` contain the figures of the last search that got it as ``viewer``.

    Attributes
    ----------
    stats:
        A dict with ``max_fringe_size`` (the largest size of the frontier), ``visited_nodes`` (the expansions, and the
        goal if one was found) and ``iterations`` (the same number). They are 0 before the first search.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> from astarlib.simpleai import breadth_first
    >>> viewer = BaseViewer()
    >>> node = breadth_first(PancakeProblem("2 3 1"), viewer=viewer)
    >>> viewer.stats["visited_nodes"]
    4
    """

    def __init__(self) -> None:
        self.stats: dict[str, int] = {"max_fringe_size": 0, "visited_nodes": 0, "iterations": 0}


def __getattr__(name: str) -> object:
    return refuse_name(__name__, name)
