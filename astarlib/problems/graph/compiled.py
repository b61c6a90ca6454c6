"""Graphs for compiled engines, as rows of edges (CSR). This module needs numpy.
All graphs share the same compiled code.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from astarlib.compiled.kernels.interface import prefetch
from astarlib.compiled_domain import DEAD_END, CompiledDomain, Function
from astarlib.errors import InvalidHeuristicError
from astarlib.heuristics.landmarks import LandmarkEstimate
from astarlib.problems.graph.edges import N

if TYPE_CHECKING:
    from astarlib.problems.graph.arrays import Rows

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
    goal: Any
    """The goal, or an array with True for each of several goals."""


class LandmarkTables(NamedTuple):
    """The data of one problem on a graph with landmarks. The fields typed Any are numpy arrays."""

    starts: Any
    heads: Any
    costs: Any
    back_starts: Any
    tails: Any
    back_costs: Any
    landmarks: Any
    """For each node, the distances to all landmarks, and then those from all landmarks; -1 if there is no path."""
    landmark_count: int
    start: int
    goal: int
    slack: float
    """The largest possible rounding error of a difference, an int or a float like the costs."""
    zero: float
    dead_end: float


def compiled_domain(
    rows: Rows[N], goals: list[int], estimate: Callable[[N], float] | None, estimate_back: Callable[[N], float] | None
) -> CompiledDomain[N]:
    """Return the compiled domain of a path to one of the nodes with the numbers ``goals``.
    This calls the estimates once for every node. Without estimates it takes O(1), once the rows are complete.
    """
    if isinstance(estimate, LandmarkEstimate) and (
        estimate_back is None or (isinstance(estimate_back, LandmarkEstimate) and estimate_back.table is estimate.table)
    ):
        return _with_landmarks(rows, goals[0], estimate, estimate_back)
    out, back = rows.out, rows.back
    costs, back_costs, values = out.costs, back.costs, []
    for name, function in (("heuristic", estimate), ("backward_heuristic", estimate_back)):
        values.append([] if function is None else [_checked(function(node), node, name) for node in rows.nodes])
    if costs.dtype == np.int64 and all(h == math.inf or h == int(h) for row in values for h in row):
        estimates: list[Any] = [
            np.array([DEAD_END if h == math.inf else int(h) for h in row], np.int64) for row in values
        ]
    else:
        costs, back_costs = rows.float_costs
        estimates = [np.array(row, np.float64) for row in values]
    goal: Any = goals[0]
    if len(goals) > 1:
        goal = np.zeros(len(rows.nodes), bool)
        goal[goals] = True
    tables = Tables(out.starts, out.ends, costs, estimates[0], back.starts, back.ends, back_costs, estimates[1], goal)
    return graph_domain(
        rows, tables, None if estimate is None else heuristic, None if estimate_back is None else backward_heuristic
    )


def _with_landmarks(
    rows: Rows[N], goal: int, estimate: LandmarkEstimate, estimate_back: LandmarkEstimate | None
) -> CompiledDomain[N]:
    """Return the compiled domain of a problem with landmarks, in O(1) once the rows are complete."""
    out, back = rows.out, rows.back
    is_int = out.costs.dtype == np.int64 and estimate.table.dtype.kind == "i"
    costs, back_costs = (out.costs, back.costs) if is_int else rows.float_costs
    start = goal if estimate_back is None else estimate_back.end
    numbers = landmark_values(estimate, start, is_int=is_int)
    tables = LandmarkTables(out.starts, out.ends, costs, back.starts, back.ends, back_costs, *numbers)
    return graph_domain(
        rows, tables, LANDMARK_HEURISTIC, None if estimate_back is None else LANDMARK_BACKWARD_HEURISTIC
    )


def landmark_values(estimate: LandmarkEstimate, start: int, *, is_int: bool) -> tuple[Any, ...]:
    """Return the last fields of tables with landmarks, from ``landmarks`` on."""
    convert, dead_end = (int, DEAD_END) if is_int else (float, math.inf)
    return estimate.table, estimate.count, start, estimate.end, convert(estimate.slack), convert(0), dead_end


def graph_domain(
    rows: Rows[N], tables: Tables | LandmarkTables, h: Function | None = None, back_h: Function | None = None
) -> CompiledDomain[N]:
    """Return the domain of a graph with these tables and heuristics. Its costs are ints if those of the tables are."""
    encode, decode = _packing_of(rows)
    is_int = tables.costs.dtype == np.int64
    return CompiledDomain(
        encode=encode,
        decode=decode,
        successor_count=successor_count,
        apply=apply,
        is_goal=is_one_goal if isinstance(tables.goal, np.ndarray) else is_goal,
        heuristic=h,
        predecessor_count=predecessor_count,
        apply_back=apply_back,
        backward_heuristic=back_h,
        fetch_edges=fetch_edges,
        action_of=_next_node if is_int else None,
        tables=tables,
        max_successors=rows.max_degree,
        costs=int if is_int else float,
    )


def _packing_of(rows: Rows[N]) -> tuple[Callable[[N], tuple[int, int]], Callable[[Any, int], N]]:
    """Return the functions ``encode`` and ``decode`` of a domain whose states are the nodes of a graph."""
    nodes = rows.nodes
    if isinstance(nodes, range):
        return _encode_number, _decode_number
    numbers = rows.numbers
    return lambda node: (numbers[node], 0), lambda number, _: nodes[number]


def _next_node(_: N, node: N) -> N:
    """Return the action that leads from one node to another, which is the next node."""
    return node


def _encode_number(node: Any) -> tuple[int, int]:
    return node, 0


def _decode_number(number: Any, _: int) -> Any:
    return number


def _checked(h: float, node: object, name: str) -> float:
    if not h >= 0:  # This form of the condition also refuses NaN.
        raise InvalidHeuristicError(
            f"{name}({node!r}) returned {h!r}; expected a number >= 0 (inf marks a dead end)", state=node, value=h
        )
    return h


def fetch_edges(tables: Word, node: Word) -> None:
    """Start fetching the edges of a node from memory."""
    first = U(tables.starts[node])
    prefetch(tables.heads, first)
    prefetch(tables.costs, first)


def successor_count(tables: Word, node: Word, aux: Word) -> Word:
    """Return the number of edges that leave a node."""
    return tables.starts[node + U(1)] - tables.starts[node]


def apply(tables: Word, node: Word, aux: Word, i: Word) -> Word:
    """Return the head of the node's edge number ``i``, an unused 0, and the cost of the edge."""
    at = U(tables.starts[node] + i)
    return tables.heads[at], 0, tables.costs[at]


