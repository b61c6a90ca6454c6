"""Define search problems: the `Problem` protocol, the `SearchProblem` base class, and `FunctionProblem`."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, Protocol, overload

from typing_extensions import TypeVar

__all__ = [
    "A",
    "FunctionProblem",
    "Heuristic",
    "Problem",
    "S",
    "SearchProblem",
    "with_heuristic",
    "with_predecessors",
    "with_starts",
]

S = TypeVar("S", default=Any)
"""A state."""
A = TypeVar("A", default=Any)
"""An action."""
P = TypeVar("P", bound="Problem[Any, Any]")


class Problem(Protocol[S, A]):
    """A search problem as engines see it: an initial state, actions, results, costs, a heuristic and a goal test.

    Any class with these members works; you don't have to inherit. Most problems subclass :class:`SearchProblem`,
    which supplies a constructor, unit cost and h = 0.
    """

    @property
    def initial_state(self) -> S:
        """The state from which the search starts."""
        ...

    def actions(self, state: S, /) -> Iterable[A]:
        """Return the actions that are legal in ``state``."""
        ...

    def result(self, state: S, action: A, /) -> S:
        """Return the successor that ``action`` leads to, as a new state; don't modify ``state``."""
        ...

    def cost(self, state: S, action: A, next_state: S, /) -> float:
        """Return the cost of the step, a finite number >= 0. Integers stay integers."""
        ...

    def heuristic(self, state: S, /) -> float:
        """Return an estimate >= 0 of the remaining cost, or ``inf`` if no goal can be reached (a dead end)."""
        ...

    def is_goal(self, state: S, /) -> bool:
        """Return True if ``state`` is a goal."""
        ...


class SearchProblem(ABC, Generic[S, A]):
    """A base class for search problems: a state space, a goal test, and optionally costs and a heuristic.

    Subclass it and implement ``actions``, ``result`` and ``is_goal``. Override ``cost`` if a step doesn't always cost
    1, and ``heuristic`` to guide the search (the default is 0).

    States must be hashable, for example tuples, frozensets, frozen dataclasses or strings. If yours aren't, define
    ``state_key(state)`` to return a hashable value; states with equal keys count as the same state.

    Parameters
    ----------
    initial_state:
        The state from which the search starts.

    See Also
    --------
    FunctionProblem : Build a problem from functions, without a class.
    with_heuristic : Copy a problem with another heuristic.

    Examples
    --------
    >>> from astarlib import AStar
    >>> class Countdown(SearchProblem[int, int]):
    ...     def actions(self, state):
    ...         return [1, 2, 3]
    ...     def result(self, state, action):
    ...         return state - action
    ...     def heuristic(self, state):
    ...         return abs(state) / 3
    ...     def is_goal(self, state):
    ...         return state == 0
    >>> AStar().search(Countdown(10)).cost
    4
    """

    initial_state: S

    def __init__(self, initial_state: S) -> None:
        self.initial_state = initial_state

    @abstractmethod
    def actions(self, state: S, /) -> Iterable[A]:
        """Return the actions that are legal in ``state``, in the same order each time."""

    @abstractmethod
    def result(self, state: S, action: A, /) -> S:
        """Return the successor that ``action`` leads to, as a new state; don't modify ``state``."""

    def cost(self, state: S, action: A, next_state: S, /) -> float:
        """Return the cost of the step, a finite number >= 0 (default 1). Integers stay integers."""
        return 1

    def heuristic(self, state: S, /) -> float:
        """Return an estimate >= 0 of the remaining cost (default 0), or ``inf`` if no goal can be reached."""
        return 0

    @abstractmethod
    def is_goal(self, state: S, /) -> bool:
        """Return True if ``state`` is a goal."""


