"""Random graphs for compiled engines. They need numpy, and only one compilation for each type of costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib.compiled_domain import DEAD_END, CompiledDomain
from astarlib.problems.graph.compiled import Word, apply, heuristic, successor_count

_MAX_SUCCESSORS: Final = 255


class Tables(NamedTuple):
    """The data of one graph. Any: numpy's arrays."""

    starts: Any
    """For each node, the index of its first edge in the next two arrays. The last entry is the number of edges."""
    heads: Any
    costs: Any
    hs: Any
    is_goal: Any
    """For each node, 1 if it is a goal, else 0."""


def compiled_domain(
    edges: Sequence[tuple[int, int, Any]],
    hs: Sequence[float],
    goals: Collection[int],
    *,
    state_of: Callable[[int], Any],
    node_of: Callable[[Any], int],
) -> CompiledDomain[Any]:
    """Return the domain of a graph with edges ``(source, target, cost)``, whose costs are ints, or ints and floats."""
    is_whole = all(isinstance(cost, int) for _, _, cost in edges)
    kind: Any = np.int64 if is_whole else np.float64  # Any: numpy's types
    leaving = [[edge for edge in edges if edge[0] == node] for node in range(len(hs))]
    rows = [edge for row in leaving for edge in row]
    tables = Tables(
        np.cumsum([0, *map(len, leaving)], dtype=np.int64),
        np.array([target for _, target, _ in rows], np.int64),
        np.array([cost for _, _, cost in rows], kind),
        np.array([DEAD_END if is_whole and h == math.inf else h for h in hs], kind),
        np.array([node in goals for node in range(len(hs))], np.int64),
    )
    return CompiledDomain(
        encode=lambda state: (node_of(state), 0),
        decode=lambda node, _: state_of(node),
        successor_count=successor_count,
        apply=apply,
        is_goal=is_goal,
        heuristic=heuristic,
        tables=tables,
        max_successors=_MAX_SUCCESSORS,
        costs=int if is_whole else float,
    )


def is_goal(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # The signature of domains.
    """Return True if a node is a goal."""
    return tables.is_goal[node] == 1
