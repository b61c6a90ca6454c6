"""Where compiled code is kept: a folder for each domain, named by the hash of all that the code was made of."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from astarlib.cached_files import cache_folder

_WRITTEN: Final = 10**9  # seconds since 1970
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
    """Numba takes code for that of another source when size or time of the source's file are others.

    So the time is the same whoever writes it, and two processes may do so at once.
    """
    if not path.exists():
        whole = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
        whole.write_bytes(content)
        os.utime(whole, (_WRITTEN, _WRITTEN))
        whole.replace(path)
