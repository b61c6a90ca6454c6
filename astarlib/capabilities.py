"""Optional powers of a problem, each a small protocol, and the one place that resolves them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import is_
from types import MethodType
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol

from typing_extensions import TypeVar

from astarlib._support.plain_values import plain_number
from astarlib.errors import InvalidProblemError, MissingCapabilityError, short_repr
from astarlib.problem import A, Problem, S, SearchProblem

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Drawing, Map

__all__ = [
    "HasCompiledDomain",
    "HasDrawing",
    "HasHeuristicFunction",
    "HasIncrementalHeuristic",
    "HasMap",
    "HasPredecessors",
    "HasStateKey",
    "HasSuccessors",
    "HasText",
    "ResolvedProblem",
    "truth",
]

StateT_contra = TypeVar("StateT_contra", contravariant=True, default=Any)
StateT = TypeVar("StateT", default=Any)
ActionT_co = TypeVar("ActionT_co", covariant=True, default=Any)
ActionT_contra = TypeVar("ActionT_contra", contravariant=True, default=Any)

_REQUIRED = ("initial_state", "actions", "result", "cost", "heuristic", "is_goal")
_EDGES = ("actions", "result", "cost")
"""What the edges out of a state are made of."""


class HasSuccessors(Protocol[StateT, ActionT_co]):
    """All edges out of a state at once: it stands for ``actions``, ``result`` and ``cost`` and is faster."""

    def successors(self, state: StateT, /) -> Iterable[tuple[ActionT_co, StateT, float]]:
        """The edges out of ``state`` as ``(action, next_state, cost)``, in the order of ``actions``."""
        ...


class HasStateKey(Protocol[StateT_contra]):
    """A hashable stand-in for states that are not hashable, or the same key for states that are to be one."""

    def state_key(self, state: StateT_contra, /) -> Hashable:
        """The key; states with equal keys are one state."""
        ...


class HasHeuristicFunction(Protocol[StateT_contra]):
    """The function that ``heuristic`` passes its state on to, so that engines call it themselves: a call less for each.

    For problems that are given a heuristic: h is the most frequent call of all.
    """

    @property
    def heuristic_function(self) -> Callable[[StateT_contra], float] | None:
        """What ``heuristic`` calls with the state alone, and whose value it returns; None: nothing of the kind."""
        ...


class HasIncrementalHeuristic(Protocol[StateT_contra, ActionT_contra]):
    """What a step does to the heuristic, where that is cheaper to tell than the heuristic itself.

    Engines that evaluate h at every edge ask for it. What ``heuristic`` gives must be the sum of the changes on
    the way, up to the rounding of floats.
    """

    def heuristic_change(self, state: StateT_contra, action: ActionT_contra, next_state: StateT_contra, /) -> float:
        """h(next_state) - h(state); inf where ``next_state`` is a dead end."""
        ...


class HasPredecessors(Protocol[StateT, ActionT_co]):
    """The way back: the goals, and all edges into a state. Pattern databases are built with it.

    It is ignored where a more derived class redefines ``is_goal``, or what ``predecessors`` tells backwards.
    """

    def goal_states(self) -> Iterable[StateT]:
        """All goals."""
        ...

    def predecessors(self, state: StateT, /) -> Iterable[tuple[ActionT_co, StateT, float]]:
        """The edges into ``state`` as ``(action, previous_state, cost)``."""
        ...


class HasCompiledDomain(Protocol[StateT]):
    """The problem once more, for compiled engines (``astarlib.compiled``): functions over packed states.

    It stands for all that a problem tells of its edges, its heuristic and its goal, so it is ignored where a more
    derived class, or the instance, redefines any of that.
    """

    def compiled_domain(self) -> CompiledDomain[StateT]:
        """The domain; MissingCapabilityError where this problem, or its heuristic, has none."""
        ...


class HasText(Protocol[StateT_contra, ActionT_contra]):
    """How people want to see states and actions."""

    def format_state(self, state: StateT_contra, /) -> str:
        """The state as text, of several lines if need be, without a newline at the end."""
        ...

    def format_action(self, action: ActionT_contra, /) -> str:
        """The action in a word or two."""
        ...


class HasDrawing(Protocol[StateT_contra]):
    """How a state looks: what the viewer, and a solution as a page or a GIF, show in place of its text."""

    def draw_state(self, state: StateT_contra, /) -> Drawing:
        """The state as a picture; see ``astarlib.drawing``."""
        ...


class HasMap(Protocol[StateT_contra]):
    """States that are places on one picture, so that the part of it that a search has reached can be seen to grow."""

    def draw_map(self) -> Map:
        """The picture without any state."""
        ...

    def state_position(self, state: StateT_contra, /) -> tuple[float, float]:
        """Where on the picture the state is: the middle of its mark, (x, y)."""
        ...


class ResolvedProblem(NamedTuple, Generic[S, A]):
    """What an engine calls: the problem's methods, with the optional capabilities that are in force.

    ``cost`` is None where every step costs 1 (the default of ``SearchProblem``); ``successors``, ``state_key``
    and ``heuristic_change`` are None where the problem has none, or where a more derived class has overruled it.
    """

    problem: Problem[S, A]
    initial_state: S
    actions: Callable[[S], Iterable[A]]
    result: Callable[[S, A], S]
    cost: Callable[[S, A, S], float] | None
    heuristic: Callable[[S], float]
    is_goal: Callable[[S], bool]
    successors: Callable[[S], Iterable[tuple[A, S, float]]] | None
    state_key: Callable[[S], Hashable] | None
    heuristic_change: Callable[[S, A, S], float] | None

    @property
    def edges(self) -> Callable[[S], Iterable[tuple[A, S, float]]]:
        """All edges out of a state, ``(action, next_state, cost)``, whichever way the problem tells them."""
        if self.successors is not None:
            return self.successors
        return partial(_edges, self.actions, self.result, self.cost)


def resolve_problem(problem: Problem[S, A]) -> ResolvedProblem[S, A]:
    """The capabilities of ``problem``, resolved once, before a search.

    Raises
    ------
    InvalidProblemError
        When a member of the contract is missing, or a class is given in place of a problem; names it.
    """
    own = getattr(problem, "__dict__", None)
    key = type(problem), None if own is None else frozenset(own.keys() & _MEMBERS)
    plan = _plans.get(key)
    if plan is not None and all(map(is_, plan.members, _members_of(key[0]))):
        try:
            return _resolved(problem, plan)
        except AttributeError:  # something is missing, which is said below
            pass
    if isinstance(problem, type):
        name = problem.__name__
        raise InvalidProblemError(f"{name} is a class; give a problem of that class, {name}(...)")
    for name in _REQUIRED:
        if not hasattr(problem, name):
            raise InvalidProblemError(
                f"{type(problem).__name__} has no {name}; {_remedy(problem, name)} (see astarlib.SearchProblem)"
            )
    if len(_plans) >= _MAX_PLANS:
        _plans.clear()
    plan = _plans[key] = _Plan(
        _members_of(key[0]),
        getattr(problem.cost, "__func__", None) is not SearchProblem.cost,
        *(_is_valid(problem, name, replaced) for name, replaced in _REPLACED.items()),
    )
    return _resolved(problem, plan)


class _Plan(NamedTuple):
    """Which capabilities are valid for the problems of a class with the same members of their own."""

    members: tuple[Any, ...]
    """The members of the class. When one has changed, the plan is out of date."""
    cost: bool
    successors: bool
    state_key: bool
    heuristic_change: bool
    heuristic_function: bool


_REPLACED: Final[Mapping[str, tuple[str, ...]]] = {
    "successors": _EDGES, "state_key": (), "heuristic_change": ("heuristic",), "heuristic_function": ("heuristic",),
}  # fmt: skip
_MEMBERS: Final = frozenset((*_REQUIRED, *_REPLACED)) - {"initial_state"}
_MAX_PLANS: Final = 256
_plans: dict[tuple[type, frozenset[str] | None], _Plan] = {}


def _members_of(kind: type) -> tuple[Any, ...]:
    return tuple([getattr(kind, name, None) for name in _MEMBERS])


def _resolved(problem: Any, plan: _Plan) -> ResolvedProblem[Any, Any]:  # Any: a problem, whatever its members are
    bound = getattr(problem, "heuristic_function", None) if plan.heuristic_function else None
    estimate = problem.heuristic if bound is None else bound
    change = getattr(problem, "heuristic_change", None) if plan.heuristic_change else None
    return ResolvedProblem(
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
    )


def _remedy(problem: object, name: str) -> str:
    """Return how to add the missing member, or to rename one that looks like it."""
    from difflib import get_close_matches  # noqa: PLC0415  # loaded where a member is missing

    others = [other for other in dir(problem) if not other.startswith("_") and other not in _REQUIRED]
    close = get_close_matches(name, others, n=1, cutoff=0.8)
    if len(close) > 0:
        return f"did you mean {name} where you wrote {close[0]}? Rename it"
    return "call super().__init__(initial_state)" if name == "initial_state" else "define it"


def _quick(function: Any) -> Callable[[Any], float]:  # Any: types of callables are not known to have __call__
    """The same function in the form that is called most quickly: of an object that can be called, its method."""
    call = function.__call__
    return call if isinstance(call, MethodType) else function


def truth(answer: Any, state: Any) -> bool:  # Any: whatever ``is_goal`` of a user returns for a user's state
    """Return the answer of ``is_goal(state)`` as a bool.

    Raises
    ------
    InvalidProblemError
        When it is neither a bool (numpy's too) nor an int: None most likely means a forgotten ``return``.
    """
    plain = plain_number(answer)
    if not isinstance(plain, int):
        raise InvalidProblemError(
            f"is_goal({short_repr(state)}) returned {short_repr(answer)}; expected True or False. Did you forget "
            "`return`?",
            state=state, value=answer,
        )  # fmt: skip
    return bool(plain)


def edges_of(problem: Problem[S, A]) -> Callable[[S], Iterable[tuple[A, S, float]]]:
    """All edges out of a state, ``(action, next_state, cost)``; unlike ``resolve_problem`` it asks for no heuristic."""
    successors: Callable[[S], Iterable[tuple[A, S, float]]] | None = _capability(problem, "successors", _EDGES)
    return successors or partial(_edges, problem.actions, problem.result, _own_cost(problem))


def edges_back_of(problem: Problem[S, A]) -> Callable[[S], Iterable[tuple[A, S, float]]] | None:
    """All edges into a state, ``(action, previous_state, cost)``; None when the problem does not tell them."""
    return _capability(problem, "predecessors", ("successors", *_EDGES))  # type: ignore[no-any-return]  # see _capability


def goal_states_of(problem: Problem[S, A]) -> Callable[[], Iterable[S]] | None:
    """What lists the goals; None when the problem does not tell them."""
    return _capability(problem, "goal_states", ("is_goal",))  # type: ignore[no-any-return]  # see _capability


def compiled_domain_of(problem: Problem[S, A]) -> Callable[[], CompiledDomain[S]] | None:
    """What makes the domain of compiled engines; None when the problem has none."""
    replaced = ("successors", *_EDGES, "heuristic", "heuristic_change", "is_goal", "state_key")
    return _capability(problem, "compiled_domain", replaced)  # type: ignore[no-any-return]  # see _capability


def require_capability(problem: Problem[S, A], name: str, user: str) -> Any:  # Any: each has its own signature
    """Return the problem's method of that name, which ``user`` (an engine's repr, say) can't do without.

    Raises
    ------
    MissingCapabilityError
        If the problem doesn't have it, or a more derived method overrides what it stands for. The message names the
        user, the problem's class and the method.
    """
    find: Any = _FINDERS.get(name)
    method = _capability(problem, name, ()) if find is None else find(problem)
    if method is None:
        has = "has another heuristic, goal or edges than its" if hasattr(problem, name) else "has no"
        page = "compile a problem" if name == "compiled_domain" else "write a problem"
        raise MissingCapabilityError(f"{type(problem).__name__} {has} {name}; {user} needs it (see the guide: {page})")
    return method


_FINDERS = {"compiled_domain": compiled_domain_of, "goal_states": goal_states_of, "predecessors": edges_back_of}
"""The functions that find the capabilities which a more derived method of the problem can override."""


def state_key_of(problem: Problem[S, A]) -> Callable[[S], Hashable] | None:
    """What makes states hashable; None when they are so themselves."""
    return _capability(problem, "state_key", ())  # type: ignore[no-any-return]  # see _capability


def heuristic_function_of(problem: Problem[S, A]) -> Callable[[S], float] | None:
    """The function that ``heuristic`` passes its state on to; None when the problem names none."""
    return _capability(problem, "heuristic_function", ("heuristic",))  # type: ignore[no-any-return]  # see _capability


def change_of(estimate: Callable[[S], float]) -> Callable[[S, Any, S], float] | None:
    """The ``change(state, action, next_state)`` of a bound heuristic, h(next_state) - h(state); None without one."""
    return getattr(estimate, "change", None)


def state_texter(problem: Problem[S, A]) -> Callable[[S], str]:
    """How to show a state: the problem's ``format_state``, else ``repr``."""
    return _capability(problem, "format_state", ()) or repr


