"""Formatting of numbers, the same in all tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from statistics import geometric_mean
from typing import Any

COUNTS = ("cost", "expanded", "generated", "stored")
"""Parts of an answer that are worth a column."""


def duration(seconds: float) -> str:
    """Return a duration with three digits, in a suitable unit."""
    factor, unit = _unit(seconds)
    return f"{digits(seconds * factor)} {unit}"


def durations(spread: Mapping[str, Any]) -> str:
    """Return the median in a suitable unit, followed by the range if there are several values."""
    factor, unit = _unit(spread["median"])
    text = f"{digits(spread['median'] * factor)} {unit}"
    if len(spread["all"]) == 1:
        return text
    return f"{text} ({digits(spread['min'] * factor)}–{digits(spread['max'] * factor)})"


def _unit(seconds: float) -> tuple[float, str]:
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if abs(seconds) * factor >= 1:
            return factor, unit
    return 1e9, "ns"


def digits(value: float) -> str:
    """Return a number with three digits, with commas and without an exponent."""
    size = abs(value)
    places = 0 if size >= 99.95 else 1 if size >= 9.995 else 2 if size >= 0.9995 else 3
    return f"{value:,.{places}f}"


def number(value: Any) -> str:  # Any: JSON values
    """Return whole numbers in full, and others with three digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return f"{int(value):,}" if float(value).is_integer() else digits(value)


def size(count: float) -> str:
    """Return a number of bytes in a suitable unit."""
    for factor, unit in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if abs(count) >= factor:
            return f"{digits(count / factor)} {unit}"
    return f"{count:,.0f} bytes"


def measured(spread: Mapping[str, Any], text: Callable[[float], str]) -> str:
    """Return the median, followed by the range if the values differ."""
    median, least, most = (text(spread[name]) for name in ("median", "min", "max"))
    return median if least == most else f"{median} ({least}–{most})"


def figure(name: str) -> Callable[[float], str]:
    """Return the function that formats a figure of that name."""
    return duration if name.startswith("seconds") else number


def growth(row: Mapping[str, Any]) -> float | None:
    """Return the maximum number of bytes that a row's run added to the process, or None if it's unknown."""
    peak, before = row["bytes_peak"], row["bytes_before"]
    return None if peak is None or before is None else max(0, peak["median"] - before["median"])


def shared_answer(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the part of the answers that is the same in all rows with an answer."""
    answers = [row["answer"] for row in rows if row["answer"]]
    if len(answers) == 0:
        return {}
    return {name: value for name, value in answers[0].items() if all(other.get(name) == value for other in answers)}


def means(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Return the geometric means of the median ratios of each group of cases, in words."""
    found: dict[tuple[str, str, str], list[float]] = {}
    for _, of_case in groupby(rows, key=lambda row: row["case"]):
        first, *others = of_case
        for row in others:
            if row.get("group") and row["ratio"] is not None and row["status"] == "ok":
                ratios = found.setdefault((row["group"], first["contender"], row["contender"]), [])
                ratios.append(row["ratio"]["median"])
    return [
        f"{first} / {other}, geometric mean of {len(ratios)} {group}: {digits(geometric_mean(ratios))}"
        for (group, first, other), ratios in found.items()
    ]


def target_text(target: Mapping[str, Any]) -> str:
    """Return a target with the measured value, and by how much it's missed."""
    text: Callable[[float], str]
    match target["kind"]:
        case "ratio":
            what, text = f"{target['of']} / {target['to']}", digits
        case "figure":
            what, text = f"{target['figure']}, {target['of']}", figure(target["figure"])
        case "bytes":
            what, text = f"memory of {target['of']}", size
        case _:
            what, text = f"time of {target['of']}", duration
    sign, limit = ("≤", target["at_most"]) if "at_most" in target else ("≥", target["at_least"])
    found = target["found"]
    if found is None:
        return f"{what} {sign} {text(limit)}: not measured"
    missed = "" if target["met"] else f", missed by {abs(found / limit - 1) * 100:.0f} %"
    return f"{what} {sign} {text(limit)}: {text(found)}{missed or ', met'}"
