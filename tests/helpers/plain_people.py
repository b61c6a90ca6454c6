"""Small problems in the styles of many people: students, players, and those who solve the puzzles of Advent of Code.

`PEOPLE` maps a name to a function that makes the problem. These should be compiled, and give the same search. `REFUSED`
maps a name to (a function that makes the problem, a part of the reason, a part of the remedy).
"""

# The problems are written in the styles of many people.
# ruff: noqa: B007, B905, C408, C416, E731, F841, FURB116, FURB161, I001, N802, PLW0603, RUF005, RUF012, RUF059, SIM108, T201

import dataclasses
import math
import operator
import random
from collections import defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto
from fractions import Fraction
from functools import partial, reduce
from itertools import accumulate, chain, combinations, groupby, pairwise, permutations, product
from typing import NamedTuple

import numpy as np

from astarlib import FunctionProblem, SearchProblem


GRID = """#########
#S..#...#
#.#.#.#.#
#.#...#E#
#########""".splitlines()


class ComplexMaze(SearchProblem):
    def __init__(self, grid=GRID):
        self.cells = {complex(x, y): ch for y, row in enumerate(grid) for x, ch in enumerate(row)}
        start = next(p for p, ch in self.cells.items() if ch == "S")
        self.end = next(p for p, ch in self.cells.items() if ch == "E")
        super().__init__(start)

    def actions(self, state):
        return [d for d in (1, -1, 1j, -1j) if self.cells.get(state + d, "#") != "#"]

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == self.end

    def heuristic(self, state):
        d = state - self.end
        return abs(d.real) + abs(d.imag)


class TSP(SearchProblem):
    def __init__(self, coords=((0, 0), (3, 4), (6, 1), (2, 7), (8, 8), (5, 5))):
        self.coords = coords
        self.dist = {(i, j): math.dist(a, b) for i, a in enumerate(coords) for j, b in enumerate(coords)}
        super().__init__((0, frozenset(range(1, len(coords)))))

    def actions(self, state):
        here, todo = state
        return sorted(todo) if todo else ([0] if here != 0 else [])

    def result(self, state, city):
        here, todo = state
        return (city, todo - {city})

    def cost(self, state, action, after):
        return self.dist[state[0], action]

    def heuristic(self, state):
        here, todo = state
        return max((self.dist[here, c] + self.dist[c, 0] for c in todo), default=self.dist[here, 0])

    def is_goal(self, state):
        return state == (0, frozenset())


class Bank(NamedTuple):
    farmer: bool = False
    wolf: bool = False
    goat: bool = False
    cabbage: bool = False

    @property
    def is_safe(self):
        if self.goat == self.farmer:
            return True
        return self.wolf != self.goat and self.cabbage != self.goat

    def cross(self, *who):
        return self._replace(farmer=not self.farmer, **{w: not getattr(self, w) for w in who})


class FarmerNT(SearchProblem):
    def __init__(self):
        super().__init__(Bank())

    def successors(self, s):
        for who in (None, "wolf", "goat", "cabbage"):
            if who is None:
                t = s.cross()
            elif getattr(s, who) == s.farmer:
                t = s.cross(who)
            else:
                continue
            if t.is_safe:
                yield who, t, 1

    def actions(self, s):
        return [a for a, _, _ in self.successors(s)]

    def result(self, s, a):
        return next(t for b, t, _ in self.successors(s) if b == a)

    def is_goal(self, s):
        return all(s)


class StringTwist(SearchProblem):
    TURNS = {"L": [2, 0, 3, 1, 4, 5, 6, 7], "R": [0, 1, 2, 3, 6, 4, 7, 5], "M": [0, 1, 4, 5, 2, 3, 6, 7]}
    FLIP = str.maketrans("ab", "ba")

    def __init__(self):
        super().__init__("abcdefgh")

    def actions(self, s):
        return list(self.TURNS) + ["F"]

    def result(self, s, a):
        if a == "F":
            return s.translate(self.FLIP)
        return "".join(s[i] for i in self.TURNS[a])

    def is_goal(self, s):
        return s == "cbdafehg"


class Pegs(SearchProblem):
    def __init__(self):
        self.board = {(r, c) for r in range(4) for c in range(4)}
        super().__init__(frozenset(self.board - {(1, 1)}) - {(0, 3), (3, 0), (3, 3), (2, 3)})

    def actions(self, pegs):
        moves = []
        for (r, c), (dr, dc) in product(sorted(pegs), [(0, 1), (1, 0), (0, -1), (-1, 0)]):
            over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            if over in pegs and to in self.board and to not in pegs:
                moves.append(((r, c), over, to))
        return moves

    def result(self, pegs, action):
        frm, over, to = action
        return pegs.difference([frm, over]).union([to])

    def is_goal(self, pegs):
        return len(pegs) == 3


class Hanoi(SearchProblem):
    def __init__(self, n=4):
        super().__init__((tuple(range(n, 0, -1)), (), ()))
        self.n = n

    def actions(self, pegs):
        return [(a, b) for a, b in permutations(range(3), 2) if pegs[a] and (not pegs[b] or pegs[a][-1] < pegs[b][-1])]

    def result(self, pegs, action):
        a, b = action
        pegs = list(map(list, pegs))
        pegs[b].append(pegs[a].pop())
        return tuple(map(tuple, pegs))

    def is_goal(self, pegs):
        return len(pegs[-1]) == self.n

    def heuristic(self, pegs):
        return self.n - len(pegs[2])


RANKS = "A234"


def color(card):
    return "red" if card[1] in "HD" else "black"


def value(card):
    return RANKS.index(card[0]) + 1


