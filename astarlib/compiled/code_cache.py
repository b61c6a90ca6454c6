"""Compiled code on disk: a file for each function and each list of types that it was compiled for.

A file has a checksum and belongs to the user alone. One that is damaged, or that others could have written, isn't
loaded: numba compiles the function again.
"""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from typing import Any, Final

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from astarlib._support.checksummed_file import ChecksummedFormat, Hashing
from astarlib._support.table_cache import check_private
from astarlib.compiled.cache import warn_once
from astarlib.errors import AstarlibError

_RECURSIVE: Final = ".numba.unresolved$"
"""What numba puts before the name of a function that calls itself."""
_CODE: Final = ChecksummedFormat("compiled code", 1, AstarlibError, "compiled code")


class CodeCache:
    """What numba asks for compiled code and gives it to; one for each function.

    Parameters
    ----------
    folder:
        A folder that only the user can write to.
    name:
        The name of the function, which is the beginning of the names of its files.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:  # Any: numba's
        """Return the compiled function for these types; None if there is none that can be trusted."""
        target_context.refresh()
        path, key = self._place(sig, target_context.codegen())
        try:
            check_private(path)
            header, body = _CODE.read(path)
            rebuild: Any = CompileResult._rebuild  # noqa: SLF001  # as numba's own cache does it
            return rebuild(target_context, *pickle.loads(body)) if header["key"] == key else None  # noqa: S301
        except Exception:  # noqa: BLE001  # whatever is wrong with the file, the function can be compiled again
            return None

    def save_overload(self, sig: Any, data: Any) -> None:  # Any: numba's
        """Keep a compiled function; warn once if it can't be written.

        A function isn't kept if its code has addresses of this process, or calls functions that it doesn't contain.
        """
        if len(data.lifted) > 0 or data.library.has_dynamic_globals or not _is_complete(data.library):
            return
        path, key = self._place(sig, data.codegen)
        pickled: Any = dumps
        code = pickled(data._reduce())  # noqa: SLF001  # as numba's own cache does it

        def write(body: Hashing) -> None:
            body.write(code)

        try:
            _CODE.write_by(path, {"key": key}, write)
            path.chmod(0o600)  # nobody else could have opened it before: the folder is private
        except OSError as error:
            warn_once(error)

    def _place(self, sig: Any, codegen: Any) -> tuple[Path, str]:
        """Return the file for these types on this processor, and what its header has to say."""
        key = repr((self._name, str(sig), codegen.magic_tuple()))
        return self._folder / f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}", key

    def enable(self) -> None:
        """Do nothing: the cache is always in use."""

    def disable(self) -> None:
        """Do nothing; see ``enable``."""

    def flush(self) -> None:
        """Remove the files of this function."""
        for path in self._folder.glob(f"{self._name}-*"):
            path.unlink(missing_ok=True)


def _is_complete(library: Any) -> bool:  # Any: numba's
    """Return True if the code of recursive functions is in the library, and not only the names that it calls."""
    module = library._final_module  # noqa: SLF001  # numba has no other way to ask
    called = {
        variable.name.removeprefix(_RECURSIVE) for variable in module.global_variables
        if variable.name.startswith(_RECURSIVE)
    }  # fmt: skip
    return called <= {function.name for function in module.functions if not function.is_declaration}
