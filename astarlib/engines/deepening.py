"""Depth-first search under a threshold that rises: the loop of IDA* and of iterative deepening."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import truth
from astarlib.engines.cycle_check import CycleCheck
from astarlib.engines.engine import Engine, written
from astarlib.engines.explaining import explain
from astarlib.engines.records import G, H, Record, rounding
from astarlib.engines.stack_search import Iteration, Position, StackSearch
from astarlib.errors import brief
from astarlib.events import BoundRaised, Expanded, Generated, Observer, records_taker, teller
from astarlib.problem import A, Problem, S
from astarlib.search import Pause, Search


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Deepening(Engine):
    """Depth-first search up to a threshold, begun anew with the next threshold until a goal is found.

    Parameters
    ----------
    cycle_check:
        Which successors are discarded because they lead back.

    Raises
    ------
    TypeError
        When ``cycle_check`` is no ``CycleCheck``.
    """

    cycle_check: CycleCheck = CycleCheck.PATH

    uses_h: ClassVar[bool] = True
    """Whether h is evaluated at all; otherwise h = 0 and the problem's heuristic is never called."""
    by_depth: ClassVar[bool] = False
    """Whether the threshold is a number of actions; else it is a bound on g + h."""

    def __post_init__(self) -> None:
        if not isinstance(self.cycle_check, CycleCheck):
            raise TypeError(f"cycle_check must be a CycleCheck, for instance CycleCheck.PATH, not {self.cycle_check!r}")

    def __repr__(self) -> str:
        return written(self, optional=("cycle_check",))

    def start(self, problem: Problem[S, A], *, observer: Observer | None = None) -> Search[S, A]:
        """A search that has not run yet; see ``Engine.start``."""
        return DeepeningSearch(self, problem, observer)


