"""The edges of a networkx graph in arrays. This module loads numpy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from itertools import chain
from operator import is_, itemgetter, methodcaller
from typing import Any, Final

import numpy as np

from astarlib._support.memory import objects_that_stay

Array = Any
"""A numpy array."""

_EXACT: Final = 2.0**53
"""Floats represent all ints up to this one."""
_INTS: Final = frozenset((int, bool, np.int64))
_FLOATS: Final = frozenset((float, np.float64))
_HIDDEN: Final = type(None)
_PART: Final = 4
"""If a search has closed more than this part of the nodes, it's faster to compare the weights of all edges."""
_values: Any = methodcaller("values")


class Side:
    """The edges that leave each node of a graph, or those that lead to it, in the order of networkx.

    Parameters
    ----------
    adjacency:
        The dict of networkx with a dict of neighbors for each node.
    numbers:
        The number of each node.
    graph:
        The graph.
    """

    @objects_that_stay()
    def __init__(
        self, adjacency: Mapping[Any, Mapping[Any, Any]], numbers: Mapping[Hashable, int], graph: Any
    ) -> None:  # Any: nodes and attributes of networkx
        rows = list(adjacency.values())
        degrees = np.fromiter(map(len, rows), np.int64, len(rows))
        self.starts: Array = np.concatenate([np.zeros(1, np.int64), np.cumsum(degrees)])
        self.ends: Array = np.fromiter(
            map(numbers.__getitem__, chain.from_iterable(rows)), np.int32, int(self.starts[-1])
        )
        self.attributes: list[Mapping[Any, Any]] = list(chain.from_iterable(map(_values, rows)))
        self._firsts: Array | None = None
        if graph.is_multigraph():
            counts = np.fromiter(map(len, self.attributes), np.int64, len(self.attributes))
            self._firsts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
            self.attributes = list(chain.from_iterable(map(_values, self.attributes)))
        self._costs: dict[Hashable, Costs | None] = {}

    @cached_property
    def tails(self) -> Array:
        """The node at the near end of each edge."""
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))

    def costs(self, weight: Hashable) -> Costs | None:
        """Return the costs of the edges, or None if networkx has to compute with them."""
        if weight not in self._costs:
            self._costs[weight] = self._read(weight)
        return self._costs[weight]

    def edge(self, node: int, other: int) -> int:
        """Return the index of the only edge from a node to another one."""
        return _edge(self.starts, self.ends, node, other)

    def forget(self, weight: Hashable) -> None:
        """Read the costs again when they are needed again."""
        self._costs.pop(weight, None)

    @objects_that_stay()
    def _read(self, weight: Hashable) -> Costs | None:
        read: Callable[[Mapping[Any, Any]], Any] = itemgetter(weight)
        try:
            values = list(map(read, self.attributes))
        except KeyError:  # Without the attribute, an edge costs 1.
            read = methodcaller("get", weight, 1)
            values = list(map(read, self.attributes))
        kinds = set(map(type, values))
        is_hidden = _HIDDEN in kinds
        if not kinds <= _INTS | _FLOATS | {_HIDDEN} or (is_hidden and self._firsts is not None):
            return None
        try:
            costs: Array = np.array([value or 0 for value in values] if is_hidden else values, np.float64)
        except OverflowError:
            return None
        floats = None if kinds.isdisjoint(_INTS) else np.fromiter((type(each) in _FLOATS for each in values), bool)
        if not (costs >= 0).all() or (floats is not None and costs[~floats].max(initial=0) * len(self.starts) > _EXACT):
            return None
        return Costs(self, read, values, self._chosen(costs, floats, values if is_hidden else None))

    def _chosen(self, costs: Array, floats: Array | None, hidden: list[Any] | None) -> tuple[Array, ...]:
        """Return the edges without hidden ones and with the cheapest of parallel edges: starts, ends, tails, costs and
        the truth values that say which costs are floats.
        """
        starts, ends, tails = self.starts, self.ends, self.tails
        if self._firsts is not None and len(costs) > len(ends):
            best = self._firsts[:-1].copy()
            for edge in np.flatnonzero(np.diff(self._firsts) > 1).tolist():
                first, last = self._firsts[edge : edge + 2].tolist()
                best[edge] = first + int(np.argmin(costs[first:last]))  # the first of equal ones, as in networkx
            costs, floats = costs[best], None if floats is None else floats[best]
        if hidden is not None:
            kept = np.fromiter((value is not None for value in hidden), bool, len(hidden))
            starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)])[starts]
            ends, tails, costs, floats = ends[kept], tails[kept], costs[kept], None if floats is None else floats[kept]
        return starts, ends, tails, costs, floats

    @cached_property
    def spans(self) -> list[int]:
        """The index of the first attributes of each node in the list of all attributes, and the length of this list."""
        starts = self.starts if self._firsts is None else self._firsts[self.starts]
        return list(starts.tolist())


