"""All states that can be reached, with the cost of a cheapest path to each of them."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from enum import Enum
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, overload

from astarlib.derived.derived_problem import key_at, levels_up, refuse_foreign_state, refuse_one_state, unwrapped
from astarlib.engines.dijkstra import Dijkstra
from astarlib.errors import short_repr
from astarlib.limits import Limits
from astarlib.problem import A, FunctionProblem, Problem, S, Starts, listed_states
from astarlib.resolving.resolved_problem import resolve_problem, starts_of, state_key_of
from astarlib.result import Path, SearchResult, Status, StoredState
from astarlib.search import Search

if TYPE_CHECKING:
    from astarlib.searching.disk import Disk


T = TypeVar("T")
_MAX_LINES: Final = 30
"""The largest number of costs that notebooks show."""


class _Default(Enum):
    """The value of ``default`` if it isn't given, because None is a default like any other."""

    NONE = "none"

    def __repr__(self) -> str:
        return "<no default>"


class FoundStates(Generic[S]):
    """The states to which a cheapest path is known. Iterate over them in the order of their costs.
    Those of a search in Python are in a list and a dict.
    """

    def __init__(self, states: Iterable[StoredState], key: Any, final: float) -> None:  # Any: a function
        found = [each for each in states if each.closed or each.g <= final]
        found.sort(key=attrgetter("g"))
        self._key = key
        self._states: list[S] = [each.state for each in found]
        self._costs: dict[Hashable, float] = {key(each.state): each.g for each in found}

    def cost(self, state: S) -> float | None:
        """Return the cost of a cheapest path to a state, or None if it isn't known."""
        return self._costs.get(self._key(state))

    def layers(self) -> Mapping[float, int]:
        """Return the number of states for each cost, in the order of the costs."""
        return Counter(self._costs.values())

    def __iter__(self) -> Iterator[S]:
        return iter(self._states)

    def __len__(self) -> int:
        return len(self._states)


