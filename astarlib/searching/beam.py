"""The algorithm of beam search, and of complete anytime beam search."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress, islice
from typing import Any, NamedTuple

from astarlib._support.plain_values import plain_cost, plain_number
from astarlib.errors import ProblemStateError
from astarlib.events import Event, Expanded, Generated, LowerBoundRaised, Reopened
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Algorithm, Budget, Counters, Edge, Stop, WorkingOn
from astarlib.searching.diagnosis import checked_batch, checked_h, checked_key
from astarlib.searching.dominance import KeptLabels
from astarlib.searching.heuristic_batch import LayerBatch
from astarlib.searching.journal import Journal
from astarlib.searching.node import (
    CLOSED,
    KEY,
    PARENT,
    FlatNodes,
    G,
    H,
    Node,
    chain,
    edge_of,
    is_closed,
    path_of,
    state_index,
    stored_state,
    unflatten,
)


class Position(NamedTuple):
    """The state of the search after a step, including the changes that the step makes to the dicts.

    Each step creates a new position, and a single assignment makes it current. Afterwards the changes are applied to
    the dicts. They may be applied any number of times. Until then, each query adds them to the data that it reads.
    """

    table: dict[Any, Node]
    """The states of this pass that were kept and not pruned later, by key."""
    following: dict[Any, Node]
    """The candidates for the next layer, by key. A state of ``table`` is among them if its new path is cheaper."""
    layer: list[Node]
    """The states of the current layer in the order of expansion. A node that isn't in ``table`` any more is stale."""
    reached: int
    """The index of the next node in ``layer``."""
    width: int
    nearest: Node
    """The first node with the smallest h of all that were ever accepted.
    A cheaper path to it replaces it until it's expanded.
    """
    stored: int
    """The number of distinct states in ``table`` and ``following``."""
    frontier: int
    """The number of states in ``following``, and of those that wait in ``layer``."""
    peak: int
    dead_ends: int = 0
    expanded: int = 0
    generated: int = 0
    evaluated: int = 1
    reopened: int = 0
    solutions: int = 0
    goal: Node | None = None
    """The cheapest solution."""
    dropped: float = math.inf
    """The smallest f of the states of this pass that didn't fit into a layer."""
    above: float = math.inf
    """The smallest f of the states of this pass that were left out because of a cost limit."""
    bound: float = 0
    """The largest lower bound that was proved at the beginning of a layer or at the end of a pass."""
    changed: Mapping[Any, Node] = {}
    """The changes to ``table``."""
    removed: frozenset[Any] = frozenset()
    """The keys to remove from ``table``."""
    found: Mapping[Any, Node] = {}
    """The changes to ``following``."""
    ready: Mapping[Any, tuple[Any, float]] = {}
    """The states that were evaluated for this layer with one call, each with its h, by key."""

    @property
    def best(self) -> float:
        """The cost of the cheapest solution, or inf."""
        return math.inf if self.goal is None else self.goal[G]

    def apply(self) -> None:
        """Apply the changes to the dicts."""
        self.table.update(self.changed)
        for key in self.removed:
            self.table.pop(key, None)
        self.following.update(self.found)

    def kept(self) -> dict[Any, Node]:
        """Return the table as it is after the changes."""
        table = {**self.table, **self.changed}
        for key in self.removed:
            table.pop(key, None)
        return table

    def candidates(self) -> list[Node]:
        """Return the candidates for the next layer as they are after the changes, in the order of generation."""
        return list({**self.following, **self.found}.values())

    def waiting(self) -> Iterator[Node]:
        """Yield the nodes of the current layer that wait to be expanded."""
        for node in self.layer[self.reached :]:
            key = node[KEY]
            if key not in self.removed and (self.changed.get(key) or self.table.get(key)) is node:
                yield node