class FunctionProblem(SearchProblem[S, A]):
    """A problem built from functions instead of a class.

    Parameters
    ----------
    initial_state:
        The state from which the search starts.
    successors:
        A function ``successors(state)`` that returns the edges out of a state as an iterable of
        ``(action, next_state, cost)``. Several edges may have the same action. Then ``result`` follows the cheapest
        one, or the first of several equally cheap ones.
    is_goal:
        A function ``is_goal(state)`` that returns True if the state is a goal.
    heuristic:
        A function ``heuristic(state)`` that returns an estimate >= 0 of the remaining cost, or ``inf`` for a dead
        end. None (the default) means h = 0.
    state_key:
        A function ``state_key(state)`` that returns a hashable value. States with equal keys count as the same state.
        You need it if your states aren't hashable. None (the default) uses the state itself.
    predecessors:
        A function ``predecessors(state)`` that returns the edges into a state as an iterable of
        ``(action, previous_state, cost)``, for engines that search backward. None (the default) means there is none.
    goal_states:
        A list of all goals, for engines that search backward. None (the default) means there is none.
    backward_heuristic:
        A function ``backward_heuristic(state)`` that returns an estimate >= 0 of the cost from the initial state to
        ``state``. None (the default) means there is none.

    Raises
    ------
    TypeError
        If one of the functions isn't callable, or ``goal_states`` isn't iterable. The message names it.

    See Also
    --------
    SearchProblem : The base class for problems with methods.

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> problem = FunctionProblem(
    ...     1, successors=lambda n: [("double", 2 * n, 1), ("add", n + 1, 1)], is_goal=lambda n: n == 10
    ... )
    >>> Dijkstra().search(problem).actions
    ('double', 'double', 'add', 'double')
    """

    def __init__(
        self,
        initial_state: S,
        *,
        successors: Callable[[S], Iterable[tuple[A, S, float]]],
        is_goal: Callable[[S], bool],
        heuristic: Callable[[S], float] | None = None,
        state_key: Callable[[S], Hashable] | None = None,
        predecessors: Callable[[S], Iterable[tuple[A, S, float]]] | None = None,
        goal_states: Iterable[S] | None = None,
        backward_heuristic: Callable[[S], float] | None = None,
    ) -> None:
        given = {
            "successors": successors, "is_goal": is_goal, "heuristic": heuristic, "state_key": state_key,
            "predecessors": predecessors, "backward_heuristic": backward_heuristic,
        }  # fmt: skip
        for name, function in given.items():
            if not callable(function) and (function is not None or name in {"successors", "is_goal"}):
                raise TypeError(f"{name} must be a function that takes a state, not {function!r}")
        super().__init__(initial_state)
        self._successors = successors
        self._is_goal = is_goal
        self._heuristic = heuristic
        self.state_key = state_key
        self.predecessors = predecessors
        self.goal_states = None if goal_states is None else _ListOfGoals(goal_states)
        self.backward_heuristic = backward_heuristic

    def successors(self, state: S, /) -> Iterable[tuple[A, S, float]]:
        """Return the edges out of ``state`` as ``(action, next_state, cost)``."""
        return self._successors(state)

    def actions(self, state: S, /) -> Iterable[A]:
        """Return the distinct actions of the edges out of ``state``, in the order of the edges."""
        found: list[A] = []
        for action, _, _ in self._successors(state):
            if action not in found:
                found.append(action)
        return found

    def result(self, state: S, action: A, /) -> S:
        """Return the state that the cheapest edge with this action leads to; ValueError if no edge has it."""
        return self._cheapest(state, action)[1]

    def cost(self, state: S, action: A, next_state: S, /) -> float:
        """Return the cost of the cheapest edge with this action to ``next_state``; ValueError if there is none."""
        return self._cheapest(state, action, lambda edge: self._same(edge[1], next_state))[2]

    def heuristic(self, state: S, /) -> float:
        """Return the value of the given heuristic, or 0 if none was given."""
        return 0 if self._heuristic is None else self._heuristic(state)

    @property
    def heuristic_function(self) -> Callable[[S], float] | None:
        """The given heuristic function, or None."""
        return self._heuristic

    def is_goal(self, state: S, /) -> bool:
        """Return the answer of the given goal test."""
        return self._is_goal(state)

    def _same(self, one: S, other: S) -> bool:
        return one == other if self.state_key is None else self.state_key(one) == self.state_key(other)

    def _cheapest(
        self, state: S, action: A, fits: Callable[[tuple[A, S, float]], bool] = lambda _: True
    ) -> tuple[A, S, float]:
        edges = [edge for edge in self._successors(state) if edge[0] == action and fits(edge)]
        if len(edges) == 0:
            raise ValueError(f"no edge with action {action!r} leaves state {state!r}")
        return min(edges, key=lambda edge: edge[2])


class Heuristic(Protocol):
    """A heuristic that isn't bound to a problem yet, so that it can be compared and pickled.

    ``bind`` returns the function that computes h for the states of one problem.
    """

    def bind(self, problem: Any, /) -> Callable[[Any], float]:
        """Return the function ``state -> h`` for ``problem``; TypeError or ValueError if the heuristic doesn't fit."""
        ...


