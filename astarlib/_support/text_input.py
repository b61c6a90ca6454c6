"""Read text from files, and from pipes and devices up to a maximum size."""

from __future__ import annotations

import errno
import io
import os
import stat
from pathlib import Path
from typing import Final, TextIO

MAX_STREAMED_CHARS: Final = 256 * 2**20
"""The largest number of characters to read from a pipe or a device, which may never end."""


def lines_of_content(text: str) -> list[str]:
    """Return the stripped lines of a text, without a byte order mark, comments after ``#`` and empty lines."""
    lines = (line.partition("#")[0].strip() for line in text.removeprefix("\ufeff").splitlines())
    return [line for line in lines if line != ""]


def open_text(path: str | os.PathLike[str], *, encoding: str, errors: str = "strict") -> TextIO:
    """Open a text file. A pipe or a device is read to its end first.
    Raise OSError if it can't be read, or a pipe or a device has more than ``MAX_STREAMED_CHARS`` characters.
    """
    file = Path(path).open(encoding=encoding, errors=errors)  # noqa: SIM115  # The caller closes it.
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    with file:
        return io.StringIO(read_to_the_end(file, os.fspath(path)))


def read_to_the_end(stream: TextIO, name: str) -> str:
    """Return all text of a stream; raise OSError if it has more than ``MAX_STREAMED_CHARS`` characters."""
    text = stream.read(MAX_STREAMED_CHARS + 1)
    if len(text) > MAX_STREAMED_CHARS:
        raise OSError(
            errno.EFBIG,
            f"it is longer than {MAX_STREAMED_CHARS >> 20} MiB and may never end; save it to a file first",
            name,
        )
    return text
