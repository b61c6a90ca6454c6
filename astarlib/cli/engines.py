"""Engines by name, with the parameters that are set on the command line."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.cli import argument_types
from astarlib.cli.engine_parameters import Parameter, parameters_of
from astarlib.cli.errors import UsageError, did_you_mean, file_errors, in_one_line, message_of, quote
from astarlib.cli.loading import collect_at_exit, load_object
from astarlib.engines import ENGINES, CycleCheck, Engine, Priority, TieBreak
from astarlib.engines.registry import find_engine, provided_engines

if TYPE_CHECKING:
    from astarlib.searching.disk import Disk

_SHORTHANDS: Final = ("weight", "priority", "tie_break", "reopen", "cycle_check", "threads")
"""The parameters that have an option of their own."""
_ENUMERATIONS: Final = {"priority": Priority, "tie_break": TieBreak, "cycle_check": CycleCheck}
_OTHER_NAMES: Final = {
    "a*": "astar", "a-star": "astar", "wa*": "weighted-astar", "ara*": "ara-star", "ida": "ida-star",
    "ida*": "ida-star", "bfs": "breadth-first", "dfs": "depth-first", "iddfs": "iterative-deepening",
    "ucs": "dijkstra", "uniform-cost": "dijkstra", "best-first": "greedy",
}  # fmt: skip
"""Usual names of engines, which the error message for an unknown engine translates."""
_MAX_DIGITS: Final = 10
TRACE_COMPILED: Final = "--trace can't be used with --compiled: a compiled search doesn't report its expansions"


class EngineNames(tuple[str, ...]):
    """The names of the built-in engines, for completion.
    All words are ``in`` it, because `engine_name` checks others.
    """

    __slots__ = ()

    def __contains__(self, word: object) -> bool:
        return True


def add_engine_options(parser: ArgumentParser, *, weight: Callable[[str], object], weight_help: str) -> None:
    """Add ``--set`` and the options of single parameters; ``weight`` reads the value of ``--weight``."""
    add = parser.add_argument_group("parameters of the engine").add_argument
    add(
        "--set",
        dest="settings",
        type=_setting,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="parameter of the engine, for example weight=3 (repeatable; astarlib engines lists them all)",
    )
    add("--weight", type=weight, metavar="W", help=weight_help)
    for option, kind, meaning in (
        ("--priority", Priority, "formula for f (selects weighted-astar)"),
        ("--tie-break", TieBreak, "order of equal f"),
        ("--cycle-check", CycleCheck, "cycle check of ida-star and iterative-deepening"),
    ):
        names = [each.value for each in kind]
        text = f"{meaning}: {', '.join(names)} (default: {names[0]})"
        add(option, choices=names, metavar="NAME", help=text)
    add(
        "--reopen",
        action=BooleanOptionalAction,
        help="whether a cheaper path reopens an expanded state (default: yes, but no for greedy)",
    )
    add(
        "--threads",
        type=argument_types.at_least_one,
        metavar="N",
        help="number of threads of astar and ida-star with --compiled (default: 1)",
    )


def engine_name(word: str) -> str:
    """Return the name of an engine: built-in, of an installed package, or ``module:Class`` or ``file.py:Class``."""
    if word in ENGINES or ":" in word:
        return word
    others = [each.name for each in provided_engines()]
    if word in others:
        return word
    known = [*ENGINES, *others]
    usual = _OTHER_NAMES.get(word.lower())
    hint = did_you_mean(word, known) if usual is None else f"; did you mean {usual!r}?"
    hint = hint or f"; choose from {', '.join(known)}"
    raise ArgumentTypeError(f"there is no engine {quote(word)}{hint}")


def engine_names(word: str) -> list[str]:
    """Return several names, separated by commas; a repeated name counts once."""
    return list(dict.fromkeys(map(engine_name, argument_types.parts(word))))


def engine_class(name: str, given: Namespace) -> type[Engine]:
    """Return the class of an engine. Raise UsageError if it doesn't exist or isn't an engine class."""
    if given.compiled:
        return _compiled_class(name, given)
    if ":" in name:
        found = load_object(name, given.inputs.folder(), kind="an engine", example="mine.py:Engine")
        if not (isinstance(found, type) and issubclass(found, Engine)):
            raise UsageError(f"{name!r} isn't an engine class; expected a subclass of astarlib.engines.Engine")
        return found
    if name not in ENGINES:
        collect_at_exit()
    try:
        return find_engine(name)
    except (ImportError, LookupError) as error:
        raise_if_from_handler(error)
        raise UsageError(in_one_line(str(error))) from error


def _compiled_class(name: str, given: Namespace) -> type[Engine]:
    from astarlib import compiled

    if name not in compiled.ENGINES:
        raise UsageError(f"--compiled can't be used with {name}, only with {', '.join(compiled.ENGINES)}")
    if given.trace is not None:
        raise UsageError(TRACE_COMPILED)
    check_numba()
    return compiled.ENGINES[name]


def check_numba() -> None:
    """Raise UsageError unless compiled code can run."""
    from astarlib.compiled.installation import require_numba

    with file_errors("--compiled", ImportError):
        require_numba()


def chosen_engine(given: Namespace) -> Engine:
    """Return the engine of the arguments: by default A*, or weighted A* with ``--weight`` or ``--priority``."""
    name = given.engine or ("astar" if given.weight is None and given.priority is None else "weighted-astar")
    kind = engine_class(name, given)
    engine = _construct(name, kind, _values({name: kind}, given))
    place = getattr(given, "cluster", None)  # Only solve has it.
    return engine if place is None else _engine_on_cluster(engine, place, given)


def cluster(word: str) -> tuple[str, int, str | None]:
    """Return kind, number of shards and address of a cluster such as threads:4, ray:8 or ray:8@HOST:PORT."""
    kind, _, rest = word.partition(":")
    number, at, address = rest.partition("@")
    is_right = kind in {"threads", "ray"} and number.isascii() and number.isdigit() and len(number) < _MAX_DIGITS
    if not is_right or (at == "@" and (kind == "threads" or address == "")):
        raise ArgumentTypeError(f"expected threads:4, ray:8 or ray:8@HOST:PORT, not {quote(word)}")
    return kind, int(number), address or None


def _engine_on_cluster(engine: Engine, place: tuple[str, int, str | None], given: Namespace) -> Engine:
    from astarlib import compiled, distributed

    if engine != compiled.AStar():
        raise UsageError("--cluster can only be used with astar, without other parameters")
    if given.disk is not None:
        raise UsageError("--cluster can't be used with --disk; use one of them")
    kind, shards, address = place
    with file_errors("--cluster", ValueError):
        return distributed.AStar(distributed.Threads(shards) if kind == "threads" else distributed.Ray(shards, address))


def engine_on_disk(given: Namespace) -> Engine:
    """Return the engine of the arguments with the folder of ``--disk`` and the memory of ``--memory``."""
    from dataclasses import fields, replace

    if given.save is not None:
        raise UsageError("--save can't be used with --disk: the folder of --disk has the search already")
    engine: Any = chosen_engine(given)  # Any: a dataclass
    if all(field.name != "storage" for field in fields(engine)):
        raise UsageError(f"--disk can only be used with astar and dijkstra, not with {given.engine}")
    with file_errors("--disk", ValueError):
        return replace(engine, storage=chosen_disk(given))  # type: ignore[no-any-return]  # It's an engine, too.


def chosen_disk(given: Namespace) -> Disk:
    """Return the folder of ``--disk`` and the memory of ``--memory``."""
    from astarlib.searching.disk import Disk

    if given.memory == 0:
        raise UsageError("--memory must be more than 0 with --disk, for example 1G")
    with file_errors("--disk", ValueError):
        return Disk(given.disk) if given.memory is None else Disk(given.disk, memory=int(given.memory))


def chosen_engines(given: Namespace) -> dict[str, Engine]:
    """Return the engines of ``compare`` by the names of its rows; an engine with several weights has several rows."""
    kinds = {name: engine_class(name, given) for name in given.engines}
    values = _values(kinds, given)
    weights = values.pop("weight", [None])
    engines: dict[str, Engine] = {}
    for name, kind in kinds.items():
        if "weight" not in parameters_of(kind):
            engines[name] = _construct(name, kind, values)
            continue
        for weight in weights if isinstance(weights, list) else [weights]:
            row = name if not isinstance(weights, list) or weight is None else f"{name} {weight}"
            engines[row] = _construct(name, kind, values if weight is None else {**values, "weight": weight})
    return engines


def _setting(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if equals == "" or not name.strip().replace("-", "_").isidentifier():
        raise ArgumentTypeError(f"expected NAME=VALUE such as weight=3, not {quote(word)}")
    return name.strip().replace("-", "_"), value.strip()


def _values(kinds: Mapping[str, type[Engine]], given: Namespace) -> dict[str, Any]:  # Any: the parameters' types
    """Return the given parameters. Raise UsageError for a parameter that none of the engines has."""
    values = {name: getattr(given, name) for name in _SHORTHANDS if getattr(given, name) is not None}
    for name in values:
        if not any(name in parameters_of(kind) for kind in kinds.values()):
            raise UsageError(f"{_option(name)} can't be used with {' or '.join(kinds)}{_only_with(name)}")
    for name in values.keys() & _ENUMERATIONS:
        values[name] = _ENUMERATIONS[name](values[name])
    for name, text in given.settings:
        if name in values:
            raise UsageError(f"{name} is given twice; leave out one --set {name}, or {_option(name)}")
        values[name] = _parse(name, text, kinds)
    return values


def _parse(name: str, text: str, kinds: Mapping[str, type[Engine]]) -> Any:
    found = [parameters_of(kind)[name] for kind in kinds.values() if name in parameters_of(kind)]
    if len(found) == 0:
        known = dict.fromkeys(each for kind in kinds.values() for each in parameters_of(kind))
        wrong = (
            f"--set {in_one_line(name)}: {' and '.join(kinds)} {'has' if len(kinds) == 1 else 'have'} no such parameter"
        )
        raise UsageError(f"{wrong}{did_you_mean(name, known) or _only_with(name)}{_all_parameters(kinds)}")
    try:
        return found[0].parse(text)
    except ValueError:
        raise UsageError(
            f"--set {name}: expected {found[0].expected()}, not {quote(text)}{_all_parameters(kinds)}"
        ) from None


def _construct(name: str, kind: type[Engine], values: Mapping[str, Any]) -> Engine:
    known = parameters_of(kind)
    make: Any = kind  # Any: the parameters differ from engine to engine
    try:
        engine: Engine = make(**{option: value for option, value in values.items() if option in known})
    except (TypeError, ValueError) as error:
        options = {option: f"--set {option}" for option in known}
        raise UsageError(in_one_line(f"{name}: {message_of(error, options)}{_all_parameters({name: kind})}")) from error
    return engine


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _only_with(name: str) -> str:
    takers = [engine for engine, kind in ENGINES.items() if name in parameters_of(kind)]
    if len(takers) == 0:
        from astarlib import compiled

        takers = [f"{engine} --compiled" for engine, kind in compiled.ENGINES.items() if name in parameters_of(kind)]
    return f" (only with {', '.join(takers)})" if len(takers) > 0 else ""


def _all_parameters(kinds: Mapping[str, type[Engine]]) -> str:
    texts = []
    for name, kind in kinds.items():
        each: Sequence[Parameter] = list(parameters_of(kind).values())
        texts.append(f"{name} has {', '.join(map(str, each)) or 'no parameters'}")
    return f"; {'; '.join(texts)}"