class Explored(Generic[S, A]):
    """The states that `explore` found, with the cost of a cheapest path to each of them.

    Iterate over the states in the order of their costs. ``len`` is the number of states, and ``state in explored`` is
    True if a cheapest path to the state is known.

    Attributes
    ----------
    result:
        The result of the search: its status, limit and statistics. The status is ``UNSOLVABLE`` if all reachable states
        were found, because the search looks for no goal. It's ``SOLVED`` if the search ended because it had reached all
        targets.
    unreached:
        The targets to which no cheapest path is known. If ``is_complete``, they can't be reached.
    """

    def __init__(
        self,
        problem: Problem[S, A],
        search: Search[S, A],
        result: SearchResult[S, A],
        found: FoundStates[S],
        targets: Iterable[S] = (),
    ) -> None:
        self.result: SearchResult[S, A] = result
        self._problem = problem
        self._search = search
        self._found = found
        self._nearest: dict[int, Mapping[Hashable, Any]] = {}
        self.unreached: tuple[S, ...] = tuple(target for target in targets if self._cost(target) is None)

    @property
    def is_complete(self) -> bool:
        """True if these are all states that can be reached; False if a limit or the last target stopped the search."""
        return self.result.status is Status.UNSOLVABLE

    @property
    def layers(self) -> Mapping[float, int]:
        """The number of states for each cost, in the order of the costs."""
        return dict(self._found.layers())

    @property
    def distances(self) -> Mapping[S, float]:
        """The cost of a cheapest path to each state, as a mapping in the order of the costs. A look-up takes O(1)."""
        return _ByState(self, self.cost)

    @property
    def paths(self) -> Mapping[S, Path[S, A]]:
        """A cheapest path to each state, as a mapping in the order of the costs. A path is made when it's looked up."""
        return _ByState(self, self.path_to)

    @overload
    def cost(self, state: S) -> float: ...

    @overload
    def cost(self, state: S, *, default: T) -> float | T: ...

    def cost(self, state: S, *, default: T | _Default = _Default.NONE) -> float | T:
        """Return the cost of a cheapest path to a state, a number >= 0. O(1).

        Parameters
        ----------
        state:
            A state of the problem. It isn't changed. If the states of the problem contain those of another one, as in a
            ``TurnProblem``, it can be a state of the other one.
        default:
            The value to return if no cheapest path to the state is known, for example ``inf`` for a heuristic. Without
            it, the method raises KeyError.

        Raises
        ------
        KeyError
            If no cheapest path to the state is known and ``default`` isn't given.

        Examples
        --------
        >>> from astarlib.problems.graph import romania
        >>> explored = explore(romania("Arad", "Bucharest"))
        >>> explored.cost("Bucharest"), explored.cost("Paris", default=float("inf"))
        (418, inf)
        """
        cost = self._cost(state)
        if cost is None:
            if not isinstance(default, _Default):
                return default
            why = "can't be reached" if self.is_complete else "wasn't reached within the limits"
            if self.result.status is Status.SOLVED:
                why = "wasn't reached before the last target"
            raise KeyError(f"state {short_repr(state)} {why}")
        return cost

    def path_to(self, state: S) -> Path[S, A]:
        """Return a cheapest path from the initial state to a state, with None as its ``h``. O(length).

        Parameters
        ----------
        state:
            A state of the problem. It isn't changed.

        Raises
        ------
        KeyError
            If no cheapest path to the state is known.

        Examples
        --------
        >>> from astarlib.problems.graph import romania
        >>> explore(romania("Arad", "Bucharest")).path_to("Fagaras").states
        ('Arad', 'Sibiu', 'Fagaras')
        """
        self.cost(state)  # Raises KeyError.
        levels = levels_up(self._problem, state)
        if levels > 0:
            state = self._of_inner(levels)[key_at(self._problem, levels)(state)]
        return self._search.path_to(state)

    def _cost(self, state: Any) -> float | None:
        """Return the cost of a state of the problem, or of one that its states contain; None if it isn't known."""
        problem = self._problem
        levels = levels_up(problem, state)
        if levels == 0:
            refuse_foreign_state(problem, state)
            return self._found.cost(state)
        nearest = self._of_inner(levels).get(key_at(problem, levels)(state), self)
        return None if nearest is self else self._found.cost(nearest)

    def _of_inner(self, levels: int) -> Mapping[Hashable, Any]:
        """Return the nearest state that contains each state of an inner problem."""
        if levels not in self._nearest:
            problem, found = self._problem, dict[Hashable, Any]()
            key = key_at(problem, levels)
            for state in self._found:  # in the order of their costs
                found.setdefault(key(unwrapped(state, levels)), state)
            self._nearest[levels] = found
        return self._nearest[levels]

    def __iter__(self) -> Iterator[S]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, state: Any) -> bool:  # Any: also an object that is no state
        try:
            return self._cost(state) is not None
        except (TypeError, ValueError):  # The state isn't hashable, so it isn't one of these.
            return False

    def __repr__(self) -> str:
        more = ", stopped by a limit" if self.result.status is Status.LIMIT else ""
        return f"Explored({len(self)} states{more})"

    def _repr_html_(self) -> str:
        """Return what notebooks show: the number of states for each cost."""
        return _card_of_layers(repr(self), self.layers)


class _ByState(Mapping[Any, T]):  # Any: states
    """A mapping from the states that `explore` found to what a function returns for them."""

    def __init__(self, explored: Explored[Any, Any], value_of: Callable[[Any], T]) -> None:
        self._explored, self._value_of = explored, value_of

    def __getitem__(self, state: Any) -> T:
        return self._value_of(state)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._explored)

    def __len__(self) -> int:
        return len(self._explored)

    def __repr__(self) -> str:
        return f"<mapping of {len(self)} states>"


