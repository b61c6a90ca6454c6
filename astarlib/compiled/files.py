"""The file of a saved compiled search: a checkpoint whose payload is arrays of numbers. Reading it runs no code."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final
from zipfile import ZipFile

from numpy.lib.format import write_array

from astarlib._support.checksummed_file import Hashing
from astarlib.checkpoint import ARRAYS, CHECKPOINT
from astarlib.compiled.engines import ENGINES
from astarlib.compiled.saved_arrays import read_arrays
from astarlib.engines.cycle_check import CycleCheck
from astarlib.engines.engine import Engine
from astarlib.engines.tie_break import TieBreak
from astarlib.errors import CheckpointError
from astarlib.problem import class_name
from astarlib.search import Search

_KINDS: Final[Mapping[str, Any]] = {"Fraction": Fraction, "Decimal": Decimal}
_ENUMS: Final[Mapping[str, type[Enum]]] = {"TieBreak": TieBreak, "CycleCheck": CycleCheck}


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
            "class": _name_of(type(engine)),
            "parameters": {name: _to_json(name, value) for name, value in parameters.items()},
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
    """Return what ``Search.load`` takes.

    Parameters
    ----------
    path:
        The file, for messages.
    told:
        What its header says of the engine.
    arrays:
        Its payload.

    Raises
    ------
    CheckpointError
        When the header names no compiled engine of this process, or the arrays can't be read.
    """
    try:
        parameters = {name: _from_json(value) for name, value in told["parameters"].items()}
        engine, seconds = _engine_class(told["class"])(**parameters), float(told["seconds"])
        if not 0 <= seconds < math.inf:
            raise ValueError(f"seconds are {seconds!r}")
    except (AttributeError, LookupError, TypeError, ValueError, ArithmeticError) as error:
        raise CheckpointError(
            f"the checkpoint {path} names no known engine: {told!r}. If the engine is a class of your own, import it "
            "before you load the checkpoint"
        ) from error
    return {"engine": engine, "seconds": seconds, "search": read_arrays(arrays)}


# --- engines ----------------------------------------------------------------------------------------------------------


def _name_of(kind: type[Engine]) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _engine_class(name: str) -> type[Engine]:
    """Return the compiled engine of that name, if this process has it; nothing is imported for a file."""
    module, _, path = name.partition(":")
    try:
        found: Any = attrgetter(path)(sys.modules[module])
    except (AttributeError, KeyError):  # a class inside a function
        found = None
    classes = list(_with_subclasses(*ENGINES.values()))
    return found if found in classes else {_name_of(kind): kind for kind in classes}[name]


def _with_subclasses(*kinds: type[Engine]) -> Iterator[type[Engine]]:
    for kind in kinds:
        yield kind
        yield from _with_subclasses(*kind.__subclasses__())


# --- parameters, as JSON has them -------------------------------------------------------------------------------------


def _to_json(name: str, value: Any) -> Any:  # Any: a parameter
    """Return a number or an enum's member as JSON can hold it."""
    kind = type(value).__name__
    if kind in _ENUMS:
        return {kind: value.name}
    if kind in _KINDS:
        return {kind: str(value)}
    if hasattr(value, "item") and type(value).__module__ == "numpy":
        value = value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise CheckpointError(
        f"this search cannot be saved: its engine has {name}={value!r}, and a checkpoint of a compiled search holds "
        "numbers, texts, TieBreak and CycleCheck only"
    )


def _from_json(value: Any) -> Any:  # Any: likewise
    """Return the parameter of a number or of an enum's member."""
    if not isinstance(value, dict):
        return value
    [(kind, text)] = value.items()
    return _ENUMS[kind][text] if kind in _ENUMS else _KINDS[kind](text)
