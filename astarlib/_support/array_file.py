"""Read arrays of numbers from an untrusted numpy archive."""

from __future__ import annotations

import io
import math
from typing import Any, Final
from zipfile import ZipFile

import numpy as np
from numpy.lib import format as npy

from astarlib._support.interrupts import raise_if_from_handler

_MAX_HEADER_BYTES: Final = 10_000


def read_arrays(file: bytes) -> dict[str, Any]:
    """Return the arrays of an uncompressed numpy archive (``.npz``), given as bytes.
    Raise ValueError if it isn't such an archive, or the arrays would take more memory than it has bytes.
    """
    try:
        with ZipFile(io.BytesIO(file)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > len(file):
                raise ValueError("the archive is compressed; expected an uncompressed one")
            return {member.filename.removesuffix(".npy"): _array(archive.read(member)) for member in members}
    except MemoryError:
        raise
    except Exception as error:  # zipfile and numpy raise errors of many types for a damaged file.
        raise_if_from_handler(error)
        raise ValueError(f"the arrays can't be read: {error}") from error


def _array(content: bytes) -> Any:
    file = io.BytesIO(content)
    read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[npy.read_magic(file)]
    shape, _, kind = read(file, max_header_size=_MAX_HEADER_BYTES)
    if kind.hasobject or len(shape) > 1:
        raise ValueError(f"an array has the type {kind} and the shape {shape}; expected one dimension of numbers")
    count = math.prod(shape)
    if count < 0 or count * kind.itemsize != len(content) - file.tell():
        raise ValueError(f"the data of an array doesn't fit its shape {shape}")
    return np.frombuffer(content, kind, count, file.tell()).reshape(shape)
