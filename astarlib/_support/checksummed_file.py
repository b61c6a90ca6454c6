"""A file format with a readable header, a checksum and a pickled payload.

A file begins with three lines: a title such as ``astarlib checkpoint 1`` (the kind of file and the version of its
format), the header in JSON, and ``sha256`` with the digest of header and payload. The pickled payload follows. The
checksum detects damage before anything is unpickled.

Such a file is **trusted input**, because unpickling can run code. Load only files that you, or someone you trust, have
saved.
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
from astarlib._support.interrupts import raise_if_from_handler
from astarlib.errors import AstarlibError

_MAGIC = b"astarlib "
_MAX_TITLE_BYTES, _CHUNK_BYTES = 100, 2**20


@dataclass(frozen=True, slots=True)
class ChecksummedFormat:
    """A kind of file with its name, such as ``"checkpoint"``, and its only version.

    ``error`` is the class of all errors about its files. ``holds`` is the subject of the message for a payload that
    can't be pickled, for example ``"this search can't be saved: a state or an action"``.
    """

    name: str
    version: int
    error: type[AstarlibError]
    holds: str

    def write(self, path: str | os.PathLike[str], header: dict[str, Any], payload: Any) -> None:
        """Write a file in one step. If the payload can't be pickled, raise ``error`` and keep the old file."""

        def dump(body: Hashing) -> None:
            try:
                pickle.Pickler(body, protocol=5).dump(payload)
            except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
                raise_if_from_handler(error)
                raise self.error(f"{self.holds} can't be pickled: {error}") from error

        self.write_by(path, header, dump)

    def write_by(
        self, path: str | os.PathLike[str], header: dict[str, Any], write_payload: Callable[[Hashing], object]
    ) -> None:
        """Write a file, like ``write``, and let ``write_payload`` write its payload."""
        line = json.dumps(header).encode()

        def write(file: BinaryIO) -> None:
            """Write the payload while it's created, because it can be as large as the free memory."""
            file.write(b"\n".join((self._title, line, b"")))
            place, body = file.tell(), Hashing(file, line)
            file.write(_checksum(hashlib.sha256()) + b"\n")
            write_payload(body)
            file.seek(place)
            file.write(body.checksum())

        atomic_write(Path(path), write)

    def read(self, path: str | os.PathLike[str]) -> tuple[dict[str, Any], bytes]:
        """Return the header and the checked, still pickled payload of a file.
        Raise ``error`` if the file is of another kind or format, truncated or damaged, and OSError if it can't be read.
        """
        with Path(path).open("rb") as file:
            return self._checked(path, file), file.read()

    def header(self, path: str | os.PathLike[str]) -> dict[str, Any]:
        """Return the header of a file after checking the whole file. It raises the same errors as ``read``."""
        with Path(path).open("rb") as file:
            return self._checked(path, file)

    def _checked(self, path: str | os.PathLike[str], file: BinaryIO) -> dict[str, Any]:
        """Check the whole file, move to the payload, and return the header."""
        title = file.readline(_MAX_TITLE_BYTES).removesuffix(b"\n")
        kind = _MAGIC + self.name.encode() + b" "
        if not title.startswith(kind):
            raise self.error(f"{path} isn't an astarlib {self.name}")
        if title != self._title:
            version = title[len(kind) :].decode("ascii", "replace")[:20]
            raise self.error(
                f"{path} is a {self.name} of format {version}; this version of astarlib reads format {self.version}"
            )
        line, checksum = (file.readline().removesuffix(b"\n") for _ in range(2))
        digest, payload = hashlib.sha256(line), file.tell()
        while len(part := file.read(_CHUNK_BYTES)) > 0:
            digest.update(part)
        if checksum != _checksum(digest):
            raise self.error(f"the {self.name} {path} is truncated or damaged: its checksum doesn't match its content")
        file.seek(payload)
        try:
            header: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise_if_from_handler(error)
            raise self.error(f"the {self.name} {path} is damaged: its header isn't JSON") from error
        if not isinstance(header, dict):
            raise self.error(f"the {self.name} {path} is damaged: its header isn't a JSON object")
        return header

    def unpack(self, path: str | os.PathLike[str], body: bytes) -> Any:
        """Return the payload. Raise ``error`` if it can't be unpickled, for example because a class has moved."""
        try:
            return pickle.loads(body)  # noqa: S301  # The file is trusted input; see the module's docstring.
        except Exception as error:
            raise_if_from_handler(error)
            raise self.error(f"the {self.name} {path} can't be unpickled: {type(error).__name__}: {error}") from error

    @property
    def _title(self) -> bytes:
        return _MAGIC + f"{self.name} {self.version}".encode()


class Hashing(io.RawIOBase):
    """A writer that computes the digest of everything that passes through it."""

    def __init__(self, file: BinaryIO, header: bytes) -> None:
        self._file = file
        self._digest = hashlib.sha256(header)

    def write(self, part: Buffer, /) -> int:
        """Write the data and add it to the digest."""
        self._digest.update(part)
        return self._file.write(part)

    def checksum(self) -> bytes:
        """Return the line with the digest."""
        return _checksum(self._digest)


def _checksum(digest: hashlib._Hash) -> bytes:
    return b"sha256 " + digest.hexdigest().encode()
