"""Tests of the class of a value."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from functools import partial
from typing import Any, Final

from astarlib.compiled.plain.emitter import alternative, conjunction, negated
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    FLOAT,
    INF,
    INT,
    NEVER,
    NONE,
    RANGE,
    TEXT,
    DictType,
    ListType,
    MadeBytes,
    MadeDeque,
    MadeDict,
    MadeRecord,
    MadeSet,
    OptionalType,
    SeqType,
    SetType,
    TupleType,
    Type,
    UnionType,
    Value,
    is_set,
)

_CLASSES: Final[dict[Type, type]] = {
    BOOL: bool, INT: int, FLOAT: float, INF: float, ATOM: str, TEXT: str, NONE: type(None), RANGE: range,
}  # fmt: skip
_OF_LISTS: Final[dict[type[Type], type]] = {
    ListType: list, MadeSet: set, MadeDeque: deque, MadeBytes: bytearray, MadeRecord: dict,
}  # fmt: skip
_EXACT: Final = frozenset((BOOL, NONE, RANGE))
"""Types whose values can't belong to a subclass. Values that methods make don't either."""
_MADE: Final = (*_OF_LISTS, MadeDict)
_MIXED: Final[dict[Type, tuple[type, ...]]] = {INT: (int, bool), FLOAT: (float, int, bool)}
"""The classes of the numbers that have one type in compiled code."""


def is_instance(method: Method, value: Value, classes: tuple[Any, ...]) -> str:
    """Return an expression that is true if a value is an instance of one of some classes."""
    kind = value.type
    if kind is NEVER:
        return "False"
    if isinstance(kind, OptionalType):
        inner = is_instance(method, Value(kind.of, value.parts[1:]), classes)
        there = conjunction([value.parts[0], inner])
        return alternative([there, negated(value.parts[0])]) if issubclass(type(None), classes) else there
    if isinstance(kind, UnionType):
        answers = [
            method.guarded_by(f"({value.parts[0]} == {tag})", partial(is_instance, method, each, classes))
            for tag, each in enumerate(method.options(value))
        ]
        return alternative(answers)
    cls = _class_of(kind)
    is_exact = kind in _EXACT or isinstance(kind, _MADE) or (isinstance(kind, TupleType) and kind.cls is not None)
    known = _MIXED.get(kind, (cls,))
    if (
        cls is None
        or len({issubclass(each, classes) for each in known}) > 1
        or any(issubclass(each, cls) and each not in known and not is_exact for each in classes)
    ):
        raise RefusalError(f"isinstance of {kind}", "use values of one type")
    return str(issubclass(cls, classes))


def _class_of(kind: Type) -> Any:  # Any: a class, or None if it isn't known
    """Return the class of the values of a type in Python."""
    if isinstance(kind, TupleType):  # A complex number may be a whole one in Python.
        return None if kind.cls is complex else kind.cls or tuple
    if isinstance(kind, SeqType):
        return {"tuple": tuple, "list": list, "bytes": bytes}.get(kind.kind)
    if isinstance(kind, SetType):
        return {True: frozenset, False: set, None: None}[kind.is_frozen]
    if isinstance(kind, DictType):
        return dict if not is_set(kind) else frozenset if kind.is_frozen else None
    if isinstance(kind, MadeDict):
        return dict if kind.missing is None else Counter if kind.missing is Counter else defaultdict
    return _CLASSES.get(kind) or _OF_LISTS.get(type(kind))
