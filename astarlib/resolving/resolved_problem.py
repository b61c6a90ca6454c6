"""The functions of a problem that an engine calls: the required ones, and the optional ones that are valid."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from operator import attrgetter, is_
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple

from typing_extensions import TypeVar

from astarlib._support.plain_values import is_number, plain_value
from astarlib._support.wording import ASYNC_CODE, ASYNC_HINT, hint_for, is_async
from astarlib.errors import (
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    MissingCapabilityError,
    short_repr,
)
from astarlib.problem import A, Problem, S, SearchProblem, Starts

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain, CompiledHeuristic

__all__ = ["ResolvedProblem", "truth"]

P = TypeVar("P", bound=Problem[Any, Any])

_REQUIRED = ("initial_state", "actions", "result", "cost", "heuristic", "is_goal")
_EDGES = ("actions", "result", "cost")
"""The methods that define the edges out of a state."""


class ResolvedProblem(NamedTuple, Generic[S, A]):
    """The functions of a problem that an engine calls, including the valid optional capabilities.

    ``cost`` is None if every step costs 1 (the default of ``SearchProblem``). The fields from ``successors`` on are
    None if the problem doesn't have these methods, or if a more derived class overrides a method that they replace.
    """

    problem: Problem[S, A]
    """The problem itself."""
    initial_state: S
    """The state from which the search starts."""
    actions: Callable[[S], Iterable[A]]
    """The problem's ``actions``."""
    result: Callable[[S, A], S]
    """The problem's ``result``."""
    cost: Callable[[S, A, S], float] | None
    """The problem's ``cost``, or None for the default of ``SearchProblem`` (every step costs 1)."""
    heuristic: Callable[[S], float]
    """The problem's ``heuristic``, or its ``heuristic_function`` if that is valid."""
    is_goal: Callable[[S], bool]
    """The problem's ``is_goal``."""
    successors: Callable[[S], Iterable[tuple[A, S, float]]] | None
    """The problem's ``successors``, or None."""
    state_key: Callable[[S], Hashable] | None
    """The problem's ``state_key``, or None."""
    heuristic_change: Callable[[S, A, S], float] | None
    """The problem's ``heuristic_change``, or None."""
    heuristic_batch: Callable[[Sequence[S]], Iterable[float]] | None = None
    """The problem's ``heuristic_batch``, or None."""
    compiled_domain: Callable[[], CompiledDomain[S]] | None = None
    """The problem's ``compiled_domain``, or None."""
    resources: Callable[[S], tuple[Hashable, tuple[float, ...]]] | None = None
    """The problem's ``resources``, or None."""

    @property
    def initial_states(self) -> tuple[S, ...]:
        """The states from which the search starts: one, unless the problem comes from ``with_starts``."""
        return starts_of(self.problem)

    @property
    def edges(self) -> Callable[[S], Iterable[tuple[A, S, float]]]:
        """The function that returns the edges out of a state as ``(action, next_state, cost)``."""
        if self.successors is not None:
            return self.successors
        return partial(_edges, self.actions, self.result, self.cost)


def resolve_problem(problem: Problem[S, A]) -> ResolvedProblem[S, A]:
    """Return the functions of ``problem`` that an engine calls, resolved once before a search.
    Raise InvalidProblemError, which names it, if a required member is missing, or ``problem`` is a class.
    """
    kind: type[Any] = type(problem)
    own: Any = getattr(problem, "__dict__", ())  # Any: a dict of any values, or an empty tuple
    key = kind, _NAMES.intersection(own)
    plan = _plans.get(key)
    for name in key[1]:
        # Most are None or functions, and this is done for each search.
        if (member := own[name]) is not None and (
            member.__code__.co_flags & ASYNC_CODE if type(member) is FunctionType else is_async(member)
        ):
            raise _async_error(kind, name)
    if plan is not None and _is_current(plan, kind, problem):  # Each search does this.
        try:
            return _resolved(problem, plan)
        except AttributeError:  # A member is missing. The error is raised below.
            pass
    _require_members(problem, kind)
    if len(_plans) >= _MAX_PLANS:
        _plans.clear()
    members_of = attrgetter("__mro__", "__class__", *(name for name in _MEMBERS if hasattr(kind, name)))
    absent = tuple(name for name in _MEMBERS if not hasattr(kind, name) and not hasattr(problem, name))
    plan = _plans[key] = _Plan(
        members_of,
        members_of(kind),
        absent,
        getattr(problem.cost, "__func__", None) is not SearchProblem.cost,
        *(name not in absent and _is_valid(problem, name, replaced) for name, replaced in _REPLACED.items()),
    )
    return _resolved(problem, plan)


