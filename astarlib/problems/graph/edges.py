"""Readers that turn edges, dicts and networkx graphs into costs ``{from: {to: cost}}``. Errors name the edge."""

from __future__ import annotations

import difflib
import math
import reprlib
import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from itertools import chain
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, runtime_checkable

from typing_extensions import TypeVar

from astarlib._support.plain_values import is_number, plain_value
from astarlib.problems.graph.neighbors import edges_of_mapping
from astarlib.problems.graph.other_forms import TUPLES, advice

N = TypeVar("N", bound=Hashable, default=Any)
"""A node."""

Edge: TypeAlias = tuple[N, N] | tuple[N, N, Any]
"""An edge: (from, to), (from, to, cost), or (from, to, attributes), where the attributes contain the cost."""


@runtime_checkable
class NetworkXGraph(Protocol):
    """The part of ``networkx.Graph`` and its subclasses that astarlib uses. astarlib never imports networkx."""

    def is_directed(self) -> bool:
        """Return True if the graph is directed."""
        ...

    def is_multigraph(self) -> bool:
        """Return True if the graph can have parallel edges."""
        ...

    @property
    def adj(self) -> Any:  # Any: a mapping of mappings, which the type stubs of networkx don't call one
        """The neighbors of each node with the attributes of the edge. In a multigraph, each key has attributes."""
        ...


GraphSource: TypeAlias = (
    Mapping[N, Mapping[N, Any] | Sequence[N] | Sequence[tuple[N, Any]] | Sequence[list[Any]]]
    | Iterable[Edge[N]]
    | NetworkXGraph
)
"""The forms of a graph that GraphProblem accepts. Any stands for a cost, or for attributes that contain the cost.
In a list, it also stands for the node."""


class Default(Enum):
    """A default value for parameters where None has a meaning of its own."""

    DEFAULT = "default"

    def __repr__(self) -> str:
        return "DEFAULT"


DEFAULT: Final = Default.DEFAULT

Weight: TypeAlias = str | Callable[[N, N, Any], float | None] | Default | None
"""The name of an attribute, or a function of (from, to, attributes). Any stands for a dict, as in networkx."""

Costs: TypeAlias = dict[N, dict[N, float]]
"""The cost of the cheapest edge to each neighbor, by node."""


class Reading(NamedTuple, Generic[N]):
    """The costs of the cheapest edges, ``{from: {to: cost}}``, and a sentence about lacking attributes, or None."""

    costs: Costs[N]
    note: str | None


def read_graph(source: GraphSource[N], *, weight: Weight[N], directed: bool | None) -> Reading[N]:
    """Return the costs of all edges, ``{from: {to: cost}}``. Only the cheapest of parallel edges is kept.
    The parameters are those of :class:`GraphProblem`. Raise ValueError, which names the edge, or TypeError if one is
    wrong.
    """
    if not isinstance(directed, bool | None):
        raise TypeError(f"directed must be True, False or None, not {directed!r}")
    if not isinstance(weight, str | Default | None) and not callable(weight):
        raise TypeError(f"weight must be the name of an attribute, a function or None, not {weight!r}")
    source, directed = _behind_view(source, directed)
    if isinstance(source, NetworkXGraph) and not isinstance(source, type):
        return _read_networkx(source, "weight" if isinstance(weight, Default) else weight, directed)
    if not isinstance(weight, str | Default | None):
        raise TypeError(f"a function as weight needs a networkx graph, not {reprlib.repr(source)}")
    plain = None if directed is False else _read_plain_dicts(source)
    if plain is not None:
        return Reading(plain, None)
    given: Any = source
    nodes, edges = (given, edges_of_mapping(given)) if isinstance(given, Mapping) else ((), _edges_of_rows(given))
    costs: Costs[N] = {node: {} for node in nodes}
    for tail, head, given in edges:
        cost = given if type(given) is int and 0 <= given < 2**53 else _cost(tail, head, given, weight)
        _add(costs, tail, head, cost)
        if directed is False:
            _add(costs, head, tail, cost)
    return Reading(costs, None)


def _behind_view(source: Any, directed: bool | None) -> tuple[Any, bool | None]:
    """Return the graph of ``G.edges``. An undirected ``G.edges(data=True)`` lists each edge once, for both ways."""
    if not type(source).__module__.startswith("networkx."):
        return source, directed
    if isinstance(source, Mapping) and isinstance(source, AbstractSet):  # Only G.edges is both.
        return getattr(source, "_graph", source), directed
    graph = getattr(getattr(source, "_viewer", None), "_graph", None)
    one_way = not isinstance(graph, NetworkXGraph) or graph.is_directed()
    return source, False if directed is None and not one_way else directed


