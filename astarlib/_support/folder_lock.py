"""A lock of a folder, so that two processes don't write to it. It ends with the process that holds it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final
from weakref import WeakSet, finalize

from astarlib._support.interrupts import raise_if_from_handler

LOCK: Final = "lock"
"""The name of the file that is locked."""
_NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""The flag to refuse a link, which would create a file outside the folder. Windows doesn't have it."""


class FolderLock:
    """The lock of a folder until `release`.
    BlockingIOError if another search has it, OSError if it can't be written.
    """

    def __init__(self, folder: Path) -> None:
        try:
            file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o666)
        except OSError as error:
            raise_if_from_handler(error)
            raise OSError(
                error.errno,
                f"the folder {folder} can't be used ({error.strerror}); a search needs a folder in which it can create "
                "files",
            ) from error
        self._unlock: finalize[[int], FolderLock] = finalize(self, os.close, file)  # Also if it's deleted.
        _LOCKS.add(self)
        try:
            _lock(file)
        except BaseException as error:
            self.release()
            raise_if_from_handler(error)
            raise BlockingIOError(
                f"the folder {folder} is in use by another search; close it, or wait until its process ends"
            ) from error

    @property
    def is_held(self) -> bool:
        """True until `release`. A process that was forked from the one that holds the lock doesn't hold it."""
        return self._unlock.alive

    def release(self) -> None:
        """Release the lock. A repeated call has no effect."""
        self._unlock()


_LOCKS: Final[WeakSet[FolderLock]] = WeakSet()
"""The locks of this process."""


def _give_up_locks() -> None:
    """Release the copies of the parent's locks in a process that was just forked. The parent still holds its locks."""
    for lock in list(_LOCKS):
        lock.release()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_give_up_locks)


def _lock(file: int) -> None:
    """Lock a file exclusively; OSError if it's locked."""
    if sys.platform == "win32":
        import msvcrt  # Other systems don't have this module.

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        from fcntl import LOCK_EX, LOCK_NB, flock  # Windows doesn't have this module.

        flock(file, LOCK_EX | LOCK_NB)
