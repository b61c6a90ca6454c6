"""Input that is given as text, as the name of a file, or on standard input."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from astarlib.cli.mistakes import UsageError, shown
from astarlib.cli.output import tell
from astarlib.text_file import open_text, read_to_the_end

STDIN: Final = "-"
_FILE_NAME: Final = re.compile(r"(~|\.{0,2}[/\\])[^A-Za-z\n]*[A-Za-z].*|\S*\.[A-Za-z]\w*")


def text_of(given: str, what: str) -> str:
    """The text that ``given`` is or names; UsageError when it looks like a file's name and no such file can be read."""
    if given == STDIN:
        return read_stdin(what)
    path = Path(given)
    if not _exists(path):
        if _FILE_NAME.fullmatch(given.strip()) is not None:
            raise UsageError(f"there is no file {shown(given)} for the {what}")
        return given
    try:
        with open_text(path, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise UsageError(f"the {what} in {shown(given)} are not text in UTF-8: {error.reason}") from error
    except OSError as error:
        raise UsageError(f"cannot read the {what} from {shown(given)}: {error.strerror}") from error


def read_stdin(what: str) -> str:
    """All of standard input; UsageError when it is empty or no text."""
    if sys.stdin is None:
        raise UsageError(f"standard input is closed; the {what} should come from there")
    if sys.stdin.isatty():
        tell(f"type the {what}, then Ctrl-D on a line of its own")
    try:
        text = read_to_the_end(sys.stdin, STDIN).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise UsageError(f"standard input is no text: {error.reason}") from error
    except OSError as error:
        raise UsageError(f"cannot read the {what} from standard input: {error.strerror or error}") from error
    if text.strip() == "":
        raise UsageError(f"standard input is empty; the {what} should come from there")
    return text


def _exists(path: Path) -> bool:
    """Whether there is such a file, or a pipe in its place; a text is too long, or too odd, to be a name at all."""
    try:
        return path.exists() and path.name != ""
    except (OSError, ValueError):
        return False
