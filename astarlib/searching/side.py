"""The table and the frontier of one direction of a bidirectional search."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from operator import itemgetter
from typing import Any, Final

from astarlib.searching.diagnosis import lost
from astarlib.searching.node import ACTION, CLOSED, KEY, PARENT, STATE, G, H, Node, is_closed

BACK, COST, NUMBER = 6, 7, 8
"""Further fields of a node, after those in ``astarlib.searching.node``.

H is the estimate of the cost to the origin of the other side, and BACK of the cost from the side's own origin. COST is
the cost of the edge between the node and its parent. NUMBER is the number of edges generated up to the node. A node
always has a state. In the backward side, the edge leads from the node to its parent.
"""

_SOON: Final = 10_000  # More states than are stored between two polls.


class Levels:
    """A priority queue: lists of nodes by value, and a heap of the values. The newest node of a list comes first."""

    __slots__ = ("heap", "levels")

    def __init__(self) -> None:
        self.heap: list[Any] = []
        self.levels: dict[Any, list[Node]] = {}

    def put(self, value: Any, node: Node) -> None:
        """Add a node."""
        level = self.levels.get(value)
        if level is None:
            self.levels[value] = [node]
            heappush(self.heap, value)
        else:
            level.append(node)


class Side:
    """The table of one search direction, and its frontier in up to three orders.

    The frontier contains stale nodes. A node is live if it's in the table and open, its state isn't closed on the other
    side, and its f is below the cost of the best solution. A node that isn't live never becomes live again, so
    `first` removes it. The queues can be made from the table at any time.
    """

    __slots__ = ("by_b", "by_f", "by_g", "table", "uses_h")

    def __init__(self, *, uses_h: bool) -> None:
        self.uses_h: bool = uses_h
        self.table: dict[Any, Node] = {}
        self.clear()

    def clear(self) -> None:
        """Empty the queues."""
        self.by_b: Levels = Levels()
        self.by_f: Levels = Levels()
        self.by_g: Levels = Levels()

    def put(self, node: Node) -> None:
        """Add an open node to the queues."""
        g = node[0]
        if self.uses_h:
            h = node[1]
            self.by_b.put((g + g + h - node[6], -g), node)
            self.by_f.put(g + h, node)
        self.by_g.put(g, node)

    def rebuild(self) -> None:
        """Make the queues from the table."""
        self.clear()
        for node in sorted(self.open_nodes(), key=itemgetter(NUMBER)):
            self.put(node)

    def open_nodes(self) -> list[Node]:
        """Return the nodes that aren't closed and aren't dead ends."""
        return [node for node in list(self.table.values()) if node[-1] is not CLOSED and node[H] < math.inf]

    def first(self, queue: Levels, other: Side, below: float, expanded: Node | None) -> Node | None:
        """Return the first live node of a queue, or None. Remove the nodes before it, and ``expanded``."""
        heap, levels, table, others = queue.heap, queue.levels, self.table, other.table
        while heap:
            level = levels[heap[0]]
            while level:
                node = level[-1]
                if node is expanded:
                    level.pop()
                    continue
                key = node[2]
                stored = table.get(key)
                if stored is None:
                    raise lost(key)
                if stored is node and node[0] + node[1] < below:
                    twin = others.get(key)
                    if twin is None or twin[-1] is not CLOSED:
                        return node
                level.pop()
            del levels[heap[0]]
            heappop(heap)
        return None

    def firsts(self, other: Side, below: float, expanded: Node | None) -> tuple[Node | None, Any, Any]:
        """Return the live node to expand next, and the smallest g and the smallest f of the live nodes.
        Without heuristics, these values are those of the node.
        """
        if not self.uses_h:
            return self.first(self.by_g, other, below, expanded), 0, 0
        by_b = self.first(self.by_b, other, below, expanded)
        by_g = self.first(self.by_g, other, below, expanded)
        by_f = self.first(self.by_f, other, below, expanded)
        if by_b is None or by_g is None or by_f is None:
            return None, math.inf, math.inf
        return by_b, by_g[G], by_f[G] + by_f[H]

    def in_order(self, other: Side, below: float) -> list[Node]:
        """Return the live nodes in the order of expansion, without changing the queues."""
        live = [node for node in self.open_nodes() if node[G] + node[H] < below]
        live = [node for node in live if not is_closed(other.table.get(node[KEY], (None,)))]
        live.sort(key=itemgetter(NUMBER), reverse=True)
        if self.uses_h:
            live.sort(key=lambda node: (2 * node[G] + node[H] - node[BACK], -node[G]))
        else:
            live.sort(key=itemgetter(G))
        return live

    def growth(self) -> int:
        """Return the bytes of the larger dict that the table will need soon, or 0; see `NodeTable.growth`."""
        stored = len(self.table)
        room = 2 ** (3 * stored // 2).bit_length() * 2 // 3 - stored
        return 2 * sys.getsizeof(self.table) if room < max(stored // 50, _SOON) else 0


def row_of(table: dict[Any, Node], node: Node) -> int:
    """Return the place of a node in the order of the table."""
    return list(table).index(node[KEY])


_COLUMNS: Final = {"g": G, "h": H, "actions": ACTION, "states": STATE, "back": BACK, "costs": COST, "numbers": NUMBER}


def rows_of(table: dict[Any, Node]) -> dict[str, Any]:
    """Return the nodes of a table as flat columns, in the order of the table."""
    nodes = list(table.values())
    rows = {key: number for number, key in enumerate(table)}
    columns: dict[str, Any] = {name: [node[at] for node in nodes] for name, at in _COLUMNS.items()}
    columns["parents"] = array("q", [-1 if node[PARENT] is None else rows[node[PARENT][KEY]] for node in nodes])
    columns["closed"] = bytes(node[-1] is CLOSED for node in nodes)
    return columns


def table_of(columns: Mapping[str, Any], key_of: Callable[[Any], Any] | None) -> dict[Any, Node]:
    """Return the table with the given columns. A parent has a smaller number than its children."""
    parents, closed = columns["parents"], columns["closed"]
    table: dict[Any, Node] = {}
    nodes: list[Node] = [()] * len(closed)
    for state in columns["states"]:
        table[state if key_of is None else key_of(state)] = ()
    keys = list(table)
    if len(keys) != len(nodes):
        raise ValueError("a state is stored twice")
    for row in sorted(range(len(nodes)), key=columns["numbers"].__getitem__):
        g, h, action, state, back, cost, number = (columns[name][row] for name in _COLUMNS)
        parent = nodes[parents[row]] if parents[row] >= 0 else None
        node: Node = (g, h, keys[row], parent, action, state, back, cost, number)
        table[keys[row]] = nodes[row] = (*node, CLOSED) if closed[row] else node
    return table
