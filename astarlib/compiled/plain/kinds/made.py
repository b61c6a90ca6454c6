"""Sets and dictionaries that a method makes: lists without equal items or keys."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from astarlib.compiled.plain.emitter import Items, negated
from astarlib.compiled.plain.joining import item_of
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.sequences import list_pop, list_remove
from astarlib.compiled.plain.kinds.tables import table_issuperset
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    INT,
    NEVER,
    NONE,
    DictType,
    ListType,
    MadeDict,
    MadeSet,
    ObjectType,
    Value,
    check_hashable,
)


def made_items(value: Value) -> Value:
    """Return the list of the items or keys of a set or dictionary that a method makes. Other values stay the same."""
    kind = value.type
    if isinstance(kind, MadeSet):
        return Value(kind.items, value.parts)
    return Value(kind.keys, value.parts[:1]) if isinstance(kind, MadeDict) else value


def made_values(value: Value) -> Value:
    """Return the list of the values of a dictionary that a method makes."""
    assert isinstance(value.type, MadeDict)
    return Value(value.type.values, value.parts[1:])


def equal_sets(method: Method, a: Value, b: Value) -> str:
    """Return an expression for `==` of a set that a method makes and another set."""
    name = method.fresh()
    method.emit(f"{name} = {method.length(a)} == {method.length(b)}")
    items = method.items_of(made_items(a))
    with method.block(f"if {name}:"), method.counted(items.length) as k:
        method.emit(f"{name} = {method.contains(b, items.get(k))}")
        method.emit(f"if not {name}: break")
    return name


def equal_dicts(method: Method, a: Value, b: Value) -> str:
    """Return an expression for `==` of a dictionary that a method makes and another dictionary."""
    name = method.fresh()
    method.emit(f"{name} = {method.length(a)} == {method.length(b)}")
    keys, values = method.items_of(made_items(a)), method.items_of(made_values(a))
    with method.block(f"if {name}:"), method.counted(keys.length) as k:
        key = method.keep(keys.get(k))
        if isinstance(b.type, MadeDict):
            at = place_in_dict(method, b, key)
            others = method.items_of(made_values(b))
            answer = method.guarded_by(f"({at} >= 0)", lambda: method.equal(values.get(k), others.get(at)))
        else:
            at = method.entry(b, key)
            answer = method.guarded_by(
                f"({at} >= 0)", lambda: method.equal(values.get(k), method.value_of_entry(b, at))
            )
        method.emit(f"{name} = {answer}")
        method.emit(f"if not {name}: break")
    return name


def operate_sets(method: Method, op: ast.operator, a: Value, b: Value) -> Value:
    """Return the difference, union or intersection of a set that a method makes and another set."""
    if isinstance(a.type, DictType):
        a = make_set(method, [a])
    made = make_set(method, [] if not isinstance(op, ast.BitOr) else [a, b])
    if isinstance(op, ast.Sub | ast.BitAnd):
        items = method.items_of(made_items(a))
        with method.counted(items.length) as k:
            item = method.keep(items.get(k))
            there = method.contains(b, item)
            with method.block(f"if {there if isinstance(op, ast.BitAnd) else negated(there)}:"):
                method.append(made_items(made), item)
    elif not isinstance(op, ast.BitOr):
        raise RefusalError(f"{type(op).__name__} of sets")
    return made


def make_set(method: Method, values: Sequence[Value], key: Any = None) -> Value:
    """Return a set of the items of several values."""
    made = method.new_list([], key)
    assert isinstance(made.type, ListType)
    found = Value(MadeSet(made.type), made.parts)
    for value in values:
        items = method.items_of(method.unordered(value, any_order=True))
        with method.counted(items.length) as k:
            add_to_set(method, found, items.get(k))
    return found


def add_to_set(method: Method, owner: Value, item: Value) -> None:
    """Add an item to a set that a method makes."""
    check_hashable(item.type)
    item = method.keep(item)
    with method.block(f"if {negated(method.contains(owner, item))}:"):
        method.append(made_items(owner), item)


def make_dict(method: Method, node: Any) -> Value:
    """Return an empty dictionary."""
    keys = method.new_list([], node)
    values = method.new_list([])
    assert isinstance(keys.type, ListType)
    assert isinstance(values.type, ListType)
    return Value(MadeDict(keys.type, values.type), (*keys.parts, *values.parts))


def place_in_dict(method: Method, owner: Value, key: Value) -> str:
    """Return the index of a key in a dictionary that a method makes, or -1."""
    check_hashable(key.type)
    found, keys = method.fresh(), made_items(owner)
    method.emit(f"{found} = -1")
    if item_of(method.joiner, keys.type) is not NEVER:
        items = method.items_of(keys)
        with method.counted(items.length) as k, method.block(f"if {method.equal(items.get(k), key)}:"):
            method.emit(f"{found} = {k}")
            method.emit("break")
    return found


def set_in_dict(method: Method, owner: Value, key: Value, value: Value) -> None:
    """Assign the value of a key in a dictionary that a method makes."""
    at, values = place_in_dict(method, owner, key), made_values(owner)
    assert isinstance(values.type, ListType)
    with method.block(f"if {at} < 0:"):
        method.append(made_items(owner), key)
        method.append(values, value)
    with method.block("else:"):
        method.set_item(values, at, value)


def set_add(method: Method, owner: Value, item: Value) -> Value:
    """Translate the method ``add`` of sets that a method makes."""
    method.add_to_set(owner, item)
    return Value(NONE)


def set_update(method: Method, owner: Value, items: Value) -> Value:
    """Translate the method ``update`` of sets that a method makes."""
    every = method.items_of(made_items(items))
    with method.counted(every.length) as k:
        method.add_to_set(owner, every.get(k))
    return Value(NONE)


def set_discard(method: Method, owner: Value, item: Value) -> Value:
    """Translate the method ``discard`` of sets that a method makes."""
    at = method.place_in_dict(owner, method.keep(item))
    with method.block(f"if {at} >= 0:"):
        list_pop(method, made_items(owner), Value(INT, (at,)))
    return Value(NONE)


def set_remove(method: Method, owner: Value, item: Value) -> Value:
    """Translate the method ``remove`` of sets that a method makes."""
    return list_remove(method, made_items(owner), item)


def set_copy(method: Method, owner: Value) -> Value:
    """Translate the method ``copy`` of sets that a method makes."""
    return method.make_set([owner])


def set_issubset(method: Method, owner: Value, other: Value) -> Value:
    """Translate the method ``issubset`` of sets that a method makes."""
    return table_issuperset(method, method.keep(method.present(other)), made_items(owner))


def set_union(method: Method, owner: Value, other: Value) -> Value:
    """Translate the method ``union`` of sets that a method makes."""
    return method.make_set([owner, other])


def dict_get(method: Method, owner: Value, key: Value, default: Value | None = None) -> Value:
    """Translate the method ``get`` of dictionaries that a method makes."""
    at, other = method.place_in_dict(owner, method.keep(key)), Value(NONE) if default is None else default
    values = made_values(owner)
    assert isinstance(values.type, ListType)
    item = values.type.item
    if item is NEVER:
        return other
    return method.select(
        f"{at} >= 0", lambda: method.load(method.temp(f"load({values.parts[0]}, 0)"), at, item), lambda: other
    )


def dict_keys(method: Method, owner: Value) -> Value:
    """Translate the method ``keys`` of dictionaries that a method makes."""
    return Value(ObjectType(method.items_of(made_items(owner))._replace(is_once=False, of=owner)))


def dict_values(method: Method, owner: Value) -> Value:
    """Translate the method ``values`` of dictionaries that a method makes."""
    return Value(ObjectType(method.items_of(made_values(owner))._replace(is_once=False)))


def dict_items(method: Method, owner: Value) -> Value:
    """Translate the method ``items`` of dictionaries that a method makes."""
    keys, values = method.items_of(made_items(owner)), method.items_of(made_values(owner))
    return Value(ObjectType(Items(keys.length, lambda k: method.tuple_of([keys.get(k), values.get(k)]), is_once=False)))


def dict_pop(method: Method, owner: Value, key: Value) -> Value:
    """Translate the method ``pop`` of dictionaries that a method makes."""
    at = Value(INT, (method.place_in_dict(owner, method.keep(key)),))
    method.fail_if(f"{at.parts[0]} < 0", "KeyError", "the key isn't in the dictionary")
    list_pop(method, made_items(owner), at)
    return list_pop(method, made_values(owner), at)
