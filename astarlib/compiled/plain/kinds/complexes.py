"""Complex numbers: two floats. In grids they stand for cells and steps, as in ``cell + 1j``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import ClassVar

from astarlib.compiled.plain import library
from astarlib.compiled.plain.emitter import alternative, conjunction
from astarlib.compiled.plain.kinds.kind import Kind, Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import COMPLEX, NUMBERS, Value


def make_complex(method: Method, arguments: Sequence[Value]) -> Value:
    """Return complex(...)."""
    if any(each.type not in NUMBERS and each.type != COMPLEX for each in arguments):
        raise RefusalError(f"complex of {arguments[0].type}", "use complex(real, imag) of numbers")
    if len(arguments) < 2:
        found: Value = method.convert(arguments[0] if arguments else method.literal(0), COMPLEX)
        return found
    if COMPLEX in (arguments[0].type, arguments[1].type):
        raise RefusalError("complex of a complex number", "use complex(real, imag) of numbers")
    return Value(COMPLEX, tuple(method.to_float(each).parts[0] for each in arguments))


def _as_complex(method: Method, value: Value) -> Value:
    """Return an operand as a complex number."""
    return value if value.type == COMPLEX else Value(COMPLEX, (method.to_float(value).parts[0], "0.0"))


class Complexes(Kind):
    """The operations of complex numbers."""

    remedy: ClassVar[str] = "use z.real and z.imag"

    def truth(self, method: Method, value: Value) -> str:
        return alternative([f"({part} != 0.0)" for part in value.parts])

    def equal(self, method: Method, one: Value, two: Value) -> str:
        if not all(each.type in NUMBERS or each.type == COMPLEX for each in (one, two)):
            raise self._refused("==", one.type, two.type)
        pairs = zip(_as_complex(method, one).parts, _as_complex(method, two).parts, strict=True)
        return conjunction([f"({a} == {b})" for a, b in pairs])

    def operate(self, method: Method, op: ast.operator, one: Value, two: Value) -> Value:
        if not all(each.type in NUMBERS or each.type == COMPLEX for each in (one, two)):
            raise self._refused(type(op).__name__, one.type, two.type)
        a, b = (method.keep(_as_complex(method, each)) for each in (one, two))
        (x, y), (u, v) = a.parts, b.parts
        if isinstance(op, ast.Add | ast.Sub):
            sign = "+" if isinstance(op, ast.Add) else "-"
            return method.keep(Value(COMPLEX, (f"({x} {sign} {u})", f"({y} {sign} {v})")))
        if isinstance(op, ast.Mult):
            return method.keep(Value(COMPLEX, (f"({x} * {u} - {y} * {v})", f"({x} * {v} + {y} * {u})")))
        if isinstance(op, ast.Div):
            found: Value = method.program.call(method, library.quotient, [a, b])
            return found
        raise self._refused(type(op).__name__, one.type, two.type)

    def attribute(self, method: Method, value: Value, name: str) -> Value | None:
        return method.items(value)[COMPLEX.fields.index(name)] if name in COMPLEX.fields else None

    def call(self, method: Method, value: Value, name: str, arguments: Sequence[Value]) -> Value:
        if name != "conjugate" or arguments:
            raise self._refused(name, value.type)
        real, imag = method.keep(value).parts
        return Value(COMPLEX, (real, f"(-{imag})"))
