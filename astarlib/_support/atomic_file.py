"""Write files in one step, so that a reader finds either the old file or the complete new one."""

from __future__ import annotations

import errno
import itertools
import os
import re
import sys
from _thread import get_ident  # The module threading takes longer to load.
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from astarlib._support.interrupts import ignored

_DRAFTS = itertools.count()


def atomic_write(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file in one step; if it can't be written, raise OSError and keep the old file.
    The function writes a draft in the same folder, which replaces ``path`` at the end. A process that is killed leaves
    its draft behind; the next write of the same file removes it. A pipe or a device is written directly. A symbolic
    link stays, and the file to which it leads is written.
    """
    path = linked_file(path)
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # For a folder, this raises OSError.
            write(file)
        return
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
    _remove_abandoned(path)
    # Each call needs another name, because a signal handler may write the same file during this call.
    draft = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.{next(_DRAFTS)}.tmp")
    try:
        with _locked(draft) as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
            if sys.platform != "win32":  # Rename it while it's locked, so that no other process removes it.
                draft.replace(path)
        if sys.platform == "win32":  # Windows can't rename or remove an open file.
            draft.replace(path)
    except BaseException:
        with ignored(OSError, ValueError):  # The first error is the one to report.
            draft.unlink()
        raise


def linked_file(path: Path) -> Path:
    """Return the file to which a symbolic link leads, which may not exist, or the path itself if it isn't a link."""
    if not path.is_symlink():
        return path
    file = Path(os.path.realpath(path))
    if file.is_symlink():
        raise OSError(errno.ELOOP, "the symbolic link leads back to itself", str(path))
    return file


def _locked(draft: Path) -> BinaryIO:
    """Return a new file that is locked until it's closed, if the file system supports locks."""
    while True:
        file = draft.open("wb")
        with ignored(OSError):
            _lock(file, wait=True)
        if os.fstat(file.fileno()).st_nlink > 0:  # Otherwise another process removed it before it was locked.
            return file
        file.close()


def _remove_abandoned(path: Path) -> None:
    """Remove the drafts of ``path`` that no process is writing."""
    name = re.compile(rf"\.{re.escape(path.name)}\.\d+\.\d+(\.\d+)?\.tmp")  # Older versions used two numbers.
    with ignored(OSError):
        for draft in [each for each in path.parent.iterdir() if name.fullmatch(each.name) is not None]:
            _remove_unless_locked(draft)


def _remove_unless_locked(draft: Path) -> None:
    with ignored(OSError):  # Another process removed it, or is writing it.
        if sys.platform == "win32":
            draft.unlink()
        else:
            with draft.open("rb") as file:
                _lock(file, wait=False)
                draft.unlink()


def _lock(file: BinaryIO, *, wait: bool) -> None:
    """Lock a file exclusively. Raise OSError if it's locked and ``wait`` is False, or if locks aren't supported."""
    if sys.platform != "win32":
        from fcntl import LOCK_EX, LOCK_NB, flock  # Windows doesn't have this module.

        flock(file, LOCK_EX if wait else LOCK_EX | LOCK_NB)