def _read_networkx(
    graph: NetworkXGraph, weight: str | Callable[[Any, Any, Any], Any] | None, directed: bool | None
) -> Reading[Any]:
    """Read a graph with the weights that ``nx.dijkstra_path`` and ``nx.astar_path`` use."""
    one_way = graph.is_directed()
    if not one_way and directed is True:
        raise ValueError("the graph is undirected, so directed=True does not fit; give graph.to_directed()")
    both_ways = one_way and directed is False  # In an undirected graph, each edge is listed at both ends.
    plain = None if callable(weight) or both_ways else _read_plain_networkx(graph, weight)
    if plain is not None:
        return Reading(plain, None)
    weigh = weight if callable(weight) else _weigher(weight, is_multigraph=graph.is_multigraph())
    costs: Costs[Any] = {node: {} for node in graph.adj}
    for tail, heads in graph.adj.items():
        for head, data in heads.items():
            _add_weighed(costs, tail, head, weigh(tail, head, data))
            if both_ways:
                _add_weighed(costs, head, tail, weigh(head, tail, data))
    return Reading(costs, _note(graph, weight) if isinstance(weight, str) else None)


def _read_plain_dicts(source: Any) -> Costs[Any] | None:
    """Return the costs of a dict of dicts quickly, or None if a cost isn't a plain number or a neighbor isn't a key."""
    if type(source) is not dict or not all(type(heads) is dict for heads in source.values()):
        return None
    costs: Costs[Any] = {tail: dict(heads) for tail, heads in source.items()}
    is_closed = costs.keys() >= set(chain.from_iterable(costs.values()))
    return costs if is_closed and _are_plain_costs(costs) else None


def _read_plain_networkx(graph: NetworkXGraph, weight: str | None) -> Costs[Any] | None:
    """Return the costs of a graph without parallel edges quickly, or None if an edge needs a closer look."""
    adjacency: Any = getattr(graph, "adjacency", None)  # Its dicts are faster than the views of `adj`.
    if graph.is_multigraph() or adjacency is None:
        return None
    costs: Costs[Any]
    if weight is None:
        return {tail: dict.fromkeys(heads, 1) for tail, heads in adjacency()}
    try:
        costs = {tail: {head: data[weight] for head, data in heads.items()} for tail, heads in adjacency()}
    except KeyError:
        return None
    return costs if _are_plain_costs(costs) else None


def _are_plain_costs(costs: Costs[Any]) -> bool:
    """Return True if all costs are finite ints or floats >= 0."""
    flat = list(chain.from_iterable(heads.values() for heads in costs.values()))
    largest = sys.float_info.max
    return set(map(type, flat)) <= {int, float} and all(0 <= cost <= largest for cost in flat)


def _weigher(weight: str | None, *, is_multigraph: bool) -> Callable[[Any, Any, Any], Any]:
    """Return networkx's weight function for the name of an attribute. None stands for unit costs."""
    if weight is None:
        return lambda _tail, _head, _data: 1
    if not is_multigraph:
        return lambda _tail, _head, data: data.get(weight, 1)

    def cheapest(tail: Any, head: Any, data: Any) -> Any:
        given = [each.get(weight, 1) for each in data.values()]
        costs = [checked_cost(tail, head, each) for each in given if not _is_hidden(each)]
        return min(costs, default=None)

    return cheapest


def _is_hidden(cost: Any) -> bool:
    """Return True if an edge of a networkx graph can't be used: its weight is None or infinite."""
    try:
        return cost is None or bool(cost == math.inf)
    except (TypeError, ValueError):  # An array has no single truth value. It's refused as a cost.
        return False


def checked_weight(tail: Any, head: Any, cost: Any) -> float | None:
    """Return the cost of an edge, or None if it's None or infinite. Raise ValueError if it isn't a number >= 0."""
    return None if _is_hidden(cost) else checked_cost(tail, head, cost)


def _add_weighed(costs: Costs[Any], tail: Any, head: Any, cost: Any) -> None:
    checked = checked_weight(tail, head, cost)
    if checked is not None:
        _add(costs, tail, head, checked)


