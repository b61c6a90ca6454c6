"""Frozensets of states and those that methods make: arrays of items in the order of their words, without equal ones.

Equal sets have equal words, and no operation shows the order: it isn't that of Python.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import ClassVar

from astarlib.compiled.plain.emitter import Items, conjunction, negated
from astarlib.compiled.plain.joining import item_of
from astarlib.compiled.plain.kinds.kind import Kind, Method
from astarlib.compiled.plain.kinds.texts import as_atom, number_of
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    ENUM,
    INT,
    NEVER,
    NONE,
    TEXT,
    DictType,
    ListType,
    MadeSet,
    SeqType,
    SetType,
    TupleType,
    Type,
    Value,
    is_frozen_set,
    is_set,
)
from astarlib.compiled.plain.values import words_of

_KEPT = {ast.BitOr: 7, ast.BitAnd: 2, ast.Sub: 1, ast.BitXor: 5}
"""What an operator keeps: items of the left set only (1), of both (2), and of the right set only (4)."""
_NAMES: dict[str, type[ast.operator]] = {
    "union": ast.BitOr, "intersection": ast.BitAnd, "difference": ast.Sub, "symmetric_difference": ast.BitXor,
}  # fmt: skip


def is_element(kind: Type) -> bool:
    """Return True if values of a type are equal exactly if their words are, and refer to no memory."""
    if isinstance(kind, TupleType):
        return all(map(is_element, kind.items))
    return kind in {INT, BOOL, ATOM, ENUM, NEVER, NONE}


def listed(value: Value) -> Value:
    """Return a frozenset as a tuple of its items, for operations that don't show the order."""
    assert isinstance(value.type, SetType)
    return Value(SeqType(value.type.item, None, "tuple"), value.parts)


def make_frozenset(method: Method, value: Value | None) -> Value:
    """Return a frozenset of the items of a value, or an empty one."""
    if value is None:
        return Value(SetType(NEVER), ("0", "0"))
    if isinstance(value.type, SetType):
        return Value(SetType(value.type.item), value.parts)
    source = method.unordered(value, any_order=True)
    if not isinstance(source.type, ListType | SeqType):
        source = method.make_list([source])
    item = item_of(method.joiner, source.type)
    if item is NEVER:
        return Value(SetType(NEVER), ("0", "0"))
    if item is TEXT:
        items, source = method.items_of(source), method.new_list([])
        with method.counted(items.length) as k:
            method.append(source, as_atom(method, items.get(k)))
        item = ATOM
    if not is_element(item):
        raise RefusalError(f"a frozenset of {item}", "use frozensets of whole numbers, strings and tuples of them")
    at, count = method.span(source)
    words = words_of(item)
    made = method.allocate(f"{count} * {words}")
    method.emit(f"copy({made}, {at}, {count} * {words})")
    return Value(SetType(item), (made, method.temp(f"put_in_order({made}, {count}, {words})")))


def written(method: Method, values: Sequence[Value]) -> Value | None:
    """Return a set display as a frozenset, or None if its elements have other types."""
    item = method.joiner.join_all(value.type for value in values)
    if item is NEVER or not is_element(item):
        return None
    words = words_of(item)
    made = method.allocate(max(1, len(values) * words))
    for number, value in enumerate(values):
        method.store(made, number, method.convert(value, item))
    count = "1" if len(values) == 1 else method.temp(f"put_in_order({made}, {len(values)}, {words})")
    return Value(SetType(item), (made, count))