class Layers:
    """The numbers of states that `explore` found on disk, for each cost.

    Attributes
    ----------
    result:
        The result of the search, as in :class:`Explored`.
    costs, layers:
        The costs of cheapest paths, in increasing order, and the number of states for each of them. If all edges cost
        1, the costs are 0, 1, 2, ...
    """

    def __init__(self, result: SearchResult[Any, Any], found: Mapping[int, int]) -> None:
        self.result: SearchResult[Any, Any] = result
        self.costs: tuple[int, ...] = tuple(found)
        self.layers: tuple[int, ...] = tuple(found.values())

    @property
    def is_complete(self) -> bool:
        """True if these are all states that can be reached; False if a limit stopped the search."""
        return self.result.status is not Status.LIMIT

    def __len__(self) -> int:
        return sum(self.layers)

    def __repr__(self) -> str:
        more = "" if self.is_complete else ", stopped by a limit"
        return f"Layers({len(self)} states in {len(self.layers)} layers{more})"

    def _repr_html_(self) -> str:
        """Return what notebooks show: the number of states for each cost."""
        return _card_of_layers(repr(self), dict(zip(self.costs, self.layers, strict=True)))


def _card_of_layers(title: str, layers: Mapping[float, int]) -> str:
    """Return the HTML that shows the number of states for each cost, those of the first costs if there are many."""
    from astarlib._support.html_card import text_card  # only needed in a notebook
    from astarlib._support.wording import format_number

    lines = [f"{format_number(cost):>9}  {format_number(count)}" for cost, count in islice(layers.items(), _MAX_LINES)]
    more = (f"        … {len(layers) - _MAX_LINES} more",) if len(layers) > _MAX_LINES else ()
    return text_card(title, ("     cost  states", *lines, *more))


_on_disk: list[Callable[[Any, Limits, Any], Layers]] = []


def install_exploration_on_disk(function: Callable[[Any, Limits, Any], Layers]) -> None:
    """Set the function that explores on disk. The package ``astarlib.compiled`` calls this."""
    _on_disk[:] = [function]


@overload
def explore(
    problem: Problem[S, A],
    *,
    targets: Iterable[S] | None = ...,
    count_actions: bool = ...,
    limits: Limits = ...,
    storage: None = ...,
) -> Explored[S, A]: ...


@overload
def explore(problem: Problem[S, A], *, count_actions: bool = ..., limits: Limits = ..., storage: Disk) -> Layers: ...


def explore(
    problem: Problem[S, A],
    *,
    targets: Iterable[S] | None = None,
    count_actions: bool = False,
    limits: Limits = Limits(),  # noqa: B008  # It's immutable.
    storage: Disk | None = None,
) -> Explored[S, A] | Layers:
    """Return all states that can be reached from the initial state, ordered by the cost of a cheapest path to them.

    This is uniform-cost search (Dijkstra) without a goal. The problem's ``is_goal`` and ``heuristic`` are never called.
    With ``targets``, it ends as soon as a cheapest path to each of them is known. With ``storage``, the result has only
    the numbers of states.

    Parameters
    ----------
    problem:
        The problem: a ``SearchProblem``, or any object with the same methods. Its instances must accept a new
        attribute, which only a copy gets.
    targets:
        A list of the states to which you want to know the costs: at least one. ``unreached`` of the result has those
        that weren't reached. With None (the default), the search ends when all states are found. ``storage`` excludes
        this parameter.
    count_actions:
        True to ignore the costs: each action then costs 1, so the costs are depths, and ``layers`` is the number of
        states for each number of actions, as in breadth-first search. The default is False.
    limits:
        Limits on the search. For example, ``Limits(cost=10)`` finds the states that cost at most 10. Without limits
        (the default), the search of an infinite state space doesn't end.
    storage:
        A ``Disk`` for more states than fit into memory, or None (the default). The problem then needs a
        ``compiled_domain`` with whole costs. If the folder has an exploration of this problem already, it continues.

    Raises
    ------
    InvalidProblemError
        If a method of the problem raises or returns an invalid value.
    TypeError
        If a parameter has the wrong type, or the problem accepts no new attribute (``__slots__``).
    ValueError
        If ``targets`` is empty, or ``storage`` is given, too.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> explored = explore(NPuzzle("1 2 3 / 4 5 6 / 7 8 0"), limits=Limits(cost=3))
    >>> len(explored), dict(explored.layers)
    (15, {0: 1, 1: 2, 2: 4, 3: 8})
    >>> from astarlib.problems.graph import romania
    >>> explored = explore(romania("Arad"), targets=["Fagaras", "Lugoj"])
    >>> explored.cost("Fagaras"), explored.cost("Lugoj"), len(explored)
    (239, 229, 8)
    >>> dict(explore(romania("Arad"), count_actions=True).layers)  # the number of towns for each number of roads
    {0: 1, 1: 3, 2: 4, 3: 4, 4: 3, 5: 2, 6: 2, 7: 1}
    """
    given = problem
    if isinstance(problem, type) or not hasattr(problem, "initial_state"):
        resolve_problem(problem)  # Raises the error that says what to write.
    problem = counted(problem, count_actions=count_actions)
    if storage is not None:
        if targets is not None:
            raise ValueError("targets can't be used with storage; leave out one of them")
        from astarlib.searching.disk import Disk  # only needed here

        if len(_on_disk) == 0 or not isinstance(storage, Disk):
            raise TypeError(f"storage must be a Disk from astarlib.compiled, or None, not {storage!r}")
        return _on_disk[0](problem, limits, storage)
    if targets is not None:
        refuse_one_state(targets, "targets", given)
    clone, wanted = copy.copy(problem), [] if targets is None else listed_states(targets, "targets")
    for target in wanted:
        refuse_foreign_state(given, target)
    levels_of = [(target, levels_up(given, target)) for target in wanted]
    key = key_at(given, 0)
    try:
        remaining = {(levels, key_at(given, levels)(target)) for target, levels in levels_of}
    except TypeError as error:
        raise TypeError(f"targets has a state that can't be one of {type(given).__name__}: {error}") from error
    try:
        object.__setattr__(clone, "is_goal", _IsLast(remaining, given) if len(wanted) > 0 else _never)
        if getattr(problem, "resources", None) is not None:  # They would leave out states.
            object.__setattr__(clone, "resources", None)
    except AttributeError as error:
        raise TypeError(
            f"explore can't set an attribute on instances of {type(given).__name__}; if the class defines __slots__, "
            "add '__dict__' to them"
        ) from error
    search = Dijkstra().start(clone)
    result = search.run(limits)
    return Explored(given, search, result, FoundStates(search.states(), key, final_cost(result, limits)), wanted)


