"""Run the text that `compile_problem` generates in Python, on checked memory. It takes no compilation.

A word has to be allocated and written before it's read. Memory that a function has given back can't be read any more.
"""

from __future__ import annotations

import cmath
import inspect
import linecache
import math
import struct
from collections import Counter, defaultdict, deque
from enum import Enum
from itertools import count
from types import FunctionType
from typing import Any

from astarlib import SearchProblem
from astarlib.compiled.plain import operations, routines, text_routines
from astarlib.compiled.plain.program import Program
from astarlib.compiled.plain.translation import Translation
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    ENUM,
    FLOAT,
    INF,
    INFINITE,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    OPAQUE,
    RANGE,
    TEXT,
    ArrayItem,
    ArrayType,
    ChoiceType,
    DictType,
    ListType,
    MadeBytes,
    MadeDeque,
    MadeDict,
    MadeRecord,
    MadeSet,
    ObjectType,
    OptionalType,
    SeqType,
    SetType,
    TupleType,
    UnionType,
)
from astarlib.compiled.plain.values import Atoms, words_of
from astarlib.errors import CapacityError
from astarlib.resolving.resolved_problem import resolve_problem

_MASK = (1 << 64) - 1
_WORDS = 1 << 13
_numbers = count()


def _signed(value: int) -> int:
    value &= _MASK
    return value - (1 << 64) if value >> 63 else value


def _checked(value: int) -> int:
    if not -(2**63) <= value < 2**63:
        raise CapacityError("a whole number doesn't fit 64 bits")
    return value


