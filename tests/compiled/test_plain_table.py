"""All kinds of values with all operations: `compile_problem` gives the same as Python, or refuses the operation.

The value that matters occurs only in a state that no comparison before a search reaches. The generated code runs in
Python.
"""

from __future__ import annotations

import itertools
import math
import operator
import warnings
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from functools import reduce
from heapq import nlargest, nsmallest
from itertools import accumulate, groupby, takewhile
from typing import Any, NamedTuple

import numpy as np
import pytest
from helpers.plain_emulator import Emulated, Probe, Unknown, is_same, make_function

from astarlib.compiled.plain.refusal import RefusalError
from astarlib.errors import CapacityError

RARE = 50_000
"""A state that no comparison before a search reaches."""


class Color(Enum):
    RED = 2
    BLUE = "ab"


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Box:
    x: int


@dataclass(frozen=True)
class Vector:
    x: int
    y: int

    def __add__(self, other: Any) -> Any:
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Any) -> Any:
        return Vector(self.x - other.x, self.y - other.y)

    def __rmul__(self, number: Any) -> Any:
        return Vector(self.x * number, self.y * number)

    def __neg__(self) -> Any:
        return Vector(-self.x, -self.y)

    def __abs__(self) -> int:
        return abs(self.x) + abs(self.y)

    def __lt__(self, other: Any) -> bool:
        return abs(self) < abs(other)

    def __bool__(self) -> bool:
        return self.x != 0

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Any:
        yield self.x
        yield self.y

    def __contains__(self, item: Any) -> bool:
        return bool(item == self.x)

    def dot(self, other: Any) -> Any:
        return self.x * other.x + self.y * other.y


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


class Word(StrEnum):
    AB = "ab"
    B = "b"


