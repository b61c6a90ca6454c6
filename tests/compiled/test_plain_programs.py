"""Random methods give the same in generated code as in Python, or are refused."""

from __future__ import annotations

import heapq
import re
from typing import Any, Final

import numpy as np
import pytest
from helpers.machine_code import machine_code
from helpers.plain_emulator import Emulated, Probe, is_same, make_function
from helpers.plain_programs import Writer

from astarlib import compiled
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    TEXT,
    ListType,
    MadeDict,
    MadeSet,
    OptionalType,
    SeqType,
    SetType,
    TupleType,
)
from astarlib.errors import CapacityError

STATES = (0, 1, 2, 5, 50_000)


class Data(Probe):
    """The values that random methods read."""

    def __init__(self) -> None:
        super().__init__(0)
        self.items = [3, 1, 2]
        self.tuple = (4, 1, 5)
        self.table = {1: 4, 2: 7, 50_000: 3}
        self.frozen = frozenset({2, 4, 9})
        self.names = ["ab", "ba"]
        self.grid = np.array([[1, 2, 3], [5, 0, 4]])

    def add(self, values: list[int]) -> None:
        values.append(3)

    def help(self, value: int, values: list[int]) -> int:
        return value + len(values) * 2


def helper(value: int) -> int:
    return value * 2 + 1 if value < 9 else value - 5


def fault_of_program(body: str) -> tuple[str, str]:
    """Return what is wrong with the translation of a method, and the reason of a refusal."""
    probe = make_function(body, {"helper": helper, "__name__": "programs", "heapq": heapq})
    problem: Any = type("Case", (Data,), {"probe": probe})()
    try:
        emulated = Emulated(problem)
    except RefusalError as refusal:
        return "", f"refused: {refusal.reason}"
    for state in STATES:
        try:
            wanted, error = probe(problem, state), None
        except Exception as raised:  # noqa: BLE001  # Whatever Python raises.
            wanted, error = None, raised
        try:
            found = emulated(state)
        except CapacityError:
            continue
        except UnboundLocalError as raised:
            return f"at {state}, {raised!r}", ""
        except (ArithmeticError, LookupError, ValueError) as raised:
            if error is None:
                return f"at {state}, it raises {raised!r}; Python returns {wanted!r}", ""
            continue
        if error is not None or not is_same(found, wanted):
            return f"at {state}, it returns {found!r}; Python {error or wanted!r}", ""
    return "", ""


