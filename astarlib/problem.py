"""The problem: one contract (`Problem`), its base class (`SearchProblem`), and two ways to make one without a class."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, Protocol, overload

from typing_extensions import TypeVar

__all__ = ["A", "FunctionProblem", "Heuristic", "Problem", "S", "SearchProblem", "with_heuristic"]

S = TypeVar("S", default=Any)
"""A state."""
A = TypeVar("A", default=Any)
"""An action."""
P = TypeVar("P", bound="Problem[Any, Any]")


class Problem(Protocol[S, A]):
    """What an engine needs of a problem. Any class with these members is one; it need not inherit.

    Implement it by subclassing :class:`SearchProblem`, which supplies a constructor, unit cost and h = 0.
    """

    @property
    def initial_state(self) -> S:
        """The state from which the search starts."""
        ...

    def actions(self, state: S, /) -> Iterable[A]:
        """The actions that are legal in ``state``."""
        ...

    def result(self, state: S, action: A, /) -> S:
        """The state to which ``action`` leads; ``state`` itself must not change."""
        ...

    def cost(self, state: S, action: A, next_state: S, /) -> float:
        """The cost of that step, finite and at least 0. Integers stay integers."""
        ...

    def heuristic(self, state: S, /) -> float:
        """An estimate, at least 0, of the cost that remains; ``inf`` when no goal can be reached (a dead end)."""
        ...

    def is_goal(self, state: S, /) -> bool:
        """Whether ``state`` is a goal."""
        ...


class SearchProblem(ABC, Generic[S, A]):
    """The base to subclass: ``actions``, ``result`` and ``is_goal`` are yours; cost 1 and h = 0 are the defaults.

    States are hashable (tuples, frozensets, frozen dataclasses, strings), or the class defines ``state_key``.

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
        """The actions that are legal in ``state``, in the same order each time."""

    @abstractmethod
    def result(self, state: S, action: A, /) -> S:
        """The state to which ``action`` leads; ``state`` itself must not change."""

    def cost(self, state: S, action: A, next_state: S, /) -> float:
        """The cost of that step, finite and at least 0 (here 1). Integers stay integers."""
        return 1

    def heuristic(self, state: S, /) -> float:
        """An estimate, at least 0 (here 0), of the cost that remains; ``inf`` when no goal can be reached."""
        return 0

    @abstractmethod
    def is_goal(self, state: S, /) -> bool:
        """Whether ``state`` is a goal."""


class FunctionProblem(SearchProblem[S, A]):
    """A problem made of functions, for people who have those and want no class.

    Parameters
    ----------
    initial_state:
        Where the search starts.
    successors:
        ``successors(state)`` yields ``(action, next_state, cost)``. Parallel edges may bear one action:
        ``result`` then takes the cheapest, the first of them among equals.
    is_goal:
        ``is_goal(state) -> bool``.
    heuristic:
        ``heuristic(state) -> float``, at least 0; None is h = 0.
    state_key:
        ``state_key(state)`` gives a hashable stand-in for states that are not hashable; states with equal
        keys are one state. None: the state itself.

    Raises
    ------
    TypeError
        When one of the functions cannot be called; names it.

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
    ) -> None:
        given = {"successors": successors, "is_goal": is_goal, "heuristic": heuristic, "state_key": state_key}
        for name, function in given.items():
            if not callable(function) and (function is not None or name in {"successors", "is_goal"}):
                raise TypeError(f"{name} must be a function of a state, not {function!r}")
        super().__init__(initial_state)
        self._successors = successors
        self._is_goal = is_goal
        self._heuristic = heuristic
        self.state_key = state_key

    def successors(self, state: S, /) -> Iterable[tuple[A, S, float]]:
        """The edges out of ``state``: ``(action, next_state, cost)``."""
        return self._successors(state)

    def actions(self, state: S, /) -> Iterable[A]:
        """The distinct actions of the edges out of ``state``."""
        found: list[A] = []
        for action, _, _ in self._successors(state):
            if action not in found:
                found.append(action)
        return found

    def result(self, state: S, action: A, /) -> S:
        """Where the cheapest edge of that action leads; ValueError when there is none."""
        return self._cheapest(state, action)[1]

    def cost(self, state: S, action: A, next_state: S, /) -> float:
        """The cost of the cheapest edge of that action to ``next_state``; ValueError when there is none."""
        return self._cheapest(state, action, lambda edge: self._same(edge[1], next_state))[2]

    def heuristic(self, state: S, /) -> float:
        """The heuristic that was given, else 0."""
        return 0 if self._heuristic is None else self._heuristic(state)

    @property
    def heuristic_function(self) -> Callable[[S], float] | None:
        """The heuristic that was given."""
        return self._heuristic

    def is_goal(self, state: S, /) -> bool:
        """The goal test that was given."""
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
    """A heuristic as a value: unbound, comparable, picklable. ``bind`` makes it a function of one problem's states."""

    def bind(self, problem: Any, /) -> Callable[[Any], float]:
        """The function ``state -> h`` for that problem; TypeError or ValueError when it cannot serve it."""
        ...


def bind_heuristic(heuristic: Heuristic | Callable[[Any], float], problem: object) -> Callable[[Any], float]:
    """The callable of a heuristic value, bound to ``problem``; a plain callable is returned as it is."""
    bind: Callable[[object], Callable[[Any], float]] | None = getattr(heuristic, "bind", None)
    if bind is not None and isinstance(heuristic, type):
        raise TypeError(f"{heuristic.__name__} is a class of heuristics; write {heuristic.__name__}(...)")
    if bind is not None:
        return bind(problem)
    if not callable(heuristic):
        raise TypeError(f"a heuristic is a value with bind(problem) or a callable state -> h, not {heuristic!r}")
    return heuristic


@overload
def with_heuristic(problem: P, heuristic: Heuristic) -> P: ...
@overload
def with_heuristic(problem: P, heuristic: Callable[[Any], float]) -> P: ...
def with_heuristic(problem: P, heuristic: Heuristic | Callable[[Any], float]) -> P:
    """The same problem with another heuristic; ``problem`` itself does not change.

    The copy is shallow and of the same class. What the class knows about its old heuristic
    (``heuristic_change``, ``compiled_domain``) no longer counts for it.

    Parameters
    ----------
    problem:
        Any problem whose instances can be given an attribute.
    heuristic:
        A heuristic value, or a callable ``state -> float``.

    Raises
    ------
    TypeError
        When ``heuristic`` is neither, or when the instances of the class refuse the attribute (``__slots__``).

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
            f"instances of {type(problem).__name__} take no new attribute (__slots__), so with_heuristic cannot "
            "serve them; add '__dict__' to the slots or give the class a heuristic parameter"
        ) from error
    return clone


def class_name(problem: object) -> str:
    """The full name of a problem's class, by which files tell whose they are."""
    return f"{type(problem).__module__}.{type(problem).__qualname__}"
