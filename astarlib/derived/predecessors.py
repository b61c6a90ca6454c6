"""A problem that engines can search backward."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic

from astarlib.derived.derived_problem import P, derive, levels_up, refuse_one_state, within
from astarlib.errors import short_repr
from astarlib.problem import A, ListOfGoals, Problem, S
from astarlib.resolving.resolved_problem import backward_heuristic_of, edges_back_of, edges_of, state_key_of

__all__ = ["with_predecessors"]


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
        ``(action, previous_state, cost)``. With None (the default), they are those of ``problem`` if it has them.
        Otherwise every step must be reversible at the same cost: the states before a state are those that its own steps
        lead to.
    backward_heuristic:
        A function ``backward_heuristic(state)`` that returns an estimate >= 0 of the cost from the initial state to
        ``state``. With None (the default), the copy has the one of ``problem``, if there is one.

    Raises
    ------
    ValueError
        If a goal isn't a state of ``problem``, or its steps can never be reversed and ``predecessors`` is None.
    TypeError
        If ``goal_states`` isn't a list, one of the functions isn't callable, or the instances of the class accept no
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
    refuse_one_state(goal_states, "goal_states", problem)
    goals = ListOfGoals(goal_states)
    changed = within(
        problem,
        lambda inner: with_predecessors(
            inner, goals(), predecessors=predecessors, backward_heuristic=backward_heuristic
        ),
    )
    if changed is not None:
        return changed
    name, back = type(problem).__name__, edges_back_of(problem)
    wrapped = [goal for goal in goals() if levels_up(problem, goal) > 0]
    if len(wrapped) > 0:
        raise ValueError(f"goal_states has {short_repr(wrapped[0])}, which isn't a state of {name}")
    if predecessors is None and back is None and hasattr(type(problem), "_steps_lead_one_way"):
        raise ValueError(f"the steps of {name} can't be reversed; pass predecessors, or use an engine that needs none")
    added: dict[str, Any] = {
        "goal_states": goals,
        "predecessors": predecessors or back or _Reversed(problem),
        "backward_heuristic": backward_heuristic or backward_heuristic_of(problem),
    }
    if backward_heuristic is None and isinstance(getattr(type(problem), "backward_heuristic", None), property):
        del added["backward_heuristic"]  # The class computes it.
    remedy = "or define goal_states and predecessors in the class"
    return derive(problem, "predecessors", added, user="with_predecessors", remedy=remedy)


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
