"""The direct compiler gives the same as Python, for each operation and routine and for random methods."""

from __future__ import annotations

import inspect
import math
import re
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from helpers.machine_code import machine_code
from helpers.plain_emulator import Emulator
from helpers.sampling import in_turn

from astarlib import SearchProblem, compiled
from astarlib.compiled.codegen.direct.domain import DomainCompiler
from astarlib.compiled.codegen.direct.operations import OPERATIONS
from astarlib.compiled.codegen.direct.parts import Parts
from astarlib.compiled.codegen.direct.values import UnknownCodeError
from astarlib.compiled.codegen.state_source import state_source
from astarlib.compiled.plain import operations, routines, text_routines
from astarlib.errors import CapacityError

OF_NUMBERS = {
    "add": "ii", "subtract": "ii", "multiply": "ii", "floor_div": "ii", "modulo": "ii", "real": "i", "ones": "i",
    "bits_of": "f", "float_of": "i", "real_power": "ff", "square_root": "f", "true_div": "ff", "floor_div_float": "ff",
    "modulo_float": "ff", "power": "is", "shift_left": "is", "shift_right": "is", "absolute": "i", "bit_length": "i",
    "greatest_divisor": "ss", "integer_root": "s", "whole_of": "f", "floor_of": "f", "ceil_of": "f", "real_of": "i",
    "round_of": "f", "index": "ss", "range_length": "sss", "clip": "ssss", "slice_length": "sss", "mix": "ss",
    "found": "i", "finite": "i", "positive": "i", "smaller": "ii", "in_range": "ssss", "estimate": "i", "lost": "ff",
    "corrected": "ff", "known": "b", "ascii_code": "s", "digits_of": "i", "word": "b",
}  # fmt: skip
"""Operations and routines that only take numbers: any (i), small ones (s), floats (f) or truth values (b)."""
OF_PLACES = {"field": "(p + 77) >> a & 127", "place": ""}
OF_MEMORY = {
    "load", "load_float", "fixed", "fixed_float", "store", "store_float", "make_memory", "allocate", "copy",
    "copy_step", "guard", "new_list", "copied", "repeated", "make_room", "added", "extend", "inserted", "removed",
    "replace", "reverse", "same_words", "order_of", "put_in_order", "merged", "dense_entry", "entry_1", "entry_2",
    "entry_at", "order_of_texts", "find_text", "count_text", "replace_text", "atom_of", "is_of", "change_case",
    "stripped", "write_digits", "number_in",
}  # fmt: skip
"""Those that take addresses. Random methods call them."""
UNLIKE_PYTHON = {"word", "real_power", "estimate"}
"""Those whose form for the emulator differs for some numbers. Generated code doesn't call them with those."""
LIMIT = 2**63
VALUES: dict[str, list[Any]] = {
    "i": [0, 1, -1, 7, -13, 2**31, 2**32 + 5, 2**53 + 1, LIMIT - 1, -LIMIT],
    "s": [0, 1, -1, 2, 5, -6, 9, 63],
    "f": [0.0, -0.0, 0.5, -1.5, 2.5, 7.0, -1e300, math.inf, -math.inf, math.nan],
    "b": [True, False],
}
KINDS = {"i": "int", "s": "int", "f": "float", "b": "bool"}


def _text(name: str, letters: str) -> str:
    names = ", ".join("abcd"[: len(letters)])
    return f"def probe({names}):\n    return {name}({names})\n"


def _cases(letters: str) -> list[tuple[Any, ...]]:
    every = list(product(*(VALUES[letter] for letter in letters)))
    return Random(0).sample(every, min(len(every), 60))


def _outcome(call: Any, *arguments: Any) -> Any:
    try:
        return [call(*arguments)]
    except (ArithmeticError, LookupError, ValueError) as error:  # CapacityError is one of them.
        return type(error)


def _is_same(found: Any, wanted: Any) -> bool:
    if isinstance(found, type) or isinstance(wanted, type):
        return found is wanted
    return [_bits(value) for value in found] == [_bits(value) for value in wanted]


def _bits(value: Any) -> Any:
    return "nan" if value != value else (math.copysign(1.0, value), value)  # It's NaN.


def _generated() -> dict[str, Any]:
    modules = operations, routines, text_routines
    return {name: value for module in modules for name, value in vars(module).items()
            if inspect.isfunction(value) and value.__module__ == module.__name__}  # fmt: skip


def test_each_operation_and_routine_is_compared() -> None:
    assert {*OF_NUMBERS, *OF_PLACES} | OF_MEMORY == _generated().keys()
    assert {name for name in _generated() if name in vars(operations)} <= OPERATIONS.keys()


