"""The translation of statements and of whole functions."""

from __future__ import annotations

import ast
import linecache
import textwrap
from collections.abc import Sequence
from functools import cache, partial
from inspect import CO_VARARGS, CO_VARKEYWORDS, getblock
from types import CodeType
from typing import Any, NamedTuple

from astarlib.compiled.plain.calls import CHANGES, Calls
from astarlib.compiled.plain.constants import words_of
from astarlib.compiled.plain.emitter import (
    Items,
    Lines,
    Variable,
    conjunction,
    is_simple,
    is_true,
    kinds_of,
    part_names,
    render,
)
from astarlib.compiled.plain.kinds.made import made_items
from astarlib.compiled.plain.kinds.objects import Local
from astarlib.compiled.plain.kinds.records import set_in_record
from astarlib.compiled.plain.kinds.remedies import why_not_changed
from astarlib.compiled.plain.refusal import RefusalError, place_of
from astarlib.compiled.plain.types import (
    BOOL,
    DEFAULTS,
    INT,
    NEVER,
    NONE,
    NUMBERS,
    OPAQUE,
    DictType,
    ListType,
    MadeDict,
    MadeRecord,
    MadeSet,
    ObjectType,
    OptionalType,
    Type,
    UnionType,
    Value,
    is_seq,
    item_of,
)

_SAFE = frozenset(("enumerate", "list", "range", "reversed", "sorted", "tuple", "zip"))
"""Functions whose items are read one by one in compiled code, too, or at once in Python, too."""


class Way(NamedTuple):
    """A place where the code leaves a loop, or goes on with the next round of it."""

    env: dict[str, Variable]
    lines: Lines


class Loop:
    """A loop of the user's code."""

    def __init__(self, head: dict[str, Variable]) -> None:
        self.head: dict[str, Variable] = head
        self.breaks: list[tuple[dict[str, Variable], Lines]] = []
        self.repeats: list[Way] = []


