"""The rows of a comparison as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final, TypeAlias

from astarlib._support.html_card import table_card
from astarlib._support.integers import check_int
from astarlib._support.wording import format_number, round_ratio_up
from astarlib.comparing.row import ComparisonRow
from astarlib.verification import is_close

Column: TypeAlias = tuple[str, Callable[[ComparisonRow], str]]
"""The header of a column and the function that formats a cell."""


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

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        header, *lines = zip(*_columns(self.rows), strict=True)
        notes = [*_conditions(self.rows), *(f"Disagreement: {sentence}" for sentence in self.disagreements)]
        return table_card(header, lines, right=_NUMBERS, notes=notes)

    @property
    def disagreements(self) -> tuple[str, ...]:
        """A sentence for each row whose lower bound exceeds the cost of another row's solution of the same problem.

        If it's empty, all proved optima of a problem are equal.
        """
        return _disagreements(self.rows)

    def to_text(self, *, width: int | None = None) -> str:
        """Return the table as text with aligned columns and rounded numbers, followed by the disagreements.

        Parameters
        ----------
        width:
            The largest number of characters in a line, at least 60. A narrow table has shortened names, and the line
            below it names the columns that are left out. None (the default) keeps all.

        Raises
        ------
        ValueError, TypeError
            If ``width`` is neither an int of at least 60 nor None.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.comparing import compare
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> print(compare({"easy": NPuzzle("1 2 3 / 4 5 6 / 0 7 8")}, [AStar()]).to_text())  # doctest: +ELLIPSIS
        problem  engine   status  cost  bound  within  optimal  expanded...
        -------  -------  ------  ----  -----  ------  -------  --------...
        easy     AStar()  SOLVED     2      2       1  if h            2...
        """
        columns = _columns(self.rows)
        left_out: list[str] = []
        if width is not None:
            columns, left_out = _fitting(columns, check_int(width, "width", minimum=_MIN_WIDTH))
        header, *lines = zip(*columns, strict=True)
        widths = [max(map(len, column)) for column in columns]
        rule = ["-" * width for width in widths]
        text = [
            _GAP.join(
                cell.rjust(width) if name in _NUMBERS else cell.ljust(width)
                for name, width, cell in zip(header, widths, line, strict=True)
            ).rstrip()
            for line in (header, rule, *lines)
        ]
        if len(left_out) > 0:
            text += ["", *_fill(f"left out to fit {width} columns: {', '.join(left_out)}", width)]
        if "optimal" not in left_out:
            for sentence in _conditions(self.rows):
                text += ["", *_fill(sentence, width)]
        for sentence in self.disagreements:
            text += ["", *_fill(f"DISAGREEMENT: {sentence}", width)]
        return "\n".join(text)

    def to_markdown(self) -> str:
        """Return the table in GitHub's Markdown, followed by the disagreements.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.comparing import compare
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> print(compare({"easy": NPuzzle("1 2 3 / 4 5 6 / 0 7 8")}, [AStar()]).to_markdown())  # doctest: +ELLIPSIS
        | problem | engine | status | cost | bound | ...
        | --- | --- | --- | ---: | ---: | ...
        | easy | AStar() | SOLVED | 2 | 2 | ...
        """
        header, *lines = zip(*_columns(self.rows), strict=True)
        rule = ["---:" if name in _NUMBERS else "---" for name in header]
        text = ["| " + " | ".join(_escaped(cell) for cell in line) + " |" for line in (header, rule, *lines)]
        notes = [*_conditions(self.rows), *(f"**Disagreement**: {sentence}" for sentence in self.disagreements)]
        return "\n".join(text + [f"\n{_escaped(note)}" for note in notes])

    def to_csv(self) -> str:
        """Return all fields of all rows as CSV with a header line, unrounded, with missing values empty.

        The header has the names of the fields of :class:`ComparisonRow`. Statuses and limits are names.

        Examples
        --------
        >>> import csv
        >>> from astarlib import AStar
        >>> from astarlib.comparing import compare
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> text = compare({"easy": NPuzzle("1 2 3 / 4 5 6 / 0 7 8")}, [AStar()]).to_csv()
        >>> [(row["engine"], row["status"], row["cost"]) for row in csv.DictReader(text.splitlines())]
        [('AStar()', 'SOLVED', '2')]
        """
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(ComparisonRow))
        writer.writerows(_fields(row).values() for row in self.rows)
        return file.getvalue()

    def to_json(self) -> str:
        """Return ``{"rows": […], "disagreements": […], "interrupted": false}`` as strict, indented JSON text.

        A row is an object with the fields of :class:`ComparisonRow`. Infinite and missing values are null.

        Examples
        --------
        >>> import json
        >>> from astarlib import AStar
        >>> from astarlib.comparing import compare
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> text = compare({"easy": NPuzzle("1 2 3 / 4 5 6 / 0 7 8")}, [AStar()]).to_json()
        >>> [(row["engine"], row["cost"]) for row in json.loads(text)["rows"]]
        [('AStar()', 2)]
        """
        rows = [
            {name: None if value == math.inf else value for name, value in _fields(row).items()} for row in self.rows
        ]
        report = {"rows": rows, "disagreements": self.disagreements, "interrupted": self.interrupted}
        return json.dumps(report, indent=2, allow_nan=False, default=float)  # float converts costs such as fractions.


_NOTHING: Final = "-"
_IF_H: Final = "if h"
_GAP: Final = "  "
_MIN_WIDTH: Final = 60
_MIN_NAME: Final = 8
_NAMES: Final = frozenset(("problem", "heuristic", "engine", "status"))
"""The columns whose cells are shortened in a narrow table."""
_OPTIONAL: Final = ("optimal", "bound", "within", "stored", "memory growth", "generated")
"""The columns that a narrow table has only if there is room, the most important first."""
_NUMBERS: Final = frozenset(
    {"cost", "bound", "within", "expanded", "generated", "stored", "memory growth", "seconds", "CPU seconds"}
)
_COLUMNS: Final[Sequence[Column]] = (
    ("problem", lambda row: row.problem),
    ("heuristic", lambda row: row.heuristic or _NOTHING),
    ("engine", lambda row: row.engine),
    ("status", lambda row: row.status.name if row.limit is None else f"{row.status.name} {row.limit.name}"),
    ("cost", lambda row: _number(row.cost)),
    ("bound", lambda row: _number(row.lower_bound)),
    (
        "within",
        lambda row: _number(None if row.suboptimality_bound is None else round_ratio_up(row.suboptimality_bound)),
    ),
    ("optimal", lambda _: _NOTHING),  # `_columns` replaces it: the cell depends on all rows.
    ("expanded", lambda row: _number(row.expanded)),
    ("generated", lambda row: _number(row.generated)),
    ("stored", lambda row: _number(row.stored)),
    ("memory growth", lambda row: _memory(row.peak_memory)),
    ("seconds", lambda row: f"{row.seconds:,.3f}"),
    ("CPU seconds", lambda row: f"{row.cpu_seconds:,.3f}"),
)


def _columns(rows: Sequence[ComparisonRow]) -> list[list[str]]:
    """Return the columns, each with its header and a cell for each row.
    There is one for the heuristic only if a row names one, and one for the memory growth if a row has a figure.
    """
    left_out = {"CPU seconds" if all(row.repeats == 1 for row in rows) else "seconds"}
    if all(row.heuristic is None for row in rows):
        left_out.add("heuristic")
    if all(_memory(row.peak_memory) == _NOTHING for row in rows):
        left_out.add("memory growth")
    proofs = _proofs(rows)
    return [
        [name, *(proofs if name == "optimal" else map(show, rows))] for name, show in _COLUMNS if name not in left_out
    ]


def _proofs(rows: Sequence[ComparisonRow]) -> list[str]:
    """Return the cells that say if the solutions are proved to be optimal. Another row can refute a proof."""
    refuted = [row for row, _ in _contradictions(rows)]
    return [
        _NOTHING if row.cost is None
        else "no" if row in refuted
        else "not proved" if not row.optimal
        else "yes" if row.condition == "" else _IF_H
        for row in rows
    ]  # fmt: skip


def _conditions(rows: Sequence[ComparisonRow]) -> list[str]:
    """Return a sentence for each condition of a proof in the table."""
    found = dict.fromkeys(row.condition for row, cell in zip(rows, _proofs(rows), strict=True) if cell == _IF_H)
    return [f'"{_IF_H}" means: proved to be optimal if {condition}' for condition in found]


def _fitting(columns: list[list[str]], width: int) -> tuple[list[list[str]], list[str]]:
    """Return the columns that fit into a line, and the names of the columns that are left out."""
    if _line_length(columns) <= width:
        return columns, []
    columns = [_shortened(column, width // 3) if column[0] in _NAMES else column for column in columns]
    has_one_problem = len(set(columns[0][1:])) == 1
    optional = (*_OPTIONAL, "problem") if has_one_problem else _OPTIONAL
    is_kept = {column[0]: column[0] not in optional for column in columns}
    for name in optional:
        if name in is_kept:
            is_kept[name] = True
            is_kept[name] = _line_length([column for column in columns if is_kept[column[0]]]) <= width
    left_out = [name for name, kept in is_kept.items() if not kept]
    columns = [column for column in columns if is_kept[column[0]]]
    while _line_length(columns) > width:  # Shorten the longest names.
        longest = max((column for column in columns if column[0] in _NAMES), key=lambda column: max(map(len, column)))
        length = max(map(len, longest)) - 1
        if length < _MIN_NAME:  # The numbers alone are too wide.
            break
        columns = [_shortened(column, length) if column is longest else column for column in columns]
    return columns, left_out


def _shortened(column: list[str], length: int) -> list[str]:
    return [cell if len(cell) <= length else f"{cell[: length - 1]}…" for cell in column]


def _line_length(columns: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, column)) for column in columns) + len(_GAP) * (len(columns) - 1)


def _fill(sentence: str, width: int | None) -> list[str]:
    return [sentence] if width is None else textwrap.wrap(sentence, width, break_long_words=False)


def _number(value: float | None) -> str:
    return _NOTHING if value is None else format_number(value)


def _memory(size: int | None) -> str:
    """Return a memory growth in MiB as text. Below 1 MiB, the measurement is too coarse for a number."""
    return _NOTHING if size is None or size < 2**20 else f"{size / 2**20:,.1f} MiB"


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|").replace("\n", " ")


def _fields(row: ComparisonRow) -> dict[str, object]:
    """Return the fields of a row by name, with enums as their names."""
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    return {name: value.name if isinstance(value, Enum) else value for name, value in values.items()}


# --- contradictions between rows --------------------------------------------------------------------------------------


def _disagreements(rows: Sequence[ComparisonRow]) -> tuple[str, ...]:
    """Return a sentence for each row whose lower bound exceeds the cost of a solution in another row of its problem."""
    return tuple(sentence for _, sentence in _contradictions(rows))


def _contradictions(rows: Sequence[ComparisonRow]) -> list[tuple[ComparisonRow, str]]:
    """Return these rows with their sentences."""
    by_problem: dict[str, list[ComparisonRow]] = {}
    for row in rows:
        by_problem.setdefault(row.problem, []).append(row)
    return [found for group in by_problem.values() for found in _of_one_problem(group)]


def _of_one_problem(rows: Sequence[ComparisonRow]) -> list[tuple[ComparisonRow, str]]:
    solved = [(row.cost, row) for row in rows if row.cost is not None]
    if len(solved) == 0:
        return []
    cost, cheapest = min(solved, key=lambda pair: pair[0])
    arbitrated = any(row.evaluated == 0 for row in rows)
    found = f"{_label(cheapest)} found a solution of cost {format_number(cost)}"
    return [
        (
            row,
            f"{row.problem}: {found}, but {_label(row)} claims that {_claim(row.lower_bound)}. "
            + _reason(row, arbitrated=arbitrated),
        )
        for row in rows
        if row.lower_bound > cost and not is_close(row.lower_bound, cost)
    ]


def _claim(bound: float) -> str:
    return "there is none" if bound == math.inf else f"none costs less than {format_number(bound)}"


def _label(row: ComparisonRow) -> str:
    return row.engine if row.heuristic is None else f"{row.engine} with {row.heuristic}"


def _reason(row: ComparisonRow, *, arbitrated: bool) -> str:
    if row.evaluated == 0:
        return "That claim relies on no heuristic, so the problem behaves differently in the two runs."
    arbiter = "" if arbitrated else ". Add Dijkstra, which uses no heuristic, to the comparison to find out"
    return f"Most likely the heuristic of {_label(row)} is inadmissible: it overestimates somewhere{arbiter}."
