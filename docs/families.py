"""The families of engines. Each has a page of the reference, on which each engine is a section."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from astarlib.engines.registry import ENGINE_GROUPS


class Family(NamedTuple):
    """Engines for one purpose, in the order in which the pages show them."""

    title: str
    engines: Mapping[str, str]
    """When to take each engine of the family, by the names of the engines on the command line."""


_WHEN: Final[Mapping[str, str]] = {
    "astar": "you need an optimal solution, and you have an admissible heuristic",
    "weighted-astar": "a solution within a known factor of the optimum is good enough",
    "greedy": "any solution is good enough, and you have a heuristic",
    "dijkstra": "you need an optimal solution, and you have no heuristic",
    "ara-star": "you want a bound for each solution that gets better during the search",
    "anytime-weighted-astar": "you want to choose a single weight",
    "focal": "a solution within a known factor is good enough, and the costs differ a lot",
    "batch-weighted-astar": "the heuristic evaluates many states at once, such as a neural network",
    "beam": "the state space is too large for weighted A\\*",
    "ida-star": "A\\* runs out of memory, and few paths lead to the same state",
    "rbfs": "as `IDAStar`, but in the order of f; compare both if f has many values",
    "iterative-deepening": "you want the fewest actions, and `BreadthFirst` runs out of memory",
    "depth-first": "any solution is good enough, and there are many of them, all deep",
    "breadth-first": "you want the fewest actions, whatever they cost",
    "bidirectional-dijkstra": "you have no heuristic",
    "bae-star": "you have a consistent heuristic in both directions",
    "k-best": "you want the k cheapest solutions, or solutions until one meets your own condition",
    "all-optimal": "you want all optimal solutions, or their number",
    "lpa-star": "few edges change, and the start and the goals stay",
    "d-star-lite": "the start moves, and edges near it change",
    "fsa-star": "edges change near the goal, and you need exactly the result of a new search",
    "gaa-star": "the goals move",
}
"""When to take each engine."""

_PAGES: Final = ("basic", "anytime", "memory", "bidirectional", "several", "again")
"""The names of the pages of the groups of engines."""

FAMILIES: Final[Mapping[str, Family]] = {
    page: Family(title, {name: _WHEN[name] for name in names})
    for page, (title, names) in zip(_PAGES, ENGINE_GROUPS.items(), strict=True)
}
"""The families by the names of their pages, in the order of the chart and of the guide."""

PAGES: Final[Mapping[str, str]] = {name: page for page, family in FAMILIES.items() for name in family.engines}
"""The name of the page of each engine."""


def address(engine: str) -> str:
    """Return the address of an engine's section, from the top of the site."""
    return f"reference/engines/{PAGES[engine]}.html#{engine}"