class Cards(SearchProblem):
    def __init__(self):
        super().__init__((("2H", "AS", "3H"), ("AH", "2S"), ("3S",), (0, 0)))

    def actions(self, state):
        *cols, found = state
        for i, col in enumerate(cols):
            if not col:
                continue
            top = col[-1]
            if found["HS".index(top[1])] == value(top) - 1:
                yield ("up", i)
            for j, other in enumerate(cols):
                if i == j:
                    continue
                if not other or (color(other[-1]) != color(top) and value(other[-1]) == value(top) + 1):
                    yield ("move", i, j)

    def result(self, state, action):
        cols, found = [list(c) for c in state[:-1]], list(state[-1])
        kind, i, *rest = action
        card = cols[i].pop()
        if kind == "up":
            found["HS".index(card[1])] += 1
        else:
            cols[rest[0]].append(card)
        return (*map(tuple, cols), tuple(found))

    def is_goal(self, state):
        return sum(state[-1]) == 6


class Dir(IntEnum):
    DOWN = -1
    IDLE = 0
    UP = 1


class Elevator(SearchProblem):
    FLOORS = 5

    def __init__(self):
        super().__init__((0, Dir.IDLE, (3, 1), (0, 4), ()))

    def successors(self, s):
        floor, d, waiting, dest, inside = s
        for nd in Dir:
            if nd is Dir.IDLE:
                continue
            nf = floor + nd
            if 0 <= nf < self.FLOORS:
                yield nd.name, (nf, nd, waiting, dest, inside), 1 if nd == d else 2
        for i, w in enumerate(waiting):
            if w == floor and i not in inside:
                yield (
                    f"load {i}",
                    (floor, Dir.IDLE, waiting[:i] + (-1,) + waiting[i + 1 :], dest, tuple(sorted(inside + (i,)))),
                    1,
                )
        for i in inside:
            if dest[i] == floor:
                yield f"drop {i}", (floor, Dir.IDLE, waiting, dest, tuple(j for j in inside if j != i)), 1

    def actions(self, s):
        return [a for a, *_ in self.successors(s)]

    def result(self, s, a):
        for b, t, c in self.successors(s):
            if a == b:
                return t
        raise KeyError(a)

    def is_goal(self, s):
        return not s[4] and all(w == -1 for w in s[2])


class KeyMaze(SearchProblem):
    def __init__(self, lines=("#######", "#@.a..#", "#.##A##", "#.b#..#", "##B##.#", "#...  #", "#######")):
        self.lines = lines
        pos = next((r, line.index("@")) for r, line in enumerate(lines) if "@" in line)
        self.nkeys = sum(ch.islower() for ch in "".join(lines))
        super().__init__((pos, ""))

    def actions(self, state):
        (r, c), keys = state
        for name, dr, dc in zip("NSEW", (-1, 1, 0, 0), (0, 0, 1, -1)):
            cell = self.lines[r + dr][c + dc]
            if cell == "#":
                continue
            if "A" <= cell <= "Z" and chr(ord(cell) + 32) not in keys:
                continue
            yield name

    def result(self, state, action):
        (r, c), keys = state
        dr, dc = {"N": (-1, 0), "S": (1, 0), "E": (0, 1), "W": (0, -1)}[action]
        r, c = r + dr, c + dc
        cell = self.lines[r][c]
        if cell.islower() and cell not in keys:
            keys = "".join(sorted(keys + cell))
        return ((r, c), keys)

    def is_goal(self, state):
        return len(state[1]) == self.nkeys


class Item(IntFlag):
    NONE = 0
    SWORD = 1
    SHIELD = 2
    KEY = 4


class Quest(SearchProblem):
    ROOMS = {0: [1, 2], 1: [0, 3], 2: [0, 3], 3: [1, 2, 4], 4: [3]}
    LOOT = {1: Item.SWORD, 2: Item.SHIELD | Item.KEY}

    def __init__(self):
        super().__init__((0, Item.NONE))

    def actions(self, s):
        room, items = s
        for nxt in self.ROOMS[room]:
            if nxt == 4 and not items & Item.KEY:
                continue
            if nxt == 3 and Item.SWORD not in items:
                continue
            yield nxt

    def result(self, s, a):
        return (a, s[1] | self.LOOT.get(a, Item.NONE))

    def is_goal(self, s):
        return s[0] == 4


class Light(Flag):
    RED = auto()
    GREEN = auto()
    BLUE = auto()


class Flags(SearchProblem):
    def __init__(self):
        super().__init__(Light.RED)

    def actions(self, s):
        return [c for c in Light if c not in s or len(s) > 1]

    def result(self, s, a):
        return s ^ a

    def is_goal(self, s):
        return s == Light.BLUE


class Loc(StrEnum):
    HOME = "home"
    WORK = "work"
    SHOP = "shop"


class Errands(SearchProblem):
    TIMES = {(Loc.HOME, Loc.WORK): 10, (Loc.WORK, Loc.SHOP): 4, (Loc.HOME, Loc.SHOP): 7}

    def __init__(self):
        super().__init__((Loc.HOME, frozenset()))

    def _time(self, a, b):
        return self.TIMES.get((a, b)) or self.TIMES[b, a]

    def actions(self, s):
        return [l for l in Loc if l != s[0]]

    def result(self, s, a):
        return (a, s[1] | {a})

    def cost(self, s, a, t):
        return self._time(s[0], a)

    def is_goal(self, s):
        return s[0] == Loc.HOME and {Loc.WORK, Loc.SHOP} <= s[1]


