"""The cache of compiled code on disk.

Each domain has a folder whose name is the hash of everything that the code was made from, with a file for each function
and each list of argument types. Templates, which are kernels without a domain, have a folder for each version of
astarlib and numba. A file has a checksum, and only the user can access it. A file that is damaged, or that others could
have written, isn't loaded: the function is compiled again.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import shutil
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from astarlib._support.checksummed_file import ChecksummedFormat, Hashing
from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.table_cache import cache_folder, check_private, make_private_folder
from astarlib.errors import AstarlibError, CacheWarning

_FOLDER_NAME: Final = re.compile(r"[0-9a-f]{64}-[a-z_-]+")
LINKED: Final = "astarlib.domain."
"""The prefix of the names of functions that a template calls, and with which it is linked later."""
LINKED_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "successor_count": ("int", "int state int"),
    "apply": ("state int cost", "int state int int"),
    "list_edges": ("int", "int state int words costs"),
    "is_goal": ("bool", "int state int"),
    "aux_of": ("int", "int state"),
    "heuristic": ("cost", "int state int"),
    "next_heuristic": ("cost", "int state int cost int state int"),
    "extra": ("word", "int state int"),
    "next_estimate": ("cost word", "int state int cost word int state int"),
    "predecessor_count": ("int", "int state int"),
    "apply_back": ("state int cost", "int state int int"),
    "backward_heuristic": ("cost", "int state int"),
    "owner": ("int", "int state int"),
    "steps_to_go": ("float", "int state int"),
    "read_resources": ("state int", "int state int ints"),
    "fetch_edges": ("nothing", "int state"),
}
"""The types that these functions of `checked_calls` return and take. `intrinsics.linked_signatures` has the types."""
_FORMAT: Final = ChecksummedFormat("compiled code", 1, AstarlibError, "compiled code")
_has_warned = False

T = TypeVar("T")


def clear_cache() -> int:
    """Remove all compiled code from the disk. Code that is already loaded stays usable.

    The code is stored in the folder ``compiled`` of the cache folder, which the environment variable ``ASTARLIB_CACHE``
    sets. It is compiled again when it is needed.

    Returns
    -------
    int
        The number of folders that were removed: one for each kind of problem and engine, and one for all engines
        without a problem.

    Raises
    ------
    OSError
        If a folder can't be removed.

    Examples
    --------
    >>> import os
    >>> from unittest.mock import patch
    >>> from astarlib import compiled
    >>> with patch.dict(os.environ, {"ASTARLIB_CACHE": "no-such-folder"}):
    ...     compiled.clear_cache()
    0
    """
    folders = code_folders()
    for folder in folders:
        shutil.rmtree(folder)
    return len(folders)


def code_folders() -> list[Path]:
    """Return the folders with compiled code. Other files and folders in the cache are left out."""
    root = cache_folder() / "compiled"
    found = sorted(root.iterdir()) if root.is_dir() else []
    return [folder for folder in found if _FOLDER_NAME.fullmatch(folder.name) is not None]


def private_folder(name: str) -> Path | None:
    """Return the folder of that name for compiled code. Return None, after one warning, if it can't be used safely.
    Compiled code is loaded and run, so nobody else may be able to write it. New folders get mode 0700. A folder that
    others own or can write to isn't used.
    """
    try:
        root = cache_folder() / "compiled"
        for folder in (root.parent, root, root / name):
            make_private_folder(folder, may_be_shared=folder is root.parent)
    except (OSError, RuntimeError) as error:  # RuntimeError: the user has no home folder
        raise_if_from_handler(error)
        warn_once(error)
        return None
    return root / name


def warn_once(error: Exception) -> None:
    """Warn that compiled code can't be stored on disk, only once in a process."""
    global _has_warned  # noqa: PLW0603  # There is one flag per process.
    if not _has_warned:
        _has_warned = True
        warnings.warn(
            f"compiled code can't be kept on disk ({error}), so every process compiles it again. Set ASTARLIB_CACHE "
            "to a folder that only you can write to",
            CacheWarning,
            stacklevel=2,
        )


class CodeFiles:
    """The files of one domain in a folder to which only the user may write. Nothing is stored if the folder is None."""

    def __init__(self, folder: Path | None) -> None:
        self.folder: Path | None = folder

    def read(self, name: str, key: str, restore: Callable[[Any], T]) -> T | None:  # Any: whatever was stored
        """Return what the file with this name and key restores to, or None if no trustworthy file has it."""
        return None if self.folder is None else _read(*_place(self.folder, name, key), restore)

    def write(self, name: str, key: str, content: bytes) -> None:
        """Store pickled content; warn once if it can't be written."""
        if self.folder is not None:
            _write(*_place(self.folder, name, key), content)


def _place(folder: Path, name: str, key: str) -> tuple[Path, str]:
    """Return the file for a name and a key, and the key that its header must have."""
    return folder / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}", key


class TemplateCache:
    """The templates of kernels that were compiled from one source: in this process, and on the disk."""

    def __init__(self, versions: str, source: str) -> None:
        self._folder_name = f"{hashlib.sha256(versions.encode()).hexdigest()}-templates"
        self.name: str = hashlib.sha256(source.encode()).hexdigest()
        self._known: dict[str, Any] = {}  # Any: a `linking.Template`

    def load(self, key: str) -> Any:
        """Return the template with this key, or None if no trustworthy file has it."""
        if key not in self._known:
            files = CodeFiles(private_folder(self._folder_name))
            found = files.read("template", f"{self.name} {key}", lambda content: content)
            if found is None:
                return None
            self._known[key] = found
        return self._known[key]

    def save(self, key: str, template: Any) -> None:
        """Store a template; warn once if it can't be written."""
        self._known[key] = template
        files = CodeFiles(private_folder(self._folder_name))
        files.write("template", f"{self.name} {key}", pickle.dumps(template))


def _read(path: Path, key: str, restore: Callable[[Any], T]) -> T | None:  # Any: whatever was stored
    """Return what a file restores to. Return None if it's missing, damaged or not private, or has another key."""
    try:
        check_private(path)
        header, body = _FORMAT.read(path)
        return restore(pickle.loads(body)) if header["key"] == key else None  # noqa: S301
    except Exception as error:  # noqa: BLE001  # A damaged file can raise anything. The function is compiled again.
        raise_if_from_handler(error)
        return None


def _write(path: Path, key: str, code: bytes) -> None:
    """Write a file; warn once if that fails."""

    def write(body: Hashing) -> None:
        body.write(code)

    try:
        _FORMAT.write_by(path, {"key": key}, write)
        path.chmod(0o600)  # No other user could open it before, because the folder is private.
    except OSError as error:
        raise_if_from_handler(error)
        warn_once(error)
