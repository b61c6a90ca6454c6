"""A depth-first search as a value: where it stands, what it shows of itself, how it is saved. The loop is elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from astarlib.engines.agreement import refuse_another_problem
from astarlib.engines.explaining import checked_h, checked_key
from astarlib.engines.record_search import RecordSearch
from astarlib.engines.records import KEY, PARENT, G, H, Record, Rows, chain, records_of
from astarlib.events import Observer, Progress
from astarlib.problem import A, Problem, S
from astarlib.result import Path, Statistics, StoredState

Stack: TypeAlias = "tuple[Record, Stack] | None"
"""The records that wait, the next first. Cells are never changed, so whoever holds one holds a whole stack."""

Walk: TypeAlias = "tuple[Record | None, set[Any], int]"
"""Where a loop has left off: the record expanded last, the keys on the path to it, and how many they are."""


class Iteration(NamedTuple):
    """What is known when an iteration begins."""

    threshold: float
    """Successors above it are cut off."""
    lower_bound: float
    expanded: int


class Position(NamedTuple):
    """All that a search knows, by name; the loop stores it without names, see ``Committed``."""

    stack: Stack
    waiting: int
    """Records on the stack."""
    expanded: int
    generated: int
    dead_ends: int
    peak: int
    next_threshold: float
    """The smallest that was cut off, the next iteration's threshold; inf when nothing was."""
    next_bound: float
    """The smallest g + h that was cut off."""
    held: float
    """The smallest g + h that was set aside for the cost limit of a run; inf when nothing was."""
    nearest: Record
    """The first record with the smallest h, of all that were on the stack."""
    iteration: Iteration


Committed: TypeAlias = "tuple[Stack, int, int, int, int, int, float, float, float, Record, Iteration]"
"""The fields of a ``Position`` in their order, as a plain tuple: making a named one costs IDA* 8 %."""


