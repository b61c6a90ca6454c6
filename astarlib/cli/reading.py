"""Input that is given as text, as the name of a file, or on standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from astarlib._support.text_input import open_text, read_to_the_end
from astarlib.cli.mistakes import UsageError, shown
from astarlib.cli.output import tell

STDIN: Final = "-"
_FILE_NAME: Final = re.compile(r"(~|\.{0,2}[/\\])[^A-Za-z\n]*[A-Za-z].*|\S*\.[A-Za-z]\w*")


class Inputs:
    """What a command reads, by the words that name it; it is kept, so that the command can be given again without it.

    Parameters
    ----------
    kept:
        What the ``kept()`` of a former command gave: that is read instead, and no file.
    """

    def __init__(self, kept: Mapping[str, Any] | None = None) -> None:
        self._again = kept is not None
        self._texts: dict[str, str] = dict(kept["texts"]) if kept is not None else {}
        self._folder: str | None = None if kept is None else kept["folder"]

    def kept(self) -> dict[str, Any]:
        """All that was read, and the folder of modules, as JSON's own kinds."""
        return {"texts": self._texts, "folder": self._folder}

    def text_of(self, given: str, what: str) -> str:
        """The text that ``given`` is or names; UsageError where it looks like a file that cannot be read."""
        if self._again:
            return self._texts.get(given, given)
        if given == STDIN:
            return self.stdin(what)
        path = Path(given)
        if not _exists(path):
            if _FILE_NAME.fullmatch(given.strip()) is not None:
                raise UsageError(f"there is no file {shown(given)} for the {what}")
            return given
        self._texts[given] = _text_in(path, given, what)
        return self._texts[given]

    def stdin(self, what: str) -> str:
        """All of standard input; UsageError when it is empty or no text."""
        if not self._again:
            self._texts[STDIN] = _read_stdin(what)
        return self._texts[STDIN]

    def folder(self) -> Path:
        """Where modules of one's own are: the folder of the first command, if it is still there, else the current."""
        if self._folder is not None and Path(self._folder).is_dir():
            return Path(self._folder)
        self._folder = str(Path.cwd())
        return Path(self._folder)


def _text_in(path: Path, given: str, what: str) -> str:
    try:
        with open_text(path, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise UsageError(f"the {what} in {shown(given)} are not text in UTF-8: {error.reason}") from error
    except OSError as error:
        raise UsageError(f"cannot read the {what} from {shown(given)}: {error.strerror}") from error


def _read_stdin(what: str) -> str:
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
