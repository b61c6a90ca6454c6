"""The problem class with simpleai's members."""

from __future__ import annotations

from typing import Any

from astarlib import problem as contract
from astarlib.problem import A, S


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