def _require_members(problem: Any, kind: type[Any]) -> None:  # Any: whatever the user passes as a problem
    """Raise InvalidProblemError if a required member is missing, or if a member is async."""
    if isinstance(problem, type):
        name = problem.__name__
        raise InvalidProblemError(f"expected a problem, not the class {name}; create an instance, {name}(...)")
    for name in _ASYNC_ERRORS:  # This is done first, since a property that is async is called below.
        if is_async(next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)):
            raise _async_error(kind, name)
    for name in _REQUIRED:
        if not hasattr(problem, name):
            if (other := _other_form(problem)) is not None:
                raise InvalidProblemError(f"expected a problem, such as a SearchProblem, not {other}")
            raise InvalidProblemError(
                f"{type(problem).__name__} has no {name}; {_remedy(problem, name)} (see astarlib.SearchProblem)"
            )


def _async_error(kind: type, name: str) -> InvalidProblemError:
    name = _PRIVATE.get(name, name)
    return _ASYNC_ERRORS[name](f"{name} of {kind.__name__} is async, so it returns no value. {ASYNC_HINT}")


class _Plan(NamedTuple):
    """The capabilities that are valid for all problems of a class whose instances define the same members."""

    members_of: attrgetter[Any]
    """The function that returns the base classes of the class, and the members that it has."""
    members: tuple[Any, ...]
    """The values that it returned. If one changes, the plan is out of date."""
    absent: tuple[str, ...]
    """The names of the members that neither the class nor the instance has."""
    cost: bool
    successors: bool
    state_key: bool
    heuristic_change: bool
    heuristic_function: bool
    heuristic_batch: bool
    compiled_domain: bool
    resources: bool


_OF_DOMAIN: Final = ("successors", *_EDGES, "heuristic", "heuristic_change", "is_goal", "state_key")
"""The methods that a compiled domain replaces."""
_IN_CLASSES: Final = frozenset(("heuristic_function", "predecessors", "backward_heuristic"))
"""The others that it replaces, but not where an instance has them: a problem may make both from the same values."""
_OF_GOALS: Final = (
    *("heuristic", "heuristic_change", "heuristic_function", "heuristic_batch", "is_goal", "goal_states"),
    *("steps_to_go", "resources", "least_resources", "why_unsolvable"),
)
"""The methods that a copy with other goals must not have from a class that doesn't know these goals."""
_REPLACED: Final[Mapping[str, tuple[str, ...]]] = {
    "successors": _EDGES, "state_key": (), "heuristic_change": ("heuristic",), "heuristic_function": ("heuristic",),
    "heuristic_batch": ("heuristic", "heuristic_function"), "compiled_domain": _OF_DOMAIN,
    "resources": (),
}  # fmt: skip
_MEMBERS: Final = frozenset((*_REQUIRED, *_REPLACED)) - {"initial_state"}
_ASYNC_ERRORS: Final[Mapping[str, type[InvalidProblemError]]] = {
    **dict.fromkeys(
        (*_REQUIRED, *_REPLACED, *_OF_GOALS, "predecessors", "cost_unit", "compiled_domain", "copy_with_goals",
         "copy_with_heuristic", "format_state", "format_action", "draw_state", "draw_map", "state_position"),
        InvalidProblemError,
    ),
    **dict.fromkeys(
        ("heuristic", "heuristic_batch", "heuristic_change", "heuristic_function", "heuristic_to", "backward_heuristic",
         "steps_to_go"),
        InvalidHeuristicError,
    ),
    "cost": InvalidCostError,
}  # fmt: skip
"""All members that can be methods, each with the error for one that is ``async``."""
_PRIVATE: Final = {"_successors": "successors", "_is_goal": "is_goal", "_estimate": "heuristic"}
"""The attributes that built-in problems call in their methods of other names."""
_NAMES: Final = frozenset((*_ASYNC_ERRORS, *_PRIVATE)) - {"initial_state"}
_MAX_PLANS: Final = 256
_plans: dict[tuple[type, frozenset[str]], _Plan] = {}


