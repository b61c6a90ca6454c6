"""Planning with facts (STRIPS): operators add and delete facts, and heuristics follow from the operators."""

from __future__ import annotations

import copy
import difflib
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple, Self, TypeAlias

from astarlib._support.plain_values import is_number
from astarlib.errors import short_repr
from astarlib.problem import Heuristic, SearchProblem, bind_heuristic

__all__ = ["FF", "Facts", "HAdd", "HMax", "LMCut", "Operator", "StripsProblem"]

Facts: TypeAlias = frozenset[Hashable]
"""A state: the facts that are true. All others are false."""


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

    Raises
    ------
    ValueError, TypeError
        If facts aren't an iterable of hashable values, or are a text, or the cost isn't a finite number >= 0.

    Examples
    --------
    >>> Operator("drive", preconditions=["at home"], add=["at work"], delete=["at home"]).add
    frozenset({'at work'})
    """

    name: Hashable
    preconditions: Facts
    add: Facts
    delete: Facts
    cost: float

    def __init__(
        self,
        name: Hashable,
        preconditions: Iterable[Hashable],
        add: Iterable[Hashable],
        delete: Iterable[Hashable] = (),
        cost: float = 1,
    ) -> None:
        if not is_number(cost, 0, math.nextafter(math.inf, 0)):
            raise ValueError(f"the cost of operator {short_repr(name)} must be a finite number >= 0, not {cost!r}")
        given = {"preconditions": preconditions, "add": add, "delete": delete}
        for role, facts in given.items():
            object.__setattr__(self, role, _facts(facts, f"{role} of operator {short_repr(name)}"))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "cost", cost)


class StripsProblem(SearchProblem[Facts, Hashable]):
    """A planning problem in which a state is a set of facts. Nobody has to invent a heuristic for it.

    The heuristics ignore the facts that operators delete: :class:`LMCut` (the default) and :class:`HMax` are
    admissible, and :class:`HAdd` and :class:`FF` are better guides for greedy best-first search and weighted A*.

    A state is a frozenset, and an action is the name of an operator. In each state, all n operators are tested, so an
    expansion takes O(n) time besides the heuristic.

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

    Raises
    ------
    ValueError, TypeError
        If facts aren't an iterable of hashable values, or are a text, something isn't an ``Operator``, or two operators
        have the same name.

    References
    ----------
    R. Fikes and N. Nilsson, STRIPS: A New Approach to the Application of Theorem Proving to Problem Solving (1971).

    Examples
    --------
    >>> from astarlib import AStar
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
    ) -> None:
        super().__init__(_facts(initial_facts, "initial facts"))
        self.goal: Final = _facts(goal, "goal")
        self.operators: Final = _named(operators)
        self._set_heuristic(LMCut() if heuristic is None else heuristic)

    def _set_heuristic(self, heuristic: Heuristic | Callable[[Facts], float]) -> None:
        self._heuristic, self._estimate = heuristic, bind_heuristic(heuristic, self)

    def _toward(self, goal: Facts) -> Self:
        """Return a copy with another goal, to which the heuristic isn't bound."""
        other = copy.copy(self)
        vars(other).update(goal=goal)
        vars(other).pop("_relaxation", None)
        return other

    def copy_with_heuristic(self, heuristic: Heuristic | Callable[[Facts], float]) -> Self:
        """Return a copy with another heuristic. :func:`astarlib.with_heuristic` calls this method."""
        other = copy.copy(self)
        other._set_heuristic(heuristic)  # noqa: SLF001  # another object of this class
        return other

    def _without_deletions(self) -> _Relaxation:
        """Return the problem without deleted facts, from which the heuristics are computed."""
        return self._relaxation

    @cached_property
    def _relaxation(self) -> _Relaxation:
        return _Relaxation(tuple(self.operators.values()), self.goal)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} of {len(self.operators)} operators, {len(self.initial_state)} facts at the start, "
            f"{len(self.goal)} in the goal>"
        )

    def actions(self, state: Facts, /) -> list[Hashable]:
        """Return the names of the operators that can be applied."""
        return [name for name, operator in self.operators.items() if operator.preconditions <= state]

    def result(self, state: Facts, action: Hashable, /) -> Facts:
        """Return the facts after an operator. Raise ValueError if it can't be applied."""
        operator = self.operators.get(action)
        if operator is None:
            raise ValueError(f"there is no operator named {action!r}")
        if not operator.preconditions <= state:
            missing = ", ".join(sorted(map(str, operator.preconditions - state)))
            raise ValueError(f"the operator {action!r} can't be applied, because {missing} isn't true")
        return (state - operator.delete) | operator.add

    def cost(self, state: Facts, action: Hashable, next_state: Facts, /) -> float:
        """Return the cost of an operator."""
        return self.operators[action].cost

    def successors(self, state: Facts, /) -> Iterator[tuple[Hashable, Facts, float]]:
        """Yield the edges out of a state as ``(name, next_state, cost)``."""
        for name, operator in self.operators.items():
            if operator.preconditions <= state:
                yield name, (state - operator.delete) | operator.add, operator.cost

    def heuristic(self, state: Facts, /) -> float:
        """Return h of the heuristic."""
        return self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[Facts], float]:
        """The function ``state -> h`` of the heuristic."""
        return self._estimate

    def is_goal(self, state: Facts, /) -> bool:
        """Return True if all facts of the goal are true."""
        return self.goal <= state

    def why_unsolvable(self) -> str | None:
        """Return a sentence on facts of the goal that can't become true even if none is ever deleted, or None.

        It names the facts that are needed for them, and that are neither true at the start nor added by an operator.

        Examples
        --------
        >>> StripsProblem([], ["rich"], [Operator("work", [], ["tired"])]).why_unsolvable()
        "no sequence of operators makes rich true: rich isn't true at the start, and no operator adds it"
        """
        relaxed = self._without_deletions()
        total, _ = relaxed.reach(relaxed.true(self.initial_state), relaxed.costs, adds=False)
        missing = {fact for fact in self.goal if total[relaxed.numbers[fact]] == math.inf}
        if len(missing) == 0:
            return None
        needed, waiting = set(missing), list(missing)
        while waiting:
            fact = waiting.pop()
            for operator in self.operators.values():
                if fact in operator.add:
                    new = {each for each in operator.preconditions if total[relaxed.numbers[each]] == math.inf} - needed
                    needed |= new
                    waiting += new
        why = "; ".join(self._never_true(needed))
        return f"no sequence of operators makes {', '.join(sorted(map(str, missing)))} true" + (why and f": {why}")

    def _never_true(self, facts: Iterable[Hashable]) -> list[str]:
        """Return a sentence for each of some facts that is neither true at the start nor added by an operator."""
        known = self.initial_state.union(*(operator.add for operator in self.operators.values()))
        names = {str(fact): fact for fact in known}
        found = []
        for fact in sorted(set(facts) - known, key=str):
            text = f"{fact} isn't true at the start, and no operator adds it"
            close = difflib.get_close_matches(str(fact), names, n=1, cutoff=0.8)
            plain = fact[1] if isinstance(fact, tuple) and len(fact) == 2 else str(fact).partition(" ")[2]
            if str(fact[0] if isinstance(fact, tuple) and len(fact) > 0 else fact).lower().startswith("not"):
                text += f" (facts can't be negated; add a fact that is true while {plain} is false)"
            elif len(close) > 0:
                text += f" (did you mean {names[close[0]]!r}?)"
            found.append(text)
        return found

    @property
    def checker_notes(self) -> tuple[str, ...]:
        """Notes for the report of ``check_problem``: the facts that are needed and can never be true."""
        needed = self.goal.union(*(operator.preconditions for operator in self.operators.values()))
        return tuple(f"{sentence}, but the goal or an operator needs it" for sentence in self._never_true(needed))

    def format_state(self, state: Facts, /) -> str:
        """Return the facts in alphabetical order, in one line."""
        return ", ".join(sorted(map(str, state)))

    def format_action(self, action: Hashable, /) -> str:
        """Return the name of the operator."""
        return str(action)