class StackSearch(RecordSearch[S, A]):
    """A search that holds the current path and, for each state of it, the successors left to try.

    ``states()`` and ``stored`` are these; ``nearest`` may lie behind, for it is the best of all that were tried or
    waited. Successors with h = inf are counted as dead ends each time they are generated, and not held.

    Parameters
    ----------
    uses_h:
        Whether h is evaluated; else it is 0 and the problem's heuristic is never called.
    by_depth:
        Whether the threshold is a number of actions; else it is a bound on g + h.
    """

    def __init__(
        self, engine: object, problem: Problem[S, A], observer: Observer | None, *, uses_h: bool, by_depth: bool
    ) -> None:
        super().__init__(engine, problem, observer, uses_h=uses_h)
        self._by_depth = by_depth
        powers, state = self._powers, problem.initial_state
        key = checked_key(powers, state)
        root: Record = (0, checked_h(powers, state) if uses_h else 0, key, None, None)
        self._root: Record = root if powers.state_key is None else (*root, state)
        self._walk: Walk | None = None
        h = root[H]
        self._committed: Committed = Position(  # replaced in one store, so an interrupt finds the old or the new
            stack=None, waiting=0, expanded=0, generated=0, dead_ends=int(h == math.inf), peak=0,
            next_threshold=0 if by_depth else h, next_bound=h, held=math.inf, nearest=self._root,
            iteration=Iteration(-math.inf, -math.inf, 0),
        )  # fmt: skip

    # --- look inside --------------------------------------------------------------------------------------------------

    @property
    def statistics(self) -> Statistics:
        """The counters so far."""
        position = self._position
        return Statistics(
            expanded=position.expanded,
            generated=position.generated,
            evaluated=1 + position.generated if self._uses_h else 0,
            reopened=0,
            dead_ends=position.dead_ends,
            stored=len(self._held()),
            peak_frontier=position.peak,
            expanded_before_last_f=None if self._by_depth else position.iteration.expanded,
            seconds=self._seconds,
        )

    @property
    def lower_bound(self) -> float:
        """No solution costs less, given an admissible h; inf when it is proved that there is none."""
        position = self._position
        bound = position.iteration.lower_bound
        if position.stack is None:
            bound = max(bound, min(position.next_bound, position.held))
        return bound if self._goal is None else min(bound, self._goal[G])

    @property
    def nearest(self) -> Path[S, A] | None:
        """The path to the first generated state with the smallest h; None when the engine evaluates no h."""
        return self._path(self._position.nearest) if self._uses_h else None

    def states(self) -> Iterator[StoredState]:
        """The states of the current path, and those that wait to be tried."""
        path = {id(record) for record in self._current_path()}
        for record in self._held().values():
            yield self._shown(record, closed=id(record) in path)

    def frontier(self) -> Iterator[StoredState]:
        """The states that wait to be tried, in that order; between two iterations that is the initial state."""
        position = self._position
        between = position.stack is None and position.next_threshold < math.inf
        for record in (self._root,) if between else _waiting(position.stack):
            yield self._shown(record, closed=False)

    @property
    def _position(self) -> Position:
        return Position(*self._committed)

    def _current_path(self) -> list[Record]:
        stack = self._position.stack
        return chain(None if stack is None else stack[0][PARENT])

    def _take_walk(self) -> Walk:
        """The walk of the loop that ran before, which is this one's now; made again where that was interrupted.

        Making it takes time linear in the depth, so a deep search in short chunks needs the old one.
        """
        walk, self._walk = self._walk, None
        if walk is not None:
            return walk
        path = self._current_path()
        return path[-1] if len(path) > 0 else None, {record[KEY] for record in path}, len(path)

    def _held(self) -> dict[Any, Record]:
        """The best record of each state that is on the current path or waits."""
        held: dict[Any, Record] = {}
        for record in (*self._current_path(), *_waiting(self._position.stack)):
            if record[KEY] not in held or record[G] < held[record[KEY]][G]:
                held[record[KEY]] = record
        return held if len(held) > 0 else {self._root[KEY]: self._root}

    def _stored(self, key: object) -> Record | None:
        return self._held().get(key)

    # --- what Search asks for -----------------------------------------------------------------------------------------

    def _counts(self) -> tuple[int, int]:
        position = self._position
        return position.expanded, position.generated

    def _stored_count(self) -> int:
        return len(self._held())

    def _root_h(self) -> float | None:
        return self._root[H] if self._uses_h else None

    def _progress(self) -> Progress:
        position = self._position
        return Progress(
            position.expanded,
            position.generated,
            len(self._held()),
            position.waiting,
            position.iteration.threshold,
            self.lower_bound,
            self._seconds,
        )

    def _settle(self) -> None:
        """Nothing is to be mended: the position is replaced in one store."""

    def _dump(self) -> dict[str, Any]:
        position = self._position
        stack = list(_waiting(position.stack))
        rows = Rows([self._root, position.nearest, *stack], self._state_at)
        return {
            "stack": rows.numbers(stack),
            "iteration": tuple(position.iteration),
            "counters": {name: value for name, value in position._asdict().items() if name not in _HANGING},
            "nearest": rows[position.nearest],
            "solved": self._goal is not None,
            "records": rows.columns(),
        }

    def _restore(self, rows: dict[str, Any]) -> None:
        records = records_of(rows["records"], (), self._powers.state_key)
        stack: Stack = None
        for row in reversed(rows["stack"]):
            stack = (records[row], stack)
        self._root = records[0]
        self._committed = Position(
            stack=stack,
            iteration=Iteration(*rows["iteration"]),
            nearest=records[rows["nearest"]],
            **rows["counters"],
        )
        if rows["solved"] and stack is not None:
            self._goal = stack[0]  # a goal is found at the front, and stays there
        path = {id(record) for record in self._current_path()}
        refuse_another_problem(
            records, lambda record: id(record) in path, self._powers, self.problem.initial_state, uses_h=self._uses_h
        )

    # --- for tests ----------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        """All invariants; between runs."""
        position = self._position
        waiting, path = list(_waiting(position.stack)), self._current_path()
        assert len(waiting) == position.waiting <= position.peak
        ancestors = {id(record) for record in path}
        for record in waiting:
            assert record is self._root or id(record[PARENT]) in ancestors
            assert position.nearest[H] <= record[H] < math.inf
        if self._walk is not None:
            current, keys, depth = self._walk
            walked = chain(current)
            assert walked[: len(path)] == path
            assert depth == len(walked)
            assert keys == {record[KEY] for record in walked}
        # By depth a search that was begun anew keeps a bound that short paths cannot tell.
        assert self._by_depth or position.iteration.lower_bound <= position.next_bound
        assert position.iteration.threshold < position.next_threshold
        assert position.iteration.expanded <= position.expanded


_HANGING = frozenset({"stack", "iteration", "nearest"})  # what a dump lays out flat by itself


def _waiting(stack: Stack) -> Iterator[Record]:
    """The records on a stack, the next first."""
    while stack is not None:
        record, stack = stack
        yield record
