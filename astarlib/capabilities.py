"""The optional capabilities of a problem, each a small protocol, and the functions that resolve them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from operator import attrgetter, is_
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol

from typing_extensions import TypeVar

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import is_number, plain_value
from astarlib._support.state_text import action_text, state_text
from astarlib._support.wording import ASYNC_CODE, ASYNC_HINT, hint_for, is_async
from astarlib.errors import (
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    MissingCapabilityError,
    ProblemMethodError,
    format_error,
    short_repr,
)
from astarlib.problem import A, Problem, S, SearchProblem, Starts, install_html

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.compiled_domain import CompiledDomain, CompiledHeuristic
    from astarlib.drawing import Drawing, Map

__all__ = [
    "HasBackwardHeuristic",
    "HasCompiledDomain",
    "HasCostUnit",
    "HasDrawing",
    "HasHeuristicBatch",
    "HasHeuristicFunction",
    "HasHeuristicTo",
    "HasIncrementalHeuristic",
    "HasMap",
    "HasPredecessors",
    "HasResources",
    "HasStateKey",
    "HasStepsToGo",
    "HasSuccessors",
    "HasText",
    "ResolvedProblem",
    "truth",
]

P = TypeVar("P", bound=Problem[Any, Any])
T = TypeVar("T")
StateT_contra = TypeVar("StateT_contra", contravariant=True, default=Any)
StateT = TypeVar("StateT", default=Any)
ActionT_co = TypeVar("ActionT_co", covariant=True, default=Any)
ActionT_contra = TypeVar("ActionT_contra", contravariant=True, default=Any)

_REQUIRED = ("initial_state", "actions", "result", "cost", "heuristic", "is_goal")
_EDGES = ("actions", "result", "cost")
"""The methods that define the edges out of a state."""


class HasSuccessors(Protocol[StateT, ActionT_co]):
    """A problem that returns all edges out of a state at once.

    Engines then call ``successors`` instead of ``actions``, ``result`` and ``cost``, which is faster.
    """

    def successors(self, state: StateT, /) -> Iterable[tuple[ActionT_co, StateT, float]]:
        """Return the edges out of ``state`` as ``(action, next_state, cost)``, in the order of ``actions``."""
        ...


class HasStateKey(Protocol[StateT_contra]):
    """A problem whose states are identified by a hashable key, because they aren't hashable or some are equivalent."""

    def state_key(self, state: StateT_contra, /) -> Hashable:
        """Return the key of ``state``; states with equal keys count as the same state."""
        ...


class HasHeuristicFunction(Protocol[StateT_contra]):
    """A problem whose ``heuristic`` only calls another function, for example one that it takes as a parameter.

    Engines then call that function directly, which saves one call for each evaluation.
    """

    @property
    def heuristic_function(self) -> Callable[[StateT_contra], float] | None:
        """The function ``state -> h`` whose value ``heuristic`` returns unchanged, or None if there is none."""
        ...


class HasHeuristicTo(Protocol[StateT_contra]):
    """A problem that can estimate the cost from a state to any given goal, for ``with_goals``.

    ``heuristic_to`` is ignored if a more derived class overrides ``successors``, ``actions``, ``result`` or ``cost``,
    because the estimate might then be too high.
    """

    def heuristic_to(self, state: StateT_contra, goal: StateT_contra, /) -> float:
        """Return an estimate >= 0 of the cost from ``state`` to ``goal``, or inf if no path leads there."""
        ...


class HasIncrementalHeuristic(Protocol[StateT_contra, ActionT_contra]):
    """A problem that can compute the change of h along a step faster than h itself.

    Engines that evaluate h at every edge use it. ``heuristic`` must equal the h of the initial state plus the changes
    along the path, up to the rounding of floats.
    """

    def heuristic_change(self, state: StateT_contra, action: ActionT_contra, next_state: StateT_contra, /) -> float:
        """Return h(next_state) - h(state), or inf if ``next_state`` is a dead end."""
        ...


