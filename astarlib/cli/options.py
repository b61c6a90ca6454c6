"""The options that several commands share: heuristic, engine, limits and output."""

from __future__ import annotations

import math
from argparse import Namespace, _ArgumentGroup
from collections.abc import Callable, Mapping
from typing import Any, Final

from astarlib._support.memory import resident_memory
from astarlib.cli import argument_types
from astarlib.cli.engines import EngineNames, add_engine_options, engine_name
from astarlib.cli.errors import UsageError
from astarlib.cli.parser import Parser, ProblemArguments
from astarlib.engines import ENGINES
from astarlib.engines.registry import BASIC_ENGINES
from astarlib.limits import Limits

_LIMITS: Final[Mapping[str, tuple[Callable[[str], float], float | None, str, str]]] = {
    "--max-expanded": (argument_types.count, math.inf, "N", "maximum number of expansions"),
    "--max-generated": (argument_types.count, math.inf, "N", "maximum number of generated successors"),
    "--max-stored": (argument_types.count, math.inf, "N", "maximum number of stored states"),
    "--max-cost": (argument_types.cost, math.inf, "C", "maximum cost of a solution"),
    "--solutions": (
        argument_types.at_least_one, math.inf, "N", "stop after N solutions of an anytime engine such as ara-star"
    ),
    "--within": (
        argument_types.factor, 1, "W",
        "stop an anytime engine when its solution is proved to cost at most W times the optimum",
    ),
    "--seconds": (argument_types.seconds, math.inf, "S", "maximum wall-clock time"),
    "--memory": (argument_types.size, None, "SIZE", "maximum memory of the process, such as 500M"),
}  # fmt: skip
"""The options that limit a search: their types, defaults, names of values and help. Each is named after a limit."""


_OF_SOLUTIONS: Final = ("--solutions", "--within")
SOME_ENGINES: Final = (
    f"{', '.join(BASIC_ENGINES)}, or one of {len(ENGINES) - len(BASIC_ENGINES)} others (see astarlib engines); "
    "also an engine of another package, module:Class or file.py:Class"
)
"""The help on names of engines. A list of all of them would be overwhelming."""


def add_engine(parser: Parser, problem: ProblemArguments) -> _ArgumentGroup:
    """Add the options of a command that runs one engine."""
    engine = parser.add_argument_group("engine")
    engine.add_argument(
        "--engine",
        type=engine_name,
        choices=EngineNames(ENGINES),
        metavar="NAME",
        help=f"{SOME_ENGINES} (default: astar)",
    )
    add_heuristic(engine, problem)
    add_engine_options(
        parser, weight=argument_types.weight, weight_help="heuristic weight, at least 1 (selects weighted-astar)"
    )
    return engine


def add_heuristic(group: _ArgumentGroup, problem: ProblemArguments) -> None:
    """Add ``--heuristic`` if the problem has a choice."""
    names = problem.heuristics
    if problem.takes_function:
        group.add_argument(
            "--heuristic",
            metavar="MODULE:FUNCTION",
            help="heuristic that replaces the problem's own; also FILE.py:FUNCTION",
        )
    elif len(names) > 0:
        group.add_argument(
            "--heuristic",
            type=argument_types.one_of(names, "heuristic"),
            choices=names,
            metavar="NAME",
            help=f"{', '.join(names)} (default: {problem.default_heuristic})",
        )


def add_limits(parser: Parser, *, has_solutions: bool = True) -> None:
    """Add the options that limit a search. Without ``has_solutions``, leave out those about solutions."""
    limits = parser.add_argument_group("limits")
    for option, (kind, default, metavar, text) in _LIMITS.items():
        if not has_solutions and option in _OF_SOLUTIONS:
            parser.set_defaults(**{option[2:]: default})
            continue
        limits.add_argument(option, type=kind, default=default, metavar=metavar, help=text)


def limits_of(given: Namespace) -> Limits:
    """Return the limits of the arguments; raise UsageError if the system can't report the memory in use."""
    if given.memory is not None:
        try:
            resident_memory()
        except NotImplementedError as error:
            raise UsageError(f"--memory: {error}") from error
    values: dict[str, Any] = {}  # Any: the types of the limits
    for option in _LIMITS:
        value = getattr(given, option[2:].replace("-", "_"))
        values[option[2:].removeprefix("max-")] = math.inf if value is None else value
    return Limits(**values)


def add_output(parser: Parser) -> _ArgumentGroup:
    """Add the options for the report of one search."""
    output = parser.add_argument_group("output")
    output.add_argument(
        "--trace", nargs="?", const=1, type=argument_types.interval, metavar="N", help="show every N-th expansion"
    )
    output.add_argument("--json", action="store_true", help="print the result as JSON")
    output.add_argument("--quiet", action="store_true", help="print only the outcome, and no progress bar")
    return output
