"""An engine of unified-planning: its programs solve their tasks with astarlib. It needs the extra ``planning``."""

from __future__ import annotations

from typing import Any

from astarlib.problems.planning.library import unified_planning

__all__ = ["register"]


def register(environment: Any = None) -> None:  # Any: unified-planning has no types
    """Add the engine "astarlib" to unified-planning.

    ``OneshotPlanner(name="astarlib")`` then finds a cheapest plan with A* and LM-cut. Pass another engine and another
    heuristic as ``params={"engine": GreedyBestFirst(), "heuristic": FF()}``. The status of a result is
    ``SOLVED_OPTIMALLY`` if the search proves that the plan is a cheapest one, and else ``SOLVED_SATISFICING``.

    Parameters
    ----------
    environment:
        The environment of unified-planning (default: its global one).

    Raises
    ------
    ImportError
        If unified-planning isn't installed.
    TypeError
        If the environment isn't one of unified-planning.

    Examples
    --------
    >>> register()  # doctest: +SKIP
    >>> from unified_planning.shortcuts import OneshotPlanner  # doctest: +SKIP
    >>> with OneshotPlanner(name="astarlib") as planner:  # doctest: +SKIP
    ...     result = planner.solve(task)
    """
    module = unified_planning("environment")
    environment = module.get_environment() if environment is None else environment
    if not isinstance(environment, module.Environment):
        raise TypeError(f"environment must be an Environment of unified-planning, not {type(environment).__name__}")
    if "astarlib" not in environment.factory.engines:
        environment.factory.add_engine("astarlib", "astarlib.unified_planning._planner", "Planner")
