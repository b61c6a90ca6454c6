"""Problems in which others use states and steps at times."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, ClassVar, Final, Generic, NamedTuple

from astarlib._support.integers import check_int
from astarlib._support.plain_values import plain_number
from astarlib.derived.derived_problem import WrappingProblem, innermost, refuse_members, unwrapped
from astarlib.errors import InvalidCostError, short_repr
from astarlib.problem import A, Problem, S

__all__ = ["Departure", "Reservations", "TimedProblem", "TimedState"]

_INF: Final = math.inf
_ALWAYS: Final = ((0, _INF),)


class TimedState(NamedTuple, Generic[S]):
    """A state of a :class:`TimedProblem`: a state of the given problem, and the time of the arrival."""

    state: S
    """The state of the given problem, for example a cell of a grid."""
    time: int
    """The time at which the state is reached. It's 0 at the start."""


class Departure(NamedTuple, Generic[A]):
    """An action of a :class:`TimedProblem`: an action of the given problem, and the time at which it begins."""

    action: A
    """The action of the given problem."""
    time: int
    """The time. If it's later than that of the arrival, one waits until then."""


class Reservations(Generic[S]):
    """A table of the states and steps that others use, and of the times.

    Times are whole numbers from 0. A robot that arrives in a state at time 3 and leaves it at time 5 uses it at the
    times 3, 4 and 5. A robot that goes from one state to another between the times 5 and 6 uses the step, and no other
    robot can take it in the other direction meanwhile.

    Examples
    --------
    >>> others = Reservations()
    >>> others.add([(0, 0), (1, 0), (1, 1)])  # one step in each unit of time; it stays at (1, 1)
    >>> others.block((5, 5), 10, 20)  # a closed door
    >>> others.free_times((1, 0)), others.free_times((1, 1)), others.free_times((5, 5))
    (((0, 0), (2, inf)), ((0, 1),), ((0, 9), (21, inf)))
    """

    def __init__(self) -> None:
        self._states: dict[Hashable, list[tuple[int, float]]] = {}
        self._steps: dict[tuple[Hashable, Hashable], list[tuple[int, int]]] = {}
        self._free: dict[Hashable, tuple[tuple[int, float], ...]] = {}

    def __repr__(self) -> str:
        return f"<Reservations of {len(self._states)} states>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reservations) and (self._states, self._steps) == (other._states, other._steps)

    __hash__: ClassVar[None]  # type: ignore[assignment]  # Reservations can change.

    def __copy__(self) -> Reservations[S]:
        made = Reservations[S]()
        made._free = dict(self._free)
        made._states = {state: list(times) for state, times in self._states.items()}
        made._steps = {step: list(times) for step, times in self._steps.items()}
        return made

    def block(self, state: S, first: int = 0, last: float = _INF) -> None:
        """Reserve a state. O(n) for n reservations of the state.

        Parameters
        ----------
        state:
            The state, which must be hashable.
        first, last:
            The first and the last time, whole numbers with 0 <= first <= last. ``inf`` (the default) means that it
            stays reserved.

        Raises
        ------
        TypeError, ValueError
            If a time isn't a whole number, or ``last`` is less than ``first``.

        Examples
        --------
        >>> others = Reservations()
        >>> others.block("bridge", 5, 7)
        >>> others.free_times("bridge")
        ((0, 4), (8, inf))
        """
        first = check_int(first, "first", minimum=0)
        if last != _INF:
            last = check_int(last, "last", minimum=0)
        if last < first:
            raise ValueError(f"last must be at least first, {first}, not {last}")
        used = self._states.setdefault(state, [])
        used.append((first, last))
        used.sort()
        free, begin = list[tuple[int, float]](), 0
        for first, last in used:  # The values above are in it.
            if first > begin:
                free.append((begin, first - 1))
            if last == _INF:
                break
            begin = max(begin, int(last) + 1)
        else:
            free.append((begin, _INF))
        self._free[state] = tuple(free)

    def block_step(self, before: S, after: S, start: int, end: int) -> None:
        """Reserve the step from one state to another between two times, so that nobody else is on it meanwhile.

        Parameters
        ----------
        before, after:
            The states. The step from ``after`` to ``before`` stays free.
        start, end:
            The times, whole numbers with 0 <= start < end. A step that ends at ``start`` or begins at ``end`` is
            possible.

        Raises
        ------
        TypeError, ValueError
            If a time isn't a whole number, or ``end`` isn't larger than ``start``.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.graph import GraphProblem
        >>> others = Reservations()
        >>> others.block_step("a", "b", 0, 5)
        >>> AStar().search(TimedProblem(GraphProblem({"a": {"b": 2}, "b": {}}, "a", "b"), others)).cost
        7
        """
        start, end = check_int(start, "start", minimum=0), check_int(end, "end", minimum=0)
        if end <= start:
            raise ValueError(f"end must be larger than start, {start}, not {end}")
        used = self._steps.setdefault((before, after), [])
        used.append((start, end))
        used.sort()

    def add(self, path: Any, *, start: int = 0, stays: bool = True) -> None:  # Any: also a list of states
        """Reserve the states of a path, and its steps in the other direction, so that no two robots swap places.

        Parameters
        ----------
        path:
            A result or a solution of a :class:`TimedProblem`, with its times; or a list of states, one for each unit of
            time. Write a state twice to wait there.
        start:
            The time of the first state of a list, a whole number >= 0.
        stays:
            True (the default) if the last state stays reserved, because the robot stays there. With False, it's free
            after the arrival.

        Raises
        ------
        TypeError, ValueError
            If ``path`` is neither a result nor a list of states, or ``start`` isn't a whole number >= 0.
        NoSolutionError
            If ``path`` is a result without a solution.

        Examples
        --------
        >>> others = Reservations()
        >>> others.add(["a", "b", "b", "c"])
        >>> others.free_times("b"), others.free_times("c")
        (((0, 0), (3, inf)), ((0, 2),))
        """
        start = check_int(start, "start", minimum=0)
        _check_flag("stays", stays)
        for state, arrival, departure, after in _visits(path, start):
            if after is None:
                self.block(state, arrival, _INF if stays else arrival)
                continue
            self.block(state, arrival, departure)
            reached, until = after
            if until > departure and reached != state:
                self.block_step(reached, state, departure, until)

    def free_times(self, state: S) -> tuple[tuple[int, float], ...]:
        """Return the intervals in which a state is free, in order: pairs of their first and last time. O(1).

        Parameters
        ----------
        state:
            A state, which must be hashable.

        Examples
        --------
        >>> Reservations().free_times("a")
        ((0, inf),)
        """
        return self._free.get(state, _ALWAYS)

    def _time_to_leave(self, before: S, after: S, time: int, duration: int) -> int:
        """Return the first time from ``time`` on at which a step can begin."""
        for start, end in self._steps.get((before, after), ()):
            if start < time + duration and time < end:
                time = end
        return time


