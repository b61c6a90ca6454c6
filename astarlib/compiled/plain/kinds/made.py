"""Sets and dictionaries that a method makes: lists without equal items or keys."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from typing import Any

from astarlib.compiled.plain import library
from astarlib.compiled.plain.emitter import Items, negated
from astarlib.compiled.plain.joining import item_of
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.sequences import list_clear, list_pop, list_remove
from astarlib.compiled.plain.kinds.tables import table_isdisjoint, table_issuperset
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
    Type,
    Value,
    check_hashable,
    is_set,
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
    if {getattr(each.type, "missing", None) for each in (a, b)} == {Counter}:
        same: str = method.truth(method.program.call(method, library.same_counts, [a, b]))
        return same
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
    if isinstance(op, ast.BitXor):
        return operate_sets(method, ast.BitOr(), operate_sets(method, ast.Sub(), a, b),
                            operate_sets(method, ast.Sub(), make_set(method, [b]), a))  # fmt: skip
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


def make_dict(method: Method, node: Any, missing: Any = None) -> Value:
    """Return an empty dictionary. ``missing`` is that of `MadeDict`."""
    keys = method.new_list([], node)
    values = method.new_list([])
    assert isinstance(keys.type, ListType)
    assert isinstance(values.type, ListType)
    return Value(MadeDict(keys.type, values.type, missing), (*keys.parts, *values.parts))


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


def item_of_dict(method: Method, owner: Value, key: Value) -> Value:
    """Return the value of a key in a dictionary that a method makes. A `defaultdict` gets the key if it's missing."""
    kind, values = owner.type, made_values(owner)
    assert isinstance(kind, MadeDict)
    at = place_in_dict(method, owner, key)
    if kind.missing is None:
        method.fail_if(f"{at} < 0", "KeyError", "the key isn't in the dictionary")
    elif kind.missing is Counter:
        return dict_get(method, owner, key, method.literal(0))
    else:
        with method.block(f"if {at} < 0:"):
            method.emit(f"{at} = {method.length(values)}")
            made = method.keep(method.apply(Value(kind.missing), [], {}))
            method.append(made_items(owner), key)
            method.append(values, made)
    found: Value = method.load(method.temp(f"load({values.parts[0]}, 0)"), at, kind.values.item)
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
    method.add_to_set(owner, item)
    return Value(NONE)


def set_update(method: Method, owner: Value, items: Value) -> Value:
    every = method.items_of(made_items(items))
    with method.counted(every.length) as k:
        method.add_to_set(owner, every.get(k))
    return Value(NONE)


def set_discard(method: Method, owner: Value, item: Value) -> Value:
    at = method.place_in_dict(owner, method.keep(item))
    with method.block(f"if {at} >= 0:"):
        list_pop(method, made_items(owner), Value(INT, (at,)))
    return Value(NONE)


def set_remove(method: Method, owner: Value, item: Value) -> Value:
    return list_remove(method, made_items(owner), item)


def set_copy(method: Method, owner: Value) -> Value:
    return method.make_set([owner])


def set_issubset(method: Method, owner: Value, other: Value) -> Value:
    return table_issuperset(method, method.keep(method.present(other)), made_items(owner))


def set_issuperset(method: Method, owner: Value, other: Value) -> Value:
    return table_issuperset(method, owner, method.unordered(method.keep(method.present(other)), any_order=True))


def set_isdisjoint(method: Method, owner: Value, other: Value) -> Value:
    return table_isdisjoint(method, owner, method.unordered(method.keep(method.present(other)), any_order=True))


def set_union(method: Method, owner: Value, *others: Value) -> Value:
    return method.make_set([owner, *others])


def set_difference(method: Method, owner: Value, other: Value) -> Value:
    return operate_sets(method, ast.Sub(), owner, method.make_set([other]))


def set_intersection(method: Method, owner: Value, other: Value) -> Value:
    return operate_sets(method, ast.BitAnd(), owner, method.make_set([other]))


def set_symmetric_difference(method: Method, owner: Value, other: Value) -> Value:
    return operate_sets(method, ast.BitXor(), owner, method.make_set([other]))


def set_clear(method: Method, owner: Value) -> Value:
    return list_clear(method, made_items(owner))


def set_difference_update(method: Method, owner: Value, other: Value) -> Value:
    return _replaced(method, owner, set_difference(method, owner, other))


def set_intersection_update(method: Method, owner: Value, other: Value) -> Value:
    return _replaced(method, owner, set_intersection(method, owner, other))


def set_symmetric_difference_update(method: Method, owner: Value, other: Value) -> Value:
    return _replaced(method, owner, set_symmetric_difference(method, owner, other))


def _replaced(method: Method, owner: Value, made: Value) -> Value:
    """Give a set the items of another one."""
    list_clear(method, made_items(owner))
    method.extend(made_items(owner), made_items(made))
    return Value(NONE)


def set_pop(method: Method, owner: Value) -> Value:
    """Refuse the method ``pop`` of sets, which shows their order."""
    raise RefusalError("pop of a set, whose order isn't defined", "choose an item, as in min(...), and discard it")


def dict_get(method: Method, owner: Value, key: Value, default: Value | None = None) -> Value:
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
    return Value(ObjectType(method.items_of(made_items(owner))._replace(is_once=False, of=owner)))


def dict_values(method: Method, owner: Value) -> Value:
    return Value(ObjectType(method.items_of(made_values(owner))._replace(is_once=False)))


def dict_items(method: Method, owner: Value) -> Value:
    keys, values = method.items_of(made_items(owner)), method.items_of(made_values(owner))
    return Value(ObjectType(Items(keys.length, lambda k: method.tuple_of([keys.get(k), values.get(k)]), is_once=False)))


