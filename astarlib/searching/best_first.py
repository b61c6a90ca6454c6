"""The loop of best-first search. A*, weighted A*, greedy best-first and Dijkstra run it with different formulas."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import Any, ClassVar, Final, Protocol

from astarlib._support.plain_values import plain_number
from astarlib.events import Event, Expansions, LowerBoundRaised
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, truth
from astarlib.searching.algorithm import NO_LIMIT, Budget, Stop
from astarlib.searching.diagnosis import mutated
from astarlib.searching.journal import Journal
from astarlib.searching.node import CLOSED, G, H, Node, state_index
from astarlib.searching.node_table import NodeTable, NodeTableAlgorithm
from astarlib.searching.open_list import PARKED, RETRY, FLevel, OpenList
from astarlib.searching.parameters import TieBreak, tie_value

_NOT_FINITE: Final = "f of {!r} returned {!r} at g = {!r} and h = {!r}; expected a finite number"


class Rule(Protocol):
    """The order in which a best-first search expands states."""

    @property
    def tie_break(self) -> TieBreak:
        """The order of states with equal f."""
        ...

    @property
    def reopen(self) -> bool:
        """True if a closed state goes back to the frontier when a cheaper path to it is found."""
        ...

    uses_heuristic: ClassVar[bool]
    """True if h is evaluated. Otherwise h = 0, and the problem's heuristic is never called."""

    f_is_lower_bound: ClassVar[bool]
    """True if f = g + h, so that the smallest f in the frontier is a lower bound. ``f`` is then not called."""

    keep_first_path: ClassVar[bool]
    """True if a state keeps the first path to it, even if a cheaper one is found while it is in the frontier."""

    def f(self, g: float, h: float) -> float:
        """Return the priority of a state: the smallest is expanded first."""
        ...


def open_list_of(rule: Rule) -> OpenList:
    """Return an empty frontier with the order of a rule."""
    f, tie_break = rule.f, rule.tie_break
    return OpenList(lambda g, h: (f(g, h), tie_value(tie_break, h)), oldest_first=tie_break is TieBreak.FIFO)


