"""Graphs as arrays of edges, sorted by node (compressed sparse rows). This module needs numpy."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple

import numpy as np

from astarlib.compiled_domain import MAX_SUCCESSORS
from astarlib.errors import MissingCapabilityError, short_repr
from astarlib.problems.graph.edges import Costs, N, checked_cost, refuse_missing

_MAX_NODES: Final = 2**31
_MAX_ALONE: Final = 10**6
"""The number of nodes without an edge that a graph may have if the number of nodes isn't given."""


class Edges(NamedTuple):
    """The edges at each node. The fields are numpy arrays."""

    starts: Any
    """For each node, the index of its first edge in the other arrays. The last entry is the number of edges."""
    ends: Any
    """The number of the node at the other end of each edge."""
    costs: Any
    """The cost of each edge."""


class Rows(Generic[N]):
    """A graph as arrays: its nodes in the order of their numbers, from 0, and the edges that leave each node."""

    def __init__(
        self, nodes: Sequence[N], out: Edges, back: Edges | None = None, *, numbers: Mapping[N, int] | None = None
    ) -> None:
        self.nodes = nodes
        self.out = out
        self._check_degree(np.diff(out.starts), "leave")
        known = {"back": back, "numbers": numbers}
        vars(self).update({name: value for name, value in known.items() if value is not None})

    @staticmethod
    def _check_degree(degrees: Any, verb: str) -> None:
        if degrees.max(initial=0) > MAX_SUCCESSORS:
            raise MissingCapabilityError(
                f"GraphProblem has no compiled_domain if more than {MAX_SUCCESSORS:,} edges {verb} a node"
            )

    @cached_property
    def numbers(self) -> Mapping[N, int]:
        """The number of each node."""
        return {node: number for number, node in enumerate(self.nodes)}

    @cached_property
    def back(self) -> Edges:
        """The edges that lead to each node, in the order of the nodes where they start."""
        starts, heads, costs = self.out
        counts = np.bincount(heads, minlength=len(self.nodes))
        self._check_degree(counts, "lead to")
        order = _stable_order(heads)
        tails = np.repeat(np.arange(len(self.nodes)), np.diff(starts))
        return Edges(_starts(counts), tails[order], costs[order])

    @cached_property
    def max_degree(self) -> int:
        """The largest number of edges that leave a node or lead to it, at least 1."""
        return int(max(1, *(np.diff(edges.starts).max(initial=0) for edges in (self.out, self.back))))

    @cached_property
    def float_costs(self) -> tuple[Any, Any]:
        """The costs of the edges that leave nodes, and of those that lead to nodes, as floats."""
        return self.out.costs.astype(np.float64, copy=False), self.back.costs.astype(np.float64, copy=False)

    def cost_unit(self) -> int | None:
        """Return the greatest common divisor of all costs if they are ints above 0, else None."""
        costs = np.unique(self.out.costs)
        if costs.dtype != np.int64 or costs.min(initial=1) <= 0:
            return None
        return math.gcd(*costs.tolist()) or None


def rows_of_dicts(costs: Costs[N]) -> Rows[N]:
    """Return the rows of a graph. Raise MissingCapabilityError for a cost of another type or for too many edges."""
    nodes = list(costs)
    numbers = {node: number for number, node in enumerate(nodes)}
    degrees = np.fromiter(map(len, costs.values()), np.int64, len(nodes))
    flat = list(chain.from_iterable(heads.values() for heads in costs.values()))
    kinds = set(map(type, flat))
    if not kinds <= {int, float, bool}:
        raise MissingCapabilityError("GraphProblem has no compiled_domain if a cost is neither an int nor a float")
    try:
        numbered: Any = np.array(flat, np.float64 if float in kinds else np.int64)  # Any: a numpy array
    except OverflowError:
        raise MissingCapabilityError(
            f"GraphProblem has no compiled_domain if an int cost is 2**63 or more, such as {short_repr(max(flat))}; "
            "use a larger unit of cost, or floats"
        ) from None
    heads = np.fromiter(map(numbers.__getitem__, chain.from_iterable(costs.values())), np.int64, len(flat))
    return Rows(nodes, Edges(_starts(degrees), heads, numbered), numbers=numbers)


def rows_of_edges(edges: list[Any], *, directed: bool) -> Rows[int] | None:
    """Return the rows of a list of edges if its nodes are ints, and its costs valid ints or valid floats.
    Return None if another reader has to look at the edges.
    """
    sizes = set(map(len, edges)) if set(map(type, edges)) == {tuple} else set()
    if sizes not in ({2}, {3}) or len(edges) > MAX_SUCCESSORS:
        return None
    columns: list[Any] = []
    for at in range(len(edges[0])):
        kinds = set(map(type, map(itemgetter(at), edges)))
        if kinds != {int} and (at < 2 or kinds != {float}):
            return None
        try:
            kind = np.int64 if kinds == {int} else np.float64
            columns.append(np.fromiter(map(itemgetter(at), edges), kind, len(edges)))
        except OverflowError:
            return None
    tails, heads, costs = columns if len(columns) == 3 else (*columns, np.ones(len(edges), np.int64))
    if not (costs.min() >= 0 and costs.max() < np.inf):  # This form of the condition also refuses NaN.
        return None
    nodes, numbers = _by_first(np.stack([tails, heads], axis=1).reshape(-1))
    tails, heads, costs = _directed(numbers[::2], numbers[1::2], costs, directed=directed)
    return Rows(nodes.tolist(), _sorted_edges(tails, heads, costs, len(nodes)))


