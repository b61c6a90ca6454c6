"""Random graphs for compiled engines. They need numpy, and only one compilation for each type of costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib.compiled_domain import DEAD_END, CompiledDomain
from astarlib.problems.graph.compiled import (
    Word,
    apply,
    apply_back,
    backward_heuristic,
    heuristic,
    predecessor_count,
    successor_count,
)

_MAX_SUCCESSORS: Final = 255


class Tables(NamedTuple):
    """The data of one graph. Any: numpy's arrays."""

    starts: Any
    """For each node, the index of its first edge in the next two arrays. The last entry is the number of edges."""
    heads: Any
    costs: Any
    hs: Any
    back_starts: Any
    """The edges into each node, in the same form."""
    tails: Any
    back_costs: Any
    back_hs: Any
    is_goal: Any
    """For each node, 1 if it is a goal, else 0."""
    steps: Any
    """The steps to go of each node, as floats."""


def compiled_domain(
    edges: Sequence[tuple[int, int, Any]],
    hs: Sequence[float],
    back_hs: Sequence[float] | None,
    goals: Collection[int],
    steps: Sequence[float] | None,
    *,
    state_of: Callable[[int], Any],
    node_of: Callable[[Any], int],
) -> CompiledDomain[Any]:
    """Return the domain of a graph with edges ``(source, target, cost)``, whose costs are ints, or ints and floats."""
    is_whole = all(isinstance(cost, int) for _, _, cost in edges)
    kind: Any = np.int64 if is_whole else np.float64  # Any: numpy's types
    leaving, entering = ([[edge for edge in edges if edge[end] == node] for node in range(len(hs))] for end in (0, 1))
    estimates = [
        np.array([DEAD_END if is_whole and h == math.inf else h for h in given], kind)
        for given in (hs, [0] * len(hs) if back_hs is None else back_hs)
    ]
    tables = Tables(
        *_columns(leaving, 1, kind), estimates[0],
        *_columns(entering, 0, kind), estimates[1],
        np.array([node in goals for node in range(len(hs))], np.int64),
        np.array([0] * len(hs) if steps is None else steps, np.float64),
    )  # fmt: skip
    return CompiledDomain(
        encode=lambda state: (node_of(state), 0),
        decode=lambda node, _: state_of(node),
        successor_count=successor_count,
        apply=apply,
        is_goal=is_goal,
        heuristic=heuristic,
        predecessor_count=predecessor_count,
        apply_back=apply_back,
        backward_heuristic=None if back_hs is None else backward_heuristic,
        steps_to_go=None if steps is None else steps_to_go,
        tables=tables,
        max_successors=_MAX_SUCCESSORS,
        costs=int if is_whole else float,
    )


def _columns(rows: Sequence[Sequence[tuple[int, int, Any]]], end: int, kind: Any) -> tuple[Any, Any, Any]:
    """Return the starts of the rows, the node at that end of each edge, and the costs, as numpy's arrays."""
    flat = [edge for row in rows for edge in row]
    return (
        np.cumsum([0, *map(len, rows)], dtype=np.int64),
        np.array([edge[end] for edge in flat], np.int64),
        np.array([edge[2] for edge in flat], kind),
    )


def is_goal(tables: Word, node: Word, aux: Word) -> Word:  # The signature of domains.
    """Return True if a node is a goal."""
    return tables.is_goal[node] == 1


def steps_to_go(tables: Word, node: Word, aux: Word) -> Word:  # as above
    """Return the estimate of the number of actions to a goal."""
    return tables.steps[node]
