"""Beam search: an engine with a loop of its own, written against the public contract of astarlib."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from astarlib.engines import Engine
from astarlib.errors import InvalidHeuristicError
from astarlib.events import Event, Expanded, Generated
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, truth
from astarlib.result import Path, StoredState
from astarlib.searching import Algorithm, Budget, Counters, Edge, Guarantee, Journal, Stop, WorkingOn


@dataclass(frozen=True, slots=True, kw_only=True)
class Beam(Engine):
    """Beam search: expand the states level by level, and keep only the best ones of each level.

    Parameters
    ----------
    width:
        The largest number of states that a level keeps, at least 1. Defaults to 100.
    """

    width: int = 100

    guarantee = Guarantee(complete=False)
    formula = "f = g + h within each level"
    complexity = "time and memory: O(width × depth)"
    reference = "B. T. Lowerre: The HARPY speech recognition system, 1976"

    def __post_init__(self) -> None:
        """Check the parameters."""
        if not isinstance(self.width, int) or self.width < 1:
            raise ValueError(f"width must be an int of at least 1, not {self.width!r}")

    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        """Return a beam search before its first step."""
        return BeamAlgorithm(problem, journal, self.width)


class Node(NamedTuple):
    """A stored state. Its parent is stored as a key, so that pickling a long path doesn't recurse."""

    state: Any
    g: float
    h: float
    parent: Hashable = None
    action: Any = None
    cost: float | None = None
    """The cost of the step from the parent. None for the initial state."""
    is_closed: bool = False

    @property
    def f(self) -> float:
        """The priority of the state within its level."""
        return self.g + self.h


class Tally(NamedTuple):
    """Everything that is counted, in one value, so that all of it changes in one store."""

    position: int
    """The index of the next state of the level to expand."""
    expanded: int
    generated: int
    evaluated: int
    dead_ends: int
    peak_frontier: int
    missed: float
    """The smallest f of a path that was discarded."""
    is_pruned: bool = False
    """True if a state was discarded because its level was full."""
    goal: Hashable = None
    """The key of the goal, once ``is_solved``."""
    is_solved: bool = False


class Step(NamedTuple):
    """The result of a step, before it is stored. `BeamAlgorithm._apply` may store it several times."""

    tally: Tally
    nodes: Mapping[Hashable, Node] = {}
    """States to store, in this order."""
    found: tuple[Hashable, ...] = ()
    """New states of the next level."""
    waiting: tuple[Hashable, ...] = ()
    """States above the cost limit."""
    level: list[Hashable] | None = None
    """The states of the level that begins, or None if the level goes on."""
    discarded: tuple[Hashable, ...] = ()
    """States that don't fit into the level that begins."""


