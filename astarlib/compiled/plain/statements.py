"""The translation of statements and of whole functions."""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Sequence
from typing import Any, Final

from astarlib.compiled.plain.calls import Calls
from astarlib.compiled.plain.emitter import Items, Lines, Variable, is_simple, is_true, kinds_of, part_names, render
from astarlib.compiled.plain.kinds.objects import Local
from astarlib.compiled.plain.refusal import RefusalError, place_of
from astarlib.compiled.plain.syntax import assignments, loops, patterns
from astarlib.compiled.plain.syntax.functions import assigned_names, is_generator
from astarlib.compiled.plain.syntax.loops import Loop
from astarlib.compiled.plain.types import DEFAULTS, NONE, IteratorType, ObjectType, Type, Value


class MethodTranslation(Calls):
    """A function of the user that is translated for arguments of some types."""

    match_statement: Final = patterns.match_statement
    while_statement: Final = loops.while_statement
    for_statement: Final = loops.for_statement
    break_statement: Final = loops.break_statement
    continue_statement: Final = loops.continue_statement
    assign_statement: Final = assignments.assign_statement
    annassign_statement: Final = assignments.annassign_statement
    augassign_statement: Final = assignments.augassign_statement
    delete_statement: Final = assignments.delete_statement
    assign_to: Final = assignments.assign_to

    def __init__(self, program: Any, function: Any, node: Any, key: Any) -> None:
        super().__init__(program)
        self.function = function
        self.node = node
        self.key: Any = key
        self.locals: frozenset[str] = frozenset() if node is None else frozenset(assigned_names(node))
        self._loops_around: list[Loop] = []
        self._returns: list[tuple[Value, Lines]] = []
        self._made: Value | None = None
        """The list of the values that a generator yields."""

    # --- the function -------------------------------------------------------------------------------------------------

    def translate(self, name: str, parameters: Sequence[tuple[str, Value]], captured: dict[str, Variable]) -> Type:
        """Write the function, and return the type of what it returns. The text is added to the program."""
        env = self.env
        assert env is not None
        signature = ["c", "memory"]
        for parameter, value in parameters:
            base = self.base_for(parameter, value.type)
            env[parameter] = Variable(value.type, base)
            signature += part_names(base, value.type)
            if isinstance(value.type, IteratorType):
                items = self.items_of(Value(value.type.items, part_names(base, value.type)))
                env[parameter] = Variable(ObjectType(items._replace(is_once=True, is_safe=True)), base)
                self.iterators[parameter] = 0
        for parameter, variable in captured.items():
            if parameter not in env:
                base = self.base_for(parameter, variable.type)
                env[parameter] = Variable(variable.type, base, variable.maybe_unbound)
                signature += part_names(base, variable.type)
        for flagged in sorted(self.program.flagged(self)):
            self.emit(f"{flagged}_set = {flagged in env and not env[flagged].maybe_unbound}")
        if isinstance(self.node, ast.Lambda):
            self._return(self.value(self.node.body))
        else:
            if is_generator(self.node):
                self._made = self.new_list([], self.node)
            self.statements(self.node.body)
            if self._made is not None:
                if self.env is not None:
                    self._return(self._made)
            elif self.env is not None:
                self._return(Value(NONE))
        result: Type = self.joiner.join_all(
            [self.program.returned(self.key), *(value.type for value, _ in self._returns)]
        )
        self.program.note_return(self.key, result)
        self._finish(
            name,
            signature,
            result,
            [*(value.type for _, value in parameters), *(each.type for each in captured.values())],
        )
        return result

    def _finish(self, name: str, signature: Sequence[str], result: Type, arguments: Sequence[Type]) -> None:
        is_released = self.is_released(result, arguments)
        if is_released:
            self.prologue.append("start = load(memory, 0)")
        for base, kind in self._kinds.items():  # A variable that may have no value yet has to be defined.
            if base.rstrip("0123456789_") in {each.rstrip("0123456789_") for each in self.program.flagged(self)}:
                names = part_names(base, kind)
                pairs = zip(names, kinds_of(kind), strict=True)
                self.prologue.extend([f"{part} = {DEFAULTS[each]}" for part, each in pairs if part not in signature])
        for value, lines in self._returns:
            with self.into(lines):
                parts = self.convert(value, result).parts
                if is_released:
                    parts = tuple(map(self.temp, parts))
                    self.emit("store(memory, 0, start)")
                self.emit(f"return {', '.join(parts) if parts else '0'}")
        where = place_of(self.function, self.node.lineno)
        lines = [f"# {where.partition(', `')[0]}", f"def {name}({', '.join(signature)}):"]
        self.program.texts[name] = "\n".join([*lines, *render([self.prologue, self.body])])

    def _return(self, value: Value) -> None:
        if isinstance(value.type, ObjectType) and isinstance(value.type.value, Items):
            value = self.make_list([value])
        if self.env is not None:
            self._returns.append((self.keep(value), self.hole()))
            self.env = None

    # --- statements ---------------------------------------------------------------------------------------------------

    def statements(self, nodes: Sequence[Any]) -> None:
        """Translate statements, up to one that doesn't go on."""
        for node in nodes:
            if self.env is None:
                return
            self._comment(node)
            method = getattr(self, f"{type(node).__name__.lower()}_statement", None)
            try:
                if method is None:
                    self.value(node)  # It raises the right RefusalError.
                else:
                    method(node)
            except RefusalError as refusal:
                if self.program.is_early():
                    continue
                refusal.node = refusal.node or node
                refusal.place = refusal.place or place_of(self.function, refusal.node.lineno)
                raise

    def _comment(self, node: Any) -> None:
        line = linecache.getline(self.function.__code__.co_filename, node.lineno).strip()
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
            self.emit(f"# {node.lineno}: {line}")

    def pass_statement(self, node: ast.Pass) -> None:
        pass

    def return_statement(self, node: ast.Return) -> None:
        value = Value(NONE) if node.value is None else self.value(node.value)
        self._return(value if self._made is None else self._made)

    def expr_statement(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Yield):
            assert self._made is not None
            self.append(self._made, Value(NONE) if node.value.value is None else self.value(node.value.value))
        elif isinstance(node.value, ast.YieldFrom):
            made = self._made
            assert made is not None
            if isinstance(node.value.value, ast.GeneratorExp):
                self.for_each(node.value.value, lambda value: self.append(made, value))
            else:
                self.extend(made, self.value(node.value.value))
        elif not isinstance(node.value, ast.Constant):
            value = self.value(node.value)
            for part in value.parts:
                if not is_simple(part):
                    self.temp(part)

    def assert_statement(self, node: ast.Assert) -> None:
        self.fail_if(f"not {self.truth(self.value(node.test))}", "AssertionError", "an assertion of the problem failed")

    def raise_statement(self, node: ast.Raise) -> None:
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        self.fail("ValueError", f"the problem raised {ast.unparse(error) if error is not None else 'an error'}")
        self.env = None

    def import_statement(self, node: ast.Import) -> None:
        for each in node.names:
            module = __import__(each.name)
            if each.asname is not None:
                for part in each.name.split(".")[1:]:
                    module = getattr(module, part)
            self.assign(each.asname or each.name.partition(".")[0], Value(ObjectType(module, (module,))))

    def importfrom_statement(self, node: ast.ImportFrom) -> None:
        from importlib import import_module

        module = import_module("." * node.level + (node.module or ""), self.function.__globals__.get("__package__"))
        for each in node.names:
            self.assign(
                each.asname or each.name, self.known(getattr(module, each.name), (module, each.name), each.name)
            )

    def functiondef_statement(self, node: ast.FunctionDef) -> None:
        for each in node.decorator_list:
            made = self.value(each.func if isinstance(each, ast.Call) else each).type
            if not isinstance(made, ObjectType) or made.value not in {functools.cache, functools.lru_cache}:
                raise RefusalError("a function inside a method has a decorator")
        self.assign(node.name, Value(ObjectType(Local(node, self))))

    # --- assignments --------------------------------------------------------------------------------------------------

    def note_assignment(self, name: str, kind: Type) -> None:
        """Note the depth of the loops where a variable gets an iterator."""
        if isinstance(kind, ObjectType) and isinstance(kind.value, Items):
            self.iterators[name] = self.depth

    # --- conditions and loops -----------------------------------------------------------------------------------------

    def if_statement(self, node: ast.If) -> None:
        condition = self.truth(self.value(node.test))
        known = is_true(condition)
        if known is not None:
            self.statements(node.body if known else node.orelse)
            return
        self.branches(condition, lambda: self.statements(node.body), lambda: self.statements(node.orelse))

    def branches(self, condition: str, yes: Any, no: Any) -> None:  # Any: functions without arguments
        """Write two ways through the code."""
        before, ends = self.env, []
        for header, write in ((f"if {condition}:", yes), ("else:", no)):
            self.env = dict(before or {})
            with self.block(header) as lines:
                write()
            if self.env is not None:
                ends.append((self.env, lines))
        self.env = self.merge(ends)
