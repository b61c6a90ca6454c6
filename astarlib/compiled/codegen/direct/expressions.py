"""Expressions, conditions and calls as LLVM code."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any, Final, NamedTuple

from astarlib.compiled.codegen.direct.code import Code, Error
from astarlib.compiled.codegen.direct.operations import OPERATIONS, division_of_words, floor_division
from astarlib.compiled.codegen.direct.values import (
    SIGNED,
    UNSIGNED,
    Kind,
    Record,
    UnknownCodeError,
    Value,
    common,
    constant,
    is_array,
    item_of,
    item_size,
    make_tuple,
    number,
    numbers_of,
    rebuild,
    stored_type,
    type_of,
)

_COMPARISONS: Final = {
    ast.Eq: ("eq", "eq", "oeq"), ast.NotEq: ("ne", "ne", "une"), ast.Lt: ("slt", "ult", "olt"),
    ast.LtE: ("sle", "ule", "ole"), ast.Gt: ("sgt", "ugt", "ogt"), ast.GtE: ("sge", "uge", "oge"),
}  # fmt: skip
"""The LLVM names of comparisons of signed numbers, unsigned numbers and floats."""
_WHOLE: Final = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "ashr",
}  # fmt: skip
_FLOAT: Final = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}


class Compiled(NamedTuple):
    """A compiled function."""

    symbol: str
    parameters: tuple[Kind, ...]
    result: Kind
    code: Code
    called: frozenset[str]
    """The symbols of the functions that it calls."""


class Expressions:
    """The expressions of a function that is being compiled. A subclass has its variables and statements."""

    code: Code
    called: set[str]
    """The symbols of the functions that are called."""

    def __init__(self, scope: Any) -> None:  # Any: a `Scope`, whose module imports this one
        self._scope = scope

    def variable(self, name: str) -> Value:
        """Return the value of a variable or a constant."""
        raise NotImplementedError

    # --- conditions ---------------------------------------------------------------------------------------------------

    def branch(self, test: ast.expr, yes: str, no: str) -> None:
        """Go to one of two blocks."""
        match test:
            case ast.BoolOp(op=operator, values=[*values, last]):
                for each in values:
                    following = self.code.label()
                    self.branch(each, *((following, no) if isinstance(operator, ast.And) else (yes, following)))
                    self.code.start(following)
                    if self.code.block is None:
                        return
                self.branch(last, yes, no)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.branch(operand, no, yes)
            case _:
                self.code.branch(self.code.truth(self.value(test)), yes, no)

    def _either(self, choose: Callable[[str, str], None], values: Sequence[Callable[[], Value]]) -> Value:
        """Return the first value if a condition holds, and otherwise the second one."""
        labels, end = [self.code.label(), self.code.label()], self.code.label()
        choose(*labels)
        found: list[tuple[Value, str, int]] = []
        for label, value in zip(labels, values, strict=True):
            self.code.start(label)
            if self.code.block is not None:
                given = value()
                found.append((given, self.code.block, len(self.code.lines)))
                self.code.jump(end)
        kind = found[0][0].kind
        for given, _, _ in found:
            kind = common(kind, given.kind)
        ends = [(self._converted_at(at, given, kind), block) for given, block, at in reversed(found)]
        self.code.start(end)
        return ends[0][0] if len(ends) == 1 else self.code.merged(kind, ends)

    def _converted_at(self, at: int, value: Value, kind: Kind) -> Value:
        """Convert a value by instructions that stand at an earlier place."""
        later = self.code.lines[at:]
        del self.code.lines[at:]
        found = self.code.convert(value, kind)
        self.code.lines += later
        return found

    # --- expressions --------------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """Return the value of an expression."""
        write = _FORMS.get(type(node))
        if write is None:
            raise UnknownCodeError(f"the expression {ast.unparse(node)}")
        return write(self, node)

    def _constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, bool | int | float):
            raise UnknownCodeError(f"the constant {node.value!r}")
        return constant(node.value)

    def _unary(self, node: ast.UnaryOp) -> Value:
        operator = node.op
        if isinstance(operator, ast.USub) and isinstance(node.operand, ast.Constant):
            known = node.operand.value
            if isinstance(known, int | float):
                return constant(-known)
        value = self.value(node.operand)
        if isinstance(operator, ast.Not):
            return number("bool", self.code.new(f"xor i1 {self.code.truth(value)}, true"))
        if isinstance(operator, ast.Invert) and value.kind in {*UNSIGNED, *SIGNED}:
            return number(str(value.kind), self.code.new(f"xor {type_of(value.kind)} {value.text}, -1"))
        if value.kind in UNSIGNED and isinstance(operator, ast.USub):
            return number("word", self.code.new(f"sub i64 0, {self.code.wide(value).text}"))
        if isinstance(operator, ast.USub) and value.kind == "float":
            return number("float", self.code.new(f"fsub double -0.0, {value.text}"))
        whole = self.code.convert(value, "int").text
        if isinstance(operator, ast.USub):
            return number("int", self.code.new(f"sub i64 0, {whole}"))
        raise UnknownCodeError(f"the operator {type(operator).__name__} of {value.kind}")

    def _choice(self, node: ast.IfExp) -> Value:
        return self._either(
            lambda yes, no: self.branch(node.test, yes, no),
            (lambda: self.value(node.body), lambda: self.value(node.orelse)),
        )

    def _subscript(self, node: ast.Subscript) -> Value:
        of = self.value(node.value)
        if is_array(of.kind):
            return self.code.load(item_of(of.kind), self.item(of, node.slice))
        if not isinstance(node.slice, ast.Constant) or not isinstance(node.slice.value, int):
            raise UnknownCodeError(f"the expression {ast.unparse(node)}")
        return self._part(of, node.slice.value)

    def item(self, array: Value, index: ast.expr) -> str:
        """Return the address of an item of an array. A negative index counts from the end."""
        *lengths, data = array.parts
        indices = index.elts if isinstance(index, ast.Tuple) else [index]
        if len(indices) != len(lengths):
            raise UnknownCodeError(f"the index {ast.unparse(index)}")
        place = ""
        for each, length in zip(indices, lengths, strict=True):
            value = self.value(each)
            at = self.code.wide(value).text
            if value.kind not in UNSIGNED:
                if value.kind == "float":
                    raise UnknownCodeError("an index is a float")
                at = self.code.convert(value, "int").text
                if not at.isdigit():
                    from_end = self.code.new(f"add i64 {at}, {length}")
                    at = self.code.new(f"select i1 {self.code.new(f'icmp slt i64 {at}, 0')}, i64 {from_end}, i64 {at}")
            if place != "":
                at = self.code.new(f"add i64 {self.code.new(f'mul i64 {place}, {length}')}, {at}")
            place = at
        return self.code.new(f"getelementptr {stored_type(item_of(array.kind))}, ptr {data}, i64 {place}")

    def _attribute(self, node: ast.Attribute) -> Value:
        match node:
            case ast.Attribute(value=ast.Name(id="np" | "math"), attr="inf"):
                return constant(float("inf"))
            case ast.Attribute(value=ast.Attribute(value=array, attr="ctypes"), attr="data"):
                address = self.value(array)
                item_of(address.kind)
                return number("int", self.code.new(f"ptrtoint ptr {address.parts[-1]} to i64"))
        of = self.value(node.value)
        if isinstance(of.kind, Record) and node.attr in of.kind.fields:
            return self._part(of, of.kind.fields.index(node.attr))
        match node.attr if is_array(of.kind) else "":
            case "size" if len(of.parts) == 2:
                return number("int", of.parts[0])
            case "shape":
                return make_tuple(tuple(number("int", length) for length in of.parts[:-1]))
            case "itemsize":
                return constant(item_size(item_of(of.kind)))
        raise UnknownCodeError(f"the expression {ast.unparse(node)}")

    def _part(self, of: Value, at: int) -> Value:
        """Return an item of a tuple, or the first table of a domain."""
        if isinstance(of.kind, tuple) and 0 <= at < len(of.kind):
            found: Value = of.parts[at]
            return found
        if of.kind == "tables" and at == 0:
            return number("int", OPERATIONS["fixed"].write(self.code, of.parts[0], "0") or "")
        raise UnknownCodeError(f"item {at} of {of.kind}")

    def operate(self, operator: ast.operator, one: Value, other: Value) -> Value:
        """Write an operation of two values, with the result that numba's has."""
        one, other = self.code.wide(one), self.code.wide(other)
        kinds = {one.kind, other.kind}
        if "word" in kinds and not isinstance(operator, ast.Div) and kinds <= {"word", "int", "bool"}:
            return self._operate_on_words(operator, one, other)
        is_logic = isinstance(operator, ast.BitAnd | ast.BitOr | ast.BitXor)
        if kinds == {"bool"} and is_logic:
            return number("bool", self.code.new(f"{_WHOLE[type(operator)]} i1 {one.text}, {other.text}"))
        if "float" in kinds or isinstance(operator, ast.Div):
            return self._operate_on_floats(
                operator, self.code.cast(one, "float").text, self.code.cast(other, "float").text
            )
        a, b = self.code.convert(one, "int").text, self.code.convert(other, "int").text
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            name = "quotient" if isinstance(operator, ast.FloorDiv) else "remainder"
            return number("int", floor_division(self.code, a, b, name, raises=self._scope.raises))
        if type(operator) not in _WHOLE:
            raise UnknownCodeError(f"the operator {type(operator).__name__}")
        return number("int", self.code.new(f"{_WHOLE[type(operator)]} i64 {a}, {b}"))

    def _operate_on_words(self, operator: ast.operator, one: Value, other: Value) -> Value:
        """Write an operation of whole numbers if one or both have no sign. The result has a sign if one of
        them has, and for a shift if the first one has.
        """
        is_shift = isinstance(operator, ast.LShift | ast.RShift)
        kind = "word" if one.kind == "word" and (is_shift or other.kind == "word") else "int"
        a, b = self.code.cast(one, "int").text, self.code.cast(other, "int").text
        if isinstance(operator, ast.RShift):
            return number(kind, self.code.new(f"{'lshr' if kind == 'word' else 'ashr'} i64 {a}, {b}"))
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            name = "quotient" if isinstance(operator, ast.FloorDiv) else "remainder"
            if kind == "int":
                return number(kind, floor_division(self.code, a, b, name, raises=self._scope.raises))
            return number(kind, division_of_words(self.code, a, b, name, raises=self._scope.raises))
        if type(operator) not in _WHOLE:
            raise UnknownCodeError(f"the operator {type(operator).__name__} of words")
        return number(kind, self.code.new(f"{_WHOLE[type(operator)]} i64 {a}, {b}"))

    def _operate_on_floats(self, operator: ast.operator, a: str, b: str) -> Value:
        if type(operator) in _FLOAT:
            return number("float", self.code.new(f"{_FLOAT[type(operator)]} double {a}, {b}"))
        names = {ast.Div: "", ast.FloorDiv: "floor_division_of_floats", ast.Mod: "modulo_of_floats"}
        if type(operator) not in names:
            raise UnknownCodeError(f"the operator {type(operator).__name__} of floats")
        kind = "modulo" if isinstance(operator, ast.Mod) else "division"
        if self._scope.raises:
            self.code.fail_if(self.code.new(f"fcmp oeq double {b}, 0.0"), Error("ZeroDivisionError", f"{kind} by zero"))
        elif not isinstance(operator, ast.Div):
            raise UnknownCodeError(f"{kind} of floats")
        if isinstance(operator, ast.Div):
            return number("float", self.code.new(f"fdiv double {a}, {b}"))
        return self._call_function(names[type(operator)], [number("float", a), number("float", b)])

    def _compare(self, one: Value, operators: Sequence[ast.cmpop], others: Sequence[ast.expr]) -> Value:
        """Return the value of a chain of comparisons."""
        other = self.value(others[0])
        found = self._compare_two(operators[0], one, other)
        if len(operators) == 1:
            return found
        return self._either(
            lambda yes, no: self.code.branch(found.text, yes, no),
            (lambda: self._compare(other, operators[1:], others[1:]), lambda: constant(False)),  # It's a value.
        )

    def _compare_two(self, operator: ast.cmpop, one: Value, other: Value) -> Value:
        if isinstance(operator, ast.In | ast.NotIn) and isinstance(other.kind, tuple):
            same = reduce(lambda a, b: self.code.new(f"or i1 {a}, {b}"),
                          (self._compare_two(ast.Eq(), one, part).text for part in other.parts), "false")  # fmt: skip
            return number("bool", same if isinstance(operator, ast.In) else self.code.new(f"xor i1 {same}, true"))
        names = _COMPARISONS.get(type(operator))
        if names is None:
            raise UnknownCodeError(f"the comparison {type(operator).__name__}")
        if isinstance(one.kind, tuple) and isinstance(other.kind, tuple):
            return self._compare_tuples(operator, one, other)
        kinds = {one.kind, other.kind}
        if kinds <= {*UNSIGNED, "bool"} and kinds != {"bool"}:
            a, b = self.code.cast(one, "word").text, self.code.cast(other, "word").text
            return number("bool", self.code.new(f"icmp {names[1]} i64 {a}, {b}"))
        # numba compares an uint64 with an int64 as floats.
        kind = "float" if {"float", "word"} & {str(each) for each in kinds} else "int"
        a, b = self.code.cast(one, kind).text, self.code.cast(other, kind).text
        if kind == "float":
            return number("bool", self.code.new(f"fcmp {names[2]} double {a}, {b}"))
        return number("bool", self.code.new(f"icmp {names[0]} i64 {a}, {b}"))

    def _compare_tuples(self, operator: ast.cmpop, one: Value, other: Value) -> Value:
        """Compare two tuples of the same length with == or !=."""
        if len(one.kind) != len(other.kind) or not isinstance(operator, ast.Eq | ast.NotEq):
            raise UnknownCodeError(f"the comparison {type(operator).__name__} of tuples")
        found = "true"
        for pair in zip(one.parts, other.parts, strict=True):
            found = self.code.new(f"and i1 {found}, {self._compare_two(ast.Eq(), *pair).text}")
        return number("bool", found if isinstance(operator, ast.Eq) else self.code.new(f"xor i1 {found}, true"))

    def _any_or_all(self, first: Value, others: Sequence[ast.expr], *, is_all: bool) -> Value:
        """Return the value of `and` or `or`."""
        if len(others) == 0:
            return first

        def rest() -> Value:
            return self._any_or_all(self.value(others[0]), others[1:], is_all=is_all)

        truth = self.code.truth(first)
        if is_all:
            return self._either(lambda yes, no: self.code.branch(truth, yes, no), (rest, lambda: first))
        return self._either(lambda yes, no: self.code.branch(truth, yes, no), (lambda: first, rest))

    # --- calls --------------------------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> Value:
        """Write a call of an operation, a routine or another function."""
        name = ast.unparse(node.func)
        if node.keywords:
            raise UnknownCodeError(f"keywords in a call of {name}")
        arguments = list(map(self.value, node.args))
        special = self._scope.special(name)
        if special is not None:
            found: Value = special(self.code, *arguments)
            return found
        if self._scope.has_function(name):
            return self._call_function(name, arguments)
        if name == "word" and arguments[0].kind == "word":
            return number("int", arguments[0].text)
        operation = OPERATIONS.get(name)
        if operation is None:
            return _builtin(self.code, name, arguments)
        pairs = zip(arguments, operation.parameters, strict=True)
        texts = [self.code.convert(value, kind).text for value, kind in pairs]
        result = operation.write(self.code, *texts)
        return make_tuple(()) if result is None else number(operation.result, result)

    def _call_function(self, name: str, arguments: Sequence[Value]) -> Value:
        """Call a function that is compiled for the kinds of these arguments."""
        compiled: Compiled = self._scope.function(name, tuple(value.kind for value in arguments))
        self.called.add(compiled.symbol)
        return call_compiled(self.code, compiled, arguments)