class FloodFill(SearchProblem):
    "flood-it: board tuple of tuples; deque BFS in a helper"

    def __init__(self):
        super().__init__(((0, 1, 2), (1, 1, 0), (2, 0, 2)))

    def region(self, b):
        seen, queue = {(0, 0)}, deque([(0, 0)])
        while queue:
            r, c = queue.popleft()
            for a, d in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if 0 <= a < len(b) and 0 <= d < len(b[0]) and (a, d) not in seen and b[a][d] == b[0][0]:
                    seen.add((a, d))
                    queue.append((a, d))
        return seen

    def actions(self, b):
        return [c for c in range(3) if c != b[0][0]]

    def result(self, b, color):
        reg = self.region(b)
        return tuple(tuple(color if (r, c) in reg else x for c, x in enumerate(row)) for r, row in enumerate(b))

    def is_goal(self, b):
        return len({x for row in b for x in row}) == 1

    def heuristic(self, b):
        return len(set(chain.from_iterable(b))) - 1


class Zuma(SearchProblem):
    "groupby on a text"

    def __init__(self):
        super().__init__(("RRYGGYYRR", "GYR"))

    def actions(self, s):
        return sorted({(i, c) for i in range(len(s[0]) + 1) for c in s[1]})

    def shrink(self, row):
        while True:
            for ch, grp in groupby(row):
                n = len(list(grp))
                if n >= 3:
                    row = row.replace(ch * n, "", 1)
                    break
            else:
                return row

    def result(self, s, a):
        i, c = a
        row, hand = s
        return (self.shrink(row[:i] + c + row[i:]), hand.replace(c, "", 1))

    def is_goal(self, s):
        return s[0] == ""


class Prefix(SearchProblem):
    "accumulate"

    def __init__(self):
        super().__init__((4, -2, 5, -7))

    def actions(self, s):
        return [i for i in range(len(s) - 1)]

    def result(self, s, i):
        l = list(s)
        l[i : i + 2] = reversed(l[i : i + 2])
        return tuple(l)

    def is_goal(self, s):
        return min(accumulate(s)) >= 0 and list(accumulate(s)) == [5, 9, 2, 0]


class Nim(SearchProblem):
    def __init__(self):
        super().__init__((3, 4, 5))

    def actions(self, s):
        return [(i, k) for i, n in enumerate(s) for k in range(1, n + 1)]

    def result(self, s, a):
        return tuple(sorted(n - a[1] if i == a[0] else n for i, n in enumerate(s)))

    def is_goal(self, s):
        return reduce(operator.xor, s) == 0 and sum(s) < 4

    def cost(self, s, a, t):
        return reduce(lambda x, y: x + y, [a[1]], 1)


class Base(SearchProblem):
    step = 1

    def __init__(self, n):
        self.n = n
        super().__init__(0)

    def moves(self, s, extra=0):
        return [s + self.step + extra, s - self.step]

    def actions(self, s):
        return [m for m in self.moves(s) if 0 <= m <= self.n]

    def result(self, s, a):
        return a

    def is_goal(self, s):
        return s == self.n


class Derived(Base):
    step = 2

    def moves(self, s, extra=1):
        more = super().moves(s, extra=extra)

        def twice(x, *, by=2):
            return x * by

        return more + [twice(s)]

    def heuristic(self, s):
        return abs(self.n - s) / max(1, self.n)


class Knight(SearchProblem):
    def __init__(self, n=5):
        self.n = n
        super().__init__((0, 0))

    def _around(self, r, c):
        for dr, dc in ((1, 2), (2, 1)):
            for sr in (-1, 1):
                for sc in (-1, 1):
                    yield r + dr * sr, c + dc * sc

    def _inside(self, cells):
        yield from (cell for cell in cells if 0 <= min(cell) and max(cell) < self.n)

    def actions(self, s):
        yield from self._inside(self._around(*s))

    def result(self, s, a):
        return a

    def is_goal(self, s):
        return s == (self.n - 1,) * 2

    def heuristic(self, s):
        return max(abs(a - (self.n - 1)) for a in s) / 2


class NumpyPuzzle(SearchProblem):
    def __init__(self):
        super().__init__(np.array([[1, 2, 3], [4, 0, 6], [7, 5, 8]]))
        self.goal = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 0]])

    def state_key(self, s):
        return s.tobytes()

    def actions(self, s):
        r, c = map(int, np.argwhere(s == 0)[0])
        return [
            (r + dr, c + dc) for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)) if 0 <= r + dr < 3 and 0 <= c + dc < 3
        ]

    def result(self, s, a):
        t = s.copy()
        r, c = map(int, np.argwhere(s == 0)[0])
        t[r, c], t[a] = t[a], 0
        return t

    def is_goal(self, s):
        return np.array_equal(s, self.goal)


class TryMaze(SearchProblem):
    def __init__(self):
        self.g = ["..#", ".#.", "..."]
        super().__init__((0, 0))

    def actions(self, s):
        out = []
        for d in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = s[0] + d[0], s[1] + d[1]
            try:
                if r >= 0 and c >= 0 and self.g[r][c] == ".":
                    out.append(d)
            except IndexError:
                pass
        return out

    def result(self, s, a):
        return (s[0] + a[0], s[1] + a[1])

    def is_goal(self, s):
        return s == (1, 2)


class Collatz(SearchProblem):
    def __init__(self):
        super().__init__(27)

    def actions(self, n):
        assert n > 0, "positive"
        acts = []
        d = 2
        while d * d <= n:
            if (q := n % d) == 0:
                acts.append(("div", d))
                break
            d += 1
        else:
            acts.append(("prime", n))
        if (m := 3 * n + 1) < 500:
            acts.append(("triple", m))
        return acts

    def result(self, n, a):
        op, x = a
        if op == "div":
            return n // x
        if op == "prime":
            return max(1, n - 1)
        return x

    def is_goal(self, n):
        return n == 1


