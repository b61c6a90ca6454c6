"""Find methods of a problem whose names look like misspelled names of the contract."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, Final

from astarlib.resolving.resolved_problem import definition_level

REQUIRED: Final = {"actions": 1, "result": 2, "cost": 3, "heuristic": 1, "is_goal": 1}
"""The methods of the contract that change the answers if they are missing, with the number of arguments."""
_OPTIONAL: Final = {
    "successors": 1, "state_key": 1, "heuristic_change": 3, "heuristic_batch": 1, "goal_states": 0, "predecessors": 1,
    "backward_heuristic": 1, "format_state": 1, "format_action": 1, "compiled_domain": 0, "draw_state": 1,
    "steps_to_go": 1, "why_unsolvable": 0, "resources": 1, "heuristic_to": 2,
}  # fmt: skip
_KNOWN: Final = {**REQUIRED, **_OPTIONAL}
_CLOSE: Final = 0.8
"""The smallest similarity, from 0 to 1. `is_gaol` and `is_goal` have 0.86, `goal_test` and `goal_states` 0.7."""


def misspelled_members(problem: Any) -> Iterator[tuple[str, str]]:
    """Yield methods whose names look misspelled, each with the name that was probably meant.
    Helper methods aren't reported: they take other arguments, or the class also defines the similar method.
    """
    for name in _own_methods(problem):
        meant = get_close_matches(name, _KNOWN, n=1, cutoff=_CLOSE)
        if name not in _KNOWN and len(meant) > 0 and _replaces(problem, name, meant[0]):
            yield name, meant[0]


def _own_methods(problem: Any) -> Iterator[str]:
    """Yield the names of the public functions that the problem and its classes define, except those of astarlib."""
    classes = (
        kind for kind in type(problem).__mro__ if kind.__module__.partition(".")[0] not in {"astarlib", "builtins"}
    )
    for members in (getattr(problem, "__dict__", {}), *map(vars, classes)):
        for name, value in members.items():
            is_function = isinstance(value, staticmethod | classmethod) or callable(value)
            if is_function and not isinstance(value, type) and not name.startswith("_"):
                yield name


def _replaces(problem: Any, name: str, known: str) -> bool:
    """Return True if the method takes the arguments of ``known`` and is defined in a more derived class."""
    if definition_level(problem, name) >= definition_level(problem, known):
        return False
    try:
        inspect.signature(getattr(problem, name)).bind(*[None] * _KNOWN[known])
    except (TypeError, ValueError):  # It has another signature, or none that Python knows.
        return False
    return True
