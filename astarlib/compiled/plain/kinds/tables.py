"""Dictionaries and sets that exist before the search, in hash tables."""

from __future__ import annotations

from collections.abc import Callable

from astarlib.compiled.plain.emitter import Items, conjunction, negated
from astarlib.compiled.plain.joining import group_of
from astarlib.compiled.plain.kinds.arrays import plain
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.texts import number_of
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    NEVER,
    NONE,
    OPAQUE,
    TEXT,
    ArrayItem,
    DictType,
    ListType,
    ObjectType,
    OptionalType,
    SeqType,
    TupleType,
    Type,
    UnionType,
    Value,
    check_hashable,
    is_seq,
    is_set,
    kind_of,
    leaves,
    length_of,
)
from astarlib.compiled.plain.values import key_words


def entry(method: Method, table: Value, key: Value) -> str:
    """Return the number of the entry of a key, or -1."""
    kind = table.type
    assert isinstance(kind, DictType)
    if kind.key is NEVER:
        return "(-1)"
    check_hashable(key.type)
    key = plain(key)
    if OPAQUE in leaves(key.type):
        raise RefusalError("a key is a text with a format", "use str(...), or a tuple of values")
    if any(isinstance(each, ArrayItem) for each in leaves(key.type)):
        raise RefusalError("a key contains a number of numpy", "make it a number of Python, as in int(grid[cell])")
    tests: list[str] = []
    try:
        key = _as_key(method, without_unions(method, key, kind.key, tests), kind.key)
    except RefusalError:
        if not _are_disjoint(key.type, kind.key):
            raise
        return "(-1)"  # Values of other types are never equal to a key.
    words = key_words(kind.key)
    if isinstance(kind.key, SeqType):
        at, count = method.span(key)
        found = f"entry_at({table.parts[0]}, {at}, {words})"
        tests += [] if count == str(kind.key.length) else [f"{count} == {kind.key.length}"]
        return method.temp(f"({found} if {conjunction(tests)} else -1)" if tests else found)
    parts = _words_of_key(method, key)
    if words in {1, 2}:
        found = f"entry_{words}({table.parts[0]}, {', '.join(parts)})"
        return method.temp(f"({found} if {conjunction(tests)} else -1)" if tests else found)
    at = method.allocate(max(1, words))
    for number, part in enumerate(parts):
        method.emit(f"store({at}, {number}, {part})")
    found = f"entry_at({table.parts[0]}, {at}, {words})"
    return method.temp(f"({found} if {conjunction(tests)} else -1)" if tests else found)


def without_unions(method: Method, key: Value, kind: Type, tests: list[str]) -> Value:
    """Return a key with the types that it must have. Add the conditions under which it has them."""
    have = key.type
    if have is TEXT and kind is ATOM:
        number = number_of(method, key)
        tests.append(f"{number} >= 0")
        return Value(ATOM, (number,))
    if isinstance(have, OptionalType) and not isinstance(kind, OptionalType):
        key = method.keep(key)
        tests.append(key.parts[0])
        key = Value(have.of, key.parts[1:])
    if isinstance(key.type, UnionType) and not isinstance(kind, UnionType):
        key = method.keep(key)
        for tag, option in enumerate(method.options(key)):
            if group_of(option.type) == group_of(kind):
                tests.append(f"{key.parts[0]} == {tag}")
                return option
        raise RefusalError("a key of another type")
    if isinstance(key.type, TupleType) and isinstance(kind, TupleType) and len(key.type.items) == len(kind.items):
        items = [
            without_unions(method, item, want, tests) for item, want in zip(method.items(key), kind.items, strict=True)
        ]
        return Value(TupleType(tuple(item.type for item in items), key.type.cls, key.type.fields),
                     tuple(part for item in items for part in item.parts))  # fmt: skip
    return key


def _as_key(method: Method, key: Value, kind: Type) -> Value:
    if isinstance(key.type, OptionalType) and not isinstance(kind, OptionalType):
        return _as_key(method, method.present(key), kind)
    if isinstance(kind, SeqType) and is_seq(key.type) and kind_of(key.type) == "tuple":
        length = length_of(key.type)
        if length is not None and length != kind.length:
            raise RefusalError("a key of another length")
        return method.with_items(key, kind.item)
    if method.joiner.join(key.type, kind) != kind or (
        isinstance(key.type, ListType | SeqType) and isinstance(kind, TupleType) and kind_of(key.type) != "tuple"
    ):
        is_plain = isinstance(kind, TupleType) and (kind.cls is None or issubclass(kind.cls, tuple))
        if is_plain and isinstance(key.type, SeqType) and key.type.kind == "tuple":
            return method.convert(key, kind)
        raise RefusalError(f"a key is {key.type}, but those of the dictionary or set are {kind}")
    return method.convert(key, kind)


