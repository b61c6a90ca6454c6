"""The result of a search: what was found, and what it proves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any, Generic, NamedTuple

from astarlib.errors import NoSolutionError, VerificationError, short_repr
from astarlib.limits import LimitKind
from astarlib.problem import A, Problem, S

__all__ = ["Path", "SearchResult", "Solution", "Statistics", "Status", "StoredState"]


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
        Wall clock spent in ``run``. Comparisons ignore it.
    """

    expanded: int
    generated: int
    evaluated: int
    reopened: int
    dead_ends: int
    stored: int
    peak_frontier: int
    expanded_before_last_f: int | None
    seconds: float = field(compare=False)


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


class StoredState(NamedTuple):
    """A state that a search holds."""

    state: Any
    g: float
    h: float
    parent: Any
    """The state from which the cheapest known path comes; None for the initial state."""
    action: Any
    closed: bool


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult(Generic[S, A]):
    """What a run found, and what it proves.

    A result is true only if it has a solution. Two results are equal if all but their times are: the same search, run
    again, gives an equal result.

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
        """``cost / lower_bound``: the solution costs at most this many times the optimum; 1 is optimal, proved.

        The quotient is rounded up to the next float, so it is 1 only if the solution is proved to be optimal.
        """
        cost = self._found().cost
        if cost == self.lower_bound:
            return 1.0
        return _quotient_rounded_up(cost, self.lower_bound) if self.lower_bound > 0 else math.inf

    @property
    def is_optimal(self) -> bool:
        """True if there is a solution and it is proved to be optimal, given an admissible h."""
        return self.solution is not None and self.suboptimality_bound <= 1

    def to_dict(self) -> dict[str, Any]:  # Any: values of all kinds that JSON has
        """Return all of the result as values that JSON has; infinite and absent numbers are None.

        States and actions made of numbers, texts, lists, tuples and dicts stay such values (tuples become lists); other
        ones become their ``repr``. ``nearest`` is None for a result with a solution.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> found = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).to_dict()
        >>> found["status"], found["optimal"], found["cost"], found["actions"], found["states"][0]
        ('SOLVED', True, 2, ['right', 'right'], [1, 2, 3, 4, 5, 6, 0, 7, 8])
        """
        from astarlib._support.plain_values import json_value  # noqa: PLC0415  # loaded where a result is shown

        return result_dict(self, json_value, json_value)

    def summary(self) -> str:
        """Return the outcome, and what it proves, as one sentence.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).summary()
        'Solved in 2 actions at cost 2, which is optimal if h never overestimates.'
        """
        from astarlib._support.wording import format_number  # noqa: PLC0415  # loaded where a result is shown

        given_h = "" if self.nearest is None else " if h never overestimates"
        bound = f"no solution costs less than {format_number(self.lower_bound)}{given_h}"
        stopped = "" if self.limit is None else f", stopped by the limit {self.limit.name}"
        if self.solution is not None:
            steps = len(self.actions)
            found = f"{steps} action{'' if steps == 1 else 's'} at cost {format_number(self.cost)}"
            return f"Solved in {found}, {_quality(self.suboptimality_bound, given_h, bound)}{stopped}."
        match self.status:
            case Status.UNSOLVABLE:
                relying = " if h is right about dead ends" if self.statistics.dead_ends > 0 else ""
                return f"There is no solution: all that can be reached was searched{relying}."
            case Status.GAVE_UP:
                return "Gave up: nothing is left to try, which proves nothing."
            case _:
                return f"No solution yet{stopped}; {bound}." if self.lower_bound > 0 else f"No solution yet{stopped}."

    def __bool__(self) -> bool:
        """True if there is a solution."""
        return self.solution is not None

    def verify(self, problem: Problem[S, A]) -> None:
        """Check the result against the problem, step by step; return when all fits.

        The solution, and the path to ``nearest``, are walked again with the problem's own ``actions``, ``result`` and
        ``cost`` (and ``successors``, where it has them), the costs are added up anew, and the last state has to be a
        goal. States are compared by ``state_key`` where the problem has one; numbers that are not whole, up to
        rounding. The fields have to fit each other: the status the limit and the solution, the lower bound the cost.

        Without a solution the path to ``nearest`` is what can be checked, with its h, and that the initial state of an
        unsolvable problem is no goal. A lower bound is beyond a look at one path; ``astarlib.checking.certify`` proves
        it for small spaces. Takes one call of ``actions``, ``result`` and ``cost`` for each step.

        Raises
        ------
        InvalidProblemError
            When ``is_goal`` returns neither a bool nor an int.
        VerificationError
            An AssertionError too. It has the first ``step`` that does not fit, ``state``, ``action``, what was
            ``expected`` and what was ``found``.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
        >>> AStar().search(puzzle).verify(puzzle)
        """
        from astarlib._support.plain_values import plain_number  # noqa: PLC0415
        from astarlib.capabilities import truth  # noqa: PLC0415  # all are loaded where a result is verified
        from astarlib.verification import is_close, verify_path  # noqa: PLC0415

        for is_true, sentence in self._claims():
            if not is_true:
                raise VerificationError(f"{sentence}: {self!r}")
        if self.solution is not None:
            verify_path(problem, self.solution)
            goal = self.solution.states[-1]
            if not truth(problem.is_goal(goal), goal):
                raise VerificationError(f"the last state {short_repr(goal)} is no goal", found=goal)
        elif self.status is Status.UNSOLVABLE and truth(problem.is_goal(problem.initial_state), problem.initial_state):
            raise VerificationError("the status is UNSOLVABLE, and the initial state is a goal")
        if self.nearest is not None:
            verify_path(problem, self.nearest)
            h, found = plain_number(problem.heuristic(self.nearest.states[-1])), self.nearest.h
            if self.solution is None and found is not None and not is_close(h, found):
                raise VerificationError(
                    f"h of the nearest state is {h!r}, and {found!r} in the result", expected=h, found=found
                )

    def _claims(self) -> Iterator[tuple[bool, str]]:
        """What has to hold of the fields, whatever the problem."""
        status, limit, bound, statistics = self.status, self.limit, self.lower_bound, self.statistics
        before = statistics.expanded_before_last_f
        yield (limit is not None) == (status is Status.LIMIT), "a limit is named just when the status is LIMIT"
        yield self.solution is not None or status is not Status.SOLVED, "what is SOLVED has a solution"
        yield self.solution is None or status in {Status.SOLVED, Status.LIMIT}, f"what is {status.name} has no solution"
        yield bound >= 0, "the lower bound is at least 0"
        yield (bound == math.inf) == (status is Status.UNSOLVABLE), "the lower bound is inf just when UNSOLVABLE"
        yield self.solution is None or bound <= self.solution.cost, "the lower bound is at most the cost"
        yield before is None or before <= statistics.expanded, "expansions before the last f are not more than all"

    def __repr__(self) -> str:
        limit = "" if self.limit is None else f", limit={self.limit.name}"
        cost = "" if self.solution is None else f", cost={self.solution.cost!r}"
        return (
            f"SearchResult({self.status.name}{limit}{cost}, lower_bound={self.lower_bound!r}, "
            f"expanded={self.statistics.expanded}, engine={self.engine})"
        )

    def _repr_html_(self) -> str:
        """Return the card that notebooks show."""
        from astarlib._support.html_card import result_card  # noqa: PLC0415  # loaded where a result is shown
        from astarlib._support.wording import format_number, round_ratio_up  # noqa: PLC0415

        figures = {"lower bound": format_number(self.lower_bound)}
        if self.solution is not None:
            figures = {"cost": format_number(self.cost), "actions": format_number(len(self.actions)), **figures}
            figures["within"] = f"{round_ratio_up(self.suboptimality_bound):g} × the optimum"
        counters = {
            name.replace("_", " "): format_number(value)
            for name, value in asdict(self.statistics).items()
            if value is not None
        }
        counters["seconds"] = f"{self.statistics.seconds:.3f}"
        return result_card(
            title=self.status.name if self.limit is None else f"{self.status.name} ({self.limit.name})",
            engine=self.engine,
            summary=self.summary(),
            figures=figures,
            counters=counters,
            actions=() if self.solution is None else self.actions,
        )

    def _found(self) -> Solution[S, A]:
        if self.solution is None:
            raise NoSolutionError(_without_solution(self.status, self.limit))
        return self.solution


def result_dict(
    result: SearchResult[Any, Any], state_value: Callable[[Any], object], action_value: Callable[[Any], object]
) -> dict[str, Any]:
    """Return the result as values that JSON has; see ``SearchResult.to_dict``.

    ``state_value`` and ``action_value`` convert a state and an action to such a value.
    """
    from astarlib._support.plain_values import finite  # noqa: PLC0415  # loaded where a result is shown

    found = result.solution
    nearest = result.nearest if found is None else None

    def steps(path: Solution[Any, Any] | Path[Any, Any] | None) -> dict[str, Any]:
        if path is None:
            return dict.fromkeys(("cost", "actions", "states", "costs"))
        return {
            "cost": finite(path.cost),
            "actions": [action_value(action) for action in path.actions],
            "states": [state_value(state) for state in path.states],
            "costs": [finite(cost) for cost in path.costs],
        }

    return {
        "engine": result.engine,
        "status": result.status.name,
        "limit": None if result.limit is None else result.limit.name,
        "optimal": result.is_optimal,
        "lower_bound": finite(result.lower_bound),
        "suboptimality_bound": None if found is None else finite(result.suboptimality_bound),
        **steps(found),
        "nearest": None if nearest is None else {"h": finite(nearest.h), **steps(nearest)},
        "statistics": {name: finite(value) for name, value in asdict(result.statistics).items()},
    }


def _quality(ratio: float, given_h: str, bound: str) -> str:
    from astarlib._support.wording import round_ratio_up  # noqa: PLC0415  # loaded where a result is shown

    if ratio == 1:
        return f"which is optimal{given_h}"
    if ratio == math.inf:
        return "and nothing is proved of the optimum"
    return f"at most {round_ratio_up(ratio):g} times the optimum: {bound}"


def _without_solution(status: Status, limit: LimitKind | None) -> str:
    """Return the message for a result without a solution: only UNSOLVABLE means that there is none."""
    hint = "Check `if result:` or result.status before you ask for the solution."
    if status is Status.UNSOLVABLE:
        return f"there is no solution: the search ended with UNSOLVABLE. {hint}"
    if limit is None:
        return f"the search found no solution and doesn't prove that there is none: it ended with {status.name}. {hint}"
    return (
        f"the search stopped before it found a solution: it ended with {status.name} ({limit.name}). Run it again with "
        f"a higher limit. {hint}"
    )


def _quotient_rounded_up(cost: Any, bound: Any) -> float:  # Any: numbers of any kind
    """Return ``cost / bound`` as the smallest float that isn't below it, or inf where it is beyond all floats."""
    from fractions import Fraction  # noqa: PLC0415  # loaded where a ratio is asked for

    try:
        exact = Fraction(cost) / Fraction(bound)
        quotient = float(exact)
    except OverflowError:  # beyond all floats; or the cost is infinite
        return math.inf
    return quotient if quotient >= exact else math.nextafter(quotient, math.inf)
