"""Advice for what isn't a graph in astarlib's forms: a matrix of costs, or the graph or table of another library.
No library is imported. A class is recognized by its module and its name.
"""

from __future__ import annotations

import math
import numbers
from itertools import chain
from typing import Any, Final

_CLASSES: Final = {
    (
        "pandas",
        "DataFrame",
    ): "a graph can't be a DataFrame of pandas; pass its rows, with the columns in this order: from, "
    "to, cost; for example table[['from', 'to', 'cost']].itertuples(index=False)",
    ("igraph", "Graph"): "a graph can't be a graph of igraph; pass directed=graph.is_directed() and its edges, "
    "[(edge.source, edge.target, edge['weight']) for edge in graph.es]",
    ("rustworkx", "PyGraph"): "a graph can't be a PyGraph of rustworkx; pass graph.weighted_edge_list() and "
    "directed=False",
    ("rustworkx", "PyDiGraph"): "a graph can't be a PyDiGraph of rustworkx; pass graph.weighted_edge_list() and "
    "directed=True",
}
_ROWS: Final = "{i: {j: cost for j, cost in enumerate(row) if FOUND} for i, row in enumerate(matrix)}"
_ARRAY: Final = (
    "tails, heads = matrix.nonzero(); Graph.from_arrays(tails, heads, matrix[tails, heads], nodes=len(matrix))"
)

TUPLES = "[(edge['from'], edge['to'], edge['cost']) for edge in"
"""The start of a text that makes tuples of edges that are dicts. ``from`` and so on are names of the data."""


def advice(source: Any) -> str | None:  # Any: whatever the user passes as a graph
    """Return a message that says what ``source`` is and what to write, or None if it can be a collection of edges.

    A list of two or three lists can be edges or a matrix. It's a matrix if its diagonal says so, and edges if both mean
    the same graph. An iterator isn't advanced.
    """
    if type(source) is list or type(source) is tuple:
        return _advice_for_rows(source)
    if hasattr(type(source), "tocoo"):
        return "a graph can't be a sparse matrix; use Graph.from_sparse(matrix)"
    for base in type(source).__mro__:
        package = base.__module__.partition(".")[0]
        if (package, base.__name__) == ("numpy", "ndarray") and source.ndim == 2:
            return _advice_for_array(source)
        if (package, base.__name__) in _CLASSES:
            return _CLASSES[package, base.__name__]
    return None


def _advice_for_rows(rows: list[Any] | tuple[Any, ...]) -> str | None:
    if not is_matrix(rows):
        return None
    size = len(rows)
    has_infinite = any(entry is not None and entry == math.inf for entry in chain.from_iterable(rows))
    found = "cost and cost < math.inf" if has_infinite else "cost"
    maybe = "; if these lists are edges, make them tuples" if size < 4 else ""
    return (
        f"a list of {size} rows of {size} numbers is a matrix of costs, and a graph needs edges; write "
        f"{_ROWS.replace('FOUND', found)}, where a cost of 0 means no edge{maybe}"
    )


def _advice_for_array(array: Any) -> str:
    height, width = array.shape
    if width in {2, 3} and (height != width or not is_matrix(array.tolist())):
        return f"a graph can't be an array of {height} x {width}; if its rows are edges, pass edges.tolist()"
    return (
        f"a graph can't be a matrix of {height} x {width}; if entry [i, j] is the cost of the edge from i to j, and 0 "
        f"means no edge, write {_ARRAY}"
    )


def is_matrix(rows: list[Any] | tuple[Any, ...]) -> bool:
    """Return True if the rows are a square matrix of numbers or None, and can't be meant as edges."""
    size = len(rows)
    if size < 2 or not all(isinstance(row, list | tuple) and len(row) == size for row in rows):
        return False
    if not all(entry is None or isinstance(entry, numbers.Number) for entry in chain.from_iterable(rows)):
        return False
    if size > 3:  # No edge has more than three numbers.
        return True
    # Edges are usually tuples, and an edge's tail, head and cost are rarely all 0 or missing on the diagonal.
    is_empty = all(not row[at] or row[at] == math.inf for at, row in enumerate(rows))
    return is_empty and all(isinstance(row, list) for row in rows) and rows != [[0, 1], [1, 0]]