class TimedProblem(WrappingProblem[TimedState[S], S, "Departure[A]"], Generic[S, A]):
    """A problem with moving obstacles, other robots or opening hours, which use states and steps at known times.

    The costs of the given problem are durations. You can wait in a state as long as it's free. A search finds a path
    that arrives as early as possible. Its cost is the time of the arrival, and ``route(result.states)`` returns the
    states of the given problem on it. Each action says when it begins.

    The heuristic is that of the given problem. It stays **admissible** and **consistent**, because waiting only adds to
    the time.

    Parameters
    ----------
    problem:
        The problem without the obstacles, later the attribute ``problem``. Its costs must be whole numbers, and its
        states hashable.
    reservations:
        The times at which others use states and steps. Reservations that you add later count for later searches.
    stays:
        True (the default) to stay at the goal after the arrival, so that it must be free from then on. With
        False, it only has to be free at the time of the arrival.

    Raises
    ------
    InvalidProblemError, TypeError
        If ``problem`` isn't a problem, or ``reservations`` isn't a `Reservations`.
    ValueError
        If ``problem`` has ``resources`` or jump points. A search raises ProblemMethodError if its initial state is
        reserved at time 0.

    Notes
    -----
    These are safe intervals: of all arrivals in a state within one free interval, only the earliest is followed. The
    states of the other ones are dominated, so engines that use ``resources``, such as ``AStar`` and ``Dijkstra``, prove
    that there is no path. The number of states is at most that of all free intervals, even though time has no end.

    A robot may begin a step while another one is still on it, in the same direction. To forbid this, add
    `Reservations.block_step`.

    References
    ----------
    M. Phillips, M. Likhachev, SIPP: Safe interval path planning for dynamic environments (2011).

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.grid import GridProblem
    >>> others = Reservations()
    >>> others.add([(4, 0), (3, 0), (2, 0), (2, 1), (2, 2)])
    >>> problem = TimedProblem(GridProblem("..... / ##.## / ##.##", (0, 0), (4, 0)), others)
    >>> result = AStar().search(problem)
    >>> result.cost, problem.route(result.states)
    (5, ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)))
    >>> [departure.time for departure in result.actions]
    [0, 2, 3, 4]
    """

    _kind = TimedState
    _steps_lead_one_way = True

    def __init__(self, problem: Problem[S, A], reservations: Reservations[S], *, stays: bool = True) -> None:
        if not isinstance(reservations, Reservations):
            raise TypeError(f"reservations must be a Reservations, not {short_repr(reservations)}")
        _check_flag("stays", stays)
        self.reservations: Final = reservations
        self._stays, self._duration = stays, _Duration()
        is_wrapped = isinstance(problem, WrappingProblem)
        self._times: Any = _InnerTimes(reservations, problem) if is_wrapped else reservations
        refuse_members(problem, "times", "TimedProblem")
        given: Any = problem  # Any: its actions are those without times
        super().__init__(given, "times", "TimedProblem", resources=self._resources)
        if self._key_of is not None:
            self.state_key: Callable[[TimedState[S]], Hashable] | None = self._key_of_state

    def __repr__(self) -> str:
        stays = "" if self._stays else ", stays=False"
        return f"TimedProblem({self.problem!r}, {self.reservations!r}{stays})"

    def _make_from(self, problem: Problem[S, A]) -> None:
        TimedProblem.__init__(self, problem, self.reservations, stays=self._stays)

    def _wrapped(self, state: S) -> TimedState[S]:
        return TimedState(state, 0)

    def _steps(self, state: TimedState[S]) -> Iterator[tuple[Departure[A], TimedState[S], float]]:
        here, time = state
        last = self._free_from(state)[1]
        edges: Any = self._edges(here)  # Any: the actions are those of the given problem
        for action, after, cost in edges:
            duration = self._duration(cost)
            free = self._times.free_times(after)
            for at in range(_first_until(free, time + duration), len(free)):
                first, end = free[at]
                if first > last + duration:
                    break
                departure = max(first - duration, time)
                if departure + duration <= end:
                    departure = self._times._time_to_leave(here, after, departure, duration)  # noqa: SLF001
                if departure <= last and departure + duration <= end:
                    arrival = departure + duration
                    yield Departure(action, departure), TimedState(after, arrival), arrival - time

    def is_goal(self, state: TimedState[S], /) -> bool:
        """Return True if the state is a goal of the given problem, and free from then on if ``stays``."""
        return super().is_goal(state) and not (self._stays and self._free_from(state)[1] < _INF)

    def _free_from(self, state: TimedState[S]) -> tuple[int, float]:
        """Return the interval in which a state is free at its time."""
        free = self._times.free_times(state.state)
        at = _first_until(free, state.time)
        if at < len(free) and free[at][0] <= state.time:
            first, last = free[at]
            return first, last
        raise ValueError(f"{short_repr(state.state)} is reserved at time {state.time}")

    def _resources(self, state: TimedState[S]) -> tuple[Hashable, tuple[float, ...]]:
        return (self._key(state.state), self._free_from(state)[0]), (state.time,)

    def _key_of_state(self, state: TimedState[S]) -> Hashable:
        return self._key(state.state), state.time

    def format_state(self, state: Any, /) -> str:
        """Return the text of the state of the given problem, and the time."""
        return f"{super().format_state(state)} at {state.time}"

    def format_action(self, action: Any, /) -> str:  # Any: a `Departure`
        """Return the text of the action of the given problem, and the time at which it begins."""
        return f"{super().format_action(action.action)} at {action.time}"


