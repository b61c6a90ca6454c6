"""The engines compiled by numba, for problems that have a ``compiled_domain``. The extra ``compiled`` installs it."""

from astarlib.compiled.cache import clear_cache
from astarlib.compiled.checking import check_domain
from astarlib.compiled.engines import ENGINES, AStar, Dijkstra, GreedyBestFirst, IDAStar, WeightedAStar
from astarlib.compiled_domain import DEAD_END, CompiledDomain

__all__ = [
    "DEAD_END",
    "ENGINES",
    "AStar",
    "CompiledDomain",
    "Dijkstra",
    "GreedyBestFirst",
    "IDAStar",
    "WeightedAStar",
    "check_domain",
    "clear_cache",
]
