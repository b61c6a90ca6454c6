"""The buckets of a search on disk: which lists of states there are, and which wait for expansion."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from astarlib.compiled.runtime.saved_arrays import Arrays, require, require_array
from astarlib.compiled.scale.disk_files import DiskFolder
from astarlib.errors import CheckpointError

MAX_F: Final = 1 << 62
"""The largest f, and the largest number in a manifest, whose numbers have 64 bits."""


class RunList:
    """The runs of one bucket, in one file. Each list has a number of its own."""

    def __init__(self, g: int, h: int, number: int) -> None:
        self.g: int = g
        self.h: int = h
        self.number: int = number
        self.ends: list[int] = []
        """For each run, the number of records up to its end."""
        self.next: list[int] = []
        """For each run, its next record."""
        self.sums: Any = np.zeros(2, np.uint64)

    @property
    def name(self) -> str:
        """The name of the file."""
        return f"{self.g}-{self.h}-{self.number}.runs"

    @property
    def count(self) -> int:
        """The number of records of all runs."""
        return self.ends[-1] if len(self.ends) > 0 else 0

    def add(self, count: int) -> None:
        """Add a run of that many records, which has been written."""
        self.next.append(self.count)
        self.ends.append(self.count + count)


class FinalList:
    """The sorted states of a bucket, without those of earlier buckets.
    ``order`` is its place in the order of expansion.
    """

    def __init__(self, g: int, h: int, number: int, order: int) -> None:
        self.g: int = g
        self.h: int = h
        self.number: int = number
        self.order: int = order
        self.count: int = 0
        self.sums: Any = np.zeros(2, np.uint64)

    @property
    def name(self) -> str:
        """The name of the complete file."""
        return f"{self.g}-{self.h}-{self.number}.states"

    @property
    def part(self) -> str:
        """The name of the file while it's written."""
        return f"{self.g}-{self.h}-{self.number}.part"


