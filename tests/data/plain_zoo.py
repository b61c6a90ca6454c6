"""A zoo of small plain problems in the many styles in which people write them, for tests of `compile_problem`.

`ZOO` maps a name to (a function that makes the problem, the optimal cost, or None if there is no solution). These should be
compiled, and give the same search. `ODD` maps a name to a function that makes the problem. Those may be refused with a
clear error, or raise an error of the user's code, but they never give a wrong answer.
"""

# The problems are written in the styles of many people, and the odd styles are the point.
# ruff: noqa: A001, B006, B007, B023, B905, C413, C416, C417, C420, E501, E731, F402, FURB192, N805, PERF401, PLC3002, PLW0108, PLW0603, PLW2901, PYI024, RET503, RET504, RET505, RUF005, RUF007, RUF012, RUF021, RUF059, SIM102, SIM103, SIM905, UP033

import functools
import heapq
import itertools
import math
import operator
from collections import Counter, defaultdict, deque, namedtuple
from collections.abc import Callable
from dataclasses import astuple, dataclass, field, replace
from enum import Enum, IntEnum, auto
from functools import lru_cache, reduce
from itertools import chain, combinations, permutations, product
from math import ceil, floor, sqrt
from typing import NamedTuple

from astarlib import SearchProblem

# --- boards and permutations ---


def find(grid, wanted):
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            if value == wanted:
                return y, x


class RowsPuzzle(SearchProblem):
    """Grid as a tuple of rows; a module-level helper with nested loops; map(tuple, ...) of a list of lists."""

    GOAL = ((1, 2, 3), (4, 5, 6), (7, 8, 0))

    def actions(self, state):
        y, x = find(state, 0)
        moves = []
        if y > 0:
            moves.append("U")
        if y < 2:
            moves.append("D")
        if x > 0:
            moves.append("L")
        if x < 2:
            moves.append("R")
        return moves

    def result(self, state, action):
        y, x = find(state, 0)
        new = [list(row) for row in state]
        if action == "U":
            ny, nx = y - 1, x
        elif action == "D":
            ny, nx = y + 1, x
        elif action == "L":
            ny, nx = y, x - 1
        else:
            ny, nx = y, x + 1
        new[y][x], new[ny][nx] = new[ny][nx], new[y][x]
        return tuple(map(tuple, new))

    def heuristic(self, state):
        h = 0
        for y in range(3):
            for x in range(3):
                if state[y][x] and state[y][x] != self.GOAL[y][x]:
                    gy, gx = find(self.GOAL, state[y][x])
                    h += abs(gy - y) + abs(gx - x)
        return h

    def is_goal(self, state):
        return state == self.GOAL


State = tuple[int, ...]


