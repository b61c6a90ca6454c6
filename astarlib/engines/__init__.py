"""The algorithms, one per file; `best_first` holds the loop that the first four share."""

from astarlib.engines.astar import AStar
from astarlib.engines.best_first import BestFirst
from astarlib.engines.dijkstra import Dijkstra
from astarlib.engines.engine import Engine
from astarlib.engines.greedy import GreedyBestFirst
from astarlib.engines.registry import ENGINES
from astarlib.engines.tie_break import TieBreak
from astarlib.engines.weighted_astar import WeightedAStar

__all__ = ["ENGINES", "AStar", "BestFirst", "Dijkstra", "Engine", "GreedyBestFirst", "TieBreak", "WeightedAStar"]
