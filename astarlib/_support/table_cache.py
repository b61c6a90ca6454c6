"""An on-disk cache for tables that take long to build.

Each table is a file with a checksum file. The checksum file has the name of the table plus ``.seal.json`` and states
what the table was built for, its length and its SHA-256 digest. A missing or damaged table is built again. Tables
contain only numbers, so reading one never runs code. You can remove the files at any time.
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

from astarlib._support.interrupts import raise_if_from_handler

_FORMAT = 1
_SUFFIX = ".seal.json"


def cache_folder() -> Path:
    """Return the folder of the on-disk cache. It may not exist yet.

    The folder is ``$ASTARLIB_CACHE`` if that is set, otherwise ``astarlib`` in the user's cache folder. That is
    ``$XDG_CACHE_HOME``, or without it ``~/.cache`` (on macOS ``~/Library/Caches``), and on Windows ``%LOCALAPPDATA%``.
    To free the space, remove the folder or run ``astarlib cache --clear``. O(1).

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
    """Make a folder with mode 0700, or check an existing one with :func:`check_private`.
    Missing parent folders get the same mode, because a user who can write to them could replace this folder.
    """
    if not folder.is_dir():
        if not folder.parent.is_dir():
            make_private_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
    check_private(folder, may_be_shared=may_be_shared)


def check_private(path: Path, *, may_be_shared: bool = False) -> None:
    """Raise PermissionError if another user (except root) owns the file or folder, or can write to it, except on
    Windows.
    With ``may_be_shared``, accept a folder whose sticky bit protects the files in it, as in ``/tmp``.
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
    """Return the path of a table in the cache, and build the table first with ``write`` if needed.

    The table is built if it's missing, or if its checksum file is missing or doesn't match the table or ``made_for``,
    its description in JSON types. Each file is written in one step, so a concurrent reader finds either the old file or
    the complete new one. Raise OSError, with a way to choose another folder, if the table can't be written.
    """
    from astarlib._support.atomic_file import atomic_write  # only needed once a table is used

    path = cache_folder() / name
    if not _is_valid(path, made_for):
        try:
            make_private_folder(path.parent, may_be_shared=True)
            atomic_write(path, lambda file: write(_private(file)))
            checksum = json.dumps(_checksum(path, made_for), indent=1).encode()
            atomic_write(_checksum_path(path), lambda file: _private(file).write(checksum))
        except OSError as error:
            raise_if_from_handler(error)
            raise OSError(
                error.errno,
                f"can't store the table {name} in {path.parent} ({error.strerror}); set ASTARLIB_CACHE to a folder "
                "that you can write to",
            ) from error
    return path


def cached_tables() -> list[Path]:
    """Return the tables in :func:`cache_folder`: the files that have a checksum file. O(files)."""
    folder = cache_folder()
    paths = sorted(folder.glob(f"*{_SUFFIX}")) if folder.is_dir() else []
    tables = [path.with_name(path.name.removesuffix(_SUFFIX)) for path in paths if _is_checksum_file(path)]
    return [table for table in tables if table.is_file()]


def clear_cached_tables() -> int:
    """Remove all tables from the on-disk cache and return their number. They are built again when needed."""
    tables = cached_tables()
    for table in tables:
        _checksum_path(table).unlink()
        table.unlink()
    return len(tables)


def _private(file: BinaryIO) -> BinaryIO:
    """Make the file accessible to its owner only, and return it."""
    if sys.platform != "win32":
        os.fchmod(file.fileno(), 0o600)
    return file


def _is_checksum_file(path: Path) -> bool:
    try:
        found: object = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise_if_from_handler(error)
        return False
    return isinstance(found, dict) and found.keys() == {"format", "made for", "bytes", "sha256"}


def _is_valid(path: Path, made_for: dict[str, Any]) -> bool:
    try:
        check_private(path)
        check_private(_checksum_path(path))
        found: object = json.loads(_checksum_path(path).read_bytes())
        return found == _checksum(path, made_for)
    except (OSError, ValueError, RecursionError) as error:  # JSON that is nested too deep raises RecursionError.
        raise_if_from_handler(error)
        return False


def _checksum(path: Path, made_for: dict[str, Any]) -> dict[str, Any]:
    import hashlib  # only needed once a table is used

    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return {"format": _FORMAT, "made for": made_for, "bytes": file.tell(), "sha256": digest}


def _checksum_path(path: Path) -> Path:
    return path.with_name(path.name + _SUFFIX)
