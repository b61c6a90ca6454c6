"""The parameters of engine classes: their names, types and defaults, and the conversion of values to and from text."""

from __future__ import annotations

import types
from collections.abc import Iterable
from dataclasses import MISSING, fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from astarlib.engines import Engine


class Parameter(NamedTuple):
    """A parameter of an engine class."""

    name: str
    type: Any  # Any: an annotation
    default: Any  # Any: of the parameter's type; MISSING if there is none

    def parse(self, text: str) -> Any:  # Any: of the parameter's type
        """Return the value of a text; raise ValueError if it isn't one of the parameter's type."""
        return _parse(text, self.type)

    def expected(self) -> str:
        """Return a description of the parameter's values."""
        return _describe(self.type)

    def __str__(self) -> str:
        default = "" if self.default is MISSING else f"={format_value(self.default)}"
        return f"{self.name}{default}"


@cache
def parameters_of(kind: type[Engine]) -> dict[str, Parameter]:
    """Return the parameters that the constructor of an engine class takes, by name."""
    try:
        hints = get_type_hints(kind)
    except NameError:  # A name in an annotation may be imported only for type checkers.
        hints = {}
    parameters = {}
    dataclass: Any = kind  # Every engine is a dataclass, but its static type doesn't show it.
    for field in fields(dataclass):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        annotation = hints.get(field.name, object if default is MISSING else type(default))
        if field.init and field.name != "storage":  # --disk sets it.
            parameters[field.name] = Parameter(field.name, annotation, default)
    return parameters


def format_value(value: object) -> str:
    """Return a value as text that ``--set`` accepts."""
    match value:
        case bool() | None:
            return str(value).lower()
        case Enum():
            return value.value if isinstance(value.value, str) else value.name.lower()
        case tuple():
            return ",".join(map(format_value, value))
    return str(value)


def _parse(text: str, kind: Any) -> Any:
    """Return the value of a text. Raise ValueError if the text has no value of that type."""
    origin, options = get_origin(kind), get_args(kind)
    if origin in {Union, types.UnionType}:
        return _first_valid(text, options)
    if origin is Literal:
        return {format_value(option): option for option in options}[_one_of(text, map(format_value, options))]
    if kind is tuple or origin is tuple:
        return _parse_tuple(text, options)
    if isinstance(kind, type) and issubclass(kind, Enum):
        names = {name: member for member in kind for name in (format_value(member), member.name.lower())}
        return names[_one_of(text, names)]
    try:
        return _PARSERS[kind][0](text)
    except (KeyError, ArithmeticError) as error:  # ArithmeticError: a denominator of 0, or an invalid Decimal
        raise ValueError(text) from error


def _one_of(text: str, names: Iterable[str]) -> str:
    same = {name.lower().replace("_", "-"): name for name in names}
    found = same.get(text.strip().lower().replace("_", "-"))
    if found is None:
        raise ValueError(text)
    return found


def _first_valid(text: str, kinds: Iterable[Any]) -> Any:
    for kind in sorted(kinds, key=lambda kind: kind is str):  # Any text is a valid str.
        try:
            return _parse(text, kind)
        except ValueError:
            continue
    raise ValueError(text)


def _parse_tuple(text: str, kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    parts = [] if text.strip() == "" else text.strip().strip("()").removesuffix(",").split(",")
    if kinds == () or kinds[1:] == (Ellipsis,):
        return tuple(_parse(part, kinds[0] if len(kinds) > 0 else float) for part in parts)
    if len(parts) != len(kinds):
        raise ValueError(text)
    return tuple(map(_parse, parts, kinds))


def _parse_number(text: str) -> Any:
    """Return an int, a Fraction or a float. A parameter of type float accepts all of them."""
    for kind in (int, Fraction if "/" in text else float):
        try:
            return kind(text)
        except ValueError:
            continue
    raise ValueError(text)


def _parse_none(text: str) -> None:
    _one_of(text, ("none",))


def _parse_bool(text: str) -> bool:
    return _one_of(text, ("true", "false")) == "true"


def _parse_fraction(text: str) -> Fraction:
    if "e" in text.lower():  # Fraction("1e999999999") would never return.
        raise ValueError(text)
    return Fraction(text)


_PARSERS: dict[Any, tuple[Any, str]] = {
    bool: (_parse_bool, "true or false"),
    type(None): (_parse_none, "none"),
    int: (int, "a whole number"),
    float: (_parse_number, "a number"),
    Fraction: (_parse_fraction, "a fraction such as 3/2"),
    Decimal: (Decimal, "a decimal number"),
    str: (str, "a text"),
}
"""The function that parses a text, and the description of what it accepts, by type."""


def _describe(kind: Any) -> str:
    origin, options = get_origin(kind), get_args(kind)
    if origin in {Union, types.UnionType}:
        return " or ".join(map(_describe, options))
    if origin is Literal:
        return " or ".join(map(format_value, options))
    if kind is tuple or origin is tuple:
        return "values separated by commas, such as 5,3,1"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return " or ".join(map(format_value, kind))
    if kind in _PARSERS:
        return _PARSERS[kind][1]
    return f"a {getattr(kind, '__name__', kind)}, which the command line can't create"
