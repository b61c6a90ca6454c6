"""THE loop: best-first search. A*, weighted A*, greedy best-first and Dijkstra are formulas over it."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, ClassVar

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import truth
from astarlib.engines.engine import Engine, written
from astarlib.engines.explaining import checked_h, checked_key, explain
from astarlib.engines.frontier import FIRST, WAITING, Front, Frontier
from astarlib.engines.node_search import NodeSearch
from astarlib.engines.records import CLOSED, H, Record
from astarlib.engines.tie_break import TieBreak
from astarlib.errors import brief
from astarlib.events import BoundRaised, Expanded, Generated, Observer, Reopened, records_taker, teller
from astarlib.problem import A, Problem, S
from astarlib.search import Pause, Search

_NOT_FINITE = "f of {!r} gave {!r} for g = {!r}, h = {!r}; it must be a finite number"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BestFirst(Engine):
    """Expand the frontier state with the smallest ``f(g, h)``. Subclass it with a formula to make an engine.

    Parameters
    ----------
    tie_break:
        Which of several states of equal f comes first.
    reopen:
        Whether a closed state goes back to the frontier when a cheaper path to it is found. Without it an
        inconsistent h may cost optimality; the result says what stays proved.

    Raises
    ------
    TypeError
        When ``tie_break`` is no ``TieBreak``, or ``reopen`` neither True nor False.
    """

    tie_break: TieBreak = TieBreak.LOW_H
    reopen: bool = True

    uses_h: ClassVar[bool] = True
    """Whether h is evaluated at all; otherwise h = 0 and the problem's heuristic is never called."""
    f_is_bound: ClassVar[bool] = False
    """Whether f = g + h, so that the front of the frontier bounds the cost of every solution from below.

    The loop then adds them itself and does not call ``f``.
    """

    first_path_stays: ClassVar[bool] = False
    """Whether a state keeps the first path to it, even when a cheaper one is found while it is in the frontier."""

    def __post_init__(self) -> None:
        if not isinstance(self.tie_break, TieBreak):
            raise TypeError(f"tie_break must be a TieBreak, for instance TieBreak.LOW_H, not {self.tie_break!r}")
        if not isinstance(self.reopen, bool):
            raise TypeError(f"reopen must be True or False, not {self.reopen!r}")

    def __init_subclass__(cls, **keywords: Any) -> None:  # Any: for bases of the user's own
        """A class with a formula of its own promises nothing of it, unless it says so itself."""
        super(BestFirst, cls).__init_subclass__(**keywords)  # slots make another class of this one: no bare super()
        if "f" in vars(cls) and "f_is_bound" not in vars(cls):
            cls.f_is_bound = False

    @abstractmethod
    def f(self, g: float, h: float) -> float:
        """The order of the frontier: the smallest f is expanded first."""

    def start(self, problem: Problem[S, A], *, observer: Observer | None = None) -> Search[S, A]:
        """A search that has not run yet; see ``Engine.start``."""
        return BestFirstSearch(self, problem, observer)

    def __repr__(self) -> str:
        return written(self, optional=("tie_break", "reopen"))


