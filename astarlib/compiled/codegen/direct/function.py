"""The compilation of one function, given the kinds of its arguments."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from astarlib.compiled.codegen.direct.code import Code, Error
from astarlib.compiled.codegen.direct.expressions import Compiled, Expressions, argument
from astarlib.compiled.codegen.direct.values import (
    ARRAYS,
    Kind,
    UnknownCodeError,
    Value,
    common,
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
        if [each == "float" for each in numbers_of(known)] != [each == "float" for each in numbers_of(value.kind)]:
            raise UnknownCodeError(f"{name} is a whole number and a float")
        if kind != known:
            self._kinds[name], self._is_again = kind, True
        if name not in self._cells:
            self._cells[name] = [self.code.variable(each) for each in numbers_of(kind)]
        for cell, leaf in zip(self._cells[name], leaves(self.code.convert(value, kind)), strict=True):
            self.code.emit(f"store {type_of(leaf.kind)} {leaf.text}, ptr {cell}")

    def variable(self, name: str) -> Value:
        """Return the value of a variable or a constant."""
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
            if write is None:
                raise UnknownCodeError(f"the statement {ast.unparse(statement)}")
            write(self, statement)

    def _assignment(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self._store(target, value)

    def _change(self, node: ast.AugAssign) -> None:
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
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                array = self.variable(name)
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
    ast.AugAssign: Function._change,  # noqa: SLF001
    ast.If: Function._if,  # noqa: SLF001
    ast.While: Function._while,  # noqa: SLF001
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
