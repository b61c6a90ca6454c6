"""The base of all ways to make a problem from a problem."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import Any, Final, Generic, Self

from typing_extensions import TypeVar

from astarlib.derived.members import Fate, fates
from astarlib.errors import short_repr
from astarlib.problem import A, FunctionProblem, Problem, S, Starts, overestimates
from astarlib.resolving.presentation import action_texter, state_texter
from astarlib.resolving.resolved_problem import (
    backward_heuristic_of,
    cost_unit_of,
    edges_back_of,
    goal_states_of,
    resolve_problem,
    starts_of,
    state_key_of,
    steps_to_go_of,
    why_unsolvable_of,
)

P = TypeVar("P", bound=Problem[Any, Any])
W = TypeVar("W", default=Any)
"""A state of a derived problem that wraps one of the given problem."""


_INVALID_ANYWAY: Final = frozenset({"heuristic_function", "heuristic_change", "heuristic_batch", "backward_heuristic"})
"""Members that capabilities.py ignores if the instance has another heuristic or several starts."""


def derive(problem: P, way: str, new: Mapping[str, Any], *, user: str, remedy: str = "") -> P:
    """Return a problem of the same class and states with some new members. ``problem`` itself doesn't change.

    ``user`` is the name of the function for errors, and ``remedy`` says what to do if the instance takes no attribute.
    """
    refuse_members(problem, way, user)
    bare = without_members(problem, way)
    if bare is problem:
        bare = copy.copy(problem)
    added = dict[str, Any]()
    for name, fate in fates(way).items():
        if fate is Fate.NONE and _has(problem, name):
            if not isinstance(getattr(type(problem), name, None), property):
                added[name] = None
            elif name not in _INVALID_ANYWAY:
                raise ValueError(
                    f"{user} can't leave out the property {name} of {type(problem).__name__}; make it a method"
                )
    return set_members(bare, {**added, **new}, user, remedy)


def without_members(problem: P, way: str) -> P:
    """Return the problem, or a copy without those attributes of the instance that a way doesn't keep."""
    table, members = fates(way), getattr(problem, "__dict__", {})
    lost = [
        name for name, member in members.items()
        if table.get(name, Fate.KEPT) is not Fate.KEPT and member is not None and name != "initial_state"
    ]  # fmt: skip
    followers = [name for name, member in members.items() if hasattr(type(member), "for_problem")]
    if len(lost) == len(followers) == 0:
        return problem
    clone = copy.copy(problem)
    for name in lost:
        del vars(clone)[name]
    for name in set(followers).difference(lost):  # They belong to their problem.
        vars(clone)[name] = vars(clone)[name].for_problem(clone)
    return clone


def set_members(clone: P, new: Mapping[str, Any], user: str, remedy: str) -> P:
    """Set attributes of a new problem. ``user`` and ``remedy`` are parts of the error."""
    try:
        for name, value in new.items():
            object.__setattr__(clone, name, value)
    except AttributeError as error:
        raise TypeError(
            f"{user} can't set an attribute on instances of {type(clone).__name__}; if the class defines "
            f"__slots__, add '__dict__' to them, {remedy}"
        ) from error
    return clone


def refuse_members(problem: object, way: str, user: str) -> None:
    """Raise ValueError if the problem has a member that a way can't keep."""
    for name, fate in fates(way).items():
        if fate is Fate.REFUSED and _has(problem, name):
            raise ValueError(
                f"{user} can't keep the method {name} of {type(problem).__name__}, because states that were useless "
                f"can be needed in the new problem; make the problem without {name}"
            )


def _has(problem: object, name: str) -> bool:
    return getattr(problem, name, None) is not None


def within(problem: P, change: Callable[[Any], Any]) -> P | None:
    """Return the change of what a problem is made from, in the same form; None for a problem that isn't made so.
    It's for problems that have the states and the members of another one: those that are compiled or counted.
    """
    hook: Any = getattr(type(problem), "_derived_within", None)
    if hook is None:
        return None
    changed: P = hook(problem, change)
    return changed


