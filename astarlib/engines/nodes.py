"""The node table and the frontier of a best-first search, and all that is done to them outside the loop.

The table maps each key to its best record (see `records`), and that very record is the frontier entry: an
entry that is not the table's record any more is stale.

The frontier is a heap of distinct ranks ``(f, second)`` over a dict from rank to bucket. A bucket is the
record itself until a second one comes, then a list, newest last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

from astarlib.engines.records import KEY, PARENT, G, H, Record, Rows, is_closed, records_of

Rank: TypeAlias = tuple[float, float]
Bucket: TypeAlias = Any
"""A record or a list of records; the loop tells them apart by type, which no checker follows cheaply."""

FIRST: Rank = (-math.inf, -math.inf)
"""The rank of the record whose expansion was interrupted: it is to be done again before all else."""
WAITING: Rank = (math.inf, math.inf)
"""The rank of records above the cost limit of the run."""


class Nodes:
    """Table, frontier and counters. The loop works on the containers directly; a method call there costs 15 %."""

    __slots__ = (
        "before_top_f", "bound_floor", "buckets", "dead_ends", "expanded", "expanding", "generated", "heap",
        "nearest", "peak", "rank", "refused", "reopened", "state_at", "table", "top_f",
    )  # fmt: skip

    def __init__(self, rank: Callable[[float, float, int], Rank], state_at: int) -> None:
        self.rank = rank
        self.state_at = state_at
        """Where a record has its state: KEY, or STATE where the problem has keys of its own."""
        self.table: dict[Any, Record] = {}
        self.heap: list[Rank] = []
        self.buckets: dict[Rank, Bucket] = {}
        self.expanding: Record | None = None
        """The record whose expansion has begun and is not committed."""
        self.nearest: Any = None
        """The key of the first stored state with the smallest h."""
        self.expanded = self.generated = self.reopened = self.dead_ends = self.peak = 0
        self.top_f: float = -math.inf
        """The largest f that came to the front."""
        self.before_top_f = 0
        """Expansions before top_f rose to its value."""
        self.refused: float = math.inf
        """The smallest g + h of an improvement of a closed state that was refused (reopen=False)."""
        self.bound_floor: float = -math.inf
        """A lower bound that top_f had proved before refused fell."""

    # --- while no loop runs -----------------------------------------------------------------------------------------

    def plant(self, root: Record) -> None:
        """Store the initial state and put it into the frontier, unless it is a dead end."""
        self.table[root[KEY]] = root
        self.nearest = root[KEY]
        if root[H] == math.inf:
            self.dead_ends = 1
        else:
            self.put(root, self.rank(root[G], root[H], 0))
            self.peak = 1

    def put(self, record: Record, rank: Rank) -> None:
        """Put a record into the frontier."""
        bucket = self.buckets.get(rank)
        if bucket is None:
            heappush(self.heap, rank)
            self.buckets[rank] = record
        elif type(bucket) is list:
            bucket.append(record)
        else:
            self.buckets[rank] = [bucket, record]

    def drop(self, rank: Rank) -> None:
        """Take the entry at the front, which has that rank, out of the frontier; or its bucket, when that is empty."""
        bucket = self.buckets[rank]
        if type(bucket) is list and len(bucket) > 0:
            bucket.pop()  # left empty it stays, so that the next record of its rank need not push the rank again
        else:
            del self.buckets[rank]
            heappop(self.heap)

    def settle(self) -> None:
        """Mend the frontier after an interrupt, which may have left an entry in no bucket, or in two.

        The record that was being expanded goes first: what its expansion has pushed already may stay, for
        doing it again finds those states as cheap as before and skips them. All is done in place, with little
        memory, for there may be none left; and it may be interrupted and done again itself.
        """
        taken, buckets = self.expanding, self.buckets
        if taken is not None:
            self.table[taken[KEY]] = taken  # in the place of its closed twin, where all but the counters was stored
            buckets[FIRST] = taken
        waiting = {id(record) for record in _bucket(buckets.get(WAITING, []))}
        for rank in list(buckets):
            if rank == FIRST:
                continue
            kept = [
                record
                for record in _bucket(buckets[rank])
                if record is not taken and self.is_open(record) and (rank == WAITING or id(record) not in waiting)
            ]
            if len(kept) > 0:
                buckets[rank] = kept if len(kept) > 1 else kept[0]
            else:
                del buckets[rank]
        self.heap[:] = buckets
        heapify(self.heap)
        self.nearest = min(self.table.values(), key=itemgetter(H))[KEY]
        self.expanding = None

    def release(self, max_cost: float) -> None:
        """Put the records that wait above a former cost limit back, as far as the new limit allows."""
        bucket = self.buckets.get(WAITING)
        if bucket is None:
            return
        waiting = _bucket(bucket)
        released = [record for record in waiting if record[G] + record[H] <= max_cost and self.is_open(record)]
        if len(released) == 0:
            return
        kept = [record for record in waiting if record[G] + record[H] > max_cost and self.is_open(record)]
        for number, record in enumerate(released, self.generated - len(released) + 1):  # the oldest of them first
            self.put(record, self.rank(record[G], record[H], number))
        self.buckets[WAITING] = kept  # an empty list is taken out when it comes to the front

    def bury(self, key: Any, record: Record) -> None:
        """Store a dead end."""
        dead_ends = self.dead_ends + (key not in self.table)
        self.table[key] = record
        self.dead_ends = dead_ends

    # --- what is proved ---------------------------------------------------------------------------------------------

    def refuse(self, total: float) -> None:
        """Note that an improvement of a closed state, with this g + h, was refused: solutions may cost that little."""
        if total < self.refused:
            self.bound_floor = self.proved()
            self.refused = total

    def proved(self) -> float:
        """Where f = g + h: the lower bound that the largest f at the front has proved."""
        return max(self.bound_floor, min(self.top_f, self.refused))

    # --- looking, in the middle of an expansion too: an observer may ------------------------------------------------

    def is_open(self, record: Record) -> bool:
        """Whether a frontier entry is live: still the record of its state, which is another once that is closed."""
        return self.table.get(record[KEY]) is record

    def frontier_size(self) -> int:
        """Live frontier entries: each new state but a dead end brings one, as does reopening; expanding takes one."""
        return len(self.table) - self.dead_ends + self.reopened - self.expanded

    def entries(self) -> Iterator[Record]:
        """The live frontier entries, in the order of the frontier; first the one whose expansion is not committed."""
        if self.expanding is not None:
            yield self.expanding
        for rank in sorted(self.buckets):
            for record in reversed(_bucket(self.buckets[rank])):
                if record is not self.expanding and self.is_open(record):
                    yield record

    def least_cost(self, *, front_only: bool) -> float:
        """The smallest g + h of a live frontier entry; inf when there is none.

        ``front_only``: where the frontier is ordered by g + h, its front tells; else all entries are looked at.
        """
        if front_only and self.expanding is None and FIRST not in self.buckets:
            front = _bucket(self.buckets.get(self.heap[0], ())) if len(self.heap) > 0 else ()
            for record in reversed(front):
                if self.is_open(record):
                    return record[G] + record[H]  # type: ignore[no-any-return]  # numbers of the user
        return min((record[G] + record[H] for record in self.entries()), default=math.inf)

    # --- flat rows ----------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """All of it, flat."""
        rows = Rows(self.table.values(), self.state_at)
        frontier = []
        for rank in sorted(self.buckets):
            kept = [rows[record] for record in _bucket(self.buckets[rank]) if self.is_open(record)]
            if len(kept) > 0:
                frontier.append((rank, kept))
        return {
            "records": rows.columns(),
            "table": [rows[record] for record in self.table.values()],
            "closed": [rows[record] for record in self.table.values() if is_closed(record)],
            "frontier": frontier,
            "nearest": rows[self.table[self.nearest]],
            "counters": dict(zip(_COUNTERS, attrgetter(*_COUNTERS)(self), strict=True)),
        }

    def restore(self, dumped: dict[str, Any], key_of: Callable[[Any], Any] | None) -> None:
        """Take over a dump."""
        records = records_of(dumped["records"], frozenset(dumped["closed"]), key_of)
        self.table = {records[row][KEY]: records[row] for row in dumped["table"]}
        self.buckets = {rank: [records[row] for row in kept] for rank, kept in dumped["frontier"]}
        self.heap = list(self.buckets)  # saved in order, and a sorted list is a heap
        self.nearest = records[dumped["nearest"]][KEY]
        for name in _COUNTERS:
            setattr(self, name, dumped["counters"][name])

    def _check(self) -> None:
        """All invariants; for tests, between runs."""
        assert self.expanding is None
        assert sorted(self.heap) == sorted(self.buckets)
        assert all(self.heap[(child - 1) // 2] <= self.heap[child] for child in range(1, len(self.heap)))
        entries = list(self.entries())
        assert len(entries) == len({id(entry) for entry in entries}) == self.frontier_size()
        dead = [record for record in self.table.values() if record[H] == math.inf]
        assert len(dead) == self.dead_ends
        assert len(entries) + sum(map(is_closed, self.table.values())) + len(dead) == len(self.table)
        assert self.peak >= len(entries)
        for record in self.table.values():
            parent = record[PARENT]
            assert parent is None or (parent[G] <= record[G] and parent[KEY] in self.table)
            assert self.table[self.nearest][H] <= record[H]
        for rank, bucket in self.buckets.items():
            for record in _bucket(bucket):
                assert rank in (FIRST, WAITING) or rank[0] == self.rank(record[G], record[H], 0)[0]


def _bucket(bucket: Bucket) -> Sequence[Record]:
    """A bucket as a sequence of records, oldest first."""
    return bucket if type(bucket) is list else (bucket,)


_COUNTERS = (
    "expanded", "generated", "reopened", "dead_ends", "peak", "top_f", "before_top_f", "refused", "bound_floor",
)  # fmt: skip
