"""The node that a search returns, and the problem class with simpleai's members."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any, ClassVar, Final, Generic

from astarlib import problem as contract
from astarlib.problem import A, Problem, S
from astarlib.simpleai.only_in_simpleai import refuse_name

__all__ = ["SearchNode", "SearchProblem"]


def __getattr__(name: str) -> object:
    return refuse_name(__name__, name)


class SearchNode(Generic[S, A]):
    """A state of a solution with the path to it. Searches return the goal's node. Nodes of equal states are equal.

    Attributes
    ----------
    problem:
        The problem that was solved.
    depth:
        The number of actions on the path to the state.
    """

    __slots__ = ("_costs", "_path", "depth", "problem")

    def __init__(
        self, problem: Problem[S, A], path: tuple[tuple[A | None, S], ...], costs: tuple[float, ...], depth: int
    ) -> None:
        self.problem: Final = problem
        self.depth: Final = depth
        self._path: Final = path
        self._costs: Final = costs

    @property
    def state(self) -> S:
        """The state of this node."""
        return self._path[self.depth][1]

    @property
    def action(self) -> A | None:
        """The action that led to the state, or None for the initial state."""
        return self._path[self.depth][0]

    @property
    def cost(self) -> float:
        """The cost of the path from the initial state."""
        return self._costs[self.depth]

    @property
    def parent(self) -> SearchNode[S, A] | None:
        """The previous node on the path, or None for the initial state."""
        return SearchNode(self.problem, self._path, self._costs, self.depth - 1) if self.depth > 0 else None

    def path(self) -> list[tuple[A | None, S]]:
        """Return ``[(None, s0), (a1, s1), ...]``: each state on the path with the action that led to it.

        Examples
        --------
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> from astarlib.simpleai import breadth_first
        >>> breadth_first(PancakeProblem("2 3 1")).path()
        [(None, (2, 3, 1)), (2, (3, 2, 1)), (3, (1, 2, 3))]
        """
        return list(self._path[: self.depth + 1])

    def state_representation(self) -> str:
        """Return the state as text, by the problem's ``state_representation`` if it has one, else by ``str``."""
        return _text(self.problem, "state_representation")(self.state)

    def action_representation(self) -> str:
        """Return the action as text, by the problem's ``action_representation`` if it has one, else by ``str``."""
        return _text(self.problem, "action_representation")(self.action)

    def __eq__(self, other: object) -> bool:
        return self.state == other.state if isinstance(other, SearchNode) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # As in simpleai, states needn't be hashable.

    def __repr__(self) -> str:
        return f"Node <{self.state_representation()}>".replace("\n", " ")


def goal_node(problem: Problem[S, A], path: tuple[tuple[A | None, S], ...], costs: Iterable[float]) -> SearchNode[S, A]:
    """Return the goal's node, at the end of a path with the given step costs."""
    return SearchNode(problem, path, tuple(accumulate(costs, initial=0)), len(path) - 1)


def _text(problem: object, name: str) -> Callable[[object], str]:
    """Return the problem's own text function, or ``str`` if the problem's class has none."""
    text: Callable[[object], str] = getattr(problem, name, str)
    return text


class SearchProblem(contract.SearchProblem[S, A]):
    """A problem with simpleai's members, based on :class:`astarlib.SearchProblem`.

    Parameters
    ----------
    initial_state:
        The state where the search starts. None (the default) is for a subclass that sets the attribute itself.

    Examples
    --------
    >>> from astarlib.simpleai import breadth_first
    >>> class Doubling(SearchProblem):
    ...     def actions(self, state):
    ...         return ["double", "add 1"]
    ...     def result(self, state, action):
    ...         return 2 * state if action == "double" else state + 1
    ...     def is_goal(self, state):
    ...         return state == 10
    >>> breadth_first(Doubling(initial_state=1)).path()
    [(None, 1), ('double', 2), ('double', 4), ('add 1', 5), ('double', 10)]
    """

    def __init__(self, initial_state: Any = None) -> None:  # Any: None isn't an S, but simpleai's default.
        super().__init__(initial_state)

    def state_representation(self, state: S, /) -> str:
        """Return ``str(state)``. Override it to change the text."""
        return str(state)

    def action_representation(self, action: A, /) -> str:
        """Return ``str(action)``. Override it to change the text."""
        return str(action)

    def format_state(self, state: S, /) -> str:
        """Return the ``state_representation``, which astarlib's command line shows."""
        return self.state_representation(state)

    def format_action(self, action: A, /) -> str:
        """Return the ``action_representation``, which astarlib's command line shows."""
        return self.action_representation(action)
