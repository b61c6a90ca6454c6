"""Tuples, lists and ranges."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from astarlib.compiled.plain.emitter import Items, Lines, conjunction, is_simple
from astarlib.compiled.plain.joining import item_of
from astarlib.compiled.plain.kinds.frozensets import is_element
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.objects import order_of_items, special_method
from astarlib.compiled.plain.kinds.remedies import check_tuple, why_not_changed
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    INT,
    MAX_UNROLLED,
    NEVER,
    NONE,
    Cell,
    DictType,
    ListType,
    MadeDict,
    ObjectType,
    RangeType,
    SeqType,
    TupleType,
    Type,
    Value,
    is_seq,
    keys_of,
    kind_of,
    length_of,
)
from astarlib.compiled.plain.values import words_of


def operate_sequences(method: Method, op: ast.operator, a: Value, b: Value) -> Value:
    """Return the sum of two sequences, or a multiple of one."""
    check_tuple(a.type)
    check_tuple(b.type)
    if isinstance(op, ast.Add) and is_seq(a.type) and is_seq(b.type):
        if isinstance(a.type, TupleType) and isinstance(b.type, TupleType) and len(a.parts) + len(b.parts) <= 8:
            constant = None
            return Value(TupleType((*a.type.items, *b.type.items)), (*a.parts, *b.parts), constant)
        kinds = kind_of(a.type), kind_of(b.type)
        if kinds[0] != kinds[1] or "any" in kinds:
            raise RefusalError(f"{a.type} and {b.type} are added", "add two lists or two tuples")
        return concatenate(method, [a, b], kinds[0])
    if isinstance(op, ast.Mult):
        items, times = (a, b) if is_seq(a.type) else (b, a)
        if times.type not in {INT, BOOL} or kind_of(items.type) == "any":
            raise RefusalError(f"a product of {items.type} and {times.type}")
        count = method.convert(times, INT)
        kind = items.type
        if (
            isinstance(kind, TupleType)
            and isinstance(count.constant, int)
            and (len(kind.parts()) * max(0, count.constant) <= 8)
        ):
            again = max(0, count.constant)
            return Value(TupleType(kind.items * again), items.parts * again)
        item = item_of(method.joiner, kind)
        at, length = method.span(items)
        words, number = words_of(item), method.temp(count.parts[0])
        data = method.temp(method.routine(f"repeated(memory, {at}, {length}, {words}, {number})"))
        total = method.temp(f"positive({number}) * {length}")
        if kind_of(kind) == "list":
            return list_of(method, data, total, item)
        fixed = int(length) * max(0, count.constant) if length.isdigit() and isinstance(count.constant, int) else None
        return Value(SeqType(item, fixed, kind_of(kind)), (data,) if fixed is not None else (data, total))
    raise RefusalError(f"{type(op).__name__} of {a.type} and {b.type}")


def list_of(method: Method, at: str, count: str, item: Type, key: Any = None) -> Value:
    """Return a list with a copy of these items."""
    return make_list(method, [Value(SeqType(item, None, "list"), (at, count))], key)


def concatenate(method: Method, values: Sequence[Value], kind: str) -> Value:
    """Return the items of several sequences as one."""
    if kind == "list":
        return make_list(method, values)
    item = method.joiner.join_all(item_of(method.joiner, value.type) for value in values)
    lengths = [length_of(value.type) for value in values]
    total = sum(each for each in lengths if each is not None) if None not in lengths else None
    words = words_of(item)
    spans = [method.span(with_items(method, value, item)) for value in values]
    count = str(total) if total is not None else method.temp(" + ".join(count for _, count in spans))
    at = method.allocate(count if words == 1 else f"({count}) * {words}")
    target = at
    for number, (source, each) in enumerate(spans):
        method.emit(f"copy({target}, {source}, {each if words == 1 else f'{each} * {words}'})")
        if number + 1 < len(spans):
            target = method.temp(f"{target} + {8 * words} * {each}")
    return Value(SeqType(item, total, kind), (at,) if total is not None else (at, count))


def with_items(method: Method, value: Value, item: Type) -> Value:
    """Return a sequence whose items have this type."""
    if method.same_layout(item_of(method.joiner, value.type), item) and not isinstance(value.type, RangeType):
        return value
    return method.convert(value, SeqType(item, length_of(value.type), kind_of(value.type)))


def as_tuple(method: Method, value: Value) -> Value:
    """Return tuple(value)."""
    kind = value.type
    if keys_of(kind) is not None:
        return _fresh_tuple(method, value)
    check_tuple(kind)
    if isinstance(kind, TupleType):
        return Value(TupleType(kind.items), value.parts)
    if isinstance(kind, SeqType):
        return Value(SeqType(kind.item, kind.length, "tuple"), value.parts)
    if isinstance(kind, ListType):
        at, count = method.span(value)
        words = words_of(kind.item)
        made = method.allocate(count if words == 1 else f"{count} * {words}")
        method.emit(f"copy({made}, {at}, {count if words == 1 else f'{count} * {words}'})")
        return _tuple_in_memory(kind.item, made, count)
    if isinstance(kind, ObjectType) and isinstance(kind.value, Items):
        length = kind.value.static_length
        if length is not None and length <= MAX_UNROLLED:
            return tuple_of(method, [method.keep(kind.value.get(str(k))) for k in range(length)])
    return _fresh_tuple(method, value)


def _fresh_tuple(method: Method, value: Value) -> Value:
    """Return the items of a value as a tuple. They are those of a list that nothing else can change."""
    cell = method.program.cell(method, None)
    made, count = _listed(method, value, cell)
    data, number = method.span(made) if count is None else (method.temp(f"{made.parts[0]} + 24"), count)
    return _tuple_in_memory(cell.find().item, data, number)


def _tuple_in_memory(item: Type, at: str, count: str) -> Value:
    length, parts = (int(count), (at,)) if count.isdigit() else (None, (at, count))
    return Value(SeqType(item, length, "tuple"), parts)


def tuple_of(method: Method, values: Sequence[Value]) -> Value:
    """Return a tuple of these values."""
    constants = tuple(value.constant for value in values)
    return Value(TupleType(tuple(value.type for value in values)),
                 tuple(part for value in values for part in value.parts),
                 constants if None not in constants and constants else None)  # fmt: skip


def new_list(method: Method, values: Sequence[Value], key: Any = None) -> Value:
    """Return a list of these values."""
    cell = method.program.cell(method, key)
    for value in values:
        method.joiner.widen(cell, value.type)
    item = cell.find().item
    words = words_of(item)
    room = max(4, len(values))
    method.joiner.note_length(cell, len(values))
    made = method.temp(method.routine(f"new_list(memory, {room}, {words})"))
    if values:
        data = method.temp(f"{made} + 24")
        for k, value in enumerate(values):
            method.store(data, k, method.convert(value, item))
        method.emit(f"store({made}, 1, {len(values)})")
    return Value(ListType(cell), (made,))


def make_list(method: Method, values: Sequence[Value], key: Any = None) -> Value:
    """Return a list of the items of several values."""
    if len(values) == 0:
        return new_list(method, [], key)
    made, _ = _listed(method, values[0], method.program.cell(method, key))
    for value in values[1:]:
        extend(method, made, value)
    return made


def _listed(method: Method, value: Value, cell: Cell) -> tuple[Value, str | None]:
    """Return a list of the items of a value, and the number of its items if that is a name or a number."""
    kind = ListType(cell)
    value = iterated(method, method.present(value))
    found = _items_of_type(method, value, kind)
    if found is not None:
        at, count = found
        cell.find().is_changed = True
        method.joiner.note_length(cell, int(count) if count.isdigit() else None)
        text = method.routine(f"copied(memory, {at}, {count}, {words_of(kind.item)})")
        return Value(kind, (method.temp(text),)), count
    items = method.items_of(value)
    if is_simple(items.length):
        return fill(method, items, cell), items.length
    made = Value(kind, (method.temp(method.routine(f"new_list(memory, 8, {words_of(kind.item)})")),))
    with method.counted(items.length) as k:
        append(method, made, items.get(k))
    return made, None


def fill(method: Method, items: Items, cell: Cell) -> Value:
    """Return a list of items whose number doesn't change. It has room for no others."""
    kind, length = ListType(cell), items.length
    made = method.temp(method.routine(f"new_list(memory, {length}, {words_of(kind.item)})"))
    data = method.temp(f"{made} + 24")
    cell.find().is_changed = True
    method.joiner.note_length(cell, int(length) if length.isdigit() else None)
    with method.counted(length) as k:
        value = items.get(k)
        if value.type is not NEVER:
            _put(method, kind, data, k, value)
    method.emit(f"store({made}, 1, {length})")
    return Value(kind, (made,))


