"""The result of a search: what was found, and what it proves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Generic

from astarlib.errors import NoSolutionError
from astarlib.limits import LimitKind
from astarlib.problem import A, S


class Status(Enum):
    """How a run ended. ``UNSOLVABLE`` and ``LIMIT`` are never confused."""

    SOLVED = "solved"
    """A solution was found, and the engine is done."""
    UNSOLVABLE = "unsolvable"
    """Proved: a complete engine emptied the frontier (relying on h only where ``statistics.dead_ends`` > 0)."""
    GAVE_UP = "gave up"
    """An incomplete engine ran dry; nothing is proved."""
    LIMIT = "limit"
    """A limit stopped the run; ``SearchResult.limit`` says which."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search has done, over all its runs.

    Attributes
    ----------
    expanded:
        Expansions, repeated ones included; the goal is not counted.
    generated:
        Successor edges produced, duplicates included.
    evaluated:
        Calls of the heuristic, or of ``heuristic_change``.
    reopened:
        Closed states that went back to the frontier for a cheaper path.
    dead_ends:
        Stored states with h = inf; for IDA*, which stores none, how often one was generated.
    stored:
        Distinct states held.
    peak_frontier:
        The most states that were in the frontier after an expansion.
    expanded_before_last_f:
        Expansions before the last rise of the largest f that came to the front of the frontier; for IDA*,
        before the last threshold. With a consistent h and exact costs it does not depend on tie-breaking.
        None for engines whose f is not a bound (weighted A*, greedy, those that only count actions).
    seconds:
        Wall clock spent in ``run``.
    """

    expanded: int
    generated: int
    evaluated: int
    reopened: int
    dead_ends: int
    stored: int
    peak_frontier: int
    expanded_before_last_f: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class _Steps(Generic[S, A]):
    """A walk through the state space: ``len(states) == len(actions) + 1 == len(costs) + 1``."""

    cost: float
    actions: tuple[A, ...]
    states: tuple[S, ...]
    costs: tuple[float, ...]

    @property
    def path(self) -> tuple[tuple[A | None, S], ...]:
        """``((None, s0), (a1, s1), …)``: each state with the action that led to it."""
        return ((None, self.states[0]), *zip(self.actions, self.states[1:], strict=True))

    def __len__(self) -> int:
        """The number of actions."""
        return len(self.actions)

    def __bool__(self) -> bool:
        """True: a walk of no steps is a walk too."""
        return True


@dataclass(frozen=True, slots=True, repr=False)
class Solution(_Steps[S, A]):
    """A path from the initial state to a goal: its cost, actions, states, and the cost of each step."""

    def __repr__(self) -> str:
        return f"Solution(cost={self.cost!r}, {len(self)} actions)"


@dataclass(frozen=True, slots=True, repr=False)
class Path(_Steps[S, A]):
    """A path from the initial state to a stored one, with the h of its last state (None: not evaluated)."""

    h: float | None

    def __repr__(self) -> str:
        return f"Path(cost={self.cost!r}, h={self.h!r}, {len(self)} actions)"


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult(Generic[S, A]):
    """What a run found, and what it proves.

    Attributes
    ----------
    status:
        ``SOLVED``, ``UNSOLVABLE``, ``GAVE_UP`` or ``LIMIT``.
    limit:
        Which limit stopped it, else None.
    solution:
        The solution, or None. Independent of the status: anytime engines stop at a limit with one in hand.
    lower_bound:
        No solution costs less, given an admissible h (floats: up to rounding); inf when unsolvable.
    nearest:
        The path to the stored state with the smallest h (the first of them): what to show when there is
        no solution. None when the engine evaluates no h.
    statistics:
        What it took.
    engine:
        The engine's repr.
    """

    status: Status
    limit: LimitKind | None
    solution: Solution[S, A] | None
    lower_bound: float
    nearest: Path[S, A] | None
    statistics: Statistics
    engine: str

    @property
    def cost(self) -> float:
        """The cost of the solution. Raises NoSolutionError when there is none, as do the next four."""
        return self._found().cost

    @property
    def actions(self) -> tuple[A, ...]:
        """The actions of the solution, in order."""
        return self._found().actions

    @property
    def states(self) -> tuple[S, ...]:
        """The states of the solution, the initial state and the goal included."""
        return self._found().states

    @property
    def path(self) -> tuple[tuple[A | None, S], ...]:
        """``((None, s0), (a1, s1), …)``: each state with the action that led to it."""
        return self._found().path

    @property
    def suboptimality_bound(self) -> float:
        """``cost / lower_bound``: the solution costs at most this many times the optimum; 1 is optimal, proved."""
        cost = self._found().cost
        if cost == self.lower_bound:
            return 1.0
        try:
            return cost / self.lower_bound if self.lower_bound > 0 else math.inf
        except OverflowError:  # ints, of which the ratio is larger than any float
            return math.inf

    def __repr__(self) -> str:
        limit = "" if self.limit is None else f", limit={self.limit.name}"
        cost = "" if self.solution is None else f", cost={self.solution.cost!r}"
        return (
            f"SearchResult({self.status.name}{limit}{cost}, lower_bound={self.lower_bound!r}, "
            f"expanded={self.statistics.expanded}, engine={self.engine})"
        )

    def _found(self) -> Solution[S, A]:
        if self.solution is None:
            reason = self.status.name if self.limit is None else f"{self.status.name} ({self.limit.name})"
            raise NoSolutionError(f"there is no solution: the search ended with {reason}; ask result.status first")
        return self.solution