class DeepeningSearch(StackSearch[S, A]):
    """A depth-first search under a threshold, under way."""

    engine: Deepening

    def __init__(self, engine: Deepening, problem: Problem[S, A], observer: Observer | None) -> None:
        super().__init__(engine, problem, observer, uses_h=engine.uses_h, by_depth=engine.by_depth)
        self._taker = records_taker(observer)
        expansions = observer if self._taker is None else None
        self._tellers = teller(expansions, Expanded), teller(expansions, Generated), teller(observer, BoundRaised)

    def _advance(self, stop_at: int, max_cost: float) -> Pause:
        """Iterate until ``stop_at`` expansions are done in all.

        Whatever interrupts it, the expansion under way can be done again: nothing that it changes is seen from
        outside before it is done, when one store replaces the position.
        """
        if self._goal is not None:
            return Pause.SOLVED
        if math.inf > self._position.held <= max_cost:
            self._begin_anew()
        while True:
            position = self._position
            if position.stack is None:
                if position.next_threshold == math.inf:
                    return Pause.EXHAUSTED if position.held == math.inf else Pause.COST
                self._begin(position)
            elif not self.engine.by_depth and position.iteration.threshold > max_cost:
                return Pause.COST
            else:
                pause = self._iterate(stop_at, max_cost)
                if pause is not None:
                    return pause

    def _begin(self, position: Position) -> None:
        """The next iteration."""
        tell, bound = self._tellers[2], self.lower_bound
        if tell is not None and bound > position.iteration.lower_bound:
            tell(BoundRaised(bound, position.expanded, position.generated, self._stored_count()))
        self._committed = position._replace(
            stack=(self._root, None), waiting=1, peak=max(1, position.peak), next_threshold=math.inf,
            next_bound=math.inf,
            iteration=Iteration(position.next_threshold, bound, position.expanded),
        )  # fmt: skip

    def _begin_anew(self) -> None:
        """Back to before the first iteration: what was set aside for a cost limit is below the new one."""
        position = self._position
        self._committed = position._replace(
            stack=None, waiting=0, next_threshold=0, next_bound=self.lower_bound, held=math.inf,
            iteration=position.iteration._replace(threshold=-math.inf),
        )  # fmt: skip

    def _iterate(self, stop_at: int, max_cost: float) -> Pause | None:  # noqa: C901, PLR0912, PLR0915  # a call costs 2-5 %
        """The loop: one iteration, or what is left of it; None when it is over."""
        engine, powers, inf, state_at = self.engine, self._powers, math.inf, self._state_at
        (
            stack, waiting, expanded, generated, dead_ends, peak, next_threshold, next_bound, held, nearest, iteration,
        ) = self._committed  # fmt: skip
        edges, state_key, is_goal = powers.edges, powers.state_key, powers.is_goal
        heuristic, change = powers.heuristic, powers.heuristic_change if engine.uses_h else None
        uses_h, by_depth, checks_path = engine.uses_h, engine.by_depth, engine.cycle_check is CycleCheck.PATH
        threshold, least_h, capped = iteration.threshold, nearest[H], by_depth and max_cost < inf
        usual_cost: float | None = None
        cost_kind: type = int
        h_kind: type = int
        tell_expanded, tell_generated, _ = self._tellers
        take = None if self._taker is None else self._taker.engine_records.extend
        current: Any  # a record, or None before the root
        current, on_path, depth = self._take_walk()
        refused: Collection[Any] = on_path
        leave = on_path.remove if checks_path else on_path.discard  # KeyError where a hash has changed
        record = self._root
        try:
            while stack is not None:
                record, rest = stack
                g, h, key, parent = record[0], record[1], record[2], record[3]
                while current is not parent:  # the search has gone back: `parent` is an ancestor of `current`
                    leave(current[2])
                    current, depth = current[3], depth - 1
                if capped and g + h > max_cost:
                    stack, waiting, held = rest, waiting - 1, min(held, g + h)
                    self._committed = self._position._replace(stack=stack, waiting=waiting, held=held)
                    continue
                state = record[state_at]
                goal: object = is_goal(state)
                if goal is not False and truth(goal, state):
                    self._goal = record
                    return Pause.SOLVED
                if expanded >= stop_at:
                    self._walk = current, on_path, depth
                    return Pause.REACHED
                if tell_expanded is not None:
                    tell_expanded(Expanded(expanded + 1, state, g, h, depth if by_depth else g + h, waiting - 1))
                if checks_path:
                    on_path.add(key)
                else:
                    refused = (key, key if parent is None else parent[2])
                current, depth = record, depth + 1
                children = []
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
                    elif uses_h:
                        next_h = heuristic(next_state)
                        if type(next_h) is not h_kind:
                            next_h = plain_number(next_h)
                            h_kind = type(next_h)
                    total = next_g + next_h
                    if not (next_h >= 0 and total < inf):  # NaN too
                        next_h = _sound(next_g, next_h, None if change is None else record)
                        total = next_g + next_h
                    f = depth if by_depth else total
                    if tell_generated is not None:
                        tell_generated(Generated(state, action, next_state, next_g, next_h, f <= threshold))
                    if f <= threshold:
                        child: Record = (next_g, next_h, next_key, record, action)
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
                if take is not None:
                    take((expanded, record, *children))
                self._committed = (
                    stack, waiting, expanded, generated, dead_ends, peak, next_threshold, next_bound, held, nearest,
                    iteration,
                )  # fmt: skip
            return None
        except MemoryError:
            raise
        except Exception as error:
            explain(powers, record[state_at], error, g=record[G], path=record, uses_h=uses_h)
            error.add_note(f"while state {brief(record[state_at])} was expanded; the search can be run again")
            raise


def _sound(g: float, h: float, before: Record | None) -> float:
    """Return ``h`` if it is a dead end, and 0 if it is a sum of floats that rounding made negative; else ValueError.

    ``before`` is the record of the state before, where h is a sum along the path.
    """
    if h == math.inf > g:
        return h
    if before is not None and isinstance(h, float) and h < 0 and g < math.inf and -rounding(before, g) <= h:
        return 0
    raise ValueError
