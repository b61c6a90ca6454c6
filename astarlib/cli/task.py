"""A problem as the command line needs it: with the words and the forms in which it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from astarlib.problem import Heuristic
from astarlib.result import SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A problem, and how to speak of it.

    Attributes
    ----------
    name:
        What the person called it.
    step:
        One action, in the singular.
    plain:
        A state as JSON's own kinds; None where its text has to do.
    whole_path:
        Whether a solution is shown state by state, rather than by its last state.
    way_text:
        The whole way as one text, where state by state would say too much or too little.
    admissible:
        Whether its heuristics are known never to overestimate.
    heuristic:
        The name of its heuristic, where it has one.
    impossible:
        Why it has no solution, where that is known without a search.
    """

    problem: Any  # Any: a problem of one's own is only known at run time
    name: str
    step: str
    plain: Callable[[Any], object] | None = None
    whole_path: bool = True
    way_text: Callable[[SearchResult], str] | None = None
    admissible: bool = True
    heuristic: str | None = None
    heuristics: Mapping[str, Heuristic] = field(default_factory=dict)
    impossible: str | None = None
