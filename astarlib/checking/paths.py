"""Paths through the known part of a state space."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from astarlib.checking.findings import NOWHERE
from astarlib.checking.space import Space


class Paths:
    """The paths with the fewest actions from the initial state, computed when the first is requested."""

    def __init__(self, space: Space) -> None:
        self._space = space

    def __call__(self, node: int) -> list[Any] | None:
        """Return the actions from the initial state to a node, or None if no path is known."""
        if node == NOWHERE.node:
            return None
        actions: list[Any] = []
        while node > 0:
            step = self._steps.get(node) or self._space.origins[node]
            if step is None:
                return None
            node, action = step
            actions.append(action)
        return actions[::-1]

    @cached_property
    def _steps(self) -> dict[int, tuple[int, Any]]:
        """The last step to each reachable node."""
        steps: dict[int, tuple[int, Any]] = {0: (0, None)}
        frontier = [0]
        for node in frontier:  # The list grows during the loop.
            for action, target, _ in self._space.edges[node] or ():
                if target not in steps:
                    steps[target] = (node, action)
                    frontier.append(target)
        return steps
