"""A problem with several initial states."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.derived.derived_problem import P, derive, refuse_one_state, within, wrapped_start
from astarlib.errors import short_repr
from astarlib.problem import Starts, listed_states
from astarlib.resolving.resolved_problem import state_key_of

__all__ = ["with_starts"]


def with_starts(problem: P, states: Iterable[Any]) -> P:
    """Return a shallow copy of a problem whose solutions may begin in any of several states.

    Each path that a search finds begins in one of the states, so ``result.states[0]`` is the start of the solution. The
    starts count like all other states in the statistics. ``initial_state`` of the copy is the first of them. It has no
    ``backward_heuristic``, which estimates the cost from one initial state. ``problem`` itself doesn't change.

    You can use the copy with ``explore`` and with all engines except ``BeamSearch``, the bidirectional and incremental
    ones, compiled ``IDAStar``, and compiled searches on disk or in several threads. These raise a
    MissingCapabilityError.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept new attributes.
    states:
        A list of the initial states: at least one, and no state twice. For a problem whose states contain those of
        another one, such as a ``TurnProblem``, they can be states of the other one.

    Raises
    ------
    ValueError, TypeError
        If ``states`` is empty, isn't a list, looks like one state or has a state twice, a state (or its ``state_key``)
        isn't hashable, or the instances of the class accept no new attributes (``__slots__``).

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> from astarlib.problems.graph import romania
    >>> result = Dijkstra().search(with_starts(romania("Arad", "Bucharest"), ["Arad", "Craiova", "Iasi"]))
    >>> result.states, result.cost
    (('Craiova', 'Pitesti', 'Bucharest'), 239)
    """
    refuse_one_state(states, "states", problem)
    listed = listed_states(states, "states")
    changed = within(problem, lambda inner: with_starts(inner, listed))
    if changed is not None:
        return changed
    take = getattr(problem, "_start", None)
    starts: Starts[Any] = Starts([wrapped_start(problem, state) if take is None else take(state) for state in listed])
    key_of, known = state_key_of(problem), set[Hashable]()
    for state in starts:
        try:
            key = state if key_of is None else key_of(state)
            is_known = key in known
            known.add(key)
        except TypeError as error:
            raise_if_from_handler(error)
            raise TypeError(
                f"state {short_repr(state)} can't be an initial state of {type(problem).__name__}: {error}"
            ) from error
        if is_known:
            raise ValueError(f"states has {short_repr(state)} twice; give each state once")
    added = {"initial_state": starts[0], "initial_states": starts}
    return derive(problem, "starts", added, user="with_starts", remedy="and initial_state must not be a property")
