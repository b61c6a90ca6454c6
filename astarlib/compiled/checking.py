"""Whether a compiled domain is the problem that it stands for."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from astarlib._support.integers import check_int
from astarlib.capabilities import ResolvedProblem, resolve_problem, truth
from astarlib.compiled.requiring import domain_of
from astarlib.compiled_domain import DEAD_END, CompiledDomain
from astarlib.errors import InvalidProblemError, short_repr
from astarlib.problem import A, Problem, S
from astarlib.searching.walk import breadth_first


def check_domain(problem: Problem[S, A], *, states: int = 5_000, seed: int = 0) -> int:
    """Compare what is compiled with what is in Python, state by state; how many states were compared.

    The states are those next to the initial one, breadth-first, and then those of random walks that start there. Of
    each, packing and unpacking, the edges in their order with their costs, h, and the goal test have to agree.

    Parameters
    ----------
    problem:
        One with a ``compiled_domain``.
    states:
        How many are compared, if there are as many; at least 1.
    seed:
        Of the walks: the same seed takes the same ways.

    Raises
    ------
    InvalidProblemError
        Names the first difference.
    ValueError
        When ``states`` is less than 1, or ``seed`` less than 0.
    TypeError
        When ``states`` or ``seed`` is no whole number.
    MissingCapabilityError, ImportError
        As for the compiled engines.
    """
    states = check_int(states, "states", minimum=1)
    random = Random(check_int(seed, "seed", minimum=0))
    powers = resolve_problem(problem)
    check = _Check(powers, domain_of(problem, check_domain.__name__))
    from numba.core.errors import NumbaError  # noqa: PLC0415  # there is numba where there is a domain

    from astarlib.compiled.faults import raised  # noqa: PLC0415  # it loads numba

    count = 0
    for state in _states(problem, states, random):
        try:
            check.state(state)
        except NumbaError as error:
            raise raised(problem, state, error) from error
        count += 1
    return count


class _Check:
    """The comparison of one state after the other."""

    def __init__(self, powers: ResolvedProblem[Any, Any], domain: CompiledDomain[Any]) -> None:
        from astarlib.compiled.unpacked import Unpacked  # noqa: PLC0415  # it loads numpy, which comes with numba

        self._powers, self._domain = powers, domain
        self._compiled = Unpacked(domain)

    def state(self, state: Any) -> None:
        """Compare all that is told of a state; InvalidProblemError names the first difference."""
        domain, powers = self._domain, self._powers
        words, aux = domain.encode(state)
        self._same(state, "decode(encode(state))", domain.decode(words, aux), state)
        compiled = self._compiled
        self._same(state, "is_goal", compiled.is_goal(words, aux), truth(powers.is_goal(state), state))
        h = compiled.heuristic(words, aux)
        if domain.heuristic is not None:
            self._same(state, "heuristic", self._h(h), powers.heuristic(state))
        edges = list(powers.edges(state))
        self._same(state, "successor_count", compiled.successor_count(words, aux), len(edges))
        if len(edges) > domain.max_successors:
            raise self._fault(state, "max_successors", domain.max_successors, len(edges))
        for i, (_, next_state, cost) in enumerate(edges):
            next_words, next_aux, told = compiled.apply(words, aux, i)
            where = f"apply, edge {i},"
            self._same(state, f"{where} the state", domain.decode(next_words, next_aux), next_state)
            self._same(state, f"{where} the packed state", (next_words, next_aux), domain.encode(next_state))
            self._same(state, f"{where} the cost", told, cost)
            if domain.heuristic is not None:
                next_h = compiled.next_heuristic(words, aux, i, h=h, following=(next_words, next_aux))
                self._same(state, f"next_heuristic, edge {i},", self._h(next_h), powers.heuristic(next_state))
            if domain.aux_identifies_parent:
                self._back(state, (words, aux), (next_words, next_aux))

    def _back(self, state: Any, packed: tuple[Any, int], following: tuple[Any, int]) -> None:
        """Whether the way back from a successor is told by ``aux``."""
        compiled = self._compiled
        for i in range(compiled.successor_count(*following)):
            words, aux, _ = compiled.apply(*following, i)
            if (aux == packed[1]) != (words == packed[0]):
                raise self._fault(state, "aux_identifies_parent", True, False)

    def _h(self, h: float) -> float:
        return math.inf if self._domain.costs is int and h == DEAD_END else h

    def _same(self, state: Any, what: str, compiled: object, python: object) -> None:
        if compiled == python:
            return
        if (
            isinstance(compiled, float)
            and isinstance(python, float | int)
            and math.isclose(compiled, python, rel_tol=1e-12)
        ):
            return
        raise self._fault(state, what, compiled, python)

    def _fault(self, state: Any, what: str, compiled: object, python: object) -> InvalidProblemError:
        return InvalidProblemError(
            f"{short_repr(state)}: {what} is {short_repr(compiled)} compiled and {short_repr(python)} in Python",
            state=state,
            value=compiled,
        )


def _states(problem: Problem[S, A], count: int, random: Random) -> Iterator[S]:
    """Yield half of the states breadth-first, and the others on random walks."""
    powers = resolve_problem(problem)
    given, near = 0, breadth_first(problem.initial_state, powers.edges, powers.state_key, max_states=count)
    for state, _ in islice(near, count // 2):
        yield state
        given += 1
    if given < count // 2:
        return  # There are no other states.
    state = problem.initial_state
    while given < count:
        onward = [next_state for _, next_state, _ in powers.edges(state)]
        state = random.choice(onward) if len(onward) > 0 and random.random() > 0.002 else problem.initial_state
        yield state
        given += 1
