"""A problem with other goals."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.derived.derived_problem import (
    P,
    WrappingProblem,
    derive,
    levels_up,
    refuse_members,
    refuse_one_state,
    set_members,
    within,
    without_members,
)
from astarlib.derived.heuristic import with_heuristic
from astarlib.derived.members import Fate, fates
from astarlib.errors import short_repr
from astarlib.problem import Heuristic, ListOfGoals, Problem, S, bind_heuristic, listed_states
from astarlib.resolving.resolved_problem import (
    copy_with_goals_of,
    copy_with_heuristic_of,
    heuristic_to_of,
    state_key_of,
)

__all__ = ["with_goals"]


def with_goals(problem: P, goals: Iterable[Any], *, heuristic: Heuristic | Callable[[Any], float] | None = None) -> P:
    """Return a shallow copy of a problem whose goals are the given states; ``problem`` itself doesn't change.

    A search finds a path to the nearest of the goals, so ``result.states[-1]`` is the goal that it has reached. The
    copy has ``goal_states``, so bidirectional engines can use it if the problem has ``predecessors``.

    Compiled engines can use the copy of a ``GridProblem``, a ``GraphProblem`` or a problem that ``compile_problem``
    takes. The copy of another problem doesn't have its ``compiled_domain``. It has no ``steps_to_go``, either, because
    that belongs to the old goals.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept new attributes.
    goals:
        A list of the goal states: at least one. A state that occurs twice counts once. For a problem whose states
        contain those of another one, such as a ``TurnProblem``, they can be states of the other one.
    heuristic:
        A function ``state -> h`` that estimates the cost to the nearest goal, or a heuristic value. Of a heuristic
        value, h is the minimum over the goals if the problem has an attribute ``goal``, to which the value is bound.

        With None (the default), h is the minimum of ``heuristic_to(state, goal)`` over the goals if the problem defines
        that method, else 0. The copy of a built-in problem has the problem's heuristic for the new goals, unless that
        heuristic is a function or a pattern database.

    Raises
    ------
    ValueError, TypeError
        If ``goals`` is empty, isn't a list or looks like one state, a goal (or its ``state_key``) isn't hashable, the
        heuristic doesn't fit the problem, the problem has ``resources``, which are right for its own goals only, or the
        instances of the class accept no new attributes (``__slots__``).

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
    refuse_one_state(goals, "goals", problem)
    listed = listed_states(goals, "goals")
    changed = within(problem, lambda inner: with_goals(inner, listed, heuristic=heuristic))
    if changed is not None:
        return changed
    key_of, by_key = state_key_of(problem), dict[Hashable, Any]()
    for goal in listed:
        try:
            by_key.setdefault(goal if key_of is None or levels_up(problem, goal) > 0 else key_of(goal), goal)
        except TypeError as error:
            raise_if_from_handler(error)
            name = type(problem).__name__
            raise TypeError(f"goals has {short_repr(goal)}, which can't be a goal of {name}: {error}") from error
    listed = list(by_key.values())
    bare = without_members(problem, "goals")
    make = _to_wrapped_goals(problem, bare) or copy_with_goals_of(bare, count=len(listed))
    if make is not None:
        made: P = make(listed)
        return made if heuristic is None else with_heuristic(made, heuristic)
    return _with_list(problem, bare, listed, heuristic)


def _with_list(problem: P, bare: P, goals: list[Any], heuristic: Heuristic | Callable[[Any], float] | None) -> P:
    """Return a problem with a list of goals. ``bare`` has none of the members that belong to the old goals."""
    key_of = state_key_of(problem)
    keys = frozenset(goals if key_of is None else map(key_of, goals))
    is_goal = partial(_is_one_of, keys) if key_of is None else partial(_has_key_of_one, keys, key_of)
    added: dict[str, Any] = {"is_goal": is_goal, "goal_states": ListOfGoals(goals)}
    toward: Callable[[list[Any]], P] | None = getattr(bare, "_toward_goals", None)
    if toward is None and hasattr(problem, "goal"):
        added["_toward_each_goal"] = _TowardEach(bare, goals)
    if hasattr(problem, "_copy_with_goal"):  # It's the problem of a built-in class, which then shows no goal.
        added["goal"] = goals[0] if len(goals) == 1 else None
    remedy, estimate = "or define is_goal and goal_states in the class", heuristic_to_of(problem)
    bound = set_members(copy.copy(bare) if toward is None else toward(goals), added, "with_goals", remedy)
    h: Callable[[Any], float] | None = None if estimate is None else _ToNearest(estimate, goals)
    if heuristic is not None:
        h = bind_heuristic(heuristic, bound)
    elif h is None:
        h = _own_value(bare, bound) or _zero
    base = problem if toward is None else toward(goals)
    return derive(base, "goals", {**added, "heuristic": h}, user="with_goals", remedy=remedy)


