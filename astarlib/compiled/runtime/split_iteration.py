"""One iteration of IDA*, or the rest of one, that several threads search.

The iteration's tree is divided into subtrees. Threads take one after another from the left, and count each one
separately. What is counted in the search is only what one thread would have done so far: the subtrees up to the first
one that isn't complete, and the begun part of that one. So all results are those of one thread.
"""

from __future__ import annotations

from threading import Thread
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.kernels import codes, deepening, splitting
from astarlib.compiled.kernels.data import Iteration, Nearest, Path, Roots, Subtrees, Tops
from astarlib.compiled.runtime.kernel_errors import kernel_errors
from astarlib.compiled.runtime.path_arrays import COUNTS, EDGES, GS, longer

_ENOUGH_ROOTS: Final = 1_000
_MAX_ROOTS: Final = 4_096
_MAX_TOPS: Final = 16_384
_COUNTED: Final = [deepening.EXPANDED, deepening.GENERATED, deepening.DEAD_ENDS]
_LINE: Final = 64
"""The bytes of a cache line. Two threads that write to the same line slow each other down."""


class Kernels(NamedTuple):
    """The compiled functions, and the arguments that are the same in each call."""

    functions: Any  # Any: a namespace of numba dispatchers
    tables: int
    checks_path: bool

    def data(self, position: Position) -> Iteration:
        """Return the data for kernels."""
        path, nearest, *others = position
        return Iteration(self.tables, self.checks_path, Path(*path), Nearest(*nearest), *others)


class Position(NamedTuple):
    """The arrays of a search by one thread, between two of its expansions."""

    path: tuple[Any, ...]  # Any: numpy's arrays
    nearest: tuple[Any, ...]
    hash_counts: Any
    trail: Any
    counters: Any
    values: Any

    def copy(self) -> Position:
        """Return a copy whose arrays share no cache line with other arrays."""
        path, nearest = (tuple(map(_apart, arrays)) for arrays in (self.path, self.nearest))
        return Position(path, nearest, *map(_apart, (self.hash_counts, self.trail, self.counters, self.values)))


class _Nearest(NamedTuple):
    """A smaller h than any before, and the path to the node whose subtree has it."""

    h: Any  # Any: numpy's numbers and arrays
    path: tuple[Any, ...]
    depth: int


class _Worker:
    """The arrays of one thread, with the subtree that it has begun."""

    def __init__(self, position: Position) -> None:
        self.position = position.copy()
        self.position.hash_counts[:] = 0
        self.position.counters[deepening.DEPTH] = -1
        self.task = _apart(np.full(splitting.TASK_COUNT, -1, np.int64))
        self.code: int | None = codes.STOP_REACHED
        """The code that the kernel returned. None if it raised an error."""

    @property
    def subtree(self) -> int:
        return int(self.task[splitting.SUBTREE])

    def begin(self, subtree: int) -> None:
        """Let the worker begin a subtree, in place of the one that it has begun."""
        self.position.hash_counts[:] = 0
        self.position.counters[deepening.DEPTH] = -1
        self.task[splitting.SUBTREE] = subtree

    def grow(self) -> None:
        path, nearest, *others = self.position
        length = len(path[GS])
        self.position = Position(longer(path, length), longer(nearest, length), *others)


