"""Define search problems: the `Problem` protocol, the `SearchProblem` base class, and `FunctionProblem`."""

from __future__ import annotations

import reprlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeAlias, overload

from typing_extensions import TypeVar

from astarlib._support.calls import checked_call
from astarlib._support.edges_of_successors import derive_edges

__all__ = ["A", "FunctionProblem", "Heuristic", "Problem", "S", "SearchProblem"]

S = TypeVar("S", default=Any)
"""A state."""
A = TypeVar("A", default=Any)
"""An action."""
B = TypeVar("B")
"""An action of a problem whose state type is another one."""
Parts: TypeAlias = tuple[Any, ...]  # Any: each part has a type of its own
"""A state that is a tuple."""
F = TypeVar("F", bound=Callable[..., object])
"""A method."""
MYPY: Final = False
"""False, but mypy takes it for True. mypy needs no overload, and would find both of them possible."""
_IN_CLASS: Final = object()
"""The default of a parameter whose value is an attribute of the class."""
_MAX_TEXT: Final = 120
"""The largest number of characters of the state in the repr of a problem."""

if TYPE_CHECKING:  # A class with `successors` has these methods, which a type checker can't know.

    def _required(method: F) -> F:
        """Return the method."""
        return method
else:
    _required = abstractmethod


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


_html_of: list[Callable[[Any], str]] = []


def install_html(function: Callable[[Any], str]) -> None:
    """Set the function that shows a problem in notebooks. ``astarlib.resolving`` calls this, because this module
    can't import it.
    """
    _html_of[:] = [function]


