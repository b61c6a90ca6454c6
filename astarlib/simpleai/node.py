"""What a search returns: the node of the goal, with the way to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import ClassVar, Final, Generic

from astarlib.problem import A, Problem, S


class SearchNode(Generic[S, A]):
    """A state on a solution, and the way to it. The searches return that of the goal; nodes of equal states are equal.

    Attributes
    ----------
    problem:
        The problem that was solved.
    depth:
        The number of actions on the way to it.
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
        """The state."""
        return self._path[self.depth][1]

    @property
    def action(self) -> A | None:
        """The action that led to it; None for the initial state."""
        return self._path[self.depth][0]

    @property
    def cost(self) -> float:
        """The cost of the whole way to it."""
        return self._costs[self.depth]

    @property
    def parent(self) -> SearchNode[S, A] | None:
        """The node before it; None for the initial state."""
        return SearchNode(self.problem, self._path, self._costs, self.depth - 1) if self.depth > 0 else None

    def path(self) -> list[tuple[A | None, S]]:
        """``[(None, s0), (a1, s1), ...]``: each state on the way with the action that led to it."""
        return list(self._path[: self.depth + 1])

    def state_representation(self) -> str:
        """The state as text: as the problem's ``state_representation`` has it, else ``str``."""
        return _text(self.problem, "state_representation")(self.state)

    def action_representation(self) -> str:
        """The action as text: as the problem's ``action_representation`` has it, else ``str``."""
        return _text(self.problem, "action_representation")(self.action)

    def __eq__(self, other: object) -> bool:
        return self.state == other.state if isinstance(other, SearchNode) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # states need not be hashable, so nodes are not, as in simpleai

    def __repr__(self) -> str:
        return f"Node <{self.state_representation()}>".replace("\n", " ")


def goal_node(problem: Problem[S, A], path: tuple[tuple[A | None, S], ...], costs: Iterable[float]) -> SearchNode[S, A]:
    """The node of the goal, at the end of a path with these costs of its steps."""
    return SearchNode(problem, path, tuple(accumulate(costs, initial=0)), len(path) - 1)


def _text(problem: object, name: str) -> Callable[[object], str]:
    """The problem's own way to tell a state or an action; a class that inherits nothing may lack it."""
    told: Callable[[object], str] = getattr(problem, name, str)
    return told