class HasHeuristicBatch(Protocol[StateT_contra]):
    """A problem that can evaluate many states together faster than one by one, for example with a neural network.

    The best-first and anytime engines that use h call it once for all new successors of a state, and
    ``BatchWeightedAStar`` and ``BeamSearch`` once for the new successors of many states. A search asks for each state
    once, even if an interrupt or an error stops it and it runs again. IDA* and RBFS call ``heuristic`` or
    ``heuristic_change`` instead. ``heuristic_batch`` is ignored if a more derived class overrides ``heuristic``.
    """

    def heuristic_batch(self, states: Sequence[StateT_contra], /) -> Iterable[float]:
        """Return the h of each state, in the order of ``states``, which is a list of at least one state.

        The values must equal those of ``heuristic``, up to the rounding of floats. A one-dimensional numpy array is
        also accepted.
        """
        ...


class HasPredecessors(Protocol[StateT, ActionT_co]):
    """A problem that can list its goals and the edges into a state, for backward search and pattern databases.

    ``goal_states`` is ignored if a more derived class overrides ``is_goal``. ``predecessors`` is ignored if a more
    derived class overrides ``successors``, ``actions``, ``result`` or ``cost``.
    """

    def goal_states(self) -> Iterable[StateT]:
        """Return all goals."""
        ...

    def predecessors(self, state: StateT, /) -> Iterable[tuple[ActionT_co, StateT, float]]:
        """Return the edges into ``state`` as ``(action, previous_state, cost)``."""
        ...


class HasResources(Protocol[StateT_contra]):
    """A problem in which a state can make another one useless, for example with more charge in the same place.

    A state dominates another one with the same key if its g isn't greater, and none of its resources is. The search
    then leaves out the dominated state. Best-first engines (A*, weighted A*, greedy, Dijkstra and formulas of your
    own), ``FocalSearch``, ``ARAStar`` and ``AnytimeWeightedAStar`` use it, and so do their compiled forms, except on
    disk and with several threads. Others ignore it.

    The problem promises two things. For each edge of a dominated state, the dominating state has an edge that doesn't
    cost more, to the same state or to one that dominates it. It doesn't need that edge if it is itself such a state:
    with a full battery, it needn't charge. If one of the resources is the cost of the path so far, for example a time,
    the edge may cost more by the difference of the two times. If the dominated state is a goal, so is the other one.
    The cost of the solution is then the same as without ``resources``. `check_problem` tests this. Comparing the
    remaining costs isn't enough: with steps of cost 0, the only solution could lead through the dominated state.
    """

    def resources(self, state: StateT_contra, /) -> tuple[Hashable, tuple[float, ...]]:
        """Return a hashable key, and the resources that the state has used: numbers, the smaller the better."""
        ...


class HasBackwardHeuristic(Protocol[StateT_contra]):
    """A problem that can estimate the cost from its initial state to any state, for bidirectional engines.

    ``backward_heuristic`` is ignored if a more derived class overrides ``successors``, ``actions``, ``result`` or
    ``cost``, because the estimate might then be too high. Overriding ``heuristic`` or ``is_goal`` doesn't affect it.
    """

    def backward_heuristic(self, state: StateT_contra, /) -> float:
        """Return an estimate >= 0 of the cost from the initial state to ``state``, or inf if no path leads there."""
        ...


class HasCostUnit(Protocol):
    """A problem whose costs are whole multiples of a unit. Bidirectional engines then stop earlier.

    ``cost_unit`` is ignored if a more derived class overrides ``successors``, ``actions``, ``result`` or ``cost``.
    """

    @property
    def cost_unit(self) -> float | None:
        """A number > 0: each step costs a whole multiple of it, and at least 1 times. None if there is no such unit."""
        ...


class HasStepsToGo(Protocol[StateT_contra]):
    """A problem that can estimate the number of actions to a goal, for ``FocalSearch``.

    If costs differ a lot, the number of actions shows better than h how much work is left. Researchers call it the
    distance-to-go d. It needn't be admissible, so an inherited ``steps_to_go`` is used even if a more derived class
    overrides other methods.
    """

    def steps_to_go(self, state: StateT_contra, /) -> float:
        """Return an estimate >= 0 of the number of actions from ``state`` to a goal, or inf for a dead end."""
        ...