class BeamAlgorithm(Algorithm[S, A]):
    """A beam search under way.

    Each step has three phases, so that an interrupt at any instruction loses nothing:

    1. Call the methods of the problem, and collect the effects in a `Step`. Change nothing that is stored.
    2. Store the step in ``_pending``.
    3. Apply it. Each store is absolute, so applying a step again does no harm.

    After an interrupt in phase 1, `advance` begins the step again. After an interrupt in phase 3, `repair` applies it.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, width: int) -> None:
        super().__init__(problem, journal)
        state = problem.initial_state
        h = problem.heuristic(state)
        if not h >= 0:
            raise InvalidHeuristicError(
                f"heuristic({state!r}) returned {h!r}; expected a number >= 0", state=state, value=h
            )
        key, is_dead = self._key(state), h == math.inf
        hash(key)
        self.root_h = h
        self._width = width
        self._table: dict[Hashable, Node] = {key: Node(state, 0, h)}
        self._level: list[Hashable] = [] if is_dead else [key]
        self._next: dict[Hashable, None] = {}
        self._waiting: dict[Hashable, None] = {}
        self._tally = Tally(0, 0, 0, 1, int(is_dead), len(self._level), math.inf)
        self._pending: Step | None = None
        self._is_expanding = False

    def _key(self, state: Any) -> Hashable:
        key_of = self.problem.state_key
        return state if key_of is None else key_of(state)

    # --- search -------------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        """The counts so far."""
        counters, tally = Counters(), self._tally
        counters.expanded, counters.generated, counters.evaluated = tally.expanded, tally.generated, tally.evaluated
        counters.dead_ends, counters.peak_frontier = tally.dead_ends, tally.peak_frontier
        counters.frontier = self._frontier_size()
        counters.solutions = int(tally.is_solved)
        return counters

    def advance(self, budget: Budget) -> Stop:
        """Expand states until the budget is used up, a goal is found, or no state is left."""
        while not self._tally.is_solved:
            tally = self._tally
            if tally.position == len(self._level):
                if not self._begin_level(budget.max_cost):
                    return self._exhausted()
                continue
            key = self._level[tally.position]
            node = self._table[key]
            if node.f > budget.max_cost:
                self._commit(Step(tally._replace(position=tally.position + 1), waiting=(key,)))
                continue
            if truth(self.problem.is_goal(node.state), node.state):
                self._commit(Step(tally._replace(goal=key, is_solved=True)))
                break
            if (
                tally.expanded >= budget.max_expanded
                or tally.generated >= budget.max_generated
                or len(self._table) >= budget.max_stored
            ):
                return Stop.LIMIT
            if tally.expanded >= budget.poll_at:
                return Stop.POLL
            self._expand(key, node)
        return Stop.DONE

    def _exhausted(self) -> Stop:
        if len(self._waiting) > 0:
            return Stop.COST
        return Stop.GAVE_UP if self._tally.is_pruned else Stop.DONE

    def _begin_level(self, max_cost: float) -> bool:
        """Choose the states of the next level; return False if there are none."""
        released = [key for key in self._waiting if self._table[key].f <= max_cost]
        best = sorted([*self._next, *released], key=lambda key: (self._table[key].f, self._table[key].h))
        if len(best) == 0:
            return False
        kept, discarded = best[: self._width], tuple(best[self._width :])
        tally = self._tally._replace(
            position=0,
            missed=min([self._tally.missed, *(self._table[key].f for key in discarded)]),
            is_pruned=self._tally.is_pruned or len(discarded) > 0,
        )
        self._commit(Step(tally, level=kept, discarded=discarded))
        return True

    def _expand(self, key: Hashable, node: Node) -> None:
        tally, table, problem = self._tally, self._table, self.problem
        nodes: dict[Hashable, Node] = {key: node._replace(is_closed=True)}
        found: list[Hashable] = []
        edges: list[tuple[Any, Any, float, float, bool]] = []
        generated, evaluated, dead_ends, missed = tally.generated, tally.evaluated, tally.dead_ends, tally.missed
        self._is_expanding = True
        for action, next_state, cost in problem.edges(node.state):
            generated += 1
            next_key = self._key(next_state)
            known = nodes.get(next_key) or table.get(next_key)
            h = problem.heuristic(next_state) if known is None else known.h
            g = node.g + cost
            if not (0 <= cost < math.inf and h >= 0 and g < math.inf):
                raise ValueError  # Search finds out which value is wrong, and says so
            is_accepted = known is None or (g < known.g and not known.is_closed)
            if is_accepted:
                nodes[next_key] = Node(next_state, g, h, key, action, cost)
            elif known is not None and g < known.g:
                missed = min(missed, g + h)
            if known is None:
                evaluated += 1
                dead_ends += h == math.inf
                if h < math.inf:
                    found.append(next_key)
            edges.append((action, next_state, g, h, is_accepted))
        frontier = self._frontier_size() - 1
        if self.journal is not None and self.journal.expansions:
            self.journal.append((tally.expanded + 1, node, frontier, edges))
        tally = tally._replace(
            position=tally.position + 1,
            expanded=tally.expanded + 1,
            generated=generated,
            evaluated=evaluated,
            dead_ends=dead_ends,
            peak_frontier=max(tally.peak_frontier, frontier + len(found)),
            missed=missed,
        )
        self._commit(Step(tally, nodes, tuple(found)))
        self._is_expanding = False

    def _commit(self, step: Step) -> None:
        self._pending = step
        self._apply(step)

    def _apply(self, step: Step) -> None:
        self._table.update(step.nodes)
        self._next.update(dict.fromkeys(step.found))
        self._waiting.update(dict.fromkeys(step.waiting))
        if step.level is not None:
            for key in (*step.level, *step.discarded):
                self._waiting.pop(key, None)
            for key in step.discarded:
                self._table.pop(key, None)
            self._next = {}
            self._level = step.level
        self._tally = step.tally
        self._pending = None

    def repair(self) -> None:
        """Finish the step that an interrupt has left half done."""
        if self._pending is not None:
            self._apply(self._pending)
        self._is_expanding = False

    # --- look inside --------------------------------------------------------------------------------------------------

    def _open_keys(self) -> list[Hashable]:
        return [*self._level[self._tally.position :], *self._next, *self._waiting]

    def _frontier_size(self) -> int:
        return len(self._level) - self._tally.position + len(self._next) + len(self._waiting)

    def _stored_state(self, node: Node) -> StoredState:
        parent = None if node.cost is None else self._table[node.parent].state
        return StoredState(node.state, node.g, node.h, parent, node.action, node.is_closed)

    def _path(self, node: Node) -> Path[S, A]:
        steps = [node]
        while steps[-1].cost is not None:
            steps.append(self._table[steps[-1].parent])
        steps.reverse()
        costs = tuple(step.cost for step in steps if step.cost is not None)
        actions = tuple(step.action for step in steps[1:])
        return Path(node.g, actions, tuple(step.state for step in steps), costs, node.h)

    def stored(self) -> int:
        """Return the number of stored states."""
        return len(self._table)

    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return the smallest f of the frontier and of all discarded paths; if ``cheap``, h of the initial state."""
        if cheap:
            return 0 if self.root_h is None else self.root_h
        keys = self._open_keys()
        if len(keys) == 0 and not self._tally.is_pruned:
            return math.inf  # all states are expanded, and none is a goal
        return min([self._tally.missed, *(self._table[key].f for key in keys)])

    def incumbent(self) -> Path[S, A] | None:
        """Return the solution, if one is found."""
        return self._path(self._table[self._tally.goal]) if self._tally.is_solved else None

    def nearest(self) -> Path[S, A] | None:
        """Return the path to the first stored state with the smallest h."""
        return self._path(min(self._table.values(), key=lambda node: node.h))

    def states(self) -> Iterator[StoredState]:
        """Yield all stored states."""
        return map(self._stored_state, list(self._table.values()))

    def frontier(self) -> Iterator[StoredState]:
        """Yield the rest of the level, then the states found for the next level, then those above the cost limit."""
        return (self._stored_state(self._table[key]) for key in self._open_keys())

    def path_to(self, state: S) -> Path[S, A]:
        """Return the path to a stored state; KeyError if it isn't stored."""
        node = self._table.get(self._key(state))
        return super().path_to(state) if node is None else self._path(node)

    def working_on(self) -> WorkingOn | None:
        """Return the state that is tested for the goal or expanded."""
        if self._tally.position == len(self._level):
            return None
        node = self._table[self._level[self._tally.position]]
        return WorkingOn(node.state, node.g, is_expanding=self._is_expanding)

    def front(self) -> float | None:
        """Return f of the next state of the level."""
        at_end = self._tally.position == len(self._level)
        return None if at_end else self._table[self._level[self._tally.position]].f

    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        """Turn each entry, which is one expansion, into its events."""
        for number, node, frontier, edges in entries:
            yield Expanded(number, node.state, node.g, node.h, node.f, frontier)
            for edge in edges:
                yield Generated(node.state, *edge)

    # --- save and load ------------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        """Return all containers as flat lists, and the step under way."""
        return {
            "table": [(key, *node) for key, node in self._table.items()],
            "level": list(self._level),
            "next": list(self._next),
            "waiting": list(self._waiting),
            "tally": tuple(self._tally),
            "pending": self._pending,
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore a dump, and finish the step that was under way."""
        self._table = {key: Node(*row) for key, *row in dumped["table"]}
        self._level = list(dumped["level"])
        self._next = dict.fromkeys(dumped["next"])
        self._waiting = dict.fromkeys(dumped["waiting"])
        self._tally = Tally(*dumped["tally"])
        self._pending = dumped["pending"]
        self.repair()

    def sample(self, n: int) -> Iterator[Edge]:
        """Yield stored edges at equal distances, the initial state first."""
        nodes = list(self._table.values())
        for node in nodes[:: max(1, len(nodes) // n)]:
            parent = None if node.cost is None else self._table[node.parent]
            yield Edge(
                node.state, node.g, node.h, None if parent is None else parent.state,
                None if parent is None else parent.g, node.action, node.is_closed,
            )  # fmt: skip
