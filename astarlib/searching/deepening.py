"""Depth-first search under a threshold that rises: the loop of IDA* and of iterative deepening."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from typing import Any, ClassVar, Protocol

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import ResolvedProblem, truth
from astarlib.events import Event, Expanded, Expansions, Generated, LowerBoundRaised
from astarlib.problem import A, S
from astarlib.searching.algorithm import NO_LIMIT, Budget, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.node import ACTION, G, H, Node, rounding
from astarlib.searching.parameters import CycleCheck
from astarlib.searching.path_search import DepthFirstState, Iteration, PathAlgorithm


class Rule(Protocol):
    """The parameters of a depth-first search with a threshold."""

    @property
    def cycle_check(self) -> CycleCheck:
        """Which successors are discarded because they lead back."""
        ...

    uses_heuristic: ClassVar[bool]
    """True if h is evaluated. Otherwise h = 0, and the problem's heuristic is never called."""

    by_depth: ClassVar[bool]
    """True if the threshold is a number of actions; otherwise it's a bound on g + h."""


class DeepeningAlgorithm(PathAlgorithm[S, A]):
    """A depth-first search under a threshold, under way.

    Parameters
    ----------
    problem, journal:
        See `Algorithm`.
    rule:
        What it is to do; an engine.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, rule: Rule) -> None:
        super().__init__(problem, journal, uses_heuristic=rule.uses_heuristic, by_depth=rule.by_depth)
        self._rule = rule

    def advance(self, budget: Budget) -> Stop:
        """Search until the budget is used up.

        Whatever interrupts it, the expansion under way can be done again: nothing that it changes is seen from
        outside before it is done, when one store replaces the committed state.
        """
        max_cost = budget.max_cost
        if self._goal is not None:
            return Stop.DONE
        if math.inf > self._position.held <= max_cost:
            self._begin_again()
        while True:
            position = self._position
            if position.stack is None:
                if position.next_threshold == math.inf:
                    return Stop.DONE if position.held == math.inf else Stop.COST
                self._begin(position)
            elif not self._by_depth and position.iteration.threshold > max_cost:
                return Stop.COST
            else:
                stop = self._iterate(budget)
                if stop is not None:
                    return stop

    def _begin(self, position: DepthFirstState) -> None:
        """Begin the next iteration."""
        bound = self.lower_bound()
        if self.journal is not None and self.journal.bounds and bound > position.iteration.lower_bound:
            self.journal.append(LowerBoundRaised(bound, position.expanded, position.generated, self.stored()))
        self._committed = position._replace(
            stack=(self._root, None), waiting=1, peak=max(1, position.peak), next_threshold=math.inf,
            next_bound=math.inf,
            iteration=Iteration(position.next_threshold, bound, position.expanded),
        )  # fmt: skip

    def _begin_again(self) -> None:
        """Go back to before the first iteration: what was set aside for a cost limit is below the new one."""
        position = self._position
        self._committed = position._replace(
            stack=None, waiting=0, next_threshold=0, next_bound=self.lower_bound(), held=math.inf,
            iteration=position.iteration._replace(threshold=-math.inf),
        )  # fmt: skip

    def _iterate(self, budget: Budget) -> Stop | None:  # noqa: C901, PLR0912, PLR0915  # a call costs 2-5 %
        """Run one iteration, or what is left of it; return None when it is over."""
        rule, problem, inf, state_at = self._rule, self.problem, math.inf, self._state_at
        max_cost, max_expanded, max_generated, max_stored = (
            budget.max_cost, budget.max_expanded, budget.max_generated, budget.max_stored,
        )  # fmt: skip
        stop_at, is_limited = min(budget.poll_at, max_expanded), min(max_generated, max_stored) < NO_LIMIT
        (
            stack, waiting, expanded, generated, dead_ends, peak, next_threshold, next_bound, held, nearest, iteration,
        ) = self._committed  # fmt: skip
        edges, state_key, is_goal = problem.edges, problem.state_key, problem.is_goal
        heuristic, change = problem.heuristic, problem.heuristic_change if rule.uses_heuristic else None
        uses_heuristic, by_depth, checks_path = rule.uses_heuristic, rule.by_depth, rule.cycle_check is CycleCheck.PATH
        threshold, least_h, capped = iteration.threshold, nearest[H], by_depth and max_cost < inf
        usual_cost: float | None = None
        cost_kind: type = int
        h_kind: type = int
        log, rejections, is_single = None, False, False
        if (journal := self.journal) is not None:
            log, rejections, is_single = journal.extend, journal.rejections, not journal.is_bulk
            log = log if journal.expansions else None
        current: Any  # a node, or None before the root
        current, on_path, depth = self._take_cursor()
        refused: Collection[Any] = on_path
        leave = on_path.remove if checks_path else on_path.discard  # KeyError where a hash has changed
        while stack is not None:
            node, rest = stack
            g, h, key, parent = node[0], node[1], node[2], node[3]
            while current is not parent:  # the search has gone back: `parent` is an ancestor of `current`
                leave(current[2])
                current, depth = current[3], depth - 1
            if capped and g + h > max_cost:
                stack, waiting, held = rest, waiting - 1, min(held, g + h)
                self._committed = self._position._replace(stack=stack, waiting=waiting, held=held)
                continue
            state = node[state_at]
            goal: object = is_goal(state)
            if goal is not False and truth(goal, state):
                self._goal = node
                return Stop.DONE
            is_full = is_limited and (generated >= max_generated or self._is_full(max_stored, depth + waiting))
            if expanded >= stop_at or is_full:
                self._cursor = current, on_path, depth
                return Stop.LIMIT if is_full or expanded >= max_expanded else Stop.POLL
            if checks_path:
                on_path.add(key)
            else:
                refused = (key, key if parent is None else parent[2])
            current, depth = node, depth + 1
            children = []
            edges_out: list[Any] = []
            for action, next_state, step_cost in edges(state):
                next_key = next_state if state_key is None else state_key(next_state)
                if next_key in refused:
                    continue
                generated += 1
                if step_cost is not usual_cost:  # most edges cost as the last did
                    if type(step_cost) is not cost_kind:  # small integers of numpy wrap around
                        step_cost = plain_number(step_cost)  # noqa: PLW2901
                        cost_kind = type(step_cost)
                    if not 0 <= step_cost < inf:  # NaN too
                        raise ValueError
                    usual_cost = step_cost
                next_g = g + step_cost
                next_h: float = 0
                if change is not None:
                    rise = change(state, action, next_state)
                    if type(rise) is not h_kind:
                        rise = plain_number(rise)
                        h_kind = type(rise)
                    next_h = h + rise
                elif uses_heuristic:
                    next_h = heuristic(next_state)
                    if type(next_h) is not h_kind:
                        next_h = plain_number(next_h)
                        h_kind = type(next_h)
                total = next_g + next_h
                if not (next_h >= 0 and total < inf):  # NaN too
                    next_h = _sound(next_g, next_h, None if change is None else node)
                    total = next_g + next_h
                f = depth if by_depth else total
                if rejections:
                    edges_out.append((action, next_state, next_g, next_h, f <= threshold))
                if f <= threshold:
                    child: Node = (next_g, next_h, next_key, node, action)
                    if state_key is not None:
                        child = (*child, next_state)
                    children.append(child)
                    if next_h < least_h:
                        nearest, least_h = child, next_h
                elif total < inf:
                    if f < next_threshold or total < next_bound:
                        next_threshold, next_bound = min(next_threshold, f), min(next_bound, total)
                else:
                    dead_ends += 1
            stack = rest
            for child in reversed(children):
                stack = (child, stack)
            waiting += len(children) - 1
            if waiting > peak:  # noqa: PLR1730  # a call costs 2 %
                peak = waiting
            expanded += 1
            if log is not None:
                head = (expanded, depth - 1 if by_depth else g + h, waiting - len(children)) if is_single else expanded
                log((head, node, *(edges_out if rejections else children)))
            self._committed = (
                stack, waiting, expanded, generated, dead_ends, peak, next_threshold, next_bound, held, nearest,
                iteration,
            )  # fmt: skip
        return None

    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        """Turn the head and node of each expansion into ``Expanded``, and its successors into ``Generated``."""
        at, rejections, head = self._state_at, self.journal is not None and self.journal.rejections, None
        state: Any = None
        for entry in entries:
            if type(entry) is LowerBoundRaised:
                yield entry
            elif len(entry) == 3:
                head = entry
            elif head is not None:
                state, (number, f, frontier) = entry[at], head
                head = None
                yield Expanded(number, state, entry[G], entry[H], f, frontier)
            elif rejections:
                action, next_state, g, h, accepted = entry
                yield Generated(state, action, next_state, g, h, accepted)
            else:
                yield Generated(state, entry[ACTION], entry[at], entry[G], entry[H], True)

    def expansions(self, entries: list[Any]) -> Event:
        """Return all entries as one event: of each expansion its number, its node, and those of its successors."""
        return Expansions(entries, by_identity=True)


def _sound(g: float, h: float, before: Node | None) -> float:
    """Return ``h`` if it is a dead end, and 0 if it is a sum of floats that rounding made negative; else ValueError.

    ``before`` is the node of the state before, where h is a sum along the path.
    """
    if h == math.inf > g:
        return h
    if before is not None and isinstance(h, float) and h < 0 and g < math.inf and -rounding(before, g) <= h:
        return 0
    raise ValueError
