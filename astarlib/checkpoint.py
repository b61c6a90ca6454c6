"""The file of a saved search.

A checkpoint is **trusted input**: its payload is unpickled, and unpickling can run code. Load only checkpoints that
you, or someone you trust, have saved.
"""

from __future__ import annotations

import importlib
import os
from typing import Any, Final

from astarlib._support.checksummed_file import ChecksummedFormat
from astarlib.errors import CheckpointError
from astarlib.problem import class_name

CHECKPOINT = ChecksummedFormat(
    "checkpoint", 3, CheckpointError, "this search cannot be saved, for a state, an action or the engine"
)

ARRAYS: Final = "arrays"
"""In the header of a checkpoint whose payload is not pickled: what is to be known of its arrays."""


def read_arguments(path: str | os.PathLike[str]) -> Any:  # Any: what JSON can say
    """What ``Search.save`` was given as ``arguments``, once the whole file has been checked; None without any.

    Nothing is unpickled for it.

    Raises
    ------
    CheckpointError
        When the file is no checkpoint, of another format, or damaged.
    OSError
        When it cannot be read.
    """
    return CHECKPOINT.header(path).get("arguments")


def payload_of(path: str | os.PathLike[str], problem: object) -> Any:  # Any: see checksummed_file
    """What a checkpoint holds; CheckpointError when it is damaged, or of a problem of another class."""
    header, body = CHECKPOINT.read(path)
    if header.get("problem") != class_name(problem):
        raise CheckpointError(
            f"the checkpoint {path} is of another problem: it was saved with {header.get('problem')}, "
            f"not {class_name(problem)}"
        )
    if ARRAYS in header:  # by name, for compiled engines are in a room above this
        return importlib.import_module("astarlib.compiled.files").payload_of_arrays(path, header[ARRAYS], body)
    return CHECKPOINT.unpack(path, body)
