"""``astarlib cache``: the tables and the compiled code that are stored on disk."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from astarlib._support.numbers import counted
from astarlib._support.table_cache import cache_folder, cached_tables, clear_cached_tables
from astarlib.cli.errors import file_errors
from astarlib.cli.output import print_result
from astarlib.cli.parser import ExitCode, Parser, PlainCommand
from astarlib.cli.report import format_size


def add_arguments(parser: Parser) -> None:
    """Add the options of ``cache``."""
    parser.add_argument("--clear", action="store_true", help="remove the cache; it's created again when needed")


def cache(given: Namespace) -> ExitCode:
    """Print the folder and the size of the cache, or clear it."""
    from astarlib.compiled.codegen.code_cache import clear_cache, code_folders

    with file_errors("the cache", RuntimeError):  # RuntimeError: the user has no home folder
        if given.clear:
            tables, kernels = clear_cached_tables(), clear_cache()
            print_result(f"removed {counted(tables, 'table')} and the code of {counted(kernels, 'compiled kernel')}")
            return ExitCode.SOLVED
        files, folders = cached_tables(), code_folders()
        code = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
        print_result(str(cache_folder()))
        print_result(f"{counted(len(files), 'table')}, {format_size(_bytes(files))}")
        print_result(f"the code of {counted(len(folders), 'compiled kernel')}, {format_size(_bytes(code))}")
    return ExitCode.SOLVED


def _bytes(files: Iterable[Path]) -> int:
    return sum(file.stat().st_size for file in files)


COMMAND: Final = PlainCommand("show or clear the on-disk cache", "cache", add_arguments, cache)
