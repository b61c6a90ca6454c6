"""The file of a saved compiled search: a checkpoint whose payload is arrays of numbers. Reading it runs no code."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final
from zipfile import ZipFile

import numpy as np
from numpy.lib.format import write_array

from astarlib.checkpoint import ARRAYS, CHECKPOINT
from astarlib.compiled.engines import ENGINES
from astarlib.engines.cycle_check import CycleCheck
from astarlib.engines.tie_break import TieBreak
from astarlib.errors import CheckpointError
from astarlib.problem import class_name
from astarlib.sealed_file import Hashing
from astarlib.search import Search

_ENUMS: Final = {"tie_break": TieBreak, "cycle_check": CycleCheck}
_BY_CLASS: Final = {engine.__name__: engine for engine in ENGINES.values()}


def write(path: str | os.PathLike[str], search: Search[Any, Any], arguments: object, arrays: Mapping[str, Any]) -> None:
    """Write a checkpoint in one step; the arrays are those of ``np.savez``, which would need a copy of them all."""
    engine: Any = search.engine  # Any: a dataclass
    parameters = {field.name: attrgetter(field.name)(engine) for field in fields(engine) if field.init}
    header = {
        "engine": repr(engine),
        "problem": class_name(search.problem),
        "expanded": search.statistics.expanded,
        "stored": search.statistics.stored,
        "arguments": arguments,
        ARRAYS: {
            "class": type(engine).__name__,
            "parameters": {name: value.name if name in _ENUMS else value for name, value in parameters.items()},
            "seconds": search.statistics.seconds,
        },
    }

    def dump(body: Hashing) -> None:
        with ZipFile(body, "w") as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    write_array(member, array, allow_pickle=False)

    CHECKPOINT.write_by(path, header, dump)


def payload_of_arrays(path: str | os.PathLike[str], told: Any, arrays: bytes) -> dict[str, Any]:
    """What ``Search.load`` takes; ``told`` is what the header says of them, CheckpointError when that is wrong."""
    try:
        parameters = {
            name: _ENUMS[name][value] if name in _ENUMS else value for name, value in told["parameters"].items()
        }
        engine, seconds = _BY_CLASS[told["class"]](**parameters), float(told["seconds"])
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"the checkpoint {path} names no known engine: {told!r}") from error
    with np.load(io.BytesIO(arrays), allow_pickle=False) as members:
        return {"engine": engine, "seconds": seconds, "search": dict(members)}