class FrozenSets(Kind):
    """The operations of frozensets."""

    remedy: ClassVar[str] = "use operators of sets, `in`, len, sorted, min, max, sum, any and all"

    def truth(self, method: Method, value: Value) -> str:
        return f"({value.parts[1]} > 0)"

    def length(self, method: Method, value: Value) -> str:
        return value.parts[1]

    def items(self, method: Method, value: Value) -> Items:
        """Refuse a loop, which would show the order."""
        raise RefusalError("a loop goes through a frozenset, whose order isn't defined", "write sorted(...)")

    def contains(self, method: Method, value: Value, item: Value) -> str:
        assert isinstance(value.type, SetType)
        if item.type is TEXT and value.type.item is ATOM:
            item = Value(ATOM, (number_of(method, item),))  # The number -1 is that of no item.
        found: str = method.contains(listed(value), item)
        return found

    def equal(self, method: Method, one: Value, two: Value) -> str:
        """Compare the words, or look up each item."""
        if not is_set(one.type) or not is_set(two.type):
            raise self._refused("==", one.type, two.type)
        if isinstance(one.type, SetType) and isinstance(two.type, SetType) and one.type.item == two.type.item:
            one, two = method.keep(one), method.keep(two)
            assert isinstance(one.type, SetType)
            size = words_of(one.type.item)
            words = f"same_words({one.parts[0]}, {two.parts[0]}, {one.parts[1]} * {size})"
            return conjunction([f"({one.parts[1]} == {two.parts[1]})", words])
        if not isinstance(one.type, SetType):
            one, two = two, one
        same = f"({one.parts[1]} == {method.length(two)})"
        answer: str = method.guarded_by(same, lambda: self._is_subset(method, one, two))
        return answer

    def order(self, method: Method, sign: str, one: Value, two: Value) -> str:
        """Compare the numbers of items, and look up each item of the smaller set."""
        if not is_set(one.type) or not is_set(two.type):
            raise self._refused(sign, one.type, two.type)
        if sign[0] == ">":
            one, two = two, one
        fits = f"({method.length(one)} {'<' if len(sign) == 1 else '<='} {method.length(two)})"
        answer: str = method.guarded_by(fits, lambda: self._is_subset(method, one, two))
        return answer

    @staticmethod
    def _is_subset(method: Method, one: Value, two: Value) -> str:
        items = method.items_of(method.unordered(one, any_order=True))
        found: str = method.fresh()
        method.emit(f"{found} = True")
        with method.counted(items.length) as k:
            there = method.contains(two, items.get(k))
            with method.block(f"if {negated(there)}:"):
                method.emit(f"{found} = False")
                method.emit("break")
        return found

    def operate(self, method: Method, op: ast.operator, one: Value, two: Value) -> Value:
        """Merge two sets. The result has the type of the left one."""
        if type(op) not in _KEPT or not is_set(one.type) or not is_set(two.type):
            raise self._refused(type(op).__name__, one.type, two.type)
        if isinstance(one.type, MadeSet) or (isinstance(one.type, DictType) and not one.type.is_frozen):
            found: Value = method.operate_sets(op, one, two)
            return found
        return self._merged(method, op, one, two)

    def _merged(self, method: Method, op: ast.operator, one: Value, two: Value) -> Value:
        frozen = is_frozen_set(one.type)
        one, two = make_frozenset(method, one), make_frozenset(method, two)
        assert isinstance(one.type, SetType)
        assert isinstance(two.type, SetType)
        item = method.joiner.join(one.type.item, two.type.item)
        if not is_element(item) or not all(method.same_layout(kind, item) for kind in (one.type.item, two.type.item)):
            if isinstance(op, ast.Sub | ast.BitAnd):  # An item of another type is never in the other set.
                raise self._refused(type(op).__name__, one.type, two.type)
            raise RefusalError(f"a frozenset of {one.type.item} and {two.type.item}", "use items of one type")
        words = words_of(item)
        (at, count), (other, others) = method.keep(one).parts, method.keep(two).parts
        kept = _KEPT[type(op)]
        made = method.allocate(f"({f'{count} + {others}' if kept & 4 else count}) * {words}")
        number = method.temp(f"merged({made}, {at}, {count}, {other}, {others}, {words}, {kept})")
        return Value(SetType(item if kept & 4 else one.type.item, frozen), (made, number))

    def call(self, method: Method, value: Value, name: str, arguments: Sequence[Value]) -> Value:
        if name in _NAMES and len(arguments) == 1:
            return self._merged(method, _NAMES[name](), value, make_frozenset(method, arguments[0]))
        if name == "copy" and not arguments:
            return value if is_frozen_set(value.type) else method.make_set([value])
        if name in {"issubset", "issuperset"} and len(arguments) == 1:
            other = make_frozenset(method, arguments[0])
            return Value(BOOL, (self.order(method, "<=" if name == "issubset" else ">=", value, other),))
        if name == "isdisjoint" and len(arguments) == 1:
            common = self._merged(method, ast.BitAnd(), value, make_frozenset(method, arguments[0]))
            return Value(BOOL, (negated(self.truth(method, common)),))
        raise self._refused(name, value.type)
