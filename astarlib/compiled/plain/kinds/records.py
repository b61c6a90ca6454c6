"""Dictionaries with fixed keys: those of states, and those that methods make in the place of one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, ClassVar

from astarlib.compiled.plain.emitter import Items, alternative, conjunction, negated
from astarlib.compiled.plain.kinds.kind import Kind, Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    NONE,
    DictType,
    ListType,
    MadeDict,
    MadeRecord,
    ObjectType,
    SeqType,
    TupleType,
    Value,
    as_record,
    keys_of,
)


def read_record(method: Method, value: Value) -> Value:
    """Return a dictionary with fixed keys as one of a state."""
    kind = value.type
    if not isinstance(kind, MadeRecord):
        return value
    items = [method.load(method.temp(f"load({at}, 0)"), "0", each.item) for at, each in _lists(value)]
    return Value(as_record(kind), tuple(part for item in items for part in item.parts))


def make_record(method: Method, keys: Sequence[Any], values: Sequence[Value], node: Any = None) -> Value:
    """Return a new dictionary with these keys, in their order."""
    if tuple(keys) not in method.program.records:
        raise RefusalError("a dictionary has the keys of the states in another order", "write them in the same order")
    lists = [method.new_list([method.keep(value)], None if node is None or at else node)
             for at, value in enumerate(values)]  # fmt: skip
    return Value(MadeRecord(tuple(keys), tuple(each.type for each in lists)), tuple(each.parts[0] for each in lists))


def copied_record(method: Method, value: Value, changes: dict[Any, Value], node: Any = None) -> Value:
    """Return a copy of a dictionary, with other values for some keys."""
    keys = keys_of(value.type)
    assert keys is not None
    if not set(changes) <= set(keys):
        raise RefusalError("it adds a key to the dictionary of a state", "use the same keys in each state")
    items = [_shared(method, item) for item in method.items(read_record(method, value))]
    return make_record(method, keys, [changes.get(key, item) for key, item in zip(keys, items, strict=True)], node)


def _shared(method: Method, value: Value) -> Value:
    """Return a list of a state as a list of the method, so that another list can replace it. It's the list of two
    dictionaries in Python, so the search goes on there if a method changes it.
    """
    if not isinstance(value.type, SeqType) or value.type.kind != "list":
        return value
    made: Value = method.make_list([value])
    method.guard(made)
    return made


def as_state_record(method: Method, value: Value, kind: TupleType) -> Value:
    """Return a dictionary of any kind as one of a state."""
    if isinstance(value.type, MadeRecord):
        for at, each in _lists(value):  # The copy doesn't change with it.
            method.check_view(Value(each, (at,)))
    if keys_of(value.type) is not None:
        return method.convert(read_record(method, value), kind)
    value = method.keep(value)
    method.emit(f"known({method.length(value)} == {len(kind.fields)})")
    parts: list[str] = []
    for number, (key, want) in enumerate(zip(kind.fields, kind.items, strict=True)):
        place, item = _lookup(method, value, key)
        method.emit(f"known({place} == {number})")
        parts += method.keep(method.convert(item(), want)).parts
    return Value(kind, tuple(parts))


def set_in_record(method: Method, owner: Value, key: Value, value: Value) -> None:
    """Assign the value of a key."""
    kind = owner.type
    if not isinstance(kind, MadeRecord):
        raise RefusalError("it changes the dictionary of a state", "change a copy, as in dict(state)")
    lists = _lists(owner)
    places = _places(method, kind.keys, key)
    for test, number in places:
        at, each = lists[number]
        with nullcontext() if test == "True" else method.block(f"if {test}:"):
            method.set_item(Value(each, (at,)), "0", value)
    there = alternative([test for test, _ in places]) if places else "False"
    method.fail_if(negated(there), "CapacityError", "a dictionary gets a key that the states don't have")


def _lists(value: Value) -> list[tuple[str, ListType]]:
    assert isinstance(value.type, MadeRecord)
    return list(zip(value.parts, value.type.values, strict=True))


def _places(method: Method, keys: Sequence[Any], key: Value) -> list[tuple[str, int]]:
    """Return the conditions under which a key is one of the keys, with its place. False conditions are left out."""
    if key.constant is not None and key.constant in keys:
        return [("True", list(keys).index(key.constant))]
    tests = [(method.temp(method.equal(key, method.literal(each))), number) for number, each in enumerate(keys)]
    return [(test, number) for test, number in tests if test != "False"]


def _lookup(method: Method, value: Value, key: Any) -> tuple[str, Callable[[], Value]]:
    """Return the number of a key in a dictionary, or -1, and the function that returns its value."""
    if isinstance(value.type, MadeDict):
        place, values = method.place_in_dict(value, method.literal(key)), value.type.values
        return place, lambda: method.load(method.temp(f"load({value.parts[1]}, 0)"), place, values.item)
    entry = method.entry(value, method.literal(key))
    return entry, lambda: method.value_of_entry(value, entry)


class Records(Kind):
    """The operations of dictionaries with fixed keys."""

    remedy: ClassVar[str] = "use the values of its keys"

    def truth(self, method: Method, value: Value) -> str:
        return str(len(keys_of(value.type) or ()) > 0)

    def length(self, method: Method, value: Value) -> str:
        return str(len(keys_of(value.type) or ()))

    def items(self, method: Method, value: Value) -> Items:
        found: Items = method.items_of(self._keys(method, value))
        return found._replace(is_once=False)

    @staticmethod
    def _keys(method: Method, value: Value) -> Value:
        made: Value = method.tuple_of([method.literal(key) for key in keys_of(value.type) or ()])
        return made

    def item(self, method: Method, value: Value, index: Value) -> Value:
        return self._get(method, value, index, None)

    @staticmethod
    def _get(method: Method, value: Value, key: Value, default: Value | None) -> Value:
        key = method.keep(key)
        items = method.items(read_record(method, value))
        places = _places(method, keys_of(value.type) or (), key)
        if default is None:
            there = alternative([test for test, _ in places]) if places else "False"
            method.fail_if(negated(there), "KeyError", "the key isn't in the dictionary")
            if not places:
                raise RefusalError("a key isn't in the dictionary of a state")
            found: Value = items[places.pop()[1]]
        else:
            found = default
        for test, number in reversed(places):
            found = method.select(test, lambda number=number: items[number], lambda found=found: found)
        return found

    def contains(self, method: Method, value: Value, item: Value) -> str:
        found: str = method.contains(self._keys(method, value), item)
        return found

    def equal(self, method: Method, one: Value, two: Value) -> str:
        if keys_of(one.type) is None:
            one, two = two, one
        keys = keys_of(one.type) or ()
        mine = method.items(method.keep(read_record(method, one)))
        others = keys_of(two.type)
        if others is not None:
            if set(others) != set(keys):
                return "False"
            other = method.items(method.keep(read_record(method, two)))
            return conjunction([method.temp(method.equal(item, other[others.index(key)]))
                                for key, item in zip(keys, mine, strict=True)])  # fmt: skip
        if not isinstance(two.type, MadeDict | DictType):
            raise self._refused("==", one.type, two.type)
        two = method.keep(two)
        answers = [method.temp(f"{method.length(two)} == {len(keys)}")]
        for key, item in zip(keys, mine, strict=True):
            place, get = _lookup(method, two, key)
            answers.append(method.guarded_by(f"({place} >= 0)", lambda get=get, item=item: method.equal(item, get())))
        return conjunction(answers)

    def operate(self, method: Method, op: ast.operator, one: Value, two: Value) -> Value:
        if not isinstance(op, ast.BitOr) or keys_of(one.type) is None or keys_of(one.type) != keys_of(two.type):
            raise self._refused(type(op).__name__, one.type, two.type)
        return copied_record(method, two, {})

    def call(self, method: Method, value: Value, name: str, arguments: Sequence[Value]) -> Value:
        if name == "copy" and not arguments:
            return copied_record(method, value, {})
        if name == "get" and 1 <= len(arguments) <= 2:
            return self._get(method, value, arguments[0], arguments[1] if len(arguments) > 1 else Value(NONE))
        if name in {"keys", "values", "items"} and not arguments:
            keys, values = method.items(self._keys(method, value)), method.items(read_record(method, value))
            views = {"keys": keys, "values": values}
            pairs = views.get(name) or [method.tuple_of(pair) for pair in zip(keys, values, strict=True)]
            items = method.items_of(method.tuple_of(pairs))
            return Value(ObjectType(items._replace(is_once=False, of=value if name == "keys" else None)))
        if name == "update" and len(arguments) == 1 and keys_of(arguments[0].type) is not None:
            for key, item in zip(keys_of(arguments[0].type) or (), method.items(read_record(method, arguments[0])),
                                 strict=True):  # fmt: skip
                set_in_record(method, value, method.literal(key), item)
            return Value(NONE)
        raise self._refused(name, value.type)