def _facts(given: Iterable[Hashable], role: str) -> Facts:
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        hint = "; list only the true facts, because all others are false" if isinstance(given, Mapping) else ""
        raise TypeError(f"the {role} must be a list or a set of facts, even for a single fact, not {given!r}{hint}")
    try:
        return frozenset(given)
    except TypeError as error:
        raise TypeError(f"the {role} must be hashable facts, such as texts or tuples: {error}") from error


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


# --- heuristics -------------------------------------------------------------------------------------------------------


class _Step(NamedTuple):
    """An operator of the relaxed problem, whose facts are numbers."""

    cost: float
    needs: tuple[int, ...]
    adds: tuple[int, ...]


class _Relaxation:
    """The problem without deleted facts. A last operator of cost 0 turns the goal into a single fact, ``end``.

    Another fact, ``always``, is true in all states. It's the precondition of operators that have none.
    """

    def __init__(self, operators: Sequence[Operator], goal: Facts) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.always: int = 0
        steps = [(each.cost, each.preconditions, each.add) for each in operators]
        self.steps: list[_Step] = [
            _Step(cost, self._numbered(needs) or (self.always,), self._numbered(adds)) for cost, needs, adds in steps
        ]
        last = self._numbered(goal) or (self.always,)
        self.end: int = len(self.numbers) + 1
        self.steps.append(_Step(0, last, (self.end,)))
        self.size: int = self.end + 1
        self.costs: list[float] = [step.cost for step in self.steps]
        self.users: list[list[int]] = [[] for _ in range(self.size)]
        """The operators that need each fact."""
        for number, step in enumerate(self.steps):
            for fact in step.needs:
                self.users[fact].append(number)

    def _numbered(self, facts: Iterable[Hashable]) -> tuple[int, ...]:
        """Return the numbers of facts, which don't depend on the order of a set."""
        known = self.numbers
        for fact in sorted((each for each in facts if each not in known), key=repr):
            known[fact] = len(known) + 1
        return tuple(sorted(known[fact] for fact in facts))

    def true(self, state: Facts) -> list[int]:
        """Return the numbers of the true facts that matter."""
        numbers = self.numbers
        return [self.always, *sorted([numbers[fact] for fact in state if fact in numbers])]

    def reach(self, true: Iterable[int], costs: Sequence[float], *, adds: bool) -> tuple[list[float], list[int]]:
        """Return the cost of making each fact true, and the operator that does it (-1 for a true fact).
        The cost of several preconditions is their sum (``adds``) or their maximum.
        """
        total, by = [math.inf] * self.size, [-1] * self.size
        left = [len(step.needs) for step in self.steps]
        spent: list[float] = [0] * len(self.steps)
        heap: list[tuple[float, int]] = []
        for fact in true:
            total[fact] = 0
            heap.append((0, fact))
        heapify(heap)
        while heap:
            cost, fact = heappop(heap)
            if cost > total[fact]:
                continue
            for number in self.users[fact]:
                left[number] -= 1
                spent[number] = spent[number] + cost if adds else cost  # Facts arrive in the order of their costs.
                if left[number] == 0:
                    reached = spent[number] + costs[number]
                    for made in self.steps[number].adds:
                        if reached < total[made]:
                            total[made], by[made] = reached, number
                            heappush(heap, (reached, made))
        return total, by


