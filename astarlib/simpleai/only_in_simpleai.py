"""The names of simpleai that astarlib doesn't replace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NoReturn

_LOCAL: Final = "local search isn't a part of astarlib; import it from simpleai.search"
_CONSTRAINTS: Final = "constraint satisfaction isn't a part of astarlib; import it from simpleai.search"
_ORDERED: Final = "engines order their frontiers themselves; import SearchNode instead"
_VIEWER: Final = (
    "to watch a search, use an observer (astarlib.observers) or `astarlib view`, or import it from simpleai"
)
_REASONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        (
            "beam", "beam_best_first", "genetic", "hill_climbing", "hill_climbing_random_restarts",
            "hill_climbing_stochastic", "simulated_annealing",
        ),
        _LOCAL,
    ),
    **dict.fromkeys(
        (
            "CspProblem", "HIGHEST_DEGREE_VARIABLE", "LEAST_CONSTRAINING_VALUE", "MOST_CONSTRAINED_VARIABLE",
            "backtrack", "convert_to_binary", "min_conflicts",
        ),
        _CONSTRAINTS,
    ),
    **dict.fromkeys(
        (
            "SearchNodeCostOrdered", "SearchNodeHeuristicOrdered", "SearchNodeStarOrdered", "SearchNodeValueOrdered",
        ),
        _ORDERED,
    ),
    **dict.fromkeys(("ConsoleViewer", "WebViewer"), _VIEWER),
}  # fmt: skip


def refuse_name(module: str, name: str) -> NoReturn:
    """Raise ImportError with the reason for a name of simpleai, and AttributeError for any other name."""
    reason = _REASONS.get(name)
    if reason is not None:
        raise ImportError(f"{module} has no {name}: {reason}", name=module)
    raise AttributeError(f"module {module!r} has no attribute {name!r}")