def _is_current(plan: _Plan, kind: type[Any], problem: object) -> bool:
    """Return True if the class has the members of its plan, and the instance has none of those that were absent."""
    try:
        members = plan.members_of(kind)
    except AttributeError:  # The class has lost a member.
        return False
    return all(map(is_, plan.members, members)) and not any(map(hasattr, repeat(problem), plan.absent))


def _resolved(problem: Any, plan: _Plan) -> ResolvedProblem[Any, Any]:  # Any: a problem with any members
    bound = getattr(problem, "heuristic_function", None) if plan.heuristic_function else None
    estimate = problem.heuristic if bound is None else bound
    change = getattr(problem, "heuristic_change", None) if plan.heuristic_change else None
    members = (
        problem,
        problem.initial_state,
        problem.actions,
        problem.result,
        problem.cost if plan.cost else None,
        _quick(estimate),
        problem.is_goal,
        getattr(problem, "successors", None) if plan.successors else None,
        getattr(problem, "state_key", None) if plan.state_key else None,
        change_of(estimate) if change is None else change,
        getattr(problem, "heuristic_batch", None) if plan.heuristic_batch else None,
        getattr(problem, "compiled_domain", None) if plan.compiled_domain else None,
        getattr(problem, "resources", None) if plan.resources else None,
    )
    return tuple.__new__(ResolvedProblem, members)  # This takes half the time of calling the class.


def _other_form(value: Any) -> str | None:  # Any: whatever the user passes as a problem
    """Return the description of a value that isn't meant as a problem, with what to write; None for an object."""
    kind = type(value).__name__
    if hasattr(value, "statistics") and hasattr(value, "status"):
        return f"a {kind}; pass the problem that was searched"
    if hasattr(value, "is_directed") or isinstance(value, Mapping):
        return f"{short_repr(value)}; for a graph, write GraphProblem(graph, start, goal)"
    if type(value).__module__.startswith("astarlib.problems.grid"):
        return f"a {kind}; write GridProblem(grid, start, goal)"
    if callable(value):
        name = getattr(value, "__name__", kind)
        return f"the function {name}; write FunctionProblem(start, successors=..., is_goal=...)"
    return short_repr(value) if isinstance(value, (list, tuple, set, str)) else None


def _remedy(problem: object, name: str) -> str:
    """Return a hint: how to add the missing member, or which similar member to rename."""
    from difflib import get_close_matches  # only needed if a member is missing

    others = [other for other in dir(problem) if not other.startswith("_") and other not in _REQUIRED]
    close = get_close_matches(name, others, n=1, cutoff=0.8)
    if len(close) > 0:
        return f"did you mean {name} where you wrote {close[0]}? Rename it"
    return "call super().__init__(initial_state)" if name == "initial_state" else "define it"


def _quick(function: Any) -> Callable[[Any], float]:  # Any: for mypy, a callable has no __call__
    """Return the function in its fastest form: for a callable object, that is its bound ``__call__``."""
    if type(function) is MethodType:
        return function
    call = function.__call__
    return call if isinstance(call, MethodType) else function