def _first_until(free: tuple[tuple[int, float], ...], time: int) -> int:
    """Return the number of the first interval that ends at ``time`` or later, in O(log n)."""
    low, high = 0, len(free)
    while low < high:
        middle = (low + high) // 2
        if free[middle][1] < time:
            low = middle + 1
        else:
            high = middle
    return low


class _InnerTimes:
    """Reservations for a problem whose states contain those that are reserved, such as one with turns."""

    def __init__(self, reservations: Reservations[Any], problem: Any) -> None:
        self._given, self._levels = reservations, 0
        while isinstance(problem, WrappingProblem):
            self._levels, problem = self._levels + 1, problem.problem

    def free_times(self, state: Any) -> tuple[tuple[int, float], ...]:
        """Return the intervals in which a state is free."""
        return self._given.free_times(unwrapped(state, self._levels))

    def _time_to_leave(self, before: Any, after: Any, time: int, duration: int) -> int:
        """Return the first time at which a step can begin."""
        states = unwrapped(before, self._levels), unwrapped(after, self._levels)
        return self._given._time_to_leave(*states, time, duration)  # noqa: SLF001  # a class of this module


class _Duration:
    """The duration of a step, from its cost."""

    plain_form: Any = None

    def __call__(self, cost: Any) -> int:
        """Return the cost as a whole number."""
        duration = plain_number(cost)
        if type(duration) is float and duration.is_integer():
            duration = int(duration)
        if type(duration) is not int or duration < 0:
            raise InvalidCostError(
                f"a step costs {short_repr(cost)}; a TimedProblem takes costs as durations, so they must be whole "
                "numbers >= 0, for example multiples of a smaller unit of time",
                value=cost,
            )
        return duration


