"""Searches on translated problems: what happens if compiled code can't go on.

If a number is too large, the search begins again, with more bits for each number of a state, and if that doesn't help
in Python. It makes as many expansions as before and goes on from there. All of them give the same results, so only the
time differs. If a method fails, the error is that of the method in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from astarlib.errors import CapacityError, InvalidProblemError, MissingCapabilityError
from astarlib.searching.algorithm import Algorithm, Budget, Stop, WorkingOn
from astarlib.searching.diagnosis import diagnose


def with_others(make: Callable[[], Any], others: Sequence[Callable[[], Any]]) -> Algorithm[Any, Any]:
    """Return the algorithm that a function makes. If a number is too large for it, another function makes the next one.
    The last of them runs in Python.
    """
    return cast("Algorithm[Any, Any]", _Restarting([make, *others]))  # It has the same members.


class _Restarting:
    """An algorithm that is replaced by another one if a number is too large for it."""

    def __init__(self, others: Sequence[Callable[[], Any]]) -> None:
        self._current: Any = None
        self._has_restarted = False
        make, *self._others = others
        try:
            self._current = make()
        except CapacityError as error:
            self._begin_next(error)

    def _begin_next(self, error: CapacityError) -> None:
        self._has_restarted = True
        while len(self._others) > 0:
            try:
                self._current = self._others.pop(0)()
            except CapacityError as larger:
                error = larger
            except MissingCapabilityError:  # Wider states need too many words.
                continue
            else:
                return
        raise error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._current, name)

    def advance(self, budget: Budget) -> Stop:
        """Advance, perhaps with the next algorithm, which repeats what was done before."""
        while True:
            try:
                stop: Stop = self._current.advance(budget)
            except CapacityError as error:
                if len(self._others) == 0:
                    raise
                self._begin_next(error)
            except InvalidProblemError as error:
                if error.state is not None and len(self._others) > 0:
                    on, uses_heuristic = WorkingOn(error.state, 0), self._current.root_h is not None
                    diagnose(self._current.problem, on, error, uses_heuristic=uses_heuristic, in_loop=False)
                raise
            else:
                return stop

    def dump(self) -> Any:
        """Return the state of the search; CapacityError if it began again in another form."""
        if self._has_restarted:
            raise CapacityError(
                "a number was too large for compiled code, so this search began again in another form and can't be "
                "saved; use compile_problem(problem, bits=64), or an engine in Python"
            )
        return self._current.dump()
