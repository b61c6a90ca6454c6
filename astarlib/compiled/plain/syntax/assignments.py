"""Assignments."""

from __future__ import annotations

import ast
from functools import partial
from typing import Any

from astarlib.compiled.plain.emitter import Items
from astarlib.compiled.plain.joining import item_of
from astarlib.compiled.plain.kinds.deques import check_byte, list_in
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.made import is_plain_dict, made_items, update_dict
from astarlib.compiled.plain.kinds.records import set_in_record
from astarlib.compiled.plain.kinds.remedies import why_not_changed
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    INT,
    NEVER,
    DictType,
    ListType,
    MadeBytes,
    MadeDeque,
    MadeDict,
    MadeRecord,
    MadeSet,
    ObjectType,
    UnionType,
    Value,
    is_seq,
)
from astarlib.compiled.plain.values import words_of


def assign_statement(method: Method, node: ast.Assign) -> None:
    """Translate an assignment."""
    if _assign_each(method, node):
        return
    value = method.value(node.value)
    items = value.type.value if isinstance(value.type, ObjectType) else None
    if isinstance(items, Items) and items.is_once and method.is_stable(node.value):
        value = Value(ObjectType(items._replace(is_safe=True)))
    if len(node.targets) > 1 or not isinstance(node.targets[0], ast.Name):
        value = method.fix(value)
    for target in node.targets:
        assign_to(method, target, value)


def annassign_statement(method: Method, node: ast.AnnAssign) -> None:
    """Translate an assignment with a type."""
    if node.value is not None:
        assign_to(method, node.target, method.value(node.value))


def augassign_statement(method: Method, node: ast.AugAssign) -> None:
    """Translate an assignment such as `a += b`."""
    target = node.target
    if isinstance(target, ast.Name):
        before = method.value(ast.copy_location(ast.Name(id=target.id, ctx=ast.Load()), target))
        method.assign(target.id, _changed(method, node.op, before, method.value(node.value)))
        return
    if not isinstance(target, ast.Subscript):
        raise RefusalError("it changes an attribute", "compute the value in the method, or keep it in the state")
    owner = method.value(target.value)
    if isinstance(owner.type, MadeDict | MadeRecord):
        key = method.keep(method.value(target.slice))
        changed = method.keep(_changed(method, node.op, method.item(owner, key), method.value(node.value)))
        (method.set_in_dict if isinstance(owner.type, MadeDict) else partial(set_in_record, method))(
            owner, key, changed
        )
        return
    if isinstance(owner.type, MadeDeque) and not isinstance(owner.type, MadeBytes):
        owner = list_in(owner)
    _check_list(method, owner)
    if isinstance(target.slice, ast.Slice):
        _replace_slice(
            method,
            owner,
            target.slice,
            method.operate(node.op, method.slice(owner, target.slice), method.value(node.value)),
        )
        return
    index = method.keep(method.convert(method.present(method.value(target.slice)), INT))
    before = method.item(owner, index)
    _set_item(method, owner, index, _changed(method, node.op, before, method.value(node.value)))


