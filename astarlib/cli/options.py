"""The options that several commands share: heuristic, engine, limits and output."""

from __future__ import annotations

import math
from argparse import Namespace, _ArgumentGroup

from astarlib._support.memory import resident_memory
from astarlib.cli import argument_types
from astarlib.cli.engines import EngineNames, add_engine_options, engine_name
from astarlib.cli.errors import UsageError
from astarlib.cli.parser import Parser, ProblemArguments
from astarlib.engines import ENGINES
from astarlib.limits import Limits


def add_engine(parser: Parser, problem: ProblemArguments) -> _ArgumentGroup:
    """Add the options of a command that runs one engine."""
    engine = parser.add_argument_group("engine")
    engine.add_argument(
        "--engine",
        type=engine_name,
        choices=EngineNames(ENGINES),
        metavar="NAME",
        help=f"{', '.join(ENGINES)}, the name of another package's engine, or module:Class (default: astar)",
    )
    add_heuristic(engine, problem)
    add_engine_options(
        engine.add_argument,
        weight=argument_types.weight,
        weight_help="heuristic weight, at least 1 (selects weighted-astar)",
    )
    return engine


def add_heuristic(group: _ArgumentGroup, problem: ProblemArguments) -> None:
    """Add ``--heuristic`` if the problem has a choice."""
    names = problem.heuristics
    if problem.takes_function:
        group.add_argument("--heuristic", metavar="MODULE:FUNCTION", help="heuristic that replaces the problem's own")
    elif len(names) > 0:
        group.add_argument(
            "--heuristic",
            type=argument_types.one_of(names, "heuristic"),
            choices=names,
            metavar="NAME",
            help=f"{', '.join(names)} (default: {problem.default_heuristic})",
        )


def add_limits(parser: Parser) -> None:
    """Add the options that limit a search."""
    limits = parser.add_argument_group("limits")
    count = argument_types.count
    limits.add_argument(
        "--max-expanded", type=count, default=math.inf, metavar="N", help="maximum number of expansions"
    )
    limits.add_argument(
        "--max-generated", type=count, default=math.inf, metavar="N", help="maximum number of generated successors"
    )
    limits.add_argument(
        "--max-stored", type=count, default=math.inf, metavar="N", help="maximum number of stored states"
    )
    limits.add_argument(
        "--max-cost", type=argument_types.cost, default=math.inf, metavar="C", help="maximum cost of a solution"
    )
    limits.add_argument(
        "--solutions",
        type=argument_types.at_least_one,
        default=math.inf,
        metavar="N",
        help="stop after N solutions of an anytime engine such as ara-star",
    )
    limits.add_argument(
        "--within",
        type=argument_types.factor,
        default=1,
        metavar="W",
        help="stop an anytime engine when its solution is proved to cost at most W times the optimum",
    )
    limits.add_argument(
        "--seconds", type=argument_types.seconds, default=math.inf, metavar="S", help="maximum wall-clock time"
    )
    limits.add_argument(
        "--memory", type=argument_types.size, metavar="SIZE", help="maximum memory of the process, such as 500M"
    )


def limits_of(given: Namespace) -> Limits:
    """Return the limits of the arguments; raise UsageError if the system can't report the memory in use."""
    if given.memory is not None:
        try:
            resident_memory()
        except NotImplementedError as error:
            raise UsageError(f"--memory: {error}") from error
    return Limits(
        expanded=given.max_expanded,
        generated=given.max_generated,
        stored=given.max_stored,
        cost=given.max_cost,
        solutions=given.solutions,
        within=given.within,
        seconds=given.seconds,
        memory=math.inf if given.memory is None else given.memory,
    )


def add_output(parser: Parser) -> _ArgumentGroup:
    """Add the options for the report of one search."""
    output = parser.add_argument_group("output")
    output.add_argument(
        "--trace", nargs="?", const=1, type=argument_types.interval, metavar="N", help="show every N-th expansion"
    )
    output.add_argument("--json", action="store_true", help="print the result as JSON")
    output.add_argument("--quiet", action="store_true", help="print only the outcome, and no progress bar")
    return output
