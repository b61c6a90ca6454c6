"""Heuristics of planning problems, which ignore the facts that operators delete."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from astarlib.problems.strips.cuts import cost_of_cuts
from astarlib.problems.strips.operator import Facts
from astarlib.problems.strips.relaxation import Relaxation

__all__ = ["FF", "HAdd", "HMax", "LMCut"]


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
    >>> from astarlib.problems.strips import Operator, StripsProblem
    >>> move = Operator("move", ["here"], ["there"], ["here"], cost=3)
    >>> StripsProblem(["here"], ["there"], [move], heuristic=HMax()).heuristic(frozenset({"here"}))
    3
    """

    def bind(self, problem: Any, /) -> Callable[[Facts], float]:  # Any: its attributes are checked
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
    >>> from astarlib.problems.strips import Operator, StripsProblem
    >>> both = Operator("both", [], ["a", "b"])
    >>> StripsProblem([], ["a", "b"], [both], heuristic=HAdd()).heuristic(frozenset())
    2
    """

    def bind(self, problem: Any, /) -> Callable[[Facts], float]:  # Any: its attributes are checked
        """Return the function ``state -> h`` of a StripsProblem."""
        return _guide(partial(_cost_of_goal, _relaxation_of(problem, self), adds=True))


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
    >>> from astarlib.problems.strips import Operator, StripsProblem
    >>> both = Operator("both", [], ["a", "b"])
    >>> StripsProblem([], ["a", "b"], [both], heuristic=FF()).heuristic(frozenset())
    1
    """

    def bind(self, problem: Any, /) -> Callable[[Facts], float]:  # Any: its attributes are checked
        """Return the function ``state -> h`` of a StripsProblem."""
        return _guide(partial(_cost_of_plan, _relaxation_of(problem, self)))


@dataclass(frozen=True, slots=True)
class LMCut:
    """The landmark-cut heuristic (LM-cut): a sum over sets of operators, where every plan needs one of each set.

    It's **admissible** but not consistent, and of the four it needs the fewest expansions for an optimal solution. It
    computes h_max once, and updates it for each cut that it finds. An operator with conditional effects counts once for
    each cut.

    References
    ----------
    M. Helmert and C. Domshlak, Landmarks, Critical Paths and Abstractions: What's the Difference Anyway? (2009).

    Examples
    --------
    >>> from astarlib.problems.strips import Operator, StripsProblem
    >>> one, two = Operator("one", [], ["a"], cost=2), Operator("two", ["a"], ["b"], cost=3)
    >>> StripsProblem([], ["a", "b"], [one, two], heuristic=LMCut()).heuristic(frozenset())
    5
    """

    def bind(self, problem: Any, /) -> Callable[[Facts], float]:  # Any: its attributes are checked
        """Return the function ``state -> h`` of a StripsProblem."""
        return partial(cost_of_cuts, _relaxation_of(problem, self))


def _relaxation_of(problem: object, heuristic: object) -> Relaxation:
    relaxation: Callable[[], Relaxation] | None = getattr(problem, "_without_deletions", None)
    if relaxation is None:
        raise TypeError(f"{heuristic!r} needs a StripsProblem, not {type(problem).__name__}")
    return relaxation()


def _guide(estimate: partial[float]) -> partial[float]:
    """Return an estimate that says that it isn't admissible, so that a search proves nothing with it."""
    vars(estimate)["may_overestimate"] = True
    return estimate


def _cost_of_goal(relaxed: Relaxation, state: Facts, *, adds: bool) -> float:
    return relaxed.reach(relaxed.true(state), adds=adds)[0][relaxed.end]


def _cost_of_plan(relaxed: Relaxation, state: Facts) -> float:
    """Return the cost of the operators that make the goal true, each by the cheapest operator for each fact."""
    total, by = relaxed.reach(relaxed.true(state), adds=True)
    if total[relaxed.end] == math.inf:
        return math.inf
    plan, needed, steps = set[int](), [relaxed.end], set[int]()
    while needed:
        number = by[needed.pop()]
        if number >= 0 and number not in steps:
            steps.add(number)
            plan.add(relaxed.steps[number].operator)
            needed += relaxed.steps[number].needs
    cost: float = 0
    for number in sorted(plan):  # `sum` rounds in another way than compiled code.
        cost += relaxed.costs[number]
    return cost
