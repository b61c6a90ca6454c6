"""Problems in which a step also costs something for the turn from the step before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple

from astarlib._support.plain_values import is_number, plain_value
from astarlib.capabilities import action_texter, resolve_problem, state_texter
from astarlib.errors import short_repr
from astarlib.problem import A, FunctionProblem, Problem, S

if TYPE_CHECKING:
    from astarlib.drawing import Map

__all__ = ["Arrival", "TurnProblem"]


class Arrival(NamedTuple, Generic[S]):
    """A state of a :class:`TurnProblem`: a state of the given problem, and the one from which it was entered."""

    before: S | None
    """The previous state, or None at the start."""
    state: S
    """The state of the given problem, for example a node of a graph."""


class TurnProblem(FunctionProblem[Arrival[S], A]):
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

    Notes
    -----
    A state is stored for each edge that a search uses, instead of each node, so memory grows with the number of edges.
    The problem has no ``predecessors`` and no ``compiled_domain``.

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

    def __init__(self, problem: Problem[S, A], turn_cost: Callable[[S, S, S], float]) -> None:
        if not callable(turn_cost):
            raise TypeError(f"turn_cost must be a function (before, state, after) -> cost, not {turn_cost!r}")
        resolved = resolve_problem(problem)  # This call raises the error for an object that isn't a problem.
        self.problem: Final = problem
        self._edges, self._rest, self._key = resolved.edges, resolved.heuristic, resolved.state_key
        self._turn_cost = turn_cost
        super().__init__(
            Arrival(None, problem.initial_state),
            successors=self._steps,
            is_goal=self._is_at_goal,
            heuristic=self._h,
            state_key=None if self._key is None else self._keys,
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.problem!r}>"

    def _steps(self, arrival: Arrival[S]) -> Iterator[tuple[A, Arrival[S], float]]:
        before, state = arrival
        for action, after, cost in self._edges(state):
            if before is None:
                yield action, Arrival(state, after), cost
                continue
            extra = plain_value(self._turn_cost(before, state, after))
            if not is_number(extra, 0, math.inf):
                hint = " Did you forget `return`?" if extra is None else ""
                raise ValueError(
                    f"turn_cost({short_repr(before)}, {short_repr(state)}, {short_repr(after)}) returned "
                    f"{short_repr(extra)}; expected a number >= 0 (inf forbids the turn).{hint}"
                )
            if extra < math.inf:
                yield action, Arrival(state, after), cost + extra

    def _is_at_goal(self, arrival: Arrival[S]) -> bool:
        return self.problem.is_goal(arrival.state)

    def _h(self, arrival: Arrival[S]) -> float:
        return self._rest(arrival.state)

    def _keys(self, arrival: Arrival[S]) -> tuple[Hashable, Hashable]:
        key: Any = self._key
        return None if arrival.before is None else key(arrival.before), key(arrival.state)

    def route(self, states: Iterable[Arrival[S]]) -> tuple[S, ...]:
        """Return the states of the given problem on a path, for example the nodes of a route.

        Parameters
        ----------
        states:
            The states of a path, for example ``result.states``.

        Raises
        ------
        TypeError
            If ``states`` isn't an iterable of states of this problem.

        Examples
        --------
        >>> from astarlib import Dijkstra
        >>> from astarlib.problems.grid import GridProblem
        >>> grid = GridProblem("... / .#. / ...", (0, 0), (2, 1))
        >>> problem = TurnProblem(grid, lambda u, v, w: 0 if w[0] - v[0] == v[0] - u[0] else 5)
        >>> problem.route(Dijkstra().search(problem).states)
        ((0, 0), (1, 0), (2, 0), (2, 1))
        """
        listed = list(states) if isinstance(states, Iterable) else [states]
        for each in listed:
            if not isinstance(each, Arrival):
                raise TypeError(
                    f"states must be the states of a TurnProblem, such as result.states, not {short_repr(each)}"
                )
        return tuple([each.state for each in listed])

    def format_state(self, state: Arrival[S], /) -> str:
        """Return the text of the state of the given problem."""
        return state_texter(self.problem)(state.state)

    def format_action(self, action: A, /) -> str:
        """Return the text of the action in the given problem."""
        return action_texter(self.problem)(action)

    @property
    def draw_map(self) -> Callable[[], Map] | None:
        """A function that draws the map of the given problem, or None if it has none."""
        found: Callable[[], Map] | None = getattr(self.problem, "draw_map", None)
        return found

    @property
    def state_position(self) -> Callable[[Arrival[S]], tuple[float, float]] | None:
        """A function that returns the position of a state on the map, or None if there is no map."""
        place: Callable[[S], tuple[float, float]] | None = getattr(self.problem, "state_position", None)
        return None if place is None else lambda arrival: place(arrival.state)
