"""The landmark-cut heuristic."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from astarlib.problems.strips.operator import Facts
from astarlib.problems.strips.relaxation import Relaxation


def cost_of_cuts(relaxed: Relaxation, state: Facts) -> float:
    """Return the sum of the costs of cuts: find one, count its cheapest operator, and reduce the costs by that.
    With conditional effects, the sum may be below h_max, which is then returned.
    """
    true = relaxed.true(state)
    costs = _ReducedCosts(relaxed, true)
    h_max = rest = costs.total[relaxed.end]
    h: float = 0
    while 0 < rest < math.inf:
        cut = _cut(costs, true, _zone(costs))
        least = min(costs.steps[number] for number in cut)
        h += least
        costs.reduce(cut, least)
        rest = costs.total[relaxed.end]
    return max(h, h_max)


class _ReducedCosts:
    """The costs of steps, and the h_max of facts with these costs. After a reduction, only what changes is updated."""

    __slots__ = ("dearest", "relaxed", "steps", "total")

    def __init__(self, relaxed: Relaxation, true: Iterable[int]) -> None:
        self.relaxed = relaxed
        self.steps = relaxed.step_costs.copy()
        """The cost of each step."""
        self.total: list[float] = [math.inf] * relaxed.size
        """The h_max of each fact."""
        self.dearest = [-1] * len(relaxed.steps)
        """The precondition of each step with the largest h_max, or -1 if it can't be reached."""
        total, dearest, left = self.total, self.dearest, relaxed.needed.copy()
        costs, steps, users = self.steps, relaxed.steps, relaxed.users
        heap: list[tuple[float, int]] = []
        for fact in true:
            total[fact] = 0
            heap.append((0, fact))
        heapify(heap)
        while heap:
            cost, fact = heappop(heap)
            if cost > total[fact]:
                continue
            for number in users[fact]:
                left[number] -= 1
                if left[number] == 0:  # Facts arrive in the order of their costs.
                    dearest[number] = fact
                    reached = cost + costs[number]
                    for made in steps[number][2]:
                        if reached < total[made]:
                            total[made] = reached
                            heappush(heap, (reached, made))

    def reduce(self, cut: Iterable[int], by: float) -> None:  # noqa: C901  # calls in the loop would take longer
        """Reduce the costs of the operators of a cut."""
        costs, total, dearest, steps, users = (
            self.steps,
            self.total,
            self.dearest,
            self.relaxed.steps,
            self.relaxed.users,
        )
        heap: list[tuple[float, int]] = []
        operators = {steps[number].operator for number in cut}
        for number in (each for operator in operators for each in self.relaxed.steps_of[operator]):
            costs[number] -= by
            if dearest[number] >= 0:
                reached = total[dearest[number]] + costs[number]
                for made in steps[number][2]:
                    if reached < total[made]:
                        total[made] = reached
                        heap.append((reached, made))
        heapify(heap)
        while heap:
            cost, fact = heappop(heap)
            if cost > total[fact]:
                continue
            for number in users[fact]:
                if dearest[number] == fact:
                    needs = steps[number][1]
                    if len(needs) > 1:
                        dearest[number] = most = max(needs, key=total.__getitem__)
                        reached = total[most] + costs[number]
                    else:
                        reached = cost + costs[number]
                    for made in steps[number][2]:
                        if reached < total[made]:
                            total[made] = reached
                            heappush(heap, (reached, made))


def _zone(costs: _ReducedCosts) -> bytearray:
    """Return a 1 for each fact from which a path of cost 0 leads to the end.
    A path leads to a step only through its most expensive precondition.
    """
    step_costs, dearest, makers = costs.steps, costs.dearest, costs.relaxed.makers
    zone = bytearray(costs.relaxed.size)
    zone[costs.relaxed.end] = 1
    waiting = [costs.relaxed.end]
    while waiting:
        for number in makers[waiting.pop()]:
            fact = dearest[number]
            if step_costs[number] == 0 and fact >= 0 and not zone[fact]:
                zone[fact] = 1
                waiting.append(fact)
    return zone


def _cut(costs: _ReducedCosts, true: Sequence[int], zone: bytearray) -> list[int]:
    """Return steps of cost > 0. Each path from the true facts to the zone needs one of them."""
    dearest, steps, users = costs.dearest, costs.relaxed.steps, costs.relaxed.users
    cut, before, waiting = list[int](), bytearray(costs.relaxed.size), list(true)
    for fact in true:
        before[fact] = 1
    while waiting:
        fact = waiting.pop()
        for number in users[fact]:
            if dearest[number] == fact:
                adds = steps[number][2]
                if any(zone[made] for made in adds):
                    cut.append(number)
                    continue
                for made in adds:
                    if not before[made]:
                        before[made] = 1
                        waiting.append(made)
    return cut
