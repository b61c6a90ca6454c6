"""Numbers of Python."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from astarlib.compiled.plain.emitter import alternative, conjunction
from astarlib.compiled.plain.kinds.arrays import plain
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import BOOL, FLOAT, INF, INT, INT_OR_INF, NEVER, NUMBERS, ArrayItem, Value

_ARITHMETIC = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.FloorDiv: "floor_div", ast.Mod: "modulo",
    ast.Pow: "power", ast.LShift: "shift_left", ast.RShift: "shift_right",
}  # fmt: skip

BITS: dict[type[ast.operator], str] = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}


def number(method: Method, value: Value) -> Value:
    """Return a number; RefusalError for anything else."""
    value = method.narrow(method.present(value), "number")
    if isinstance(value.type, ArrayItem) and value.type.dtype in {"int64", "float64"}:
        value = plain(value)
    if value.type is NEVER:
        return Value(INT, ("0",))
    if value.type not in NUMBERS:
        raise RefusalError(f"{value.type} is used as a number")
    return value


def operate_wholes(method: Method, op: ast.operator, a: Value, b: Value) -> Value:
    """Return the value of an operator of two whole numbers."""
    left, right, constant = a.parts[0], b.parts[0], b.constant
    if isinstance(op, ast.FloorDiv | ast.Mod):
        if right.isdigit() and right != "0":
            return Value(INT, (f"({left} {'//' if isinstance(op, ast.FloorDiv) else '%'} {right})",))
        method.note_divisor(right)
    if isinstance(constant, int):
        if isinstance(op, ast.RShift) and 0 <= constant < 64:
            return Value(INT, (f"({left} >> {right})",))
        if isinstance(op, ast.Pow):
            if constant < 0:
                raise RefusalError("a negative power of a whole number")
            if constant == 2:
                left = method.temp(left)
                return Value(INT, (f"multiply({left}, {left})",))
    return Value(INT, (f"{_ARITHMETIC[type(op)]}({left}, {right})",))


def operate_bits(method: Method, op: ast.operator, a: Value, b: Value) -> Value:
    """Return the value of `&`, `|` or `^` of two numbers."""
    if a.type is BOOL and b.type is BOOL:
        a, b = method.keep(a), method.keep(b)
        if isinstance(op, ast.BitXor):
            return Value(BOOL, (f"({a.parts[0]} != {b.parts[0]})",))
        make = conjunction if isinstance(op, ast.BitAnd) else alternative
        return Value(BOOL, (make([a.parts[0], b.parts[0]]),))
    if FLOAT in (a.type, b.type):
        raise RefusalError(f"{BITS[type(op)]} of {a.type} and {b.type}")
    a, b = method.convert(a, INT), method.convert(b, INT)
    return Value(INT, (f"({a.parts[0]} {BITS[type(op)]} {b.parts[0]})",))


def compare_numbers(method: Method, sign: str, a: Value, b: Value) -> str:
    """Return an expression for a comparison of two numbers."""
    if isinstance(a.constant, int | float) and isinstance(b.constant, int | float):
        pair: tuple[Any, Any] = a.constant, b.constant
        return str({"==": pair[0] == pair[1], "<": pair[0] < pair[1], "<=": pair[0] <= pair[1],
                    ">": pair[0] > pair[1], ">=": pair[0] >= pair[1]}[sign])  # fmt: skip
    if FLOAT in (a.type, b.type):
        return f"({method.to_float(a).parts[0]} {sign} {method.to_float(b).parts[0]})"
    kind = INT_OR_INF if {INF, INT_OR_INF} & {a.type, b.type} else INT
    if a.type is BOOL and b.type is BOOL and sign == "==":
        return f"({a.parts[0]} == {b.parts[0]})"
    return f"({method.convert(a, kind).parts[0]} {sign} {method.convert(b, kind).parts[0]})"


def fold(op: ast.operator, a: int, b: int) -> Any:
    """Return the value of an operator for two numbers in the code, or None."""
    functions: dict[type, Callable[[int, int], Any]] = {
        ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y, ast.Mult: lambda x, y: x * y,
        ast.FloorDiv: lambda x, y: x // y, ast.Mod: lambda x, y: x % y,
        ast.Pow: lambda x, y: x**y if 0 <= y < 64 else None,
        ast.LShift: lambda x, y: x << y if 0 <= y < 63 else None, ast.RShift: lambda x, y: x >> y if y >= 0 else None,
    }  # fmt: skip
    try:
        found = functions[type(op)](a, b)
    except (KeyError, ZeroDivisionError):
        return None
    return found if found is not None and -(2**63) <= found < 2**63 else None


def number_bit_count(method: Method, owner: Value) -> Value:
    return Value(INT, (f"ones(absolute({method.convert(owner, INT).parts[0]}))",))


def number_bit_length(method: Method, owner: Value) -> Value:
    return Value(INT, (f"bit_length({method.convert(owner, INT).parts[0]})",))
