"""Operators: what they need, and what they change, in every state or only in some."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from astarlib._support.plain_values import is_number
from astarlib.errors import short_repr

__all__ = ["Facts", "Operator", "When"]

Facts: TypeAlias = frozenset[Hashable]
"""A state: the facts that are true. All others are false."""


@dataclass(frozen=True, slots=True, init=False)
class When:
    """A conditional effect of an operator: what it also adds and deletes if some facts were true before.

    Parameters
    ----------
    conditions:
        The facts that must be true before the operator is applied, as an iterable of hashable values.
    add:
        The facts that then become true (default: none).
    delete:
        The facts that then become false (default: none). A fact that the operator also adds is true afterwards.
    negative_conditions:
        The facts that must be false before the operator is applied (default: none).

    Raises
    ------
    ValueError, TypeError
        If facts aren't an iterable of hashable values, or are a text, or a fact must be both true and false.

    Examples
    --------
    >>> off, on = When(["on"], delete=["on"]), When([], ["on"], negative_conditions=["on"])
    >>> flip = Operator("flip", [], [], when=[off, on])
    >>> flip.apply(frozenset()), flip.apply(frozenset({"on"}))
    (frozenset({'on'}), frozenset())
    """

    conditions: Facts
    add: Facts
    delete: Facts
    negative_conditions: Facts

    def __init__(
        self,
        conditions: Iterable[Hashable],
        add: Iterable[Hashable] = (),
        delete: Iterable[Hashable] = (),
        *,
        negative_conditions: Iterable[Hashable] = (),
    ) -> None:
        given = {"conditions": conditions, "add": add, "delete": delete, "negative_conditions": negative_conditions}
        for role, facts in given.items():
            object.__setattr__(self, role, facts_of(facts, f"{role} of a conditional effect"))
        check_apart(self.conditions, self.negative_conditions, "a conditional effect", "negative_conditions")


@dataclass(frozen=True, slots=True, init=False)
class Operator:
    """An operator: it can be applied if all ``preconditions`` are true. It then deletes facts and adds others.

    Parameters
    ----------
    name:
        The name of the action, unique among the operators of a problem.
    preconditions:
        The facts that must be true, as an iterable of hashable values.
    add:
        The facts that become true. A fact that is both deleted and added is true afterwards.
    delete:
        The facts that become false (default: none).
    cost:
        The cost, a finite number >= 0 (default: 1).
    negative_preconditions:
        The facts that must be false (default: none).
    when:
        Conditional effects, as an iterable of :class:`When` (default: none). All of them look at the state before the
        operator.

    Raises
    ------
    ValueError, TypeError
        If facts aren't an iterable of hashable values, or are a text, the cost isn't a finite number >= 0, a fact must
        be both true and false, or a conditional effect isn't a ``When``.

    Examples
    --------
    >>> Operator("drive", preconditions=["at home"], add=["at work"], delete=["at home"]).add
    frozenset({'at work'})

    A door can be opened if it isn't locked, and a dog in the room then runs away:

    >>> out = When(["dog in the room"], ["dog in the garden"], ["dog in the room"])
    >>> door = Operator("open", [], ["open"], negative_preconditions=["locked"], when=[out])
    >>> sorted(door.apply(frozenset({"dog in the room"})))
    ['dog in the garden', 'open']
    """

    name: Hashable
    preconditions: Facts
    add: Facts
    delete: Facts
    cost: float
    negative_preconditions: Facts
    when: tuple[When, ...]

    def __init__(
        self,
        name: Hashable,
        preconditions: Iterable[Hashable],
        add: Iterable[Hashable],
        delete: Iterable[Hashable] = (),
        cost: float = 1,
        *,
        negative_preconditions: Iterable[Hashable] = (),
        when: Iterable[When] = (),
    ) -> None:
        title = f"operator {short_repr(name)}"
        if not is_number(cost, 0, math.nextafter(math.inf, 0)):
            raise ValueError(f"the cost of {title} must be a finite number >= 0, not {cost!r}")
        given = {
            "preconditions": preconditions,
            "add": add,
            "delete": delete,
            "negative_preconditions": negative_preconditions,
        }
        for role, facts in given.items():
            object.__setattr__(self, role, facts_of(facts, f"{role} of {title}"))
        check_apart(self.preconditions, self.negative_preconditions, title, "negative_preconditions")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "cost", cost)
        object.__setattr__(self, "when", _effects_of(when, title))

    def apply(self, state: Facts) -> Facts:
        """Return the facts after this operator.

        Parameters
        ----------
        state:
            The facts before it. It isn't checked that the operator can be applied to them.

        Examples
        --------
        >>> Operator("drive", ["at home"], ["at work"], ["at home"]).apply(frozenset({"at home"}))
        frozenset({'at work'})
        """
        add, delete = self.add, self.delete
        for effect in self.when:
            if effect.conditions <= state and effect.negative_conditions.isdisjoint(state):
                add, delete = add | effect.add, delete | effect.delete
        return (state - delete) | add


def facts_of(given: Iterable[Hashable], role: str) -> Facts:
    """Return facts as a frozenset. Raise TypeError, with their role, if they aren't an iterable of hashable values."""
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        hint = "; list only the true facts, because all others are false" if isinstance(given, Mapping) else ""
        raise TypeError(f"the {role} must be a list or a set of facts, even for a single fact, not {given!r}{hint}")
    try:
        return frozenset(given)
    except TypeError as error:
        raise TypeError(f"the {role} must be hashable facts, such as texts or tuples: {error}") from error


def effects_of(operator: Operator) -> Iterator[tuple[Facts, Facts, Facts, Facts]]:
    """Yield each effect of an operator: the facts that must be true, those that must be false, and what it adds and
    deletes. The first one is the unconditional effect.
    """
    needs, forbidden, add = operator.preconditions, operator.negative_preconditions, operator.add
    yield needs, forbidden, add, operator.delete - add
    for effect in operator.when:
        conditions = needs | effect.conditions, forbidden | effect.negative_conditions
        yield *conditions, effect.add, effect.delete - effect.add - add


def check_apart(true: Facts, false: Facts, title: str, name: str) -> None:
    """Raise ValueError if a fact must be both true and false."""
    if not true.isdisjoint(false):
        both = min(true & false, key=str)
        raise ValueError(f"{title} needs {both!r} to be both true and false; remove it from {name}, or leave it out")


def _effects_of(given: Iterable[When], title: str) -> tuple[When, ...]:
    hint = "When(conditions, add, delete)"
    if isinstance(given, When) or not isinstance(given, Iterable):
        raise TypeError(f"when of {title} must be a list of conditional effects, [{hint}, ...], not {given!r}")
    effects = tuple(given)
    for effect in effects:
        if not isinstance(effect, When):
            raise TypeError(f"each conditional effect of {title} must be a {hint}, not {effect!r}")
    return effects
