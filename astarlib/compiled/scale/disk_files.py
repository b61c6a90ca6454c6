"""The files of a search on disk: a folder with a lock, a manifest, and lists of packed states.

A list is a file of 64-bit words. Its length and its checksum are in the manifest. A list that is being written has the
ending ``.part``.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np

from astarlib._support.folder_lock import LOCK, FolderLock
from astarlib._support.interrupts import raise_if_from_handler
from astarlib.checkpoint import MANIFEST
from astarlib.compiled.codegen.specialize import compile_module
from astarlib.errors import CheckpointError
from astarlib.searching.disk import FULL_DISK

_LIST: Final = re.compile(r"\d+-\d+-\d+\.(runs|states|part)")
_FIRST: Final = re.compile(r"0-\d+-1\.runs")
"""The list of the initial state. It's left without a manifest by a process that was killed when it began."""
_DRAFT: Final = re.compile(rf"\.{MANIFEST}\..*\.tmp")
_CHUNK: Final = 1 << 17
"""The number of words that are read at a time to compute a checksum."""


def list_kernels() -> Any:  # Any: a namespace of numba dispatchers
    """Return the functions for sorted lists."""
    entries = (
        "distribute",
        "insert",
        "sort_part",
        "sort_words",
        "compare",
        "unique",
        "mark",
        "remove_marked",
        "upper_bound",
        "scatter",
        "checksum",
        "count_ids",
    )
    return compile_module("astarlib.compiled.kernels.sorted_states", entries)


