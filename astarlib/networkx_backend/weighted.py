"""networkx's functions for shortest paths with weights. Their parameters and results are those of networkx."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from astarlib._support.memory import objects_that_stay
from astarlib.networkx_backend.converted import ConvertedGraph, Node
from astarlib.networkx_backend.fallback import by_networkx, fail_without_path

if TYPE_CHECKING:
    from astarlib.networkx_backend.searches import Found, Meeting, Predecessors

_MAX_CUTOFF: Final = 2**53
"""Floats represent all ints up to this one."""

Weight = Any
"""The name of an attribute, or a function."""


def multi_source_dijkstra(
    G: ConvertedGraph,
    sources: Iterable[Node],
    target: Node | None = None,
    cutoff: float | None = None,
    weight: Weight = "weight",
) -> Any:  # Any: one of two kinds of tuples
    """Return distances and paths from the nearest source."""
    found = _search(G, sources, target, cutoff, weight)
    if found is None:
        return by_networkx("multi_source_dijkstra", G, sources, target, cutoff, weight)
    starts = list(sources)
    if target is None:
        return _lengths(G, found, starts), _paths(G, found, starts)
    number = G.numbers[target]
    if not found.reaches(number):
        return fail_without_path("multi_source_dijkstra", G, [*starts, target], sources, target)
    numbers, length = found.path_to(number)
    given = {G.numbers[start]: start for start in starts}
    return length, [given[numbers[0]], *map(G.nodes.__getitem__, numbers[1:-1]), target]


def multi_source_dijkstra_path_length(
    G: ConvertedGraph,
    sources: Iterable[Node],
    cutoff: float | None = None,
    weight: Weight = "weight",
) -> dict[Node, float]:
    """Return distances from the nearest source."""
    found = _search(G, sources, None, cutoff, weight)
    if found is None:
        return dict(by_networkx("multi_source_dijkstra_path_length", G, sources, cutoff, weight))
    return _lengths(G, found, list(sources))


def dijkstra_path_length(
    G: ConvertedGraph, source: Node, target: Node, weight: Weight = "weight"
) -> Any:  # Any: a number of any type
    """Return the length of a shortest path."""
    found = None if target is None else _search(G, [source], target, None, weight)
    if found is None:
        return by_networkx("dijkstra_path_length", G, source, target, weight)
    number = G.numbers[target]
    if not found.reaches(number):
        return fail_without_path("dijkstra_path_length", G, [source, target], source, target)
    return found.path_to(number)[1]


def dijkstra_predecessor_and_distance(
    G: ConvertedGraph,
    source: Node,
    cutoff: float | None = None,
    weight: Weight = "weight",
) -> tuple[dict[Node, list[Node]], dict[Node, float]]:
    """Return all predecessors on shortest paths, and distances from the source."""
    found = _search(G, [source], None, cutoff, weight)
    if found is None:
        pred, distances = by_networkx("dijkstra_predecessor_and_distance", G, source, cutoff, weight)
        return pred, distances
    pred = found.predecessors(math.inf if cutoff is None else cutoff)
    return named_predecessors(G, source, pred), _lengths(G, found, [source])


@objects_that_stay()
def named_predecessors(graph: ConvertedGraph, source: Node, pred: Predecessors) -> dict[Node, list[Node]]:
    """Return the names of nodes, each with the names of the nodes before it."""
    nodes = [*graph.nodes]
    nodes[graph.numbers[source]] = source
    tails = map(nodes.__getitem__, pred.tails)
    return {nodes[head]: list(islice(tails, count)) for head, count in zip(pred.heads, pred.counts, strict=True)}


def bidirectional_dijkstra(
    G: ConvertedGraph,
    source: Node,
    target: Node,
    weight: Weight = "weight",
) -> tuple[float, list[Node]]:
    """Return the length of a shortest path, and the path, found from both ends."""
    meeting = None
    start, end = G.number(source), G.number(target)
    if is_fast(G, weight) and start is not None and end is not None and start != end:
        from astarlib.networkx_backend.searches import bidirectional_dijkstra as search  # It loads numba.

        meeting = search(G, weight, (start, end))
    if meeting is None:
        length, path = by_networkx("bidirectional_dijkstra", G, source, target, weight)
        return length, path
    if len(meeting.nodes) == 0:
        fail_without_path("bidirectional_dijkstra", G, [source, target], source, target)
    return meeting.length, named_path(G, source, target, meeting)


def named_path(graph: ConvertedGraph, source: Node, target: Node, meeting: Meeting) -> list[Node]:
    """Return the nodes of a path. Equal nodes can be different objects, such as 1 and 1.0: the ends are those of the
    user, but networkx takes the node where the searches have met from the graph.
    """
    path = [source, *map(graph.nodes.__getitem__, meeting.nodes[1:-1]), target]
    if meeting.node in {meeting.nodes[0], meeting.nodes[-1]}:
        path[0 if meeting.node == meeting.nodes[0] else -1] = graph.nodes[meeting.node]
    return path


def is_fast(graph: ConvertedGraph, weight: Weight = None) -> bool:
    """Return True if compiled code can search in the graph with this weight."""
    return graph.is_plain and not callable(weight) and has_numba()


def is_cutoff(cutoff: object) -> bool:
    """Return True if compiled code can compare numbers with this one."""
    if isinstance(cutoff, float):
        return not math.isnan(cutoff)
    return cutoff is None or (isinstance(cutoff, int) and abs(cutoff) < _MAX_CUTOFF)


@cache
def has_numba() -> bool:
    """Return True if numba is installed."""
    return importlib.util.find_spec("numba") is not None


def _search(
    graph: ConvertedGraph, sources: Iterable[Node], target: Node | None, cutoff: float | None, weight: Weight
) -> Found | None:
    """Return the result of Dijkstra's algorithm, or None if networkx has to search or to raise an error."""
    if not is_fast(graph, weight) or not is_cutoff(cutoff):
        return None
    if not isinstance(sources, list | tuple | set | frozenset | dict):
        return None
    starts = [graph.number(source) for source in sources]
    end = None if target is None else graph.number(target)
    if None in starts or len({*starts}) < max(1, len(starts)) or (target is not None and end in {None, *starts}):
        return None
    from astarlib.networkx_backend.searches import dijkstra, dijkstra_between  # They load numba.

    known, limit = [start for start in starts if start is not None], math.inf if cutoff is None else float(cutoff)
    if end is not None and len(known) == 1:
        return dijkstra_between(graph, weight, known[0], end, limit)
    return dijkstra(graph, weight, known, end, limit)


def _names(graph: ConvertedGraph, found: Found, sources: list[Node]) -> list[Node]:
    """Return the closed nodes, with the sources as the user gave them."""
    return [*sources, *map(graph.nodes.__getitem__, found.closed[len(sources) :].tolist())]


def _lengths(graph: ConvertedGraph, found: Found, sources: list[Node]) -> dict[Node, float]:
    return dict(zip(_names(graph, found, sources), found.lengths(), strict=True))


@objects_that_stay()
def _paths(graph: ConvertedGraph, found: Found, sources: list[Node]) -> dict[Node, list[Node]]:
    names, numbers = _names(graph, found, sources), found.closed.tolist()
    paths: list[list[Node]] = [[]] * len(graph)
    for number, source in zip(numbers, sources, strict=False):
        paths[number] = [source]
    count = len(sources)
    for number, name, parent in zip(numbers[count:], names[count:], found.parents(), strict=True):
        paths[number] = paths[parent] + [name]
    return dict(zip(names, map(paths.__getitem__, numbers), strict=True))