VALUES = {
    "int": "s - 49_998", "constant": "2", "bool": "s == RARE", "float": "s / 25_000", "inf": "math.inf",
    "int or inf": "math.inf if s == 0 else 2", "none": "None", "int or none": "2 if s == RARE else None",
    "text": "'ab'", "texts": "'ab' if s == RARE else 'b'", "made text": "f'{s}'", "enum": "Color.RED",
    "slice of a text": "'abc'[s % 2:]", "sum of texts": "'a' + f'{s}'", "digits": "str(s)",
    "texts in a list": "['ab', f'{s}']",
    "text or none": "None if s == RARE else 'ab'", "pair": "(2, s)", "empty": "()", "long": "(1, 2, 3, 4, 5, s)",
    "grown": "tuple(range(s % 4))", "mixed": "(2, 'ab')", "one": "(2,)", "longer": "tuple(range(s % 4 + 2))",
    "list": "[2, s]", "no list": "[]", "pairs": "[(2, 'ab'), (s, 'b')]", "made list": "[k for k in range(3) if k != s]",
    "tuple or list": "(2, 3) if s == RARE else [2, 3]", "range or list": "range(2) if s == RARE else [0, 1]",
    "number or text": "2 if s == RARE else 'ab'", "number or tuple": "2 if s == RARE else (2,)",
    "tuple or none": "(2, 3) if s == RARE else None", "list or none": "[2, 3] if s == RARE else None",
    "range": "range(s - 49_998)", "steps": "range(2, 9, 2)", "set": "{2, s}", "frozenset": "frozenset({2, s})",
    "union": "frozenset({2, s}) | {7}", "frozen pairs": "frozenset([(s, 'ab'), (2, 'ab')])", "no set": "set()",
    "grid": "self.grid", "row": "self.grid[s % 2]", "raw": "self.raw", "bytes": "self.bytes", "flags": "self.flags",
    "cell": "self.grid[0, s % 2]", "byte": "self.bytes[s % 2]", "flag": "self.flags[s % 2]",
    "half": "self.halves[s % 2]",
    "set or frozenset": "{2, s} if s == RARE else frozenset({2})",
    "set of pairs": "{(2, 'ab')}", "no frozenset": "frozenset()", "dict": "{2: s}", "no dict": "{}",
    "dict of texts": "{'ab': s}", "dict of lists": "{2: [s]}", "table": "self.table", "chosen": "self.chosen",
    "frozen": "self.frozen", "items": "self.items", "tuple": "self.pair", "rows": "self.rows", "names": "self.names",
    "costs": "self.costs", "keys": "{2: s}.keys()", "values": "{2: s}.values()", "dict items": "{2: s}.items()",
    "table keys": "self.table.keys()", "table values": "self.table.values()", "table items": "self.table.items()",
    "point": "Point(2, s)", "box": "Box(2)", "enumerate": "enumerate([2, s])", "zip": "zip([2, s], 'ab')",
    "generator": "(k for k in (2, s))", "reversed": "reversed([2, s])", "map": "map(abs, (2, s))", "function": "max",
    "deque": "deque([2, s])", "no deque": "deque()", "bytearray": "bytearray([2, s % 256])", "array": "self.array",
    "counter": "Counter([2, s, 2])", "counts": "Counter('abb')", "default dict": "defaultdict(int, {2: s})",
    "default lists": "defaultdict(list, {2: [s]})", "complex": "complex(2, s)", "imaginary": "2j",
    "number or complex": "2 if s == RARE else 2 + 0j", "cells": "[1, 1j, 2 + 0j]", "board": "self.board",
    "vector": "Vector(2, s)", "vectors": "self.vectors", "operation": "self.operations[s % 2]",
    "group": "[k for k, _ in groupby([2, 2, s])]", "size": "Size.LARGE", "word": "Word.AB",
    "slice": "(2, 3, s)[1:]", "list slice": "[2, s, 3][:2]", "product": "(2,) * 2", "list product": "[2] * 2",
}  # fmt: skip
"""An expression for a value of each kind."""
ONE = """
len(x); bool(x); not x; sorted(x); list(x); tuple(x); set(x); frozenset(x); sum(x); min(x); max(x); any(x); all(x);
int(x); float(x); abs(x); str(x); x[0]; x[-1]; x[2]; x[:1]; x[::-1]; x[1:]; x[s % 2:]; [y for y in x]; [*x]; (*x, 1);
dict(x); list(enumerate(x)); list(reversed(x)); x.index(2); x.count(2); {x: 1}; {x}; -x; x is None; x == x; x < x;
next(iter(x)); x.get(2); x.get(2, 9); 2 in x; 'ab' in x; (2, 'ab') in x; x * 2; x + x; x.keys(); x.values();
x.items(); x.copy(); max(x, default=3); (x, 1) == (x, 1); [y for y in x if y]; {y for y in x}; {y: 1 for y in x};
list(zip(x, x)); self.table.get(x); {2: 5}.get(x, 7); x in self.chosen; x in self.items; [2, 3][x]; range(x); x or 5;
x and 5; round(x); math.sqrt(x); x.issubset(x); x | x; x & x; x - x; x ^ x; x[:]; list(map(bool, x));
sorted(x, reverse=True); ~x; x <= x; sorted(x, key=bool); x.x; x.name; x(2); tuple(sorted(x)); list(filter(None, x));
next((y for y in x if y != 2), 9); next(y + 1 for y in x); sum(1 for y in x); x // 2; x % 2; x / 2; x ** 2; x << 1;
x == None; divmod(x, 2); min(x, 3); max(x, 1); f'{x}'; x.union(x); x != x; x >= self.frozen; x.items() == x.items();
math.floor(x); x.value; x.pop(); frozenset(y for y in x); sorted(y for y in x); min(y for y in x); x ^ {2};
x - {2, 3}; {2} | x; x < {2, 3, s}; {2} <= x; x.issuperset([2]); x.isdisjoint({3}); x.intersection([2]);
x.difference((2,)); {x: 3}[x]; {1: x}[1] == x; len({*x, 2}); x.upper(); x.lower(); x.isupper(); x.islower();
x.isdigit(); x.isalpha(); x.isspace(); x.isalnum(); x.strip('a'); x.strip(); x.lstrip('50'); x.rstrip('b0');
x.split('0'); x.split('b'); x.replace('0', 'xy'); x.replace('a', ''); x.find('b'); x.index('b'); x.count('0');
x.count('b'); x.startswith('a'); x.endswith('b'); 'b' in x; x + 'c'; 'c' + x; ''.join(x); '-'.join(x); ord(x);
ord(x[0]); chr(x); int(x[0]); x == 'ab'; x[0] == 'a'; {'ab': 3}.get(x); self.costs.get(x); x in self.costs;
x in self.names; ''.join(sorted(x)); x < 'b'; x * 3; x[::-1]; x[:1] + 'z'; f'{x}-{x}'; f'{s}{x}'; x.join(['1', '2']);
''.join(reversed(x)); [c for c in x if c != 'b']; x[s % 2]; len(set(x)); x.startswith(x); x in 'cab';
frozenset(x) == {'a', 'b'}; x.find(x); x.shape; x.size; x[0, 1]; x[0, -1]; x[1][0]; x[(1, 0)]; int(x[0, 0]); x.min();
x.max(); x.sum(); x[2, 0]; x[0, 0, 0]; x[True]; x + 100; x == 2.5; (x, 3); abs(x - 1); x * 2 > 5; not x; x[s % 3 - 1];
float(x); round(x / 3); x.popleft(); x.appendleft(2); x.rotate(1); x.extendleft([7, 8]); x.rotate(-1);
x.most_common(); x.most_common(1); x.total(); list(x.elements()); x.real; x.imag; x.conjugate(); x * 1j; x + 1;
isinstance(x, int); isinstance(x, str); isinstance(x, (tuple, list)); isinstance(x, dict); type(x) is int;
list(zip(*x)); [list(k) for k in zip(*x)]; list(accumulate(x)); reduce(lambda a, b: a + b, x); nsmallest(1, x);
nlargest(2, x); list(takewhile(bool, x)); [(k, len(list(g))) for k, g in groupby(x)]; x[2] + 1; x[7]; x(s, 2);
bytes(x); bytearray(x); deque(x); Counter(x); defaultdict(int, x); x[0] == 2; x == 2 + 0j; {x: 1}.get(2);
x.setdefault(2, 5); x.update({2: 3}); x.pop(2, 5); x.popitem(); x.clear(); x.symmetric_difference({2, 3}); Point(*x);
tuple(y for y in x); tuple(map(abs, x)); self.board.get(x); x - 1; x / 2j; x == self.pair[0]; x.dot(x); abs(-x);
min(x, key=lambda y: -y); len(x) == 2 and x[1]; getattr(x, 'x'); x.replace('b', 'x', 1); x.translate({97: 98})
"""
"""Operations with one value."""
TWO = """
x == y; x != y; x < y; x <= y; x in y; x not in y; x + y; x - y; x * y; x // y; x % y; x / y; x & y; x | y; x ^ y;
x and y; x or y; x[y]; x.get(y); (x, 1) == (y, 1); [x] == [y]; [x, y]; (x, y); {x, y}; {x: y}; {x: 1}.get(y);
{x: 1} == {y: 1}; {1: x} == {1: y}; {x} == {y}; min(x, y); max(x, y); x is y; list(zip(x, y)); [*x, *y]; (x,) < (y,);
x in [y]; x in (y, 2); x in {y}; [y].index(x); [y].count(x); x.index(y); x.count(y); x.issubset(y); x.union(y);
[x] + [y]; (x,) + (y,); x << y; x ** y; x >= y; list(map(max, x, y)); sorted([x, y]); x[:1] == y; x[:] == y; x > y;
isinstance(x, type(y)); x + y == y + x; complex(x, y); deque(x) == y; Counter(x) == Counter(y); x - y == y - x;
Counter(x) - Counter(y); Counter(x) + Counter(y); Counter(x) & Counter(y); Counter(x) | Counter(y);
bytes(x) == bytes(y); x(y, 3); x[::-1] == y[::-1]; x * 2 == y * 2; list(x) == y; tuple(x) == y; x == y == x; x.append(y)
"""
"""Operations with two values."""
JOINED = """
z; len(z); bool(z); z[:1]; z[:]; z[::-1]; z * 2; z + z; z[0]; list(z); tuple(z); sorted(z); [k for k in z]; 2 in z;
(z, 1); [z]; z == 2; z + 'c'; z in 'cab'; z[0] == 'a'; z.upper(); z.count('b'); z == (2, 3); z == [2, s]; z == 'ab';
z is None; z == {2, s}; z[:1] == [2]; z[:1] == (2,); z * 2 == (2, 2); z * 2 == [2, 2]; z[::-1] == [3, 2]; {z: 1};
self.table.get(z); z == self.pair; z == self.items; z == x; z == y; int(z); sum(z); set(z); z < z; z or 3;
(z,) == (x,); [z] == [y]; {1: z} == {1: x}; z in [x, y]; f'{z}'; min(z); z.get(2); z.count(2); z.index(2);
list(z) == z; tuple(z) == z; z + [1]; z + (1,)
"""
"""Operations with a value that is x in the rare state and y in the others."""