class BeamAlgorithm(Algorithm[S, A]):
    """The algorithm of beam search.

    A pass begins with the initial state. From the successors of a layer, the next layer takes those with the smallest
    f, at most ``width``. The pass remembers the states of all its layers, and a later layer takes a state again only if
    its path has become cheaper. So the paths of a pass don't contain a state twice, and a pass ends in every finite
    state space. States that don't fit into a layer are forgotten, except for the smallest f among them.

    A solution is recorded as soon as its goal is generated. Its cost prunes all states whose f isn't smaller. When a
    pass ends, no solution costs less than that cost and than the smallest f of the forgotten states.

    With ``complete``, passes with twice the width follow until the best solution is optimal.

    If the problem has ``resources``, a layer takes no state that one of an earlier layer or a better one dominates.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, width: int, *, complete: bool) -> None:
        super().__init__(problem, journal)
        self._complete, self._state_at = complete, state_index(problem)
        self._batch: LayerBatch[S, A] | None = None
        state = problem.initial_state
        key = checked_key(problem, state)
        h = checked_h(problem, state) if problem.heuristic_batch is None else checked_batch(problem, [state])[0]
        root: Node = (0, h, key, None, None)
        self._root: Node = root if problem.state_key is None else (*root, state)
        self.root_h: float | None = h
        is_dead_end = h == math.inf
        self._position = Position(
            {key: self._root}, {}, [] if is_dead_end else [self._root], 0, width, self._root,
            stored=1, frontier=int(not is_dead_end), peak=int(not is_dead_end), dead_ends=int(is_dead_end),
        )  # fmt: skip
        if problem.heuristic_batch is not None:
            self._batch = LayerBatch(problem, self._state_at, self._h_of)
            self.problem: ResolvedProblem[S, A] = problem._replace(heuristic_batch=self._batch.evaluations)
        self._labels: KeptLabels[S] | None = None
        """The labels of the nodes of the table, if the problem has ``resources``. They are collected again after an
        interrupt, in a loaded search and in the next pass.
        """
        self._is_expanding = False
        self._is_root_tested = False
        self._reported = 0
        self._polled_bound: float = 0

    # --- search ---------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        position, counters = self._position, Counters()
        counters.expanded, counters.generated = position.expanded, position.generated
        counters.evaluated, counters.reopened = position.evaluated, position.reopened
        counters.dead_ends, counters.solutions = position.dead_ends, position.solutions
        counters.frontier, counters.peak_frontier = position.frontier, position.peak
        counters.heuristic_calls = None if self._batch is None else self._batch.evaluations.calls
        return counters

    def advance(self, budget: Budget) -> Stop:
        """Expand states until a better solution is found, nothing is left to expand or the budget is used up.

        Each step first makes all calls to the problem. Then one assignment makes the new position current, and its
        changes are applied. An interrupt before the assignment leaves the old position, and an interrupt after it
        leaves changes that `repair` applies again.
        """
        while True:
            if self._position.solutions > self._reported:
                self._reported = self._position.solutions
                return Stop.FOUND
            if self._position.goal is not None and self._position.bound > self._polled_bound:
                self._polled_bound = self._position.bound
                return Stop.POLL  # The search stops here if `Limits.within` is reached.
            node = self._next_node(budget.max_cost)
            position = self._position
            if node is None:
                if (stop := self._begin_layer(budget.max_cost)) is not None:
                    return stop
                continue
            if not self._is_root_tested:
                if self._is_goal(self._root[self._state_at]):
                    self._commit(
                        position._replace(goal=self._root, solutions=1, changed={}, removed=frozenset(), found={})
                    )
                self._is_root_tested = True
                continue
            if (
                position.expanded >= budget.max_expanded
                or position.generated >= budget.max_generated
                or position.stored >= budget.max_stored
            ):
                return Stop.LIMIT
            if position.expanded >= budget.poll_at:
                return Stop.POLL
            self._expand(position, node, budget)

    def _evaluate_layer(self, batch: LayerBatch[S, A], max_cost: float) -> Position:
        """Evaluate the states to which the rest of the layer leads. Return the position with their h.
        The number of expansions that a limit allows doesn't count, so a search in slices asks for the same states.
        """
        position = self._position
        useful = (
            node for node in position.waiting() if (total := node[G] + node[H]) < position.best and total <= max_cost
        )
        new = batch.prepare(useful)
        self._commit(position._replace(evaluated=position.evaluated + len(new), ready={**position.ready, **new}))
        batch.evaluations.forget_stored()
        return self._position

    def _h_of(self, key: Any) -> Any:  # Any: a number, or None
        """Return the h of a state that's stored or was evaluated for this layer, or None."""
        position = self._position
        node = position.found.get(key) or position.following.get(key) or position.table.get(key)
        return node[H] if node is not None else position.ready[key][1] if key in position.ready else None

    def _commit(self, position: Position) -> None:
        self._position = position
        position.apply()
        if self._labels is not None:
            for key in position.removed:
                self._labels.forget(key)

    def _next_node(self, max_cost: float) -> Node | None:
        """Remove nodes from the layer until the next one has to be expanded, and return that node, or None."""
        position = self._position
        layer, table, best, above = position.layer, position.table, position.best, position.above
        index, found = position.reached, None
        removed: list[Any] = []
        while index < len(layer):
            node = layer[index]
            if table.get(node[KEY]) is node:
                total = node[G] + node[H]
                if total < best and total <= max_cost:
                    found = node
                    break
                if total < best:
                    above = min(above, total)
                removed.append(node[KEY])
            index += 1
        if index > position.reached:
            left = len(removed)
            self._commit(
                position._replace(
                    reached=index, above=above, stored=position.stored - left, frontier=position.frontier - left,
                    changed={}, removed=frozenset(removed), found={},
                )
            )  # fmt: skip
        return found

    def _begin_layer(self, max_cost: float) -> Stop | None:
        """Choose the states of the next layer. If there are none, begin the next pass or return the final `Stop`."""
        position = self._position
        if position.frontier != len(position.following):
            raise ProblemStateError(
                "some stored states can't be found again, because their __hash__ or __eq__ has changed. A state must "
                "not change; return a new one from result(state, action)"
            )
        best, above, dropped = position.best, position.above, position.dropped
        useful: list[Node] = []
        for node in position.following.values():
            total = node[G] + node[H]
            if total < best:
                if total <= max_cost:
                    useful.append(node)
                else:
                    above = min(above, total)
        useful.sort(key=_rank)
        layer, next_one = self._best(useful, position.width)
        if next_one is not None:
            dropped = min(dropped, _rank(next_one)[0])
        self._raise_bound(min(best, above, dropped, _rank(layer[0])[0] if len(layer) > 0 else math.inf))
        position, chosen = self._position, {id(node) for node in layer}
        changed = {key: node for key, node in position.following.items() if id(node) in chosen}
        self._commit(
            position._replace(
                following={}, ready={}, layer=layer, reached=0, above=above, dropped=dropped, frontier=len(layer),
                stored=len(position.table) + sum(key not in position.table for key in changed),
                changed=changed, removed=frozenset(), found={},
            )
        )  # fmt: skip
        if self._labels is not None:
            for node in layer:
                self._labels.keep(node)
        return None if len(layer) > 0 else self._end_pass(max_cost)

    def _best(self, useful: list[Node], width: int) -> tuple[list[Node], Node | None]:
        """Return the first nodes, at most ``width``, and the one after them, if any. Leave out those that a kept state
        or a node before them dominates.
        """
        if self.problem.resources is None:
            return useful[:width], useful[width] if len(useful) > width else None
        if self._labels is None:
            self._labels = KeptLabels(self.problem, self._position.table.values(), self._state_at)
        first = list(islice(compress(useful, self._labels.are_useful(useful)), width + 1))
        return first[:width], first[width] if len(first) > width else None

    def _end_pass(self, max_cost: float) -> Stop | None:
        """Begin the next pass, or return the final `Stop`.
        If a cost limit left states out and a later run raises it, the pass is repeated. A cost limit below the f of
        the states that were dropped postpones the next pass.
        """
        position = self._position
        above, dropped = position.above, position.dropped
        if position.best <= min(above, dropped):
            return Stop.DONE
        is_wider = self._complete and dropped <= max_cost and dropped < position.best
        if is_wider or (above < position.best and above <= max_cost):
            self._labels = None
            self._commit(
                position._replace(
                    table={}, layer=[self._root], reached=0, width=position.width * (2 if is_wider else 1),
                    stored=1, frontier=1, above=math.inf, dropped=math.inf,
                    changed={self._root[KEY]: self._root}, removed=frozenset(), found={},
                )
            )  # fmt: skip
            return None
        if self._complete or above < position.best:
            return Stop.COST
        return Stop.GAVE_UP if position.goal is None else Stop.DONE

    def _raise_bound(self, proved: float) -> None:
        position = self._position
        if proved > position.bound:
            self._log_bound(proved)
            self._position = position._replace(bound=proved)

    def _expand(self, position: Position, node: Node, budget: Budget) -> None:  # noqa: C901, PLR0912, PLR0915  # one expansion
        """Expand the next node of the layer."""
        batch, max_cost = self._batch, budget.max_cost
        if batch is not None and not batch.is_ready(node):
            position = self._evaluate_layer(batch, max_cost)
        ready = position.ready
        problem, state_key, at, journal = self.problem, self.problem.state_key, self._state_at, self.journal
        table, following, best, above = position.table, position.following, position.best, position.above
        goal, solutions, nearest, parent = position.goal, position.solutions, position.nearest, (*node, CLOSED)
        new = generated = evaluated = reopened = dead_ends = 0
        found: dict[Any, Node] = {}
        removed: list[Any] = []
        edges: list[tuple[Any, ...]] | None = None if journal is None or not journal.expansions else []
        self._is_expanding = True
        for action, next_state, given_cost in problem.edges(node[at]) if batch is None else batch.edges(node):
            generated += 1
            g, key = node[G] + plain_cost(given_cost), next_state if state_key is None else state_key(next_state)
            candidate = found.get(key) or following.get(key)
            known = candidate or table.get(key)
            if known is None and key in ready:
                h = ready[key][1]
            elif known is None:
                evaluated += 1
                h = plain_number(
                    problem.heuristic(next_state) if batch is None else batch.evaluations.values([next_state])[0]
                )
            else:
                h = known[H]
            total = g + h
            if not (h >= 0 and (total < math.inf or h == math.inf > g)):
                raise ValueError
            accepted = was_closed = False
            if h == math.inf:
                dead_ends += 1
            elif known is None or g < known[G]:
                child: Node = (g, h, key, parent, action)
                if state_key is not None:
                    child = (*child, next_state)
                if total > max_cost:
                    above = min(above, total)
                elif g < best and self._is_goal(next_state):
                    goal, best, solutions, accepted = child, g, solutions + 1, True
                elif total < best:
                    accepted = True
                    found[key] = child
                    if known is None:
                        new += 1
                    elif candidate is None and is_closed(known):
                        was_closed = True
                        reopened += 1
                    elif candidate is None:
                        removed.append(key)
                if accepted and (h < nearest[H] or known is nearest):
                    nearest = child
            if edges is not None:
                edges.append((action, next_state, g, h, accepted, known[G] if known and was_closed else None))
        frontier = position.frontier - 1 + new + reopened
        if journal is not None and edges is not None:
            journal.append((position.expanded + 1, node, position.frontier - 1, edges))
        self._commit(
            position._replace(
                reached=position.reached + 1, nearest=nearest, stored=position.stored + new, frontier=frontier,
                peak=max(position.peak, frontier), dead_ends=position.dead_ends + dead_ends,
                expanded=position.expanded + 1, generated=position.generated + generated,
                evaluated=position.evaluated + evaluated, reopened=position.reopened + reopened, solutions=solutions,
                goal=goal, above=above, changed={node[KEY]: parent}, removed=frozenset(removed), found=found,
            )
        )  # fmt: skip
        self._is_expanding = False

    def repair(self) -> None:
        """Apply the changes of the last step, which an interrupt may have left out."""
        self._position.apply()
        self._labels = None
        self._is_expanding = False
        if self._batch is not None:
            self._batch.evaluations.forget_stored()

    # --- look inside ----------------------------------------------------------------------------------------------

    def _open(self) -> list[Node]:
        """Return the nodes of the frontier in the order of expansion, if the next layer had room for all of them.
        At the end are those that are never expanded: they are dominated, or cost as much as the best solution.
        """
        position = self._position
        best, ranked = position.best, sorted(position.candidates(), key=_rank)
        useful = ranked
        if self.problem.resources is not None:
            kept = (node for node in position.kept().values() if is_closed(node) or node[G] + node[H] < best)
            useful = list(compress(ranked, KeptLabels(self.problem, kept, self._state_at).are_useful(ranked)))
        nodes = [*position.waiting(), *useful]
        first = set(map(id, nodes))
        nodes += [node for node in ranked if id(node) not in first]
        return sorted(nodes, key=lambda node: node[G] + node[H] >= best or id(node) not in first)

    def _held(self) -> dict[Any, Node]:
        """Return the cheapest node of each stored state by key."""
        position = self._position
        return {**position.kept(), **position.following, **position.found}

    def stored(self) -> int:
        return self._position.stored

    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return the smallest f of the frontier and of the states left out. O(1) if ``cheap``; else O(frontier)."""
        position = self._position
        if cheap:
            return min(position.bound, position.best)
        least = min((node[G] + node[H] for node in (*position.waiting(), *position.candidates())), default=math.inf)
        return min(position.best, max(position.bound, min(least, position.dropped, position.above)))

    def incumbent(self) -> Path[S, A] | None:
        goal = self._position.goal
        return None if goal is None else path_of(self.problem, goal, uses_heuristic=True)

    def nearest(self) -> Path[S, A] | None:
        return path_of(self.problem, self._position.nearest, uses_heuristic=True)

    def states(self) -> Iterator[StoredState]:
        for node in self._held().values():
            yield stored_state(node, self._state_at, closed=is_closed(node))

    def frontier(self) -> Iterator[StoredState]:
        for node in self._open():
            yield stored_state(node, self._state_at, closed=False)

    def path_to(self, state: S) -> Path[S, A]:
        key_of, goal = self.problem.state_key, self._position.goal
        key = state if key_of is None else key_of(state)
        node = goal if goal is not None and key == goal[KEY] else self._held().get(key)
        return super().path_to(state) if node is None else path_of(self.problem, node, uses_heuristic=True)

    def working_on(self) -> WorkingOn | None:
        node, batch = next(self._position.waiting(), self._root), self._batch
        if batch is None:
            return WorkingOn(node[self._state_at], node[G], is_expanding=self._is_expanding, tests_successors=True)
        is_expanding, node = self._is_expanding or batch.listing is not None, batch.listing or node
        on = WorkingOn(node[self._state_at], node[G], is_expanding=is_expanding, tests_successors=True)
        return on._replace(evaluated=batch.evaluated, known=batch.evaluations.known)

    def front(self) -> float | None:
        """Return f of the next state of the layer, or None at the end of the layer."""
        node = next(self._position.waiting(), None)
        return None if node is None else node[G] + node[H]

    def sample(self, n: int) -> Iterator[Edge]:
        goal = self._position.goal
        nodes = [*self._held().values(), *chain(goal)]
        for node in nodes[:: max(1, len(nodes) // n)]:
            yield edge_of(node, self._state_at, is_expanded=is_closed(node))

    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        """Turn each entry, which is one expansion, into its events."""
        for entry in entries:
            if type(entry) is LowerBoundRaised:
                yield entry
                continue
            number, node, frontier, edges = entry
            state = node[self._state_at]
            yield Expanded(number, state, node[G], node[H], node[G] + node[H], frontier)
            for action, next_state, g, h, accepted, before in edges:
                yield Generated(state, action, next_state, g, h, accepted)
                if before is not None:
                    yield Reopened(next_state, g, before)

    # --- save and load --------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        position = self._position
        table, candidates, layer = list(position.kept().values()), position.candidates(), list(position.waiting())
        goal = [] if position.goal is None else [position.goal]
        rows = FlatNodes([self._root, position.nearest, *goal, *table, *candidates, *layer], self._state_at)
        numbered = {
            "table": table, "following": candidates, "layer": layer, "goal": goal, "nearest": [position.nearest],
        }  # fmt: skip
        return {
            **{name: rows.numbers(nodes) for name, nodes in numbered.items()},
            "closed": rows.numbers(node for node in table if is_closed(node)),
            "nodes": rows.columns(),
            "numbers": {name: getattr(position, name) for name in _NUMBERS},
            "ready": list(position.ready.values()),
            "batch": None if self._batch is None else self._batch.evaluations.dump(),
            "root tested": self._is_root_tested,
            "reported": self._reported,
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        nodes = unflatten(dumped["nodes"], frozenset(dumped["closed"]), self.problem.state_key)
        table, following, layer, goal, nearest = (
            [nodes[row] for row in dumped[name]] for name in ("table", "following", "layer", "goal", "nearest")
        )
        self._root = nodes[0]
        key_of = self.problem.state_key
        ready = {state if key_of is None else key_of(state): (state, h) for state, h in dumped["ready"]}
        self._position = Position(
            {node[KEY]: node for node in table}, {node[KEY]: node for node in following}, layer, 0,
            nearest=nearest[0], goal=goal[0] if len(goal) > 0 else None, ready=ready, **dumped["numbers"],
        )  # fmt: skip
        if self._batch is not None and dumped["batch"] is not None:
            self._batch.evaluations.load(dumped["batch"])
        self._is_root_tested, self._reported = dumped["root tested"], dumped["reported"]

    def _check(self) -> None:
        """Assert all invariants. Only tests call this, between runs."""
        position = self._position
        assert position.table == position.kept()
        waiting, candidates = list(position.waiting()), position.candidates()
        assert len(waiting) + len(candidates) == position.frontier <= position.peak
        assert len(self._held()) == position.stored
        assert sorted(waiting, key=_rank) == waiting
        assert len(waiting) <= position.width
        assert set(map(id, waiting)) == {id(node) for node in position.table.values() if not is_closed(node)} - (
            {id(self._root)} if self._root[H] == math.inf else set()
        )
        for node in candidates:
            known = position.table.get(node[KEY])
            assert known is None or (is_closed(known) and node[G] < known[G])
        for node in self._held().values():
            assert node[PARENT] is None or node[PARENT][G] <= node[G]
            assert position.nearest[H] <= node[H]


def _rank(node: Node) -> tuple[Any, Any]:
    """Return the key by which a layer chooses and orders its nodes. The order of generation decides ties."""
    return node[G] + node[H], node[H]


_NUMBERS = (
    "width", "stored", "frontier", "peak", "dead_ends", "expanded", "generated", "evaluated", "reopened", "solutions",
    "dropped", "above", "bound",
)  # fmt: skip
