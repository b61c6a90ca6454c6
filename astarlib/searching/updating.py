"""Checks of all incremental algorithms: the changed states, the heuristic after an update, and the solution path."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, KeysView
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import is_number, plain_value
from astarlib.errors import InvalidHeuristicError, InvalidProblemError, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, comparison_of, goal_states_of, membership_of, truth
from astarlib.result import Path
from astarlib.searching.backward import listed_goals
from astarlib.searching.diagnosis import call_checked, checked_key, is_iterable, is_one_of, steps_between
from astarlib.verification import is_close

T = TypeVar("T")

_SAMPLE_SIZE: Final = 64


def checked_changes(
    problem: ResolvedProblem[S, A], before: ResolvedProblem[S, A], changed: Iterable[S] | None, stored: Iterator[S],
    missing: dict[Hashable, S],
) -> tuple[list[S], dict[Hashable, S]]:  # fmt: skip
    """Return the states whose outgoing edges may differ from those of the problem ``before``: the given ones, and those
    that a comparison of both problems finds. Return also the states by key that ``changed`` should have named: one of
    their edges differs, and none leads to a state in ``changed``. ``missing`` are those of earlier updates, which a
    comparison without ``changed`` settles. ``stored`` are the states that the search has stored.
    Raise TypeError if neither is possible, or if the given ones aren't hashable states.
    """
    if not (changed is None or is_iterable(changed)):
        raise TypeError(f"changed must be an iterable of states, not {short_repr(changed)}")
    is_same = before.problem is problem.problem or comparison_of(before.problem) is None
    compare = None if is_same else comparison_of(problem.problem)
    compared = None if compare is None else compare(before.problem, stored)
    if compared is None and changed is None:
        raise TypeError(
            f"changed is missing, and the edges of {type(problem.problem).__name__} can't be compared with those "
            "before the update; pass changed=[...] with every state whose outgoing edges have changed ([] if there is "
            "none). Additional states do no harm"
        )
    found = [*(compared or ())]
    if changed is None:
        return found, {}
    named = {_key_of(problem, state): state for state in changed}
    missing = {key: state for key, state in missing.items() if key not in named}
    missing.update({_key_of(problem, each): each for each in found if _is_missing(problem, before, each, named.keys())})
    return [*named.values(), *found], missing


def _key_of(problem: ResolvedProblem[S, A], state: S) -> Hashable:
    """Return the key of a state from ``changed``. Raise TypeError if it has none."""
    try:
        key: Hashable = state if problem.state_key is None else problem.state_key(state)
        hash(key)
    except MemoryError:
        raise
    except Exception as error:
        raise_if_from_handler(error)
        raise TypeError(
            f"changed must contain states of the problem, and {short_repr(state)} isn't one: {error}"
        ) from error
    return key


def _is_missing(
    problem: ResolvedProblem[S, A], before: ResolvedProblem[S, A], state: S, named: KeysView[Hashable]
) -> bool:
    """Return True if an edge of ``state`` differs, and neither it nor the end of one of its edges is named by key."""
    if _key_of(problem, state) in named:
        return False
    old, new = (Counter(() if is_gone(each, state) else each.edges(state)) for each in (before, problem))
    return old != new and named.isdisjoint(_key_of(problem, reached) for _, reached, _ in (*old, *new))


def is_gone(problem: ResolvedProblem[S, A], state: S) -> bool:
    """Return True if the problem doesn't have a stored state any more, so that no edge leads from it or to it."""
    contains = membership_of(problem.problem)
    return not (contains is None or contains(state))


def spaced(items: Collection[T], n: int = _SAMPLE_SIZE) -> list[T]:
    """Return at most ``n`` items, by default 64, evenly spaced and beginning with the first."""
    return list(islice(items, 0, None, max(1, -(-len(items) // n))))


def check_same_h(heuristic: Callable[[Any], float], name: str, stored: Iterable[tuple[Any, float]], why: str) -> None:
    """Raise InvalidHeuristicError if h of a stored state differs from its value in the sample ``stored`` (see
    `spaced`).
    ``name`` is that of the method, and ``why`` ends the message.
    """
    for state, h in stored:
        call = partial(heuristic, state)
        where = f"{name}({short_repr(state)})"
        now = plain_value(call_checked(where, call, state, None, None, InvalidHeuristicError))
        if not (is_number(now, 0, math.inf) and (now == h or is_close(now, h))):
            raise InvalidHeuristicError(
                f"{where} was {h!r} before the update and is now {now!r}; {why}", state=state, value=now
            )


def check_path(problem: ResolvedProblem[S, A], path: Path[S, A]) -> None:
    """Walk a solution by the edges of the problem.
    Raise InvalidProblemError if one, missing from ``changed``, differs.
    """
    for state, action, next_state, cost in zip(path.states, path.actions, path.states[1:], path.costs, strict=False):
        found = [now for taken, now in steps_between(problem, state, next_state) if taken == action]
        if not is_one_of(cost, found):
            now = f"now costs {found[0]!r}" if len(found) > 0 else "doesn't exist any more"
            raise InvalidProblemError(
                f"the step {short_repr(action)} from {short_repr(state)} to {short_repr(next_state)} had the cost "
                f"{cost!r} and {now}, but {short_repr(state)} isn't in `changed`. Call update(changed=[…]) with every "
                "state whose outgoing edges have changed, then run again",
                state=state,
                action=action,
            )


def goals_of(problem: ResolvedProblem[S, A]) -> dict[Any, S] | None:
    """Return the goals by key, or None if the problem can't list them."""
    if goal_states_of(problem.problem) is None:
        return None
    return {checked_key(problem, goal): goal for goal in listed_goals(problem)}


def moved_goals(before: ResolvedProblem[S, A], after: ResolvedProblem[S, A]) -> list[S]:
    """Return the states that are a goal of only one of two problems, if both list their goals. A goal may be missing in
    one list because no edge leads to it there.
    """
    old, new = goals_of(before), goals_of(after)
    if old is None or new is None:
        return []
    listed = {**old, **new}
    states = [listed[key] for key in old.keys() ^ new.keys()]
    return [each for each in states if truth(before.is_goal(each), each) is not truth(after.is_goal(each), each)]
