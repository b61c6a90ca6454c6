"""The fenced blocks of Markdown files, as the tests of README and documentation run them."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

from astarlib.cli import main

REPOSITORY = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^( *)```(\w*)([^\n]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
"""A block, which may be indented, for example in a folded solution."""
_OPTION = re.compile(r'(\w+)="([^"]*)"')


class Fence(NamedTuple):
    """One block, with the line at which it begins."""

    language: str
    options: dict[str, str]
    text: str
    line: int


def fences(path: Path) -> list[Fence]:
    """All blocks of a file, in order."""
    page = path.read_text(encoding="utf-8")
    return [
        Fence(language, dict(_OPTION.findall(options)), dedent(text), page.count("\n", 0, match.start()) + 1)
        for match in _FENCE.finditer(page)
        for _, language, options, text in [match.groups()]
    ]


def printed_by(source: str, names: dict[str, Any]) -> str:
    """Return the output of a Python block. ``names`` are its globals."""
    stdout = io.StringIO()
    with contextlib.redirect_stdout(stdout):
        exec(compile(source, "<block>", "exec"), names)
    return stdout.getvalue()


def commands(source: str) -> Iterator[list[str]]:
    """The arguments of each ``astarlib`` command in a block of shell. Of the rest, only ``cd`` is obeyed."""
    for line in source.splitlines():
        for command in line.removeprefix("$ ").split(" && "):
            program, *arguments = shlex.split(command)
            if program == "cd":
                os.chdir(*arguments)
            elif Path(program).name == "astarlib":
                yield arguments


def run_command(arguments: list[str]) -> tuple[int, str]:
    """The exit code and the standard output of ``astarlib`` with those arguments."""
    stdout = io.StringIO()
    with contextlib.redirect_stdout(stdout):
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code
    return int(code or 0), stdout.getvalue()
