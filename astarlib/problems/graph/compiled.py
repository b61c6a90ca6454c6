"""Graphs for compiled engines, as rows of edges (CSR). It needs numpy; the compiled code is the same for all graphs."""

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
"""Any: a number in a function that numba compiles."""


class Tables(NamedTuple):
    """What tells one problem on a graph from another. Any: numpy's arrays."""

    starts: Any
    """By node, where its edges begin in the next two; the last entry is their end."""
    heads: Any
    costs: Any
    hs: Any
    """By node; empty where there is no heuristic."""
    goal: int


@dataclass(frozen=True, slots=True)
class Rows(Generic[N]):
    """A graph as rows of edges, in numbers of nodes."""

    nodes: list[N]
    numbers: dict[N, int]
    starts: Any  # Any: numpy's arrays
    heads: Any
    costs: Any


def rows_of(costs: Costs[N]) -> Rows[N]:
    """The rows of a graph; MissingCapabilityError for a cost that is neither int nor float, or for too many edges."""
    nodes = list(costs)
    numbers = {node: number for number, node in enumerate(nodes)}
    degrees = [len(heads) for heads in costs.values()]
    if max(degrees, default=0) > MAX_SUCCESSORS:
        raise MissingCapabilityError(
            f"GraphProblem has no compiled_domain where more than {MAX_SUCCESSORS:,} edges leave a node"
        )
    flat = list(chain.from_iterable(heads.values() for heads in costs.values()))
    kinds = set(map(type, flat))
    if not kinds <= {int, float, bool}:
        raise MissingCapabilityError("GraphProblem has no compiled_domain where costs are neither ints nor floats")
    return Rows(
        nodes,
        numbers,
        np.concatenate([[0], np.cumsum(np.array(degrees, np.int64))]),
        np.fromiter((numbers[head] for heads in costs.values() for head in heads), np.int64, len(flat)),
        np.array(flat, np.float64 if float in kinds else np.int64),
    )


def compiled_domain(rows: Rows[N], goal: N, estimate: Callable[[N], float] | None) -> CompiledDomain[N]:
    """The domain of a way in a graph. h is asked for once for every node, now."""
    costs, hs = rows.costs, np.zeros(0, np.int64)
    if estimate is not None:
        told = [_checked(estimate(node), node) for node in rows.nodes]
        if all(h == math.inf or h == int(h) for h in told) and costs.dtype == np.int64:
            hs = np.array([DEAD_END if h == math.inf else int(h) for h in told], np.int64)
        else:
            hs, costs = np.array(told, np.float64), costs.astype(np.float64)
    degrees = np.diff(rows.starts)
    return CompiledDomain(
        encode=lambda node: (rows.numbers[node], 0),
        decode=lambda number, _: rows.nodes[number],
        successor_count=successor_count,
        apply=apply,
        is_goal=is_goal,
        heuristic=None if estimate is None else heuristic,
        tables=Tables(rows.starts, rows.heads, costs, hs, rows.numbers[goal]),
        max_successors=max(1, int(degrees.max())),
        costs=int if costs.dtype == np.int64 else float,
    )


def _checked(h: float, node: object) -> float:
    if not h >= 0:  # NaN too
        raise InvalidHeuristicError(
            f"heuristic({node!r}) gave {h!r}; it must be a number of at least 0", state=node, value=h
        )
    return h


def successor_count(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # the signature of domains
    """How many edges leave a node."""
    return tables.starts[node + U(1)] - tables.starts[node]


def apply(tables: Word, node: Word, aux: Word, i: Word) -> Word:  # noqa: ARG001  # the signature of domains
    """The head of an edge, and its cost."""
    at = U(tables.starts[node] + i)
    return tables.heads[at], 0, tables.costs[at]


def is_goal(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # the signature of domains
    """Whether a node is the goal."""
    return np.int64(node) == tables.goal


def heuristic(tables: Word, node: Word, aux: Word) -> Word:  # noqa: ARG001  # the signature of domains
    """What was told of the node."""
    return tables.hs[node]