class WrappingProblem(FunctionProblem[W, A], Generic[W, S, A]):
    """A problem whose states contain those of a given problem, and more, such as the cost of the path so far.

    A subclass says how to wrap a state and how to unwrap it, and what the edges are. All other members are those of the
    given problem.

    Parameters
    ----------
    problem:
        The given problem.
    way, user:
        The column of the table of members, and the name of the way for errors.
    """

    _kind: type[Any]
    """The type of a state."""

    def __init__(self, problem: Problem[S, A], way: str, user: str, **given: Any) -> None:  # Any: functions
        resolved = resolve_problem(problem)  # This call raises the error for an object that isn't a problem.
        refusal: str | None = getattr(problem, "_refuses_to_be_wrapped", None)
        if refusal is not None:
            raise ValueError(f"{user} can't be used with {type(problem).__name__}: {refusal}")
        if "resources" not in given:
            refuse_members(problem, way, user)
        self.problem: Final = problem
        self._user = user
        self._edges, self._key_of = resolved.edges, resolved.state_key
        batch, steps = resolved.heuristic_batch, steps_to_go_of(problem)
        has_drawing = getattr(problem, "draw_state", None) is not None
        starts = Starts([self._wrapped(start) for start in starts_of(problem)])
        super().__init__(
            starts[0],
            successors=self._steps,
            is_goal=_Unwrapping(problem.is_goal).__call__,  # A bound method is faster than a callable object.
            heuristic=_Unwrapping(resolved.heuristic).__call__,
            heuristic_batch=None if batch is None else _UnwrappingAll(batch),
            steps_to_go=None if steps is None else _Unwrapping(steps),
            **given,
        )
        self.why_unsolvable: Callable[[], str | None] = partial(why_unsolvable_of, problem)
        self._searches_for_reason = getattr(problem, "_searches_for_reason", False)
        if len(starts) > 1:
            self.initial_states: Starts[W] = starts
        if fates(way)["cost_unit"] is Fate.WRAPPED:
            self.cost_unit: float | None = cost_unit_of(problem)
        if fates(way)["predecessors"] is Fate.WRAPPED:
            self._search_backward()
        if has_drawing:
            drawn: Any = problem
            self.draw_state: Any = _Unwrapping(drawn.draw_state)

    def _search_backward(self) -> None:
        """Set the members for a search from the goals, if the given problem has them."""
        back, goals = edges_back_of(self.problem), goal_states_of(self.problem)
        if back is None:
            return
        estimate = backward_heuristic_of(self.problem)
        self._edges_back: Callable[[S], Iterable[tuple[A, S, float]]] = back
        self.predecessors: Callable[[W], Iterable[tuple[A, W, float]]] | None = self._steps_back
        self.goal_states: Callable[[], Iterable[W]] | None = (
            None if goals is None else partial(self._all_entered, goals)
        )
        self.backward_heuristic: Callable[[W], float] | None = (
            None if estimate is None else _Unwrapping(estimate).__call__
        )

    def _all_entered(self, goals: Callable[[], Iterable[S]]) -> Iterable[W]:
        return [each for goal in goals() for each in self._entered(goal)]

    def _entered(self, goal: S) -> Iterable[W]:
        """Return all states that contain a goal."""
        raise NotImplementedError

    def _steps_back(self, state: W) -> Iterable[tuple[A, W, float]]:
        """Return the edges into a state."""
        raise NotImplementedError

    def _steps(self, state: W) -> Iterable[tuple[A, W, float]]:
        """Return the edges out of a state."""
        raise NotImplementedError

    def _wrapped(self, state: S) -> W:
        """Return the state in which a path begins."""
        raise NotImplementedError

    def _again(self, problem: Problem[S, A]) -> Self:
        """Return the same problem, made from another one."""
        raise NotImplementedError

    def _key(self, state: S) -> Hashable:
        key_of = self._key_of
        return state if key_of is None else key_of(state)

    def route(self, states: Iterable[W]) -> tuple[S, ...]:
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
        >>> from astarlib.problems.turns import TurnProblem
        >>> grid = GridProblem("... / .#. / ...", (0, 0), (2, 1))
        >>> problem = TurnProblem(grid, lambda u, v, w: 0 if w[0] - v[0] == v[0] - u[0] else 5)
        >>> problem.route(Dijkstra().search(problem).states)
        ((0, 0), (1, 0), (2, 0), (2, 1))
        """
        listed: list[Any] = list(states) if isinstance(states, Iterable) else [states]
        for each in listed:
            if not isinstance(each, self._kind):
                raise TypeError(
                    f"states must be the states of {self._user}, such as result.states, not {short_repr(each)}"
                )
        return tuple([each.state for each in listed])

    def format_state(self, state: Any, /) -> str:
        """Return the text of the state of the given problem."""
        return state_texter(self.problem)(state.state)

    def format_action(self, action: A, /) -> str:
        """Return the text of the action in the given problem."""
        return action_texter(self.problem)(action)

    @property
    def draw_map(self) -> Any:  # Any: a function or None
        """A function that draws the map of the given problem, or None if it has none."""
        return getattr(self.problem, "draw_map", None)

    @property
    def state_position(self) -> Any:  # Any: a function or None
        """A function that returns the position of a state on the map, or None if there is no map."""
        place: Any = getattr(self.problem, "state_position", None)
        return None if place is None else _Unwrapping(place)


class _Unwrapping:
    """A function of states of a derived problem that calls one of the given problem."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    @property
    def may_overestimate(self) -> bool:
        """True if the function is a heuristic that says that it isn't admissible."""
        return overestimates(self._function)

    def __call__(self, state: Any, /) -> Any:
        """Return the value for the state of the given problem."""
        return self._function(state.state)


