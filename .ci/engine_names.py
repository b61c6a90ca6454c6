#!/usr/bin/env python3
"""Write the lists of engines that type checkers read, from the table in astarlib/engines/registry.py.

    python .ci/engine_names.py [--check]

Type checkers, editors and `import *` need the names of the engines as plain text in two packages, and
tests/data/public_names.txt has the public names. The script prints the lines that are missing there and adds them.
Then `ruff check --fix` sorts them. With --check, it writes nothing, and the exit code is 1 if a line is missing.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
PUBLIC_NAMES: Final = Path("tests/data/public_names.txt")


class Missing(NamedTuple):
    """A line that a file should have below another one."""

    file: Path
    below: str
    line: str


def missing(modules: Mapping[str, str], root: Path = ROOT) -> Iterator[Missing]:
    """Yield the lines that the files don't have, for the modules of engines by the names of their classes."""
    for package in ("astarlib", "astarlib.engines"):
        file = Path(*package.split("."), "__init__.py")
        tree = ast.parse((root / file).read_text(encoding="utf-8"))
        imported, listed, public = _imported(tree), _listed(tree), (root / PUBLIC_NAMES).read_text(encoding="utf-8")
        for kind, module in modules.items():
            if kind not in imported and package == "astarlib":
                yield Missing(file, "    from astarlib.engines import (", f"        {kind},")
            elif kind not in imported:
                yield Missing(file, "if TYPE_CHECKING:", f"    from {module} import {kind}")
            if kind not in listed:
                yield Missing(file, "__all__ = [", f'    "{kind}",')
            if f"{package}.{kind}" not in public.splitlines():
                yield Missing(PUBLIC_NAMES, "", f"{package}.{kind}")


def _imported(tree: ast.Module) -> set[str]:
    return {each.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for each in node.names}


def _listed(tree: ast.Module) -> set[str]:
    assigned = (node for node in tree.body if isinstance(node, ast.Assign))
    return set(ast.literal_eval(next(node.value for node in assigned if ast.unparse(node.targets) == "__all__")))


def add(lines: list[Missing], root: Path = ROOT) -> None:
    """Add the lines to their files."""
    for file, below, line in lines:
        text = (root / file).read_text(encoding="utf-8")
        if below == "":
            text = "\n".join(sorted([*text.splitlines(), line])) + "\n"
        else:
            text = text.replace(f"{below}\n", f"{below}\n{line}\n", 1)
        (root / file).write_text(text, encoding="utf-8")


def main() -> int:
    """Add the missing lines, or print them, and return the exit code."""
    sys.path.insert(0, str(ROOT))
    from astarlib.engines.registry import MODULES

    found = list(missing(MODULES))
    for each in found:
        print(f"{each.file}: {each.line.strip()}")
    if "--check" in sys.argv:
        return 1 if len(found) > 0 else 0
    add(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
