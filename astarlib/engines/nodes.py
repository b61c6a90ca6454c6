"""The node table and the frontier of a best-first search, and all that is done to them outside the loop.

The table maps each key to its best record (see `records`), and that very record is the frontier entry: an
entry that is not the table's record any more is stale.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Iterator
from operator import attrgetter, itemgetter
from typing import Any

from astarlib.engines.frontier import FIRST, WAITING, Front, Frontier, Rank
from astarlib.engines.records import KEY, PARENT, G, H, Record, Rows, is_closed, records_of

_SOON = 10_000
"""States, more than are stored between two polls."""


class Nodes:
    """Table, frontier and counters. The loop works on the containers directly; a method call there costs 15 %."""

    __slots__ = (
        "before_top_f", "bound_floor", "dead_ends", "expanded", "expanding", "frontier", "generated", "nearest",
        "peak", "refused", "reopened", "state_at", "table", "top_f",
    )  # fmt: skip

    def __init__(self, frontier: Frontier, state_at: int) -> None:
        self.state_at: int = state_at
        """Where a record has its state: KEY, or STATE where the problem has keys of its own."""
        self.table: dict[Any, Record] = {}
        self.frontier: Frontier = frontier
        self.expanding: Record | None = None
        """The record whose expansion has begun and is not committed."""
        self.nearest: Any = None
        """The key of the first stored state with the smallest h."""
        self.expanded: int = 0
        self.generated: int = 0
        self.reopened: int = 0
        self.dead_ends: int = 0
        self.peak: int = 0
        self.top_f: float = -math.inf
        """The largest f that came to the front."""
        self.before_top_f: int = 0
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
            self.frontier.put(root)
            self.peak = 1

    def settle(self) -> None:
        """Mend the frontier after an interrupt, which may have left an entry in no bucket, or in two.

        The record that was being expanded goes first: what its expansion has pushed already may stay, for
        doing it again finds those states as cheap as before and skips them. All is done in place, with little
        memory, for there may be none left; and it may be interrupted and done again itself.
        """
        taken, frontier = self.expanding, self.frontier
        if taken is not None:
            self.table[taken[KEY]] = taken  # in the place of its closed twin, where all but the counters was stored
            frontier.fronts[FIRST] = Front({0: taken})
        waiting = set(map(id, self.waiting()))
        frontier.mend(
            lambda f, record: (
                f == FIRST
                or (record is not taken and self.is_open(record) and (f == WAITING or id(record) not in waiting))
            )
        )
        self.nearest = min(self.table.values(), key=itemgetter(H))[KEY]
        self.expanding = None

    def waiting(self) -> list[Record]:
        """The records above the cost limit of the last run, the oldest first."""
        front = self.frontier.fronts.get(WAITING)
        return [] if front is None else front.buckets[0]

    def release(self, max_cost: float) -> None:
        """Put the records that wait above a former cost limit back, as far as the new limit allows."""
        waiting = self.waiting()
        live = [record for record in waiting if self.is_open(record)]
        released = [record for record in live if record[G] + record[H] <= max_cost]
        if len(released) == 0:
            return
        for record in released:  # the oldest of them first
            self.frontier.put(record)
        # An empty list is taken out when it comes to the front.
        waiting[:] = [record for record in live if record[G] + record[H] > max_cost]

    def bury(self, key: Any, record: Record) -> None:
        """Store a dead end."""
        dead_ends = self.dead_ends + (key not in self.table)
        self.table[key] = record
        self.dead_ends = dead_ends

    def growth(self) -> int:
        """The bytes of the larger table that is made at once before long, beside this one; 0 when that is far.

        A dict of CPython holds two thirds of a power of 2, then doubles.
        """
        stored = len(self.table)
        room = 2 ** (3 * stored // 2).bit_length() * 2 // 3 - stored
        return 2 * sys.getsizeof(self.table) if room < max(stored // 50, _SOON) else 0

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
        for _, bucket in self.frontier.buckets():
            for record in reversed(bucket):
                if record is not self.expanding and self.is_open(record):
                    yield record

    def least_cost(self, *, front_only: bool) -> float:
        """The smallest g + h of a live frontier entry; inf when there is none.

        ``front_only``: where the frontier is ordered by g + h, its front tells; else all entries are looked at.
        """
        frontier = self.frontier
        if front_only and self.expanding is None and len(frontier.heap) > 0 and frontier.heap[0] != FIRST:
            for _, bucket in frontier.at(frontier.heap[0]):
                for record in reversed(bucket):
                    if self.is_open(record):
                        return record[G] + record[H]  # type: ignore[no-any-return]  # numbers of the user
        return min((record[G] + record[H] for record in self.entries()), default=math.inf)

    # --- flat rows ----------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """Return all of it, flat, as it would be once settled.

        It only reads, so a signal handler may ask for it while the loop stands between any two instructions. What that
        has begun is left out as ``settle`` would do it.
        """
        taken, table = self.expanding, list(self.table.values())
        nearest = self.table[self.nearest]
        if taken is not None:
            stored = self.table[taken[KEY]]  # the record, or its closed twin where all but the counters was stored
            table = [taken if record is stored else record for record in table]
            nearest = min(table, key=itemgetter(H))
        rows = Rows(table, self.state_at)
        frontier: list[tuple[Rank, array[int]]] = [] if taken is None else [((FIRST, 0), rows.numbers([taken]))]
        waiting = set(map(id, self.waiting()))
        for rank, bucket in self.frontier.buckets():
            kept = rows.numbers(
                record
                for record in bucket
                if record is not taken and self.is_open(record) and (rank[0] == WAITING or id(record) not in waiting)
            )
            if len(kept) > 0:
                frontier.append((rank, kept))
        return {
            "table": rows.numbers(table),
            "closed": rows.numbers(record for record in table if is_closed(record)),
            "frontier": frontier,
            "nearest": rows[nearest],
            "records": rows.columns(),
            "counters": dict(zip(_COUNTERS, attrgetter(*_COUNTERS)(self), strict=True)),
        }

    def restore(self, dumped: dict[str, Any], key_of: Callable[[Any], Any] | None) -> None:
        """Take over a dump."""
        records = records_of(dumped["records"], frozenset(dumped["closed"]), key_of)
        self.table = {records[row][KEY]: records[row] for row in dumped["table"]}
        self.frontier.fill((rank, [records[row] for row in kept]) for rank, kept in dumped["frontier"])
        self.nearest = records[dumped["nearest"]][KEY]
        for name in _COUNTERS:
            setattr(self, name, dumped["counters"][name])

    def _check(self) -> None:
        """All invariants; for tests, between runs."""
        assert self.expanding is None
        self.frontier._check()  # noqa: SLF001  # likewise
        entries = list(self.entries())
        assert len(entries) == len({id(entry) for entry in entries}) == self.frontier_size()
        dead = [record for record in self.table.values() if record[H] == math.inf]
        assert len(dead) == self.dead_ends
        assert len(entries) + sum(map(is_closed, self.table.values())) + len(dead) == len(self.table)
        assert FIRST in self.frontier.fronts or self.peak >= len(entries)  # after an expansion, not in one
        for record in self.table.values():
            parent = record[PARENT]
            assert parent is None or (parent[G] <= record[G] and parent[KEY] in self.table)
            assert self.table[self.nearest][H] <= record[H]
        for rank, bucket in self.frontier.buckets():
            for record in bucket:
                assert rank[0] in {FIRST, WAITING} or rank[0] == self.frontier.rank(record[G], record[H])[0]


_COUNTERS = (
    "expanded", "generated", "reopened", "dead_ends", "peak", "top_f", "before_top_f", "refused", "bound_floor",
)  # fmt: skip
