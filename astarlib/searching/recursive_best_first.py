"""The algorithm of recursive best-first search (RBFS), with an explicit stack instead of recursion."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Collection, Iterator, Mapping
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from astarlib._support.plain_values import plain_cost, plain_number
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, truth
from astarlib.searching.algorithm import NO_LIMIT, Budget, Counters, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.node import KEY, PARENT, FlatNodes, G, H, Node, unflatten
from astarlib.searching.path_search import PathAlgorithm, sound_h

Alternative: TypeAlias = tuple[float, float, int, Node]
"""A successor: its stored value, its h, its number, which decides ties, and its node."""


class Level(NamedTuple):
    """The successors of a state on the path."""

    alternatives: tuple[Alternative, ...]
    """The successors in the order of their stored values. The first one is on the path, or is the next to expand."""
    limit: float
    """The smallest stored value of an alternative on the levels above. A larger value ends the visit of this level."""
    above: Level | None
    """The level of the parent. Its first alternative is the state whose successors these are."""


class Position(NamedTuple):
    """The complete state of the search. It's immutable: each expansion creates a new one."""

    level: Level | None
    """The level with the next node to expand. None if it's proved that no solution exists."""
    waiting: int
    """The number of alternatives on all levels that aren't on the path."""
    nearest: Node
    expanded: int = 0
    generated: int = 0
    dead_ends: int = 0
    peak: int = 1
    front: float = -math.inf
    """The largest stored value of a node that was the next to expand."""
    expanded_before_front: int = 0
    """The number of expansions before ``front`` rose to its value."""