class HasCompiledDomain(Protocol[StateT]):
    """A problem that compiled engines (``astarlib.compiled``) can solve, with functions over packed states.

    The compiled domain replaces the edges, the heuristic and the goal test of the problem. So it's ignored if a more
    derived class, or the instance, overrides one of these.
    """

    def compiled_domain(self) -> CompiledDomain[StateT]:
        """Return the domain; MissingCapabilityError if this problem, or its heuristic, has none."""
        ...


class HasText(Protocol[StateT_contra, ActionT_contra]):
    """A problem that formats its states and actions as text."""

    def format_state(self, state: StateT_contra, /) -> str:
        """Return the state as text, in one or more lines, without a newline at the end."""
        ...

    def format_action(self, action: ActionT_contra, /) -> str:
        """Return the action in one or two words."""
        ...


class HasDrawing(Protocol[StateT_contra]):
    """A problem that draws its states. The viewer, solution pages and GIFs show the drawing instead of text."""

    def draw_state(self, state: StateT_contra, /) -> Drawing:
        """Return the state as a picture; see ``astarlib.drawing``."""
        ...


class HasMap(Protocol[StateT_contra]):
    """A problem whose states are places on one picture, so that the viewer can show which part a search has reached."""

    def draw_map(self) -> Map:
        """Return the picture without any state."""
        ...

    def state_position(self, state: StateT_contra, /) -> tuple[float, float]:
        """Return the position (x, y) of the state on the picture: the center of its mark."""
        ...


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
    successors: Callable[[S], Iterable[tuple[A, S, float]]] | None = _capability(problem, "successors", _EDGES)
    return successors or partial(_edges, problem.actions, problem.result, _own_cost(problem))


def edges_back_of(problem: Problem[S, A]) -> Callable[[S], Iterable[tuple[A, S, float]]] | None:
    """Return the function for the edges into a state, ``(action, previous_state, cost)``, or None."""
    return _capability(problem, "predecessors", ("successors", *_EDGES))  # type: ignore[no-any-return]  # see _capability


def goal_states_of(problem: Problem[S, A]) -> Callable[[], Iterable[S]] | None:
    """Return the function that lists the goals, or None if the problem has none."""
    return _capability(problem, "goal_states", ("is_goal",))  # type: ignore[no-any-return]  # see _capability


def backward_heuristic_of(problem: Problem[S, A]) -> Callable[[S], float] | None:
    """Return the function that estimates the cost from the initial state to a state, or None if there is none."""
    if isinstance(getattr(problem, "initial_states", None), Starts):  # It estimates the cost from another state.
        return None
    found = _capability(problem, "backward_heuristic", ("successors", *_EDGES))
    return None if found is None else _quick(found)


def steps_to_go_of(problem: Problem[S, A]) -> Callable[[S], float] | None:
    """Return the function that estimates the number of actions to a goal, or None if there is none."""
    found = _capability(problem, "steps_to_go", ())
    return None if found is None else _quick(found)


def cost_unit_of(problem: Problem[S, A]) -> float | None:
    """Return a number that divides all costs, or None if none is known. It's 1 if the problem uses the default ``cost``
    and has no ``successors``. Raise InvalidProblemError if ``cost_unit`` isn't a finite number > 0.
    """
    unit = plain_value(_capability(problem, "cost_unit", ("successors", *_EDGES)))
    if unit is None:
        is_default = _own_cost(problem) is None and _capability(problem, "successors", _EDGES) is None
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
    proof: Callable[[], str | None] | None = _capability(problem, "why_unsolvable", ("successors", *_EDGES, "is_goal"))
    return None if proof is None or len(starts_of(problem)) > 1 else proof()


def compiled_domain_of(problem: Problem[S, A]) -> Callable[[], CompiledDomain[S]] | None:
    """Return the function that creates the domain for compiled engines, or None if the problem has none."""
    found: Callable[[], CompiledDomain[S]] | None = _capability(problem, "compiled_domain", _OF_DOMAIN)
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
    return _capability(problem, "copy_with_heuristic", replaced)  # type: ignore[no-any-return]  # see _capability