class SearchProblem(ABC, Generic[S, A]):
    """A base class for search problems: a state space, a goal test, and optionally costs and a heuristic.

    Subclass it and implement ``actions``, ``result`` and ``is_goal``. Override ``cost`` if a step doesn't always cost
    1, and ``heuristic`` to guide the search (the default is 0). In place of ``actions``, ``result`` and ``cost``, you
    can implement ``successors(state)``, which returns the edges ``(action, next_state, cost)``. If several edges have
    the same action, ``result`` follows the cheapest one.

    States must be hashable, for example tuples, frozensets, frozen dataclasses or strings. If yours aren't, define
    ``state_key(state)`` to return a hashable value; states with equal keys count as the same state.

    Parameters
    ----------
    initial_state:
        The state from which the search starts. You can leave it out if the class has an attribute ``initial_state``.

    Raises
    ------
    TypeError
        If the class lacks ``is_goal``, or ``actions`` and ``result`` (or ``successors``), or if no initial state is
        given.

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

    if TYPE_CHECKING:

        @overload
        def __init__(self) -> None: ...

        @overload
        def __init__(self, initial_state: S) -> None: ...

        def __init__(self, initial_state: Any = None) -> None: ...  # Any: one of the above

    else:

        @checked_call
        def __init__(self, initial_state=_IN_CLASS):
            if initial_state is not _IN_CLASS:
                self.initial_state = initial_state
            elif not hasattr(type(self), "initial_state"):
                name = type(self).__name__
                raise TypeError(
                    f"{name} needs its initial_state; write {name}(state), or `initial_state = state` in the class"
                )

    def __init_subclass__(cls, **keywords: Any) -> None:  # Any: as in Python
        super().__init_subclass__(**keywords)
        if hasattr(cls, "successors"):
            derive_edges(cls, SearchProblem)

    @_required
    def actions(self, state: S, /) -> Iterable[A]:
        """Return the actions that are legal in ``state``, in the same order each time."""
        raise NotImplementedError

    @_required
    def result(self, state: S, action: A, /) -> S:
        """Return the successor that ``action`` leads to, as a new state; don't modify ``state``."""
        raise NotImplementedError

    def cost(self, state: S, action: A, next_state: S, /) -> float:
        """Return the cost of the step, a finite number >= 0 (default 1). Integers stay integers."""
        return 1

    def heuristic(self, state: S, /) -> float:
        """Return an estimate >= 0 of the remaining cost (default 0), or ``inf`` if no goal can be reached."""
        return 0

    @abstractmethod
    def is_goal(self, state: S, /) -> bool:
        """Return True if ``state`` is a goal."""

    def __repr__(self) -> str:
        from astarlib._support.state_text import state_text  # Few programs show a problem.

        if not hasattr(self, "initial_state"):
            return object.__repr__(self)
        text, starts = state_text(self.initial_state), getattr(self, "initial_states", None)
        more = f", one of {len(starts)} starts" if isinstance(starts, Starts) and len(starts) > 1 else ""
        return f"{type(self).__name__}({text if len(text) <= _MAX_TEXT else f'{text[:_MAX_TEXT]} …'}{more})"

    def _repr_html_(self) -> str:
        """Return what notebooks show: the class, and the initial state as a drawing, as text or as its repr."""
        return _html_of[0](self)


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
    heuristic_batch:
        A function ``heuristic_batch(states)`` that returns the values of ``heuristic`` for a list of states, in order.
        None (the default) means there is none.
    resources:
        A function ``resources(state)`` that returns a key and the resources that the state has used, to leave out
        dominated states; see :class:`~astarlib.capabilities.HasResources`. None (the default) means there is none.
    steps_to_go:
        A function ``steps_to_go(state)`` that returns an estimate >= 0 of the number of actions to a goal, for
        ``FocalSearch``. None (the default) means there is none.

    Raises
    ------
    TypeError
        If one of the functions isn't callable, or ``goal_states`` isn't iterable. The message names it.

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> problem = FunctionProblem(
    ...     1, successors=lambda n: [("double", 2 * n, 1), ("add", n + 1, 1)], is_goal=lambda n: n == 10
    ... )
    >>> Dijkstra().search(problem).actions
    ('double', 'double', 'add', 'double')
    """

    _parameter_hints: ClassVar = {
        "goal": "write is_goal=lambda state: state == goal", "neighbors": "write successors",
        "start": "write the start without a name", "actions": "write successors", "cost": "write successors",
    }  # fmt: skip

    @checked_call
    def __init__(  # pyright: ignore[reportRedeclaration]  # The overloads below are for pyright.
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
        heuristic_batch: Callable[[Sequence[S]], Iterable[float]] | None = None,
        resources: Callable[[S], tuple[Hashable, tuple[float, ...]]] | None = None,
        steps_to_go: Callable[[S], float] | None = None,
    ) -> None:
        given = {
            "successors": successors, "is_goal": is_goal, "heuristic": heuristic, "state_key": state_key,
            "predecessors": predecessors, "backward_heuristic": backward_heuristic,
            "heuristic_batch": heuristic_batch, "resources": resources, "steps_to_go": steps_to_go,
        }  # fmt: skip
        for name, function in given.items():
            if not callable(function) and (function is not None or name in {"successors", "is_goal"}):
                taken = "a list of states" if name == "heuristic_batch" else "a state"
                raise TypeError(f"{name} must be a function that takes {taken}, not {function!r}")
        super().__init__(initial_state)
        self._successors = successors
        self._is_goal = is_goal
        self._estimate = heuristic
        self.state_key = state_key
        self.predecessors = predecessors
        self.goal_states: Callable[[], Iterable[S]] | None = None if goal_states is None else ListOfGoals(goal_states)
        self.backward_heuristic = backward_heuristic
        self.heuristic_batch = heuristic_batch
        self.resources = resources
        self.steps_to_go = steps_to_go

    if TYPE_CHECKING and not MYPY:  # pyright reads (0, 0) as tuple[Literal[0], Literal[0]], which fits no other state.

        @overload
        def __init__(
            self, initial_state: S, *, successors: Callable[[S], Iterable[tuple[A, S, float]]],
            is_goal: Callable[[S], bool], heuristic: Callable[[S], float] | None = None,
            state_key: Callable[[S], Hashable] | None = None,
            predecessors: Callable[[S], Iterable[tuple[A, S, float]]] | None = None,
            goal_states: Iterable[S] | None = None, backward_heuristic: Callable[[S], float] | None = None,
            heuristic_batch: Callable[[Sequence[S]], Iterable[float]] | None = None,
            resources: Callable[[S], tuple[Hashable, tuple[float, ...]]] | None = None,
            steps_to_go: Callable[[S], float] | None = None,
        ) -> None: ...  # fmt: skip

        @overload
        def __init__(
            self: FunctionProblem[Parts, B], initial_state: Parts, *,
            successors: Callable[[Parts], Iterable[tuple[B, Parts, float]]], is_goal: Callable[[Parts], bool],
            heuristic: Callable[[Parts], float] | None = None, state_key: Callable[[Parts], Hashable] | None = None,
            predecessors: Callable[[Parts], Iterable[tuple[B, Parts, float]]] | None = None,
            goal_states: Iterable[Parts] | None = None, backward_heuristic: Callable[[Parts], float] | None = None,
            heuristic_batch: Callable[[Sequence[Parts]], Iterable[float]] | None = None,
            resources: Callable[[Parts], tuple[Hashable, tuple[float, ...]]] | None = None,
            steps_to_go: Callable[[Parts], float] | None = None,
        ) -> None: ...  # fmt: skip

    def __repr__(self) -> str:
        name = getattr(self._successors, "__name__", type(self._successors).__name__)
        return f"<{type(self).__name__} from {reprlib.repr(self.initial_state)}, successors={name}>"

    def successors(self, state: S, /) -> Iterable[tuple[A, S, float]]:
        """Return the edges out of ``state`` as ``(action, next_state, cost)``."""
        return self._successors(state)

    def heuristic(self, state: S, /) -> float:
        """Return the value of the given heuristic, or 0 if none was given."""
        return 0 if self._estimate is None else self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[S], float] | None:
        """The given heuristic function, or None."""
        return self._estimate

    def is_goal(self, state: S, /) -> bool:
        """Return the answer of the given goal test."""
        return self._is_goal(state)


class Heuristic(Protocol):
    """A heuristic that isn't bound to a problem yet, so that it can be compared and pickled.

    ``bind`` returns the function that computes h for the states of one problem.
    """

    def bind(self, problem: Any, /) -> Callable[[Any], float]:
        """Return the function ``state -> h`` for ``problem``; TypeError or ValueError if the heuristic doesn't fit."""
        ...


