"""Results as lines of JSON, one for each case and contender."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any, Self, TypeAlias

Row: TypeAlias = dict[str, Any]


def spread(values: Iterable[float]) -> dict[str, Any] | None:
    """Return the median, minimum and maximum and all values in their order, or None without values."""
    found = list(values)
    if len(found) == 0:
        return None
    return {"median": median(found), "min": min(found), "max": max(found), "all": found}


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a file, in their order.

    Raises
    ------
    ValueError
        If a line isn't a row. The message has its number.
    """
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or not {"suite", "case", "contender", "status"} <= row.keys():
            raise ValueError(f"line {number} of {path} isn't a row of results")
        rows.append(row)
    return rows


class RowWriter:
    """A results file that grows row by row, so that an interrupted run keeps its finished rows."""

    def __init__(self, path: Path, keep: Callable[[Row], bool] | None = None) -> None:
        """Start the file again. With ``keep``, it begins with the old rows for which ``keep`` is true."""
        kept = [row for row in read_rows(path) if keep(row)] if keep is not None and path.exists() else []
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("w", encoding="utf-8", newline="\n")
        for row in kept:
            self.write(row)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def write(self, row: Row) -> None:
        """Add a row. When this returns, the row is in the file."""
        self._file.write(f"{json.dumps(row, ensure_ascii=False)}\n")
        self._file.flush()
