"""Conversion of engines to JSON and back, for the header of a checkpoint."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_value
from astarlib._support.registry import Registry
from astarlib.engines.engine import Engine
from astarlib.searching.disk import Disk

_NUMBERS: Final[Mapping[str, Any]] = MappingProxyType({"Fraction": Fraction, "Decimal": Decimal})


def engine_to_json(engine: Any, built_in: Registry[type[Engine]]) -> dict[str, Any]:  # Any: a dataclass
    """Return an engine as a dict for JSON, with its name, its parameters and its repr.

    The name is the registered name of a built-in engine, and ``module:Class`` for other engines. ``parameters`` is None
    if a parameter can't be written as JSON. The caller must then pass the engine when loading the file. The repr leaves
    out the parameters in ``Engine.resources`` and the memory of a `Disk`, because the file can be loaded with other
    values of them.
    """
    parameters: dict[str, Any] | None
    try:
        parameters = {field.name: _to_json(attrgetter(field.name)(engine)) for field in fields(engine) if field.init}
    except TypeError as error:
        raise_if_from_handler(error)
        parameters = None
    place = _place_of(type(engine))
    defaults = {field.name: field.default for field in fields(engine) if field.name in engine.resources}
    storage = getattr(engine, "storage", None)
    if isinstance(storage, Disk):
        defaults["storage"] = Disk(storage.folder)
    shown = replace(engine, **defaults) if len(defaults) > 0 else engine
    return {"name": built_in.name_of(place) or place, "parameters": parameters, "repr": repr(shown)}


def engine_from_json(named: Mapping[str, Any], built_in: Registry[type[Engine]]) -> Engine:
    """Return the engine of a header. Its class must be one of this library, or already imported in this process.
    Raise an error of various types if there is no such class, or its parameters are wrong.
    """
    kind: Any = built_in[named["name"]] if named["name"] in built_in else _class_at(named["name"])
    defaults = {field.name: field.default for field in fields(kind)}
    parameters = {name: _from_json(value, defaults[name]) for name, value in named["parameters"].items()}
    return kind(**parameters)  # type: ignore[no-any-return]  # `kind` is an engine class.


def _place_of(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class_at(place: str) -> type[Engine]:
    """Return the engine class at ``module:Class``. Raise KeyError if it isn't imported yet.
    Only a package of this library is imported, because the file may name any module.
    """
    module, _, path = place.partition(":")
    own = re.match(r"astarlib\.[a-z]\w*(?=\.)", module)
    if own is not None and find_spec(own[0]) is not None:
        import_module(own[0])
    try:
        found: Any = attrgetter(path)(sys.modules[module])
    except (AttributeError, KeyError) as error:  # The class is defined inside a function.
        raise_if_from_handler(error)
        found = None
    classes = list(_subclasses(Engine))  # type: ignore[type-abstract]  # No class is instantiated.
    return found if found in classes else {_place_of(kind): kind for kind in classes}[place]


def _subclasses(kind: type[Engine]) -> Iterator[type[Engine]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


def _to_json(value: Any) -> Any:  # Any: a parameter
    """Return a parameter as a value that JSON can represent. Raise TypeError if there is no such value."""
    value = plain_value(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Enum):
        return {"Enum": value.name}
    if isinstance(value, tuple):
        return {"tuple": [_to_json(part) for part in value]}
    if isinstance(value, PurePath):
        return str(value)
    if is_dataclass(value) and type(value).__module__.startswith("astarlib."):
        return {"value": [_place_of(type(value)), [_to_json(attrgetter(field.name)(value)) for field in fields(value)]]}
    if type(value).__name__ in _NUMBERS:
        return {type(value).__name__: str(value)}
    raise TypeError(f"{value!r} can't be written to a file")


def _from_json(value: Any, default: Any) -> Any:  # Any: the output of ``_to_json``, and a default of any type
    """Return the parameter for an output of ``_to_json``. An enum member is looked up in the class of ``default``."""
    if not isinstance(value, dict):
        return value
    [(kind, content)] = value.items()
    if kind == "Enum":
        members: Any = type(default)  # Any: an enumeration
        return members[content]
    if kind == "tuple":
        return tuple(_from_json(part, default) for part in content)
    if kind == "value":
        return _value_at(*content)
    return _NUMBERS[kind](content)


def _value_at(place: str, parts: Sequence[Any]) -> Any:
    """Return a parameter that is a dataclass of this library. Raise LookupError if its module isn't imported yet."""
    module, _, name = place.partition(":")
    kind = getattr(sys.modules[module], name, None) if module.startswith("astarlib.") else None
    if not isinstance(kind, type) or not is_dataclass(kind) or kind.__module__ != module:
        raise LookupError(place)
    return kind(*parts)
