"""The result of a search: its status, solution, proved bounds and statistics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias

from astarlib._support.pickling import new_with_fields, reduce_fields
from astarlib.errors import NoSolutionError, VerificationError, short_repr
from astarlib.limits import LimitKind
from astarlib.problem import A, Problem, S

__all__ = ["Path", "SearchResult", "Side", "Solution", "Statistics", "Status", "StoredState"]


class Status(Enum):
    """The status of a run. ``UNSOLVABLE`` is a proof that no solution exists; ``LIMIT`` never means that."""

    SOLVED = "solved"
    """A solution was found, and the engine is done."""
    UNSOLVABLE = "unsolvable"
    """It's proved that no solution exists.
    If ``statistics.dead_ends`` > 0, the proof relies on h being right about these.
    """
    GAVE_UP = "gave up"
    """An incomplete engine has nothing left to try; nothing is proved."""
    LIMIT = "limit"
    """A limit stopped the run; ``SearchResult.limit`` names it."""

    def __eq__(self, other: object) -> bool:
        # Otherwise a comparison with a text would be False without a word.
        if isinstance(other, str):
            if other not in {each.value for each in Status}:
                raise ValueError(f"{other!r} isn't a status; write Status.{self.name}, or one of the texts "
                                 f"{', '.join(repr(each.value) for each in Status)}")  # fmt: skip
            return bool(self.value == other)
        return self is other

    def __hash__(self) -> int:
        return hash(self.value)


class Side(Enum):
    """A side of a bidirectional search."""

    FORWARD = "forward"
    """The side that starts at the initial state. Other searches have only this side."""
    BACKWARD = "backward"
    """The side that starts at the goals."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counters of a search, summed over all its runs.

    Attributes
    ----------
    expanded:
        The number of expansions, including repeated ones. The goal isn't counted.
    generated:
        The number of successor edges produced, including duplicates.
    evaluated:
        The number of calls of ``heuristic``, ``heuristic_change`` and ``backward_heuristic``, and of states that were
        passed to ``heuristic_batch``.
    reopened:
        The number of times that a closed state went back to the frontier because of a cheaper path.
    dead_ends:
        The number of stored states with h = inf. IDA* counts them each time that they are generated.
    stored, peak_frontier:
        The number of distinct states held, and the largest number of states in the frontier after an expansion. In a
        bidirectional search, a state that both sides hold counts twice.
    expanded_before_last_f:
        The number of expansions before the last rise of the largest f at the front of the frontier. For IDA*, the
        number before the last threshold. With a consistent h and exact costs, it doesn't depend on tie-breaking. None
        for engines whose f isn't a bound: weighted A*, greedy search, and those that only count actions.
    seconds:
        The wall-clock time spent in ``run``, in seconds. Comparisons ignore it.
    details:
        Further counts that only some engines have, by name, such as ``optimal_solutions`` of ``AllOptimal``.
    heuristic_calls:
        The number of calls in which the states were evaluated. It's smaller than ``evaluated`` if the engine calls
        ``heuristic_batch``. Calls of ``heuristic_batch`` that failed count, too, so comparisons ignore it.
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
    details: Mapping[str, int] = field(default_factory=dict, hash=False)
    heuristic_calls: int = field(default=0, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_fields(self)

    def _repr_html_(self) -> str:
        """Return what notebooks show: a line for each counter."""
        from astarlib._support.html_card import text_card  # only needed in a notebook
        from astarlib._support.wording import format_number

        counts = {name.replace("_", " "): value for name, value in all_counts(self).items() if value is not None}
        lines = [f"{name:{max(map(len, counts))}}  {format_number(value)}" for name, value in counts.items()]
        return text_card("Statistics", lines)


_Content: TypeAlias = "Callable[[], tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]]"
"""A function that returns the actions, states and costs of a path. Any: states, actions and numbers of any type."""


class _Lazy:
    """A path whose actions, states and costs may be computed later, when one of them is first read."""

    __slots__ = ("_content", "_problem")
    _content: _Content | None
    _problem: Problem[Any, Any]
    """The problem, which formats the states. It's missing in a copy that was pickled."""

    if not TYPE_CHECKING:  # Otherwise type checkers would accept any attribute.

        def __getattr__(self, name: str) -> Any:
            """Compute the content. Python calls this for an attribute that isn't set."""
            if name not in _CONTENT:
                hint = "; search with_second_cost(problem, second_cost)" if name == "second_cost" else ""
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")
            content = self._content
            if content is not None:  # Another thread may have computed it meanwhile.
                for field_name, value in zip(_CONTENT, content(), strict=True):
                    object.__setattr__(self, field_name, value)
                object.__setattr__(self, "_content", None)  # Release what the function refers to.
            return object.__getattribute__(self, name)


_CONTENT: Final = ("actions", "states", "costs")


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class _Steps(_Lazy, Generic[S, A]):
    """A path through the state space, with ``len(states) == len(actions) + 1 == len(costs) + 1``."""

    cost: float
    actions: tuple[A, ...]
    states: tuple[S, ...]
    costs: tuple[float, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_fields(self)

    @property
    def path(self) -> tuple[tuple[A | None, S], ...]:
        """``((None, s0), (a1, s1), …)``: each state with the action that led to it. ``print`` shows numbered steps."""
        return _NumberedSteps.of(self)

    def __len__(self) -> int:
        """Return the number of actions."""
        return len(self.actions)

    def __bool__(self) -> bool:
        """Return True, even for a path without steps."""
        return True


class _NumberedSteps(tuple[tuple[Any, Any], ...]):  # noqa: SLOT001  # Python allows a tuple no slots.
    """A path as a tuple of pairs, whose ``str`` has one numbered step after another."""

    _problem: Any = None  # a problem; None in a copy

    @classmethod
    def of(cls, path: _Steps[Any, Any]) -> _NumberedSteps:
        """Return the steps of a path."""
        steps = cls(((None, path.states[0]), *zip(path.actions, path.states[1:], strict=True)))
        steps._problem = getattr(path, "_problem", None)
        return steps

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(self),)

    def __str__(self) -> str:
        from astarlib._support.steps_text import steps_text  # only needed to show a path
        from astarlib.resolving.presentation import action_texter, state_texter

        return steps_text(self, state_texter(self._problem), action_texter(self._problem))

    def _repr_pretty_(self, printer: Any, is_in_cycle: bool) -> None:  # Any: IPython's
        """Write the steps as IPython shows them, and notebooks at the end of a cell."""
        printer.text(str(self))


@dataclass(frozen=True, slots=True, repr=False)
class Solution(_Steps[S, A]):
    """A path from the initial state to a goal, found by a search.

    Attributes
    ----------
    cost, costs:
        The sum of the costs of all steps, and the cost of each step.
    actions:
        The actions in order.
    states:
        The states in order, from the initial state to the goal: one more than there are actions.
    """

    @property
    def second_cost(self) -> Any:  # Any: a number of any type
        """The second cost of a solution of `with_second_cost`. Other solutions have none, which is an AttributeError.

        With three costs or more, it's the one that was added last.
        """
        last: Any = self.states[-1]  # Any: a state of any type
        return last.second

    def __repr__(self) -> str:
        return f"Solution(cost={self.cost!r}, {_actions(len(self))})"


@dataclass(frozen=True, slots=True, repr=False)
class Path(_Steps[S, A]):
    """A path from the initial state to a stored state.

    Attributes
    ----------
    cost, costs:
        The sum of the costs of all steps, and the cost of each step.
    actions:
        The actions in order.
    states:
        The states in order, including the initial state: one more than there are actions.
    h:
        The heuristic of the last state, or None if the engine doesn't evaluate h.
    """

    h: float | None

    def __repr__(self) -> str:
        return f"Path(cost={self.cost!r}, h={self.h!r}, {_actions(len(self))})"


def lazy_path(cost: float, h: float | None, content: _Content) -> Path[Any, Any]:
    """Return a path whose actions, states and costs are those that ``content()`` returns when one is first read.
    Most searches need only the cost. ``content`` must always return the same values, and mustn't raise an error.
    """
    path: Path[Any, Any] = object.__new__(Path)
    _set_cost(path, cost)
    _set_h(path, h)
    _set_content(path, content)
    return path


def solution_of(path: Path[S, A], problem: Problem[S, A]) -> Solution[S, A]:
    """Return a path to a goal as a solution of a problem."""
    solution: Solution[S, A] = object.__new__(Solution)
    _set_cost(solution, path.cost)
    _set_content(solution, lambda: (path.actions, path.states, path.costs))
    _set_problem(solution, problem)
    return solution


def path_in(problem: Problem[S, A], path: Path[S, A] | None) -> Path[S, A] | None:
    """Return the same path, whose states are from now on formatted as the problem formats them."""
    if path is not None:
        _set_problem(path, problem)
    return path


def _setter(kind: type[Any], name: str) -> Callable[[Any, Any], None]:
    """Return the function that sets a slot of a frozen class, in a third of the time of ``object.__setattr__``."""
    setter: Callable[[Any, Any], None] = vars(kind)[name].__set__
    return setter


_set_cost, _set_h = _setter(_Steps, "cost"), _setter(Path, "h")
_set_content, _set_problem = _setter(_Lazy, "_content"), _setter(_Lazy, "_problem")


class StoredState(NamedTuple):
    """A state that a search stores, with its g, h and parent."""

    state: Any
    """The state."""
    g: float
    """The cost of the cheapest known path to the state."""
    h: float
    """The h of the state, or 0 if the engine doesn't evaluate h."""
    parent: Any
    """The previous state on the cheapest known path; None for the initial state."""
    action: Any
    """The action that leads from ``parent`` to this state; None for the initial state."""
    closed: bool
    """True if the state was expanded and isn't in the frontier."""


class _WithLateFields:
    """A result that computes two fields when they are first read, because most searches need only the cost."""

    __slots__ = ("_late",)
    _late: tuple[tuple[Any, ...], Any]
    """The fields of the statistics, and the engine, or None if it uses no heuristic. Any: numbers; an Engine, which is
    a frozen value, so its guarantee is the same later."""

    def _compute(self, name: str) -> None:
        counts, relying = self._late
        if name == "statistics":
            _set_statistics(self, new_with_fields(Statistics, counts))
        else:
            _set_condition(self, "" if relying is None else relying.guarantee.lower_bound_requires.condition)


_LATE: Final = frozenset(("statistics", "condition"))


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult(_WithLateFields, Generic[S, A]):
    """The outcome of a run: its status, the solution, and the bounds that the run proved.

    ``bool(result)`` is True if there is a solution. If there is none, ``cost``, ``actions``, ``states``, ``path`` and
    ``suboptimality_bound`` raise :class:`~astarlib.errors.NoSolutionError`. Two results are equal if all their fields
    except the time, ``condition`` and ``solutions`` are equal. Running the same search again gives an equal result.

    Attributes
    ----------
    status:
        ``SOLVED``, ``UNSOLVABLE``, ``GAVE_UP`` or ``LIMIT``. See :class:`Status`.
    limit:
        The limit that stopped the run, or None.
    solution:
        The solution, or None. It doesn't depend on the status: for example, an anytime engine can stop at a limit with
        a solution.
    lower_bound:
        No solution costs less than this, provided that h is admissible (with floats, up to rounding). It's inf if the
        problem is proved to be unsolvable.
    nearest:
        The path to the stored state with the smallest h, or to the first of several. It shows how far a search
        got that found no solution. None if the engine doesn't evaluate h.
    statistics:
        The counters of the search, such as ``expanded`` and ``seconds``.
    engine:
        The repr of the engine, for example ``"AStar()"``.
    condition:
        The condition on h for ``lower_bound``: ``"h never overestimates"``, ``"h is consistent"``, or "" if it needs
        none, because the engine or the problem has no heuristic.
    solutions:
        All solutions that the search found, in that order: the k solutions of ``KBest``, each improvement of an anytime
        engine, one solution or none of other engines. ``AllOptimal`` lists them when you read them. There can be very
        many, and its ``statistics.details["optimal_solutions"]`` is their number. A pickled result has at most the
        first 1,000 of those. A search that was loaded or copied has forgotten earlier improvements.
    reason:
        The problem's own proof that it has no solution, from its method ``why_unsolvable``, or "".

    Raises
    ------
    NoSolutionError
        If there is no solution, and ``cost``, ``actions``, ``states``, ``path`` or ``suboptimality_bound`` is read.

    See Also
    --------
    astarlib.engines.Engine.search : Run a search and return its result.
    astarlib.Search.run : Run a search in parts and return the result so far.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    >>> if result:
    ...     print(result.cost, result.actions, result.is_optimal)
    2 ('right', 'right') True
    """

    status: Status
    limit: LimitKind | None
    solution: Solution[S, A] | None
    lower_bound: float
    nearest: Path[S, A] | None
    statistics: Statistics
    engine: str
    condition: str = field(default="", compare=False)
    solutions: Sequence[Solution[S, A]] = field(default=(), compare=False)
    reason: str = field(default="", compare=False)

    if not TYPE_CHECKING:  # Otherwise type checkers would accept any attribute, and a length.

        def __getattr__(self, name: str) -> Any:
            """Compute a late field, or raise AttributeError that says where a counter is.
            Python calls this for an attribute that isn't set.
            """
            if name in _LATE:
                self._compute(name)
                return object.__getattribute__(self, name)
            known = {"time": "seconds", "elapsed": "seconds", "nodes": "expanded"}.get(name, name)
            hint = f"; write result.statistics.{known}" if known in Statistics.__dataclass_fields__ else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")

        def __len__(self) -> int:
            """Raise TypeError that says what to write."""
            raise TypeError("a result has no length; write len(result.actions) for the number of steps")

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_fields(self)

    @property
    def cost(self) -> float:
        """The cost of the solution; NoSolutionError if there is no solution."""
        return self._found().cost

    @property
    def actions(self) -> tuple[A, ...]:
        """The actions of the solution, in order; NoSolutionError if there is no solution."""
        return self._found().actions

    @property
    def states(self) -> tuple[S, ...]:
        """The states of the solution, from the initial state to the goal; NoSolutionError if there is no solution."""
        return self._found().states

    @property
    def path(self) -> tuple[tuple[A | None, S], ...]:
        """``((None, s0), (a1, s1), …)``: each state of the solution with the action that led to it.

        ``print(result.path)`` shows numbered steps, with the problem's ``format_state`` and ``format_action``.
        """
        return self._found().path

    @property
    def suboptimality_bound(self) -> float:
        """``cost / lower_bound``: the bound on how much worse than optimal this solution can be.

        For example, 1.35 means that it costs at most 35 % more than the optimum. The quotient is rounded up to the next
        float, so it's 1 only if the solution is proved to be optimal. If ``lower_bound`` is 0 and the cost isn't, it's
        inf. Raises NoSolutionError if there is no solution.
        """
        cost = self._found().cost
        if cost == self.lower_bound:
            return 1.0
        return _quotient_rounded_up(cost, self.lower_bound) if self.lower_bound > 0 else math.inf

    @property
    def is_optimal(self) -> bool:
        """True if there is a solution and it's proved to be optimal, provided that h is admissible."""
        return self.solution is not None and self.suboptimality_bound <= 1

    def to_dict(self) -> dict[str, Any]:  # Any: values of all JSON types
        """Return the fields of the result and of its solution as a dict of values that ``json.dumps`` can write.

        Infinite and missing numbers are None, and so is ``nearest`` if there is a solution. States and actions made of
        numbers, strings, lists, tuples and dicts keep their values, with tuples as lists. Others are replaced by their
        ``repr``.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> found = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).to_dict()
        >>> found["status"], found["optimal"], found["cost"], found["actions"], found["states"][0]
        ('SOLVED', True, 2, ['right', 'right'], [1, 2, 3, 4, 5, 6, 0, 7, 8])
        """
        from astarlib._support.plain_values import json_value  # only needed to show a result

        return result_dict(self, json_value, json_value)

    def summary(self) -> str:
        """Return the outcome and the bound that was proved, with its condition on h, in one sentence.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).summary()
        'Solved in 2 actions at cost 2, which is optimal if h never overestimates.'
        """
        from astarlib._support.wording import format_number  # only needed to show a result

        given_h = self._given_h()
        bound = f"no solution costs less than {format_number(self.lower_bound)}{given_h}"
        stopped = "" if self.limit is None else f", {_stopped_by(self.limit)}"
        if self.solution is not None:
            steps = len(self.actions)
            found = f"{steps} action{'' if steps == 1 else 's'} at cost {format_number(self.cost)}"
            return f"Solved in {found}, {_quality(self.suboptimality_bound, given_h, bound)}{stopped}."
        match self.status:
            case Status.UNSOLVABLE:
                relying = " if h is right about dead ends" if self.statistics.dead_ends > 0 else ""
                if self.reason != "":
                    return f"There is no solution: {self.reason}."
                return f"There is no solution: all reachable states were searched{relying}."
            case Status.GAVE_UP:
                return "Gave up: nothing is left to try, which proves nothing."
            case _:
                return f"No solution yet{stopped}; {bound}." if self.lower_bound > 0 else f"No solution yet{stopped}."

    def __bool__(self) -> bool:
        """Return True if there is a solution."""
        return self.solution is not None

    def verify(self, problem: Problem[S, A]) -> None:
        """Check the result against a problem, and return None if everything agrees.

        The method repeats each step of the solution, of the first 1,000 ``solutions``, and of the path to ``nearest``,
        with the problem's ``actions``, ``result`` and ``cost``, and with ``successors`` if the problem has them. It
        adds up the costs, tests the goal with ``is_goal``, and checks that the fields of the result agree with each
        other. States are compared by ``state_key`` if the problem has one, and numbers that aren't whole up to
        rounding.

        Without a solution, it checks the h of the last state of ``nearest``, and that the initial state isn't a goal if
        the status is ``UNSOLVABLE``. It can't check a lower bound, because one path doesn't prove it;
        ``astarlib.checking.certify`` does that for small state spaces.

        Parameters
        ----------
        problem:
            The problem that was solved, or an equal one. Its methods are called about once for each step.

        Raises
        ------
        VerificationError
            If something doesn't agree. It's an AssertionError too. It has the first wrong ``step``, its ``state`` and
            ``action``, and the values that were ``expected`` and ``found``.
        InvalidProblemError
            If ``is_goal`` returns neither a bool nor an int.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
        >>> AStar().search(puzzle).verify(puzzle)
        """
        from astarlib._support.plain_values import plain_number
        from astarlib.resolving.resolved_problem import starts_of, truth  # only needed to verify a result
        from astarlib.verification import is_close, verify_path

        for is_true, sentence in self._claims():
            if not is_true:
                raise VerificationError(f"{sentence}: {self!r}")
        if self.solution is not None:
            others = (each for each in islice(self.solutions, _MOST_VERIFIED) if each is not self.solution)
            for solution in (self.solution, *others):
                verify_path(problem, solution)
                goal = solution.states[-1]
                if not truth(problem.is_goal(goal), goal):
                    raise VerificationError(f"the last state {short_repr(goal)} isn't a goal", found=goal)
        elif self.status is Status.UNSOLVABLE and any(
            truth(problem.is_goal(start), start) for start in starts_of(problem)
        ):
            raise VerificationError("the status is UNSOLVABLE, but the initial state is a goal")
        if self.nearest is not None:
            verify_path(problem, self.nearest)
            h, found = plain_number(problem.heuristic(self.nearest.states[-1])), self.nearest.h
            if self.solution is None and found is not None and not is_close(h, found):
                raise VerificationError(
                    f"h of the nearest state is {h!r}, but the result has {found!r}", expected=h, found=found
                )

    def _claims(self) -> Iterator[tuple[bool, str]]:
        """Yield the conditions that the fields must meet for every problem, each with the sentence that states it."""
        status, limit, bound, statistics = self.status, self.limit, self.lower_bound, self.statistics
        before = statistics.expanded_before_last_f
        has_solution = self.solution is not None
        may_have_solution = status in {Status.SOLVED, Status.LIMIT}
        yield (limit is not None) == (status is Status.LIMIT), "limit must be set if and only if the status is LIMIT"
        yield has_solution or status is not Status.SOLVED, "a result with status SOLVED must have a solution"
        yield may_have_solution or not has_solution, f"a result with status {status.name} must not have a solution"
        yield bound >= 0, "the lower bound must be at least 0"
        is_unsolvable = status is Status.UNSOLVABLE
        yield (bound == math.inf) == is_unsolvable, "the lower bound must be inf exactly if the status is UNSOLVABLE"
        yield self.solution is None or bound <= self.solution.cost, "the lower bound must not exceed the cost"
        yield before is None or before <= statistics.expanded, "expanded_before_last_f must not exceed expanded"

    def __repr__(self) -> str:
        limit = "" if self.limit is None else f", limit={self.limit.name}"
        cost = "" if self.solution is None else f", cost={self.solution.cost!r}"
        reason = "" if self.reason == "" else f", reason={self.reason!r}"
        return (
            f"SearchResult({self.status.name}{limit}{cost}, lower_bound={self.lower_bound!r}{self._given_h()}, "
            f"expanded={self.statistics.expanded}{reason}, engine={self.engine})"
        )

    def _given_h(self) -> str:
        """Return the condition of the lower bound as a clause, or "" if the bound needs none."""
        return f" if {self.condition}" if self.condition != "" and 0 < self.lower_bound < math.inf else ""

    def _repr_html_(self) -> str:
        """Return the card that notebooks show, with the path on the map if the problem has a map."""
        from astarlib._support.html_card import result_card  # only needed to show a result
        from astarlib._support.wording import format_number, round_ratio_up

        figures = {"lower bound": format_number(self.lower_bound)}
        if self.solution is not None:
            figures = {"cost": format_number(self.cost), "actions": format_number(len(self.actions)), **figures}
            figures["within"] = f"{round_ratio_up(self.suboptimality_bound):g} × the optimum"
        counters = {
            name.replace("_", " "): format_number(value)
            for name, value in all_counts(self.statistics).items()
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
            picture="" if self.solution is None else _picture(self.solution),
        )

    def _found(self) -> Solution[S, A]:
        if self.solution is None:
            raise NoSolutionError(_without_solution(self.status, self.limit))
        return self.solution


def new_result(  # noqa: PLR0917  # There is one for each field.
    status: Status, limit: LimitKind | None, solution: Solution[S, A] | None, lower_bound: float,
    nearest: Path[S, A] | None, engine: str, solutions: Sequence[Solution[S, A]], reason: str,
    counts: tuple[Any, ...], relying: Any,
) -> SearchResult[S, A]:  # fmt: skip
    """Return a result whose statistics and ``condition`` are made when they are first read.
    ``counts`` are the fields of the statistics. ``relying`` is the engine if it uses a heuristic, else None.
    Any: numbers, and an Engine.
    """
    result: SearchResult[S, A] = object.__new__(SearchResult)
    _set_status(result, status)
    _set_limit(result, limit)
    _set_solution(result, solution)
    _set_bound(result, lower_bound)
    _set_nearest(result, nearest)
    _set_solutions(result, solutions)
    _set_reason(result, reason)
    _set_engine(result, engine)
    _set_late(result, (counts, relying))
    return result


_set_status, _set_limit = _setter(SearchResult, "status"), _setter(SearchResult, "limit")
_set_solution, _set_bound = _setter(SearchResult, "solution"), _setter(SearchResult, "lower_bound")
_set_nearest, _set_solutions = _setter(SearchResult, "nearest"), _setter(SearchResult, "solutions")
_set_statistics, _set_engine = _setter(SearchResult, "statistics"), _setter(SearchResult, "engine")
_set_condition = _setter(SearchResult, "condition")
_set_reason, _set_late = _setter(SearchResult, "reason"), _setter(_WithLateFields, "_late")


def copy_fields(result: SearchResult[S, A], to: SearchResult[S, A]) -> None:
    """Set all fields of a new result to those of another one, without making the fields that nobody has read."""
    late = getattr(result, "_late", None)  # None if the result was pickled
    for name, set_field in _SETTERS.items():
        if late is None or name not in _LATE:
            set_field(to, getattr(result, name))
    if late is not None:
        _set_late(to, late)


def expanded_in(result: SearchResult[Any, Any]) -> int:
    """Return the number of expansions, without making the statistics."""
    late = getattr(result, "_late", None)
    return result.statistics.expanded if late is None else late[0][0]


_SETTERS: Final = {name: _setter(SearchResult, name) for name in SearchResult.__dataclass_fields__}


def result_dict(
    result: SearchResult[Any, Any], state_value: Callable[[Any], object], action_value: Callable[[Any], object]
) -> dict[str, Any]:
    """Return the result as values that ``json.dumps`` can write; see ``SearchResult.to_dict``.
    ``state_value`` and ``action_value`` convert a state and an action to such a value.
    """
    from astarlib._support.plain_values import finite  # only needed to show a result

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
        "statistics": {name: finite(value) for name, value in all_counts(result.statistics).items()},
    }