class Values(Probe):
    """A problem with values of many kinds that exist before the search."""

    def __init__(self) -> None:
        super().__init__(0)
        self.table = {2: "b", RARE: "ab"}
        self.chosen = {2, RARE}
        self.frozen = frozenset({2, 7})
        self.items = [2, RARE]
        self.pair = (2, RARE)
        self.rows = [[2], [3, 4]]
        self.names = ["ab", "b"]
        self.grid = np.array([[2, 50_000], [3, -1]])
        self.bytes = np.array([200, 2], np.uint8)
        self.flags = np.array([True, False])
        self.halves = np.array([0.5, 2.0])
        self.costs = {"ab": 2.5, "b": 1}
        self.raw = bytes([2, 3, 200])
        self.array = array("i", [2, RARE])
        self.board = {0j: 2, 2 + 0j: RARE, 1j: 7}
        self.vectors = [Vector(1, 2), Vector(2, RARE)]
        self.operations = {0: operator.add, 1: lambda a, b: a * b}


def _split(text: str) -> list[str]:
    return [each.strip() for each in text.split(";")]


def cells() -> Iterator[str]:
    """Yield the bodies of all methods: each value with each operation, each pair, and each pair joined by an if."""
    for value, operation in itertools.product(VALUES.values(), _split(ONE)):
        yield f"x = {value}\nreturn {operation}"
    for one, two, operation in itertools.product(VALUES.values(), VALUES.values(), _split(TWO)):
        yield f"x = {one}\ny = {two}\nreturn {operation}"
    for one, two, operation in itertools.product(VALUES.values(), VALUES.values(), _split(JOINED)):
        if one != two:
            yield f"x = {one}\ny = {two}\nz = ({one}) if s == RARE else ({two})\nreturn {operation}"