class Rand(SearchProblem):
    def __init__(self):
        super().__init__(0)

    def actions(self, s):
        return [random.choice([1, 2])]

    def result(self, s, a):
        return s + a

    def is_goal(self, s):
        return s >= 10


class Printer(SearchProblem):
    debug = False
    calls = 0

    def __init__(self):
        super().__init__(0)

    def actions(self, s):
        if self.debug:
            print("expanding", s)
        return [1, 2]

    def result(self, s, a):
        return s + a

    def is_goal(self, s):
        return s >= 10


class Counting(SearchProblem):
    def __init__(self):
        super().__init__(0)
        self.n = 0

    def actions(self, s):
        self.n += 1
        return [1, 2]

    def result(self, s, a):
        return s + a

    def is_goal(self, s):
        return s >= 10


COUNTER = 0


class GlobalCounting(SearchProblem):
    def __init__(self):
        super().__init__(0)

    def actions(self, s):
        global COUNTER
        COUNTER += 1
        return [1, 2]

    def result(self, s, a):
        return s + a

    def is_goal(self, s):
        return s >= 10


class Fracs(SearchProblem):
    def __init__(self):
        super().__init__(Fraction(1, 2))

    def actions(self, s):
        return [Fraction(1, 3), Fraction(1, 6)]

    def result(self, s, a):
        return s + a

    def is_goal(self, s):
        return s >= 2


class Groups(SearchProblem):
    def __init__(self):
        super().__init__(frozenset(frozenset([x]) for x in "abc"))

    def actions(self, s):
        return [(a, b) for a, b in combinations(sorted(s, key=sorted), 2)]

    def result(self, s, a):
        return s - set(a) | {a[0] | a[1]}

    def is_goal(self, s):
        return len(s) == 1


class ByteTiles(SearchProblem):
    def __init__(self):
        super().__init__(bytes([1, 2, 3, 4, 0, 5, 6, 7, 8]))

    def actions(self, s):
        z = s.index(0)
        return [d for d, ok in ((-3, z > 2), (3, z < 6), (-1, z % 3 > 0), (1, z % 3 < 2)) if ok]

    def result(self, s, d):
        z = s.index(0)
        b = bytearray(s)
        b[z], b[z + d] = b[z + d], b[z]
        return bytes(b)

    def is_goal(self, s):
        return s[0] == 0


def Derived17():
    return Derived(17)


def fn_graph():
    graph = {"a": {"b": 3, "c": 1}, "b": {"d": 2}, "c": {"b": 1, "d": 7}, "d": {}}
    return FunctionProblem(
        "a", successors=lambda n: [(m, m, w) for m, w in graph[n].items()], is_goal=lambda n: n == "d"
    )


def fn_grid():
    size = 6

    def succ(p):
        for name, (dx, dy) in {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}.items():
            q = p[0] + dx, p[1] + dy
            if all(0 <= v < size for v in q):
                yield name, q, 1 + (q[0] * q[1]) % 3

    goal = (size - 1, size - 1)
    return FunctionProblem(
        (0, 0),
        successors=succ,
        is_goal=partial(operator.eq, goal),
        heuristic=lambda p: sum(abs(a - b) for a, b in zip(p, goal)),
    )


class Board:
    def __init__(self, lines):
        self.lines = lines
        self.walls = {(r, c) for r, l in enumerate(lines) for c, x in enumerate(l) if x == "#"}
        self.goals = frozenset((r, c) for r, l in enumerate(lines) for c, x in enumerate(l) if x == ".")

    def is_wall(self, cell):
        return cell in self.walls

    def __contains__(self, cell):
        return 0 <= cell[0] < len(self.lines) and 0 <= cell[1] < len(self.lines[0])


class Soko(SearchProblem):
    DIRS = dict(U=(-1, 0), D=(1, 0), L=(0, -1), R=(0, 1))

    def __init__(self, lines=("######", "#@ $.#", "# $ .#", "######")):
        self.board = Board(lines)
        find = lambda ch: [(r, c) for r, l in enumerate(lines) for c, x in enumerate(l) if x == ch]
        super().__init__((find("@")[0], frozenset(find("$"))))

    @staticmethod
    def add(a, b):
        return tuple(x + y for x, y in zip(a, b))

    def actions(self, state):
        man, boxes = state
        legal = []
        for name, d in self.DIRS.items():
            p = self.add(man, d)
            if self.board.is_wall(p):
                continue
            if p in boxes:
                q = self.add(p, d)
                if self.board.is_wall(q) or q in boxes:
                    continue
            legal.append(name)
        return legal

    def result(self, state, action):
        man, boxes = state
        d = self.DIRS[action]
        p = self.add(man, d)
        if p in boxes:
            boxes = frozenset(self.add(b, d) if b == p else b for b in boxes)
        return (p, boxes)

    def is_goal(self, state):
        return state[1] == self.board.goals

    def heuristic(self, state):
        return sum(min(abs(b[0] - g[0]) + abs(b[1] - g[1]) for g in self.board.goals) for b in state[1])


@dataclass(frozen=True)
class Trip:
    city: str
    fuel: int
    money: float = 0.0
    visited: tuple[str, ...] = ()

    def drive(self, to, km):
        return Trip(to, self.fuel - km, round(self.money + km * 0.25, 2), self.visited + (to,))