def _put(method: Method, kind: ListType, data: str, at: str, value: Value) -> None:
    """Write an item of a list, whose items are at ``data``."""
    method.joiner.widen(kind.cell, value.type)
    value, words = method.keep(method.convert(value, kind.item)), words_of(kind.item)
    if words > 0:
        method.store(method.temp(f"{data} + {8 * words} * {at}"), 0, value)


def _items_of_type(method: Method, value: Value, kind: ListType) -> tuple[str, str] | None:
    """Return the address and the number of the items of a sequence, if they have the words of those of a list."""
    if keys_of(value.type) is not None:
        return None
    check_tuple(value.type)
    if not is_seq(value.type):
        return None
    item = item_of(method.joiner, value.type)
    method.joiner.widen(kind.cell, item)
    found: tuple[str, str] | None = method.span(value) if method.same_layout(item, kind.item) else None
    return found


def extend(method: Method, target: Value, value: Value) -> None:
    """Add the items of a value to a list."""
    kind = target.type
    assert isinstance(kind, ListType)
    check_change(method, target)
    method.joiner.note_length(kind.cell, None)
    value = iterated(method, method.present(value))
    found = _items_of_type(method, value, kind)
    if found is None:
        items = method.items_of(value)
        with method.counted(items.length) as k:
            append(method, target, items.get(k))
        return
    at, count = found
    method.emit(method.routine(f"extend(memory, {target.parts[0]}, {at}, {count}, {words_of(kind.item)})"))


