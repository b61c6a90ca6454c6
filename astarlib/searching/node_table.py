"""The node table and the frontier of a best-first search, and all operations on them outside the loop.

The table maps each key to its best node (see `node`). The frontier contains the same node objects. An entry of the
frontier is stale if the table has another node for its key.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import add, itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from astarlib._support.plain_values import plain_cost, plain_number
from astarlib.errors import ProblemStateError
from astarlib.events import Event, Expanded, Generated, LowerBoundRaised, Reopened
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Algorithm, Budget, Counters, Edge, Stop, WorkingOn
from astarlib.searching.diagnosis import mutated
from astarlib.searching.journal import Journal
from astarlib.searching.node import (
    ACTION,
    CLOSED,
    KEY,
    PARENT,
    FlatNodes,
    G,
    H,
    Node,
    edge_of,
    is_closed,
    path_of,
    stored_state,
    unflatten,
)
from astarlib.searching.node import chain as nodes_to
from astarlib.searching.open_list import PARKED, RETRY, FLevel, OpenList, Rank
from astarlib.searching.roots import roots_of

if TYPE_CHECKING:
    from astarlib.searching.dominance import DominanceFilter
    from astarlib.searching.heuristic_batch import EdgeBatch

_MOST_KEYS: Final = 32
"""The largest number of states whose keys are compared in the table, and on the path."""
_SOON = 10_000
"""A number of states that is larger than the number stored between two polls."""


class Past(NamedTuple):
    """The counts of what updates of the problem have removed from a table, because the counters go on."""

    closed: int = 0
    """The number of states that were closed, and aren't closed now."""
    evaluated: int = 0
    """The number of evaluations of h for states that aren't stored now."""
    solutions: int = 0
    """The number of solutions of earlier problems."""


_NO_PAST: Final = Past()


