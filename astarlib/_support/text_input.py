"""Text from files that have an end, and from pipes and devices as long as they seem to have one."""

from __future__ import annotations

import errno
import io
import os
import stat
from pathlib import Path
from typing import Final, TextIO

MAX_STREAMED_CHARS: Final = 256 * 2**20
"""The largest number of characters to read from a pipe or a device, which may never end."""


def open_text(path: str | os.PathLike[str], *, encoding: str, errors: str = "strict") -> TextIO:
    """Open a file of text. A pipe or a device is read to its end.

    Raises
    ------
    OSError
        If it can't be read, or if a pipe or a device yields more than ``MAX_STREAMED_CHARS`` characters.
    UnicodeDecodeError
        If ``errors`` is strict and a pipe or a device yields bytes that aren't text. A file raises it when it's read.
    """
    file = Path(path).open(encoding=encoding, errors=errors)  # noqa: SIM115  # the caller's to close
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    with file:
        return io.StringIO(read_to_the_end(file, os.fspath(path)))


def read_to_the_end(stream: TextIO, name: str) -> str:
    """All text of a stream; OSError when it goes on beyond ``MAX_STREAMED_CHARS`` characters."""
    text = stream.read(MAX_STREAMED_CHARS + 1)
    if len(text) > MAX_STREAMED_CHARS:
        raise OSError(
            errno.EFBIG,
            f"it goes on beyond {MAX_STREAMED_CHARS >> 20} MiB and may have no end; save it as a file",
            name,
        )
    return text