def _by_first(values: Any) -> tuple[Any, Any]:
    """Return the different values in the order of their first places, and for each place the number of its value."""
    low, high = int(values.min()), int(values.max())
    if high - low < 4 * len(values):
        names, values = np.arange(low, high + 1), values - low
    else:
        names, values = np.unique(values, return_inverse=True)
    firsts = np.full(len(names), -1)
    firsts[values[::-1]] = np.arange(len(values))[::-1]  # The last assignment counts, that of the first place.
    used = np.flatnonzero(firsts >= 0)
    order = used[np.argsort(firsts[used])]
    numbers = np.empty(len(names), np.int64)
    numbers[order] = np.arange(len(order))
    return names[order], numbers[values]


def _directed(tails: Any, heads: Any, costs: Any, *, directed: bool) -> tuple[Any, Any, Any]:
    """Return the edges, or without ``directed`` each of them in both directions.
    They are next to each other, as in a graph that is read edge by edge.
    """
    if directed:
        return tails, heads, costs
    one, other = (np.stack(pair, axis=1).reshape(-1) for pair in ((tails, heads), (heads, tails)))
    return one, other, np.repeat(costs, 2)


def rows_of_arrays(
    tails: Any, heads: Any, costs: Any, *, nodes: int | Sequence[N] | None, directed: bool
) -> Rows[Any]:  # Any: arrays, and nodes of any type
    """Return the rows of a graph whose edges are in arrays. See `Graph.from_arrays`."""
    if not isinstance(directed, bool):
        raise TypeError(f"directed must be True or False, not {directed!r}")
    tails, heads = _numbers(tails, "tails"), _numbers(heads, "heads")
    costs = np.ones(len(tails), np.int64) if costs is None else _costs(costs)
    if not len(tails) == len(heads) == len(costs):
        raise ValueError(
            f"tails, heads and costs must have the same length, not {len(tails)}, {len(heads)} and {len(costs)}"
        )
    used = int(max(tails.max(initial=-1), heads.max(initial=-1))) + 1
    if nodes is None and used - 2 * len(tails) > _MAX_ALONE:  # A wrong number must not fill the memory.
        raise ValueError(
            f"the largest number of a node is {used - 1}, but there are only {len(tails)} edges; if that is right, "
            f"pass nodes={used}"
        )
    named = _names(nodes, used)
    for name, ends in (("tails", tails), ("heads", heads)):
        wrong = np.flatnonzero((ends < 0) | (ends >= len(named)))
        if len(wrong) > 0:
            first = int(wrong[0])
            raise ValueError(
                f"{name}[{first}] is {int(ends[first])}; expected the number of a node, from 0 to {len(named) - 1}"
            )
    wrong = np.flatnonzero(~((costs >= 0) & (costs < np.inf)))
    if len(wrong) > 0:
        first = int(wrong[0])
        checked_cost(named[int(tails[first])], named[int(heads[first])], costs[first].item())  # It raises the error.
    tails, heads, costs = _directed(tails, heads, costs, directed=directed)
    return Rows(named, _sorted_edges(tails, heads, costs, len(named)))


def rows_of_sparse(matrix: Any, *, nodes: Sequence[N] | None, directed: bool) -> Rows[Any]:  # Any: scipy's matrix
    """Return the rows of the graph of a sparse matrix. See `Graph.from_sparse`."""
    to_coo: Any = getattr(matrix, "tocoo", None)
    if not callable(to_coo) or isinstance(matrix, type):
        raise TypeError(f"from_sparse needs a sparse matrix of scipy, not {short_repr(matrix)}")
    shape: tuple[int, ...] = matrix.shape
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"the matrix must be square, with a row and a column for each node, not {shape}")
    nodes = _sequence(nodes)
    if nodes is not None and (not isinstance(nodes, Sequence) or len(nodes) != shape[0]):
        raise ValueError(f"nodes must have {shape[0]} names, one for each row of the matrix, not {short_repr(nodes)}")
    entries: Any = to_coo(copy=True)
    entries.sum_duplicates()  # In scipy, the value of an entry that is stored several times is the sum.
    size = shape[0] if nodes is None else nodes
    return rows_of_arrays(entries.row, entries.col, entries.data, nodes=size, directed=directed)


