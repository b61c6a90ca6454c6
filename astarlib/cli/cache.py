"""``astarlib cache``: the tables and the compiled code that are kept on disk."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from astarlib._support.table_cache import cache_folder, cached_tables, clear_cached_tables
from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.mistakes import UsageError
from astarlib.cli.output import say
from astarlib.cli.words import counted, size


def cache(given: Namespace) -> ExitCode:
    """Tell where it is and how much, or remove it; UsageError where that is not possible."""
    from astarlib.compiled.cache import clear_cache, kept_folders

    try:
        if given.clear:
            tables, kernels = clear_cached_tables(), clear_cache()
            say(f"removed {counted(tables, 'table')} and the code of {counted(kernels, 'compiled kernel')}")
            return ExitCode.SOLVED
        files, folders = cached_tables(), kept_folders()
        code = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
        say(str(cache_folder()))
        say(f"{counted(len(files), 'table')}, {size(_bytes(files))}")
        say(f"the code of {counted(len(folders), 'compiled kernel')}, {size(_bytes(code))}")
    except (OSError, RuntimeError) as error:  # the latter where the system tells no home
        why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise UsageError(f"the cache: {why}") from error
    return ExitCode.SOLVED


def _bytes(files: Iterable[Path]) -> int:
    return sum(file.stat().st_size for file in files)
