"""``astarlib engines``: all engines, with their guarantees and parameters."""

from __future__ import annotations

import json
import math
import textwrap
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any, Final, NamedTuple

from astarlib import compiled
from astarlib._support.interrupts import raise_if_from_handler
from astarlib.cli.engine_parameters import format_value, parameters_of
from astarlib.cli.errors import in_one_line
from astarlib.cli.output import print_message, print_result
from astarlib.cli.parser import ExitCode, Parser, PlainCommand
from astarlib.engines import ENGINES, Engine
from astarlib.engines.registry import ENGINE_GROUPS, load_provided_engine, package_of, provided_engines
from astarlib.searching import Guarantee

_WIDTH: Final = 100
_OTHERS: Final = "Engines of other packages"
_ALL: Final = (
    "In a finite state space, each engine finds a solution or proves that none exists, unless it says that it may give "
    "up. The first engine of a group is the usual choice."
)


def add_arguments(parser: Parser) -> None:
    """Add the options of ``engines``."""
    parser.add_argument("--json", action="store_true", help="print the engines as JSON")


class _Entry(NamedTuple):
    """An engine of the list."""

    name: str
    package: str
    kind: type[Engine]
    group: str

    def guarantee(self) -> Guarantee | None:
        """Return the guarantee with the default parameters, or None if a parameter has no default."""
        try:
            return self.kind().guarantee
        except (TypeError, ValueError):
            return None


def engines(given: Namespace) -> ExitCode:
    """Print all engines: built-in and compiled ones, then those of other packages."""
    entries = list(_entries())
    if given.json:
        print_result(json.dumps([_members(entry) for entry in entries], indent=2, allow_nan=False))
        return ExitCode.SOLVED
    title = ""
    for entry in entries:
        if entry.group != title:
            title = entry.group
            print_result(f"{title.upper()}\n")
        print_result(f"{_text(entry)}\n")
    print_result(textwrap.fill(_ALL, _WIDTH))
    return ExitCode.SOLVED


def _entries() -> Iterator[_Entry]:
    for group, names in ENGINE_GROUPS.items():
        for name in names:
            yield _Entry(name, "astarlib", ENGINES[name], group)
    for entry_point in provided_engines():
        try:
            yield _Entry(entry_point.name, package_of(entry_point), load_provided_engine(entry_point), _OTHERS)
        except ImportError as error:
            raise_if_from_handler(error)
            print_message(f"astarlib: warning: {in_one_line(str(error))}")


def _text(entry: _Entry) -> str:
    guarantee = entry.guarantee()
    compiled_too = " (also with --compiled)" if entry.name in compiled.ENGINES else ""
    origin = "" if entry.package == "astarlib" else f" (package {entry.package})"
    formula = "" if entry.kind.formula == "" else f": {entry.kind.formula}"
    lines = [f"{entry.name}{formula}{compiled_too}{origin}"]
    if guarantee is not None:
        lines.append(guarantee.describe(complete=False))
    parameters = ", ".join(map(str, parameters_of(entry.kind).values()))
    lines.append(f"Parameters: {parameters or 'none'}")
    return "\n".join([lines[0], *(textwrap.indent(textwrap.fill(line, _WIDTH), "  ") for line in lines[1:])])


def _members(entry: _Entry) -> dict[str, Any]:  # Any: JSON values
    guarantee = entry.guarantee()
    return {
        "name": entry.name,
        "group": entry.group,
        "package": entry.package,
        "class": _path(entry.kind),
        "compiled": _path(compiled.ENGINES[entry.name]) if entry.name in compiled.ENGINES else None,
        "formula": entry.kind.formula,
        "guarantee": None if guarantee is None else _guarantee_members(guarantee),
        "complexity": entry.kind.complexity,
        "reference": entry.kind.reference,
        "parameters": [
            {
                "name": parameter.name,
                "values": parameter.expected(),
                "default": None if parameter.default is MISSING else format_value(parameter.default),
            }
            for parameter in parameters_of(entry.kind).values()
        ],
    }


def _guarantee_members(guarantee: Guarantee) -> dict[str, Any]:
    values = {field.name: getattr(guarantee, field.name) for field in fields(guarantee)}
    members = {name: value if isinstance(value, bool | int | float) else value.value for name, value in values.items()}
    members["factor"] = None if guarantee.factor == math.inf else float(guarantee.factor)
    return {**members, "text": guarantee.describe()}


def _path(kind: type[Engine]) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


COMMAND: Final = PlainCommand(
    "list all engines with their guarantees and parameters", "engines", add_arguments, engines
)
