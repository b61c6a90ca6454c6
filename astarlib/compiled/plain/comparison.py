"""The comparison of a translated problem with Python, before the first search."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final, cast

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.by_hand.python_functions import MatchingKeys
from astarlib.compiled.codegen.direct.values import UnknownCodeError
from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.codegen.tables import layout_of
from astarlib.compiled.kernels import description, float_costs, int_costs
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import INFINITE
from astarlib.compiled.runtime.domain_functions import DomainFunctions
from astarlib.compiled_domain import DEAD_END, CompiledDomain
from astarlib.errors import CapacityError, InvalidProblemError, short_repr
from astarlib.resolving.resolved_problem import ResolvedProblem, steps_to_go_of, truth
from astarlib.searching.dominance import resources_of
from astarlib.searching.focal import steps_of


def compare_with_python(problem: ResolvedProblem[Any, Any], domain: CompiledDomain[Any], states: Sequence[Any],
                        source: str, *, seconds: float) -> None:  # fmt: skip
    """Raise InvalidProblemError if edges, costs, h or the goal test of a state differ from those in Python.
    Raise RefusalError if the functions, whose text is ``source``, can't be compiled. If the methods in Python are
    slow, only the states are compared for which the time is enough.
    """
    costs = int_costs if domain.costs is int else float_costs
    describe = specialize(domain, (costs, description), ("describe",)).describe
    room, words = domain.max_successors, domain.words
    kinds: Any = np.int64 if domain.costs is int else np.float64
    arrays = [np.zeros(room * words, np.uint64), np.zeros(room, kinds), np.zeros(room * words, np.uint64),
              np.zeros(room, kinds)]  # fmt: skip
    tables, left = layout_of(domain.tables), seconds  # Of Python's time: the first ``describe`` compiles.
    if domain.resources is not None:
        _compare_resources(problem, domain, states, source)
    if domain.steps_to_go is not None:
        _compare_steps(problem, domain, states, source)
    for state in states:
        begin = monotonic()
        expected = _in_python(problem, domain, state, begin + left)
        left -= monotonic() - begin
        if left <= 0:
            return
        if expected is None:
            continue  # The search raises the error when it gets there.
        edges, is_goal, h = expected
        packed = domain.encode(state)[0]
        word = np.uint64(packed) if isinstance(packed, int) else tuple(map(np.uint64, packed))
        try:
            count, listed, compiled_goal, compiled_h = describe(tables.address, word, *arrays)
        except CapacityError:
            continue  # The search raises it, too.
        except UnknownCodeError as error:
            raise _refusal(error, source) from error
        except _RAISED as error:
            raise_if_from_handler(error)
            raise _difference(problem, state, f"it raises {type(error).__name__}: {error}", "no error") from error
        if domain.costs is int and compiled_h == DEAD_END:
            compiled_h = math.inf
        for each, found, found_costs in ((count, *arrays[:2]), (listed, *arrays[2:])):
            if each > room:
                continue
            compiled = list(zip(_packed(found, each, words), found_costs[:each].tolist(), strict=True))
            if compiled != edges:
                pairs = enumerate(zip(compiled, edges, strict=False))
                at = next((i for i, (one, other) in pairs if one != other), None)
                if at is None:
                    raise _difference(problem, state, f"{each} edges", f"{len(edges)} edges")
                texts = [short_repr((domain.decode(edge[at][0], 0), edge[at][1])) for edge in (compiled, edges)]
                raise _difference(problem, state, f"edge {at} is {texts[0]}", texts[1])
        if bool(compiled_goal) != is_goal:
            raise _difference(problem, state, f"is_goal is {bool(compiled_goal)}", str(is_goal))
        if h is not None and compiled_h != h:
            raise _difference(problem, state, f"h is {compiled_h}", repr(h))


_RAISED: Final = (ArithmeticError, LookupError, ValueError, AssertionError)
"""The errors that generated code raises."""


def _refusal(error: UnknownCodeError, source: str) -> RefusalError:
    """Return a refusal for generated code that can't be compiled, with the method whose translation it is."""
    refusal = RefusalError(
        f"its translation can't be compiled ({error})",
        "write this part of the method in another way, and please report it as a fault of compile_problem",
    )
    places = [line for line in source.splitlines()[: error.line] if re.match(r"# \D", line)]
    refusal.place = places[-1].removeprefix("# ") if places else "the methods"
    return refusal


