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

    Attributes
    ----------
    name:
        The name that the user typed.
    step:
        The word for one action, in the singular.
    plain:
        A function that converts a state to a value for JSON. With None, JSON has the text of the state.
    whole_path:
        True if the report shows all states of a solution, False if it shows only the last.
    path_text:
        A function that formats the whole path as one text. With None, the path is shown state by state.
    admissible:
        True if the heuristics of the problem are known to be admissible.
    heuristic:
        The name of the problem's heuristic, or None.
    heuristics:
        The heuristics that ``compare`` can use, by name.
    impossible:
        The reason why the problem has no solution, if that is known without a search. None otherwise.
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