def _picture(solution: Solution[Any, Any]) -> str:
    """Return the drawing of a path on the map of its problem, or "" if there is no map or it's too large."""
    from astarlib.resolving.presentation import drawn_or, map_of  # only needed in a notebook

    def drawn() -> str:
        found = map_of(getattr(solution, "_problem", None))  # type: ignore[arg-type]  # None has no map.
        if found is None:
            return ""
        ground, position = found
        return ground.with_path([position(state) for state in solution.states])._repr_html_() or ""

    return drawn_or("", drawn)


_MOST_VERIFIED: Final = 1_000


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"


def all_counts(statistics: Statistics) -> dict[str, Any]:  # Any: int, float or None
    """Return the counters by name, those in ``details`` last."""
    counts = asdict(statistics)
    details = counts.pop("details")
    return {**counts, **details}


def _quality(ratio: float, given_h: str, bound: str) -> str:
    from astarlib._support.wording import round_ratio_up  # only needed to show a result

    if ratio == 1:
        return f"which is optimal{given_h}"
    if ratio == math.inf:
        return "and nothing is proved about the optimum"
    return f"at most {round_ratio_up(ratio):g} times the optimum: {bound}"


LESS_MEMORY: Final = "compiled.IDAStar() or compiled.AStar(storage=compiled.Disk(folder)), which need less memory"
"""What to use instead if the memory runs out."""