def iterated(method: Method, value: Value) -> Value:
    """Return what the method ``__iter__`` of the user's class returns, and any other value unchanged."""
    special = special_method(value, "__iter__")
    return value if special is None else method.call(special, [value])


def append(method: Method, target: Value, value: Value) -> None:
    """Add an item to a list."""
    kind = target.type
    if not isinstance(kind, ListType):
        raise RefusalError(*why_not_changed(kind))
    check_change(method, target)
    method.joiner.note_length(kind.cell, None)
    method.joiner.widen(kind.cell, value.type)
    value = method.keep(method.convert(value, kind.item))
    at = method.temp(method.routine(f"added(memory, {target.parts[0]}, {words_of(kind.item)})"))
    method.store(at, 0, value)


def check_change(method: Method, value: Value) -> None:
    """Raise RefusalError if a value that isn't always this list refers to its items."""
    if not isinstance(value.type, ListType):
        return
    cell = value.type.cell.find()
    cell.is_changed = True
    if cell.is_guarded:
        method.emit(f"known(load({value.parts[0]}, 2) >= 0)")
    if cell.is_viewed:
        raise RefusalError(
            "it changes a list that has a second name, and in another case that name stands for something else",
            "copy the list, as in list(values)",
        )


def set_item(method: Method, owner: Value, at: str, value: Value) -> None:
    """Assign an item of a list, whose index is in range."""
    kind = owner.type
    assert isinstance(kind, ListType)
    check_change(method, owner)
    _put(method, kind, method.span(owner)[0], at, value)


