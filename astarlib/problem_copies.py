"""Copies of problems with another heuristic, other starts or goals, or more capabilities."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, overload

from typing_extensions import TypeVar

from astarlib._support.plain_values import is_number, plain_value
from astarlib.capabilities import (
    action_texter,
    compiled_domain_of,
    compiled_heuristic_of,
    copy_with_goals_of,
    copy_with_heuristic_of,
    edges_of,
    heuristic_to_of,
    resolve_problem,
    state_key_of,
    state_texter,
)
from astarlib.errors import InvalidCostError, short_repr
from astarlib.problem import A, Heuristic, ListOfGoals, Problem, S, SearchProblem, Starts, bind_heuristic, listed_states

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain, CompiledHeuristic

__all__ = [
    "CostedState",
    "with_goals",
    "with_heuristic",
    "with_predecessors",
    "with_second_cost",
    "with_starts",
]

P = TypeVar("P", bound=Problem[Any, Any])


@overload
def with_heuristic(problem: P, heuristic: Heuristic) -> P: ...
@overload
def with_heuristic(problem: P, heuristic: Callable[[Any], float]) -> P: ...
def with_heuristic(problem: P, heuristic: Heuristic | Callable[[Any], float]) -> P:
    """Return a shallow copy of a problem that uses another heuristic; ``problem`` itself doesn't change.

    A copy of a built-in problem whose class has the parameter ``heuristic`` is as if it had been made with this
    heuristic. For other problems, methods of the class that belong to its own heuristic (``heuristic_change``,
    ``heuristic_batch``) are ignored for the copy, and so is ``compiled_domain``, unless compiled engines can evaluate
    the new heuristic. They can evaluate a ``compiled.PatternDatabase``, and a ``MaxOf`` or ``SumOf`` of them.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept a new attribute.
    heuristic:
        A function ``state -> h`` that returns a number >= 0, or an object with a method ``bind(problem)`` that returns
        such a function. The built-in heuristics are such objects.

    Raises
    ------
    TypeError
        If ``heuristic`` is neither of these, or if the instances of the class accept no new attribute (``__slots__``).

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import Hamming, NPuzzle
    >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    >>> AStar().search(with_heuristic(puzzle, Hamming())).cost
    2
    """
    make = copy_with_heuristic_of(problem)
    if make is not None and compiled_heuristic_of(bind_heuristic(heuristic, problem)) is None:
        return make(heuristic)
    added = heuristic_members(problem, heuristic)
    return _copy_with(problem, added, "with_heuristic", "or give the class a heuristic parameter")


def heuristic_members(problem: Problem[S, Any], heuristic: Heuristic | Callable[[Any], float]) -> dict[str, Any]:
    """Return the attributes that give a problem another heuristic, and a compiled domain with it if possible."""
    estimate = bind_heuristic(heuristic, problem)
    make = compiled_domain_of(problem)
    if make is None or compiled_heuristic_of(estimate) is None:
        return {**_without_own(problem), "heuristic": estimate}
    return {**_without_own(problem), "heuristic": estimate, "compiled_domain": _WithEstimate(make, estimate)}


def _without_own(problem: object) -> dict[str, Any]:
    """Return attributes that hide those of the instance that belong to its own heuristic."""
    names = ("heuristic_function", "heuristic_change", "heuristic_batch")
    return dict.fromkeys(vars(problem).keys() & set(names)) if hasattr(problem, "__dict__") else {}


@dataclass(frozen=True, slots=True)
class _WithEstimate(Generic[S]):
    """The method ``compiled_domain`` of a problem with another heuristic."""

    make: Callable[[], CompiledDomain[S]]
    estimate: Any  # Any: a function with a method ``compiled_heuristic``

    def __call__(self) -> CompiledDomain[S]:
        """Return the domain."""
        domain = self.make()
        heuristic: CompiledHeuristic = self.estimate.compiled_heuristic(domain, len(domain.tables))
        return heuristic.in_domain(domain)


def with_predecessors(
    problem: P,
    goal_states: Iterable[Any],
    *,
    predecessors: Callable[[Any], Iterable[tuple[Any, Any, float]]] | None = None,
    backward_heuristic: Callable[[Any], float] | None = None,
) -> P:
    """Return a shallow copy of a problem that engines can search backward; ``problem`` itself doesn't change.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept new attributes.
    goal_states:
        A list of all states for which ``is_goal`` returns True. If one is missing, a solution may not be optimal.
    predecessors:
        A function ``predecessors(state)`` that returns the edges into a state as an iterable of
        ``(action, previous_state, cost)``. With None (the default), every step must be reversible at the same cost: the
        states before a state are then those that its own steps lead to.
    backward_heuristic:
        A function ``backward_heuristic(state)`` that returns an estimate >= 0 of the cost from the initial state to
        ``state``. With None (the default), the copy has the one of ``problem``, if there is one.

    Raises
    ------
    TypeError
        If ``goal_states`` isn't iterable, one of the functions isn't callable, or the instances of the class accept no
        new attributes (``__slots__``).

    Examples
    --------
    >>> from astarlib import BidirectionalDijkstra, FunctionProblem
    >>> ring = FunctionProblem(
    ...     0, successors=lambda n: [(step, (n + step) % 100, 1) for step in (-1, 1)], is_goal=lambda n: n == 70
    ... )
    >>> BidirectionalDijkstra().search(with_predecessors(ring, [70])).cost
    30
    """
    for name, function in {"predecessors": predecessors, "backward_heuristic": backward_heuristic}.items():
        if function is not None and not callable(function):
            raise TypeError(f"{name} must be a function that takes a state, not {function!r}")
    added: dict[str, Any] = {
        "goal_states": ListOfGoals(goal_states),
        "predecessors": _Reversed(problem) if predecessors is None else predecessors,
    }
    if backward_heuristic is not None:
        added["backward_heuristic"] = backward_heuristic
    return _copy_with(problem, added, "with_predecessors", "or define goal_states and predecessors in the class")


def with_starts(problem: P, states: Iterable[Any]) -> P:
    """Return a shallow copy of a problem whose solutions may begin in any of several states.

    Each path that a search finds begins in one of the states, so ``result.states[0]`` is the start of the solution. The
    starts count like all other states in the statistics. ``initial_state`` of the copy is the first of them. It has no
    ``backward_heuristic``, which estimates the cost from one initial state. ``problem`` itself doesn't change.

    You can use the copy with ``explore`` and with all engines except ``BeamSearch`` and the bidirectional, incremental
    and compiled ones. These raise a MissingCapabilityError.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept new attributes.
    states:
        The initial states: at least one, and no state twice.

    Raises
    ------
    ValueError, TypeError
        If ``states`` is empty, isn't iterable, is a text or has a state twice, a state (or its ``state_key``) isn't
        hashable, or the instances of the class accept no new attributes (``__slots__``).

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> from astarlib.problems.graph import romania
    >>> result = Dijkstra().search(with_starts(romania("Arad", "Bucharest"), ["Arad", "Craiova", "Iasi"]))
    >>> result.states, result.cost
    (('Craiova', 'Pitesti', 'Bucharest'), 239)
    """
    starts, key_of, known = Starts(listed_states(states, "states")), state_key_of(problem), set[Hashable]()
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
    added = {"initial_state": starts[0], "initial_states": starts}
    return _copy_with(problem, added, "with_starts", "and initial_state must not be a property")


def with_goals(problem: P, goals: Iterable[Any], *, heuristic: Heuristic | Callable[[Any], float] | None = None) -> P:
    """Return a shallow copy of a problem whose goals are the given states; ``problem`` itself doesn't change.

    A search finds a path to the nearest of the goals, so ``result.states[-1]`` is the goal that it has reached. The
    copy has ``goal_states``, so bidirectional engines can use it if the problem has ``predecessors``.

    Compiled engines can use the copy of a ``GridProblem`` or a ``GraphProblem``. The copy of another problem doesn't
    have its ``compiled_domain``.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept new attributes.
    goals:
        The goal states: at least one. A state that occurs twice counts once.
    heuristic:
        A function ``state -> h`` that estimates the cost to the nearest goal, or a heuristic value. Of a heuristic
        value, h is the minimum over the goals if the problem has an attribute ``goal``, to which the value is bound.

        With None (the default), h is the minimum of ``heuristic_to(state, goal)`` over the goals if the problem defines
        that method, else 0. The copy of a built-in problem has the problem's heuristic for the new goals, unless that
        heuristic is a function or a pattern database.

    Raises
    ------
    ValueError, TypeError
        If ``goals`` is empty, isn't iterable or is a text, a goal (or its ``state_key``) isn't hashable, the heuristic
        doesn't fit the problem, or the instances of the class accept no new attributes (``__slots__``).

    Notes
    -----
    The goal test takes O(1), and h takes the time of one estimate for each goal. The minimum of admissible estimates is
    **admissible**, and that of consistent ones is **consistent**.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle, boards = NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), [(0, 1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 0, 5, 6, 4, 7, 8)]
    >>> AStar().search(with_goals(puzzle, boards)).states[-1]
    (1, 2, 3, 0, 5, 6, 4, 7, 8)
    """
    key_of, by_key = state_key_of(problem), dict[Hashable, Any]()
    for goal in listed_states(goals, "goals"):
        try:
            by_key.setdefault(goal if key_of is None else key_of(goal), goal)
        except TypeError as error:
            name = type(problem).__name__
            raise TypeError(f"goals has {short_repr(goal)}, which can't be a goal of {name}: {error}") from error
    listed = list(by_key.values())
    make = copy_with_goals_of(problem)
    if make is not None:
        copied = make(listed)
        return copied if heuristic is None else with_heuristic(copied, heuristic)
    added: dict[str, Any] = {"is_goal": _IsOneOf(frozenset(by_key), key_of), "goal_states": ListOfGoals(listed)}
    toward: Callable[[list[Any]], P] | None = getattr(problem, "_toward_goals", None)
    if toward is None and hasattr(problem, "goal"):
        added["_toward_each_goal"] = _TowardEach(problem, listed)
    remedy, estimate = "or define is_goal and goal_states in the class", heuristic_to_of(problem)
    clone = _copy_with(problem if toward is None else toward(listed), added, "with_goals", remedy)
    h: Callable[[Any], float] | None = None if estimate is None else _ToNearest(estimate, listed)
    if heuristic is not None:
        h = bind_heuristic(heuristic, clone)
    elif h is None:
        h = _own_value(problem, clone) or _zero
    return _copy_with(clone, {**_without_own(problem), "heuristic": h, **added}, "with_goals", remedy)


@dataclass(frozen=True, slots=True)
class _IsOneOf(Generic[S]):
    """The method ``is_goal`` of a problem with given goals."""

    keys: frozenset[Hashable]
    key_of: Callable[[S], Hashable] | None

    def __call__(self, state: S, /) -> bool:
        """Return True if the state is one of the goals."""
        return (state if self.key_of is None else self.key_of(state)) in self.keys


@dataclass(frozen=True, slots=True)
class _ToNearest(Generic[S]):
    """The method ``heuristic`` of a problem with several goals that has ``heuristic_to``."""

    estimate: Callable[[S, S], float]
    goals: list[S]

    def __call__(self, state: S, /) -> float:
        """Return the smallest estimate."""
        return min([self.estimate(state, goal) for goal in self.goals])


@dataclass(frozen=True, slots=True)
class _TowardEach(Generic[P]):
    """A function that returns copies of a problem with the attribute ``goal``, one for each goal."""

    problem: P
    goals: list[Any]

    def __call__(self) -> list[P]:
        """Return the copies."""
        return [_copy_with(self.problem, {"goal": goal}, "with_goals", "or set no goal") for goal in self.goals]


def _own_value(problem: Problem[S, Any], clone: Problem[S, Any]) -> Callable[[S], float] | None:
    """Return the heuristic value of a built-in problem, bound to the goals of a copy; None if that isn't possible."""
    value: Any = getattr(problem, "_heuristic", None)  # Any: a heuristic of any kind
    if copy_with_heuristic_of(problem) is None or not hasattr(value, "bind"):
        return None
    try:
        return bind_heuristic(value, clone)
    except (TypeError, ValueError):  # A pattern database belongs to one goal.
        return None


