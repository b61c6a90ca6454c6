"""Copies of values: copy.copy and copy.deepcopy."""

from __future__ import annotations

from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.records import copied_record, read_record
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import MadeDict, MadeSet, SetType, TupleType, Type, Value, keys_of, kind_of, leaves


def copied(method: Method, value: Value, *, is_deep: bool) -> Value:
    """Return a copy of a value. Values that can't change stay the same."""
    if not any(map(_can_change, leaves(value.type))):
        return value
    value = method.keep(method.present(value))
    kind, keys = value.type, keys_of(value.type)
    if keys is not None and not is_deep:
        return copied_record(method, value, {})
    if keys is not None:
        items = [method.keep(copied(method, item, is_deep=True)) for item in method.items(read_record(method, value))]
        return copied_record(method, value, dict(zip(keys, items, strict=True)))
    found: Value = value
    if kind_of(kind) == "list" and not is_deep:
        found = method.make_list([value])
    elif kind_of(kind) == "list":
        found, source = method.new_list([]), method.items_of(value)
        with method.counted(source.length) as k:
            method.append(found, copied(method, source.get(k), is_deep=True))
    elif _is_set(kind):
        found = method.make_set([value])
    elif isinstance(kind, MadeDict) and not (is_deep and any(map(_can_change, leaves(kind.values.item)))):
        found = method.call(dict, [value])
    elif isinstance(kind, TupleType) and is_deep:
        items = [method.keep(copied(method, item, is_deep=True)) for item in method.items(value)]
        parts = tuple(part for item in items for part in item.parts)
        found = Value(TupleType(tuple(item.type for item in items), kind.cls, kind.fields), parts)
    elif is_deep or not isinstance(kind, TupleType):
        raise RefusalError(f"a copy of {kind}", "make the copy with list(...), set(...) or dict(...)")
    return found


def _is_set(kind: Type) -> bool:
    return isinstance(kind, MadeSet) or (isinstance(kind, SetType) and kind.is_frozen is False)


def _can_change(kind: Type) -> bool:
    return keys_of(kind) is not None or isinstance(kind, MadeDict) or _is_set(kind) or kind_of(kind) == "list"