def bind_heuristic(heuristic: Heuristic | Callable[[Any], float], problem: object) -> Callable[[Any], float]:
    """Return the function ``state -> h`` of a heuristic bound to ``problem``. Return a plain callable unchanged."""
    bind: Callable[[object], Callable[[Any], float]] | None = getattr(heuristic, "bind", None)
    if bind is not None and isinstance(heuristic, type):
        raise TypeError(f"expected a heuristic, not the class {heuristic.__name__}; write {heuristic.__name__}(...)")
    if bind is not None:
        return bind(problem)
    if not callable(heuristic):
        raise TypeError(
            f"a heuristic must be a function state -> h, or an object with a method bind(problem), not {heuristic!r}"
        )
    return heuristic


@overload
def with_heuristic(problem: P, heuristic: Heuristic) -> P: ...
@overload
def with_heuristic(problem: P, heuristic: Callable[[Any], float]) -> P: ...
def with_heuristic(problem: P, heuristic: Heuristic | Callable[[Any], float]) -> P:
    """Return a copy of a problem that uses another heuristic; ``problem`` itself doesn't change.

    Methods of the class that belong to its own heuristic (``heuristic_change``, ``compiled_domain``) are ignored for
    the copy.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept a new attribute.
    heuristic:
        A function ``state -> h`` that returns a number >= 0, or an object with a method ``bind(problem)`` that
        returns such a function. The built-in heuristics are such objects.

    Returns
    -------
    P
        A shallow copy, of the same class as ``problem``.

    Raises
    ------
    TypeError
        If ``heuristic`` is neither of these, or if the instances of the class accept no new attribute (``__slots__``).

    See Also
    --------
    astarlib.heuristics : Combine heuristics.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import Hamming, NPuzzle
    >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    >>> AStar().search(with_heuristic(puzzle, Hamming())).cost
    2
    """
    bound = bind_heuristic(heuristic, problem)
    clone = copy.copy(problem)
    try:
        object.__setattr__(clone, "heuristic", bound)
    except AttributeError as error:
        raise TypeError(
            f"with_heuristic can't set an attribute on instances of {type(problem).__name__}; if the class defines "
            "__slots__, add '__dict__' to them, or give the class a heuristic parameter"
        ) from error
    return clone


def with_predecessors(
    problem: P,
    goal_states: Iterable[Any],
    *,
    predecessors: Callable[[Any], Iterable[tuple[Any, Any, float]]] | None = None,
    backward_heuristic: Callable[[Any], float] | None = None,
) -> P:
    """Return a copy of a problem that engines can search backward; ``problem`` itself doesn't change.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept new attributes.
    goal_states:
        A list of all states for which ``is_goal`` returns True. If one is missing, a solution may not be optimal.
    predecessors:
        A function ``predecessors(state)`` that returns the edges into a state as an iterable of
        ``(action, previous_state, cost)``. With None (the default), every step must be reversible at the same cost:
        the states before a state are then those that its own steps lead to.
    backward_heuristic:
        A function ``backward_heuristic(state)`` that returns an estimate >= 0 of the cost from the initial state to
        ``state``. With None (the default), the copy has the one of ``problem``, if there is one.

    Returns
    -------
    P
        A shallow copy, of the same class as ``problem``.

    Raises
    ------
    TypeError
        If ``goal_states`` isn't iterable, one of the functions isn't callable, or the instances of the class accept no
        new attributes (``__slots__``).

    See Also
    --------
    with_heuristic : Copy a problem with another heuristic.
    FunctionProblem : Has parameters with these names.

    Examples
    --------
    >>> from astarlib import BidirectionalDijkstra
    >>> class Ring(SearchProblem[int, int]):
    ...     def actions(self, state):
    ...         return [-1, 1]
    ...     def result(self, state, action):
    ...         return (state + action) % 100
    ...     def is_goal(self, state):
    ...         return state == 70
    >>> BidirectionalDijkstra().search(with_predecessors(Ring(0), [70])).cost
    30
    """
    for name, function in {"predecessors": predecessors, "backward_heuristic": backward_heuristic}.items():
        if function is not None and not callable(function):
            raise TypeError(f"{name} must be a function that takes a state, not {function!r}")
    clone = copy.copy(problem)
    added: dict[str, Any] = {
        "goal_states": _ListOfGoals(goal_states),
        "predecessors": _Reversed(problem) if predecessors is None else predecessors,
    }
    if backward_heuristic is not None:
        added["backward_heuristic"] = backward_heuristic
    try:
        for name, value in added.items():
            object.__setattr__(clone, name, value)
    except AttributeError as error:
        raise TypeError(
            f"with_predecessors can't set an attribute on instances of {type(problem).__name__}; if the class defines "
            "__slots__, add '__dict__' to them, or define goal_states and predecessors in the class"
        ) from error
    return clone


