"""Engines that search from both ends, and those that search from the start, on the same problems."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations
from random import Random
from typing import Any, Final

from astarlib import ENGINES, SearchProblem
from astarlib.problems.graph import GraphProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.npuzzle.instances import KORF_100
from astarlib.problems.pancake import PancakeProblem
from benchmarks.programs.peers import roads
from benchmarks.programs.peers.cube import SOLVED, Stickers, scrambles, successors
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


class Cube(SearchProblem[Stickers, str]):
    """The 2x2x2 cube. A turn can be undone by a turn, and each costs 1."""

    cost_unit = 1

    def successors(self, state: Stickers, /) -> list[tuple[str, Stickers, int]]:
        """Return all turns."""
        return successors(state)

    def predecessors(self, state: Stickers, /) -> list[tuple[str, Stickers, int]]:
        """Return all turns that lead to a state."""
        return [(_INVERSE[turn], before, 1) for turn, before, _ in successors(state)]

    def actions(self, state: Stickers, /) -> list[str]:
        """Return the names of all turns."""
        return [turn for turn, _, _ in successors(state)]

    def result(self, state: Stickers, action: str, /) -> Stickers:
        """Return the cube after a turn."""
        return next(after for turn, after, _ in successors(state) if turn == action)

    def is_goal(self, state: Stickers, /) -> bool:
        """Return True if each face has one color."""
        return state == SOLVED

    def goal_states(self) -> list[Stickers]:
        """Return the solved cube, in the only position of the whole cube that these turns leave it in."""
        return [SOLVED]


_INVERSE: Final = {face + end: face + other for face in "URF" for end, other in (("", "'"), ("2", "2"), ("'", ""))}


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


def _between_nodes(count: int) -> list[Any]:
    graph = GraphProblem(roads.edges(), roads.START, roads.GOAL)
    graph.predecessors(roads.GOAL)  # This reverses the graph. networkx does it when the graph is built.
    assert graph.cost_unit == 1
    return [graph.between(start, goal) for start, goal in roads.pairs(count)]


PROBLEMS: Final[dict[str, Callable[[int], list[Any]]]] = {
    "14-pancakes-gap-1": lambda count: [Gap(stack) for stack in _stacks(count)],
    "14-pancakes-gap-2": lambda count: [Gap2(stack) for stack in _stacks(count)],
    "korf-79": lambda _: [KORF_100.by_id(79).problem()],
    "hanoi-8-4": _hanoi,
    "cube": lambda count: [Cube(state) for state in scrambles(count)],
    "random-graph": _between_nodes,
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
