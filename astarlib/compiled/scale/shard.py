"""One shard of a distributed search, with its arrays. It doesn't know how messages reach other shards."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib import checkpoint
from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.codegen.tables import TableLayout, layout_of
from astarlib.compiled.formula import Formula
from astarlib.compiled.kernels import (
    all_successors,
    codes,
    edges,
    expansion,
    hash_table,
    int_costs,
    nodes,
    one_order,
    one_side,
    sharding,
)
from astarlib.compiled.kernels.data import Data
from astarlib.compiled.kernels.hash_table import MAX_LOAD
from astarlib.compiled.runtime.packed_algorithm import Root
from astarlib.compiled.runtime.queues import Heap, Queue, queue_for
from astarlib.compiled.runtime.saved_arrays import check_shard
from astarlib.compiled.runtime.storage import AUXES, GS, HS, PARENTS, ROOT, Storage, sums
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import CheckpointError

_FORMULA: Final = Formula((1, 1))
_SHARED_ENTRIES: Final = ("absorb", "fill", "find_node", "first_live", "push_all")
_FIRST_ROOM: Final = 1 << 10
_KEPT_REPORTS: Final = 128
"""The number of last rounds whose reports are kept. It's above the number of rounds of a lap."""
_SLOTS_FACTOR: Final = 2.25
"""The growth of a hash table. All shards wait for it, so it's rarer than in a search without shards."""

Box = tuple[Any, Any]
"""The words of the states of messages, and the rests of the messages; see `kernels.sharding`. Any: numpy's arrays."""
_WIDE: Final = 32
"""The bits of g and of h in messages with two words besides the state."""


class Round(NamedTuple):
    """The task of a shard in one round."""

    number: int
    max_f: int
    """The largest f to expand."""
    batch: int
    """The largest number of expansions."""
    nodes: int = 0
    """The number of nodes that the largest shard will have."""


class Report(NamedTuple):
    """The counts of a shard since its start. All shards send one at the end of a round."""

    shard: int
    round: int
    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    stored: int = 0
    reopened: int = 0
    dead_ends: int = 0
    frontier: int = 0
    expanded_before_last_f: int = 0
    min_f: float = math.inf
    """The smallest f in the frontier of the shard."""
    best: float = math.inf
    """The cost of the best solution that ends in this shard."""
    goal: int = 0
    """The node where it ends, or 0."""
    min_h: float = math.inf
    nearest: int = 0
    """The first node with the smallest h, or 0."""
    received: int = 0
    """The number of messages that were read in this round."""
    sent: tuple[int, ...] = ()
    """The number of messages to each shard in this round."""
    min_sent: float = math.inf
    """The smallest f of these messages."""
    bytes: int = 0
    growth: int = 0
    seconds: float = 0.0
    """The CPU time of all rounds."""


class FaultError(Exception):
    """A domain returned a wrong value. The search names it."""

    def __init__(self, code: int, words: Any, aux: int, edge: int, value: float) -> None:  # Any: an int or a tuple
        super().__init__(code, words, aux, edge, value)
        self.code: int = code
        self.words: Any = words
        self.aux: int = aux
        self.edge: int = edge
        self.value: float = value


