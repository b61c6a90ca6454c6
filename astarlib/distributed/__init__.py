"""A* on all cores of a machine, or on the machines of a cluster."""

from astarlib.distributed.clusters import Ray, Threads
from astarlib.distributed.engine import AStar
from astarlib.distributed.ray_executor import RayExecutor

__all__ = ["AStar", "Ray", "RayExecutor", "Threads"]