def _note(graph: NetworkXGraph, weight: str) -> str | None:
    """Return a sentence about edges that lack the attribute. ValueError if all lack it, unless it's the default."""
    edges = lacking = 0
    names: set[Any] = set()
    for tail, heads in graph.adj.items():
        for head, data in heads.items():
            ends = 2 if graph.is_directed() or tail == head else 1  # An undirected edge is listed at both ends.
            for attributes in data.values() if graph.is_multigraph() else (data,):
                edges += ends
                if weight not in attributes:
                    lacking += ends
                    names.update(attributes)
    if lacking == 0:
        return None
    if lacking == edges and weight != "weight":  # networkx's default name stands for unit costs where it's missing.
        close = difflib.get_close_matches(weight, sorted(map(str, names)), n=1)
        hint = f"; did you mean {close[0]!r}?" if len(close) > 0 else ""
        named = ", ".join(sorted(map(repr, names))) or "no attributes"
        raise ValueError(
            f"no edge has the attribute {weight!r} for its cost; the edges have {named}{hint} (weight=None requests "
            "unit costs)"
        )
    if lacking == edges:
        other = f" (only {', '.join(sorted(map(repr, names)))})" if len(names) > 0 else ""
        return f"no edge has {weight!r}{other}: unit costs"
    return f"{lacking // 2:,} of {edges // 2:,} edges lack the attribute {weight!r}, so they cost 1"


def _edges_of_rows(source: Any) -> Iterator[tuple[Any, Any, Any]]:
    other_form = advice(source)
    if other_form is not None:
        raise ValueError(other_form)
    if not isinstance(source, Iterable) or isinstance(source, str):
        raise ValueError(  # noqa: TRY004  # Every error in a graph is a ValueError.
            "a graph must be an iterable of edges, a dict of dicts or of lists, or a networkx graph, not "
            f"{reprlib.repr(source)}"
        )
    for number, edge in enumerate(source, 1):
        size = len(edge) if isinstance(edge, tuple | list) else 0
        if size not in {2, 3} and not (size == 4 and isinstance(edge[3], Mapping)):  # networkx lists keys, too.
            other = ""
            if isinstance(edge, list):
                other = "; for a list of the neighbors of node 0, node 1 and so on, pass dict(enumerate(neighbors))"
            elif isinstance(edge, Mapping):
                other = f"; for a list of dicts, pass {TUPLES} edges]"
            raise ValueError(
                f"edge {number} is {reprlib.repr(edge)}; expected (from, to), (from, to, cost), "
                f"(from, to, attributes) or (from, to, key, attributes){other}"
            )
        yield edge[0], edge[1], edge[-1] if size > 2 else 1


def _cost(tail: Any, head: Any, given: Any, weight: str | Default | None) -> float:
    """Return the cost of an edge. ``given`` is a number, or attributes that contain the cost."""
    if isinstance(given, Mapping):
        if weight is None:
            return 1
        if len(given) > 0 and all(isinstance(each, Mapping) for each in given.values()):  # networkx's parallel edges
            return min(_cost(tail, head, each, weight) for each in given.values())
        if isinstance(weight, Default):
            return checked_cost(tail, head, given.get("weight", 1))
        if weight not in given:
            where = f"the edge from {tail!r} to {head!r}"
            named = ", ".join(map(repr, given)) or "no attributes"
            raise ValueError(f"{where} has no attribute {weight!r} for its cost; it has {named}")
        given = given[weight]
    return checked_cost(tail, head, given)


def refuse_missing(nodes: Collection[Any]) -> None:
    """Raise ValueError if a node is a missing value, NaN or pandas' NaT or NA, because no other node is equal to it."""
    if {int, str}.issuperset(map(type, nodes)):  # The usual case: comparing each node takes a tenth of the reading.
        return
    for node in nodes:
        if _is_missing(node) or (isinstance(node, tuple) and any(map(_is_missing, node))):
            raise ValueError(
                f"{reprlib.repr(node)} can't be a node, because a missing value isn't equal to itself; remove its edges"
            )


def _is_missing(value: Any) -> bool:
    try:
        return bool(value != value)  # noqa: PLR0124  # Only a missing value differs from itself.
    except (TypeError, ValueError):  # NA of pandas has no truth value.
        return True


def checked_cost(tail: Any, head: Any, cost: Any) -> float:
    """Return the cost of an edge. Raise ValueError if it isn't a finite number >= 0."""
    cost = plain_value(cost)
    if not is_number(cost, 0, sys.float_info.max):
        raise ValueError(
            f"the edge from {tail!r} to {head!r} costs {reprlib.repr(cost)}; a cost must be a finite number >= 0"
        )
    return cost  # type: ignore[no-any-return]  # It compares like a number.


def _add(costs: Costs[N], tail: N, head: N, cost: float) -> None:
    try:
        heads = costs.setdefault(tail, {})
        if head not in costs:
            costs[head] = {}
        known = heads.get(head, cost)
        heads[head] = min(cost, known)
    except TypeError as error:
        raise ValueError(f"the edge from {tail!r} to {head!r} has an end that can't be a node: {error}") from error
