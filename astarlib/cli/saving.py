"""The file to which ``--save`` writes a search, for ``astarlib resume``."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import astarlib
from astarlib._support.atomic_file import linked_file
from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.numbers import counted
from astarlib.cli.errors import UsageError, file_errors, in_one_line, quote, reason
from astarlib.cli.output import print_error, print_message, progress_bar
from astarlib.search import Search


class SearchSaver:
    """A writer that saves a search to a file, with the texts that ``solve`` has read, and prints the command to resume
    it.
    Raise UsageError if the folder isn't writable.
    """

    def __init__(self, path: Path, made_by: Namespace) -> None:
        self.path = path
        self.holds_search: bool = False
        """True if the file contains the current state of the search."""
        self.has_failed: bool = False
        """True if saving has failed."""
        self._made_by = made_by
        self._expanded: int | None = None  # The expansions of the search in the file, or None without a file.
        self._check_folder()

    @classmethod
    def of_new_file(cls, given: Namespace) -> Self:
        """Return a saver for ``solve --save``; raise UsageError if the file exists already."""
        path = Path(given.save)
        with _file_errors(path):
            if path.exists():
                raise UsageError(
                    f"--save: {quote(str(path))} exists already; choose another name, remove it, or continue "
                    "with astarlib resume"
                )
        return cls(path, given)

    def has_loaded(self, search: Search) -> None:
        """Record that the file contains this search in its current state."""
        self._expanded = search.statistics.expanded

    def try_out(self, search: Search) -> None:
        """Save a search that hasn't run yet to a temporary file; raise UsageError if that fails."""
        with self._temporary_folder() as folder:
            search.save(folder / self.path.name, metadata=self._metadata())

    def save(self, search: Search, *, is_done: bool) -> None:
        """Save the search and print how to resume it. A finished search updates only an existing file."""
        expanded = search.statistics.expanded
        if is_done and self._expanded is None:
            return
        if expanded != self._expanded:
            _print_if_possible(f"saving the search in {self.path}, {counted(search.statistics.stored, 'state')}")
            try:
                with progress_bar(quiet=self._made_by.quiet, doing="saving the search"):
                    search.save(self.path, metadata=self._metadata())
            except Exception as error:  # noqa: BLE001  # The disk, memory or a state's code may fail. The result is still printed.
                raise_if_from_handler(error)
                self.has_failed = True
                why = "no memory left" if isinstance(error, MemoryError) else reason(error)
                with suppress(OSError):
                    print_error(f"the search couldn't be saved in {quote(str(self.path))}: {why}")
                return
        self._print_command(is_done=is_done)

    def _print_command(self, *, is_done: bool) -> None:
        """Print how to resume the saved search."""
        self.holds_search = True
        _print_if_possible(f"{'to see this again' if is_done else 'to continue'}: {_command(self.path)}")

    def _metadata(self) -> dict[str, Any]:  # Any: JSON values
        return {"astarlib": astarlib.__version__, "words": self._made_by.words, **self._made_by.inputs.stored()}

    def _check_folder(self) -> None:
        with self._temporary_folder():
            pass

    @contextmanager
    def _temporary_folder(self) -> Iterator[Path]:
        """Create a temporary folder next to the file."""
        import tempfile

        with _file_errors(self.path):
            parent = linked_file(self.path).parent
            with tempfile.TemporaryDirectory(dir=parent, prefix=".astarlib-") as folder:
                yield Path(folder)


class FolderSaver(SearchSaver):
    """The saver of a search on disk, whose folder is its checkpoint."""

    def _check_folder(self) -> None:
        """Do nothing, because saving creates the folder."""

    def try_out(self, search: Search) -> None:
        """Create the folder; raise UsageError if that fails."""
        from astarlib.checkpoint import MANIFEST

        try:
            search.save(self.path, metadata=self._metadata())
        except MemoryError as error:
            raise UsageError(in_one_line(f"--memory: {error}")) from error
        except (OSError, ValueError) as error:
            raise_if_from_handler(error)
            why = reason(error)
            if isinstance(error, FileExistsError) and (self.path / MANIFEST).exists():
                why = (
                    f"the folder {self.path} has a search already; continue it with {_command(self.path)}, or delete "
                    "the folder"
                )
            raise UsageError(in_one_line(f"--disk: {why}")) from error

    def save(self, search: Search, *, is_done: bool) -> None:  # The search has written its states.
        """Print how to resume the search."""
        self._print_command(is_done=is_done)


def _file_errors(path: Path) -> AbstractContextManager[None]:
    # A ValueError means that a state raised it, or that no file can have this name.
    return file_errors(f"no search can be saved in {quote(str(path))}", ValueError)


def _print_if_possible(text: str) -> None:
    """Print a message. If the terminal is closed, do nothing, because the search must still be saved."""
    with suppress(OSError):
        print_message(text)


def _command(path: Path) -> str:
    return f"astarlib resume {shlex.quote(str(path))}"