class BestFirstAlgorithm(NodeTableAlgorithm[S, A]):
    """The algorithm of best-first search. ``rule`` is the order in which states are expanded; an engine."""

    has_many_starts: ClassVar[bool] = True

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, rule: Rule) -> None:
        f = rule.f
        super().__init__(
            problem,
            journal,
            NodeTable(open_list_of(rule), state_index(problem)),
            uses_heuristic=rule.uses_heuristic,
            f_is_lower_bound=rule.f_is_lower_bound,
        )
        self._use_capabilities()
        self._rule = rule
        for root in self._roots():
            first = None
            if root[H] < math.inf:
                first = f(0, root[H])
                if first - first != 0:  # This is also true for NaN, the difference of two infinities.
                    raise ValueError(_NOT_FINITE.format(rule, first, 0, root[H]))
            self._insert_root(root, first)

    def _would_store(self, state: S, g: float) -> bool:
        known, rule = self._known(state), self._rule
        return known is None or (g < known[G] and (rule.reopen or not (rule.keep_first_path or known[-1] is CLOSED)))

    def lower_bound(self, *, cheap: bool = False) -> float:
        nodes, goal = self._nodes, self._goal
        if cheap or goal is None or not self._f_is_lower_bound or nodes.open_list.heap[0] == RETRY:
            return super().lower_bound(cheap=cheap)
        total: float = goal[G] + goal[H]  # The goal stays at the front.
        if nodes.rejected == math.inf:
            return min(max(total, nodes.max_f), goal[G])  # type: ignore[no-any-return]  # The user's costs have any type.
        bound: float = min(max(min(total, nodes.rejected), nodes.proved()), goal[G])
        return bound

    def advance(self, budget: Budget) -> Stop:  # noqa: C901, PLR0912, PLR0915  # a call costs 2-5 %
        """Expand states until a goal is found, nothing is left to expand or the budget is used up.

        The loop may be interrupted between any two instructions. Three rules make it possible to repeat the unfinished
        expansion:

        1. Its node is stored in ``nodes.expanding`` before it leaves the frontier.
        2. A successor enters the frontier before it enters the table. If the repeated expansion finds it in the table
           with an equal cost, it skips the successor.
        3. The closed copy of the node enters the table last. The counters are stored directly after it, without a
           call in between.

        A ``finally`` clause isn't enough: CPython 3.12 and 3.13 skip it at some backward jumps. An entry of the journal
        is written before the change that it reports is stored. So it may be written twice, but it's never missing.
        """
        nodes, rule, problem, max_cost = self._nodes, self._rule, self._searched(), budget.max_cost
        if self._goal is not None:
            nodes.counters.solutions = nodes.past.solutions + 1
            return Stop.DONE
        max_expanded, max_generated, max_stored = budget.max_expanded, budget.max_generated, budget.max_stored
        stop_at, is_limited = min(budget.poll_at, max_expanded), min(max_generated, max_stored) < NO_LIMIT
        self._begin_slice(budget, rule.f)
        table, open_list, counters = nodes.table, nodes.open_list, nodes.counters
        heap, levels = open_list.heap, open_list.levels
        edges, state_key, is_goal = problem.edges, problem.state_key, problem.is_goal
        heuristic, usual_cost = problem.heuristic if rule.uses_heuristic else None, None
        cost_kind: type = int
        h_kind: type = int
        f, reopen, f_is_lower_bound, keep_first_path = rule.f, rule.reopen, rule.f_is_lower_bound, rule.keep_first_path
        low_h, high_h = rule.tie_break is TieBreak.LOW_H, rule.tie_break is TieBreak.HIGH_H
        expanded, generated, max_f, peak = counters.expanded, counters.generated, nodes.max_f, counters.peak_frontier
        state_at, least_h, inf, capped = nodes.state_at, table[nodes.nearest][H], math.inf, max_cost < math.inf
        reopened_minus_dead, closed = counters.reopened + nodes.past.closed - counters.dead_ends, (CLOSED,)
        log = log_rejected = log_improved = log_bound = None
        if (journal := self.journal) is not None:
            log = journal.append if journal.expansions else None
            log_rejected = journal.append if journal.rejections else None
            log_improved = journal.append if journal.improvements else None
            log_bound = journal.append if journal.bounds and f_is_lower_bound else None
        while heap:
            first = heap[0]
            level = bucket = levels[first]
            if type(level) is FLevel:
                bucket = level.buckets[level.order[0]]
            alone = type(bucket) is tuple
            node = bucket if alone else bucket[-1] if bucket else ()
            if not node or table[node[2]] is not node:  # The entry is stale: a cheaper node replaced it.
                open_list.drop()
                continue
            if capped and node[0] + node[1] > max_cost and first != RETRY:
                if f_is_lower_bound or first == PARKED:
                    return Stop.COST
                open_list.park(node)
                open_list.drop()
                continue
            if first > max_f:
                if log_bound is not None:  # Logged before it's stored, so that an interrupt can't lose it.
                    bound = max(nodes.bound_before_rejection, min(first, nodes.rejected))
                    if bound > nodes.proved():  # A rejected state may keep the bound lower.
                        log_bound(LowerBoundRaised(bound, expanded, generated, len(table)))
                nodes.expanded_before_max_f = expanded
                nodes.max_f = max_f = first
            state = node[state_at]
            goal: object = is_goal(state)
            if goal is not False and (goal is True or truth(goal, state)):
                self._goal = node
                counters.solutions = nodes.past.solutions + 1
                return Stop.DONE
            if expanded >= stop_at or (is_limited and (generated >= max_generated or len(table) >= max_stored)):
                is_free = expanded < max_expanded and generated < max_generated and len(table) < max_stored
                return Stop.POLL if is_free else Stop.LIMIT
            nodes.expanding = node
            if not alone:
                bucket.pop()
            elif level is not node and len(level.order) > 1:
                del level.buckets[heappop(level.order)]
            else:
                del levels[first]
                heappop(heap)
            g, parent = node[0], node + closed
            if log is not None:
                log(parent)
            for action, next_state, step_cost in edges(state):
                generated += 1
                if step_cost is not usual_cost:  # Most edges have the same cost as the last one.
                    if type(step_cost) is not cost_kind:  # Small numpy integers would wrap around.
                        step_cost = plain_number(step_cost)  # noqa: PLW2901
                        cost_kind = type(step_cost)
                    if not 0 <= step_cost < inf:  # NaN too
                        raise ValueError
                    usual_cost = step_cost
                next_g = g + step_cost
                next_key = next_state if state_key is None else state_key(next_state)
                known = table.get(next_key)
                if known is None:
                    was_closed = False
                    h = 0 if heuristic is None else heuristic(next_state)
                    if type(h) is not h_kind:
                        h = plain_number(h)
                        h_kind = type(h)
                else:
                    h = known[1]
                    accepted = next_g < known[0]
                    was_closed = accepted and known[-1] is CLOSED
                    if accepted and not reopen and (was_closed or keep_first_path):
                        nodes.note_rejected(next_g + h)
                        accepted = False
                    if not accepted:
                        if log_rejected is not None:
                            log_rejected((action, next_state, next_g, h))
                        continue
                child: Node = (next_g, h, next_key, parent, action)
                if state_key is not None:
                    child = (*child, next_state)
                    if next_state is state:
                        raise mutated(self.problem, state, node[2])
                if log is not None:
                    if log_improved is not None and known is not None:
                        log_improved((known,))
                    log(child)
                total = next_g + h
                if h >= 0 and total < inf:
                    if not f_is_lower_bound:
                        total = f(next_g, h)
                        if total - total != 0:  # This is also true for NaN, the difference of two infinities.
                            raise ValueError(_NOT_FINITE.format(rule, total, next_g, h))
                    level = levels.get(total)  # In CPython 3.13.0, setdefault hides a MemoryError.
                    if type(level) is FLevel:
                        tie = h if low_h else -h if high_h else 0
                        bucket = level.buckets.get(tie)
                        if bucket is None:
                            level.buckets[tie] = child
                            heappush(level.order, tie)
                        elif type(bucket) is not tuple:
                            bucket.append(child)
                        else:
                            level.buckets[tie] = open_list.both(bucket, child)
                    elif level is None:
                        levels[total] = child
                        heappush(heap, total)
                    else:
                        levels[total] = open_list.pair(level, child)
                    if was_closed:
                        reopened = counters.reopened + 1  # Created before the store, since memory may run out after it.
                        table[next_key] = child
                        counters.reopened = reopened
                        reopened_minus_dead += 1
                    else:
                        table[next_key] = child
                    if h < least_h:
                        nodes.nearest, least_h = next_key, h
                elif h == inf > next_g:
                    reopened_minus_dead -= known is None
                    nodes.add_dead_end(next_key, child)
                else:
                    raise ValueError
            expanded += 1
            size = len(table) + reopened_minus_dead - expanded
            if size > peak:
                counters.peak_frontier = peak = size
            table[node[2]] = parent
            counters.expanded = expanded
            counters.generated = generated
            nodes.expanding = None
        return self._exhausted()

    def expansions(self, entries: list[Any]) -> Event:
        return Expansions(entries, by_identity=False)
