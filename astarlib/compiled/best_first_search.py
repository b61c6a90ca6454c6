"""A compiled best-first search as a value: it runs in slices, shows its states, is saved and resumed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from astarlib.capabilities import ResolvedProblem
from astarlib.compiled.faults import fault, raised
from astarlib.compiled.kernels import best_first, floats, nodes, table, verification, whole_numbers
from astarlib.compiled.kernels import codes as code_of
from astarlib.compiled.node_search import CompiledNodeAlgorithm
from astarlib.compiled.packed_search import NEVER
from astarlib.compiled.queues import Heap, Queue, queue_for
from astarlib.compiled.saved_arrays import Arrays, check_nodes, number_of, require, text_of
from astarlib.compiled.specialising import specialized
from astarlib.compiled.storage import AUXES, GS, HS, ROOT, STATES, Storage
from astarlib.engines.best_first import BestFirst
from astarlib.errors import CheckpointError
from astarlib.problem import A, S
from astarlib.searching.algorithm import Budget, Stop
from astarlib.searching.journal import Journal

_ENTRIES = ("fill", "first_live", "find_node", "least_total", "put_all")
_STOPS = {
    code_of.REACHED: Stop.POLL,
    code_of.SOLVED: Stop.DONE,
    code_of.EXHAUSTED: Stop.DONE,
    code_of.OVER_COST: Stop.COST,
}
_FLOATS_EXACT = 2.0**53
_NO_LIMIT = np.uint64(NEVER)


class CompiledBestFirstAlgorithm(CompiledNodeAlgorithm[S, A]):
    """A compiled best-first search under way.

    Parameters
    ----------
    engine:
        Its formula is told by ``weights``: those of g and of h in f.
    """

    def __init__(
        self,
        problem: ResolvedProblem[S, A],
        journal: Journal | None,
        engine: BestFirst,
        weights: tuple[float, float],
    ) -> None:
        super().__init__(problem, journal, engine, uses_heuristic=engine.uses_heuristic)
        self._engine = engine
        self._bounds, self._reopen, self._tie_break = engine.f_is_lower_bound, engine.reopen, engine.tie_break
        self._weights, self._whole = weights, self._domain.costs is int
        self._rebuilding = None
        self._take_queue(self._new_queue())
        # What finds long ways soon has a large g: making arrays wider takes another compilation, in the midst of a run.
        bits = self._domain.bits if self._bounds else max(16, self._domain.bits)
        self._storage = Storage(self._domain, self._kernels.fill, bits=bits)
        self._max_cost: Any = -math.inf  # Any: a number of whatever kind the limit is
        self._plant()
        self._compile()

    def _compile(self) -> None:
        """Have numba compile what a run calls, or read it from the disk: that is not to count as the search's time."""
        no_limit: Any = _NO_LIMIT if self._whole else math.inf
        self._call(0, no_limit, self._storage.c.copy(), self._storage.v.copy())  # the front stays where it is
        self._least_total()

    def _take_queue(self, queue: Queue) -> None:
        numbers = whole_numbers if self._whole else floats
        self._queue = queue
        modules = table, queue.module, numbers, nodes, best_first
        self._search = specialized(self._domain, modules, ("search",)).search
        self._kernels = specialized(self._domain, modules, _ENTRIES, for_all=True)

    def _plant(self) -> None:
        storage, root = self._storage, self._root
        while not self._holds(root.h):
            storage.widen()
        arrays = storage.nodes
        arrays[STATES][self._domain.words : 2 * self._domain.words] = np.array(root.words, np.uint64)
        arrays[AUXES][ROOT], arrays[GS][ROOT] = root.aux, 0
        is_dead = root.h == math.inf
        arrays[HS][ROOT] = np.iinfo(arrays[HS].dtype).max if is_dead and self._whole else root.h
        storage.c[code_of.COUNT], storage.c[code_of.NEAREST] = 2, ROOT
        storage.v[code_of.LEAST_H] = root.h
        storage.c[code_of.PEAK], storage.c[code_of.DEAD_ENDS] = not is_dead, is_dead
        storage.make_table(storage.slots.size)
        self._rebuild(self._queue, np.array([] if is_dead else [ROOT], np.uint32), storage.waiting[:0])

    def _holds(self, h: float) -> bool:
        kind = self._storage.nodes[HS].dtype
        return not self._whole or h == math.inf or h < np.iinfo(kind).max

    def _new_queue(self) -> Queue:
        return queue_for(self._weights, self._tie_break, whole=self._whole)

    def _rebuild(self, queue: Queue, order: Any, waiting: Any) -> None:
        """Put just these nodes into a queue, the first of them to come first, and have just those wait.

        What is to be done is stored before it is begun, so an interrupt anywhere in it loses nothing: the next run
        begins again with it.
        """
        storage = self._storage
        self._rebuilding = queue, order, waiting
        self._take_queue(queue)
        if not self._fill(queue, order):
            self._rebuild(Heap(self._weights, self._tie_break), order, waiting)
            return
        storage.waiting[: len(waiting)] = waiting
        storage.c[code_of.WAITING] = len(waiting)
        self._rebuilding = None

    def _fill(self, queue: Queue, order: Any) -> bool:
        """Put just these nodes into the queue; False: it has no places for their f."""
        storage = self._storage
        queue.clear(storage.c)
        backwards = order[::-1] if queue.weights[-1] != 1 or not isinstance(queue, Heap) else order
        done = 0
        while True:
            done = self._kernels.put_all(queue.weights, storage.nodes, queue.arrays, storage.c, done, backwards.copy())
            if done == len(order):
                return True
            node = int(backwards[done])
            h = float(storage.nodes[HS][node])
            g = float(storage.nodes[GS][node])
            storage.v[code_of.FAULT_F] = g * float(queue.weights[0]) + h * float(queue.weights[1])
            storage.v[code_of.FAULT_H] = h
            queue.grow()
            if not queue.reach(storage.v):
                return False

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        """Run the kernel until the budget is used up, making room where it finds none."""
        storage, max_cost = self._storage, budget.max_cost
        if self._rebuilding is not None:
            self._rebuild(*self._rebuilding)
        if max_cost > self._max_cost and storage.c[code_of.WAITING] > 0:
            self._release(max_cost)
        self._max_cost = max_cost
        max_total: Any = float(max_cost)
        if self._whole:
            max_total = np.uint64(max_cost) if max_cost < _FLOATS_EXACT else _NO_LIMIT
        before, stop_at = self._cheap_bound(), self._stops(budget)[0]
        while True:
            code = self._call(stop_at, max_total, storage.c, storage.v)
            if code in _STOPS:
                break
            if not self._mend(code):
                code = code_of.REACHED  # as far as it went: limits are looked at before the next step
                break
        if code == code_of.OVER_COST and not self._bounds and len(self._waiting()) == 0:
            storage.c[code_of.WAITING] = 0  # all that waited was reached at less cost since, and expanded
            code = code_of.EXHAUSTED
        if self._bounds and self._cheap_bound() > before:
            self._log_bound(self.lower_bound())
        return _STOPS[code]

    def _call(self, stop_at: int, max_total: Any, c: Any, v: Any) -> int:
        storage, queue = self._storage, self._queue
        how = (np.uint64(self._domain.max_successors), self._uses_h, self._reopen, self._bounds)
        try:
            code: int = self._search(
                self._tables, queue.weights, how, stop_at, max_total, storage.nodes, storage.slots, storage.shift,
                queue.arrays, storage.waiting, storage.scratch, c, v,
            )  # fmt: skip
        except (ArithmeticError, LookupError, ValueError, AssertionError, NumbaError) as error:
            raise raised(self.problem.problem, self._state(self._current()), error) from error
        return code

    def _current(self) -> int:
        return int(self._storage.c[code_of.EXPANDING]) or ROOT

    def _mend(self, code: int) -> bool:
        """Make room for what the kernel found none for; False: that takes longer. Raise what is the domain's fault."""
        storage = self._storage
        match code:
            case code_of.MORE_NODES:
                return storage.more_nodes()
            case code_of.MORE_SLOTS:
                return storage.more_slots()
            case code_of.MORE_QUEUE:
                self._queue.grow()
            case code_of.MORE_WAITING:
                storage.more_waiting()
            case code_of.WIDER:
                storage.widen()
            case code_of.MORE_RANKS:
                if not self._queue.reach(storage.v):
                    waiting = storage.waiting[: storage.c[code_of.WAITING]].copy()
                    self._rebuild(Heap(self._weights, self._tie_break), self._order(), waiting)
            case _:
                state = self._state(int(storage.c[code_of.FAULT_NODE]))
                value = float(storage.v[code_of.FAULT_VALUE])
                raise fault(
                    code,
                    self._domain,
                    self.problem.problem,
                    state=state,
                    i=int(storage.c[code_of.FAULT_I]),
                    value=value,
                )
        return True

    def _release(self, max_cost: float) -> None:
        """Put the nodes that wait back into the queue, as far as the new cost limit allows."""
        gs, hs = self._storage.nodes[GS], self._storage.nodes[HS]
        live = self._waiting()
        totals = gs[live].astype(float) + hs[live].astype(float)
        released, kept = live[totals <= max_cost], live[totals > max_cost]
        self._rebuild(self._queue, np.concatenate([released[::-1], self._order()]), kept)

    def _order(self) -> Any:
        """The open nodes in the queue, in its order; that whose expansion is not committed is not among them."""
        order = self._queue.nodes(self._storage.c) if self._rebuilding is None else self._rebuilding[1]
        live = order[self._storage.open_nodes()[order]]
        live = live[live != self._storage.c[code_of.EXPANDING]]
        return live[np.sort(np.unique(live, return_index=True)[1])]  # of several entries of a node the first counts

    def _waiting(self) -> Any:
        """The open nodes above the cost limit, the oldest first."""
        storage = self._storage
        waiting = storage.waiting[: storage.c[code_of.WAITING]] if self._rebuilding is None else self._rebuilding[2]
        return np.array(list(dict.fromkeys(waiting[storage.open_nodes()[waiting]].tolist())), np.uint32)

    def growth(self) -> int:
        """Return the bytes that a larger array will take at once before long."""
        return self._storage.growth()

    # --- flat ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """Return the arrays of the nodes, and those that say in which order they wait."""
        waiting = self._waiting()
        c = self._storage.c.copy()
        c[code_of.WAITING] = len(waiting)
        limit = np.frombuffer(text_of(self._max_cost).encode(), np.uint8)
        return {**self._storage.dump(), "c": c, "waiting": waiting, "order": self._order(), "max_cost": limit}

    def _take_over(self, rows: Arrays) -> None:
        storage = self._storage
        storage.restore(rows)
        self._max_cost = number_of(rows["max_cost"].tobytes().decode())
        waiting = storage.waiting[: storage.c[code_of.WAITING]].copy()
        self._rebuild(self._new_queue(), rows["order"], waiting)

    def _check(self, rows: Arrays) -> None:
        check_nodes(rows, self._domain, self._storage.aux_type)
        words, count = self._domain.words, int(rows["c"][code_of.COUNT])
        if not np.array_equal(rows["nodes_0"][words : 2 * words], self._root.array()):
            raise CheckpointError("the checkpoint is of another problem: its initial state is another one")
        require(rows[f"nodes_{AUXES}"][ROOT] == self._root.aux, "the aux of the initial state")
        numbers = whole_numbers if self._whole else floats
        kernels = specialized(self._domain, (numbers, verification), ("verify_nodes",))
        nodes = tuple(rows[f"nodes_{part}"].copy() for part in range(len(self._storage.nodes)))
        most, marks, stack = self._domain.max_successors, np.zeros(count, np.uint8), np.zeros(count, np.uint32)
        wrong = int(kernels.verify_nodes(self._tables, nodes, count, most, marks, stack))
        if wrong != 0:
            raise CheckpointError(
                f"the checkpoint is damaged or of another problem: its state number {wrong} doesn't follow from another"
            )
