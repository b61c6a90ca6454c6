"""What it really costs to reach a goal, by exhaustive search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic

from astarlib._support.integers import check_int
from astarlib.capabilities import ResolvedProblem, edges_back_of, goal_states_of, resolve_problem, truth
from astarlib.heuristics.abstraction import EdgesBack
from astarlib.heuristics.backward_search import BackwardSearch
from astarlib.problem import A, Problem, S
from astarlib.searching.diagnosis import checked_key
from astarlib.searching.walk import breadth_first


def true_distances(problem: Problem[S, A], *, states: int = 200_000) -> list[tuple[S, float]]:
    """States with the exact cost of their cheapest way to a goal.

    Parameters
    ----------
    problem:
        Where it has ``goal_states`` and ``predecessors``, the states nearest to the goals are found, by a search back
        from these. Otherwise all states that can be reached from the initial state are expanded.
    states:
        How many states are held. A search back stops there; without one the space must not be larger.

    Returns
    -------
    list of (state, distance)
        The distance is finite: states from which no goal can be reached are left out.

    Raises
    ------
    ValueError
        When more than ``states`` can be reached, and the problem does not tell the way back; or ``states`` is below 1.
    TypeError
        When ``states`` is no whole number.
    InvalidProblemError
        When the problem has not the members of one, a state cannot be stored, or a cost is none.

    Notes
    -----
    O(n log n) for n edges, and all of them are held.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> true_distances(PancakeProblem("2 1 3"))
    [((1, 2, 3), 0), ((2, 1, 3), 1), ((3, 2, 1), 1), ((3, 1, 2), 2), ((2, 3, 1), 2), ((1, 3, 2), 3)]
    """
    states = check_int(states, "states", minimum=1)
    resolved = resolve_problem(problem)
    known = _Keyed(resolved)
    goals, edges_back = goal_states_of(problem), edges_back_of(problem)
    if goals is not None and edges_back is not None:
        search = BackwardSearch(map(known.key, goals()), known.edges(edges_back), None)
        search.run(states=states)
    else:
        into = _enumerated(problem.initial_state, resolved, known, states)
        goal_keys = [key for key in into if truth(resolved.is_goal(known.states[key]), known.states[key])]
        search = BackwardSearch(goal_keys, into.__getitem__, None)
        search.run()
    return [(known.states[key], distance) for key, distance in search.distances.items()]


class _Keyed(Generic[S, A]):
    """States by their keys."""

    def __init__(self, resolved: ResolvedProblem[S, A]) -> None:
        self.states: dict[Hashable, S] = {}
        self._resolved = resolved

    def key(self, state: S) -> Hashable:
        """The key of a state, which is known by it from now on."""
        key = checked_key(self._resolved, state)
        self.states.setdefault(key, state)
        return key

    def edges(self, edges: Callable[[S], Iterable[tuple[A, S, float]]]) -> EdgesBack[Hashable]:
        """The same edges, between keys."""
        return lambda key: [(action, self.key(state), cost) for action, state, cost in edges(self.states[key])]


def _enumerated(
    initial_state: S, resolved: ResolvedProblem[S, A], known: _Keyed[S, A], most: int
) -> dict[Hashable, list[tuple[A, Hashable, float]]]:
    """All edges into each state that can be reached."""
    start = known.key(initial_state)
    into: dict[Hashable, list[tuple[A, Hashable, float]]] = {start: []}
    for key, leaving in breadth_first(start, known.edges(resolved.edges)):
        for action, next_key, cost in leaving:
            into.setdefault(next_key, []).append((action, key, cost))
        if len(into) > most:
            raise ValueError(
                f"more than {most:,} states can be reached, so true distances are not known; take a smaller problem, "
                "raise states=, or give the problem goal_states and predecessors"
            )
    return into