class MethodTranslation(Calls):
    """A function of the user that is translated for arguments of some types."""

    def __init__(self, program: Any, function: Any, node: Any, key: Any) -> None:
        super().__init__(program)
        self.function = function
        self.node = node
        self.key: Any = key
        self.locals: frozenset[str] = frozenset() if node is None else frozenset(_assigned(node))
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
            method = getattr(self, f"_{type(node).__name__.lower()}_statement", None)
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

    def _pass_statement(self, node: ast.Pass) -> None:
        pass

    def _return_statement(self, node: ast.Return) -> None:
        value = Value(NONE) if node.value is None else self.value(node.value)
        self._return(value if self._made is None else self._made)

    def _expr_statement(self, node: ast.Expr) -> None:
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

    def _assert_statement(self, node: ast.Assert) -> None:
        self.fail_if(f"not {self.truth(self.value(node.test))}", "AssertionError", "an assertion of the problem failed")

    def _raise_statement(self, node: ast.Raise) -> None:
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        self.fail("ValueError", f"the problem raised {ast.unparse(error) if error is not None else 'an error'}")
        self.env = None

    def _import_statement(self, node: ast.Import) -> None:
        for each in node.names:
            module = __import__(each.name)
            if each.asname is not None:
                for part in each.name.split(".")[1:]:
                    module = getattr(module, part)
            self.assign(each.asname or each.name.partition(".")[0], Value(ObjectType(module, (module,))))

    def _importfrom_statement(self, node: ast.ImportFrom) -> None:
        from importlib import import_module

        module = import_module("." * node.level + (node.module or ""), self.function.__globals__.get("__package__"))
        for each in node.names:
            self.assign(
                each.asname or each.name, self.known(getattr(module, each.name), (module, each.name), each.name)
            )

    def _functiondef_statement(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            raise RefusalError("a function inside a method has a decorator")
        defaults = [self.fix(self.value(each)) for each in node.args.defaults]
        self.assign(node.name, Value(ObjectType(Local(node, self, defaults))))

    def _delete_statement(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                if self.env is not None:
                    self.env.pop(target.id, None)
                continue
            if not isinstance(target, ast.Subscript):
                raise RefusalError("it deletes an attribute")
            owner = self.value(target.value)
            if isinstance(owner.type, MadeDict):
                self.method(owner, "pop", [self.value(target.slice)], {})
                continue
            self._check_list(owner)
            if isinstance(target.slice, ast.Slice):
                self._replace_slice(owner, target.slice, self.tuple_of([]))
            else:
                self.method(owner, "pop", [self.value(target.slice)], {})

    # --- assignments --------------------------------------------------------------------------------------------------

    def _assign_statement(self, node: ast.Assign) -> None:
        if self._assign_each(node):
            return
        value = self.value(node.value)
        items = value.type.value if isinstance(value.type, ObjectType) else None
        if isinstance(items, Items) and items.is_once and self.is_stable(node.value):
            value = Value(ObjectType(items._replace(is_safe=True)))
        if len(node.targets) > 1 or not isinstance(node.targets[0], ast.Name):
            value = self.fix(value)
        for target in node.targets:
            self.set(target, value)

    def note_assignment(self, name: str, kind: Type) -> None:
        """Note the depth of the loops where a variable gets an iterator."""
        if isinstance(kind, ObjectType) and isinstance(kind.value, Items):
            self.iterators[name] = self.depth

    def _assign_each(self, node: ast.Assign) -> bool:
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
        values = [self.fix(self.value(each)) for each in value.elts]
        for each, item in zip(target.elts, values, strict=True):
            self.set(each, item)
        return True

    def _annassign_statement(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.set(node.target, self.value(node.value))

    def _augassign_statement(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            before = self.value(ast.copy_location(ast.Name(id=target.id, ctx=ast.Load()), target))
            self.assign(target.id, self._changed(node.op, before, self.value(node.value)))
            return
        if not isinstance(target, ast.Subscript):
            raise RefusalError("it changes an attribute", "compute the value in the method, or keep it in the state")
        owner = self.value(target.value)
        if isinstance(owner.type, MadeDict | MadeRecord):
            key = self.keep(self.value(target.slice))
            changed = self.keep(self._changed(node.op, self.item(owner, key), self.value(node.value)))
            (self.set_in_dict if isinstance(owner.type, MadeDict) else partial(set_in_record, self))(
                owner, key, changed
            )
            return
        self._check_list(owner)
        if isinstance(target.slice, ast.Slice):
            self._replace_slice(
                owner, target.slice, self.operate(node.op, self.slice(owner, target.slice), self.value(node.value))
            )
            return
        index = self.keep(self.convert(self.present(self.value(target.slice)), INT))
        before = self.item(owner, index)
        self._set_item(owner, index, self._changed(node.op, before, self.value(node.value)))

    def _changed(self, op: ast.operator, before: Value, value: Value) -> Value:
        """Return the value of an assignment such as `a += b`, which changes a list or set in place."""
        before = self.present(before)
        kind = before.type
        if (
            isinstance(kind, UnionType)
            and any(isinstance(each, ListType) for each in kind.options)
            and is_seq(value.type)
        ):
            before = self.narrow(before, "sequence")
            kind = before.type
        if isinstance(kind, ListType) and isinstance(op, ast.Add):
            before = self.fix(before)
            self.extend(before, value)
            return before
        if isinstance(kind, MadeSet) or (isinstance(kind, ListType) and isinstance(op, ast.Mult)):
            before = self.fix(before)
            made, items = self.operate(op, before, value), made_items(before)
            self.emit(f"store({items.parts[0]}, 1, 0)")
            self.extend(items, made_items(made))
            return before
        return self.operate(op, before, value)

    def set(self, target: Any, value: Value) -> None:
        """Assign a value to a target."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            items = [self.fix(each) for each in self.unpack(value, target.elts)]
            for each, item in zip(target.elts, items, strict=True):
                self.set(each.value if isinstance(each, ast.Starred) else each, item)
        elif isinstance(target, ast.Subscript):
            owner = self.value(target.value)
            if isinstance(owner.type, MadeDict):
                self.set_in_dict(owner, self.keep(self.value(target.slice)), self.keep(value))
                return
            if isinstance(owner.type, MadeRecord):
                set_in_record(self, owner, self.keep(self.value(target.slice)), self.keep(value))
                return
            self._check_list(owner)
            if isinstance(target.slice, ast.Slice):
                self._replace_slice(owner, target.slice, value)
            else:
                self._set_item(owner, self.convert(self.present(self.value(target.slice)), INT), value)
        else:
            raise RefusalError(
                "it changes an attribute, so a method would not always return the same",
                "compute the value in the method, or keep it in the state",
            )

    def _check_list(self, owner: Value) -> None:
        if isinstance(owner.type, DictType) or (is_seq(owner.type) and not isinstance(owner.type, ListType)):
            raise RefusalError(*why_not_changed(owner.type))
        if owner.type is NEVER:
            raise RefusalError("the type of a list isn't known")
        if not isinstance(owner.type, ListType):
            raise RefusalError(f"it changes an item of {owner.type}")

    def _set_item(self, owner: Value, index: Value, value: Value) -> None:
        _, count = self.span(owner)
        self.set_item(owner, self.temp(f"index({index.parts[0]}, {count})"), value)

    def _replace_slice(self, owner: Value, node: ast.Slice, value: Value) -> None:
        if node.step is not None:
            raise RefusalError("it assigns to a slice with a step")
        kind = owner.type
        assert isinstance(kind, ListType)
        self.check_change(owner)
        if not is_seq(value.type):
            value = self.make_list([value])
        self.joiner.widen(kind.cell, item_of(self.joiner, value.type))
        at, count = self.span(self.with_items(value, kind.item))
        length = self.temp(f"load({owner.parts[0]}, 1)")
        ends = []
        for each, default in ((node.lower, "0"), (node.upper, length)):
            end = None if each is None else self.convert(self.present(self.value(each)), INT).parts[0]
            ends.append(default if end is None else self.temp(f"clip({end}, {length}, 0, {length})"))
        self.emit(self.routine(
            f"replace(memory, {owner.parts[0]}, {ends[0]}, {ends[1]}, {at}, {count}, {words_of(kind.item)})"
        ))  # fmt: skip

    # --- conditions and loops -----------------------------------------------------------------------------------------

    def _if_statement(self, node: ast.If) -> None:
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

    def _match_statement(self, node: ast.Match) -> None:
        subject = self.fix(self.value(node.subject))
        self._cases(subject, node.cases)

    def _cases(self, subject: Value, cases: Sequence[Any]) -> None:
        if not cases or self.env is None:
            return
        case, rest = cases[0], cases[1:]
        bindings: list[tuple[str, Value]] = []
        condition = self._pattern(subject, case.pattern, bindings)
        if case.guard is not None:
            lines: Lines = []
            with self.into(lines):
                for name, value in bindings:
                    self.assign(name, value)
                guard = self.truth(self.value(case.guard))
            condition = self.guarded(condition, lines, guard)

        def body() -> None:
            for name, value in bindings:
                self.assign(name, value)
            self.statements(case.body)

        known = is_true(condition)
        if known is not None:
            body() if known else self._cases(subject, rest)
        else:
            self.branches(condition, body, lambda: self._cases(subject, rest))

    def _pattern(self, subject: Value, pattern: Any, bindings: list[tuple[str, Value]]) -> str:
        if isinstance(pattern, ast.MatchValue):
            return self.temp(self.equal(subject, self.value(pattern.value)))
        if isinstance(pattern, ast.MatchSingleton):
            return self._is(subject, pattern.value)
        if isinstance(pattern, ast.MatchOr):
            return self.temp(" or ".join(self._pattern(subject, each, bindings) for each in pattern.patterns))
        if isinstance(pattern, ast.MatchAs):
            inner = "True" if pattern.pattern is None else self._pattern(subject, pattern.pattern, bindings)
            if pattern.name is not None:
                bindings.append((pattern.name, subject))
            return inner
        if isinstance(pattern, ast.MatchSequence) and isinstance(subject.type, UnionType):
            for tag, option in enumerate(self.options(subject)):
                if is_seq(option.type):
                    lines: Lines = []
                    with self.into(lines):
                        answer = self._pattern(option, pattern, bindings)
                    return self.guarded(f"({subject.parts[0]} == {tag})", lines, answer)
            return "False"
        if isinstance(pattern, ast.MatchSequence) and is_seq(subject.type):
            if any(isinstance(each, ast.MatchStar) for each in pattern.patterns):
                raise RefusalError("a pattern with *", "use if and elif")
            length = self.length(subject)
            count = len(pattern.patterns)
            if length.isdigit() and int(length) != count:
                return "False"
            below: Lines = []
            with self.into(below):
                items = self.unpack(subject, pattern.patterns)
                answers = [self._pattern(self.fix(item), each, bindings) for item, each in zip(items, pattern.patterns,
                                                                                              strict=True)]  # fmt: skip
                answer = conjunction(answers)
            return self.guarded("True" if length.isdigit() else f"({length} == {count})", below, answer)
        raise RefusalError("a pattern of this kind", "use if and elif")

    def _is(self, subject: Value, wanted: Any) -> str:
        """Return an expression for `is` with None, True or False."""
        kind = subject.type
        if wanted is None or kind is BOOL:
            return self.temp(self.equal(subject, self.literal(wanted)))
        if isinstance(kind, OptionalType):
            inner = Value(kind.of, subject.parts[1:])
            return self.guarded_by(subject.parts[0], lambda: self._is(inner, wanted))
        if kind in NUMBERS or isinstance(kind, UnionType):
            raise RefusalError("a pattern of True or False for a value of another type", "use if and elif")
        return "False"

    def _enter(self, node: Any) -> Loop:
        """Return a loop whose variables have the types that they have after some rounds, too."""
        assert self.env is not None
        known = self.program.head(self, node)
        hole = self.hole()
        head = dict(self.env)
        for name, kind in known.items():
            before = self.env.get(name)
            if before is None:
                head[name] = Variable(kind, self.base_for(name, kind), maybe_unbound=True)
            else:
                joined = self.joiner.join(before.type, kind)
                base = before.base if joined == before.type else self.base_for(name, joined)
                head[name] = Variable(joined, base, before.maybe_unbound)
        with self.into(hole):
            self.adapt(self.env, head)
        self.env = dict(head)
        self._loops_around.append(Loop(head))
        return self._loops_around[-1]

    def _repeat(self, loop: Loop) -> None:
        if self.env is not None:
            loop.repeats.append(Way(self.env, self.hole()))

    def _leave(self, node: Any, loop: Loop) -> None:
        """Convert the variables of all ways that go on with the next round to those of the first."""
        self._loops_around.pop()
        types = dict(self.program.head(self, node))
        for env, lines in loop.repeats:
            for name, variable in env.items():
                start = loop.head.get(name)
                try:
                    joined = self.joiner.join(NEVER if start is None else start.type, variable.type)
                except RefusalError:
                    joined = OPAQUE  # It can't be used in the next round.
                if start is None or joined != start.type or (variable.maybe_unbound and not start.maybe_unbound):
                    if start is None or joined != start.type:
                        types[name] = self.joiner.join(types.get(name, NEVER), joined)
                else:
                    with self.into(lines):
                        self.adapt({name: variable}, {name: start})
        self.program.note_head(self, node, types)

    def _while_statement(self, node: ast.While) -> None:
        flag = self._flag(node)
        loop, after = self._enter(node), None
        self.deepen(1)
        with self.block("while True:"):
            condition = self.truth(self.value(node.test))
            if condition != "True":
                with self.block(f"if {'not ' + condition if is_true(condition) is None else 'True'}:"):
                    after = self._end_of(flag)
            self.statements(node.body)
            self._repeat(loop)
        self._leave(node, loop)
        self.deepen(-1)
        self._go_on(node, loop, after, flag)

    def _flag(self, node: Any) -> str:
        """Return a name that becomes true when a loop ends without a break. It's empty for a loop without an else."""
        if not node.orelse:
            return ""
        flag = self.fresh("ended")
        self.emit(f"{flag} = False")
        return flag

    def _end_of(self, flag: str) -> tuple[dict[str, Variable], Lines]:
        """Write the end of a loop without a break."""
        if flag:
            self.emit(f"{flag} = True")
        end = dict(self.env or {}), self.hole()
        self.emit("break")
        return end

    def _go_on(self, node: Any, loop: Loop, after: tuple[dict[str, Variable], Lines] | None, flag: str) -> None:
        """Go on after a loop, with its else if it ended without a break."""
        ended = [] if after is None else [after]
        if not node.orelse or not ended:
            self.env = self.merge([*loop.breaks, *ended])
            return
        broken, self.env = self.merge(loop.breaks), self.merge(ended)
        if broken is None:
            self.statements(node.orelse)
            return
        ends: list[tuple[dict[str, Variable], Lines]] = []
        with self.block(f"if {flag}:") as lines:
            self.statements(node.orelse)
        if self.env is not None:
            ends.append((self.env, lines))
        with self.block("else:") as lines:
            ends.append((broken, lines))
        self.env = self.merge(ends)

    def _for_statement(self, node: ast.For) -> None:
        source = (
            self.value(node.iter) if not isinstance(node.iter, ast.GeneratorExp) else self.collect(node.iter, node.iter)
        )
        items = self.items_of(self.fix(source))
        self._check_lazy(node, source)
        k, flag = self.fresh("k"), self._flag(node)
        self.emit(f"{k} = 0")
        loop = self._enter(node)
        self.deepen(1)
        with self.block("while True:"):
            with self.block(f"if {k} >= {items.length}:"):
                after = self._end_of(flag)
            value = items.get(k)
            if value.type is NEVER:
                self.emit("break")
                self.env = None
            else:
                value = self.fix(value)
                self.emit(f"{k} += 1")
                self.set(node.target, value)
                self.statements(node.body)
                self._repeat(loop)
        self._leave(node, loop)
        self.deepen(-1)
        self._go_on(node, loop, after, flag)

    def _check_lazy(self, node: ast.For, source: Value) -> None:
        """Raise RefusalError if the body of a loop may change what an iterator reads later in Python."""
        is_lazy = isinstance(source.type, ObjectType) or isinstance(node.iter, ast.GeneratorExp | ast.Call)
        changes = any(
            isinstance(each, ast.AugAssign | ast.Delete)
            or (isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store))
            or (isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in CHANGES)
            for statement in node.body
            for each in ast.walk(statement)
        )
        name = node.iter.func.id if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) else ""
        if is_lazy and changes and name not in _SAFE and not self.is_stable(node.iter):
            raise RefusalError("a loop changes a list or number that its iterator may read later", "use list(...)")

    def _break_statement(self, node: ast.Break) -> None:
        assert self.env is not None
        self._loops_around[-1].breaks.append((self.env, self.hole()))
        self.emit("break")
        self.env = None

    def _continue_statement(self, node: ast.Continue) -> None:
        self._repeat(self._loops_around[-1])
        self.emit("continue")
        self.env = None


@cache
def syntax_of(function: Any) -> Any:  # Any: a function, and a node of `ast`
    """Return the syntax tree of a function. Its lines are those of the file."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines or code.co_firstlineno > len(lines):
        raise RefusalError(f"the source of {function.__qualname__} isn't available", "put the class into a file")
    if code.co_name == "<lambda>":
        return _lambda_of(code, "".join(lines))
    text = textwrap.dedent("".join(getblock(lines[code.co_firstlineno - 1 :])))
    try:
        tree = ast.parse(text)
    except SyntaxError:
        raise RefusalError(f"the source of {function.__qualname__} can't be read") from None
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    return tree.body[0]


def _lambda_of(code: CodeType, text: str) -> Any:
    """Return the syntax tree of a lambda in the text of a file: the smallest one with all instructions of the code."""
    places = [((line, column), (end, last)) for line, end, column, last in code.co_positions()]
    places = [(start, end) for start, end in places if None not in (*start, *end) and start != end]
    try:
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Lambda)]
    except SyntaxError:
        nodes = []
    found = [
        node for node in nodes if node.lineno == code.co_firstlineno and all(
            (node.body.lineno, node.body.col_offset) <= start
            and end <= (node.body.end_lineno, node.body.end_col_offset)
            for start, end in places
        )
    ]  # fmt: skip
    if not found:
        raise RefusalError("the source of a lambda can't be found", "use def instead of lambda")
    return max(found, key=lambda node: (node.lineno, node.col_offset))


def check_parameters(function: Any) -> None:
    """Raise RefusalError for a function with ** parameters."""
    if function.__code__.co_flags & CO_VARKEYWORDS:
        raise RefusalError(f"{function.__qualname__} has ** parameters", "name the parameters")


def takes_more(function: Any) -> bool:
    """Return True for a function with a * parameter."""
    return bool(function.__code__.co_flags & CO_VARARGS)


def _assigned(node: Any) -> set[str]:
    """Return the names that a function assigns to."""
    found: set[str] = set()
    pending = [] if isinstance(node, ast.Lambda) else list(node.body)
    while pending:
        each = pending.pop()
        if isinstance(each, ast.FunctionDef):
            found.add(each.name)
            continue
        if isinstance(each, ast.Lambda):
            continue
        if isinstance(each, ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp):
            found |= {inner.target.id for inner in ast.walk(each) if isinstance(inner, ast.NamedExpr)}
            continue
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            found.add(each.id)
        pending += ast.iter_child_nodes(each)
    return found


def is_generator(node: Any) -> bool:
    """Return True for a function with yield."""
    if isinstance(node, ast.Lambda):
        return False
    pending = list(node.body)
    while pending:
        each = pending.pop()
        if isinstance(each, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(each, ast.FunctionDef | ast.Lambda):
            pending += ast.iter_child_nodes(each)
    return False
