"""The planning problem: states are sets of facts, and operators add and delete facts."""

from __future__ import annotations

import copy
import difflib
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, Self

from astarlib.problem import Heuristic, SearchProblem, bind_heuristic
from astarlib.problems.strips.heuristics import LMCut
from astarlib.problems.strips.match_tree import MatchTree
from astarlib.problems.strips.operator import Facts, Operator, check_apart, effects_of, facts_of
from astarlib.problems.strips.relaxation import Relaxation

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain

__all__ = ["StripsProblem"]

_TRUTH: Final = ("true", "false")


class StripsProblem(SearchProblem[Facts, Hashable]):
    """A planning problem in which a state is a set of facts, with heuristics derived from the operators.

    The heuristics ignore the facts that operators delete: :class:`LMCut` (the default) and :class:`HMax` are
    admissible, and :class:`HAdd` and :class:`FF` are better guides for greedy best-first search and weighted A*.

    A state is a frozenset, and an action is the name of an operator. A match tree finds the operators that can be
    applied, so an expansion doesn't test all of them. Successors are in the order of the operators.

    Parameters
    ----------
    initial_facts:
        The facts that are true at the start.
    goal:
        The facts that must be true in a goal. Others may be true or false.
    operators:
        The operators, whose names differ.
    heuristic:
        A heuristic value such as ``FF()``, or a function ``state -> h`` (default: ``LMCut()``).
    negative_goal:
        The facts that must be false in a goal (default: none).

    Raises
    ------
    ValueError, TypeError
        If facts aren't an iterable of hashable values, or are a text, something isn't an ``Operator``, two operators
        have the same name, or a fact must be both true and false in a goal.

    References
    ----------
    R. Fikes and N. Nilsson, STRIPS: A New Approach to the Application of Theorem Proving to Problem Solving (1971).

    M. Helmert, The Fast Downward Planning System (2006), for the match tree.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.strips import Operator, StripsProblem
    >>> places = ["home", "shop", "work"]
    >>> moves = [
    ...     Operator(f"{a} to {b}", [f"at {a}"], [f"at {b}"], [f"at {a}"]) for a in places for b in places if a != b
    ... ]
    >>> buy = Operator("buy bread", ["at shop"], ["bread"])
    >>> day = StripsProblem(["at home"], goal=["bread", "at work"], operators=[*moves, buy])
    >>> AStar().search(day).actions
    ('home to shop', 'buy bread', 'shop to work')
    """

    def __init__(
        self,
        initial_facts: Iterable[Hashable],
        goal: Iterable[Hashable],
        operators: Iterable[Operator],
        *,
        heuristic: Heuristic | Callable[[Facts], float] | None = None,
        negative_goal: Iterable[Hashable] = (),
    ) -> None:
        super().__init__(facts_of(initial_facts, "initial facts"))
        self.goal: Final = facts_of(goal, "goal")
        self.negative_goal: Final = facts_of(negative_goal, "negative_goal")
        check_apart(self.goal, self.negative_goal, "the goal", "negative_goal")
        self.operators: Final = _named(operators)
        self._by_number: Final = tuple(self.operators.values())
        self._tree: Final = MatchTree(self._by_number)
        self._set_heuristic(LMCut() if heuristic is None else heuristic)

    def _set_heuristic(self, heuristic: Heuristic | Callable[[Facts], float]) -> None:
        self._heuristic, self._estimate = heuristic, bind_heuristic(heuristic, self)

    def _toward(self, goal: Facts) -> Self:
        """Return a copy with another goal, to which the heuristic isn't bound."""
        other = copy.copy(self)
        vars(other).update(goal=goal, negative_goal=frozenset())
        vars(other).pop("_relaxation", None)
        return other

    def copy_with_heuristic(self, heuristic: Heuristic | Callable[[Facts], float]) -> Self:
        """Return a copy with another heuristic. :func:`astarlib.with_heuristic` calls this method."""
        other = copy.copy(self)
        other._set_heuristic(heuristic)  # noqa: SLF001  # another object of this class
        return other

    def _without_deletions(self) -> Relaxation:
        """Return the problem without deleted facts, from which the heuristics are computed."""
        return self._relaxation

    @cached_property
    def _relaxation(self) -> Relaxation:
        return Relaxation(self._by_number, self.goal, self.negative_goal)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} of {len(self.operators)} operators, {len(self.initial_state)} facts at the start, "
            f"{len(self.goal)} in the goal>"
        )

    def actions(self, state: Facts, /) -> list[Hashable]:
        """Return the names of the operators that can be applied."""
        return [self._by_number[number].name for number in self._tree.matching(state)]

    def result(self, state: Facts, action: Hashable, /) -> Facts:
        """Return the facts after an operator. Raise ValueError if it can't be applied."""
        operator = self.operators.get(action)
        if operator is None:
            raise ValueError(f"there is no operator named {action!r}")
        wrong = [f"{fact} isn't true" for fact in sorted(map(str, operator.preconditions - state))]
        wrong += [f"{fact} is true" for fact in sorted(map(str, operator.negative_preconditions & state))]
        if len(wrong) > 0:
            raise ValueError(f"the operator {action!r} can't be applied, because {', '.join(wrong)}")
        return operator.apply(state)

    def cost(self, state: Facts, action: Hashable, next_state: Facts, /) -> float:
        return self.operators[action].cost

    def successors(self, state: Facts, /) -> Iterator[tuple[Hashable, Facts, float]]:
        """Yield the edges out of a state as ``(name, next_state, cost)``."""
        for number in self._tree.matching(state):
            operator = self._by_number[number]
            add, delete = operator.add, operator.delete
            for effect in operator.when:
                if effect.conditions <= state and not any(fact in state for fact in effect.negative_conditions):
                    add, delete = add | effect.add, delete | effect.delete
            yield operator.name, (state - delete) | add, operator.cost

    def heuristic(self, state: Facts, /) -> float:
        return self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[Facts], float]:
        """The function ``state -> h`` of the heuristic."""
        return self._estimate

    def is_goal(self, state: Facts, /) -> bool:
        """Return True if all facts of the goal are true, and none of the negative goal is."""
        return self.goal <= state and not any(fact in state for fact in self.negative_goal)

    def why_unsolvable(self) -> str | None:
        """Return a sentence on facts of the goal that can't become true even if none is ever deleted, or None.

        It names the facts that are needed for them, and that are neither true at the start nor added by an operator.

        Examples
        --------
        >>> StripsProblem([], ["rich"], [Operator("work", [], ["tired"])]).why_unsolvable()
        "no sequence of operators makes rich true: rich isn't true at the start, and no operator adds it"
        """
        relaxed = self._without_deletions()
        total, _ = relaxed.reach(relaxed.true(self.initial_state), adds=False)
        if total[relaxed.end] < math.inf:
            return None

        def missing(true: Facts, false: Facts) -> tuple[Facts, Facts]:
            """Return the conditions that can't be reached."""
            return (
                frozenset(fact for fact in true if total[relaxed.numbers[fact]] == math.inf),
                frozenset(fact for fact in false if total[relaxed.negated[fact]] == math.inf),
            )

        goal = missing(self.goal, self.negative_goal)
        (true, false), size = goal, -1
        while size < len(true) + len(false):
            size = len(true) + len(false)
            for needs, forbidden, add, delete in self._effects():
                if not (add.isdisjoint(true) and delete.isdisjoint(false)):
                    also_true, also_false = missing(needs, forbidden)
                    true, false = true | also_true, false | also_false
        never = (f"{', '.join(sorted(map(str, facts)))} {to}" for facts, to in zip(goal, _TRUTH, strict=True) if facts)
        why = "; ".join(self._never(true, false))
        return f"no sequence of operators makes {' and '.join(never)}" + (why and f": {why}")

    def _effects(self) -> Iterator[tuple[Facts, Facts, Facts, Facts]]:
        """Yield the effects of all operators."""
        return (effect for operator in self._by_number for effect in effects_of(operator))

    def _never(self, true: Facts, false: Facts) -> list[str]:
        """Return a sentence for each condition that the start doesn't fulfill, and no operator either."""
        effects = tuple(self._effects())
        known = self.initial_state.union(*(add for _, _, add, _ in effects))
        kept = self.initial_state.difference(*(delete for _, _, _, delete in effects))
        names = {str(fact): fact for fact in known}
        found = []
        for fact in sorted(true - known, key=str):
            text = f"{fact} isn't true at the start, and no operator adds it"
            close = difflib.get_close_matches(str(fact), names, n=1, cutoff=0.8)
            plain = fact[1] if isinstance(fact, tuple) and len(fact) == 2 else str(fact).partition(" ")[2]
            if str(fact[0] if isinstance(fact, tuple) and len(fact) > 0 else fact).lower().startswith("not"):
                text += f" (to need that {plain} is false, write it in negative_preconditions or negative_goal)"
            elif len(close) > 0:
                text += f" (did you mean {names[close[0]]!r}?)"
            found.append(text)
        found += [f"{fact} is true at the start, and no operator deletes it" for fact in sorted(false & kept, key=str)]
        return found

    @property
    def checker_notes(self) -> tuple[str, ...]:
        """Notes for the report of ``check_problem``: the facts that are needed but never true, or never false."""
        true = self.goal.union(*(needs for needs, _, _, _ in self._effects()))
        false = self.negative_goal.union(*(forbidden for _, forbidden, _, _ in self._effects()))
        return tuple(f"{sentence}, but the goal or an operator needs it" for sentence in self._never(true, false))

    def compiled_domain(self) -> CompiledDomain[Facts]:
        """Return this problem in the form that compiled engines need.

        Raise MissingCapabilityError if the heuristic isn't one of this package, a cost is neither an int nor a float,
        or the problem is too large: if operators change more than 2048 facts, for example.
        """
        return self._compiled_domain

    @cached_property
    def _compiled_domain(self) -> CompiledDomain[Facts]:
        from astarlib.problems.strips.compiled import compiled_domain  # It loads numba.

        return compiled_domain(self, self._relaxation, self._heuristic)

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes of a copy, which makes a compiled domain of its own."""
        return {name: value for name, value in vars(self).items() if name != "_compiled_domain"}

    def format_state(self, state: Facts, /) -> str:
        """Return the facts in alphabetical order, in one line."""
        return ", ".join(sorted(map(str, state)))

    def format_action(self, action: Hashable, /) -> str:
        """Return the name of the operator."""
        return str(action)


def _named(operators: Iterable[Operator]) -> Mapping[Hashable, Operator]:
    if not isinstance(operators, Iterable):
        raise TypeError(f"operators must be a list of operators, not {operators!r}")
    named: dict[Hashable, Operator] = {}
    for operator in operators:
        if not isinstance(operator, Operator):
            raise TypeError(f"each operator must be an Operator(name, preconditions, add, delete), not {operator!r}")
        if operator.name in named:
            raise ValueError(f"two operators are named {operator.name!r}; give each a name of its own")
        named[operator.name] = operator
    return named
