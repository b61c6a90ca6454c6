"""A problem of the command line, with the words and the formats of its report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from astarlib.problem import Heuristic
from astarlib.result import SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A problem, and how a report describes it.

    Attributes
    ----------
    name:
        The name that the user typed.
    step:
        The word for one action, in the singular.
    plain:
        Converts a state to JSON's kinds; None to print its text.
    whole_path:
        Whether the report shows a solution state by state, not only its last state.
    path_text:
        Formats the whole path as one text; None to show it state by state.
    admissible:
        Whether its heuristics are known to be admissible.
    heuristic:
        The name of its heuristic, if it has one.
    heuristics:
        The heuristics that ``compare`` can use, by name.
    impossible:
        Why it has no solution, if that is known without a search.
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
