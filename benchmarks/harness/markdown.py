"""Rows as tables in Markdown, each with the place, time and method of the measurement."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.harness.numbers import (
    COUNTS,
    digits,
    duration,
    durations,
    growth,
    means,
    measured,
    number,
    shared_answer,
    size,
)
from benchmarks.harness.rows import Row

_HEAD = """---
search:
  exclude: true
---

<!-- Made by python -m benchmarks.report; changes made here are lost. -->"""
"""The first lines of a page. The search of the documentation leaves the pages out, because they'd fill its results."""


_INTRODUCTION = (
    "[Benchmarks](../guide/benchmarks.md) says what was measured and how. A shorter bar is better, and a bar that\n"
    "fades out is longer than the chart."
)
_MAX_BAR = 10
"""The length of the longest bar, compared with that of the first."""
_MAX_COLUMNS = 9
"""The number of columns that fit on a page."""


def page(suite: str, rows: Sequence[Row]) -> str:
    """Return the page with all tables of a suite."""
    cases: dict[str, list[Row]] = {}
    for row in rows:
        cases.setdefault(row["case"], []).append(row)
    parts = [_not_available(of) if name == "" else _section(suite, name, of) for name, of in cases.items()]
    text = "\n".join(f"- {_escaped(mean)}" for mean in means(rows))
    if text:
        parts.append(f"## Means\n\n{_marked('means', text)}")
    return "\n\n".join([_HEAD, f"# Benchmarks: {suite}", _INTRODUCTION, *parts]) + "\n"


def _not_available(rows: Sequence[Row]) -> str:
    return "\n".join(f"Not measured: {_escaped(row['why'])}." for row in rows)


def _section(suite: str, case: str, rows: list[Row]) -> str:
    parts = [_head(case, rows), _details(rows)]
    shared = shared_answer(rows)
    notes = [_shared_text(shared, several=len(rows) > 1)] if shared else []
    notes += [f"Not like for like: {row['contender']} ({row['unlike']})." for row in rows if row["unlike"]]
    if notes:
        parts.append("\n".join(f"- {_escaped(note)}" for note in notes))
    parts.append(_origin(suite, case, rows))
    return "\n\n".join([f"## {case}", _marked(_mark("case", case), "\n\n".join(parts))])


def _mark(kind: str, case: str) -> str:
    return f"{kind}-" + re.sub("[^a-z0-9]+", "-", case.lower())  # The names of snippets must begin with a letter.


def _head(case: str, rows: list[Row]) -> str:
    """Return the title and the bars of a case, which a page can include without the rest."""
    bars = _bars(rows)
    title = f"**{_escaped(rows[0]['title'])}**"
    return title if bars == "" else _marked(_mark("chart", case), f"{title}\n\n{bars}")


def _bars(rows: list[Row]) -> str:
    """Return a bar for the time of each contender, or "" if there is only one. Very long bars are cut off, so that the
    others can be compared.
    """
    times = [row["seconds"]["median"] for row in rows if row["status"] == "ok" and row["seconds"]]
    if len(rows) < 2 or times == []:
        return ""
    bars = [_bar(row, min(max(times), _MAX_BAR * times[0])) for row in rows]
    return "\n".join(('<table class="bars">', *bars, "</table>"))


def _bar(row: Row, longest: float) -> str:
    is_done = row["status"] == "ok" and row["seconds"] is not None
    width = 100 * row["seconds"]["median"] / longest if is_done else 0
    bar = f'<i style="width: {width:.2f}%"></i>' if width <= 100 else '<i class="cut"></i>'
    text = duration(row["seconds"]["median"]) if is_done else _time(row)
    return f'<tr><th scope="row">{html.escape(_name(row))}</th><td>{bar}</td><td>{html.escape(text)}</td></tr>'


def _details(rows: list[Row]) -> str:
    """Return the table of a case, folded up below its bars."""
    table = _table(rows)
    if _bars(rows) == "":
        return "\n".join(table)
    return "\n".join(('??? note "Ranges, memory and counts"', "", *(f"    {line}" for line in table)))