def _to_wrapped_goals(problem: Any, bare: Any) -> Callable[[list[Any]], Any] | None:
    """Return the function that gives goals to a problem whose states contain those of another one; None for others."""
    own: Callable[[list[Any]], Any] | None = getattr(problem, "_with_goals", None)
    if own is not None or not isinstance(problem, WrappingProblem):
        return own
    return partial(_with_wrapped_goals, problem, bare)


def _with_wrapped_goals(problem: Any, bare: Any, goals: list[Any]) -> Any:  # Any: a `WrappingProblem`
    """Return a problem whose goals are states of it, or of the problem that it's made from."""
    inner = [goal for goal in goals if levels_up(problem, goal) > 0]
    own = [goal for goal in goals if levels_up(problem, goal) == 0]
    if len(own) > 0:
        refuse_members(problem, "goals", f"with_goals, for the goal {short_repr(own[0])},")
    below = with_goals(problem.problem, [*inner, *(goal.state for goal in own)])
    table = fates("goals")
    kept = {name: value for name, value in vars(bare).items() if table.get(name) is Fate.KEPT}
    bare = copy.copy(bare)
    bare._make_from(below)  # noqa: SLF001  # a class of this package
    if len(own) > 0:
        key_of = state_key_of(problem)
        keys = frozenset(own if key_of is None else map(key_of, own))
        of_inner = with_goals(problem.problem, inner).is_goal if len(inner) > 0 else None
        kept["is_goal"] = _IsOneOf(keys, key_of, of_inner)
        kept["goal_states"] = ListOfGoals(own) if len(inner) == 0 else None
    return set_members(bare, kept, "with_goals", "")


@dataclass(frozen=True, slots=True)
class _IsOneOf(Generic[S]):
    """The method ``is_goal`` of a derived problem whose goals can be states of the given problem."""

    keys: frozenset[Hashable]
    key_of: Callable[[S], Hashable] | None
    of_inner: Callable[[Any], bool] | None

    def __call__(self, state: Any, /) -> bool:
        """Return True if the state is one of the goals."""
        if (state if self.key_of is None else self.key_of(state)) in self.keys:
            return True
        return self.of_inner is not None and self.of_inner(state.state)


def _is_one_of(goals: frozenset[Hashable], state: Any) -> bool:
    """Return True if a state is one of the goals. `compile_problem` translates this."""
    return state in goals


def _has_key_of_one(keys: frozenset[Hashable], key_of: Callable[[Any], Hashable], state: Any) -> bool:
    return key_of(state) in keys


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
        toward = getattr(self.problem, "_toward", None)
        if toward is not None:
            return [toward(goal) for goal in self.goals]
        copies = [copy.copy(self.problem) for _ in self.goals]
        return [
            set_members(each, {"goal": goal}, "with_goals", "or set no goal")
            for each, goal in zip(copies, self.goals, strict=True)
        ]


def _own_value(problem: Problem[S, Any], clone: Problem[S, Any]) -> Callable[[S], float] | None:
    """Return the heuristic value of a built-in problem, bound to the goals of a copy; None if that isn't possible."""
    value: Any = getattr(problem, "_heuristic", None)  # Any: a heuristic of any kind
    if copy_with_heuristic_of(problem) is None or not hasattr(value, "bind"):
        return None
    try:
        return bind_heuristic(value, clone)
    except (TypeError, ValueError) as error:  # A pattern database belongs to one goal.
        raise_if_from_handler(error)
        return None


def _zero(_: object) -> float:
    return 0
