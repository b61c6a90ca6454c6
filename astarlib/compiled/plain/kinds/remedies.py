"""What a type can't do, and what to write instead."""

from __future__ import annotations

import ast

from astarlib.compiled.plain.joining import sort_of
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import OPAQUE, ObjectType, TupleType, Type, is_seq, keys_of, kind_of


def check_tuple(kind: Type) -> None:
    """Raise RefusalError for a dataclass, which isn't a tuple."""
    if isinstance(kind, TupleType) and kind.cls is not None and not issubclass(kind.cls, tuple):
        raise RefusalError(f"{kind.cls.__name__} is used as a tuple", "use its fields")


def remedy_for_comparison(one: Type, two: Type) -> str:
    """Return what to write instead of a comparison that compiled code doesn't have."""
    if any(is_seq(kind) and kind_of(kind) == "any" for kind in (one, two)):
        return "make both a tuple or both a list, as in tuple(values)"
    return remedy_for(one) or remedy_for(two) or "compare values of one type, such as lists or sorted lists"


def remedy_for(kind: Type) -> str:
    """Return what to use instead of a value that compiled code doesn't have."""
    if kind is OPAQUE:
        return "use str(...) of whole numbers and texts, or a tuple of values"
    name = type(kind.value).__name__ if isinstance(kind, ObjectType) else ""
    if name == "ndarray":
        return "use lists, as in array.tolist(), made in __init__"
    return "use numbers, tuples, lists, sets and dictionaries, made in __init__" if name else ""


def why_not_changed(kind: Type) -> tuple[str, str]:
    """Return the reason why a value of a type can't be changed, and what to do instead."""
    if keys_of(kind) is not None:
        return "it changes the dictionary of a state", "change a copy, as in dict(state) or copy.deepcopy(state)"
    if isinstance(kind, TupleType) or kind_of(kind) == "tuple":
        return f"it changes a {kind}", "make a list of it, as in list(state)"
    return (
        f"it changes a {kind} of a state or one that exists before the search, and a method must not change either",
        "change a copy, as in list(values), or keep what changes in the state",
    )


def is_type_error(op: ast.operator, one: Type, two: Type) -> bool:
    """Return True if an operator of values of two types is certainly a TypeError in Python."""
    pair = sort_of(one), sort_of(two)
    if pair == ("number", "number") or not set(pair) <= {"number", "str", "list", "tuple", "set", "dict"}:
        return False
    if isinstance(op, ast.Mult):
        return "number" not in pair or not {*pair} & {"str", "list", "tuple"}
    if isinstance(op, ast.Mod) and pair[0] == "str":
        return False
    if pair[0] != pair[1]:
        return True
    allowed = {"set": ast.BitOr | ast.BitAnd | ast.BitXor | ast.Sub, "dict": ast.BitOr}.get(pair[0], ast.Add)
    return not isinstance(op, allowed)
