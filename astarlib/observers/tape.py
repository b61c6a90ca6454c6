"""What a recorder writes on while a search runs: columns that only grow, and events that are yet to go into them."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain, repeat
from operator import sub
from typing import Any, Final, TypeAlias

from astarlib.events import Generated

NONE: Final = 0xFFFF_FFFF
"""No node: the parent of a root, or what replaced a node that is left out."""

Place: TypeAlias = int
"""A node; or its complement ``~node`` where a state's own node is left out: the nearest ancestor that is kept."""
Stack: TypeAlias = "tuple[Place, Any, Stack] | None"
"""Places and states that wait, the next first. It is replaced and never changed."""
Turn: TypeAlias = tuple[Place, int, int, Stack]
"""An expansion: of which place, its number, the first node that it may have generated, and the stack behind it."""


class Unhashable(str):
    """The repr of an action that has no hash, and the action."""

    __slots__ = ("action",)
    action: Any


class Tape:
    """Nodes and expansions in columns, and where to find the node of a state.

    Node ``i`` is row ``i`` of ``parents``, ``actions``, ``g``, ``h`` and ``states``. Events wait in ``fresh`` until
    ``settle`` moves a thousand of them at once: numbers go into arrays five times as fast that way.
    """

    __slots__ = (
        "actions", "began_at", "codes", "expanded", "f", "fresh", "g", "h", "key_of", "left_out", "node_of",
        "numbers", "parents", "passed", "replaced", "room", "skipping", "stacks", "states", "stride",
    )  # fmt: skip

    def __init__(self, *, stacks: bool, key_of: Callable[[Any], Hashable] | None) -> None:
        self.parents: array[int] = array("I")
        self.actions: array[int] = array("H")
        self.g: array[Any] = array("i")  # Any: ints, or floats once there was one
        self.h: array[Any] = array("i")  # likewise
        self.states: list[Any] = []
        self.expanded: array[int] = array("I")
        self.numbers: array[int] = array("I")
        """Nodes in the order in which they were expanded, and which expansions these were, counted from 1."""
        self.fresh: tuple[int, list[Generated], list[Turn]] = (0, [], [(-1, 0, 0, None)])
        """How many nodes have settled, and the next ones; the last expansion that has settled, and the next ones.

        It is replaced as a whole.
        """
        self.codes: dict[Hashable, int] = {}
        """The number of each action, from 1 on; 0 is no action, or one that is not known."""
        self.f: dict[int, float] | None = None
        """Of what was expanded, where no formula tells it."""
        self.room: float = 0
        """How many nodes there may be before some are left out."""
        self.stride: int = 1
        """Of the expansions, one in so many is recorded with what it generated."""
        self.began_at: int = -1
        """Expansions before the first that was told; -1 as long as none was."""
        self.left_out: bool = False
        """Whether that is not so for the expansion under way."""
        self.passed: list[tuple[Place, Any]] = []
        """What it has generated, where the search holds a stack."""
        self.replaced: list[tuple[int, int, int]] = []
        """Nodes that lost to a cheaper path to their state, to which, and in which expansion; perhaps twice."""
        self.skipping: array[int] = array("I")
        """Nodes whose parent is only the nearest ancestor that is kept."""
        self.stacks: bool = stacks
        """Whether the search holds a stack and remembers no states; else ``node_of`` tells where they are."""
        self.node_of: dict[Any, Place] = {}
        self.key_of: Callable[[Any], Hashable] | None = key_of

    def __len__(self) -> int:
        base, taken, _ = self.fresh
        return base + len(taken)

    @property
    def last(self) -> Turn:
        """The last expansion that was told."""
        return self.fresh[2][-1]

    @property
    def order(self) -> array[int]:
        """For each node that has settled, which expansion was its own; 0 where none was. O(nodes)."""
        order = array("I", bytes(4 * len(self.states)))
        for node, number in zip(self.expanded, self.numbers, strict=True):
            order[node] = number
        return order

    @property
    def expansions(self) -> int:
        """How many were told."""
        return 0 if self.began_at < 0 else self.last[1] - self.began_at

    def g_of(self, node: int) -> float:
        """The g of a node."""
        base, taken, _ = self.fresh
        value: float = self.g[node] if node < base else taken[node - base].g
        return value

    def stack(self) -> Stack:
        """What waits, where the search holds a stack: the successors of the last expansion, and what was behind it."""
        base, taken, turns = self.fresh
        _, _, start, stack = turns[-1]
        settled = ((node, self.states[node]) for node in range(start, base))
        fresh = ((base + row, event.state) for row, event in enumerate(taken) if base + row >= start)
        return on_top([*settled, *fresh, *self.passed], stack)

    def add(self, parent: int, action: Any, state: Any, g: float, h: float) -> int:
        """A node that is no successor of the last expansion. ``action`` is None where there is none."""
        self.settle()
        node = len(self.states)
        self.parents.append(parent)
        self.actions = _longer(self.actions, [0 if action is None else self._code(action)])
        self.g = _longer(self.g, [g])
        self.h = _longer(self.h, [h])
        self.states.append(state)
        self.fresh = (node + 1, [], [self.last])
        return node

    def replace(self, old: Place, new: Place) -> None:
        """Note that a cheaper path was found to the state of ``old``."""
        if old >= 0:
            self.replaced.append((old, new if new >= 0 else NONE, self.last[1]))

    def shorten(self, size: int) -> None:
        """Leave out the nodes from ``size`` on, none of which has settled unless they were added."""
        base, taken, turns = self.fresh
        if size < base:
            self.fresh = (size, [], turns)
            self.settle()
        else:
            del taken[size - base :]

    def settle(self) -> None:
        """Move what waits into the columns. What an interrupt has left in them goes first."""
        base, taken, turns = self.fresh
        for column in (self.parents, self.actions, self.g, self.h, self.states):
            del column[base:]
        if len(taken) > 0:
            _, actions, states, g, h, _ = zip(*taken, strict=True)
            self.parents = _longer(self.parents, _parents(base, len(taken), turns))
            self.actions = _longer(self.actions, self._codes(actions))
            self.g = _longer(self.g, g)
            self.h = _longer(self.h, h)
            self.states.extend(states)
        while len(self.numbers) > 0 and self.numbers[-1] > turns[0][1]:
            self.numbers.pop()
        del self.expanded[len(self.numbers) :]
        places, numbers, _, _ = zip(*turns, strict=True)
        if min(places[1:], default=0) < 0:
            places, numbers, _, _ = zip(turns[0], *(turn for turn in turns[1:] if turn[0] >= 0), strict=True)
        _longer(self.expanded, places[1:])
        _longer(self.numbers, numbers[1:])
        self.fresh = (base + len(taken), [], [turns[-1]])

    def _codes(self, actions: Iterable[Any]) -> list[int]:
        try:
            return list(map(self.codes.__getitem__, actions))
        except (KeyError, TypeError):  # an action not met before, or one without a hash
            return list(map(self._code, actions))

    def _code(self, action: Any) -> int:
        try:
            return self.codes.setdefault(action, len(self.codes) + 1)
        except TypeError:
            text = Unhashable(repr(action))
            text.action = action
            return self.codes.setdefault(text, len(self.codes) + 1)


def _parents(base: int, count: int, turns: list[Turn]) -> Iterable[int]:
    """The parents of ``count`` nodes from ``base`` on."""
    places, _, starts, _ = zip(*turns, strict=True)
    edges = (base, *starts[1:], base + count)
    return chain.from_iterable(map(repeat, places, map(sub, edges[1:], edges)))


def _longer(column: array[Any], values: Iterable[float]) -> array[Any]:  # Any: an array of ints or of floats
    """The column with more values; one of wider numbers where these do not fit."""
    values = tuple(values)
    try:
        column.frombytes(struct.pack(f"{len(values)}{column.typecode}", *values))
    except (struct.error, OverflowError):
        column = array("I" if column.typecode == "H" else "d", column)
        column.frombytes(struct.pack(f"{len(values)}{column.typecode}", *values))
    return column


def on_top(entries: Iterable[tuple[Place, Any]], stack: Stack) -> Stack:
    """The stack with entries on top, the first of them the next."""
    for place, state in reversed(list(entries)):
        stack = (place, state, stack)
    return stack


def waiting(stack: Stack) -> Iterator[tuple[Place, Any]]:
    """What is on a stack, the next first."""
    while stack is not None:
        place, state, stack = stack
        yield place, state
