"""Rows as a table in plain text, for whoever watches a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.harness.rows import Row

_COUNTS = ("cost", "expanded", "generated", "stored")


def case_lines(suite: str, title: str, name: str) -> list[str]:
    """The head of a case."""
    return ["", f"{suite}/{name}: {title}"]


def table_lines(rows: Sequence[Row]) -> list[str]:
    """A line for each contender, and one for each target."""
    width = max(len(row["contender"]) for row in rows)
    first, lines = rows[0]["contender"], []
    for row in rows:
        line = f"  {row['contender']:<{width}}  {_figures_of(row, first)}".rstrip()
        lines.append(line if not row["unlike"] else f"{line}   (not like for like: {row['unlike']})")
    return lines + [f"  {target_text(target)}" for row in rows for target in row["targets"]]


def _figures_of(row: Row, first: str) -> str:
    if row["seconds"] is None:
        return f"{row['status']}: {row['why']}" if row["why"] != row["status"] else row["why"]
    parts = [f"{duration(row['seconds']['median']):>10}"]
    if row["contender"] != first and row["ratio"] is not None:
        parts.append(f"{first} / this {ratio_text(row['ratio'])}")
    parts += [f"{name} {number(row['answer'][name])}" for name in _COUNTS if name in row["answer"]]
    parts += [f"{name} {number(value['median'])}" for name, value in row["figures"].items()]
    if row["status"] != "ok":
        parts.append(f"{row['status'].upper()}: {row['why']}")
    return "   ".join(parts)


def duration(seconds: float) -> str:
    """With three digits, in the unit that fits."""
    if seconds >= 1:
        return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:,.0f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def ratio_text(ratio: dict[str, Any]) -> str:
    """The median with the range."""
    digits = 3 if 0.1 <= ratio["median"] < 10 else 4
    median, least, most = (_plain(ratio[name], digits) for name in ("median", "min", "max"))
    return f"{median} ({least}–{most})"


def number(value: Any) -> str:  # Any: JSON values
    """With commas, and no more digits than mean something."""
    if isinstance(value, float) and not value.is_integer():
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{int(value):,}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def target_text(target: Row) -> str:
    """A target with what was found, and whether that is as asked."""
    of = (
        f"{target['of']} / {target['to']}"
        if target["kind"] == "ratio"
        else f"{target.get('figure', target['kind'])} of {target['of']}"
    )
    sign, limit = ("≤", target["at_most"]) if "at_most" in target else ("≥", target["at_least"])
    if target["found"] is None:
        return f"target {of} {sign} {limit:g}: not measured"
    return f"target {of} {sign} {limit:g}: {'met' if target['met'] else 'MISSED'}, {target['found']:.4g}"


def _plain(value: float, digits: int) -> str:
    """``digits`` digits, never with an exponent."""
    text = f"{value:.{digits}g}"
    return text if "e" not in text else f"{value:,.0f}"
