"""Conversions of values to wider types, and the parts of values of several kinds."""

from __future__ import annotations

from typing import Any

from astarlib.compiled.plain.emitter import Items, is_true
from astarlib.compiled.plain.joining import group_of, item_of
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    COMPLEX,
    DEFAULTS,
    FLOAT,
    INF,
    INFINITE,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    NUMBERS,
    OPAQUE,
    TEXT,
    DictType,
    ListType,
    MadeDeque,
    MadeDict,
    MadeRecord,
    MadeSet,
    OptionalType,
    RangeType,
    SeqType,
    SetType,
    TupleType,
    Type,
    UnionType,
    Value,
    is_record,
    is_seq,
    leaves,
    uses_memory,
)
from astarlib.compiled.plain.values import words_of


def convert(method: Method, value: Value, kind: Type) -> Value:  # one pair after another
    """Return a value as one of a wider type."""
    have = value.type
    if have == kind:
        return value
    if have is NEVER:
        return Value(kind, tuple(DEFAULTS[each] for _, each in kind.parts()))
    if kind is OPAQUE:
        return Value(OPAQUE)
    if isinstance(kind, OptionalType):
        if have is NONE:
            return Value(kind, ("False", *(DEFAULTS[each] for _, each in kind.of.parts())))
        if isinstance(have, OptionalType) and have.of != kind.of and may_load(have.of):
            value = method.keep(value)
            found = tuple(method.fresh() for _ in kind.of.parts())
            for name, (_, each) in zip(found, kind.of.parts(), strict=True):
                method.emit(f"{name} = {DEFAULTS[each]}")
            with method.block(f"if {value.parts[0]}:"):
                method.write(found, method.convert(Value(have.of, value.parts[1:]), kind.of).parts)
            return Value(kind, (value.parts[0], *found))
        if isinstance(have, OptionalType):
            return Value(kind, (value.parts[0], *method.convert(Value(have.of, value.parts[1:]), kind.of).parts))
        return Value(kind, ("True", *method.convert(value, kind.of).parts))
    if isinstance(have, OptionalType):
        return method.convert(method.present(value), kind)
    if isinstance(kind, UnionType):
        return _to_union(method, value, kind)
    if isinstance(have, UnionType):
        return method.convert(method.narrow(value, group_of(kind)), kind)
    if isinstance(kind, MadeSet | MadeDict | MadeDeque | MadeRecord) and type(have) is type(kind):
        return Value(kind, value.parts)
    if is_record(kind) and isinstance(have, MadeRecord | MadeDict | DictType):
        return method.record(value, kind)
    if kind is TEXT and have is ATOM:
        return method.text(value)
    if isinstance(kind, SetType) and isinstance(have, MadeSet):
        check_view(method, Value(have.items, value.parts))
        return method.convert(method.frozen(value), kind)
    if isinstance(kind, SetType) and isinstance(have, DictType) and have.is_set:
        return method.convert(method.frozen(value), kind)
    if isinstance(kind, SetType) and isinstance(have, SetType) and same_layout(method, have.item, kind.item):
        return Value(kind, value.parts)
    if kind is INT and have is BOOL:
        return Value(INT, (f"word({value.parts[0]})",))
    if kind is INT_OR_INF and have in {INT, BOOL, INF}:
        return Value(kind, (str(INFINITE),) if have is INF else method.convert(value, INT).parts)
    if kind is INT and have is INT_OR_INF:
        value = method.keep(value)
        method.emit(f"known({value.parts[0]} != {INFINITE})")
        return Value(INT, value.parts)
    if kind is FLOAT and have in {INT, BOOL, INF, INT_OR_INF}:
        return method.to_float(value)
    if kind is BOOL and have is INT:
        return Value(BOOL, (f"({value.parts[0]} != 0)",))
    if kind == COMPLEX and have in NUMBERS:
        real = method.temp(method.to_float(value).parts[0])
        if have not in {INT, BOOL}:  # Python keeps the float, and inf has other products.
            method.emit(f"known({real} - {real} == 0.0)")
        return Value(COMPLEX, (real, "0.0"))
    if isinstance(kind, TupleType) and isinstance(have, TupleType) and len(kind.items) == len(have.items):
        items = [method.convert(item, want) for item, want in zip(method.items(value), kind.items, strict=True)]
        return Value(kind, tuple(part for item in items for part in item.parts))
    if isinstance(kind, TupleType) and isinstance(have, SeqType | ListType):
        return _to_tuple(method, value, kind)
    if isinstance(kind, SeqType) and (is_seq(have) or isinstance(have, RangeType)):
        return _to_seq(method, value, kind)
    if (
        isinstance(kind, DictType)
        and isinstance(have, DictType)
        and kind.is_set == have.is_set
        and (NEVER in {have.key, kind.key})
    ):
        return Value(kind, value.parts)
    raise RefusalError(f"a value is {have} where {kind} is expected")