def bind_heuristic(heuristic: Heuristic | Callable[[Any], float], problem: object) -> Callable[[Any], float]:
    """Return the function ``state -> h`` of a heuristic bound to ``problem``. Return a plain callable unchanged.
    If the problem has several goals, the function is the minimum over them. A plain callable already estimates that.
    """
    bind: Callable[[object], Callable[[Any], float]] | None = getattr(heuristic, "bind", None)
    if bind is not None and isinstance(heuristic, type):
        raise TypeError(f"expected a heuristic, not the class {heuristic.__name__}; write {heuristic.__name__}(...)")
    if bind is not None:
        toward_each: Callable[[], Sequence[object]] | None = getattr(problem, "_toward_each_goal", None)
        if toward_each is None or getattr(heuristic, "_takes_all_goals", False):
            return bind(problem)
        problems = toward_each()
        return bind(problems[0]) if len(problems) == 1 else NearestGoal(map(bind, problems))
    if not callable(heuristic):
        if hasattr(heuristic, "is_goal"):
            raise TypeError("the arguments are swapped: the problem is the first, and the heuristic the second")
        raise TypeError(
            f"a heuristic must be a function state -> h, or an object with a method bind(problem), not {heuristic!r}"
        )
    return heuristic


def overestimates(estimate: Callable[[S], float]) -> bool:
    """Return True if a heuristic says that it isn't admissible: it, or the object whose method it is, has the attribute
    ``may_overestimate``.
    """
    return getattr(getattr(estimate, "__self__", estimate), "may_overestimate", False) is True


class NearestGoal(Generic[S]):
    """The smallest of several estimates: an estimate of the cost to the nearest of several goals."""

    def __init__(self, estimates: Iterable[Callable[[S], float]]) -> None:
        self.estimates: tuple[Callable[[S], float], ...] = tuple(estimates)

    def __call__(self, state: S) -> float:
        """Return the h of a state."""
        return min([estimate(state) for estimate in self.estimates])

    @property
    def may_overestimate(self) -> bool:
        """True if an estimate says that it isn't admissible."""
        return any(map(overestimates, self.estimates))

    @cached_property
    def plain_form(self) -> Callable[[S], float]:
        """The same function as nested pairs, which `compile_problem` can translate."""
        return reduce(_Smaller, self.estimates)


class _Smaller(Generic[S]):
    """The smaller one of two estimates."""

    def __init__(self, one: Callable[[S], float], other: Callable[[S], float]) -> None:
        self.one: Callable[[S], float] = one
        self.other: Callable[[S], float] = other

    def __call__(self, state: S) -> float:
        """Return the h of a state."""
        return min(self.one(state), self.other(state))


class Starts(tuple[S, ...]):
    """The initial states of a problem that `with_starts` has made. Engines ignore a member of another type."""

    __slots__ = ()


class ListOfGoals(Generic[S]):
    """The method ``goal_states`` of a problem with a given list of goals."""

    def __init__(self, goals: Iterable[S]) -> None:
        if not isinstance(goals, Iterable) or isinstance(goals, str):
            raise TypeError(f"goal_states must be a list, even for a single goal, not {goals!r}")
        self._goals = list(goals)

    def __call__(self) -> list[S]:
        """Return the goals."""
        return list(self._goals)


def chosen_goals(goal: S | None, goals: Iterable[S] | None) -> list[S]:
    """Return the goals of a problem that takes either ``goal`` or ``goals``. Raise TypeError unless one is given."""
    if (goal is None) is (goals is None):
        raise TypeError("expected either a goal or a list goals=[...]" + ("" if goal is None else ", not both"))
    return [goal] if goals is None else listed_states(goals, "goals")  # type: ignore[list-item]  # It isn't None.


def only_goal(goals: Sequence[S]) -> S:
    """Return the goal of a problem. Raise AttributeError if it has several."""
    if len(goals) != 1:
        raise AttributeError(f"the problem has {len(goals)} goals; read its attribute `goals` instead of `goal`")
    return goals[0]


def some_goals(goals: Sequence[object]) -> str:
    """Return the goals in a few words."""
    return repr(goals[0]) if len(goals) == 1 else f"any of {len(goals)} goals"


def listed_states(states: Iterable[S], name: str) -> list[S]:
    """Return the states of the parameter ``name`` as a list. Raise TypeError or ValueError if there is none."""
    if not isinstance(states, Iterable) or isinstance(states, str):
        raise TypeError(f"{name} must be a list, even for a single state, not {states!r}")
    listed = list(states)
    if len(listed) == 0:
        raise ValueError(f"{name} must have at least one state")
    return listed


def class_name(problem: object) -> str:
    """Return the full name of a problem's class, which files store to identify their problem.
    A class of the program that runs has the name that it has if another program imports the file.
    """
    module = type(problem).__module__
    if module == "__main__":
        main = sys.modules[module]
        spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None)
        if spec is not None:
            module = spec.name
        elif file is not None:
            from pathlib import Path  # only needed to name a class of the running program

            module = Path(file).stem
    return f"{module}.{type(problem).__qualname__}"
