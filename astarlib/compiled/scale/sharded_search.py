"""A* on several shards, in rounds (Kishimoto, Fukunaga and Botea 2009, with a barrier between two rounds).

In each round, every shard reads its messages in the order of their senders, expands its best states and fills a box of
messages for each other shard, which fetches it in the next round. No shard begins a round before all have ended the
last one. Therefore the result and all counters depend only on the number of shards, not on their speed.
"""

from __future__ import annotations

import heapq
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.kernels import codes, verification
from astarlib.compiled.kernels.data import Nodes
from astarlib.compiled.runtime.compile_errors import compile_errors
from astarlib.compiled.runtime.kernel_errors import domain_error, function_error, kernel_errors
from astarlib.compiled.runtime.packed_algorithm import NEVER, PackedAlgorithm, find_edge
from astarlib.compiled.runtime.saved_arrays import (
    Arrays,
    CheckedShard,
    check_shard,
    first_wrong_node,
    require,
    require_array,
)
from astarlib.compiled.runtime.storage import AUXES, DEAD_H, GS, PARENTS, ROOT, STATES, sums
from astarlib.compiled.scale.shard import FaultError, Link, Report, Round, message_bits, read_shard, unpack_rests
from astarlib.compiled.scale.shard_rounds import (
    MAX_LAP,
    Barrier,
    Rules,
    after,
    barrier_of,
    check_messages,
    next_order,
    why_stop,
)
from astarlib.compiled.scale.shard_team import LostShardError, Team
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import (
    AstarlibError,
    CheckpointError,
    ClusterError,
    MissingCapabilityError,
    ProblemMethodError,
    short_repr,
)
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Budget, Counters, Edge, Stop
from astarlib.searching.journal import Journal

_TOGETHER = 1000
"""The number of states that are asked for at once. A call takes milliseconds if the shards are other processes."""


class ShardStore(Protocol):
    """A folder to which a search is saved."""

    remedy: str
    """The end of an error message: how to continue later."""

    def begin(self, team: Team) -> None:
        """Make and lock the folder for a new search."""
        ...

    def resume(self, team: Team) -> None:
        """Lock the folder of a search that is loaded."""
        ...

    def seconds_left(self) -> float:
        """Return the seconds until the search should be saved, or 0."""
        ...

    def paths(self, number: int, shards: int) -> list[str]:
        """Return the files of the shards in that round."""
        ...

    def write_manifest(self, header: dict[str, Any], text: Any, paths: Sequence[str]) -> None:
        """Make the files the ones from which the search continues."""
        ...

    def read_manifest(self) -> Any:
        """Return the last manifest."""
        ...

    def close(self) -> None:
        """Release the lock."""
        ...


