"""The distances from one node of a graph to all others. This module needs numpy, and uses numba if it's installed."""

from __future__ import annotations

import hashlib
import heapq
import importlib.util
from typing import Any, Final

import numpy as np

from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import CapacityError
from astarlib.heuristics.landmarks import UNREACHABLE, NumberedStates
from astarlib.problem import SearchProblem
from astarlib.problems.graph.arrays import Edges, Rows
from astarlib.problems.graph.compiled import (
    Tables,
    apply,
    apply_back,
    is_goal,
    packing_of,
    predecessor_count,
    successor_count,
)

_COMPILED_FROM: Final = 50_000
"""The number of edges from which compiled code is used. For smaller graphs, loading numba takes longer."""


def numbered_states(rows: Rows[Any], number: Any, state: Any) -> NumberedStates:
    """Return the nodes of a graph, with functions from states to numbers and back, and the distances between them."""
    digests: list[str] = []

    def digest() -> str:
        if len(digests) == 0:
            digests.append(_digest(rows))
        return digests[0]

    return NumberedStates(
        size=len(rows.nodes),
        number=number,
        state=state,
        digest=digest,
        sources=lambda: np.flatnonzero(np.diff(rows.out.starts)).tolist(),
        distances=lambda node, backward: distances(rows, node, backward=backward),
    )


def distances(rows: Rows[Any], number: int, *, backward: bool) -> Any:  # Any: a numpy array
    """Return the distances from a node to all nodes, or with ``backward`` from all nodes to it; -1 without a path."""
    ways = (rows.back, rows.out) if backward else (rows.out, rows.back)
    if len(rows.out.ends) >= _COMPILED_FROM and importlib.util.find_spec("numba") is not None:
        try:
            return _by_compiled_search(rows, ways, number)
        except CapacityError:
            pass  # A sum is too large for the compiled search.
    return _by_dijkstra(ways[0], len(rows.nodes), number)


def _by_compiled_search(rows: Rows[Any], ways: tuple[Edges, Edges], number: int) -> Any:
    from astarlib.compiled.exploring import packed_distances  # It loads numba.

    found = np.full(len(rows.nodes), UNREACHABLE, ways[0].costs.dtype)
    states, costs = packed_distances(_FromNode(number, ways, rows.max_degree))
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


class _FromNode(SearchProblem[int, int]):
    """A problem for the exploration of a graph from one node, whose states are the numbers of nodes."""

    def __init__(self, start: int, ways: tuple[Edges, Edges], max_degree: int) -> None:
        super().__init__(start)
        self._ways = ways
        self._max_degree = max_degree

    def actions(self, state: int, /) -> list[int]:
        edges = self._ways[0]
        found: list[int] = edges.ends[edges.starts[state] : edges.starts[state + 1]].tolist()
        return found

    def result(self, state: int, action: int, /) -> int:  # The action is the next node.
        return action

    def is_goal(self, state: int, /) -> bool:  # An exploration has no goal.
        return False

    def compiled_domain(self) -> CompiledDomain[int]:
        out, back = self._ways
        nothing = out.costs[:0]
        encode, decode = packing_of(Rows(range(len(out.starts) - 1), out))
        return CompiledDomain(
            encode=encode,
            decode=decode,
            successor_count=successor_count,
            apply=apply,
            is_goal=is_goal,
            predecessor_count=predecessor_count,
            apply_back=apply_back,
            tables=Tables(out.starts, out.ends, out.costs, nothing, back.starts, back.ends, back.costs, nothing, 0),
            max_successors=self._max_degree,
            costs=int if out.costs.dtype == np.int64 else float,
        )
