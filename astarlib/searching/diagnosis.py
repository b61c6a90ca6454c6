"""Find the fault of a problem: repeat an expansion step by step to name the state, the action and the value.
The search loops use the cheapest checks, which only detect that some value is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, Final, TypeVar

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import is_number, lacking_operation, plain_number, plain_value, rounding_of
from astarlib._support.wording import hint_for
from astarlib.errors import (
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    ProblemMethodError,
    ProblemStateError,
    short_repr,
)
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching.algorithm import WorkingOn

T = TypeVar("T")


def diagnose(
    problem: ResolvedProblem[Any, Any], on: WorkingOn, error: Exception, *, uses_heuristic: bool, in_loop: bool
) -> None:
    """Raise an error that names the fault in the expansion of a state. Return None if no fault is found.
    ``error`` is the exception that stopped the algorithm. It becomes the cause of the new error. ``in_loop`` is True if
    the algorithm itself raised ``error``, and False if a method of the problem did.
    """
    state, g = on.state, on.g
    if not _check_goal_test(problem, state, error):
        return  # `truth` raised this error, which already names the fault.
    if on.evaluated:
        for action, next_state in on.evaluated:
            checked_batch(problem, [next_state], action=action, cause=error)
        checked_batch(problem, [next_state for _, next_state in on.evaluated], cause=error)
    for action, next_state, cost in _edges(problem, state, error):
        checked_key(problem, next_state, parent=state, action=action, cause=error)
        where = f"cost({short_repr(state)}, {short_repr(action)}, {short_repr(next_state)})"
        value = plain_value(call_checked(where, cost, state, action, error, InvalidCostError))
        if not is_number(value, 0, math.nextafter(math.inf, 0)):
            raise InvalidCostError(
                f"{where} returned {value!r}; expected a finite number >= 0.{_hint(value)}",
                state=state, action=action, value=value,
            ) from error  # fmt: skip
        check_operations(f"{where} returned", value, state, action, error)
        next_h = _next_h(problem, on, action, next_state, value, error) if uses_heuristic else 0
        if on.tests_successors:
            _check_goal_test(problem, next_state, error)
        fault = why_they_have_no_sum(g, value, 0 if next_h == math.inf else next_h)
        if fault is None and _sum(_sum(g, value), next_h) is None:
            fault = (
                "they can't be added to the h of a dead end. For Decimals, return Decimal('Infinity') as h; for costs "
                "above 10**308, use a larger unit"
            )
        if fault is not None:
            raise InvalidCostError(
                f"{where} returned {value!r} at g = {g!r} and h = {next_h!r}, and {fault}",
                state=state, action=action, value=value,
            ) from error  # fmt: skip
    if isinstance(error, KeyError) and in_loop:
        # The problem's methods raised nothing, so a lookup in a table of the loop failed.
        raise lost(error.args[0], state) from error


def check_operations(what: str, value: Any, state: Any, action: Any, error: Exception) -> None:
    """Raise InvalidCostError if ``error`` is a TypeError and the type of a cost lacks an operation."""
    lacking = lacking_operation(value) if isinstance(error, TypeError) else None
    if lacking is not None:
        raise InvalidCostError(
            f"{what} {value!r}, but {lacking}; expected an int, a float, a Fraction, a Decimal, or a number with all "
            "operations of these",
            state=state, action=action, value=value,
        ) from error  # fmt: skip


def _check_goal_test(problem: ResolvedProblem[Any, Any], state: Any, error: Exception) -> bool:
    """Return True if ``is_goal`` returns a bool or int. If ``is_goal`` raises, raise an error that names the call."""
    answer = call_checked(f"is_goal({short_repr(state)})", lambda: problem.is_goal(state), state, None, error)
    return isinstance(plain_value(answer), int)


def _next_h(  # noqa: PLR0917  # The caller has these values at hand.
    problem: ResolvedProblem[Any, Any], on: WorkingOn, action: Any, next_state: Any, cost: float, error: Exception
) -> float:
    """Return the checked h of a successor, evaluated in the way of the algorithm."""
    if on.h is not None and problem.heuristic_change is not None:
        rounded = max(on.rounding, rounding_of(_sum(on.g, cost) or 0))
        return _changed_h(problem.heuristic_change, on.state, (on.h, rounded), action, next_state, error)
    if on.known is not None:  # A state that dominance leaves out isn't asked for.
        try:
            h: float | None = on.known(next_state)
        except Exception as other:  # noqa: BLE001  # The states can't be compared, and the search's error says so.
            raise_if_from_handler(other)
            return 0
        return 0 if h is None else plain_number(h)
    return checked_h(problem, next_state, action=action, cause=error)


def checked_h(
    problem: ResolvedProblem[Any, Any], state: Any, *, action: Any = None, cause: Exception | None = None
) -> float:
    """Return h of a state as an int or a float, after checking that it is a number of at least 0.

    Parameters
    ----------
    problem, state:
        The resolved problem, and the state to evaluate.
    action, cause:
        The action that led to the state, and the exception that the new error continues, or None (the defaults).

    Raises
    ------
    InvalidHeuristicError
        If the heuristic raises, or returns something other than a number of at least 0.

    Examples
    --------
    >>> from astarlib.resolving.resolved_problem import resolve_problem
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> problem = resolve_problem(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    >>> checked_h(problem, problem.initial_state)
    2
    """
    # Each search does this, so there is no call besides that of the heuristic.
    try:
        found = problem.heuristic(state)
        if type(found) in _COMMON and found >= 0:  # This is False for NaN.
            return found
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # A user's code can raise anything.
        raise_if_from_handler(error)
        what = f"heuristic({short_repr(state)})"
        raise _raised(what, error, state, action, InvalidHeuristicError) from (cause or error)
    return _valid_h(f"heuristic({short_repr(state)}) returned", plain_value(found), state, action, cause)


_COMMON: Final = frozenset((int, float))


def _valid_h(what: str, value: float, state: Any, action: Any, cause: Exception | None) -> float:
    if not is_number(value, 0, math.inf):
        raise InvalidHeuristicError(
            f"{what} {value!r}; expected a number >= 0 (inf marks a dead end).{_hint(value)}",
            state=state, action=action, value=value,
        ) from cause  # fmt: skip
    return value


def checked_batch(
    problem: ResolvedProblem[Any, Any], states: Sequence[Any], *, action: Any = None, cause: Exception | None = None
) -> list[float]:
    """Return the h of some states, evaluated together, after checking that each is a number of at least 0.
    If the problem has no ``heuristic_batch``, ``heuristic`` is called for each state. ``action``, which led to the only
    state, and ``cause`` are for the InvalidHeuristicError.
    """
    evaluate = problem.heuristic_batch
    if evaluate is None:
        return [checked_h(problem, state, action=action, cause=cause) for state in states]
    call = partial(_call_batch, evaluate, states)
    values = call_checked(_of_batch(states), call, states[0], action, cause, InvalidHeuristicError)
    if not isinstance(values, list) or len(values) != len(states):
        raise wrong_number(states, values, action) from cause
    return [
        _valid_h(f"heuristic_batch gave {short_repr(state)} the value", plain_value(value), state, action, cause)
        for state, value in zip(states, values, strict=True)
    ]


def wrong_number(states: Sequence[Any], values: Any, action: Any = None) -> InvalidHeuristicError:
    """Return the error that ``heuristic_batch`` returned ``values`` for some states, which aren't one for each."""
    returned = f"{len(values)} values" if isinstance(values, list) else short_repr(values)
    return InvalidHeuristicError(
        f"{_of_batch(states)} returned {returned} for {len(states)} {'state' if len(states) == 1 else 'states'}; "
        f"expected one number for each state, in order.{_hint(values)}",
        state=states[0], action=action, value=values,
    )  # fmt: skip


def _of_batch(states: Sequence[Any]) -> str:
    """Return the text of a call of ``heuristic_batch``."""
    return f"heuristic_batch([{short_repr(states[0])}{', ...' if len(states) > 1 else ''}])"


def _call_batch(evaluate: Callable[[Sequence[Any]], Iterable[float]], states: Sequence[Any]) -> Any:
    return listed(evaluate(list(states)))


def listed(values: Any) -> Any:  # Any: a sequence of numbers, an array or tensor, or another value, which is wrong
    """Return the values of ``heuristic_batch`` as a list; ``tolist`` of an array converts all numbers at once.
    Return a value that isn't iterable unchanged.
    """
    if not is_iterable(values):
        return values
    to_list = getattr(values, "tolist", None)
    found: Any = list(values) if to_list is None else to_list()
    return found if isinstance(found, list) else [found]


def _changed_h(  # noqa: PLR0917  # The caller has these values at hand.
    change_of: Callable[[Any, Any, Any], float],
    state: Any,
    h_and_rounding: tuple[float, float],
    action: Any,
    next_state: Any,
    cause: Exception,
) -> float:
    """Return h plus its change along the step. Raise InvalidHeuristicError if the sum isn't a number >= 0.
    ``h_and_rounding`` holds h, and how far below 0 rounding may move a sum of floats.
    """
    h, rounded = h_and_rounding
    where = f"heuristic_change({short_repr(state)}, {short_repr(action)}, {short_repr(next_state)})"
    call = partial(change_of, state, action, next_state)
    change = plain_value(call_checked(where, call, state, action, cause, InvalidHeuristicError))
    minimum = -rounded if isinstance(change, float) or isinstance(h, float) else 0
    if not is_number(change, -math.inf, math.inf) or not is_number(_sum(h, change), minimum, math.inf):
        raise InvalidHeuristicError(
            f"{where} returned {change!r} at h = {h!r}; expected a change that makes the next state's h a number >= 0 "
            f"(inf marks a dead end).{_hint(change)}",
            state=state, action=action, value=change,
        ) from cause  # fmt: skip
    summed: float = h + change
    return max(0, summed)


def checked_key(
    problem: ResolvedProblem[Any, Any],
    state: Any,
    *,
    parent: Any = None,
    action: Any = None,
    cause: Exception | None = None,
) -> Hashable:
    """Return the hashable key of a state: the state itself, or the value of ``state_key``.

    Parameters
    ----------
    problem, state:
        The resolved problem, and the state.
    parent, action, cause:
        The state and the action that led to ``state``, and the exception that the new error continues, or None.

    Raises
    ------
    ProblemStateError, ProblemMethodError
        If the key has no hash, or a hash that changes, or if ``state_key`` raises.

    Examples
    --------
    >>> from astarlib import FunctionProblem
    >>> from astarlib.resolving.resolved_problem import resolve_problem
    >>> problem = FunctionProblem([0, 1], successors=lambda state: [], is_goal=lambda state: False, state_key=tuple)
    >>> checked_key(resolve_problem(problem), [0, 1])
    (0, 1)
    """
    blamed = state if cause is None else parent
    key: Hashable = state
    if problem.state_key is not None:
        key_of = problem.state_key
        key = call_checked(f"state_key({short_repr(state)})", lambda: key_of(state), blamed, action, cause)
    try:
        stable = hash(key) == hash(key)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # A user's code can raise anything.
        raise_if_from_handler(error)
        raise _unusable(problem, key, f"can't be stored ({error})", state, parent, action, cause) from (cause or error)
    if not stable:
        raise _unusable(problem, key, "has a hash that changes", state, parent, action, cause) from cause
    return key


def _unusable(  # noqa: PLR0917  # All are parts of the message.
    problem: ResolvedProblem[Any, Any],
    key: Any,
    why: str,
    state: Any,
    parent: Any,
    action: Any,
    cause: Exception | None,
) -> ProblemStateError:
    what = "the state" if problem.state_key is None else "its state_key"
    origin = "the initial state" if cause is None else f"action {short_repr(action)} in state {short_repr(parent)}"
    return ProblemStateError(
        f"{what} {short_repr(key)} {why}; it comes from {origin}. Use hashable states such as tuples and "
        "frozensets, or define state_key(state) to return a hashable value",
        state=state if cause is None else parent, action=action, value=state,
    )  # fmt: skip


def steps_between(problem: ResolvedProblem[Any, Any], state: Any, next_state: Any) -> list[tuple[Any, Any]]:
    """Return the action and the cost of each edge between two states, whose cost may be invalid.
    Raise an error that names the method if a method of the problem fails.
    """
    key_of = problem.state_key
    try:
        key = next_state if key_of is None else key_of(next_state)
        return [
            (action, plain_value(cost))
            for action, reached, cost in problem.edges(state)
            if (reached if key_of is None else key_of(reached)) == key
        ]
    except Exception as error:
        raise_if_from_handler(error)
        diagnose(problem, WorkingOn(state, 0), error, uses_heuristic=False, in_loop=False)
        raise


def is_one_of(cost: float, costs: Iterable[Any]) -> bool:
    """Return True if ``cost`` is one of some costs that may be invalid; up to rounding for floats."""
    from astarlib.verification import is_close  # only needed here

    return any(is_number(other, 0, math.inf) and is_close(other, cost) for other in costs)


def lost(key: Hashable, state: Any = None) -> ProblemStateError:
    """Return the error that a stored state isn't found under its key any more, while ``state`` was expanded."""
    return ProblemStateError(
        f"the stored state {short_repr(key)} can't be found again, because its __hash__ or __eq__ has changed. A state "
        "must not change; return a new one from result(state, action)",
        state=state,
        value=key,
    )


def mutated(problem: ResolvedProblem[Any, Any], state: Any, key: Hashable) -> ProblemStateError:
    """Return the error that a state had the key ``key`` before it was expanded, and has another one now.
    It calls the methods again to find the action, because they change the state each time.
    """
    key_of, action, edge = problem.state_key, None, "result" if problem.successors is None else "successors"
    assert key_of is not None  # noqa: S101  # The caller has tested it.
    now = key_of(state)
    try:
        before = now
        for action, _, _ in problem.edges(state):  # The error has the last one.
            if key_of(state) != before:
                edge = f"result({short_repr(state)}, {short_repr(action)})"
                break
    except Exception as error:  # noqa: BLE001  # The error below says enough.
        raise_if_from_handler(error)
    return ProblemStateError(
        f"{edge} changed its argument {short_repr(state)}: its state_key was {short_repr(key)} and is now "
        f"{short_repr(now)}. A state must not change; return a new one, for example a changed copy",
        state=state,
        action=action,
        value=now,
    )


def call_checked(  # noqa: PLR0917  # All are parts of the message or the call.
    what: str | Callable[[], str],
    call: Callable[[], T],
    state: Any,
    action: Any,
    cause: Exception | None,
    kind: type[ProblemMethodError | InvalidCostError | InvalidHeuristicError] = ProblemMethodError,
) -> T:
    """Return ``call()``.
    If it raises, raise an error of type ``kind`` whose message begins with the text ``what``, or with what it returns.
    """
    try:
        return call()
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # A user's code can raise anything.
        raise_if_from_handler(error)
        text = what if isinstance(what, str) else what()
        raise _raised(text, error, state, action, kind) from (cause or error)


def _raised(
    what: str, error: Exception, state: Any, action: Any,
    kind: type[ProblemMethodError | InvalidCostError | InvalidHeuristicError],
) -> Exception:  # fmt: skip
    """Return the error that says that the call ``what`` raised ``error``."""
    hint = ". The state is None: did `result` or `successors` forget `return`?" if state is None else ""
    if (of_async := hint_for(state, "")) != "":
        hint = f". The state is a coroutine. {of_async}"
    message = f"{what} raised {type(error).__name__}: {error}{hint}"
    return kind(message, state=state, action=action, value=error)


def _edges(
    problem: ResolvedProblem[Any, Any], state: Any, error: Exception
) -> Iterator[tuple[Any, Any, Callable[[], Any]]]:
    """Yield the edges out of ``state``, each with a function that returns its cost."""
    if problem.successors is not None:
        successors = problem.successors
        what = f"successors({short_repr(state)})"
        for edge in checked_list(what, partial(successors, state), "edges", state, error):
            if not isinstance(edge, (tuple, list)) or len(edge) != 3:
                raise ProblemMethodError(
                    f"{what} returned the edge {short_repr(edge)}; expected (action, next_state, cost)",
                    state=state,
                    value=edge,
                ) from error
            yield edge[0], edge[1], partial(itemgetter(2), edge)
        return
    what = f"actions({short_repr(state)})"
    for action in checked_list(what, partial(problem.actions, state), "actions", state, error):
        what = f"result({short_repr(state)}, {short_repr(action)})"
        next_state = call_checked(what, partial(problem.result, state, action), state, action, error)
        yield (
            action,
            next_state,
            partial(_unit_cost if problem.cost is None else problem.cost, state, action, next_state),
        )


def checked_list(what: str, call: Callable[[], Any], items: str, state: Any, error: Exception | None) -> list[Any]:
    """Return all items of ``call()`` as a list. Raise InvalidProblemError if its value isn't iterable."""
    found = call_checked(what, call, state, None, error)
    if not is_iterable(found):
        raise InvalidProblemError(
            f"{what} returned {short_repr(found)}; expected an iterable of {items}. {hint_for(found)}",
            state=state,
            value=found,
        ) from error
    return call_checked(what, lambda: list(found), state, None, error)


def is_iterable(value: object) -> bool:
    """Return True if ``for each in value`` is possible, by either of Python's protocols."""
    return hasattr(type(value), "__iter__") or hasattr(type(value), "__getitem__")


def _unit_cost(state: Any, action: Any, next_state: Any) -> int:  # noqa: ARG001  # The signature of `cost`.
    return 1


def why_they_have_no_sum(*numbers: float) -> str | None:
    """Return the reason why the numbers have no finite sum, with a fix, or None if they have one."""
    try:
        return None if sum(numbers) < math.inf else _TOO_LARGE
    except OverflowError:  # For example, a float and an int that is larger than any float.
        return _TOO_LARGE
    except TypeError as error:  # For example, a Decimal and a float.
        return f"they can't be added ({error}); use numbers of one type for all costs and the heuristic"


_TOO_LARGE = "their sum isn't finite; use a larger unit for costs and heuristic"


def _hint(value: object) -> str:
    """Return the question to add to a message about a value that a method returned."""
    hint = hint_for(value, "Did you forget `return`?" if value is None else "")
    return f" {hint}" if hint else ""


def _sum(one: Any, other: Any) -> Any:
    """Return the sum of two numbers, or None if they can't be added."""
    try:
        return one + other
    except (TypeError, OverflowError):
        return None
