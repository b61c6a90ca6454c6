"""Compiled beam search: it stores the states of all layers, and the candidates for the next layer, in arrays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.kernels import (
    beam,
    best_candidates,
    codes,
    dominance,
    edges,
    float_costs,
    hash_table,
    int_costs,
    nodes,
    one_side,
    undominated_candidates,
)
from astarlib.compiled.kernels.data import Table
from astarlib.compiled.kernels.hash_table import MAX_LOAD
from astarlib.compiled.runtime.kernel_errors import function_error, kernel_errors
from astarlib.compiled.runtime.labels import bytes_of, larger_labels, new_labels
from astarlib.compiled.runtime.node_algorithm import NodeAlgorithm
from astarlib.compiled.runtime.saved_arrays import Arrays, check_layers, require, require_array
from astarlib.compiled.runtime.storage import AUXES, CLOSED, GS, HS, ROOT, STATES, Storage, sums
from astarlib.compiled_domain import CompiledDomain
from astarlib.engines.beam import BeamSearch
from astarlib.errors import short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Budget, Counters, Edge, Stop
from astarlib.searching.dominance import are_useful
from astarlib.searching.journal import Journal

if TYPE_CHECKING:
    from astarlib.compiled.kernels.data import Labels

_MAX_WIDTH: Final = 1 << 32
"""More nodes than a search can store."""
_MAX_EXACT_FLOAT: Final = 2.0**53


class LayerStorage(Storage):
    """The arrays of a pass. A second hash table, ``layer``, has the candidates for the next layer."""

    def __init__(self, domain: CompiledDomain[Any], fill: Any, *, bits: int) -> None:  # Any: numba's dispatcher
        self._fill_held = fill
        super().__init__(domain, self._fill_kept, bits=bits)
        slots: Any = np.zeros(self.slots.size, np.uint32)
        self.layer: Table = Table(slots, self._layer_bits())
        numbers = np.float64 if domain.costs is float else np.uint64
        count = domain.max_successors
        self.found: tuple[Any, ...] = np.zeros(count, numbers), np.zeros(count, np.uint32), np.zeros(count, np.uint8)

    def _layer_bits(self) -> Any:
        return np.uint64((self.nodes.gs.size - 1).bit_length())

    @property
    def _changes(self) -> tuple[int, ...]:
        return (*super()._changes, self.counters.item(codes.LAYER))

    def _fill_kept(self, slots: Any, node_bits: Any, _: Any, first: int, last: int, _are_distinct: bool) -> None:
        last = min(last, int(self.counters[codes.FIRST_CANDIDATE]))
        self._fill_held(slots, node_bits, self.nodes, first, last)

    def grow_layer(self) -> None:
        """Create a new table of the candidates, with room for twice as many if it is half full."""
        first, last = int(self.counters[codes.FIRST_CANDIDATE]), int(self.counters[codes.NEXT_NODE])
        size, room = int(self.layer.slots.size), last - first + 2 * len(self.found[0])
        while MAX_LOAD * size < room or 2 * (last - first) > size:
            size *= 2
        slots, bits = np.zeros(size, np.uint32), self._layer_bits()
        self._fill_held(slots, bits, self.nodes, first, last)
        self.layer = Table(slots, bits)

    def restore(self, dumped: Arrays) -> None:
        super().restore(dumped)
        self.grow_layer()

    def bytes_in_use(self) -> int:
        return super().bytes_in_use() + int(self.layer.slots.nbytes) + bytes_of(self.labels)


class CompiledBeamAlgorithm(NodeAlgorithm[S, A]):
    """The algorithm of compiled beam search. See `astarlib.searching.beam.BeamAlgorithm`."""

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, engine: BeamSearch) -> None:
        super().__init__(problem, journal, engine, uses_heuristic=True)
        self._complete, self._is_int = engine.complete, self._domain.costs is int
        self._prunes = problem.resources is not None and self._is_in_domain(
            "resources", "dominated states aren't left out"
        )
        choice = (dominance, undominated_candidates) if self._prunes else (best_candidates,)
        modules = hash_table, int_costs if self._is_int else float_costs, nodes, one_side, edges, beam, *choice
        self._kernels = specialize(self._domain, modules, ("search_layers",), ("fill", "fill_held", "find_node"))
        self._reported = 0
        self._polled_bound: float = 0
        storage = LayerStorage(self._domain, self._kernels.fill_held, bits=max(16, self._domain.bits))
        counters, values, is_open = storage.counters, storage.values, self._root.h < math.inf
        if self._prunes:
            storage.labels = new_labels(self._domain.words)
        counters[codes.NEAREST], counters[codes.EVALUATED] = ROOT, 1
        counters[codes.PEAK_FRONTIER], counters[codes.DEAD_ENDS] = is_open, not is_open
        values[codes.MIN_H], values[codes.BEST], values[codes.BOUND] = self._root.h, math.inf, 0
        self._begin_pass(storage, min(engine.width, _MAX_WIDTH))
        self._storage = storage
        self._call(0, math.inf, counters.copy(), values.copy())  # This compiles the kernel, or loads it from disk.

    def _begin_pass(self, storage: LayerStorage, width: int) -> None:
        """Prepare new arrays for a pass from the initial state."""
        self._write_roots(storage)
        counters, values, is_open = storage.counters, storage.values, self._root.h < math.inf
        counters[codes.WIDTH], counters[codes.LAYER], counters[codes.LAYER_END] = width, ROOT, ROOT + is_open
        counters[codes.FIRST_CANDIDATE] = counters[codes.NEXT_NODE]
        counters[codes.KEPT] = counters[codes.STORED] = 1
        counters[codes.FRONTIER] = is_open
        values[codes.ABOVE] = values[codes.DROPPED] = math.inf
        storage.make_table(storage.slots.size)

    def _begin_next_pass(self, width: int) -> None:
        """Begin a pass whose first nodes, all retired, are the paths to the best solution and to the nearest state."""
        old, counters = self._storage, self._storage.counters
        ends = [int(counters[index]) for index in (codes.GOAL, codes.NEAREST) if counters[index] > 0]
        chain = list(dict.fromkeys([ROOT, *(node for end in ends for node in self._chain(end))]))
        numbers, end = {0: 0, **{node: ROOT + at for at, node in enumerate(chain)}}, ROOT + len(chain)
        bits = 8 * old.nodes.gs.dtype.itemsize
        storage = LayerStorage(self._domain, self._kernels.fill_held, bits=bits)
        storage.labels = old.labels
        while storage.nodes.gs.size < end:
            while not storage.grow_nodes():
                pass
        for part, array in enumerate(old.nodes):
            if part != CLOSED:
                words = self._domain.words if part == STATES else 1
                storage.nodes[part][ROOT * words : end * words] = array.reshape(-1, words)[chain].ravel()
        storage.nodes.parents[ROOT:end] = [numbers[node] for node in old.nodes.parents[chain].tolist()]
        is_retired = np.zeros(8 * (end // 8 + 1), bool)
        is_retired[ROOT + 1 : end] = True
        storage.nodes.closed[: end // 8 + 1] = np.packbits(is_retired, bitorder="little")
        storage.counters, storage.values = counters.copy(), old.values.copy()
        for index in (codes.GOAL, codes.NEAREST):
            storage.counters[index] = numbers[int(counters[index])]
        storage.counters[codes.NEXT_NODE] = end
        self._begin_pass(storage, width)
        self._storage = storage

    @property
    def storage(self) -> LayerStorage:
        return self._storage

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        stop_at, max_cost = self._slice_ends(budget)[0], self._to_float(budget.max_cost)
        is_raised = False
        while True:
            storage = self._storage
            if storage.counters[codes.SOLUTIONS] > self._reported:
                self._reported = int(storage.counters[codes.SOLUTIONS])
                return Stop.FOUND
            if not is_raised and self._goal_node() != 0 and self._is_bound_new():
                return Stop.POLL  # The search stops here if `Limits.within` is reached.
            # After a new bound, the next layer begins before the search may stop.
            code = self._call(0 if is_raised else stop_at, max_cost, storage.counters, storage.values)
            if code == codes.PASS_DONE:
                if (stop := self._end_pass(budget.max_cost)) is not None:
                    return stop
                stop_at = self._slice_ends(budget)[0]  # A new pass may store a state before an expansion.
            elif code == codes.STOP_REACHED:
                if not is_raised:
                    return Stop.POLL
            elif code != codes.SOLVED:
                if not self._handle(code):
                    return Stop.POLL  # Growing takes several steps, and limits are polled between two of them.
                is_raised = is_raised or code == codes.BOUND_RAISED
                continue
            is_raised = False

    def _to_float(self, max_cost: float) -> float:
        """Return a cost limit, which may be any number, in the type of ``values``. Round it down if costs are whole."""
        is_rounded = self._is_int and max_cost < _MAX_EXACT_FLOAT
        return float(int(max_cost) if is_rounded else max_cost)

    def _is_bound_new(self) -> bool:
        """Return True if the bound has been raised since the last call of this method."""
        before, self._polled_bound = self._polled_bound, float(self._storage.values[codes.BOUND])
        return self._polled_bound > before

    def _call(self, stop_at: int, max_cost: float, counters: Any, values: Any) -> int:
        storage = self._storage
        try:
            successors = np.uint64(self._domain.max_successors)
            options = beam.Layer(successors, True, storage.layer, storage.parked, *storage.found)
            data = storage.data(self._tables.address, None, options, counters, values)
            code: int = self._kernels.search_layers(data, stop_at, max_cost)
        except kernel_errors() as error:
            raise_if_from_handler(error)
            state = self.state(int(storage.counters[codes.LAYER]))
            raise function_error(self.problem.problem, state, error) from error
        return code

    def _handle(self, code: int) -> bool:
        """Do what the kernel's return code requests, or raise its error. Return False if more steps are needed."""
        storage = self._storage
        is_done = storage.make_room(code)
        match code:
            case codes.BOUND_RAISED:
                proved = float(storage.values[codes.PROVED])
                self._log_bound(self._to_cost(proved))
                storage.values[codes.BOUND] = proved
            case codes.GROW_LAYER:
                storage.grow_layer()
            case codes.GROW_LABELS:
                storage.labels = larger_labels(cast("Labels", storage.labels), self._kernels.fill)
            case _ if is_done is None:
                raise self._fault(code)
        return is_done is not False

    def _end_pass(self, max_cost: float) -> Stop | None:
        """Begin the next pass, or return the final `Stop`."""
        values, width = self._storage.values, int(self._storage.counters[codes.WIDTH])
        best, above, dropped = (float(values[index]) for index in (codes.BEST, codes.ABOVE, codes.DROPPED))
        if best <= min(above, dropped):
            return Stop.DONE
        is_wider = self._complete and dropped <= max_cost and dropped < best
        if is_wider or (above < best and above <= max_cost):
            self._begin_next_pass(2 * width if is_wider else width)
            return None
        if self._complete or above < best:
            return Stop.COST
        return Stop.GAVE_UP if self._goal_node() == 0 else Stop.DONE

    # --- inspect ------------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        kernel, counters = self._storage.counters, Counters()
        counters.expanded, counters.generated = int(kernel[codes.EXPANDED]), int(kernel[codes.GENERATED])
        counters.evaluated, counters.reopened = int(kernel[codes.EVALUATED]), int(kernel[codes.REOPENED])
        counters.dead_ends, counters.solutions = int(kernel[codes.DEAD_ENDS]), int(kernel[codes.SOLUTIONS])
        counters.frontier, counters.peak_frontier = int(kernel[codes.FRONTIER]), int(kernel[codes.PEAK_FRONTIER])
        return counters

    def stored(self) -> int:
        return int(self._storage.counters[codes.STORED])

    def lower_bound(self, *, cheap: bool = False) -> float:
        values = self._storage.values
        bound = float(values[codes.BOUND])
        if not cheap:
            least = self._fs(np.concatenate([self._waiting(), self._candidates()])).min(initial=np.inf)
            bound = max(bound, min(float(least), float(values[codes.DROPPED]), float(values[codes.ABOVE])))
        return self._to_cost(min(float(values[codes.BEST]), bound))

    def _fs(self, numbers: Any) -> Any:  # Any: numpy's arrays
        return sums(*(self._storage.nodes[part][numbers] for part in (GS, HS)))

    def _waiting(self) -> Any:
        """Return the nodes of the layer that wait to be expanded."""
        counters = self._storage.counters
        return self._not_retired(counters[codes.LAYER], counters[codes.LAYER_END])

    def _candidates(self) -> Any:
        """Return the candidates for the next layer, in the order in which they were found."""
        counters = self._storage.counters
        return self._not_retired(counters[codes.FIRST_CANDIDATE], counters[codes.NEXT_NODE])

    def _not_retired(self, first: int, end: int) -> Any:
        is_retired = np.unpackbits(self._storage.nodes.closed, bitorder="little", count=end)
        return first + np.flatnonzero(is_retired[first:] == 0)

    def _is_retired(self, node: int) -> bool:
        return bool(self._storage.nodes.closed[node // 8] >> node % 8 & 1)

    def is_closed(self, node: int) -> bool:
        is_before = node < self._storage.counters[codes.LAYER]
        return bool(is_before) and not self._is_retired(node) and not self._storage.is_dead(node)

    def _goal_node(self) -> int:
        return int(self._storage.counters[codes.GOAL])

    def incumbent(self) -> Path[S, A] | None:
        goal = self._goal_node()
        return None if goal == 0 else self._path(goal)

    def nearest(self) -> Path[S, A] | None:
        return self._path(int(self._storage.counters[codes.NEAREST]))

    def states(self) -> Iterator[StoredState]:
        """Yield the stored states: those of the layers, then those that were found for the next layer."""
        storage, candidates = self._storage, self._candidates().tolist()
        kept = [self._kept_node(storage.words_of(node)) for node in candidates]
        newer = dict(zip(kept, candidates, strict=True))
        for node in self._not_retired(ROOT, storage.counters[codes.FIRST_CANDIDATE]).tolist():
            yield self._stored_state(newer.get(node, node))
        for old, node in zip(kept, candidates, strict=True):
            if old == 0:
                yield self._stored_state(node)

    def _kept_node(self, words: Any) -> int:
        """Return the kept node of a state, or 0."""
        node = self._find_node(words)
        return 0 if self._is_retired(node) else node

    def node_of(self, state: S) -> int:
        words, layer = self._domain.encode(state)[0], self._storage.layer
        return self._find_node(words, *layer) or self._kept_node(words)

    def frontier(self) -> Iterator[StoredState]:
        candidates = self._candidates()
        order = np.lexsort((self._storage.nodes.hs[candidates], self._fs(candidates)))
        waiting, candidates = self._waiting(), candidates[order]
        nodes = np.concatenate([waiting, candidates])
        is_useless = self._fs(nodes) >= self._storage.values[codes.BEST]  # They are never expanded.
        if self._prunes:
            kept = self._not_retired(ROOT, self._storage.counters[codes.FIRST_CANDIDATE])
            kept = kept[~np.isin(kept, waiting[is_useless[: len(waiting)]])]
            each = (((self.state(node), self.g(node)) for node in some.tolist()) for some in (kept, candidates))
            is_useless[len(waiting) :] |= ~np.fromiter(are_useful(self.problem, *each), bool, len(candidates))
        for node in nodes[np.argsort(is_useless, kind="stable")].tolist():
            yield self._stored_state(node)

    def front(self) -> float | None:
        """Return f of the next state of the layer, or None at the end of the layer."""
        counters = self._storage.counters
        waiting = range(int(counters[codes.LAYER]), int(counters[codes.LAYER_END]))
        node = next((node for node in waiting if not self._is_retired(node)), None)
        return None if node is None else self.g(node) + self._h(node)

    def bytes_in_use(self) -> int:
        return self._storage.bytes_in_use()

    def path_to(self, state: S) -> Path[S, A]:
        goal, key = self._goal_node(), self.problem.state_key or _same
        node = goal if goal != 0 and key(self.state(goal)) == key(state) else self.node_of(state)
        if node == 0:
            raise KeyError(f"state {short_repr(state)} isn't stored")
        return self._path(node)

    def sample(self, n: int) -> Iterator[Edge]:
        count, goal = int(self._storage.counters[codes.NEXT_NODE]), self._goal_node()
        for node in [*range(ROOT, count, max(1, count // n)), *[goal] * (goal != 0)]:
            yield self._edge(node)

    # --- save ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        parked, reported = np.zeros(1, np.uint32), np.array([self._reported], np.int64)
        return {**self._storage.dump(), "parked": parked, "reported": reported}

    def load(self, dumped: Arrays) -> None:
        self._storage.restore(dumped)
        self._reported = int(dumped["reported"][0])

    def verify(self, dumped: Arrays) -> None:
        require_array(dumped, "parked", np.uint32)
        require_array(dumped, "reported", np.int64, 1)
        check_layers(dumped, self._domain, self._storage.aux_type)
        self._verify_paths(dumped)
        goal = int(dumped["counters"][codes.GOAL])
        if goal != 0:
            words, first = self._domain.words, goal * self._domain.words
            packed = tuple(dumped[f"nodes_{STATES}"][first : first + words].tolist())
            state = self.decode(packed if words > 1 else packed[0], int(dumped[f"nodes_{AUXES}"][goal]))
            require(self.problem.is_goal(state), "the end of the solution to be a goal")


def _same(state: Any) -> Any:
    return state
