"""Functions of Python's library and objects of the user give the same in compiled code as in Python."""

from __future__ import annotations

import bisect
import heapq
import operator
from functools import partial
from random import Random
from typing import Any

import pytest
from helpers.plain_emulator import Emulated, EmulatedProblem, Probe, is_same, make_function

from astarlib import SearchProblem


class _Rows:
    """An object that the translation reads by its special methods."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def __getitem__(self, at: int) -> Any:
        return self.rows[at]

    def __contains__(self, item: Any) -> bool:
        return item == self.rows[0]

    def __len__(self) -> int:
        return len(self.rows) + 1

    def __call__(self, at: int) -> Any:
        return self.rows[at] + 1


class _Values(Probe):
    def __init__(self, number: int = 3) -> None:
        super().__init__(0)
        self.rows = _Rows([5, number, 8])
        self.third = partial(operator.add, number)
        self.raw = bytes([2, number, 200])
        self.nested = [[(1, "a", 2.5, self.raw, 7), (2, "b", 0.5, self.raw, 8)]] * 3


BODIES = [
    "return self.rows[s % 3] + len(self.rows) + (5 in self.rows) + self.rows(s % 2)",
    "return self.third(s), list(map(self.third, (1, 2)))",
    "return self.raw[s % 3], len(self.raw), sum(self.raw), list(self.raw), self.raw[1:]",
    "return [name for _, name, _, raw, _ in self.nested[s % 3] if raw[0] == 2]",
    "return max(range(3), key=self.rows.rows.__getitem__)",
    "return list(map(operator.getitem, [(1, 2), (3, 4)], (s % 2, 1)))",
]


@pytest.mark.costly
def test_objects_of_the_problem_give_the_same_for_each_instance() -> None:
    for body in BODIES:
        probe = make_function(body, {"operator": operator, "__name__": "cells"})
        kind: Any = type("Case", (_Values,), {"probe": probe})
        for number in (3, 9):
            problem = kind(number)
            for state in range(4):
                assert is_same(Emulated(problem)(state), probe(problem, state)), body


def test_a_heap_and_bisection_give_the_same_order() -> None:
    body = """
heap, found = [], []
for number in self.numbers:
    heapq.heappush(heap, (number % (s + 2), number))
heapq.heapify(heap)
while len(heap) > 0:
    found.append(heapq.heappop(heap))
ordered = sorted(self.numbers)
return found, [(bisect.bisect_left(ordered, at), bisect.bisect(ordered, at)) for at in range(12)]
"""
    probe = make_function(body.strip(), {"heapq": heapq, "bisect": bisect, "__name__": "cells"})
    problem: Any = type("Case", (_Values,), {"probe": probe})()
    problem.numbers = [Random(1).randrange(10) for _ in range(15)]
    for state in range(4):
        assert is_same(Emulated(problem)(state), probe(problem, state))


class _Partial(SearchProblem[int, int]):
    def __init__(self, step: int) -> None:
        super().__init__(0)
        self.next = partial(_plus, step)

    def actions(self, state: int) -> range:
        return range(2 if state < 100 else 0)

    def result(self, state: int, action: int) -> int:
        return self.next(state) + action

    def is_goal(self, state: int) -> bool:
        return state == 50


def _plus(step: int, state: int) -> int:
    return state + step


def test_another_partial_has_its_own_arguments() -> None:
    for step in (1, 3):
        emulated = EmulatedProblem(_Partial(step))
        assert not emulated.fault_at(0)
        assert not emulated.fault_at(7)
