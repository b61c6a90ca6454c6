"""The format of the files we write: a readable header, a payload, and the means to trust neither half a file.

Layout: a line ``astarlib checkpoint 1`` (what it is and its version), a line of JSON (the header), a line ``sha256``
with the digest of header and payload, then the pickled payload. So a damaged file is known before any of it is
unpickled. Such a file is **trusted input**: its payload is unpickled, and unpickling can run code. Load only files
that you, or someone you trust, have saved.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from astarlib.errors import AstarlibError

_MAGIC = b"astarlib "


@dataclass(frozen=True, slots=True)
class SealedFormat:
    """One kind of file.

    Parameters
    ----------
    name:
        What the file is, for instance ``"checkpoint"``.
    version:
        The version of the format that is written, and the only one that is read.
    error:
        What to raise when a file is damaged, another kind of file, or cannot be made.
    holds:
        What is in the payload and may refuse to be pickled, as a clause of an error message.
    """

    name: str
    version: int
    error: type[AstarlibError]
    holds: str

    def write(self, path: str | os.PathLike[str], header: dict[str, Any], payload: Any) -> None:
        """Write a file in one step: ``path`` holds the old file or the whole new one, never half of it.

        Raises
        ------
        AstarlibError
            Of the kind ``error``, when the payload cannot be pickled; nothing is written then.
        OSError
            When the file cannot be written; the old one stays.
        """
        try:
            body = pickle.dumps(payload, protocol=5)
        except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
            raise self.error(f"{self.holds} cannot be pickled: {error}") from error
        line = json.dumps(header).encode()
        head = b"\n".join((self._title, line, _seal(line, body), b""))
        write_whole(Path(path), lambda file: file.writelines((head, body)))

    def read(self, path: str | os.PathLike[str]) -> tuple[dict[str, Any], bytes]:
        """The header and the checked, still pickled payload of a file.

        Raises
        ------
        AstarlibError
            Of the kind ``error``, when the file is of another kind or format, truncated or damaged.
        OSError
            When it cannot be read.
        """
        kind = _MAGIC + self.name.encode() + b" "
        with Path(path).open("rb") as file:
            if file.read(len(kind)) != kind:  # so that no other file is read, for it may be large, or have no end
                raise self.error(f"{path} is not a {self.name} of astarlib")
            lines = kind + file.readline(), file.readline(), file.readline()
            body = file.read()
        title, line, seal = (each.removesuffix(b"\n") for each in lines)
        if title != self._title:
            version = title[len(kind) :].decode("ascii", "replace")[:20]
            raise self.error(
                f"{path} is a {self.name} of format {version}; this version of astarlib reads format {self.version}"
            )
        if seal != _seal(line, body):
            raise self.error(f"the {self.name} {path} is truncated or damaged: its checksum does not fit")
        header: dict[str, Any] = json.loads(line)
        return header, body

    def unpack(self, path: str | os.PathLike[str], body: bytes) -> Any:
        """The payload; ``error`` when it does not unpickle, for instance because a class has moved."""
        try:
            return pickle.loads(body)  # noqa: S301  # trusted input, as the module's docstring says
        except Exception as error:
            raise self.error(f"the {self.name} {path} cannot be unpickled: {type(error).__name__}: {error}") from error

    @property
    def _title(self) -> bytes:
        return _MAGIC + f"{self.name} {self.version}".encode()


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file in one step: whoever reads finds the old one or the whole new one; OSError when it cannot be."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        with draft.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _seal(line: bytes, body: bytes) -> bytes:
    digest = hashlib.sha256(line)
    digest.update(body)
    return b"sha256 " + digest.hexdigest().encode()