_NAMED: Any = (
    Color, Point, Box, Vector, Size, Word, deque, Counter, defaultdict, groupby, accumulate, reduce, takewhile,
    nsmallest, nlargest,
)  # fmt: skip


def fault_of(body: str) -> str:
    """Return what is wrong with the translation of a method, or an empty string."""
    names = {"RARE": RARE, "math": math, "__name__": "cells"} | {each.__name__: each for each in _NAMED}
    probe = make_function(body, names)
    problem: Any = type("Case", (Values,), {"probe": probe})()
    try:
        emulated = Emulated(problem)
    except RefusalError as refusal:
        return "" if refusal.reason else "a refusal without a reason"
    for state in (0, 1, 2, RARE):
        try:
            wanted, error = probe(problem, state), None
        except Exception as raised:  # noqa: BLE001  # Whatever Python raises.
            wanted, error = None, raised
        try:
            found = emulated(state)
        except CapacityError:
            continue  # The search goes on in Python.
        except (ArithmeticError, LookupError, ValueError) as raised:
            if error is None and not isinstance(raised, UnboundLocalError):
                return f"at {state}, it raises {raised!r}; Python returns {wanted!r}"
            continue
        if isinstance(found, Unknown):
            continue
        if error is not None:
            return f"at {state}, it returns {found!r}; Python raises {error!r}"
        if not is_same(found, wanted):
            return f"at {state}, it returns {found!r}; Python returns {wanted!r}"
    return ""


def check(bodies: Iterable[str]) -> int:
    """Check methods, and return their number."""
    count = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # Such as `() is 2`.
        for body in bodies:
            fault = fault_of(body)
            assert not fault, f"{fault}\n{body}"
            count += 1
    return count


@pytest.mark.costly
def test_an_operation_is_the_same_as_in_python_or_refused() -> None:
    assert check(itertools.islice(cells(), 3, None, 6007)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_every_operation_is_the_same_as_in_python_or_refused(part: int) -> None:
    assert check(itertools.islice(cells(), 7 * part, None, 199)) > 2_000


@pytest.mark.parametrize("body", [
    "x = (3, 4) if s == RARE else [1, 2]\nreturn x[:1] == (3,)",
    "x = [3, 4] if s == RARE else (1, 2)\nreturn x * 2 == (3, 4, 3, 4)",
    "x = (3, 4) if s == RARE else [1, 2]\nreturn x[::-1] == [4, 3]",
    "return {s: 1}.keys() == [RARE]",
    "return {s: 1} == {RARE: 1}",
    "return next(s * k + 1 for k in range(2, 4) if k != s % 4)",
    "return self.costs.issuperset([2])",
    "return [[] == (), range(0) == [], {} == set(), (1,) == [1]]",
    "return self.board.get(tuple(range(s % 4 + 2)))",
    "return isinstance(2 if s == RARE else 2j, int)",
    "g = [(k, list(v)) for k, v in groupby([2, 2, s])]\nreturn g",
    "for k, v in groupby([2, 2, s]):\n    first, again = list(v), list(v)\nreturn again",
    "x = {2: s}\nx |= {3: 1, 2: 5}\nreturn x",
    "return ([2, s] if s == 0 else [3]) >= self.vectors",
    "return (math.inf if s == 0 else 2j) * 2",
    "return [300 + s in self.raw, bytearray([2]).count(s)]",
    "return max(*map(abs, [s, -3]), *[2])",
])  # fmt: skip
def test_what_was_wrong_once_is_right_or_refused(body: str) -> None:
    assert not fault_of(body)
