"""What all searches over records share: how records become what a user sees."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from astarlib._support.plain_values import plain_number
from astarlib.engines.records import ACTION, KEY, PARENT, STATE, G, H, Record, chain
from astarlib.errors import brief
from astarlib.events import Observer
from astarlib.problem import A, Problem, S
from astarlib.result import Path, SearchResult, Solution, StoredState
from astarlib.search import Search


class RecordSearch(Search[S, A]):
    """A search whose states are held in records.

    Parameters
    ----------
    uses_h:
        Whether h is evaluated; else it is 0 and the problem's heuristic is never called.
    """

    def __init__(self, engine: object, problem: Problem[S, A], observer: Observer | None, *, uses_h: bool) -> None:
        super().__init__(engine, problem, observer)
        self._uses_h = uses_h
        self._state_at = KEY if self._powers.state_key is None else STATE
        self._goal: Record | None = None

    def path_to(self, state: S) -> Path[S, A]:
        """The cheapest known path to a stored state; KeyError when it is not stored."""
        key_of = self._powers.state_key
        record = self._stored(state if key_of is None else key_of(state))
        if record is None:
            raise KeyError(f"state {brief(state)} is not stored")
        return self._path(record)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied and pickled: in flat rows, as to disk, so that no copy shares what a run changes."""
        self._refuse_other_threads()
        return self.engine.start, (self.problem,), (self._dump(), self._seconds, self._final)

    def __setstate__(self, state: tuple[dict[str, Any], float, SearchResult[S, A] | None]) -> None:
        rows, self._seconds, self._final = state
        self._restore(rows)

    @abstractmethod
    def _stored(self, key: object) -> Record | None:
        """The best record of that key, if there is one."""

    def _shown(self, record: Record, *, closed: bool) -> StoredState:
        at, parent = self._state_at, record[PARENT]
        return StoredState(
            record[at], record[G], record[H], None if parent is None else parent[at], record[ACTION], closed
        )

    def _path(self, record: Record) -> Path[S, A]:
        at, steps = self._state_at, chain(record)
        return Path(
            cost=record[G],
            actions=tuple(step[ACTION] for step in steps[1:]),
            states=tuple(step[at] for step in steps),
            costs=tuple(self._step_cost(step) for step in steps[1:]),
            h=record[H] if self._uses_h else None,
        )

    def _step_cost(self, record: Record) -> float:
        """What the step to ``record`` cost. Differences of floats are rounded, so those are asked for again."""
        before, at = record[PARENT], self._state_at
        difference: float = record[G] - before[G]
        if isinstance(difference, int):
            return difference
        powers = self._powers
        try:
            if powers.successors is None and powers.cost is not None:
                costs = [powers.cost(before[at], record[ACTION], record[at])]
            else:
                costs = [cost for action, _, cost in powers.edges(before[at]) if action == record[ACTION]]
        except Exception:  # noqa: BLE001  # the solution is found, and no failure of the user's code may lose it
            return difference
        return next((cost for cost in map(plain_number, costs) if before[G] + cost == record[G]), difference)

    def _solution(self) -> Solution[S, A] | None:
        if self._goal is None:
            return None
        path = self._path(self._goal)
        return Solution(path.cost, path.actions, path.states, path.costs)
