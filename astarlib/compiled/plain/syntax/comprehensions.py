"""Comprehensions, and loops through the items of a value."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from astarlib.compiled.plain.emitter import Items, Variable, is_simple, part_names
from astarlib.compiled.plain.kinds.frozensets import listed
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.made import made_items
from astarlib.compiled.plain.kinds.sequences import fill
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import FLOAT, NEVER, Cell, ListType, MadeSet, ObjectType, SetType, Type, Value
from astarlib.compiled.plain.values import words_of


def listcomp_expression(method: Method, node: ast.ListComp) -> Value:
    """Translate a list comprehension."""
    return collect(method, node, node)


def generatorexp_expression(method: Method, node: ast.GeneratorExp) -> Value:
    """Translate a generator expression."""
    return Value(ObjectType(method.items_of(collect(method, node, node))))


def collect(method: Method, node: Any, key: Any, *, any_order: bool = False, items: Items | None = None) -> Value:
    """Return a list of the values of a comprehension. It may go through sets if the order doesn't matter. ``items`` are
    what its first loop goes through, if it's evaluated already.
    """
    cell = method.program.cell(method, key)
    if len(node.generators) == 1 and not node.generators[0].ifs:
        items = items or first_items(method, node, any_order=any_order)
        if is_simple(items.length):
            return _filled(method, node, items, cell)
    method.joiner.note_length(cell, None)  # Without items, no `append` notes it.
    made = Value(ListType(cell), (method.temp(method.routine(f"new_list(memory, 8, {words_of(cell.find().item)})")),))
    _loops(method, node, 0, lambda value: method.append(made, value), "False", any_order=any_order, items=items)
    return made


def _filled(method: Method, node: Any, items: Items, cell: Cell) -> Value:
    """Return a list of the values of a comprehension with a loop whose length doesn't change."""
    _check_assigned(method, node)

    def get(k: str) -> Value:
        item = items.get(k)
        if item.type is NEVER:
            return item
        bind(method, node.generators[0].target, item)
        return method.value(node.elt)

    hidden = dict(method.env or {})
    try:
        return fill(method, items._replace(get=get), cell)
    finally:
        method.env = hidden


def first_items(method: Method, node: Any, *, any_order: bool = False) -> Items:
    """Return what the first loop of a comprehension goes through."""
    found: Items = method.items_of(unordered(method, method.value(node.generators[0].iter), any_order=any_order))
    return found


def each_value(method: Method, node: Any, items: Items, length: int) -> list[Value]:
    """Return the values of a comprehension with one loop through a known number of items."""
    assert method.env is not None
    found: list[Value] = []
    hidden = dict(method.env)
    try:
        for k in range(length):
            bind(method, node.generators[0].target, items.get(str(k)))
            found.append(method.keep(method.value(node.elt)))
    finally:
        method.env = hidden
    return found


def for_each(
    method: Method,
    node: Any,
    body: Callable[[Value], None],
    stop: str = "False",
    any_order: tuple[Type, ...] | None = (),
) -> None:
    """Write the loops of a comprehension, or a loop through a value. ``stop`` is a condition to end outer loops.
    The order of a set that a method makes is unknown, so its items must have one of some types, or any with None.
    """

    def checked(value: Value) -> None:
        if any_order is not None and sets and value.type not in any_order and value.type is not NEVER:
            raise RefusalError(f"the order of a set shows in a result of {value.type}", "write sorted(...)")
        if any_order is not None and sets and value.type is FLOAT:
            value = method.keep(value)
            method.emit(f"known({value.parts[0]} == {value.parts[0]})")  # The order shows if one of them is nan.
        body(value)

    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        sets: list[Type] = []
        _loops(method, node, 0, checked, stop, any_order=any_order != (), sets=sets)
        return
    source = node if isinstance(node, Value) else method.value(node)
    sets = [source.type] if isinstance(source.type, MadeSet | SetType) else []
    items = method.items_of(unordered(method, source, any_order=any_order != ()))
    with method.counted(items.length) as k:
        checked(items.get(k))


def _loops(method: Method, node: Any, level: int, body: Callable[[Value], None], stop: str, *, any_order: bool = False,
           sets: list[Type] | None = None, items: Items | None = None) -> None:  # fmt: skip
    if level == 0:
        _check_assigned(method, node)
    if level == len(node.generators):
        body(method.value(node.elt))
        return
    given = items
    if given is None:
        source = method.value(node.generators[level].iter)
        if sets is not None and isinstance(source.type, MadeSet | SetType):
            sets.append(source.type)
        given = method.items_of(unordered(method, source, any_order=any_order))
    assert method.env is not None
    hidden = dict(method.env)
    try:
        _loop(method, node, level, given, body, stop, any_order=any_order, sets=sets)
    finally:
        method.env = hidden


def _check_assigned(method: Method, node: Any) -> None:
    assigned = {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)}
    if assigned & set(method.env or ()):
        raise RefusalError("a comprehension assigns to a variable that has a value before", "use a loop")


def _loop(
    method: Method, node: Any, level: int, items: Items, body: Callable[[Value], None], stop: str, *, any_order: bool,
    sets: list[Type] | None,
) -> None:  # fmt: skip
    generator = node.generators[level]
    with method.counted(items.length) as k, ExitStack() as blocks:
        value = items.get(k)
        if value.type is not NEVER:
            bind(method, generator.target, value)
            for condition in generator.ifs:
                blocks.enter_context(method.block(f"if {method.truth(method.value(condition))}:"))
            _loops(method, node, level + 1, body, stop, any_order=any_order, sets=sets)
            if stop != "False" and level + 1 < len(node.generators):
                method.emit(f"if {stop}: break")


def bind(method: Method, target: Any, value: Value) -> None:
    """Assign to the targets of a comprehension, which has variables of its own."""
    assert method.env is not None
    if isinstance(target, ast.Name):
        base = method.fresh_base(target.id)
        method.write(part_names(base, value.type), value.parts)
        method.env[target.id] = Variable(value.type, base)
        method.note_assignment(target.id, value.type)
        return
    if not isinstance(target, ast.Tuple | ast.List):
        raise RefusalError("the target of a loop isn't a name")
    for each, item in zip(target.elts, method.unpack(value, target.elts), strict=True):
        bind(method, each.value if isinstance(each, ast.Starred) else each, item)


def setcomp_expression(method: Method, node: ast.SetComp) -> Value:
    """Translate a set comprehension."""
    made = method.make_set([], node)
    _loops(method, node, 0, lambda value: method.add_to_set(made, value), "False", any_order=True)
    return made


def dictcomp_expression(method: Method, node: ast.DictComp) -> Value:
    """Translate a dictionary comprehension."""
    made = method.make_dict(node)
    pair = ast.copy_location(ast.Tuple(elts=[node.key, node.value], ctx=ast.Load()), node)
    loops = ast.copy_location(ast.GeneratorExp(elt=pair, generators=node.generators), node)

    def add(value: Value) -> None:
        key, item = method.items(value)
        method.set_in_dict(made, method.keep(key), method.keep(item))

    _loops(method, loops, 0, add, "False")
    return made


def unordered(method: Method, value: Value, *, any_order: bool) -> Value:
    """Return a set as its items, whose order isn't that of Python, if it doesn't matter."""
    value = method.present(value)
    if any_order and isinstance(value.type, SetType):
        return listed(value)
    return made_items(value) if any_order and isinstance(value.type, MadeSet) else value
