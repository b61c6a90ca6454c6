"""Arrays of numbers in an archive that isn't trusted."""

from __future__ import annotations

import io
import math
from typing import Any, Final
from zipfile import ZipFile

import numpy as np
from numpy.lib import format as npy

_MAX_HEADER: Final = 10_000  # bytes


def read_arrays(file: bytes) -> dict[str, Any]:
    """Return the arrays of an archive of numpy's that isn't compressed.

    Raises
    ------
    ValueError
        When it is another kind of file, or would take more memory than it has bytes.
    """
    try:
        with ZipFile(io.BytesIO(file)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > len(file):
                raise ValueError("they are compressed; expected them as they are")
            return {member.filename.removesuffix(".npy"): _array(archive.read(member)) for member in members}
    except MemoryError:
        raise
    except Exception as error:  # zipfile and numpy raise errors of many kinds where a file is wrong
        raise ValueError(f"the arrays can't be read: {error}") from error


def _array(content: bytes) -> Any:
    file = io.BytesIO(content)
    read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[npy.read_magic(file)]
    shape, _, kind = read(file, max_header_size=_MAX_HEADER)
    if kind.hasobject or len(shape) > 1:
        raise ValueError(f"there is an array of {kind} of shape {shape}; expected numbers in a row")
    count = math.prod(shape)
    if count < 0 or count * kind.itemsize != len(content) - file.tell():
        raise ValueError(f"there is an array of another length than it says, {shape}")
    return np.frombuffer(content, kind, count, file.tell()).reshape(shape)
