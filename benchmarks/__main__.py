"""Run the benchmarks: all suites, some of them, or single cases.

    python -m benchmarks [NAME…] [--without SUITE] [--quick] [--data FOLDER] [--list] [--output FILE] [--keep]

A NAME is a suite such as ``core``, or a case such as ``core/15-puzzle``. Tables are printed to standard output during
the run, and the rows are written to FILE as lines of JSON. The exit code is 1 if an answer or a count of ours is wrong.
It doesn't depend on times.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.harness.case import Case, NotAvailable
from benchmarks.harness.machine import origin
from benchmarks.harness.numbers import means
from benchmarks.harness.rows import Row, RowWriter
from benchmarks.harness.running import failed, run_case
from benchmarks.harness.table import table_lines
from benchmarks.suites import SUITES, cases_of
from benchmarks.suites.given import DATA, EVERY

LATEST = Path(__file__).parent / "results" / "latest.jsonl"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    options = _options(arguments)
    if options.data is not None:
        os.environ[DATA] = str(options.data.resolve())  # Contenders run in other processes.
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
        print("interrupted; the finished rows are kept", file=sys.stderr)
        return 130


class UnknownCaseError(Exception):
    """An error for a case name that the suite doesn't have."""


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Run the benchmarks. The exit code is 1 if an answer or a count of ours is wrong.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"a suite ({', '.join(SUITES)}), or SUITE/CASE")
    parser.add_argument("--without", action="append", default=[], metavar="SUITE", help="leave out this suite")
    parser.add_argument("--quick", action="store_true", help="smaller cases and fewer rounds: under three minutes")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=f"maps and roads, for movingai and rome (${DATA})")
    parser.add_argument("--every", type=int, metavar="N", help=f"of each map, every N-th query only (${EVERY})")
    parser.add_argument("--list", action="store_true", help="list the cases and exit")
    parser.add_argument("--output", type=Path, default=LATEST, metavar="FILE", help="file for the rows")
    parser.add_argument("--keep", action="store_true", help="keep the rows of FILE for cases that aren't run")
    return parser.parse_args(arguments)


def _choice(suite: str, wanted: Sequence[str]) -> frozenset[str] | None:
    """Return the names of a suite's cases to run, or None for all."""
    return (
        None
        if suite in wanted
        else frozenset(name.partition("/")[2] for name in wanted if name.startswith(f"{suite}/"))
    )


def _cases(suite: str, choice: frozenset[str] | None, *, quick: bool) -> list[Case]:
    """Return the cases to run; raise NotAvailable, or UnknownCaseError for an unknown name."""
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
            of_suite = []
            for case in cases:
                rows = _run_one(suite, case, quick=options.quick)
                for row in rows:
                    writer.write({"suite": suite, **row, **common})
                wrong = wrong or failed(case, rows)
                of_suite += rows
            for mean in means(of_suite):
                print(f"\n{suite}: {mean}", flush=True)
    return 1 if wrong else 0


def _command(options: argparse.Namespace) -> str:
    """Return the command of this run, without the names of this machine's folders."""
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
    """Return a function that shows the current run in a line on a terminal."""
    if not sys.stderr.isatty():
        return None
    return lambda name, number: print(
        f"\r\033[K  round {number + 1} of {rounds}: {name}", end="", file=sys.stderr, flush=True
    )


if __name__ == "__main__":
    raise SystemExit(main())
