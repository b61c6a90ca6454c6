"""Ways through the part of a space that is known."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from astarlib.checking.findings import NOWHERE
from astarlib.checking.space import Space


class Paths:
    """Ways of fewest actions from the initial state, found when the first is asked for."""

    def __init__(self, space: Space) -> None:
        self._space = space

    def __call__(self, node: int) -> list[Any] | None:
        """The actions from the initial state to that node; None when no way is known."""
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
        """The last step to each node that can be reached."""
        steps: dict[int, tuple[int, Any]] = {0: (0, None)}
        frontier = [0]
        for node in frontier:  # which grows meanwhile
            for action, target, _ in self._space.edges[node] or ():
                if target not in steps:
                    steps[target] = (node, action)
                    frontier.append(target)
        return steps
