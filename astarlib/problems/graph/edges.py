"""Graphs as people have them, made into costs by tail and head, or refused with the edge named."""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Protocol, TypeAlias, runtime_checkable

from typing_extensions import TypeVar

from astarlib.plain_values import plain_number

N = TypeVar("N", bound=Hashable, default=Any)
"""A node."""

Edge: TypeAlias = tuple[N, N] | tuple[N, N, Any]
"""(tail, head), (tail, head, cost), or (tail, head, attributes), where a mapping of attributes holds the cost."""


@runtime_checkable
class NetworkXGraph(Protocol):
    """What is asked of a ``networkx.Graph`` and its kinds; networkx itself is never imported."""

    def is_directed(self) -> bool:
        """Whether an edge leads one way only."""
        ...

    @property
    def nodes(self) -> Iterable[Any]:
        """All nodes, those without an edge, too."""
        ...

    @property
    def edges(self) -> Callable[..., Iterable[tuple[Any, Any, Any]]]:
        """``edges(data=True)`` gives (tail, head, attributes)."""
        ...


GraphSource: TypeAlias = Mapping[N, Mapping[N, Any] | Sequence[N]] | Iterable[Edge[N]] | NetworkXGraph
"""What a graph is made of. Any: a cost, or attributes of which one is the cost."""

Costs: TypeAlias = dict[N, dict[N, float]]
"""For each node the cheapest edge to each of its heads."""


def read_graph(source: GraphSource[N], *, weight: str | None, directed: bool | None) -> Costs[N]:
    """The costs of all edges, by tail and head. Of parallel edges the cheapest counts.

    ``weight`` and ``directed`` are as in :class:`GraphProblem`.

    Raises
    ------
    ValueError
        When an edge has no cost or a wrong one, or is no edge, or a node cannot be hashed; names the edge.
    TypeError
        When ``weight`` is no text, or ``directed`` no truth value.

    Examples
    --------
    >>> read_graph([("a", "b", 3), ("a", "b", 2), ("b", "c")], weight=None, directed=None)
    {'a': {'b': 2}, 'b': {'c': 1}, 'c': {}}
    """
    if not isinstance(directed, bool | None):
        raise TypeError(f"directed must be True, False or None, not {directed!r}")
    if not isinstance(weight, str | None):
        raise TypeError(f"weight must be the name of an attribute or None, not {weight!r}")
    nodes, edges, one_way = _parts(source)
    both_ways = not one_way if directed is None else not directed
    if not one_way and not both_ways:
        raise ValueError("the graph is undirected, so directed=True does not fit; give graph.to_directed()")
    costs: Costs[N] = {node: {} for node in nodes}
    for tail, head, given in edges:
        cost = _cost(tail, head, given, weight)
        _add(costs, tail, head, cost)
        if both_ways:
            _add(costs, head, tail, cost)
    return costs


def _parts(source: Any) -> tuple[Iterable[Any], Iterable[tuple[Any, Any, Any]], bool]:
    """The nodes that are listed as such, the edges, and whether they lead one way only."""
    if isinstance(source, NetworkXGraph):
        return source.nodes, source.edges(data=True), source.is_directed()
    if isinstance(source, Mapping):
        return source, _edges_of_mapping(source), True
    if not isinstance(source, Iterable) or isinstance(source, str):
        raise ValueError(  # noqa: TRY004  # whatever is wrong with a graph is a ValueError
            f"a graph is edges, a dict of dicts or of lists, or a networkx graph, not {reprlib.repr(source)}"
        )
    return (), _edges_of_rows(source), True


def _edges_of_mapping(source: Mapping[Any, Any]) -> Iterator[tuple[Any, Any, Any]]:
    for tail, heads in source.items():
        given = heads if isinstance(heads, Mapping) else dict.fromkeys(_listed(tail, heads), 1)
        yield from ((tail, head, told) for head, told in given.items())


def _listed(tail: Any, heads: Any) -> Iterable[Any]:
    """The heads of ``tail``, when they are listed in an order of their own."""
    if isinstance(heads, Iterable) and not isinstance(heads, str | AbstractSet):
        return heads
    why = "; the order of a set may change from run to run" if isinstance(heads, AbstractSet) else ""
    raise ValueError(f"the heads of {tail!r} are {reprlib.repr(heads)}; give a list, or a dict with costs{why}")


def _edges_of_rows(source: Iterable[Any]) -> Iterator[tuple[Any, Any, Any]]:
    for number, edge in enumerate(source, 1):
        if not isinstance(edge, tuple | list) or len(edge) not in {2, 3}:
            raise ValueError(
                f"edge {number} is {reprlib.repr(edge)}; an edge is (tail, head), (tail, head, cost) or "
                "(tail, head, attributes)"
            )
        yield edge[0], edge[1], edge[2] if len(edge) == 3 else 1


def _cost(tail: Any, head: Any, given: Any, weight: str | None) -> float:
    """The cost of an edge for which ``given`` is told: a number, or attributes."""
    where = f"the edge from {tail!r} to {head!r}"
    if isinstance(given, Mapping):
        if weight is None:
            return 1
        if weight not in given:
            named = ", ".join(map(repr, given)) or "no attribute at all"
            raise ValueError(f"{where} has no {weight!r}, which is to be its cost; it has {named}")
        given = given[weight]
    try:
        fits = 0 <= given <= sys.float_info.max
    except TypeError:
        fits = False
    if not fits:
        raise ValueError(f"{where} costs {reprlib.repr(given)}; a cost is a finite number of at least 0")
    return plain_number(given)  # type: ignore[no-any-return]  # it compares as a number does


def _add(costs: Costs[N], tail: N, head: N, cost: float) -> None:
    try:
        heads = costs.setdefault(tail, {})
        costs.setdefault(head, {})
        heads[head] = min(cost, heads.get(head, cost))
    except TypeError as error:
        raise ValueError(f"the edge from {tail!r} to {head!r} has an end that is no node: {error}") from error
