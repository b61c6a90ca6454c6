"""Graphs for compiled engines, as rows of edges (CSR).

This module needs numpy. All graphs share the same compiled code.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, NamedTuple

import numpy as np

from astarlib.compiled_domain import DEAD_END, MAX_SUCCESSORS, CompiledDomain
from astarlib.errors import InvalidHeuristicError, MissingCapabilityError
from astarlib.problems.graph.edges import Costs, N

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""


class Tables(NamedTuple):
    """The data of one problem on a graph. The fields typed Any are numpy arrays."""

    starts: Any
    """For each node, the index of its first edge in ``heads`` and ``costs``. The last entry is the number of edges."""
    heads: Any
    costs: Any
    hs: Any
    """The h of each node, or an empty array if there is no heuristic."""
    back_starts: Any
    """The edges into each node, in the form of those out of it."""
    tails: Any
    back_costs: Any
    back_hs: Any
    """The estimate of the cost from the start to each node, or an empty array if there is none."""
    goal: int


@dataclass(frozen=True, slots=True)
class Rows(Generic[N]):
    """A graph as rows of edges, where nodes are numbered from 0."""

    nodes: list[N]
    numbers: dict[N, int]
    starts: Any  # This field and the next two are numpy arrays.
    heads: Any
    costs: Any
    back_starts: Any
    tails: Any
    back_costs: Any
    most: int
    """The largest number of edges that leave a node or lead to it."""


def rows_of(costs: Costs[N]) -> Rows[N]:
    """Return the rows of a graph. Raise MissingCapabilityError for a cost of another type or for too many edges."""
    nodes = list(costs)
    numbers = {node: number for number, node in enumerate(nodes)}
    degrees = [len(heads) for heads in costs.values()]
    if max(degrees, default=0) > MAX_SUCCESSORS:
        raise MissingCapabilityError(
            f"GraphProblem has no compiled_domain if more than {MAX_SUCCESSORS:,} edges leave a node"
        )
    flat = list(chain.from_iterable(heads.values() for heads in costs.values()))
    kinds = set(map(type, flat))
    if not kinds <= {int, float, bool}:
        raise MissingCapabilityError("GraphProblem has no compiled_domain if a cost is neither an int nor a float")
    numbered: Any = np.array(flat, np.float64 if float in kinds else np.int64)  # Any: a numpy array
    heads = np.fromiter((numbers[head] for ends in costs.values() for head in ends), np.int64, len(flat))
    order, counts = np.argsort(heads, kind="stable"), np.bincount(heads, minlength=len(nodes))
    return Rows(
        nodes,
        numbers,
        np.concatenate([[0], np.cumsum(np.array(degrees, np.int64))]),
        heads,
        numbered,
        np.concatenate([[0], np.cumsum(counts)]),
        np.repeat(np.arange(len(nodes)), degrees)[order],
        numbered[order],
        max(1, *degrees, *counts.tolist()),
    )


def compiled_domain(
    rows: Rows[N], goal: N, estimate: Callable[[N], float] | None, estimate_back: Callable[[N], float] | None
) -> CompiledDomain[N]:
    """Return the compiled domain of a path in a graph. This calls the estimates once for every node."""
    costs, back_costs, values = rows.costs, rows.back_costs, []
    for name, function in (("heuristic", estimate), ("backward_heuristic", estimate_back)):
        values.append([] if function is None else [_checked(function(node), node, name) for node in rows.nodes])
    if costs.dtype == np.int64 and all(h == math.inf or h == int(h) for row in values for h in row):
        estimates: list[Any] = [
            np.array([DEAD_END if h == math.inf else int(h) for h in row], np.int64) for row in values
        ]
    else:
        costs, back_costs = (row.astype(np.float64, copy=False) for row in (costs, back_costs))
        estimates = [np.array(row, np.float64) for row in values]
    hs, back_hs = estimates
    return CompiledDomain(
        encode=lambda node: (rows.numbers[node], 0),
        decode=lambda number, _: rows.nodes[number],
        successor_count=successor_count,
        apply=apply,
        is_goal=is_goal,
        heuristic=None if estimate is None else heuristic,
        predecessor_count=predecessor_count,
        apply_back=apply_back,
        backward_heuristic=None if estimate_back is None else backward_heuristic,
        tables=Tables(
            rows.starts, rows.heads, costs, hs, rows.back_starts, rows.tails, back_costs, back_hs, rows.numbers[goal]
        ),
        max_successors=rows.most,
        costs=int if costs.dtype == np.int64 else float,
    )


def _checked(h: float, node: object, name: str) -> float:
    if not h >= 0:  # This form of the condition also refuses NaN.
        raise InvalidHeuristicError(
            f"{name}({node!r}) returned {h!r}; expected a number >= 0 (inf marks a dead end)", state=node, value=h
        )
    return h


def successor_count(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    """Return the number of edges that leave a node."""
    return tables.starts[node + U(1)] - tables.starts[node]


def apply(tables: Word, node: Word, aux: Word, i: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    """Return the head of the node's edge number ``i``, an unused 0, and the cost of the edge."""
    at = U(tables.starts[node] + i)
    return tables.heads[at], 0, tables.costs[at]


def is_goal(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    """Return True if a node is the goal."""
    return np.int64(node) == tables.goal


def heuristic(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    """Return the node's h from the table."""
    return tables.hs[node]


def predecessor_count(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    """Return the number of edges that lead to a node."""
    return tables.back_starts[node + U(1)] - tables.back_starts[node]


def apply_back(tables: Word, node: Word, aux: Word, i: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    """Return the tail of edge number ``i`` into the node, an unused 0, and the cost of the edge."""
    at = U(tables.back_starts[node] + i)
    return tables.tails[at], 0, tables.back_costs[at]


def backward_heuristic(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    """Return the node's backward h from the table."""
    return tables.back_hs[node]
