"""The problem as simpleai knows it."""

from __future__ import annotations

from typing import Any

from astarlib import problem as contract
from astarlib.problem import A, S


class SearchProblem(contract.SearchProblem[S, A]):
    """A problem as simpleai knows it: our :class:`astarlib.SearchProblem` with the rest of simpleai's members.

    Parameters
    ----------
    initial_state:
        Where the search starts; a class may set it by itself instead.

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

    def __init__(self, initial_state: Any = None) -> None:  # Any: None is no S, but simpleai's default
        super().__init__(initial_state)

    def state_representation(self, state: S, /) -> str:
        """The state as text, here ``str(state)``."""
        return str(state)

    def action_representation(self, action: A, /) -> str:
        """The action as text, here ``str(action)``."""
        return str(action)

    def format_state(self, state: S, /) -> str:
        """What our command line shows of a state: its ``state_representation``."""
        return self.state_representation(state)

    def format_action(self, action: A, /) -> str:
        """What our command line shows of an action: its ``action_representation``."""
        return self.action_representation(action)
