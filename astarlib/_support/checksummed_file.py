"""The format of the files we write: a readable header, a payload, and the means to trust neither half a file.

Layout: a line ``astarlib checkpoint 1`` (what it is and its version), a line of JSON (the header), a line ``sha256``
with the digest of header and payload, then the pickled payload. So a damaged file is known before any of it is
unpickled. Such a file is **trusted input**: its payload is unpickled, and unpickling can run code. Load only files
that you, or someone you trust, have saved.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from typing_extensions import Buffer

from astarlib._support.atomic_file import atomic_write
from astarlib.errors import AstarlibError

_MAGIC = b"astarlib "
_LONGEST_TITLE, _CHUNK_SIZE = 100, 2**20  # bytes


@dataclass(frozen=True, slots=True)
class ChecksummedFormat:
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

        def dump(body: Hashing) -> None:
            try:
                pickle.Pickler(body, protocol=5).dump(payload)
            except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
                raise self.error(f"{self.holds} cannot be pickled: {error}") from error

        self.write_by(path, header, dump)

    def write_by(
        self, path: str | os.PathLike[str], header: dict[str, Any], write_payload: Callable[[Hashing], object]
    ) -> None:
        """Write a file, like ``write``, and let ``write_payload`` write its payload."""
        line = json.dumps(header).encode()

        def write(file: BinaryIO) -> None:
            """Write the payload while it is created, because it can be as large as the free memory."""
            file.write(b"\n".join((self._title, line, b"")))
            place, body = file.tell(), Hashing(file, line)
            file.write(_seal(hashlib.sha256()) + b"\n")
            write_payload(body)
            file.seek(place)
            file.write(body.seal())

        atomic_write(Path(path), write)

    def read(self, path: str | os.PathLike[str]) -> tuple[dict[str, Any], bytes]:
        """Return the header and the checked, still pickled payload of a file.

        Raises
        ------
        AstarlibError
            If the file is of another kind or format, truncated or damaged. Its class is ``error``.
        OSError
            If the file can't be read.
        """
        with Path(path).open("rb") as file:
            return self._checked(path, file), file.read()

    def header(self, path: str | os.PathLike[str]) -> dict[str, Any]:
        """Return the header of a file after checking the whole file. It raises the same errors as ``read``."""
        with Path(path).open("rb") as file:
            return self._checked(path, file)

    def _checked(self, path: str | os.PathLike[str], file: BinaryIO) -> dict[str, Any]:
        """Check the whole file, move to the payload, and return the header."""
        title = file.readline(_LONGEST_TITLE).removesuffix(b"\n")
        kind = _MAGIC + self.name.encode() + b" "
        if not title.startswith(kind):
            raise self.error(f"{path} is not a {self.name} of astarlib")
        if title != self._title:
            version = title[len(kind) :].decode("ascii", "replace")[:20]
            raise self.error(
                f"{path} is a {self.name} of format {version}; this version of astarlib reads format {self.version}"
            )
        line, seal = (file.readline().removesuffix(b"\n") for _ in range(2))
        digest, payload = hashlib.sha256(line), file.tell()
        while len(part := file.read(_CHUNK_SIZE)) > 0:
            digest.update(part)
        if seal != _seal(digest):
            raise self.error(f"the {self.name} {path} is truncated or damaged: its checksum does not fit")
        file.seek(payload)
        try:
            header: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self.error(f"the {self.name} {path} is damaged: its header isn't JSON") from error
        if not isinstance(header, dict):
            raise self.error(f"the {self.name} {path} is damaged: its header isn't an object of JSON")
        return header

    def unpack(self, path: str | os.PathLike[str], body: bytes) -> Any:
        """Return the payload. Raise ``error`` if it can't be unpickled, for example because a class has moved."""
        try:
            return pickle.loads(body)  # noqa: S301  # trusted input, as the module's docstring says
        except Exception as error:
            raise self.error(f"the {self.name} {path} cannot be unpickled: {type(error).__name__}: {error}") from error

    @property
    def _title(self) -> bytes:
        return _MAGIC + f"{self.name} {self.version}".encode()


class Hashing(io.RawIOBase):
    """A file that is written from its beginning to its end, with the digest of its content."""

    def __init__(self, file: BinaryIO, header: bytes) -> None:
        self._file = file
        self._digest = hashlib.sha256(header)

    def write(self, part: Buffer, /) -> int:
        """Write it all."""
        self._digest.update(part)
        return self._file.write(part)

    def seal(self) -> bytes:
        """Return the line with the digest."""
        return _seal(self._digest)


def _seal(digest: hashlib._Hash) -> bytes:
    return b"sha256 " + digest.hexdigest().encode()