def copy_with_goals_of(problem: P, *, count: int) -> Callable[[Iterable[Any]], P] | None:
    """Return the function that makes a copy of the problem with so many other goals, or None if it has none."""
    found = _capability(problem, "copy_with_goals", _OF_GOALS)
    if found is None and count == 1:
        found = _capability(problem, "_copy_with_goal", _OF_GOALS)
    return found  # type: ignore[no-any-return]  # see _capability


def heuristic_to_of(problem: Problem[S, A]) -> Callable[[S, S], float] | None:
    """Return the function that estimates the cost from a state to a given goal, or None if the problem has none."""
    return _capability(problem, "heuristic_to", ("successors", *_EDGES))  # type: ignore[no-any-return]  # see _capability


def require_capability(
    problem: Problem[S, A], name: str, user: object, instead: str = ""
) -> Any:  # Any: each has its own signature
    """Return the problem's method ``name``, which ``user`` requires. ``user`` is an engine, or a name for messages.
    Raise MissingCapabilityError if the problem doesn't have it, or a more derived class overrides a method that it
    replaces. The message ends with the sentence ``instead``, which says what to use.
    """
    find: Any = _FINDERS.get(name)
    method = _capability(problem, name, ()) if find is None else find(problem)
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
    return _capability(problem, "state_key", ())  # type: ignore[no-any-return]  # see _capability


def heuristic_function_of(problem: Problem[S, A]) -> Callable[[S], float] | None:
    """Return the function that ``heuristic`` calls with the state, or None if the problem doesn't expose one."""
    return _capability(problem, "heuristic_function", ("heuristic",))  # type: ignore[no-any-return]  # see _capability


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
    is_ours = function is not None and function.__module__.startswith("astarlib.")
    return is_ours and getattr(problem.problem, "_estimate", function) is None


def state_texter(problem: Problem[S, A]) -> Callable[[S], str]:
    """Return the function that formats a state: the problem's ``format_state``, else `state_text`.
    If ``format_state`` raises or returns no text, a warning names it, and `state_text` takes its place.
    """
    return _safe_text(problem, "format_state", state_text, "repr")


def action_texter(problem: Problem[S, A]) -> Callable[[A], str]:
    """Return the function that formats an action: the problem's ``format_action``, else `action_text`."""
    return _safe_text(problem, "format_action", action_text, "str")


def _safe_text(problem: object, name: str, instead: Callable[[Any], str], name_of_it: str) -> Callable[[Any], str]:
    given = getattr(problem, name, None)
    if given is None:
        return instead
    is_reported = False

    def text(value: Any) -> str:  # Any: a state or an action
        nonlocal is_reported
        what = f"{type(problem).__name__}.{name}({short_repr(value)})"
        try:
            found = given(value)
        except Exception as error:  # noqa: BLE001  # A user's method may raise anything, and a solution isn't lost by it.
            raise_if_from_handler(error)
            what += f" raised {format_error(error)}"
        else:
            if isinstance(found, str):
                return found
            what += f" returned {short_repr(found)}; expected a text"
        if not is_reported:
            warnings.warn(f"{what}; its {name_of_it} is shown instead", stacklevel=2)
            is_reported = True
        return instead(value)

    return text


def drawer(problem: Problem[S, A]) -> Callable[[S], Drawing] | None:
    """Return the function that draws a state, or None if the problem has none."""
    return _named_errors(problem, "draw_state")  # type: ignore[no-any-return]  # see _capability


def map_of(problem: Problem[S, A]) -> tuple[Map, Callable[[S], tuple[float, float]]] | None:
    """Return the problem's map and the function for the position of a state on it, or None if it has no map."""
    draw_map, place = _named_errors(problem, "draw_map"), _named_errors(problem, "state_position")
    return None if draw_map is None or place is None else (draw_map(), place)


def drawn_or(instead: T, draw: Callable[[], T]) -> T:
    """Return what ``draw`` returns. If a method of the problem fails in it, a warning names the method, and the result
    is ``instead``.
    """
    try:
        return draw()
    except ProblemMethodError as error:
        warnings.warn(f"{error}; nothing is drawn", stacklevel=2)
        return instead


