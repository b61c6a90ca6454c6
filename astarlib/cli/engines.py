"""Engines from their names and the options given for them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from astarlib.cli.mistakes import UsageError
from astarlib.engines import ENGINES, CycleCheck, Engine, TieBreak

TRACED: Final = "--trace shows expansions, and a compiled search tells none: leave one out"


def the_engine(given: Namespace) -> Engine:
    """The engine of ``solve``: A* by default, weighted A* for a weight; UsageError where options do not fit."""
    name = given.engine or ("astar" if given.weight is None else "weighted-astar")
    options = _options(given)
    if given.weight is not None:
        options["weight"] = given.weight
    _refuse_strangers(options, [name])
    return _engine(name, options, _compiled_engines(name, given) if given.compiled else ENGINES)


def _compiled_engines(name: str, given: Namespace) -> Mapping[str, type[Engine]]:
    """The compiled engines; UsageError where that engine is none of them, or an option is not for them."""
    from astarlib import compiled
    from astarlib.compiled.requiring import require_numba

    if name not in compiled.ENGINES:
        raise UsageError(f"--compiled: {name} is not compiled; {', '.join(compiled.ENGINES)} are")
    if given.trace is not None:
        raise UsageError(TRACED)
    try:
        require_numba()
    except ImportError as error:
        raise UsageError(f"--compiled: {error}") from error
    return compiled.ENGINES


def the_engines(given: Namespace) -> dict[str, Engine]:
    """The engines of ``compare`` by the names of its rows; one with several weights is several engines."""
    names: Sequence[str] = given.engines
    options, weights = _options(given), given.weight or []
    _refuse_strangers({**options, "weight": weights} if len(weights) > 0 else options, names)
    engines: dict[str, Engine] = {}
    for name in names:
        if len(weights) == 0 or "weight" not in _parameters(name):
            engines[name] = _engine(name, options)
            continue
        for weight in weights:
            engines[f"{name} {weight}"] = _engine(name, {**options, "weight": weight})
    return engines


def _options(given: Namespace) -> dict[str, Any]:  # Any: each parameter has its own type
    options: dict[str, Any] = {}
    if given.tie_break is not None:
        options["tie_break"] = TieBreak(given.tie_break)
    if given.reopen is not None:
        options["reopen"] = given.reopen
    if given.cycle_check is not None:
        options["cycle_check"] = CycleCheck[given.cycle_check.upper()]
    return options


def _engine(name: str, options: Mapping[str, Any], engines: Mapping[str, type[Engine]] = ENGINES) -> Engine:
    kind: Any = engines[name]  # Any: the parameters differ from engine to engine
    engine: Engine = kind(**{option: value for option, value in options.items() if option in _parameters(name)})
    return engine


def _parameters(name: str) -> set[str]:
    kind: Any = ENGINES[name]  # Any: every engine is a dataclass, which the type of the mapping does not say
    return {field.name for field in fields(kind) if field.init}  # what is no choice of the engine's user is no option


def _refuse_strangers(options: Mapping[str, Any], names: Sequence[str]) -> None:
    for option in options:
        if not any(option in _parameters(name) for name in names):
            takers = [name for name in ENGINES if option in _parameters(name)]
            word = option.replace("_", "-")
            raise UsageError(f"--{word} means nothing to {' or '.join(names)}; it is for {', '.join(takers)}")
