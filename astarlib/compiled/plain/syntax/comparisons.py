"""Comparisons, and tests of membership."""

from __future__ import annotations

import ast
from collections.abc import Callable
from enum import IntFlag
from functools import partial
from typing import Any

from astarlib.compiled.plain.emitter import Items, Lines, alternative, conjunction, negated
from astarlib.compiled.plain.joining import group_of, item_of, sort_of
from astarlib.compiled.plain.kinds.arrays import ArrayItems
from astarlib.compiled.plain.kinds.deques import check_byte
from astarlib.compiled.plain.kinds.frozensets import FrozenSets, make_frozenset
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.made import made_items
from astarlib.compiled.plain.kinds.objects import BuiltinMethod, order_of_items, own_order, special_method
from astarlib.compiled.plain.kinds.remedies import check_tuple, remedy_for, remedy_for_comparison
from astarlib.compiled.plain.kinds.table import kind_with_module
from astarlib.compiled.plain.kinds.texts import Texts
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    ENUM,
    INT,
    NEVER,
    NONE,
    NUMBERS,
    OPAQUE,
    ArrayItem,
    ArrayType,
    DictType,
    MadeDict,
    MadeSet,
    ObjectType,
    OptionalType,
    RangeType,
    SetType,
    TupleType,
    UnionType,
    Value,
    check_hashable,
    is_iterable,
    is_seq,
    is_set,
    keys_of,
    kind_of,
    leaves,
)

_ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def compare_expression(method: Method, node: ast.Compare) -> Value:
    """Translate a chain of comparisons."""
    left, result = method.value(node.left), "True"
    stack: list[tuple[str, Lines]] = []
    out = method.out
    for number, (op, other) in enumerate(zip(node.ops, node.comparators, strict=True)):
        lines: Lines = []
        before = method.env
        method.env = dict(before or {})
        with method.into(lines):
            right = _membership(method, other) if isinstance(op, ast.In | ast.NotIn) else method.value(other)
            if isinstance(other, ast.Set) and isinstance(op, ast.In | ast.NotIn):
                check_hashable(left.type)
            if number + 1 < len(node.ops):
                right = method.keep(right)
                left = method.keep(left)
            answer = compare(method, op, left, right)
        if not stack or not lines:
            method.out.extend(lines)
            result = conjunction([result, answer])
        else:  # The other operand is evaluated only if everything before is true.
            name = method.fresh()
            with method.into(lines):
                method.emit(f"{name} = {answer}")
            method.emit(f"{name} = False")
            method.out.append((f"if {result}:", lines))
            if method.env != before:
                skipped: Lines = []
                method.out.append(("else:", skipped))
                method.rejoin([(before or {}, skipped), (method.env or {}, lines)])
            result = name
        stack.append((result, lines))
        left = right
    assert method.out is out
    return Value(BOOL, (result,))


def _membership(method: Method, node: Any) -> Value:
    """Return the value of what `in` searches. A set that is written there is used as a tuple."""
    if isinstance(node, ast.Set):
        found = method.value(ast.copy_location(ast.Tuple(elts=node.elts, ctx=ast.Load()), node))
        check_hashable(found.type)
        return found
    return method.value(node)


def compare(method: Method, op: ast.cmpop, a: Value, b: Value) -> str:
    """Return an expression for one comparison."""
    if isinstance(op, ast.Eq | ast.NotEq):
        answer = equal(method, a, b)
        return answer if isinstance(op, ast.Eq) else negated(answer)
    if isinstance(op, ast.Is | ast.IsNot):
        same = _identical(method, a, b)
        return same if isinstance(op, ast.Is) else negated(same)
    if isinstance(op, ast.In | ast.NotIn):
        there = contains(method, b, a)
        return there if isinstance(op, ast.In) else negated(there)
    return ordered(method, _ORDER[type(op)], a, b)


def _identical(method: Method, a: Value, b: Value) -> str:
    if a.type is NONE or b.type is NONE:
        other = b if a.type is NONE else a
        if isinstance(other.type, OptionalType):
            return negated(other.parts[0])
        if other.type is OPAQUE:
            raise RefusalError("it compares a text with a format", "use str(...), or a tuple of values")
        return str(other.type is NONE)
    plain = {method.plain(a.type), method.plain(b.type)}
    if (a.type is BOOL and b.type is BOOL) or plain in ({ATOM}, {ENUM}):
        return equal(method, a, b)
    raise RefusalError("`is` with a value other than None", "use ==")


