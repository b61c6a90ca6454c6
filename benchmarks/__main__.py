"""Run the benchmarks: all suites, some of them, or single cases.

    python -m benchmarks [NAME…] [--without SUITE] [--quick] [--data FOLDER] [--list] [--output FILE] [--keep]

A NAME is a suite, ``core``, or a case of one, ``core/15-puzzle``. A table goes to standard output as it comes about,
the rows as lines of JSON to FILE. Exit code 1: an answer or a count of ours was wrong. A time never is.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.harness.case import Case, NotAvailable
from benchmarks.harness.machine import origin
from benchmarks.harness.rows import Row, RowWriter
from benchmarks.harness.running import failed, run_case
from benchmarks.harness.table import table_lines
from benchmarks.suites import SUITES, cases_of
from benchmarks.suites.given import DATA, EVERY

LATEST = Path(__file__).parent / "results" / "latest.jsonl"


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    options = _options(arguments)
    if options.data is not None:
        os.environ[DATA] = str(options.data.resolve())  # contenders run elsewhere
    if options.every is not None:
        os.environ[EVERY] = str(options.every)
    unknown = [name for name in [*options.names, *options.without] if name.partition("/")[0] not in SUITES]
    if unknown:
        print(f"there is no suite {unknown[0]!r}; there are {', '.join(SUITES)}", file=sys.stderr)
        return 2
    wanted = options.names or [suite for suite in SUITES if suite not in options.without]
    suites = [suite for suite in SUITES if any(name.partition("/")[0] == suite for name in wanted)]
    chosen = {suite: _choice(suite, wanted) for suite in suites}
    try:
        if options.list:
            return _list(chosen, quick=options.quick)
        return _run(chosen, options)
    except UnknownCaseError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the rows that were done are kept", file=sys.stderr)
        return 130


class UnknownCaseError(Exception):
    """A name of a case that its suite does not have."""


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Run the benchmarks. Exit code 1: an answer or a count of ours was wrong. A time never is.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"a suite ({', '.join(SUITES)}), or SUITE/CASE")
    parser.add_argument("--without", action="append", default=[], metavar="SUITE", help="all suites but this one")
    parser.add_argument("--quick", action="store_true", help="smaller cases, few rounds: under three minutes in all")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=f"maps and roads, for movingai and rome (${DATA})")
    parser.add_argument("--every", type=int, metavar="N", help=f"of each map, every N-th query only (${EVERY})")
    parser.add_argument("--list", action="store_true", help="only tell which cases there are")
    parser.add_argument("--output", type=Path, default=LATEST, metavar="FILE", help="where the rows go")
    parser.add_argument("--keep", action="store_true", help="keep rows of FILE of suites and cases that are not run")
    return parser.parse_args(arguments)


def _choice(suite: str, wanted: Sequence[str]) -> frozenset[str] | None:
    """Which cases of a suite are to run; None: all."""
    return (
        None
        if suite in wanted
        else frozenset(name.partition("/")[2] for name in wanted if name.startswith(f"{suite}/"))
    )


def _cases(suite: str, choice: frozenset[str] | None, *, quick: bool) -> list[Case]:
    """Those that are to run; raises NotAvailable, or UnknownCaseError for a name that is none."""
    cases = list(cases_of(suite)(quick=quick))
    names = [case.name for case in cases]
    for name in sorted(choice or ()):
        if name not in names:
            raise UnknownCaseError(f"suite {suite} has no case {name!r}; it has {', '.join(names)}")
    asked = [case for case in cases if (not case.on_request if choice is None else case.name in choice)]
    return [case for case in asked if not (quick and case.quick_rounds is None)]


def _list(chosen: dict[str, frozenset[str] | None], *, quick: bool) -> int:
    for suite, choice in chosen.items():
        try:
            asked = _cases(suite, choice, quick=quick)
            for case in cases_of(suite)(quick=quick):
                if case in asked or (choice is None and case.on_request):
                    note = " (only when named)" if case.on_request else ""
                    print(f"{suite}/{case.name}: {case.title}{note}")
        except NotAvailable as reason:
            print(f"{suite}: not available: {reason}")
    return 0


def _run(chosen: dict[str, frozenset[str] | None], options: argparse.Namespace) -> int:
    common, wrong = origin(_command(options), quick=options.quick), False

    def is_kept(row: Row) -> bool:
        choice = chosen.get(row["suite"], frozenset())
        return choice is not None and row["case"] not in choice

    with RowWriter(options.output, is_kept if options.keep else None) as writer:
        for suite, choice in chosen.items():
            try:
                cases = _cases(suite, choice, quick=options.quick)
            except NotAvailable as reason:
                print(f"\n{suite}: not available: {reason}", flush=True)
                writer.write(
                    {
                        "suite": suite,
                        "case": "",
                        "contender": "",
                        "status": "not available",
                        "why": str(reason),
                        **common,
                    }
                )
                continue
            for case in cases:
                rows = _run_one(suite, case, quick=options.quick)
                for row in rows:
                    writer.write({"suite": suite, **row, **common})
                wrong = wrong or failed(case, rows)
    return 1 if wrong else 0


def _command(options: argparse.Namespace) -> str:
    """What was asked for, without the names of folders of this machine."""
    words = ["python -m benchmarks", *options.names, *(f"--without {suite}" for suite in options.without)]
    words += ["--quick"] if options.quick else []
    words += ["--data FOLDER"] if options.data is not None else []
    words += [f"--every {options.every}"] if options.every is not None else []
    return " ".join(words)


def _run_one(suite: str, case: Case, *, quick: bool) -> list[Row]:
    rounds = case.quick_rounds if quick else case.rounds
    assert rounds is not None
    print(f"\n{suite}/{case.name}: {case.title}", flush=True)
    rows = run_case(case, rounds, _watcher(rounds))
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    print("\n".join(table_lines(rows)), flush=True)
    return rows


def _watcher(rounds: int) -> Callable[[str, int], None] | None:
    """On a terminal, a line that says what runs."""
    if not sys.stderr.isatty():
        return None
    return lambda name, number: print(
        f"\r\033[K  round {number + 1} of {rounds}: {name}", end="", file=sys.stderr, flush=True
    )


if __name__ == "__main__":
    raise SystemExit(main())