def _stopped_by(limit: LimitKind) -> str:
    """Return the words for the limit that stopped a run. A user who cancels it didn't set a limit."""
    return "cancelled" if limit is LimitKind.CANCELLED else f"stopped by the limit {limit.name}"


def _without_solution(status: Status, limit: LimitKind | None) -> str:
    """Return the message for a result without a solution. Only UNSOLVABLE means that no solution exists."""
    hint = "Check `if result:` or result.status before you use the solution."
    if status is Status.UNSOLVABLE:
        return f"there is no solution: the search ended with UNSOLVABLE. {hint}"
    if limit is None:
        return (
            "this result has no solution, but the search didn't prove that none exists: it ended with "
            f"{status.name}. {hint}"
        )
    if limit is LimitKind.CANCELLED:
        return f"this result has no solution: the search was cancelled before finding one. Run it again. {hint}"
    instead = f", or with {LESS_MEMORY}" if limit is LimitKind.MEMORY else ""
    return (
        f"this result has no solution: the search stopped at a limit before finding one (LIMIT, {limit.name}). Run it "
        f"again with a higher limit{instead}. {hint}"
    )


def _quotient_rounded_up(cost: Any, bound: Any) -> float:  # Any: numbers of any kind
    """Return ``cost / bound`` as the smallest float that isn't below it, or inf if it's larger than every float."""
    from fractions import Fraction  # only needed for a ratio

    try:
        exact = Fraction(cost) / Fraction(bound)
        quotient = float(exact)
    except OverflowError:  # The quotient is larger than every float, or the cost is infinite.
        return math.inf
    return quotient if quotient >= exact else math.nextafter(quotient, math.inf)
