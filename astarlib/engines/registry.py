"""All engines by name, and how an engine is written to a file and read from it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from astarlib import checkpoint
from astarlib._support.plain_values import plain_number
from astarlib._support.registry import Registry
from astarlib.engines.engine import Engine

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENGINES: Final[Mapping[str, type[Engine]]] = Registry(
    {
        "astar": "astarlib.engines.astar:AStar",
        "weighted-astar": "astarlib.engines.weighted_astar:WeightedAStar",
        "greedy": "astarlib.engines.greedy:GreedyBestFirst",
        "dijkstra": "astarlib.engines.dijkstra:Dijkstra",
        "ida-star": "astarlib.engines.ida_star:IDAStar",
        "breadth-first": "astarlib.engines.breadth_first:BreadthFirst",
        "depth-first": "astarlib.engines.depth_first:DepthFirst",
        "iterative-deepening": "astarlib.engines.iterative_deepening:IterativeDeepening",
    }
)
"""The built-in engine classes by name. You can construct each of them without arguments."""

_GROUP: Final = "astarlib.engines"
_NUMBERS: Final[Mapping[str, Any]] = MappingProxyType({"Fraction": Fraction, "Decimal": Decimal})


# --- engines of other packages ----------------------------------------------------------------------------------------


def find_engine(name: str) -> type[Engine]:
    """Return the engine class with this name: a built-in one, or else one that an installed package provides.

    Raises
    ------
    LookupError
        If no engine has this name.
    ImportError
        If the package that provides the engine is broken, or if several packages provide the name.

    Examples
    --------
    >>> find_engine("greedy")().reopen
    False
    """
    if name in ENGINES:
        return ENGINES[name]
    found = [each for each in provided_engines() if each.name == name]
    if len(found) > 1:
        packages = ", ".join(sorted(map(package_of, found)))
        raise ImportError(f"several packages provide an engine named {name!r}: {packages}; uninstall all but one")
    if len(found) == 0:
        raise LookupError(f"there is no engine named {name!r}")
    return load_provided_engine(found[0])


def provided_engines() -> list[EntryPoint]:
    """Return the entry points ``astarlib.engines`` of installed packages by name, without loading them.

    An entry point with the name of a built-in engine is left out.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  # only needed for engines of other packages

    found = (each for each in entry_points(group=_GROUP) if each.name not in ENGINES)
    return sorted(found, key=lambda each: (each.name, package_of(each)))


def load_provided_engine(entry_point: EntryPoint) -> type[Engine]:
    """Return the engine class of an entry point.

    Raises
    ------
    ImportError
        If the entry point can't be loaded or isn't an engine class. It names the package and the entry point.
    """
    where = f"the entry point {entry_point.name} = {entry_point.value} of the package {package_of(entry_point)}"
    try:
        found = entry_point.load()
    except Exception as error:
        raise ImportError(f"{where} can't be loaded: {type(error).__name__}: {error}") from error
    if not (isinstance(found, type) and issubclass(found, Engine)):
        raise ImportError(  # noqa: TRY004  # the package is broken, not an argument
            f"{where} is {found!r}; expected a subclass of astarlib.engines.Engine"
        )
    return found


def package_of(entry_point: EntryPoint) -> str:
    """Return the name of the package that declares an entry point."""
    return "unknown" if entry_point.dist is None else entry_point.dist.name


# --- engines in the header of a checkpoint ----------------------------------------------------------------------------


def engine_to_json(engine: Any) -> dict[str, Any]:  # Any: an engine, which is a dataclass
    """Return an engine as JSON can hold it: its class, its parameters and its repr.

    ``parameters`` is None if they can't be written; then the engine is to be passed when the file is loaded.
    """
    parameters: dict[str, Any] | None
    try:
        parameters = {field.name: _to_json(attrgetter(field.name)(engine)) for field in fields(engine) if field.init}
    except TypeError:
        parameters = None
    return {"class": _name_of(type(engine)), "parameters": parameters, "repr": repr(engine)}


def engine_from_json(named: Mapping[str, Any]) -> Engine:
    """Return the engine of a header, of a class that this process has imported already.

    Raises
    ------
    AttributeError, LookupError, TypeError, ValueError, ArithmeticError
        If there is no such class, or its parameters are wrong.
    """
    kind: Any = _class_named(named["class"])
    defaults = {field.name: field.default for field in fields(kind)}
    parameters = {name: _from_json(value, defaults[name]) for name, value in named["parameters"].items()}
    return kind(**parameters)  # type: ignore[no-any-return]  # it is a class of engines


def _name_of(kind: type[Any]) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class_named(name: str) -> type[Engine]:
    """Return the class of engines of that name, if this process has it; nothing is imported for a file."""
    module, _, path = name.partition(":")
    try:
        found: Any = attrgetter(path)(sys.modules[module])
    except (AttributeError, KeyError):  # a class inside a function
        found = None
    classes = list(_subclasses(Engine))  # type: ignore[type-abstract]  # nothing is constructed
    return found if found in classes else {_name_of(kind): kind for kind in classes}[name]


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
        return type(default)[content]
    if kind == "tuple":
        return tuple(_from_json(part, default) for part in content)
    return _NUMBERS[kind](content)


checkpoint.install_codec(engine_to_json, engine_from_json)
