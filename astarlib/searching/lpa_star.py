"""LPA*: a search that remembers all edges, so that it can repair its costs after some of the edges have changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_cost, plain_number
from astarlib.errors import InvalidProblemError, short_repr
from astarlib.events import Event, Updated
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, truth
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget, Counters, Edge, Stop, WorkingOn
from astarlib.searching.bidirectional import EVENT_TYPES as BOUND_EVENTS
from astarlib.searching.diagnosis import checked_h, checked_key, lost
from astarlib.searching.journal import Journal
from astarlib.searching.updating import check_path, check_same_h, is_gone, moved_goals, spaced

T = TypeVar("T")

EVENT_TYPES: Final[frozenset[type[Event]]] = BOUND_EVENTS | {Updated}
"""The events of these engines. The other events describe a tree of paths that only grows."""

Link: TypeAlias = tuple[Any, Any]
"""The cost and the action of the cheapest edge between two nodes."""

Estimate: TypeAlias = tuple[Any, Any, int]
"""h, and the values of ``_km`` and ``_moves`` when it was evaluated."""

Entry: TypeAlias = "tuple[Any, int, Any, int, Node]"
"""An entry of the queue: k1, the kind, a tie-breaker, minus the number of the node, and the node."""

_TARGET, _UNDER, _OVER = range(3)
_MANY: Final = 1000  # Changed states between two polls.


class Node:
    """A stored state. The search direction leads from tails to heads.

    A node is consistent if g is the cost of the best tail's g plus the edge, which is rhs. Equal costs are compared by
    steps, so that two states on a cycle of cost 0 can't support each other. Fewer steps than necessary are wrong, and
    more are harmless.
    """

    __slots__ = (
        "entry", "g", "h", "heads", "is_origin", "is_target", "key", "moves", "number", "rhs", "rhs_steps", "shift",
        "state", "steps", "tails",
    )  # fmt: skip

    def __init__(self, key: Hashable, state: Any, number: int, estimate: Estimate) -> None:
        self.key: Hashable = key
        self.state: Any = state
        self.number: int = number
        self.h: Any
        self.shift: Any
        self.moves: int
        self.h, self.shift, self.moves = estimate
        self.g: Any = math.inf
        self.steps: int = 0
        self.rhs: Any = math.inf
        self.rhs_steps: int = 0
        self.heads: dict[Node, Link] | None = None
        """The nodes to which edges lead. None if the state was never expanded."""
        self.tails: dict[Node, Link] = {}
        """The expanded nodes from which edges lead here."""
        self.entry: Entry | None = None
        """The entry in the queue, if the node is inconsistent, or a target with a path."""
        self.is_origin: bool = False
        self.is_target: bool | None = None
        """True if the search ends here. None if this isn't known yet."""

    @property
    def is_under(self) -> bool:
        """True if the tail that supported g has become more expensive."""
        return bool(self.g < self.rhs or (self.g == self.rhs and self.steps < self.rhs_steps))

    def best_tail(self, without: Node | None = None) -> Node | None:
        """Return the tail with the cheapest path, or None if no path is known."""
        best, least = None, (math.inf, 0, 0)
        for tail, (cost, _) in self.tails.items():
            if tail.g < math.inf and tail is not without:
                value = (tail.g + cost, tail.steps, tail.number)
                if value < least:
                    best, least = tail, value
        return best

    def from_tails(self, without: Node | None = None) -> tuple[Any, int]:
        """Return the correct rhs and its steps."""
        if self.is_origin:
            return 0, 0
        tail = self.best_tail(without)
        return (math.inf, 0) if tail is None else (tail.g + self.tails[tail][0], tail.steps + 1)


class _Status(NamedTuple):
    """All values that an expansion replaces in one assignment."""

    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    dead_ends: int = 0
    reopened: int = 0
    peak: int = 0
    solutions: int = 0
    bound: float = 0
    expanded_before_bound: int = 0
    """The number of expansions before the bound rose to its value."""
    goal: Node | None = None
    """The target of the solution."""
    nearest: Node | None = None
    """The first stored node with the smallest h."""


