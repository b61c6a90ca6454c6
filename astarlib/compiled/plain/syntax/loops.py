"""Loops, whose variables have the same types in each round."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from astarlib.compiled.plain.calls import CHANGES
from astarlib.compiled.plain.emitter import Lines, Variable, is_true
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import NEVER, OPAQUE, ObjectType, Value

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


def _enter(method: Method, node: Any) -> Loop:
    """Return a loop whose variables have the types that they have after some rounds, too."""
    assert method.env is not None
    known = method.program.head(method, node)
    hole = method.hole()
    head = dict(method.env)
    for name, kind in known.items():
        before = method.env.get(name)
        if before is None:
            head[name] = Variable(kind, method.base_for(name, kind), maybe_unbound=True)
        else:
            joined = method.joiner.join(before.type, kind)
            base = before.base if joined == before.type else method.base_for(name, joined)
            head[name] = Variable(joined, base, before.maybe_unbound)
    with method.into(hole):
        method.adapt(method.env, head)
    method.env = dict(head)
    method._loops_around.append(Loop(head))
    return method._loops_around[-1]


def _repeat(method: Method, loop: Loop) -> None:
    if method.env is not None:
        loop.repeats.append(Way(method.env, method.hole()))


def _leave(method: Method, node: Any, loop: Loop) -> None:
    """Convert the variables of all ways that go on with the next round to those of the first."""
    method._loops_around.pop()
    types = dict(method.program.head(method, node))
    for env, lines in loop.repeats:
        for name, variable in env.items():
            start = loop.head.get(name)
            try:
                joined = method.joiner.join(NEVER if start is None else start.type, variable.type)
            except RefusalError:
                joined = OPAQUE  # It can't be used in the next round.
            if start is None or joined != start.type or (variable.maybe_unbound and not start.maybe_unbound):
                if start is None or joined != start.type:
                    types[name] = method.joiner.join(types.get(name, NEVER), joined)
            else:
                with method.into(lines):
                    method.adapt({name: variable}, {name: start})
    method.program.note_head(method, node, types)


def while_statement(method: Method, node: ast.While) -> None:
    """Translate `while`."""
    flag = _flag(method, node)
    loop, after = _enter(method, node), None
    method.deepen(1)
    with method.block("while True:"):
        condition = method.truth(method.value(node.test))
        if condition != "True":
            with method.block(f"if {'not ' + condition if is_true(condition) is None else 'True'}:"):
                after = _end_of(method, flag)
        method.statements(node.body)
        _repeat(method, loop)
    _leave(method, node, loop)
    method.deepen(-1)
    _go_on(method, node, loop, after, flag)


def for_statement(method: Method, node: ast.For) -> None:
    """Translate `for`."""
    source = (
        method.value(node.iter) if not isinstance(node.iter, ast.GeneratorExp) else method.collect(node.iter, node.iter)
    )
    items = method.items_of(method.fix(source))
    _check_lazy(method, node, source)
    k, flag = method.fresh("k"), _flag(method, node)
    method.emit(f"{k} = 0")
    loop = _enter(method, node)
    method.deepen(1)
    with method.block("while True:"):
        with method.block(f"if {k} >= {items.length}:"):
            after = _end_of(method, flag)
        value = items.get(k)
        if value.type is NEVER:
            method.emit("break")
            method.env = None
        else:
            value = method.fix(value)
            method.emit(f"{k} += 1")
            method.assign_to(node.target, value)
            method.statements(node.body)
            _repeat(method, loop)
    _leave(method, node, loop)
    method.deepen(-1)
    _go_on(method, node, loop, after, flag)


def break_statement(method: Method, node: ast.Break) -> None:
    """Translate `break`."""
    assert method.env is not None
    method._loops_around[-1].breaks.append((method.env, method.hole()))
    method.emit("break")
    method.env = None


def continue_statement(method: Method, node: ast.Continue) -> None:
    """Translate `continue`."""
    _repeat(method, method._loops_around[-1])
    method.emit("continue")
    method.env = None


def _flag(method: Method, node: Any) -> str:
    """Return a name that becomes true when a loop ends without a break. It's empty for a loop without an else."""
    if not node.orelse:
        return ""
    flag = method.fresh("ended")
    method.emit(f"{flag} = False")
    return flag


def _end_of(method: Method, flag: str) -> tuple[dict[str, Variable], Lines]:
    """Write the end of a loop without a break."""
    if flag:
        method.emit(f"{flag} = True")
    end = dict(method.env or {}), method.hole()
    method.emit("break")
    return end


def _go_on(method: Method, node: Any, loop: Loop, after: tuple[dict[str, Variable], Lines] | None, flag: str) -> None:
    """Go on after a loop, with its else if it ended without a break."""
    ended = [] if after is None else [after]
    if not node.orelse or not ended:
        method.env = method.merge([*loop.breaks, *ended])
        return
    broken, method.env = method.merge(loop.breaks), method.merge(ended)
    if broken is None:
        method.statements(node.orelse)
        return
    ends: list[tuple[dict[str, Variable], Lines]] = []
    with method.block(f"if {flag}:") as lines:
        method.statements(node.orelse)
    if method.env is not None:
        ends.append((method.env, lines))
    with method.block("else:") as lines:
        ends.append((broken, lines))
    method.env = method.merge(ends)


def _check_lazy(method: Method, node: ast.For, source: Value) -> None:
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
    if is_lazy and changes and name not in _SAFE and not method.is_stable(node.iter):
        raise RefusalError("a loop changes a list or number that its iterator may read later", "use list(...)")
