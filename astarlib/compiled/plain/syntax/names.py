"""Names, attributes of objects, literals and texts with values in them."""

from __future__ import annotations

import ast
import math
import re
import sys
from enum import Enum
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from astarlib.compiled.plain.constants import Given, Names, plain_function
from astarlib.compiled.plain.emitter import Items
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.objects import Local, static_attribute
from astarlib.compiled.plain.kinds.texts import Texts, is_text, joined, made_text
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INF,
    INT,
    NEVER,
    NONE,
    OPAQUE,
    ListType,
    MadeDict,
    MadeSet,
    ObjectType,
    Value,
    leaves,
)
from astarlib.compiled.plain.values import is_data, type_of


def constant_expression(method: Method, node: ast.Constant) -> Value:
    """Translate a literal."""
    if node.value is Ellipsis:
        raise RefusalError(f"it uses {node.value!r}")
    return literal(method, node.value)


def name_expression(method: Method, node: ast.Name) -> Value:
    """Translate a name."""
    found = method.variable(node.id)
    if found is not None:
        if isinstance(found.type, ObjectType) and isinstance(found.type.value, Items):
            _read_iterator(method, node.id, found.type.value)
        return found
    if node.id in method.locals:
        if method.program.is_early():
            return Value(NEVER)  # Its type isn't known yet.
        raise RefusalError(f"the variable {node.id} has no value of one type here", "use another name for other values")
    cells = dict(zip(method.function.__code__.co_freevars, method.function.__closure__ or (), strict=True))
    if node.id in cells:
        return known(method, cells[node.id].cell_contents, (cells[node.id], "cell_contents"), node.id)
    names = method.function.__globals__
    if node.id in names:
        return known(method, names[node.id], (Names(names), node.id), node.id)
    import builtins

    if hasattr(builtins, node.id):
        return Value(ObjectType(getattr(builtins, node.id)))
    raise RefusalError(f"the name {node.id} is not defined")


def lambda_expression(method: Method, node: ast.Lambda) -> Value:
    """Translate a lambda."""
    return Value(ObjectType(Local(node, method)))


def namedexpr_expression(method: Method, node: ast.NamedExpr) -> Value:
    """Translate `name := value`."""
    name = node.target.id
    if method.env is not None and name in method.env:
        flush(method, name)
    method.assign(name, method.value(node.value))
    found = method.variable(name)
    assert found is not None
    return method.fix(found)


def joinedstr_expression(method: Method, node: ast.JoinedStr) -> Value:
    """Translate an f-string."""
    texts: list[Value | None] = []
    for each in node.values:
        if not isinstance(each, ast.FormattedValue):
            texts.append(method.value(each))
        elif each.conversion not in {-1, 115} or (each.format_spec is not None and each.conversion == 115):
            texts.append(None)
        elif each.format_spec is not None:
            texts.append(_formatted(method, method.value(each.value), each.format_spec))
        else:
            texts.append(made_text(method, method.value(each.value)))
    known = [text for text in texts if text is not None]
    return joined(method, known) if len(known) == len(texts) else Value(OPAQUE)


_FORMAT = re.compile(r"(?:(.)?([<>]))?(0)?(\d*)(d)?")


def _formatted(method: Method, value: Value, node: Any) -> Value | None:
    """Return a whole number or text in a field of some width, as in `f"{number:02d}"`, or None for other formats."""
    spec = "".join(each.value for each in node.values if isinstance(each, ast.Constant) and isinstance(each.value, str))
    form, is_number = _FORMAT.fullmatch(spec), value.type is INT and not isinstance(value.constant, Enum)
    text = made_text(method, value)
    if form is None or len(node.values) != 1 or text is None or not (is_number or is_text(value.type)):
        return None
    fill, side, zero, width, kind = form.groups()
    if width == "":
        return None if side or zero or (kind and not is_number) else text
    if not is_number and (zero or kind):
        return None
    if zero and not side:
        return Texts().call(method, text, "zfill", [literal(method, int(width))])
    if zero:
        return None
    name = {">": "rjust", "<": "ljust", None: "rjust" if is_number else "ljust"}[side]
    return Texts().call(method, text, name, [literal(method, int(width)), literal(method, fill or " ")])


def literal(method: Method, value: Any) -> Value:
    """Return a value that is written in the code."""
    if value is None:
        return Value(NONE)
    if isinstance(value, bool):
        return Value(BOOL, (str(value),), value)
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise RefusalError(f"{value} doesn't fit 64 bits")
        return Value(INT, (str(int(value)) if value >= 0 else f"({int(value)})",), value)
    if isinstance(value, float):
        if math.isinf(value) and value > 0:
            return Value(INF)
        if math.isnan(value) or math.isinf(value):
            return known(method, value, (Given(value),), "number")
        return Value(FLOAT, (repr(value) if value >= 0 else f"({value!r})",), value)
    if isinstance(value, complex):
        parts = (literal(method, value.real), literal(method, value.imag))
        return Value(COMPLEX, tuple(method.to_float(part).parts[0] for part in parts))
    if isinstance(value, str | Enum):
        kind = type_of([value])
        return Value(kind, (str(method.program.constants.literals.number(value)),), value)
    return known(method, value, (Given(value),), "values")


