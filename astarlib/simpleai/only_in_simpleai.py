"""The names of simpleai that astarlib doesn't replace."""

from __future__ import annotations

from typing import Final, NoReturn

_NAMES: Final = {
    "local search isn't a part of astarlib; import it from simpleai.search": (
        "beam beam_best_first genetic hill_climbing hill_climbing_random_restarts hill_climbing_stochastic "
        "simulated_annealing"
    ),
    "constraint satisfaction isn't a part of astarlib; import it from simpleai.search": (
        "CspProblem HIGHEST_DEGREE_VARIABLE LEAST_CONSTRAINING_VALUE MOST_CONSTRAINED_VARIABLE backtrack "
        "convert_to_binary min_conflicts"
    ),
    "engines order their frontiers themselves; import SearchNode instead": (
        "SearchNodeCostOrdered SearchNodeHeuristicOrdered SearchNodeStarOrdered SearchNodeValueOrdered"
    ),
    "to watch a search, use an observer (astarlib.observers) or `astarlib view`, or import it from simpleai": (
        "ConsoleViewer WebViewer"
    ),
}
_REASONS: Final = {name: reason for reason, names in _NAMES.items() for name in names.split()}


def refuse_name(module: str, name: str) -> NoReturn:
    """Raise ImportError with the reason for a name of simpleai, and AttributeError for any other name."""
    reason = _REASONS.get(name)
    if reason is not None:
        raise ImportError(f"{module} has no {name}: {reason}", name=module)
    raise AttributeError(f"module {module!r} has no attribute {name!r}")
