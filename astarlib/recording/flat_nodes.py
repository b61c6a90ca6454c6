"""Convert expansions to nodes with rows and parents."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import repeat
from operator import is_, itemgetter
from typing import Any, Final, TypeAlias

from astarlib.recording.expansion_log import ExpansionLog
from astarlib.recording.trace_data import NONE
from astarlib.searching.node import ACTION, KEY, PARENT, Node

Place: TypeAlias = int
"""A node; or its complement ``~node`` where a state's own node is left out: the nearest ancestor that is kept."""
NO_ACTION: Final = object()


class Unhashable(str):
    """The repr of an action that has no hash, and the action."""

    __slots__ = ("action",)
    action: Any


class FlatNodes:
    """Nodes, expansions and replacements, made of the first expansion, then of the next.

    Parameters
    ----------
    log:
        The expansions; it is not changed.
    root:
        The initial state, where no expansion is its own before others generate.
    sampling_interval:
        One expansion in so many is kept with the nodes that it generated.
    """

    __slots__ = (
        "_ident", "_node_of", "expanded", "numbers", "parents", "records", "replaced", "skipping", "state_at", "told",
    )  # fmt: skip

    def __init__(self, log: ExpansionLog, root: Node | None, sampling_interval: int) -> None:
        self.records: list[Node] = []
        self.parents: list[int] = []
        self.expanded: list[int] = []
        self.numbers: list[int] = []
        """Nodes in the order in which they were expanded, and which expansions these were, counted from 1."""
        self.told: int = log.began_at
        """The number of the last expansion."""
        self.replaced: dict[int, tuple[int, int]] = {}
        """Nodes that lost to a cheaper path to their state: to which, and in which expansion."""
        self.skipping: list[int] = []
        """Nodes whose parent is only the nearest ancestor that is kept."""
        self.state_at: int = log.state_at
        self._ident: Callable[[Node], Hashable] = id if log.stacks else itemgetter(KEY)
        self._node_of: dict[Any, Place] = {}
        if root is not None:
            self._node_of[root[KEY]] = self.add(NONE, root)
        self._unroll(log, sampling_interval)

    def _unroll(self, log: ExpansionLog, sampling_interval: int) -> None:
        """Expansion after expansion. A call for each, or for each of the successors, would take as long again."""
        records, node_of, stacks, ident_of = self.records, self._node_of, log.stacks, self._ident
        add_record, add_expanded, add_number = records.append, self.expanded.append, self.numbers.append
        number, first, node = log.began_at, log.began_at + 1, len(records)
        for number, record, children in log.expansions():
            is_full = (number - first) % sampling_interval == 0
            place = node_of.get(ident_of(record))
            if stacks and (place is None or record[PARENT] is None):
                place = self._nearest(record)
            if place is None or (place < 0 and is_full):
                place = node_of[ident_of(record)] = self._added(place, record)
                node += 1
            if place >= 0:
                add_expanded(place)
                add_number(number)
            if not is_full:
                self._leave_out(min(place, ~place), number, () if stacks else children)
                continue
            start = node
            for child in children:
                ident = ident_of(child)
                known = node_of.setdefault(ident, node)
                if known != node:
                    if known >= 0:
                        self.replaced[known] = node, number
                    node_of[ident] = node
                add_record(child)
                node += 1
            self.parents.extend(repeat(place, node - start))
        self.told = number

    def add(self, parent: int, record: Node) -> int:
        """Add a node that no expansion has generated, and return its number."""
        self.parents.append(parent)
        self.records.append(record)
        return len(self.records) - 1

    def states(self) -> list[Any]:
        """Return the state of each node."""
        return list(map(itemgetter(self.state_at), self.records))

    def order(self) -> array[int]:
        """Return the number of each node's expansion, or 0 if the node wasn't expanded."""
        order = array("I", bytes(4 * len(self.records)))
        for node, number in zip(self.expanded, self.numbers, strict=True):
            order[node] = number
        return order

    def actions(self) -> tuple[list[Any], array[int]]:
        """Return the different actions, counted from 1, and for each node the number of its action (0: none)."""
        actions = [NO_ACTION, *map(itemgetter(ACTION), self.records)]
        try:
            different = dict.fromkeys(actions)
        except TypeError:
            actions = list(map(_hashable, actions))
            different = dict.fromkeys(actions)
        numbers = dict(zip(different, range(len(different)), strict=True))
        column = map(numbers.__getitem__, actions[1:])
        return list(numbers)[1:], array("H" if len(numbers) <= 0xFFFF + 1 else "I", column)

    def path(self, states: Sequence[Any], actions: Sequence[Any], key: Hashable) -> list[int]:
        """Return the nodes of a path whose last state has this key, or [] if some of them are missing."""
        ends: Iterable[int] = [self._node_of.get(key, -1)]
        if self._ident is id:
            ends = (node for node in reversed(range(len(self.records))) if self._state(node) is states[-1])
        for end in ends:
            path = [end] if end >= 0 else []
            while len(path) > 0 and self.parents[path[-1]] != NONE:
                path.append(self.parents[path[-1]])
            path.reverse()
            if len(path) == len(states) and (
                self._ident is not id or all(map(is_, actions, (self.records[node][ACTION] for node in path[1:])))
            ):
                return path if set(path).isdisjoint(self.skipping) else []
        return []

    def _state(self, node: int) -> Any:
        return self.records[node][self.state_at]

    def _nearest(self, record: Node) -> Place | None:
        """Return the nearest ancestor that is a node, if states aren't stored, or None for the root of an iteration."""
        step: Node | None = None if record[PARENT] is None else record
        while step is not None:
            node = self._node_of.get(id(step))
            if node is not None:
                return ~node
            step = step[PARENT]
        return None

    def _added(self, place: Place | None, record: Node) -> int:
        """Add a node for a state without one: the root of an iteration, an earlier state, or one left out."""
        if place is not None:
            self.skipping.append(len(self.records))
        return self.add(NONE if place is None else ~place, (*record[:ACTION], NO_ACTION, *record[ACTION + 1 :]))

    def _leave_out(self, outside: Place, number: int, children: Iterable[Node]) -> None:
        for child in children:
            known = self._node_of.get(child[KEY], -1)
            if known >= 0:
                self.replaced[known] = NONE, number
            self._node_of[child[KEY]] = outside


def _hashable(action: Any) -> Hashable:
    try:
        hash(action)
    except TypeError:
        text = Unhashable(repr(action))
        text.action = action
        return text
    return action  # type: ignore[no-any-return]  # It has a hash.
