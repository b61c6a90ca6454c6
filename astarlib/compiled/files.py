"""The file of a saved compiled search: a readable header, and arrays of numbers. Reading it runs no code."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from astarlib.engines.cycle_check import CycleCheck
from astarlib.engines.tie_break import TieBreak
from astarlib.errors import CheckpointError
from astarlib.result import Statistics
from astarlib.sealed_file import SealedFormat

CHECKPOINT: Final = SealedFormat("compiled-checkpoint", 1, CheckpointError, "this search cannot be saved, for a number")
_ENUMS: Final = {"tie_break": TieBreak, "cycle_check": CycleCheck}


def write(path: str | os.PathLike[str], engine: Any, problem: object, statistics: Statistics, arrays: bytes) -> None:
    """Write a checkpoint in one step. Any: an engine that is a dataclass."""
    parameters = {field.name: attrgetter(field.name)(engine) for field in fields(engine) if field.init}
    header = {
        "engine": type(engine).__name__,
        "parameters": {name: value.name if name in _ENUMS else value for name, value in parameters.items()},
        "problem": _class_name(problem),
        "expanded": statistics.expanded,
        "stored": statistics.stored,
        "seconds": statistics.seconds,
    }
    CHECKPOINT.write_by(path, header, lambda body: body.write(arrays))


def read(path: str | os.PathLike[str], problem: object) -> tuple[Any, float, bytes]:
    """The engine, its seconds and the arrays of a checkpoint; CheckpointError when it is of another problem."""
    from astarlib.compiled import engines  # noqa: PLC0415  # whose searches are saved here

    header, arrays = CHECKPOINT.read(path)
    if header.get("problem") != _class_name(problem):
        raise CheckpointError(
            f"the checkpoint {Path(path)} is of another problem: it was saved with {header.get('problem')}, not "
            f"{_class_name(problem)}"
        )
    try:
        kind = engines.ENGINES_BY_CLASS[header["engine"]]
        parameters = {
            name: _ENUMS[name][value] if name in _ENUMS else value for name, value in header["parameters"].items()
        }
        return kind(**parameters), float(header["seconds"]), arrays
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(
            f"the checkpoint {Path(path)} names no engine that is known: {json.dumps(header)}"
        ) from error


def _class_name(problem: object) -> str:
    return f"{type(problem).__module__}.{type(problem).__qualname__}"
