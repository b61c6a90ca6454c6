"""Problems in which a step also costs something for the turn from the step before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import Enum
from typing import Any, Final, Generic, NamedTuple

from astarlib._support.integers import check_int
from astarlib._support.plain_values import is_number, plain_number, plain_value
from astarlib.derived.derived_problem import WrappingProblem
from astarlib.errors import short_repr
from astarlib.problem import A, Problem, S
from astarlib.resolving.resolved_problem import comparison_of, membership_of

__all__ = ["Arrival", "Maneuver", "ManeuverProblem", "Step", "TurnProblem"]


_INF: Final = math.inf


class Arrival(NamedTuple, Generic[S]):
    """A state of a :class:`TurnProblem`: a state of the given problem, and the one from which it was entered."""

    before: S | None
    """The previous state, or None at the start."""
    state: S
    """The state of the given problem, for example a node of a graph."""


class _Node(Enum):
    """The node None, which `before` of an `Arrival` can't have, because None marks the start."""

    NONE = "the node None"

    def __repr__(self) -> str:
        return "the node None"


class TurnProblem(WrappingProblem[Arrival[S], S, A]):
    """A problem on a graph, a grid or another state space in which turns cost something, or are forbidden.

    Use this when you want to plan routes for cars or robots: left turns take time, U-turns are forbidden, and a robot
    has to slow down before it turns. The actions and their order are those of the given problem, so
    ``result.actions`` has the nodes of a path in a graph. ``route`` returns the
    states of a path in the given problem.

    The heuristic is that of the given problem. It stays **admissible** and **consistent**, because turns only add to
    the costs.

    Parameters
    ----------
    problem:
        The problem without turns, later the attribute ``problem``. For example a ``GraphProblem`` or a ``GridProblem``.
    turn_cost:
        A function ``turn_cost(before, state, after)`` that returns the additional cost >= 0 of a step from ``state`` to
        ``after`` if the previous step led from ``before`` to ``state``. inf forbids the turn. It isn't called for the
        first step.

    Raises
    ------
    InvalidProblemError, TypeError
        If ``problem`` isn't a problem, or ``turn_cost`` isn't callable.
    ValueError
        If ``problem`` has ``resources``, or it's one with jump points, which leave out turns.

    Notes
    -----
    A state is stored for each edge that a search uses, instead of each node, so memory grows with the number of edges.
    The problem has the starts and the goals of the given problem. If that has ``predecessors`` and ``goal_states``,
    bidirectional engines can search this one, too. Compiled engines translate it as they translate plain problems.
    In ``with_starts``, ``with_goals`` and the result of ``explore``, you can use states of the given problem.

    References
    ----------
    T. Caldwell, On finding minimum routes in a network with turn penalties (1961).

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.graph import GraphProblem
    >>> streets = GraphProblem({"a": {"b": 1}, "b": {"c": 1, "d": 2}, "d": {"c": 2}, "c": {}}, "a", "c")
    >>> problem = TurnProblem(streets, lambda u, v, w: math.inf if (u, v, w) == ("a", "b", "c") else 0)
    >>> result = AStar().search(problem)
    >>> result.cost, problem.route(result.states)
    (5, ('a', 'b', 'd', 'c'))
    """

    _kind = Arrival
    _steps_lead_one_way = True

    def __init__(self, problem: Problem[S, A], turn_cost: Callable[[S, S, S], float]) -> None:
        if not callable(turn_cost):
            raise TypeError(f"turn_cost must be a function (before, state, after) -> cost, not {turn_cost!r}")
        self._turn_cost = turn_cost
        super().__init__(problem, "turns", "TurnProblem")
        if self._key_of is not None:
            self.state_key: Callable[[Arrival[S]], Hashable] = self._keys

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.problem!r}>"

    def _make_from(self, problem: Problem[S, A]) -> None:
        TurnProblem.__init__(self, problem, self._turn_cost)

    def _wrapped(self, state: S) -> Arrival[S]:
        return Arrival(None, state)

    def _steps(self, state: Arrival[S]) -> Iterator[tuple[A, Arrival[S], float]]:
        before: Any
        before, at = state
        here: Any = _Node.NONE if at is None else at
        last: Any = None if before is _Node.NONE else before
        turn_cost = self._turn_cost
        for action, after, cost in self._edges(at):
            if cost.__class__ is not int and cost.__class__ is not float:  # It saves a call, as below.
                cost = plain_number(cost)  # noqa: PLW2901  # another name takes longer
            if before is None or not 0 <= cost < _INF:  # The engine reports a wrong cost.
                yield action, Arrival(here, after), cost
                continue
            extra: Any = turn_cost(last, at, after)
            if extra.__class__ is not int and extra.__class__ is not float:
                extra = plain_value(extra)
            if not (extra.__class__ is int and extra >= 0) and not is_number(extra, 0, _INF):
                raise _wrong_extra("turn_cost", (last, at, after), extra)
            if extra < _INF:
                yield action, Arrival(here, after), cost + extra

    def _plain_steps(self, state: Arrival[S]) -> Iterator[tuple[A, Arrival[S], float]]:
        """Return the same as `_steps`. `compile_problem` translates this."""
        before: Any = state.before
        if state.state is None:
            raise ValueError("the node None")
        for action, after, cost in self._edges(state.state):
            extra = 0 if before is None else self._turn_cost(before, state.state, after)
            if not 0 <= extra <= _INF:
                raise ValueError("the cost of a turn isn't a number >= 0")
            if extra < _INF:
                yield action, Arrival(state.state, after), cost + extra

    _steps.plain_form = _plain_steps  # type: ignore[attr-defined]  # A function can have attributes.

    def _entered(self, goal: S) -> Iterator[Arrival[S]]:
        yield Arrival(None, goal)
        for tail in self._tails(goal):
            entered: Any = _Node.NONE if tail is None else tail
            yield Arrival(entered, goal)

    def _tails(self, node: S) -> Iterable[S]:
        """Return the nodes from which edges lead to a node, each once."""
        return {self._key(tail): tail for _, tail, _ in self._edges_back(node)}.values()

    def _steps_back(self, state: Arrival[S]) -> Iterator[tuple[A, Arrival[S], float]]:
        """Return the edges into a state. They come from the state without a previous one, and from all others."""
        before: Any
        before, at = state
        if before is None:
            return
        node: Any = None if before is _Node.NONE else before
        key = self._key(node)
        edges = [(action, plain_number(cost)) for action, tail, cost in self._edges_back(at) if self._key(tail) == key]
        for action, cost in edges:
            yield action, Arrival(None, node), cost
        if len(edges) == 0:
            return
        for tail in self._tails(node):
            extra: Any = plain_value(self._turn_cost(tail, node, at))
            if not is_number(extra, 0, _INF):
                raise _wrong_extra("turn_cost", (tail, node, at), extra)
            if extra < _INF:
                entered: Any = _Node.NONE if tail is None else tail
                yield from [(action, Arrival(entered, node), cost + extra) for action, cost in edges]

    def _plain_steps_back(self, state: Arrival[S]) -> Iterator[tuple[A, Arrival[S], float]]:
        """Return the same as `_steps_back`. `compile_problem` translates this."""
        node: Any = state.before
        if node is None:
            return
        if state.state is None:
            raise ValueError("the node None")
        for action, tail, cost in self._edges_back(state.state):
            if self._key(tail) == self._key(node):
                yield action, Arrival(None, node), cost
                seen = set()
                for _, entered, _ in self._edges_back(node):
                    if self._key(entered) not in seen:
                        seen.add(self._key(entered))
                        extra = self._turn_cost(entered, node, state.state)
                        if not 0 <= extra <= _INF:
                            raise ValueError("the cost of a turn isn't a number >= 0")
                        if extra < _INF:
                            yield action, Arrival(entered, node), cost + extra

    _steps_back.plain_form = _plain_steps_back  # type: ignore[attr-defined]  # A function can have attributes.

    def _edges_differ(
        self, before: Problem[Arrival[S], A], states: Iterable[Arrival[S]]
    ) -> Iterable[Arrival[S]] | None:
        """Return those of some states whose outgoing edges differ from those of another problem. See `comparison_of`.
        The turns can't be compared, so both problems must have the same function for their costs.
        """
        if not isinstance(before, TurnProblem) or before._turn_cost != self._turn_cost:  # noqa: SLF001  # the same class
            return None
        compare = comparison_of(self.problem)
        if compare is None or comparison_of(before.problem) is None:
            return None
        stored = list(states)
        found = compare(before.problem, [each.state for each in stored])
        if found is None:
            return None
        keys = set(map(self._key, found))
        return [each for each in stored if self._key(each.state) in keys]

    def _has_state(self, arrival: Arrival[S]) -> bool:
        contains = membership_of(self.problem)
        return contains is None or contains(arrival.state)

    def _keys(self, arrival: Arrival[S]) -> tuple[Hashable, Hashable]:
        before: Any = arrival.before
        key: Any = self._key  # Any: for pyright, `before` can be a mark here
        marks = before is None or before is _Node.NONE
        return before if marks else key(before), key(arrival.state)