def starts_of(problem: Problem[S, A]) -> tuple[S, ...]:
    """Return the states from which a search starts: one, unless the problem comes from ``with_starts``."""
    starts: object = getattr(problem, "initial_states", None)
    return starts if isinstance(starts, Starts) else (problem.initial_state,)


def truth(answer: Any, state: Any) -> bool:  # Any: the result of a user's ``is_goal``, and a user's state
    """Return the answer of ``is_goal(state)`` as a bool.

    Parameters
    ----------
    answer, state:
        The value that ``is_goal`` returned, and the state, for the error. An int counts as True unless it's 0.

    Raises
    ------
    InvalidProblemError
        If the answer is neither a bool (Python's or numpy's) nor an int. None probably means a missing ``return``.

    Examples
    --------
    >>> truth(1, "any state")
    True
    """
    plain = plain_value(answer)
    if not isinstance(plain, int):
        is_array = getattr(answer, "ndim", 0) > 0
        hint = hint_for(answer) + (" Arrays need `(a == b).all()`" if is_array else "")
        raise InvalidProblemError(
            f"is_goal({short_repr(state)}) returned {short_repr(answer)}; expected True or False. {hint}",
            state=state,
            value=answer,
        )
    return bool(plain)


def edges_of(problem: Problem[S, A]) -> Callable[[S], Iterable[tuple[A, S, float]]]:
    """Return the function for the edges out of a state, ``(action, next_state, cost)``; it needs no heuristic."""
    successors: Callable[[S], Iterable[tuple[A, S, float]]] | None = capability(problem, "successors", _EDGES)
    return successors or partial(_edges, problem.actions, problem.result, _own_cost(problem))


def edges_back_of(problem: Problem[S, A]) -> Callable[[S], Iterable[tuple[A, S, float]]] | None:
    """Return the function for the edges into a state, ``(action, previous_state, cost)``, or None."""
    return capability(problem, "predecessors", ("successors", *_EDGES))  # type: ignore[no-any-return]  # see capability


def goal_states_of(problem: Problem[S, A]) -> Callable[[], Iterable[S]] | None:
    """Return the function that lists the goals, or None if the problem has none."""
    return capability(problem, "goal_states", ("is_goal",))  # type: ignore[no-any-return]  # see capability


def backward_heuristic_of(problem: Problem[S, A]) -> Callable[[S], float] | None:
    """Return the function that estimates the cost from the initial state to a state, or None if there is none."""
    if isinstance(getattr(problem, "initial_states", None), Starts):  # It estimates the cost from another state.
        return None
    found = capability(problem, "backward_heuristic", ("successors", *_EDGES))
    return None if found is None else _quick(found)


def steps_to_go_of(problem: Problem[S, A]) -> Callable[[S], float] | None:
    """Return the function that estimates the number of actions to a goal, or None if there is none."""
    found = capability(problem, "steps_to_go", ())
    return None if found is None else _quick(found)


def cost_unit_of(problem: Problem[S, A]) -> float | None:
    """Return a number that divides all costs, or None if none is known. It's 1 if the problem uses the default ``cost``
    and has no ``successors``. Raise InvalidProblemError if ``cost_unit`` isn't a finite number > 0.
    """
    unit = plain_value(capability(problem, "cost_unit", ("successors", *_EDGES)))
    if unit is None:
        is_default = _own_cost(problem) is None and capability(problem, "successors", _EDGES) is None
        return 1 if is_default else None
    if not is_number(unit, 0, math.nextafter(math.inf, 0)) or unit == 0:
        raise InvalidProblemError(
            f"cost_unit of {type(problem).__name__} is {short_repr(unit)}; expected a finite number > 0, or None",
            value=unit,
        )
    return unit  # type: ignore[no-any-return]  # It's a number.