class ShardedAlgorithm(PackedAlgorithm[S, A]):
    """A* on the team of shards that ``make_team`` returns for a domain.

    A shard expands at most ``batch`` states in a round, or None to choose it. The search is saved to ``store`` from
    time to time.
    """

    def __init__(
        self,
        problem: ResolvedProblem[S, A],
        journal: Journal | None,
        engine: object,
        make_team: Callable[[CompiledDomain[S]], Team],
        *,
        batch: int | None = None,
        store: ShardStore | None = None,
    ) -> None:
        super().__init__(problem, journal, engine, uses_heuristic=True)
        if self._domain.costs is not int:
            raise MissingCapabilityError(
                f"{engine!r} needs a compiled domain with costs=int, but that of {type(problem.problem).__name__} has "
                "costs=float; use compiled.AStar(), or write the costs as whole numbers of a smaller unit"
            )
        self._batch, self._store = batch, store
        self.writes_checkpoints: bool = store is not None
        self._header: Callable[[], dict[str, Any]] = dict
        try:
            self._team = make_team(self._domain)
        except compile_errors() as error:
            raise_if_from_handler(error)
            raise self._error(error) from error
        self._must_reload = False
        """True while the shards go back to the last checkpoint."""
        self._has_begun = self._has_manifest = self._was_loaded = False
        """True if the folder was made, if it has a checkpoint, and if the search comes from a file without a folder."""
        self._lost: set[tuple[int | None, int]] = set()
        """The shards that have ended, with their rounds."""
        self._order: Round | None = None
        """The first round of the present lap, if it has begun."""
        self._handle: tuple[int, Any] | None = None
        """The number of that round and the handle of the team, if the shards have begun it."""
        self._lap = MAX_LAP
        self._agreed = 0
        """After an error, some shards may be ahead of others before this round. Nothing is saved until then."""
        self._rules = Rules(batch, Budget(0))
        """The rules of the present lap."""
        try:
            self._barrier = self._first_barrier()
        except BaseException as error:
            self._team.close()
            raise_if_from_handler(error)
            raise self._error(error) from error
        self._path: tuple[tuple[float, int, int], Path[S, A]] | None = None

    def _first_barrier(self) -> Barrier:
        """Store the initial state, and return the barrier before the first round."""
        root, team = self._root, self._team
        home = int(team.call(0, "owner_of", root.words, root.aux))
        team.call(home, "insert_root", root)
        reports = tuple(team.call_all("report"))
        return Barrier(0, reports, bound=root.h, peak_frontier=reports[home].frontier)

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        before = self._barrier.bound
        try:
            if self._must_reload:  # An interrupt came while the shards went back to the checkpoint.
                self._reload()
            barrier = self._barrier
            if self._order is None or self._order.number != barrier.round:  # An interrupt may come after a round's end.
                self._order = self._handle = None
                stop = why_stop(barrier, budget)
                if stop is not None:
                    return stop
                self._order = next_order(barrier, Rules(self._batch, budget))
            self._save()
            if self._handle is None:
                seconds = math.inf if self._store is None else self._store.seconds_left()
                self._rules = Rules(self._batch, budget, self._lap, seconds)
            self._complete_lap()
            if self._barrier.is_done:
                self.incumbent()  # The shards may end before the result is made.
        except LostShardError as error:
            self._recover(error)
        if self._barrier.bound > before:
            self._log_bound(self._to_cost(self._barrier.bound))
        return Stop.DONE if self._barrier.is_done else Stop.POLL

    def _save(self) -> None:
        """Write a checkpoint if it is due: all shards read their messages, and then write their states."""
        barrier, order, store = self._barrier, self._order, self._store
        if store is None or order is None or self._handle is not None:
            return
        if order.number < self._agreed or store.seconds_left() > 0:
            return
        if not self._has_begun:
            store.begin(self._team)
            self._has_begun = True
        paths = store.paths(order.number, self._team.shards)
        self._team.call_all("save", [(path, order) for path in paths])
        text = json.dumps([barrier, order])
        store.write_manifest(self._header(), np.frombuffer(text.encode(), np.uint8), paths)
        self._has_manifest = True

    def _recover(self, error: LostShardError) -> None:
        """Start all shards again, from the last checkpoint or, without one, from the initial state."""
        while True:
            self._record_loss(error)
            try:
                self._reload()
            except LostShardError as again:
                error = again
            else:
                return

    def _record_loss(self, error: LostShardError) -> None:
        """Raise ClusterError if it's the second loss without a checkpoint, or of the same shard in the same round."""
        key = error.shard, self._barrier.round if self._order is None else self._order.number
        if not self._has_manifest and (self._was_loaded or len(self._lost) > 0):
            raise ClusterError(
                f"{error}; with distributed.AStar(…, checkpoint=FOLDER), a search continues after this"
            ) from error
        if key in self._lost:
            taken = self.bytes_in_use() if error.shard is None else self._barrier.reports[error.shard].bytes
            raise ClusterError(
                f"{error.name} of the search has ended twice in round {key[1]}, with {taken:,} bytes of states: "
                f"{error.reason}" + ("" if self._store is None else f"; {self._store.remedy}")
            ) from error
        self._lost.add(key)

    def _reload(self) -> None:
        """Start new shards, and restore the last checkpoint. An interrupted call is repeated by `advance`."""
        store, bound = self._store, self._barrier.bound
        self._must_reload = True
        self._team.restart()
        self._agreed = 0
        if store is not None and self._has_manifest:
            self._load_store(store, store.read_manifest())
        else:
            self._barrier, self._order, self._handle, self._path = self._first_barrier(), None, None, None
        self._barrier = self._barrier._replace(bound=max(bound, self._barrier.bound))
        self._must_reload = False

    def use_header(self, header: Callable[[], dict[str, Any]]) -> None:
        self._header = header

    def _load_store(self, store: ShardStore, text: Any) -> None:
        """Restore the state at the last checkpoint, whose manifest is given."""
        team = self._team
        barrier, order = self._read_manifest(text)
        paths = store.paths(order.number, team.shards)
        if team.is_in_process:
            files = [read_shard(path) for path in paths]
            dumped = {f"{shard}_{name}": array for shard, part in enumerate(files) for name, array in part.items()}
            self._check_edges(self._checked_parts(dumped, barrier, order), ())
            team.call_all("load", [(part,) for part in files])
        else:  # All states may need more memory than this process has.
            team.call_all("load_file", [(path,) for path in paths])
        self._handle = self._path = None
        self._barrier, self._order = self._recounted(barrier, has_boxes=False), order

    def _read_manifest(self, text: Any) -> tuple[Barrier, Round]:
        """Return the barrier and the next round of a manifest; CheckpointError if they are wrong."""
        try:
            [values, order] = _from_json(text)
            barrier, order = self._checked_barrier(values), Round(*order)
        except (TypeError, ValueError) as error:
            raise_if_from_handler(error)
            raise CheckpointError(f"the manifest of the search is damaged: {error}") from error
        is_right = _are_whole(order) and order.number == barrier.round and order.batch > 0
        require(is_right, "whole numbers of at least 0 in the order")
        return barrier, order

    def _recounted(self, barrier: Barrier, *, has_boxes: bool) -> Barrier:
        """Return a barrier of a file with new counts, because the numbers of a file may contradict its arrays."""
        counted = [
            now._replace(sent=kept.sent, min_sent=kept.min_sent if has_boxes else math.inf)
            for now, kept in zip(self._team.call_all("report"), barrier.reports, strict=True)
        ]
        return barrier._replace(reports=tuple(counted))

    def _complete_lap(self) -> None:
        """Run the rounds that have begun, or what is left of them after an interrupt."""
        assert self._order is not None  # noqa: S101  # `advance` has set it.
        self._barrier = self._after_lap(self._barrier, self._order)
        self._order = self._handle = None

    def _after_lap(self, barrier: Barrier, order: Round) -> Barrier:
        """Let all shards run several rounds, and return the last barrier. An interrupted call can be repeated."""
        team = self._team
        if self._handle is None or self._handle[0] != order.number:
            call = barrier, order, self._rules
            self._handle = order.number, team.submit("run_rounds", [call] * team.shards)
        try:
            laps: list[Sequence[Report]] = team.result(self._handle[1])
        except kernel_errors(FaultError, MemoryError) as error:
            raise_if_from_handler(error)
            # The shards continue the round if they are called again, and then wait for the search after each round.
            self._handle, self._lap = None, 1
            self._agreed = max(self._agreed, order.number + self._rules.rounds)
            self._rules = self._rules._replace(rounds=1)
            raise self._error(error) from error
        for reports in zip(*laps, strict=True):
            if barrier.round > order.number:
                order = next_order(barrier, self._rules)
            check_messages(barrier, order, reports)
            barrier = after(barrier, order, reports)
        return barrier

    def _error(self, error: BaseException) -> BaseException:
        """Return the error that the user gets for an error of a shard."""
        problem = self.problem.problem
        if isinstance(error, FaultError):
            state = self._domain.decode(error.words, error.aux)
            if error.code == codes.BAD_OWNER:
                return ProblemMethodError(
                    f"in the compiled domain of {type(problem).__name__}: owner returned {int(error.value)} for edge "
                    f"{error.edge} out of {short_repr(state)}; expected a whole number of at least 0",
                    state=state,
                    value=int(error.value),
                )
            return domain_error(error.code, self._domain, problem, state=state, edge=error.edge, value=error.value)
        if isinstance(error, kernel_errors()) and not isinstance(error, AstarlibError):
            return function_error(problem, self.problem.initial_state, error)
        return error

    # --- inspect ------------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        """The counts at the end of the last round."""
        barrier, counters = self._barrier, Counters()
        for report in barrier.reports:
            counters.expanded += report.expanded
            counters.generated += report.generated
            counters.evaluated += report.evaluated
            counters.reopened += report.reopened
            counters.dead_ends += report.dead_ends
            counters.frontier += report.frontier
        counters.peak_frontier = barrier.peak_frontier
        counters.solutions = int(barrier.best.best < math.inf)
        counters.expanded_before_last_f = (
            barrier.reports[0].expanded_before_last_f if len(barrier.reports) == 1 else None
        )
        return counters

    def details(self) -> Mapping[str, int]:
        """Return the numbers of shards, rounds and messages, and the expansions of the busiest shard."""
        barrier = self._barrier
        busiest = max(report.expanded for report in barrier.reports)
        return {
            "shards": self._team.shards, "rounds": barrier.round, "edges_sent": barrier.sent,
            "expanded_by_busiest": busiest,
        }  # fmt: skip

    def stored(self) -> int:
        return sum(report.stored for report in self._barrier.reports)

    def lower_bound(self, *, cheap: bool = False) -> float:  # It's always cheap.
        """Return the smallest f of all frontiers and boxes at the last barrier."""
        barrier = self._barrier
        if barrier.min_f == barrier.best.best == math.inf:
            return math.inf
        return self._to_cost(min(barrier.bound, barrier.best.best))

    def front(self) -> float | None:
        return self._barrier.min_f

    def growth(self) -> int:
        return sum(report.growth for report in self._barrier.reports)

    def bytes_in_use(self) -> int:
        return sum(report.bytes for report in self._barrier.reports)

    def _path_to_node(self, shard: int, node: int, h: float | None) -> Path[S, A]:
        links = self._team.path(shard, node)
        states = [self._domain.decode(link.words, link.aux) for link in links]
        return self._make_path(states, [link.g for link in links], h)

    def _repeated(self, query: Callable[[], Path[S, A] | None]) -> Path[S, A] | None:
        """Return the result of a query. If a shard is lost, go back to the last checkpoint and repeat the query."""
        while True:
            try:
                return query()
            except LostShardError as error:
                self._recover(error)

    def incumbent(self) -> Path[S, A] | None:
        return self._repeated(self._incumbent)

    def _incumbent(self) -> Path[S, A] | None:
        best = self._barrier.best
        if best.best == math.inf:
            return None
        key = best.best, best.shard, best.goal
        known = self._path
        if known is None or known[0] != key:
            known = self._path = key, self._path_to_node(best.shard, best.goal, 0)
        return known[1]

    def nearest(self) -> Path[S, A] | None:
        return self._repeated(self._nearest)

    def _nearest(self) -> Path[S, A]:
        report = min(self._barrier.reports, key=lambda report: (report.min_h, report.nearest == 0))
        best, solution = self._barrier.best, self._incumbent()
        if solution is not None and (report.shard, report.nearest, report.min_h) == (best.shard, best.goal, 0):
            return solution
        return self._path_to_node(report.shard, report.nearest, self._to_cost(report.min_h))

    def _stored_states(self, shard: int, *, in_frontier: bool) -> Iterator[tuple[StoredState, float]]:
        nodes = iter(self._team.call(shard, "nodes_of", in_frontier))
        while len(some := list(islice(nodes, _TOGETHER))) > 0:
            found = self._team.call(shard, "links_of", [node for node, *_ in some])
            parents = self._links_of({place for _, place in found if place[1] != 0})
            for (_, g, h, is_closed), (link, place) in zip(some, found, strict=True):
                state, parent_state, action = self._domain.decode(link.words, link.aux), None, None
                if place in parents:
                    parent = parents[place]
                    parent_state = self._domain.decode(parent.words, parent.aux)
                    action = find_edge(self.problem, parent_state, state, parent.g, g)[0]
                yield StoredState(state, g, h, parent_state, action, is_closed), g + h

    def _links_of(self, places: set[tuple[int, int]]) -> dict[tuple[int, int], Link]:
        """Return the nodes at these places, which are numbers of a shard and of a node. Each shard is asked once."""
        links: dict[tuple[int, int], Link] = {}
        for home in {home for home, _ in places}:
            nodes = [node for other, node in places if other == home]
            found = self._team.call(home, "links_of", nodes)
            links.update(((home, node), link) for node, (link, _) in zip(nodes, found, strict=True))
        return links

    def states(self) -> Iterator[StoredState]:
        """Yield all stored states, shard by shard."""
        for shard in range(self._team.shards):
            for stored, _ in self._stored_states(shard, in_frontier=False):
                yield stored

    def frontier(self) -> Iterator[StoredState]:
        shards = [self._stored_states(shard, in_frontier=True) for shard in range(self._team.shards)]
        for stored, _ in heapq.merge(*shards, key=lambda item: item[1]):
            yield stored

    def path_to(self, state: S) -> Path[S, A]:
        words, aux = self._domain.encode(state)
        parts = words if isinstance(words, tuple) else (words,)
        shard = int(self._team.call(0, "owner_of", parts, aux))
        node = int(self._team.call(shard, "node_of", words))
        if node == 0:
            raise KeyError(f"state {short_repr(state)} isn't stored")
        return self._path_to_node(shard, node, None)

    def sample(self, n: int) -> Iterator[Edge]:
        shards = range(self._team.shards)
        found = [edge for shard in shards for edge in self._team.call(shard, "sample", max(1, n // len(shards)))]
        for links, h, is_closed in sorted(found, key=lambda edge: len(edge[0])):
            state = self._domain.decode(links[0].words, links[0].aux)
            parent = None if len(links) == 1 else self._domain.decode(links[1].words, links[1].aux)
            yield Edge(
                state, links[0].g, h, parent, None if len(links) == 1 else links[1].g, is_expanded=is_closed,
                rounding=self._rounding(links[0].g), any_action=True,
            )  # fmt: skip

    # --- save ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """Return the arrays of all shards and boxes, after the rounds that have begun, if any."""
        barrier, order = self._barrier, self._order
        if order is not None and order.number == barrier.round:
            barrier = self._after_lap(barrier, order)
        while barrier.round < self._agreed and why_stop(barrier, self._rules.budget) is None:
            barrier = self._after_lap(barrier, next_order(barrier, self._rules))
        dumped = {
            f"{shard}_{name}": array
            for shard, part in enumerate(self._team.call_all("dump"))
            for name, array in part.items()
        }
        return {**dumped, "barrier": np.frombuffer(json.dumps(barrier).encode(), np.uint8)}

    def load(self, dumped: Arrays) -> None:
        """Restore a copy of the arrays, which come from `dump`, from a manifest, or were accepted by `verify`."""
        team, store = self._team, self._store
        if "manifest" in dumped:
            if store is None:
                raise CheckpointError("this file is the manifest of a folder; load the folder instead")
            store.resume(team)
            try:
                self._load_store(store, dumped["manifest"])
            except BaseException:
                store.close()
                raise
            self._has_begun = self._has_manifest = True
            return
        barrier = barrier_of(_from_json(dumped["barrier"]))
        parts: list[dict[str, Any]] = [{} for _ in barrier.reports]
        for name, array in dumped.items():
            shard, _, own = name.partition("_")
            if own != "":
                parts[int(shard)][own] = array
        team.call_all("load", [(part, report.sent) for part, report in zip(parts, barrier.reports, strict=True)])
        self._barrier, self._was_loaded = self._recounted(barrier, has_boxes=True), True
        self._order = self._handle = self._path = None

    def verify(self, dumped: Arrays) -> None:
        if "manifest" in dumped:  # The files of the shards are checked when they are loaded.
            self._read_manifest(require_array(dumped, "manifest", np.uint8))
            return
        text = require_array(dumped, "barrier", np.uint8)
        try:
            barrier = self._checked_barrier(_from_json(text))
        except (TypeError, ValueError) as error:
            raise_if_from_handler(error)
            raise CheckpointError("the checkpoint contradicts itself: expected a barrier") from error
        parts = self._checked_parts(dumped, barrier)
        boxes = [self._checked_box(dumped, shard, barrier.reports[shard], own.end) for shard, own in enumerate(parts)]
        self._check_edges(parts, boxes)

    def _checked_barrier(self, values: Any) -> Barrier:
        """Return a barrier from JSON values; TypeError, ValueError or CheckpointError if they are wrong."""
        shards, barrier = self._team.shards, barrier_of(values)
        reports = barrier.reports
        is_right = len(reports) == shards and all(len(report.sent) == shards for report in reports)
        require(is_right, f"a barrier of {shards} shards")
        whole = barrier.round, barrier.slack, barrier.peak_frontier, barrier.sent, barrier.expanded_below
        are_whole = _are_whole([*whole, *(number for report in reports for number in report.sent)])
        require(are_whole, "whole numbers of at least 0 in the barrier")
        require(type(barrier.bound) in {int, float} and barrier.bound >= 0, "a bound of at least 0")
        return barrier

    def _checked_parts(self, dumped: Arrays, barrier: Barrier, order: Round | None = None) -> list[CheckedShard]:
        """Return the shards of a file, at a barrier, or of a folder, whose shards have read their messages.
        Raise CheckpointError unless their arrays are consistent.
        """
        shards = self._team.shards
        parts = [check_shard(dumped, f"{shard}_", self._domain) for shard in range(shards)]
        limits = np.array([own.end for own in parts])
        for shard, own in enumerate(parts):
            require(own.homes.max(initial=0) < shards, f"homes in shard {shard} to be shards")
            require((own.nodes.parents < limits[own.homes]).all(), "parents to be nodes")
            begun, phase, received, stop_at = dumped[f"{shard}_shard"].tolist()
            if order is None:
                is_there = begun == barrier.round - 1 and phase == (shards if begun >= 0 else 0)
            else:
                sent = sum(report.sent[shard] for report in barrier.reports)
                expanded = int(dumped[f"{shard}_counters"][codes.EXPANDED])
                is_there = (begun, phase, received, stop_at) == (order.number, shards, sent, expanded + order.batch)
            require(is_there, f"shard {shard} to be at the barrier")
        if any(len(dumped[f"{shard}_order"]) > 0 for shard in range(shards)):
            most = max(self._max_f(own) for own in parts)
            require(barrier.bound <= most, f"a bound of at most {most}, because states are left")
        return parts

    @staticmethod
    def _max_f(own: CheckedShard) -> float:
        gs, hs = own.nodes.gs, own.nodes.hs
        return float(sums(gs, hs)[hs != DEAD_H[hs.itemsize]].max(initial=0))

    def _check_edges(self, parts: Sequence[CheckedShard], boxes: Sequence[tuple[Any, ...]]) -> None:
        """Raise CheckpointError unless edges lead from the initial state to all nodes and messages of the shards.
        All of them are put in sequence and checked as the nodes of one search.
        """
        root, words = self._root, self._domain.words
        firsts = np.cumsum([0, *(own.end - 1 for own in parts)])  # Node n of a shard becomes its first + n.
        total = 1 + int(firsts[-1]) + sum(len(box[AUXES]) for box in boxes)
        kind: Any = np.uint32 if total <= 1 << 32 else np.uint64
        numbers = [np.where(own.nodes.parents > 0, firsts[own.homes] + own.nodes.parents, 0)[1:] for own in parts] + [
            first + box[PARENTS].astype(np.int64) for first, box in zip(firsts, boxes, strict=False)
        ]

        def joined(part: int, size: int = 1) -> Any:
            own = [each.nodes[part][size:] for each in parts] + [box[part] for box in boxes]
            return np.concatenate([np.zeros(size, np.uint64), *own])

        gs = joined(GS).astype(np.uint32)
        nodes = Nodes(
            joined(STATES, words).astype(np.uint64), np.concatenate([[0], *numbers]).astype(kind), gs, gs,
            joined(AUXES).astype(np.uint16), np.zeros(0, np.uint8),
        )  # fmt: skip
        home = int(self._team.call(0, "owner_of", root.words, root.aux))
        at, status = int(firsts[home]) + ROOT, np.zeros(total, np.uint8)
        state = nodes.states[at * words : (at + 1) * words]
        if parts[home].end == ROOT or not np.array_equal(state, root.array()):
            raise CheckpointError(
                "the checkpoint is of another problem: its initial state differs from that of this problem"
            )
        require((nodes.parents[at], gs[at], nodes.auxes[at]) == (0, 0, root.aux), "an initial state without a parent")
        status[at] = verification.VERIFIED
        if first_wrong_node(self._domain, nodes, status) != 0:
            raise CheckpointError(
                "the checkpoint is damaged or of another problem: no edge of the problem leads to one of its states, "
                "or of the states that its shards have sent, from the parent of that state"
            )

    def _checked_box(self, dumped: Arrays, shard: int, report: Report, count: int) -> tuple[Any, ...]:
        """Return states, parents, g, h and aux of a shard's messages.
        Raise CheckpointError unless its report has these.
        """
        domain, sent = self._domain, sum(report.sent)
        states = require_array(dumped, f"{shard}_box_states", np.uint64, sent * domain.words)
        rests = require_array(dumped, f"{shard}_box_rests", np.uint64)
        require(len(rests) in {sent, 2 * sent}, f"{len(states)} messages in the boxes")
        bits = message_bits(domain, is_narrow=len(rests) == sent)
        parents, gs, aux, hs = unpack_rests(rests, bits)
        require(((parents > 0) & (parents < count)).all(), "parents of messages to be nodes")
        require((aux <= domain.max_aux).all(), f"aux to be at most {domain.max_aux}")
        least = sums(gs, hs)[hs != (1 << bits) - 1].min(initial=np.inf)
        require(report.min_sent == least, "the smallest f of the messages")
        return states, parents, gs, hs, aux

    def close(self) -> None:
        """End the shards, and release the folder."""
        self._team.close()
        if self._store is not None:
            self._store.close()


def _from_json(text: Any) -> Any:
    """Return the JSON value whose text is in an array; ValueError if it isn't JSON."""
    try:
        return json.loads(text.tobytes().decode())
    except RecursionError as error:
        raise ValueError("its JSON is nested too deeply") from error


def _are_whole(numbers: Iterable[object]) -> bool:
    """Return True if all are whole numbers from 0 on, and fit into 62 bits."""
    return all(type(number) is int and 0 <= number < NEVER for number in numbers)
