"""A planning task with variables: actions with parameters, the true facts at the start, and the goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from astarlib.problems.planning.formulas import Atom, Binding, Formula, Same, atoms_in

Objects: TypeAlias = tuple[str, ...]
Ground: TypeAlias = tuple[str, Objects]
"""A predicate or an action, with objects."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect: an atom that becomes true or false if a condition is true, for all objects of some variables."""

    atom: Atom
    makes: bool
    condition: Formula
    variables: tuple[tuple[int, Objects], ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """An action with parameters, which are the variables 0, 1, and so on. ``objects`` has the objects of each."""

    name: str
    objects: tuple[Objects, ...]
    condition: Formula
    effects: tuple[Effect, ...]
    cost: Callable[[Binding], float]
    place: str = ""
    """The name and the line of its text, for messages."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A planning task with variables. Static predicates are those that no action changes."""

    schemas: tuple[Schema, ...]
    initial: Mapping[str, Ground]
    """The true facts of all predicates, by their texts."""
    dynamic: frozenset[str]
    """The predicates that an action changes."""
    goal: Formula

    def is_static(self, formula: Formula) -> bool:
        """Return True if no action changes a predicate of a formula."""
        return all(isinstance(each, Same) or each.predicate not in self.dynamic for each in atoms_in(formula))

    def constant(self, predicate: str, fact: str) -> bool | None:
        """Return the truth of a fact of a static predicate, and None for others."""
        return None if predicate in self.dynamic else fact in self.initial