def is_goal(tables: Word, node: Word, aux: Word) -> Word:
    """Return True if a node is the goal."""
    return np.int64(node) == tables.goal


def is_one_goal(tables: Word, node: Word, aux: Word) -> Word:
    """Return True if a node is one of several goals."""
    return tables.goal[node]


def heuristic(tables: Word, node: Word, aux: Word) -> Word:
    """Return the node's h from the table."""
    return tables.hs[node]


def predecessor_count(tables: Word, node: Word, aux: Word) -> Word:
    """Return the number of edges that lead to a node."""
    return tables.back_starts[node + U(1)] - tables.back_starts[node]


def apply_back(tables: Word, node: Word, aux: Word, i: Word) -> Word:
    """Return the tail of edge number ``i`` into the node, an unused 0, and the cost of the edge."""
    at = U(tables.back_starts[node] + i)
    return tables.tails[at], 0, tables.back_costs[at]


def backward_heuristic(tables: Word, node: Word, aux: Word) -> Word:
    """Return the node's backward h from the table."""
    return tables.back_hs[node]


def landmark_heuristic(*, back: bool) -> Any:
    """Return the function that computes h from landmarks, or with ``back`` the estimate of the cost from the start."""

    def estimate(tables: Word, node: Word, aux: Word) -> Word:
        at, end = (U(tables.start), node) if back else (node, U(tables.goal))
        best, count = tables.zero, tables.landmark_count
        for i in range(count):
            mine, its = tables.landmarks[at, i], tables.landmarks[end, i]
            if its >= 0:
                if mine < 0:
                    return tables.dead_end  # With a path to the end, there would be one to the landmark.
                best = max(best, mine - its - tables.slack)
        for i in range(count, 2 * count):
            mine, its = tables.landmarks[at, i], tables.landmarks[end, i]
            if mine >= 0:
                if its < 0:
                    return tables.dead_end  # With a path to the end, there would be one from the landmark to it.
                best = max(best, its - mine - tables.slack)
        return best

    return estimate


LANDMARK_HEURISTIC: Final = landmark_heuristic(back=False)
LANDMARK_BACKWARD_HEURISTIC: Final = landmark_heuristic(back=True)
