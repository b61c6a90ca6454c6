"""Write the tables of the documentation from measured rows.

    python -m benchmarks.report [FILE] [--into FOLDER] [--check]

Each suite has a page of Markdown. The same rows give the same pages, byte for byte. With --check, nothing is written,
and the exit code is 1 if a page differs from the rows. Each table is between marks, so that another page can include
it: ``--8<-- "docs/benchmarks/core.md:case-15-puzzle"``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from benchmarks.harness.markdown import page
from benchmarks.harness.rows import Row, read_rows

PUBLISHED = Path(__file__).parent / "results" / "published.jsonl"
FOLDER = Path(__file__).parents[1] / "docs" / "benchmarks"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.report", description="Write the tables of the documentation from measured rows."
    )
    parser.add_argument("file", nargs="?", type=Path, default=PUBLISHED, metavar="FILE", help="of python -m benchmarks")
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER", help="folder for the pages")
    parser.add_argument("--check", action="store_true", help="write nothing, and list the pages that aren't up to date")
    options = parser.parse_args(arguments)
    try:
        pages = pages_of(read_rows(options.file))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return _check(options.into, pages) if options.check else _write(options.into, pages)


def pages_of(rows: Sequence[Row]) -> dict[str, str]:
    """Return the page of each suite by its file name."""
    in_order = sorted(rows, key=lambda row: str(row["suite"]))  # The sort is stable: cases keep their order.
    return {
        f"{suite}.md": page(suite, list(of_suite)) for suite, of_suite in groupby(in_order, lambda row: row["suite"])
    }


def _write(folder: Path, pages: dict[str, str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {text.count('[start:')} tables")
    return 0


def _check(folder: Path, pages: dict[str, str]) -> int:
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    stale = sorted(name for name in {*pages, *found} if pages.get(name) != found.get(name))
    for name in stale:
        print(f"{name} differs from the rows; run python -m benchmarks.report", file=sys.stderr)
    if len(stale) == 0:
        print(f"{len(pages)} pages are up to date")
    return 0 if len(stale) == 0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