def why_unsolvable_of(problem: Problem[S, A], *, is_quick: bool = False) -> str | None:
    """Return the problem's own proof that no solution exists, or None. See ``SearchProblem``.
    A proof doesn't count if a more derived class changes the edges or the goal, or if the search has several starts.
    ``is_quick`` leaves out the reason of a problem that searches for it itself.
    """
    if is_quick and getattr(problem, "_searches_for_reason", False):
        return None
    proof: Callable[[], str | None] | None = capability(problem, "why_unsolvable", ("successors", *_EDGES, "is_goal"))
    return None if proof is None or len(starts_of(problem)) > 1 else proof()


def compiled_domain_of(problem: Problem[S, A]) -> Callable[[], CompiledDomain[S]] | None:
    """Return the function that creates the domain for compiled engines, or None if the problem has none."""
    found: Callable[[], CompiledDomain[S]] | None = capability(problem, "compiled_domain", _OF_DOMAIN)
    if found is None or "compiled_domain" in getattr(problem, "__dict__", ()):
        return found
    has_resources = False
    for cls in type(problem).__mro__:
        names = cls.__dict__
        if "compiled_domain" in names:
            # The domain of a user is right without resources, too.
            return None if has_resources and cls.__module__.startswith("astarlib.problems.") else found
        if not _IN_CLASSES.isdisjoint(names):
            return None
        has_resources |= "resources" in names
    return found


def is_compiled(problem: Problem[Any, Any], name: str) -> bool:
    """Return True unless ``resources`` or another optional method is more derived than ``compiled_domain``, whose
    function of the same ``name`` it then replaces.
    """
    return _is_valid(problem, "compiled_domain", (name,))


def copy_with_heuristic_of(problem: P) -> Callable[[Any], P] | None:
    """Return the function that makes a copy of the problem with another heuristic, or None if it has none."""
    replaced = ("heuristic", "heuristic_change", "heuristic_function", "heuristic_batch", "compiled_domain")
    return capability(problem, "copy_with_heuristic", replaced)  # type: ignore[no-any-return]  # see capability


def copy_with_goals_of(problem: P, *, count: int) -> Callable[[Iterable[Any]], P] | None:
    """Return the function that makes a copy of the problem with so many other goals, or None if it has none."""
    found = capability(problem, "copy_with_goals", _OF_GOALS)
    if found is None and count == 1:
        found = capability(problem, "_copy_with_goal", _OF_GOALS)
    return found  # type: ignore[no-any-return]  # see capability


def heuristic_to_of(problem: Problem[S, A]) -> Callable[[S, S], float] | None:
    """Return the function that estimates the cost from a state to a given goal, or None if the problem has none."""
    return capability(problem, "heuristic_to", ("successors", *_EDGES))  # type: ignore[no-any-return]  # see capability


def require_capability(
    problem: Problem[S, A], name: str, user: object, instead: str = ""
) -> Any:  # Any: each has its own signature
    """Return the problem's method ``name``, which ``user`` requires. ``user`` is an engine, or a name for messages.
    Raise MissingCapabilityError if the problem doesn't have it, or a more derived class overrides a method that it
    replaces. The message ends with the sentence ``instead``, which says what to use.
    """
    find: Any = _FINDERS.get(name)
    method = capability(problem, name, ()) if find is None else find(problem)
    if method is None:
        has = "overrides the heuristic, goal or edges of its" if getattr(problem, name, None) is not None else "has no"
        page = "compile a problem" if name == "compiled_domain" else "write a problem"
        end = f". {instead}" if instead else ""
        raise MissingCapabilityError(
            f"{type(problem).__name__} {has} {name}; {user} needs it (see the guide: {page}){end}"
        )
    return method


_FINDERS = {
    "backward_heuristic": backward_heuristic_of,
    "compiled_domain": compiled_domain_of,
    "goal_states": goal_states_of,
    "predecessors": edges_back_of,
}
"""The functions that find the capabilities which a more derived method of the problem can override."""


def state_key_of(problem: Problem[S, A]) -> Callable[[S], Hashable] | None:
    """Return the function that makes states hashable, or None if the problem doesn't define ``state_key``."""
    return capability(problem, "state_key", ())  # type: ignore[no-any-return]  # see capability


