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
        "astar": "astarlib.engines.astar:AStar",
        "weighted-astar": "astarlib.engines.weighted_astar:WeightedAStar",
        "greedy": "astarlib.engines.greedy:GreedyBestFirst",
        "dijkstra": "astarlib.engines.dijkstra:Dijkstra",
    },
    "Better and better solutions": {
        "ara-star": "astarlib.engines.ara_star:ARAStar",
        "anytime-weighted-astar": "astarlib.engines.anytime_weighted_astar:AnytimeWeightedAStar",
        "focal": "astarlib.engines.focal:FocalSearch",
        "batch-weighted-astar": "astarlib.engines.batch_weighted_astar:BatchWeightedAStar",
        "beam": "astarlib.engines.beam:BeamSearch",
    },
    "Little memory, or no costs": {
        "ida-star": "astarlib.engines.ida_star:IDAStar",
        "rbfs": "astarlib.engines.rbfs:RBFS",
        "iterative-deepening": "astarlib.engines.iterative_deepening:IterativeDeepening",
        "depth-first": "astarlib.engines.depth_first:DepthFirst",
        "breadth-first": "astarlib.engines.breadth_first:BreadthFirst",
    },
    "From both ends": {
        "bidirectional-dijkstra": "astarlib.engines.bidirectional_dijkstra:BidirectionalDijkstra",
        "bae-star": "astarlib.engines.bae_star:BAEStar",
    },
    "Several solutions": {
        "k-best": "astarlib.engines.k_best:KBest",
        "all-optimal": "astarlib.engines.all_optimal:AllOptimal",
    },
    "Again after a change": {
        "lpa-star": "astarlib.engines.lpa_star:LPAStar",
        "d-star-lite": "astarlib.engines.d_star_lite:DStarLite",
        "fsa-star": "astarlib.engines.fsa_star:FSAStar",
        "gaa-star": "astarlib.engines.gaa_star:GAAStar",
    },
}
_BUILT_IN: Final[Registry[type[Engine]]] = Registry(
    {name: target for engines in _GROUPS.values() for name, target in engines.items()}
)
ENGINES: Final[Mapping[str, type[Engine]]] = _BUILT_IN
"""The built-in engine classes by name, the basic ones first. You can construct each of them without arguments."""
ENGINE_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {title: tuple(engines) for title, engines in _GROUPS.items()}
"""The names of the built-in engines by what they are for, the basic engines first."""
BASIC_ENGINES: Final = tuple(next(iter(_GROUPS.values())))
"""The names of the engines to try first."""

_GROUP: Final = "astarlib.engines"


def modules_of_engines() -> dict[str, str]:
    """Return the modules of the built-in engines by the names of their classes."""
    return {attribute: module for module, _, attribute in (target.partition(":") for target in _BUILT_IN.targets)}


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
