"""Values in LLVM code, and their kinds: numbers, tuples, arrays and the tables of a domain."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, Self, TypeAlias

Kind: TypeAlias = "str | tuple[Kind, ...]"
"""A name of `NUMBERS`, ``tables``, ``int[]`` and the like (an array of items of that kind, with a pair of brackets for
each dimension), or the kinds of the items of a tuple.
"""
NUMBERS: Final = {"int": "i64", "word": "i64", "bool": "i1", "float": "double", "i8": "i8", "i16": "i16", "i32": "i32",
                  "u8": "i8", "u16": "i16", "u32": "i32"}  # fmt: skip
"""The LLVM types of numbers. A word has no sign."""
UNSIGNED: Final = ("u8", "u16", "u32", "word")
"""The kinds of whole numbers without a sign, from the narrowest to the widest."""
SIGNED: Final = ("i8", "i16", "i32", "int")
_ITEM_SIZES: Final = {"bool": 1, "u8": 1, "u16": 2, "u32": 4, "i8": 1, "i16": 2, "i32": 4}


class Record(tuple["Kind", ...]):  # noqa: SLOT001  # A tuple with an attribute has no slots.
    """The kinds of the items of a named tuple."""

    fields: tuple[str, ...]

    def __new__(cls, items: Iterable[Kind], fields: tuple[str, ...]) -> Self:
        """Return a kind with the names of its items."""
        made = super().__new__(cls, items)
        made.fields = fields
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and tuple(self) == tuple(other) and self.fields == other.fields

    def __hash__(self) -> int:
        return super().__hash__()


def is_array(kind: Kind) -> bool:
    """Return True for the kind of an array."""
    return isinstance(kind, str) and kind.endswith("[]")


def item_of(kind: Kind) -> str:
    """Return the kind of the items of an array."""
    if not is_array(kind):
        raise UnknownCodeError(f"{kind} isn't an array")
    return str(kind).partition("[")[0]


def item_size(kind: str) -> int:
    """Return the number of bytes of an item of an array."""
    return _ITEM_SIZES.get(kind, 8)


class UnknownCodeError(Exception):
    """The code has something that this compiler doesn't know. If a user wrote the code, numba compiles it instead."""

    line = 0
    """The line of the statement, or 0."""


class Value(NamedTuple):
    """A value in LLVM code."""

    kind: Kind
    parts: tuple[Any, ...]
    """The name or the constant of a number, the lengths and the address of an array, or the values of a tuple.
    Any: it's one of three.
    """

    @property
    def text(self) -> str:
        """The name or constant of a number."""
        if not isinstance(self.kind, str) or len(self.parts) != 1:
            raise UnknownCodeError(f"{self.kind} isn't a number")
        found: str = self.parts[0]
        return found


def number(kind: str, text: str) -> Value:
    """Return a number."""
    return Value(kind, (text,))


def constant(value: bool | float) -> Value:  # It's one of three.
    """Return a constant of Python."""
    if isinstance(value, bool):
        return number("bool", "true" if value else "false")
    if not isinstance(value, int):
        return number("float", f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}")
    if not -(2**63) <= value < 2**64:
        raise UnknownCodeError(f"{value} has more than 64 bits")
    return number("int" if value < 2**63 else "word", str(value))


def make_tuple(items: tuple[Value, ...]) -> Value:
    """Return a tuple."""
    return Value(tuple(item.kind for item in items), items)


def leaves(value: Value) -> Iterator[Value]:
    """Yield the numbers of a value, also those in tuples."""
    if isinstance(value.kind, tuple):
        for part in value.parts:
            yield from leaves(part)
    else:
        yield value


def numbers_of(kind: Kind) -> Iterator[str]:
    """Yield the kinds of the numbers of a kind, also of those in tuples."""
    if isinstance(kind, tuple):
        for item in kind:
            yield from numbers_of(item)
    else:
        yield kind


def type_of(kind: Kind) -> str:
    """Return the LLVM type of a number."""
    if kind not in NUMBERS:
        raise UnknownCodeError(f"{kind} isn't a number")
    return NUMBERS[str(kind)]


def stored_type(kind: Kind) -> str:
    """Return the LLVM type of a number in memory, where a truth value has a byte."""
    return "i8" if kind == "bool" else type_of(kind)


def rebuild(kind: Kind, texts: Iterator[str]) -> Value:
    """Return a value of a kind with these names of its numbers."""
    if isinstance(kind, tuple):
        return Value(kind, tuple(rebuild(item, texts) for item in kind))
    type_of(kind)
    return number(kind, next(texts))


def common(one: Kind, other: Kind) -> Kind:
    """Return the kind that values of both kinds become, as in numba."""
    if one == other:
        return one
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(map(common, one, other))
    kinds = {one, other}
    if kinds <= {*UNSIGNED}:
        return max(str(one), str(other), key=UNSIGNED.index)
    if "int" in kinds and kinds <= {"bool", *SIGNED, "u8", "u16", "u32"}:
        return "int"
    if "float" in kinds and kinds <= {"bool", "int", "float"}:
        return "float"
    raise UnknownCodeError(f"{one} and {other} have no common kind")