def _check(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        body = Writer(seed).text()
        fault, refusal = fault_of_program(body)
        assert not fault, f"seed {seed}: {fault}\n{body}"
        compared += not refusal
    assert compared > 0.6 * len(seeds)


MADE: Final = [
    "[s, 1, 2]", "list(range(3))", "[k + s for k in self.tuple]", "[0] * 3", "list(self.tuple)", "self.items[:]",
    "list(map(abs, self.tuple))", "[*self.tuple]", "sorted(self.tuple)", "[k for k in (1, 2, 3) if k < 9]",
    "list(reversed(self.tuple))", "[s, 1] + [2]", "[s, 1, 2] if s < 9 else [4, 5]",
]  # fmt: skip
CHANGES: Final = [
    "x.append(7)", "x.extend(self.tuple)", "x += [8]", "x.insert(1, 9)", "x.pop()", "x.pop(0)", "x.remove(max(x))",
    "x.clear(); x.append(4)", "del x[0]", "del x[:1]", "x[1:] = [5]", "x *= 2", "y.append(7)", "y = [6]; x = y",
    "heapq.heappush(x, 3)",  "self.add(x)", "x[0] = 5; x.sort()", "x.reverse()", "x = [9, *x]",
]  # fmt: skip


@pytest.mark.costly
@pytest.mark.parametrize("made", MADE)
def test_the_length_of_a_list_may_change_in_a_rare_case(made: str) -> None:
    for change in CHANGES:
        lines = f"x = {made}", "y = x", "if s == 50_000:", f"    {change}"
        body = "\n".join([*lines, "return tuple(x), len(x), x[-1], sum(y), y == x, x + y"])
        fault, refusal = fault_of_program(body)
        assert not fault + refusal, body


def test_lists_in_other_values_may_change_their_lengths() -> None:
    for made in ("[[0, s] for _ in range(3)]", "[[k] for k in self.tuple]", "{0: [1, s], 1: [2, 3], 2: [4, 5]}"):
        for change in ("x[1].append(3)", "x[1].clear()", "x[1] = [7]", "x[0].pop()", "y = x[2]; y += [4]"):
            lines = f"x = {made}", "if s == 50_000:", f"    {change}"
            body = "\n".join([*lines, "return tuple(x[1]), [len(x[k]) for k in range(3)], x[2][-1]"])
            fault, refusal = fault_of_program(body)
            assert not fault + refusal, body


@pytest.mark.parametrize("empty", ["[k for k in [] if s > 0]", "list(k for k in [] if s > 0)", "[]", "list([])"])
def test_a_list_of_known_length_may_be_in_place_of_an_empty_one(empty: str) -> None:
    assert fault_of_program(f"x = {empty} or [1]\nreturn x[0], len(x), tuple(x)") == ("", "")


@pytest.mark.parametrize("body", [
    "x = list(self.tuple[:3])\nx[s % 3] = s\nreturn tuple(x)",
    "x = [s, 1, 2, 3, 4]\nx[1] = 3\nreturn x == [k for k in x]",
    "return tuple(k * s for k in range(9))",
])  # fmt: skip
def test_the_code_does_not_read_a_length_that_does_not_change(body: str) -> None:
    problem: Any = type("Case", (Data,), {"probe": make_function(body, {})})()
    assert re.search(r"load\(\w+, [01]\)", Emulated(problem).text.replace("load(memory", "")) is None


@pytest.mark.costly
def test_random_methods_are_the_same_as_in_python_or_refused() -> None:
    _check(range(30))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_many_random_methods_are_the_same_as_in_python_or_refused(part: int) -> None:
    _check(range(1000 * part, 1000 * part + 1000))


def _number_of(kind: Any, value: str, depth: int = 0) -> str | None:
    """Return an expression of Python for a whole number >= 0 that depends on all parts of a value of a type."""
    name = f"y{depth}"
    if kind in {INT, BOOL}:
        return f"({value} % 1009)"
    if kind is FLOAT:
        return f"int(min(max({value}, 0.0), 999.0) * 16)"
    if kind in {ATOM, TEXT}:
        return f"sum(ord(c) for c in {value})"
    if kind in {NONE, NEVER}:
        return "3"
    if isinstance(kind, OptionalType):
        inner = _number_of(kind.of, value, depth)
        return inner and f"(7 if {value} is None else {inner})"
    if isinstance(kind, TupleType) and kind.cls is None:
        parts = [_number_of(each, f"{value}[{at}]", depth + 1) for at, each in enumerate(kind.items)]
        return None if None in parts else f"({' + '.join(f'{at + 2} * {part}' for at, part in enumerate(parts))} + 1)"
    if isinstance(kind, SeqType | ListType):
        inner = _number_of(kind.item, name, depth + 1)
        return inner and f"(len({value}) + sum((k + 2) * {inner} for k, {name} in enumerate({value})))"
    if isinstance(kind, SetType | MadeSet):
        inner = _number_of(kind.item if isinstance(kind, SetType) else kind.items.item, name, depth + 1)
        return inner and f"(len({value}) + sum({inner} for {name} in {value}))"
    if isinstance(kind, MadeDict):
        inner = _number_of(TupleType((kind.keys.item, kind.values.item)), name, depth + 1)
        return inner and f"sum((k + 2) * {inner} for k, {name} in enumerate({value}.items()))"
    return None


def fault_of_machine_code(body: str, called: set[str]) -> str:
    """Return how machine code differs from generated code that Python runs. Note the functions that it calls."""
    probe = make_function(body, {"helper": helper, "__name__": "programs", "heapq": heapq})
    try:
        kind = Emulated(type("Case", (Data,), {"probe": probe})()).kind
        number = _number_of(kind, "value")
        if number is None:
            return ""
        whole = make_function(f"value = self.body(s)\nreturn {number}", {})
        problem: Any = type("Case", (Data,), {"probe": whole, "body": probe})()
        emulated = Emulated(problem)
    except RefusalError:
        return ""
    called |= set(re.findall(r"\b[a-z]\w*(?=\()", emulated.text))
    call = machine_code(emulated.text, "tables int")
    tables = np.array([emulated._array.ctypes.data])
    for state in STATES:
        try:
            wanted = [emulated(state)]
        except (ArithmeticError, LookupError, ValueError) as error:
            wanted = type(error)
        found = call(int(tables.ctypes.data), state)
        if found != wanted:
            return f"at {state}, it gives {found!r} instead of {wanted!r}\n{emulated.text}"
    return ""


def _check_machine_code(seeds: range) -> set[str]:
    called: set[str] = set()
    for seed in seeds:
        body = Writer(seed).text()
        fault = fault_of_machine_code(body, called)
        assert not fault, f"seed {seed}: {fault}\n{body}"
    return called


@pytest.mark.costly
def test_random_methods_are_the_same_in_machine_code_as_in_the_emulator() -> None:
    assert _check_machine_code(range(40, 48)) > {"load", "store", "allocate", "added"}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_many_random_methods_are_the_same_in_machine_code_as_in_the_emulator(part: int) -> None:
    called = _check_machine_code(range(2000 + 100 * part, 2100 + 100 * part))
    assert called > {"copied", "extend", "merged", "put_in_order", "find_text", "entry_1", "copy_step", "same_words"}


class Programs(Data):
    """Random methods, whose values are the h of the states. A state is the number of a method and of its argument."""

    def __init__(self, seeds: range) -> None:
        super().__init__()
        self.count = 0
        lines = []
        for seed in seeds:
            name = f"random_{seed}"
            setattr(type(self), name, make_function(Writer(seed).text(), {"helper": helper, "__name__": "programs"}))
            call = f"value = self.{name}(s % 5 if s % 5 < 4 else 50_000)"
            try:
                kind = Emulated(
                    type("Case", (type(self),), {"probe": make_function(f"{call}\nreturn value", {})})(range(0))
                ).kind
                number = _number_of(kind, "value")
                body = f"{call}\nreturn {number}"
                Emulated(type("Case", (type(self),), {"probe": make_function(body, {})})(range(0)))
            except RefusalError:
                continue
            if number is not None:
                lines.append(f"if s // 5 == {self.count}:\n    {call}\n    return {number}")
                self.count += 1
        type(self).heuristic = make_function("\n".join([*lines, "return 0"]), {})  # type: ignore[method-assign]

    def result(self, s: Any, a: Any) -> Any:
        return (s + 3) % (5 * self.count)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_random_methods_are_the_same_in_machine_code(part: int) -> None:
    cls = type("Random", (Programs,), {})
    problem = cls(range(7_000 + 28 * part, 7_028 + 28 * part))
    assert problem.count >= 25
    translated: Any = compiled.compile_problem(problem)
    translated.compiled_domain()  # The comparison with Python compares each h, and raises an error if one differs.
