"""Optional powers of a problem, each a small protocol, and the one place that resolves them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from typing_extensions import TypeVar

from astarlib.errors import InvalidProblemError
from astarlib.problem import A, Problem, S, SearchProblem

StateT_contra = TypeVar("StateT_contra", contravariant=True, default=Any)
StateT = TypeVar("StateT", default=Any)
ActionT_co = TypeVar("ActionT_co", covariant=True, default=Any)
ActionT_contra = TypeVar("ActionT_contra", contravariant=True, default=Any)


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


class HasIncrementalHeuristic(Protocol[StateT_contra, ActionT_contra]):
    """What a step does to the heuristic, where that is cheaper to tell than the heuristic itself.

    Engines that evaluate h at every edge ask for it. What ``heuristic`` gives must be the sum of the changes on
    the way, up to the rounding of floats.
    """

    def heuristic_change(self, state: StateT_contra, action: ActionT_contra, next_state: StateT_contra, /) -> float:
        """h(next_state) - h(state); inf where ``next_state`` is a dead end."""
        ...


class HasText(Protocol[StateT_contra, ActionT_contra]):
    """How people want to see states and actions."""

    def state_text(self, state: StateT_contra, /) -> str:
        """The state as text, of several lines if need be, without a newline at the end."""
        ...

    def action_text(self, action: ActionT_contra, /) -> str:
        """The action in a word or two."""
        ...


@dataclass(frozen=True, slots=True)
class Powers(Generic[S, A]):
    """What an engine calls: the problem's methods, with the optional powers that are in force.

    ``cost`` is None where every step costs 1 (the default of ``SearchProblem``); ``successors``, ``state_key``
    and ``heuristic_change`` are None where the problem has none, or where a more derived class has overruled it.
    """

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
        return self._edges if self.successors is None else self.successors

    def _edges(self, state: S) -> Iterator[tuple[A, S, float]]:
        result, cost = self.result, self.cost
        for action in self.actions(state):
            next_state = result(state, action)
            yield action, next_state, 1 if cost is None else cost(state, action, next_state)


def resolve(problem: Problem[S, A]) -> Powers[S, A]:
    """The powers of ``problem``, asked for once, before a search.

    Raises
    ------
    InvalidProblemError
        When a member of the contract is missing; names it.
    """
    for name in ("initial_state", "actions", "result", "cost", "heuristic", "is_goal"):
        if not hasattr(problem, name):
            mend = "call super().__init__(initial_state)" if name == "initial_state" else "define it"
            raise InvalidProblemError(f"{type(problem).__name__} has no {name}; {mend} (see astarlib.SearchProblem)")
    return Powers(
        actions=problem.actions,
        result=problem.result,
        cost=None if _is_default_cost(problem) else problem.cost,
        heuristic=problem.heuristic,
        is_goal=problem.is_goal,
        successors=_power(problem, "successors", ("actions", "result", "cost")),
        state_key=_power(problem, "state_key", ()),
        heuristic_change=_power(problem, "heuristic_change", ("heuristic",))
        or getattr(problem.heuristic, "change", None),
    )


def state_texter(problem: Problem[S, A]) -> Callable[[S], str]:
    """How to show a state: the problem's ``state_text``, else ``repr``."""
    return _power(problem, "state_text", ()) or repr


def action_texter(problem: Problem[S, A]) -> Callable[[A], str]:
    """How to show an action: the problem's ``action_text``, else ``str``."""
    return _power(problem, "action_text", ()) or str


def _power(problem: object, name: str, replaced: tuple[str, ...]) -> Any:  # Any: each power has its own signature
    """The method ``name`` of ``problem`` unless it is missing, None, or older than a method that it would replace."""
    method, level = getattr(problem, name, None), _level(problem, name)
    if method is None or any(_level(problem, other) < level for other in replaced):
        return None
    return method


def _level(problem: object, name: str) -> int:
    """How derived the definition of ``name`` is: 0 on the instance, 1 on its class, and so on up the bases."""
    if name in getattr(problem, "__dict__", ()):
        return 0
    classes = type(problem).__mro__
    return next((depth for depth, cls in enumerate(classes, 1) if name in cls.__dict__), len(classes) + 1)


def _is_default_cost(problem: object) -> bool:
    return getattr(problem.cost, "__func__", None) is SearchProblem.cost  # type: ignore[attr-defined]  # resolve() looked
