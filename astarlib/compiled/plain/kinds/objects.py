"""Functions, classes and methods of built-in types, which are known before the search."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from astarlib.compiled.plain.types import ObjectType, Value


class Local:
    """A function that is defined inside a method."""

    def __init__(self, node: Any, owner: Any) -> None:
        parameters, fixed = node.args, lambda each: owner.fix(owner.value(each))
        self.node: Any = node
        self.owner: Any = owner
        self.names: list[str] = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
        """The names of the parameters that a call may give by their places."""
        self.only_named: list[str] = [each.arg for each in parameters.kwonlyargs]
        defaults = dict(zip(reversed(self.names), map(fixed, reversed(parameters.defaults)), strict=False))
        named = zip(self.only_named, parameters.kw_defaults, strict=True)
        self.defaults: dict[str, Value] = defaults | {name: fixed(each) for name, each in named if each is not None}


class BuiltinMethod:
    """A method of a built-in type, such as `index` of a tuple."""

    def __init__(self, name: str) -> None:
        self.name: str = name
        self.__name__: str = name


def special_method(value: Value, name: str) -> FunctionType | None:
    """Return the special method that the class of an object defines in Python, or None."""
    kind = value.type
    if not isinstance(kind, ObjectType) or kind.path is None:
        return None
    found = static_attribute(type(kind.value), name)
    return found if isinstance(found, FunctionType) else None


def static_attribute(cls: Any, name: str) -> Any:  # Any: a class
    """Return what a class defines, without calling a descriptor."""
    for each in cls.__mro__:
        if name in vars(each):
            return vars(each)[name]
    return None
