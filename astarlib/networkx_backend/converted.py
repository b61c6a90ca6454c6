"""A graph of networkx as the backend sees it: the graph itself, and tables of its edges that are read when needed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeAlias

import networkx as nx  # type: ignore[import-untyped]  # It has no types.

if TYPE_CHECKING:
    from astarlib.networkx_backend.tables import Side

NAME: Final = "astarlib"
_READ: Final = ("adj", "succ", "pred", "neighbors", "successors", "predecessors", "get_edge_data", "__getitem__")
"""Members by which networkx's searches read a graph, besides its dicts."""

Node: TypeAlias = Hashable
Graph: TypeAlias = Any
"""A graph of networkx, which has no types."""


class ConvertedGraph:
    """A graph of networkx with its edges in arrays.

    networkx keeps it in the cache of the graph and drops it when a method of the graph changes the graph. Attributes of
    edges can change without a method, so each search compares the weights that it has used with those of the graph.

    Parameters
    ----------
    graph:
        A graph of networkx of any kind.
    is_reversed:
        True to reverse all edges of a directed graph.
    """

    __networkx_backend__: ClassVar[str] = NAME

    def __init__(self, graph: Graph, *, is_reversed: bool = False) -> None:
        self._given: Graph = graph
        self._is_reversed: bool = is_reversed
        self._sides: dict[bool, Side] = {}

    def __reduce__(self) -> Any:  # Any: what pickle needs
        return type(self), (self._given,)  # The tables can be read again.

    def __iter__(self) -> Iterator[Node]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    def __contains__(self, node: object) -> bool:
        return node in self._given

    def is_directed(self) -> bool:
        """Return True if the graph is directed."""
        return bool(self._given.is_directed())

    def is_multigraph(self) -> bool:
        """Return True if the graph can have parallel edges."""
        return bool(self._given.is_multigraph())

    def reverse(self, *, copy: bool) -> Self:
        """Return the graph with reversed edges. It shares the tables of this graph."""
        other = type(self)(self._given, is_reversed=not self._is_reversed)
        vars(other).update(numbers=self.numbers, nodes=self.nodes, _sides=self._sides)
        return other

    @property
    def graph(self) -> Graph:
        """The graph for networkx's own functions."""
        return self._given.reverse(copy=False) if self._is_reversed else self._given

    @cached_property
    def is_plain(self) -> bool:
        """True if the graph keeps its edges in dicts as networkx does. Views and special classes compute them."""
        return is_plain(self._given)

    @property
    def is_read(self) -> bool:
        """True if edges have been read."""
        return len(self._sides) > 0

    @cached_property
    def numbers(self) -> dict[Node, int]:
        """The number of each node, in the order of the graph."""
        return {node: number for number, node in enumerate(self._given)}

    @cached_property
    def nodes(self) -> list[Node]:
        """The nodes in the order of their numbers."""
        return list(self.numbers)

    def number(self, node: object) -> int | None:
        """Return the number of a node, or None if the graph doesn't have the node."""
        try:
            return self.numbers.get(node)
        except TypeError:  # It can't be hashed.
            return None

    def side(self, *, into: bool) -> Side:
        """Return the edges that leave each node, or those that lead to it. An undirected graph has one side only."""
        is_into = self.is_directed() and into != self._is_reversed
        if is_into not in self._sides:
            from astarlib.networkx_backend.tables import Side  # It loads numpy.

            adjacency = self._given._pred if is_into else self._given._adj  # noqa: SLF001  # networkx's searches use it.
            self._sides[is_into] = Side(adjacency, self.numbers, self._given)
        return self._sides[is_into]

    def forget(self, weight: Hashable) -> None:
        """Forget the costs of edges because they have changed."""
        for side in self._sides.values():
            side.forget(weight)


def is_plain(graph: Graph) -> bool:
    """Return True if networkx's searches read the edges of this graph from its dicts."""
    # A view has the attribute `_graph`: it changes with another graph, and networkx's cache doesn't notice that.
    return isinstance(graph, nx.Graph) and not hasattr(graph, "_graph") and _is_plain_class(type(graph).__mro__)


@cache
def _is_plain_class(bases: tuple[type, ...]) -> bool:
    base = next(base for base in bases if base.__module__.startswith("networkx.classes."))
    return all(getattr(bases[0], name, None) is getattr(base, name, None) for name in _READ)