class Road(SearchProblem):
    ROADS = {"A": [("B", 3), ("C", 4)], "B": [("A", 3), ("D", 5)], "C": [("A", 4), ("D", 2)], "D": [("B", 5), ("C", 2)]}

    def __init__(self):
        super().__init__(Trip("A", 10))

    def actions(self, s):
        acts = [("drive", c, km) for c, km in self.ROADS[s.city] if km <= s.fuel and c not in s.visited]
        if s.fuel < 10:
            acts.append(("refuel",))
        return acts

    def result(self, s, a):
        match a:
            case ("drive", to, km):
                return s.drive(to, km)
            case _:
                return dataclasses.replace(s, fuel=10, money=s.money + 1.5)

    def cost(self, s, a, t):
        return t.money - s.money

    def is_goal(self, s):
        return s.city == "D"


class Assign(SearchProblem):
    def __init__(self):
        super().__init__({})

    def state_key(self, s):
        return frozenset(s.items())

    def actions(self, s):
        return [(v, x) for v in "xyz" if v not in s for x in (1, 2, 3) if x not in s.values()]

    def result(self, s, a):
        return {**s, a[0]: a[1]}

    def is_goal(self, s):
        return len(s) == 3


class Ranking(SearchProblem):
    def __init__(self):
        super().__init__((("x", 3), ("y", 1), ("z", 2)))

    def actions(self, s):
        return [i for i, (a, b) in enumerate(pairwise(s), start=1)]

    def result(self, s, i):
        l = list(s)
        l[i - 1], l[i] = l[i], l[i - 1]
        return tuple(l)

    def is_goal(self, s):
        return list(s) == sorted(s, key=operator.itemgetter(1), reverse=True)

    def heuristic(self, s):
        return 0 if self.is_goal(s) else 1


class Cube3(SearchProblem):
    def __init__(self):
        self.space = np.zeros((3, 3, 3), dtype=bool)
        self.space[1, 1, 1] = True
        self.dirs = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]])
        super().__init__((0, 1, 1))

    def actions(self, s):
        for i, d in enumerate(self.dirs):
            x, y, z = s[0] + int(d[0]), s[1] + int(d[1]), s[2] + int(d[2])
            if 0 <= x < 3 and 0 <= y < 3 and 0 <= z < 3 and not self.space[x, y, z]:
                yield i

    def result(self, s, a):
        return tuple(int(x + d) for x, d in zip(s, self.dirs[a]))

    def is_goal(self, s):
        return s == (2, 1, 1)


class Weave(SearchProblem):
    def __init__(self):
        super().__init__((1, 2, 3, 4, 5, 6))

    def actions(self, s):
        return ["riffle", "rotate", "swap"]

    def result(self, s, a):
        if a == "riffle":
            return s[::2] + s[1::2]
        first, *middle, last = s
        if a == "rotate":
            return (*middle, last, first)
        return (last, *middle, first)

    def is_goal(self, s):
        return s == (6, 1, 2, 3, 4, 5)


class Opt(SearchProblem):
    def __init__(self):
        super().__init__(("hall", None))

    ITEMS = {"kitchen": "lamp"}
    MAP = {"hall": ["kitchen", "cellar"], "kitchen": ["hall"], "cellar": ["hall"]}

    def actions(self, s):
        room, held = s
        acts = [("go", r) for r in self.MAP[room] if r != "cellar" or held is not None]
        if held is None and (item := self.ITEMS.get(room)):
            acts.append(("take", item))
        return acts

    def result(self, s, a):
        return (a[1], s[1]) if a[0] == "go" else (s[0], a[1])

    def is_goal(self, s):
        return s == ("cellar", "lamp")


class Rec(SearchProblem):
    def __init__(self):
        super().__init__((1, 5))

    def gcd(self, a, b):
        return a if b == 0 else self.gcd(b, a % b)

    def actions(self, s):
        return [(0, 1), (1, 0), (1, 1)]

    def result(self, s, a):
        return (s[0] + a[0], s[1] + a[1])

    def is_goal(self, s):
        return self.gcd(*s) == 4

    def cost(self, s, a, t):
        return 1


class Slide(SearchProblem):
    "2048-like: rows tuples"

    def __init__(self):
        super().__init__(((2, 2, 0), (0, 4, 0), (2, 0, 2)))

    def squeeze(self, row):
        tiles = [x for x in row if x]
        out = []
        while tiles:
            x = tiles.pop(0)
            if tiles and tiles[0] == x:
                tiles.pop(0)
                x *= 2
            out.append(x)
        return tuple(out + [0] * (len(row) - len(out)))

    def result(self, s, a):
        if a == "left":
            return tuple(self.squeeze(r) for r in s)
        if a == "right":
            return tuple(self.squeeze(r[::-1])[::-1] for r in s)
        cols = list(zip(*s))
        if a == "up":
            cols = [self.squeeze(c) for c in cols]
        else:
            cols = [self.squeeze(c[::-1])[::-1] for c in cols]
        return tuple(zip(*cols))

    def actions(self, s):
        return [a for a in ("left", "right", "up", "down") if self.result(s, a) != s]

    def is_goal(self, s):
        return max(map(max, s)) >= 8


class ZipText(SearchProblem):
    "rotate a list-of-strings board; zip(*rows) with join"

    def __init__(self):
        super().__init__("ab/cd/ef")

    def actions(self, s):
        return ["t", "f"]

    def result(self, s, a):
        rows = s.split("/")
        if a == "t":
            return "/".join("".join(col) for col in zip(*rows))
        return "/".join(row[::-1] for row in rows)

    def is_goal(self, s):
        return s == "bdf/ace"


class Dispatch(SearchProblem):
    def __init__(self):
        self.moves = {"U": self.up, "D": self.down}
        super().__init__(5)

    def up(self, s):
        return s + 3

    def down(self, s):
        return s - 2

    def actions(self, s):
        return [k for k in self.moves if 0 <= self.moves[k](s) < 30]

    def result(self, s, a):
        return self.moves[a](s)

    def is_goal(self, s):
        return s == 11