def _compare_resources(
    problem: ResolvedProblem[Any, Any], domain: CompiledDomain[Any], states: Sequence[Any], source: str
) -> None:
    """Raise InvalidProblemError if the resources of a state differ from those in Python, or which keys are equal."""
    keys, method = MatchingKeys(), partial(resources_of, problem)
    for state, found, expected in _answers(problem, domain, states, source, "resources", method):
        numbers = [math.inf if number == INFINITE else number for number in found[1]]
        other = keys.other(found[0], expected[0])
        if numbers != list(expected[1]):
            raise _difference(problem, state, f"the resources are {found[1]}", short_repr(expected[1]))
        if other is not None:
            raise _difference(problem, state, f"the key of resources is {other[0]}", short_repr(other[1]))


def _compare_steps(
    problem: ResolvedProblem[Any, Any], domain: CompiledDomain[Any], states: Sequence[Any], source: str
) -> None:
    """Raise InvalidProblemError if the steps to go of a state differ from those in Python."""
    method = partial(steps_of, cast("Any", steps_to_go_of(problem.problem)))
    for state, found, expected in _answers(problem, domain, states, source, "steps_to_go", method):
        if found != expected:
            raise _difference(problem, state, f"steps_to_go is {found}", repr(expected))


def _answers(
    problem: ResolvedProblem[Any, Any], domain: CompiledDomain[Any], states: Sequence[Any], source: str, name: str,
    method: Callable[[Any], Any],
) -> Iterator[tuple[Any, Any, Any]]:  # fmt: skip
    """Yield each state with the answers of a function of the domain and of a method in Python."""
    functions = DomainFunctions(domain)
    for state in states:
        try:
            expected = method(state)
        except InvalidProblemError:  # The search raises it when it gets there.
            continue
        try:
            found = getattr(functions, name)(domain.encode(state)[0], 0)
        except CapacityError:  # as above
            continue
        except UnknownCodeError as error:
            raise _refusal(error, source) from error
        except _RAISED as error:
            raise_if_from_handler(error)
            text = f"{name} raises {type(error).__name__}: {error}"
            raise _difference(problem, state, text, "no error") from error
        yield state, found, expected


def _packed(array: Any, count: int, words: int) -> list[Any]:
    """Return the packed states of an array."""
    found = array[: count * words].tolist()
    return found if words == 1 else list(zip(*(found[at::words] for at in range(words)), strict=True))


def _in_python(problem: ResolvedProblem[Any, Any], domain: CompiledDomain[Any], state: Any, end: float) -> Any:
    """Return the packed edges, the answer of the goal test and h of a state; None if Python raises an error, or the
    time ``end`` has come.
    """
    edges: list[Any] = []
    try:
        for _, next_state, cost in problem.edges(state):
            edges.append((domain.encode(next_state)[0], cost))
            if monotonic() > end:
                return None
        h = problem.heuristic(state) if domain.heuristic is not None else None
        is_goal = truth(problem.is_goal(state), state)
        is_right = all(0 <= cost < math.inf for _, cost in edges) and (h is None or h >= 0)
    except Exception as error:  # noqa: BLE001  # Whatever the user's methods raise.
        raise_if_from_handler(error)
        return None
    return (edges, is_goal, h) if is_right else None


def _difference(problem: ResolvedProblem[Any, Any], state: Any, compiled: str, python: str) -> InvalidProblemError:
    return InvalidProblemError(
        f"the compiled form of {type(problem.problem).__name__} differs from Python at {short_repr(state)}: compiled, "
        f"{compiled}; in Python, {python}. If a method returns something else in each call, correct it. Otherwise, "
        "this is a fault of compile_problem: use an engine in Python, and please report it",
        state=state,
    )