class Outbox(NamedTuple):
    """The boxes of one sender."""

    states: Any  # Any: numpy's arrays
    rests: Any
    counts: tuple[int, ...]
    """The number of messages to each shard."""
    room: int
    """The number of messages for which each box has room."""

    def box(self, receiver: int) -> Box:
        """Return the messages to a shard."""
        first, end = receiver * self.room, receiver * self.room + self.counts[receiver]
        words, rests = (len(array) // (len(self.counts) * self.room) for array in (self.states, self.rests))
        return self.states[first * words : end * words], self.rests[first * rests : end * rests]

    def joined(self) -> Box:
        """Return the messages to all shards in sequence."""
        states, rests = zip(*map(self.box, range(len(self.counts))), strict=True)
        return np.concatenate(states), np.concatenate(rests)


def separated(box: Box, counts: tuple[int, ...]) -> Outbox:
    """Return boxes with copies of the messages to all shards, which are given in sequence."""
    room, total, ends = max(1, *counts), max(1, sum(counts)), np.cumsum((0, *counts))
    arrays = []
    for array in box:
        words = len(array) // total
        arrays.append(np.zeros(len(counts) * room * words, np.uint64))
        for shard, count in enumerate(counts):
            part = array[ends[shard] * words : ends[shard + 1] * words]
            arrays[-1][shard * room * words : (shard * room + count) * words] = part
    states, rests = arrays
    return Outbox(states, rests, counts, room)


class Link(NamedTuple):
    """A node of a path."""

    words: Any  # Any: an int or a tuple of ints
    aux: int
    g: int


class Shard:
    """The states of one shard of a domain with whole costs. Shards are numbered from 0."""

    def __init__(self, domain: CompiledDomain[Any], number: int, shards: int) -> None:
        self._domain, self._shards = domain, shards
        self.number: int = number
        self._tables: TableLayout = layout_of(domain.tables)
        self._set_queue(queue_for(_FORMULA, is_int=True))
        self.storage: Storage = Storage(domain, self._kernels.fill, bits=domain.bits, has_marks=True)
        self.storage.slots_factor = _SLOTS_FACTOR
        self._queue.clear(self.storage.counters)
        self.storage.values[codes.MIN_SENT] = math.inf
        self._bits = message_bits(domain, is_narrow=True)
        """The bits of g and of h in messages. They are narrow until a g or h doesn't fit."""
        self._counts: Any = np.zeros(shards, np.int64)
        """The numbers of messages in the boxes that are being filled."""
        self._room = max(_FIRST_ROOM, 4 * domain.max_successors)
        self._states, self._rests = self._new_boxes(self._room, self._bits)
        self._outboxes: dict[int, Outbox] = {}
        """The messages to all shards, by the round in which these read them."""
        self.fetch: Callable[[int, Sequence[int]], Iterable[Box]] = _fetch_nothing
        """A function that yields the boxes for this shard from these senders, to be read in that round."""
        self._seconds = 0.0
        self._round = -1
        """The number of the last round that was begun."""
        self._phase = 0
        """In a round that isn't complete, the number of boxes that were read."""
        self._received = self._stop_at = 0
        self._answers: dict[int, Report] = {}
        """The reports of the last rounds that are complete."""
        self._refilling: Any = None  # Any: a numpy array
        """The nodes with which an interrupted call of `_fill` has to fill the queue, or None."""

    def _set_queue(self, queue: Queue) -> None:
        self._queue = queue
        modules = (
            hash_table, queue.module, int_costs, nodes, one_side, edges, expansion, all_successors, one_order, sharding
        )  # fmt: skip
        kernels = self._kernels = specialize(self._domain, modules, ("search", "find_owner"), _SHARED_ENTRIES)
        self._run, self._find_owner = kernels.search, kernels.find_owner

    def _new_boxes(self, room: int, bits: int) -> Box:
        """Return boxes for so many messages to each shard, whose g and h have this many bits."""
        total = self._shards * room
        return np.zeros(total * self._domain.words, np.uint64), np.zeros(total * _rest_words(bits), np.uint64)

    def compile(self) -> None:
        """Compile the functions, or load them from disk, with a run that expands nothing."""
        counters, values = self.storage.counters.copy(), self.storage.values.copy()
        self._run_kernel(0, 0, counters, values)
        self._absorb((*empty_box(), np.uint64(_WIDE)), 0, counters, values)
        self._front()
        self.storage.make_table(self.storage.slots.size)

    def owner_of(self, words: tuple[int, ...], aux: int) -> int:
        """Return the shard that owns a state, or -1 if the domain's ``owner`` returned a negative number."""
        state = np.uint64(words[0]) if self._domain.words == 1 else tuple(map(np.uint64, words))
        return int(self._find_owner(self._tables.address, state, np.int64(aux), np.uint64(self._shards)))

    def insert_root(self, root: Root) -> None:
        """Store the initial state."""
        self.storage.widen_for(root.h)
        h = 0xFFFFFFFF if root.h == math.inf else int(root.h)
        self._absorb_all(0, root.array(), np.array([0, root.aux << 32 | h], np.uint64))
        self.storage.counters[codes.ABSORBED] = 0
        self.storage.counters[codes.EVALUATED], self.storage.counters[codes.NEAREST] = 1, ROOT

    # --- rounds -------------------------------------------------------------------------------------------------------

    def run(self, order: Round) -> Report:
        """Read the boxes from all shards, expand states, and fill a box for each shard.
        A call that was interrupted or is complete can be repeated. It returns the same report.
        """
        number = order.number
        if number not in self._answers:
            began = time.thread_time()
            self.read(order)
            self._expand(self._stop_at, order.max_f)
            self._seconds += time.thread_time() - began
            counts = tuple(map(int, self._counts))
            self._outboxes[number + 1] = Outbox(self._states, self._rests, counts, self._room)
            self._answers[number] = self.report()
            self._answers.pop(number - _KEPT_REPORTS, None)
        return self._answers[number]

    def run_rounds(self, _barrier: Any, order: Round, _rules: Any) -> list[Report]:  # Any: see `shard_rounds`
        """Run one round. A shard that is in touch with the others could run several."""
        return [self.run(order)]

    def read(self, order: Round) -> None:
        """Begin a round: read the boxes that haven't been read yet. A repeated call changes nothing."""
        counters = self.storage.counters
        if self._refilling is not None:
            self._fill(self._refilling)
        if order.number != self._round:
            self._clear_boxes(self._outboxes.pop(order.number - 1, None))
            self._round, self._phase, self._received = order.number, 0, 0
            counters[codes.ABSORBED] = counters[codes.FULLEST] = 0
            self.storage.values[codes.MIN_SENT] = math.inf
            self._stop_at = int(counters[codes.EXPANDED]) + order.batch
        self._grow_early(order.nodes)
        if self._phase < self._shards:
            for states, rests in self.fetch(order.number, range(self._phase, self._shards)):
                self._absorb_all(self._phase, states, rests)
                self._received += len(states) // self._domain.words
                counters[codes.ABSORBED] = 0
                self._phase += 1

    def _clear_boxes(self, outbox: Outbox | None) -> None:
        """Take empty boxes: those of an outbox that all shards have read, if they have the right size, or new ones."""
        size = self._shards * self._room * _rest_words(self._bits)
        if outbox is None or outbox.room != self._room or len(outbox.rests) != size:
            self._states, self._rests = self._new_boxes(self._room, self._bits)
        else:
            self._states, self._rests = outbox.states, outbox.rests
        self._counts[:] = 0

    def _grow_early(self, nodes: int) -> None:
        """Make room for as many nodes as the largest shard will have, so that all shards grow in the same round.
        Otherwise they would wait for each other while one after the other grows.
        """
        storage = self.storage
        if 2 * int(storage.counters[codes.NEXT_NODE]) < nodes:  # This would waste memory.
            return
        while storage.capacity < nodes:
            storage.grow_nodes()
        while MAX_LOAD * storage.slots.size < nodes:
            storage.grow_slots()

    @property
    def next_round(self) -> int:
        """The number of the round after the last one."""
        return self._round + 1

    def box(self, number: int, receiver: int) -> Box:
        """Return the messages to a shard that it reads in that round."""
        outbox = self._outboxes.get(number)
        return empty_box() if outbox is None else outbox.box(receiver)

    def sent(self, number: int, receiver: int) -> tuple[Report | None, Box] | None:
        """Return the report of the round before, if it's known, and the box; None if this round isn't complete."""
        return (self._answers.get(number - 1), self.box(number, receiver)) if number in self._outboxes else None

    def _absorb_all(self, sender: int, *box: Any) -> None:
        # Arrays from another process may be read-only, and numba would compile everything again for them.
        states, rests = (part if part.flags.writeable else part.copy() for part in box)
        bits = message_bits(self._domain, is_narrow=len(rests) * self._domain.words == len(states))
        storage = self.storage
        while (
            code := self._absorb((states, rests, np.uint64(bits)), sender, storage.counters, storage.values)
        ) != codes.DONE:
            self._make_room(code)

    def _absorb(self, box: tuple[Any, ...], sender: int, counters: Any, values: Any) -> int:
        data = self._data(counters, values)._replace(tables=())  # So all domains share the kernel.
        code: int = self._kernels.absorb(data, np.uint64(sender), *box)
        return code

    def _expand(self, stop_at: int, max_f: int) -> None:
        storage = self.storage
        while (code := self._run_kernel(stop_at, max_f, storage.counters, storage.values)) != codes.STOP_REACHED:
            self._make_room(code)

    def _data(self, counters: Any, values: Any) -> Data:
        boxes = sharding.Boxes(self._states, self._rests, self._counts, np.uint64(self._room), np.uint64(self._bits))
        options = sharding.Options(
            np.uint64(self._domain.max_successors), True, True, np.uint64(self.number), np.uint64(self._shards), boxes
        )
        return self.storage.data(self._tables.address, self._queue, options, counters, values)

    def _run_kernel(self, stop_at: int, max_f: int, counters: Any, values: Any) -> int:
        code: int = self._run(self._data(counters, values), stop_at, np.uint64(max_f))
        return code

    def _make_room(self, code: int) -> None:
        """Make room as the return code of a kernel requests. If it is the code of a fault, raise `FaultError`."""
        storage = self.storage
        while (is_done := storage.make_room(code)) is False:
            pass
        match code:
            case codes.GROW_QUEUE:
                self._queue.grow()
            case codes.GROW_RANKS:
                if not self._queue.extend_range(storage.values):
                    self._use_heap()
            case codes.GROW_BOXES | codes.GROW_MESSAGES:
                is_full = code == codes.GROW_BOXES
                self._grow_boxes(2 * self._room if is_full else self._room, self._bits if is_full else _WIDE)
            case _ if is_done is None:
                counters = storage.counters
                node = int(counters[codes.FAULT_NODE])
                aux, edge = int(storage.nodes.auxes[node]), int(counters[codes.FAULT_EDGE])
                raise FaultError(code, storage.words_of(node), aux, edge, float(storage.values[codes.FAULT_VALUE]))

    def _grow_boxes(self, room: int, bits: int) -> None:
        """Make boxes for more or for wider messages, with those that are there."""
        states, rests = self._new_boxes(room, bits)
        words, old, new = self._domain.words, _rest_words(self._bits), _rest_words(bits)
        for shard, count in enumerate(map(int, self._counts)):
            at, first = shard * self._room, shard * room
            states[first * words : (first + count) * words] = self._states[at * words : (at + count) * words]
            part = self._rests[at * old : (at + count) * old]
            rests[first * new : (first + count) * new] = part if old == new else _widen(part, self._bits)
        self._states, self._rests, self._room, self._bits = states, rests, room, bits

    def _use_heap(self) -> None:
        """Replace the buckets, whose range of f and h is too small, by a heap."""
        self._refilling = self._order()
        self._set_queue(Heap(_FORMULA))
        self._fill(self._refilling)

    def _fill(self, order: Any) -> None:
        """Replace the content of the queue by nodes, so that they leave it in this order.
        The argument is stored first. After an error, the next round calls this method again, so no node is lost.
        """
        self._refilling = order
        if not self._queue.fill(self._kernels, self.storage, order):
            self._set_queue(Heap(_FORMULA))
            self._queue.fill(self._kernels, self.storage, order)
        self._refilling = None

    def _order(self) -> Any:
        """Return the nodes in the queue that may lead to a cheaper solution, in their order and each once."""
        counters = self.storage.counters
        order = self._queue.nodes(counters) if self._refilling is None else self._refilling
        live = order[self.storage.open_nodes()[order]]
        totals = sums(*(self.storage.nodes[part][live] for part in (GS, HS)))
        live = live[(live != counters[codes.EXPANDING]) & (totals < self.storage.values[codes.BEST])]
        _, first = np.unique(live, return_index=True)
        return live[np.sort(first)]

    def _front(self) -> float:
        """Return the smallest f in the queue, or inf."""
        storage, queue = self.storage, self._queue
        node = int(self._kernels.first_live(queue.weights, storage.nodes, queue.arrays, storage.counters))
        return math.inf if node == 0 else float(storage.nodes.gs[node]) + float(storage.nodes.hs[node])

    def report(self) -> Report:
        """Return the counts so far."""
        storage = self.storage
        counters, values = storage.counters, storage.values
        dead_ends, reopened = int(counters[codes.DEAD_ENDS]), int(counters[codes.REOPENED])
        return Report(
            self.number,
            self._round,
            expanded=int(counters[codes.EXPANDED]),
            generated=int(counters[codes.GENERATED]),
            evaluated=int(counters[codes.EVALUATED]),
            stored=storage.count,
            reopened=reopened,
            dead_ends=dead_ends,
            frontier=storage.count - dead_ends + reopened - int(counters[codes.EXPANDED]),
            expanded_before_last_f=int(counters[codes.EXPANDED_BEFORE_LAST_F]),
            min_f=self._front(),
            best=float(values[codes.BEST]),
            goal=int(counters[codes.GOAL]),
            min_h=float(values[codes.MIN_H]),
            nearest=int(counters[codes.NEAREST]),
            received=self._received,
            sent=tuple(map(int, self._counts)),
            min_sent=float(values[codes.MIN_SENT]),
            bytes=(
                storage.bytes_in_use()
                + self._queue.bytes_in_use(counters)
                + 2 * int(self._states.nbytes + self._rests.nbytes)
            ),
            growth=storage.growth(1.3),
            seconds=self._seconds,
        )

    # --- queries ------------------------------------------------------------------------------------------------------

    def chain(self, node: int) -> tuple[list[Link], int, int]:
        """Return a node and its ancestors in this shard, and the shard and node where the path goes on, or 0 and 0."""
        storage, links = self.storage, []
        while True:
            parts = storage.nodes
            links.append(self._link(node))
            parent, home = int(parts[PARENTS][node]), int(storage.marks[node])
            if parent == 0 or home != self.number:
                return links, home, parent
            node = parent

    def links_of(self, nodes: list[int]) -> list[tuple[Link, tuple[int, int]]]:
        """Return each node with the shard and the node of its parent, (…, 0) without one."""
        parents, marks = self.storage.nodes.parents, self.storage.marks
        return [(self._link(node), (int(marks[node]), int(parents[node]))) for node in nodes]

    def node_of(self, words: Any) -> int:
        """Return the node of a packed state, or 0."""
        state = np.uint64(words) if isinstance(words, int) else tuple(map(np.uint64, words))
        storage = self.storage
        return int(self._kernels.find_node(storage.slots, storage.node_bits, storage.nodes.states, state))

    def nodes_of(self, in_frontier: bool) -> list[tuple[int, float, float, bool]]:
        """Return (node, g, h, is_closed) of all states, or of those in the frontier in their order."""
        storage = self.storage
        is_open = storage.open_nodes()
        if in_frontier:
            expanding = int(storage.counters[codes.EXPANDING])
            numbers = [*([expanding] if expanding > 0 else []), *map(int, self._order())]
        else:
            numbers = [
                node
                for node in range(ROOT, int(storage.counters[codes.NEXT_NODE]))
                if storage.counters[codes.REOPENED] == 0 or self.node_of(storage.words_of(node)) == node
            ]
        return [
            (
                node,
                storage.nodes.gs[node].item(),
                math.inf if storage.is_dead(node) else storage.nodes.hs[node].item(),
                not is_open[node] and not storage.is_dead(node),
            )
            for node in numbers
        ]

    def sample(self, n: int) -> list[tuple[list[Link], float, bool]]:
        """Return (links, h, is_closed) of about ``n`` nodes, the initial state among them if it is here.
        The parent of a node is the second link. Nodes whose parent is in another shard are left out.
        """
        count, found = int(self.storage.counters[codes.NEXT_NODE]), []
        for node, _, h, is_closed in self.nodes_of(in_frontier=False)[:: max(1, count // n)]:  # The first one is ROOT.
            parent, home = int(self.storage.nodes.parents[node]), int(self.storage.marks[node])
            if parent == 0 or home == self.number:
                links = [self._link(each) for each in ([node] if parent == 0 else [node, parent])]
                found.append((links, h, is_closed))
        return found

    def _link(self, node: int) -> Link:
        parts = self.storage.nodes
        return Link(self.storage.words_of(node), int(parts[AUXES][node]), int(parts[GS][node]))

    # --- save ---------------------------------------------------------------------------------------------------------

    def save(self, path: str, order: Round) -> None:
        """Read the boxes of a round, and write the states to a file before they are expanded."""
        self.read(order)
        checkpoint.write(path, {"shard": self.number}, self._dump(), as_arrays=True)

    def load_file(self, path: str) -> None:
        """Restore the states from a file; CheckpointError if it is damaged."""
        arrays = read_shard(path)
        check_shard(arrays, "", self._domain)
        self.load(arrays)

    def reads(self, path: str, text: str) -> bool:
        """Return True if the process of this shard finds a file with that text."""
        try:
            return Path(path).read_text(encoding="utf-8") == text
        except OSError as error:
            raise_if_from_handler(error)
            return False

    def dump(self) -> dict[str, Any]:
        """Return the arrays that `load` needs between two rounds."""
        outbox = self._outboxes.get(self.next_round)
        states, rests = empty_box() if outbox is None else outbox.joined()
        return {**self._dump(), "box_states": states, "box_rests": rests}

    def _dump(self) -> dict[str, Any]:
        state = np.array([self._round, self._phase, self._received, self._stop_at], np.int64)
        return {
            **self.storage.dump(), "order": self._order(), "shard": state,
            "seconds": np.array([self._seconds]),
        }  # fmt: skip

    def load(self, dumped: Mapping[str, Any], sent: tuple[int, ...] = ()) -> None:
        """Restore a copy of the arrays of `dump`, or of a file. ``sent`` has the numbers of messages in the boxes."""
        self.storage.restore(dumped)
        self._round, self._phase, self._received, self._stop_at = map(int, dumped["shard"])
        self._seconds = float(dumped["seconds"][0])
        self._answers, self._outboxes = {}, {}
        self.storage.values[codes.MIN_SENT] = math.inf
        if "box_states" in dumped and len(sent) > 0:
            self._outboxes[self.next_round] = separated((dumped["box_states"], dumped["box_rests"]), sent)
        self._set_queue(queue_for(_FORMULA, is_int=True))
        self._fill(dumped["order"])


def read_shard(path: str) -> dict[str, Any]:
    """Return the arrays that `Shard.save` has written; CheckpointError if the file is damaged or missing."""
    if not Path(path).exists():
        raise CheckpointError(f"the file {path} of the search is missing")
    return checkpoint.read_arrays(path)


def _rest_words(bits: int) -> int:
    """Return the number of words of a message besides the state."""
    return 1 if bits < _WIDE else 2


def empty_box() -> Box:
    """Return a box without messages."""
    return np.zeros(0, np.uint64), np.zeros(0, np.uint64)


def _fetch_nothing(_: int, senders: Sequence[int]) -> Iterable[Box]:
    return (empty_box() for _ in senders)


def message_bits(domain: CompiledDomain[Any], *, is_narrow: bool) -> int:
    """Return the bits of g and of h in messages whose rest takes one word, or two if they aren't narrow."""
    return (_WIDE - domain.max_aux.bit_length()) // 2 if is_narrow else _WIDE


def unpack_rests(rests: Any, bits: int) -> tuple[Any, Any, Any, Any]:  # Any: numpy's arrays
    """Return the parents, g, aux and h of messages."""
    half, size, mask = np.uint64(32), np.uint64(bits), np.uint64((1 << bits) - 1)
    if bits == _WIDE:
        return rests[::2] >> half, rests[::2] & mask, rests[1::2] >> half, rests[1::2] & mask
    aux = (rests & np.uint64(0xFFFFFFFF)) >> np.uint64(2 * bits)
    return rests >> half, (rests >> size) & mask, aux, rests & mask


def _widen(rests: Any, bits: int) -> Any:
    """Return the rests of narrow messages with two words for each message."""
    parents, gs, auxes, hs = unpack_rests(rests, bits)
    hs[hs == (1 << bits) - 1] = 0xFFFFFFFF
    wide, half = np.empty(2 * len(rests), np.uint64), np.uint64(32)
    wide[::2], wide[1::2] = parents << half | gs, auxes << half | hs
    return wide
