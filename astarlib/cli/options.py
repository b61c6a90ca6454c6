"""The options of the commands that search: of engines, limits and output."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, _ArgumentGroup
from collections.abc import Callable
from typing import Final

from astarlib.cli import amounts
from astarlib.cli.reference_problems import grid_heuristics
from astarlib.cli.solve import solve
from astarlib.engines import ENGINES, CycleCheck, TieBreak

_COMPARED: Final = ("astar", "weighted-astar", "greedy")  # dijkstra may take very long where these do not
_FILES: Final = {"bash": "_shtab_compgen_files", "zsh": "_files", "tcsh": "f"}
"""``shtab.FILE``: names of files are completed."""


def solve_options(parser: ArgumentParser, problem: str) -> None:
    """Those of ``solve``."""
    _add_engine(parser, problem).add_argument(
        "--compiled", action="store_true", help="the engine as numba compiles it, where problem and heuristic are, too"
    )
    limit_options(parser)
    _output_options(parser).add_argument(
        "--save",
        metavar="FILE",
        help="keep the search in FILE when a limit, an interrupt, an error or want of memory stops it; "
        "astarlib resume FILE goes on",
    ).complete = _FILES  # type: ignore[attr-defined]  # shtab reads it
    parser.set_defaults(run=solve)
    if problem == "npuzzle":
        from astarlib.cli.several import solve_npuzzle

        several = parser.add_argument_group("several boards at once")
        several.add_argument(
            "--jobs", type=amounts.at_least_one, metavar="N", help="how many beside each other (default: all cores)"
        )
        parser.set_defaults(run=solve_npuzzle)


def resume_options(parser: ArgumentParser) -> None:
    """Those of ``resume``."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="what solve --save has written, and where the search is saved again; "
        "load only files that you trust, for loading one can run code",
    ).complete = _FILES  # type: ignore[attr-defined]  # shtab reads it
    limit_options(parser)
    _output_options(parser)


def compare_options(parser: ArgumentParser, problem: str) -> None:
    """Those of ``compare``."""
    from astarlib.cli.compare import FORMATS, compare

    engine = parser.add_argument_group("engines")
    known = list(ENGINES)
    engine.add_argument(
        "--engines",
        type=amounts.some_of(known, "engine"),
        default=list(_COMPARED),
        metavar="A,B",
        help=f"of {', '.join(known)} (default: {','.join(_COMPARED)})",
    )
    names, default = _heuristics(problem)
    if len(names) > 0:
        engine.add_argument(
            "--heuristics",
            type=amounts.some_of(names, "heuristic"),
            metavar="X,Y",
            help=f"of {', '.join(names)} (default: {default})",
        )
        parser.set_defaults(heuristic=None)
    engine.add_argument("--weight", type=amounts.weights, metavar="W,W", help="of weighted-astar; several are compared")
    _engine_options(engine.add_argument)
    engine.add_argument(
        "--repeats",
        type=amounts.at_least_one,
        default=1,
        metavar="N",
        help="run each so often, and show the median of the CPU times (default: 1)",
    )
    limit_options(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="(default: %(default)s)")
    output.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=compare)


def check_options(parser: ArgumentParser, problem: str) -> None:
    """Those of ``check``."""
    from astarlib.cli.check import check

    names, default = _heuristics(problem)
    if len(names) > 0:
        _add_name(parser.add_argument_group("heuristic").add_argument, "--heuristic", names, default)
        parser.set_defaults(heuristics=None)
    walk = parser.add_argument_group("how much to see (each of the two checks)")
    walk.add_argument(
        "--states",
        type=amounts.at_least_one,
        metavar="N",
        help="states to hold in breadth (default: 10,000 for the problem, 50,000 for the heuristic)",
    )
    walk.add_argument("--samples", type=amounts.count, metavar="N", help="steps at random (default: 1,000 and 5,000)")
    walk.add_argument("--seed", type=amounts.count, metavar="N", help="of these steps (default: 0)")
    walk.add_argument("--seconds", type=amounts.some_seconds, metavar="S", help="wall clock (default: 10)")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print both reports as JSON")
    output.add_argument("--quiet", action="store_true", help="no progress bar, and one line for each check")
    parser.set_defaults(run=check)


