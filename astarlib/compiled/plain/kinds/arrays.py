"""Arrays of numpy that exist before the search, and their items, which are numbers of numpy.

Numbers of numpy aren't those of Python: sums of small types wrap around, and a division by zero is a warning. So only
what gives the same result in compiled code is defined.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import ClassVar

from astarlib.compiled.plain.emitter import Items
from astarlib.compiled.plain.kinds.kind import Kind, Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    BOOL,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    ArrayItem,
    ArrayType,
    SeqType,
    TupleType,
    Type,
    Value,
)

_WHOLE = {ast.Add, ast.Sub, ast.Mult}
_DIVISIONS = {ast.FloorDiv, ast.Mod, ast.Div}


class Arrays(Kind):
    """The operations of arrays."""

    remedy: ClassVar[str] = "use one number for each dimension as an index, or make lists, as in array.tolist()"

    def length(self, method: Method, value: Value) -> str:
        return value.parts[1]

    def items(self, method: Method, value: Value) -> Items:
        value = method.fix(value)
        return Items(value.parts[1], lambda k: self._at(method, value, [k]), is_once=False)

    def item(self, method: Method, value: Value, index: Value) -> Value:
        kind = value.type
        assert isinstance(kind, ArrayType)
        if isinstance(index.type, SeqType) and index.type.kind == "tuple" and index.type.length is not None:
            numbers = method.unpack(index, [None] * index.type.length)
        else:
            numbers = method.items(index) if isinstance(index.type, TupleType) else [index]
        if len(numbers) > kind.dimensions:
            raise RefusalError(f"{kind} with {len(numbers)} numbers as an index")
        value, places = method.keep(value), []
        for number, size in zip(numbers, value.parts[1:], strict=False):
            number = whole_index(method, method.present(number))  # noqa: PLW2901
            places.append(method.temp(f"index({number.parts[0]}, {size})"))
        return self._at(method, value, places)

    @staticmethod
    def _at(method: Method, value: Value, places: Sequence[str]) -> Value:
        kind = value.type
        assert isinstance(kind, ArrayType)
        sizes = value.parts[1 : 1 + kind.dimensions]
        at = places[0]
        for size, place in zip(sizes[1:], places[1:], strict=False):
            at = method.temp(f"{at} * {size} + {place}")
        for size in sizes[len(places) :]:
            at = method.temp(f"{at} * {size}")
        if len(places) == kind.dimensions:
            found: Value = method.load(value.parts[0], at, ArrayItem(kind.dtype), is_fixed=True)
            return found
        rest = ArrayType(kind.dtype, kind.dimensions - len(places), is_part=True)
        return Value(rest, (method.temp(f"{value.parts[0]} + 8 * {at}"), *sizes[len(places) :]))

    def contains(self, method: Method, value: Value, item: Value) -> str:
        """Search all items of an array with one dimension."""
        assert isinstance(value.type, ArrayType)
        if value.type.dimensions != 1:
            raise self._refused("`in`", value.type)
        found: str = method.contains(method.make_list([value]), item)
        return found

    def attribute(self, method: Method, value: Value, name: str) -> Value | None:
        kind = value.type
        assert isinstance(kind, ArrayType)
        sizes = [Value(INT, (size,)) for size in value.parts[1 : 1 + kind.dimensions]]
        if name == "shape":
            found: Value = method.tuple_of(sizes)
            return found
        if name == "ndim":
            return Value(INT, (str(kind.dimensions),))
        if name == "size":
            total = method.literal(1)
            for size in sizes:
                total = method.operate(ast.Mult(), total, size)
            return total
        return None

    def call(self, method: Method, value: Value, name: str, arguments: Sequence[Value]) -> Value:
        """Return the items as lists, or the smallest or largest item, or the sum, of a whole array."""
        kind = value.type
        assert isinstance(kind, ArrayType)
        if name == "tolist" and not arguments:
            made, rows = method.new_list([]), self.items(method, value)
            with method.counted(rows.length) as k:
                row = rows.get(k)
                method.append(made, plain(row) if kind.dimensions == 1 else self.call(method, row, name, ()))
            return made
        if name not in {"min", "max", "sum"} or arguments or kind.is_part:
            raise self._refused(name, kind)
        part = value.parts[1 + kind.dimensions + ("min", "max", "sum").index(name)]
        return Value(ArrayItem(kind.dtype if name != "sum" else kind.sum_dtype), (part,))


class ArrayItems(Kind):
    """The operations of numbers of numpy."""

    remedy: ClassVar[str] = "make it a number of Python, as in int(grid[cell])"

    def truth(self, method: Method, value: Value) -> str:
        return f"({value.parts[0]} != 0)" if value.type.parts()[0][1] != "b" else value.parts[0]

    def equal(self, method: Method, one: Value, two: Value) -> str:
        return self.order(method, "==", one, two)

    def order(self, method: Method, sign: str, one: Value, two: Value) -> str:
        numbers = [self._compared(value, sign) for value in (one, two)]
        if FLOAT in {number.type for number in numbers} and any(_is_narrow(each.type) for each in (one, two)):
            raise self._refused(sign, one.type, two.type)
        found: str = method.compare_numbers(sign, *numbers)
        return found

    def _compared(self, value: Value, sign: str) -> Value:
        if value.type in {INT, BOOL, FLOAT, INF, INT_OR_INF}:
            return value
        if not isinstance(value.type, ArrayItem) or value.type.dtype in {"float32", "float16"}:
            raise self._refused(sign, value.type)
        return plain(value)

    def operate(self, method: Method, op: ast.operator, one: Value, two: Value) -> Value:
        """Add, subtract or multiply numbers of 64 bits, or divide them by a number in the code."""
        wide = [value for value in (one, two) if isinstance(value.type, ArrayItem)]
        if any(value.type.dtype not in {"int64", "float64"} for value in wide):  # type: ignore[attr-defined]  # Checked.
            raise self._refused(type(op).__name__, one.type, two.type)
        numbers = [plain(value) for value in (one, two)]
        if not {value.type for value in numbers} <= {INT, FLOAT}:
            raise self._refused(type(op).__name__, one.type, two.type)
        if type(op) not in _WHOLE and (type(op) not in _DIVISIONS or not two.constant):
            raise self._refused(type(op).__name__, one.type, two.type)
        found = method.operate(op, *numbers)
        return Value(ArrayItem("int64" if found.type is INT else "float64"), found.parts)


def _is_narrow(kind: Type) -> bool:
    return isinstance(kind, ArrayItem) and kind.dtype not in {"int64", "float64"}


def plain(value: Value) -> Value:
    """Return a number of numpy as one of Python, and another value unchanged."""
    if not isinstance(value.type, ArrayItem):
        return value
    return Value({"i": INT, "b": BOOL, "f": FLOAT}[value.type.parts()[0][1]], value.parts)


def whole_index(method: Method, index: Value) -> Value:
    """Return a whole number that is an index of an array, where True and False mean something else."""
    index = plain(index) if isinstance(index.type, ArrayItem) and index.type.dtype != "bool" else index
    if index.type is not INT:
        raise RefusalError(f"an index of an array is {index.type}", "use whole numbers")
    return index