class Change(NamedTuple):
    """A change that is being stored. Storing it twice has the same effect as storing it once."""

    after: _Status
    node: Node | None = None
    g: Any = math.inf
    steps: int = 0
    heads: dict[Node, Link] | None = None
    """The edges of ``node``, if they were read for the first time."""
    new: Iterable[Node] = ()
    updates: Iterable[tuple[Node, Any, int]] = ()
    """Nodes with their new rhs and steps."""
    links: Iterable[tuple[Node, Node, Link | None]] = ()
    """Changed edges: tail, head, and the link, or None if there is no edge any more."""
    refreshed: tuple[Hashable, ...] = ()
    """The keys of changed states whose edges were read again."""
    estimate: tuple[Node, Estimate] | None = None
    """A node with its new h."""


class LPAStarAlgorithm(Algorithm[S, A]):
    """The algorithm of LPA*, and of D* Lite, which searches backward.

    Each expansion takes the first entry of the queue: with the smallest min(g, rhs) + h, nodes that are too cheap
    before others, and among these the largest rhs. If a node is too expensive (g > rhs), g becomes rhs. If it's too
    cheap (g < rhs), g becomes inf. Both change the rhs of the heads. The search ends when the first entry is a target.
    It follows the best tails back to the origin, and if a node on this path is inconsistent, it expands that node and
    searches on. So the path is right even if rounding, or a heuristic that isn't consistent, changes the order.

    An update only remembers the changed states. The next `advance` reads their edges again.

    An expansion first calls the methods of the problem. Then one assignment to ``_pending`` describes all changes,
    which are applied to the nodes. After an interrupt, `repair` applies them again.
    """

    _km: Any = 0
    """The sum of the estimates between the initial states so far. Only D* Lite has several."""
    _evaluations = 1
    """The number of evaluations that one estimate counts: 0 if D* Lite has no heuristic."""
    _moves = 0
    """How often the initial state has moved."""

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, user: str) -> None:
        super().__init__(problem, journal)
        self._user = user
        self._nodes: dict[Any, Node] = {}
        self._heap: list[Entry] = []
        self._queued = 0
        self._stale: dict[Any, Any] = {}
        """The changed states by key, whose edges must be read again."""
        self._is_updated = False
        self._pending: Change | None = None
        self._working: WorkingOn | None = None
        self._status = _Status()
        self._begin()

    # --- what differs if the search goes backward ---------------------------------------------------------------------

    def _begin(self) -> None:
        """Store the initial state."""
        state = self.problem.initial_state
        node = self._origin(state, checked_key(self.problem, state), checked_h(self.problem, state))
        self.root_h: float | None = node.h
        self._status = self._status._replace(nearest=node)

    def _functions(self) -> tuple[Callable[[Any], Iterable[Any]], Callable[..., float]]:
        """Return the functions for the edges and for h of a state."""
        return self.problem.edges, self.problem.heuristic

    def _is_target(self, node: Node) -> bool:
        """Return True if the search ends at a node."""
        return self._is_goal(node.state)

    def _refreshed_links(self, key: Hashable, state: Any) -> Change:  # Subclasses use the state.
        """Read the edges of a changed state again, and return the difference."""
        node = self._nodes.get(key)
        if node is None or node.heads is None:
            return Change(self._status, refreshed=(key,))
        nothing: tuple[dict[Node, Link], Iterable[Node], _Status] = ({}, (), self._status)
        heads, new, after = nothing if is_gone(self.problem, state) else self._explained(node, self._links_from)
        links: list[tuple[Node, Node, Link | None]] = [(node, head, None) for head in node.heads if head not in heads]
        links += [(node, head, link) for head, link in heads.items() if node.heads.get(head) != link]
        return Change(after, new=new, links=links, refreshed=(key,))

    def _reading(self, node: Node) -> WorkingOn | None:
        """Return the node whose edges are being read, so that `Search` finds the fault of a method."""
        return WorkingOn(node.state, node.rhs, node.h)

    def _explain(self, state: Any, error: Exception) -> None:
        """Raise an error that names the fault of a method that `Search` doesn't check."""

    # --- counters and bounds ------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        status, counters = self._status, Counters()
        counters.expanded, counters.generated = status.expanded, status.generated
        counters.evaluated, counters.dead_ends, counters.reopened = status.evaluated, status.dead_ends, status.reopened
        counters.frontier, counters.peak_frontier = self._queued, status.peak
        counters.solutions, counters.expanded_before_last_f = status.solutions, status.expanded_before_bound
        return counters

    def stored(self) -> int:
        return len(self._nodes)

    def lower_bound(self, *, cheap: bool = False) -> float:  # It always takes O(1) time.
        """Return the largest k1 at the front of the queue since the last update. O(1)."""
        return self._status.bound

    def front(self) -> float | None:
        """Return the lower bound, which is the k1 of the front."""
        return self._status.bound

    # --- search -------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:  # noqa: C901, PLR0912  # It's one loop.
        self._edges, self._h = self._functions()
        self._working = None
        for _ in range(_MANY):
            if len(self._stale) == 0:
                break
            self._refresh(*next(iter(self._stale.items())))
        else:
            return Stop.POLL
        stop_at = min(budget.poll_at, budget.max_expanded)
        is_limited = min(budget.max_generated, budget.max_stored) < NO_LIMIT
        heap = self._heap
        while True:
            status = self._status
            while heap and heap[0][-1].entry is not heap[0]:
                heappop(heap)
            if not heap:
                self._raise_bound(math.inf)
                return Stop.DONE
            k1, node = heap[0][0], heap[0][-1]
            if not node.is_target and node.moves != self._moves:
                self._estimate_again(node)
                continue
            if k1 - self._km > status.bound:
                self._raise_bound(k1 - self._km)
                continue
            if k1 - self._km > budget.max_cost:
                return Stop.COST
            if node.is_target is None:
                self._working = WorkingOn(node.state, node.rhs, node.h, is_expanding=False)
                node.is_target = self._is_target(node)
                self._working = None
                self._queue(node)
                continue
            if node.is_target:
                weakest = self._weakest(node)
                if weakest is None:
                    return self._solved(node)
                node = weakest
            is_full = is_limited and (status.generated >= budget.max_generated or self.stored() >= budget.max_stored)
            if status.expanded >= stop_at or is_full:
                return Stop.LIMIT if is_full or status.expanded >= budget.max_expanded else Stop.POLL
            self._store(self._explained(node, self._expanded))

    def _raise_bound(self, bound: float) -> None:
        status = self._status
        if bound > status.bound:
            self._log_bound(bound)
            self._status = status._replace(bound=bound, expanded_before_bound=status.expanded)

    def _weakest(self, target: Node) -> Node | None:
        """Return an inconsistent node on the path to a target, or None if the path is right.
        A node that is too cheap comes first, then the one that is closest to the origin.
        """
        found, at = None, target
        while not at.is_origin:
            tail = at.best_tail()
            if tail is None or tail.is_under:  # rhs is finite, so there is a tail.
                return tail
            if tail.rhs < tail.g:
                found = tail
            at = tail
        return found

    def _solved(self, target: Node) -> Stop:
        if self._status.goal is None:
            if self._is_updated:
                check_path(self.problem, self._path(self._line(target) or []))
            self._raise_bound(target.rhs)  # k1 - k_m can be less, because of rounding.
            status = self._status
            self._status = status._replace(goal=target, solutions=status.solutions + 1)
        return Stop.DONE

    def _expanded(self, node: Node) -> Change:  # noqa: C901  # It's one expansion.
        """Return the expansion of a node. This calls the methods of the problem and changes nothing."""
        after, heads, read = self._status, node.heads, None
        new: Iterable[Node] = ()
        if heads is None:
            heads, new, after = self._links_from(node)
            read = heads
        inf, reopened = math.inf, after.reopened
        updates: list[tuple[Node, Any, int]] = []
        if node.rhs < node.g:
            g, steps = node.rhs, node.rhs_steps
            following = steps + 1
            for head, (cost, _) in heads.items():
                value = g + cost
                if value < head.rhs:
                    if value + head.h == inf > head.h:
                        raise OverflowError
                    updates.append((head, value, following))
                    reopened += head.entry is None and value < head.g < inf
                elif value == head.rhs and following < head.rhs_steps:
                    updates.append((head, value, following))
                elif (
                    following > head.rhs_steps == node.steps + 1 and node.g < inf and node.g + cost == value == head.rhs
                ):
                    # Rounding hides the difference of the costs, but this tail now has more steps.
                    updates.append((head, *min(head.from_tails(without=node), (value, following))))
                elif value == inf:
                    raise OverflowError
        else:
            g, steps = inf, 0
            before, following = node.g, node.steps + 1
            for head, (cost, _) in heads.items():
                if head.rhs_steps == following and head.rhs == before + cost:
                    updates.append((head, *head.from_tails(without=node)))
        after = _Status(
            after.expanded + 1, after.generated, after.evaluated, after.dead_ends, reopened, after.peak,
            after.solutions, after.bound, after.expanded_before_bound, None, after.nearest,
        )  # fmt: skip
        return Change(after, node, g, steps, read, new, updates)

    def _explained(self, node: Node, make: Callable[[Node], T]) -> T:
        """Return ``make(node)``, which calls methods of the problem. Its errors name the fault."""
        try:
            return make(node)
        except (MemoryError, InvalidProblemError):
            raise
        except Exception as error:
            raise_if_from_handler(error)
            self._working = self._reading(node)
            self._explain(node.state, error)
            raise

    def _links_from(self, node: Node) -> tuple[dict[Node, Link], Iterable[Node], _Status]:
        nodes, state_key, status = self._nodes, self.problem.state_key, self._status
        generated, evaluated, dead_ends, nearest = status.generated, status.evaluated, status.dead_ends, status.nearest
        heads: dict[Node, Link] = {}
        new: dict[Any, Node] = {}
        for action, next_state, step_cost in self._edges(node.state):
            generated += 1
            cost = plain_cost(step_cost)
            key = next_state if state_key is None else state_key(next_state)
            head = nodes.get(key)
            if head is None:
                head = new.get(key)
            if head is None:
                head = new[key] = self._new_node(key, next_state, len(nodes) + len(new), action)
                evaluated += self._evaluations
                dead_ends += head.h == math.inf
                if nearest is not None and head.h < nearest.h:
                    nearest = head
            elif state_key is not None:
                self._check_same_edges(head, next_state)
            if head is not node and (head not in heads or cost < heads[head][0]):
                heads[head] = cost, action
        for each, table in [(node, nodes), *[(head, new) for head in new.values()]]:
            if table.get(each.key) is not each:  # For example, ``result`` has changed its argument.
                raise lost(each.key)
        after = status._replace(generated=generated, evaluated=evaluated, dead_ends=dead_ends, nearest=nearest)
        return heads, new.values(), after

    def _check_same_edges(self, node: Node, state: Any) -> None:
        """Raise an error if a state has other edges than the stored state with the same key.
        The edges of a state are read only once, and a cheaper path may lead to the other state.
        """
        try:
            if state is node.state or state == node.state:
                return
        except Exception as error:  # noqa: BLE001  # Arrays, for example, have no single answer. A key often has all their values.
            raise_if_from_handler(error)
            return
        key_of = self.problem.state_key or (lambda each: each)
        stored, found = (
            {(key_of(reached), plain_number(cost)) for _, reached, cost in self._edges(each)}
            for each in (node.state, state)
        )
        if stored != found:
            raise InvalidProblemError(
                f"the states {short_repr(node.state)} and {short_repr(state)} have the same state_key but different "
                f"edges, which {self._user} doesn't support. Add to the key whatever changes the edges, or use AStar()",
                state=state,
            )

    def _new_node(self, key: Hashable, state: Any, number: int, action: Any = None) -> Node:
        h = plain_number(self._h(state))
        if not h >= 0:  # This is also true for NaN.
            raise ValueError
        return Node(key, state, number, (h, self._km, self._moves))

    def _refresh(self, key: Hashable, state: Any) -> None:
        self._store(self._refreshed_links(key, state))

    def _estimate_again(self, node: Node) -> None:
        """Evaluate h for the new initial state of D* Lite."""
        h = self._h(node.state)
        status = self._status
        dead_ends = status.dead_ends + (h == math.inf) - (node.h == math.inf)
        after = status._replace(evaluated=status.evaluated + self._evaluations, dead_ends=dead_ends)
        self._store(Change(after, estimate=(node, (h, self._km, self._moves))))

    def _store(self, change: Change) -> None:
        """Store a change. This may be interrupted at any instruction."""
        self._pending = change
        for node in self._apply(change):
            self._queue(node)
        after = change.after
        self._status = after if self._queued <= after.peak else after._replace(peak=self._queued)
        self._pending = None
        self._working = None

    def _apply(self, change: Change) -> list[Node]:
        """Change the nodes, but not the queue. Return those whose entry in the queue may differ."""
        _, node, g, steps, heads, new, updates, links, refreshed, estimate = change
        for each in new:
            self._nodes[each.key] = each
        touched = []
        for head, rhs, rhs_steps in updates:
            head.rhs, head.rhs_steps = rhs, rhs_steps
            touched.append(head)
        if heads is not None and node is not None:
            node.heads = heads
            for head, link in heads.items():
                head.tails[node] = link
        if node is not None:
            node.g, node.steps = g, steps
            touched.append(node)
        _link(links)
        for _, head, _ in links:
            head.rhs, head.rhs_steps = head.from_tails()
            touched.append(head)
        for key in refreshed:
            self._stale.pop(key, None)
        if estimate is not None:
            again, (h, shift, moves) = estimate
            again.h, again.shift, again.moves = h, shift, moves
            touched.append(again)
        return touched

    def _queue(self, node: Node) -> None:
        """Give a node its entry in the queue, or remove its entry."""
        entry: Entry | None = None
        if node.is_target:
            if node.rhs < math.inf:
                entry = node.rhs + self._km, _TARGET, 0, -node.number, node
        elif node.h == math.inf:
            pass  # A dead end is never expanded.
        elif node.rhs < node.g:
            entry = node.rhs + node.h + node.shift, _OVER, -node.rhs, -node.number, node
        elif node.is_under:
            entry = node.g + node.h + node.shift, _UNDER, 0, -node.number, node
        if entry is not None:
            self._queued += node.entry is None
            node.entry = entry
            heappush(self._heap, entry)
        elif node.entry is not None:
            self._queued -= 1
            node.entry = None

    def repair(self) -> None:
        """Store the interrupted change, and make the queue from the nodes."""
        pending = self._pending
        if pending is not None:
            self._apply(pending)
            self._status = pending.after
        self._rebuild()
        self._pending = self._working = None

    def _rebuild(self) -> None:
        """Make the queue from the nodes."""
        self._heap.clear()
        self._queued = 0
        for node in self._nodes.values():
            node.entry = None
            self._queue(node)
        self._note_peak()

    def _note_peak(self) -> None:
        if self._queued > self._status.peak:
            self._status = self._status._replace(peak=self._queued)

    def _origin(self, state: Any, key: Hashable, h: float) -> Node:
        """Store a state at which the search begins."""
        node = Node(key, state, len(self._nodes), (h, 0, 0))
        node.is_origin, node.rhs = True, 0
        self._nodes[key] = node
        status, is_dead = self._status, h == math.inf
        evaluated = status.evaluated + self._evaluations
        self._status = status._replace(evaluated=evaluated, dead_ends=status.dead_ends + is_dead)
        self._queue(node)
        self._status = self._status._replace(peak=self._queued)
        return node

    def working_on(self) -> WorkingOn | None:
        return None if self._pending is not None else self._working

    # --- updates ------------------------------------------------------------------------------------------------------

    def update(self, problem: ResolvedProblem[S, A], changed: Sequence[S]) -> None:
        """Remember the changed states. Raise an error if the initial state, a goal or the heuristic has changed."""
        before = self.problem.initial_state
        if checked_key(problem, problem.initial_state) != next(iter(self._nodes)):
            raise InvalidProblemError(
                f"the initial state moved from {short_repr(before)} to {short_repr(problem.initial_state)}, which "
                f"{self._user} doesn't support; use DStarLite() or GAAStar(), or start a new search"
            )
        for node in spaced(self._nodes.values()):
            if node.is_target is not None and truth(problem.is_goal(node.state), node.state) is not node.is_target:
                self._refuse_goals(node.state)
        for state in moved_goals(self.problem, problem):
            self._refuse_goals(state)
        self._check_h(problem)
        self._remember(problem, changed)

    def _refuse_goals(self, state: Any) -> None:
        raise InvalidProblemError(
            f"the goals have changed: {short_repr(state)} is a goal of only one of the two problems. {self._user} "
            "doesn't support that; use GAAStar(), or start a new search"
        )

    def _check_h(self, problem: ResolvedProblem[S, A]) -> None:
        nodes = list(self._nodes.values())
        check_same_h(
            problem.heuristic, "heuristic", [(node.state, node.h) for node in spaced(nodes)],
            f"{self._user} needs the same heuristic after an update",
        )  # fmt: skip

    def _remember(self, problem: ResolvedProblem[S, A], changed: Sequence[S]) -> None:
        """Continue with a problem, and read the edges of the changed states again in the next run."""
        key_of, status = problem.state_key, self._status
        self._is_updated = True
        self._status = status._replace(goal=None, bound=0, expanded_before_bound=status.expanded)
        self._stale = {**self._stale, **{state if key_of is None else key_of(state): state for state in changed}}
        self.problem: ResolvedProblem[S, A] = problem

    # --- paths and states ---------------------------------------------------------------------------------------------

    def _line(self, node: Node) -> list[Node] | None:
        """Return the nodes from the origin to a node by the best tails, or None if no path is known at present."""
        line, seen = [node], {node}
        while not node.is_origin:
            tail = node.best_tail()
            if tail is None or tail in seen or self._is_outdated(tail, node):
                return None
            line.append(tail)
            seen.add(tail)
            node = tail
        line.reverse()
        return line

    def _is_outdated(self, tail: Node, head: Node) -> bool:  # D* Lite uses the head.
        """Return True if an edge may have changed and wasn't read again."""
        return tail.key in self._stale

    def _path(self, line: list[Node]) -> Path[S, A]:
        """Return the path along the nodes from the origin."""
        links = [head.tails[tail] for tail, head in pairwise(line)]
        cost: Any = 0
        for step, _ in links:
            cost += step
        return Path(
            cost=cost,
            actions=tuple([action for _, action in links]),
            states=tuple([node.state for node in line]),
            costs=tuple([step for step, _ in links]),
            h=line[-1].h,
        )

    def incumbent(self) -> Path[S, A] | None:
        goal = self._status.goal
        return None if goal is None else self._path(self._line(goal) or [])

    def nearest(self) -> Path[S, A] | None:
        first = self._status.nearest
        if first is None:
            return None
        line = self._line(first)
        if line is None:
            nodes = sorted(self._nodes.values(), key=attrgetter("h"))
            line = next(line for line in map(self._line, nodes) if line is not None)
        return self._path(line)

    def path_to(self, state: S) -> Path[S, A]:
        line = self._line_to(state)
        return super().path_to(state) if line is None else self._path(line)

    def _line_to(self, state: S) -> list[Node] | None:
        key_of = self.problem.state_key
        node = self._nodes.get(state if key_of is None else key_of(state))
        return None if node is None else self._line(node)

    def states(self) -> Iterator[StoredState]:
        return self._stored_states(list(self._nodes.values()))

    def frontier(self) -> Iterator[StoredState]:
        return self._stored_states(self._in_order())

    def _in_order(self) -> list[Node]:
        entries = [node.entry for node in list(self._nodes.values()) if node.entry is not None]
        return [entry[-1] for entry in sorted(entries)]

    def _stored_states(self, nodes: Iterable[Node]) -> Iterator[StoredState]:
        costs: dict[Node, tuple[Any, Node | None]] = {}
        for node in nodes:
            self._find_costs(node, costs)
            g, tail = costs[node]
            yield StoredState(
                node.state, g, node.h,
                None if tail is None else tail.state,
                None if tail is None else node.tails[tail][1],
                node.entry is None and node.g < math.inf,
            )  # fmt: skip

    def _find_costs(self, node: Node, costs: dict[Node, tuple[Any, Node | None]]) -> None:
        """Add the cost of the path to a node, with its tail. The cost is inf if no path is known at present."""
        walked: dict[Node, Node] = {}
        at = node
        while at not in costs:
            tail = None if at.is_origin else at.best_tail()
            if tail is None or tail in walked or tail is at or self._is_outdated(tail, at):
                costs[at] = (0 if at.is_origin else math.inf), None
            else:
                walked[at] = at = tail
        for head, tail in reversed(walked.items()):
            g = costs[tail][0] + head.tails[tail][0]
            costs[head] = g, tail if g < math.inf else None

    def sample(self, n: int) -> Iterator[Edge]:
        nodes = list(self._nodes.values())
        yield Edge(nodes[0].state, 0, nodes[0].h, is_expanded=nodes[0].heads is not None)
        for node in spaced(nodes[1:], n):
            tail = node.best_tail()
            if tail is not None and not self._is_outdated(tail, node):
                cost, action = node.tails[tail]
                yield Edge(node.state, cost, node.h, tail.state, 0, action, node.heads is not None)

    # --- files --------------------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        """Return the nodes, their edges and the counters, as after the change that is being stored."""
        change, status = self._pending, self._status
        nodes, heads = list(self._nodes.values()), {}
        stale = dict(self._stale)
        values: dict[Node, tuple[Any, int]] = {}
        estimates: dict[Node, Estimate] = {}
        if change is not None:
            status = change.after
            for key in change.refreshed:
                stale.pop(key, None)
            nodes = list({**dict.fromkeys(nodes), **dict.fromkeys(change.new)})
            if change.node is not None:
                values[change.node] = change.g, change.steps
                if change.heads is not None:
                    heads[change.node] = change.heads
            for tail, head, link in change.links:
                links = heads.setdefault(tail, dict(tail.heads or {}))
                links.pop(head, None)
                if link is not None:
                    links[head] = link
            if change.estimate is not None:
                estimates[change.estimate[0]] = change.estimate[1]
        rows = {node: row for row, node in enumerate(nodes)}
        given = [heads.get(node, node.heads) for node in nodes]
        g_and_steps = [values.get(node, (node.g, node.steps)) for node in nodes]
        return {
            "states": [node.state for node in nodes],
            "h": [estimates.get(node, (node.h, node.shift, node.moves)) for node in nodes],
            "g": g_and_steps,
            "targets": [node.is_target for node in nodes],
            "heads": [
                None if links is None else [(rows[head], *link) for head, link in links.items()] for links in given
            ],
            "status": tuple(status._replace(goal=None, nearest=None)),
            "goal": None if status.goal is None else rows[status.goal],
            "nearest": None if status.nearest is None else rows[status.nearest],
            "stale": list(stale.values()),
            "is_updated": self._is_updated,
            "moves": (self._km, self._moves),
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore a dump. Raise ValueError if it doesn't fit the problem."""
        key_of = self.problem.state_key
        origins = {key for key, node in self._nodes.items() if node.is_origin}
        nodes = []
        for number, state in enumerate(dumped["states"]):
            key = state if key_of is None else key_of(state)
            node = Node(key, state, number, dumped["h"][number])
            node.g, node.steps = dumped["g"][number]
            node.is_target = dumped["targets"][number]
            node.is_origin = key in origins
            nodes.append(node)
        if {node.key for node in nodes[: len(origins)]} != origins:
            raise ValueError("it begins with other states than the given problem")
        for node, links in zip(nodes, dumped["heads"], strict=True):
            if links is not None:
                node.heads = {}
                _link((node, nodes[row], (cost, action)) for row, cost, action in links)
        for node in nodes:
            node.rhs, node.rhs_steps = node.from_tails()
        self._nodes = {node.key: node for node in nodes}
        if len(self._nodes) != len(nodes):
            raise ValueError("a state is stored twice")
        goal, nearest = (None if dumped[name] is None else nodes[dumped[name]] for name in ("goal", "nearest"))
        self._status = _Status(*dumped["status"])._replace(goal=goal, nearest=nearest)
        self._stale = {state if key_of is None else key_of(state): state for state in dumped["stale"]}
        self._is_updated, (self._km, self._moves) = dumped["is_updated"], dumped["moves"]
        self._pending = self._working = None
        self._rebuild()

    def _check(self) -> None:
        """Assert all invariants. Only tests call this, between runs."""
        assert self._pending is None
        queued = set(self._heap)
        for number, (key, node) in enumerate(self._nodes.items()):
            assert (node.key, node.number) == (key, number)
            assert (node.rhs, node.rhs_steps) == node.from_tails()
            assert node.entry is None or node.entry in queued
            assert node.g == math.inf or node.heads is not None
            for head, link in (node.heads or {}).items():
                assert head.tails[node] == link
            for tail, link in node.tails.items():
                assert tail.heads is not None
                assert tail.heads[node] == link
            if not node.is_target and node.h < math.inf:
                assert (node.entry is not None) == (node.rhs < node.g or node.is_under)
        assert self._queued == sum(node.entry is not None for node in self._nodes.values()) <= self._status.peak
        assert self._status.dead_ends == sum(node.h == math.inf for node in self._nodes.values())


def _link(links: Iterable[tuple[Node, Node, Link | None]]) -> None:
    """Add edges, and remove those without a link."""
    for tail, head, link in links:
        heads = tail.heads
        if heads is not None:  # pragma: no branch  # Only edges of expanded states are known.
            if link is None:
                heads.pop(head, None)
                head.tails.pop(tail, None)
            else:
                heads[head] = head.tails[tail] = link