def with_starts(problem: P, states: Iterable[Any]) -> P:
    """Return a copy of a problem whose solutions may begin in any of several states; ``problem`` doesn't change.

    Each path that a search finds begins in one of the states, so ``result.states[0]`` is the start of the solution. The
    starts count like all other states in the statistics. ``initial_state`` of the copy is the first of them.

    You can use the copy with ``explore`` and with all engines, except the bidirectional and the compiled ones.
    ``backward_heuristic`` estimates the cost from one initial state, so the copy has none.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept new attributes.
    states:
        The initial states: at least one, and no state twice.

    Returns
    -------
    P
        A shallow copy, of the same class as ``problem``.

    Raises
    ------
    TypeError
        If ``states`` isn't iterable or is a text, a state (or its ``state_key``) isn't hashable, or the instances of
        the class accept no new attributes (``__slots__``).
    ValueError
        If ``states`` is empty, or has a state twice.

    See Also
    --------
    with_predecessors : Copy a problem with a list of its goals.
    astarlib.explore : Find the cost of a cheapest path to each state.

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> from astarlib.problems.graph import romania
    >>> result = Dijkstra().search(with_starts(romania("Arad", "Bucharest"), ["Arad", "Craiova", "Iasi"]))
    >>> result.states, result.cost
    (('Craiova', 'Pitesti', 'Bucharest'), 239)
    """
    from astarlib.capabilities import state_key_of  # noqa: PLC0415  # That module imports this one.
    from astarlib.errors import short_repr  # noqa: PLC0415  # only needed for a message

    if not isinstance(states, Iterable) or isinstance(states, str):
        raise TypeError(f"states must be a list, even for a single state, not {states!r}")
    starts, key_of, known = Starts(states), state_key_of(problem), set[Hashable]()
    if len(starts) == 0:
        raise ValueError("states must have at least one state")
    for state in starts:
        try:
            key = state if key_of is None else key_of(state)
            is_known = key in known
            known.add(key)
        except TypeError as error:
            raise TypeError(
                f"state {short_repr(state)} can't be an initial state of {type(problem).__name__}: {error}"
            ) from error
        if is_known:
            raise ValueError(f"states has {short_repr(state)} twice; give each state once")
    clone = copy.copy(problem)
    try:
        for name, value in {"initial_state": starts[0], "initial_states": starts}.items():
            object.__setattr__(clone, name, value)
    except AttributeError as error:
        raise TypeError(
            f"with_starts can't set an attribute on instances of {type(problem).__name__}; if the class defines "
            "__slots__, add '__dict__' to them, and initial_state must not be a property"
        ) from error
    return clone


class Starts(tuple[S, ...]):
    """The initial states of a problem that `with_starts` has made. Engines ignore a member of another type."""

    __slots__ = ()


class _ListOfGoals(Generic[S]):
    """The method ``goal_states`` of a problem with a given list of goals."""

    def __init__(self, goals: Iterable[S]) -> None:
        if not isinstance(goals, Iterable) or isinstance(goals, str):
            raise TypeError(f"goal_states must be a list, even for a single goal, not {goals!r}")
        self._goals = list(goals)

    def __call__(self) -> list[S]:
        """Return the goals."""
        return list(self._goals)


class _Reversed(Generic[S, A]):
    """The method ``predecessors`` of a problem in which every step can be reversed at the same cost."""

    def __init__(self, problem: Problem[S, A]) -> None:
        self._problem = problem

    def __call__(self, state: S, /) -> Iterable[tuple[A, S, float]]:
        """Yield the edges to ``state`` from each state that an edge out of ``state`` leads to."""
        from astarlib.capabilities import edges_of, state_key_of  # noqa: PLC0415  # That module imports this one.

        edges, key_of = edges_of(self._problem), state_key_of(self._problem)
        key: Any = state if key_of is None else key_of(state)
        seen = set[Any]()
        for _, before, _ in edges(state):
            before_key: Any = before if key_of is None else key_of(before)
            if before_key not in seen:
                seen.add(before_key)
                for action, reached, cost in edges(before):
                    if (reached if key_of is None else key_of(reached)) == key:
                        yield action, before, cost


def class_name(problem: object) -> str:
    """Return the full name of a problem's class, which files store to identify their problem."""
    return f"{type(problem).__module__}.{type(problem).__qualname__}"
