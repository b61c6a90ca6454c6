"""The bound of a result proved again, by an algorithm that is too simple to be wrong."""

from __future__ import annotations

import heapq
import math
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from astarlib._support.memory import resident_memory
from astarlib._support.plain_values import plain_number
from astarlib.capabilities import edges_of, state_key_of, truth
from astarlib.errors import InvalidCostError, VerificationError, short_repr
from astarlib.limits import LimitKind, Limits, refuse_no_limits
from astarlib.problem import A, Problem, S
from astarlib.result import SearchResult
from astarlib.verification import is_close

_ENOUGH = Limits(expanded=1_000_000)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What :func:`certify` has proved of a result.

    Attributes
    ----------
    proved:
        Whether all that the result claims is proved. False: ``limit`` came first, and nothing so far contradicts it.
    optimum:
        The cost of the cheapest solution, exactly; inf when there is none; None when ``limit`` came first.
    lower_bound:
        No solution costs less: the optimum, or what was proved before ``limit`` came.
    states:
        How many distinct states were looked at.
    limit:
        What stopped the proof, else None.
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
        return f"{'proved' if self.proved else 'not decided'}: {said}; {self.states:,} states looked at"

    @property
    def _stopped(self) -> str:
        return "" if self.limit is None else f"stopped by the limit on {self.limit.value}"


def certify(result: SearchResult[S, A], problem: Problem[S, A], *, limits: Limits = _ENOUGH) -> Certificate:
    """Prove again what a result claims of all solutions: its lower bound, and so optimality and unsolvability.

    First the result is verified (``SearchResult.verify``). Then Dijkstra's algorithm, a dozen lines that share nothing
    with the engines and ask no heuristic, finds the cheapest solution from the problem's own edges. A bound may be
    wrong although the engine is right: when the heuristic is inadmissible.

    It visits every state that is cheaper to reach than the cheapest solution, or all where there is none, so it is for
    small spaces: a million states of the 15-puzzle take about ten seconds and 300 MB.

    Parameters
    ----------
    result:
        Of any engine, with any status.
    problem:
        The problem that was searched.
    limits:
        How far to go, by default a million expansions. Location a limit the certificate tells what has been proved.

    Raises
    ------
    VerificationError
        When the result does not fit the problem, or claims what is false; names the cheaper solution's cost.
    InvalidProblemError
        When ``is_goal`` returns neither a bool nor an int.
    InvalidCostError
        When a step has a cost that is no finite number of at least 0.
    TypeError
        When ``result`` is no result, or ``limits`` are no ``Limits``.

    References
    ----------
    E. W. Dijkstra, "A note on two problems in connexion with graphs" (1959).

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = NPuzzle("1 2 3 / 0 5 6 / 4 7 8")
    >>> print(certify(AStar().search(puzzle), puzzle))
    proved: the optimum is 3; 32 states looked at
    """
    refuse_no_limits(limits)
    if not isinstance(result, SearchResult):
        raise TypeError(f"result must be what a search gave, a SearchResult, not {short_repr(result)}")
    result.verify(problem)
    proof = cheapest(problem, limits)
    bound = result.lower_bound
    if proof.optimum is not None and bound > proof.optimum and not is_close(bound, proof.optimum):
        claim = "there is no solution" if bound == math.inf else f"no solution costs less than {bound!r}"
        raise VerificationError(
            f"the result claims that {claim}, but there is one of cost {proof.optimum!r}; most likely the heuristic "
            f"overestimates, or calls dead what is not: {result!r}",
            expected=proof.optimum, found=bound,
        )  # fmt: skip
    if result.solution is not None and proof.lower_bound > result.cost and not is_close(proof.lower_bound, result.cost):
        raise VerificationError(
            f"the result has a solution of cost {result.cost!r}, but none costs less than {proof.lower_bound!r}: the "
            "problem does not behave alike each time",
            expected=proof.lower_bound, found=result.cost,
        )  # fmt: skip
    proved = proof.optimum is not None or bound <= proof.lower_bound
    return Certificate(proved, proof.optimum, proof.lower_bound, proof.states, proof.limit)


class Proof(NamedTuple):
    """What is known of the cheapest solution: see ``Certificate``."""

    optimum: float | None
    lower_bound: float
    states: int
    limit: LimitKind | None


def cheapest(problem: Problem[Any, Any], limits: Limits = _ENOUGH) -> Proof:
    """Dijkstra's algorithm, as it is in the books."""
    edges, key_of, meter = edges_of(problem), state_key_of(problem) or _itself, _Meter(limits)
    start = problem.initial_state
    best: dict[Any, float] = {key_of(start): 0}
    closed: set[Any] = set()
    waiting: list[tuple[float, int, Any]] = [(0, 0, start)]  # with a number, so that no states are compared
    while len(waiting) > 0:
        g, _, state = waiting[0]
        if key_of(state) in closed:
            heapq.heappop(waiting)
            continue
        if truth(problem.is_goal(state), state):
            return Proof(g, g, len(best), None)
        limit = meter.reached(g, len(best))
        if limit is not None:
            return Proof(None, g, len(best), limit)
        heapq.heappop(waiting)
        closed.add(key_of(state))
        for action, next_state, told in edges(state):
            cost = plain_number(told)
            if not 0 <= cost < math.inf:  # NaN too
                raise InvalidCostError(
                    f"cost({short_repr(state)}, {short_repr(action)}, {short_repr(next_state)}) gave {cost!r}; a "
                    "cost must be a "
                    "finite number of at least 0",
                    state=state, action=action, value=cost,
                )  # fmt: skip
            meter.generated += 1
            key, next_g = key_of(next_state), g + cost
            if key not in best or next_g < best[key]:
                best[key] = next_g
                heapq.heappush(waiting, (next_g, meter.generated, next_state))
    return Proof(math.inf, math.inf, len(best), None)


def _itself(state: Any) -> Any:
    return state


class _Meter:
    """What has been spent of some limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.expanded = self.generated = 0
        self.begin = time.perf_counter()

    def reached(self, g: float, stored: int) -> LimitKind | None:
        """The limit that forbids one more expansion, of a state with that g; one is counted when there is none."""
        limits = self.limits
        spent: list[tuple[LimitKind, bool]] = [
            (LimitKind.COST, g > limits.cost),
            (LimitKind.EXPANDED, self.expanded >= limits.expanded),
            (LimitKind.GENERATED, self.generated >= limits.generated),
            (LimitKind.STORED, stored >= limits.stored),
        ]
        if self.expanded % 100 == 0:  # what costs more to know
            seconds = time.perf_counter() - self.begin
            spent += [
                (LimitKind.CANCELLED, limits.cancelled is not None and limits.cancelled()),
                (LimitKind.SECONDS, seconds >= limits.seconds),
                (LimitKind.MEMORY, limits.memory < math.inf and resident_memory() >= limits.memory),
            ]
        self.expanded += 1
        return next((kind for kind, is_reached in spent if is_reached), None)