class DiskFolder:
    """The folder of one search, locked until `close`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size: int = 0
        """The number of bytes of all lists."""
        self.was_open = False
        """True if this object has written or read a manifest in the folder."""
        self._lock: FolderLock | None = None
        self._written: set[str] = set()
        """The lists to be synchronized with the disk."""

    # --- open and close -----------------------------------------------------------------------------------------------

    def create(self) -> None:
        """Create and lock the folder. Raise FileExistsError if it has files, and OSError if it's in use."""
        with self._says_why():
            self.path.mkdir(parents=True, exist_ok=True)
            found = {each.name for each in self.path.iterdir() if _DRAFT.fullmatch(each.name) is None}
        if MANIFEST in found:
            raise self._has_search()
        begun = {name for name in found if _FIRST.fullmatch(name) is not None}
        others = found - begun - {LOCK}
        if len(others) > 0:
            raise FileExistsError(
                f"the folder {self.path} has other files, for example {min(others)}; pass a folder that is empty or "
                "doesn't exist"
            )
        self.lock()
        if self.manifest.exists():  # Another process has written it since.
            self.close()
            raise self._has_search()
        for name in begun:
            self.remove(name)
        self.size = 0

    def _has_search(self) -> FileExistsError:
        return FileExistsError(
            f"the folder {self.path} has a search already; continue it with Search.load(folder, problem), or delete "
            "the folder"
        )

    def lock(self) -> None:
        """Lock the folder; BlockingIOError if another search has locked it."""
        self._lock = FolderLock(self.path)  # It also ends when the search is deleted.

    @property
    def manifest(self) -> Path:
        """The path of the manifest."""
        return self.path / MANIFEST

    @property
    def is_open(self) -> bool:
        """True if this object holds the lock. A copy in a forked process doesn't hold it."""
        return self._lock is not None and self._lock.is_held

    def close(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def require_lock(self) -> None:
        """Raise BlockingIOError if the files belong to another process, from which this one was forked."""
        if not self.is_open:
            raise BlockingIOError(
                f"the folder {self.path} is in use by the process that this one was forked from; continue the search "
                "there, or close it there and run it here"
            )

    # --- lists --------------------------------------------------------------------------------------------------------

    def append(self, name: str, words: Any) -> None:  # Any: numpy's array
        """Add words to the end of a list."""
        self.require_lock()
        with self.says_full(), (self.path / name).open("ab", buffering=0) as file:
            self._written.add(name)
            rest = memoryview(words).cast("B")
            while len(rest) > 0:
                count = file.write(rest)
                self.size += count
                rest = rest[count:]

    def read(self, name: str, first: int, words: Any) -> None:
        """Fill an array with the words of a list from word number ``first`` on."""
        with (self.path / name).open("rb", buffering=0) as file:
            file.seek(8 * first)
            rest = memoryview(words).cast("B")
            while len(rest) > 0:
                count = file.readinto(rest)
                if count == 0:
                    raise CheckpointError(f"the file {self.path / name} is too short: it has changed during the search")
                rest = rest[count:]

    def rename(self, name: str, target: str) -> None:
        """Give a complete list its final name. An old list of that name is replaced."""
        self.require_lock()
        (self.path / name).replace(self.path / target)
        self._written.discard(name)
        self._written.add(target)

    def remove(self, name: str) -> None:
        """Remove a list if it exists."""
        self.require_lock()
        path = self.path / name
        if path.exists():
            self.size -= path.stat().st_size
            path.unlink()
        self._written.discard(name)

    def synchronize(self) -> None:
        """Wait until all written lists, and their names, are on the disk."""
        self.require_lock()
        with self.says_full():
            for name in sorted(self._written):
                with (self.path / name).open("rb+", buffering=0) as file:
                    os.fsync(file.fileno())
            if sys.platform != "win32":  # Windows can't open folders.
                folder = os.open(self.path, os.O_RDONLY)
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)
        self._written.clear()

    def keep_only(self, lengths: Mapping[str, int]) -> None:
        """Remove all lists but those named, and shorten these to their numbers of words.
        Raise CheckpointError if a list is missing or too short, or is a link to another file.
        """
        self.require_lock()
        self.check_lengths(lengths)
        for each in self.path.iterdir():
            if each.name in lengths:
                if each.stat().st_size > 8 * lengths[each.name]:
                    os.truncate(each, 8 * lengths[each.name])
            elif _LIST.fullmatch(each.name) is not None:
                each.unlink()
        self._written &= lengths.keys()
        self.size = 8 * sum(lengths.values())

    def check_lengths(self, lengths: Mapping[str, int]) -> None:
        """Raise CheckpointError if a list is missing or too short, or is a link to another file."""
        for name, length in lengths.items():
            path = self.path / name
            if path.is_symlink():
                raise CheckpointError(f"the file {path} is a link; copy the file to which it leads into the folder")
            if not path.is_file():
                raise CheckpointError(f"the file {path} is missing; the search can't continue without it")
            size = path.stat().st_size
            if size < 8 * length:
                raise CheckpointError(f"the file {path} is damaged: it has {size:,} bytes; expected {8 * length:,}")

    def checksum(self, name: str, length: int) -> tuple[int, int]:
        """Return the checksum of the first words of a list."""
        checksum, sums, words = list_kernels().checksum, np.zeros(2, np.uint64), np.empty(_CHUNK, np.uint64)
        for first in range(0, length, _CHUNK):
            count = min(_CHUNK, length - first)
            self.read(name, first, words[:count])
            checksum(words, count, sums)
        return int(sums[0]), int(sums[1])

    @contextmanager
    def _says_why(self) -> Iterator[None]:
        """Name the folder, and say what is expected of it, in an error of the system."""
        try:
            yield
        except OSError as error:
            raise_if_from_handler(error)
            raise OSError(
                error.errno,
                f"the folder {self.path} can't be used ({error.strerror}); a search needs a folder in which it can "
                "create files",
            ) from error

    @contextmanager
    def says_full(self) -> Iterator[None]:
        """Name the folder, and say what to do, in the error of a full disk."""
        try:
            yield
        except OSError as error:
            raise_if_from_handler(error)
            if error.errno not in FULL_DISK:
                raise
            raise OSError(
                error.errno,
                f"the disk of {self.path} is full ({os.strerror(error.errno)}), and the search has stopped after "
                f"{self.size:,} bytes. Nothing is lost: free some space, and then run the search again or continue it "
                "with Search.load(folder, problem)",
            ) from error
