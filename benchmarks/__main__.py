"""Run the benchmarks: all suites, some of them, or single cases.

    python -m benchmarks [NAME…] [--without SUITE] [--quick] [--list] [--output FILE] [--keep]

A NAME is a suite, ``core``, or a case of one, ``core/15-puzzle``. A table goes to standard output as it comes about,
the rows as lines of JSON to FILE. Exit code 1: an answer or a count of ours was wrong. A time never is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.harness.case import Case, NotAvailable
from benchmarks.harness.machine import origin
from benchmarks.harness.rows import Row, RowWriter
from benchmarks.harness.running import failed, run_case
from benchmarks.harness.table import table_lines
from benchmarks.suites import SUITES, cases_of

LATEST = Path(__file__).parent / "results" / "latest.jsonl"


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    options = _options(arguments)
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
    return [
        case for case in cases if (choice is None or case.name in choice) and not (quick and case.quick_rounds is None)
    ]


def _list(chosen: dict[str, frozenset[str] | None], *, quick: bool) -> int:
    for suite, choice in chosen.items():
        try:
            for case in _cases(suite, choice, quick=quick):
                print(f"{suite}/{case.name}: {case.title}")
        except NotAvailable as reason:
            print(f"{suite}: not available: {reason}")
    return 0


def _run(chosen: dict[str, frozenset[str] | None], options: argparse.Namespace) -> int:
    left_out = [f"--without {suite}" for suite in options.without]
    command = " ".join(["python -m benchmarks", *options.names, *left_out, *(["--quick"] if options.quick else [])])
    common, wrong = origin(command, quick=options.quick), False

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