class _UnwrappingAll(_Unwrapping):
    """A function of a list of states of a derived problem that calls one of the given problem."""

    def __call__(self, states: Iterable[Any], /) -> Any:
        """Return the value for the states of the given problem."""
        return self._function([state.state for state in states])


def levels_up(problem: Any, state: Any) -> int:
    """Return how many times a state of a derived problem must be unwrapped to be compared with ``state``.
    It's 0 for a state of the problem itself, and 1 for one of the problem that it's made from.
    """
    if not isinstance(problem, WrappingProblem) or _is_own(problem, state):
        return 0
    return 1 + levels_up(problem.problem, state)


def _is_own(problem: WrappingProblem[Any, Any, Any], state: Any) -> bool:
    """Return True if an object is a state of a derived problem, not one of the problem that it's made from."""
    if not isinstance(state, problem._kind):  # noqa: SLF001  # a class of this module
        return False
    inner = problem.problem
    return not isinstance(inner, WrappingProblem) or _is_own(inner, state.state)


def unwrapped(state: Any, levels: int) -> Any:
    """Return a state that another one contains, after unwrapping it so many times."""
    for _ in range(levels):
        state = state.state
    return state


def innermost(state: Any) -> Any:
    """Return the state of the problem from which all others are made, for example the cell of a state with a time."""
    kinds = tuple([kind._kind for kind in WrappingProblem.__subclasses__()])  # noqa: SLF001  # a class of this module
    while isinstance(state, kinds):
        state = state.state
    return state


def key_at(problem: Any, levels: int) -> Callable[[Any], Any]:
    """Return the function that makes the states of a problem hashable, or those of one that it's made from."""
    for _ in range(levels):
        problem = problem.problem
    return state_key_of(problem) or _same


def _same(state: Any) -> Any:
    return state


def refuse_foreign_state(problem: Any, state: Any) -> None:
    """Raise ValueError if a problem doesn't have the states that it's made from, and ``state`` is one of these."""
    check: Callable[[Any], None] | None = getattr(problem, "_refuse_foreign_state", None)
    if check is not None:
        check(state)


def wrapped_start(problem: Any, state: Any) -> Any:
    """Return an initial state of a problem, made from one of the problem that it's made from."""
    if levels_up(problem, state) == 0:
        return state
    return problem._wrapped(wrapped_start(problem.problem, state))  # noqa: SLF001  # a class of this module


def refuse_one_state(states: Any, name: str, problem: Any) -> None:
    """Raise TypeError if a container looks like one state of the problem, because a tuple isn't a list of states here.
    It does if it's nested no deeper than the initial state.
    """
    kinds = list[Any]()
    while isinstance(problem, WrappingProblem):
        kinds.append(problem._kind)  # noqa: SLF001  # a class of this module
        problem = problem.problem
    first = getattr(problem, "initial_state", None)
    is_alike = any(isinstance(first, kind) and isinstance(states, kind) for kind in _CONTAINERS)
    is_wrapped = isinstance(states, tuple(kinds))
    if isinstance(states, Starts) or not (is_wrapped or is_alike):
        return
    if is_wrapped or (_depth(states) <= _depth(first) and not any(isinstance(each, tuple(kinds)) for each in states)):
        raise TypeError(
            f"{name} must be a list of states, but {short_repr(states)} looks like one state; write "
            f"{name}=[{short_repr(states)}], or {name}=list(...) for several"
        )


_CONTAINERS: Final = (tuple, frozenset, list)


def _depth(state: Any) -> int:
    """Return how deeply containers are nested in a state."""
    return 1 + max(map(_depth, state), default=0) if isinstance(state, _CONTAINERS) else 0
