"""Independent proofs of results, by a short version of Dijkstra's algorithm that shares no code with the engines."""

from __future__ import annotations

import heapq
import math
import time
from dataclasses import dataclass, replace
from typing import Any

from astarlib._support.memory import resident_memory
from astarlib._support.plain_values import plain_number
from astarlib.errors import InvalidCostError, VerificationError, short_repr
from astarlib.limits import LimitKind, Limits, refuse_no_limits
from astarlib.problem import A, Problem, S
from astarlib.resolving.resolved_problem import edges_of, starts_of, state_key_of, truth
from astarlib.result import SearchResult
from astarlib.verification import is_close

_ENOUGH = Limits(expanded=1_000_000)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate: what :func:`certify` has proved about a result.

    Attributes
    ----------
    proved, limit:
        True if all claims of the result are proved. False if ``limit`` stopped the proof before that, and nothing so
        far contradicts the claims. ``limit`` is None otherwise.
    optimum:
        The exact cost of the cheapest solution, or inf if there is no solution. None if ``limit`` stopped the proof.
    lower_bound:
        A proved lower bound: no solution costs less. It's the optimum if that is known.
    states:
        The number of distinct states that were visited.
    """

    proved: bool
    optimum: float | None
    lower_bound: float
    states: int
    limit: LimitKind | None

    def __str__(self) -> str:
        if self.optimum is None:
            said = f"no solution costs less than {self.lower_bound!r} ({self._stopped})"
        else:
            said = "there is no solution" if self.optimum == math.inf else f"the optimum is {self.optimum!r}"
        return f"{'proved' if self.proved else 'not decided'}: {said}; {self.states:,} states visited"

    @property
    def _stopped(self) -> str:
        return "" if self.limit is None else f"stopped by the limit on {self.limit.value}"


def certify(result: SearchResult[S, A], problem: Problem[S, A], *, limits: Limits = _ENOUGH) -> Certificate:
    """Prove the claims of a result again: its lower bound, and with it optimality or unsolvability.

    The function first verifies the result with ``SearchResult.verify``. Then it finds the cheapest solution with
    Dijkstra's algorithm, in a short loop that shares no code with the engines' searches and evaluates no heuristic.
    This also detects a lower bound that is wrong because the heuristic is inadmissible, although the engine is correct.

    The proof visits every state that is cheaper to reach than the cheapest solution, or all reachable states if there
    is no solution. Use it for small state spaces: a million states of the 15-puzzle take about ten seconds and 300 MB.

    Parameters
    ----------
    result:
        The result to certify, of any engine and with any status.
    problem:
        The problem that was searched.
    limits:
        The limits of the proof, by default a million expansions. At a limit, the certificate has the lower bound that
        was proved so far.

    Returns
    -------
    Certificate
        The optimum or a lower bound, and whether they prove the claims of the result.

    Raises
    ------
    VerificationError
        If the result doesn't fit the problem, or one of its claims is false.
    InvalidProblemError
        If ``is_goal`` returns neither a bool nor an int, or (an InvalidCostError) a cost isn't a finite number >= 0.
    TypeError
        If ``result`` isn't a ``SearchResult``, or ``limits`` isn't a ``Limits``.

    References
    ----------
    E. W. Dijkstra, "A note on two problems in connexion with graphs" (1959).

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = NPuzzle("1 2 3 / 0 5 6 / 4 7 8")
    >>> print(certify(AStar().search(puzzle), puzzle))
    proved: the optimum is 3; 32 states visited
    """
    refuse_no_limits(limits)
    if not isinstance(result, SearchResult):
        raise TypeError(f"result must be a SearchResult, not {short_repr(result)}")
    result.verify(problem)
    proof = cheapest(problem, limits)
    bound = result.lower_bound
    if proof.optimum is not None and bound > proof.optimum and not is_close(bound, proof.optimum):
        claim = "there is no solution" if bound == math.inf else f"no solution costs less than {bound!r}"
        raise VerificationError(
            f"the result claims that {claim}, but there is a solution of cost {proof.optimum!r}. Most likely the "
            f"heuristic overestimates, or is inf in a state with a path to a goal. The result: {result!r}",
            expected=proof.optimum,
            found=bound,
        )
    if result.solution is not None and proof.lower_bound > result.cost and not is_close(proof.lower_bound, result.cost):
        raise VerificationError(
            f"the result has a solution of cost {result.cost!r}, but no solution costs less than "
            f"{proof.lower_bound!r}. The problem isn't deterministic",
            expected=proof.lower_bound,
            found=result.cost,
        )
    return replace(proof, proved=proof.proved or bound <= proof.lower_bound)


def cheapest(problem: Problem[Any, Any], limits: Limits = _ENOUGH) -> Certificate:
    """Find the cheapest solution with the textbook version of Dijkstra's algorithm."""
    edges, meter = edges_of(problem), _Meter(limits)
    key_of = state_key_of(problem) or (lambda state: state)
    starts = starts_of(problem)
    best: dict[Any, float] = {key_of(start): 0 for start in starts}
    closed: set[Any] = set()
    # The number breaks ties, so that states are never compared.
    waiting: list[tuple[float, int, Any]] = [(0, number - len(starts), start) for number, start in enumerate(starts)]
    while len(waiting) > 0:
        g, _, state = waiting[0]
        if key_of(state) in closed:
            heapq.heappop(waiting)
            continue
        if truth(problem.is_goal(state), state):
            return Certificate(True, g, g, len(best), None)
        limit = meter.reached(g, len(best))
        if limit is not None:
            return Certificate(False, None, g, len(best), limit)
        heapq.heappop(waiting)
        closed.add(key_of(state))
        for action, next_state, given_cost in edges(state):
            cost = plain_number(given_cost)
            if not 0 <= cost < math.inf:  # This is also true for NaN.
                raise InvalidCostError(
                    f"cost({short_repr(state)}, {short_repr(action)}, {short_repr(next_state)}) returned {cost!r}; "
                    "expected a finite number >= 0",
                    state=state, action=action, value=cost,
                )  # fmt: skip
            meter.generated += 1
            key, next_g = key_of(next_state), g + cost
            if key not in best or next_g < best[key]:
                best[key] = next_g
                heapq.heappush(waiting, (next_g, meter.generated, next_state))
    return Certificate(True, math.inf, math.inf, len(best), None)


class _Meter:
    """A meter that compares the work done with the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.expanded = self.generated = 0
        self.begin = time.perf_counter()

    def reached(self, g: float, stored: int) -> LimitKind | None:
        """Return the limit that forbids expanding a state with this g, or count the expansion and return None."""
        limits = self.limits
        spent: list[tuple[LimitKind, bool]] = [
            (LimitKind.COST, g > limits.cost),
            (LimitKind.EXPANDED, self.expanded >= limits.expanded),
            (LimitKind.GENERATED, self.generated >= limits.generated),
            (LimitKind.STORED, stored >= limits.stored),
        ]
        if self.expanded % 100 == 0:  # These checks are slower.
            seconds = time.perf_counter() - self.begin
            spent += [
                (LimitKind.CANCELLED, limits.cancelled is not None and limits.cancelled()),
                (LimitKind.SECONDS, seconds >= limits.seconds),
                (LimitKind.MEMORY, limits.memory < math.inf and resident_memory() >= limits.memory),
            ]
        self.expanded += 1
        return next((kind for kind, is_reached in spent if is_reached), None)