def final_cost(result: SearchResult[Any, Any], limits: Limits) -> float:
    """Return the largest cost at which a state in the frontier can't be reached more cheaply."""
    return min(limits.cost, result.lower_bound)


def counted(problem: Problem[S, A], *, count_actions: bool) -> Problem[S, A]:
    """Return the problem, or one with the same states in which each action costs 1 if ``count_actions`` is True."""
    if not isinstance(count_actions, bool):
        raise TypeError(f"count_actions must be True or False, not {short_repr(count_actions)}")
    return _CountedActions(problem) if count_actions else problem


class _CountedActions(FunctionProblem[S, A]):
    """A problem with the states and edges of another one. Each edge costs 1."""

    def __init__(self, problem: Problem[S, A]) -> None:
        self._edges, starts = resolve_problem(problem).edges, starts_of(problem)
        super().__init__(starts[0], successors=self._steps, is_goal=problem.is_goal, state_key=state_key_of(problem))
        if len(starts) > 1:
            self.initial_states: Starts[S] = Starts(starts)

    def _steps(self, state: S) -> Iterator[tuple[A, S, float]]:
        for action, after, _ in self._edges(state):
            yield action, after, 1


class _IsLast(Generic[S]):
    """A goal test that is true for the target that is reached last. Dijkstra's algorithm tests each expanded state."""

    def __init__(self, remaining: set[tuple[int, Hashable]], problem: Problem[S, Any]) -> None:
        self._remaining = remaining
        used = {levels for levels, _ in remaining}
        self._forms = [(levels, key_at(problem, levels)) for levels in used]

    def __call__(self, state: S) -> bool:
        """Note that a state is reached. Return True if it's a target, and all others were reached before."""
        found = {(levels, key(unwrapped(state, levels))) for levels, key in self._forms}
        if self._remaining <= found:  # They stay in the set, so a repeated test has the same answer.
            return True
        self._remaining -= found
        return False


def _never(_: object) -> bool:
    return False