def _plain_duration(cost: Any) -> int:
    """Return the cost as a whole number. `compile_problem` translates this."""
    if cost < 0 or int(cost) != cost:
        raise ValueError("the cost of a step isn't a whole number >= 0")
    return int(cost)


_Duration.plain_form = staticmethod(_plain_duration)


def _visits(path: Any, start: int) -> Iterator[tuple[Any, int, int, tuple[Any, int] | None]]:
    """Return each state of a path with the times of arrival and departure, and the next state with its time.
    The next state is None for the last one.
    """
    actions = getattr(path, "actions", None)
    if actions is None:
        if isinstance(path, str) or not isinstance(path, Iterable):
            raise TypeError(f"path must be a result or a list of states, not {short_repr(path)}")
        states = [TimedState(state, time) for time, state in enumerate(path, start)]
        departures = [state.time for state in states]
    else:
        states, departures = list(path.states), [getattr(action, "time", 0) for action in actions]
    if len(states) == 0 or not isinstance(states[0], TimedState) or isinstance(states[0].state, TimedState):
        raise ValueError(
            "path must be a result of a TimedProblem, or a list of states without times with at least one state, not "
            f"{short_repr(path)}"
        )
    for at, (state, time) in enumerate(states):
        after = None if at + 1 == len(states) else (innermost(states[at + 1].state), states[at + 1].time)
        yield innermost(state), time, time if after is None else departures[at], after


def _check_flag(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {value!r}")
