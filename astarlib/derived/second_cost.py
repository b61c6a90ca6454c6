"""A problem with a second cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

from astarlib._support.plain_values import is_number, plain_value
from astarlib.capabilities import resolve_problem
from astarlib.derived.derived_problem import WrappingProblem, refuse_members
from astarlib.errors import InvalidCostError, short_repr
from astarlib.problem import A, Problem, S

__all__ = ["CostedState", "with_second_cost"]


class CostedState(NamedTuple):
    """A state of a problem with two costs."""

    state: Any
    """The state of the original problem."""
    second: Any
    """The second cost of the path to the state."""


def with_second_cost(
    problem: Problem[S, A],
    second_cost: Callable[[S, A, S], float],
    *,
    second_heuristic: Callable[[S], float] | None = None,
) -> WrappingProblem[CostedState, S, A]:
    """Return a problem with a second cost, such as tolls besides minutes, for the engine ``BOAStar``.

    Its states are pairs of a state and the second cost so far, and its ``resources`` are the second cost. With
    ``BOAStar``, a search finds all solutions that aren't worse than another one in both costs. With ``AStar``, it finds
    one of the cheapest by the first cost. ``route(result.states)`` of the new problem returns the states of the given
    problem on a path.

    Parameters
    ----------
    problem:
        The problem with the first cost and its heuristic. It doesn't change. If it has a second cost already, the
        front is that of all costs.
    second_cost:
        A function ``second_cost(state, action, next_state)`` that returns a number >= 0.
    second_heuristic:
        A function ``second_heuristic(state)`` that never overestimates the remaining second cost. With it, the search
        expands fewer states. None (the default) means 0.

    Raises
    ------
    TypeError
        If ``second_cost`` or ``second_heuristic`` isn't callable.
    ValueError
        If the problem has ``resources`` of its own, or is one with jump points.

    Examples
    --------
    >>> from astarlib.engines import BOAStar
    >>> from astarlib.problems.graph import romania
    >>> both = with_second_cost(romania("Arad", "Bucharest"), lambda place, action, after: 1)  # the number of roads
    >>> [(solution.cost, solution.states[-1].second) for solution in BOAStar().search(both).solutions]
    [(418, 4), (450, 3)]
    """
    for name, function in {"second_cost": second_cost, "second_heuristic": second_heuristic}.items():
        if not callable(function) and (name == "second_cost" or function is not None):
            raise TypeError(f"{name} must be a function, not {function!r}")
    resolve_problem(problem)  # This call raises the error for an object that isn't a problem.
    return _TwoCosts(problem, second_cost, second_heuristic)


class _TwoCosts(WrappingProblem[CostedState, S, A]):
    """A problem whose states contain a second cost."""

    _kind = CostedState
    _steps_lead_one_way = True

    def __init__(
        self,
        problem: Problem[S, A],
        second_cost: Callable[[S, A, S], float],
        second_heuristic: Callable[[S], float] | None,
    ) -> None:
        self._second, self._least = second_cost, second_heuristic
        given: Any = problem  # Any: for mypy, no problem can be a `_TwoCosts` of any states
        self._of_first: _TwoCosts[Any, Any] | None = given if isinstance(given, _TwoCosts) else None
        if self._of_first is None:
            refuse_members(problem, "second", "with_second_cost")
        super().__init__(problem, "second", "with_second_cost", resources=self._resources, state_key=self._key_of_state)

    def __repr__(self) -> str:
        return f"with_second_cost({self.problem!r}, {self._second!r})"

    def _make_from(self, problem: Problem[S, A]) -> None:
        self.__init__(problem, self._second, self._least)  # type: ignore[misc]  # The class has no subclass.

    def _wrapped(self, state: S) -> CostedState:
        return CostedState(state, 0)

    def _steps(self, state: CostedState) -> Iterator[tuple[A, CostedState, float]]:
        for action, after, cost in self._edges(state.state):
            yield action, CostedState(after, state.second + self._paid(state.state, action, after)), cost

    def _key_of_state(self, state: CostedState) -> Hashable:
        return self._key(state.state), state.second

    def _resources(self, state: CostedState) -> tuple[Hashable, tuple[float, ...]]:
        if self._of_first is None:
            return self._key(state.state), (state.second,)
        key, used = self._of_first._resources(state.state)  # noqa: SLF001  # another object of this class
        return key, (*used, state.second)

    def least_resources(self, state: CostedState, /) -> tuple[float, ...]:
        """Return a lower bound of the second cost of all solutions through a state."""
        least = state.second if self._least is None else state.second + self._least(self._plain(state.state))
        return (least,) if self._of_first is None else (*self._of_first.least_resources(state.state), least)

    def format_state(self, state: CostedState, /) -> str:
        return f"{super().format_state(state)}, second cost {state.second}"

    def _plain(self, state: Any) -> Any:
        """Return the state of the original problem: a second cost must not depend on another one."""
        return state if self._of_first is None else self._of_first._plain(state.state)  # noqa: SLF001  # as above

    def _paid(self, state: S, action: A, after: S) -> float:
        before, reached = self._plain(state), self._plain(after)
        paid: float = plain_value(self._second(before, action, reached))
        if not is_number(paid, 0, math.nextafter(math.inf, 0)):
            where = f"second_cost({short_repr(before)}, {short_repr(action)}, {short_repr(reached)})"
            raise InvalidCostError(
                f"{where} returned {paid!r}; expected a finite number >= 0", state=state, action=action, value=paid
            )
        return paid