def action_texter(problem: Problem[S, A]) -> Callable[[A], str]:
    """How to show an action: the problem's ``format_action``, else ``str``."""
    return _capability(problem, "format_action", ()) or str


def drawer(problem: Problem[S, A]) -> Callable[[S], Drawing] | None:
    """How to draw a state; None when the problem does not tell."""
    return _capability(problem, "draw_state", ())  # type: ignore[no-any-return]  # see _capability


def map_of(problem: Problem[S, A]) -> tuple[Map, Callable[[S], tuple[float, float]]] | None:
    """The problem's map, and where on it a state is; None when it has none."""
    draw_map, place = _capability(problem, "draw_map", ()), _capability(problem, "state_position", ())
    return None if draw_map is None or place is None else (draw_map(), place)


def animation_of(problem: Problem[S, A]) -> Callable[[Sequence[S]], Content] | None:
    """Return the function that animates a path; None without one, or if a subclass draws its states in another way.

    Only built-in problems have one. It isn't public, since users would have to rely on the items of a scene.
    """
    return _capability(problem, "_animation", ("draw_state", "draw_map", "state_position"))  # type: ignore[no-any-return]  # see _capability


def _capability(
    problem: object, name: str, replaced: tuple[str, ...]
) -> Any:  # Any: each capability has its own signature
    """The method ``name`` of ``problem`` unless it is missing, None, or older than a method that it would replace."""
    return getattr(problem, name, None) if _is_valid(problem, name, replaced) else None


def _is_valid(problem: object, name: str, replaced: tuple[str, ...]) -> bool:
    """Return True unless a method that ``name`` would replace is more derived than ``name``."""
    level = definition_level(problem, name)
    return all(definition_level(problem, other) >= level for other in replaced)


def definition_level(problem: object, name: str) -> int:
    """Return how derived the definition of ``name`` is: 0 on the instance, 1 on its class, and so on up the bases."""
    if name in getattr(problem, "__dict__", ()):
        return 0
    classes = type(problem).__mro__
    return next((depth for depth, cls in enumerate(classes, 1) if name in cls.__dict__), len(classes) + 1)


def _own_cost(problem: Problem[S, A]) -> Callable[[S, A, S], float] | None:
    """``cost``, or None where it is the default."""
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