def _starts(degrees: Any) -> Any:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(degrees, dtype=np.int64)])


def _stable_order(numbers: Any) -> Any:
    """Return the places of numbers below 2**31 in sorted order, equal ones in the given order.
    `np.sort` takes a fraction of the time of a stable `np.argsort`.
    """
    return np.sort(numbers * len(numbers) + np.arange(len(numbers))) % max(len(numbers), 1)


def _sorted_edges(tails: Any, heads: Any, costs: Any, size: int) -> Edges:
    """Return the edges, sorted by the node where they start. Only the cheapest of parallel edges is kept."""
    keys = tails * size + heads
    ordered = np.sort(keys)
    if np.any(ordered[1:] == ordered[:-1]):
        firsts, groups = np.unique(keys, return_index=True, return_inverse=True)[1:]
        cheapest = costs[firsts].copy()
        np.minimum.at(cheapest, groups, costs)
        at = np.sort(firsts)
        place = np.empty(len(firsts), np.int64)
        place[np.argsort(firsts)] = np.arange(len(firsts))
        smallest = np.empty_like(cheapest)
        smallest[place] = cheapest
        tails, heads, costs = tails[at], heads[at], smallest
    if np.any(tails[1:] < tails[:-1]):
        order = _stable_order(tails)
        tails, heads, costs = tails[order], heads[order], costs[order]
    return Edges(_starts(np.bincount(tails, minlength=size)), heads, costs.copy())


def _numbers(given: Any, name: str) -> Any:
    array = _array(given, name)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be an array of ints, not of {array.dtype}{_advice(array, 'ints')}")
    if array.max(initial=0) >= _MAX_NODES:
        raise ValueError(f"{name} has the number {int(array.max())}; a graph has at most {_MAX_NODES:,} nodes")
    return array.astype(np.int64)


def _costs(given: Any) -> Any:
    array = _array(given, "costs")
    if array.dtype.kind not in "biuf":
        raise TypeError(f"costs must be an array of ints or floats, not of {array.dtype}{_advice(array, 'numbers')}")
    if array.dtype.kind == "u" and array.max(initial=0) >= 2**63:
        raise ValueError(f"costs has the number {int(array.max())}; an int must be less than 2**63")
    return array.astype(np.float64 if array.dtype.kind == "f" else np.int64)


def _advice(array: Any, kind: str) -> str:
    """Return what is wrong with an array of objects: its first entry that isn't a number of numpy, or its type."""
    if array.dtype.kind != "O":
        return ""
    number = (int, float) if kind == "numbers" else int
    for at, entry in enumerate(array.tolist()):
        if not isinstance(entry, number) or (isinstance(entry, int) and not -(2**63) <= entry < 2**63):
            return f"; entry {at} is {short_repr(entry)}, and ints must be less than 2**63"
    return f"; all its entries are {kind}, so convert the array to a numeric dtype"


def _array(given: Any, name: str) -> Any:
    try:
        array: Any = np.asarray(given)
    except ValueError as error:
        raise ValueError(f"{name} must be a one-dimensional array: {error}") from error
    if np.ma.is_masked(given):  # numpy would ignore the mask.
        raise ValueError(f"{name} has masked entries; pass only the other ones of all arrays, for example tails[~mask]")
    if array.ndim != 1:
        raise ValueError(f"{name} must be a one-dimensional array, not one of {array.ndim} dimensions")
    return array if array.size > 0 else np.zeros(0, np.int64)


def _sequence(nodes: Any) -> Any:  # Any: a sequence, or an index or array of another library
    """Return the items of an index of pandas or of an array as a list, and other values unchanged."""
    return nodes.tolist() if hasattr(nodes, "tolist") and getattr(nodes, "ndim", 0) == 1 else nodes


def _names(nodes: int | Sequence[N] | None, used: int) -> Sequence[Any]:
    """Return the nodes in the order of their numbers."""
    if nodes is None:
        return range(used)
    if isinstance(nodes, int | np.integer) and not isinstance(nodes, bool):
        nodes = int(nodes)
        if not 0 <= nodes < _MAX_NODES:
            raise ValueError(f"nodes is {nodes}; a graph has 0 to {_MAX_NODES:,} nodes")
        return range(nodes)
    nodes = _sequence(nodes)
    if not isinstance(nodes, Sequence) or isinstance(nodes, str):
        raise TypeError(f"nodes must be the number of nodes or a list of their names, not {short_repr(nodes)}")
    names = list(nodes)
    seen: dict[Any, int] = {}
    for number, name in enumerate(names):
        try:
            first = seen.setdefault(name, number)
        except TypeError as error:
            raise TypeError(f"nodes has the name {short_repr(name)}, which can't be a node: {error}") from error
        if first != number:
            raise ValueError(f"nodes has the name {name!r} twice, for the nodes {first} and {number}")
    refuse_missing(names)
    return names