def dict_pop(method: Method, owner: Value, key: Value, default: Value | None = None) -> Value:
    at = Value(INT, (method.place_in_dict(owner, method.keep(key)),))

    def popped() -> Value:
        list_pop(method, made_items(owner), at)
        return list_pop(method, made_values(owner), at)

    if default is None:
        method.fail_if(f"{at.parts[0]} < 0", "KeyError", "the key isn't in the dictionary")
        return popped()
    if item_of(method.joiner, made_items(owner).type) is NEVER:
        return default
    chosen: Value = method.select(f"{at.parts[0]} >= 0", popped, lambda: default)
    return chosen


def dict_popitem(method: Method, owner: Value) -> Value:
    method.fail_if(f"{method.length(owner)} == 0", "KeyError", "the dictionary is empty")
    key = list_pop(method, made_items(owner))
    pair: Value = method.tuple_of([key, list_pop(method, made_values(owner))])
    return pair


def dict_setdefault(method: Method, owner: Value, key: Value, default: Value | None = None) -> Value:
    key, value = method.keep(key), method.keep(Value(NONE) if default is None else default)
    at, values = place_in_dict(method, owner, key), made_values(owner)
    assert isinstance(values.type, ListType)
    with method.block(f"if {at} < 0:"):
        method.emit(f"{at} = {method.length(values)}")
        method.append(made_items(owner), key)
        method.append(values, value)
    found: Value = method.load(method.temp(f"load({values.parts[0]}, 0)"), at, values.type.item)
    return found


def dict_update(method: Method, owner: Value, other: Value) -> Value:
    _check_plain(owner, "update")
    update_dict(method, owner, other)
    return Value(NONE)


def update_dict(method: Method, owner: Value, other: Value) -> None:
    """Assign the items of a dictionary, or pairs, to a dictionary that a method makes."""
    if isinstance(other.type, MadeDict | DictType):
        other = method.method(other, "items", [], {})
    items = method.items_of(other)
    with method.counted(items.length) as k:
        key, value = method.unpack(items.get(k), [None] * 2)
        set_in_dict(method, owner, method.keep(key), method.keep(value))


def merged_dicts(method: Method, a: Value, b: Value) -> Value:
    """Return a new dictionary with the items of two others."""
    made = make_dict(method, None)
    update_dict(method, made, a)
    update_dict(method, made, b)
    return made


def dict_copy(method: Method, owner: Value) -> Value:
    assert isinstance(owner.type, MadeDict)
    made = make_dict(method, None, owner.type.missing)
    update_dict(method, made, owner)
    return made


def dict_clear(method: Method, owner: Value) -> Value:
    list_clear(method, made_items(owner))
    return list_clear(method, made_values(owner))


def dict_most_common(method: Method, owner: Value, count: Value | None = None) -> Value:
    _check_counter(owner, "most_common")
    pairs = [dict_items(method, owner)] if count is None else [dict_items(method, owner), count]
    return _from_library(method, library.most_common if count is None else library.first_common, pairs)


def dict_total(method: Method, owner: Value) -> Value:
    _check_counter(owner, "total")
    total: Value = method.total(dict_values(method, owner), method.literal(0))
    return total


def dict_elements(method: Method, owner: Value) -> Value:
    _check_counter(owner, "elements")
    return _from_library(method, library.elements, [owner])


def dict_subtract(method: Method, owner: Value, other: Value) -> Value:
    _check_counter(owner, "subtract")
    is_dict = isinstance(other.type, MadeDict | DictType)
    return _from_library(method, library.subtract_counts if is_dict else library.subtract, [owner, other])


def count_items(method: Method, values: Value | None) -> Value:
    """Return a `Counter` of the items of a value."""
    made = make_dict(method, None, Counter)
    assert isinstance(made.type, MadeDict)
    method.joiner.widen(made.type.values.cell, INT)
    if values is not None and isinstance(values.type, MadeDict | DictType) and not is_set(values.type):
        update_dict(method, made, values)
    elif values is not None:
        source = method.unordered(values, any_order=False)
        _from_library(method, library.count, [made, method.make_list([source])])
    return made


def operate_counters(method: Method, op: ast.operator, a: Value, b: Value) -> Value:
    """Return the sum, difference, union or intersection of two objects of `Counter`."""
    function = _OF_COUNTERS.get(type(op))
    if function is None:
        raise RefusalError(f"{type(op).__name__} of {a.type} and {b.type}")
    return _from_library(method, function, [a, b])


_OF_COUNTERS: dict[type[ast.operator], Any] = {
    ast.Add: library.add_counts, ast.Sub: library.reduce_counts, ast.BitAnd: library.common_counts,
    ast.BitOr: library.largest_counts,
}  # fmt: skip


def is_counter(kind: Type) -> bool:
    """Return True for a `Counter` that a method makes."""
    return isinstance(kind, MadeDict) and kind.missing is Counter


def is_plain_dict(kind: Type) -> bool:
    """Return True for dictionaries that exist before the search, and for those that a method makes with {}."""
    return (isinstance(kind, MadeDict) and kind.missing is None) or (isinstance(kind, DictType) and not kind.is_set)


def _check_counter(owner: Value, name: str) -> None:
    if not is_counter(owner.type):
        raise RefusalError(f"it calls {name} of {owner.type}")


def _check_plain(owner: Value, name: str) -> None:
    if is_counter(owner.type):
        raise RefusalError(f"it calls {name} of a Counter", "write counter[item] += 1 in a loop")


def _from_library(method: Method, function: Any, arguments: Sequence[Value]) -> Value:  # Any: a Python function
    found: Value = method.program.call(method, function, [method.keep(each) for each in arguments])
    return found
