"""The frontier of a best-first search: nodes ordered by f, then by the tie-breaking key, then by their age.

It consists of a heap of the distinct values of f, and a dict from each f to its nodes. If an f has only one node, the
dict has the node itself, which saves time on problems where most f differ. Otherwise the dict has an `FLevel`, which
consists of a heap of tie-breaking keys and a dict from each key to a bucket. A bucket is a node, or a list or queue of
nodes. The last node of a bucket is the first to expand.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar, Final, TypeAlias

from astarlib.searching.node import G, H, Node

Rank: TypeAlias = tuple[float, Any]
"""The sort key of the frontier: f, and the tie-breaking key, which is a number or a tuple of numbers."""
Bucket: TypeAlias = Any
"""A node, or a list or queue of nodes. The loop distinguishes them by type, which a type checker can't follow."""

RETRY: Final = -math.inf
"""The f of a node whose expansion was interrupted. It puts the node at the front, so that it's expanded next."""
PARKED: Final = math.inf
"""The f of nodes above the cost limit of the run. They are in one list, the oldest first."""


class FifoBucket(deque[Node]):
    """A bucket that returns its oldest node first: ``append`` adds at the left end, and ``pop`` removes the last."""

    append: ClassVar[Callable[[FifoBucket, Node], None]] = deque.appendleft


class FLevel:
    """All nodes with the same f. A level has at least one bucket, but a bucket may be empty."""

    __slots__ = ("buckets", "order")

    def __init__(self, buckets: dict[float, Bucket]) -> None:
        self.buckets: dict[float, Bucket] = buckets
        self.order: list[float] = sorted(buckets)


class OpenList:
    """A priority queue of nodes, ordered by ``rank(g, h)``, f and the tie-breaking key, then by age.
    The loop accesses ``heap`` and ``levels`` directly, because a method call for each node would cost 15 %.
    """

    __slots__ = ("_kind", "heap", "levels", "rank")

    def __init__(self, rank: Callable[[float, float], Rank], *, oldest_first: bool) -> None:
        self.rank: Callable[[float, float], Rank] = rank
        self._kind: Callable[[Iterable[Node]], Any] = FifoBucket if oldest_first else list  # Any: a bucket
        self.heap: list[float] = []
        self.levels: dict[float, Any] = {}  # Any: a node or an FLevel, distinguished by type like buckets

    def rank_of(self, node: Node) -> Rank:
        """Return the sort key of a node."""
        return self.rank(node[G], node[H])

    def put(self, node: Node) -> None:
        """Add a node as the newest with its sort key."""
        f, second = self.rank_of(node)
        level = self.levels.get(f)
        if level is None:
            self.levels[f] = node
            heappush(self.heap, f)
        elif type(level) is not FLevel:
            self.levels[f] = self.pair(level, node)
        elif second not in level.buckets:
            level.buckets[second] = node
            heappush(level.order, second)
        elif type(level.buckets[second]) is tuple:
            level.buckets[second] = self.both(level.buckets[second], node)
        else:
            level.buckets[second].append(node)

    def park(self, node: Node) -> None:
        """Add a node to the parked nodes, which are above the cost limit."""
        if PARKED in self.levels:
            self.levels[PARKED].buckets[0].append(node)
        else:
            self.levels[PARKED] = FLevel({0: [node]})
            heappush(self.heap, PARKED)

    def fill(self, buckets: Iterable[tuple[Rank, list[Node]]]) -> None:
        """Replace the content by these buckets, in the order in which the method ``buckets`` yields them."""
        self.levels.clear()
        for f, of_f in groupby(buckets, key=lambda bucket: bucket[0][0]):
            is_apart = f in {RETRY, PARKED}
            kind = list if is_apart else self._kind
            buckets_of_f = {second: kind(nodes) for (_, second), nodes in of_f}
            nodes_of_f = [node for bucket in buckets_of_f.values() for node in bucket]
            is_bare = len(nodes_of_f) == 1 and not is_apart
            self.levels[f] = nodes_of_f[0] if is_bare else FLevel(buckets_of_f)
        self.heap[:] = self.levels  # The levels are sorted, and a sorted list is a heap.

    def both(self, older: Node, newer: Node) -> Bucket:
        """Return a bucket of two nodes with the same sort key."""
        return self._kind((newer, older) if self._kind is FifoBucket else (older, newer))

    def pair(self, older: Node, newer: Node) -> FLevel:
        """Return a level of two nodes with the same f."""
        one, other = self.rank_of(older)[1], self.rank_of(newer)[1]
        return FLevel({one: self.both(older, newer)} if one == other else {one: older, other: newer})

    def drop(self) -> None:
        """Remove the node or the empty bucket at the front."""
        f = self.heap[0]
        level = self.levels[f]
        if type(level) is FLevel:
            bucket = level.buckets[level.order[0]]
            if type(bucket) is not tuple and len(bucket) > 0:
                bucket.pop()
                return
            del level.buckets[level.order[0]]
            heappop(level.order)
            if len(level.order) > 0:
                return
        del self.levels[f]
        heappop(self.heap)

    def buckets(self) -> Iterator[tuple[Rank, Sequence[Node]]]:
        """Yield all buckets and their sort keys, in order. The last node of a bucket is the first to expand."""
        for f in sorted(self.levels):
            for second, bucket in sorted(self.at(f), key=itemgetter(0)):
                yield (f, second), bucket

    def at(self, f: float) -> Iterator[tuple[float, Sequence[Node]]]:
        """Yield the buckets of one f with their tie-breaking keys, in no particular order, without copying them."""
        level = self.levels[f]
        if type(level) is FLevel:
            for second, bucket in level.buckets.items():
                yield second, (bucket,) if type(bucket) is tuple else bucket
        else:
            yield self.rank_of(level)[1], (level,)

    def rebuild(self, is_live: Callable[[float, Node], bool]) -> None:
        """Keep the nodes for which ``is_live(f, node)`` is True, and rebuild the heaps, all in place.
        This repairs the heaps after an interrupt in the middle of a change, and may be interrupted itself.
        """
        for f in list(self.levels):
            level = self.levels[f]
            if type(level) is FLevel:
                if not self._rebuild_level(level, f, is_live):
                    del self.levels[f]
            elif not is_live(f, level):
                del self.levels[f]
        self.heap[:] = self.levels
        heapify(self.heap)

    def _rebuild_level(self, level: FLevel, f: float, is_live: Callable[[float, Node], bool]) -> bool:
        """Rebuild one level. Return False if no live node is left in it."""
        for second in list(level.buckets):
            bucket = level.buckets[second]
            if type(bucket) is tuple:
                is_left = is_live(f, bucket)
            else:
                kept = [node for node in bucket if is_live(f, node)]
                is_left = len(kept) > 0
                if is_left:
                    level.buckets[second] = type(bucket)(kept)
            if not is_left:
                del level.buckets[second]
        level.order[:] = level.buckets
        heapify(level.order)
        return len(level.order) > 0

    def _check(self) -> None:
        """Assert all invariants. Only tests call this."""
        assert sorted(self.heap) == sorted(self.levels)
        assert _is_heap(self.heap)
        for f, level in self.levels.items():
            if type(level) is FLevel:
                assert sorted(level.order) == sorted(level.buckets) != []
                assert _is_heap(level.order)
            else:
                assert f == self.rank_of(level)[0]


def _is_heap(heap: list[float]) -> bool:
    return all(heap[(child - 1) // 2] <= heap[child] for child in range(1, len(heap)))
