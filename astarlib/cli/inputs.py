"""Input that is given as text, as the name of a file, or on standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from astarlib._support.text_input import open_text, read_to_the_end
from astarlib.cli.errors import UsageError, quote
from astarlib.cli.output import print_message

STDIN: Final = "-"
_FILE_NAME: Final = re.compile(r"(~|\.{0,2}[/\\])[^A-Za-z\n]*[A-Za-z].*|\S*\.[A-Za-z]\w*")

_MOST_DOTS: Final = 5
"""The most dots of a file name. A sudoku in one line may end with a dot and a letter, too."""


class Inputs:
    """The texts that a command reads. They are stored with a saved search, so ``resume`` doesn't read them again."""

    def __init__(self, stored: Mapping[str, Any] | None = None) -> None:
        self._again = stored is not None
        self._texts: dict[str, str] = dict(stored["texts"]) if stored is not None else {}
        self._folder: str | None = None if stored is None else stored["folder"]

    def stored(self) -> dict[str, Any]:
        """Return all texts and the folder of modules as a dict for JSON."""
        return {"texts": self._texts, "folder": self._folder}

    def text_of(self, given: str, what: str, symbols: Collection[str] = ()) -> str:
        """Return the text of the file ``given``, of standard input for ``-``, or ``given`` itself if it isn't a file.
        Raise UsageError, which names the text ``what``, if the file can't be read, or if ``given`` looks like a file
        name but there is no such file. A text of ``symbols`` alone, such as the map ``..G``, doesn't look like one.
        """
        if self._again:
            return self._texts.get(given, given)
        if given == STDIN:
            return self.stdin(what)
        path = Path(given)
        if not _exists(path):
            is_name = _FILE_NAME.fullmatch(given.strip()) is not None and given.count(".") <= _MOST_DOTS
            if is_name and not set(given) <= set(symbols):
                raise UsageError(f"there is no file {quote(given)} for the {what}")
            return given
        self._texts[given] = _text_in(path, given, what)
        return self._texts[given]

    def stdin(self, what: str) -> str:
        """Return all of standard input; raise UsageError if it's empty or isn't text."""
        if not self._again:
            self._texts[STDIN] = _read_stdin(what)
        return self._texts[STDIN]

    def folder(self) -> Path:
        """Return the folder of the user's modules: the stored folder if it still exists, else the current one."""
        if self._folder is not None and Path(self._folder).is_dir():
            return Path(self._folder)
        self._folder = str(Path.cwd())
        return Path(self._folder)


def _text_in(path: Path, given: str, what: str) -> str:
    try:
        with open_text(path, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read the {what} from {quote(given)}: not UTF-8 text ({error.reason})") from error
    except OSError as error:
        raise UsageError(f"cannot read the {what} from {quote(given)}: {error.strerror}") from error


def _read_stdin(what: str) -> str:
    if sys.stdin is None:
        raise UsageError(f"standard input is closed; the {what} should come from there")
    if sys.stdin.isatty():
        print_message(f"type the {what}, then Ctrl-D on a line of its own")
    try:
        text = read_to_the_end(sys.stdin, STDIN).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise UsageError(f"standard input isn't text: {error.reason}") from error
    except OSError as error:
        raise UsageError(f"cannot read the {what} from standard input: {error.strerror or error}") from error
    if text.strip() == "":
        raise UsageError(f"standard input is empty; the {what} should come from there")
    return text


def _exists(path: Path) -> bool:
    """Return True if there is such a file or pipe. Return False for a text that can't be a file name."""
    try:
        return path.exists() and path.name != ""
    except (OSError, ValueError):
        return False
