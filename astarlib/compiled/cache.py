"""Where compiled code is kept: a folder for each domain, named by the hash of all that the code was made of."""

from __future__ import annotations

import re
import shutil
import warnings
from pathlib import Path
from typing import Final

from astarlib._support.table_cache import cache_folder, make_private_folder
from astarlib.errors import CacheWarning

_has_warned = False
_NAME: Final = re.compile(r"[0-9a-f]{64}-[a-z_-]+")


def clear_cache() -> int:
    """Remove all compiled code that is kept on disk; how many folders that were. What is loaded stays in use.

    Code lies in the folder ``compiled`` of the cache folder, which the environment variable ``ASTARLIB_CACHE`` names.
    It is made again when it is asked for.

    Raises
    ------
    OSError
        When it cannot be removed.
    """
    found = kept_folders()
    for folder in found:
        shutil.rmtree(folder)
    return len(found)


def kept_folders() -> list[Path]:
    """The folders with compiled code, known by their names among others that may be there."""
    root = _root()
    found = sorted(root.iterdir()) if root.is_dir() else []
    return [folder for folder in found if _NAME.fullmatch(folder.name) is not None]


def folder_for(name: str) -> Path | None:
    """Return the folder of that name for compiled code; None, after one warning, where it can't be used safely.

    Compiled code is loaded and run, so nobody else may be able to write it: folders that are made get mode 0700, and
    one that others own or can write to isn't used.
    """
    try:
        folder = _root()
        for part in (folder.parent, folder, folder / name):
            make_private_folder(part, may_be_shared=part is folder.parent)
    except (OSError, RuntimeError) as error:  # RuntimeError: the system has no home folder
        warn_once(error)
        return None
    return folder / name


def warn_once(error: Exception) -> None:
    """Warn that compiled code isn't kept on disk; only once in a process."""
    global _has_warned  # noqa: PLW0603  # it is of the process
    if not _has_warned:
        _has_warned = True
        warnings.warn(
            f"compiled code can't be kept on disk ({error}), so every process compiles it again. Set ASTARLIB_CACHE "
            "to a folder that only you can write to",
            CacheWarning,
            stacklevel=2,
        )


def _root() -> Path:
    return cache_folder() / "compiled"
