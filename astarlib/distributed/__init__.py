"""A* on all cores of a machine, or on the machines of a cluster."""

from astarlib.distributed.clusters import Ray, Threads
from astarlib.distributed.engine import AStar

__all__ = ["AStar", "Ray", "Threads"]
