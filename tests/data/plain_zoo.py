"""A zoo of small plain problems in the many styles in which people write them, for tests of `compile_problem`.

`ZOO` and `ODD` map a name to a function that makes the problem. Those of `ZOO` are compiled, and give the same search.
Those of `ODD` may be refused with a clear error, or raise an error of the user's code, but they never give a wrong answer.
Add a problem if it uses a part of the translator that neither the others nor `test_plain_table` use.
"""

# The problems are written in the styles of many people, and the odd styles are the point.
# ruff: noqa: B006, B023, B905, C416, C420, E501, E731, N805, PERF401, PLC3002, PLW0108, PLW0603, PLW2901, RET503, RET505, RUF005, RUF007, RUF012, RUF021, RUF059, UP033

import functools
import heapq
import math
import operator
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from enum import Enum
from functools import lru_cache, reduce
from itertools import chain, product
from math import ceil, floor, sqrt
from typing import NamedTuple

from astarlib import SearchProblem


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


class Heading(Enum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    def turned(self, steps):
        return Heading((self.value + steps) % 4)


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


# --- odd ones: they may be refused, but they're never wrong ---


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


ZOO: dict[str, Callable[[], SearchProblem]] = {
    "knights_swap": lambda: KnightsSwap(),
    "frogs": lambda: Frogs(3),
    "queens": lambda: Queens(6),
    "fuel": lambda: Fuel(),
    "timetable": lambda: Timetable("A", "F", 12),
    "subset_sum": lambda: SubsetSum([31, 7, 12, 45, 23, 9, 18, 27], 100),
    "racetrack": lambda: Racetrack(["##########", "#S....####", "#.....#..#", "###...#..#", "###......#", "####....F#", "##########"]),
    "logistics": lambda: Logistics((1, 2, 0), (2, 0, 1)),
    "machine": lambda: Machine((1, (0, 0, 0))),
    "limited_stepper": lambda: LimitedStepper(0, 101, 130),
    "queue": lambda: Queue((3, 1, 5, 2, 6, 4)),
    "lock": lambda: Lock((0, 0, 0), (5, 7, 3), [(5, 7, 2), (4, 7, 3), (5, 8, 3), (5, 6, 3), (6, 7, 3), (0, 0, 1)]),
    "two_robots": lambda: TwoRobots(4, ((0, 0), (3, 0)), ((3, 1), (0, 1)), [(1, 1), (2, 2)]),
    "knight_tour": lambda: KnightTour(4, 3),
    "switch": lambda: Switch(False),
    "klotski": lambda: Klotski([(2, 2), (1, 2), (1, 2), (2, 1), (1, 1)], [(0, 0), (2, 0), (3, 0), (0, 2), (2, 2)], (2, 2)),
    "planner": lambda: Planner(),
    "thermostat": lambda: Thermostat((17.5, 6)),
    "options": lambda: Options(0),
    "arithmetic": lambda: Arithmetic(5),
    "bits": lambda: Bits(1),
    "alternatives": lambda: Alternatives((0, (0, 0))),
    "equal_tuples": lambda: NeverEqual((4, 5)),
    "scales": lambda: Scales([3, 5, 9], goal=8),
    "late_growth": lambda: LateGrowth((0, 1)),
    "spanning_tree": lambda: SpanningTree([(0, 0), (3, 8), (7, 1), (5, 5), (9, 9), (2, 4), (8, 6)]),
    "float_sums": lambda: FloatSums((0, 0.0)),
    "named_actions": lambda: NamedActions((0, 1, 2), [3, 5, 8]),
    "small_sudoku": lambda: SmallSudoku("0000 0304 0010 2000"),
    "patrol": lambda: Patrol([".....", ".#.#.", ".....", ".#.#.", "....."], [[(2, 0), (2, 1), (2, 2), (2, 1)], [(4, 3), (4, 2), (3, 2)]]),
    "burnt_pancakes": lambda: BurntPancakes((2, -1, 4, 3, -5)),
    "enum_values": lambda: EnumValues((-2, 3)),
    "augmented": lambda: Augmented((1, 7, 4)),
}  # fmt: skip

ODD: dict[str, Callable[[], SearchProblem]] = {
    "lambda_moves": lambda: LambdaMoves(),
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
    "transcendental": lambda: Transcendental((0, 0)),
    "falls_off": lambda: FallsOff((0, 1)),
    "tries": lambda: Tries(0),
    "recursive": lambda: Recursive(3),
    "changes_while_iterating": lambda: ChangesWhileIterating(1),
    "global_counter": lambda: GlobalCounter(0),
    "reassigned": lambda: Reassigned(),
    "decorated": lambda: Decorated(1),
    "format_key": lambda: FormatKey(),
}  # fmt: skip

IMPURE = frozenset({"counting", "growing", "mutable_default", "global_counter"})
"""The odd ones whose methods remember earlier calls: two searches may differ, so only a refusal or an error is right."""

REFUSED = frozenset({"enum_values", "float_sums"})
"""Those of `ZOO` that can't be compiled: a call of an enumeration, and `round` with digits."""
