"""A comparison of a compiled domain with the methods of its Python problem."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from astarlib._support.integers import check_int
from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.by_hand.python_functions import MatchingKeys, PythonFunctions
from astarlib.compiled.requirements import domain_of
from astarlib.compiled_domain import DEAD_END, CompiledDomain, Words, identifying_words
from astarlib.errors import InvalidProblemError, short_repr
from astarlib.problem import A, Problem, S
from astarlib.resolving.resolved_problem import (
    ResolvedProblem,
    backward_heuristic_of,
    edges_back_of,
    resolve_problem,
    steps_to_go_of,
    truth,
)
from astarlib.searching.dominance import resources_of
from astarlib.searching.focal import steps_of
from astarlib.searching.walk import near_and_far

__all__ = ["check_domain"]


def check_domain(problem: Problem[S, A], *, states: int = 5_000, seed: int = 0) -> int:
    """Compare a problem's compiled domain with its methods in Python, state by state.

    For each state, the function compares packing and unpacking, the edges in their order with their costs, h, and the
    goal test. If the domain has predecessors and a backward heuristic, it also compares these. It tests what
    ``aux_of``, ``aux_identifies_parent`` and ``undirected`` state. If the domain has ``resources``, it compares
    the numbers, and which states have equal keys. If the domain has ``fields``, it also runs the domain's functions in
    Python, and finds a value that is out of the range of its field, which compiled code doesn't check.

    The function visits half of the states breadth-first from the initial state, and the other half by random walks from
    there. A small state space is compared completely.

    Parameters
    ----------
    problem:
        A problem with a ``compiled_domain``.
    states:
        The largest number of states to compare, at least 1 (default: 5000).
    seed:
        The seed of the random walks, at least 0 (default: 0). Equal seeds give equal walks.

    Returns
    -------
    int
        The number of states that were compared.

    Raises
    ------
    InvalidProblemError
        If there is a difference. The message names the first one.
    ValueError, TypeError
        If ``states`` isn't a whole number >= 1, or ``seed`` isn't one >= 0.
    MissingCapabilityError
        If the problem has no ``compiled_domain``, or a method of a more derived class overrides it.
    ImportError
        If numba isn't installed.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> compiled.check_domain(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), states=100)
    100
    """
    states = check_int(states, "states", minimum=1)
    random = Random(check_int(seed, "seed", minimum=0))
    resolved = resolve_problem(problem)
    domain = domain_of(problem, check_domain.__name__)
    from astarlib.compiled.runtime.compile_errors import compile_errors  # It loads numba.
    from astarlib.compiled.runtime.kernel_errors import function_error  # It loads numba.

    comparison = _Comparison(resolved, domain)
    count = 0
    walk = near_and_far(problem.initial_state, comparison.edges, resolved.state_key, count=states, random=random)
    for state in walk:
        try:
            comparison.compare(state)
            if domain.resources is not None:
                comparison.compare_resources(state)
            if domain.key_words != 0 or resolved.state_key is not None:
                comparison.compare_keys(state)
        except compile_errors() as error:
            raise_if_from_handler(error)
            raise function_error(problem, state, error) from error
        count += 1
    return count


class _Comparison:
    """A comparison of a problem with its compiled domain, for one state at a time."""

    def __init__(self, problem: ResolvedProblem[Any, Any], domain: CompiledDomain[Any]) -> None:
        from astarlib.compiled.runtime.domain_functions import DomainFunctions  # It loads numba.

        self._problem, self._domain = problem, domain
        self._edges_back, self._back_h = edges_back_of(problem.problem), backward_heuristic_of(problem.problem)
        self._steps = steps_to_go_of(problem.problem)
        self._compiled = DomainFunctions(domain)
        self._keys = MatchingKeys()
        self._python = None if domain.fields is None else PythonFunctions(domain)

    def edges(self, state: Any) -> list[tuple[Any, Any, float]]:
        """Return the edges out of a state, after running the functions of a domain with fields in Python."""
        if self._python is not None:
            self._run_in_python(self._python, state, *self._domain.encode(state))
        return list(self._problem.edges(state))

    def compare(self, state: Any) -> None:  # noqa: C901, PLR0912  # one check after another
        """Compare everything about a state; InvalidProblemError names the first difference."""
        domain, problem, compiled = self._domain, self._problem, self._compiled
        check_equal = partial(self._check_equal, state)
        words, aux = domain.encode(state)
        check_equal("decode(encode(state))", domain.decode(words, aux), state)
        check_equal("is_goal", compiled.is_goal(words, aux), truth(problem.is_goal(state), state))
        h = compiled.heuristic(words, aux)
        if domain.heuristic is not None:
            check_equal("heuristic", self._to_h(h), problem.heuristic(state))
        if domain.aux_of is not None:
            check_equal("aux_of", compiled.aux_of(words), aux)
        edges = list(problem.edges(state))
        check_equal("successor_count", compiled.successor_count(words, aux), len(edges))
        if len(edges) > domain.max_successors:
            raise _difference(state, "max_successors", domain.max_successors, len(edges))
        if domain.list_edges is not None:
            packed = [(domain.encode(next_state)[0], cost) for _, next_state, cost in edges]
            check_equal("list_edges", compiled.list_edges(words, aux), packed)
        for i, (_, next_state, cost) in enumerate(edges):
            next_words, next_aux, compiled_cost = compiled.apply(words, aux, i)
            successor, where = (next_words, next_aux), f"apply, edge {i},"
            check_equal(f"{where} the state", domain.decode(*successor), next_state)
            check_equal(f"{where} the packed state", successor, domain.encode(next_state))
            check_equal(f"{where} the cost", compiled_cost, cost)
            if domain.action_of is not None:
                # Of several edges to a state, a search takes the first one of the cheapest.
                parallel = [edge for edge in edges if edge[1] == next_state]
                first = min(parallel, key=lambda edge: edge[2])[0]
                check_equal(f"action_of, edge {i},", domain.action_of(state, next_state), first)
            if domain.heuristic is not None:
                next_h = compiled.next_heuristic(words, aux, i, h=h, successor=successor)
                check_equal(f"next_heuristic, edge {i},", self._to_h(next_h), problem.heuristic(next_state))
            if domain.next_estimate is not None:
                next_h, extra = compiled.next_estimate(words, aux, i, h=h, successor=successor)
                check_equal(f"next_estimate, edge {i}, h", self._to_h(next_h), problem.heuristic(next_state))
                expected = compiled.extra_bytes(*successor)
                check_equal(f"next_estimate, edge {i}, the extra bytes,", extra, expected)
            if domain.aux_identifies_parent:
                self._check_parent(state, (words, aux), successor)
            if domain.undirected:
                self._check_way_back(state, words, successor, compiled_cost)
        if domain.predecessor_count is not None and self._edges_back is not None:
            self._compare_back(state, (words, aux), list(self._edges_back(state)))
        if domain.backward_heuristic is not None and self._back_h is not None:
            back_h = self._to_h(compiled.backward_heuristic(words, aux))
            check_equal("backward_heuristic", back_h, self._back_h(state))
        if domain.steps_to_go is not None:
            steps = None if self._steps is None else steps_of(self._steps, state)
            check_equal("steps_to_go", compiled.steps_to_go(words, aux), steps)

    def compare_resources(self, state: Any) -> None:
        """Compare the resources of a state, and which other states have its key."""
        answer = self._compiled.resources(*self._domain.encode(state))
        if self._problem.resources is None:
            raise _difference(state, "resources", answer, None)
        key, numbers = resources_of(self._problem, state)
        self._check_equal(state, "resources, the numbers", answer[1], numbers)
        other = self._keys.other(answer[0], key)
        if other is not None:
            raise _difference(state, "resources, the key", *other)

    def compare_keys(self, state: Any) -> None:
        """Compare which other states have the key of a state."""
        key_of = self._problem.state_key
        key = identifying_words(self._domain, self._domain.encode(state)[0])
        other = self._keys.other(key, state if key_of is None else key_of(state))
        if other is not None:
            raise _difference(state, "the words of state_key", *other)

    def _run_in_python(self, functions: PythonFunctions, state: Any, words: Words, aux: int) -> None:
        """Run the functions in Python, where a `StateFields` checks each value. Compiled code doesn't check them."""
        domain, calls = self._domain, [("is_goal", partial(functions.is_goal, words, aux))]
        if domain.heuristic is not None:
            calls.append(("heuristic", partial(functions.heuristic, words, aux)))
        counts = [("apply", functions.apply, functions.successor_count)]
        if domain.predecessor_count is not None:
            counts.append(("apply_back", functions.apply_back, functions.predecessor_count))
        for name, apply, count in counts:
            edges = range(_checked_call(state, name, partial(count, words, aux)))
            calls += [(f"{name}, edge {i},", partial(apply, words, aux, i)) for i in edges]
        for name, call in calls:
            _checked_call(state, name, call)

    def _compare_back(self, state: Any, packed: tuple[Any, int], edges: list[Any]) -> None:
        """Compare the edges into a state in any order, because the order changes only which of equal paths is found."""
        count = self._compiled.predecessor_count(*packed)
        self._check_equal(state, "predecessor_count", count, len(edges))
        if count > self._domain.max_successors:
            raise _difference(state, "max_successors", self._domain.max_successors, count)
        found = sorted(self._compiled.apply_back(*packed, i) for i in range(count))
        expected = sorted((*self._domain.encode(previous), cost) for _, previous, cost in edges)
        for (words, aux, cost), (*other, other_cost) in zip(found, expected, strict=True):
            previous = self._domain.decode(words, aux)
            self._check_equal(state, "apply_back, the packed states, in order,", (words, aux), tuple(other))
            self._check_equal(state, f"apply_back, the cost from {short_repr(previous)},", cost, other_cost)

    def _check_parent(self, state: Any, packed: tuple[Any, int], successor: tuple[Any, int]) -> None:
        """Check that an edge leads from a successor to the state exactly if it leads to the ``aux`` of the state."""
        for i in range(self._compiled.successor_count(*successor)):
            words, aux, _ = self._compiled.apply(*successor, i)
            if (aux == packed[1]) != (words == packed[0]):
                raise _difference(state, "aux_identifies_parent", True, False)

    def _check_way_back(self, state: Any, words: Any, successor: tuple[Any, int], cost: float) -> None:
        """Check that an edge costs 1, and that an edge leads back at that cost."""
        back = [self._compiled.apply(*successor, i) for i in range(self._compiled.successor_count(*successor))]
        if cost != 1 or not any(each[0] == words and each[2] == 1 for each in back):
            raise _difference(state, "undirected", True, False)

    def _to_h(self, h: float) -> float:
        return math.inf if self._domain.costs is int and h == DEAD_END else h

    def _check_equal(self, state: Any, what: str, compiled: object, python: object) -> None:
        is_close = (
            isinstance(compiled, float)
            and isinstance(python, float | int)
            and math.isclose(compiled, python, rel_tol=1e-12)
        )
        if compiled != python and not is_close:
            raise _difference(state, what, compiled, python)


def _checked_call(state: Any, name: str, call: Callable[[], Any]) -> Any:  # Any: what the function returns
    """Return what a function returns in Python; InvalidProblemError if it raises an error."""
    try:
        return call()
    except Exception as error:
        raise_if_from_handler(error)
        is_range = isinstance(error, ValueError | IndexError)
        more = ". Compiled code doesn't check ranges, and continues with a wrong state" if is_range else ""
        raise InvalidProblemError(
            f"{short_repr(state)}: {name} raised {type(error).__name__} in Python: {error}{more}", state=state
        ) from error


def _difference(state: Any, what: str, compiled: object, python: object) -> InvalidProblemError:
    return InvalidProblemError(
        f"{short_repr(state)}: {what} is {short_repr(compiled)} compiled and {short_repr(python)} in Python",
        state=state,
        value=compiled,
    )
