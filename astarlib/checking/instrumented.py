"""A problem that counts what is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic

from astarlib.capabilities import edges_back_of, goal_states_of, resolve
from astarlib.problem import A, Problem, S, with_heuristic


@dataclass(slots=True, kw_only=True)
class Counts:
    """How often each method of a problem was called.

    Attributes
    ----------
    actions, result, cost, is_goal, successors, state_key, goal_states, predecessors:
        Calls of that method.
    heuristic:
        Evaluations of h, whichever way: calls of ``heuristic`` and of ``heuristic_change``.
    heuristic_change:
        Those of them that were made by ``heuristic_change``.
    edges:
        What ``actions``, ``successors`` and ``predecessors`` have yielded, one by one.
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
    edges: int = 0

    @property
    def expansions(self) -> int:
        """How often the edges of a state were asked for: calls of ``actions``, ``successors`` and ``predecessors``."""
        return self.actions + self.successors + self.predecessors


class InstrumentedProblem(Generic[S, A]):
    """The same problem, counting in ``counts`` each call at the boundary of its contract.

    It has just those optional powers of ``problem`` that are in force, so engines treat it as they treat ``problem``;
    but no ``compiled_domain``, for what is compiled cannot be counted. Attributes that are no part of the contract
    (``goal``, ``state_text``) are those of ``problem``.

    After a run that nothing interrupted ``statistics.evaluated`` of any engine equals ``counts.heuristic``.
    A result asks a problem again for steps whose cost is no whole number, so ``counts`` may then exceed
    ``statistics.expanded`` and ``generated`` by the steps of the paths that it tells.

    Parameters
    ----------
    problem:
        Any problem. It is not changed.

    Attributes
    ----------
    counts:
        A :class:`Counts`; assign a new one to count from 0 again.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = InstrumentedProblem(NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8"))
    >>> statistics = AStar().search(puzzle).statistics
    >>> statistics.evaluated == puzzle.counts.heuristic > 1000
    True
    >>> statistics.generated == puzzle.counts.edges
    True
    """

    compiled_domain: None = None
    bound_heuristic: None = None

    initial_state: S
    actions: Callable[[S], Iterator[A]]
    result: Callable[[S, A], S]
    cost: Callable[[S, A, S], float]
    is_goal: Callable[[S], bool]
    successors: Callable[[S], Iterator[tuple[A, S, float]]] | None
    state_key: Callable[[S], Hashable] | None
    heuristic_change: Callable[[S, A, S], float] | None
    goal_states: Callable[[], Iterable[S]] | None
    predecessors: Callable[[S], Iterator[tuple[A, S, float]]] | None

    def __init__(self, problem: Problem[S, A]) -> None:
        self.counts = Counts()
        self._wrap(problem)

    def _wrap(self, problem: Problem[S, A]) -> None:
        powers, counted = resolve(problem), self._counted
        self._problem = problem
        self._estimate = counted(powers.heuristic, "heuristic")
        self.initial_state = problem.initial_state
        self.actions = counted(powers.actions, "actions", each="edges")
        self.result = counted(powers.result, "result")
        self.cost = problem.cost if powers.cost is None else counted(powers.cost, "cost")
        self.is_goal = counted(powers.is_goal, "is_goal")
        self.successors = counted(powers.successors, "successors", each="edges")
        self.state_key = counted(powers.state_key, "state_key")
        self.heuristic_change = counted(powers.heuristic_change, "heuristic", "heuristic_change")
        self.goal_states = counted(goal_states_of(problem), "goal_states")
        self.predecessors = counted(edges_back_of(problem), "predecessors", each="edges")

    @property
    def heuristic(self) -> Callable[[S], float]:
        """The problem's own, counted. It can be set, as ``with_heuristic`` does, and the new one is counted."""
        return self._estimate  # type: ignore[no-any-return]  # see _counted

    @heuristic.setter
    def heuristic(self, bound: Callable[[S], float]) -> None:
        self._wrap(with_heuristic(self._problem, bound))

    def __repr__(self) -> str:
        return f"InstrumentedProblem({self._problem!r})"

    def __getattr__(self, name: str) -> Any:  # Any: whatever the problem has beyond the contract
        """An attribute of the problem that is no part of the contract."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._problem, name)

    def __getstate__(self) -> tuple[Problem[S, A], Counts]:
        return self._problem, self.counts

    def __setstate__(self, state: tuple[Problem[S, A], Counts]) -> None:
        problem, counts = state
        self.counts = replace(counts)
        self._wrap(problem)

    def _counted(self, function: Callable[..., Any] | None, *names: str, each: str | None = None) -> Any:
        """The function with its calls counted under ``names``, and what it yields under ``each``. Any: what it is."""
        return None if function is None else partial(_call, self, function, names, each)


def _call(
    watcher: InstrumentedProblem[Any, Any],
    function: Callable[..., Any],
    names: tuple[str, ...],
    each: str | None,
    *arguments: Any,  # of the problem's own methods
) -> Any:
    for name in names:
        _add(watcher.counts, name)
    found = function(*arguments)
    return found if each is None else _yielded(watcher.counts, each, found)


def _yielded(counts: Counts, name: str, items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        _add(counts, name)
        yield item


def _add(counts: Counts, name: str) -> None:
    setattr(counts, name, getattr(counts, name) + 1)
