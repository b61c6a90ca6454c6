"""Compare two runs of the benchmarks: changed times, and changed answers.

    python -m benchmarks.compare OLD NEW

The table has both medians with their ranges, and new / old. A difference is marked if the ranges of several rounds
don't overlap. The exit code is 1 if an answer or a count differs, or if a contender is now wrong or fails. It doesn't
depend on times.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from benchmarks.harness.numbers import digits, durations, number
from benchmarks.harness.rows import Row, read_rows

Key: TypeAlias = tuple[str, str, str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare",
        description="Compare times and answers of two runs. The exit code is 1 if an answer differs.",
    )
    parser.add_argument("old", type=Path, metavar="OLD", help="a file of python -m benchmarks")
    parser.add_argument("new", type=Path, metavar="NEW", help="another")
    options = parser.parse_args(arguments)
    try:
        old, new = _by_key(options.old), _by_key(options.new)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    lines, changes = compared(old, new)
    print("\n".join([*_origins(old, new), *lines]))
    if changes:
        print("\n".join(["", "CHANGED ANSWERS", *(f"  {change}" for change in changes)]))
    return 1 if changes else 0


def compared(old: dict[Key, Row], new: dict[Key, Row]) -> tuple[list[str], list[str]]:
    """Return a line for each row of either run, and the changed answers."""
    lines, changes = [], []
    for key in dict.fromkeys([*old, *new]):
        name = " · ".join(part for part in key if part)
        if key not in new or key not in old:
            lines.append(f"{name}: only in {'OLD' if key in old else 'NEW'}")
            continue
        lines.append(f"{name}: {_times(old[key], new[key])}")
        changes += [f"{name}: {change}" for change in changed(old[key], new[key])]
    return lines, changes


def changed(old: Row, new: Row) -> list[str]:
    """Return how an answer differs, or how a contender started to fail."""
    before, after = old.get("answer", {}), new.get("answer", {})
    if new["status"] in {"wrong", "failed"} and old["status"] != new["status"]:
        return [f"was {old['status']}, is {new['status']}: {new['why']}"]
    if not before or not after:
        return []
    return [
        f"{part} {number(before.get(part, 'nothing'))} → {number(after.get(part, 'nothing'))}"
        for part in dict.fromkeys([*before, *after])
        if part not in before or part not in after or before[part] != after[part]
    ]


def _times(old: Row, new: Row) -> str:
    one, other = old.get("seconds"), new.get("seconds")
    if one is None or other is None:
        same = old["status"] == new["status"]
        return str(new["status"]) if same else f"{old['status']} → {new['status']}"
    ratio = other["median"] / one["median"]
    least, most = other["min"] / one["max"], other["max"] / one["min"]
    several = min(old["rounds"], new["rounds"]) > 1  # A single round has no range.
    mark = "" if least <= 1 <= most or not several else "   SLOWER" if ratio > 1 else "   FASTER"
    times = f"{durations(one)} → {durations(other)}"
    return f"{times}, new / old {digits(ratio)} ({digits(least)}–{digits(most)}){mark}"


def _by_key(path: Path) -> dict[Key, Row]:
    return {(row["suite"], row["case"], row["contender"]): row for row in read_rows(path)}


def _origins(old: dict[Key, Row], new: dict[Key, Row]) -> list[str]:
    """Return why the times or answers may not be comparable."""
    if not old or not new:
        return ["one of the files is empty"]
    lines = []
    machines = [{str({**row["machine"], "load": None}) for row in rows.values()} for rows in (old, new)]
    if machines[0] != machines[1]:
        lines.append("measured on different machines, so the times aren't comparable")
    if {row["quick"] for row in old.values()} != {row["quick"] for row in new.values()}:
        lines.append("only one file is from --quick, so cases of the same name may differ in size")
    return lines


if __name__ == "__main__":
    raise SystemExit(main())