def equal(method: Method, a: Value, b: Value) -> str:  # one pair of types after another
    """Return an expression for `==`."""
    one, two = a.type, b.type
    if OPAQUE in (one, two):
        raise RefusalError("it compares a text with a format", "use str(...), or a tuple of values")
    if any(isinstance(each, ArrayType) for kind in (one, two) for each in leaves(kind)):
        raise RefusalError(f"it compares {one} and {two}", "compare the items of arrays one by one")
    if NEVER in (one, two):
        return "False"
    if isinstance(one, OptionalType) or isinstance(two, OptionalType):
        return _equal_optionals(method, a, b)
    if isinstance(one, UnionType) or isinstance(two, UnionType):
        return _equal_unions(method, a, b)
    if isinstance(one, ObjectType) and isinstance(two, ObjectType):
        special = any(getattr(type(kind.value), "__eq__", None) is not object.__eq__ for kind in (one, two))
        if (
            not special
            and not isinstance(one.value, Items | BuiltinMethod)
            and not isinstance(two.value, Items | BuiltinMethod)
        ):
            return str(one == two)
    if isinstance(one, ArrayItem) or isinstance(two, ArrayItem):
        return ArrayItems().equal(method, a, b)
    sort = sort_of(one)
    if sort is not None and sort_of(two) is not None:
        if sort != sort_of(two):
            return "False"
        own = kind_with_module(one, two)
        if own is not None:
            return own.equal(method, a, b)
        if sort == "number":
            return method.compare_numbers("==", a, b)
        if one is NONE:
            return "True"
        if one is ATOM or one is ENUM:
            return f"({a.parts[0]} == {b.parts[0]})"
        if is_seq(one):
            return method.equal_sequences(a, b)
        if sort == "set" and isinstance(one, MadeSet):
            return method.equal_sets(a, b)
        if sort == "dict" and isinstance(one, MadeDict):
            return method.equal_dicts(a, b)
        if isinstance(two, MadeSet | MadeDict):
            return equal(method, b, a)
        if sort == "set":
            return equal(method, make_frozenset(method, a), b)
    raise RefusalError(f"it compares {one} and {two}", remedy_for_comparison(one, two))


def _equal_unions(method: Method, a: Value, b: Value) -> str:
    """Return an expression for `==` of values of unions."""
    a, b = method.keep(a), method.keep(b)
    every: list[list[tuple[str, Value]]] = []
    for value in (a, b):
        if isinstance(value.type, UnionType):
            every.append([(f"({value.parts[0]} == {tag})", each) for tag, each in enumerate(method.options(value))])
        else:
            every.append([("True", value)])
    answers = []
    for tagged, x in every[0]:
        for other_tagged, y in every[1]:
            both = conjunction([tagged, other_tagged])
            answers.append(guarded_by(method, both, partial(partial(equal, method), x, y)))
    return alternative(answers) if answers else "False"


def _equal_optionals(method: Method, a: Value, b: Value) -> str:
    if a.type is NONE or b.type is NONE:
        return _identical(method, a, b)
    both: list[str] = []
    inner: list[Value] = []
    for value in (method.keep(a), method.keep(b)):
        kind = value.type
        if isinstance(kind, OptionalType):
            both.append(value.parts[0])
            inner.append(Value(kind.of, value.parts[1:]))
        else:
            inner.append(value)
    same = guarded_by(method, conjunction(both), lambda: equal(method, *inner))
    return same if len(both) == 1 else alternative([same, conjunction(list(map(negated, both)))])


def ordered(method: Method, sign: str, a: Value, b: Value) -> str:
    """Return an expression for an order of two values."""
    a, b = method.present(a), method.present(b)
    if NEVER in (a.type, b.type):
        return "False"
    if isinstance(a.type, UnionType) or isinstance(b.type, UnionType):
        other = b.type if isinstance(a.type, UnionType) else a.type
        group = group_of(other)
        if isinstance(other, UnionType):
            raise RefusalError(f"{sign} of {a.type} and {b.type}", "use values of one type")
        a, b = method.narrow(a, group), method.narrow(b, group)
    if a.type in NUMBERS and b.type in NUMBERS:
        return method.compare_numbers(sign, a, b)
    own = kind_with_module(a.type, b.type)
    if own is not None:
        return own.order(method, sign, a, b)
    if is_set(a.type) and is_set(b.type):
        return FrozenSets().order(method, sign, a, b)
    answer = own_order(method, sign, a, b)
    if answer is not None:
        truth: str = method.truth(answer)
        return truth
    if sort_of(a.type) is None or sort_of(a.type) != sort_of(b.type):
        raise RefusalError(f"{sign} of {a.type} and {b.type}", remedy_for(a.type) or remedy_for(b.type))
    if isinstance(a.type, TupleType) and isinstance(b.type, TupleType):
        if not getattr(getattr(a.type.cls, "__dataclass_params__", None), "order", False):
            check_tuple(a.type)
        left, right = method.items(method.keep(a)), method.items(method.keep(b))
        result = str({"<": len(left) < len(right), "<=": len(left) <= len(right), ">": len(left) > len(right),
                      ">=": len(left) >= len(right)}[sign])  # fmt: skip

        def decided(pairs: list[tuple[Value, Value]]) -> str:  # The first items that differ decide.
            if not pairs:
                return result
            (x, y), *rest = pairs
            same = method.temp(equal(method, x, y))
            strictly = guarded_by(method, negated(same), lambda: ordered(method, order_of_items(sign, x, y), x, y))
            return alternative([strictly, guarded_by(method, same, lambda: decided(rest))])

        return decided(list(zip(left, right, strict=False)))
    if is_seq(a.type) and is_seq(b.type):
        return method.ordered_in_memory(sign, a, b)
    if a.type is ATOM and b.type is ATOM:
        ranks = method.root(method.program.constants.use_table("ranks"), INT, "ranks").parts[0]
        return f"(fixed({ranks}, {a.parts[0]}) {sign} fixed({ranks}, {b.parts[0]}))"
    raise RefusalError(f"{sign} of {a.type} and {b.type}", remedy_for(a.type) or remedy_for(b.type))