class GetattrDispatch(SearchProblem):
    def __init__(self):
        super().__init__(5)

    def do_up(self, s):
        return s + 3

    def do_down(self, s):
        return s - 2

    def actions(self, s):
        return ["up", "down"] if s < 40 else []

    def result(self, s, a):
        return getattr(self, "do_" + a)(s)

    def is_goal(self, s):
        return s == 11


class Mixed(SearchProblem):
    def __init__(self):
        super().__init__((1, "wall", 3, None))

    def actions(self, s):
        for i, x in enumerate(s):
            if isinstance(x, int):
                yield ("inc", i)
            elif isinstance(x, str):
                yield ("open", i)

    def result(self, s, a):
        l = list(s)
        x = l[a[1]]
        if a[0] == "inc" and isinstance(x, int):
            l[a[1]] = (x + 1) % 5
        else:
            l[a[1]] = None
        return tuple(l)

    def is_goal(self, s):
        return s == (2, None, 4, None)


class Heading(Enum):
    N = (-1, 0)
    E = (0, 1)
    S = (1, 0)
    W = (0, -1)

    @property
    def right(self):
        order = [Heading.N, Heading.E, Heading.S, Heading.W]
        return order[(order.index(self) + 1) % 4]

    def left(self):
        return self.right.right.right

    @property
    def dr(self):
        return self.value[0]


class Robot(SearchProblem):
    def __init__(self):
        super().__init__((0, 0, Heading.N))

    def actions(self, s):
        yield "L"
        yield "R"
        r, c = s[0] + s[2].dr, s[1] + s[2].value[1]
        if 0 <= r < 4 and 0 <= c < 4:
            yield "F"

    def result(self, s, a):
        r, c, h = s
        if a == "L":
            return (r, c, h.left())
        if a == "R":
            return (r, c, h.right)
        return (r + h.dr, c + h.value[1], h)

    def is_goal(self, s):
        return s[:2] == (3, 2)


class Cell(IntEnum):
    EMPTY = 0
    RED = 1
    BLUE = 2


class Frogs(SearchProblem):
    def __init__(self):
        super().__init__((Cell.RED, Cell.RED, Cell.EMPTY, Cell.BLUE, Cell.BLUE))

    def actions(self, s):
        e = s.index(Cell.EMPTY)
        for d in (-2, -1, 1, 2):
            if 0 <= e + d < len(s) and ((s[e + d] == Cell.RED and d < 0) or (s[e + d] == Cell.BLUE and d > 0)):
                yield e + d

    def result(self, s, i):
        s = list(s)
        e = s.index(Cell.EMPTY)
        s[e], s[i] = s[i], Cell.EMPTY
        return tuple(s)

    def is_goal(self, s):
        return s == (Cell.BLUE, Cell.BLUE, Cell.EMPTY, Cell.RED, Cell.RED)

    def heuristic(self, s):
        return sum(1 for x, y in zip(s, (2, 2, 0, 1, 1)) if x != y and x is not Cell.EMPTY)


class PlainState:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, o):
        return (self.x, self.y) == (o.x, o.y)

    def __hash__(self):
        return hash((self.x, self.y))


class Plain(SearchProblem):
    def __init__(self):
        super().__init__(PlainState(0, 0))

    def actions(self, s):
        return [(0, 1), (1, 0)]

    def result(self, s, a):
        return PlainState(s.x + a[0], s.y + a[1])

    def is_goal(self, s):
        return s.x == 2 and s.y == 2


@dataclass(frozen=True)
class Load:
    trucks: tuple = ()
    left: frozenset = field(default_factory=frozenset)
    day: int = field(default=0)

    @classmethod
    def start(cls, n):
        return cls(trucks=(0,) * n, left=frozenset(range(4)))

    @staticmethod
    def weight(i):
        return [3, 4, 2, 5][i]

    def put(self, i, t):
        return dataclasses.replace(
            self,
            trucks=self.trucks[:t] + (self.trucks[t] + self.weight(i),) + self.trucks[t + 1 :],
            left=self.left - {i},
        )


class Packing(SearchProblem):
    def __init__(self):
        super().__init__(Load.start(2))

    def actions(self, s):
        if not s.left:
            return
        i = min(s.left)
        for t, used in enumerate(s.trucks):
            if used + Load.weight(i) <= 8:
                yield (i, t)

    def result(self, s, a):
        return s.put(*a)

    def is_goal(self, s):
        return not s.left

    def cost(self, s, a, t):
        return 1 + abs(t.trucks[0] - t.trucks[1])


class Ferry(SearchProblem):
    def __init__(self):
        super().__init__((("car", "van", "bus"), (), 0))

    SIZE = {"car": 2, "van": 3, "bus": 5}

    def actions(self, s):
        here = s[s[2]]
        biggest = max(here, key=lambda v: self.SIZE[v], default=None)
        acts = [()]
        if biggest is not None:
            acts.append((biggest,))
        acts += [(a, b) for a, b in combinations(here, 2) if self.SIZE[a] + self.SIZE[b] <= 6]
        return acts

    def result(self, s, a):
        a0 = [v for v in s[0] if v not in a] if s[2] == 0 else sorted(s[0] + tuple(a), key=self.SIZE.get)
        a1 = [v for v in s[1] if v not in a] if s[2] == 1 else sorted(s[1] + tuple(a), key=self.SIZE.get)
        return (tuple(a0), tuple(a1), 1 - s[2])

    def is_goal(self, s):
        return not s[0]


