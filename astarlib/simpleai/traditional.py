"""The names of ``simpleai.search.traditional``."""

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
    "astar",
    "breadth_first",
    "depth_first",
    "greedy",
    "iterative_limited_depth_first",
    "limited_depth_first",
    "uniform_cost",
]
