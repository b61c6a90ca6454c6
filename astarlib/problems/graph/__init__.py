"""Shortest paths in graphs given as edges, dicts or networkx graphs, with the road map of Romania as an example."""

from astarlib.problems.graph.dimacs import read_dimacs
from astarlib.problems.graph.edges import Edge, NetworkXGraph
from astarlib.problems.graph.graph import Graph
from astarlib.problems.graph.materializing import materialize
from astarlib.problems.graph.multigraph import edge_keys
from astarlib.problems.graph.problem import GraphProblem
from astarlib.problems.graph.romania import romania

__all__ = ["Edge", "Graph", "GraphProblem", "NetworkXGraph", "edge_keys", "materialize", "read_dimacs", "romania"]