def _words_of_key(method: Method, key: Value) -> list[str]:
    kind = key.type
    if isinstance(kind, TupleType):
        return [word for item in method.items(key) for word in _words_of_key(method, item)]
    if isinstance(kind, SeqType):
        at, _ = method.span(key)
        assert kind.length is not None
        return [word for k in range(kind.length) for word in _words_of_key(method, method.load(at, str(k), kind.item))]
    if isinstance(kind, OptionalType | UnionType):  # The words of parts that don't count are 0.
        key = method.keep(key)
        flag = key.parts[0]
        options = method.options(key) if isinstance(kind, UnionType) else [Value(kind.of, key.parts[1:])]
        words = [flag if isinstance(kind, UnionType) else f"word({flag})"]
        for tag, option in enumerate(options):
            test = f"{flag} == {tag}" if isinstance(kind, UnionType) else flag
            words += [method.temp(f"({word} if {test} else 0)") for word in _words_of_key(method, option)]
        return words
    made = {"i": "{}", "b": "word({})", "f": "bits_of({})"}
    return [made[each].format(part) for part, (_, each) in zip(key.parts, kind.parts(), strict=True)]


def value_of_entry(method: Method, table: Value, entry: str) -> Value:
    """Return the value of an entry of a dictionary."""
    kind = table.type
    assert isinstance(kind, DictType)
    return method.load(method.temp(f"fixed({table.parts[0]}, 4)"), entry, kind.value, is_fixed=True)


def _key_of_entry(method: Method, table: Value, entry: str) -> Value:
    kind = table.type
    assert isinstance(kind, DictType)
    keys, words = method.temp(f"fixed({table.parts[0]}, 3)"), key_words(kind.key)
    if isinstance(kind.key, SeqType):
        return Value(kind.key, (method.temp(f"{keys} + {8 * words} * {entry}"),))
    if any(isinstance(each, SeqType) for each in leaves(kind.key)):
        raise RefusalError("a loop goes through a dictionary or set whose keys contain tuples of more than four items")
    return method.load(keys, entry, kind.key, is_fixed=True)


def entries_of(method: Method, table: Value, part: str) -> Items:
    """Return the keys, values or items of a dictionary or set in their order."""
    table = method.fix(table)
    name = table.parts[0]

    def get(entry: str) -> Value:
        if part == "keys":
            return _key_of_entry(method, table, entry)
        if part == "values":
            return value_of_entry(method, table, entry)
        key, value = _key_of_entry(method, table, entry), value_of_entry(method, table, entry)
        return Value(TupleType((key.type, value.type)), (*key.parts, *value.parts))

    return Items(method.temp(f"fixed({name}, 0)"), get, is_once=False)


def _are_disjoint(one: Type, two: Type) -> bool:
    """Return True if no value of a type is equal to one of another type."""
    if isinstance(one, OptionalType | UnionType) or isinstance(two, OptionalType | UnionType):
        return False
    if isinstance(one, TupleType) and isinstance(two, TupleType) and len(one.items) == len(two.items):
        return any(map(_are_disjoint, one.items, two.items))
    lengths = length_of(one), length_of(two)
    return group_of(one) != group_of(two) or (None not in lengths and lengths[0] != lengths[1])


def table_get(method: Method, owner: Value, key: Value, default: Value | None = None) -> Value:
    _check_dict(method, owner)
    owner = method.keep(owner)
    entry = method.entry(owner, method.keep(key))
    other = Value(NONE) if default is None else default
    return method.select(f"{entry} >= 0", lambda: method.value_of_entry(owner, entry), lambda: other)


def table_view(method: Method, owner: Value, part: str) -> Value:
    _check_dict(method, owner)
    return Value(ObjectType(entries_of(method, owner, part)))


def table_items(method: Method, owner: Value) -> Value:
    return table_view(method, owner, "items")


def table_keys(method: Method, owner: Value) -> Value:
    _check_dict(method, owner)
    return Value(ObjectType(entries_of(method, owner, "keys")._replace(of=owner)))


def table_values(method: Method, owner: Value) -> Value:
    return table_view(method, owner, "values")


def table_issuperset(method: Method, owner: Value, values: Value) -> Value:
    return _none_is(method, values, lambda item: negated(method.contains(owner, item)))


def table_isdisjoint(method: Method, owner: Value, values: Value) -> Value:
    return _none_is(method, values, lambda item: method.contains(owner, item))


def table_copy(method: Method, owner: Value) -> Value:
    return owner


def _none_is(method: Method, values: Value, test: Callable[[Value], str]) -> Value:
    """Return True if a test is false for all items of a value, which are made elements of a set in Python."""
    result = method.fresh()
    method.emit(f"{result} = True")
    items = method.items_of(values)
    with method.counted(items.length) as k:
        item = method.keep(items.get(k))
        check_hashable(item.type)
        with method.block(f"if {test(item)}:"):
            method.emit(f"{result} = False")
            method.emit("break")
    return Value(BOOL, (result,))


def _check_dict(method: Method, owner: Value) -> None:
    if is_set(owner.type):
        raise RefusalError("it calls a method of dictionaries of a set")
