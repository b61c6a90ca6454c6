"""Hill climbing: an engine with a loop of its own."""

# --8<-- [start:values]
from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from astarlib.engines import Engine
from astarlib.errors import InvalidHeuristicError
from astarlib.events import Event, Expanded, Generated
from astarlib.resolving.resolved_problem import ResolvedProblem, truth
from astarlib.result import Path, StoredState
from astarlib.searching import Algorithm, Budget, Counters, Edge, Guarantee, Journal, Stop, WorkingOn


class Step(NamedTuple):
    """A state on the climbed path, and the step that led to it."""

    state: Any
    g: float
    h: float
    action: Any = None
    cost: float = 0


class Climb(NamedTuple):
    """The complete state of the search. It's immutable: each expansion creates a new one."""

    steps: tuple[Step, ...]
    is_stuck: bool = False  # True if no successor of the last state is better.
    is_solved: bool = False
    missed: float = math.inf  # The smallest f of all states that were left behind.
    expanded: int = 0
    generated: int = 0
    dead_ends: int = 0


# --8<-- [end:values]


# --8<-- [start:start]
class HillClimbingAlgorithm(Algorithm):
    """Move to the successor with the smallest h, as long as that is smaller than h of the state."""

    def __init__(self, problem: ResolvedProblem, journal: Journal | None) -> None:
        super().__init__(problem, journal)
        state = problem.initial_state
        self.root_h = problem.heuristic(state)
        if not self.root_h >= 0:
            raise InvalidHeuristicError(
                f"heuristic({state!r}) returned {self.root_h!r}; expected a number >= 0", state=state, value=self.root_h
            )
        self._climb = Climb((Step(state, 0, self.root_h),), is_stuck=self.root_h == math.inf)
        self._is_expanding = False

    # --8<-- [end:start]

    # --8<-- [start:advance]
    def advance(self, budget: Budget) -> Stop:
        while True:
            climb = self._climb
            if climb.is_solved:
                return Stop.DONE
            if climb.is_stuck:
                return Stop.GAVE_UP if climb.missed < math.inf else Stop.DONE
            here = climb.steps[-1]
            if here.g + here.h > budget.max_cost:
                return Stop.COST
            if truth(self.problem.is_goal(here.state), here.state):
                self._climb = climb._replace(is_solved=True)
                return Stop.DONE
            if (
                climb.expanded >= budget.max_expanded
                or climb.generated >= budget.max_generated
                or len(climb.steps) >= budget.max_stored
            ):
                return Stop.LIMIT
            if climb.expanded >= budget.poll_at:
                return Stop.POLL
            self._climb = self._after_expanding(climb)
            self._is_expanding = False

    # --8<-- [end:advance]

    # --8<-- [start:expand]
    def _after_expanding(self, climb: Climb) -> Climb:
        self._is_expanding = True  # For error messages.
        here = climb.steps[-1]
        successors = []
        for action, next_state, cost in self.problem.edges(here.state):
            h = self.problem.heuristic(next_state)
            if not (0 <= cost < math.inf and h >= 0):
                raise ValueError  # Search then finds the method that returned the wrong value.
            successors.append(Step(next_state, here.g + cost, h, action, cost))
        best = min(successors, key=lambda step: step.h, default=here)
        chosen = best if best.h < here.h else None
        if self.journal is not None and self.journal.expansions:
            self.journal.append((climb.expanded + 1, here, successors, chosen))
        return Climb(
            climb.steps if chosen is None else (*climb.steps, chosen),
            is_stuck=chosen is None,
            missed=min([climb.missed, *(step.g + step.h for step in successors if step is not chosen)]),
            expanded=climb.expanded + 1,
            generated=climb.generated + len(successors),
            dead_ends=climb.dead_ends + sum(step.h == math.inf for step in successors),
        )

    # --8<-- [end:expand]

    # --8<-- [start:counters]
    @property
    def counters(self) -> Counters:
        climb, counters = self._climb, Counters()
        counters.expanded, counters.generated = climb.expanded, climb.generated
        counters.dead_ends = climb.dead_ends + (self.root_h == math.inf)
        counters.evaluated = climb.generated + 1  # The initial state is evaluated, too.
        counters.frontier = int(not climb.is_stuck)
        counters.peak_frontier = 1
        counters.solutions = int(climb.is_solved)
        return counters

    def stored(self) -> int:
        return len(self._climb.steps)

    def lower_bound(self, *, cheap: bool = False) -> float:
        if cheap:
            return self.root_h or 0
        here = self._climb.steps[-1]
        return self._climb.missed if self._climb.is_stuck else min(self._climb.missed, here.g + here.h)

    def incumbent(self) -> Path | None:
        return self._path(len(self._climb.steps)) if self._climb.is_solved else None

    def _path(self, length: int) -> Path:
        steps = self._climb.steps[:length]
        actions, costs = tuple(step.action for step in steps[1:]), tuple(step.cost for step in steps[1:])
        return Path(steps[-1].g, actions, tuple(step.state for step in steps), costs, steps[-1].h)

    # --8<-- [end:counters]

    # --8<-- [start:dump]
    def dump(self) -> Mapping[str, Any]:
        return {"steps": [tuple(step) for step in self._climb.steps], "rest": tuple(self._climb[1:])}

    def load(self, dumped: Mapping[str, Any]) -> None:
        self._climb = Climb(tuple(Step(*row) for row in dumped["steps"]), *dumped["rest"])

    # --8<-- [end:dump]

    # --8<-- [start:inside]
    def states(self) -> Iterator[StoredState]:
        parent = None
        for number, step in enumerate(self._climb.steps):
            yield StoredState(step.state, step.g, step.h, parent, step.action, number < self._climb.expanded)
            parent = step.state

    def frontier(self) -> Iterator[StoredState]:
        return iter([] if self._climb.is_stuck else list(self.states())[-1:])

    def path_to(self, state: Any) -> Path:
        key_of = self.problem.state_key or (lambda state: state)
        for length, step in enumerate(self._climb.steps, 1):
            if key_of(step.state) == key_of(state):
                return self._path(length)
        return super().path_to(state)  # This raises KeyError.

    def nearest(self) -> Path:
        return self._path(len(self._climb.steps))

    def working_on(self) -> WorkingOn:
        here = self._climb.steps[-1]
        return WorkingOn(here.state, here.g, is_expanding=self._is_expanding)

    def repair(self) -> None:
        self._is_expanding = False

    def sample(self, n: int) -> Iterator[Edge]:
        parent = None
        for number, stored in enumerate(self.states()):
            if number < n:
                parent_g = None if parent is None else parent.g
                yield Edge(stored.state, stored.g, stored.h, stored.parent, parent_g, stored.action, stored.closed)
            parent = stored

    # --8<-- [end:inside]

    # --8<-- [start:events]
    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        for number, here, successors, chosen in entries:
            yield Expanded(number, here.state, here.g, here.h, here.h, 0)
            for step in successors:
                yield Generated(here.state, step.action, step.state, step.g, step.h, step is chosen)

    # --8<-- [end:events]


# --8<-- [start:engine]
@dataclass(frozen=True, slots=True, kw_only=True)
class HillClimbing(Engine):
    """Move to the best successor until none is better."""

    guarantee = Guarantee(complete=False)  # There is no bound on the cost, and the search may give up.
    formula = "f = h"

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return HillClimbingAlgorithm(problem, journal)

    # --8<-- [end:engine]