class Buckets:
    """All lists of a search."""

    def __init__(self) -> None:
        self.open: dict[tuple[int, int], RunList] = {}
        """The buckets that wait for expansion, by g and h."""
        self.final: list[FinalList] = []
        """The final lists, in the order of expansion."""
        self.layers: dict[int, int] = {}
        """The number of final states for each g."""
        self.written: int = 0
        """The number of records that were written."""
        self.waiting: int = 0
        """The number of records that wait for expansion."""
        self._order, self._number = 0, 0
        self._garbage: list[str] = []

    @property
    def final_count(self) -> int:
        """The number of final states so far, also of lists that have been dropped."""
        return sum(self.layers.values())

    def min_f(self) -> float:
        """Return the smallest f of a bucket that waits, or inf."""
        return min((g + h for g, h in self.open), default=math.inf)

    def add(self, runs: RunList, count: int) -> None:
        """Add a run of that many records, which has been written, to a bucket that waits."""
        runs.add(count)
        self.waiting += count

    def at(self, g: int, h: int) -> RunList:
        """Return the runs of a bucket that waits, which is a new one if there are none."""
        found = self.open.get((g, h))
        if found is None:
            self._number += 1
            found = self.open[g, h] = RunList(g, h, self._number)
        return found

    def take(self) -> RunList:
        """Remove and return the next bucket: that of the smallest f and, among these, of the smallest g."""
        runs = self.open.pop(min(self.open, key=lambda key: (key[0] + key[1], key[0])))
        self.waiting -= runs.count
        return runs

    def next_order(self) -> int:
        """Return the next position in the order of expansion."""
        self._order += 1
        return self._order

    def finish(self, runs: RunList, final: FinalList) -> None:
        """Replace the runs of a bucket with its final list."""
        self._garbage.append(runs.name)
        self.written += runs.count + final.count
        if final.count > 0:
            self.final.append(final)
            self.layers[final.g] = self.layers.get(final.g, 0) + final.count

    def drop_before(self, g: int) -> None:
        """Forget the final lists of smaller g. Their states still count."""
        self._garbage += [each.name for each in self.final if each.g < g]
        self.final = [each for each in self.final if each.g >= g]

    def take_garbage(self) -> list[str]:
        """Return the names of the files that aren't needed any more, once."""
        names, self._garbage = self._garbage, []
        return names

    # --- the manifest -------------------------------------------------------------------------------------------------

    def counts(self) -> Mapping[str, int]:
        """Return the counts of this object, by name."""
        return {"order": self._order, "number": self._number, "final": self.final_count, "written": self.written}

    def _all(self) -> list[FinalList | RunList]:
        """Return all lists, in the order of the manifest."""
        return [*self.final, *self.open.values()]

    def lengths(self, width: int) -> dict[str, int]:
        """Return the number of words of each file, by name."""
        return {each.name: each.count * width for each in self._all()}

    def check_files(self, folder: DiskFolder, width: int) -> None:
        """Raise CheckpointError if a file is missing, too short or damaged."""
        folder.check_lengths(self.lengths(width))
        for each in self._all():
            if folder.checksum(each.name, each.count * width) != tuple(map(int, each.sums)):
                raise CheckpointError(
                    f"the file {folder.path / each.name} is damaged: its checksum doesn't match its content"
                )

    def dump(self) -> dict[str, Any]:
        """Return all lists as arrays."""
        final = [(each.g, each.h, each.number, each.order, each.count) for each in self.final]
        waiting = [(each.g, each.h, each.number, len(each.ends)) for each in self.open.values()]
        sums = [each.sums for each in self._all()]
        return {
            "final": np.array(final, np.int64).ravel(),
            "open": np.array(waiting, np.int64).ravel(),
            "ends": np.array([end for each in self.open.values() for end in each.ends], np.int64),
            "sums": np.array(sums, np.uint64).ravel(),
            "layers": np.array([*self.layers.items()], np.int64).ravel(),
        }

    @staticmethod
    def verify(dumped: Arrays, counts: Mapping[str, int]) -> None:
        """Raise CheckpointError if the arrays contradict themselves or the counts."""
        final, waiting, layers = (require_array(dumped, name, np.int64) for name in ("final", "open", "layers"))
        ends, sums = require_array(dumped, "ends", np.int64), require_array(dumped, "sums", np.uint64)
        require(len(final) % 5 == len(waiting) % 4 == len(layers) % 2 == 0, "complete rows")
        require(len(sums) == 2 * (len(final) // 5 + len(waiting) // 4), "a checksum for each list")
        rows, runs = final.reshape(-1, 5), waiting.reshape(-1, 4)
        numbers = np.concatenate([final, waiting, layers])
        require(((numbers >= 0) & (numbers <= MAX_F)).all(), "numbers from 0 to 2**62")
        require((rows[:, 4] > 0).all() and (runs[:, 3] > 0).all(), "lists that aren't empty")
        require(sum(runs[:, 3].tolist()) == len(ends), "an end of each run")
        require(len(np.unique(runs[:, :2], axis=0)) == len(runs), "a list for each bucket")
        require((np.diff(rows[:, 3], prepend=0, append=counts["order"] + 1) > 0).all(), "lists in their order")
        own = np.concatenate([rows[:, 2], runs[:, 2]])
        require(len(np.unique(own)) == len(own) and own.max(initial=0) <= counts["number"], "a number of each list")
        done, left = rows[:, 0] + rows[:, 1], runs[:, 0] + runs[:, 1]
        fs = np.concatenate([done, left])
        require(((fs >= 0) & (fs <= MAX_F)).all(), "f from 0 to 2**62")
        most = max(done.max(initial=0), left.min(initial=MAX_F))
        require(counts["max_f"] <= most, f"expanded states with an f of at most {most}")
        states = sum(rows[:, 4].tolist()), sum(layers[1::2].tolist())
        require(states[0] <= states[1] == counts["final"], "as many states as the layers have")
        first = 0
        for count in runs[:, 3].tolist():
            require((np.diff(ends[first : first + count], prepend=0) > 0).all(), "runs one after another")
            first += count

    @classmethod
    def load(cls, dumped: Arrays, counts: Mapping[str, int]) -> Buckets:
        """Return the lists of a manifest."""
        buckets = cls()
        sums = dumped["sums"].reshape(-1, 2)
        for g, h, number, order, count in dumped["final"].reshape(-1, 5).tolist():
            final = FinalList(g, h, number, order)
            final.count, final.sums = count, sums[len(buckets.final)].copy()
            buckets.final.append(final)
        first = 0
        for g, h, number, runs in dumped["open"].reshape(-1, 4).tolist():
            run = buckets.open[g, h] = RunList(g, h, number)
            run.ends = dumped["ends"][first : first + runs].tolist()
            run.next = [0, *run.ends[:-1]]
            run.sums = sums[len(buckets.final) + len(buckets.open) - 1].copy()
            first += runs
            buckets.waiting += run.count
        buckets.layers = dict(dumped["layers"].reshape(-1, 2).tolist())
        buckets._order, buckets._number, buckets.written = counts["order"], counts["number"], counts["written"]
        return buckets
