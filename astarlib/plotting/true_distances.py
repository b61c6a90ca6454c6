"""True costs to reach a goal, by exhaustive search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic

from astarlib._support.integers import check_int
from astarlib.heuristics.abstraction import EdgesBack
from astarlib.heuristics.backward_search import BackwardSearch
from astarlib.problem import A, Problem, S
from astarlib.resolving.resolved_problem import ResolvedProblem, edges_back_of, goal_states_of, resolve_problem, truth
from astarlib.searching.diagnosis import checked_key
from astarlib.searching.walk import breadth_first


def true_distances(problem: Problem[S, A], *, states: int = 200_000) -> list[tuple[S, float]]:
    """Return states with the exact cost of their cheapest path to a goal. States without such a path are left out.

    Parameters
    ----------
    problem:
        The problem. If it has ``goal_states`` and ``predecessors``, the function searches backwards from the goals and
        finds the states nearest to them. Otherwise it expands all states reachable from the initial state.
    states:
        The largest number of states to store, at least 1 (default: 200,000). A backward search stops there. A forward
        search fails if the state space is larger.

    Raises
    ------
    ValueError, TypeError
        If ``states`` isn't a whole number >= 1, or more states are reachable and the problem can't be searched
        backwards.
    InvalidProblemError
        If the problem lacks a required member, a state isn't hashable, or a cost is invalid.

    Notes
    -----
    It takes O(n log n) time for n edges, and stores all of them.

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
        into = _enumerated(resolved, known, states)
        goal_keys = [key for key in into if truth(resolved.is_goal(known.states[key]), known.states[key])]
        search = BackwardSearch(goal_keys, into.__getitem__, None)
        search.run()
    return [(known.states[key], distance) for key, distance in search.distances.items()]


class _Keyed(Generic[S, A]):
    """A mapping from keys to states."""

    def __init__(self, resolved: ResolvedProblem[S, A]) -> None:
        self.states: dict[Hashable, S] = {}
        self._resolved = resolved

    def key(self, state: S) -> Hashable:
        """Return the key of a state, and store the state under it."""
        key = checked_key(self._resolved, state)
        self.states.setdefault(key, state)
        return key

    def edges(self, edges: Callable[[S], Iterable[tuple[A, S, float]]]) -> EdgesBack[Hashable]:
        """Return a function that yields the same edges between keys."""
        return lambda key: [(action, self.key(state), cost) for action, state, cost in edges(self.states[key])]


def _enumerated(
    resolved: ResolvedProblem[S, A], known: _Keyed[S, A], max_states: int
) -> dict[Hashable, list[tuple[A, Hashable, float]]]:
    """Return the edges into each reachable state."""
    into: dict[Hashable, list[tuple[A, Hashable, float]]] = {known.key(start): [] for start in resolved.initial_states}
    for key, leaving in breadth_first(list(into), known.edges(resolved.edges)):
        for action, next_key, cost in leaving:
            into.setdefault(next_key, []).append((action, key, cost))
        if len(into) > max_states:
            raise ValueError(
                f"more than {max_states:,} states are reachable, so their true distances are unknown; use a smaller "
                "problem, raise states=, or give the problem goal_states and predecessors"
            )
    return into
