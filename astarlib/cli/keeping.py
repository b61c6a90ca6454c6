"""The file in which ``--save`` keeps a search, and which ``astarlib resume`` goes on with."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import astarlib
from astarlib.cli.mistakes import UsageError, in_one_line, shown
from astarlib.cli.output import complain, tell
from astarlib.cli.words import counted
from astarlib.search import Search


class Keeper:
    """Saves a search, and says how to go on with it.

    Parameters
    ----------
    path:
        Where.
    made_by:
        The arguments of ``solve`` that made the search; what it has read is saved with it.

    Raises
    ------
    UsageError
        When the folder takes no files.
    """

    def __init__(self, path: Path, made_by: Namespace) -> None:
        self.path = path
        self.holds_search: bool = False
        """Whether the file holds the search as it is now."""
        self.has_failed: bool = False
        """Whether it should, and does not."""
        self._made_by = made_by
        self._expanded: int | None = None  # in the file; None where there is none yet
        with self._trial():
            pass

    @classmethod
    def of_new_file(cls, given: Namespace) -> Self:
        """For the search of ``solve --save``; UsageError also when there is such a file."""
        path = Path(given.save)
        with _refusing(path):
            if path.exists():
                raise UsageError(
                    f"--save: {shown(str(path))} is there already and would be lost; give another name, remove it, "
                    "or go on with it (astarlib resume)"
                )
        return cls(path, given)

    def has_loaded(self, search: Search) -> None:
        """Know that the file holds this search."""
        self._expanded = search.statistics.expanded

    def try_out(self, search: Search) -> None:
        """Save a search that has not run yet beside the file; UsageError when that fails, before work can be lost."""
        with self._trial() as folder:
            search.save(folder / self.path.name, arguments=self._arguments())

    def keep(self, search: Search, *, is_done: bool) -> None:
        """Save the search and tell it. One that is done needs no new file, but a file that is there shall hold it."""
        expanded = search.statistics.expanded
        if is_done and self._expanded is None:
            return
        if expanded != self._expanded:
            _mention(f"saving the search in {self.path}, {counted(search.statistics.stored, 'state')}")
            try:
                search.save(self.path, arguments=self._arguments())
            except Exception as error:  # noqa: BLE001  # of the disk, of memory, of a state's own code: the result is told
                self.has_failed = True
                with suppress(OSError):
                    complain(f"the search could not be saved in {shown(str(self.path))}: {_why(error)}")
                return
        self.holds_search = True
        _mention(f"{'to see this again' if is_done else 'to go on'}: {_command(self.path)}")

    def _arguments(self) -> dict[str, Any]:  # Any: what JSON can say
        return {"astarlib": astarlib.__version__, "words": self._made_by.words, **self._made_by.inputs.kept()}

    @contextmanager
    def _trial(self) -> Iterator[Path]:
        """A folder beside the file, for a while."""
        import tempfile

        with _refusing(self.path), tempfile.TemporaryDirectory(dir=self.path.parent, prefix=".astarlib-") as folder:
            yield Path(folder)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # the latter of a state, or of a name that can be no file's
        raise UsageError(in_one_line(f"no search can be saved in {shown(str(path))}: {_why(error)}")) from error


def _mention(text: str) -> None:
    """Tell it, if anybody can hear it: a terminal that is closed must not keep the search from being saved."""
    with suppress(OSError):
        tell(text)


def _why(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "no memory is left"
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _command(path: Path) -> str:
    return f"astarlib resume {shlex.quote(str(path))}"
