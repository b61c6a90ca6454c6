"""Tuples, lists, sets and dictionaries that are written in the code."""

from __future__ import annotations

import ast
from typing import Any

from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.records import copied_record, make_record, set_in_record
from astarlib.compiled.plain.kinds.remedies import check_tuple
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import NEVER, TupleType, Value, is_iterable, keys_of


def set_expression(method: Method, node: ast.Set) -> Value:
    """Translate a set display."""
    return method.make_set([method.new_list([method.keep(method.value(each)) for each in node.elts])], node)


def dict_expression(method: Method, node: ast.Dict) -> Value:
    """Translate a dictionary display."""
    if node.keys and node.keys[0] is None:
        return merged_dict(method, node)
    keys = _constant_keys(method, node)
    if keys is not None and any(set(keys) == set(each) for each in method.program.records):
        return make_record(method, keys, [method.keep(method.value(each)) for each in node.values], node)
    try:
        literal = ast.literal_eval(node)
    except (ValueError, TypeError):
        literal = {}
    if literal:
        return method.literal(literal)
    made = method.make_dict(node)
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            raise RefusalError("a dictionary with **")
        method.set_in_dict(made, method.keep(method.value(key)), method.keep(method.value(value)))
    return made


def tuple_expression(method: Method, node: ast.Tuple) -> Value:
    """Translate a tuple display."""
    literal = _literal(node)
    if literal is not None and len(node.elts) > 0 and not _is_small(literal):
        return method.literal(literal)
    parts = [(each, isinstance(each, ast.Starred)) for each in node.elts]
    values: list[tuple[Value, bool]] = []
    for each, is_starred in parts:
        value = method.value(each.value if isinstance(each, ast.Starred) else each)
        if is_starred and isinstance(value.type, TupleType):
            check_tuple(value.type)
            values += [(item, False) for item in method.items(value)]
        else:
            values.append((value, is_starred))
    if not any(is_starred for _, is_starred in values):
        return method.tuple_of([value for value, _ in values])
    groups: list[Value] = []
    for value, is_starred in values:
        if is_starred:
            check_tuple(value.type)
            groups.append(value if is_iterable(value.type) else method.make_list([value]))
        else:
            groups.append(method.tuple_of([value]))
    kinds = [Value(v.type, v.parts) for v in groups]
    return method.concatenate([method.as_tuple(value) for value in kinds], "tuple")


def list_expression(method: Method, node: ast.List) -> Value:
    """Translate a list display."""
    if not any(isinstance(each, ast.Starred) for each in node.elts):
        values = [method.keep(method.value(each)) for each in node.elts]
        return method.new_list(values, node)
    return method.make_list([method.value(ast.copy_location(ast.Tuple(elts=node.elts, ctx=ast.Load()), node))], node)


def _constant_keys(method: Method, node: ast.Dict) -> list[Any] | None:
    """Return the keys of a dictionary in the code, or None unless all are literals and different."""
    keys = [each.value for each in node.keys if isinstance(each, ast.Constant)]
    return keys if len(set(keys)) == len(node.keys) else None


def merged_dict(method: Method, node: ast.Dict) -> Value:
    """Return a dictionary that begins with the items of another one, as in {**state, "floor": 3}."""
    source = method.present(method.value(node.values[0]))
    if source.type is NEVER:
        return source
    if keys_of(source.type) is None or None in node.keys[1:]:
        raise RefusalError("a dictionary with **", "write dict(...), and assign the other items one by one")
    made = copied_record(method, source, {}, node)
    for key, value in zip(node.keys[1:], node.values[1:], strict=True):
        set_in_record(method, made, method.keep(method.value(key)), method.keep(method.value(value)))
    return made


def _literal(node: Any) -> Any:
    """Return the value of a tuple of literals, or None. A list is made again each time."""
    if any(isinstance(each, ast.List | ast.Set | ast.Dict) for each in ast.walk(node)):
        return None
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None


def _is_small(value: tuple[Any, ...]) -> bool:
    """Return True for a tuple that is kept in parts: of few items that aren't tuples."""
    return len(value) <= 4 and not any(isinstance(each, tuple | list) for each in value)