_FORMS: Final[dict[type[ast.expr], Callable[[Any, Any], Value]]] = {
    ast.Name: lambda owner, node: owner.variable(node.id),
    ast.Constant: Expressions._constant,  # noqa: SLF001  # It's a part of the class, as are those below.
    ast.UnaryOp: Expressions._unary,  # noqa: SLF001
    ast.BinOp: lambda owner, node: owner.operate(node.op, owner.value(node.left), owner.value(node.right)),
    ast.Compare: lambda owner, node: owner._compare(owner.value(node.left), node.ops, node.comparators),  # noqa: SLF001
    ast.BoolOp: lambda owner, node: owner._any_or_all(  # noqa: SLF001
        owner.value(node.values[0]), node.values[1:], is_all=isinstance(node.op, ast.And)
    ),
    ast.IfExp: Expressions._choice,  # noqa: SLF001
    ast.Tuple: lambda owner, node: make_tuple(tuple(map(owner.value, node.elts))),
    ast.Call: Expressions.call,
    ast.Subscript: Expressions._subscript,  # noqa: SLF001
    ast.Attribute: Expressions._attribute,  # noqa: SLF001
}
"""The functions that write expressions of one form."""


def call_compiled(code: Code, compiled: Compiled, arguments: Sequence[Value]) -> Value:
    """Call a function. If it raises an error, the caller does, too."""
    given = ["ptr %excinfo"] * compiled.code.fails
    given += [text for value in arguments for text in flat(value)]
    kind = compiled.code.returned_type(compiled.result)
    instruction = f"call {kind} {compiled.symbol}({', '.join(given)})"
    if kind == "void":
        code.emit(instruction)
        return make_tuple(())
    found = code.new(instruction)
    fields = list(numbers_of(compiled.result))
    if len(fields) + compiled.code.fails == 1:
        texts = [found]
    else:
        texts = [code.new(f"extractvalue {kind} {found}, {at}") for at in range(len(fields) + compiled.code.fails)]
    if compiled.code.fails:
        code.propagate_if(texts.pop(0))
    return rebuild(compiled.result, iter(texts))