def to_float(method: Method, value: Value) -> Value:
    """Return a number as a float."""
    have = value.type
    if have is FLOAT:
        return value
    if have is INF:
        return Value(FLOAT, ("INFINITY",))
    if have is INT_OR_INF:
        return Value(FLOAT, (f"finite({value.parts[0]})",))
    if isinstance(value.constant, int) and have is INT and abs(value.constant) < 2**53:
        return Value(FLOAT, (f"({float(value.constant)!r})",))
    return Value(FLOAT, (f"real({method.convert(value, INT).parts[0]})",))


def options(method: Method, value: Value) -> list[Value]:
    """Return the values of a union as one of each type."""
    assert isinstance(value.type, UnionType)
    found, at = [], 1
    for option in value.type.options:
        count = words_of(option)
        found.append(Value(option, value.parts[at : at + count]))
        at += count
    return found


def narrow(method: Method, value: Value, group: Any) -> Value:
    """Return a value of a union as the type of a group. If it has another type, raise an error."""
    if not isinstance(value.type, UnionType):
        return value
    value = method.keep(value)
    for tag, option in enumerate(method.options(value)):
        if group_of(option.type) == group:
            method.emit(f"known({value.parts[0]} == {tag})")
            return option
    raise RefusalError(f"a value is {value.type}, which can't be used here")


def _to_union(method: Method, value: Value, kind: UnionType) -> Value:
    have = value.type
    given = method.options(value) if isinstance(have, UnionType) else [value]
    groups = [group_of(option) for option in kind.options]
    tags = [groups.index(group_of(each.type)) for each in given]
    parts = [str(tags[-1])]
    for number, tag in enumerate(tags[:-1]):
        parts[0] = f"({tag} if {value.parts[0]} == {number} else {parts[0]})"
    for tag, option in enumerate(kind.options):
        if tag in tags:
            number = tags.index(tag)
            if len(given) > 1 and given[number].type != option and may_load(given[number].type):
                value = method.keep(value)
                names = tuple(method.fresh() for _ in option.parts())
                for name, (_, each) in zip(names, option.parts(), strict=True):
                    method.emit(f"{name} = {DEFAULTS[each]}")
                with method.block(f"if {value.parts[0]} == {number}:"):
                    method.write(names, method.convert(given[number], option).parts)
                parts += names
            else:
                parts += method.convert(given[number], option).parts
        else:
            parts += [DEFAULTS[each] for _, each in option.parts()]
    return Value(kind, tuple(parts))


def present(method: Method, value: Value) -> Value:
    """Return the value of an optional one. If it's None, raise an error."""
    kind = value.type
    if not isinstance(kind, OptionalType):
        return value
    value = method.keep(value)
    if is_true(value.parts[0]) is not True:
        method.emit(f"known({value.parts[0]})")
    return Value(kind.of, value.parts[1:])


def items(method: Method, value: Value) -> list[Value]:
    """Return the items of a tuple of fixed length."""
    kind, at = value.type, 0
    assert isinstance(kind, TupleType)
    found: list[Value] = []
    for item in kind.items:
        count = words_of(item)
        constant = value.constant[len(found)] if isinstance(value.constant, tuple) else None
        found.append(Value(item, value.parts[at : at + count], constant))
        at += count
    return found


def _to_tuple(method: Method, value: Value, kind: TupleType) -> Value:
    at, count = method.span(value)
    if count != str(len(kind.items)):
        method.emit(f"known({count} == {len(kind.items)})")
    assert isinstance(value.type, SeqType | ListType)
    item = value.type.item
    parts: list[str] = []
    for k, want in enumerate(kind.items):
        parts += method.convert(method.load(at, str(k), item), want).parts
    return Value(kind, tuple(parts))


