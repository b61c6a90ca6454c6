"""The engines, one per file. `best_first` and `deepening` define the base classes that most of them share."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from astarlib._support.lazy_names import lazy_name
from astarlib.engines.astar import AStar
from astarlib.engines.best_first import BestFirst
from astarlib.engines.dijkstra import Dijkstra
from astarlib.engines.engine import Engine
from astarlib.engines.registry import ENGINES, MODULES
from astarlib.searching import CycleCheck, Priority, TieBreak

if TYPE_CHECKING:
    from astarlib.engines.all_optimal import AllOptimal
    from astarlib.engines.anytime_weighted_astar import AnytimeWeightedAStar
    from astarlib.engines.ara_star import ARAStar
    from astarlib.engines.bae_star import BAEStar
    from astarlib.engines.batch_weighted_astar import BatchWeightedAStar
    from astarlib.engines.beam import BeamSearch
    from astarlib.engines.bidirectional_dijkstra import BidirectionalDijkstra
    from astarlib.engines.boa_star import BOAStar
    from astarlib.engines.breadth_first import BreadthFirst
    from astarlib.engines.d_star_lite import DStarLite
    from astarlib.engines.depth_first import DepthFirst
    from astarlib.engines.exploring import Explored, Layers, explore
    from astarlib.engines.focal import FocalSearch
    from astarlib.engines.fsa_star import FSAStar
    from astarlib.engines.gaa_star import GAAStar
    from astarlib.engines.generator import GeneratorEngine, SearchNode, Steps
    from astarlib.engines.greedy import GreedyBestFirst
    from astarlib.engines.ida_star import IDAStar
    from astarlib.engines.iterative_deepening import IterativeDeepening
    from astarlib.engines.k_best import KBest
    from astarlib.engines.lpa_star import LPAStar
    from astarlib.engines.path_graph import OptimalPaths, optimal_paths
    from astarlib.engines.rbfs import RBFS
    from astarlib.engines.weighted_astar import WeightedAStar

__all__ = [
    "ENGINES",
    "RBFS",
    "ARAStar",
    "AStar",
    "AllOptimal",
    "AnytimeWeightedAStar",
    "BAEStar",
    "BOAStar",
    "BatchWeightedAStar",
    "BeamSearch",
    "BestFirst",
    "BidirectionalDijkstra",
    "BreadthFirst",
    "CycleCheck",
    "DStarLite",
    "DepthFirst",
    "Dijkstra",
    "Engine",
    "Explored",
    "FSAStar",
    "FocalSearch",
    "GAAStar",
    "GeneratorEngine",
    "GreedyBestFirst",
    "IDAStar",
    "IterativeDeepening",
    "KBest",
    "LPAStar",
    "Layers",
    "OptimalPaths",
    "Priority",
    "SearchNode",
    "Steps",
    "TieBreak",
    "WeightedAStar",
    "explore",
    "optimal_paths",
]

LAZY: Final[Mapping[str, str]] = {
    **MODULES,
    **dict.fromkeys(("Explored", "Layers", "explore"), "astarlib.engines.exploring"),
    "BOAStar": "astarlib.engines.boa_star",
    **dict.fromkeys(("OptimalPaths", "optimal_paths"), "astarlib.engines.path_graph"),
    **dict.fromkeys(("GeneratorEngine", "SearchNode", "Steps"), "astarlib.engines.generator"),
}
"""The modules of the names that are imported when they are first used. A* and Dijkstra are loaded already."""


def __getattr__(name: str) -> Any:  # Any: a class or a function
    return lazy_name(__name__, LAZY, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *LAZY})
