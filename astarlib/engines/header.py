"""An engine in the header of a checkpoint: how it's written as JSON and read again."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

from astarlib._support.plain_values import plain_number
from astarlib._support.registry import Registry
from astarlib.engines.engine import Engine

_NUMBERS: Final[Mapping[str, Any]] = MappingProxyType({"Fraction": Fraction, "Decimal": Decimal})


def engine_to_json(engine: Any, built_in: Registry[type[Engine]]) -> dict[str, Any]:  # Any: a dataclass
    """Return an engine as JSON can hold it: its name, its parameters and its repr.

    The name is the registered name of a built-in engine, and ``module:Class`` for other engines.

    ``parameters`` is None if they can't be written; then the engine is to be passed when the file is loaded.
    """
    parameters: dict[str, Any] | None
    try:
        parameters = {field.name: _to_json(attrgetter(field.name)(engine)) for field in fields(engine) if field.init}
    except TypeError:
        parameters = None
    place = _place_of(type(engine))
    return {"name": built_in.name_of(place) or place, "parameters": parameters, "repr": repr(engine)}


def engine_from_json(named: Mapping[str, Any], built_in: Registry[type[Engine]]) -> Engine:
    """Return the engine of a header: a built-in one, or one of a class that this process has imported already.

    Raises
    ------
    AttributeError, LookupError, TypeError, ValueError, ArithmeticError
        If there is no such class, or its parameters are wrong.
    """
    kind: Any = built_in[named["name"]] if named["name"] in built_in else _class_at(named["name"])
    defaults = {field.name: field.default for field in fields(kind)}
    parameters = {name: _from_json(value, defaults[name]) for name, value in named["parameters"].items()}
    return kind(**parameters)  # type: ignore[no-any-return]  # it is a class of engines


def _place_of(kind: type[Engine]) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class_at(place: str) -> type[Engine]:
    """Return the engine class at ``module:Class``, if this process has it. No module that a file names is imported."""
    module, _, path = place.partition(":")
    try:
        found: Any = attrgetter(path)(sys.modules[module])
    except (AttributeError, KeyError):  # a class inside a function
        found = None
    classes = list(_subclasses(Engine))  # type: ignore[type-abstract]  # nothing is constructed
    return found if found in classes else {_place_of(kind): kind for kind in classes}[place]


def _subclasses(kind: type[Engine]) -> Iterator[type[Engine]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


def _to_json(value: Any) -> Any:  # Any: a parameter
    """Return a parameter in JSON's kinds; TypeError if it can't be written."""
    value = plain_number(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Enum):
        return {"Enum": value.name}
    if isinstance(value, tuple):
        return {"tuple": [_to_json(part) for part in value]}
    if type(value).__name__ in _NUMBERS:
        return {type(value).__name__: str(value)}
    raise TypeError(f"{value!r} can't be written to a file")


def _from_json(value: Any, default: Any) -> Any:  # Any: what ``_to_json`` gave; the default of the parameter
    """Return a parameter. The class of an enumeration is that of the default."""
    if not isinstance(value, dict):
        return value
    [(kind, content)] = value.items()
    if kind == "Enum":
        members: Any = type(default)  # Any: an enumeration
        return members[content]
    if kind == "tuple":
        return tuple(_from_json(part, default) for part in content)
    return _NUMBERS[kind](content)
