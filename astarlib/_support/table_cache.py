"""Tables on disk that take long to make: where they are kept, and how a damaged one is known and made again.

A table is a file and, beside it, its seal: a file of the same name with ``.seal.json`` behind it that tells what the
table was made for, its length and its SHA-256. Tables hold numbers and nothing else, so reading one runs no code. All
of them may be removed at any time; they are made again when they are needed.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

_FORMAT = 1
_SEAL = ".seal.json"


def cache_folder() -> Path:
    """Where tables are kept: ``$ASTARLIB_CACHE``, or else the folder ``astarlib`` where the system keeps caches.

    That is ``$XDG_CACHE_HOME`` or ``~/.cache``, on macOS ``~/Library/Caches``, on Windows ``%LOCALAPPDATA%``.
    To free the space, remove the folder. O(1); the folder need not exist.

    Raises
    ------
    RuntimeError
        If none of these is set and the system reports no home folder.

    Examples
    --------
    >>> isinstance(cache_folder(), Path)
    True
    """
    chosen = os.environ.get("ASTARLIB_CACHE", "")
    if chosen != "":
        return Path(chosen).expanduser()
    caches = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if caches != "":
        return Path(caches) / "astarlib"
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "astarlib"


def make_private_folder(folder: Path, *, may_be_shared: bool = False) -> None:
    """Make a folder with mode 0700, or check one that is there with :func:`check_private`.

    Missing parent folders get the same mode, because a user who can write to them could replace this folder.

    Raises
    ------
    OSError
        When it can't be made, or somebody else could write to it.
    """
    if not folder.is_dir():
        if not folder.parent.is_dir():
            make_private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
    check_private(folder, may_be_shared=may_be_shared)


def check_private(path: Path, *, may_be_shared: bool = False) -> None:
    """Raise PermissionError if somebody else than the user or root owns a file or folder, or others can write to it.

    ``may_be_shared``: a folder of everybody's is fine if its sticky bit protects what is in it, as that of the folder
    for temporary files does. Windows has no such owners and modes, so nothing is checked there.
    """
    if sys.platform == "win32":
        return
    status = path.stat()
    if status.st_uid not in {os.geteuid(), 0}:
        raise PermissionError(errno.EPERM, "another user owns it", str(path))
    is_sticky = may_be_shared and bool(status.st_mode & stat.S_ISVTX)
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not is_sticky:
        raise PermissionError(errno.EPERM, "other users can write to it", str(path))


def cached_table(name: str, made_for: dict[str, Any], write: Callable[[BinaryIO], None]) -> Path:
    """Return the path of the table with this name, and create the table first if there is none.

    A table is created again if its checksum file is missing or doesn't match the table or ``made_for``. Each file is
    written in one step, so a concurrent reader finds either an old file or a complete new one.

    Parameters
    ----------
    name:
        The name of the file in :func:`cache_folder`.
    made_for:
        A description of the table in JSON types. Two tables are equal exactly if their descriptions are.
    write:
        A function that writes the table to a file.

    Raises
    ------
    OSError
        If the table can be neither read nor written. It names the folder, and how to choose another one.
    """
    from astarlib._support.atomic_file import atomic_write  # noqa: PLC0415  # loaded where a table is used

    path = cache_folder() / name
    if not _is_sealed(path, made_for):
        try:
            make_private_folder(path.parent, may_be_shared=True)
            atomic_write(path, lambda file: write(_private(file)))
            seal = json.dumps(_seal(path, made_for), indent=1).encode()
            atomic_write(_seal_of(path), lambda file: _private(file).write(seal))
        except OSError as error:
            raise OSError(
                error.errno,
                f"cannot keep the table {name} in {path.parent} ({error.strerror}); set ASTARLIB_CACHE to a folder "
                "that can be written",
            ) from error
    return path


def cached_tables() -> list[Path]:
    """Return the tables in :func:`cache_folder`: the files that have a checksum file. O(files).

    Raises
    ------
    OSError
        If the folder exists and can't be read.
    """
    folder = cache_folder()
    seals = sorted(folder.glob(f"*{_SEAL}")) if folder.is_dir() else []
    tables = [seal.with_name(seal.name.removesuffix(_SEAL)) for seal in seals if _is_seal(seal)]
    return [table for table in tables if table.is_file()]


def clear_cached_tables() -> int:
    """Remove the tables that are kept on disk; how many that were. They are made again when they are needed.

    Raises
    ------
    OSError
        When one cannot be removed.
    """
    tables = cached_tables()
    for table in tables:
        _seal_of(table).unlink()
        table.unlink()
    return len(tables)


def _private(file: BinaryIO) -> BinaryIO:
    """Return the file, which nobody else may read or write now."""
    if sys.platform != "win32":
        os.fchmod(file.fileno(), 0o600)
    return file


def _is_seal(path: Path) -> bool:
    try:
        found: object = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.keys() == {"format", "made for", "bytes", "sha256"}


def _is_sealed(path: Path, made_for: dict[str, Any]) -> bool:
    try:
        check_private(path)
        check_private(_seal_of(path))
        found: object = json.loads(_seal_of(path).read_bytes())
        return found == _seal(path, made_for)
    except (OSError, ValueError, RecursionError):  # the last for a file of brackets
        return False


def _seal(path: Path, made_for: dict[str, Any]) -> dict[str, Any]:
    import hashlib  # noqa: PLC0415  # loaded where a table is used

    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return {"format": _FORMAT, "made for": made_for, "bytes": file.tell(), "sha256": digest}


def _seal_of(path: Path) -> Path:
    return path.with_name(path.name + _SEAL)