_MAX_SHOWN: Final = 2000
"""The length to which a notebook shortens the text of a state."""


def _html_of(problem: Any) -> str:  # Any: a problem, perhaps without an initial state
    """Return what notebooks show: the class, and the initial state as a drawing, as text or as its repr."""
    from html import escape  # only needed in a notebook

    name, starts = escape(type(problem).__qualname__), getattr(problem, "initial_state", _html_of)
    if starts is _html_of:
        return f"<div><strong>{name}</strong>, without an initial state</div>"
    state = starts[0] if isinstance(starts, Starts) else starts
    picture = drawn_or(None, lambda: _picture_of(problem, state))
    if picture is None:
        picture = f"<pre>{escape(state_texter(problem)(state)[:_MAX_SHOWN])}</pre>"
    return f"<div><strong>{name}</strong>, initial state:</div>{picture}"


install_html(_html_of)


def _picture_of(problem: Problem[S, A], state: S) -> str | None:
    """Return the HTML of a state that the problem draws, or of its map, or None if it draws neither."""
    draw, draw_map = drawer(problem), _named_errors(problem, "draw_map")
    if draw is not None:
        return draw(state)._repr_html_()
    return None if draw_map is None else draw_map()._repr_html_()


def is_drawn(name: str, value: Any) -> bool:  # Any: whatever the method returned
    """Return True if a value is right for the method ``draw_state``, ``draw_map`` or ``state_position``."""
    from astarlib.drawing import Drawing, Map  # only needed for drawing

    if name != "state_position":
        return isinstance(value, Drawing if name == "draw_state" else Map)
    try:
        x, y = value
        return math.isfinite(x) and math.isfinite(y)
    except (TypeError, ValueError, OverflowError):
        return False


DRAWINGS: Final = {
    "draw_state": "a Drawing; see astarlib.drawing",
    "draw_map": "a Map; see astarlib.drawing",
    "state_position": "a position (x, y) of two numbers",
}
"""The methods that draw, each with the value that it must return, for an error."""


def _named_errors(problem: object, name: str) -> Any:  # Any: as in `_capability`
    """Return the method ``name`` of `DRAWINGS` with errors that name it, or None."""
    given, expected = getattr(problem, name, None), DRAWINGS[name]
    if given is None:
        return None

    def checked(*arguments: Any) -> Any:  # Any: a state, and a drawing or a position
        what = f"{type(problem).__name__}.{name}({', '.join(map(short_repr, arguments))})"
        try:
            found = given(*arguments)
        except Exception as error:
            raise_if_from_handler(error)
            raise ProblemMethodError(
                f"{what} raised {format_error(error)}", state=next(iter(arguments), None)
            ) from error
        if not is_drawn(name, found):
            raise ProblemMethodError(f"{what} returned {short_repr(found)}; expected {expected}", value=found)
        return found

    return checked


def comparison_of(problem: Problem[S, A]) -> Callable[[Problem[S, A], Iterable[S]], Iterable[S] | None] | None:
    """Return the function that compares the edges with those of another problem, or None without one.
    It takes the other problem and the states to compare. It returns at least those of them whose outgoing edges differ,
    or None if the problems can't be compared. Like `animation_of`, it isn't public.
    """
    return _capability(problem, "_edges_differ", ("successors", *_EDGES))  # type: ignore[no-any-return]  # see _capability


def membership_of(problem: Problem[S, A]) -> Callable[[S], bool] | None:
    """Return the function that tests if a state is one of the problem's states, or None without one."""
    return _capability(problem, "_has_state", ())  # type: ignore[no-any-return]  # see _capability


def animation_of(problem: Problem[S, A]) -> Callable[[Sequence[S]], Content] | None:
    """Return the function that animates a path; None without one, or if a subclass draws its states in another way.
    Only built-in problems have one. It isn't public, since users would have to rely on the items of a scene.
    """
    return _capability(problem, "_animation", ("draw_state", "draw_map", "state_position"))  # type: ignore[no-any-return]  # see _capability


def _capability(
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
