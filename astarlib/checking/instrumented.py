"""A problem that counts the calls of its methods."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from astarlib.problem import A, Problem, S
from astarlib.resolving.resolved_problem import (
    backward_heuristic_of,
    cost_unit_of,
    edges_back_of,
    goal_states_of,
    heuristic_to_of,
    resolve_problem,
    steps_to_go_of,
    why_unsolvable_of,
)

R = TypeVar("R")


@dataclass(slots=True, kw_only=True)
class Counts:
    """The number of calls of each method of a problem.

    Attributes
    ----------
    actions, result, cost, is_goal, successors, state_key, goal_states, predecessors, backward_heuristic, steps_to_go:
        The calls of that method.
    heuristic:
        The evaluations of h: calls of ``heuristic`` and ``heuristic_change``, and states that were passed to
        ``heuristic_batch``, together.
    heuristic_change, heuristic_batch:
        The calls of ``heuristic_change`` alone, and those of ``heuristic_batch``, each with any number of states.
    edges:
        The number of items that ``actions``, ``successors`` and ``predecessors`` have yielded.
    """

    actions: int = 0
    result: int = 0
    cost: int = 0
    heuristic: int = 0
    heuristic_change: int = 0
    is_goal: int = 0
    successors: int = 0
    state_key: int = 0
    goal_states: int = 0
    predecessors: int = 0
    backward_heuristic: int = 0
    heuristic_batch: int = 0
    steps_to_go: int = 0
    edges: int = 0

    @property
    def expansions(self) -> int:
        """The number of calls that request the edges of a state: ``actions``, ``successors`` and ``predecessors``."""
        return self.actions + self.successors + self.predecessors


class InstrumentedProblem(Generic[S, A]):
    """A wrapper of a problem that counts each call of its contract in ``counts``.

    It has the optional capabilities that engines use for ``problem``, so engines treat both problems alike. The
    exception is ``compiled_domain``: calls of compiled code can't be counted. Attributes outside the contract, such as
    ``goal`` and ``format_state``, are those of ``problem``.

    After a run without an interrupt, ``statistics.evaluated`` of every engine equals ``counts.heuristic`` plus
    ``counts.backward_heuristic``. If a step cost isn't an int, building the result calls the problem again for the
    steps of its path, so ``counts`` can exceed ``statistics.expanded`` and ``statistics.generated`` by these steps.

    Parameters
    ----------
    problem:
        The problem to wrap. It stays unchanged.

    Attributes
    ----------
    counts:
        The counts so far, a :class:`Counts`. Assign ``Counts()`` to start again from 0.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = InstrumentedProblem(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> statistics = AStar().search(puzzle).statistics
    >>> statistics.evaluated == puzzle.counts.heuristic, statistics.generated == puzzle.counts.edges
    (True, True)
    """

    compiled_domain: None = None
    heuristic_function: None = None

    counts: Counts
    initial_state: S
    initial_states: tuple[S, ...]
    successors: Callable[[S], Iterator[tuple[A, S, float]]] | None
    state_key: Callable[[S], Hashable] | None
    heuristic_change: Callable[[S, A, S], float] | None
    heuristic_batch: Callable[[Sequence[S]], Iterable[float]] | None
    goal_states: Callable[[], Iterable[S]] | None
    predecessors: Callable[[S], Iterator[tuple[A, S, float]]] | None
    backward_heuristic: Callable[[S], float] | None
    steps_to_go: Callable[[S], float] | None
    cost_unit: float | None

    def __init__(self, problem: Problem[S, A]) -> None:
        self.counts = Counts()
        self._wrap(problem)

    def _wrap(self, problem: Problem[S, A]) -> None:
        self._problem = problem
        self._resolved = resolved = resolve_problem(problem)
        self.initial_state = problem.initial_state
        self.initial_states = resolved.initial_states
        if resolved.cost is None:  # This is the default of SearchProblem, which engines never call.
            vars(self)["cost"] = problem.cost
        self.successors = _part(self._each, "successors", resolved.successors)
        self.state_key = _part(self._call, "state_key", resolved.state_key)
        self.heuristic_change = _part(self._change, "heuristic_change", resolved.heuristic_change)
        self.heuristic_batch = _part(self._evaluate, "heuristic_batch", resolved.heuristic_batch)
        self.goal_states = _part(self._call, "goal_states", goal_states_of(problem))
        self.predecessors = _part(self._each, "predecessors", edges_back_of(problem))
        self.backward_heuristic = _part(self._call, "backward_heuristic", backward_heuristic_of(problem))
        self.steps_to_go = _part(self._call, "steps_to_go", steps_to_go_of(problem))
        self.cost_unit = cost_unit_of(problem)
        self.heuristic_to: Callable[[S, S], float] | None = heuristic_to_of(problem)
        self.why_unsolvable: Callable[[], str | None] = partial(why_unsolvable_of, problem)

    def actions(self, state: S, /) -> Iterator[A]:
        """Yield the actions of the problem, and count the call and the actions."""
        return self._each("actions", self._resolved.actions, state)

    def result(self, state: S, action: A, /) -> S:
        """Return the next state, and count the call."""
        return self._call("result", self._resolved.result, state, action)

    def cost(self, state: S, action: A, next_state: S, /) -> float:
        """Return the cost of a step, and count the call."""
        return self._call("cost", self._problem.cost, state, action, next_state)

    def heuristic(self, state: S, /) -> float:
        """Return h, and count the call."""
        return self._call("heuristic", self._resolved.heuristic, state)

    def is_goal(self, state: S, /) -> bool:
        """Return True if ``state`` is a goal, and count the call."""
        return self._call("is_goal", self._resolved.is_goal, state)

    def _derived_within(self, change: Callable[[Any], Any]) -> InstrumentedProblem[S, A]:
        """Return the same wrapper of a problem that is made from the wrapped one. Its counts begin at 0."""
        return InstrumentedProblem(change(self._problem))

    def __repr__(self) -> str:
        return f"InstrumentedProblem({self._problem!r})"

    def __getattr__(self, name: str) -> Any:  # Any: attributes outside the contract have any type.
        """Return an attribute of the problem that is outside the contract."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._problem, name)

    def __getstate__(self) -> tuple[Problem[S, A], Counts]:
        return self._problem, self.counts

    def __setstate__(self, state: tuple[Problem[S, A], Counts]) -> None:
        problem, counts = state
        self.counts = replace(counts)
        self._wrap(problem)

    def _call(self, name: str, function: Callable[..., R], *arguments: Any) -> R:  # Any: those of the function
        _add(self.counts, name)
        return function(*arguments)

    def _change(self, name: str, function: Callable[..., float], *arguments: Any) -> float:
        _add(self.counts, "heuristic")
        return self._call(name, function, *arguments)

    def _evaluate(self, name: str, function: Callable[..., R], states: Sequence[S]) -> R:
        self.counts.heuristic += len(states)
        return self._call(name, function, states)

    def _each(self, name: str, function: Callable[..., Iterable[R]], *arguments: Any) -> Iterator[R]:
        return _yielded(self.counts, self._call(name, function, *arguments))


def _part(counted: Callable[..., R], name: str, function: Callable[..., Any] | None) -> Callable[..., R] | None:
    return None if function is None else partial(counted, name, function)


def _yielded(counts: Counts, edges: Iterable[R]) -> Iterator[R]:
    for edge in edges:
        counts.edges += 1
        yield edge


def _add(counts: Counts, name: str) -> None:
    setattr(counts, name, getattr(counts, name) + 1)
