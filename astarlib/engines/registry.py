"""The engines by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.registry import Registry
from astarlib.engines.engine import Engine
from astarlib.search import EngineCodec, install_engine_codec

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Basic engines": {
        "astar": "AStar",
        "weighted-astar": "WeightedAStar",
        "greedy": "GreedyBestFirst",
        "dijkstra": "Dijkstra",
    },
    "Better and better solutions": {
        "ara-star": "ARAStar",
        "anytime-weighted-astar": "AnytimeWeightedAStar",
        "focal": "FocalSearch",
        "batch-weighted-astar": "BatchWeightedAStar",
        "beam": "BeamSearch",
    },
    "Little memory, or no costs": {
        "ida-star": "IDAStar",
        "rbfs": "RBFS",
        "iterative-deepening": "IterativeDeepening",
        "depth-first": "DepthFirst",
        "breadth-first": "BreadthFirst",
    },
    "From both ends": {
        "bidirectional-dijkstra": "BidirectionalDijkstra",
        "bae-star": "BAEStar",
    },
    "Several solutions": {
        "k-best": "KBest",
        "all-optimal": "AllOptimal",
    },
    "Again after a change": {
        "lpa-star": "LPAStar",
        "d-star-lite": "DStarLite",
        "fsa-star": "FSAStar",
        "gaa-star": "GAAStar",
    },
}
"""The built-in engines by what they are for: the name of each, and its class. The module has the engine's name.
`python .ci/engine_names.py` writes the lists that type checkers read, from this table.
"""
CLASSES: Final[Mapping[str, str]] = {name: kind for engines in _GROUPS.values() for name, kind in engines.items()}
"""The names of the classes of the built-in engines, by the names of the engines."""
MODULES: Final[Mapping[str, str]] = {
    kind: f"astarlib.engines.{name.replace('-', '_')}" for name, kind in CLASSES.items()
}
"""The modules of the built-in engines, by the names of their classes."""
_BUILT_IN: Final[Registry[type[Engine]]] = Registry({name: f"{MODULES[kind]}:{kind}" for name, kind in CLASSES.items()})
ENGINES: Final[Mapping[str, type[Engine]]] = _BUILT_IN
"""The built-in engine classes by name, the basic ones first. You can construct each of them without arguments."""
ENGINE_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {title: tuple(engines) for title, engines in _GROUPS.items()}
"""The names of the built-in engines by what they are for, the basic engines first."""
BASIC_ENGINES: Final = tuple(next(iter(_GROUPS.values())))
"""The names of the engines to try first."""

_GROUP: Final = "astarlib.engines"


# --- engines of other packages ----------------------------------------------------------------------------------------


def find_engine(name: str) -> type[Engine]:
    """Return the engine class with this name: a built-in one, or else one that an installed package provides.
    Raise LookupError if there is none, and ImportError if the package is broken, or several provide the name.
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
    from importlib.metadata import entry_points  # only needed for engines of other packages

    found = (each for each in entry_points(group=_GROUP) if each.name not in ENGINES)
    return sorted(found, key=lambda each: (each.name, package_of(each)))


def load_provided_engine(entry_point: EntryPoint) -> type[Engine]:
    """Return the engine class of an entry point, or raise ImportError, which names the package and the entry point."""
    where = f"the entry point {entry_point.name} = {entry_point.value} of the package {package_of(entry_point)}"
    try:
        found = entry_point.load()
    except Exception as error:
        raise_if_from_handler(error)
        raise ImportError(f"{where} can't be loaded: {type(error).__name__}: {error}") from error
    if not (isinstance(found, type) and issubclass(found, Engine)):
        raise ImportError(  # noqa: TRY004  # The package is broken, not an argument.
            f"{where} is {found!r}; expected a subclass of astarlib.engines.Engine"
        )
    return found


def package_of(entry_point: EntryPoint) -> str:
    """Return the name of the package that declares an entry point."""
    return "unknown" if entry_point.dist is None else entry_point.dist.name


# --- engines in the header of a checkpoint ----------------------------------------------------------------------------


def _to_json(engine: Engine) -> dict[str, Any]:
    from astarlib.engines.header import engine_to_json  # only needed to save a search

    return engine_to_json(engine, _BUILT_IN)


def _from_json(named: Any) -> Engine:  # Any: the engine in a header
    from astarlib.engines.header import engine_from_json  # only needed to load a search

    return engine_from_json(named, _BUILT_IN)


install_engine_codec(EngineCodec(_to_json, _from_json))
