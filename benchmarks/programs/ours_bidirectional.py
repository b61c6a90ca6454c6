"""Engines that search from both ends, and those that search from the start, on the same problems."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations
from random import Random
from typing import Any, Final

from astarlib import ENGINES
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.npuzzle.instances import KORF_100
from astarlib.problems.pancake import PancakeProblem
from benchmarks.programs.repeated import Run


class Gap(PancakeProblem):
    """Pancakes with GAP-k: gaps beside the k smallest pancakes aren't counted."""

    k = 1

    def __init__(self, stack: list[int]) -> None:
        super().__init__(stack)
        count = len(stack)
        places = {pancake: number for number, pancake in enumerate(stack, 1)}
        pairs = list(permutations(range(1, count + 1), 2))
        self._gaps = {pair: self._is_gap(*pair) for pair in pairs}
        self._back_gaps = {pair: self._is_gap(*map(places.__getitem__, pair)) for pair in pairs}
        self._lowest = stack[-1]

    def _is_gap(self, upper: int, lower: int) -> bool:
        return upper > self.k < lower and abs(upper - lower) > 1

    def heuristic(self, state: tuple[int, ...], /) -> int:
        """Count the gaps between neighbors that are both larger than k, and a wrong pancake at the bottom."""
        return sum(map(self._gaps.__getitem__, pairwise(state))) + (state[-1] != len(state))

    def backward_heuristic(self, state: tuple[int, ...], /) -> int:
        """Return the heuristic after renaming each pancake by its place in the initial stack."""
        return sum(map(self._back_gaps.__getitem__, pairwise(state))) + (state[-1] != self._lowest)


class Gap2(Gap):
    """Pancakes with GAP-2."""

    k = 2


def _stacks(count: int) -> list[list[int]]:
    random = Random(14)
    return [[pancake + 1 for pancake in random.sample(range(14), 14)] for _ in range(count)]


def _hanoi(count: int) -> list[Any]:
    random = Random(8)
    ends = [[tuple(random.randrange(4) for _ in range(8)) for _ in range(2)] for _ in range(count)]
    return [TowersOfHanoi(disks=8, pegs=4, start=start, goal=goal) for start, goal in ends]


PROBLEMS: Final[dict[str, Callable[[int], list[Any]]]] = {
    "14-pancakes-gap-1": lambda count: [Gap(stack) for stack in _stacks(count)],
    "14-pancakes-gap-2": lambda count: [Gap2(stack) for stack in _stacks(count)],
    "korf-79": lambda _: [KORF_100.by_id(79).problem()],
    "hanoi-8-4": _hanoi,
}


def solve(kind: str, count: int, engine: str) -> Run:
    """Solve ``count`` problems of a kind; ``first`` holds the expansions before the last f of the first five."""
    problems = PROBLEMS[kind](count)

    def run() -> dict[str, Any]:
        results = [ENGINES[engine]().search(problem) for problem in problems]
        return {
            "solved": len(results),
            "cost": sum(result.cost for result in results),
            "first": [result.statistics.expanded_before_last_f for result in results[:5]],
            "bytes": None,  # Making the problems takes more memory than most of the searches.
            "figures": {"mean_expanded": sum(result.statistics.expanded for result in results) / len(results)},
        }

    return run