GRAPH = defaultdict(dict)
for u, v, w in [("a", "b", 2.5), ("b", "c", 1.5), ("a", "c", 5.0), ("c", "d", 1.0)]:
    GRAPH[u][v] = GRAPH[v][u] = w
XY = {"a": (0, 0), "b": (1, 2), "c": (2, 2), "d": (3, 2)}


class Roads(SearchProblem):
    def __init__(self):
        super().__init__("a")

    def actions(self, s):
        return list(GRAPH[s])

    def result(self, s, a):
        return a

    def cost(self, s, a, t):
        return GRAPH[s][t]

    def is_goal(self, s):
        return s == "d"

    def heuristic(self, s):
        return math.hypot(XY[s][0] - XY["d"][0], XY[s][1] - XY["d"][1])


class Islands(SearchProblem):
    def __init__(self):
        super().__init__(("#.#", "...", "#.#"))

    def actions(self, s):
        return [(r, c) for r, row in enumerate(s) for c, ch in enumerate(row) if ch == "."]

    def result(self, s, a):
        r, c = a
        return tuple(row[:c] + "#" + row[c + 1 :] if i == r else row for i, row in enumerate(s))

    def is_goal(self, s):
        seen = set()

        def dfs(r, c):
            if (r, c) in seen or not (0 <= r < 3 and 0 <= c < 3) or s[r][c] != "#":
                return 0
            seen.add((r, c))
            return 1 + dfs(r + 1, c) + dfs(r - 1, c) + dfs(r, c + 1) + dfs(r, c - 1)

        return dfs(0, 0) == sum(row.count("#") for row in s)


class Sched(SearchProblem):
    TASKS = {"wash": ("cook",), "cook": ("shop",), "shop": (), "eat": ("cook", "wash")}
    DUR = {"wash": 2, "cook": 3, "shop": 1, "eat": 4}

    def __init__(self):
        super().__init__(())

    def actions(self, done):
        return sorted(
            (t for t, req in self.TASKS.items() if t not in done and set(req).issubset(done)),
            key=lambda t: (-self.DUR[t], t),
        )

    def result(self, done, t):
        return done + (t,)

    def cost(self, done, t, after):
        return self.DUR[t] * (len(done) + 1)

    def is_goal(self, done):
        return set(done) == set(self.TASKS)


class TryKey(SearchProblem):
    T = {(0, "a"): 1, (1, "b"): 2, (2, "a"): 3}

    def __init__(self):
        super().__init__(0)

    def actions(self, s):
        return "ab"

    def result(self, s, a):
        try:
            return self.T[s, a]
        except KeyError:
            return 0

    def is_goal(self, s):
        return s == 3


class TryIndex(SearchProblem):
    def __init__(self):
        super().__init__("ab_c")

    def actions(self, s):
        return [0, 1, 2]

    def result(self, s, i):
        return s[:i] + s[i + 1] + s[i] + s[i + 2 :]

    def is_goal(self, s):
        return s == "cba_"

    def heuristic(self, s):
        try:
            return s.index("_") - 3 if s.index("_") > 3 else 0
        except ValueError:
            return 0


class Dice(SearchProblem):
    FACES = "TNESWB"
    ROLL = {"E": (3, 1, 0, 4, 2, 5)}

    def __init__(self):
        super().__init__((0, 0, (1, 2, 3, 4, 5, 6)))

    def roll(self, d, a):
        t, n, e, s, w, b = d
        match a:
            case "E":
                return (w, n, t, s, b, e)
            case "W":
                return (e, n, b, s, t, w)
            case "N":
                return (s, t, e, b, w, n)
            case "S" | "s":
                return (n, b, e, t, w, s)
        raise ValueError(a)

    def actions(self, st):
        x, y, _ = st
        return [
            a
            for a, (dx, dy) in {"E": (1, 0), "W": (-1, 0), "N": (0, -1), "S": (0, 1)}.items()
            if 0 <= x + dx <= 2 and 0 <= y + dy <= 2
        ]

    def result(self, st, a):
        x, y, d = st
        x += (a == "E") - (a == "W")
        y += (a == "S") - (a == "N")
        return x, y, self.roll(d, a)

    def cost(self, s, a, t):
        return t[2][0]

    def is_goal(self, st):
        return st[:2] == (2, 2) and st[2][0] == 6


class Zfill(SearchProblem):
    def __init__(self):
        super().__init__(0)

    def actions(self, s):
        return [1, 3, 10]

    def result(self, s, a):
        return (s + a) % 1000

    def is_goal(self, s):
        t = str(s).zfill(3)
        return t == t[::-1] and s > 100


class Fmt(SearchProblem):
    def __init__(self):
        super().__init__(0)

    def actions(self, s):
        return [1, 3, 10]

    def result(self, s, a):
        return (s + a) % 1000

    def is_goal(self, s):
        return f"{s:03d}" == "123"


class Bin(SearchProblem):
    def __init__(self):
        super().__init__(5)

    def actions(self, s):
        return [1, 3, 10]

    def result(self, s, a):
        return (s ^ a << 1) & 255

    def is_goal(self, s):
        return bin(s).count("1") == 6 or bin(s)[2:] == "1110"


class Power(SearchProblem):
    "powerset recipe: chain.from_iterable(combinations(...) for r in range)"

    def __init__(self):
        super().__init__(frozenset("abc"))

    def actions(self, s):
        return list(chain.from_iterable(combinations(sorted(s), r) for r in (1, 2)))

    def result(self, s, a):
        return s.difference(a)

    def is_goal(self, s):
        return len(s) == 0

    def cost(self, s, a, t):
        return len(a) ** 2 + 1


