"""Problems in which a step also costs something for the turn from the step before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import Enum
from typing import Any, Final, Generic, NamedTuple

from astarlib._support.plain_values import is_number, plain_number, plain_value
from astarlib.capabilities import comparison_of, membership_of
from astarlib.derived.derived_problem import WrappingProblem
from astarlib.errors import short_repr
from astarlib.problem import A, Problem, S

__all__ = ["Arrival", "TurnProblem"]


_INF: Final = math.inf


class Arrival(NamedTuple, Generic[S]):
    """A state of a :class:`TurnProblem`: a state of the given problem, and the one from which it was entered."""

    before: S | None
    """The previous state, or None at the start."""
    state: S
    """The state of the given problem, for example a node of a graph."""


class _Node(Enum):
    """The node None, which `before` of an `Arrival` can't have, because None marks the start."""

    NONE = "the node None"

    def __repr__(self) -> str:
        return "the node None"


class TurnProblem(WrappingProblem[Arrival[S], S, A]):
    """A problem on a graph, a grid or another state space in which turns cost something, or are forbidden.

    Use this when you want to plan routes for cars or robots: left turns take time, U-turns are forbidden, and a robot
    has to slow down before it turns. The actions and their order are those of the given problem, so
    ``result.actions`` has the nodes of a path in a graph. ``route`` returns the
    states of a path in the given problem.

    The heuristic is that of the given problem. It stays **admissible** and **consistent**, because turns only add to
    the costs.

    Parameters
    ----------
    problem:
        The problem without turns, later the attribute ``problem``. For example a ``GraphProblem`` or a ``GridProblem``.
    turn_cost:
        A function ``turn_cost(before, state, after)`` that returns the additional cost >= 0 of a step from ``state`` to
        ``after`` if the previous step led from ``before`` to ``state``. inf forbids the turn. It isn't called for the
        first step.

    Raises
    ------
    InvalidProblemError, TypeError
        If ``problem`` isn't a problem, or ``turn_cost`` isn't callable.
    ValueError
        If ``problem`` has ``resources``, or it's one with jump points, which leave out turns.

    Notes
    -----
    A state is stored for each edge that a search uses, instead of each node, so memory grows with the number of edges.
    The problem has the starts and the goals of the given problem, but no ``predecessors``. Compiled engines translate
    it as they translate plain problems.
    In ``with_starts``, ``with_goals`` and the result of ``explore``, you can use states of the given problem.

    References
    ----------
    T. Caldwell, On finding minimum routes in a network with turn penalties (1961).

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.graph import GraphProblem
    >>> streets = GraphProblem({"a": {"b": 1}, "b": {"c": 1, "d": 2}, "d": {"c": 2}, "c": {}}, "a", "c")
    >>> problem = TurnProblem(streets, lambda u, v, w: math.inf if (u, v, w) == ("a", "b", "c") else 0)
    >>> result = AStar().search(problem)
    >>> result.cost, problem.route(result.states)
    (5, ('a', 'b', 'd', 'c'))
    """

    _kind = Arrival
    _steps_lead_one_way = True

    def __init__(self, problem: Problem[S, A], turn_cost: Callable[[S, S, S], float]) -> None:
        if not callable(turn_cost):
            raise TypeError(f"turn_cost must be a function (before, state, after) -> cost, not {turn_cost!r}")
        self._turn_cost = turn_cost
        super().__init__(problem, "turns", "TurnProblem")
        if self._key_of is not None:
            self.state_key: Callable[[Arrival[S]], Hashable] = self._keys

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.problem!r}>"

    def _make_from(self, problem: Problem[S, A]) -> None:
        TurnProblem.__init__(self, problem, self._turn_cost)

    def _wrapped(self, state: S) -> Arrival[S]:
        return Arrival(None, state)

    def _steps(self, state: Arrival[S]) -> Iterator[tuple[A, Arrival[S], float]]:
        before: Any
        before, at = state
        here: Any = _Node.NONE if at is None else at
        last: Any = None if before is _Node.NONE else before
        turn_cost = self._turn_cost
        for action, after, cost in self._edges(at):
            if cost.__class__ is not int and cost.__class__ is not float:  # It saves a call, as below.
                cost = plain_number(cost)  # noqa: PLW2901  # another name takes longer
            if before is None or not 0 <= cost < _INF:  # The engine reports a wrong cost.
                yield action, Arrival(here, after), cost
                continue
            extra: Any = turn_cost(last, at, after)
            if extra.__class__ is not int and extra.__class__ is not float:
                extra = plain_value(extra)
            if not (extra.__class__ is int and extra >= 0) and not is_number(extra, 0, _INF):
                hint = " Did you forget `return`?" if extra is None else ""
                raise ValueError(
                    f"turn_cost({short_repr(last)}, {short_repr(at)}, {short_repr(after)}) returned "
                    f"{short_repr(extra)}; expected a number >= 0 (inf forbids the turn).{hint}"
                )
            if extra < _INF:
                yield action, Arrival(here, after), cost + extra

    def _plain_steps(self, state: Arrival[S]) -> Iterator[tuple[A, Arrival[S], float]]:
        """Return the same as `_steps`. `compile_problem` translates this."""
        before: Any = state.before
        if state.state is None:
            raise ValueError("the node None")
        for action, after, cost in self._edges(state.state):
            extra = 0 if before is None else self._turn_cost(before, state.state, after)
            if extra < 0:
                raise ValueError("a turn costs less than 0")
            if extra < _INF:
                yield action, Arrival(state.state, after), cost + extra

    _steps.plain_form = _plain_steps  # type: ignore[attr-defined]  # A function can have attributes.

    def _edges_differ(
        self, before: Problem[Arrival[S], A], states: Iterable[Arrival[S]]
    ) -> Iterable[Arrival[S]] | None:
        """Return those of some states whose outgoing edges differ from those of another problem. See `comparison_of`.
        The turns can't be compared, so both problems must have the same function for their costs.
        """
        if not isinstance(before, TurnProblem) or before._turn_cost != self._turn_cost:  # noqa: SLF001  # the same class
            return None
        compare = comparison_of(self.problem)
        if compare is None or comparison_of(before.problem) is None:
            return None
        stored = list(states)
        found = compare(before.problem, [each.state for each in stored])
        if found is None:
            return None
        keys = set(map(self._key, found))
        return [each for each in stored if self._key(each.state) in keys]

    def _has_state(self, arrival: Arrival[S]) -> bool:
        contains = membership_of(self.problem)
        return contains is None or contains(arrival.state)

    def _keys(self, arrival: Arrival[S]) -> tuple[Hashable, Hashable]:
        before: Any = arrival.before
        key: Any = self._key  # Any: for pyright, `before` can be a mark here
        marks = before is None or before is _Node.NONE
        return before if marks else key(before), key(arrival.state)