class Step(NamedTuple, Generic[S, A]):
    """A step of a path: an edge of the given problem."""

    before: S
    """The state in which the step begins."""
    action: A
    """The action. Parallel edges have different ones."""
    after: S
    """The state to which the step leads."""


class Maneuver(NamedTuple, Generic[S, A]):
    """A state of a :class:`ManeuverProblem`: a state of the given problem, and the last steps that led to it."""

    steps: tuple[Step[S, A], ...]
    """The last steps, in their order. There are fewer near the start."""
    state: S
    """The state of the given problem, for example a node of a graph."""


class ManeuverProblem(WrappingProblem[Maneuver[S, A], S, A]):
    """A problem in which several steps after each other cost something together, or are forbidden.

    Use this for restrictions of turns that depend on the edges and not only on the nodes, such as parallel streets, or
    that reach over several edges ("no U-turn by way of the side street"). For turns between nodes, a `TurnProblem` has
    fewer states.

    The heuristic is that of the given problem. It stays **admissible** and **consistent**, because maneuvers only add
    to the costs.

    Parameters
    ----------
    problem:
        The problem without maneuvers, later the attribute ``problem``.
    maneuver_cost:
        A function ``maneuver_cost(steps)`` that returns the additional cost >= 0 of the last step of a path. ``steps``
        is the tuple of the last steps, each a `Step` with ``before``, ``action`` and ``after``: from 2 to ``length`` of
        them. inf forbids the last step. It isn't called for the first step.
    length:
        The largest number of steps of a maneuver, at least 2 (the default).

    Raises
    ------
    InvalidProblemError, TypeError
        If ``problem`` isn't a problem, ``maneuver_cost`` isn't callable, or ``length`` isn't a whole number.
    ValueError
        If ``length`` is less than 2, or ``problem`` has ``resources`` or jump points.

    Notes
    -----
    A state is stored for each way to reach a state in ``length - 1`` steps, so memory grows quickly with ``length``.
    If the given problem has ``predecessors`` and ``goal_states``, bidirectional engines can search this one, too.

    References
    ----------
    T. Caldwell, On finding minimum routes in a network with turn penalties (1961).

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.graph import GraphProblem
    >>> streets = GraphProblem([("a", "b", 1), ("b", "c", 1), ("c", "d", 1), ("a", "d", 9)], "a", "d")
    >>> def cost(steps):  # It's forbidden to drive from a by way of b and c to d.
    ...     return math.inf if [each.after for each in steps] == ["b", "c", "d"] else 0
    >>> AStar().search(ManeuverProblem(streets, cost, length=3)).cost
    9
    """

    _kind = Maneuver
    _steps_lead_one_way = True

    def __init__(
        self, problem: Problem[S, A], maneuver_cost: Callable[[tuple[Step[S, A], ...]], float], *, length: int = 2
    ) -> None:
        if not callable(maneuver_cost):
            raise TypeError(f"maneuver_cost must be a function of a tuple of steps, not {maneuver_cost!r}")
        self.length: Final = check_int(length, "length", minimum=2)
        self._maneuver_cost = maneuver_cost
        super().__init__(problem, "turns", "ManeuverProblem")
        if self._key_of is not None:
            self.state_key: Callable[[Maneuver[S, A]], Hashable] = self._keys

    def __repr__(self) -> str:
        return f"<ManeuverProblem of {self.problem!r}, length={self.length}>"

    def _make_from(self, problem: Problem[S, A]) -> None:
        ManeuverProblem.__init__(self, problem, self._maneuver_cost, length=self.length)

    def _wrapped(self, state: S) -> Maneuver[S, A]:
        return Maneuver((), state)

    def _steps(self, state: Maneuver[S, A]) -> Iterator[tuple[A, Maneuver[S, A], float]]:
        last, at = state
        kept = 1 - self.length
        for action, after, cost in self._edges(at):
            steps = (*last, Step(at, action, after))
            extra: Any = 0 if len(last) == 0 else self._maneuver_cost(steps)
            if extra.__class__ is not int and extra.__class__ is not float:
                extra = plain_value(extra)
            if not is_number(extra, 0, _INF):
                raise _wrong_extra("maneuver_cost", (steps,), extra)
            if extra < _INF:
                yield action, Maneuver(steps[kept:], after), plain_number(cost) + extra

    def _plain_steps(self, state: Maneuver[S, A]) -> Iterator[tuple[A, Maneuver[S, A], float]]:
        """Return the same as `_steps`. `compile_problem` translates this."""
        kept = 1 - self.length
        for action, after, cost in self._edges(state.state):
            steps = (*state.steps, Step(state.state, action, after))
            extra = 0 if len(state.steps) == 0 else self._maneuver_cost(steps)
            if not 0 <= extra <= _INF:
                raise ValueError("the cost of a maneuver isn't a number >= 0")
            if extra < _INF:
                yield action, Maneuver(steps[kept:], after), cost + extra

    _steps.plain_form = _plain_steps  # type: ignore[attr-defined]  # A function can have attributes.

    def _entered(self, goal: S) -> Iterator[Maneuver[S, A]]:
        paths: list[tuple[tuple[Step[S, A], ...], S]] = [((), goal)]
        yield Maneuver((), goal)
        for _ in range(self.length - 1):
            paths = [((step, *steps), step.before) for steps, first in paths for step in self._steps_to(first)]
            yield from [Maneuver(steps, goal) for steps, _ in paths]

    def _steps_to(self, state: S) -> Iterable[Step[S, A]]:
        """Return the steps that lead to a state, each once."""
        edges = self._edges_back(state)
        return {(action, self._key(tail)): Step(tail, action, state) for action, tail, _ in edges}.values()

    def _steps_back(self, state: Maneuver[S, A]) -> Iterator[tuple[A, Maneuver[S, A], float]]:
        """Return the edges into a state. A path with as many steps as are kept may have had one more before."""
        steps, at = state
        if len(steps) == 0:
            return
        last, earlier = steps[-1], [steps[:-1]]
        if len(steps) == self.length - 1:
            earlier += [(step, *steps[:-1]) for step in self._steps_to(steps[0].before)]
        node, key = last.before, self._key(last.before)
        edges = self._edges_back(at)
        costs = [plain_number(cost) for action, tail, cost in edges if action == last.action and self._key(tail) == key]
        for before in earlier if len(costs) > 0 else ():
            extra: Any = 0 if len(before) == 0 else plain_value(self._maneuver_cost((*before, last)))
            if not is_number(extra, 0, _INF):
                raise _wrong_extra("maneuver_cost", ((*before, last),), extra)
            if extra < _INF:
                yield from [(last.action, Maneuver(before, node), cost + extra) for cost in costs]

    def _plain_steps_back(self, state: Maneuver[S, A]) -> Iterator[tuple[A, Maneuver[S, A], float]]:
        """Return the same as `_steps_back`. `compile_problem` translates this."""
        if len(state.steps) == 0:
            return
        last, rest = state.steps[-1], state.steps[:-1]
        earlier = [rest]
        if len(state.steps) == self.length - 1:
            first = state.steps[0].before
            for action, tail, _ in self._edges_back(first):
                before = (Step(tail, action, first), *rest)
                if before not in earlier:
                    earlier.append(before)
        for action, tail, cost in self._edges_back(state.state):
            if action == last.action and self._key(tail) == self._key(last.before):
                for before in earlier:
                    extra = 0 if len(before) == 0 else self._maneuver_cost((*before, last))
                    if not 0 <= extra <= _INF:
                        raise ValueError("the cost of a maneuver isn't a number >= 0")
                    if extra < _INF:
                        yield action, Maneuver(before, last.before), cost + extra

    _steps_back.plain_form = _plain_steps_back  # type: ignore[attr-defined]  # A function can have attributes.

    def _has_state(self, maneuver: Maneuver[S, A]) -> bool:
        contains = membership_of(self.problem)
        return contains is None or contains(maneuver.state)

    def _keys(self, maneuver: Maneuver[S, A]) -> Hashable:
        key = self._key
        return tuple([(key(before), action, key(after)) for before, action, after in maneuver.steps]), key(
            maneuver.state
        )


def _wrong_extra(name: str, given: tuple[Any, ...], extra: object) -> ValueError:
    """Return the error for the cost of a turn or a maneuver that isn't a number."""
    what = "turn" if name == "turn_cost" else "last step"
    hint = " Did you forget `return`?" if extra is None else ""
    return ValueError(
        f"{name}({', '.join(map(short_repr, given))}) returned {short_repr(extra)}; expected a number >= 0 "
        f"(inf forbids the {what}).{hint}"
    )
