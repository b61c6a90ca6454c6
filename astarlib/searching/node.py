"""The nodes of a search: their links to each other, and their flat representation.

A *node* is the tuple ``(g, h, key, parent node, action)``. If the problem defines ``state_key``, the state is the sixth
field. When a state is closed, a new node with ``CLOSED`` as its last field replaces the open node in the table. Nodes
are tuples because the garbage collector doesn't track tuples that contain only atoms and such tuples.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_value, rounding_of
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, StoredState, lazy_path
from astarlib.searching.algorithm import Edge, WorkingOn

Node: TypeAlias = tuple[Any, ...]
"""A node. Any: it contains the user's states and actions."""

G, H, KEY, PARENT, ACTION, STATE = range(6)

CLOSED: Final = str(b"closed", "ascii")  # A unique str, which the collector doesn't track and deepcopy keeps.
"""The last field of the node of a closed state."""


def rounding(node: Node, g: float = 0) -> float:
    """Return the largest error that rounding can cause in a sum of float changes of h along a path.
    It's assumed to be 1e-9 of the largest number on the path: of all h up to ``node``, and of the g of ``node`` and
    the ``g`` of the step after it.
    """
    largest = max(g, node[G])
    step: Node | None = node
    while step is not None:
        largest = max(largest, step[H])
        step = step[PARENT]
    return rounding_of(largest)


def is_closed(node: Node) -> bool:
    """Return True if the state was expanded with this node."""
    return node[-1] is CLOSED


def chain(node: Node | None) -> list[Node]:
    """Return the nodes from the initial state to ``node``."""
    found = []
    while node is not None:
        found.append(node)
        node = node[PARENT]
    found.reverse()
    return found


def state_index(problem: ResolvedProblem[Any, Any]) -> int:
    """Return the index of the state in a node: KEY, or STATE if the problem defines ``state_key``."""
    return KEY if problem.state_key is None else STATE


def stored_state(node: Node, state_at: int, *, closed: bool) -> StoredState:
    """Return a node as a `StoredState`."""
    parent = node[PARENT]
    return StoredState(
        node[state_at], node[G], node[H], None if parent is None else parent[state_at], node[ACTION], closed
    )


def edge_of(node: Node, state_at: int, *, is_expanded: bool) -> Edge:
    """Return a node as an `Edge`, for the check of a loaded checkpoint."""
    parent = node[PARENT]
    return Edge(
        node[state_at], node[G], node[H],
        None if parent is None else parent[state_at],
        None if parent is None else parent[G],
        node[ACTION], is_expanded,
    )  # fmt: skip


def path_of(problem: ResolvedProblem[S, A], node: Node, *, uses_heuristic: bool) -> Path[S, A]:
    """Return the path to a node. Unless costs are ints, this takes a time of O(length)."""
    at, g, h = KEY if problem.state_key is None else STATE, node[G], node[H] if uses_heuristic else None
    if type(g) is int:  # Then all costs are ints.
        return lazy_path(g, h, partial(_content, node, at))
    costs = tuple([_step_cost(problem, step, at) for step in chain(node)[1:]])
    actions, states, _ = _content(node, at)
    return Path(g, actions, states, costs, h)


def _content(node: Node, at: int) -> tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]:
    """Return the actions, the states, and the differences between each g and the next on the path to a node."""
    steps = chain(node)
    following = steps[1:]
    return (
        tuple([step[ACTION] for step in following]),
        tuple([step[at] for step in steps]),
        tuple([step[G] - step[PARENT][G] for step in following]),
    )


def _step_cost(problem: ResolvedProblem[Any, Any], node: Node, at: int) -> float:
    """Return the cost of the step to a node. If g isn't an int, take the cost from the problem to avoid rounding."""
    before = node[PARENT]
    try:
        difference: float = node[G] - before[G]
    except TypeError as error:
        from astarlib.searching.diagnosis import diagnose  # only needed after an error

        diagnose(problem, WorkingOn(before[at], before[G]), error, uses_heuristic=False, in_loop=False)
        raise
    if isinstance(difference, int):
        return difference
    try:
        if problem.successors is None and problem.cost is not None:
            costs = [problem.cost(before[at], node[ACTION], node[at])]
        else:
            costs = [cost for action, _, cost in problem.edges(before[at]) if action == node[ACTION]]
    except Exception as error:  # noqa: BLE001  # An error in the user's code must not lose the solution.
        raise_if_from_handler(error)
        return difference
    return next((cost for cost in map(plain_value, costs) if before[G] + cost == node[G]), difference)


class FlatNodes:
    """Nodes in flat columns, parents before children, so that pickling a long path doesn't recurse."""

    def __init__(self, nodes: Iterable[Node], state_at: int) -> None:
        self._row: dict[int, int] = {}  # Ids stay distinct, because self._nodes keeps every node alive.
        self._nodes: list[Node] = []
        self._state_at = state_at
        for node in nodes:
            self._add(node)

    def _add(self, node: Node) -> None:
        new: list[Node] = []
        step: Node | None = node
        while step is not None and id(step) not in self._row:
            new.append(step)
            step = step[PARENT]
        for step in reversed(new):
            self._row[id(step)] = len(self._nodes)
            self._nodes.append(step)

    def __getitem__(self, node: Node) -> int:
        """Return the row number of a node. Raise KeyError if neither the node nor a descendant of it was added."""
        return self._row[id(node)]

    def numbers(self, nodes: Iterable[Node | None]) -> array[int]:
        """Return the row numbers of nodes, with -1 for None."""
        return array("q", (-1 if node is None else self._row[id(node)] for node in nodes))

    def columns(self) -> dict[str, Sequence[Any]]:
        """Return the input of :func:`unflatten`. Call this method last, because it discards the row numbers."""
        nodes = self._nodes
        parents = self.numbers(node[PARENT] for node in nodes)
        self._row.clear()  # It needs the most memory of all data for a save.
        return {
            "states": [node[self._state_at] for node in nodes],
            "g": [node[G] for node in nodes],
            "h": [node[H] for node in nodes],
            "parents": parents,
            "actions": [node[ACTION] for node in nodes],
        }


def unflatten(
    columns: dict[str, Sequence[Any]], closed: Container[int], key_of: Callable[[Any], Any] | None
) -> list[Node]:
    """Return the nodes of the rows in order. ``closed`` contains the rows of closed states."""
    nodes: list[Node] = []
    names = ("states", "g", "h", "parents", "actions")
    for state, g, h, parent, action in zip(*(columns[name] for name in names), strict=True):
        before = None if parent < 0 else nodes[parent]
        node: Node = (g, h, state, before, action)
        if key_of is not None:
            node = (g, h, key_of(state), before, action, state)
        nodes.append((*node, CLOSED) if len(nodes) in closed else node)
    return nodes