def equal_sequences(method: Method, a: Value, b: Value) -> str:
    """Return an expression for `==` of two sequences."""
    one, two = a.type, b.type
    lengths = length_of(one), length_of(two)
    if None not in lengths and lengths[0] != lengths[1]:
        return "False"
    if isinstance(one, TupleType) and isinstance(two, TupleType):
        return conjunction([method.equal(x, y) for x, y in zip(method.items(a), method.items(b), strict=True)])
    if isinstance(one, TupleType) or isinstance(two, TupleType):
        short, other = (a, b) if isinstance(one, TupleType) else (b, a)
        assert isinstance(short.type, TupleType)
        at, count = method.span(other)
        items, kind = method.items(short), item_of(method.joiner, other.type)
        lines: Lines = []
        with method.into(lines):
            answer = conjunction([method.equal(x, method.load(at, str(k), kind)) for k, x in enumerate(items)])
        same_length = "True" if count == str(len(items)) else f"({count} == {len(items)})"
        return method.guarded(same_length, lines, answer)
    return _equal_in_memory(method, a, b)


def _equal_in_memory(method: Method, a: Value, b: Value) -> str:
    items = item_of(method.joiner, a.type), item_of(method.joiner, b.type)
    (at, count), (other, other_count) = method.span(a), method.span(b)
    same_length = "True" if count == other_count and count.isdigit() else f"({count} == {other_count})"
    words = words_of(items[0])
    if items[0] == items[1] and is_element(items[0]):
        size = str(int(count) * words) if count.isdigit() else f"{count} * {words}" if words != 1 else count
        return conjunction([same_length, f"same_words({at}, {other}, {size})"])
    name = method.fresh()
    method.emit(f"{name} = {same_length}")
    with method.block(f"if {name}:"), method.counted(count) as k:
        answer = method.equal(method.load(at, k, items[0]), method.load(other, k, items[1]))
        with method.block(f"if not {answer}:"):
            method.emit(f"{name} = False")
            method.emit("break")
    return name


def ordered_in_memory(method: Method, sign: str, a: Value, b: Value) -> str:
    """Return an expression for an order of two sequences in memory."""
    items = item_of(method.joiner, a.type), item_of(method.joiner, b.type)
    (at, count), (other, other_count) = method.span(a), method.span(b)
    name = method.fresh()
    method.emit(f"{name} = {count} {sign} {other_count}")
    shorter = method.temp(f"smaller({count}, {other_count})")
    with method.counted(shorter) as k:
        x, y = method.load(at, k, items[0]), method.load(other, k, items[1])
        with method.block(f"if not {method.equal(x, y)}:"):
            method.emit(f"{name} = {method.ordered(order_of_items(sign, x, y), x, y)}")
            method.emit("break")
    return name


def clip(method: Method, end: Value, count: str, low: str, high: str) -> str:
    """Return the end of a slice within the items."""
    if isinstance(end.constant, int) and count.isdigit() and end.constant >= 0 and low == "0":
        return str(min(end.constant, int(count)))
    return method.temp(f"clip({end.parts[0]}, {count}, {low}, {high})")


