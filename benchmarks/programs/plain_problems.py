"""Eight problems in ordinary Python, without numpy. `compile_problem` translates them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from astarlib import SearchProblem

Numbers: TypeAlias = tuple[int, ...]
Pair: TypeAlias = tuple[int, int]


class SlidingTiles(SearchProblem[Numbers, str]):
    """A board of tiles, row by row; 0 is the blank."""

    def __init__(self, board: Numbers, width: int) -> None:
        super().__init__(board)
        self.width, self.steps = width, {"left": -1, "right": 1, "up": -width, "down": width}

    def actions(self, state: Numbers) -> list[str]:
        row, column = divmod(state.index(0), self.width)
        possible = ["left"] if column > 0 else []
        if column < self.width - 1:
            possible.append("right")
        if row > 0:
            possible.append("up")
        if row < len(state) // self.width - 1:
            possible.append("down")
        return possible

    def result(self, state: Numbers, action: str) -> Numbers:
        board, blank = list(state), state.index(0)
        other = blank + self.steps[action]
        board[blank], board[other] = board[other], 0
        return tuple(board)

    def heuristic(self, state: Numbers) -> int:
        distance = 0
        for place, tile in enumerate(state):
            if tile > 0:
                (row, column), (goal_row, goal_column) = divmod(place, self.width), divmod(tile, self.width)
                distance += abs(row - goal_row) + abs(column - goal_column)
        return distance

    def is_goal(self, state: Numbers) -> bool:
        return state == tuple(range(len(state)))


class Pancakes(SearchProblem[Numbers, int]):
    """A stack of pancakes, from the top; an action is the number of pancakes to turn over."""

    def actions(self, state: Numbers) -> range:
        return range(2, len(state) + 1)

    def result(self, state: Numbers, action: int) -> Numbers:
        return tuple(reversed(state[:action])) + state[action:]

    def heuristic(self, state: Numbers) -> int:
        return sum(abs(upper - lower) != 1 for upper, lower in zip(state, (*state[1:], len(state)), strict=True))

    def is_goal(self, state: Numbers) -> bool:
        return list(state) == sorted(state)


class Jugs(SearchProblem[Numbers, tuple[Any, ...]]):
    """Fill, empty and pour until only the first jug holds water: the wanted amount. There is no heuristic."""

    def __init__(self, capacities: Sequence[int], wanted: int) -> None:
        super().__init__((0,) * len(capacities))
        self.capacities, self.wanted = list(capacities), wanted

    def actions(self, state: Numbers) -> Iterator[tuple[Any, ...]]:
        for jug, amount in enumerate(state):
            if amount < self.capacities[jug]:
                yield "fill", jug, jug
            if amount > 0:
                yield "empty", jug, jug
                for other, capacity in enumerate(self.capacities):
                    if other != jug and state[other] < capacity:
                        yield "pour", jug, other

    def result(self, state: Numbers, action: tuple[Any, ...]) -> Numbers:
        (kind, jug, other), amounts = action, list(state)
        if kind == "pour":
            poured = min(amounts[jug], self.capacities[other] - amounts[other])
            amounts[jug], amounts[other] = amounts[jug] - poured, amounts[other] + poured
        else:
            amounts[jug] = self.capacities[jug] if kind == "fill" else 0
        return tuple(amounts)

    def is_goal(self, state: Numbers) -> bool:
        return state[0] == self.wanted and not any(state[1:])


class Maze(SearchProblem[Pair, Pair]):
    """A maze with a set of walls, and a dictionary of cells that cost more. A fifth of the cells are walls."""

    def __init__(self, size: int) -> None:
        super().__init__((0, 0))
        self.goal, random = (size - 1, size - 1), Random(1)
        cells = [(x, y) for y in range(size) for x in range(size) if (x, y) not in {(0, 0), self.goal}]
        self.walls = {cell for cell in cells if random.random() < 0.2}
        self.swamp = {cell: 3 for cell in cells if random.random() < 0.2}

    def is_free(self, x: int, y: int) -> bool:
        return 0 <= x <= self.goal[0] and 0 <= y <= self.goal[1] and (x, y) not in self.walls

    def actions(self, state: Pair) -> list[Pair]:
        x, y = state
        return [(dx, dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)) if self.is_free(x + dx, y + dy)]

    def result(self, state: Pair, action: Pair) -> Pair:
        return state[0] + action[0], state[1] + action[1]

    def cost(self, state: Pair, action: Pair, next_state: Pair) -> int:
        return self.swamp.get(next_state, 1)

    def heuristic(self, state: Pair) -> int:
        return sum(abs(at - to) for at, to in zip(state, self.goal, strict=True))

    def is_goal(self, state: Pair) -> bool:
        return state == self.goal


class Hanoi(SearchProblem[Numbers, Pair]):
    """The peg of each disk, from the smallest disk. The goal is the last peg."""

    def __init__(self, disks: int, pegs: int) -> None:
        super().__init__((0,) * disks)
        self.pegs = pegs

    def top(self, state: Numbers, peg: int) -> int | None:
        for disk, at in enumerate(state):
            if at == peg:
                return disk
        return None

    def actions(self, state: Numbers) -> Iterator[Pair]:
        tops = [self.top(state, peg) for peg in range(self.pegs)]
        for disk in tops:
            if disk is not None:
                for peg, other in enumerate(tops):
                    if other is None or disk < other:
                        yield disk, peg

    def result(self, state: Numbers, action: Pair) -> Numbers:
        disk, peg = action
        return (*state[:disk], peg, *state[disk + 1 :])

    def heuristic(self, state: Numbers) -> int:
        return sum(1 for peg in state if peg != self.pegs - 1)

    def is_goal(self, state: Numbers) -> bool:
        return self.heuristic(state) == 0


class LightsOut(SearchProblem[int, Pair]):
    """A square of lights as the bits of a number. A press switches a light and its neighbors."""

    def __init__(self, side: int, pressed: Iterable[Pair]) -> None:
        self.side = side
        self.switched = {
            (x, y): sum(1 << v * side + u for u in range(side) for v in range(side) if abs(u - x) + abs(v - y) < 2)
            for x in range(side)
            for y in range(side)
        }
        lights = 0
        for place in pressed:
            lights ^= self.switched[place]
        super().__init__(lights)

    def actions(self, state: int) -> list[Pair]:
        return [(x, y) for y in range(self.side) for x in range(self.side)]

    def result(self, state: int, action: Pair) -> int:
        return state ^ self.switched[action]

    def heuristic(self, state: int) -> int:
        return -(-state.bit_count() // 5)

    def is_goal(self, state: int) -> bool:
        return state == 0


class Tour(SearchProblem[tuple[int, int], int]):
    """The shortest round trip through all cities. A state is the city and a mask of visited cities."""

    def __init__(self, cities: int) -> None:
        super().__init__((0, 0))
        random = Random(1)
        places = [(random.randrange(100), random.randrange(100)) for _ in range(cities)]
        self.distances = [[abs(x - u) + abs(y - v) for u, v in places] for x, y in places]
        self.nearest = [
            min(row[other] for other in range(cities) if other != i) for i, row in enumerate(self.distances)
        ]

    def actions(self, state: Pair) -> list[int]:
        _, visited = state
        remaining = [city for city in range(1, len(self.distances)) if not visited >> city & 1]
        return remaining or [0]

    def result(self, state: Pair, action: int) -> Pair:
        return action, state[1] | 1 << action

    def cost(self, state: Pair, action: int, next_state: Pair) -> int:
        return self.distances[state[0]][action]

    def heuristic(self, state: Pair) -> int:
        return sum(near for city, near in enumerate(self.nearest) if not state[1] >> city & 1)

    def is_goal(self, state: Pair) -> bool:
        return state[1] == (1 << len(self.distances)) - 1


class Blocks(SearchProblem[Numbers, Pair]):
    """The block under each block, or -1 for the table."""

    def __init__(self, start: Numbers, goal: Numbers) -> None:
        super().__init__(start)
        self.goal = goal

    def actions(self, state: Numbers) -> list[Pair]:
        clear = [block for block in range(len(state)) if block not in state]
        moves = [(block, other) for block in clear for other in clear if block != other]
        return moves + [(block, -1) for block in clear if state[block] >= 0]

    def result(self, state: Numbers, action: Pair) -> Numbers:
        block, target = action
        return tuple(target if other == block else under for other, under in enumerate(state))

    def heuristic(self, state: Numbers) -> int:
        return sum(under != wanted for under, wanted in zip(state, self.goal, strict=True))

    def is_goal(self, state: Numbers) -> bool:
        return all(under == wanted for under, wanted in zip(state, self.goal, strict=True))


LARGE: Final[dict[str, Callable[[], SearchProblem[Any, Any]]]] = {
    "tiles": lambda: SlidingTiles((7, 11, 8, 3, 14, 0, 6, 15, 1, 4, 13, 9, 5, 12, 2, 10), 4),
    "pancakes": lambda: Pancakes((1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12)),
    "jugs": lambda: Jugs((97, 89, 53, 23), 4),
    "maze": lambda: Maze(800),
    "hanoi": lambda: Hanoi(11, 3),
    "lights-out": lambda: LightsOut(5, ((4, 2), (4, 3), (1, 2), (3, 1), (4, 0), (0, 1), (0, 0), (0, 2), (1, 3))),
    "tour": lambda: Tour(16),
    "blocks": lambda: Blocks((1, 2, 3, 4, 5, 6, 7, 8, -1), (8, 0, 1, 2, 3, 4, 5, 6, -1)),
}
"""Problems that take a second or two in Python."""

TINY: Final[dict[str, Callable[[], SearchProblem[Any, Any]]]] = {
    "tiles": lambda: SlidingTiles((1, 2, 0, 3, 4, 5, 6, 7, 8), 3),
    "maze": lambda: Maze(12),
}
"""Problems of the same classes that expand a few states."""