def view_options(parser: ArgumentParser, problem: str) -> None:
    """Those of ``view`` on a problem."""
    from astarlib.cli.view import view

    _add_engine(parser, problem)
    others = [*ENGINES, *_heuristics(problem)[0]]
    parser.add_argument_group("comparison").add_argument(
        "--compare",
        type=amounts.one_of(others, "engine or heuristic"),
        metavar="NAME",
        help=f"at its side, the same with another engine or heuristic: {', '.join(others)}",
    )
    limit_options(parser)
    recording = parser.add_argument_group("recording")
    recording.add_argument(
        "--max-nodes",
        type=amounts.at_least_one,
        metavar="N",
        help="nodes to keep (default: 1,000,000); more are thinned",
    )
    recording.add_argument("--record", metavar="FILE", help="keep the recorded search in a file, such as x.astrace")
    recording.add_argument("--quiet", action="store_true", help="no progress bar")
    page_options(parser)
    parser.set_defaults(run=view)


def page_options(parser: ArgumentParser) -> None:
    """Those that say where a page goes."""
    page = parser.add_argument_group("page")
    page.add_argument("-o", "--output", metavar="FILE", help="the page (default: one in a temporary folder)")
    page.add_argument(
        "--open", action=BooleanOptionalAction, help="show the page in a browser (default: where a person watches)"
    )


def _add_engine(parser: ArgumentParser, problem: str) -> _ArgumentGroup:
    engine = parser.add_argument_group("engine")
    _add_name(engine.add_argument, "--engine", list(ENGINES), "astar")
    names, default = _heuristics(problem)
    if len(names) > 0:
        _add_name(engine.add_argument, "--heuristic", names, default)
        parser.set_defaults(heuristics=None)
    engine.add_argument("--weight", type=amounts.weight, metavar="W", help="of weighted-astar, which it implies")
    _engine_options(engine.add_argument)
    parser.set_defaults(compiled=False)
    return engine


def _heuristics(problem: str) -> tuple[list[str], str]:
    """The names of a problem's heuristics, and which of them is the default; none where there is no choice."""
    match problem:
        case "npuzzle":
            from astarlib.cli.npuzzle import NPUZZLE_HEURISTICS

            return list(NPUZZLE_HEURISTICS), "manhattan"
        case "grid":
            return list(grid_heuristics()), "manhattan, or octile with 8 neighbours"
        case _:
            return [], ""


def _add_name(add: Callable[..., object], option: str, known: list[str], default: str) -> None:
    what = option.removeprefix("--")
    names = f"{', '.join(known)} (default: {default})"
    add(option, type=amounts.one_of(known, what), choices=known, metavar="NAME", help=names)


def _engine_options(add: Callable[..., object]) -> None:
    ties = [tie.value for tie in TieBreak]
    add("--tie-break", choices=ties, metavar="NAME", help=f"among equal f: {', '.join(ties)} (default: {ties[0]})")
    add(
        "--reopen",
        action=BooleanOptionalAction,
        help="whether a cheaper path reopens an expanded state (default: but for greedy)",
    )
    checks = [check.name.lower() for check in CycleCheck]
    add(
        "--cycle-check",
        choices=checks,
        metavar="NAME",
        help=f"what ida-star and iterative-deepening discard: {', '.join(checks)} (default: {checks[0]})",
    )


def limit_options(parser: ArgumentParser) -> None:
    """Those that say what may stop a search."""
    limits = parser.add_argument_group("limits")
    limits.add_argument("--max-expanded", type=amounts.count, metavar="N", help="expansions")
    limits.add_argument("--seconds", type=amounts.seconds, metavar="S", help="wall clock")
    limits.add_argument("--memory", type=amounts.size, metavar="SIZE", help="of this process: 500M, 2G, 1.5GiB")


def _output_options(parser: ArgumentParser) -> _ArgumentGroup:
    output = parser.add_argument_group("output")
    output.add_argument(
        "--trace", nargs="?", const=1, type=amounts.every, metavar="N", help="show every N-th expansion"
    )
    output.add_argument("--json", action="store_true", help="print the result as JSON")
    output.add_argument("--quiet", action="store_true", help="no progress bar, and the outcome without the way to it")
    return output
