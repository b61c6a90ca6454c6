"""The compilation of one function, given the kinds of its arguments."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from astarlib.compiled.codegen.direct.code import Code, Error
from astarlib.compiled.codegen.direct.expressions import Compiled, Expressions, argument
from astarlib.compiled.codegen.direct.values import (
    Kind,
    UnknownCodeError,
    Value,
    common,
    constant,
    item_of,
    item_size,
    leaves,
    make_tuple,
    number,
    numbers_of,
    rebuild,
    type_of,
)

_MAX_PASSES: Final = 12


class Function(Expressions):
    """A function that is being compiled. Variables that get a value once are names of LLVM; others are in memory."""

    def __init__(
        self, scope: Any, node: ast.FunctionDef, arguments: Sequence[Kind]
    ) -> None:  # Any: a `Scope`, whose module imports this one
        super().__init__(scope)
        self._node, self._arguments = node, tuple(arguments)
        names = [each.arg for each in node.args.args]
        if len(names) != len(arguments) or node.args.vararg or node.args.kwonlyargs or node.args.kwarg:
            raise UnknownCodeError(f"{node.name} gets {len(arguments)} arguments")
        self._parameters = names
        used = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        stored = Counter(each.id for each in used if isinstance(each.ctx, ast.Store))
        read = {each.id for each in used if isinstance(each.ctx, ast.Load)}
        self._assigned = set(stored)
        # What is never read, such as _ for a part of a tuple, may have values of several kinds.
        self._in_memory = {name for name, count in stored.items() if (count > 1 and name in read) or name in names}
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
                return Compiled(symbol, self._arguments, self._result or (), self.code, frozenset(self.called))
        raise UnknownCodeError(f"the types of {self._node.name} can't be found")

    def _begin(self) -> None:
        self.code: Code = Code()
        self.called: set[str] = set()
        self._is_again = False
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
        if self._scope.is_strict and known != value.kind:
            raise UnknownCodeError(f"{name} is {known} and {value.kind}")
        if [each == "float" for each in numbers_of(known)] != [each == "float" for each in numbers_of(value.kind)]:
            raise UnknownCodeError(f"{name} is a whole number and a float")
        if kind != known:
            self._kinds[name], self._is_again = kind, True
        if name not in self._cells:
            self._cells[name] = [self.code.variable(each) for each in numbers_of(kind)]
        for cell, leaf in zip(self._cells[name], leaves(self.code.convert(value, kind)), strict=True):
            self.code.emit(f"store {type_of(leaf.kind)} {leaf.text}, ptr {cell}")

    def variable(self, name: str) -> Value:
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
            write = _STATEMENTS.get(type(statement))
            try:
                if write is None:
                    raise UnknownCodeError(f"the statement {ast.unparse(statement)}")
                write(self, statement)
            except UnknownCodeError as error:
                error.line = error.line or statement.lineno
                raise

    def _assignment(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self._store(target, value)

    def _change(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            array = self.value(node.target.value)
            kind, item = item_of(array.kind), self.item(array, node.target.slice)
            before = self.code.load(kind, item)
            self._write(item, kind, self.operate(node.op, before, self.value(node.value)))
            return
        if not isinstance(node.target, ast.Name):
            raise UnknownCodeError(f"the statement {ast.unparse(node)}")
        self._assign(node.target.id, self.operate(node.op, self.variable(node.target.id), self.value(node.value)))

    def _raise(self, node: ast.Raise) -> None:
        match node.exc:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text))]):
                self.code.raise_error(Error(name, text))
            case _:
                raise UnknownCodeError(f"the statement {ast.unparse(node)}")

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # It isn't a docstring.
            self.value(node.value)

    def _store(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self._assign(name, value)
            case ast.Tuple(elts=targets) if isinstance(value.kind, tuple) and len(targets) == len(value.kind):
                for each, part in zip(targets, value.parts, strict=True):
                    self._store(each, part)
            case ast.Subscript(value=of, slice=ast.Slice(lower=None, upper=ast.expr() as end, step=None)):
                self._clear(self.value(of), self.value(end), value)
            case ast.Subscript(value=of, slice=index):
                array = self.value(of)
                self._write(self.item(array, index), item_of(array.kind), value)
            case _:
                raise UnknownCodeError(f"an assignment to {ast.unparse(target)}")

    def _clear(self, array: Value, end: Value, value: Value) -> None:
        """Write zeros to the first items of an array."""
        if value != constant(0) or len(array.parts) != 2 or not end.text.isdigit():
            raise UnknownCodeError("an assignment to a slice")
        size, data = array.parts
        count = self.code.call("i64 @llvm.umin.i64(i64, i64)", f"i64 {size}, i64 {end.text}")
        bytes_ = self.code.new(f"mul i64 {count}, {item_size(item_of(array.kind))}")
        self.code.symbols.add("void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        self.code.emit(f"call void @llvm.memset.p0.i64(ptr {data}, i8 0, i64 {bytes_}, i1 false)")

    def _write(self, item: str, kind: str, value: Value) -> None:
        """Write a number to an item of an array."""
        self.code.store(self.code.cast(value, kind), item)

    def _inside(self, statements: Sequence[ast.stmt]) -> None:
        """Run statements in a scope of their own."""
        self._last_scope += 1
        self._scopes.append(self._last_scope)
        self._run(statements)
        self._scopes.pop()

    def _if(self, node: ast.If) -> None:
        yes, no, end = self.code.label(), self.code.label(), self.code.label()
        self.branch(node.test, yes, no)
        for label, statements in ((yes, node.body), (no, node.orelse)):
            self.code.start(label)
            self._inside(statements)
            self.code.jump(end)
        self.code.start(end)

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            raise UnknownCodeError("a loop with else")
        head, inside, end = self.code.label(), self.code.label(), self.code.label()
        self.code.jump(head)
        self.code.start(head)
        self.branch(node.test, inside, end)
        self.code.start(inside)
        self._loops.append((head, end))
        self._inside(node.body)
        self._loops.pop()
        self.code.jump(head)
        self.code.start(end)

    def _for(self, node: ast.For) -> None:
        """Write a loop over a range."""
        match node:
            case ast.For(iter=ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]), orelse=[]):
                values = [self.code.wide(self.value(each)) for each in arguments]
            case _:
                raise UnknownCodeError(f"the loop over {ast.unparse(node.iter)}")
        kind, step = values[-1].kind, values[2].text if len(values) == 3 else "1"
        is_constant = step.strip("-0123456789") == "" and step != "0"
        if {each.kind for each in values} - {kind} or kind not in {"int", "word"} or not is_constant:
            raise UnknownCodeError(f"the loop over {ast.unparse(node.iter)}")
        first, last = (values[0].text, values[1].text) if len(values) > 1 else ("0", values[0].text)
        cell = self.code.variable(str(kind))
        self.code.emit(f"store i64 {first}, ptr {cell}")
        head, inside, following, end = (self.code.label() for _ in range(4))
        self.code.jump(head)
        self.code.start(head)
        at = self.code.new(f"load i64, ptr {cell}")
        order = "sgt" if step.startswith("-") else "slt" if kind == "int" else "ult"
        self.code.branch(self.code.new(f"icmp {order} i64 {at}, {last}"), inside, end)
        self.code.start(inside)
        self._loops.append((following, end))
        self._last_scope += 1
        self._scopes.append(self._last_scope)
        self._store(node.target, number(str(kind), at))
        self._run(node.body)
        self._scopes.pop()
        self._loops.pop()
        self.code.jump(following)
        self.code.start(following)
        if self.code.block is not None:
            self.code.emit(f"store i64 {self.code.new(f'add i64 {at}, {step}')}, ptr {cell}")
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


_STATEMENTS: Final[dict[type[ast.stmt], Callable[[Any, Any], None]]] = {
    ast.Assign: Function._assignment,  # noqa: SLF001  # It's a part of the class, as are those below.
    ast.AnnAssign: lambda owner, node: owner._store(node.target, owner.value(node.value)),  # noqa: SLF001
    ast.AugAssign: Function._change,  # noqa: SLF001
    ast.If: Function._if,  # noqa: SLF001
    ast.While: Function._while,  # noqa: SLF001
    ast.For: Function._for,  # noqa: SLF001
    ast.Break: lambda owner, _: owner.code.jump(owner._loops[-1][1]),  # noqa: SLF001
    ast.Continue: lambda owner, _: owner.code.jump(owner._loops[-1][0]),  # noqa: SLF001
    ast.Return: lambda owner, node: owner._return(  # noqa: SLF001
        make_tuple(()) if node.value is None else owner.value(node.value)
    ),
    ast.Raise: Function._raise,  # noqa: SLF001
    ast.Expr: Function._expression,  # noqa: SLF001
    ast.Pass: lambda *_: None,
}
"""The functions that write statements of one form."""