def unpack(method: Method, value: Value, targets: Sequence[Any]) -> list[Value]:
    """Return the values for several targets."""
    value, count = iterated(method, method.narrow(method.present(value), "sequence")), len(targets)
    check_tuple(value.type)
    if value.type is NEVER:
        return [value] * count
    starred = next((at for at, each in enumerate(targets) if isinstance(each, ast.Starred)), None)
    kind = value.type
    if isinstance(kind, ObjectType | DictType | RangeType) or kind is ATOM:
        value = make_list(method, [value])
        kind = value.type
    if not is_seq(kind):
        raise RefusalError(f"{kind} is unpacked")
    if starred is not None:
        rest = count - 1 - starred
        if isinstance(kind, TupleType):
            items = method.items(value)
            if len(items) < count - 1:
                raise RefusalError("a tuple has too few items to unpack")
            middle = new_list(
                method, [method.keep(each) for each in items[starred : len(items) - rest]], targets[starred]
            )
            return [*items[:starred], middle, *items[len(items) - rest :]]
        at, length = method.span(value)
        item = item_of(method.joiner, kind)
        method.fail_if(f"{length} < {count - 1}", "ValueError", "not enough values to unpack")
        ends = [method.load(at, str(k), item) for k in range(starred)]
        tail = [method.load(at, method.temp(f"{length} - {rest - k}"), item) for k in range(rest)]
        first = method.temp(f"{at} + {8 * words_of(item) * starred}")
        middle = list_of(method, first, method.temp(f"{length} - {count - 1}"), item, targets[starred])
        return [*ends, middle, *tail]
    if isinstance(kind, TupleType):
        if len(kind.items) != count:
            method.fail_if("True", "ValueError", f"{len(kind.items)} values to unpack, expected {count}")
            return [Value(NEVER)] * count
        return method.items(value)
    at, length = method.span(value)
    if length != str(count):
        method.fail_if(f"{length} != {count}", "ValueError", f"values to unpack, expected {count}")
    return [method.load(at, str(k), item_of(method.joiner, kind)) for k in range(count)]


def list_append(method: Method, owner: Value, value: Value) -> Value:
    method.append(owner, value)
    return Value(NONE)


def list_extend(method: Method, owner: Value, values: Value) -> Value:
    method.extend(owner, values)
    return Value(NONE)


def list_insert(method: Method, owner: Value, index: Value, value: Value) -> Value:
    kind = owner.type
    assert isinstance(kind, ListType)
    method.joiner.note_length(kind.cell, None)
    method.joiner.widen(kind.cell, value.type)
    value = method.keep(method.convert(value, kind.item))
    at = method.convert(index, INT).parts[0]
    method.store(
        method.temp(method.routine(f"inserted(memory, {owner.parts[0]}, {at}, {words_of(kind.item)})")), 0, value
    )
    return Value(NONE)


def list_pop(method: Method, owner: Value, index: Value | None = None) -> Value:
    kind = owner.type
    assert isinstance(kind, ListType)
    method.joiner.note_length(kind.cell, None)
    words, at = words_of(kind.item), "(-1)" if index is None else method.convert(index, INT).parts[0]
    room = method.allocate(max(1, words))
    return method.load(method.temp(f"removed({owner.parts[0]}, {at}, {words}, {room})"), "0", kind.item)


def list_remove(method: Method, owner: Value, value: Value) -> Value:
    list_pop(method, owner, sequence_index(method, owner, value))
    return Value(NONE)


def list_clear(method: Method, owner: Value) -> Value:
    assert isinstance(owner.type, ListType)
    method.joiner.note_length(owner.type.cell, None)
    method.emit(f"store({owner.parts[0]}, 1, 0)")
    return Value(NONE)


def list_reverse(method: Method, owner: Value) -> Value:
    assert isinstance(owner.type, ListType)
    at, count = method.span(owner)
    words = words_of(owner.type.item)
    method.emit(f"reverse({at}, {count}, {words}, {method.allocate(max(1, words))})")
    return Value(NONE)


def list_sort(method: Method, owner: Value, key: Value | None = None, reverse: Value | None = None) -> Value:
    words = {"key": key, "reverse": reverse}
    sort(method, owner, {name: value for name, value in words.items() if value is not None})
    return Value(NONE)


def sequence_copy(method: Method, owner: Value) -> Value:
    if kind_of(owner.type) != "list":
        raise RefusalError(f"copy of {owner.type}", "use list(...)")
    return method.make_list([owner])


