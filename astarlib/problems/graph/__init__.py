"""Shortest paths in graphs: from edges, from dicts, from networkx; with the road map of Romania as the example."""

from astarlib.problems.graph.dimacs import read_dimacs
from astarlib.problems.graph.edges import Edge, NetworkXGraph
from astarlib.problems.graph.problem import GraphProblem
from astarlib.problems.graph.romania import romania

__all__ = ["Edge", "GraphProblem", "NetworkXGraph", "read_dimacs", "romania"]
