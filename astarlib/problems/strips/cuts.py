"""The landmark-cut heuristic."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable
from heapq import heapify, heappop, heappush

from astarlib.problems.strips.operator import Facts
from astarlib.problems.strips.relaxation import Relaxation

_UNKNOWN, _BEFORE, _NOT_BEFORE = range(3)
"""What is known about a fact while a cut is found: whether a path leads to it before the zone."""


def cost_of_cuts(relaxed: Relaxation, state: Facts) -> float:
    """Return the sum of the costs of cuts: find one, count its cheapest operator, and reduce the costs by that.
    With conditional effects, the sum may be below h_max, which is then returned.
    """
    true = relaxed.true(state)
    costs = _ReducedCosts(relaxed, true)
    h_max = rest = costs.total[relaxed.end]
    h: float = 0
    status = bytearray(relaxed.size)
    for fact in true:
        status[fact] = _BEFORE
    while 0 < rest < math.inf:
        cut = _cut(costs, bytearray(status))
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


def _cut(costs: _ReducedCosts, status: bytearray) -> list[int]:
    """Return steps of cost > 0. Each path from the true facts to the end needs one of them.

    They lead into the zone, which has the facts from which a path of cost 0 leads to the end. A path leads to a step
    only through its most expensive precondition. ``status`` has _BEFORE for true facts.
    """
    step_costs, dearest, makers, end = costs.steps, costs.dearest, costs.relaxed.makers, costs.relaxed.end
    status[end] = _NOT_BEFORE
    border, zone = set[int](), [end]
    for made in zone:  # The list grows.
        for number in makers[made]:
            fact = dearest[number]
            if fact >= 0:
                if step_costs[number] != 0:
                    border.add(number)
                elif status[fact] != _NOT_BEFORE:
                    status[fact] = _NOT_BEFORE
                    zone.append(fact)
    return [number for number in border if _is_before(costs, dearest[number], status, border)]


def _is_before(costs: _ReducedCosts, fact: int, status: bytearray, border: Container[int]) -> bool:
    """Return True if a path leads from the true facts to a fact without the zone and the steps into it.

    The search goes backward, since such a path is usually short.
    """
    if status[fact] != _UNKNOWN:
        return status[fact] == _BEFORE
    dearest, makers = costs.dearest, costs.relaxed.makers
    status[fact] = _NOT_BEFORE
    after, waiting = {fact: fact}, [fact]
    for made in waiting:  # The list grows.
        for number in makers[made]:
            origin = dearest[number]
            if origin >= 0 and number not in border:
                if status[origin] == _BEFORE:
                    for each in waiting:
                        status[each] = _UNKNOWN
                    reached = made
                    while status[reached] != _BEFORE:
                        status[reached] = _BEFORE
                        reached = after[reached]
                    return True
                if status[origin] == _UNKNOWN:
                    status[origin] = _NOT_BEFORE
                    after[origin] = made
                    waiting.append(origin)
    return False