def sequence_index(method: Method, owner: Value, value: Value) -> Value:
    found, value = method.fresh(), method.keep(value)
    method.emit(f"{found} = -1")
    if item_of(method.joiner, owner.type) is not NEVER:
        items = method.items_of(owner)
        with method.counted(items.length) as k, method.block(f"if {method.equal(items.get(k), value)}:"):
            method.emit(f"{found} = {k}")
            method.emit("break")
    method.fail_if(f"{found} < 0", "ValueError", "index: the value isn't there")
    return Value(INT, (found,))


def sequence_count(method: Method, owner: Value, value: Value) -> Value:
    found, value = method.fresh(), method.keep(value)
    method.emit(f"{found} = 0")
    if item_of(method.joiner, owner.type) is not NEVER:
        items = method.items_of(owner)
        with method.counted(items.length) as k, method.block(f"if {method.equal(items.get(k), value)}:"):
            method.emit(f"{found} += 1")
    return Value(INT, (found,))


def sequence__replace(method: Method, owner: Value, **names: Value) -> Value:
    kind, more = owner.type, names.pop("**", None)
    if not isinstance(kind, TupleType) or not set(names) <= set(kind.fields):
        raise RefusalError("_replace of other fields")
    items: list[Value] = method.items(owner)
    if more is not None:
        items = _changed_fields(method, kind, items, more)
    values = [names.get(name, item) for name, item in zip(kind.fields, items, strict=True)]
    return Value(TupleType(tuple(value.type for value in values), kind.cls, kind.fields),
                 tuple(part for value in values for part in value.parts))  # fmt: skip


def _changed_fields(method: Method, kind: TupleType, items: Sequence[Value], changes: Value) -> list[Value]:
    """Return the fields with those of a dictionary that a method makes in their place."""
    if not isinstance(changes.type, MadeDict):
        raise RefusalError(f"a call with ** of {changes.type}", "name the arguments")
    values, found, number = Value(changes.type.values, changes.parts[1:]), [], method.copied("0")
    for name, item in zip(kind.fields, items, strict=True):
        at = method.place_in_dict(changes, method.literal(name))
        method.emit(f"{number} += word({at} >= 0)")
        found.append(method.select(f"{at} >= 0", lambda at=at: method.items_of(values).get(at), lambda item=item: item))
    method.emit(f"known({number} == {method.length(changes)})")
    return found


def sort(method: Method, made: Value, names: dict[str, Value]) -> None:
    """Sort a list in place, and keep the order of equal items."""
    kind = made.type
    assert isinstance(kind, ListType)
    item = kind.item
    if item is NEVER:
        return
    key, backward = names.get("key"), names.get("reverse")
    if backward is not None and not isinstance(backward.constant, bool):
        raise RefusalError("the order of sorted isn't True or False in the code")
    sign = ">" if backward is not None and backward.constant else "<"
    data, count = method.span(made)
    words, i, j = words_of(item), method.fresh("k"), method.fresh("k")
    method.emit(f"{i} = 1")
    with method.block(f"while {i} < {count}:"):
        value = method.fix(method.load(data, i, item))
        by = value if key is None or key.type is NONE else method.fix(method.apply(key, [value], {}))
        method.emit(f"{j} = {i} - 1")
        with method.block(f"while {j} >= 0:"):
            other = method.load(data, j, item)
            other_by = other if key is None or key.type is NONE else method.apply(key, [other], {})
            with method.block(f"if not {method.ordered(sign, by, other_by)}:"):
                method.emit("break")
            method.emit(f"copy({data} + {8 * words} * ({j} + 1), {data} + {8 * words} * {j}, {words})")
            method.emit(f"{j} -= 1")
        method.store(method.temp(f"{data} + {8 * words} * ({j} + 1)"), 0, value)
        method.emit(f"{i} += 1")