def _zero(_: object) -> float:
    return 0


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
) -> SearchProblem[CostedState, A]:
    """Return a problem with a second cost, such as tolls besides minutes, for the engine ``BOAStar``.

    Its states are pairs of a state and the second cost so far, and its ``resources`` are the second cost. With
    ``BOAStar``, a search finds all solutions that aren't worse than another one in both costs. With ``AStar``, it finds
    one of the cheapest by the first cost.

    Parameters
    ----------
    problem:
        The problem with the first cost and its heuristic. It doesn't change.
    second_cost:
        A function ``second_cost(state, action, next_state)`` that returns a number >= 0.
    second_heuristic:
        A function ``second_heuristic(state)`` that never overestimates the remaining second cost. With it, the search
        expands fewer states. None (the default) means 0.

    Raises
    ------
    TypeError
        If ``second_cost`` or ``second_heuristic`` isn't callable.

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
    return _TwoCosts(problem, second_cost, second_heuristic)


class _TwoCosts(SearchProblem[CostedState, A], Generic[S, A]):
    """A problem whose states contain a second cost."""

    def __init__(
        self,
        problem: Problem[S, A],
        second_cost: Callable[[S, A, S], float],
        second_heuristic: Callable[[S], float] | None,
    ) -> None:
        super().__init__(CostedState(problem.initial_state, 0))
        self._problem, self._second, self._least = problem, second_cost, second_heuristic
        self._resolved = resolve_problem(problem)

    def __repr__(self) -> str:
        return f"with_second_cost({self._problem!r}, {self._second!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._problem, self._second, self._least)

    def actions(self, state: CostedState, /) -> Iterable[A]:
        return self._problem.actions(state.state)

    def result(self, state: CostedState, action: A, /) -> CostedState:
        after = self._problem.result(state.state, action)
        return CostedState(after, state.second + self._paid(state.state, action, after))

    def cost(self, state: CostedState, action: A, next_state: CostedState, /) -> float:
        return self._problem.cost(state.state, action, next_state.state)

    def successors(self, state: CostedState, /) -> Iterator[tuple[A, CostedState, float]]:
        for action, after, cost in self._resolved.edges(state.state):
            yield action, CostedState(after, state.second + self._paid(state.state, action, after)), cost

    def heuristic(self, state: CostedState, /) -> float:
        return self._resolved.heuristic(state.state)

    def is_goal(self, state: CostedState, /) -> bool:
        return self._problem.is_goal(state.state)

    def state_key(self, state: CostedState, /) -> Hashable:
        return self._key(state.state), state.second

    def resources(self, state: CostedState, /) -> tuple[Hashable, tuple[float, ...]]:
        return self._key(state.state), (state.second,)

    def least_resources(self, state: CostedState, /) -> tuple[float, ...]:
        """Return a lower bound of the second cost of all solutions through a state."""
        return (state.second if self._least is None else state.second + self._least(state.state),)

    def format_state(self, state: CostedState, /) -> str:
        return f"{state_texter(self._problem)(state.state)}, second cost {state.second}"

    def format_action(self, action: A, /) -> str:
        return action_texter(self._problem)(action)

    def _key(self, state: S) -> Hashable:
        key_of = self._resolved.state_key
        return state if key_of is None else key_of(state)

    def _paid(self, state: S, action: A, after: S) -> float:
        paid: float = plain_value(self._second(state, action, after))
        if not is_number(paid, 0, math.nextafter(math.inf, 0)):
            where = f"second_cost({short_repr(state)}, {short_repr(action)}, {short_repr(after)})"
            raise InvalidCostError(
                f"{where} returned {paid!r}; expected a finite number >= 0", state=state, action=action, value=paid
            )
        return paid


def _copy_with(problem: P, added: Mapping[str, Any], user: str, remedy: str) -> P:
    """Return a shallow copy with these attributes. ``user`` and ``remedy`` are parts of the error."""
    clone = copy.copy(problem)
    try:
        for name, value in added.items():
            object.__setattr__(clone, name, value)
    except AttributeError as error:
        raise TypeError(
            f"{user} can't set an attribute on instances of {type(problem).__name__}; if the class defines "
            f"__slots__, add '__dict__' to them, {remedy}"
        ) from error
    return clone


class _Reversed(Generic[S, A]):
    """The method ``predecessors`` of a problem in which every step can be reversed at the same cost."""

    def __init__(self, problem: Problem[S, A]) -> None:
        self._problem = problem

    def __call__(self, state: S, /) -> Iterable[tuple[A, S, float]]:
        """Yield the edges to ``state`` from each state that an edge out of ``state`` leads to."""
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