class Perm(SearchProblem):
    "permutations variable r"

    def __init__(self):
        super().__init__((0, 1, 2, 3))

    def actions(self, s):
        return [p for p in permutations(range(len(s))) if sum(i != j for i, j in enumerate(p)) == 2]

    def result(self, s, p):
        return tuple(s[i] for i in p)

    def is_goal(self, s):
        return s == (3, 2, 1, 0)


class Walls(SearchProblem):
    "set of complex walls, portals dict complex->complex"

    def __init__(self):
        self.walls = {2 + 1j, 1 + 1j, 2 + 2j}
        self.portal = {3 + 0j: 0 + 3j}
        super().__init__((0j, 1 + 0j))

    def successors(self, s):
        pos, facing = s
        for turn in (1, 1j, -1j):
            d = facing * turn
            p = pos + d
            p = self.portal.get(p, p)
            if p in self.walls or not (0 <= p.real < 4 and 0 <= p.imag < 4):
                continue
            yield turn, (p, d), 1 if turn == 1 else 3

    def actions(self, s):
        return [a for a, _, _ in self.successors(s)]

    def result(self, s, a):
        return next(t for b, t, _ in self.successors(s) if a == b)

    def is_goal(self, s):
        return s[0] == 3 + 3j

    def heuristic(self, s):
        return abs(int(s[0].real) - 3) + abs(int(s[0].imag) - 3) if False else 0


class NP2(SearchProblem):
    "numpy board on self, flat tuple states; np functions"

    def __init__(self):
        self.cost_map = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        super().__init__((0, 0))

    def actions(self, s):
        rows, cols = self.cost_map.shape
        return [
            (dr, dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)) if 0 <= s[0] + dr < rows and 0 <= s[1] + dc < cols
        ]

    def result(self, s, a):
        return (s[0] + a[0], s[1] + a[1])

    def cost(self, s, a, t):
        return int(self.cost_map[t])

    def heuristic(self, s):
        return np.abs(np.array(s) - np.array((2, 2))).sum()

    def is_goal(self, s):
        return s == (2, 2)


@dataclass(frozen=True, order=True)
class Vec:
    x: int
    y: int

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __rmul__(self, times):
        return Vec(times * self.x, times * self.y)


class Drone(SearchProblem):
    WAYS = Vec(1, 0), Vec(0, 1), Vec(-1, 2)

    def __init__(self):
        super().__init__(Vec(0, 0))

    def actions(self, s):
        return [(way, times) for way in self.WAYS for times in (1, 3) if s + times * way < Vec(6, 6)]

    def result(self, s, a):
        way, times = a
        return s + times * way

    def is_goal(self, s):
        return s == Vec(2, 5)


PEOPLE = {
    "drone": Drone,
    "complex_maze": ComplexMaze,
    "t_s_p": TSP,
    "farmer_n_t": FarmerNT,
    "string_twist": StringTwist,
    "pegs": Pegs,
    "hanoi": Hanoi,
    "cards": Cards,
    "key_maze": KeyMaze,
    "quest": Quest,
    "errands": Errands,
    "flood_fill": FloodFill,
    "zuma": Zuma,
    "prefix": Prefix,
    "nim": Nim,
    "derived17": Derived17,
    "knight": Knight,
    "collatz": Collatz,
    "byte_tiles": ByteTiles,
    "fn_graph": fn_graph,
    "fn_grid": fn_grid,
    "soko": Soko,
    "ranking": Ranking,
    "cube3": Cube3,
    "weave": Weave,
    "opt": Opt,
    "slide": Slide,
    "zip_text": ZipText,
    "dispatch": Dispatch,
    "robot": Robot,
    "packing": Packing,
    "ferry": Ferry,
    "roads": Roads,
    "sched": Sched,
    "dice": Dice,
    "zfill": Zfill,
    "fmt": Fmt,
    "power": Power,
    "perm": Perm,
    "walls": Walls,
}

REFUSED = {
    "elevator": (Elevator, "`is` with a value other than None", "use =="),
    "flags": (Flags, "a value is Light", "use IntFlag"),
    "numpy_puzzle": (NumpyPuzzle, "a value is ndarray", "a tuple of tuples"),
    "try_maze": (TryMaze, "it uses try", "test the condition before"),
    "rand": (Rand, "it calls Random.choice of random", "choose without chance"),
    "printer": (Printer, "it calls print", "leave it out"),
    "counting": (Counting, "it changes an attribute", "keep it in the state"),
    "global_counting": (GlobalCounting, "it uses global", "keep it in the state"),
    "fracs": (Fracs, "a value is Fraction", "whole numbers of a smaller unit"),
    "groups": (Groups, "a loop goes through a frozenset", "sorted"),
    "road": (Road, "round with a number of digits", "a smaller unit"),
    "assign": (Assign, "other keys", "the same keys in each state"),
    "rec": (Rec, "Rec.gcd calls itself", "a loop with a list as a stack"),
    "getattr_dispatch": (GetattrDispatch, "getattr of a name", "use a dictionary"),
    "mixed": (Mixed, "but the states are", "states of one type"),
    "frogs": (Frogs, "`is` with a value other than None", "use =="),
    "plain": (Plain, "a value is PlainState", "a frozen dataclass or a NamedTuple"),
    "islands": (Islands, "calls itself", "a list as a stack"),
    "try_key": (TryKey, "it uses try", "test the condition before"),
    "try_index": (TryIndex, "it uses try", "test the condition before"),
    "bin": (Bin, "a slice of a text with a format", ""),
    "n_p2": (NP2, "it calls array of numpy", "an array made in __init__"),
}
