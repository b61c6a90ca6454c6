"""A problem of the command line, with the terms and the functions that a report needs to describe it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from astarlib.problem import Heuristic
from astarlib.result import SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A problem, with the data that a report needs to describe it.

    ``name`` is what the user typed, and ``step`` the word for one action. ``plain`` converts a state for JSON, and
    ``path_text`` formats the whole path as one text; with None, states are shown as text, all of them with
    ``whole_path``. ``admissible`` is True if all ``heuristics``, which ``compare`` can use, are known to be.
    ``impossible`` is the reason why there is no solution, if that is known without a search.
    """

    problem: Any  # Any: the class of a user's problem is only known at run time
    name: str
    step: str
    plain: Callable[[Any], object] | None = None
    whole_path: bool = True
    path_text: Callable[[SearchResult], str] | None = None
    admissible: bool = True
    heuristic: str | None = None
    heuristics: Mapping[str, Heuristic] = field(default_factory=dict)
    impossible: str | None = None
