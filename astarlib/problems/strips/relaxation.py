"""The relaxed problem, in which no fact is ever deleted. The heuristics are costs in it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from astarlib.problems.strips.operator import Facts, Operator, effects_of


class _Step(NamedTuple):
    """An operator without its conditional effects, or one conditional effect. Its facts are numbers."""

    operator: int
    needs: tuple[int, ...]
    adds: tuple[int, ...]


class Relaxation:
    """The problem without deleted facts. A last operator of cost 0 turns the goal into a single fact, ``end``.

    Another fact, ``always``, is true in all states. It's the precondition of operators that have none. If an operator,
    a conditional effect or the goal needs a fact to be false, "the fact is false" is another fact. It's added by the
    operators that delete the fact. Operators that can't help to reach the goal are left out.
    """

    def __init__(self, operators: Sequence[Operator], goal: Facts, negative_goal: Facts) -> None:
        self.numbers: dict[Hashable, int] = {}
        """The numbers of facts, which begin with 1."""
        self.negated: dict[Hashable, int] = {}
        """The numbers of "the fact is false"."""
        self.always: int = 0
        effects = [(number, *effect) for number, each in enumerate(operators) for effect in effects_of(each)]
        named = goal.union(*(facts for _, needs, _, add, _ in effects for facts in (needs, add)))
        negated = negative_goal.union(*(forbidden for _, _, forbidden, _, _ in effects))
        # The order of a set may differ between processes.
        self.numbers.update(zip(sorted(named, key=repr), range(1, 1 + len(named)), strict=True))
        first = 1 + len(named)
        self.negated.update(zip(sorted(negated, key=repr), range(first, first + len(negated)), strict=True))
        self.end: int = first + len(negated)
        self.size: int = self.end + 1
        last = _Step(len(operators), self._numbered(goal, negative_goal), (self.end,))
        steps = [
            _Step(number, self._numbered(needs, forbidden), self._changes(add, delete))
            for number, needs, forbidden, add, delete in effects
        ]
        self.steps: list[_Step] = [*self._useful(steps, last), last]
        self.costs: list[float] = [*(each.cost for each in operators), 0]
        """The costs of the operators."""
        self.step_costs: list[float] = [self.costs[step.operator] for step in self.steps]
        self.needed: list[int] = [len(step.needs) for step in self.steps]
        """The number of preconditions of each step."""
        self.users: list[list[int]] = [[] for _ in range(self.size)]
        """The steps that need each fact."""
        self.makers: list[list[int]] = [[] for _ in range(self.size)]
        """The steps that add each fact."""
        self.steps_of: list[list[int]] = [[] for _ in self.costs]
        """The steps of each operator."""
        for number, step in enumerate(self.steps):
            self.steps_of[step.operator].append(number)
            for fact in step.needs:
                self.users[fact].append(number)
            for fact in step.adds:
                self.makers[fact].append(number)

    def _numbered(self, true: Facts, false: Facts) -> tuple[int, ...]:
        """Return the numbers of conditions."""
        numbers = (*(self.numbers[each] for each in true), *(self.negated[each] for each in false))
        return tuple(sorted(numbers)) or (self.always,)

    def _changes(self, add: Facts, delete: Facts) -> tuple[int, ...]:
        """Return the numbers of what effects make true."""
        negated = self.negated
        return (*(self.numbers[each] for each in add), *(negated[each] for each in delete if each in negated))

    def _useful(self, steps: Sequence[_Step], last: _Step) -> list[_Step]:
        """Return the steps from which facts lead to the end, without the facts that don't."""
        makers: dict[int, list[int]] = {}
        for number, step in enumerate(steps):
            for fact in step.adds:
                makers.setdefault(fact, []).append(number)
        useful, waiting = set(last.needs), list(last.needs)
        while waiting:
            new = {fact for number in makers.pop(waiting.pop(), ()) for fact in steps[number].needs} - useful
            useful |= new
            waiting += new
        kept = [
            step._replace(adds=tuple(sorted(useful.intersection(step.adds).difference(step.needs)))) for step in steps
        ]
        return [step for step in kept if len(step.adds) > 0]

    def true(self, state: Facts) -> list[int]:
        """Return the numbers of the facts that are true in a state."""
        numbers = self.numbers
        found = [self.always, *sorted([numbers[fact] for fact in state if fact in numbers])]
        if self.negated:
            found += [number for fact, number in self.negated.items() if fact not in state]
        return found

    def reach(self, true: Iterable[int], *, adds: bool) -> tuple[list[float], list[int]]:
        """Return the cost of making each fact true, and the step that does it (-1 for a true fact).
        The cost of several preconditions is their sum (``adds``) or their maximum. Facts that cost more than the end
        may be left out.
        """
        total, by = [math.inf] * self.size, [-1] * self.size
        left, spent = self.needed.copy(), self.step_costs.copy()
        costs, steps, users, end = self.step_costs, self.steps, self.users, self.end
        heap: list[tuple[float, int]] = []
        for fact in true:
            total[fact] = 0
            heap.append((0, fact))
        heapify(heap)
        while heap:
            cost, fact = heappop(heap)
            if cost > total[fact]:
                continue
            if fact == end:
                break
            for number in users[fact]:
                left[number] -= 1
                if adds:
                    spent[number] += cost
                if left[number] == 0:
                    reached = spent[number] if adds else cost + costs[number]  # Facts arrive in order of their costs.
                    for made in steps[number][2]:
                        if reached < total[made]:
                            total[made], by[made] = reached, number
                            heappush(heap, (reached, made))
        return total, by
