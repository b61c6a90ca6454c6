"""All engines by the names that the command line uses."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from astarlib.engines.astar import AStar
from astarlib.engines.breadth_first import BreadthFirst
from astarlib.engines.depth_first import DepthFirst
from astarlib.engines.dijkstra import Dijkstra
from astarlib.engines.engine import Engine
from astarlib.engines.greedy import GreedyBestFirst
from astarlib.engines.ida_star import IDAStar
from astarlib.engines.iterative_deepening import IterativeDeepening
from astarlib.engines.weighted_astar import WeightedAStar

ENGINES: Final[Mapping[str, type[Engine]]] = MappingProxyType(
    {
        "astar": AStar,
        "weighted-astar": WeightedAStar,
        "greedy": GreedyBestFirst,
        "dijkstra": Dijkstra,
        "ida-star": IDAStar,
        "breadth-first": BreadthFirst,
        "depth-first": DepthFirst,
        "iterative-deepening": IterativeDeepening,
    }
)
"""The classes, each of which can be made without arguments."""
