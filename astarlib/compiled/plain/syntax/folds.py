"""Functions that go through items: any, all, sum, next, min and max."""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Sequence
from typing import Any

from astarlib.compiled.plain.emitter import Lines, kinds_of
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.made import made_items
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    DEFAULTS,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    NUMBERS,
    MadeDict,
    Type,
    Value,
)


def search_items(method: Method, node: Any, wanted: bool) -> Value:
    """Return any(...) if ``wanted`` is True, and all(...) if it's False."""
    found = method.fresh()
    method.emit(f"{found} = {not wanted}")

    def body(value: Value) -> None:
        truth = method.truth(value)
        with method.block(f"if {truth if wanted else f'not {truth}'}:"):
            method.emit(f"{found} = {wanted}")
            method.emit("break")

    method.for_each(node, body, found if wanted else f"not {found}", None)
    return Value(BOOL, (found,))


def fold_any(method: Method, node: ast.Call) -> Value:
    """Translate any(...)."""
    return search_items(method, node.args[0], True)


def fold_all(method: Method, node: ast.Call) -> Value:
    """Translate all(...)."""
    return search_items(method, node.args[0], False)


def fold_sum(method: Method, node: ast.Call) -> Value:
    """Translate sum(...)."""
    start = method.value(node.args[1]) if len(node.args) > 1 else (
        method.value(node.keywords[0].value) if node.keywords else method.literal(0))  # fmt: skip
    return total(method, node.args[0], start)


def total(method: Method, node: Any, start: Value) -> Value:
    """Return the sum of the items of an expression or value."""
    if start.type not in NUMBERS:
        raise RefusalError("sum of values that aren't numbers")
    if isinstance(node, Value):
        node = node if not isinstance(node.type, MadeDict) else made_items(node)
    first, total = method.hole(), method.fresh()
    kinds: list[Type] = [start.type]
    rest = method.fresh()
    places: list[tuple[Lines, Value]] = []

    def body(value: Value) -> None:
        value = method.keep(method.number(value))
        kinds.append(value.type)
        places.append((method.hole(), value))

    method.for_each(node, body, any_order=(INT, BOOL))
    kind = method.joiner.join_all(kinds)
    kind = INT if kind is BOOL else FLOAT if kind in {INF, INT_OR_INF} else kind
    is_precise = kind is FLOAT and sys.version_info >= (3, 12)
    with method.into(first):
        method.emit(f"{total} = {method.convert(start, kind).parts[0]}")
        if is_precise:
            method.emit(f"{rest} = 0.0")
    for lines, value in places:
        with method.into(lines):
            part = method.convert(value, kind).parts[0]
            if is_precise and value.type is FLOAT:  # As Python 3.12 and later add floats.
                part = method.temp(part)
                method.emit(f"{rest} += lost({total}, {part})")
            method.emit(f"{total} = add({total}, {part})" if kind is INT else f"{total} = {total} + {part}")
    return Value(kind, (f"corrected({total}, {rest})" if is_precise else total,))


def fold_next(method: Method, node: ast.Call) -> Value:
    """Translate next(...)."""
    inner = node.args[0]
    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "iter":
        inner = inner.args[0]
    elif isinstance(inner, ast.Name):
        raise RefusalError("next of a variable", "use a loop")
    first, found, places = method.hole(), method.fresh(), []

    def body(value: Value) -> None:
        value = method.keep(value)  # Its lines are above the hole.
        places.append((method.hole(), value))
        method.emit(f"{found} = True")
        method.emit("break")

    method.for_each(inner, body, found)
    kind = method.joiner.join_all(value.type for _, value in places)
    names = tuple(method.fresh() for _ in kind.parts())
    with method.into(first):
        method.emit(f"{found} = False")
        for name, each in zip(names, kinds_of(kind), strict=True):
            method.emit(f"{name} = {DEFAULTS[each]}")
    for lines, value in places:
        with method.into(lines):
            method.write(names, method.convert(value, kind).parts)
    if len(node.args) == 1:
        method.fail_if(f"not {found}", "ValueError", "there is no next item (StopIteration)")
        return Value(kind, names)
    default = method.value(node.args[1])
    return method.chosen(found, ([], Value(kind, names)), ([], default))


def fold_extremum(method: Method, node: ast.Call, sign: str) -> Value:
    """Translate min(...) or max(...) of one argument."""
    words = {word.arg: word.value for word in node.keywords}
    key = method.value(words["key"]) if "key" in words else None
    default = method.value(words["default"]) if "default" in words else None
    return extremum(method, node.args[0], sign, key, default)


def extremum(method: Method, source: Any, sign: str, key: Value | None, default: Value | None) -> Value:
    """Return the first smallest or largest item of an expression or value."""
    first, found = method.hole(), method.fresh()
    places: list[tuple[Lines, Value, Value]] = []

    def body(value: Value) -> None:
        value = method.keep(value)
        by = value if key is None or key.type is NONE else method.keep(method.apply(key, [value], {}))
        places.append((method.hole(), value, by))

    method.for_each(source, body, any_order=() if key is not None and key.type is not NONE else (
        INT, BOOL, ATOM, FLOAT, INF, INT_OR_INF))  # fmt: skip
    kind = method.joiner.join_all(value.type for _, value, _ in places)
    by_kind = method.joiner.join_all(by.type for _, _, by in places)
    is_keyed = any(value is not by for _, value, by in places)
    names = tuple(method.fresh() for _ in kind.parts())
    by_names = tuple(method.fresh() for _ in by_kind.parts()) if is_keyed else names
    with method.into(first):
        method.emit(f"{found} = False")
        pairs = [*zip(names, kinds_of(kind), strict=True), *zip(by_names, kinds_of(by_kind), strict=True)]
        for name, each in dict(pairs).items():
            method.emit(f"{name} = {DEFAULTS[each]}")
    for lines, value, by in places:
        with method.into(lines):
            by = method.keep(method.convert(by, by_kind))  # noqa: PLW2901
            condition = method.guarded_by(found, functools.partial(method.ordered, sign, by, Value(by_kind, by_names)))
            with method.block(f"if not {found} or {condition}:"):
                method.emit(f"{found} = True")
                method.write(names, method.convert(value, kind).parts)
                if is_keyed:
                    method.write(by_names, by.parts)
    if default is None:
        method.fail_if(f"not {found}", "ValueError", "min or max of an empty sequence")
        return Value(kind, names)
    if kind is NEVER:
        return default
    return method.chosen(found, ([], Value(kind, names)), ([], default))


def chosen_number(method: Method, sign: str, values: Sequence[Value], key: Value | None = None) -> Value:
    """Return the smallest or largest of several values."""
    best = method.keep(method.present(values[0]))
    for other in values[1:]:
        value = method.keep(method.present(other))
        pair = (value, best) if key is None else (method.apply(key, [value], {}), method.apply(key, [best], {}))
        condition = method.temp(method.ordered(sign, *pair))
        kind = method.joiner.join(value.type, best.type)
        a, b = method.convert(value, kind), method.convert(best, kind)
        if len(a.parts) == 1:
            best = method.keep(Value(kind, (f"({a.parts[0]} if {condition} else {b.parts[0]})",)))
        else:
            best = method.chosen(condition, ([], a), ([], b))
    return best