class SplitIteration:
    """The subtrees of an iteration, and the threads' progress in them.

    After an error or an interrupt in one of its methods, throw it away. The position from which it was made is
    unchanged, so the iteration can be split there again.
    """

    def __init__(self, kernels: Kernels, start: Position, threads: int) -> None:
        self._kernels, self._start, self._threads = kernels, start, threads
        self._base = start.copy()
        self._tops, self._roots, self._before = self._split()
        self._is_done = np.zeros(len(self._roots), np.uint8)
        self._totals = np.zeros(3 * len(self._roots), np.int64)
        self._shared = _apart(np.array([0, len(self._roots), 0], np.int64))
        self._workers: list[_Worker] = []
        self._nearer: dict[int, _Nearest] = {}
        """The nearest states of complete subtrees that may have the smallest h."""
        self._joined = 0
        """The number of subtrees from the left that are complete and counted."""
        self._counts = self._base.counters[_COUNTED].copy()
        """The counts up to the last of them."""
        self._best: _Nearest | None = None

    def __len__(self) -> int:
        return len(self._roots)

    def _split(self) -> tuple[Tops, Any, Any]:
        """Return the top nodes, the roots of the subtrees, and what is counted before each subtree."""
        path, counters = self._base.path, self._base.counters
        depth = int(counters[deepening.DEPTH])
        waiting = int((path[COUNTS][: depth + 1] - np.maximum(path[EDGES][: depth + 1], 0)).clip(0).sum()) + 1
        functions, data = self._kernels.functions, self._kernels.data(self._base)
        size = max(_MAX_TOPS, depth + 1 + waiting)
        words = len(path[0]) // len(path[GS])
        tops = Tops(
            np.zeros(size * words, np.uint64),
            np.zeros(size, np.uint16),
            *(np.zeros(size, path[GS].dtype) for _ in range(2)),
            *(np.zeros(size, np.int64) for _ in range(4)),
        )
        room = max(_MAX_ROOTS, waiting)
        roots, before = np.zeros(room, np.int64), np.zeros(3 * (room + 1), np.int64)
        top_count, count = functions.collect_siblings(data, tops, roots)
        level, max_level, deepest = -1, len(path[GS]) - 3, depth  # The first pass changes nothing: it compiles.
        while level <= min(max_level, deepest) and (level < 0 or 0 < count < _ENOUGH_ROOTS):
            new_roots, new_before = np.zeros_like(roots), np.zeros_like(before)
            old, new = Roots(roots, before), Roots(new_roots, new_before)
            top_count, count = functions.expand_roots(data, level, room, tops, top_count, old, count, new)
            roots, before = new_roots, new_before
            depths = tops.depths[roots[:count]]
            level, deepest = max(level + 1, int(depths.min(initial=depth))), int(depths.max(initial=0))
        return tops, roots[:count], before[: 3 * (count + 1)].reshape(-1, 3)

    # --- run ----------------------------------------------------------------------------------------------------------

    def run(self, budget: int, room: int) -> None:
        """Let each thread search for about ``budget`` expansions, and for ``room`` of them at the latest."""
        workers = self._choose_workers()
        shared = self._shared
        shared[splitting.STOP] = 0
        others = [Thread(target=self._work, args=(each, budget, room), daemon=True) for each in workers[1:]]
        try:
            for thread in others:
                thread.start()
            self._work(workers[0], budget, room)
            if workers[0].code == codes.STOP_REACHED:
                shared[splitting.STOP] = 1
            for thread in others:
                thread.join()
        finally:
            shared[splitting.STOP] = 1  # After an interrupt, the others stop soon.
        for worker in workers:
            self._note(worker)

    def _choose_workers(self) -> list[_Worker]:
        """Return the workers for the next run: those of the leftmost begun subtrees, then those without a subtree."""
        end = int(self._shared[splitting.END])
        begun = sorted((each for each in self._workers if 0 <= each.subtree <= end), key=lambda each: each.subtree)
        chosen = [each for each in begun if each.code in {codes.STOP_REACHED, splitting.NO_SUBTREE}][: self._threads]
        idle = [each for each in self._workers if each.subtree < 0]
        while len(chosen) < self._threads and (len(chosen) == 0 or self._has_more()):
            if len(idle) == 0:
                self._workers.append(_Worker(self._base))
                idle.append(self._workers[-1])
            chosen.append(idle.pop())
        return chosen

    def _has_more(self) -> bool:
        """Return True if there may be a subtree that no thread has taken and that has to be searched."""
        return bool(self._shared[splitting.NEXT] <= min(len(self) - 1, self._shared[splitting.END]))

    def _work(self, worker: _Worker, budget: int, room: int) -> None:
        try:
            worker.code = self._call(worker, budget, room)
        except kernel_errors() as error:
            raise_if_from_handler(error)
            # One thread may never get to this subtree. If it does, it raises the error.
            worker.code = None

    def _call(self, worker: _Worker, budget: int, room: int) -> int:
        trees = Subtrees(self._shared, self._is_done, self._totals, self._tops, self._roots)
        data = self._kernels.data(worker.position)
        code: int = self._kernels.functions.search_subtrees(data, trees, worker.task, budget, room)
        return code

    def _note(self, worker: _Worker) -> None:
        """Read the code with which a worker stopped."""
        _, nearest, *_, counters, values = worker.position
        if worker.code is None:
            self._shared[splitting.END] = min(int(self._shared[splitting.END]), worker.subtree)
            worker.begin(worker.subtree)
        elif worker.code == deepening.GROW_DEPTH:
            worker.grow()
            worker.code = codes.STOP_REACHED
        elif worker.code == splitting.NEARER:
            depth = int(counters[deepening.NEAREST_DEPTH])
            found = _Nearest(values[deepening.MIN_H], tuple(each.copy() for each in nearest), depth)
            self._nearer[int(worker.task[splitting.LAST])] = found
            worker.code = codes.STOP_REACHED

    # --- count --------------------------------------------------------------------------------------------------------

    def position(self) -> tuple[Position, int | None]:
        """Return the position that one thread would have reached, and its code. None stands for an error.
        The code is ``STOP_REACHED``, ``ITERATION_DONE``, or what the worker of the leftmost subtree stopped with.
        """
        leftmost = self._leftmost()
        at, is_complete = self._joined, leftmost is None
        worker = _Worker(self._base) if leftmost is None else leftmost
        position, code = worker.position.copy(), deepening.ITERATION_DONE if is_complete else worker.code
        path, nearest, *_, counters, values = position
        best = self._best
        if is_complete:
            counters[_COUNTED] = 0
        else:
            self._write_edges(path, int(self._roots[at]))
            if counters[deepening.NEAREST_DEPTH] >= 0 and values[deepening.MIN_H] < self._smallest():
                best = _Nearest(values[deepening.MIN_H], nearest, int(counters[deepening.NEAREST_DEPTH]))
        counters[_COUNTED] += self._counts + self._before[at]
        values[deepening.NEXT_THRESHOLD] = min(
            each[deepening.NEXT_THRESHOLD]
            for each in (self._base.values, *(one.position.values for one in self._workers))
        )
        values[deepening.MIN_H] = self._base.values[deepening.MIN_H] if best is None else best.h
        if best is None:
            best = _Nearest(0, self._base.nearest, int(self._base.counters[deepening.NEAREST_DEPTH]))
        else:
            values[deepening.NEAREST_THRESHOLD] = values[deepening.THRESHOLD]
        counters[deepening.NEAREST_DEPTH] = best.depth
        for array, source in zip(nearest, best.path, strict=True):
            array[: len(source)] = source
        return position, codes.STOP_REACHED if code == splitting.NO_SUBTREE else code

    def _leftmost(self) -> _Worker | None:
        """Count the complete subtrees up to the first other one, and return its worker, or None if all are complete.
        The last node on the worker's path is the next one to expand, as after a run of one thread that a limit on the
        expansions has stopped. A worker that stopped for another reason may not have it on its path yet.
        """
        is_ready = False
        while True:
            while self._joined < len(self) and self._is_done[self._joined]:
                at = self._joined
                self._counts += self._before[at] + self._totals[3 * at : 3 * at + 3]
                if at in self._nearer:
                    self._improve(self._nearer.pop(at))
                self._joined, is_ready = at + 1, False
            if self._joined == len(self):
                return None
            worker = self._worker_at(self._joined)
            if is_ready or worker.code not in {codes.STOP_REACHED, splitting.NO_SUBTREE}:
                return worker
            self._work(worker, 0, 0)
            is_ready = worker.code == codes.STOP_REACHED
            self._note(worker)

    def _worker_at(self, subtree: int) -> _Worker:
        """Return the worker of a subtree. If no thread has begun it, return one at its beginning."""
        worker = next((each for each in self._workers if each.subtree == subtree), None)
        if worker is None:
            worker = _Worker(self._base)
            worker.begin(subtree)
        if worker.position.counters[deepening.DEPTH] < 0:
            is_error = worker.code is None
            worker.code = self._call(worker, 0, 0)
            worker.code = None if is_error else worker.code
        return worker

    def _smallest(self) -> Any:  # Any: numpy's number
        return self._base.values[deepening.MIN_H] if self._best is None else self._best.h

    def _improve(self, found: _Nearest) -> None:
        if found.h < self._smallest():
            self._best = found

    def _write_edges(self, path: tuple[Any, ...], root: int) -> None:
        """Write the edges of the nodes above the root of a subtree, as one thread would have left them."""
        tops, at = self._tops, root
        while tops.parents[at] >= 0:
            above = int(tops.depths[at]) - 1
            path[EDGES][above] = tops.edges[at] + 1
            at = int(tops.parents[at])
            path[COUNTS][above] = tops.counts[at]


def _apart(array: Any) -> Any:  # Any: numpy's arrays
    """Return a copy of an array that shares no cache line with other arrays."""
    gap = _LINE // array.itemsize
    room = np.zeros(len(array) + 2 * gap, array.dtype)
    room[gap : gap + len(array)] = array
    return room[gap : gap + len(array)]
