"""`DomainProblem`: a compiled domain as a complete problem. Importing this module loads neither numba nor numpy."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias, cast

from astarlib._support.plain_values import is_number
from astarlib.compiled.by_hand.python_functions import PythonFunctions
from astarlib.compiled_domain import CompiledDomain, Words, identifying_words
from astarlib.derived.heuristic import heuristic_members
from astarlib.problem import A, Heuristic, ListOfGoals, S, SearchProblem

__all__ = ["DomainProblem"]

_Edges: TypeAlias = list[tuple[A, S, float]]


class DomainProblem(SearchProblem[S, A]):
    """A problem that consists of a compiled domain and an initial state, so you write each function only once.

    Compiled engines compile the functions of the domain, and all others run the same functions in Python. So each
    engine, checker, observer and page works with the problem. In Python, the functions get states as ``numpy.uint64``,
    and their types and the ranges of fields are checked.

    A state is what ``domain.decode`` returns: with ``fields``, a named tuple. To draw states or to format them as text,
    define the methods in a subclass.

    Parameters
    ----------
    domain:
        The functions of the problem.
    initial_state:
        The state from which the search starts, for example ``fields(row=1, column=2)``.
    actions:
        The action of each edge: a list of ``domain.max_successors`` different actions, or a function
        ``actions(state, i)`` that returns the action of edge i of a state. None, the default, uses the number of the
        edge.
    goal_states:
        A list of all goals, for engines that search backward. They also need a domain with ``predecessor_count``. None
        (the default) means there is none.
    cost_unit:
        A number > 0 that divides the cost of each step. Bidirectional engines then stop earlier. The default is None.
    heuristic:
        A heuristic instead of the domain's own, as for ``with_heuristic``. Compiled engines can evaluate a
        `PatternDatabase`, and a ``MaxOf`` or ``SumOf`` of them. With another heuristic, only engines in Python solve
        the problem. The default is None.

    Raises
    ------
    ValueError, TypeError
        If a parameter or the initial state has a wrong type, ``actions`` is too short or has an action twice,
        ``cost_unit`` isn't a finite number > 0, or a field of the initial state is out of range.
    ImportError
        If numpy isn't installed.

    Examples
    --------
    Two counters. Each step increases one of them. The first solution in Python, the second with compiled code:

    >>> import astarlib
    >>> from astarlib import compiled
    >>> fields = compiled.StateFields(left=4, right=4)
    >>> def two(tables, state, aux):
    ...     return 2
    >>> def step(tables, state, aux, i):
    ...     if i == 0:
    ...         return fields.set_left(state, fields.get_left(state) + 1), 0, 1
    ...     return fields.set_right(state, fields.get_right(state) + 2), 0, 1
    >>> def is_goal(tables, state, aux):
    ...     return fields.get_left(state) + fields.get_right(state) == 5
    >>> domain = compiled.CompiledDomain(
    ...     fields=fields, successor_count=two, apply=step, is_goal=is_goal, max_successors=2
    ... )
    >>> problem = compiled.DomainProblem(domain, fields(left=0, right=0), actions=["left", "right"])
    >>> astarlib.Dijkstra().search(problem).states[-1]
    State(left=1, right=4)
    >>> compiled.Dijkstra().search(problem).actions
    ('right', 'right', 'left')
    """

    def __init__(
        self,
        domain: CompiledDomain[S],
        initial_state: S,
        *,
        actions: Sequence[A] | Callable[[S, int], A] | None = None,
        goal_states: Iterable[S] | None = None,
        cost_unit: float | None = None,
        heuristic: Heuristic | Callable[[S], float] | None = None,
    ) -> None:
        if not isinstance(domain, CompiledDomain):
            raise TypeError(f"domain must be a CompiledDomain, not {domain!r}")
        if cost_unit is not None and (not is_number(cost_unit, 0, sys.float_info.max) or cost_unit == 0):
            raise ValueError(f"cost_unit must be a finite number > 0, or None, not {cost_unit!r}")
        self._domain, self._functions = domain, PythonFunctions(domain)
        self._actions = _checked_actions(actions, domain.max_successors)
        super().__init__(domain.decode(*domain.encode(initial_state)))
        self.goal_states: Callable[[], Iterable[S]] | None = None if goal_states is None else ListOfGoals(goal_states)
        self.predecessors: Callable[[S], _Edges[A, S]] | None = None
        if domain.predecessor_count is not None:
            self.predecessors = self._edges_back
        self.backward_heuristic: Callable[[S], float] | None = None
        if domain.backward_heuristic is not None:
            self.backward_heuristic = self._backward_h
        if domain.steps_to_go is None:
            self.steps_to_go = None  # type: ignore[method-assign, assignment]  # The problem doesn't have it then.
        if domain.resources is None:
            self.resources = None  # type: ignore[method-assign, assignment]  # as above
        self.cost_unit = cost_unit
        if heuristic is not None:
            vars(self).update(heuristic_members(self, heuristic))

    def compiled_domain(self) -> CompiledDomain[S]:
        """Return the domain."""
        return self._domain

    def successors(self, state: S, /) -> _Edges[A, S]:
        """Return the edges out of ``state`` as ``(action, next_state, cost)``."""
        words, aux = self._domain.encode(state)
        return [self._edge(state, words, aux, i) for i in range(self._functions.successor_count(words, aux))]

    def actions(self, state: S, /) -> list[A]:
        return [self._action(state, i) for i in range(self._functions.successor_count(*self._domain.encode(state)))]

    def result(self, state: S, action: A, /) -> S:
        """Return the state that the edge with this action leads to; ValueError if there is none."""
        return self._edge_of(state, action)[1]

    def cost(self, state: S, action: A, next_state: S, /) -> float:  # It follows from the action.
        """Return the cost of the edge with this action; ValueError if there is none."""
        return self._edge_of(state, action)[2]

    def heuristic(self, state: S, /) -> float:
        return self._functions.heuristic(*self._domain.encode(state))

    def is_goal(self, state: S, /) -> bool:
        return cast("bool", self._functions.is_goal(*self._domain.encode(state)))

    def resources(self, state: S, /) -> tuple[Words, tuple[Any, ...]]:  # Any: numbers
        """Return the key and the resources of ``state``."""
        return self._functions.resources(*self._domain.encode(state))

    def steps_to_go(self, state: S, /) -> float:
        """Return the estimate of the number of actions to a goal."""
        return self._functions.steps_to_go(*self._domain.encode(state))

    @property
    def state_key(self) -> Callable[[S], tuple[int, ...]] | None:
        """The function that returns the words that identify a state, or None if all words do."""
        return None if self._domain.key_words == 0 else self._key_of

    def _key_of(self, state: S) -> tuple[int, ...]:
        """Return the words that identify ``state``."""
        return identifying_words(self._domain, self._domain.encode(state)[0])

    def _edge_of(self, state: S, action: A) -> tuple[A, S, float]:
        actions = self.actions(state)
        if action not in actions:
            raise ValueError(f"no edge with action {action!r} leaves state {state!r}")
        return self._edge(state, *self._domain.encode(state), actions.index(action))

    def _edge(self, state: S, words: Words, aux: int, i: int) -> tuple[A, S, float]:
        next_words, next_aux, cost = self._functions.apply(words, aux, i)
        return self._action(state, i), self._domain.decode(next_words, next_aux), cost

    def _action(self, state: S, i: int) -> A:
        if self._actions is None:
            return cast("A", i)
        return cast("A", self._actions(state, i) if callable(self._actions) else self._actions[i])

    def _edges_back(self, state: S, /) -> _Edges[A, S]:
        """Return the edges into ``state``. The action of each is that of the edge out of the previous state."""
        words, aux = self._domain.encode(state)
        forward: dict[tuple[Words, float], Iterator[int]] = {}
        found = []
        for i in range(self._functions.predecessor_count(words, aux)):
            before, before_aux, cost = self._functions.apply_back(words, aux, i)
            if (before, cost) not in forward:
                forward[before, cost] = self._edges_to(words, before, before_aux, cost)
            previous, edge = self._domain.decode(before, before_aux), next(forward[before, cost], None)
            if edge is None:
                raise ValueError(
                    f"edge {i} of apply_back leads from {previous!r} to {state!r} at cost {cost!r}, but apply has no "
                    "such edge"
                )
            found.append((self._action(previous, edge), previous, cost))
        return found

    def _edges_to(self, words: Words, before: Words, before_aux: int, cost: float) -> Iterator[int]:
        """Yield the numbers of the edges between two packed states that have this cost."""
        for i in range(self._functions.successor_count(before, before_aux)):
            reached, _, each_cost = self._functions.apply(before, before_aux, i)
            if reached == words and each_cost == cost:
                yield i

    def _backward_h(self, state: S, /) -> float:
        return self._functions.backward_heuristic(*self._domain.encode(state))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.initial_state!r})"


def _checked_actions(actions: Any, count: int) -> Any:  # Any: see the parameter of `DomainProblem`
    """Return the actions as a tuple, a function or None."""
    if actions is None or callable(actions):
        return actions
    if not isinstance(actions, Sequence) or isinstance(actions, str):
        raise TypeError(f"actions must be a list of actions, or a function (state, i) -> action, not {actions!r}")
    if len(actions) < count:
        raise ValueError(f"actions must have max_successors, {count}, actions, not {len(actions)}")
    twice = next((action for at, action in enumerate(actions) if action in actions[:at]), None)
    if twice is not None:
        raise ValueError(f"actions must be different, but {twice!r} is there twice")
    return tuple(actions)
