"""Operators, `and`, `or` and conditional expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from astarlib.compiled.plain.constants import Given
from astarlib.compiled.plain.emitter import Lines, Variable, alternative, conjunction, is_true, negated
from astarlib.compiled.plain.kinds.frozensets import make_frozenset, written
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.made import is_counter, is_plain_dict, merged_dicts, operate_counters
from astarlib.compiled.plain.kinds.numbers import BITS, fold
from astarlib.compiled.plain.kinds.objects import own_operator, special_method
from astarlib.compiled.plain.kinds.remedies import is_type_error, remedy_for
from astarlib.compiled.plain.kinds.table import kind_with_module
from astarlib.compiled.plain.kinds.texts import Texts
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    COMPLEX,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    NEVER,
    NUMBERS,
    OPAQUE,
    TEXT,
    DictType,
    OptionalType,
    SetType,
    UnionType,
    Value,
    is_seq,
    is_set,
    keys_of,
)

_FLOATING = {
    ast.Add: "({} + {})", ast.Sub: "({} - {})", ast.Mult: "({} * {})", ast.Div: "true_div({}, {})",
    ast.FloorDiv: "floor_div_float({}, {})", ast.Mod: "modulo_float({}, {})", ast.Pow: "real_power({}, {})",
}  # fmt: skip


_UNARY: dict[type[ast.unaryop], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}


def unaryop_expression(method: Method, node: ast.UnaryOp) -> Value:
    """Translate an operator with one operand."""
    value = method.value(node.operand)
    if isinstance(node.op, ast.Not):
        return Value(BOOL, (negated(method.truth(value)),))
    special = special_method(value, _UNARY[type(node.op)])
    if special is not None:
        found: Value = method.call(special, [value])
        return found
    if value.type == COMPLEX and isinstance(node.op, ast.USub):
        return Value(COMPLEX, tuple(f"(-{part})" for part in value.parts))
    value = method.number(value)
    if isinstance(value.constant, int | float) and isinstance(node.op, ast.USub):
        return method.literal(-value.constant)
    if value.type in {FLOAT, INF, INT_OR_INF}:
        value = method.to_float(value)
        if isinstance(node.op, ast.Invert):
            raise RefusalError("~ of a float")
        return Value(FLOAT, (f"(-{value.parts[0]})",)) if isinstance(node.op, ast.USub) else value
    value = method.convert(value, INT)
    if isinstance(node.op, ast.Invert):
        return Value(INT, (f"(~{value.parts[0]})",))
    return Value(INT, (f"subtract(0, {value.parts[0]})",)) if isinstance(node.op, ast.USub) else value


def binop_expression(method: Method, node: ast.BinOp) -> Value:
    """Translate an operator with two operands."""
    left = method.value(node.left)
    if isinstance(node.right, ast.Set) and isinstance(left.type, SetType):
        values = [method.keep(method.value(each)) for each in node.right.elts]
        right = written(method, values) or method.make_set([method.new_list(values)], node.right)
        return operate(method, node.op, left, right)
    if isinstance(node.right, ast.Dict) and keys_of(left.type) is not None and isinstance(node.op, ast.BitOr):
        return method.merged_dict(
            ast.copy_location(ast.Dict(keys=[None, *node.right.keys], values=[node.left, *node.right.values]), node)
        )
    return operate(method, node.op, left, method.value(node.right))


def boolop_expression(method: Method, node: ast.BoolOp) -> Value:
    """Translate `and` and `or`."""
    is_and, first = isinstance(node.op, ast.And), method.value(node.values[0])
    for other in node.values[1:]:
        first = _either(method, first, other, is_and=is_and)
    return first


def ifexp_expression(method: Method, node: ast.IfExp) -> Value:
    """Translate `a if test else b`."""
    return select(
        method,
        method.truth(method.value(node.test)),
        lambda: method.value(node.body),
        lambda: method.value(node.orelse),
    )


def operate(method: Method, op: ast.operator, a: Value, b: Value) -> Value:
    """Return the value of an operator with two operands."""
    a, b = method.present(a), method.present(b)
    if NEVER in (a.type, b.type):
        return Value(NEVER)
    if isinstance(a.type, UnionType) or isinstance(b.type, UnionType):
        other = b.type if isinstance(a.type, UnionType) else a.type
        group = "sequence" if is_seq(other) else "number"
        a, b = method.narrow(a, group), method.narrow(b, group)
    own_value = own_operator(method, op, a, b)
    if own_value is not None:
        return own_value
    if is_type_error(op, a.type, b.type):  # Python raises it if the search gets here, and goes on elsewhere.
        method.emit("known(False)")
        return Value(NEVER)
    texts = a.type in {ATOM, TEXT, OPAQUE}, b.type in {ATOM, TEXT, OPAQUE}
    if (OPAQUE in (a.type, b.type) and all(texts) and isinstance(op, ast.Add)) or (
        texts[0] and isinstance(op, ast.Mod)
    ):
        return Value(OPAQUE)
    own = kind_with_module(a.type, b.type)
    if own is None and ATOM in (a.type, b.type):
        own = Texts()
    if own is not None:
        return own.operate(method, op, a, b)
    if is_counter(a.type) and is_counter(b.type):
        return operate_counters(method, op, a, b)
    if isinstance(op, ast.BitOr) and is_plain_dict(a.type) and is_plain_dict(b.type):
        return merged_dicts(method, a, b)
    if is_set(a.type) and is_set(b.type):
        if isinstance(a.type, DictType) and a.type.is_frozen:
            return operate(method, op, make_frozenset(method, a), b)
        return method.operate_sets(op, a, b)
    if is_seq(a.type) or is_seq(b.type):
        return method.operate_sequences(op, a, b)
    if a.type not in NUMBERS or b.type not in NUMBERS:
        raise RefusalError(f"{type(op).__name__} of {a.type} and {b.type}", remedy_for(a.type) or remedy_for(b.type))
    wholes = {INT, BOOL}
    if type(op) in BITS:
        return method.operate_bits(op, a, b)
    if a.type in wholes and b.type in wholes and not isinstance(op, ast.Div):
        if isinstance(a.constant, int) and isinstance(b.constant, int):
            folded = fold(op, a.constant, b.constant)
            if folded is not None:
                return method.literal(folded)
        return method.operate_wholes(op, method.convert(a, INT), method.convert(b, INT))
    if type(op) not in _FLOATING:
        raise RefusalError(f"{type(op).__name__} of {a.type} and {b.type}")
    left, right = method.to_float(a).parts[0], method.to_float(b).parts[0]
    if isinstance(op, ast.Pow):
        # A number that LLVM doesn't see isn't replaced by another function, such as a square root.
        right = method.known(float(b.constant), (Given(float(b.constant)),), "power").parts[0] if isinstance(
            b.constant, int | float) else right  # fmt: skip
        left = method.temp(left)
        with method.block(f"if {left} < 0.0:" if b.constant is None or int(b.constant) != b.constant else "if False:"):
            method.fail("CapacityError", "a power of a negative number isn't real")
    if isinstance(op, ast.Div) and isinstance(b.constant, int | float) and b.constant != 0:
        return Value(FLOAT, (f"({left} / {right})",))
    return Value(FLOAT, (_FLOATING[type(op)].format(left, right),))


def _either(method: Method, a: Value, node: Any, *, is_and: bool) -> Value:
    """Return `a and node` or `a or node`."""
    a = method.keep(a)
    truth = method.truth(a)
    known = is_true(truth)
    if known is not None:
        return method.value(node) if known is is_and else a
    lines: Lines = []
    others: Lines = []
    before, b, after = aside(method, lines, lambda: method.value(node))
    if a.type is BOOL and b.type is BOOL and not lines:
        return Value(BOOL, ((conjunction if is_and else alternative)([truth, b.parts[0]]),))
    if not is_and and isinstance(a.type, OptionalType):
        a = Value(a.type.of, a.parts[1:])  # It's chosen only if it isn't None.
    condition = method.temp(truth)
    found = (
        chosen(method, condition, (others, a), (lines, b))
        if not is_and
        else chosen(method, condition, (lines, b), (others, a))
    )
    rejoin(method, [(before, others), (after, lines)])
    return found


def aside(method: Method, lines: Lines, make: Callable[[], Value]) -> Any:
    """Write an expression that may not be evaluated. Return its value, and the variables before and after it."""
    before = method.env
    method.env = dict(before or {})
    with method.into(lines):
        value = make()
    after, method.env = method.env, before
    return before, value, after


def rejoin(method: Method, ways: Sequence[tuple[dict[str, Variable], Lines]]) -> None:
    """Go on after ways through an expression, which may have assigned to variables."""
    if any(env != ways[0][0] for env, _ in ways):
        method.env = method.merge(ways)


def chosen(method: Method, condition: str, yes: tuple[Lines, Value], no: tuple[Lines, Value]) -> Value:
    """Return one of two values, each with the lines that compute it."""
    if yes[1].type is NEVER and no[1].type is NEVER:
        return yes[1]
    kind = method.joiner.join(yes[1].type, no[1].type)
    names = tuple(method.fresh() for _ in kind.parts())
    for header, (lines, value) in ((f"if {condition}:", yes), ("else:", no)):
        with method.into(lines):
            method.write(names, method.convert(value, kind).parts)
        method.out.append((header, lines))
    return Value(kind, names)


def select(method: Method, condition: str, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
    """Return the value of one of two functions, which write lines of code."""
    known = is_true(condition)
    if known is not None:
        return yes() if known else no()
    condition = method.temp(condition)
    ways: list[tuple[Lines, Value]] = []
    ends = []
    for make in (yes, no):
        lines: Lines = []
        _, value, after = aside(method, lines, make)
        ways.append((lines, value))
        ends.append((after, lines))
    (lines, a), (others, b) = ways
    if not lines and not others and a.type == b.type and len(a.parts) == 1 and a.type is not NEVER:
        return Value(a.type, (f"({a.parts[0]} if {condition} else {b.parts[0]})",))
    found = chosen(method, condition, *ways)
    rejoin(method, ends)
    return found