def contains(method: Method, container: Value, item: Value) -> str:
    """Return an expression for `in`."""
    container, item = method.present(container), method.keep(item)
    if isinstance(container.type, UnionType):
        container = method.narrow(container, "sequence")
    if isinstance(container.type, ObjectType) and isinstance(container.type.value, Items):
        container = container.type.value.of or container
    if isinstance(container.type, MadeSet | MadeDict | DictType):
        check_hashable(item.type)
        container = made_items(container)
    kind = container.type
    special = special_method(container, "__contains__")
    if special is not None:
        return method.truth(method.call(special, [container, item]))
    if kind_of(kind) == "bytes" and item.type is not INT:  # A number is in it as an item, and other bytes as a part.
        raise RefusalError("`in` of bytes", "use a tuple, as in tuple(values)")
    if kind_of(kind) == "bytes":
        check_byte(method, item)
    own = kind_with_module(kind)
    if isinstance(kind, SetType) or keys_of(kind) is not None:
        check_hashable(item.type)
    if own is not None:
        return own.contains(method, container, item)
    check_tuple(kind)
    if kind is INT and item.type is INT and isinstance(item.constant, IntFlag):
        flags = method.keep(container).parts[0]
        return f"(({flags} & {item.parts[0]}) == {item.parts[0]})"
    if not is_iterable(kind) and not isinstance(kind, ObjectType | DictType) and kind not in {ATOM, NEVER}:
        raise RefusalError(f"`in` of {kind}", remedy_for(kind))
    if NEVER in (kind, item.type):
        return "False"
    if isinstance(kind, ObjectType):
        container = method.make_list([container])
        kind = container.type
    if isinstance(kind, DictType):
        return f"({method.entry(container, item)} >= 0)"
    if isinstance(item.type, OptionalType) and isinstance(kind, RangeType):
        inner = Value(item.type.of, item.parts[1:])
        return guarded_by(method, item.parts[0], lambda: contains(method, container, inner))
    if isinstance(kind, RangeType):
        if item.type not in {INT, BOOL}:
            raise RefusalError(f"`in` of a range with {item.type}")
        start, stop, step = container.parts
        return f"in_range({method.convert(item, INT).parts[0]}, {start}, {stop}, {step})"
    if isinstance(kind, TupleType):
        return alternative([equal(method, item, each) for each in method.items(container)]) if kind.items else "False"
    if kind is ATOM:
        return Texts().contains(method, container, item)
    if item_of(method.joiner, kind) is NEVER:
        return "False"
    name = method.fresh()
    method.emit(f"{name} = False")
    items = method.items_of(container)
    with method.counted(items.length) as k, method.block(f"if {equal(method, item, items.get(k))}:"):
        method.emit(f"{name} = True")
        method.emit("break")
    return name


def guarded_by(method: Method, condition: str, answer: Callable[[], str]) -> str:
    """Return an expression that is true if a condition and an answer are. The answer needs the condition."""
    lines: Lines = []
    with method.into(lines):
        found = answer()
    return guarded(method, condition, lines, found)


def guarded(method: Method, condition: str, lines: Lines, answer: str) -> str:
    """Return an expression that is true if a condition is, and then an answer, which lines compute."""
    if not lines or condition == "True":
        method.out.extend(lines)
        return conjunction([condition, answer])
    name = method.fresh()
    method.emit(f"{name} = {condition}")
    with method.into(lines):
        method.emit(f"{name} = {answer}")
    method.out.append((f"if {name}:", lines))
    return name