@dataclass(frozen=True, slots=True)
class HMax:
    """The heuristic h_max: the cost of the most expensive fact of the goal if no fact is ever deleted.

    It's **admissible** and **consistent**, and often far below the true cost. It takes O(n log n) time for n facts and
    preconditions.

    References
    ----------
    B. Bonet and H. Geffner, Planning as heuristic search (2001).

    Examples
    --------
    >>> move = Operator("move", ["here"], ["there"], ["here"], cost=3)
    >>> StripsProblem(["here"], ["there"], [move], heuristic=HMax()).heuristic(frozenset({"here"}))
    3
    """

    def bind(self, problem: StripsProblem, /) -> Callable[[Facts], float]:
        """Return the function ``state -> h`` of a StripsProblem."""
        return partial(_cost_of_goal, _relaxation_of(problem, self), adds=False)


@dataclass(frozen=True, slots=True)
class HAdd:
    """The heuristic h_add: the sum of the costs of the facts of the goal if no fact is ever deleted.

    It **isn't admissible**, because one operator may help several facts. It guides greedy best-first search well. It
    takes O(n log n) time for n facts and preconditions.

    References
    ----------
    B. Bonet and H. Geffner, Planning as heuristic search (2001).

    Examples
    --------
    >>> both = Operator("both", [], ["a", "b"])
    >>> StripsProblem([], ["a", "b"], [both], heuristic=HAdd()).heuristic(frozenset())
    2
    """

    def bind(self, problem: StripsProblem, /) -> Callable[[Facts], float]:
        """Return the function ``state -> h`` of a StripsProblem."""
        return partial(_cost_of_goal, _relaxation_of(problem, self), adds=True)


@dataclass(frozen=True, slots=True)
class FF:
    """The heuristic h_FF: the cost of a plan in which no fact is ever deleted. Each operator of it counts once.

    It **isn't admissible**, because the plan needn't be the cheapest one. It's usually the best guide for greedy
    best-first search and weighted A*. It takes O(n log n) time for n facts and preconditions.

    References
    ----------
    J. Hoffmann and B. Nebel, The FF planning system: fast plan generation through heuristic search (2001).

    Examples
    --------
    >>> both = Operator("both", [], ["a", "b"])
    >>> StripsProblem([], ["a", "b"], [both], heuristic=FF()).heuristic(frozenset())
    1
    """

    def bind(self, problem: StripsProblem, /) -> Callable[[Facts], float]:
        """Return the function ``state -> h`` of a StripsProblem."""
        return partial(_cost_of_plan, _relaxation_of(problem, self))


