"""The rows of a comparison as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final, TypeAlias

from astarlib._support.wording import format_number, round_ratio_up
from astarlib.comparing.disagreements import disagreements
from astarlib.comparing.row import ComparisonRow

Column: TypeAlias = tuple[str, Callable[[ComparisonRow], str]]
"""A header and what stands below it."""


@dataclass(frozen=True, slots=True)
class ComparisonTable:
    """The rows of a comparison, in the order in which they were run.

    Attributes
    ----------
    rows:
        One row for each run.
    interrupted:
        True if Ctrl-C ended the comparison before all runs were done.
    """

    rows: tuple[ComparisonRow, ...]
    interrupted: bool = False

    def __iter__(self) -> Iterator[ComparisonRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        return self.to_text()

    @property
    def disagreements(self) -> tuple[str, ...]:
        """A sentence for each row that claims too much: another row's solution costs less than its lower bound.

        Empty when all bounds are true of all solutions, and so all proved optima equal.
        """
        return disagreements(self.rows)

    def to_text(self) -> str:
        """Aligned columns, and below them what disagrees."""
        header, *lines = _cells(self.rows)
        widths = [max(map(len, column)) for column in zip(header, *lines, strict=True)]
        rule = ["-" * width for width in widths]
        text = [
            "  ".join(
                cell.rjust(width) if name in _NUMBERS else cell.ljust(width)
                for name, width, cell in zip(header, widths, line, strict=True)
            ).rstrip()
            for line in (header, rule, *lines)
        ]
        return "\n".join(text + [f"\nDISAGREEMENT: {sentence}" for sentence in self.disagreements])

    def to_markdown(self) -> str:
        """A table in GitHub's Markdown, and below it what disagrees."""
        header, *lines = _cells(self.rows)
        rule = ["---:" if name in _NUMBERS else "---" for name in header]
        text = ["| " + " | ".join(_escaped(cell) for cell in line) + " |" for line in (header, rule, *lines)]
        return "\n".join(text + [f"\n**Disagreement**: {_escaped(sentence)}" for sentence in self.disagreements])

    def to_csv(self) -> str:
        """All fields of all rows, named in the first line; nothing is rounded, and what is absent is empty."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(ComparisonRow))
        writer.writerows(_fields(row).values() for row in self.rows)
        return file.getvalue()

    def to_json(self) -> str:
        """``{"rows": […], "disagreements": […], "interrupted": false}`` in strict JSON; infinite or absent is null."""
        rows = [
            {name: None if value == math.inf else value for name, value in _fields(row).items()} for row in self.rows
        ]
        report = {"rows": rows, "disagreements": self.disagreements, "interrupted": self.interrupted}
        return json.dumps(report, indent=2, allow_nan=False, default=float)  # float: costs such as fractions


_NUMBERS: Final = frozenset(
    {"cost", "bound", "within", "expanded", "generated", "stored", "peak memory", "seconds", "CPU seconds"}
)
_COLUMNS: Final[Sequence[Column]] = (
    ("problem", lambda row: row.problem),
    ("heuristic", lambda row: row.heuristic or "-"),
    ("engine", lambda row: row.engine),
    ("status", lambda row: row.status.name if row.limit is None else f"{row.status.name} {row.limit.name}"),
    ("cost", lambda row: _number(row.cost)),
    ("bound", lambda row: _number(row.lower_bound)),
    (
        "within",
        lambda row: _number(None if row.suboptimality_bound is None else round_ratio_up(row.suboptimality_bound)),
    ),
    ("optimal", lambda row: "-" if row.cost is None else "yes" if row.optimal else "not proved"),
    ("expanded", lambda row: _number(row.expanded)),
    ("generated", lambda row: _number(row.generated)),
    ("stored", lambda row: _number(row.stored)),
    ("peak memory", lambda row: "-" if row.peak_memory is None else f"{row.peak_memory / 2**20:,.1f} MiB"),
    ("seconds", lambda row: f"{row.seconds:,.3f}"),
    ("CPU seconds", lambda row: f"{row.cpu_seconds:,.3f}"),
)


def _cells(rows: Sequence[ComparisonRow]) -> list[list[str]]:
    """The header, then a line for each row; heuristics only where some are named, medians where runs were repeated."""
    left_out = set()
    if all(row.heuristic is None for row in rows):
        left_out.add("heuristic")
    left_out.add("CPU seconds" if all(row.repeats == 1 for row in rows) else "seconds")
    columns = [(name, show) for name, show in _COLUMNS if name not in left_out]
    return [[name for name, _ in columns], *([show(row) for _, show in columns] for row in rows)]


def _number(value: float | None) -> str:
    return "-" if value is None else format_number(value)


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|").replace("\n", " ")


def _fields(row: ComparisonRow) -> dict[str, object]:
    """The fields by name, enums by their names."""
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    return {name: value.name if isinstance(value, Enum) else value for name, value in values.items()}