class RecursiveBestFirstAlgorithm(PathAlgorithm[S, A]):
    """The algorithm of recursive best-first search.

    Each stored node has a value. First it's g + h, or the value of the parent if that is larger. When the search leaves
    the subtree of a node, it discards the subtree, and the smallest value in it becomes the value of the node. So the
    value of a node never falls, and with an admissible h, no solution below the node costs less.

    A successor that is on the path already is refused. If that leaves a state without successors, its value is inf,
    because its value is about the paths without a repeated state that begin with the path to this node.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> None:
        super().__init__(problem, journal, uses_heuristic=True)
        open_roots = [(root[H], root[H], number, root) for number, root in enumerate(self._roots) if root[H] < math.inf]
        # It's replaced as a whole, by a single assignment, so that an interrupt finds either the old or the new one.
        self._position = Position(
            level=Level(tuple(sorted(open_roots)), math.inf, None) if len(open_roots) > 0 else None,
            waiting=len(open_roots), nearest=min(self._roots, key=itemgetter(H)),
            dead_ends=len(self._roots) - len(open_roots), peak=len(open_roots),
        )  # fmt: skip

    @property
    def counters(self) -> Counters:
        position, counters = self._position, Counters()
        counters.expanded, counters.generated = position.expanded, position.generated
        counters.evaluated = len(self._roots) + position.generated
        counters.dead_ends, counters.frontier = position.dead_ends, position.waiting
        counters.peak_frontier, counters.expanded_before_last_f = position.peak, position.expanded_before_front
        counters.solutions = int(self._goal is not None)
        return counters

    def lower_bound(self, *, cheap: bool = False) -> float:  # It's always cheap.
        bound = self.front()
        return bound if self._goal is None else min(bound, self._goal[G])

    def front(self) -> float:
        """Return the smallest value of a waiting node, or inf if there is none."""
        level = self._position.level
        return math.inf if level is None else level.alternatives[0][0]

    def advance(self, budget: Budget) -> Stop:
        """Search until a goal is found, nothing is left to search or the budget is used up.
        An expansion changes only local variables and the set of keys on the path, which is built again after an
        interrupt, until one store replaces the position. So it can be repeated.
        """
        if self._goal is not None:
            return Stop.DONE
        is_goal, at = self.problem.is_goal, self._state_at
        stop_at, max_stored = min(budget.poll_at, budget.max_expanded), budget.max_stored
        is_limited = min(budget.max_generated, max_stored) < NO_LIMIT
        current, on_path, depth = self._take_cursor()
        while (level := (position := self._position).level) is not None:
            value, _, _, node = level.alternatives[0]
            if value > budget.max_cost:
                self._cursor = current, on_path, depth
                return Stop.COST
            if value > position.front:
                self._raise_front(value)
                continue
            while current is not node[PARENT]:  # The search backtracked: the parent is an ancestor of `current`.
                assert current is not None  # for mypy
                on_path.remove(current[KEY])  # This raises KeyError if a hash has changed.
                current, depth = current[PARENT], depth - 1
            goal: object = is_goal(node[at])
            if goal is not False and truth(goal, node[at]):
                self._goal = node
                return Stop.DONE
            is_full = is_limited and (
                position.generated >= budget.max_generated or self._is_full(max_stored, depth + position.waiting)
            )
            if position.expanded >= stop_at or is_full:
                self._cursor = current, on_path, depth
                return Stop.LIMIT if is_full or position.expanded >= budget.max_expanded else Stop.POLL
            on_path.add(node[KEY])
            current, depth = node, depth + 1
            self._position = self._after_expanding(position, level, on_path)
        return Stop.DONE

    def _raise_front(self, value: float) -> None:
        """Note that the smallest value of a waiting node rose."""
        position = self._position
        self._log_bound(value)
        self._position = position._replace(front=value, expanded_before_front=position.expanded)

    def _after_expanding(self, position: Position, level: Level, on_path: Collection[Any]) -> Position:
        """Expand the first node of a level. Return the next position."""
        problem, state_key, journal = self.problem, self.problem.state_key, self.journal
        value, _, _, node = level.alternatives[0]
        change, nearest = problem.heuristic_change, position.nearest
        alternatives: list[Alternative] = []
        generated = dead_ends = 0
        edges: list[Any] = []
        for action, next_state, given_cost in problem.edges(node[self._state_at]):
            key = next_state if state_key is None else state_key(next_state)
            if key in on_path:
                continue
            generated += 1
            step_cost = plain_cost(given_cost)
            g = node[G] + step_cost
            if change is None:
                h = plain_number(problem.heuristic(next_state))
            else:
                h = node[H] + plain_number(change(node[self._state_at], action, next_state))
            if not (h >= 0 and g + h < math.inf):  # This is also true for NaN.
                h = sound_h(g, h, None if change is None else node)
            edges.append((action, next_state, g, h, h < math.inf))
            if h == math.inf:
                dead_ends += 1
                continue
            child: Node = (g, h, key, node, action)
            if state_key is not None:
                child = (*child, next_state)
            alternatives.append((max(value, g + h), h, generated, child))
            if h < nearest[H]:
                nearest = child
        if journal is not None and journal.expansions:
            head = position.expanded + 1 if journal.is_bulk else (position.expanded + 1, value, position.waiting - 1)
            journal.extend((head, node, *(edges if journal.rejections else [child for *_, child in alternatives])))
        waiting = position.waiting - 1 + len(alternatives)
        second = level.alternatives[1][0] if len(level.alternatives) > 1 else math.inf
        following, discarded = _back_up(Level(tuple(sorted(alternatives)), min(level.limit, second), level))
        return position._replace(
            level=following, waiting=waiting - discarded, nearest=nearest, expanded=position.expanded + 1,
            generated=position.generated + generated, dead_ends=position.dead_ends + dead_ends,
            peak=max(position.peak, waiting),
        )  # fmt: skip

    # --- what the base class needs --------------------------------------------------------------------------------

    def _current_path(self) -> list[Node]:
        path, level = [], self._position.level
        while level is not None and level.above is not None:
            level = level.above
            path.append(level.alternatives[0][3])
        path.reverse()
        return path

    def _waiting(self) -> Iterator[Node]:
        """Yield the nodes that wait in the order of their values. The deepest comes first among equal ones."""
        found: list[Alternative] = []
        for level, first in _levels(self._position.level):
            found += level.alternatives[first:]
        found.sort(key=lambda alternative: alternative[0])
        return iter([node for *_, node in found])

    def _nearest(self) -> Node:
        return self._position.nearest

    # --- flat -------------------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        position = self._position
        levels = [level for level, _ in _levels(position.level)]
        nodes = [node for level in levels for *_, node in level.alternatives]
        rows = FlatNodes([*self._roots, position.nearest, *nodes], self._state_at)
        return {
            "levels": [
                (level.limit, [(*alternative[:3], rows[alternative[3]]) for alternative in level.alternatives])
                for level in levels
            ],
            "nearest": rows[position.nearest],
            "counters": {name: value for name, value in position._asdict().items() if name not in _NODES},
            "solved": self._goal is not None,
            "nodes": rows.columns(),
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        nodes = unflatten(dumped["nodes"], (), self.problem.state_key)
        level: Level | None = None
        for limit, rows in reversed(dumped["levels"]):
            level = Level(tuple((value, h, number, nodes[row]) for value, h, number, row in rows), limit, level)
        self._roots = nodes[: len(self._roots)]
        self._position = Position(level=level, nearest=nodes[dumped["nearest"]], **dumped["counters"])
        if dumped["solved"] and level is not None:
            self._goal = level.alternatives[0][3]  # A goal is found at the front and stays there.

    def _check(self) -> None:
        super()._check()
        position = self._position
        levels = [level for level, _ in _levels(position.level)]
        waiting = list(self._waiting())
        assert len(waiting) == position.waiting <= position.peak
        assert position.level is None or waiting[0] is position.level.alternatives[0][3]
        assert position.front <= self.front()
        for level in levels:
            assert list(level.alternatives) == sorted(level.alternatives)
            if level.above is None:
                assert level.limit == math.inf
                continue
            first, *others = level.above.alternatives
            assert level.limit == min([level.above.limit, *(other[0] for other in others)])
            for value, h, _, node in level.alternatives:
                assert node[PARENT] is first[3]
                assert max(first[0], node[G] + h) <= value < math.inf
        assert position.level is None or self.front() <= position.level.limit


_NODES = frozenset({"level", "nearest"})  # The fields whose nodes a dump flattens separately.


def _levels(level: Level | None) -> Iterator[tuple[Level, int]]:
    """Yield the levels from the deepest, each with the index of its first alternative that isn't on the path."""
    first = 0
    while level is not None:
        yield level, first
        level, first = level.above, 1


def _back_up(level: Level) -> tuple[Level | None, int]:
    """Discard levels until one has an alternative within its limit. Return it, or None, and the fall in the number of
    nodes.
    The smallest value of a discarded level becomes the value of its parent.
    """
    discarded = 0
    while len(level.alternatives) == 0 or level.alternatives[0][0] > level.limit:
        discarded += len(level.alternatives)
        above = level.above
        if above is None:
            return None, discarded
        (_, h, number, node), *others = above.alternatives
        if len(level.alternatives) > 0:
            insort(others, (level.alternatives[0][0], h, number, node))
            discarded -= 1  # The parent waits again.
        level = above._replace(alternatives=tuple(others))
    return level, discarded
