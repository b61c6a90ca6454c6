"""Searches on translated problems: what happens if compiled code can't go on.

If a number is too large, the search begins again, with more bits for each number of a state, and if that doesn't help
in Python. It makes as many expansions as before and goes on from there. All of them give the same results, so only the
time differs. Until then, counters, states and bounds are those from before, and a limit can end the run. If a method
fails, the error is that of the method in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, Final, cast

from astarlib._support.searching_clock import stopped_clock
from astarlib.errors import CapacityError, InvalidProblemError, MissingCapabilityError
from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget, Stop, WorkingOn
from astarlib.searching.diagnosis import diagnose

_LEAST_SLICE: Final = 64
"""The least number of expansions that are repeated between two polls."""


def with_others(make: Callable[[], Any], others: Sequence[Callable[[], Any]]) -> Algorithm[Any, Any]:
    """Return the algorithm that a function makes. If a number is too large for it, another function makes the next one.
    The last of them runs in Python.
    """
    return cast("Algorithm[Any, Any]", _Restarting([make, *others]))  # It has the same members.


class _Restarting:
    """An algorithm that is replaced by another one if a number is too large for it."""

    def __init__(self, forms: Sequence[Callable[[], Any]]) -> None:
        self._forms = list(forms)
        """The functions that make the algorithms that haven't been needed yet."""
        self._next: Any = None
        """The algorithm that repeats the expansions of the current one, and then replaces it."""
        self._has_restarted = False
        self._current: Any = self._make_next(None)

    def _make_next(self, error: CapacityError | None) -> Any:
        """Return the next algorithm that has room for the numbers of the initial state."""
        while len(self._forms) > 0:
            try:
                with stopped_clock():
                    made = self._forms[0]()
            except CapacityError as larger:
                error = larger
            except MissingCapabilityError:  # Wider states need too many words.
                if error is None:
                    raise
            else:
                self._forms.pop(0)  # Only now, because an interrupt may come before.
                return made
            self._forms.pop(0)
            self._has_restarted = True
        assert error is not None  # noqa: S101  # There is at least one form.
        raise error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._current, name)

    @property
    def journal(self) -> Any:
        """The journal of the current algorithm."""
        return self._current.journal

    @journal.setter
    def journal(self, journal: Any) -> None:
        self._current.journal = journal

    def _both(self) -> list[Any]:
        """Return the current algorithm and the next one, if it exists already."""
        return [each for each in (self._current, self._next) if each is not None]

    def repair(self) -> None:
        """Make the data of both algorithms consistent after an interrupt."""
        for each in self._both():
            each.repair()

    def close(self) -> None:
        """Release the workers of both algorithms."""
        for each in self._both():
            each.close()

    def working_on(self) -> WorkingOn | None:
        """Return the state under expansion. Only the next algorithm expands states once it exists."""
        on: WorkingOn | None = self._both()[-1].working_on()
        return on

    def advance(self, budget: Budget) -> Stop:
        """Advance, perhaps with the next algorithm, which repeats what was done before."""
        try:
            if self._next is None:
                stop: Stop = self._current.advance(budget)
                return stop
            return self._repeat(budget)
        except CapacityError as error:
            made = self._make_next(error)
            if made.journal is not None:
                made.journal = made.journal.fresh()  # Repeated events aren't sent.
            self._next = made
            return Stop.POLL
        except InvalidProblemError as error:
            if error.state is not None and len(self._forms) > 0:
                on, uses_heuristic = WorkingOn(error.state, 0), self._current.root_h is not None
                diagnose(self._current.problem, on, error, uses_heuristic=uses_heuristic, in_loop=False)
            raise

    def _repeat(self, budget: Budget) -> Stop:
        """Repeat some of the expansions, so that the clock can be checked. Take the next algorithm after the last."""
        before, repeated = self._current.counters, self._next.counters
        part = max(_LEAST_SLICE, budget.poll_at - before.expanded)
        end = min(repeated.expanded + part, before.expanded)
        # With more bits, this takes no longer than before, so it isn't counted. In Python it takes longer, so it is.
        with nullcontext() if len(self._forms) == 0 else stopped_clock():
            stop: Stop = self._next.advance(budget._replace(
                poll_at=end, max_expanded=end, max_generated=NO_LIMIT, max_stored=NO_LIMIT))  # fmt: skip
        repeated = self._next.counters
        is_known = stop is Stop.FOUND and repeated.solutions <= before.solutions
        if (stop in {Stop.POLL, Stop.LIMIT} and repeated.expanded < before.expanded) or is_known:
            return Stop.POLL
        self._next.journal, replaced = self._current.journal, self._current
        self._current, self._next, self._has_restarted = self._next, None, True
        replaced.close()
        return Stop.POLL if stop is Stop.LIMIT else stop

    def dump(self) -> Any:
        """Return the state of the search; CapacityError if it began again in another form."""
        if self._has_restarted:
            raise CapacityError(
                "a number was too large for compiled code, so this search began again in another form and can't be "
                "saved; use compile_problem(problem, bits=64), or an engine in Python"
            )
        return self._current.dump()