class Emulator:
    """The operations of generated code, on memory that is checked."""

    def __init__(self, constants: Any) -> None:  # Any: a numpy array
        self.start: int = int(constants.ctypes.data)
        self.constants: list[int] = constants.tolist()
        self.words: dict[int, Any] = {}
        """The words of the memory by their addresses. None isn't written yet."""
        self.base: int = 1 << 40
        mine: dict[str, Any] = {
            "make_memory": self.make_memory, "allocate": self.allocate, "load": self.load, "fixed": self.load,
            "load_float": self.load_float, "fixed_float": self.load_float, "store": self.store,
            "store_float": self.store, "copy": self.copy, "add": lambda a, b: _checked(a + b),
            "subtract": lambda a, b: _checked(a - b), "multiply": lambda a, b: _checked(a * b),
            "floor_div": lambda a, b: _checked(a // b), "modulo": lambda a, b: a % b,
            "word": lambda value: _signed(int(value)), "real": _real, "ones": lambda value: (value & _MASK).bit_count(),
            "field": lambda packed, shift, bits, low: _signed((((packed & _MASK) >> shift) & ((1 << bits) - 1)) + low),
            "place": _place, "bits_of": _bits_of, "float_of": _float_of, "real_power": _power,
            "square_root": math.sqrt, "mix": _mix, "shift_left": _shift_left, "positive": lambda value: max(value, 0),
        }  # fmt: skip
        self.names: dict[str, Any] = {"__name__": "emulated", "INFINITY": math.inf, "CapacityError": CapacityError}
        called = vars(text_routines) | vars(routines)
        self.names |= {name: value for name, value in called.items() if not inspect.isfunction(value)}
        for name, value in called.items():
            if inspect.isfunction(value):
                self.names[name] = FunctionType(value.__code__, self.names, name, value.__defaults__)
        self.names |= mine
        missing = {name for name, value in vars(operations).items() if inspect.isfunction(value)} - mine.keys()
        assert not missing, missing

    def run(self, text: str) -> dict[str, Any]:
        """Return the functions of a text."""
        exec(compile(text, "<emulated>", "exec"), self.names)  # It's generated code.
        return self.names

    def make_memory(self) -> int:
        """Return the address of memory for one call. That of the last call is gone."""
        self.words = {self.base: 1}
        return self.base

    def allocate(self, memory: int, words: int) -> int:
        """Return the address of that many words."""
        first = self.words[memory]
        if words < 0 or first + words > _WORDS:
            raise CapacityError("too little memory")
        self.words[memory] = first + words
        self.words.update(dict.fromkeys(range(memory + 8 * first, memory + 8 * (first + words), 8)))
        return memory + 8 * first

    def load(self, at: int, i: int) -> int:
        """Return a word."""
        found = self._word(at + 8 * i)
        return _bits_of(found) if isinstance(found, float) else found

    def load_float(self, at: int, i: int) -> float:
        """Return a word as a float."""
        found = self._word(at + 8 * i)
        return found if isinstance(found, float) else _float_of(found)

    def _word(self, place: int) -> Any:
        offset = place - self.start
        if 0 <= offset < 8 * len(self.constants) and offset % 8 == 0:
            return self.constants[offset // 8]
        if place not in self.words:
            raise MemoryError(f"word {place} isn't allocated")
        if self.words[place] is None:
            raise MemoryError(f"word {place} isn't written yet")
        return self.words[place]

    def store(self, at: int, i: int, value: Any) -> None:
        """Write a word."""
        place = at + 8 * i
        if place not in self.words:
            raise MemoryError(f"word {place} isn't allocated")
        if not isinstance(value, float):
            assert isinstance(value, int), value
            _checked(value)
        self.words[place] = value
        if place == self.base:  # The rest of the memory is given back.
            for each in [each for each in self.words if each >= self.base + 8 * value]:
                del self.words[each]

    def copy(self, target: int, source: int, words: int) -> None:
        """Copy words, also those that aren't written yet."""
        offset = source - self.start
        if 0 <= offset < 8 * len(self.constants):
            values = [self._word(source + 8 * k) for k in range(words)]
        else:
            values = [self.words[source + 8 * k] for k in range(words)]
        for k, value in enumerate(values):
            if target + 8 * k not in self.words:
                raise MemoryError(f"word {target + 8 * k} isn't allocated")
            self.words[target + 8 * k] = value


def _real(value: int) -> float:
    if abs(value) > 2**53:
        raise CapacityError("a whole number above 2**53 becomes a float")
    return float(value)


def _place(packed: int, value: int, shift: int, bits: int, low: int) -> int:
    found = (value - low) & _MASK
    if found >= 1 << bits:
        raise CapacityError("a number of a state doesn't fit its bits")
    return _signed(packed | (found << shift))


def _bits_of(value: float) -> int:
    found: int = struct.unpack("<q", struct.pack("<d", value + 0.0))[0]
    return found


def _float_of(value: int) -> float:
    found: float = struct.unpack("<d", struct.pack("<Q", value & _MASK))[0]
    return found


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf


def _mix(h: int, value: int) -> int:
    h = _signed((h ^ value) * -7046029254386353131)
    return h ^ ((h >> 32) & 0xFFFFFFFF)


def _shift_left(value: int, by: int) -> int:
    if by < 0:
        raise ValueError("negative shift count")
    return _checked(value << by)


# --- a whole problem --------------------------------------------------------------------------------------------------


class _Array:
    """An array that generated code fills."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.values: dict[int, Any] = {}

    def __setitem__(self, at: int, value: Any) -> None:
        assert 0 <= at
        self.values[at] = value


class EmulatedProblem:
    """The translation of a problem, whose functions run in Python."""

    def __init__(self, problem: Any, bits: int | None = None) -> None:
        self._translation = translation = Translation(problem, bits)
        self._resolved = resolve_problem(problem)
        self._emulator = Emulator(translation._memory)
        self._functions = self._emulator.run(translation.source)
        self.states: list[Any] = translation._seen.states

    def fault_at(self, state: Any) -> str:
        """Return what is wrong at a state, or an empty string."""
        try:
            words = self._translation._encode(state)[0]
        except CapacityError:
            return ""
        back = self._translation._decode(words, 0)
        if back != state:
            return f"{state!r} becomes {back!r}"
        names = {"edges": self._edges, "is_goal": self._is_goal, "h": self._h}
        for name, (wanted, found) in {name: method(state, words) for name, method in names.items()}.items():
            if isinstance(found, CapacityError):
                continue
            if isinstance(found, Exception) or isinstance(wanted, Exception):
                if not isinstance(wanted, Exception) or not isinstance(found, _RAISED):
                    return f"at {state!r}, {name} is {found!r}; in Python, {wanted!r}"
                continue
            if found != wanted:
                return f"at {state!r}, {name} is {found!r}; in Python, {wanted!r}"
        return ""

    def _edges(self, state: Any, words: Any) -> Any:
        wanted = _outcome(lambda: [(after, cost) for _, after, cost in self._resolved.edges(state)])

        def one_by_one() -> Any:
            count = self._functions["successor_count"]((self._emulator.start,), words, 0)
            return [self._functions["apply"]((self._emulator.start,), words, 0, i) for i in range(count)]

        def listed() -> Any:
            states, costs = _Array(1 << 20), _Array(1 << 20)
            count = self._functions["list_edges"]((self._emulator.start,), words, 0, states, costs)
            size = self._translation._layout.words
            return [(states.values[k] if size == 1 else tuple(states.values[size * k + at] for at in range(size)), 0,
                     costs.values[k]) for k in range(count)]  # fmt: skip

        found, other = _outcome(one_by_one), _outcome(listed)
        if not isinstance(found, Exception) and not isinstance(other, Exception) and found != other:
            return wanted, f"{found} one by one, but {other} as a list"
        if isinstance(found, Exception) or isinstance(other, Exception):
            return wanted, found if isinstance(found, Exception) else other
        if not isinstance(wanted, Exception) and self._words_of(wanted) == [_unsigned(after) for after, _, _ in found]:
            return wanted, [(after, cost) for (after, _), (_, _, cost) in zip(wanted, found, strict=True)]
        return wanted, [(self._decoded(after), _unsigned(after), cost) for after, _, cost in found]

    def _words_of(self, edges: Any) -> Any:
        """Return the words of the next states in Python. Equal states have equal words."""
        return _outcome(lambda: [self._translation._encode(after)[0] for after, _ in edges])

    def _decoded(self, words: Any) -> Any:
        return self._translation._decode(_unsigned(words), 0)

    def _is_goal(self, state: Any, words: Any) -> Any:
        return _outcome(lambda: bool(self._resolved.is_goal(state))), _outcome(
            lambda: bool(self._functions["is_goal"]((self._emulator.start,), words, 0))
        )

    def _h(self, state: Any, words: Any) -> Any:
        if "heuristic" not in self._functions:
            return None, None
        found = _outcome(lambda: self._functions["heuristic"]((self._emulator.start,), words, 0))
        wanted = _outcome(lambda: self._resolved.heuristic(state))
        return wanted, math.inf if found == -1 and wanted == math.inf else found


_RAISED = (ArithmeticError, LookupError, ValueError, AssertionError)
"""The errors that generated code raises."""


def _unsigned(words: Any) -> Any:
    return words & _MASK if isinstance(words, int) else tuple(each & _MASK for each in words)


def _outcome(call: Any) -> Any:
    try:
        return call()
    except Exception as error:  # noqa: BLE001  # Both sides may raise anything.
        return error


# --- one function -----------------------------------------------------------------------------------------------------


class _OneMethod(Program):
    """A program with only the method ``probe`` of a problem."""

    def _find_costs(self) -> None:
        self.kind_found = self.method(self._top("probe"), "probe", [self._placeholder()]).type

    def text(self) -> str:
        """Return the text of the function ``probe``."""
        while True:
            self._begin()
            top = self._top("probe")
            found = top.keep(self.method(top, "probe", [self._placeholder()]))
            top.emit(f"return ({''.join(f'{part}, ' for part in found.parts)})")
            self.kind_found = found.type
            header = f"def probe(tables, {', '.join(self._placeholder().parts)}):"
            text = self._finish(top, header)
            if not self.joiner.changed:
                return "\n\n".join([*self.texts.values(), text]) + "\n"


def make_function(body: str, names: dict[str, Any]) -> Any:
    """Return the function ``probe(self, s)`` whose body is this text."""
    name = f"<probe {next(_numbers)}>"
    text = "def probe(self, s):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    exec(compile(text, name, "exec"), names)  # It's a test.
    return names["probe"]


class Probe(SearchProblem):
    """A problem with a method that is translated alone."""

    def actions(self, s: Any) -> Any:
        return [1]

    def result(self, s: Any, a: Any) -> Any:
        return s + a

    def is_goal(self, s: Any) -> Any:
        return False


class Emulated:
    """The method ``probe`` of a problem, translated and run in Python. RefusalError if it can't be translated."""

    def __init__(self, problem: Any, kind: Any = INT) -> None:
        program = _OneMethod(problem, kind, {"actions", "result", "is_goal"}, None)
        self.text: str = program.text()
        self.kind: Any = program.kind_found
        self._atoms = Atoms(program.constants.literals.values)
        self._array = program.constants.memory(problem, self._atoms)
        self._emulator = Emulator(self._array)
        self._probe = self._emulator.run(self.text)["probe"]

    def __call__(self, *state: Any) -> Any:
        """Return the value of the method as Python has it."""
        parts = self._probe((self._emulator.start,), *state)
        return self._decoded(iter(parts), self.kind)

    def _decoded(self, parts: Any, kind: Any) -> Any:  # one kind after another
        if kind in {INT, BOOL, FLOAT} or isinstance(kind, ArrayItem):
            return next(parts)
        if kind is INT_OR_INF:
            found = next(parts)
            return math.inf if found == INFINITE else found
        if kind is INF:
            return math.inf
        if kind in {ATOM, ENUM}:
            return self._atoms.values[next(parts)]
        if kind is NONE:
            return None
        if kind is OPAQUE:
            return Unknown()
        if kind is NEVER:
            raise AssertionError("a value of no type")
        if kind is RANGE:
            return range(next(parts), next(parts), next(parts))
        if isinstance(kind, ObjectType):
            return kind.value
        if isinstance(kind, OptionalType):
            return self._chosen(parts, int(next(parts)), [(1, kind.of)])
        if isinstance(kind, UnionType):
            return self._chosen(parts, next(parts), list(enumerate(kind.options)))
        if isinstance(kind, TupleType):
            values = [self._decoded(parts, item) for item in kind.items]
            if kind.cls is dict:
                return dict(zip(kind.fields, values, strict=True))
            return tuple(values) if kind.cls is None else kind.cls(*values)
        if isinstance(kind, MadeRecord):
            return {key: self._list(next(parts), values)[0] for key, values in zip(kind.keys, kind.values, strict=True)}
        if isinstance(kind, SeqType):
            at = next(parts)
            length = next(parts) if kind.length is None else kind.length
            values = self._items(at, length, kind.item)
            return {"tuple": tuple, "list": list, "bytes": bytes, "any": Sequence}[kind.kind](values)
        if isinstance(kind, ArrayType):
            for _ in kind.parts():
                next(parts)
            return Unknown()
        if kind is TEXT:
            return "".join(map(chr, self._items(next(parts), next(parts), INT)))
        if isinstance(kind, SetType):
            items = self._items(next(parts), next(parts), kind.item)
            assert len(set(items)) == len(items), f"equal items in a set: {items}"
            return set(items) if kind.is_frozen is False else frozenset(items)
        if isinstance(kind, ListType):
            return self._list(next(parts), kind)
        if isinstance(kind, MadeSet):
            items = self._list(next(parts), kind.items)
            assert len(set(items)) == len(items), f"equal items in a set: {items}"
            return set(items)
        if isinstance(kind, MadeDict):
            keys = self._list(next(parts), kind.keys)
            assert len(set(keys)) == len(keys), f"equal keys in a dictionary: {keys}"
            found = dict(zip(keys, self._list(next(parts), kind.values), strict=True))
            return found if kind.missing is None else Counter(found) if kind.missing is Counter else (
                defaultdict(kind.missing.value, found))  # fmt: skip
        if isinstance(kind, MadeDeque):
            return (bytearray if isinstance(kind, MadeBytes) else deque)(self._list(next(parts), kind.items))
        if isinstance(kind, ChoiceType):
            return kind.functions[next(parts)]
        if isinstance(kind, DictType):
            return self._table(next(parts), kind)
        raise AssertionError(f"a value of the type {kind}")

    def _chosen(self, parts: Any, tag: int, options: list[tuple[int, Any]]) -> Any:
        found = None
        for number, option in options:
            mine = [next(parts) for _ in option.parts()]
            if number == tag:
                found = self._decoded(iter(mine), option)
        return found

    def _items(self, at: int, length: int, kind: Any) -> list[Any]:
        words, kinds, load = words_of(kind), [each for _, each in kind.parts()], self._emulator
        found = []
        for number in range(length):
            parts: list[Any] = []
            for offset, each in enumerate(kinds, number * words):
                word = load.load_float(at, offset) if each == "f" else load.load(at, offset)
                parts.append(word != 0 if each == "b" else word)
            found.append(self._decoded(iter(parts), kind))
        return found

    def _list(self, header: int, kind: ListType) -> list[Any]:
        length = self._emulator.load(header, 1)
        return self._items(self._emulator.load(header, 0), length, kind.item) if length > 0 else []

    def _table(self, header: int, kind: DictType) -> Any:
        length = self._emulator.load(header, 0)
        if isinstance(kind.key, SeqType) or length == 0:
            return Unknown() if length > 0 else set() if kind.is_set else {}
        keys = self._items(self._emulator.load(header, 3), length, kind.key)
        if kind.is_set:
            return set(keys)
        return dict(zip(keys, self._items(self._emulator.load(header, 4), length, kind.value), strict=True))


class Unknown:
    """A value that compiled code doesn't have, such as a text that a method makes."""


class Sequence(list):  # type: ignore[type-arg]
    """A list or tuple, when its type doesn't say which."""


def is_same(found: Any, wanted: Any) -> bool:
    """Return True if a value of compiled code stands for one of Python."""
    if isinstance(found, Unknown):
        return True
    if type(wanted).__module__ == "numpy" and wanted.ndim == 0:
        wanted = wanted.item()
    if isinstance(wanted, Enum | str) and isinstance(wanted, int | str):  # Members of IntEnum and StrEnum, too.
        return isinstance(found, int | float | complex | str) and bool(found == wanted)
    if isinstance(wanted, deque | bytearray | Counter | defaultdict) and type(found) is not type(wanted):
        return False
    if isinstance(wanted, deque | bytearray):
        return is_same(list(found), list(wanted))
    if isinstance(wanted, complex) or isinstance(found, complex):
        if isinstance(wanted, float) and math.isinf(wanted) and cmath.isnan(found):
            return True  # What may be complex is complex, and inf * (2 + 0j) is inf + nan j in Python, too.
        return isinstance(wanted, int | float | complex) and (found == wanted or repr(found) == repr(wanted))
    if isinstance(wanted, str | bytes | Enum) or wanted is None or callable(wanted):
        return found is wanted or (type(found) is type(wanted) and bool(found == wanted))
    if isinstance(wanted, int | float):
        return isinstance(found, int | float) and (found == wanted or (found != found and wanted != wanted))
    if isinstance(wanted, set | frozenset):
        return isinstance(found, set | frozenset) and len(found) == len(wanted) and all(
            any(is_same(one, two) for two in wanted) for one in found)  # fmt: skip
    if isinstance(wanted, dict):
        return isinstance(found, dict) and is_same(list(found.items()), list(wanted.items()))
    if isinstance(wanted, range):
        return (isinstance(found, range) and found == wanted) or (isinstance(found, Sequence) and found == list(wanted))
    if isinstance(wanted, list | tuple):
        return (type(found) is type(wanted) or isinstance(found, Sequence)) and len(found) == len(wanted) and all(
            map(is_same, found, wanted))  # fmt: skip
    if hasattr(wanted, "__dataclass_fields__"):
        return type(found) is type(wanted) and is_same(tuple(vars(found).values()), tuple(vars(wanted).values()))
    return isinstance(found, list | Sequence | tuple | set | dict) and is_same(list(found), list(wanted))  # an iterator