class Costs:
    """The costs of the edges of one side of a graph: those that aren't hidden, and the cheapest of parallel edges.

    ``starts``, ``ends`` and ``values`` are arrays for kernels, and ``tails`` has the other end of each edge. ``floats``
    says which costs are floats. It's None if all are.
    """

    def __init__(
        self, side: Side, read: Callable[[Mapping[Any, Any]], Any], given: list[Any], chosen: tuple[Array, ...]
    ) -> None:  # Any: attributes of networkx
        self.starts: Array = chosen[0]
        self.ends: Array = chosen[1]
        self.tails: Array = chosen[2]
        self.values: Array = chosen[3]
        self.floats: Array = chosen[4]
        self._side, self._read, self._given = side, read, given

    @property
    def edges(self) -> tuple[Array, Array, Array]:
        """The arrays for kernels."""
        return self.starts, self.ends, self.values

    @cached_property
    def lists(self) -> tuple[list[int], list[int], list[float]]:
        """The first edge of each node, and the end and the cost of each edge, for a search in Python."""
        values: list[float] = self.values.tolist()
        if self.floats is not None:
            values = [cost if is_float else int(cost) for cost, is_float in zip(values, self.floats, strict=True)]
        return self.starts.tolist(), self.ends.tolist(), values

    def edge(self, node: int, other: int) -> int:
        """Return the index of the only edge from a node to another one."""
        return _edge(self.starts, self.ends, node, other)

    def exact(self, edges: Iterable[int]) -> list[float]:
        """Return the costs of edges as ints and floats, as they are in the graph."""
        return [self._exact(edge) for edge in edges]

    def _exact(self, edge: int) -> float:
        cost: float = self.values[edge].item()
        return cost if self.is_float(edge) else int(cost)

    def is_float(self, edge: int) -> bool:
        """Return True if the cost of an edge is a float."""
        return self.floats is None or bool(self.floats[edge])

    def are_current(self, nodes: list[int]) -> bool:
        """Return True if the weights of all edges at these nodes still are those in the graph."""
        try:
            if _PART * len(nodes) > len(self._side.spans):
                attributes, given = self._unique
                return all(map(is_, map(self._read, attributes), given))
            parts = [slice(*self._side.spans[node : node + 2]) for node in nodes]
            some_attributes = chain.from_iterable(map(self._side.attributes.__getitem__, parts))
            some_given = chain.from_iterable(map(self._given.__getitem__, parts))
            return all(map(is_, map(self._read, some_attributes), some_given))
        except KeyError:  # An edge has lost the attribute.
            return False

    @cached_property
    def _unique(self) -> tuple[list[Mapping[Any, Any]], list[Any]]:
        """All different attributes and their weights, in the order of memory, in which they are read faster."""
        attributes, given = self._side.attributes, self._given
        _, order = np.unique(np.fromiter(map(id, attributes), np.int64, len(attributes)), return_index=True)
        places = order.tolist()
        return list(map(attributes.__getitem__, places)), list(map(given.__getitem__, places))


def _edge(starts: Array, ends: Array, node: int, other: int) -> int:
    first, last = starts[node : node + 2].tolist()
    return int(first + np.flatnonzero(ends[first:last] == other)[0])
