"""Deques and bytearrays that a method makes: lists with other methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from astarlib.compiled.plain.emitter import Items
from astarlib.compiled.plain.kinds.kind import Kind, Method
from astarlib.compiled.plain.kinds.sequences import list_insert, list_pop
from astarlib.compiled.plain.kinds.texts import is_text
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import BOOL, INT, NONE, ListType, MadeBytes, MadeDeque, Value

_OF_LISTS = frozenset(("append", "clear", "count", "extend", "index", "insert", "pop", "remove", "reverse"))
"""The methods that lists have, too."""


def make_deque(method: Method, source: Value | None) -> Value:
    """Return a deque of the items of a value."""
    made: Value = method.new_list([]) if source is None else method.make_list([source])
    assert isinstance(made.type, ListType)
    return Value(MadeDeque(made.type), made.parts)


def list_in(value: Value) -> Value:
    """Return the items of a deque as a list."""
    assert isinstance(value.type, MadeDeque)
    return Value(value.type.items, value.parts)


class Deques(Kind):
    """The operations of deques."""

    remedy: ClassVar[str] = "make a list of it, as in list(queue)"

    def truth(self, method: Method, value: Value) -> str:
        return f"({method.length(list_in(value))} > 0)"

    def length(self, method: Method, value: Value) -> str:
        length: str = method.length(list_in(value))
        return length

    def items(self, method: Method, value: Value) -> Items:
        items: Items = method.items_of(list_in(value))
        return items._replace(is_once=False)

    def item(self, method: Method, value: Value, index: Value) -> Value:
        item: Value = method.item(list_in(value), index)
        return item

    def contains(self, method: Method, value: Value, item: Value) -> str:
        found: str = method.contains(list_in(value), item)
        return found

    def call(self, method: Method, value: Value, name: str, arguments: Sequence[Value]) -> Value:
        every = list_in(value)
        if name == "pop" and arguments:
            raise RefusalError("pop of a deque has no arguments")
        if name in _OF_LISTS:
            found: Value = method.method(every, name, arguments, {})
            return found
        method.check_change(every)
        if name == "popleft" and not arguments:
            return list_pop(method, every, method.literal(0))
        if name == "appendleft" and len(arguments) == 1:
            return list_insert(method, every, method.literal(0), arguments[0])
        if name == "extendleft" and len(arguments) == 1:
            items = method.items_of(arguments[0])
            with method.counted(items.length) as k:
                list_insert(method, every, method.literal(0), items.get(k))
            return Value(NONE)
        if name == "rotate" and len(arguments) <= 1:
            self._rotate(method, every, arguments[0] if arguments else method.literal(1))
            return Value(NONE)
        if name == "copy" and not arguments:
            return make_deque(method, every)
        raise self._refused(name, value.type)

    @staticmethod
    def _rotate(method: Method, every: Value, by: Value) -> None:
        """Move the last items to the left end, or the first ones to the right end."""
        length = method.temp(method.length(every))
        times = method.temp(f"({method.convert(by, INT).parts[0]} % {length} if {length} > 0 else 0)")
        with method.counted(times):
            list_insert(method, every, method.literal(0), method.keep(list_pop(method, every)))


def make_bytearray(method: Method, source: Value | None) -> Value:
    """Return a bytearray of the whole numbers of a value."""
    if source is not None and (source.type in {INT, BOOL} or is_text(source.type)):
        raise RefusalError("bytearray of a number or text", "use bytearray of a list of whole numbers")
    made: Value = method.new_list([]) if source is None else method.make_list([source])
    assert isinstance(made.type, ListType)
    method.joiner.widen(made.type.cell, INT)
    if made.type.item is not INT:
        raise RefusalError(f"bytearray of {made.type.item}", "use whole numbers")
    items = method.items_of(made)
    with method.counted(items.length) as k:
        check_byte(method, items.get(k))
    return Value(MadeBytes(made.type), made.parts)


def check_byte(method: Method, value: Value) -> None:
    """Let the search go on in Python unless a number is a byte."""
    part = method.keep(value).parts[0]
    method.emit(f"known(0 <= {part} and {part} < 256)")


class Bytearrays(Deques):
    """The operations of bytearrays."""

    remedy: ClassVar[str] = "make bytes of it, as in bytes(values)"

    def contains(self, method: Method, value: Value, item: Value) -> str:
        if item.type is not INT:
            raise self._refused("`in`", value.type, item.type)
        check_byte(method, item)
        return super().contains(method, value, item)

    def call(self, method: Method, value: Value, name: str, arguments: Sequence[Value]) -> Value:
        if name == "copy" and not arguments:
            return make_bytearray(method, list_in(value))
        if name not in {"count", "index", "reverse", "pop"} or any(each.type is not INT for each in arguments):
            raise self._refused(name, value.type)
        if name in {"count", "index"}:
            check_byte(method, arguments[0])
        found: Value = method.method(list_in(value), name, arguments, {})
        return found
