"""Where compiled code is kept: a folder for each domain, named by the hash of all that the code was made of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from astarlib.cached_files import cache_folder


def clear_cache() -> int:
    """Remove all compiled code that is kept on disk; how many folders that were. What is loaded stays in use.

    Code lies in the folder ``compiled`` of the cache folder, which the environment variable ``ASTARLIB_CACHE`` names.
    It is made again when it is asked for.

    Raises
    ------
    OSError
        When it cannot be removed.
    """
    root = _root()
    found = list(root.iterdir()) if root.is_dir() else []
    for folder in found:
        shutil.rmtree(folder)
    return len(found)


def folder_for(name: str, sources: Mapping[str, bytes]) -> Path | None:
    """The folder of that name, with the sources in it; None where nothing can be written."""
    try:
        folder = _root() / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, source in sources.items():
            _write_once(folder / file, source)
        return folder if os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):  # RuntimeError: the system tells no home
        return None


def _root() -> Path:
    return cache_folder() / "compiled"


def _write_once(path: Path, content: bytes) -> None:
    """Numba takes code for that of another source when the time of the source's file changes: it is written once."""
    if not path.exists():
        from astarlib.whole_file import write_whole  # noqa: PLC0415  # loaded where a file is written

        write_whole(path, lambda file: file.write(content))