def delete_statement(method: Method, node: ast.Delete) -> None:
    """Translate `del`."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            if method.env is not None:
                method.env.pop(target.id, None)
            continue
        if not isinstance(target, ast.Subscript):
            raise RefusalError("it deletes an attribute")
        owner = method.value(target.value)
        if isinstance(owner.type, MadeDict):
            method.method(owner, "pop", [method.value(target.slice)], {})
            continue
        _check_list(method, owner)
        if isinstance(target.slice, ast.Slice):
            _replace_slice(method, owner, target.slice, method.tuple_of([]))
        else:
            method.method(owner, "pop", [method.value(target.slice)], {})


def assign_to(method: Method, target: Any, value: Value) -> None:
    """Assign a value to a target."""
    if isinstance(target, ast.Name):
        method.assign(target.id, value)
    elif isinstance(target, ast.Tuple | ast.List):
        items = [method.fix(each) for each in method.unpack(value, target.elts)]
        for each, item in zip(target.elts, items, strict=True):
            assign_to(method, each.value if isinstance(each, ast.Starred) else each, item)
    elif isinstance(target, ast.Subscript):
        owner = method.value(target.value)
        if isinstance(owner.type, MadeDict):
            method.set_in_dict(owner, method.keep(method.value(target.slice)), method.keep(value))
            return
        if isinstance(owner.type, MadeRecord):
            set_in_record(method, owner, method.keep(method.value(target.slice)), method.keep(value))
            return
        if isinstance(owner.type, MadeDeque) and not isinstance(target.slice, ast.Slice):
            if isinstance(owner.type, MadeBytes):
                check_byte(method, value)
            owner = list_in(owner)
        _check_list(method, owner)
        if isinstance(target.slice, ast.Slice):
            _replace_slice(method, owner, target.slice, value)
        else:
            _set_item(method, owner, method.convert(method.present(method.value(target.slice)), INT), value)
    else:
        raise RefusalError(
            "it changes an attribute, so a method would not always return the same",
            "compute the value in the method, or keep it in the state",
        )


def _assign_each(method: Method, node: ast.Assign) -> bool:
    """Translate `a, b = c, d`, and return True, if this is such an assignment."""
    target, value = node.targets[0], node.value
    if (
        len(node.targets) > 1
        or not isinstance(target, ast.Tuple)
        or not isinstance(value, ast.Tuple)
        or (
            len(target.elts) != len(value.elts)
            or any(isinstance(each, ast.Starred) for each in (*target.elts, *value.elts))
        )
    ):
        return False
    values = [method.fix(method.value(each)) for each in value.elts]
    for each, item in zip(target.elts, values, strict=True):
        assign_to(method, each, item)
    return True


def _changed(method: Method, op: ast.operator, before: Value, value: Value) -> Value:
    """Return the value of an assignment such as `a += b`, which changes a list or set in place."""
    before = method.present(before)
    kind = before.type
    if isinstance(kind, UnionType) and any(isinstance(each, ListType) for each in kind.options) and is_seq(value.type):
        before = method.narrow(before, "sequence")
        kind = before.type
    if isinstance(kind, ListType) and isinstance(op, ast.Add):
        before = method.fix(before)
        method.extend(before, value)
        return before
    if isinstance(kind, MadeDict) and is_plain_dict(kind) and is_plain_dict(value.type) and isinstance(op, ast.BitOr):
        before = method.fix(before)
        update_dict(method, before, value)
        return before
    if isinstance(kind, MadeSet) or (isinstance(kind, ListType) and isinstance(op, ast.Mult)):
        before = method.fix(before)
        made, items = method.operate(op, before, value), made_items(before)
        method.emit(f"store({items.parts[0]}, 1, 0)")
        method.extend(items, made_items(made))
        return before
    return method.operate(op, before, value)


def _check_list(method: Method, owner: Value) -> None:
    if isinstance(owner.type, DictType) or (is_seq(owner.type) and not isinstance(owner.type, ListType)):
        raise RefusalError(*why_not_changed(owner.type))
    if owner.type is NEVER:
        raise RefusalError("the type of a list isn't known")
    if not isinstance(owner.type, ListType):
        raise RefusalError(f"it changes an item of {owner.type}")


def _set_item(method: Method, owner: Value, index: Value, value: Value) -> None:
    _, count = method.span(owner)
    method.set_item(owner, method.temp(f"index({index.parts[0]}, {count})"), value)


def _replace_slice(method: Method, owner: Value, node: ast.Slice, value: Value) -> None:
    if node.step is not None:
        raise RefusalError("it assigns to a slice with a step")
    kind = owner.type
    assert isinstance(kind, ListType)
    method.check_change(owner)
    method.joiner.note_length(kind.cell, None)
    if not is_seq(value.type):
        value = method.make_list([value])
    method.joiner.widen(kind.cell, item_of(method.joiner, value.type))
    at, count = method.span(method.with_items(value, kind.item))
    length = method.temp(f"load({owner.parts[0]}, 1)")
    ends = []
    for each, default in ((node.lower, "0"), (node.upper, length)):
        end = None if each is None else method.convert(method.present(method.value(each)), INT).parts[0]
        ends.append(default if end is None else method.temp(f"clip({end}, {length}, 0, {length})"))
    method.emit(method.routine(
        f"replace(memory, {owner.parts[0]}, {ends[0]}, {ends[1]}, {at}, {count}, {words_of(kind.item)})"
    ))  # fmt: skip