@pytest.mark.costly
@in_turn("name", OF_NUMBERS.keys() - UNLIKE_PYTHON)
def test_an_operation_of_numbers_gives_what_python_gives(name: str) -> None:
    letters = OF_NUMBERS[name]
    text = _text(name, letters)
    reference = Emulator(np.zeros(1, np.int64)).run(text)["probe"]
    found = machine_code(text, " ".join(KINDS[letter] for letter in letters))
    for arguments in _cases(letters):
        given = found(*arguments)
        assert given is CapacityError or _is_same(given, _outcome(reference, *arguments)), arguments


@in_turn("name, letters, values", [
    ("word", "b", {(True,): 1, (False,): 0}),
    ("estimate", "i", {(0,): 0, (5,): 5, (-3,): -4, (LIMIT - 1,): -1}),
    ("real_power", "ff", {(2.0, 10.0): 1024.0, (2.25, 0.5): 1.5, (4.0, -1.0): 0.25, (0.0, 3.0): 0.0}),
])  # fmt: skip
def test_an_operation_that_is_unlike_python_gives_what_it_must(name: str, letters: str, values: dict[Any, Any]) -> None:
    found = machine_code(_text(name, letters), " ".join(KINDS[letter] for letter in letters))
    assert {arguments: [value] for arguments, value in values.items()} == {each: found(*each) for each in values}


def test_a_loop_over_a_range_runs_as_in_python() -> None:
    text = """def probe(a, b):
    total = 0
    for i in range(b):
        total += i
        if i == 3:
            break
    for i in range(a, b):
        for j in range(b, a, -2):
            if i == j:
                continue
            total += 20 * i + j + 1
    return total
"""
    python: dict[str, Any] = {}
    exec(text, python)
    found = machine_code(text, "int int")
    for arguments in product((-5, -1, 0, 2, 6), repeat=2):
        assert found(*arguments) == [python["probe"](*arguments)], arguments


# --- what it can't compile --------------------------------------------------------------------------------------------

REFUSED = {
    "a number that becomes a float": "    x = 1\n    while x < 9:\n        x = x * 1.5\n    return x",
    "a list": "    return len([a])",
    "a function that calls itself": "    return probe(a)",
    "a power": "    return a ** 2",
    "an unknown name": "    return unknown",
    "an unknown error": "    raise Unknown('text')",
    "a variable that is a tuple or a number": "    x = 1\n    if a > 0:\n        x = (1, 2)\n    return a + x",
    "else after a loop": "    while a < 3:\n        a += 1\n    else:\n        a = 7\n    return a",
    "a large number": "    return 1 << 2 if a > 2 else 18446744073709551616",
    "keywords": "    return min(a, b=2)",
    "identity": "    return a is b",
    "a character": "    return a['b']",
}


@in_turn("name", REFUSED)
def test_code_that_it_does_not_know_is_left_to_numba(name: str) -> None:
    with pytest.raises(UnknownCodeError):
        machine_code(f"def probe(a, b):\n{REFUSED[name]}\n", "int int")


class Counter(SearchProblem):
    """Count up to a number."""

    def actions(self, s: Any) -> Any:
        return [1, 2]

    def result(self, s: Any, a: Any) -> Any:
        return s + a

    def is_goal(self, s: Any) -> Any:
        return s == 41


def test_a_domain_with_other_functions_is_left_to_numba() -> None:
    domain: Any = compiled.compile_problem(Counter(0)).compiled_domain()  # type: ignore[attr-defined]
    functions = {"apply": domain.apply, "is_goal": domain.is_goal}
    assert Parts(functions, state_source(1), 1, is_int=True).text(["apply"], is_inlined=True) is not None
    functions["is_goal"] = lambda tables, state, aux: True
    assert Parts(functions, state_source(1), 1, is_int=True).text(["is_goal"], is_inlined=True) is None


def test_functions_that_are_not_inlined_are_the_same_otherwise() -> None:
    domain: Any = compiled.compile_problem(Counter(0)).compiled_domain()  # type: ignore[attr-defined]
    functions = {"apply": domain.apply, "is_goal": domain.is_goal}
    parts = Parts(functions, state_source(1), 1, is_int=True)
    texts = [parts.text(["apply", "is_goal"], is_inlined=is_inlined) for is_inlined in (False, True)]
    one, other = (re.sub(r"%x\d+", "%x", str(text)) for text in texts)
    assert other.replace(" alwaysinline {", " {") == one
    assert "alwaysinline" in other


def test_each_function_is_compiled_once_for_each_list_of_kinds() -> None:
    text = "def probe(a):\n    return smaller(a, 2) + smaller(a, 3) + smaller(1.5, 2.5)\n"
    compiler = DomainCompiler(text, (), state_source(1), 1, is_int=True)
    compiler.calls.aliases["probe"] = compiler.problem, "probe"
    assert compiler.module({"probe": ("float", "int")}).count("define internal") == 3
