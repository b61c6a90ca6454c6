"""Kernels have the types and values of numba."""

import ctypes
import importlib
import itertools
import operator
from itertools import product

import numpy as np
import pytest
from helpers.sampling import few
from numba import types
from numba.core.errors import TypingError
from numba.core.registry import cpu_target

from astarlib.compiled.codegen.direct.kernels import KernelCompiler
from astarlib.compiled.codegen.direct.values import UnknownCodeError
from astarlib.compiled.kernels import codes

OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_,
    "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift, "//": operator.floordiv, "%": operator.mod,
    "/": operator.truediv, "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
VALUES = {
    "int": (-(2**63), -3, 0, 5, 2**53 + 1), "word": (0, 5, 2**53 + 1, 2**64 - 3), "bool": (False, True),
    "float": (-2.5, 0.0, 7.0), "u8": (0, 5, 200), "u16": (3, 65_000), "u32": (4, 2**32 - 1), "i32": (-7, 6),
    "i16": (-300, 9), "i8": (-128, 5),
}  # fmt: skip
CTYPES = {
    "int": ctypes.c_int64, "word": ctypes.c_uint64, "bool": ctypes.c_uint8, "float": ctypes.c_double,
    "u8": ctypes.c_uint8, "u16": ctypes.c_uint16, "u32": ctypes.c_uint32, "i32": ctypes.c_int32,
    "i16": ctypes.c_int16, "i8": ctypes.c_int8,
}  # fmt: skip
TYPES = {
    "int": types.int64, "word": types.uint64, "bool": types.boolean, "float": types.float64, "u8": types.uint8,
    "u16": types.uint16, "u32": types.uint32, "i32": types.int32,
    "i16": types.int16, "i8": types.int8,
}  # fmt: skip
NAMES = {"int64": "int", "uint64": "word", "bool": "bool", "float64": "float", "uint8": "u8", "uint16": "u16",
         "uint32": "u32", "int32": "i32", "int8": "i8", "int16": "i16"}  # fmt: skip


def cast(value, kind):
    """Return a number as numba casts it."""
    if kind == "float":
        return float(value)
    bits = {"u8": 8, "u16": 16, "u32": 32, "i32": 32, "i16": 16, "i8": 8, "bool": 1}.get(kind, 64)
    low = -(2 ** (bits - 1)) if kind in {"int", "i32", "i16", "i8"} else 0
    return (int(value) - low) % 2**bits + low


def numba_kinds(symbol, one, other):
    """Return the kinds of the result and the operands that numba has for an operation, or None."""
    operands = TYPES[one], TYPES[other]
    try:
        context = cpu_target.typing_context
        found = context.resolve_function_type(  # pyright: ignore[reportAttributeAccessIssue]  # numba isn't annotated.
            OPERATORS[symbol], operands, {}
        )
    except (TypeError, TypingError):
        found = None
    return None if found is None else [NAMES[str(each)] for each in (found.return_type, *found.args)]


@pytest.mark.costly
@pytest.mark.parametrize("symbol", few([*OPERATORS], 3))
def test_an_operation_of_a_kernel_has_the_types_and_values_of_numba(symbol):
    for context in (cpu_target.typing_context, cpu_target.target_context):
        context.refresh()  # pyright: ignore[reportAttributeAccessIssue]  # as above
    texts, calls = [], []
    for one, other in product(VALUES, VALUES):
        source, expected = f"def f(a, b):\n    return a {symbol} b\n", numba_kinds(symbol, one, other)
        name = f"f.{one}.{other}"
        compiler = KernelCompiler((), source, 1, is_int=True)
        compiler.calls.name = name
        try:
            text, kind = compiler.entry("f", (one, other), name)
        except UnknownCodeError:
            assert expected is None or (expected[0] == "float" and symbol in {"//", "%"}), (one, other, expected)
            continue
        assert expected is not None, (one, other)
        assert kind == expected[0], (one, other)
        texts.append(text[text.index("define") :])
        calls.append((name, one, other, expected))
    declared = "declare i64 @llvm.umin.i64(i64, i64)\n"
    engine, _machine = run("!1 = !{}\n" + declared + "\n".join(texts))
    for name, one, other, (kind, left, right) in calls:
        address = engine.get_function_address(name)
        function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, CTYPES[one], CTYPES[other])(address)
        for a, b in product(VALUES[one], VALUES[other]):
            if symbol in {"<<", ">>"} and not 0 <= b < 64:
                continue  # LLVM doesn't define it.
            result = CTYPES[kind](0)
            assert 0 == function(ctypes.addressof(result), None, a, b)
            wanted = expected_value(symbol, cast(a, left), cast(b, right), kind)
            assert result.value == wanted or (result.value != result.value and wanted != wanted), (name, a, b)


def expected_value(symbol, a, b, kind):
    """Return the value of an operation after its operands were cast."""
    if symbol in {"//", "%", "/"} and b == 0:
        if kind != "float":
            return 0
        with np.errstate(all="ignore"):
            return float(np.float64(a) / np.float64(b))
    if symbol == "/":
        return float(a) / float(b)
    if symbol in {"//", "%", "+", "-", "*", "<<", ">>", "&", "|", "^"} and kind in {"int", "word"}:
        a, b = (cast(a, kind), b) if symbol in {"<<", ">>"} else (cast(a, kind), cast(b, kind))
        if symbol == "//" and (a, b) == (-(2**63), -1):
            return 0
        return cast(OPERATORS[symbol](a, b), kind)
    return OPERATORS[symbol](a, b)


def run(text):
    """Return an engine with the compiled functions of a text, and what it needs as long as it lives."""
    from llvmlite import binding

    module = binding.parse_assembly(text)
    module.verify()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine, machine


def test_two_modules_with_different_numbers_of_one_name_are_refused(tmp_path, monkeypatch):
    (tmp_path / "other_codes.py").write_text("WIDTH = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    other = importlib.import_module("other_codes")
    with pytest.raises(ValueError, match="other_codes and another module define WIDTH as different numbers"):
        KernelCompiler((codes, other), "", 1, is_int=True)


def test_kernels_return_different_codes():
    numbers = {name: number for name, number in vars(codes).items() if type(number) is int}
    returned = [numbers[name] for name in itertools.takewhile(lambda name: name != "EXPANDED", numbers)]
    assert len(set(returned)) == len(returned) > 30