@dataclass(frozen=True, slots=True)
class LMCut:
    """The landmark-cut heuristic (LM-cut): a sum of the costs of operators of which every plan needs at least one.

    It's **admissible** but not consistent, and the best of the four for optimal solutions. It computes h_max once for
    each cut that it finds.

    References
    ----------
    M. Helmert and C. Domshlak, Landmarks, Critical Paths and Abstractions: What's the Difference Anyway? (2009).

    Examples
    --------
    >>> one, two = Operator("one", [], ["a"], cost=2), Operator("two", ["a"], ["b"], cost=3)
    >>> StripsProblem([], ["a", "b"], [one, two], heuristic=LMCut()).heuristic(frozenset())
    5
    """

    def bind(self, problem: StripsProblem, /) -> Callable[[Facts], float]:
        """Return the function ``state -> h`` of a StripsProblem."""
        return partial(_cost_of_cuts, _relaxation_of(problem, self))


def _relaxation_of(problem: object, heuristic: object) -> _Relaxation:
    if not isinstance(problem, StripsProblem):
        raise TypeError(f"{heuristic!r} needs a StripsProblem, not {type(problem).__name__}")
    return problem._without_deletions()  # noqa: SLF001  # a class of this module


def _cost_of_goal(relaxed: _Relaxation, state: Facts, *, adds: bool) -> float:
    return relaxed.reach(relaxed.true(state), relaxed.costs, adds=adds)[0][relaxed.end]


def _cost_of_plan(relaxed: _Relaxation, state: Facts) -> float:
    """Return the cost of the operators that make the goal true, each by the cheapest operator for each fact."""
    total, by = relaxed.reach(relaxed.true(state), relaxed.costs, adds=True)
    if total[relaxed.end] == math.inf:
        return math.inf
    plan, needed = set[int](), [relaxed.end]
    while needed:
        number = by[needed.pop()]
        if number >= 0 and number not in plan:
            plan.add(number)
            needed += relaxed.steps[number].needs
    return sum(relaxed.costs[number] for number in sorted(plan))


def _cost_of_cuts(relaxed: _Relaxation, state: Facts) -> float:
    """Return the sum of the costs of cuts: find one, count its cheapest operator, and reduce the costs by that."""
    costs, true = relaxed.costs.copy(), relaxed.true(state)
    h: float = 0
    while True:
        total, _ = relaxed.reach(true, costs, adds=False)
        rest = total[relaxed.end]
        if rest in {0, math.inf}:
            return rest or h
        cut = _cut(relaxed, true, costs, total)
        least = min(costs[number] for number in cut)
        h += least
        for number in cut:
            costs[number] -= least


def _cut(relaxed: _Relaxation, true: Sequence[int], costs: Sequence[float], total: Sequence[float]) -> set[int]:
    """Return operators of cost > 0, of which each path from the true facts to the end needs one.
    A path leads to an operator only through its most expensive precondition.
    """
    dearest = [max(step.needs, key=total.__getitem__) for step in relaxed.steps]
    zone = _zone(relaxed, dearest, costs, total)
    users: list[list[int]] = [[] for _ in range(relaxed.size)]
    for number, fact in enumerate(dearest):
        users[fact].append(number)
    cut, before, waiting = set[int](), set(true), list(true)
    while waiting:
        for number in users[waiting.pop()]:
            adds = relaxed.steps[number].adds
            if not zone.isdisjoint(adds):
                cut.add(number)
            else:
                new = [fact for fact in adds if fact not in before]
                before.update(new)
                waiting += new
    return cut


def _zone(relaxed: _Relaxation, dearest: Sequence[int], costs: Sequence[float], total: Sequence[float]) -> set[int]:
    """Return the facts from which a path of cost 0 leads to the end."""
    free: list[list[int]] = [[] for _ in range(relaxed.size)]
    for number, step in enumerate(relaxed.steps):
        if costs[number] == 0 and total[dearest[number]] < math.inf:
            for fact in step.adds:
                free[fact].append(dearest[number])
    zone, waiting = {relaxed.end}, [relaxed.end]
    while waiting:
        new = [fact for fact in free[waiting.pop()] if fact not in zone]
        zone.update(new)
        waiting += new
    return zone
