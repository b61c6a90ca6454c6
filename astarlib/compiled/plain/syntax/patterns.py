"""`match` and its patterns."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from astarlib.compiled.plain.emitter import Lines, conjunction, is_true
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import BOOL, NUMBERS, OptionalType, UnionType, Value, is_seq, kind_of


def match_statement(method: Method, node: ast.Match) -> None:
    """Translate `match`."""
    subject = method.fix(method.value(node.subject))
    _cases(method, subject, node.cases)


def _cases(method: Method, subject: Value, cases: Sequence[Any]) -> None:
    if not cases or method.env is None:
        return
    case, rest = cases[0], cases[1:]
    bindings: list[tuple[str, Value]] = []
    condition = _pattern(method, subject, case.pattern, bindings)
    if case.guard is not None:
        lines: Lines = []
        with method.into(lines):
            for name, value in bindings:
                method.assign(name, value)
            guard = method.truth(method.value(case.guard))
        condition = method.guarded(condition, lines, guard)

    def body() -> None:
        for name, value in bindings:
            method.assign(name, value)
        method.statements(case.body)

    known = is_true(condition)
    if known is not None:
        body() if known else _cases(method, subject, rest)
    else:
        method.branches(condition, body, lambda: _cases(method, subject, rest))


def _pattern(method: Method, subject: Value, pattern: Any, bindings: list[tuple[str, Value]]) -> str:
    if isinstance(pattern, ast.MatchValue):
        return method.temp(method.equal(subject, method.value(pattern.value)))
    if isinstance(pattern, ast.MatchSingleton):
        return _is(method, subject, pattern.value)
    if isinstance(pattern, ast.MatchOr):
        return method.temp(" or ".join(_pattern(method, subject, each, bindings) for each in pattern.patterns))
    if isinstance(pattern, ast.MatchAs):
        inner = "True" if pattern.pattern is None else _pattern(method, subject, pattern.pattern, bindings)
        if pattern.name is not None:
            bindings.append((pattern.name, subject))
        return inner
    if isinstance(pattern, ast.MatchSequence) and isinstance(subject.type, UnionType):
        for tag, option in enumerate(method.options(subject)):
            if is_seq(option.type):
                lines: Lines = []
                with method.into(lines):
                    answer = _pattern(method, option, pattern, bindings)
                return method.guarded(f"({subject.parts[0]} == {tag})", lines, answer)
        return "False"
    if isinstance(pattern, ast.MatchSequence) and kind_of(subject.type) == "bytes":
        return "False"
    if isinstance(pattern, ast.MatchSequence) and is_seq(subject.type):
        if any(isinstance(each, ast.MatchStar) for each in pattern.patterns):
            raise RefusalError("a pattern with *", "use if and elif")
        length = method.length(subject)
        count = len(pattern.patterns)
        if length.isdigit() and int(length) != count:
            return "False"
        below: Lines = []
        with method.into(below):
            items = method.unpack(subject, pattern.patterns)
            answers = [_pattern(method, method.fix(item), each, bindings) for item, each in zip(items, pattern.patterns,
                                                                                          strict=True)]  # fmt: skip
            answer = conjunction(answers)
        return method.guarded("True" if length.isdigit() else f"({length} == {count})", below, answer)
    raise RefusalError("a pattern of this kind", "use if and elif")


def _is(method: Method, subject: Value, wanted: Any) -> str:
    """Return an expression for `is` with None, True or False."""
    kind = subject.type
    if wanted is None or kind is BOOL:
        return method.temp(method.equal(subject, method.literal(wanted)))
    if isinstance(kind, OptionalType):
        inner = Value(kind.of, subject.parts[1:])
        return method.guarded_by(subject.parts[0], lambda: _is(method, inner, wanted))
    if kind in NUMBERS or isinstance(kind, UnionType):
        raise RefusalError("a pattern of True or False for a value of another type", "use if and elif")
    return "False"