def known(method: Method, value: Any, path: tuple[Any, ...], name: str) -> Value:
    """Return a Python value that exists before the search."""
    if isinstance(value, Enum):
        method.program.constants.depend(path, value)
        return literal(method, value)
    if not is_data(value):
        return _known_object(method, value, path)
    try:
        root = method.program.constants.root(path, method.program.problem)
    except RefusalError as refusal:
        where = ".".join(("self" if path[0] == "self" else "", *map(str, path[1:]))).lstrip(".")
        raise RefusalError(f"in {where or name}, {refusal.reason}", refusal.remedy) from None
    return method.root(root.slot, root.type, name)


def _known_object(method: Method, value: Any, path: tuple[Any, ...], owner: Value | None = None) -> Value:
    """Return a function, a class, a module, or an object with attributes, in the form that can be translated.
    ``owner`` is the object of a method, if it's known.
    """
    depend = method.program.constants.depend
    if isinstance(value, MethodType):
        name = value.__func__.__name__
        if owner is None and _plain_form(value.__self__) is not None:
            path = (*path, "__self__", "plain_form", name)
            return _known_object(method, getattr(_plain_form(value.__self__), name), path)
        depend(path, value.__func__)
        owner = owner or known(method, value.__self__, (*path, "__self__"), "self")
        return Value(ObjectType(_plain_form(value.__func__) or value.__func__, path, owner))
    form = _plain_form(value)
    if form is not None:
        return known(method, form, (*path, "plain_form"), "plain_form")
    if isinstance(value, partial) and not value.keywords:  # Its arguments are found by their paths.
        depend((*path, "func"), plain_function(value.func))
        depend((*path, "args", len), len(value.args))
    elif type(value).__module__.partition(".")[0] in sys.stdlib_module_names - {"__main__"}:
        depend(path, plain_function(value))
    else:  # Its attributes are found by their paths.
        depend((*path, "__class__"), type(value))
    return Value(ObjectType(value, path))


def _plain_form(value: Any) -> Any:
    """Return the simpler form that an object or a function of astarlib has for its translation, or None."""
    module = value.__module__ if isinstance(value, FunctionType) else type(value).__module__
    return getattr(value, "plain_form", None) if str(module).startswith("astarlib.") else None


def is_stable(method: Method, node: Any) -> bool:
    """Return True if an expression has the same value later: it has no lists, and nothing is assigned again."""
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    bound = {each.id for each in names if isinstance(each.ctx, ast.Store)}
    parameters = {each.arg for each in ast.walk(method.node.args) if isinstance(each, ast.arg)}
    every = [each for each in ast.walk(method.node) if isinstance(each, ast.Name)]
    stores = [each.id for each in every if isinstance(each.ctx, ast.Store)]
    for name in {each.id for each in names} - bound:
        variable = (method.env or {}).get(name)
        if variable is None:
            continue
        if stores.count(name) > (0 if name in parameters else 1) or any(
            isinstance(kind, ListType | MadeSet | MadeDict) for kind in leaves(variable.type)
        ):
            return False
    return True


def _read_iterator(method: Method, name: str, items: Items) -> None:
    """Raise RefusalError if an iterator in a variable is read twice. Python finds nothing the second time."""
    if items.is_once:
        if method.iterators.get(name) != method.depth:
            raise RefusalError(f"it goes through the iterator {name} more than once", f"write {name} = list(...)")
        del method.iterators[name]


def attribute_of_object(method: Method, owner: Value, value: Any, path: tuple[Any, ...], name: str) -> Value:
    """Return an attribute of an object that exists before the search."""
    kind = owner.type
    found = static_attribute(type(value), name) if not isinstance(value, type) else None
    if isinstance(found, property) and name not in getattr(value, "__dict__", ()):
        method.program.constants.depend((type(value), name), found)
        return method.call(found.fget, [owner])
    if not hasattr(value, name):
        raise RefusalError(f"{kind} has no attribute {name}")
    got = getattr(value, name)
    if isinstance(got, Enum) or is_data(got):
        return known(method, got, (*path, name), name)
    is_own = getattr(got, "__self__", None) is value
    return _known_object(method, got, (*path, name), owner if is_own else None)


def flush(method: Method, name: str) -> None:
    """Let a variable get another base, because an expression may already contain its parts."""
    assert method.env is not None
    method._bases[method.env[name].base] = "used"
