"""A problem with a second cost."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

from astarlib._support.plain_values import is_number, plain_value
from astarlib.derived.derived_problem import WrappingProblem, refuse_members
from astarlib.errors import InvalidCostError, short_repr
from astarlib.problem import A, Problem, S
from astarlib.resolving.resolved_problem import resolve_problem

__all__ = ["CostedState", "with_second_cost"]


class CostedState(NamedTuple):
    """A state of a problem with two costs."""

    state: Any
    """The state of the original problem."""
    second: Any
    """The second cost of the path to the state."""


def with_second_cost(
    problem: Problem[S, A],
    second_cost: Callable[[S, A, S], float] | None = None,
    *,
    second_heuristic: Callable[[S], float] | None = None,
    at_most: float = math.inf,
) -> WrappingProblem[CostedState, S, A]:
    """Return a problem with a second cost, such as tolls besides minutes, or with a bound on it.

    Its states are pairs of a state and the second cost so far, and its ``resources`` are the second cost. With
    ``BOAStar``, a search finds all solutions that no other one beats in both costs. With ``AStar``, it finds
    one of the cheapest by the first cost. With ``at_most``, solutions whose second cost is larger aren't solutions, for
    any engine, so what a result proves holds under this condition. ``route(result.states)`` of the new problem returns
    the states of the given problem on a path.

    Parameters
    ----------
    problem:
        The problem with the first cost and its heuristic. It doesn't change. If it has a second cost already, the
        front is that of all costs.
    second_cost:
        A function ``second_cost(state, action, next_state)`` that returns a number >= 0. None (the default) means 1
        for each action, so the second cost is the number of actions.
    second_heuristic:
        A function ``second_heuristic(state)`` that never overestimates the remaining second cost. With it, the search
        expands fewer states. None (the default) means 0.
    at_most:
        The largest second cost of a solution, a number >= 0. ``inf`` (the default) means no bound. Sums of floats are
        rounded, so use whole numbers for a bound that must be exact.

    Raises
    ------
    TypeError
        If ``second_cost`` or ``second_heuristic`` isn't callable, or ``at_most`` isn't a number.
    ValueError
        If ``at_most`` is negative or NaN, or the problem has ``resources`` of its own, or is one with jump points.

    Examples
    --------
    >>> from astarlib.engines import BOAStar
    >>> from astarlib.problems.graph import romania
    >>> both = with_second_cost(romania("Arad", "Bucharest"))  # the number of roads
    >>> [(solution.cost, solution.second_cost) for solution in BOAStar().search(both).solutions]
    [(418, 4), (450, 3)]
    >>> from astarlib import AStar
    >>> AStar().search(with_second_cost(romania("Arad", "Bucharest"), at_most=3)).cost  # at most three roads
    450
    """
    if isinstance(at_most, bool) or not is_number(at_most, 0, math.inf):
        raise (ValueError if isinstance(at_most, int | float) else TypeError)(
            f"at_most must be a number of at least 0, not {at_most!r}"
        )
    for name, function in {"second_cost": second_cost, "second_heuristic": second_heuristic}.items():
        if not callable(function) and function is not None:
            raise TypeError(f"{name} must be a function, or None, not {function!r}")
    resolve_problem(problem)  # This call raises the error for an object that isn't a problem.
    return _TwoCosts(problem, _one if second_cost is None else second_cost, second_heuristic, at_most)


class _TwoCosts(WrappingProblem[CostedState, S, A]):
    """A problem whose states contain a second cost."""

    _kind = CostedState
    _steps_lead_one_way = True

    def __init__(
        self,
        problem: Problem[S, A],
        second_cost: Callable[[S, A, S], float],
        second_heuristic: Callable[[S], float] | None,
        at_most: float,
    ) -> None:
        self._second, self._least, self._at_most = second_cost, second_heuristic, at_most
        given: Any = problem  # Any: for mypy, no problem can be a `_TwoCosts` of any states
        self._of_first: _TwoCosts[Any, Any] | None = given if isinstance(given, _TwoCosts) else None
        if self._of_first is None:
            refuse_members(problem, "second", "with_second_cost")
        super().__init__(problem, "second", "with_second_cost", resources=self._resources)
        if self._key_of is not None:
            self.state_key: Callable[[CostedState], Hashable] | None = self._key_of_state

    def __repr__(self) -> str:
        second = "" if self._second is _one else f", {self._second!r}"
        at_most = "" if self._at_most == math.inf else f", at_most={self._at_most!r}"
        return f"with_second_cost({self.problem!r}{second}{at_most})"

    def _make_from(self, problem: Problem[S, A]) -> None:
        self.__init__(problem, self._second, self._least, self._at_most)  # type: ignore[misc]  # The class has no subclass.

    def _wrapped(self, state: S) -> CostedState:
        return CostedState(state, 0)

    def _steps(self, state: CostedState) -> Iterator[tuple[A, CostedState, float]]:
        at_most = self._at_most
        for action, after, cost in self._edges(state.state):
            reached = CostedState(after, state.second + self._paid(state.state, action, after))
            if at_most == math.inf or self._least_of(reached) <= at_most:
                yield action, reached, cost

    def _plain_steps(self, state: CostedState) -> Iterator[tuple[A, CostedState, float]]:
        """Return the same as `_steps`. `compile_problem` translates this."""
        for action, after, cost in self._edges(state.state):
            paid = self._second(self._plain(state.state), action, self._plain(after))
            if not 0 <= paid < math.inf:
                raise ValueError("a second cost isn't a finite number >= 0")
            reached = CostedState(after, state.second + paid)
            if self._at_most == math.inf or self._least_of(reached) <= self._at_most:
                yield action, reached, cost

    _steps.plain_form = _plain_steps  # type: ignore[attr-defined]  # A function can have attributes.

    def _key_of_state(self, state: CostedState) -> Hashable:
        return self._key(state.state), state.second

    def _resources(self, state: CostedState) -> tuple[Hashable, tuple[float, ...]]:
        if self._of_first is None:
            return self._key(state.state), (state.second,)
        key, used = self._of_first._resources(state.state)  # noqa: SLF001  # another object of this class
        return key, (*used, state.second)

    def least_resources(self, state: CostedState, /) -> tuple[float, ...]:
        """Return a lower bound of the second cost of all solutions through a state."""
        least = self._least_of(state)
        return (least,) if self._of_first is None else (*self._of_first.least_resources(state.state), least)

    def format_state(self, state: CostedState, /) -> str:
        return f"{super().format_state(state)}, second cost {state.second}"

    def _least_of(self, state: CostedState) -> float:
        """Return a lower bound of this second cost of all solutions through a state."""
        least: float = state.second
        return least if self._least is None else least + self._least(self._plain(state.state))

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


def _one(_state: object, _action: object, _after: object) -> int:
    """Return the second cost of an action if the second cost is the number of actions."""
    return 1
