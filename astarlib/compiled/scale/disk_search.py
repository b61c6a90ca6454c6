"""Search on disk: external A* with delayed detection of duplicates.

The states of equal g and h form a bucket. Buckets are expanded in the order of f, and those of equal f in the order of
g. A bucket starts as a list of *runs*, each of which is sorted and has no duplicates. When its turn comes:

1. The runs are read in ranges of states that fit into memory. A range is sorted, and its duplicates are removed.
2. States that an earlier bucket of the same h has are removed, too. The other states are final, and are written once.
3. The range is expanded. Successors are collected in a buffer. When the buffer is full, they are sorted by bucket and
   state, and written as one run for each bucket.

A stored state has no parent. After a goal is found, the path is found backwards, one final list after another.

The manifest is replaced between two buckets. After an interrupt or an error, the search goes back to it, as it does
when it is loaded. A search repeats the same steps then, so its result and its counters don't change.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any, ClassVar, Final

import numpy as np

from astarlib import checkpoint
from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.codegen.state_source import loaded_words, stored_words
from astarlib.compiled.kernels import external, int_costs
from astarlib.compiled.kernels.codes import BAD_UNIT, DONE, TOO_LARGE
from astarlib.compiled.runtime.kernel_errors import domain_error, function_error, kernel_errors
from astarlib.compiled.runtime.packed_algorithm import PackedAlgorithm
from astarlib.compiled.runtime.saved_arrays import Arrays, require, require_array
from astarlib.compiled.scale.disk_buckets import MAX_F, Buckets, FinalList, RunList
from astarlib.compiled.scale.disk_files import DiskFolder, list_kernels
from astarlib.errors import CapacityError, CheckpointError, InvalidProblemError, MissingCapabilityError, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path
from astarlib.searching.algorithm import Budget, Counters, Edge, Stop
from astarlib.searching.disk import Disk
from astarlib.searching.journal import Journal

_MIN_RECORDS: Final = 1 << 12
_MAX_RANGE: Final = 1 << 24
"""The largest number of records in a range. Sorting so many takes about a second."""
_MIN_BUCKETS: Final = 1 << 10
_WORK: Final = 1 << 16
"""The number of records that are read or expanded in one slice, at least."""
_BETWEEN_MANIFESTS: Final = 1 << 17
"""The number of expansions after which the manifest is written. Smaller buckets are put together."""
_TOO_LARGE: Final = "a cost or h of {:,} is above 2**60, the limit on disk; use a larger unit for costs and heuristic"
_TOO_LARGE_F: Final = "an f of {:,} is above 2**62, the limit on disk; use a larger unit for costs and heuristic"
_COUNTS: Final[tuple[str, ...]] = (
    "expanded", "generated", "dead_ends", "is_inconsistent", "max_cost", "max_f", "before_last_f", "peak", "order",
    "number", "final", "written",
)  # fmt: skip
"""The names of the counts in a manifest."""


class DiskAlgorithm(PackedAlgorithm[S, A]):
    """The algorithm of compiled A* and Dijkstra on disk. Without ``has_goals``, the goal test is never called."""

    keeps_files: ClassVar[bool] = True
    writes_checkpoints: bool = True

    def __init__(
        self, problem: ResolvedProblem[S, A], journal: Journal | None, engine: object, disk: Disk, *,
        uses_heuristic: bool, has_goals: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(problem, journal, engine, uses_heuristic=uses_heuristic)
        domain = self._domain
        if domain.costs is not int:
            raise MissingCapabilityError(
                f"a search on disk needs whole costs, but the compiled_domain of {type(problem.problem).__name__} has "
                "costs=float; multiply its costs until they are whole, or use compiled.IDAStar(), which needs little "
                "memory, or compiled.AStar() without storage"
            )
        if domain.key_words != 0:
            raise MissingCapabilityError(
                f"a search on disk doesn't know state_key, because it compares all words of a state, and "
                f"{type(problem.problem).__name__} defines it; use compiled.IDAStar(), which needs little memory, or "
                "compiled.AStar() without storage"
            )
        if int_costs.MAX_SUMMAND < self._root.h < math.inf:
            raise CapacityError(_TOO_LARGE.format(self._root.h))
        self._has_goals, self._memory = has_goals, disk.memory
        self._stores_aux = domain.max_aux > 0 and domain.aux_of is None
        self._width = domain.words + self._stores_aux
        self._room = self._plan_memory(disk.memory)
        self._folder = DiskFolder(disk.folder)
        self._lists = list_kernels()
        entries = "expand", "find_goal", "find_parent", "read_aux"
        self._kernels = specialize(domain, (int_costs, external), entries)
        self._options = external.Options(
            int(domain.max_successors), self._width, self._stores_aux,
            uses_heuristic and domain.heuristic is not None, int(domain.max_aux), domain.undirected,
        )  # fmt: skip
        self._make_arrays(0, 0)
        self._reset()
        self._compile()

    def _plan_memory(self, memory: int) -> tuple[int, int, int]:
        """Return the numbers of records of a range, of the buffer of successors, and of one read of a final list."""
        width, several = self._width, self._width > 1
        of_range, of_buffer = 8 * width + 1 + several * (8 + 8 * width), 16 * width + 4 + several * (8 + 8 * width)
        least_buffer = max(_MIN_RECORDS, 2 * self._domain.max_successors)
        least = _MIN_RECORDS * (of_range + 8 * width) + least_buffer * of_buffer
        if memory < least:
            raise ValueError(
                f"memory={memory:,} is too small for a search on disk: this domain needs at least memory={least:,}, "
                "and a search is faster with much more"
            )
        in_range = min(_MAX_RANGE, max(_MIN_RECORDS, memory // (of_range + of_buffer + width)))
        chunk = max(_MIN_RECORDS, in_range // 8)
        in_buffer = max(least_buffer, (memory - in_range * of_range - chunk * 8 * width) // of_buffer)
        return in_range, in_buffer, chunk

    def _make_full_arrays(self) -> None:
        try:
            self._make_arrays(*self._room[:2])
        except MemoryError as error:
            raise MemoryError(
                f"the arrays of memory={self._memory:,} can't be allocated; pass less memory, for example "
                "Disk(folder, memory=2**30)"
            ) from error

    def _make_arrays(self, in_range: int, in_buffer: int) -> None:
        width, buckets = self._width, max(_MIN_BUCKETS, self._domain.max_successors)
        self._records: Any = np.empty(in_range * width, np.uint64)
        self._marks: Any = np.zeros(in_range, np.uint8)
        self._out: Any = np.empty(in_buffer * width, np.uint64)
        self._ordered: Any = np.empty(in_buffer * width, np.uint64)
        self._ids: Any = np.empty(in_buffer, np.uint32)
        self._sizes: Any = np.zeros(256, np.int64), np.zeros(256, np.int64)
        self._slots: Any = np.full(1 << (4 * buckets).bit_length(), -1, np.int32)
        self._buckets_found: Any = np.zeros(2 * buckets, np.int64)

    def _reset(self) -> None:
        """Go back to the initial state of a search."""
        self._found: Any = np.zeros(external.COUNTER_COUNT, np.int64)
        """The counters of the kernel."""
        self._expanded = 0
        """The number of expansions before the current range."""
        self._max_f, self._before_last_f, self._peak = -1, 0, 0
        self._since_manifest = 0
        self._range = 0
        """The number of records in the current range."""
        self._current: RunList | None = None
        self._earlier: list[tuple[FinalList, list[int]]] = []
        """The final lists that may have states of the current bucket, each with its next record."""
        self._final: FinalList | None = None
        """The list to which the final states of the current bucket are written."""
        self._buckets = Buckets()
        self._chain: list[tuple[int, tuple[int, ...], int]] = []
        """The path that is found backwards: g, words and aux of the states, the goal first."""
        self._candidates: Iterator[int] | None = None
        self._path: Path[S, A] | None = None
        self._goal_h = 0

    def _compile(self) -> None:
        """Compile the functions that a run calls, or load them from disk. The search's seconds don't include this."""
        root = self._root_record()
        self._compile_lists()
        try:
            self._call_expand(0, 0)
            self._kernels.find_goal(self._tables.address, self._options, 0, root)
            self._kernels.find_parent(self._tables.address, self._options, 0, root, root, 0)
            self._kernels.read_aux(self._tables.address, root, 0, self._options)
        except kernel_errors() as error:
            raise_if_from_handler(error)
            raise function_error(self.problem.problem, self.problem.initial_state, error) from error

    def _compile_lists(self) -> None:
        """Compile the functions for lists. All problems share them."""
        lists, empty, numbers = self._lists, self._records[:0], np.zeros(4, np.int64)
        key: Any = np.zeros(self._width, np.uint64)
        lists.sort_words(empty, 0, empty, self._sizes)
        lists.unique(empty, 0, self._width, self._domain.words)
        lists.mark(empty, empty, self._marks, numbers, self._width, self._domain.words)
        lists.remove_marked(empty, self._marks, 0, self._width)
        lists.compare(key, 0, key, 0, self._domain.words)
        lists.upper_bound(empty, 0, self._width, self._domain.words, key)
        lists.count_ids(self._ids, 0, numbers)
        lists.scatter(empty, self._ids, 0, self._width, numbers, empty)
        lists.checksum(empty, 0, np.zeros(2, np.uint64))

    def _root_record(self) -> Any:
        words = stored_words(self._root.words)
        return np.array((*words, self._root.aux) if self._stores_aux else words, np.uint64)

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        if not self._folder.is_open:
            self._create()
        before, stop_at = self.lower_bound(), self._slice_ends(budget)[0]
        stop = self._step_back() if len(self._chain) > 0 else self._advance(stop_at, budget.max_cost)
        if self.lower_bound() > before:
            self._log_bound(self.lower_bound())
        return stop

    def _advance(  # noqa: C901, PLR0911  # It's one loop with its stops.
        self, stop_at: int, max_cost: float
    ) -> Stop:
        work = 0
        while True:
            if self._current is None:
                if self._since_manifest >= _BETWEEN_MANIFESTS or len(self._buckets.open) == 0:
                    self._write_manifest()
                if len(self._buckets.open) == 0:
                    return Stop.DONE
                if self._buckets.min_f() > max_cost:
                    return Stop.COST
                self._begin_bucket()
            if self._current_f() > max_cost:
                return Stop.COST
            if self._found[external.AT] == self._range:
                if not self._next_range():
                    self._end_bucket()
                    if work >= _WORK:
                        return Stop.POLL
                    continue
                work += self._range
                if self._has_goals and self._find_goal():
                    return Stop.POLL
            if self._expanded + self._found[external.AT] >= stop_at:
                return Stop.POLL
            before = int(self._found[external.AT])
            self._expand(min(self._range, stop_at - self._expanded))
            work += int(self._found[external.AT]) - before
            if work >= _WORK:
                return Stop.POLL

    def _begin_bucket(self) -> None:
        """Take the next bucket."""
        current = self._current = self._buckets.take()
        f = current.g + current.h
        if f > self._max_f:
            self._max_f, self._before_last_f = f, self._expanded
        only_two = self._domain.undirected and not self._found[external.IS_INCONSISTENT]
        self._earlier = [
            (each, [0])
            for each in self._buckets.final
            if each.h == current.h and each.g <= current.g and (each.g >= current.g - 2 or not only_two)
        ]
        self._final = FinalList(current.g, current.h, current.number, self._buckets.next_order())
        self._range = self._found[external.AT] = 0

    def _next_range(self) -> bool:
        """Read the next range of states that are new. Return False if there are none left."""
        self._expanded += self._range
        self._since_manifest += self._range
        self._range = self._found[external.AT] = 0
        while True:
            count = self._read_range()
            if count == 0:
                return False
            count = self._remove_earlier(self._sort(self._records, self._ordered, count))
            if count > 0:
                self._append_final(count)
                self._range = count
                return True

    def _read_range(self) -> int:
        """Read the states up to some bound from all runs of the bucket. Return their number.
        Each run gives an equal share of the range at most. The bound is the smallest state at the end of a share.
        """
        current, width, keys = self._current_bucket(), self._width, self._domain.words
        left = [(run, end) for run, end in enumerate(current.ends) if current.next[run] < end]
        if len(left) == 0:
            return 0
        share = self._room[0] // len(left)
        if share == 0:
            raise CapacityError(
                f"a bucket has {len(left):,} runs, too many for memory={self._memory:,}; load the search again with an "
                "engine whose Disk has more"
            )
        bound: Any = None
        for run, end in left:
            if current.next[run] + share < end:
                last: Any = np.empty(width, np.uint64)
                self._folder.read(current.name, (current.next[run] + share - 1) * width, last)
                if bound is None or self._lists.compare(last, 0, bound, 0, keys) < 0:
                    bound = last
        filled = 0
        for run, end in left:
            count = min(share, end - current.next[run])
            records = self._records[filled * width : (filled + count) * width]
            self._folder.read(current.name, current.next[run] * width, records)
            taken = count if bound is None else int(self._lists.upper_bound(records, count, width, keys, bound))
            current.next[run] += taken
            filled += taken
        return filled

    def _sort(self, records: Any, scratch: Any, count: int) -> int:
        """Sort records, and remove repeated states. Return the number that is left."""
        width, keys = self._width, self._domain.words
        if width == 1:
            self._lists.sort_words(records, count, scratch, self._sizes)
        else:
            rows = records[: count * width].reshape(count, width)
            rows[:] = rows[np.lexsort([rows[:, key] for key in reversed(range(keys))])]
        return int(self._lists.unique(records, count, width, keys))

    def _remove_earlier(self, count: int) -> int:
        """Remove the states that earlier buckets have. Return the number that is left."""
        width, keys = self._width, self._domain.words
        chunk: Any = np.empty(self._room[2] * width, np.uint64)
        is_marked = False
        for final, place in self._earlier:
            places = np.array([0, count, 0, 0], np.int64)
            while places[0] < count and place[0] < final.count:
                others = min(self._room[2], final.count - place[0])
                self._folder.read(final.name, place[0] * width, chunk[: others * width])
                places[2:] = 0, others
                self._lists.mark(self._records, chunk, self._marks, places, width, keys)
                place[0] += int(places[2])
                is_marked = True
        return int(self._lists.remove_marked(self._records, self._marks, count, width)) if is_marked else count

    def _append_final(self, count: int) -> None:
        final, words = self._final_list(), self._records[: count * self._width]
        self._folder.append(final.part, words)
        self._lists.checksum(words, len(words), final.sums)
        final.count += count

    def _find_goal(self) -> bool:
        """Return True, and begin the path, if the range has a goal."""
        try:
            at = int(self._kernels.find_goal(self._tables.address, self._options, self._range, self._records))
        except kernel_errors() as error:
            raise_if_from_handler(error)
            raise self._function_error(error) from error
        if at < 0:
            return False
        current = self._current_bucket()
        self._goal_h = current.h
        self._chain = [(current.g, *self._packed(self._records, at))]
        self._candidates = self._parents(current.g, current.h, self._final_list().order)
        return True

    def _expand(self, stop_at: int) -> None:
        """Expand records of the range up to ``stop_at``, and write the successors when the buffer is full."""
        current = self._current_bucket()
        while self._found[external.AT] < stop_at:
            try:
                code = self._call_expand(stop_at, current.h)
            except kernel_errors() as error:
                raise_if_from_handler(error)
                raise self._function_error(error) from error
            if code == external.FULL:
                self._write_runs()
                return
            if code != DONE:
                raise self._fault(code)

    def _call_expand(self, stop_at: int, h: int) -> int:
        out = external.Successors(self._out, self._ids, self._slots, self._buckets_found)
        code: int = self._kernels.expand(
            self._tables.address, self._options, stop_at, np.int64(h), self._records, out, self._found
        )
        return code

    def _write_runs(self) -> None:
        """Write the successors of the buffer, one run for each bucket."""
        found, width, g = self._found, self._width, self._current_bucket().g
        count, buckets = int(found[external.FOUND]), int(found[external.BUCKETS])
        sizes = np.zeros(buckets, np.int64)
        self._lists.count_ids(self._ids, count, sizes)
        ends = np.cumsum(sizes)
        self._lists.scatter(self._out, self._ids, count, width, ends - sizes, self._ordered)
        keys = self._buckets_found[: 2 * buckets].reshape(-1, 2).tolist()
        for (cost, h), (first, end) in zip(keys, pairwise([0, *ends.tolist()]), strict=True):
            if g + cost + h > MAX_F:
                raise CapacityError(_TOO_LARGE_F.format(g + cost + h))
            records = self._ordered[first * width : end * width]
            kept = self._sort(records, self._out, end - first)
            run, words = self._buckets.at(g + cost, h), records[: kept * width]
            self._folder.append(run.name, words)
            self._lists.checksum(words, len(words), run.sums)
            self._buckets.add(run, kept)
        self._slots.fill(-1)
        found[external.FOUND] = found[external.BUCKETS] = 0

    def _end_bucket(self) -> None:
        """Write the rest of the successors, and give the final list its name."""
        current, final = self._current_bucket(), self._final_list()
        if self._found[external.FOUND] > 0:
            self._write_runs()
        if final.count > 0:
            self._folder.rename(final.part, final.name)
        self._buckets.finish(current, final)
        if not self._has_goals and self._domain.undirected:
            self._buckets.drop_before(current.g - 1)
        self._peak = max(self._peak, self._buckets.waiting)
        self._current = self._final = None
        self._earlier = []

    def _current_f(self) -> int:
        """Return f of the bucket that is expanded."""
        current = self._current_bucket()
        return current.g + current.h

    def _current_bucket(self) -> RunList:
        assert self._current is not None  # noqa: S101  # only called while there is one
        return self._current

    def _final_list(self) -> FinalList:
        assert self._final is not None  # noqa: S101  # only called while there is one
        return self._final

    # --- errors -------------------------------------------------------------------------------------------------------

    def _packed(self, records: Any, at: int) -> tuple[tuple[int, ...], int]:
        """Return the words and the aux of a record."""
        place, words = at * self._width, self._domain.words
        state = loaded_words(tuple(map(int, records[place : place + words])))
        return state, int(self._kernels.read_aux(self._tables.address, records, place, self._options))

    def _state(self, words: tuple[int, ...], aux: int) -> S:
        return self._domain.decode(words[0] if len(words) == 1 else words, aux)

    def _working_state(self) -> S:
        at = int(self._found[external.AT])
        return self._state(*self._packed(self._records, at)) if at < self._range else self.problem.initial_state

    def _function_error(self, error: Exception) -> Exception:
        return function_error(self.problem.problem, self._working_state(), error)

    def _fault(self, code: int) -> Exception:
        """Return the error for a code that reports a fault of the domain."""
        state, edge = self._working_state(), int(self._found[external.FAULT_EDGE])
        value = int(self._found[external.FAULT_VALUE])
        if code == TOO_LARGE:
            return CapacityError(_TOO_LARGE.format(value))
        if code == BAD_UNIT:
            return InvalidProblemError(
                f"in the compiled domain of {type(self.problem.problem).__name__}, edge {edge} out of "
                f"{short_repr(state)}: the cost is {value}; expected 1, because the domain has undirected=True",
                state=state,
                value=value,
            )
        return domain_error(code, self._domain, self.problem.problem, state=state, edge=edge, value=float(value))

    # --- the path -----------------------------------------------------------------------------------------------------

    def _parents(self, g: int, h: int, order: int) -> Iterator[int]:
        """Yield the length of each chunk of final states without the parent; end when the parent is found. It was
        expanded before the state. If h is consistent, its h isn't larger than the cost of the edge plus h of the state.
        """
        found = self._found
        is_consistent = found[external.IS_INCONSISTENT] == 0
        target, width, room = self._target(), self._width, len(self._records) // self._width
        for final in reversed(self._buckets.final):
            cost = g - final.g
            if final.order >= order or not 0 <= cost <= found[external.MAX_COST]:
                continue
            if is_consistent and (final.h > cost + h or (self._domain.undirected and final.h < h - cost)):
                continue
            for first in range(0, final.count, room):
                count = min(room, final.count - first)
                self._folder.read(final.name, first * width, self._records[: count * width])
                at = int(
                    self._kernels.find_parent(self._tables.address, self._options, count, self._records, target, cost)
                )
                if at >= 0:
                    self._chain.append((final.g, *self._packed(self._records, at)))
                    self._candidates = self._parents(final.g, final.h, final.order)
                    return
                yield count
        raise CheckpointError(
            f"no path leads back from a state of cost {g} in the folder {self._folder.path}: its files, or the "
            "compiled_domain, have changed"
        )

    def _target(self) -> Any:
        return np.array(stored_words(self._chain[-1][1]), np.uint64)

    def _step_back(self) -> Stop:
        """Search one list for the parent of the first state of the path. Return DONE if the path is complete."""
        g, words, _ = self._chain[-1]
        if g == 0 and words == self._root.words:
            chain = self._chain[::-1]
            path = self._make_path([self._state(*each[1:]) for each in chain], [each[0] for each in chain], self._h())
            self._path = path
            return Stop.DONE
        assert self._candidates is not None  # noqa: S101  # set with the chain
        next(self._candidates, None)
        return Stop.POLL

    def _h(self) -> float | None:
        return self._goal_h if self._uses_h else None

    # --- inspect ------------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        found, counters = self._found, Counters()
        counters.expanded = self._expanded + int(found[external.AT])
        counters.generated = int(found[external.GENERATED])
        counters.evaluated = counters.generated + 1 if self._options.uses_h else 0
        counters.dead_ends = int(found[external.DEAD_ENDS])
        counters.frontier = self._buckets.waiting
        counters.peak_frontier = max(self._peak, counters.frontier)
        counters.expanded_before_last_f = self._before_last_f
        counters.solutions = int(self._path is not None)
        return counters

    def stored(self) -> int:
        """Return the number of states in all lists. States that wait in several runs count several times."""
        return self._buckets.final_count + self._buckets.waiting

    def lower_bound(self, *, cheap: bool = False) -> float:  # It's always cheap.
        """Return the largest f of a bucket that was taken, or a larger smallest f of those that wait."""
        if self._current is not None or self._path is not None:
            return max(self._max_f, 0)
        return max(self._max_f, self._buckets.min_f(), 0)

    def front(self) -> float | None:
        bound = self.lower_bound()
        return None if bound == math.inf else bound

    def incumbent(self) -> Path[S, A] | None:
        """Return the solution, after its path was found."""
        return self._path

    def details(self) -> Mapping[str, int]:
        """Return the bytes that were written, and those on the disk now."""
        return {
            "bytes_written": 8 * self._width * (self._buckets.written + self._buckets.waiting),
            "bytes_on_disk": self._folder.size,
        }

    def bytes_on_disk(self) -> int:
        return self._folder.size

    def bytes_in_use(self) -> int:
        arrays = self._records, self._marks, self._out, self._ordered, self._ids, self._slots, self._buckets_found
        return sum(int(array.nbytes) for array in arrays)

    def layers(self) -> Mapping[int, int]:
        """Return the number of final states for each g."""
        return dict(sorted(self._buckets.layers.items()))

    # --- the manifest -------------------------------------------------------------------------------------------------

    def _create(self) -> None:
        """Create the folder, and write a manifest of the initial state; or open the folder again after `close`."""
        if self._folder.was_open:
            self._folder.lock()
            self._go_back()
            return
        self._make_full_arrays()
        try:
            self._folder.create()
            self._reset()
            if self._root.h < math.inf:
                run, record = self._buckets.at(0, int(self._root.h)), self._root_record()
                self._folder.append(run.name, record)
                self._lists.checksum(record, len(record), run.sums)
                self._buckets.add(run, 1)
            self._write_manifest()
            self._folder.was_open = True
        except BaseException:
            self._folder.was_open = self._folder.is_open and self._folder.manifest.exists()
            self._folder.close()
            raise

    def _write_manifest(self) -> None:
        """Let the manifest name the current lists. Afterwards, remove all others."""
        self._folder.synchronize()
        with self._folder.says_full():
            checkpoint.write(self._folder.manifest, self._header(), self._manifest(), as_arrays=True)
        self._since_manifest = 0
        for name in self._buckets.take_garbage():
            self._folder.remove(name)

    def _manifest(self) -> dict[str, Any]:
        found = self._found
        counts = {
            "expanded": self._expanded, "generated": found[external.GENERATED],
            "dead_ends": found[external.DEAD_ENDS], "is_inconsistent": found[external.IS_INCONSISTENT],
            "max_cost": found[external.MAX_COST], "max_f": self._max_f, "before_last_f": self._before_last_f,
            "peak": self._peak, **self._buckets.counts(),
        }  # fmt: skip
        return {
            "root": self._root_record(),
            "layout": np.array([self._width, self._stores_aux], np.int64),
            "counts": np.array([int(counts[name]) for name in _COUNTS], np.int64),
            **self._buckets.dump(),
        }

    def use_header(self, header: Callable[[], dict[str, Any]]) -> None:
        self._header = header

    def save_files(self, path: str | os.PathLike[str]) -> None:
        was_closed = self._folder.was_open and not self._folder.is_open
        if not self._folder.is_open:
            self._create()
        if FilePath(path).resolve() != self._folder.path.resolve():
            raise CheckpointError(
                f"this search keeps its states in the folder {self._folder.path}, which is its checkpoint: continue "
                "it with Search.load(folder, problem), or pass this folder to save to store metadata in it"
            )
        arrays = checkpoint.read_arrays(self._folder.manifest)
        checkpoint.write(self._folder.manifest, self._header(), arrays, as_arrays=True)
        if was_closed:
            self._folder.close()

    def dump(self) -> Mapping[str, Any]:
        """Raise CheckpointError, because the states are in files."""
        raise CheckpointError(
            f"a search on disk can't be copied or pickled; its folder {self._folder.path} is its checkpoint"
        )

    def verify(self, dumped: Arrays) -> None:
        """Raise CheckpointError if the manifest is of another problem or contradicts itself."""
        root, layout = require_array(dumped, "root", np.uint64), require_array(dumped, "layout", np.int64, 2)
        require(layout.tolist() == [self._width, self._stores_aux], "records as this problem has them")
        if not np.array_equal(root, self._root_record()):
            raise CheckpointError(
                "the checkpoint is of another problem: its initial state differs from that of this problem"
            )
        counts = require_array(dumped, "counts", np.int64, len(_COUNTS))
        least = np.array([-(name == "max_f") for name in _COUNTS])
        require(((counts >= least) & (counts <= MAX_F)).all(), "counts from 0 to 2**62")
        named = dict(zip(_COUNTS, counts.tolist(), strict=True))
        require(named["before_last_f"] <= named["expanded"] == named["final"], "an expansion of each state")
        Buckets.verify(dumped, named)

    def load(self, dumped: Arrays) -> None:
        """Lock the folder, check all its files, and continue from the manifest."""
        try:
            self._folder.lock()
            self._restore(dumped)
            self._buckets.check_files(self._folder, self._width)
            self._folder.keep_only(self._buckets.lengths(self._width))
            self._make_full_arrays()
            self._folder.was_open = True
        except BaseException:
            self._folder.close()
            raise

    def _restore(self, dumped: Arrays) -> None:
        self._reset()
        counts = dict(zip(_COUNTS, dumped["counts"].tolist(), strict=True))
        self._expanded, self._max_f = counts["expanded"], counts["max_f"]
        self._before_last_f, self._peak = counts["before_last_f"], counts["peak"]
        for name, index in (
            ("generated", external.GENERATED), ("dead_ends", external.DEAD_ENDS),
            ("is_inconsistent", external.IS_INCONSISTENT), ("max_cost", external.MAX_COST),
        ):  # fmt: skip
            self._found[index] = counts[name]
        self._buckets = Buckets.load(dumped, counts)

    def _go_back(self) -> None:
        """Continue from the manifest, which may be newer than an interrupted call of `_write_manifest` knows."""
        self._restore(checkpoint.read_arrays(self._folder.manifest))
        self._slots.fill(-1)
        self._marks.fill(0)
        self._folder.keep_only(self._buckets.lengths(self._width))

    def repair(self) -> None:
        """Go back to the manifest, because an interrupt can leave a bucket half-finished."""
        if self._folder.is_open:
            self._go_back()

    def sample(self, n: int) -> Iterator[Edge]:
        """Yield the initial state and some states of the lists."""
        yield Edge(self.problem.initial_state, 0, self._root.h)
        record: Any = np.empty(self._width, np.uint64)
        for number, final in enumerate(self._buckets.final[: n - 1]):
            self._folder.read(final.name, number % final.count * self._width, record)
            yield Edge(self._state(*self._packed(record, 0)), final.g, final.h, is_expanded=self._has_goals)

    def close(self) -> None:
        """Remove the files that the manifest doesn't name, and release the lock. A later run opens them again."""
        if self._folder.is_open:
            try:
                if self._folder.was_open:
                    self._go_back()
            finally:
                self._folder.close()