class BestFirstSearch(NodeSearch[S, A]):
    """A best-first search under way."""

    engine: BestFirst

    def __init__(self, engine: BestFirst, problem: Problem[S, A], observer: Observer | None) -> None:
        f, second = engine.f, engine.tie_break.second
        super().__init__(
            engine,
            problem,
            observer,
            frontier=Frontier(lambda g, h: (f(g, h), second(h)), oldest_first=engine.tie_break is TieBreak.FIFO),
            uses_h=engine.uses_h,
            f_is_bound=engine.f_is_bound,
        )
        self._taker = records_taker(observer)
        expansions = observer if self._taker is None else None
        self._tellers = (
            teller(expansions, Expanded),
            teller(expansions, Generated),
            teller(observer, Reopened),
            teller(observer, BoundRaised) if engine.f_is_bound else None,
        )
        self._max_cost = -math.inf
        powers, state = self._powers, problem.initial_state
        key = checked_key(powers, state)
        root: Record = (0, checked_h(powers, state) if engine.uses_h else 0, key, None, None)
        if root[H] < math.inf:
            first = f(0, root[H])
            if first - first != 0:  # NaN, where it is not finite
                raise ValueError(_NOT_FINITE.format(engine, first, 0, root[H]))
        self._nodes.plant(root if powers.state_key is None else (*root, state))

    def _advance(self, stop_at: int, max_cost: float) -> Pause:  # noqa: C901, PLR0912, PLR0915  # a call costs 2-5 %
        """Expand until ``stop_at`` expansions are done in all: the loop that everything else serves.

        Whatever interrupts it, between any two instructions, the expansion under way can be done again: its
        record stands in ``nodes.expanding`` before it leaves the frontier; a successor enters the frontier
        before the table, and found there as cheap the second time it is skipped; the closed twin of the record
        enters the table, and the counters are stored, last, with no call among them. A ``finally`` would not
        do: CPython 3.12 and 3.13 skip it at some backward jumps. Whoever takes records is given each before it is
        stored, so perhaps twice, and never too late.
        """
        if self._goal is not None:
            return Pause.SOLVED
        nodes, engine, powers = self._nodes, self.engine, self._powers
        if max_cost > self._max_cost:
            nodes.release(max_cost)
        self._max_cost = max_cost
        table, frontier = nodes.table, nodes.frontier
        heap, fronts = frontier.heap, frontier.fronts
        edges, state_key, is_goal = powers.edges, powers.state_key, powers.is_goal
        heuristic, usual_cost = powers.heuristic if engine.uses_h else None, None
        cost_kind: type = int
        h_kind: type = int
        f, reopen, f_is_bound, first_path_stays = engine.f, engine.reopen, engine.f_is_bound, engine.first_path_stays
        low_h, high_h = engine.tie_break is TieBreak.LOW_H, engine.tie_break is TieBreak.HIGH_H
        expanded, generated, top_f, peak = nodes.expanded, nodes.generated, nodes.top_f, nodes.peak
        state_at, least_h, inf, capped = nodes.state_at, table[nodes.nearest][H], math.inf, max_cost < math.inf
        surplus, closed = nodes.reopened - nodes.dead_ends, (CLOSED,)
        tell_expanded, tell_generated, tell_reopened, tell_bound = self._tellers
        take = None if self._taker is None else self._taker.engine_records.append
        is_expansion_watched = take is not None or tell_expanded is not None
        is_watched = take is not None or tell_generated is not None or tell_reopened is not None
        record: Record = ()
        try:
            while heap:
                first = heap[0]
                front = bucket = fronts[first]
                if type(front) is Front:
                    bucket = front.buckets[front.order[0]]
                alone = type(bucket) is tuple
                record = bucket if alone else bucket[-1] if bucket else ()
                if not record or table[record[2]] is not record:  # stale: a cheaper record has taken its place
                    frontier.drop()
                    continue
                if capped and record[0] + record[1] > max_cost and first != FIRST:
                    if f_is_bound or first == WAITING:
                        return Pause.COST
                    frontier.put_waiting(record)
                    frontier.drop()
                    continue
                if first > top_f:
                    proved = inf if tell_bound is None else nodes.proved()
                    nodes.before_top_f = expanded
                    nodes.top_f = top_f = first
                    if tell_bound is not None and (bound := self.lower_bound) > proved:  # a refusal may hold it down
                        tell_bound(BoundRaised(bound, expanded, generated, len(table)))
                state = record[state_at]
                goal: object = is_goal(state)
                if goal is not False and truth(goal, state):
                    self._goal = record
                    return Pause.SOLVED
                if expanded >= stop_at:
                    return Pause.REACHED
                nodes.expanding = record
                if not alone:
                    bucket.pop()
                elif front is not record and len(front.order) > 1:
                    del front.buckets[heappop(front.order)]
                else:
                    del fronts[first]
                    heappop(heap)
                g, parent = record[0], record + closed
                if is_expansion_watched:
                    if take is not None:
                        take(parent)
                    if tell_expanded is not None:
                        h, left = record[1], nodes.frontier_size() - 1
                        tell_expanded(Expanded(expanded + 1, state, g, h, engine.f(g, h), left))
                for action, next_state, step_cost in edges(state):
                    generated += 1
                    if step_cost is not usual_cost:  # most edges cost as the last did
                        if type(step_cost) is not cost_kind:  # small integers of numpy wrap around
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
                        if accepted and not reopen and (was_closed or first_path_stays):
                            nodes.refuse(next_g + h)
                            accepted = False
                        if not accepted:
                            if tell_generated is not None:
                                tell_generated(Generated(state, action, next_state, next_g, h, False))
                            continue
                    child: Record = (next_g, h, next_key, parent, action)
                    if state_key is not None:
                        child = (*child, next_state)
                    if is_watched:
                        if take is not None:
                            take(child)
                        if tell_generated is not None:
                            tell_generated(Generated(state, action, next_state, next_g, h, True))
                        if tell_reopened is not None and known is not None and was_closed:
                            tell_reopened(Reopened(next_state, next_g, known[0]))
                    total = next_g + h
                    if h >= 0 and total < inf:
                        if not f_is_bound:
                            total = f(next_g, h)
                            if total - total != 0:  # NaN, where total is not finite
                                raise ValueError(_NOT_FINITE.format(engine, total, next_g, h))
                        front = fronts.get(total)  # setdefault of CPython 3.13.0 swallows a MemoryError
                        if type(front) is Front:
                            tie = h if low_h else -h if high_h else 0
                            bucket = front.buckets.get(tie)
                            if bucket is None:
                                front.buckets[tie] = child
                                heappush(front.order, tie)
                            elif type(bucket) is not tuple:
                                bucket.append(child)
                            else:
                                front.buckets[tie] = frontier.both(bucket, child)
                        elif front is None:
                            fronts[total] = child
                            heappush(heap, total)
                        else:
                            fronts[total] = frontier.pair(front, child)
                        if was_closed:
                            reopened = nodes.reopened + 1  # made before the store: after it there may be no memory
                            table[next_key] = child
                            nodes.reopened = reopened
                            surplus += 1
                        else:
                            table[next_key] = child
                        if h < least_h:
                            nodes.nearest, least_h = next_key, h
                    elif h == inf > next_g:
                        surplus -= known is None
                        nodes.bury(next_key, child)
                    else:
                        raise ValueError
                expanded += 1
                size = len(table) + surplus - expanded
                if size > peak:
                    nodes.peak = peak = size
                table[record[2]] = parent
                nodes.expanded = expanded
                nodes.generated = generated
                nodes.expanding = None
        except MemoryError:
            raise
        except Exception as error:
            if len(record) > 0:  # else a signal's handler raised between two expansions
                explain(powers, record[state_at], error, g=record[0], uses_h=engine.uses_h)
                error.add_note(f"while state {brief(record[state_at])} was expanded; the search can be run again")
            raise
        return self._exhausted()
