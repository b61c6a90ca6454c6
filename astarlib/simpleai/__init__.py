"""The names of simpleai's ``simpleai.search`` over our engines, for scripts that move: only the import changes."""

from astarlib.simpleai.node import SearchNode
from astarlib.simpleai.problem import SearchProblem
from astarlib.simpleai.searches import (
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