class NodeTable:
    """Table, frontier and counters. The loop accesses the containers directly, because a method call costs 15 %."""

    __slots__ = (
        "bound_before_rejection", "counters", "expanded_before_max_f", "expanding", "max_f", "nearest", "open_list",
        "past", "rejected", "state_at", "table",
    )  # fmt: skip

    def __init__(self, open_list: OpenList, state_at: int) -> None:
        self.state_at: int = state_at
        """The index of the state in a node: KEY, or STATE if the problem defines ``state_key``."""
        self.table: dict[Any, Node] = {}
        self.open_list: OpenList = open_list
        self.expanding: Node | None = None
        """The node whose expansion has begun and isn't finished."""
        self.nearest: Any = None
        """The key of the first stored state with the smallest h."""
        self.counters: Counters = Counters()
        self.max_f: float = -math.inf
        """The largest f that has been at the front of the frontier."""
        self.expanded_before_max_f: int = 0
        """The number of expansions before ``max_f`` rose to its value."""
        self.rejected: float = math.inf
        """The smallest g + h of an improvement of a closed state that was rejected (reopen=False)."""
        self.bound_before_rejection: float = -math.inf
        """A lower bound that max_f had proved before ``rejected`` fell."""
        self.past: Past = _NO_PAST
        """The counts of what updates have removed."""

    def unfinished(self) -> list[Node]:
        """Return the nodes that were taken from the frontier and whose expansion isn't finished, the next first."""
        return [] if self.expanding is None else [self.expanding]

    # --- while no loop runs -----------------------------------------------------------------------------------------

    def insert_root(self, root: Node, f: float | None = None) -> None:
        """Store an initial state and put it into the frontier, unless it is a dead end. ``f`` is its f, if known."""
        if len(self.table) == 0 or root[H] < self.table[self.nearest][H]:
            self.nearest = root[KEY]
        self.table[root[KEY]] = root
        if root[H] == math.inf:
            self.counters.dead_ends += 1
        else:
            if f is None or len(self.table) > 1:
                self.open_list.put(root)
            else:
                self.open_list.levels[f] = root
                self.open_list.heap.append(f)
            self.counters.peak_frontier += 1

    def repair(self) -> None:
        """Repair the frontier after an interrupt, which may have left an entry in no bucket, or in two.

        The nodes that were taken to be expanded move to the front. Successors that an unfinished expansion has pushed
        can stay: the repeated expansion finds them with the same cost and skips them. The repair works in place with
        little memory, because memory may be exhausted. It may be interrupted itself, and then be repeated.
        """
        taken, frontier = self.expanding, self.open_list
        if taken is not None:
            # This replaces the closed copy, if the expansion was stored except for its counters.
            self.table[taken[KEY]] = taken
        unfinished = self.unfinished()
        if len(unfinished) > 0:
            frontier.levels[RETRY] = FLevel({0: unfinished[0] if len(unfinished) == 1 else unfinished[::-1]})
        waiting, away = set(map(id, self.parked())), set(map(id, unfinished))
        frontier.rebuild(
            lambda f, node: (
                f == RETRY or (id(node) not in away and self.is_open(node) and (f == PARKED or id(node) not in waiting))
            )
        )
        self.nearest = min(self.table.values(), key=itemgetter(H))[KEY]
        self.expanding = None

    def parked(self) -> list[Node]:
        """Return the nodes above the cost limit of the last run, the oldest first."""
        level = self.open_list.levels.get(PARKED)
        return [] if level is None else level.buckets[0]

    def unpark(self, max_cost: float) -> None:
        """Move parked nodes back to the frontier if their g + h is at most ``max_cost``."""
        waiting = self.parked()
        live = [node for node in waiting if self.is_open(node)]
        released = [node for node in live if node[G] + node[H] <= max_cost]
        if len(released) == 0:
            return
        for node in released:  # The oldest node comes first.
            self.open_list.put(node)
        # An empty bucket is removed when it comes to the front.
        waiting[:] = [node for node in live if node[G] + node[H] > max_cost]

    def add_dead_end(self, key: Any, node: Node) -> None:
        """Store a dead end."""
        dead_ends = self.counters.dead_ends + (key not in self.table)
        self.table[key] = node
        self.counters.dead_ends = dead_ends

    def growth(self) -> int:
        """Return the bytes of the larger dict that the table will need soon, or 0 if the table has room for longer.
        A dict of CPython doubles its size when two thirds of its slots are used. Their number is a power of 2.
        """
        stored = len(self.table)
        room = 2 ** (3 * stored // 2).bit_length() * 2 // 3 - stored
        return 2 * sys.getsizeof(self.table) if room < max(stored // 50, _SOON) else 0

    # --- what is proved ---------------------------------------------------------------------------------------------

    def note_rejected(self, total: float) -> None:
        """Record that a path to a closed state was rejected. A solution may cost as little as its g + h, ``total``."""
        if total < self.rejected:
            self.bound_before_rejection = self.proved()
            self.rejected = total

    def proved(self) -> float:
        """Return the lower bound that the largest f at the front has proved, if f = g + h."""
        return max(self.bound_before_rejection, min(self.max_f, self.rejected))

    # --- looking, in the middle of an expansion too: an observer may ------------------------------------------------

    def is_open(self, node: Node) -> bool:
        """Return True if a frontier entry is live, that is, it's still the node of its state in the table."""
        return self.table.get(node[KEY]) is node

    def frontier_size(self) -> int:
        """Return the number of live frontier entries.
        Each new state that isn't a dead end adds one, a reopening adds one, and an expansion removes one.
        """
        counters = self.counters
        return len(self.table) - counters.dead_ends + counters.reopened + self.past.closed - counters.expanded

    def entries(self) -> Iterator[Node]:
        """Yield the live entries of the frontier in order, after the nodes whose expansion isn't finished."""
        unfinished = self.unfinished()
        yield from unfinished
        away = set(map(id, unfinished))
        for _, bucket in self.open_list.buckets():
            for node in reversed(bucket):
                if id(node) not in away and self.is_open(node):
                    yield node

    def min_total(self, *, front_only: bool) -> float:
        """Return the smallest g + h of a live entry, or inf. With ``front_only``, the frontier is ordered by g + h."""
        frontier = self.open_list
        if front_only and len(self.unfinished()) == 0 and len(frontier.heap) > 0 and frontier.heap[0] != RETRY:
            for _, bucket in frontier.at(frontier.heap[0]):
                for node in reversed(bucket):
                    if self.is_open(node):
                        return node[G] + node[H]  # type: ignore[no-any-return]  # The user's costs have any type.
        return min((node[G] + node[H] for node in self.entries()), default=math.inf)

    # --- flat rows ----------------------------------------------------------------------------------------------------

    def dump(self, log: Sequence[Node] = ()) -> dict[str, Any]:
        """Return the table, the frontier and the counters as flat rows, in the state that `repair` would leave.
        ``log`` are further nodes, whose rows the value contains, too. The method changes nothing, so a signal handler
        may call it between any two instructions of the loop. Changes of an unfinished expansion are left out.
        """
        taken, table = self.expanding, list(self.table.values())
        nearest = self.table[self.nearest]
        if taken is not None:
            stored = self.table[taken[KEY]]  # The node or its closed copy, as above.
            table = [taken if node is stored else node for node in table]
            nearest = min(table, key=itemgetter(H))
        rows = FlatNodes(chain(table, log), self.state_at)
        unfinished = self.unfinished()
        away = set(map(id, unfinished))
        frontier: list[tuple[Rank, array[int]]] = []
        if len(unfinished) > 0:
            frontier.append(((RETRY, 0), rows.numbers(reversed(unfinished))))
        waiting = set(map(id, self.parked()))
        for rank, bucket in self.open_list.buckets():
            kept = rows.numbers(
                node
                for node in bucket
                if id(node) not in away and self.is_open(node) and (rank[0] == PARKED or id(node) not in waiting)
            )
            if len(kept) > 0:
                frontier.append((rank, kept))
        return {
            "table": rows.numbers(table),
            "log": rows.numbers(log),
            "closed": rows.numbers(node for node in chain(table, log) if is_closed(node)),
            "frontier": frontier,
            "nearest": rows[nearest],
            "nodes": rows.columns(),
            "counters": {name: getattr(self.counters, name) for name in _COUNTERS},
            "bounds": (self.max_f, self.expanded_before_max_f, self.rejected, self.bound_before_rejection),
            "past": tuple(self.past),
        }

    def restore(self, dumped: Mapping[str, Any], key_of: Callable[[Any], Any] | None) -> list[Node]:
        """Restore the data of a dump. Return the nodes of its log."""
        nodes = unflatten(dumped["nodes"], frozenset(dumped["closed"]), key_of)
        self.table = {nodes[row][KEY]: nodes[row] for row in dumped["table"]}
        self.open_list.fill((rank, [nodes[row] for row in kept]) for rank, kept in dumped["frontier"])
        self.nearest = nodes[dumped["nearest"]][KEY]
        for name in _COUNTERS:
            setattr(self.counters, name, dumped["counters"][name])
        self.max_f, self.expanded_before_max_f, self.rejected, self.bound_before_rejection = dumped["bounds"]
        self.past = Past(*dumped["past"])
        return [nodes[row] for row in dumped["log"]]

    def _check(self) -> None:
        """Assert all invariants. Only tests call this, between runs."""
        assert self.expanding is None
        self.open_list._check()  # noqa: SLF001  # for tests
        entries = list(self.entries())
        assert len(entries) == len({id(entry) for entry in entries}) == self.frontier_size()
        dead = [node for node in self.table.values() if node[H] == math.inf]
        assert len(dead) == self.counters.dead_ends
        assert len(entries) + sum(map(is_closed, self.table.values())) + len(dead) == len(self.table)
        assert RETRY in self.open_list.levels or self.counters.peak_frontier >= len(
            entries
        )  # After an expansion, not during one.
        for node in self.table.values():
            parent = node[PARENT]
            assert parent is None or (parent[G] <= node[G] and parent[KEY] in self.table)
            assert self.table[self.nearest][H] <= node[H]
        for rank, bucket in self.open_list.buckets():
            for node in bucket:
                assert rank[0] in {RETRY, PARKED} or rank[0] == self.open_list.rank_of(node)[0]


_COUNTERS = ("expanded", "generated", "reopened", "dead_ends", "peak_frontier", "solutions")


class NodeTableAlgorithm(Algorithm[S, A]):
    """An algorithm that stores all generated states in a `NodeTable`. A subclass implements the loop, `advance`.

    Without ``uses_heuristic``, h is 0, and the problem's heuristic is never called. With ``f_is_lower_bound``, the
    frontier is ordered by g + h, so that its smallest f is a lower bound.
    """

    def __init__(
        self,
        problem: ResolvedProblem[S, A],
        journal: Journal | None,
        nodes: NodeTable,
        *,
        uses_heuristic: bool,
        f_is_lower_bound: bool,
    ) -> None:
        super().__init__(problem, journal)
        self._nodes = nodes
        self._uses_h, self._f_is_lower_bound = uses_heuristic, f_is_lower_bound

    _goal: Node | None = None
    _events_from: tuple[int, int, Callable[[float, float], float]] = 0, 0, add
    """The number of expansions, the size of the frontier, and the function f, before the journal's first entry."""
    _last_path: tuple[Node, Path[S, A]] | None = None
    _max_cost: float = -math.inf
    """The cost limit of the last slice."""
    _dominance: DominanceFilter[S, A] | None = None
    """An object that leaves out dominated successors, or None."""
    _batch: EdgeBatch[S, A] | None = None
    """An object that evaluates all new successors of a state together, or None."""

    def _searched(self) -> ResolvedProblem[S, A]:
        """Return the functions that the loop calls. They may leave out successors, or evaluate them together."""
        if self._dominance is not None:
            self._dominance.collect(self._nodes.table.values(), self._nodes.state_at)
        if self._batch is not None:
            return self._batch.searched()
        return self.problem if self._dominance is None else self._dominance.searched()

    def _use_capabilities(self) -> None:
        """Leave out dominated successors, and evaluate all new ones with one call, if the problem can do so."""
        problem, nodes = self.problem, self._nodes
        if problem.resources is not None:
            from astarlib.searching.dominance import DominanceFilter  # only needed here

            later = self._uses_h and problem.heuristic_batch is not None
            self._dominance = DominanceFilter(problem, lambda: nodes.expanding, self._would_store, stores_later=later)
            problem = self._dominance.searched()
        self._use_batch(problem)

    def _use_batch(self, problem: ResolvedProblem[S, A]) -> None:
        """Evaluate all new successors with one call, if the problem can do so. ``problem`` has the edges to follow."""
        if self._uses_h and problem.heuristic_batch is not None:
            from astarlib.searching.heuristic_batch import EdgeBatch  # only needed here

            self._ask_with(EdgeBatch(problem, self._h_of))

    def _ask_with(self, batch: EdgeBatch[S, A]) -> None:
        """Use an object for all evaluations. An error's diagnosis uses it, too, and asks for no state again."""
        self._batch = batch
        if self.problem.heuristic_batch is not None:
            self.problem: ResolvedProblem[S, A] = self.problem._replace(heuristic_batch=batch.evaluations)

    def _would_store(self, state: S, g: float) -> bool:
        """Return True if the loop stores a state when it finds a path with this g."""
        known = self._known(state)
        return known is None or g < known[G]

    def _known(self, state: S) -> Node | None:
        """Return the node of a state that is stored, or listed to be stored after this expansion, or None."""
        state_key, dominance = self.problem.state_key, self._dominance
        key = state if state_key is None else state_key(state)
        known = self._nodes.table.get(key)
        return dominance.listed.get(key) if known is None and dominance is not None else known

    def _h_of(self, key: Any) -> Any:  # Any: a number, or None
        """Return the h of a stored state, or None if it isn't stored."""
        node = self._nodes.table.get(key)
        return None if node is None else node[H]

    def _roots(self) -> list[Node]:
        """Return the nodes of the initial states."""
        return roots_of(self.problem, uses_heuristic=self._uses_h, together=self._batch is not None)

    def _insert_root(self, root: Node, f: float | None = None) -> None:
        """Store an initial state. ``f`` is its f, if known."""
        self._nodes.insert_root(root, f)
        self.root_h: float | None = next(iter(self._nodes.table.values()))[H] if self._uses_h else None

    @property
    def counters(self) -> Counters:
        counters = self._nodes.counters
        # h is evaluated once for each stored state.
        counters.evaluated = len(self._nodes.table) + self._nodes.past.evaluated if self._uses_h else 0
        counters.frontier = self._nodes.frontier_size()
        counters.expanded_before_last_f = self._nodes.expanded_before_max_f if self._f_is_lower_bound else None
        if self._batch is not None:
            counters.heuristic_calls = self._batch.evaluations.calls
        return counters

    def stored(self) -> int:
        return len(self._nodes.table)

    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return the lower bound. O(1) if the frontier is ordered by g + h, or if ``cheap``; else O(frontier)."""
        nodes = self._nodes
        if cheap:
            return nodes.proved() if self._f_is_lower_bound else 0
        least = nodes.min_total(front_only=self._f_is_lower_bound)
        if least == math.inf and self._goal is None:
            return math.inf
        bound = min(least, nodes.rejected)
        if self._f_is_lower_bound:
            bound = max(bound, nodes.proved())
        return bound if self._goal is None else min(bound, self._goal[G])

    def incumbent(self) -> Path[S, A] | None:
        return None if self._goal is None else self._path(self._goal)

    def nearest(self) -> Path[S, A] | None:
        return self._path(self._nodes.table[self._nodes.nearest]) if self._uses_h else None

    def _path(self, node: Node) -> Path[S, A]:
        """Return the path to a node. The last path is cached, because the goal is often the nearest state, too."""
        if self._last_path is None or self._last_path[0] is not node:
            self._last_path = node, path_of(self.problem, node, uses_heuristic=self._uses_h)
        return self._last_path[1]

    def states(self) -> Iterator[StoredState]:
        at, new = self._nodes.state_at, tuple.__new__  # This takes half the time of calling the class.
        for node in list(self._nodes.table.values()):
            parent = node[PARENT]
            before = None if parent is None else parent[at]
            yield new(StoredState, (node[at], node[G], node[H], before, node[ACTION], node[-1] is CLOSED))

    def frontier(self) -> Iterator[StoredState]:
        for node in list(self._nodes.entries()):
            yield stored_state(node, self._nodes.state_at, closed=False)

    def path_to(self, state: S) -> Path[S, A]:
        key_of = self.problem.state_key
        node = self._nodes.table.get(state if key_of is None else key_of(state))
        return super().path_to(state) if node is None else self._path(node)

    def working_on(self) -> WorkingOn | None:
        node = self._nodes.expanding or next(self._nodes.entries(), None)
        if node is None:
            return None
        on = WorkingOn(node[self._nodes.state_at], node[G], is_expanding=self._nodes.expanding is not None)
        batch = self._batch
        return on if batch is None else on._replace(evaluated=batch.evaluated, known=batch.evaluations.known)

    def sample(self, n: int) -> Iterator[Edge]:
        nodes = list(self._nodes.table.values())
        for node in nodes[:: max(1, len(nodes) // n)]:
            yield edge_of(node, self._nodes.state_at, is_expanded=is_closed(node))

    def front(self) -> float | None:
        heap = self._nodes.open_list.heap
        return heap[0] if len(heap) > 0 else math.inf

    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        """Turn closed nodes into ``Expanded``, open ones and rejections into ``Generated`` and ``Reopened``.
        There are two other kinds of entries. A tuple with one node comes before the node that replaces it. A pair
        ``(None, f)`` has the new function f when the order of the frontier changes.
        """
        at, (number, frontier, f) = self._nodes.state_at, self._events_from
        new, inf = tuple.__new__, math.inf  # This takes half the time of calling the class.
        known: Node | None = None
        state: Any = None
        for entry in entries:
            size = len(entry)
            if size > 4:
                g, h = entry[0], entry[1]
                if entry[-1] is CLOSED:
                    number, frontier, state = number + 1, frontier - 1, entry[at]
                    yield new(Expanded, (number, state, g, h, f(g, h), frontier))
                    continue
                yield new(Generated, (state, entry[4], entry[at], g, h, True))
                if known is None:
                    if h < inf:
                        frontier += 1
                else:
                    if known[-1] is CLOSED:
                        frontier += 1
                        yield new(Reopened, (entry[at], g, known[G]))
                    known = None
            elif size == 4:
                yield entry if type(entry) is LowerBoundRaised else new(Generated, (state, *entry, False))
            elif size == 1:
                known = entry[0]
            else:
                f = entry[1]

    def kept_keys(self, *, is_done: bool) -> list[tuple[S, Any]]:
        table, at = self._nodes.table, self._nodes.state_at
        few = min(_MOST_KEYS, len(table) // 32)  # A smaller search takes only microseconds.
        if not is_done or few == 0:
            some = list(islice(table.values(), 1, 1 + few))
        else:
            path = nodes_to(self._goal)  # Its nodes were expanded, and a state changes when it's expanded.
            some = [*path[1 :: len(path) // few + 1], *islice(table.values(), 1, None, len(table) // few + 1)]
        return [(node[at], node[KEY]) for node in some]

    def growth(self) -> int:
        return self._nodes.growth()

    def repair(self) -> None:
        self._nodes.repair()
        if self._dominance is not None:
            self._dominance.forget()

    def dump(self) -> Mapping[str, Any]:
        return {**self._dump_nodes(), "solved": self._goal is not None}

    def load(self, dumped: Mapping[str, Any]) -> None:
        self._take_log(self._restore_nodes(dumped))
        if dumped["solved"]:
            self._goal = next(self._nodes.entries())  # A goal is found at the front and stays there.

    def _dump_nodes(self, log: Sequence[Node] = ()) -> dict[str, Any]:
        """Return what `NodeTable.dump` returns, and the values of ``heuristic_batch`` that belong to no node yet."""
        batch = None if self._batch is None else self._batch.evaluations.dump()
        return {**self._nodes.dump(log), "batch": batch}

    def _restore_nodes(self, dumped: Mapping[str, Any]) -> list[Node]:
        """Restore what `_dump_nodes` returned. Return the nodes of the log."""
        log = self._nodes.restore(dumped, self.problem.state_key)
        if self._batch is not None and dumped["batch"] is not None:
            self._batch.evaluations.load(dumped["batch"])
        return log

    def _take_log(self, log: list[Node]) -> None:
        """Restore the log, if the algorithm has one."""

    def _begin_slice(self, budget: Budget, f: Callable[[float, float], float]) -> None:
        """Prepare a slice: note where its events begin, and release the nodes within its cost limit."""
        nodes, max_cost = self._nodes, budget.max_cost
        if self.journal is not None:
            self._events_from = nodes.counters.expanded, nodes.frontier_size(), f
        if max_cost > self._max_cost and PARKED in nodes.open_list.levels:
            nodes.unpark(max_cost)
        self._max_cost = max_cost

    def _front(self) -> tuple[float, Node] | None:
        """Return the first node that isn't stale, and its f, or None if only parked nodes are left."""
        open_list, table = self._nodes.open_list, self._nodes.table
        while len(open_list.heap) > 0:
            first = open_list.heap[0]
            level = open_list.levels[first]
            bucket = level.buckets[level.order[0]] if type(level) is FLevel else level
            node: Node = bucket if type(bucket) is tuple else bucket[-1] if len(bucket) > 0 else ()
            if first == PARKED:
                return None
            if len(node) > 0 and table[node[KEY]] is node:
                return first, node
            open_list.drop()
        return None

    def _park(self, node: Node) -> None:
        """Move the first node of the open list to the parked nodes."""
        self._nodes.open_list.park(node)
        self._nodes.open_list.drop()

    def _used_up(self, budget: Budget) -> Stop | None:
        """Return the reason to stop before the next expansion, or None."""
        counters = self._nodes.counters
        is_full = counters.generated >= budget.max_generated or len(self._nodes.table) >= budget.max_stored
        if is_full or counters.expanded >= budget.max_expanded:
            return Stop.LIMIT
        return Stop.POLL if counters.expanded >= budget.poll_at else None

    def _expand(self, node: Node, problem: ResolvedProblem[S, A]) -> None:  # noqa: C901, PLR0912  # one expansion
        """Expand a node that was removed from the open list.
        See `BestFirstAlgorithm.advance` for the rules that make an interrupt harmless.
        """
        nodes, table, counters, state_key = self._nodes, self._nodes.table, self._nodes.counters, problem.state_key
        wanted, place, accepts, note_edge = self.journal, self._place, *self._edge_hooks()
        log = None if wanted is None or not wanted.expansions else wanted.append
        generated, parent, usual_cost, step_cost = counters.generated, (*node, CLOSED), None, 0.0
        parent_g, least_h, inf = node[G], table[nodes.nearest][H], math.inf
        if log is not None:
            log(parent)
        for action, next_state, given_cost in problem.edges(node[nodes.state_at]):
            generated += 1
            if given_cost is not usual_cost:  # Most edges have the same cost as the last one.
                step_cost, usual_cost = plain_cost(given_cost), given_cost
            g, key = parent_g + step_cost, next_state if state_key is None else state_key(next_state)
            known = table.get(key)
            h = plain_number(problem.heuristic(next_state)) if known is None else known[H]
            if note_edge is not None:
                note_edge(key, action, step_cost)
            if known is not None and (g >= known[G] if accepts is None else not accepts(known, g)):
                if wanted is not None and wanted.rejections:
                    wanted.append((action, next_state, g, h))
                continue
            child: Node = (g, h, key, parent, action)
            if state_key is not None:
                child = (*child, next_state)
                if next_state is node[nodes.state_at]:
                    raise mutated(self.problem, next_state, node[KEY])
            if not (h >= 0 and (g + h < inf or h == inf > g)):
                raise ValueError
            put = None if h == inf else place(child)
            if log is not None:
                if wanted is not None and wanted.improvements and known is not None:
                    log((known,))
                log(child)
            if put is None:
                nodes.add_dead_end(key, child)
                continue
            put(child)
            reopened = counters.reopened + 1 if known is not None and known[-1] is CLOSED else counters.reopened
            table[key] = child
            counters.reopened = reopened
            if h < least_h:
                nodes.nearest, least_h = key, h
        self._note_expansion(node)
        expanded, size = counters.expanded + 1, nodes.frontier_size() - 1
        counters.peak_frontier = max(counters.peak_frontier, size)
        table[node[KEY]] = parent
        counters.expanded = expanded
        counters.generated = generated
        nodes.expanding = None

    def _edge_hooks(self) -> tuple[Callable[[Node, float], bool] | None, Callable[[Any, Any, Any], None] | None]:
        """Return two functions. The first one returns True if a path with this g replaces the known one; with None, the
        cheaper one is kept. The second one, if any, remembers the key, the action and the cost of each edge.
        """
        return None, None

    def _place(self, node: Node) -> Callable[[Node], None]:  # Subclasses use the node.
        """Return the function that adds a new node to the open list."""
        return self._nodes.open_list.put

    def _note_expansion(self, node: Node) -> None:
        """Store what the algorithm remembers about an expansion. Then the node is closed."""

    def _exhausted(self, goals: int = 0) -> Stop:
        """Return DONE. Raise ProblemStateError if a stored state is neither expanded, a dead end nor a goal."""
        if self._nodes.frontier_size() != goals:
            raise ProblemStateError(
                "the frontier is empty, but some stored states weren't expanded, because their __hash__ or __eq__ has "
                "changed. A state must not change; return a new one from result(state, action)"
            )
        return Stop.DONE

    def _check(self) -> None:
        """Assert all invariants. Only tests call this, between runs."""
        self._nodes._check()  # noqa: SLF001  # for tests
