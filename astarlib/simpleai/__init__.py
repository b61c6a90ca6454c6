"""A replacement for ``simpleai.search`` that uses astarlib's engines. To migrate a script, change only its import."""

from astarlib.simpleai.models import SearchNode, SearchProblem
from astarlib.simpleai.only_in_simpleai import refuse_name
from astarlib.simpleai.traditional import (
    astar,
    breadth_first,
    depth_first,
    greedy,
    iterative_limited_depth_first,
    limited_depth_first,
    uniform_cost,
)

__all__ = [
    "SearchNode",
    "SearchProblem",
    "astar",
    "breadth_first",
    "depth_first",
    "greedy",
    "iterative_limited_depth_first",
    "limited_depth_first",
    "uniform_cost",
]


def __getattr__(name: str) -> object:
    return refuse_name(__name__, name)
