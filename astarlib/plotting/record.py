"""A record of the expansions of a search, for plots."""

from __future__ import annotations

from array import array
from typing import Any, ClassVar

from astarlib.events import Event, Expanded, Finished, LowerBoundRaised, Started
from astarlib.problem import Problem
from astarlib.result import SearchResult


class Expansions:
    """An observer that records the expansions of a search, for :func:`plot_expansions` and :func:`plot_grid`.

    A search that continues after a limit continues its record, and another search replaces the record. Events that are
    sent again after an interrupt are recorded once.

    Attributes
    ----------
    problem, engine:
        The problem that is searched, or None before the search starts, and the engine's repr.
    before:
        The number of expansions before the recorded ones. It is above 0 if the search was loaded from a checkpoint.
    f, states:
        The f and the state of each expansion, in order.
    bounds:
        The rises of the lower bound, as pairs ``(expansions before, lower bound)``. It's empty for engines whose f
        isn't a lower bound.
    result:
        The result of the last run. None before its end.

    Notes
    -----
    A record takes 16 bytes for each expansion, plus the states, which most engines store anyway.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> record = Expansions()
    >>> AStar().search(NPuzzle("1 2 3 / 0 4 6 / 7 5 8"), observer=record).cost
    3
    >>> record.f.tolist(), record.bounds, record.engine
    ([3.0, 3.0, 3.0], [(0, 3)], 'AStar()')
    """

    event_types: ClassVar[frozenset[type[Event]]] = frozenset((Started, Expanded, LowerBoundRaised, Finished))

    def __init__(self) -> None:
        self.problem: Problem | None = None
        self.engine: str = ""
        self.before: int = 0
        self.f: array[float] = array("d")
        self.states: list[Any] = []  # Any: the states of any problem
        self.bounds: list[tuple[int, float]] = []
        self.result: SearchResult | None = None

    def __len__(self) -> int:
        return len(self.f)

    def __call__(self, event: Started | Expanded | LowerBoundRaised | Finished) -> None:
        """Record an event."""
        match event:
            case Expanded():
                if len(self) == 0:
                    self.before = event.number - 1
                place = event.number - 1 - self.before
                del self.f[place:], self.states[place:]  # The expansion is repeated after an interrupt.
                self.f.append(event.f)
                self.states.append(event.state)
            case LowerBoundRaised():
                if (
                    len(self.bounds) == 0 or event.lower_bound > self.bounds[-1][1]
                ):  # Otherwise the event is repeated after an interrupt.
                    self.bounds.append((event.expanded, event.lower_bound))
            case Started():
                self._start(event)
            case Finished():
                self.result = event.result

    def _start(self, event: Started) -> None:
        goes_on = event.problem is self.problem and event.engine_repr == self.engine
        self.problem, self.engine, self.result = event.problem, event.engine_repr, None
        if not event.resumed:
            self.before = 0
            del self.f[:], self.states[:]
            # A search that was stopped during its first expansion sends the first bound only once.
            self.bounds = [rise for rise in self.bounds if goes_on and rise[0] == 0]