def _marked(mark: str, text: str) -> str:
    return f"<!-- --8<-- [start:{mark}] -->\n\n{text}\n\n<!-- --8<-- [end:{mark}] -->"


def _shared_text(shared: Row, *, several: bool) -> str:
    words = ", ".join(f"{name} {_answer(value)}" for name, value in shared.items())
    return f"All gave this answer: {words}." if several else f"The answer: {words}."


def _answer(value: Any) -> str:  # Any: JSON values
    return "none" if value == [] else number(value)


# --- a table ----------------------------------------------------------------------------------------------------------


def _table(rows: list[Row]) -> list[str]:
    """Return a table with a line for each contender, or a column for each if there are many figures."""
    shared = shared_answer(rows)
    own = [name for name in COUNTS if name not in shared and any(name in row["answer"] for row in rows)]
    figures = list(dict.fromkeys(name for row in rows for name in row["figures"]))
    columns = {
        "": [_name(row) for row in rows],
        "CPU time": [_time(row) for row in rows],
        f"times as fast as {rows[0]['contender']}": [_ratio(row) for row in rows] if len(rows) > 1 else [],
        "memory": [_memory(row) for row in rows],
        **{name: [_count(row, name) for row in rows] for name in own},
        **{_title(name): [_figure(row, name) for row in rows] for name in figures},
    }
    kept = {head: cells for head, cells in columns.items() if head == "" or any(cell != "" for cell in cells)}
    columns_of_lines = [[head, *cells] for head, cells in kept.items()]
    by_contender = list(zip(*columns_of_lines, strict=True))
    lines = columns_of_lines if len(kept) > max(_MAX_COLUMNS, len(by_contender)) else by_contender
    head, *others = map(_line, lines)
    return [head, _line(["---", *["--:"] * (len(lines[0]) - 1)]), *others]


def _title(figure: str) -> str:
    """Return the name of a figure as words."""
    return "wall seconds" if figure == "wall" else figure.replace("_", " ")


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(_escaped(cell) for cell in cells)} |"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").replace("\n", " ")


def _name(row: Row) -> str:
    return f"{row['contender']} †" if row["unlike"] else str(row["contender"])


def _time(row: Row) -> str:
    match row["status"]:
        case "ok":
            return durations(row["seconds"])
        case "not done":
            return str(row["why"])
        case status:
            time = "" if row["seconds"] is None else f"{durations(row['seconds'])}, "
            return f"{time}{status}: {row['why']}"


def _ratio(row: Row) -> str:
    return "" if row["ratio"] is None or row["status"] != "ok" else measured(row["ratio"], digits)


def _memory(row: Row) -> str:
    grown = growth(row)
    return "" if grown is None else size(grown)


def _count(row: Row, name: str) -> str:
    return number(row["answer"][name]) if name in row["answer"] else ""


def _figure(row: Row, name: str) -> str:
    spread = row["figures"].get(name)
    return "" if spread is None else durations(spread) if name.startswith("seconds") else measured(spread, number)


# --- where, when and how ----------------------------------------------------------------------------------------------


def _origin(suite: str, case: str, rows: list[Row]) -> str:
    first = rows[0]
    machine, versions = first["machine"], {name: value for row in rows for name, value in row["versions"].items()}
    python = versions.pop("python", None)
    libraries = [f"{name} {version}" for name, version in sorted(versions.items())]
    memory = [] if machine["memory"] is None else [size(machine["memory"])]
    commit = "no commit" if first["commit"] is None else f"commit {first['commit'][:10]}"
    where = [machine["cpu"], f"{machine['cores']} cores", *memory, machine["system"]]
    rounds = max(row["rounds"] for row in rows)
    how = "one round" if rounds == 1 else f"medians of {rounds} rounds with smallest and largest"
    options = re.findall(r" --(?:quick|data \S+|every \d+)", first["command"])
    command = f"python -m benchmarks {suite}/{case}{''.join(options)}"
    measured_of = [*([python] if python else []), *libraries, f"{commit}{' with changes' if first['dirty'] else ''}"]
    return f"`{command}`: {how}; {', '.join(measured_of)}; {', '.join(where)}; {first['date'][:10]}.\n{{: .measured }}"
