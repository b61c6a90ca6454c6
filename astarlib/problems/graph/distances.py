"""The distances from one node of a graph to all others. This module needs numpy, and uses numba if it's installed."""

from __future__ import annotations

import hashlib
import heapq
import importlib.util
from functools import cache, partial
from typing import Any, Final

import numpy as np

from astarlib.errors import CapacityError
from astarlib.heuristics.landmarks import UNREACHABLE, NumberedStates
from astarlib.problems.graph.arrays import Edges, Rows
from astarlib.problems.graph.compiled import Tables, graph_domain

_COMPILED_FROM: Final = 50_000
"""The number of edges from which compiled code is used. For smaller graphs, loading numba takes longer."""


def numbered_states(rows: Rows[Any], number: Any, state: Any) -> NumberedStates:
    """Return the nodes of a graph, with functions from states to numbers and back, and the distances between them."""
    return NumberedStates(
        size=len(rows.nodes),
        number=number,
        state=state,
        digest=cache(partial(_digest, rows)),
        sources=lambda: np.flatnonzero(np.diff(rows.out.starts)).tolist(),
        distances=lambda node, backward: distances(rows, node, backward=backward),
    )


def distances(rows: Rows[Any], number: int, *, backward: bool) -> Any:  # Any: a numpy array
    """Return the distances from a node to all nodes, or with ``backward`` from all nodes to it; -1 without a path."""
    ways = Rows(range(len(rows.nodes)), *((rows.back, rows.out) if backward else (rows.out, rows.back)))
    if len(rows.out.ends) >= _COMPILED_FROM and importlib.util.find_spec("numba") is not None:
        try:
            return _by_compiled_search(ways, number)
        except CapacityError:
            pass  # A sum is too large for the compiled search.
    return _by_dijkstra(ways.out, len(rows.nodes), number)


def _by_compiled_search(ways: Rows[int], number: int) -> Any:
    from astarlib.compiled.by_hand.domain_problem import DomainProblem
    from astarlib.compiled.exploring import packed_distances  # It loads numba.

    nothing = ways.out.costs[:0]
    found = np.full(len(ways.nodes), UNREACHABLE, nothing.dtype)
    domain = graph_domain(ways, Tables(*ways.out, nothing, *ways.back, nothing, 0))
    states, costs = packed_distances(DomainProblem(domain, number))
    found[states] = costs
    return found


def _by_dijkstra(edges: Edges, size: int, start: int) -> Any:
    starts, ends, costs = (array.tolist() for array in edges)
    found: list[Any] = [UNREACHABLE] * size
    queue: list[tuple[Any, int]] = [(0, start)]
    while len(queue) > 0:
        far, node = heapq.heappop(queue)
        if found[node] != UNREACHABLE:
            continue
        found[node] = far
        for at in range(starts[node], starts[node + 1]):
            if found[ends[at]] == UNREACHABLE:
                heapq.heappush(queue, (far + costs[at], ends[at]))
    return np.array(found, edges.costs.dtype)


def _digest(rows: Rows[Any]) -> str:
    content = hashlib.sha256()
    for array in rows.out:
        content.update(f"{array.dtype} {len(array)} ".encode())
        content.update(np.ascontiguousarray(array).tobytes())
    return content.hexdigest()