class FifteenTyped(SearchProblem[State, str]):
    """Fully annotated: tuple[int, ...] states, class constants with types, a dict of name -> (dx, dy) with .items()."""

    SIZE: int = 4
    DELTAS: dict[str, tuple[int, int]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}

    def __init__(self, tiles: list[int]) -> None:
        super().__init__(tuple(tiles))
        self._goal: State = tuple(range(self.SIZE**2))
        self._where: dict[int, tuple[int, int]] = {t: (i % self.SIZE, i // self.SIZE) for i, t in enumerate(self._goal)}

    def _blank(self, state: State) -> tuple[int, int]:
        index: int = state.index(0)
        return index % self.SIZE, index // self.SIZE

    def actions(self, state: State) -> list[str]:
        x, y = self._blank(state)
        return [name for name, (dx, dy) in self.DELTAS.items() if 0 <= x + dx < self.SIZE and 0 <= y + dy < self.SIZE]

    def result(self, state: State, action: str) -> State:
        x, y = self._blank(state)
        dx, dy = self.DELTAS[action]
        here, there = y * self.SIZE + x, (y + dy) * self.SIZE + x + dx
        board: list[int] = [*state]
        board[here] = board[there]
        board[there] = 0
        return tuple(board)

    def heuristic(self, state: State) -> int:
        distance: int = 0
        for index, tile in enumerate(state):
            if not tile:
                continue
            gx, gy = self._where[tile]
            distance += abs(gx - index % self.SIZE) + abs(gy - index // self.SIZE)
        return distance

    def is_goal(self, state: State) -> bool:
        return state == self._goal


class LightsRows(SearchProblem):
    """Lights out on a tuple of tuples of bools; a nested tuple(generator); itertools.product for the actions."""

    def __init__(self, size, on):
        self.size = size
        super().__init__(tuple(tuple((y, x) in on for x in range(size)) for y in range(size)))

    def actions(self, state):
        return product(range(self.size), repeat=2)

    def result(self, state, action):
        ay, ax = action
        return tuple(
            tuple(not cell if abs(y - ay) + abs(x - ax) <= 1 else cell for x, cell in enumerate(row))
            for y, row in enumerate(state)
        )

    def heuristic(self, state):
        return math.ceil(sum(sum(row) for row in state) / 5)

    def is_goal(self, state):
        return not any(any(row) for row in state)


class TopSpin(SearchProblem):
    """Rotations with negative and missing bounds of slices; reversing the first k."""

    def __init__(self, ring, k):
        super().__init__(tuple(ring))
        self.k = k

    def actions(self, state):
        return ["left", "right", "flip"]

    def result(self, state, action):
        if action == "left":
            return state[1:] + state[:1]
        if action == "right":
            return state[-1:] + state[:-1]
        return tuple(reversed(state[: self.k])) + state[self.k :]

    def heuristic(self, state):
        gaps = 0
        n = len(state)
        for i in range(n):
            a, b = state[i], state[(i + 1) % n]
            if abs(a - b) not in (1, n - 1):
                gaps += 1
        return gaps // 2

    def is_goal(self, state):
        return list(state) == sorted(state)


class PocketCube(SearchProblem):
    """Moves as permutation tables in a dict on self; an inverse move made by a loop in __init__."""

    def __init__(self, scramble):
        base = {"F": (2, 0, 3, 1, 4, 5, 6, 7), "R": (0, 5, 2, 1, 4, 7, 6, 3), "T": (4, 1, 0, 3, 6, 5, 2, 7)}
        self.moves = {}
        for name, perm in base.items():
            inverse = [0] * len(perm)
            for i, p in enumerate(perm):
                inverse[p] = i
            self.moves[name] = perm
            self.moves[name + "'"] = tuple(inverse)
        state = tuple(range(8))
        for name in scramble.split():
            state = self.result(state, name)
        super().__init__(state)

    def actions(self, state):
        return self.moves.keys()

    def result(self, state, action):
        return tuple(state[i] for i in self.moves[action])

    def heuristic(self, state):
        return sum(i != c for i, c in enumerate(state)) / 4

    def is_goal(self, state):
        return state == tuple(range(8))


class SortBySwaps(SearchProblem):
    """Adjacent swaps by concatenation of slices, range with a negative step, an inversion count by nested loops."""

    def actions(self, state):
        return [i for i in range(len(state) - 2, -1, -1) if state[i] > state[i + 1]]

    def result(self, state, i):
        return state[:i] + (state[i + 1], state[i]) + state[i + 2 :]

    def cost(self, state, action, next_state):
        return state[action] + state[action + 1]

    def heuristic(self, state):
        count = 0
        for i in range(len(state)):
            for j in range(i + 1, len(state)):
                if state[i] > state[j]:
                    count += 1
        return count

    def is_goal(self, state):
        return all(x <= y for x, y in zip(state, state[1:]))


class KnightsSwap(SearchProblem):
    """Knights on a 3x3 board that change places; None, "W" and "B" in the state; a dict from cell to cells."""

    JUMPS = {0: (5, 7), 1: (6, 8), 2: (3, 7), 3: (2, 8), 5: (0, 6), 6: (1, 5), 7: (0, 2), 8: (1, 3)}

    def __init__(self):
        super().__init__(("W", None, "W", None, None, None, "B", None, "B"))

    def actions(self, state):
        moves = []
        for cell, piece in enumerate(state):
            if piece is not None:
                for target in self.JUMPS.get(cell, ()):
                    if state[target] is None:
                        moves.append((cell, target))
        return moves

    def result(self, state, move):
        source, target = move
        board = list(state)
        board[target] = board[source]
        board[source] = None
        return tuple(board)

    def is_goal(self, state):
        return state[0] == state[2] == "B" and state[6] == state[8] == "W"


class Frogs(SearchProblem):
    """Jumping frogs; actions are f-strings made in a loop; the action is looked up in a dict."""

    def __init__(self, each):
        self.each = each
        n = 2 * each + 1
        self.jumps = {f"{i}->{j}": (i, j) for i in range(n) for j in range(n) if 1 <= abs(i - j) <= 2}
        super().__init__((1,) * each + (0,) + (-1,) * each)

    def actions(self, state):
        hole = state.index(0)
        for name, (i, j) in self.jumps.items():
            if j == hole and (j - i) * state[i] > 0:
                yield name

    def result(self, state, action):
        i, j = self.jumps[action]
        new = list(state)
        new[j] = new[i]
        new[i] = 0
        return tuple(new)

    def heuristic(self, state):
        return sum(1 for s in state[: self.each] if s == 1)

    def is_goal(self, state):
        return state == (-1,) * self.each + (0,) + (1,) * self.each


class Pegs(SearchProblem):
    """Peg solitaire on a triangle: a tuple of bools, a list of (from, over, to) triples, a flag with for ... break."""

    def __init__(self, empty):
        lines = [(0, 1, 3), (0, 2, 5), (1, 3, 6), (1, 4, 8), (2, 4, 7), (2, 5, 9), (3, 4, 5), (6, 7, 8), (7, 8, 9)]
        self.jumps = lines + [(c, b, a) for a, b, c in lines]
        super().__init__(tuple(i != empty for i in range(10)))

    def actions(self, state):
        return [jump for jump in self.jumps if state[jump[0]] and state[jump[1]] and not state[jump[2]]]

    def result(self, state, action):
        start, over, end = action
        s = list(state)
        s[start] = s[over] = False
        s[end] = True
        return tuple(s)

    def heuristic(self, state):
        stuck = True
        for a, b, c in self.jumps:
            if state[a] and state[b] and not state[c]:
                stuck = False
                break
        pegs = state.count(True)
        if stuck and pegs > 1:
            return math.inf
        return pegs - 1

    def is_goal(self, state):
        return sum(state) == 1


class Queens(SearchProblem):
    """N queens: a fixed-length tuple filled with None, state.index(None), any() with several conditions."""

    def __init__(self, n):
        super().__init__((None,) * n)
        self.n = n

    def conflicted(self, state, row, col):
        return any(self.conflict(row, col, state[c], c) for c in range(col))

    def conflict(self, row1, col1, row2, col2):
        return row1 == row2 or col1 == col2 or row1 - col1 == row2 - col2 or row1 + col1 == row2 + col2

    def actions(self, state):
        if state[-1] is not None:
            return []
        col = state.index(None)
        return [row for row in range(self.n) if not self.conflicted(state, row, col)]

    def result(self, state, row):
        col = state.index(None)
        new = list(state[:])
        new[col] = row
        return tuple(new)

    def heuristic(self, state):
        return state.count(None)

    def is_goal(self, state):
        if state[-1] is None:
            return False
        return not any(self.conflicted(state, state[col], col) for col in range(len(state)))


# --- maps, grids and roads ---

ROMANIA = {
    "Arad": {"Zerind": 75, "Sibiu": 140, "Timisoara": 118},
    "Zerind": {"Arad": 75, "Oradea": 71},
    "Oradea": {"Zerind": 71, "Sibiu": 151},
    "Sibiu": {"Arad": 140, "Oradea": 151, "Fagaras": 99, "Rimnicu": 80},
    "Timisoara": {"Arad": 118, "Lugoj": 111},
    "Lugoj": {"Timisoara": 111, "Mehadia": 70},
    "Mehadia": {"Lugoj": 70, "Drobeta": 75},
    "Drobeta": {"Mehadia": 75, "Craiova": 120},
    "Craiova": {"Drobeta": 120, "Rimnicu": 146, "Pitesti": 138},
    "Rimnicu": {"Sibiu": 80, "Craiova": 146, "Pitesti": 97},
    "Fagaras": {"Sibiu": 99, "Bucharest": 211},
    "Pitesti": {"Rimnicu": 97, "Craiova": 138, "Bucharest": 101},
    "Bucharest": {"Fagaras": 211, "Pitesti": 101},
}
SLD = {
    "Arad": 366, "Bucharest": 0, "Craiova": 160, "Drobeta": 242, "Fagaras": 176, "Lugoj": 244, "Mehadia": 241,
    "Oradea": 380, "Pitesti": 100, "Rimnicu": 193, "Sibiu": 253, "Timisoara": 329, "Zerind": 374,
}  # fmt: skip


class Romania(SearchProblem):
    """City names as states and as actions; dict of dicts as the map; straight-line distances in a module constant."""

    def __init__(self, start="Arad", goal="Bucharest"):
        super().__init__(start)
        self.goal = goal

    def actions(self, state):
        return list(ROMANIA[state].keys())

    def result(self, state, action):
        return action

    def cost(self, state, action, next_state):
        return ROMANIA[state][next_state]

    def heuristic(self, state):
        return SLD[state]

    def is_goal(self, state):
        return state == self.goal


class WordLadder(SearchProblem):
    """Words as states; the neighbors are found once in __init__ with zip over letters; the actions are sorted."""

    def __init__(self, start, goal, words):
        super().__init__(start)
        self.goal = goal
        self.neighbors = {w: [v for v in words if sum(a != b for a, b in zip(v, w)) == 1] for w in words}

    def actions(self, state):
        return sorted(self.neighbors[state])

    def result(self, state, action):
        return action

    def is_goal(self, state):
        return state == self.goal


class KeysAndDoors(SearchProblem):
    """A grid of strings on self, doors and keys by ord() in __init__, a bitmask of keys in the state."""

    def __init__(self, rows):
        self.rows = rows
        self.keys = {}
        self.doors = {}
        for y, row in enumerate(rows):
            for x, c in enumerate(row):
                if c in "abc":
                    self.keys[(x, y)] = ord(c) - ord("a")
                elif c in "ABC":
                    self.doors[(x, y)] = ord(c) - ord("A")
                elif c == "@":
                    start = (x, y)
                elif c == "$":
                    self.goal = (x, y)
        super().__init__((start[0], start[1], 0))

    def actions(self, state):
        x, y, keys = state
        result = []
        for direction in ["N", "E", "S", "W"]:
            nx, ny = self.step(x, y, direction)
            if self.rows[ny][nx] == "#":
                continue
            if (nx, ny) in self.doors and not keys & (1 << self.doors[(nx, ny)]):
                continue
            result.append(direction)
        return result

    def step(self, x, y, direction):
        if direction == "N":
            return x, y - 1
        elif direction == "S":
            return x, y + 1
        elif direction == "E":
            return x + 1, y
        return x - 1, y

    def result(self, state, action):
        x, y, keys = state
        x, y = self.step(x, y, action)
        if (x, y) in self.keys:
            keys |= 1 << self.keys[x, y]
        return x, y, keys

    def heuristic(self, state):
        return abs(state[0] - self.goal[0]) + abs(state[1] - self.goal[1])

    def is_goal(self, state):
        return (state[0], state[1]) == self.goal


class Sokoban(SearchProblem):
    """A state (position, tuple of boxes) kept sorted; a set of walls; min over goals for each box; an early inf."""

    MOVES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

    def __init__(self, text):
        boxes, self.walls, self.targets = [], set(), []
        for y, line in enumerate(text.split("\n")):
            for x, c in enumerate(line):
                if c == "#":
                    self.walls.add((x, y))
                if c in "$*":
                    boxes.append((x, y))
                if c in ".*":
                    self.targets.append((x, y))
                if c == "@":
                    player = (x, y)
        super().__init__((player, tuple(sorted(boxes))))

    def actions(self, state):
        (x, y), boxes = state
        possible = []
        for name, (dx, dy) in self.MOVES.items():
            ahead = (x + dx, y + dy)
            if ahead in self.walls:
                continue
            if ahead in boxes:
                behind = (x + 2 * dx, y + 2 * dy)
                if behind in self.walls or behind in boxes:
                    continue
            possible.append(name)
        return possible

    def result(self, state, action):
        player, boxes = state
        dx, dy = self.MOVES[action]
        new_player = (player[0] + dx, player[1] + dy)
        if new_player in boxes:
            moved = (new_player[0] + dx, new_player[1] + dy)
            boxes = tuple(sorted(moved if box == new_player else box for box in boxes))
        return new_player, boxes

    def heuristic(self, state):
        total = 0
        for bx, by in state[1]:
            if (bx, by) not in self.targets:
                blocked_x = (bx - 1, by) in self.walls or (bx + 1, by) in self.walls
                blocked_y = (bx, by - 1) in self.walls or (bx, by + 1) in self.walls
                if blocked_x and blocked_y:
                    return float("inf")
            total += min(abs(bx - tx) + abs(by - ty) for tx, ty in self.targets)
        return total

    def is_goal(self, state):
        return all(box in self.targets for box in state[1])


class NumberMaze(SearchProblem):
    """A list of lists of jump lengths; actions are compass names; a chain of if/elif in result; no heuristic."""

    def __init__(self, grid):
        super().__init__((0, 0))
        self.grid = grid

    def actions(self, state):
        r, c = state
        n = self.grid[r][c]
        out = []
        if n == 0:
            return out
        if r - n >= 0:
            out.append("north")
        if r + n < len(self.grid):
            out.append("south")
        if c - n >= 0:
            out.append("west")
        if c + n < len(self.grid[0]):
            out.append("east")
        return out

    def result(self, state, action):
        r, c = state
        n = self.grid[r][c]
        if action == "north":
            r -= n
        elif action == "south":
            r += n
        elif action == "west":
            c -= n
        elif action == "east":
            c += n
        return r, c

    def is_goal(self, state):
        return self.grid[state[0]][state[1]] == 0


class Fuel(SearchProblem):
    """A route with a tank: tuples ("drive", city) and ("fill", liters) as actions; dict with tuple keys; float costs."""

    def __init__(self):
        super().__init__(("Ulm", 4))
        self.roads = {
            ("Ulm", "Bern"): 3,
            ("Ulm", "Graz"): 4,
            ("Bern", "Genf"): 2,
            ("Graz", "Rom"): 7,
            ("Genf", "Rom"): 6,
        }
        self.roads.update({(b, a): d for (a, b), d in list(self.roads.items())})
        self.price = {"Ulm": 2.5, "Bern": 3.0, "Graz": 1.75}
        self.tank = 8

    def actions(self, state):
        city, fuel = state
        options = []
        for (a, b), distance in self.roads.items():
            if a == city and distance <= fuel:
                options.append(("drive", b))
        if city in self.price and fuel < self.tank:
            options.append(("fill", 1))
        return options

    def result(self, state, action):
        city, fuel = state
        kind, what = action
        if kind == "drive":
            return (what, fuel - self.roads[city, what])
        return (city, fuel + what)

    def cost(self, state, action, next_state):
        if action[0] == "fill":
            return self.price[state[0]] * action[1]
        return 0.5

    def is_goal(self, state):
        return state[0] == "Rom"


class Timetable(SearchProblem):
    """Time in the state; a list of dicts of departures on self; the cost is the difference of times; waiting."""

    def __init__(self, start, goal, at):
        super().__init__((start, at))
        self.goal = goal
        self.lines = [
            {"from": "A", "to": "B", "first": 5, "every": 12, "takes": 7},
            {"from": "B", "to": "C", "first": 3, "every": 10, "takes": 9},
            {"from": "A", "to": "D", "first": 0, "every": 30, "takes": 11},
            {"from": "D", "to": "C", "first": 14, "every": 6, "takes": 4},
            {"from": "C", "to": "E", "first": 1, "every": 15, "takes": 20},
            {"from": "D", "to": "E", "first": 7, "every": 45, "takes": 13},
            {"from": "E", "to": "A", "first": 2, "every": 8, "takes": 3},
            {"from": "E", "to": "F", "first": 4, "every": 70, "takes": 3},
            {"from": "C", "to": "B", "first": 6, "every": 10, "takes": 2},
            {"from": "B", "to": "A", "first": 6, "every": 9, "takes": 5},
        ]

    def actions(self, state):
        place, _ = state
        return [i for i, line in enumerate(self.lines) if line["from"] == place]

    def result(self, state, action):
        place, now = state
        line = self.lines[action]
        wait = (line["first"] - now) % line["every"]
        return (line["to"], now + wait + line["takes"])

    def cost(self, state, action, next_state):
        return next_state[1] - state[1]

    def is_goal(self, state):
        return state[0] == self.goal


class Hex(SearchProblem):
    """A hexagonal grid with negative coordinates; // and % of negative numbers; max of three values."""

    DIRECTIONS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]

    def __init__(self, start, goal, radius=6):
        super().__init__(start)
        self.goal, self.radius = goal, radius

    def actions(self, state):
        q, r = state
        for i, (dq, dr) in enumerate(self.DIRECTIONS):
            a, b = q + dq, r + dr
            if (
                max(abs(a), abs(b), abs(a + b)) <= self.radius
                and (a * 3 - b) % 7 != 2
                and ((a - b) // 3 != -1 or a > -1)
            ):
                yield i

    def result(self, state, action):
        return tuple(s + d for s, d in zip(state, self.DIRECTIONS[action]))

    def cost(self, state, action, next_state):
        return 1 + next_state[0] % 3 + (-next_state[1] // 2) % 2

    def heuristic(self, state):
        dq, dr = state[0] - self.goal[0], state[1] - self.goal[1]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def is_goal(self, state):
        return state == self.goal


class Heading(Enum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    def turned(self, steps):
        return Heading((self.value + steps) % 4)


class Turtle(SearchProblem):
    """Enum members in the state and as actions; a dict from a member to a vector; members compared with `is`."""

    class Command(Enum):
        LEFT = auto()
        RIGHT = auto()
        FORWARD = auto()

    VECTORS = {Heading.NORTH: (0, 1), Heading.EAST: (1, 0), Heading.SOUTH: (0, -1), Heading.WEST: (-1, 0)}
    LEFT_OF = {
        Heading.NORTH: Heading.WEST,
        Heading.WEST: Heading.SOUTH,
        Heading.SOUTH: Heading.EAST,
        Heading.EAST: Heading.NORTH,
    }

    def __init__(self, goal):
        super().__init__((0, 0, Heading.NORTH))
        self.goal = goal
        self.right_of = {right: left for left, right in self.LEFT_OF.items()}

    def actions(self, state):
        x, y, heading = state
        commands = [self.Command.LEFT, self.Command.RIGHT]
        dx, dy = self.VECTORS[heading]
        if abs(x + dx) < 4 and abs(y + dy) < 4:
            commands.insert(0, self.Command.FORWARD)
        return commands

    def result(self, state, action):
        x, y, heading = state
        if action is Turtle.Command.LEFT:
            return x, y, self.LEFT_OF[heading]
        if action is Turtle.Command.RIGHT:
            return x, y, self.right_of[heading]
        dx, dy = self.VECTORS[heading]
        return x + dx, y + dy, heading

    def cost(self, state, action, next_state):
        return 2 if action == Turtle.Command.FORWARD else 1

    def is_goal(self, state):
        return state[:2] == self.goal and state[2] is Heading.SOUTH


# --- the farmer's yard ---


class WolfGoat(SearchProblem):
    """Strings as the values of a state; a dict from a name to an index; pairs of things that must not be alone."""

    NAMES = ("farmer", "wolf", "goat", "cabbage")

    def __init__(self):
        super().__init__(("left", "left", "left", "left"))

    def opposite(self, side):
        return "right" if side == "left" else "left"

    def is_safe(self, state):
        farmer, wolf, goat, cabbage = state
        if goat == wolf and farmer != goat:
            return False
        if goat == cabbage and farmer != goat:
            return False
        return True

    def actions(self, state):
        legal = []
        for i, name in enumerate(self.NAMES):
            if state[i] == state[0]:
                if self.is_safe(self.result(state, name)):
                    legal.append(name)
        return legal

    def result(self, state, action):
        i = self.NAMES.index(action)
        new = list(state)
        new[0] = self.opposite(state[0])
        if i != 0:
            new[i] = new[0]
        return tuple(new)

    def heuristic(self, state):
        return state.count("left") - 1 if "left" in state else 0

    def is_goal(self, state):
        return set(state) == {"right"}


@dataclass(frozen=True)
class Room:
    position: int
    dirt: tuple[bool, ...]

    @property
    def is_clean(self):
        return not any(self.dirt)

    def dirty_rooms(self):
        return [i for i, d in enumerate(self.dirt) if d]


class Vacuum(SearchProblem):
    """A frozen dataclass with a property and a method; dataclasses.replace; conditional expressions."""

    def __init__(self, dirt, position=0):
        super().__init__(Room(position, tuple(dirt)))

    def actions(self, state):
        acts = []
        if state.dirt[state.position]:
            acts.append("suck")
        if state.position > 0:
            acts.append("left")
        if state.position < len(state.dirt) - 1:
            acts.append("right")
        return acts

    def result(self, state, action):
        if action == "suck":
            dirt = list(state.dirt)
            dirt[state.position] = False
            return replace(state, dirt=tuple(dirt))
        return replace(state, position=state.position + (1 if action == "right" else -1))

    def heuristic(self, state):
        rooms = state.dirty_rooms()
        if not rooms:
            return 0
        span = rooms[-1] - rooms[0]
        return len(rooms) + span + min(abs(state.position - rooms[0]), abs(state.position - rooms[-1])) if span else 1

    def is_goal(self, state):
        return state.is_clean


class MonkeyBanana(SearchProblem):
    """Strings and bools of different meaning in one tuple; actions of different lengths: ("go", place), ("climb",)."""

    PLACES = ["door", "window", "middle"]

    def __init__(self):
        super().__init__(("door", "window", False, False))

    def actions(self, state):
        monkey, box, on_box, has_banana = state
        if has_banana:
            return []
        if on_box:
            acts = [("climb down",)]
            if monkey == "middle":
                acts.append(("grasp",))
            return acts
        acts = [("go", place) for place in self.PLACES if place != monkey]
        if monkey == box:
            acts += [("push", place) for place in self.PLACES if place != box]
            acts.append(("climb",))
        return acts

    def result(self, state, action):
        monkey, box, on_box, has_banana = state
        if action[0] == "go":
            return (action[1], box, on_box, has_banana)
        if action[0] == "push":
            return (action[1], action[1], on_box, has_banana)
        if action[0] == "climb":
            return (monkey, box, True, has_banana)
        if action[0] == "climb down":
            return (monkey, box, False, has_banana)
        return (monkey, box, on_box, True)

    def is_goal(self, state):
        return state[-1]


class MapColoring(SearchProblem):
    """Colors are strings, None is not yet colored; a dict of lists of neighbors by name; a sum with conditions."""

    REGIONS = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
    BORDERS = {
        "WA": ["NT", "SA"], "NT": ["WA", "SA", "Q"], "SA": ["WA", "NT", "Q", "NSW", "V"], "Q": ["NT", "SA", "NSW"],
        "NSW": ["Q", "SA", "V"], "V": ["SA", "NSW"], "T": [],
    }  # fmt: skip
    COSTS = {"red": 1, "green": 2, "blue": 4}

    def __init__(self):
        super().__init__((None,) * len(self.REGIONS))

    def actions(self, state):
        for index, color in enumerate(state):
            if color is None:
                break
        else:
            return
        region = self.REGIONS[index]
        used = {state[self.REGIONS.index(other)] for other in self.BORDERS[region]}
        for color in self.COSTS:
            if color not in used:
                yield (region, color)

    def result(self, state, action):
        region, color = action
        index = self.REGIONS.index(region)
        return state[:index] + (color,) + state[index + 1 :]

    def cost(self, state, action, next_state):
        return self.COSTS[action[1]]

    def heuristic(self, state):
        return sum(1 for color in state if color is None)

    def is_goal(self, state):
        return None not in state


class Dir(IntEnum):
    DOWN = -1
    UP = 1


class Cabin(NamedTuple):
    floor: int
    inside: int
    waiting: tuple[int, ...]

    @property
    def done(self):
        return self.inside == 0 and not any(self.waiting)

    def moved(self, by):
        return self._replace(floor=self.floor + by)


class Elevator(SearchProblem):
    """A NamedTuple with a property and a method; an IntEnum and a string among the actions; a default parameter."""

    def __init__(self, waiting, capacity=2):
        super().__init__(Cabin(0, 0, tuple(waiting)))
        self.top = len(waiting) - 1
        self.capacity = capacity

    def actions(self, state):
        if state.floor < self.top:
            yield Dir.UP
        if state.floor > 0:
            yield Dir.DOWN
        if state.floor == 0 and state.inside:
            yield "unload"
        if state.waiting[state.floor] > 0 and state.inside < self.capacity:
            yield "board"

    def result(self, state, action):
        if action == "unload":
            return state._replace(inside=0)
        if action == "board":
            w = list(state.waiting)
            w[state.floor] -= 1
            return Cabin(state.floor, state.inside + 1, tuple(w))
        return state.moved(action)

    def heuristic(self, state):
        highest = 0
        for floor, people in enumerate(state.waiting):
            if people:
                highest = floor
        return max(highest - state.floor, 0) + sum(state.waiting)

    def is_goal(self, state):
        return state.done


class RushHour(SearchProblem):
    """Cars as a list of tuples on self; the state holds offsets only; a helper that returns a set of cells."""

    def __init__(self, size, cars, offsets):
        super().__init__(tuple(offsets))
        self.size = size
        self.cars = cars

    def occupied(self, state):
        cells = set()
        for (orientation, line, length), offset in zip(self.cars, state):
            for k in range(length):
                cells.add((offset + k, line) if orientation == "h" else (line, offset + k))
        return cells

    def actions(self, state):
        cells = self.occupied(state)
        moves = []
        for i, (orientation, line, length) in enumerate(self.cars):
            before, after = state[i] - 1, state[i] + length
            if before >= 0:
                cell = (before, line) if orientation == "h" else (line, before)
                if cell not in cells:
                    moves.append((i, -1))
            if after < self.size:
                cell = (after, line) if orientation == "h" else (line, after)
                if cell not in cells:
                    moves.append((i, +1))
        return moves

    def result(self, state, action):
        car, delta = action
        return tuple(o + delta if i == car else o for i, o in enumerate(state))

    def heuristic(self, state):
        return self.size - self.cars[0][2] - state[0]

    def is_goal(self, state):
        return state[0] + self.cars[0][2] == self.size


# --- numbers ---


class Change(SearchProblem):
    """Counting change: the state is what remains; reversed(sorted(...)); the cost is a coin's weight (a float)."""

    def __init__(self, amount, weights):
        super().__init__(amount)
        self.weights = weights

    def actions(self, state):
        return [coin for coin in reversed(sorted(self.weights)) if coin <= state]

    def result(self, state, coin):
        return state - coin

    def cost(self, state, action, next_state):
        return self.weights[action]

    def heuristic(self, state):
        best = math.inf
        for coin, weight in self.weights.items():
            best = min(best, weight / coin)
        return state * best

    def is_goal(self, state):
        return not state


class SubsetSum(SearchProblem):
    """(index, total) states; True and False as actions; the items on self as a list; pruning by the rest's sum."""

    def __init__(self, numbers, target):
        super().__init__((0, 0))
        self.numbers = sorted(numbers, reverse=True)
        self.target = target

    def actions(self, state):
        index, total = state
        if index == len(self.numbers):
            return []
        if total + self.numbers[index] <= self.target:
            return [True, False]
        return [False]

    def result(self, state, take):
        index, total = state
        if take:
            total += self.numbers[index]
        return (index + 1, total)

    def cost(self, state, action, next_state):
        return 1 if action else 0

    def heuristic(self, state):
        missing = self.target - state[1]
        if sum(self.numbers[state[0] :]) < missing:
            return float("inf")
        return 1 if missing > 0 else 0

    def is_goal(self, state):
        return state[1] == self.target


class Digits(SearchProblem):
    """A while loop over the digits of a number; augmented assignments of many kinds; round() and int()."""

    def actions(self, state):
        return ["reverse", "double", "halve", "sum"]

    def result(self, state, action):
        n = state
        if action == "reverse":
            r = 0
            while n > 0:
                r *= 10
                r += n % 10
                n //= 10
            return r
        if action == "double":
            n <<= 1
            n %= 1_000
            return n
        if action == "halve":
            return int(n / 2)
        total = 0
        while n:
            n, digit = divmod(n, 10)
            total += digit**2
        return total

    def cost(self, state, action, next_state):
        return {"reverse": 1, "double": 2, "halve": 2, "sum": 5}[action]

    def is_goal(self, state):
        return state == 199


class Racetrack(SearchProblem):
    """((x, y), (vx, vy)) as a nested tuple; nested unpacking; acceleration with two for clauses; the number of turns."""

    def __init__(self, track):
        self.track = track
        starts = [(x, y) for y, line in enumerate(track) for x, c in enumerate(line) if c == "S"]
        self.finish = {(x, y) for y, line in enumerate(track) for x, c in enumerate(line) if c == "F"}
        self.road = {(x, y) for y, line in enumerate(track) for x, c in enumerate(line) if c != "#"}
        super().__init__((starts[0], (0, 0)))

    def actions(self, state):
        (x, y), (vx, vy) = state
        return [
            (ax, ay)
            for ax in (-1, 0, 1)
            for ay in (-1, 0, 1)
            if (x + vx + ax, y + vy + ay) in self.road and max(abs(vx + ax), abs(vy + ay)) <= 3
        ]

    def result(self, state, action):
        pos, vel = state
        vel = (vel[0] + action[0], vel[1] + action[1])
        return (pos[0] + vel[0], pos[1] + vel[1]), vel

    def heuristic(self, state):
        (x, y), _ = state
        return min(max(abs(x - fx), abs(y - fy)) / 3 for fx, fy in sorted(self.finish))

    def is_goal(self, state):
        return state[0] in self.finish


class Logistics(SearchProblem):
    """Packages, a truck and cities by name; actions are tuples with a verb first and of different lengths; -1 means aboard."""

    CITIES = ("north", "south", "east")

    def __init__(self, packages, goals):
        super().__init__((0, *packages))
        self.goals = goals
        self.roads = [[0, 4, 3], [4, 0, 2], [3, 2, 0]]

    def actions(self, state):
        truck, *packages = state
        acts = []
        for i, where in enumerate(packages):
            if where == truck:
                acts.append(("load", i))
            elif where == -1:
                acts.append(("unload", i))
        for city in range(3):
            if city != truck:
                acts.append(("drive", truck, city))
        return acts

    def result(self, state, action):
        truck, *packages = state
        verb, *arguments = action
        if verb == "load":
            packages[arguments[0]] = -1
        elif verb == "unload":
            packages[arguments[0]] = truck
        else:
            truck = arguments[1]
        return (truck, *packages)

    def cost(self, state, action, next_state):
        if action[0] == "drive":
            _, a, b = action
            return self.roads[a][b]
        return 1

    def heuristic(self, state):
        loads = unloads = 0
        for where, goal in zip(state[1:], self.goals, strict=True):
            if where != goal:
                unloads += 1
                loads += where >= 0
        return loads + unloads

    def is_goal(self, state):
        return all(w == g for w, g in zip(state[1:], self.goals))


class PacMan(SearchProblem):
    """Food as a tuple of bools in a named tuple of other things; a heuristic with a max over pairs."""

    Position = namedtuple("Position", ["x", "y"])

    def __init__(self, layout):
        self.walls = [[c == "%" for c in row] for row in layout]
        self.food = [(x, y) for y, row in enumerate(layout) for x, c in enumerate(row) if c == "."]
        pac = [self.Position(x, y) for y, row in enumerate(layout) for x, c in enumerate(row) if c == "P"]
        super().__init__((pac[0], tuple(True for _ in self.food)))

    def actions(self, state):
        position, _ = state
        legal = []
        for name, dx, dy in (("North", 0, -1), ("South", 0, 1), ("East", 1, 0), ("West", -1, 0)):
            if not self.walls[position.y + dy][position.x + dx]:
                legal.append(name)
        return legal

    def result(self, state, action):
        position, food = state
        if action == "North":
            position = self.Position(position.x, position.y - 1)
        elif action == "South":
            position = self.Position(position.x, position.y + 1)
        elif action == "East":
            position = self.Position(position.x + 1, position.y)
        elif action == "West":
            position = self.Position(position.x - 1, position.y)
        if position in self.food:
            i = self.food.index(position)
            food = food[:i] + (False,) + food[i + 1 :]
        return (position, food)

    def heuristic(self, state):
        position, food = state
        left = [place for place, there in zip(self.food, food) if there]
        if not left:
            return 0
        nearest = min(abs(position.x - x) + abs(position.y - y) for x, y in left)
        widest = 0
        for a in left:
            for b in left:
                widest = max(widest, abs(a[0] - b[0]) + abs(a[1] - b[1]))
        return nearest + widest

    def is_goal(self, state):
        return True not in state[1]


class Network(SearchProblem):
    """successors() over a list of lists of (node, weight); estimates made by Floyd and Warshall in __init__, halved."""

    def __init__(self, n, goal):
        self.adjacent = [[((i * 5 + k * k + 1) % n, (i * k) % 7 + 1) for k in range(1, 4)] for i in range(n)]
        self.goal = goal
        d = [[math.inf] * n for _ in range(n)]
        for i in range(n):
            d[i][i] = 0
            for j, w in self.adjacent[i]:
                d[i][j] = min(d[i][j], w)
        for k in range(n):
            for i in range(n):
                for j in range(n):
                    if d[i][k] + d[k][j] < d[i][j]:
                        d[i][j] = d[i][k] + d[k][j]
        self.estimate = [row[goal] for row in d]
        super().__init__(0)

    def successors(self, state):
        edges = []
        for node, weight in self.adjacent[state]:
            edges.append((f"go to {node}", node, weight))
        return edges

    def actions(self, state):
        return [name for name, _, _ in self.successors(state)]

    def result(self, state, action):
        for name, node, _ in self.successors(state):
            if name == action:
                return node
        raise ValueError(action)

    def cost(self, state, action, next_state):
        return min(weight for name, _, weight in self.successors(state) if name == action)

    def heuristic(self, state):
        h = self.estimate[state]
        return h if h == math.inf else h // 2

    def is_goal(self, state):
        return state == self.goal


class Machine(SearchProblem):
    """match statements on strings, tuples and guards; a walrus in a condition."""

    def actions(self, state):
        register, stack = state
        found = [("add", 3), ("mul", 2), "push", "pop", ("swap",)]
        match stack:
            case (0, 0, 0):
                found.remove("pop")
            case (_, _, top) if top != 0:
                found.remove("push")
        return found

    def result(self, state, action):
        register, stack = state
        match action:
            case ("add", n):
                return ((register + n) % 61, stack)
            case ("mul", n) if (product_ := register * n) < 100:
                return (product_, stack)
            case ("mul", _):
                return (1, stack)
            case "push":
                a, b, _ = stack
                return (register, (register, a, b))
            case "pop":
                a, b, c = stack
                return ((register + a) % 61, (b, c, 0))
            case _:
                return (stack[0], (register, *stack[1:]))

    def is_goal(self, state):
        match state:
            case (42, (x, y, _)):
                return x > y > 0
        return False


class Base(SearchProblem):
    """A base class that is also a problem: a template method, hooks, super() and class attributes that subclasses override."""

    STEP = 1
    LIMIT = 200

    def __init__(self, start, goal):
        super().__init__(start)
        self._goal = goal

    @property
    def goal(self):
        return self._goal

    @staticmethod
    def clip(value, low=0, high=200):
        return max(low, min(value, high))

    @classmethod
    def scaled(cls, value):
        return value * cls.STEP

    def allowed(self, state, action):
        return True

    def moves(self):
        return [-1, 1, 10]

    def actions(self, state):
        return [a for a in self.moves() if self.allowed(state, a)]

    def result(self, state, action):
        return self.clip(state + self.scaled(action), high=self.LIMIT)

    def cost(self, state, action, next_state):
        return abs(action)

    def heuristic(self, state):
        return 0

    def is_goal(self, state):
        return state == self.goal


class Stepper(Base):
    """Inheritance over three levels: super().moves() + more, super().cost(...), overridden class attributes and hooks."""

    STEP = 3

    def moves(self):
        return super().moves() + [-4, 7]

    def allowed(self, state, action):
        if not super().allowed(state, action):
            return False
        return state % 2 == 0 or action < 10

    def cost(self, state, action, next_state):
        return super().cost(state, action, next_state) + (2 if next_state > state else 1)


class LimitedStepper(Stepper):
    """Overrides a class attribute on the instance, and inherits everything else."""

    def __init__(self, start, goal, limit):
        super().__init__(start, goal)
        self.LIMIT = limit

    def heuristic(self, state):
        return min(1, abs(self.goal - state)) + super().heuristic(state)


class Shadows(SearchProblem):
    """Locals named like builtins (sum, max, list, len, min) and like things of a compiler (tables, load, store, edge, t1)."""

    def actions(self, state):
        list = []
        max = 4
        for id in range(max):
            if state[id % 3] != 9:
                list.append(id)
        return list

    def result(self, state, action):
        tables, memory = state, [0, 0, 0]
        load, store, edge, h, t1 = action % 3, (action + 1) % 3, action, 2, 1
        for next in range(3):
            memory[next] = tables[next]
        memory[load] += t1
        memory[store] = (memory[store] * h + edge) % 10
        self_ = tuple(memory)
        return self_

    def cost(self, state, action, next_state):
        sum = 0
        for type in next_state:
            sum += type
        return 1 + sum % 3

    def heuristic(self, state):
        min = 99
        for str in state:
            if str < min:
                min = str
        return 1 if min < 3 else 0

    def is_goal(self, state):
        len, input, output = state
        return len > 6 and input > 6 and output == 8


class Queue(SearchProblem):
    """first, *rest = state; *head, last = state; list.insert, pop, remove, index, extend, reverse and sort."""

    def actions(self, state):
        return ["serve", "jump", "swap ends", "tail first", "sort some", "smallest first"]

    def result(self, state, action):
        if action == "serve":
            first, *rest = state
            return (*rest, first)
        if action == "jump":
            *head, last = state
            head.insert(1, last)
            return tuple(head)
        line = list(state)
        if action == "swap ends":
            front = line.pop(0)
            back = line.pop()
            line.insert(0, back)
            line.append(front)
        elif action == "tail first":
            tail = line[-2:]
            del line[-2:]
            tail.extend(line)
            line = tail
        elif action == "sort some":
            part = line[1:4]
            part.sort(reverse=True)
            line[1:4] = part
        else:
            i = line.index(min(line))
            line.remove(min(line))
            line.reverse()
            line.insert(0, state[i])
        return tuple(line)

    def cost(self, state, action, next_state):
        return 3 if action == "sort some" else 2 if action == "smallest first" else 1

    def is_goal(self, state):
        return state == tuple(sorted(state, reverse=True))


class Lock(SearchProblem):
    """A combination lock: dials that wrap, a set of forbidden tuples on self, `x or default`, min of both directions."""

    def __init__(self, start, goal, forbidden):
        super().__init__(start)
        self.goal = goal
        self.forbidden = set(forbidden) or None

    def turn(self, dials, which, step=1):
        return tuple((d + step) % 10 if i == which else d for i, d in enumerate(dials))

    def actions(self, state):
        moves = []
        for i in range(len(state)):
            for step in (+1, -1):
                if self.forbidden is None or self.turn(state, i, step) not in self.forbidden:
                    moves.append((i, step))
        return moves

    def result(self, state, action):
        which, step = action
        return self.turn(state, which, step=step)

    def heuristic(self, state):
        return sum(min((a - b) % 10, (b - a) % 10) for a, b in zip(state, self.goal))

    def is_goal(self, state):
        return state == self.goal


class Loads(SearchProblem):
    """Jobs to machines: the loads are kept sorted; the job's number in the state; the cost is the growth of the maximum."""

    def __init__(self, jobs, machines):
        super().__init__((0, (0,) * machines))
        self.jobs = jobs

    def actions(self, state):
        job, loads = state
        if job >= len(self.jobs):
            return ()
        return [i for i, load in enumerate(loads) if i == 0 or load != loads[i - 1]]

    def result(self, state, machine):
        job, loads = state
        loads = list(loads)
        loads[machine] += self.jobs[job]
        return (job + 1, tuple(sorted(loads)))

    def cost(self, state, action, next_state):
        return max(next_state[1]) - max(state[1])

    def heuristic(self, state):
        job, loads = state
        average = (sum(loads) + sum(self.jobs[job:])) / len(loads)
        return max(0, ceil(average) - max(loads))

    def is_goal(self, state):
        return state[0] == len(self.jobs)


class Die(SearchProblem):
    """A die that rolls over a board: six faces by name unpacked at once; the pips on the top are the cost."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        super().__init__((0, 0, (1, 2, 3, 4, 5, 6)))

    def actions(self, state):
        x, y, _ = state
        if x + 1 < self.width:
            yield "east"
        if x:
            yield "west"
        if y + 1 < self.height:
            yield "south"
        if y:
            yield "north"

    def result(self, state, action):
        x, y, (top, north, west, east, south, bottom) = state
        if action == "east":
            return x + 1, y, (west, north, bottom, top, south, east)
        if action == "west":
            return x - 1, y, (east, north, top, bottom, south, west)
        if action == "south":
            return x, y + 1, (north, bottom, west, east, top, south)
        return x, y - 1, (south, top, west, east, bottom, north)

    def cost(self, state, action, next_state):
        return next_state[-1][0]

    def heuristic(self, state):
        return self.width - 1 - state[0] + self.height - 1 - state[1]

    def is_goal(self, state):
        return state[0] == self.width - 1 and state[1] == self.height - 1 and state[2][0] == 6


class Ricochet(SearchProblem):
    """A robot slides until a wall: while True with break; star-arguments in a condition; zero costs for some moves."""

    def __init__(self, rows):
        self.rows = rows
        for y in range(len(rows)):
            for x in range(len(rows[y])):
                if rows[y][x] == "R":
                    start = (x, y)
                if rows[y][x] == "X":
                    self.target = (x, y)
        super().__init__(start)

    def slide(self, state, dx, dy):
        x, y = state
        while True:
            if self.rows[y + dy][x + dx] == "#":
                break
            x += dx
            y += dy
        return x, y

    def actions(self, state):
        return [d for d in [(0, 1), (1, 0), (0, -1), (-1, 0)] if self.slide(state, *d) != state]

    def result(self, state, action):
        dx, dy = action
        return self.slide(state, dx, dy)

    def cost(self, state, action, next_state):
        return 0 if next_state == (1, 1) else 1

    def is_goal(self, state):
        return state == self.target


class TwoRobots(SearchProblem):
    """Joint actions with product() of two lists, filtered by conditions; None means that a robot waits."""

    MOVES = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0), None: (0, 0)}

    def __init__(self, size, starts, goals, blocked):
        super().__init__(starts)
        self.size, self.goals, self.blocked = size, goals, blocked

    def inside(self, cell):
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size and cell not in self.blocked

    def moved(self, cell, move):
        dx, dy = self.MOVES[move]
        return cell[0] + dx, cell[1] + dy

    def actions(self, state):
        a, b = state
        first = [m for m in self.MOVES if self.inside(self.moved(a, m))]
        second = [m for m in self.MOVES if self.inside(self.moved(b, m))]
        for one, two in product(first, second):
            if one is None and two is None:
                continue
            after = self.moved(a, one), self.moved(b, two)
            if after[0] == after[1] or after == (b, a):
                continue
            yield one, two

    def result(self, state, action):
        return tuple(self.moved(cell, move) for cell, move in zip(state, action))

    def cost(self, state, action, next_state):
        return sum(move is not None for move in action)

    def heuristic(self, state):
        return sum(abs(x - gx) + abs(y - gy) for (x, y), (gx, gy) in zip(state, self.goals))

    def is_goal(self, state):
        return state == self.goals


class SnakesLadders(SearchProblem):
    """dict.get(x, x) for ladders; range(1, 7) as the dice; rules in one line; a state that is an int."""

    JUMPS = {
        4: 14,
        9: 31,
        17: 7,
        20: 38,
        28: 84,
        40: 59,
        51: 67,
        54: 34,
        62: 19,
        63: 81,
        64: 60,
        71: 91,
        87: 24,
        93: 73,
        95: 75,
        99: 78,
    }

    def actions(self, state):
        return range(1, min(6, 100 - state) + 1)

    def result(self, state, roll):
        return self.JUMPS.get(state + roll, state + roll)

    def heuristic(self, state):
        longest = max(b - a for a, b in self.JUMPS.items())
        return max(0, (100 - state) / (longest + 6))

    def is_goal(self, state):
        return state == 100


class WaterSort(SearchProblem):
    """Tubes as a tuple of tuples of the same length, filled up with 0; while ... else; helpers that return pairs."""

    def __init__(self, tubes):
        super().__init__(tuple(tuple(t) for t in tubes))

    def top(self, tube):
        for i in range(len(tube) - 1, -1, -1):
            if tube[i] != 0:
                return i, tube[i]
        return -1, 0

    def actions(self, state):
        moves = []
        for i, source in enumerate(state):
            depth, color = self.top(source)
            if depth < 0 or (depth == len(source) - 1 and len(set(source)) == 1):
                continue
            for j, target in enumerate(state):
                other, other_color = self.top(target)
                if i != j and other < len(target) - 1 and (other == -1 or other_color == color):
                    moves.append((i, j))
        return moves

    def result(self, state, action):
        i, j = action
        tubes = [list(t) for t in state]
        d, color = self.top(tubes[i])
        e, _ = self.top(tubes[j])
        while d >= 0 and e + 1 < len(tubes[j]):
            if tubes[i][d] != color:
                break
            tubes[i][d] = 0
            tubes[j][e + 1] = color
            d -= 1
            e += 1
        else:
            assert d < 0 or e + 1 == len(tubes[j])
        return tuple(tuple(t) for t in tubes)

    def heuristic(self, state):
        return sum(1 for t in state for a, b in zip(t, t[1:]) if a != b and b != 0)

    def is_goal(self, state):
        return all(len(set(tube)) == 1 for tube in state)


class KnightTour(SearchProblem):
    """Visited squares as a bitmask with bit_count(); the actions are sorted by a key that calls a method (Warnsdorff)."""

    def __init__(self, n, rows, start=(0, 0)):
        self.n = n
        self.rows = rows
        super().__init__((start, 1 << (start[1] * n + start[0])))

    def free(self, square, visited):
        x, y = square
        out = []
        for dx, dy in [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]:
            nx, ny = x + dx, y + dy
            if 0 <= nx < self.n and 0 <= ny < self.rows and not visited >> (ny * self.n + nx) & 1:
                out.append((nx, ny))
        return out

    def actions(self, state):
        square, visited = state
        return sorted(self.free(square, visited), key=lambda s: len(self.free(s, visited)))

    def result(self, state, action):
        return action, state[1] | 1 << (action[1] * self.n + action[0])

    def heuristic(self, state):
        return self.n * self.rows - state[1].bit_count()

    def is_goal(self, state):
        return state[1] == 2 ** (self.n * self.rows) - 1


class Switch(SearchProblem):
    """A state that is only a bool; actions True and False; costs that are bools."""

    def actions(self, state):
        return [True, False]

    def result(self, state, action):
        return state ^ action

    def cost(self, state, action, next_state):
        return state != next_state

    def is_goal(self, state):
        return state is True


class Single(SearchProblem):
    """A one-element tuple as the state; (n,) = state; three return statements; chained comparisons."""

    def actions(self, state):
        (n,) = state
        if n < 10:
            return ("+7",)
        if 10 <= n < 50:
            return "+7", "*2"
        return ["-11", "+7"]

    def result(self, state, action):
        (n,) = state
        if action == "+7":
            return (n + 7,)
        elif action == "*2":
            return (n * 2,)
        else:
            return (n - 11,)

    def heuristic(self, state):
        return 1 if state[0] > 70 or state[0] < 0 else 0

    def is_goal(self, state):
        return state == (61,)


class Rule(SearchProblem):
    """Thirty cells of a ring: three neighboring cells change together; a long state of 0 and 1."""

    def __init__(self, ones, length=30):
        super().__init__(tuple(1 if i in ones else 0 for i in range(length)))

    def actions(self, state):
        return [i for i in range(0, len(state), 2) if state[i - 1] | state[i]]

    def result(self, state, action):
        cells = list(state)
        for k in (action - 1, action, action + 1):
            cells[k % len(cells)] ^= 1
        return tuple(cells)

    def heuristic(self, state):
        return (sum(state) + 2) // 3

    def is_goal(self, state):
        return sum(state) == 0


class Assignment(SearchProblem):
    """permutations() and combinations() as actions; max with key=lambda; a list of lists of costs on self."""

    def __init__(self, table):
        super().__init__((-1,) * len(table))
        self.table = table

    def actions(self, state):
        open_ = [i for i, job in enumerate(state) if job < 0]
        free = [job for job in range(len(state)) if job not in state]
        people = list(combinations(open_, 2))[:3]
        return [(a, b, j, k) for a, b in people for j, k in permutations(free, 2)] + [(a, free[0]) for a in open_[:2]]

    def result(self, state, action):
        jobs = list(state)
        if len(action) == 2:
            jobs[action[0]] = action[1]
        else:
            a, b, j, k = action
            jobs[a], jobs[b] = j, k
        return tuple(jobs)

    def cost(self, state, action, next_state):
        total = 0
        for person, (before, after) in enumerate(zip(state, next_state)):
            if before != after:
                total += self.table[person][after]
        return total

    def heuristic(self, state):
        return sum(min(self.table[p]) for p, job in enumerate(state) if job == -1)

    def is_goal(self, state):
        return -1 not in state


class Filters(SearchProblem):
    """filter and map with lambdas, list(...) of them, sum(map(...)), any and all nested, max with several arguments."""

    def actions(self, state):
        return list(filter(lambda a: abs(state[0] + a) <= 12, [-5, 3, 4]))

    def result(self, state, action):
        a, b, c = map(lambda v: v + action, state)
        return (a, c, b) if action > 3 else (a, b % 13, -c)

    def cost(self, state, action, next_state):
        return max(1, abs(action) - 2, sum(map(abs, next_state)) // 9)

    def heuristic(self, state):
        return 0 if all(any(v == w for w in (0, 4)) for v in state) else 1

    def is_goal(self, state):
        return all(any(v == w for w in (0, 4)) for v in state)


class Lookup(SearchProblem):
    """A dict made in the heuristic from tile to place; a set made from a state; a dict comprehension; sum with a start."""

    def __init__(self, tiles, goal):
        super().__init__(tiles)
        self.goal = goal

    def actions(self, state):
        return [(i, i + 2) for i in range(len(state) - 2)] + [(0, 1)]

    def result(self, state, action):
        i, j = action
        s = list(state)
        s[i], s[j] = s[j], s[i]
        return tuple(s)

    def heuristic(self, state):
        goal_place = {tile: i for i, tile in enumerate(self.goal)}
        distances = [abs(i - goal_place[tile]) for i, tile in enumerate(state)]
        far = {d for d in distances if d > 0}
        return sum((d // 2 for d in distances), 0) / 2 if len(far) > 1 else len(far)

    def is_goal(self, state):
        return state == self.goal


class Klotski(SearchProblem):
    """Pieces as a tuple of (x, y) pairs, sizes on self; a set of cells built with nested loops; early return False."""

    def __init__(self, sizes, places, goal):
        super().__init__(tuple(places))
        self.sizes, self.goal = sizes, goal

    def fits(self, state, piece, x, y):
        w, h = self.sizes[piece]
        if not (0 <= x <= 4 - w and 0 <= y <= 4 - h):
            return False
        for other, (ox, oy) in enumerate(state):
            if other == piece:
                continue
            ow, oh = self.sizes[other]
            if x < ox + ow and ox < x + w and y < oy + oh and oy < y + h:
                return False
        return True

    def actions(self, state):
        for piece in range(len(state)):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                if self.fits(state, piece, state[piece][0] + dx, state[piece][1] + dy):
                    yield piece, dx, dy

    def result(self, state, action):
        piece, dx, dy = action
        x, y = state[piece]
        return tuple((x + dx, y + dy) if i == piece else place for i, place in enumerate(state))

    def heuristic(self, state):
        return abs(state[0][0] - self.goal[0]) + abs(state[0][1] - self.goal[1])

    def is_goal(self, state):
        return state[0] == self.goal


@dataclass(frozen=True, order=True)
class Task:
    name: str
    hours: int


@dataclass(frozen=True)
class Plan:
    day: int
    energy: float
    done: tuple[bool, ...]

    def free(self):
        return (i for i, done in enumerate(self.done) if not done)


class Planner(SearchProblem):
    """A frozen dataclass with floats; another dataclass in a list on self; a generator from a method; mixed int and float costs."""

    def __init__(self):
        self.tasks = [Task("write", 3), Task("test", 2), Task("ship", 1), Task("rest", 0)]
        self.needs = {"ship": ["write", "test"], "test": ["write"]}
        super().__init__(Plan(0, 4.0, (False,) * 4))

    def names(self):
        return [task.name for task in self.tasks]

    def actions(self, state):
        if state.day > 6:
            return
        for i in state.free():
            task = self.tasks[i]
            needed = self.needs.get(task.name, [])
            if task.hours <= state.energy and all(state.done[self.names().index(n)] for n in needed):
                yield task.name
        yield "sleep"

    def result(self, state, action):
        if action == "sleep":
            return Plan(state.day + 1, min(4.0, state.energy + 2.5), state.done)
        i = self.names().index(action)
        done = state.done[:i] + (True,) + state.done[i + 1 :]
        return Plan(day=state.day, done=done, energy=state.energy - self.tasks[i].hours)

    def cost(self, state, action, next_state):
        return 1 if action == "sleep" else 0.25 * self.tasks[self.names().index(action)].hours

    def is_goal(self, state):
        return all(state.done)


class Thermostat(SearchProblem):
    """Floats in the state; steps of 0.5 and 0.25; abs, round and int of floats; a float cost for some actions only."""

    def actions(self, state):
        temperature, _ = state
        acts = []
        if temperature < 30.0:
            acts.append("heat")
        if temperature > 10:
            acts.append("cool")
        if temperature > 5:
            acts.append("wait")
        return acts

    def result(self, state, action):
        temperature, hours = state
        if action == "heat":
            temperature += 1.5
        elif action == "cool":
            temperature -= 0.75
        else:
            temperature -= 0.25
        return (temperature, (hours + 1) % 24)

    def cost(self, state, action, next_state):
        if action == "wait":
            return 0
        return 1.1 if action == "heat" else 1

    def heuristic(self, state):
        return int(abs(state[0] - 21.25) / 1.5) * 0.5 if round(state[0]) < 21 else 0.0

    def is_goal(self, state):
        return state == (21.25, 8)


class Options(SearchProblem):
    """Helpers with *args, keyword-only parameters and defaults; nested functions that use locals of the outer function."""

    OFFSET = 5

    def mix(self, *values, weight=2, modulus=97):
        total = 0
        for position, value in enumerate(values, start=1):
            total += value * position * weight
        return total % modulus

    def actions(self, state):
        def fits(a):
            return (state + a) % 4 != 1

        return [a for a in (2, 3, 5, 8) if fits(a)]

    def result(self, state, action):
        def twist(value, by=action):
            inner = value * by + self.OFFSET
            return inner if inner < 500 else inner // by

        square = lambda v: v * v % 89
        if action == 2:
            return self.mix(state, action)
        if action == 3:
            return self.mix(state, action, 7, weight=3)
        if action == 5:
            return twist(state)
        return square(twist(state, 3)) + self.mix(state, modulus=11)

    def is_goal(self, state):
        return state == 77


def lowest(values, /, *, default=0):
    best = default
    for v in values:
        if v < best or best == default:
            best = v
    return best


def collatz(n: int, limit: int = 50) -> int:
    steps = 0
    while n != 1:
        if steps >= limit:
            break
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    else:
        return steps
    return limit


class Arithmetic(SearchProblem):
    """math.gcd, isqrt, floor, sqrt and ceil; ** and pow; divmod and % with negative operands; helpers of the module."""

    def actions(self, state):
        if state > 3000 or state < -3000:
            return ["mod", "root", "floor"]
        return ["gcd", "power", "negate", "mod", "floor", "collatz"]

    def result(self, state, action):
        if action == "gcd":
            return math.gcd(state, 36) + 1
        if action == "power":
            return (state % 12) ** 3 - 2 ** (state % 5)
        if action == "negate":
            return -state - 1
        if action == "mod":
            q, r = divmod(state, -7)
            return q + 3 * r
        if action == "root":
            return math.isqrt(abs(state)) - floor(sqrt(state * state) / 10)
        if action == "collatz":
            return lowest([collatz(abs(state) + 1), 40, state % 31]) * -3
        return state // 3 + ceil(state / -4)

    def cost(self, state, action, next_state):
        return 1 + (next_state % -3 == -1)

    def is_goal(self, state):
        return state == -188


class Bits(SearchProblem):
    """Bit operations on negative numbers, ~, ^, >> of negative values, shifts up to 40 bits, hex and binary literals."""

    def actions(self, state):
        return [0, 1, 2, 3, 4]

    def result(self, state, action):
        low = state & 0xFF
        if action == 0:
            return ~low
        if action == 1:
            return (state >> 1) ^ 0b1011
        if action == 2:
            return (low << 3 | low >> 5) & 0xFF
        if action == 3:
            return -(low ^ 0x2A)
        return (1 << 40) >> (35 - (state & 7)) if state & 1 else low | 1

    def is_goal(self, state):
        return state == -170


class Alternatives(SearchProblem):
    """`x or default`, `a and b`, not of tuples and lists, conditional expressions in conditional expressions, in of ranges."""

    def actions(self, state):
        count, pair = state
        moves = []
        if count in range(0, 40, 3):
            moves += [3]
        if not moves or pair[0]:
            moves += [1, 2]
        if not (pair[0] or pair[1]):
            moves.append(5)
        return moves

    def result(self, state, action):
        count, (a, b) = state
        a, b = b and action, a or count % 4
        count = count + action if count < 60 else 0 if action == 1 else 1 if a else 2
        return (count, (a % 4, b))

    def heuristic(self, state):
        return (state[0] < 50 and 2) or (state[0] < 55 and 1) or 0

    def is_goal(self, state):
        return state[0] == 59 and bool(state[1][0])


class Ordering(SearchProblem):
    """min of tuples, stable sorts with key and reverse, sorted tuples, comparison of tuples with < and of strings."""

    NAMES = ["pear", "apple", "fig", "plum"]

    def actions(self, state):
        order = sorted(range(4), key=lambda i: self.NAMES[i])
        return [(self.NAMES[i], i) for i in order if (state[i], i) != min((v, j) for j, v in enumerate(state))]

    def result(self, state, action):
        name, i = action
        values = list(state)
        if name < "grape":
            values[i] = values[i] // 2 + 1
        else:
            values[i] = (values[i] * 3 + 1) % 17
        j = sorted(range(4), key=lambda k: -values[k] % 5, reverse=True)[0]
        values[j] -= 1 if (values[i], values[j]) < (values[j], i) else 0
        return tuple(values)

    def is_goal(self, state):
        return state < (0, 2) and sorted(state)[2] >= 9 and max(enumerate(state), key=lambda p: p[1])[0] == 2


class Loops(SearchProblem):
    """for/else, continue, loop variables used after the loop, a variable that is assigned in a branch only, nested breaks."""

    def __init__(self, start):
        super().__init__(start)
        self.primes = []
        for n in range(2, 60):
            for p in self.primes:
                if n % p == 0:
                    break
            else:
                self.primes.append(n)

    def actions(self, state):
        for i in range(2, 9):
            if state % i:
                continue
            yield i
        yield i * 2

    def result(self, state, action):
        for p in self.primes:
            if p > state // action:
                break
        else:
            p = 1
        for i in range(p, 100, p):
            for k in (i + 1, i + 3):
                if k % action == 1:
                    found = k
                    break
            else:
                continue
            break
        else:
            found = i
        if state > 150:
            state = state // 2
        return state + found

    def is_goal(self, state):
        return state == 147


class Retyped(SearchProblem):
    """Names that change their type: state = list(state), the total that becomes a float, an index that becomes a tuple."""

    def actions(self, state):
        moves = (0, 1)
        moves = list(moves) + [2]
        return moves

    def result(self, state, action):
        state = list(state)
        action = (action, (action + 1) % 3)
        source, target = action
        step = state[source] % 2 == 0
        step = step + 1
        state[target] = (state[target] + step) % 7
        state[source] = (state[source] * 2 + target) % 7
        state = tuple(state)
        return state

    def heuristic(self, state):
        h = 0
        for v in state:
            h += v != 3
        h = h / 2
        return h

    def is_goal(self, state):
        return state == (3, 3, 3)


class Signal(SearchProblem):
    """A goal test that returns an int, by `and` and `&`."""

    def actions(self, state):
        return [1, 4, 9]

    def result(self, state, action):
        return (state[0] + action, (state[1] * action + state[0]) % 13)

    def is_goal(self, state):
        return state[0] > 20 and state[1] & 4 and state[0] % 10 == 9


class FallsOff(Signal):
    """A goal test that falls off its end, so that it returns None for most states (an error of the engines)."""

    def is_goal(self, state):
        if state[0] < 40:
            return False
        if state[0] % 10 == 9:
            return True


class SameName(SearchProblem):
    """A local variable, a parameter and an attribute that have the names of methods and of functions of the module."""

    def __init__(self, goal):
        super().__init__(3)
        self.goal = goal
        self.find = 2

    def step(self, state):
        return state * 3 % 50

    def actions(self, state):
        actions = [1, 2]
        cost = 0
        for action in actions:
            cost += action
        return actions + [cost]

    def result(self, state, action):
        step = self.step(state)
        find = self.find
        result = step + action * find
        return result

    def cost(self, state, action, next_state):
        collatz = lowest = action
        return collatz + lowest

    def is_goal(self, state):
        is_goal = state == self.goal
        return is_goal


class Indexing(SearchProblem):
    """A bool as an index, (a, b)[x > y], negative indices that wrap silently, step slices, a list of lists of aliased rows."""

    TABLE = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]

    def actions(self, state):
        return [a for a in range(-3, 3)]

    def result(self, state, action):
        rows = [[1, 2, 3]] * 3
        rows[action % 3][state[0] % 3] += 2
        picked = rows[0][action] + self.TABLE[action][state[1] % 3 - 1]
        flip = (state, state[::-1])[picked > 7]
        return ((flip[0] + picked) % 23, flip[state[0] > 5])

    def is_goal(self, state):
        return state == (19, 21)


class NeverEqual(SearchProblem):
    """A tuple compared with a list, which is never equal: unsolvable, although the states go by."""

    def __init__(self, goal):
        super().__init__((0, 0))
        self.goal = goal

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        return (state[0], (state[1] + 1) % 9) if action else ((state[0] + 2) % 9, state[1])

    def is_goal(self, state):
        return state == self.goal


class Equal(SearchProblem):
    """True == 1 and 2 == 2.0 are equal: a tuple of bools compared with ints, an int with a float, in with floats."""

    def __init__(self):
        super().__init__((False, True, 0))
        self.levels = [0.0, 1.0, 2.5, 4.0]

    def actions(self, state):
        return [0, 1, 2]

    def result(self, state, action):
        a, b, n = state
        if action == 0:
            return (not a, b, n)
        if action == 1:
            return (a, a != b, n)
        return (a, b, (n + 1 + a) % 7)

    def heuristic(self, state):
        return 0 if state[2] in self.levels else 0.5

    def is_goal(self, state):
        return state[:2] == (1, 1) and state[2] == 8 / 2


class Scales(SearchProblem):
    """Lists on self that are empty for one instance; two instances with lists of different lengths; for over nothing."""

    def __init__(self, weights, extras=None, goal=17):
        super().__init__((0, 0))
        self.weights = weights
        self.extras = extras or []
        self.goal = goal

    def actions(self, state):
        left, right = state
        moves = []
        for i, w in enumerate(self.weights):
            if left <= right and left + w < 40:
                moves.append(("left", i))
            if right <= left and right + w < 40:
                moves.append(("right", i))
        for i in range(len(self.extras)):
            moves.append(("extra", i))
        return moves

    def result(self, state, action):
        side, i = action
        left, right = state
        if side == "extra":
            return (left % self.extras[i], right)
        if side == "left":
            return (left + self.weights[i], right)
        return (left, right + self.weights[i])

    def cost(self, state, action, next_state):
        return max(self.extras, default=3) if action[0] == "extra" else 1

    def is_goal(self, state):
        return abs(state[0] - state[1]) == self.goal


class LateGrowth(SearchProblem):
    """Small values for a long time, then values of millions, then negative ones: layouts that are guessed early are too small."""

    def actions(self, state):
        n, value = state
        if n == 400:
            return ["jump"]
        if n == 401:
            return ["sink", "swim"]
        return ["walk"] if n % 50 else ["walk", "pause"]

    def result(self, state, action):
        n, value = state
        if action == "jump":
            return (n + 1, value + 10**6)
        if action == "sink":
            return (n + 1, -(10**9) - value)
        if action == "swim":
            return (n + 1, value * 5_000)
        return (n + 1, value + (action == "pause")) if n < 402 else (n, value % 3)

    def is_goal(self, state):
        return state[0] > 401 and abs(state[1]) < 3 and state[1] % 3 == 2


class MixedCosts(SearchProblem):
    """Int costs on some edges and floats on others, 0 and 0.0, so that the type of the path's cost depends on the path."""

    def __init__(self, goal):
        super().__init__(0)
        self.goal = goal

    def actions(self, state):
        return [1, 2, 3] if state < 60 else []

    def result(self, state, action):
        return state + action

    def cost(self, state, action, next_state):
        if next_state % 5 == 0:
            return 0.5
        if next_state % 7 == 0:
            return 0
        return 2 if action > 1 else 1

    def heuristic(self, state):
        return 0 if state % 2 else 0.0

    def is_goal(self, state):
        return state == self.goal


class SpanningTree(SearchProblem):
    """A delivery round with a heuristic that grows a spanning tree (Prim): lists of bools, inf, nested loops, a bitmask."""

    def __init__(self, points):
        self.points = points
        n = len(points)
        self.d = [
            [abs(points[i][0] - points[j][0]) + abs(points[i][1] - points[j][1]) for j in range(n)] for i in range(n)
        ]
        super().__init__((0, 0))

    def actions(self, state):
        here, seen = state
        return [i for i in range(len(self.points)) if not (seen >> i) & 1 and i != here]

    def result(self, state, action):
        here, seen = state
        return action, seen | (1 << here)

    def cost(self, state, action, next_state):
        return self.d[state[0]][action]

    def heuristic(self, state):
        here, seen = state
        n = len(self.points)
        todo = [i for i in range(n) if not seen & 1 << i]
        if here not in todo:
            todo.append(here)
        best = {i: math.inf for i in todo}
        best[here] = 0
        total = 0
        while todo:
            nearest = min(todo, key=lambda i: best[i])
            todo.remove(nearest)
            total += best[nearest]
            for other in todo:
                if self.d[nearest][other] < best[other]:
                    best[other] = self.d[nearest][other]
        return total

    def is_goal(self, state):
        here, seen = state
        return seen | 1 << here == (1 << len(self.points)) - 1


class Flood(SearchProblem):
    """Flood-it on a flat tuple: a stack with append and pop, a list of seen cells, a set of colors left."""

    def __init__(self, board, width):
        super().__init__(tuple(board))
        self.width = width

    def area(self, state):
        seen = [False] * len(state)
        stack = [0]
        seen[0] = True
        cells = []
        while stack:
            cell = stack.pop()
            cells.append(cell)
            r, c = cell // self.width, cell % self.width
            around = []
            if r > 0:
                around.append(cell - self.width)
            if r < len(state) // self.width - 1:
                around.append(cell + self.width)
            if c > 0:
                around.append(cell - 1)
            if c < self.width - 1:
                around.append(cell + 1)
            for other in around:
                if not seen[other] and state[other] == state[0]:
                    seen[other] = True
                    stack.append(other)
        return cells

    def actions(self, state):
        return [color for color in range(1, 5) if color != state[0] and color in state]

    def result(self, state, color):
        new = list(state)
        for cell in self.area(state):
            new[cell] = color
        return tuple(new)

    def heuristic(self, state):
        return len(set(state)) - 1

    def is_goal(self, state):
        return len(set(state)) == 1


class Clock(SearchProblem):
    """True if a value is missing: None in an int field; is None tests; a tuple that starts with a string."""

    def __init__(self):
        super().__init__(("idle", None, 3))

    def actions(self, state):
        mode, target, hour = state
        if mode == "idle":
            return ["set", "tick"]
        if target is None:
            return [6, 9, None]
        return ["tick", "cancel"] if hour != target else ["ring"]

    def result(self, state, action):
        mode, target, hour = state
        if action == "tick":
            return (mode, target, hour % 12 + 1)
        if action == "set":
            return ("busy", None, hour)
        if action == "cancel" or action is None:
            return ("idle", None, hour)
        if action == "ring":
            return ("rung", target, hour)
        return (mode, action, hour)

    def is_goal(self, state):
        return state[0] == "rung" and state[1] == 9


class FloatSums(SearchProblem):
    """Sums of floats such as 0.1 in the heuristic and in costs; x / y; sqrt distances; comparisons of nearly equal floats."""

    POINTS = [(0.0, 0.0), (0.1, 0.9), (0.7, 0.2), (1.3, 1.1), (2.2, 0.3), (2.9, 1.7), (3.3, 0.4), (4.1, 1.2)]

    def distance(self, a, b):
        (ax, ay), (bx, by) = self.POINTS[a], self.POINTS[b]
        return sqrt((ax - bx) ** 2 + (ay - by) ** 2)

    def actions(self, state):
        return [i for i in range(len(self.POINTS)) if i != state[0] and self.distance(state[0], i) < 1.5]

    def result(self, state, action):
        return (action, round(state[1] + 0.1, 1)) if state[1] < 0.5 else (action, 0.0)

    def cost(self, state, action, next_state):
        return sum([self.distance(state[0], action), 0.1, 0.2, next_state[1] / 10])

    def heuristic(self, state):
        return self.distance(state[0], 7)

    def is_goal(self, state):
        return state[0] == 7 and state[1] == 0.0


class Move(NamedTuple):
    piece: int
    to: int

    @property
    def length(self):
        return abs(self.to - self.piece)


class NamedActions(SearchProblem):
    """Named tuples as actions, read by name; itertools.chain; a frozenset on the class; a set on self in sorted order."""

    BLOCKED = frozenset({(0, 3), (2, 5)})

    def __init__(self, tokens, spots):
        super().__init__(tuple(tokens))
        self.spots = set(spots)

    def actions(self, state):
        near = (Move(s, s + 1) for s in state if s + 1 not in state)
        far = (Move(s, t) for s in state for t in sorted(self.spots) if t not in state and s < t)
        return [m for m in chain(near, far) if (m.piece, m.to) not in self.BLOCKED and m.to < 10]

    def result(self, state, action):
        new = [s for s in state if s != action.piece]
        new.append(action.to)
        new.sort()
        return tuple(new)

    def cost(self, state, action, next_state):
        return action.length if action.length < 3 else action.length - 1

    def is_goal(self, state):
        return state == (6, 8, 9)


@dataclass(frozen=True)
class Operator:
    name: str
    needs: int
    adds: int
    deletes: int = 0
    price: int = 1


class Strips(SearchProblem):
    """A planner over bitmasks of facts: frozen dataclasses with defaults in a list on self; the names are the actions."""

    FACTS = ["at home", "at shop", "has money", "has drill", "has shelf", "shelf up", "tired"]

    def __init__(self, start, goal):
        bit = {name: 1 << i for i, name in enumerate(self.FACTS)}
        mask = lambda *names: sum(bit[n] for n in names)
        self.operators = [
            Operator("walk", mask("at home"), mask("at shop", "tired"), mask("at home"), 3),
            Operator("walk back", mask("at shop"), mask("at home", "tired"), mask("at shop"), 3),
            Operator("buy drill", mask("at shop", "has money"), mask("has drill"), mask("has money")),
            Operator("buy shelf", mask("at shop", "has money"), mask("has shelf"), mask("has money")),
            Operator("work", mask("at home"), mask("has money", "tired"), price=8),
            Operator("rest", mask("at home", "tired"), 0, mask("tired"), price=2),
            Operator("mount", mask("at home", "has drill", "has shelf"), mask("shelf up"), mask("has shelf")),
        ]
        self.by_name = {op.name: op for op in self.operators}
        self.wanted = mask(*goal)
        super().__init__(mask(*start))

    def actions(self, state):
        return [op.name for op in self.operators if state & op.needs == op.needs]

    def result(self, state, action):
        op = self.by_name[action]
        return (state & ~op.deletes) | op.adds

    def cost(self, state, action, next_state):
        return self.by_name[action].price

    def heuristic(self, state):
        missing = self.wanted & ~state
        count = 0
        while missing:
            missing &= missing - 1
            count += 1
        return count

    def is_goal(self, state):
        return state & self.wanted == self.wanted


class Octile(SearchProblem):
    """Eight directions with sqrt(2) for diagonals; no cutting of corners; the octile distance; ints and floats as costs."""

    ROOT2 = 2**0.5
    D8 = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]

    def __init__(self, grid: list[str], start: tuple[int, int], goal: tuple[int, int]):
        super().__init__(start)
        self.grid, self.goal = grid, goal

    def passable(self, x, y):
        if x < 0 or y < 0:
            return False
        if y >= len(self.grid) or x >= len(self.grid[y]):
            return False
        return self.grid[y][x] in ".,"

    def actions(self, state):
        x, y = state
        for dx, dy in self.D8:
            if not self.passable(x + dx, y + dy):
                continue
            if dx and dy and not (self.passable(x + dx, y) and self.passable(x, y + dy)):
                continue
            yield (dx, dy)

    def result(self, state, action):
        return (state[0] + action[0], state[1] + action[1])

    def cost(self, state, action, next_state):
        base = self.ROOT2 if action[0] != 0 != action[1] else 1
        return base * 3 if self.grid[next_state[1]][next_state[0]] == "," else base

    def heuristic(self, state):
        dx, dy = abs(state[0] - self.goal[0]), abs(state[1] - self.goal[1])
        return (dx + dy - 2 * min(dx, dy)) + math.sqrt(2) * min(dx, dy) - 1e-9 if (dx, dy) != (0, 0) else 0

    def is_goal(self, state):
        return state == self.goal


class PatternDatabase(SearchProblem):
    """(blank, tiles) as the state; a pattern database built by a breadth-first search in __init__, a dict with tuple keys."""

    def __init__(self, tiles, goal):
        self.goal = (goal.index(0), tuple(goal))
        self.neighbors = [[1, 3], [0, 2, 4], [1, 5], [0, 4], [1, 3, 5], [2, 4]]
        self.pattern = (1, 2, 3)
        self.pdb = {self.key(self.goal): 0}
        queue = deque([self.goal])
        seen = {self.key(self.goal)}
        while queue:
            node = queue.popleft()
            for a in self.neighbors[node[0]]:
                after = self.result(node, a)
                if self.key(after) not in seen:
                    seen.add(self.key(after))
                    self.pdb[self.key(after)] = self.pdb[self.key(node)] + 1
                    queue.append(after)
        super().__init__((tiles.index(0), tuple(tiles)))

    def key(self, state):
        return tuple(state[1].index(t) for t in self.pattern) + (state[0],)

    def actions(self, state):
        return self.neighbors[state[0]]

    def result(self, state, action):
        blank, tiles = state
        swapped = list(tiles)
        swapped[blank], swapped[action] = tiles[action], tiles[blank]
        return action, tuple(swapped)

    def heuristic(self, state):
        return self.pdb.get(self.key(state), 0)

    def is_goal(self, state):
        return state == self.goal


class SmallSudoku(SearchProblem):
    """A sudoku of 4x4 digits: sets of used digits by union and difference, the cell with the fewest candidates first."""

    def __init__(self, digits):
        super().__init__(tuple(int(c) for c in digits if c in "01234"))

    def candidates(self, state, cell):
        row, col = divmod(cell, 4)
        used = set()
        for i in range(4):
            used.add(state[row * 4 + i])
            used.add(state[i * 4 + col])
            used.add(state[(row // 2 * 2 + i // 2) * 4 + col // 2 * 2 + i % 2])
        return [d for d in range(1, 5) if d not in used]

    def actions(self, state):
        best_cell, best = None, None
        for cell in range(16):
            if state[cell] == 0:
                options = self.candidates(state, cell)
                if best is None or len(options) < len(best):
                    best_cell, best = cell, options
        if best is None:
            return []
        return [(best_cell, d) for d in best]

    def result(self, state, action):
        cell, digit = action
        return (*state[:cell], digit, *state[cell + 1 :])

    def heuristic(self, state):
        return sum(1 for d in state if d == 0)

    def is_goal(self, state):
        return 0 not in state


class EditDistance(SearchProblem):
    """Two strings on self that are compared letter by letter at (i, j); the actions are words; an action set by conditions."""

    def __init__(self, source: str, target: str):
        super().__init__((0, 0))
        self.source = source
        self.target = target

    def actions(self, state):
        i, j = state
        if i < len(self.source) and j < len(self.target):
            if self.source[i] == self.target[j]:
                yield "keep"
            else:
                yield "replace"
        if i < len(self.source):
            yield "delete"
        if j < len(self.target):
            yield "insert"

    def result(self, state, action):
        i, j = state
        if action in ("keep", "replace"):
            return i + 1, j + 1
        return (i + 1, j) if action == "delete" else (i, j + 1)

    def cost(self, state, action, next_state):
        return 0 if action == "keep" else 1

    def heuristic(self, state):
        return abs((len(self.source) - state[0]) - (len(self.target) - state[1]))

    def is_goal(self, state):
        return state == (len(self.source), len(self.target))


class WordWrap(SearchProblem):
    """Line breaks with cubic penalties: prefix sums on self, a state that is an index, a while loop that appends."""

    def __init__(self, text, width):
        self.lengths = [len(word) for word in text.split()]
        self.width = width
        super().__init__(0)

    def used(self, first, last):
        return sum(self.lengths[first:last]) + (last - first - 1)

    def actions(self, state):
        breaks = []
        end = state + 1
        while end <= len(self.lengths) and self.used(state, end) <= self.width:
            breaks.append(end)
            end += 1
        return breaks

    def result(self, state, action):
        return action

    def cost(self, state, action, next_state):
        if next_state == len(self.lengths):
            return 0
        return (self.width - self.used(state, next_state)) ** 3

    def is_goal(self, state):
        return state == len(self.lengths)


class Knapsack(SearchProblem):
    """Value that is lost as the cost; items as tuples of (name, weight, value); a fractional bound with a break; a tuple of names."""

    def __init__(self, items, capacity):
        self.items = sorted(items, key=lambda item: item[2] / item[1], reverse=True)
        super().__init__((0, capacity))

    def actions(self, state):
        i, room = state
        if i == len(self.items):
            return []
        name, weight, _ = self.items[i]
        return [("take", name), ("skip", name)] if weight <= room else [("skip", name)]

    def result(self, state, action):
        i, room = state
        if action[0] == "take":
            room -= self.items[i][1]
        return (i + 1, room)

    def cost(self, state, action, next_state):
        return 0 if action[0] == "take" else self.items[state[0]][2]

    def heuristic(self, state):
        i, room = state
        total = 0.0
        bound = 0.0
        for _, weight, value in self.items[i:]:
            total += value
            if room <= 0:
                continue
            if weight <= room:
                room -= weight
                bound += value
            else:
                bound += value * room / weight
                room = 0
        return max(0.0, total - bound - 1e-6)

    def is_goal(self, state):
        return state[0] == len(self.items)


class Patrol(SearchProblem):
    """Guards that move in cycles: the time modulo the least common multiple in the state; math.lcm; a list of cycles."""

    def __init__(self, rows, cycles):
        self.rows, self.cycles = rows, cycles
        self.period = 1
        for cycle in cycles:
            self.period = math.lcm(self.period, len(cycle))
        super().__init__((0, 0, 0))

    def guarded(self, x, y, t):
        return any((x, y) == cycle[t % len(cycle)] for cycle in self.cycles)

    def actions(self, state):
        x, y, t = state
        result = []
        for name, nx, ny in [
            ("wait", x, y),
            ("right", x + 1, y),
            ("down", x, y + 1),
            ("left", x - 1, y),
            ("up", x, y - 1),
        ]:
            if not (0 <= nx < len(self.rows[0]) and 0 <= ny < len(self.rows)) or self.rows[ny][nx] == "#":
                continue
            if not self.guarded(nx, ny, t + 1):
                result.append(name)
        return result

    def result(self, state, action):
        x, y, t = state
        t = (t + 1) % self.period
        match action:
            case "right":
                x += 1
            case "left":
                x -= 1
            case "down":
                y += 1
            case "up":
                y -= 1
            case "wait":
                pass
        return x, y, t

    def heuristic(self, state):
        x, y, *_ = state
        return len(self.rows[0]) - 1 - x + len(self.rows) - 1 - y

    def is_goal(self, state):
        return (state[0], state[1]) == (len(self.rows[0]) - 1, len(self.rows) - 1)


class BurntPancakes(SearchProblem):
    """Signed values: a reversed prefix with the signs turned; zip of a tuple with itself shifted; lists joined with +."""

    def __init__(self, cakes):
        super().__init__(tuple(cakes))

    def actions(self, state):
        return [k for k in range(1, len(state) + 1)]

    def result(self, state, k):
        top = [-cake for cake in state[:k]]
        top.reverse()
        return tuple(top + list(state[k:]))

    def heuristic(self, state):
        padded = list(state) + [len(state) + 1]
        return sum(b - a != 1 for a, b in zip(padded, padded[1:]))

    def is_goal(self, state):
        return all(cake == i + 1 for i, cake in enumerate(state))


class EnumValues(SearchProblem):
    """.value and .name of Enum members, a member made from a value, iteration over an Enum class, a member's method."""

    def __init__(self, goal):
        super().__init__((0, 0, Heading.EAST))
        self.goal = goal

    def actions(self, state):
        moves = [h for h in Heading if h is not state[2]]
        return moves[:2] if state[2].name == "EAST" else moves

    def result(self, state, action):
        x, y, heading = state
        heading = Heading((heading.value + action.value) % 4) if action.value else heading.turned(1)
        if heading.value % 2:
            x += 1 if heading == Heading.EAST else -1
        else:
            y += heading.value - 1
        return x, y, heading

    def is_goal(self, state):
        return state[:2] == self.goal


class Augmented(SearchProblem):
    """All augmented assignments, also on list items and with slices; multiple targets; del of items; swaps of three."""

    def actions(self, state):
        return list(range(len(state) * 2))

    def result(self, state, action):
        s = list(state)
        i = action // 2
        j = i - 1
        if action % 2:
            s[i] += 5
            s[i] *= 3
            s[i] %= 16
            s[j] |= 1
            s[j] ^= s[i] & 6
        else:
            a = b = s[i]
            a -= 7
            a //= 2
            b <<= 2
            b >>= 1
            b &= 12
            a **= 2
            s[i], s[j], s[j - 1] = a % 16, s[j - 1], b
            s[:1] += [s[0] % 3]
            del s[1]
        return tuple(s)

    def cost(self, state, action, next_state):
        price = 3.0
        price /= 2
        price += action
        price -= action
        return price

    def is_goal(self, state):
        return state[0] == 2 and state[1] == 5 and state[2] % 2 == 0


class Torus(SearchProblem):
    """A three-dimensional torus with itertools.product in the methods, unpacked coordinates and distances that wrap."""

    SIZE = (5, 4, 3)

    def actions(self, state):
        return [d for d in itertools.product((-1, 0, 1), repeat=3) if sum(map(abs, d)) == 1]

    def result(self, state, action):
        return tuple((a + b) % n for a, b, n in zip(state, action, self.SIZE))

    def cost(self, state, action, next_state):
        x, y, z = next_state
        return 1 + (x * y + z) % 4

    def heuristic(self, state):
        return sum(min(abs(a - b), n - abs(a - b)) for a, b, n in zip(state, (3, 2, 1), self.SIZE))

    def is_goal(self, state):
        return state == (3, 2, 1)


class Robot(SearchProblem):
    """A program in one method: long if/elif chains in successors(), which returns a list, with a helper that appends to it."""

    def __init__(self, width=6, height=5, battery=8):
        super().__init__((0, 0, battery, False))
        self.width, self.height, self.battery = width, height, battery

    def add(self, found, name, state, cost=1):
        x, y, battery, loaded = state
        if 0 <= x < self.width and 0 <= y < self.height and battery >= 0:
            found.append((name, state, cost))

    def successors(self, state):
        x, y, battery, loaded = state
        found = []
        drain = 2 if loaded else 1
        self.add(found, "e", (x + 1, y, battery - drain, loaded))
        self.add(found, "w", (x - 1, y, battery - drain, loaded))
        self.add(found, "s", (x, y + 1, battery - drain, loaded))
        self.add(found, "n", (x, y - 1, battery - drain, loaded))
        if (x, y) in [(2, 2), (0, 0)]:
            self.add(found, "charge", (x, y, self.battery, loaded), cost=4)
        if (x, y) == (4, 2) and not loaded:
            self.add(found, "load", (x, y, battery, True), 0)
        return found

    def actions(self, state):
        return [edge[0] for edge in self.successors(state)]

    def result(self, state, action):
        return {name: after for name, after, _ in self.successors(state)}[action]

    def cost(self, state, action, next_state):
        return {name: cost for name, _, cost in self.successors(state)}[action]

    def is_goal(self, state):
        return state[3] and state[:2] == (0, 0)


# --- odd ones: they may be refused, but they're never wrong ---


class SetTour(SearchProblem):
    """A frozenset in the state."""

    def __init__(self, d):
        super().__init__((0, frozenset(range(1, len(d)))))
        self.d = d

    def actions(self, state):
        return sorted(state[1]) or ([0] if state[0] else [])

    def result(self, state, action):
        return action, state[1] - {action}

    def cost(self, state, action, next_state):
        return self.d[state[0]][action]

    def is_goal(self, state):
        return state == (0, frozenset())


class StringPuzzle(SearchProblem):
    """The 8-puzzle as a string, with find, slices and replace."""

    def actions(self, state):
        i = state.find("0")
        return [j for j in (i - 3, i + 3, i - 1, i + 1) if 0 <= j < 9 and (j // 3 == i // 3 or j % 3 == i % 3)]

    def result(self, state, action):
        tile = state[action]
        return state.replace("0", "x").replace(tile, "0").replace("x", tile)

    def heuristic(self, state):
        return sum(1 for a, b in zip(state, "123456780") if a != b and a != "0")

    def is_goal(self, state):
        return state == "123456780"


class Letters(SearchProblem):
    """A word ladder with a heuristic over the letters of a state."""

    WORDS = ["cat", "cot", "cog", "dog", "dot", "cut", "cub", "dig", "big", "bag", "bog"]

    def actions(self, state):
        return [w for w in self.WORDS if sum(a != b for a, b in zip(w, state)) == 1]

    def result(self, state, action):
        return action

    def heuristic(self, state):
        return sum(a != b for a, b in zip(state, "bag"))

    def is_goal(self, state):
        return state == "bag"


class StackHanoi(SearchProblem):
    """Hanoi as a tuple of tuples of varying lengths."""

    def __init__(self, disks):
        super().__init__((tuple(range(disks, 0, -1)), (), ()))

    def actions(self, state):
        return [
            (i, j) for i in range(3) for j in range(3) if state[i] and (not state[j] or state[i][-1] < state[j][-1])
        ]

    def result(self, state, action):
        pegs = [list(peg) for peg in state]
        pegs[action[1]].append(pegs[action[0]].pop())
        return tuple(tuple(peg) for peg in pegs)

    def is_goal(self, state):
        return not state[0] and not state[1]


class LambdaMoves(SearchProblem):
    """A list of lambdas on self, which are called in result; an action is an index into it."""

    def __init__(self):
        super().__init__(2)
        self.moves = [lambda n: n + 3, lambda n: n * 2, lambda n: n // 3]

    def actions(self, state):
        return range(len(self.moves))

    def result(self, state, action):
        return self.moves[action](state) % 500

    def is_goal(self, state):
        return state == 333


class NamedFunctions(SearchProblem):
    """A dict from a name to a bound method, getattr with a built name, and a class-level dispatch."""

    def __init__(self):
        super().__init__(1)
        self.table = {"up": self.do_up, "down": self.do_down}

    def do_up(self, n):
        return n * 3 + 1

    def do_down(self, n):
        return n // 2

    def actions(self, state):
        return ["up", "down"] if state < 300 else ["down"]

    def result(self, state, action):
        return getattr(self, "do_" + action)(state) if state % 2 else self.table[action](state)

    def is_goal(self, state):
        return state == 122


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@functools.cache
def digit_sum(n):
    return sum(int(c) for c in str(n))


class Cached(SearchProblem):
    """Helpers with lru_cache, one of them recursive, one of them with strings of digits."""

    def actions(self, state):
        return [1, 2, 3]

    def result(self, state, action):
        return (state + fib(state % 10 + action) + digit_sum(state)) % 400

    def is_goal(self, state):
        return state == 6


class Memo(SearchProblem):
    """A dictionary on self as a cache of h, filled during the search; a counter on self."""

    def __init__(self):
        super().__init__((0, 0))
        self.cache = {}
        self.calls = 0

    def actions(self, state):
        self.calls += 1
        return [(1, 2), (2, 1), (-1, 0)]

    def result(self, state, action):
        return ((state[0] + action[0]) % 20, (state[1] + action[1]) % 20)

    def heuristic(self, state):
        if state not in self.cache:
            self.cache[state] = (abs(13 - state[0]) + abs(17 - state[1])) // 20
        return self.cache[state]

    def is_goal(self, state):
        return state == (13, 17)


class Counting(SearchProblem):
    """An impure problem: the cost depends on how often it was asked."""

    def __init__(self):
        super().__init__(0)
        self.asked = 0

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def cost(self, state, action, next_state):
        self.asked += 1
        return 1 + self.asked % 3

    def is_goal(self, state):
        return state == 30


class Growing(SearchProblem):
    """A list on self that actions() takes by reference and appends to, so that it grows with every call."""

    def __init__(self):
        super().__init__(0)
        self.base = [1, 2]

    def actions(self, state):
        moves = self.base
        if state % 10 == 3 and len(moves) < 6:
            moves.append(len(moves) + 1)
        return moves

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == 40


class MutableDefault(SearchProblem):
    """A mutable default argument that remembers states of earlier calls."""

    def actions(self, state, seen=[]):
        seen.append(state)
        return [1, 2] if len(seen) % 2 else [2, 1, 3]

    def result(self, state, action):
        return (state * 2 + action) % 101

    def is_goal(self, state):
        return state == 77


class Closures(SearchProblem):
    """Lambdas that close over a loop variable: all of them see its last value."""

    def actions(self, state):
        steps = []
        for i in range(1, 4):
            steps.append(lambda: i)
        return [f() for f in steps] + [(lambda k=k: k)() for k in (5, 7)]

    def result(self, state, action):
        return (state * 2 + action) % 64

    def is_goal(self, state):
        return state == 27


class Dynamic(SearchProblem):
    """__getattr__ supplies attributes that don't exist; __slots__-like tricks; setattr in __init__."""

    def __init__(self):
        super().__init__(0)
        setattr(self, "mod" + "ulus", 45)

    def __getattr__(self, name):
        if name.startswith("step"):
            return int(name[4:])
        raise AttributeError(name)

    def actions(self, state):
        return [self.step3, self.step7]

    def result(self, state, action):
        return (state + action) % self.modulus

    def is_goal(self, state):
        return state == 44


class HalfFloats(SearchProblem):
    """States that are ints or floats: 4 / 2 is 2.0, which equals 2, so that both are one state."""

    def actions(self, state):
        return ["half", "next"] if state < 40 else ["half"]

    def result(self, state, action):
        return state / 2 if action == "half" else state + 3

    def is_goal(self, state):
        return state == 8.25


class BoolOrInt(SearchProblem):
    """True and 1 are the same state; the action 1 and the action True are equal, too."""

    def actions(self, state):
        return [1, True, 1.0, 2]

    def result(self, state, action):
        if state in (0, 1) and action == 1:
            return not state
        return (state + action) % 30

    def is_goal(self, state):
        return state == 29


class MinusZero(SearchProblem):
    """0.0 and -0.0 are equal states, although 1 / x differs in sign and str shows it."""

    def actions(self, state):
        return [0.5, -0.5, -1.0]

    def result(self, state, action):
        x = state * action if action < 0 and state == 0 else state + action
        return x if abs(x) <= 8 else -0.0

    def cost(self, state, action, next_state):
        return 1 if math.copysign(1, next_state) > 0 else 2

    def is_goal(self, state):
        return state == 7.5


class NotANumber(SearchProblem):
    """A cost that is NaN in a rare state (the engines raise an error)."""

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def cost(self, state, action, next_state):
        return math.inf - math.inf if next_state == 150 else 1

    def is_goal(self, state):
        return state == 400


class NegativeCost(NotANumber):
    """A cost that is negative in a rare state (the engines raise an error)."""

    def cost(self, state, action, next_state):
        return next_state - 201 if next_state % 200 == 0 else 1


class NegativeH(NotANumber):
    """An estimate that is negative in a rare state."""

    def cost(self, state, action, next_state):
        return 1

    def heuristic(self, state):
        return (180 - state) // 2 if state < 181 else 0 if state != 199 else -0.5


class InfiniteCost(NotANumber):
    """A cost that is infinite in a rare state."""

    def cost(self, state, action, next_state):
        return float("inf") if next_state == 77 else 1


class NoneH(NotANumber):
    """An estimate that is None late, because a branch lacks a return."""

    def cost(self, state, action, next_state):
        return 1

    def heuristic(self, state):
        if state < 150:
            return 0
        elif state > 150:
            return 1


class LateIndex(SearchProblem):
    """An IndexError in a state that is found late."""

    COSTS = [1] * 300

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def cost(self, state, action, next_state):
        return self.COSTS[next_state - 1]

    def is_goal(self, state):
        return state == 500


class LateNegativeIndex(LateIndex):
    """An index that goes below zero: first it wraps silently, then it's an IndexError."""

    def result(self, state, action):
        return state - action

    def cost(self, state, action, next_state):
        return self.COSTS[next_state + 10]


class LateKey(LateIndex):
    """A KeyError in a state that is found late."""

    NEXT = {i: i + 1 for i in range(256) if i != 254}

    def result(self, state, action):
        return self.NEXT[state]

    def cost(self, state, action, next_state):
        return 1


class LateZero(LateIndex):
    """A division by zero in a state that is found late: // and %, and one by a float zero."""

    def cost(self, state, action, next_state):
        return 1 + 7 // (333 - next_state) % 2 if state % 2 else 1 + abs(1.0 / (next_state - 301.0)) // 1


class LateUnpack(SearchProblem):
    """A tuple of two values that is unpacked into three names late (a ValueError)."""

    ROUTES = [(i, i + 1, 1) for i in range(200)] + [(200, 201)] + [(i, i + 1, 2) for i in range(201, 300)]

    def actions(self, state):
        return [state]

    def result(self, state, action):
        _, after, _ = self.ROUTES[action]
        return after

    def is_goal(self, state):
        return state == 299


class LateRaise(SearchProblem):
    """raise ValueError and a failing assert, both late."""

    def actions(self, state):
        assert state != 301, "301 is forbidden"
        return [1, 3]

    def result(self, state, action):
        if state > 290 and action == 3:
            raise ValueError(f"no jump from {state}")
        return state + action

    def is_goal(self, state):
        return state == 310


class LateNone(SearchProblem):
    """A state that is None late, because a branch lacks a return; then arithmetic with None (a TypeError)."""

    def actions(self, state):
        return [1, 2] if state is None or state < 250 else [1]

    def result(self, state, action):
        if state != 249:
            return state + action

    def is_goal(self, state):
        return state == 255


class LateOverflow(SearchProblem):
    """Values that pass 2**63 after many small ones, and come back by a remainder."""

    def actions(self, state):
        return ["grow", "rest"] if state[0] > 1000 else ["rest"]

    def result(self, state, action):
        n, value = state
        if action == "grow":
            return (n + 1, value * value * 7 + n)
        return (n + 1, value % 1_000_003)

    def is_goal(self, state):
        return state[0] == 1012 and state[1] % 10 == 3


class WideTemporary(SearchProblem):
    """States stay small, but a temporary value passes 2**63 (a linear congruential generator, a power, a shift)."""

    def actions(self, state):
        return [0, 1, 2]

    def result(self, state, action):
        if action == 0:
            return (state * 6364136223846793005 + 1442695040888963407) % 2**64 % 1009
        if action == 1:
            return (1 << (state % 90)) % 1013
        return (state + 3) ** 9 % 997

    def is_goal(self, state):
        return state == 571


class BigFloat(SearchProblem):
    """Ints above 2**53 compared with floats: Python compares exactly, C doesn't; int(float) and / of large ints."""

    def actions(self, state):
        return [1, 2, 3]

    def result(self, state, action):
        big = 2**53 + state
        if action == 1:
            return (state + (big == float(big)) + 1) % 300
        if action == 2:
            return int(big / 3) % 271
        return (state * 2 + (big * 3 > float(2**53) * 3.0000000000000004)) % 300

    def is_goal(self, state):
        return state == 299


class LateShape(SearchProblem):
    """A state that is a pair, and a triple late; slices of it."""

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        if state[0] == 120 and len(state) == 2:
            return (state[0] + action, state[1], 0)
        return (state[0] + action, (state[1] + action) % 3, *state[2:])

    def is_goal(self, state):
        return state[0] > 130 and state[-1] == 0


class LateType(SearchProblem):
    """An int field that is a string late, and a float even later."""

    def actions(self, state):
        return ["a", "b"]

    def result(self, state, action):
        n, kind = state
        if n == 100 and action == "b":
            return (n + 1, "end")
        if n == 150:
            return (n + 1, 0.5)
        return (n + 1, kind)

    def is_goal(self, state):
        return state == (200, 0.5)


class Identity(SearchProblem):
    """`is` between ints and between tuples, which depends on the interpreter; `is` with True and None."""

    def actions(self, state):
        return [100, 200, 300]

    def result(self, state, action):
        twice = state[0] + action
        if twice is state[0] or state is self.initial_state and action is None:
            return state
        return (twice % 701, (state[1] is True) + state[1] & 1)

    def is_goal(self, state):
        return state[0] is not None and state[0] == 650


class SetOrder(SearchProblem):
    """The actions are a set of ints, whose order is not the order of insertion; a set difference; pop from a set."""

    def actions(self, state):
        return {17, 3, 8, 64, 1} - {state % 9}

    def result(self, state, action):
        rest = {state % 5, action, 33}
        rest.discard(17)
        return (state + action + rest.pop()) % 211

    def is_goal(self, state):
        return state == 210


class DictOrder(SearchProblem):
    """The actions depend on the order of insertion into a dict, from which a key was deleted and set again."""

    def __init__(self):
        super().__init__(0)
        self.steps = {"a": 1, "b": 5, "c": 9}
        del self.steps["a"]
        self.steps["d"] = 2
        self.steps["a"] = 4
        self.steps.update(c=7)

    def actions(self, state):
        return [name for name in self.steps if (state + self.steps[name]) % 3]

    def result(self, state, action):
        local = dict(self.steps)
        local.pop("b")
        local["b"] = 6
        first = next(iter(local))
        return (state * 2 + local[action] + (action == first)) % 97

    def is_goal(self, state):
        return state == 96


class Characters(SearchProblem):
    """The actions are the characters of a string; ord and chr; a string built from the state, and int() of it."""

    def actions(self, state):
        return "LRUD" if state % 2 else "XY"

    def result(self, state, action):
        text = str(state) + str(ord(action) % 3)
        return int(text[::-1]) % 600 + len(text)

    def is_goal(self, state):
        return state == 505


class Containers(SearchProblem):
    """deque, Counter, defaultdict, heapq, reduce and operator in the methods."""

    def actions(self, state):
        queue = deque(state)
        queue.rotate(1)
        return [x for x, _ in Counter(queue).most_common()]

    def result(self, state, action):
        d = defaultdict(int)
        for v in state:
            d[v] += action + 1
        heap = [d[v] % 5 for v in state]
        heapq.heapify(heap)
        return (heapq.heappop(heap), reduce(operator.xor, heap, action) % 5, heap[-1])

    def is_goal(self, state):
        return state == (1, 0, 1)


@dataclass(frozen=True)
class Vector:
    x: int
    y: int

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __abs__(self):
        return abs(self.x) + abs(self.y)

    def __iter__(self):
        yield self.x
        yield self.y


class Operators(SearchProblem):
    """A dataclass with __add__, __abs__ and __iter__ as the state and as an action; astuple."""

    def __init__(self):
        super().__init__(Vector(0, 0))

    def actions(self, state):
        return [Vector(1, 2), Vector(-2, 1), Vector(0, -1)] if abs(state) < 15 else []

    def result(self, state, action):
        x, y = state
        return state + action if (x * y) % 5 != 3 else Vector(*astuple(action))

    def is_goal(self, state):
        return astuple(state) == (-3, 7)


@dataclass(frozen=True)
class Tagged:
    value: int
    note: int = field(default=0, compare=False)


class PartlyCompared(SearchProblem):
    """A dataclass with a field that doesn't count in comparisons: states with other notes are the same state."""

    def __init__(self):
        super().__init__(Tagged(0))

    def actions(self, state):
        return [1, 2, 5]

    def result(self, state, action):
        return Tagged((state.value + action) % 40, state.note + 1)

    def cost(self, state, action, next_state):
        return 1 + next_state.note % 2

    def is_goal(self, state):
        return state.value == 39


class Folded:
    """A state with its own __eq__ and __hash__: 7 and -7 are the same."""

    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return isinstance(other, Folded) and abs(self.n) == abs(other.n)

    def __hash__(self):
        return hash(abs(self.n))


class OwnEquality(SearchProblem):
    """States of a plain class with __eq__ and __hash__."""

    def __init__(self):
        super().__init__(Folded(1))

    def actions(self, state):
        return [2, -3, 5]

    def result(self, state, action):
        return Folded((state.n * 2 + action) if abs(state.n) < 60 else state.n // 3)

    def is_goal(self, state):
        return state.n == 81


class Keyed(SearchProblem):
    """state_key: states with the same key are the same state."""

    def state_key(self, state):
        return state[0]

    def actions(self, state):
        return [1, 2, 3]

    def result(self, state, action):
        return ((state[0] + action) % 50, state[1] + action)

    def cost(self, state, action, next_state):
        return 1 + next_state[1] % 2

    def is_goal(self, state):
        return state[0] == 49


class Transcendental(SearchProblem):
    """sin, atan2, exp, log, hypot and ** 0.5: the last digit may differ between libraries."""

    def actions(self, state):
        return [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def result(self, state, action):
        return (max(-9, min(9, state[0] + action[0])), max(-9, min(9, state[1] + action[1])))

    def cost(self, state, action, next_state):
        x, y = next_state
        return 1 + abs(math.sin(x * 1.7 + y)) + math.hypot(x, y) / 7 + math.log(3 + abs(x)) + math.exp(-abs(y))

    def heuristic(self, state):
        return ((state[0] - 6) ** 2 + (state[1] + 7) ** 2) ** 0.5 * 0.9 + abs(math.atan2(state[1], 3)) / 9

    def is_goal(self, state):
        return state == (6, -7)


class Tries(SearchProblem):
    """try/except as a test of what is legal, with finally and else."""

    TABLE = {0: [3, 5], 3: [7], 5: [7, 0], 7: [9, 3], 9: []}

    def actions(self, state):
        try:
            found = self.TABLE[state]
        except KeyError:
            return [0]
        else:
            return found
        finally:
            state = None

    def result(self, state, action):
        try:
            return self.TABLE[state][1] + action
        except (IndexError, KeyError) as error:
            return (state + action + len(error.args)) % 11

    def is_goal(self, state):
        return state == 9


class Recursive(SearchProblem):
    """Helpers that call themselves: a power, a flood, the depth of a nested tuple."""

    def power(self, base, exponent):
        if exponent == 0:
            return 1
        half = self.power(base, exponent // 2)
        return half * half % 997 * (base if exponent % 2 else 1) % 997

    def actions(self, state):
        return [2, 3, 10]

    def result(self, state, action):
        return self.power(state, action) + action

    def is_goal(self, state):
        return state == 500


class ChangesWhileIterating(SearchProblem):
    """A list that grows and shrinks while a for loop goes over it; a range that keeps its bounds."""

    def actions(self, state):
        found = [1, 2, 3]
        for a in found:
            if a < 8 and state % 2:
                found.append(a * 2 + 1)
            if a == 2 and state % 3 == 0:
                found.remove(1)
        return found

    def result(self, state, action):
        n = 3
        total = state
        for i in range(n):
            n += 5
            total += i * action
            i += 100
        return (total + n) % 160

    def is_goal(self, state):
        return state == 158


class GlobalCounter(SearchProblem):
    """A global that changes with every call, and a global list that a method appends to."""

    def actions(self, state):
        global _calls
        _calls += 1
        _LOG.append(state)
        del _LOG[:-5]
        return [1, 2 + _calls % 2]

    def result(self, state, action):
        return state + action + len(_LOG) // 5

    def is_goal(self, state):
        return state > 60


_calls = 0
_LOG = []


class Reassigned(SearchProblem):
    """A method that the instance replaces by a function of its own, after the class was defined."""

    def __init__(self):
        super().__init__(0)
        self.step = lambda state: state + 4
        self.cost = lambda state, action, next_state: 2 + action % 2

    def step(self, state):
        return state + 1

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        return (self.step(state) + action) % 77

    def is_goal(self, state):
        return state == 76


class Decorated(SearchProblem):
    """A method with a decorator that changes its value; a property with a setter; cached_property."""

    def doubled(method):
        @functools.wraps(method)
        def wrapper(self, *args):
            return method(self, *args) * 2

        return wrapper

    @functools.cached_property
    def modulus(self):
        return 60 + self.initial_state

    def actions(self, state):
        return [1, 7]

    @doubled
    def jump(self, state, action):
        return (state + action) % self.modulus

    def result(self, state, action):
        return self.jump(state, action) + 1

    @doubled
    def cost(self, state, action, next_state):
        return action

    def is_goal(self, state):
        return state == 45


class ComplexPlane(SearchProblem):
    """complex numbers as positions, which have no order."""

    def __init__(self):
        super().__init__(0j)

    def actions(self, state):
        return [1, 1j, -1, -1j]

    def result(self, state, action):
        after = state + action
        return after if abs(after.real) < 5 and abs(after.imag) < 5 else state

    def is_goal(self, state):
        return state == 3 + 4j


class FormatKey(SearchProblem):
    """A dict whose keys are f-strings, looked up with an f-string made from the state; string methods."""

    def __init__(self):
        super().__init__((0, 0))
        self.blocked = {f"{x},{y}": True for x in range(8) for y in range(8) if (x * 3 + y * 5) % 7 == 3}

    def actions(self, state):
        x, y = state
        return [
            f"move {dx:+d} {dy:+d}"
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
            if 0 <= x + dx < 8 and 0 <= y + dy < 8 and not self.blocked.get(f"{x + dx},{y + dy}", False)
        ]

    def result(self, state, action):
        _, dx, dy = action.split()
        return state[0] + int(dx), state[1] + int(dy)

    def heuristic(self, state):
        return 14 - sum(state)

    def is_goal(self, state):
        return state == (7, 7)


ZOO: dict[str, tuple[Callable[[], SearchProblem], int | float | None]] = {
    "rows_puzzle": (lambda: RowsPuzzle(((1, 3, 6), (5, 0, 2), (4, 7, 8))), 8),
    "fifteen_typed": (lambda: FifteenTyped([1, 5, 2, 3, 4, 6, 10, 7, 8, 13, 9, 11, 12, 14, 0, 15]), 7),
    "lights_rows": (lambda: LightsRows(3, {(0, 0), (0, 1), (1, 1), (2, 0), (2, 2)}), 4),
    "top_spin": (lambda: TopSpin((3, 1, 6, 0, 5, 2, 4), 4), 14),
    "pocket_cube": (lambda: PocketCube("F R T' F F R'"), 6),
    "sort_by_swaps": (lambda: SortBySwaps((5, 2, 7, 1, 4, 0, 6)), 76),
    "knights_swap": (lambda: KnightsSwap(), 16),
    "frogs": (lambda: Frogs(3), 15),
    "pegs": (lambda: Pegs(1), 8),
    "queens": (lambda: Queens(6), 6),
    "romania": (lambda: Romania(), 418),
    "romania_back": (lambda: Romania("Drobeta"), 359),
    "word_ladder": (lambda: WordLadder("cold", "warm", "cold cord card ward warm word worm wore core care cart bold".split()), 4),
    "keys_and_doors": (lambda: KeysAndDoors(["#########", "#@..#..a#", "#.#.A.#.#", "#b#.#.#B#", "#...#..$#", "#..a#...#", "#########"]), 15),
    "sokoban": (lambda: Sokoban("#######\n#@ .  #\n# $#  #\n#  $. #\n#     #\n#######"), 9),
    "number_maze": (lambda: NumberMaze([[2, 3, 1, 4, 2], [1, 2, 2, 3, 1], [3, 1, 1, 2, 3], [2, 3, 2, 1, 1], [1, 2, 1, 3, 0]]), 5),
    "fuel": (lambda: Fuel(), 13.25),
    "timetable": (lambda: Timetable("A", "F", 12), 65),
    "hex": (lambda: Hex((-5, 2), (4, -1)), 26),
    "turtle": (lambda: Turtle((-2, 3)), 12),
    "wolf_goat": (lambda: WolfGoat(), 7),
    "vacuum": (lambda: Vacuum([True, False, True, True, False, True], 2), 11),
    "monkey_banana": (lambda: MonkeyBanana(), 4),
    "map_coloring": (lambda: MapColoring(), 12),
    "elevator": (lambda: Elevator([0, 2, 1, 0, 1]), 16),
    "rush_hour": (lambda: RushHour(6, [("h", 2, 2), ("v", 3, 2), ("v", 4, 3), ("h", 4, 2), ("h", 1, 2), ("v", 2, 2)], [0, 2, 0, 2, 0, 2]), 11),
    "change": (lambda: Change(137, {1: 2.3, 2: 3.06, 5: 3.92, 10: 4.1, 20: 5.74, 50: 7.8}), 32.419999999999995),
    "subset_sum": (lambda: SubsetSum([31, 7, 12, 45, 23, 9, 18, 27], 100), 5),
    "subset_sum_unsolvable": (lambda: SubsetSum([32, 8, 12, 46, 22, 10, 18, 28], 101), None),
    "digits": (lambda: Digits(7), 29),
    "racetrack": (lambda: Racetrack(["##########", "#S....####", "#.....#..#", "###...#..#", "###......#", "####....F#", "##########"]), 4),
    "logistics": (lambda: Logistics((1, 2, 0), (2, 0, 1)), 15),
    "pac_man": (lambda: PacMan(["%%%%%%%", "%P . .%", "% %%% %", "%. %. %", "%%%%%%%"]), 11),
    "network": (lambda: Network(60, 47), 6),
    "machine": (lambda: Machine((1, (0, 0, 0))), 8),
    "stepper": (lambda: Stepper(0, 101), 123),
    "limited_stepper": (lambda: LimitedStepper(0, 101, 130), None),
    "base": (lambda: Base(0, 101), 101),
    "shadows": (lambda: Shadows((0, 0, 0)), 8),
    "queue": (lambda: Queue((3, 1, 5, 2, 6, 4)), 6),
    "lock": (lambda: Lock((0, 0, 0), (5, 7, 3), [(5, 7, 2), (4, 7, 3), (5, 8, 3), (5, 6, 3), (6, 7, 3), (0, 0, 1)]), 13),
    "lock_open": (lambda: Lock((9, 1, 8), (1, 8, 8), []), 5),
    "loads": (lambda: Loads([7, 5, 4, 6, 3, 5, 2], 3), 11),
    "die": (lambda: Die(4, 4), 26),
    "ricochet": (lambda: Ricochet(["########", "#......#", "#.R..#.#", "#...#..#", "##X....#", "#..#...#", "########"]), 5),
    "two_robots": (lambda: TwoRobots(4, ((0, 0), (3, 0)), ((3, 1), (0, 1)), [(1, 1), (2, 2)]), 8),
    "snakes_ladders": (lambda: SnakesLadders(0), 7),
    "water_sort": (lambda: WaterSort([[1, 2, 3], [3, 1, 2], [2, 3, 1], [0, 0, 0], [0, 0, 0]]), 7),
    "knight_tour": (lambda: KnightTour(4, 3), 11),
    "switch": (lambda: Switch(False), 1),
    "single": (lambda: Single((0,)), 11),
    "rule": (lambda: Rule((1, 2, 3, 5, 6, 8, 9, 13, 14, 15)), 4),
    "assignment": (lambda: Assignment([[4, 2, 8, 5], [2, 3, 7, 6], [3, 1, 6, 4], [5, 5, 2, 3]]), 10),
    "filters": (lambda: Filters((1, 2, 3)), 18),
    "lookup": (lambda: Lookup((5, 3, 1, 4, 2, 0), (0, 1, 2, 3, 4, 5)), 8),
    "klotski": (lambda: Klotski([(2, 2), (1, 2), (1, 2), (2, 1), (1, 1)], [(0, 0), (2, 0), (3, 0), (0, 2), (2, 2)], (2, 2)), 15),
    "planner": (lambda: Planner(), 2.5),
    "thermostat": (lambda: Thermostat((17.5, 6)), 11.699999999999998),
    "options": (lambda: Options(0), 5),
    "arithmetic": (lambda: Arithmetic(5), 9),
    "bits": (lambda: Bits(1), 5),
    "alternatives": (lambda: Alternatives((0, (0, 0))), 22),
    "ordering": (lambda: Ordering((9, 2, 14, 7)), 6),
    "loops": (lambda: Loops(12), 5),
    "retyped": (lambda: Retyped((0, 1, 6)), 5),
    "signal": (lambda: Signal((0, 1)), 5),
    "same_name": (lambda: SameName(49), 10),
    "indexing": (lambda: Indexing((1, 2)), 6),
    "never_equal": (lambda: NeverEqual([4, 5]), None),
    "equal_tuples": (lambda: NeverEqual((4, 5)), 7),
    "equal": (lambda: Equal(), 3),
    "scales": (lambda: Scales([3, 5, 9], goal=8), 4),
    "scales_extras": (lambda: Scales([4, 6], [7, 4], 15), 14),
    "late_growth": (lambda: LateGrowth((0, 1)), 403),
    "mixed_costs": (lambda: MixedCosts(41), 14.5),
    "mixed_costs_int": (lambda: MixedCosts(14), 4.0),
    "spanning_tree": (lambda: SpanningTree([(0, 0), (3, 8), (7, 1), (5, 5), (9, 9), (2, 4), (8, 6)]), 32),
    "flood": (lambda: Flood([1, 2, 3, 4, 2, 2, 4, 1, 3, 1, 1, 3, 4, 2, 3, 2], 4), 6),
    "clock": (lambda: Clock(), 9),
    "float_sums": (lambda: FloatSums((0, 0.0)), 8.256584350213416),
    "named_actions": (lambda: NamedActions((0, 1, 2), [3, 5, 8]), 16),
    "strips": (lambda: Strips(["at home", "has money"], ["shelf up", "at home"]), 23),
    "octile": (lambda: Octile(["......", ".##,,.", ".#..#.", ".,..#.", "...##."], (0, 0), (3, 3)), 6.82842712474619),
    "pattern_database": (lambda: PatternDatabase([4, 1, 5, 0, 3, 2], [1, 2, 3, 4, 5, 0]), 8),
    "small_sudoku": (lambda: SmallSudoku("0000 0304 0010 2000"), 12),
    "small_sudoku_unsolvable": (lambda: SmallSudoku("0030 0010 0000 3100"), None),
    "edit_distance": (lambda: EditDistance("saturday night", "sunday knight"), 4),
    "word_wrap": (lambda: WordWrap("the quick brown fox jumps over a lazy dog and then it sleeps under the old oak tree", 16), 52),
    "knapsack": (lambda: Knapsack([("map", 9, 150), ("water", 15, 200), ("tin", 7, 90), ("rope", 11, 70), ("tent", 20, 230), ("tea", 3, 45)], 40), 270),
    "patrol": (lambda: Patrol([".....", ".#.#.", ".....", ".#.#.", "....."], [[(2, 0), (2, 1), (2, 2), (2, 1)], [(4, 3), (4, 2), (3, 2)]]), 8),
    "burnt_pancakes": (lambda: BurntPancakes((2, -1, 4, 3, -5)), 7),
    "enum_values": (lambda: EnumValues((-2, 3)), 11),
    "augmented": (lambda: Augmented((1, 7, 4)), 6.0),
    "torus": (lambda: Torus((0, 0, 0)), 9),
    "robot": (lambda: Robot(), 20),
}  # fmt: skip

ODD: dict[str, Callable[[], SearchProblem]] = {
    "set_tour": lambda: SetTour([[0, 3, 5, 4], [3, 0, 2, 6], [5, 2, 0, 1], [4, 6, 1, 0]]),
    "string_puzzle": lambda: StringPuzzle("123405786"),
    "letters": lambda: Letters("cat"),
    "stack_hanoi": lambda: StackHanoi(4),
    "lambda_moves": lambda: LambdaMoves(),
    "named_functions": lambda: NamedFunctions(),
    "cached": lambda: Cached(1),
    "memo": lambda: Memo(),
    "counting": lambda: Counting(),
    "growing": lambda: Growing(),
    "mutable_default": lambda: MutableDefault(1),
    "closures": lambda: Closures(1),
    "dynamic": lambda: Dynamic(),
    "half_floats": lambda: HalfFloats(0),
    "bool_or_int": lambda: BoolOrInt(0),
    "minus_zero": lambda: MinusZero(0.0),
    "not_a_number": lambda: NotANumber(0),
    "negative_cost": lambda: NegativeCost(0),
    "negative_h": lambda: NegativeH(0),
    "infinite_cost": lambda: InfiniteCost(0),
    "none_h": lambda: NoneH(0),
    "late_index": lambda: LateIndex(1),
    "late_negative_index": lambda: LateNegativeIndex(200),
    "late_key": lambda: LateKey(0),
    "late_zero": lambda: LateZero(1),
    "late_unpack": lambda: LateUnpack(0),
    "late_raise": lambda: LateRaise(0),
    "late_none": lambda: LateNone(0),
    "late_overflow": lambda: LateOverflow((0, 3)),
    "wide_temporary": lambda: WideTemporary(1),
    "big_float": lambda: BigFloat(0),
    "late_shape": lambda: LateShape((0, 1)),
    "late_type": lambda: LateType((0, 7)),
    "identity": lambda: Identity((0, 1)),
    "set_order": lambda: SetOrder(0),
    "dict_order": lambda: DictOrder(),
    "characters": lambda: Characters(1),
    "containers": lambda: Containers((1, 2, 3)),
    "operators": lambda: Operators(),
    "partly_compared": lambda: PartlyCompared(),
    "own_equality": lambda: OwnEquality(),
    "keyed": lambda: Keyed((0, 0)),
    "transcendental": lambda: Transcendental((0, 0)),
    "falls_off": lambda: FallsOff((0, 1)),
    "tries": lambda: Tries(0),
    "recursive": lambda: Recursive(3),
    "changes_while_iterating": lambda: ChangesWhileIterating(1),
    "global_counter": lambda: GlobalCounter(0),
    "reassigned": lambda: Reassigned(),
    "decorated": lambda: Decorated(1),
    "complex": lambda: ComplexPlane(),
    "format_key": lambda: FormatKey(),
}  # fmt: skip

IMPURE = frozenset({"counting", "growing", "mutable_default", "global_counter"})
"""The odd ones whose methods remember earlier calls: two searches may differ, so only a refusal or an error is right."""
