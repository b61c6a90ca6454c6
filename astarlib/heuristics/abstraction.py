"""An abstraction of a problem: a smaller problem whose distances make a heuristic."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias

from typing_extensions import TypeVar

from astarlib.errors import MissingCapabilityError, PatternDatabaseError
from astarlib.problem import Problem, S
from astarlib.resolving.resolved_problem import edges_back_of, edges_of, goal_states_of

T = TypeVar("T", bound=Hashable, default=Any)
"""An abstract state."""

EdgesBack: TypeAlias = Callable[[T], Iterable[tuple[Any, T, float]]]
"""A function ``abstract -> (action, previous abstract state, cost)`` for each edge into it. Actions aren't used."""


@dataclass(frozen=True, slots=True)
class Abstraction(Generic[S, T]):
    """A function from states to abstract states, with the edges into each abstract state.

    Many states become one abstract state, so the abstract problem is small. The abstraction must keep every step: if a
    step leads from s to t at cost c, the abstract problem has an edge from ``mapping(s)`` to ``mapping(t)`` that costs
    at most c, or ``mapping(s) == mapping(t)``. Then the distance of ``mapping(s)`` from the nearest abstract goal is an
    **admissible** and **consistent** estimate for s.

    The edges of the abstract problem come from the first of these that exists: the argument ``predecessors``, the
    problem's own ``predecessors``, and with ``symmetric`` the problem's own steps. The problem's own methods are called
    with abstract states as if they were states, and ``mapping`` is applied to the states that these methods return.
    This works if ``mapping`` only hides parts of a state, for example
    ``tuple(size if size > 4 else 0 for size in stack)``. For abstract states of another form, pass ``predecessors``.

    Parameters
    ----------
    mapping:
        A function that returns the hashable abstract state of a state. If you want to pickle the database, use a
        function of a module, not a ``lambda``.
    predecessors:
        A function that returns all edges into an abstract state as ``(action, previous, cost)``, where each cost is
        finite and at least 0. With None (the default), the problem's edges are used.
    goal_states:
        Goal states of the problem (not abstract states), at least one for each abstract goal. With None (the default),
        the problem's ``goal_states()`` is used.
    symmetric:
        True if every step of the problem can be undone at the same cost. The default is False. It's only used if there
        are no ``predecessors``.

    Raises
    ------
    ValueError, TypeError
        If ``goal_states`` is empty, or a parameter has the wrong type.

    References
    ----------
    J. Gaschnig, A problem similarity approach to devising heuristics (1979); R. Holte, M. Perez, R. Zimmer and A.
    MacDonald, Hierarchical A*: searching abstraction hierarchies efficiently (1996).

    Examples
    --------
    >>> parity = Abstraction(lambda number: number % 2, predecessors=lambda odd: [("add", 1 - odd, 1)], goal_states=[0])
    >>> parity.mapping(7)
    1
    """

    mapping: Callable[[S], T]
    predecessors: EdgesBack[T] | None = field(default=None, kw_only=True)
    goal_states: Iterable[S] | None = field(default=None, kw_only=True, hash=False)
    symmetric: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if not callable(self.mapping):
            raise TypeError(f"mapping must be a callable state -> abstract state, not {self.mapping!r}")
        if self.predecessors is not None and not callable(self.predecessors):
            raise TypeError(f"predecessors must be a callable abstract -> edges, not {self.predecessors!r}")
        if not isinstance(self.symmetric, bool):
            raise TypeError(f"symmetric must be True or False, not {self.symmetric!r}")
        if not isinstance(self.goal_states, Iterable | None):
            raise TypeError(f"goal_states must be a list, even for a single goal, not {self.goal_states!r}")
        if self.goal_states is not None:
            goals = tuple(self.goal_states)
            if len(goals) == 0:
                raise ValueError("goal_states is empty; a pattern database needs at least one goal")
            object.__setattr__(self, "goal_states", goals)

    def goals_in(self, problem: Problem[S, Any]) -> tuple[S, ...]:
        """Return the given ``goal_states``, or else those of the problem.
        Raise MissingCapabilityError if neither has them, and PatternDatabaseError if the problem's are empty.
        """
        if self.goal_states is not None:
            return tuple(self.goal_states)
        goal_states = goal_states_of(problem)
        if goal_states is None:
            raise MissingCapabilityError(
                "PatternDatabase needs the goals: pass Abstraction(..., goal_states=[...]), or add a method "
                f"goal_states() to {_class_of(problem)} (see astarlib.capabilities.HasPredecessors)"
            )
        goals = tuple(goal_states())
        if len(goals) == 0:
            raise PatternDatabaseError(f"{_class_of(problem)}.goal_states() returned no goal; expected at least one")
        return goals

    def edges_back_in(self, problem: Problem[S, Any]) -> EdgesBack[T]:
        """Return the function that lists the edges into an abstract state. Raise MissingCapabilityError if neither the
        abstraction nor the problem has predecessors, and the abstraction isn't ``symmetric``.
        """
        if self.predecessors is not None:
            return self.predecessors
        back: Any = edges_back_of(problem)  # It's called with abstract states as if they were states.
        if back is None and self.symmetric:
            back = edges_of(problem)
        if back is None:
            raise MissingCapabilityError(
                f"PatternDatabase needs the edges into each state, but {_class_of(problem)} has no usable "
                "predecessors; add them (see astarlib.capabilities.HasPredecessors), pass Abstraction(..., "
                "predecessors=...), or, if every step can be undone at the same cost, pass Abstraction(..., "
                "symmetric=True)"
            )
        mapping: Callable[[Any], T] = self.mapping
        return lambda abstract: [(action, mapping(state), cost) for action, state, cost in back(abstract)]


def _class_of(problem: object) -> str:
    return type(problem).__name__
