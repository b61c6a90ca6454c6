"""`Disk`: the folder and the memory of a search whose states are in files."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["Disk"]

FULL_DISK: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
"""The error numbers of a disk, quota or file that can't grow."""


@dataclass(frozen=True, slots=True, repr=False)
class Disk:
    """A folder for the states of a search that needs more memory than there is.

    Pass it to ``compiled.AStar``, ``compiled.Dijkstra`` or ``explore``. The folder is also the checkpoint of the
    search: after a crash or a kill, ``Search.load(folder, problem)`` continues. Delete the folder when you no longer
    need the search.

    Parameters
    ----------
    folder:
        A folder that is empty or doesn't exist. Its disk needs room for all states of the search: 8 bytes for each word
        of a state, and about twice as much at times.
    memory:
        The number of bytes for the arrays of the search. The default is 1 GiB. Python, numba and the tables of the
        problem take about 0.2 GB more. To continue with another number, use
        ``Search.load(folder, problem, engine=...)``.

    Raises
    ------
    ValueError, TypeError
        If ``folder`` is empty or not a path, or ``memory`` isn't a whole number > 0.

    Examples
    --------
    >>> import tempfile
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     compiled.AStar(storage=compiled.Disk(folder, memory=2**24)).search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1")).cost
    31
    """

    folder: Path
    memory: int = 2**30

    def __init__(self, folder: str | os.PathLike[str], memory: int = 2**30) -> None:
        if not isinstance(folder, str | os.PathLike) or not isinstance(os.fspath(folder), str):
            raise TypeError(f"folder must be a path, for example Disk('search'), not {folder!r}")
        if os.fspath(folder) == "":
            raise ValueError("folder must be a path, for example Disk('search'), not ''")
        if not isinstance(memory, int) or isinstance(memory, bool):
            raise TypeError(f"memory must be a number of bytes, for example 4 * 2**30, not {memory!r}")
        if memory <= 0:
            raise ValueError(f"memory must be a positive number of bytes, for example 4 * 2**30, not {memory!r}")
        object.__setattr__(self, "folder", Path(folder))
        object.__setattr__(self, "memory", memory)

    def __repr__(self) -> str:
        return f"Disk({os.fspath(self.folder)!r}, memory={self.memory})"
