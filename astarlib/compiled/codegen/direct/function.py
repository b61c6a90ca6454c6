"""The compilation of one function, given the kinds of its arguments."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from astarlib.compiled.codegen.direct.code import Code, Error
from astarlib.compiled.codegen.direct.operations import OPERATIONS, floor_division
from astarlib.compiled.codegen.direct.values import (
    ARRAYS,
    Kind,
    UnknownCodeError,
    Value,
    common,
    constant,
    leaves,
    make_tuple,
    number,
    numbers_of,
    rebuild,
    type_of,
)

_MAX_PASSES: Final = 12
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



class Function:
    """A function that is being compiled. Variables that get a value once are names of LLVM; others are in memory."""

    def __init__(
        self, scope: Any, node: ast.FunctionDef, arguments: Sequence[Kind]
    ) -> None:  # Any: a `Scope`, whose module imports this one
        self._scope, self._node, self._arguments = scope, node, tuple(arguments)
        names = [each.arg for each in node.args.args]
        if len(names) != len(arguments) or node.args.vararg or node.args.kwonlyargs or node.args.kwarg:
            raise UnknownCodeError(f"{node.name} gets {len(arguments)} arguments")
        self._parameters = names
        stored = Counter(each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(
            each.ctx, ast.Store))  # fmt: skip
        self._assigned = set(stored)
        self._in_memory = {name for name, count in stored.items() if count > 1 or name in names}
        self._kinds: dict[str, Kind] = {}
        """The kinds of the variables in memory."""
        self._guessed: set[str] = set()
        self._result: Kind | None = None

    def compile(self, symbol: str) -> Compiled:
        """Compile the function until all kinds are known."""
        for _ in range(_MAX_PASSES):
            self._begin()
            self._run(self._node.body)
            if self.code.block is not None:
                self._return(make_tuple(()))
            if not self._is_again:
                return Compiled(symbol, self._arguments, self._result or (), self.code, frozenset(self._called))
        raise UnknownCodeError(f"the types of {self._node.name} can't be found")

    def _begin(self) -> None:
        self.code = Code()
        self._is_again, self._called = False, set[str]()
        self._names: dict[str, tuple[Value, int]] = {}
        """The values of variables that get a value once, with their scopes."""
        self._cells: dict[str, list[str]] = {}
        self._scopes, self._last_scope = [0], 0
        self._loops: list[tuple[str, str]] = []
        for at, (name, kind) in enumerate(zip(self._parameters, self._arguments, strict=True)):
            value = argument(kind, f"%p{at}")
            if name in self._in_memory:
                self._assign(name, value)
            else:
                self._names[name] = value, 0

    # --- variables ----------------------------------------------------------------------------------------------------

    def _assign(self, name: str, value: Value) -> None:
        if name not in self._in_memory:
            self._names[name] = value, self._scopes[-1]
            return
        if name in self._guessed:
            self._guessed.discard(name)
            self._is_again |= self._kinds[name] != value.kind
            self._kinds[name] = value.kind
        known = self._kinds.setdefault(name, value.kind)
        kind = common(known, value.kind)
        if kind != known and "float" in {kind}:
            raise UnknownCodeError(f"{name} is a whole number and a float")
        if kind != known:
            self._kinds[name], self._is_again = kind, True
        if name not in self._cells:
            self._cells[name] = [self.code.variable(each) for each in numbers_of(kind)]
        for cell, leaf in zip(self._cells[name], leaves(self.code.convert(value, kind)), strict=True):
            self.code.emit(f"store {type_of(leaf.kind)} {leaf.text}, ptr {cell}")

    def _variable(self, name: str) -> Value:
        if name in self._names:
            value, scope = self._names[name]
            if scope in self._scopes:
                return value
            self._in_memory.add(name)  # It may have no value here, as far as LLVM knows.
            self._is_again = True
            return value
        if name not in self._assigned:
            return self._scope.constant(name)  # type: ignore[no-any-return]  # It's a `Value`.
        if name not in self._kinds:  # It gets its value below, in an earlier pass of a loop.
            self._in_memory.add(name)
            self._guessed.add(name)
            self._kinds[name], self._is_again = "int", True
        kind = self._kinds[name]
        if name not in self._cells:
            self._cells[name] = [self.code.variable(each) for each in numbers_of(kind)]
        texts = [
            self.code.new(f"load {type_of(each)}, ptr {cell}")
            for each, cell in zip(numbers_of(kind), self._cells[name], strict=True)
        ]
        return rebuild(kind, iter(texts))

    # --- statements ---------------------------------------------------------------------------------------------------

    def _run(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if self.code.block is None:
                return  # Nothing gets here.
            match statement:
                case ast.Assign(targets=[target], value=value):
                    self._store(target, self.value(value))
                case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
                    self._assign(name, self._operate(operator, self._variable(name), self.value(value)))
                case ast.If(test=test, body=body, orelse=other):
                    self._if(test, body, other)
                case ast.While(test=test, body=body, orelse=[]):
                    self._while(test, body)
                case ast.Break():
                    self.code.jump(self._loops[-1][1])
                case ast.Continue():
                    self.code.jump(self._loops[-1][0])
                case ast.Return(value=value):
                    self._return(make_tuple(()) if value is None else self.value(value))
                case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text))]), cause=None):
                    self.code.raise_error(Error(name, text))
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    pass
                case ast.Expr(value=ast.Call() as call):
                    self._call(call)
                case _:
                    raise UnknownCodeError(f"the statement {ast.unparse(statement)}")

    def _store(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self._assign(name, value)
            case ast.Tuple(elts=targets) if isinstance(value.kind, tuple) and len(targets) == len(value.kind):
                for each, part in zip(targets, value.parts, strict=True):
                    self._store(each, part)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                array = self._variable(name)
                if array.kind not in ARRAYS:
                    raise UnknownCodeError(f"{name} isn't an array")
                item = self._item(array, self.value(index))
                kind = ARRAYS[str(array.kind)]
                found = self._as_word(value) if kind == "word" else self.code.convert(value, kind)
                self.code.emit(f"store {type_of(kind)} {found.text}, ptr {item}")
            case _:
                raise UnknownCodeError(f"an assignment to {ast.unparse(target)}")

    def _item(self, array: Value, index: Value) -> str:
        """Return the address of an item. A negative index counts from the end."""
        size, data = array.parts
        at = self.code.convert(index, "int").text
        if not at.isdigit():
            from_end = self.code.new(f"add i64 {at}, {size}")
            at = self.code.new(f"select i1 {self.code.new(f'icmp slt i64 {at}, 0')}, i64 {from_end}, i64 {at}")
        return self.code.new(f"getelementptr {type_of(ARRAYS[str(array.kind)])}, ptr {data}, i64 {at}")

    def _as_word(self, value: Value) -> Value:
        return value if value.kind == "word" else number("word", self.code.convert(value, "int").text)

    def _inside(self, body: Callable[[], None]) -> None:
        """Run a part of the function in a scope of its own."""
        self._last_scope += 1
        self._scopes.append(self._last_scope)
        body()
        self._scopes.pop()

    def _if(self, test: ast.expr, body: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        yes, no, end = self.code.label(), self.code.label(), self.code.label()
        self._branch(test, yes, no)
        for label, statements in ((yes, body), (no, other)):
            self.code.start(label)
            self._inside(lambda statements=statements: self._run(statements))  # type: ignore[misc]  # mypy and lambdas
            self.code.jump(end)
        self.code.start(end)

    def _while(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        head, inside, end = self.code.label(), self.code.label(), self.code.label()
        self.code.jump(head)
        self.code.start(head)
        self._branch(test, inside, end)
        self.code.start(inside)
        self._loops.append((head, end))
        self._inside(lambda: self._run(body))
        self._loops.pop()
        self.code.jump(head)
        self.code.start(end)

    def _return(self, value: Value) -> None:
        before = value.kind if self._result is None else self._result
        kind = common(before, value.kind)
        if kind != before:
            self._is_again = True
        self._result = kind
        self.code.lines.append((self.code.convert(value, kind),))
        self.code.block = None

    # --- conditions ---------------------------------------------------------------------------------------------------

    def _branch(self, test: ast.expr, yes: str, no: str) -> None:
        """Go to one of two blocks."""
        match test:
            case ast.BoolOp(op=operator, values=[*values, last]):
                for each in values:
                    following = self.code.label()
                    self._branch(each, *((following, no) if isinstance(operator, ast.And) else (yes, following)))
                    self.code.start(following)
                    if self.code.block is None:
                        return
                self._branch(last, yes, no)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._branch(operand, no, yes)
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
        match node:
            case ast.Name(id=name):
                return self._variable(name)
            case ast.Constant(value=bool() | int() | float() as known):
                return constant(known)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as known)):
                return constant(-known)
            case ast.UnaryOp(op=operator, operand=operand):
                return self._unary(operator, self.value(operand))
            case ast.BinOp(left=left, op=operator, right=right):
                return self._operate(operator, self.value(left), self.value(right))
            case ast.Compare(left=left, ops=operators, comparators=others):
                return self._compare(self.value(left), operators, others)
            case ast.BoolOp(op=operator, values=[first, *others]):
                return self._any_or_all(self.value(first), others, is_all=isinstance(operator, ast.And))
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._either(
                    lambda yes, no: self._branch(test, yes, no), (lambda: self.value(body), lambda: self.value(other))
                )
            case ast.Tuple(elts=items):
                return make_tuple(tuple(map(self.value, items)))
            case ast.Call():
                return self._call(node)
            case ast.Subscript(value=of, slice=ast.Constant(value=int(at))):
                return self._part(self.value(of), at)
            case ast.Attribute(value=ast.Name(id=name), attr="size"):
                array = self._variable(name)
                if array.kind in ARRAYS:
                    return number("int", array.parts[0])
        raise UnknownCodeError(f"the expression {ast.unparse(node)}")

    def _part(self, of: Value, at: int) -> Value:
        """Return an item of a tuple, or the first table of a domain."""
        if isinstance(of.kind, tuple) and 0 <= at < len(of.kind):
            found: Value = of.parts[at]
            return found
        if of.kind == "tables" and at == 0:
            return number("int", OPERATIONS["fixed"].write(self.code, of.parts[0], "0") or "")
        raise UnknownCodeError(f"item {at} of {of.kind}")

    def _unary(self, operator: ast.unaryop, value: Value) -> Value:
        if isinstance(operator, ast.Not):
            return number("bool", self.code.new(f"xor i1 {self.code.truth(value)}, true"))
        if isinstance(operator, ast.USub) and value.kind == "float":
            return number("float", self.code.new(f"fsub double -0.0, {value.text}"))
        whole = self.code.convert(value, "int").text
        if isinstance(operator, ast.USub):
            return number("int", self.code.new(f"sub i64 0, {whole}"))
        if isinstance(operator, ast.Invert) and value.kind == "int":
            return number("int", self.code.new(f"xor i64 {whole}, -1"))
        raise UnknownCodeError(f"the operator {type(operator).__name__} of {value.kind}")

    def _operate(self, operator: ast.operator, one: Value, other: Value) -> Value:
        kinds = {one.kind, other.kind}
        if kinds == {"word"}:
            name = "lshr" if isinstance(operator, ast.RShift) else _WHOLE.get(type(operator), "")
            if name == "":
                raise UnknownCodeError("division of words")
            return number("word", self.code.new(f"{name} i64 {one.text}, {other.text}"))
        is_logic = isinstance(operator, ast.BitAnd | ast.BitOr | ast.BitXor)
        if kinds == {"bool"} and is_logic:
            return number("bool", self.code.new(f"{_WHOLE[type(operator)]} i1 {one.text}, {other.text}"))
        if "float" in kinds or isinstance(operator, ast.Div):
            return self._operate_on_floats(
                operator, self.code.convert(one, "float").text, self.code.convert(other, "float").text
            )
        a, b = self.code.convert(one, "int").text, self.code.convert(other, "int").text
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            name = "quotient" if isinstance(operator, ast.FloorDiv) else "remainder"
            return number("int", floor_division(self.code, a, b, name))
        if type(operator) not in _WHOLE:
            raise UnknownCodeError(f"the operator {type(operator).__name__}")
        return number("int", self.code.new(f"{_WHOLE[type(operator)]} i64 {a}, {b}"))

    def _operate_on_floats(self, operator: ast.operator, a: str, b: str) -> Value:
        if type(operator) in _FLOAT:
            return number("float", self.code.new(f"{_FLOAT[type(operator)]} double {a}, {b}"))
        names = {ast.Div: "", ast.FloorDiv: "floor_division_of_floats", ast.Mod: "modulo_of_floats"}
        if type(operator) not in names:
            raise UnknownCodeError(f"the operator {type(operator).__name__} of floats")
        kind = "modulo" if isinstance(operator, ast.Mod) else "division"
        self.code.fail_if(self.code.new(f"fcmp oeq double {b}, 0.0"), Error("ZeroDivisionError", f"{kind} by zero"))
        if isinstance(operator, ast.Div):
            return number("float", self.code.new(f"fdiv double {a}, {b}"))
        return self._call_function(names[type(operator)], [number("float", a), number("float", b)])

    def _compare(self, one: Value, operators: Sequence[ast.cmpop], others: Sequence[ast.expr]) -> Value:
        other = self.value(others[0])
        found = self._compare_two(operators[0], one, other)
        if len(operators) == 1:
            return found
        return self._either(
            lambda yes, no: self.code.branch(found.text, yes, no),
            (lambda: self._compare(other, operators[1:], others[1:]), lambda: constant(False)),  # noqa: FBT003  # It's a value.
        )

    def _compare_two(self, operator: ast.cmpop, one: Value, other: Value) -> Value:
        names = _COMPARISONS.get(type(operator))
        if names is None:
            raise UnknownCodeError(f"the comparison {type(operator).__name__}")
        if one.kind == other.kind == "word":
            return number("bool", self.code.new(f"icmp {names[1]} i64 {one.text}, {other.text}"))
        kind = common(one.kind, other.kind)
        kind = "int" if kind == "bool" else kind
        a, b = self.code.convert(one, kind).text, self.code.convert(other, kind).text
        if kind == "float":
            return number("bool", self.code.new(f"fcmp {names[2]} double {a}, {b}"))
        return number("bool", self.code.new(f"icmp {names[0]} i64 {a}, {b}"))

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

    def _call(self, node: ast.Call) -> Value:
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
        self._called.add(compiled.symbol)
        return call(self.code, compiled, arguments)


def call(code: Code, compiled: Compiled, arguments: Sequence[Value]) -> Value:
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
    if value.kind in ARRAYS:
        return [f"i64 {value.parts[0]}", f"ptr {value.parts[1]}"]
    return [f"{'i64' if value.kind == 'tables' else type_of(value.kind)} {value.parts[0]}"]


def argument(kind: Kind, name: str) -> Value:
    """Return the value of a parameter, given the start of the names of its parts."""
    if isinstance(kind, tuple):
        return make_tuple(tuple(argument(each, f"{name}.{at}") for at, each in enumerate(kind)))
    return Value(kind, (f"{name}.size", name) if kind in ARRAYS else (name,))


def _builtin(code: Code, name: str, arguments: Sequence[Value]) -> Value:
    """Return the value of a call of one of Python's functions."""
    kinds = [value.kind for value in arguments]
    match name, kinds:
        case ("min" | "max", [one, other]):
            kind = common(one, other)
            a, b = (code.convert(value, kind) for value in arguments)
            test = {"int": f"icmp s{'lt' if name == 'min' else 'gt'} i64",
                    "float": f"fcmp o{'lt' if name == 'min' else 'gt'} double"}.get(str(kind))  # fmt: skip
            if test is not None:
                is_other = code.new(f"{test} {b.text}, {a.text}")
                both = f"{type_of(kind)} {b.text}, {type_of(kind)} {a.text}"
                return number(str(kind), code.new(f"select i1 {is_other}, {both}"))
        case ("abs", ["float"]):
            return number("float", code.call("double @llvm.fabs.f64(double)", f"double {arguments[0].text}"))
        case ("abs", ["int"]):
            text = arguments[0].text
            negative, opposite = code.new(f"icmp slt i64 {text}, 0"), code.new(f"sub i64 0, {text}")
            return number("int", code.new(f"select i1 {negative}, i64 {opposite}, i64 {text}"))
        case ("int", ["float"]):
            return number("int", code.new(f"fptosi double {arguments[0].text} to i64"))
        case ("int", ["int" | "bool"]):
            return code.convert(arguments[0], "int")
        case ("float", ["int" | "bool" | "float"]):
            return code.convert(arguments[0], "float")
        case ("bool", ["int" | "bool" | "float"]):
            return number("bool", code.truth(arguments[0]))
    raise UnknownCodeError(f"a call of {name} with {kinds}")


