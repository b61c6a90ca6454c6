"""Rows as a table in plain text, shown during a run."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.harness.numbers import (
    COUNTS,
    digits,
    duration,
    figure,
    growth,
    measured,
    number,
    shared_answer,
    size,
    target_text,
)
from benchmarks.harness.rows import Row


def table_lines(rows: Sequence[Row]) -> list[str]:
    """Return a header, a line for each contender, the shared answer, and the targets."""
    shared = shared_answer(list(rows))
    own = [name for name in COUNTS if name not in shared and any(name in row["answer"] for row in rows)]
    figures = list(dict.fromkeys(name for row in rows for name in row["figures"]))
    head = ["", "CPU time", f"{rows[0]['contender']} / this" if len(rows) > 1 else "", "memory", *own, *figures]
    lines = _aligned([head, *(_cells(row, head, own, figures) for row in rows)])
    lines += [f"  * {row['contender']} is not like for like: {row['unlike']}" for row in rows if row["unlike"]]
    if shared:
        lines.append(f"  {'each' if len(rows) > 1 else 'answer'}: {answer_text(shared)}")
    return lines + [f"  target: {target_text(target)}" for row in rows for target in row["targets"]]


def answer_text(answer: Row) -> str:
    """Return the parts of an answer in one line."""
    return ", ".join(f"{name} {number(value)}" for name, value in answer.items())


def _cells(row: Row, head: Sequence[str], own: Sequence[str], figures: Sequence[str]) -> list[str]:
    name = f"{row['contender']} *" if row["unlike"] else row["contender"]
    if row["seconds"] is None:
        return [name, status_text(row)]
    grown = growth(row)
    cells = [
        name,
        duration(row["seconds"]["median"]),
        "" if row["ratio"] is None or head[2] == "" else measured(row["ratio"], digits),
        "" if grown is None else size(grown),
        *(number(row["answer"][key]) if key in row["answer"] else "" for key in own),
        *(figure(key)(row["figures"][key]["median"]) if key in row["figures"] else "" for key in figures),
    ]
    return cells if row["status"] == "ok" else [*cells, status_text(row)]


def status_text(row: Row) -> str:
    """Return why a contender has no measurement."""
    if row["status"] == "not done":
        return str(row["why"])
    return f"{row['status'].upper() if row['trusted'] else row['status']}: {row['why']}"


def _aligned(table: list[list[str]]) -> list[str]:
    """Return lines with names on the left and numbers on the right. Text after the last header column isn't aligned."""
    columns = len(table[0])
    whole = [row for row in table if len(row) > 2]
    widths = [max((len(row[at]) for row in whole), default=0) for at in range(columns)]
    widths[0] = max(len(row[0]) for row in table)
    lines = []
    for row in table:
        cells = [row[0].ljust(widths[0])]
        if len(row) > 2:
            cells += [row[at].rjust(widths[at]) for at in range(1, columns) if widths[at] > 0]
        cells += row[columns:] if len(row) > 2 else row[1:]
        lines.append(f"  {'   '.join(cells)}".rstrip())
    return lines