def flat(value: Value) -> list[str]:
    """Return the arguments of a function that stand for a value, each with its LLVM type."""
    if isinstance(value.kind, tuple):
        return [text for part in value.parts for text in flat(part)]
    if is_array(value.kind):
        return [*(f"i64 {length}" for length in value.parts[:-1]), f"ptr {value.parts[-1]}"]
    return [f"{'i64' if value.kind == 'tables' else type_of(value.kind)} {value.parts[0]}"]


def argument(kind: Kind, name: str) -> Value:
    """Return the value of a parameter, given the start of the names of its parts."""
    if isinstance(kind, tuple):
        return Value(kind, tuple(argument(each, f"{name}.{at}") for at, each in enumerate(kind)))
    return Value(kind, (*(f"{name}.size{at}" for at in range(kind.count("[]"))), name))


def _builtin(code: Code, name: str, arguments: Sequence[Value]) -> Value:
    """Return the value of a call of one of Python's functions."""
    kinds = [value.kind for value in arguments]
    if name in {"min", "max"} and len(kinds) >= 2:
        return reduce(partial(_extreme, code, "lt" if name == "min" else "gt"), arguments)
    if name == "int" and len(kinds) == 1 and kinds[0] in SIGNED:
        return code.cast(arguments[0], "int")
    if name in {"int", "float", "bool", "abs"} and len(kinds) == 1 and kinds[0] in {"int", "bool", "float"}:
        (value,) = arguments
        if name == "bool":
            return number("bool", code.truth(value))
        if name == "abs":
            return _absolute(code, value)
        if (name, value.kind) == ("int", "float"):
            return number("int", code.new(f"fptosi double {value.text} to i64"))
        return code.convert(value, name)
    raise UnknownCodeError(f"a call of {name} with {kinds}")


def _extreme(code: Code, order: str, one: Value, other: Value) -> Value:
    kind = common(one.kind, other.kind)
    a, b = code.convert(one, kind), code.convert(other, kind)
    test = {"int": f"icmp s{order} i64", "float": f"fcmp o{order} double"}.get(str(kind))
    if kind in {"word", "u8", "u16", "u32"}:
        test = f"icmp u{order} {type_of(kind)}"
    if test is None:
        raise UnknownCodeError(f"the smallest or largest {kind}")
    is_other = code.new(f"{test} {b.text}, {a.text}")
    return number(str(kind), code.new(f"select i1 {is_other}, {type_of(kind)} {b.text}, {type_of(kind)} {a.text}"))


def _absolute(code: Code, value: Value) -> Value:
    if value.kind == "float":
        return number("float", code.call("double @llvm.fabs.f64(double)", f"double {value.text}"))
    if value.kind != "int":
        raise UnknownCodeError(f"the absolute value of {value.kind}")
    negative, opposite = code.new(f"icmp slt i64 {value.text}, 0"), code.new(f"sub i64 0, {value.text}")
    return number("int", code.new(f"select i1 {negative}, i64 {opposite}, i64 {value.text}"))
