"""The successor generator: a match tree finds the operators that can be applied without testing all of them.

Each node of the tree has children for facts, and a search visits only the children of true facts. An operator is below
the child of that precondition which the fewest other operators of the node have (M. Helmert, The Fast Downward Planning
System, 2006, section 5.3.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from astarlib.problems.strips.operator import Facts, Operator

_FEW: Final = 64
"""The largest number of operators that are tested one after the other. Testing 64 of them takes 3 microseconds."""
_Entry: TypeAlias = tuple[Facts, int]
"""The preconditions that a node doesn't know to be true, and the number of the operator."""


class _Node(NamedTuple):
    few: Sequence[_Entry]
    """The operators that are tested at this node."""
    facts: Facts
    """The facts that have a child."""
    children: Mapping[Hashable, _Node]


class MatchTree:
    """A match tree of operators, which are numbered in their order."""

    __slots__ = ("_forbidden", "_root", "plain_form")

    def __init__(self, operators: Sequence[Operator]) -> None:
        self.plain_form: Final = _EachOperator(operators)
        self._root = _node([(each.preconditions, number) for number, each in enumerate(operators)])
        self._forbidden = {
            number: each.negative_preconditions
            for number, each in enumerate(operators)
            if len(each.negative_preconditions) > 0
        }

    def matching(self, state: Facts) -> list[int]:
        """Return the numbers of the operators that can be applied, in order."""
        few, facts, children = self._root
        found = [number for needs, number in few if needs <= state]
        if children:
            nodes = [children[fact] for fact in facts & state]
            for few, facts, children in nodes:  # The list grows.
                found += [number for needs, number in few if needs <= state]
                if children:
                    nodes += [children[fact] for fact in facts & state]
            found.sort()
        if self._forbidden:
            none: Facts = frozenset()
            found = [number for number in found if self._forbidden.get(number, none).isdisjoint(state)]
        return found


class _EachOperator:
    """The same without a tree: it tests each operator. Compiled engines translate it."""

    __slots__ = ("_operators",)

    def __init__(self, operators: Sequence[Operator]) -> None:
        self._operators = operators

    def matching(self, state: Facts) -> list[int]:
        """Return the numbers of the operators that can be applied, in order."""
        return [
            number
            for number, each in enumerate(self._operators)
            if each.preconditions <= state and not any(fact in state for fact in each.negative_preconditions)
        ]


def _node(entries: Sequence[_Entry]) -> _Node:
    """Return the node of a tree, with its children."""
    few = [entry for entry in entries if len(entries) <= _FEW or len(entry[0]) == 0]
    buckets: dict[Hashable, list[_Entry]] = {}
    if len(few) < len(entries):
        users = Counter(fact for needs, _ in entries for fact in needs)
        for needs, number in entries:
            if len(needs) > 0:
                fact = min(needs, key=users.__getitem__)
                buckets.setdefault(fact, []).append((needs - {fact}, number))
    children = {fact: _node(bucket) for fact, bucket in buckets.items()}
    return _Node(tuple(few), frozenset(children), children)
