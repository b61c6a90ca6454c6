"""The syntax trees of functions."""

from __future__ import annotations

import ast
import linecache
import textwrap
from functools import cache
from inspect import CO_VARARGS, CO_VARKEYWORDS, getblock
from types import CodeType
from typing import Any

from astarlib.compiled.plain.refusal import RefusalError


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


def assigned_names(node: Any) -> set[str]:
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