def heuristic_function_of(problem: Problem[S, A]) -> Callable[[S], float] | None:
    """Return the function that ``heuristic`` calls with the state, or None if the problem doesn't expose one."""
    return capability(problem, "heuristic_function", ("heuristic",))  # type: ignore[no-any-return]  # see capability


def change_of(estimate: Callable[[S], float]) -> Callable[[S, Any, S], float] | None:
    """Return ``change(state, action, next_state)`` of a bound heuristic, h(next_state) - h(state); None without one."""
    return getattr(estimate, "change", None)


def compiled_heuristic_of(
    estimate: Callable[[S], float],
) -> Callable[[CompiledDomain[S], int], CompiledHeuristic] | None:
    """Return ``compiled_heuristic(domain, at)`` of a bound heuristic, or None without one.
    It returns the heuristic for a compiled domain, with its own tables from index ``at`` on, and raises
    MissingCapabilityError if compiled engines can't evaluate a part.
    """
    return getattr(estimate, "compiled_heuristic", None)


def is_blind(problem: ResolvedProblem[Any, Any]) -> bool:
    """Return True if the problem has no heuristic, so that h = 0 is right without a condition."""
    function = getattr(problem.heuristic, "__func__", None)
    if function is SearchProblem.heuristic:
        return True
    is_ours = str(getattr(function, "__module__", None)).startswith("astarlib.")  # It's None after `exec(text, {})`.
    return is_ours and getattr(problem.problem, "_estimate", function) is None


def comparison_of(problem: Problem[S, A]) -> Callable[[Problem[S, A], Iterable[S]], Iterable[S] | None] | None:
    """Return the function that compares the edges with those of another problem, or None without one.
    It takes the other problem and the states to compare. It returns at least those of them whose outgoing edges differ,
    or None if the problems can't be compared. Like `animation_of`, it isn't public.
    """
    return capability(problem, "_edges_differ", ("successors", *_EDGES))  # type: ignore[no-any-return]  # see capability


def membership_of(problem: Problem[S, A]) -> Callable[[S], bool] | None:
    """Return the function that tests if a state is one of the problem's states, or None without one."""
    return capability(problem, "_has_state", ())  # type: ignore[no-any-return]  # see capability


def capability(
    problem: object, name: str, replaced: tuple[str, ...]
) -> Any:  # Any: each capability has its own signature
    """Return the method ``name`` of ``problem``; None if it's missing, or less derived than one that it replaces."""
    return getattr(problem, name, None) if _is_valid(problem, name, replaced) else None


def _is_valid(problem: object, name: str, replaced: tuple[str, ...]) -> bool:
    """Return True unless a method that ``name`` would replace is more derived than ``name``."""
    kinds: list[Any] = [cls.__dict__ for cls in type(problem).__mro__]
    for names in (getattr(problem, "__dict__", ()), *kinds):  # Each search does this several times.
        if name in names:
            return True
        for other in replaced:
            if other in names:
                return False
    return True


def definition_level(problem: object, name: str) -> int:
    """Return how derived the definition of ``name`` is: 0 on the instance, 1 on its class, and so on up the bases."""
    if name in getattr(problem, "__dict__", ()):
        return 0
    depth = 1
    for cls in type(problem).__mro__:  # Each search calls this many times, and a generator takes twice the time.
        if name in cls.__dict__:
            return depth
        depth += 1
    return depth


def _own_cost(problem: Problem[S, A]) -> Callable[[S, A, S], float] | None:
    """Return ``cost``, or None if it's the default."""
    return None if getattr(problem.cost, "__func__", None) is SearchProblem.cost else problem.cost


def _edges(
    actions: Callable[[S], Iterable[A]],
    result: Callable[[S, A], S],
    cost: Callable[[S, A, S], float] | None,
    state: S,
) -> Iterator[tuple[A, S, float]]:
    for action in actions(state):
        next_state = result(state, action)
        yield action, next_state, 1 if cost is None else cost(state, action, next_state)