def _to_seq(method: Method, value: Value, kind: SeqType) -> Value:
    have = value.type
    if isinstance(have, TupleType):
        words = words_of(kind.item)
        at = method.allocate(max(1, len(have.items) * words))
        for number, item in enumerate(method.items(value)):
            method.store(at, number, method.convert(item, kind.item))
        count = str(len(have.items))
    elif not isinstance(have, RangeType) and same_layout(method, item_of(method.joiner, have), kind.item):
        at, count = method.span(value)
        if isinstance(have, ListType):
            check_view(method, value)
    else:
        items = method.items_of(value)
        count = method.temp(items.length)
        at = method.allocate(f"{count} * {words_of(kind.item)}" if words_of(kind.item) != 1 else count)
        with method.counted(count) as k:
            converted = method.convert(items.get(k), kind.item)
            target = method.temp(f"{at} + {8 * words_of(kind.item)} * {k}")
            method.store(target, 0, converted)
    if kind.length is None:
        return Value(kind, (at, count))
    if count != str(kind.length):
        method.emit(f"known({count} == {kind.length})")
    return Value(kind, (at,))


def guard(method: Method, value: Value) -> None:
    """Let each later change of a list stop compiled code."""
    cell = value.type.cell.find()  # type: ignore[attr-defined]  # It's a list.
    method.joiner.changed |= not cell.is_guarded
    cell.is_guarded = True
    method.emit(f"guard({value.parts[0]})")


def check_view(method: Method, value: Value) -> None:
    """Note that a value refers to the items of a list. The next round of a loop may change the list."""
    if method.reads_now:
        return
    assert isinstance(value.type, ListType)
    cell = value.type.cell.find()
    if cell.is_changed or cell.is_guarded:
        guard(method, value)
    if method.depth == 0 or not cell.is_changed:
        cell.is_viewed = True


def same_layout(method: Method, one: Type, two: Type) -> bool:
    """Return True if items of both types have the same words in memory."""
    return one == two or one is NEVER or (one is BOOL and two is INT)


def span(method: Method, value: Value) -> tuple[str, str]:
    """Return the address of the items of a tuple or list, and their number."""
    kind = value.type
    if isinstance(kind, TupleType):
        return method.span(_to_seq(method, value, SeqType(item_of(method.joiner, kind), len(kind.items), "tuple")))
    if isinstance(kind, ListType):
        name, length = value.parts[0], kind.length
        if length is not None:
            return method.temp(f"{name} + 24"), str(length)
        return method.temp(f"load({name}, 0)"), method.temp(f"load({name}, 1)")
    assert isinstance(kind, SeqType)
    value = method.keep(value)
    return value.parts[0], str(kind.length) if kind.length is not None else value.parts[1]


def items_in_memory(method: Method, value: Value) -> Items:
    """Return the items of a value that a loop goes through. A subclass knows more kinds."""
    kind = value.type
    if isinstance(kind, ListType):
        name = method.fix(value).parts[0]
        if kind.length is not None:
            data, count = method.span(Value(kind, (name,)))
            return Items(count, lambda k: method.load(data, k, kind.item))
        return Items(f"load({name}, 1)", lambda k: method.load(method.temp(f"load({name}, 0)"), k, kind.item))
    if isinstance(kind, RangeType):
        start, stop, step = method.fix(value).parts
        length = method.temp(f"range_length({start}, {stop}, {step})")
        if (start, step) == ("0", "1"):
            return Items(method.temp(f"positive({stop})") if not stop.isdigit() else stop, lambda k: Value(INT, (k,)),
                         int(stop) if stop.isdigit() else None)  # fmt: skip
        scaled = "{}" if step == "1" else f"{{}} * {step}"
        return Items(length, lambda k: Value(INT, (f"({start} + {scaled.format(k)})",)))
    if isinstance(kind, TupleType | SeqType):
        if isinstance(kind, TupleType):
            return _items_of_tuple(method, method.fix(value))
        at, count = method.span(method.fix(value))
        return Items(count, lambda k: method.load(at, k, kind.item), int(count) if count.isdigit() else None)
    raise RefusalError(f"a loop goes through a value that is {kind}")


def _items_of_tuple(method: Method, value: Value) -> Items:
    """Return the items of a tuple. They are written to memory only if an index is a variable."""
    kind, every, place = value.type, method.items(value), method.hole()
    at: list[str] = []

    def get(k: str) -> Value:
        if k.isdigit():
            found: Value = every[int(k)]
            return found
        if not at:
            with method.into(place):
                at.append(method.span(value)[0])
        item: Value = method.load(at[0], k, item_of(method.joiner, kind))
        return item

    return Items(str(len(every)), get, len(every))


def may_load(kind: Type) -> bool:
    """Return True if the conversion of a value that isn't there could read memory or raise an error."""
    return (
        any(isinstance(each, UnionType | OptionalType) for each in leaves(kind))
        or uses_memory(kind)
        or (INT in leaves(kind))
        or (ATOM in leaves(kind))
    )
