"""Subscripts and slices."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict, deque
from collections.abc import Sequence

from astarlib.compiled.plain.joining import group_of, item_of
from astarlib.compiled.plain.kinds.arrays import plain
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.made import item_of_dict
from astarlib.compiled.plain.kinds.objects import special_method
from astarlib.compiled.plain.kinds.remedies import check_tuple, remedy_for
from astarlib.compiled.plain.kinds.table import kind_with_module
from astarlib.compiled.plain.kinds.texts import Texts
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    INT,
    NEVER,
    ArrayItem,
    DictType,
    MadeDict,
    ObjectType,
    RangeType,
    SeqType,
    TupleType,
    UnionType,
    Value,
    is_seq,
    kind_of,
)
from astarlib.compiled.plain.values import words_of

_GENERIC = (list, set, dict, frozenset, tuple, deque, defaultdict, Counter)
"""Classes that may be called with the types of their items, which have no effect."""


def subscript_expression(method: Method, node: ast.Subscript) -> Value:
    """Translate a subscript or slice."""
    owner = method.present(method.value(node.value))
    if isinstance(owner.type, ObjectType) and any(owner.type.value is each for each in _GENERIC):
        return owner
    if isinstance(node.slice, ast.Slice):
        return part_of_sequence(method, owner, node.slice)
    return item(method, owner, method.value(node.slice))


def item(method: Method, owner: Value, index: Value) -> Value:
    """Return an item of a sequence or a dictionary."""
    if isinstance(owner.type, UnionType):
        groups = [group_of(each) for each in owner.type.options]
        owner = method.narrow(owner, "sequence" if "sequence" in groups else groups[0])
    kind = owner.type
    if kind is NEVER:
        return owner
    own = kind_with_module(kind)
    if own is not None:
        return own.item(method, owner, index)
    special = special_method(owner, "__getitem__")
    if special is not None:
        return method.call(special, [owner, method.keep(index)])
    check_tuple(kind)
    if isinstance(kind, MadeDict):
        return item_of_dict(method, owner, method.keep(index))
    if isinstance(kind, DictType):
        if kind.is_set:
            raise RefusalError("a set has no items")
        owner = method.keep(owner)
        entry = method.entry(owner, method.keep(index))
        if kind.has_default:
            method.fail_if(f"{entry} < 0", "CapacityError", "a key isn't in a defaultdict or Counter")
            return method.value_of_entry(owner, entry)
        return method.value_of_entry(owner, method.temp(f"found({entry})"))
    index = method.narrow(method.present(index), "number")
    if isinstance(index.type, ArrayItem) and index.type.dtype != "bool":
        index = plain(index)
    if index.type is NEVER:
        return index
    if index.type not in {INT, BOOL}:
        raise RefusalError(f"an index is {index.type}")
    index = method.convert(index, INT)
    at = index.constant
    if isinstance(kind, TupleType) and isinstance(at, int) and -len(kind.items) <= at < len(kind.items):
        return method.items(owner)[at]
    if kind is ATOM:
        data, count = method._characters(owner)
        return method.load(data, method.temp(f"index({index.parts[0]}, {count})"), ATOM)
    if isinstance(kind, RangeType):
        items = method.items_of(owner)
        return items.get(method.temp(f"index({index.parts[0]}, {items.length})"))
    if not is_seq(kind):
        raise RefusalError(f"an index of {kind}", remedy_for(kind))
    data, count = method.span(owner)
    item = item_of(method.joiner, kind)
    if item is NEVER:
        method.fail_if("True", "IndexError", "index out of range")
        return Value(NEVER)
    if isinstance(at, int) and count.isdigit() and -int(count) <= at < int(count):
        return method.load(data, str(at % int(count)), item)
    return method.load(data, method.temp(f"index({index.parts[0]}, {count})"), item)


def part_of_sequence(method: Method, owner: Value, node: ast.Slice) -> Value:
    """Return a slice of a sequence."""
    owner, step = method.narrow(owner, "sequence"), 1
    kind = owner.type
    check_tuple(kind)
    if kind is NEVER:
        return owner
    own = kind_with_module(kind)
    if own is not None:
        return own.slice(method, owner, node)
    if kind is ATOM:
        return Texts().slice(method, owner, node)
    if isinstance(kind, RangeType):  # It's neither a tuple nor a list.
        owner = method.as_tuple(owner)
        owner = Value(SeqType(INT, None, "any"), owner.parts)
        kind = owner.type
    if node.step is not None:
        found = method.value(node.step)
        if not isinstance(found.constant, int) or found.constant == 0:
            raise RefusalError("the step of a slice isn't a number in the code")
        step = found.constant
    ends = [None if each is None else method.convert(method.present(method.value(each)), INT) for each in (
        node.lower, node.upper)]  # fmt: skip
    if isinstance(kind, TupleType) and all(end is None or isinstance(end.constant, int) for end in ends):
        return method.tuple_of(method.items(owner)[_slice_of(ends, step)])
    if not is_seq(kind):
        raise RefusalError(f"a slice of {kind}")
    at, count = method.span(owner)
    item = item_of(method.joiner, kind)
    words = words_of(item)
    low, high = ("0", count) if step > 0 else ("(-1)", f"({count} - 1)")
    first, last = ("0", count) if step > 0 else (f"({count} - 1)", "(-1)")
    start = first if ends[0] is None else method.clip(ends[0], count, low, high)
    stop = last if ends[1] is None else method.clip(ends[1], count, low, high)
    fixed: int | None = None
    if count.isdigit() and all(end is None or isinstance(end.constant, int) for end in ends):
        fixed = len(range(int(count))[_slice_of(ends, step)])
    length = str(fixed) if fixed is not None else method.temp(f"slice_length({start}, {stop}, {step})") if (
        step != 1 or start != "0") else stop  # fmt: skip
    length = method.temp(length)
    if step == 1 and kind_of(kind) != "list":
        at = at if start == "0" else method.temp(f"{at} + {8 * words} * {start}")
    elif step == 1:
        return method.list_of(at if start == "0" else method.temp(f"{at} + {8 * words} * {start}"), length, item, node)
    else:
        made = method.allocate(length if words == 1 else f"{length} * {words}")
        method.emit(f"copy_step({made}, {at}, {start}, {step}, {length}, {words})")
        at = made
        if kind_of(kind) == "list":
            return method.list_of(at, length, item, node)
    return Value(SeqType(item, fixed, kind_of(kind)), (at,) if fixed is not None else (at, length))


def _slice_of(ends: Sequence[Value | None], step: int) -> slice:
    """Return a slice whose ends are numbers in the code."""
    start, stop = (None if end is None else end.constant for end in ends)
    return slice(start, stop, step)
