"""Tables of the reference, generated from the code when a page is built. Facts that no class holds are here, once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import astarlib.events
from astarlib.cli.exit_codes import ExitCode
from astarlib.engines import ENGINES
from astarlib.events import EVENTS
from astarlib.heuristics import MaxOf, Memoized, PatternDatabase, Scaled, SumOf, Zero
from astarlib.problems import grid, npuzzle
from astarlib.problems.graph import GraphProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.problems.water_jugs import WaterJugs
from astarlib.result import Status


class Space(NamedTuple):
    """A row in the table of built-in problems."""

    command: str
    """Its name on the command line."""
    states: str
    estimate: str
    """The problem's own heuristic, which is admissible and consistent."""


SPACES: Final[Mapping[type, Space]] = {
    npuzzle.NPuzzle: Space("npuzzle", "n! / 2 for n cells", "`Manhattan()`"),
    IrregularSudoku: Space(
        "sudoku", "partly filled grids", "the number of empty cells; inf if a cell has no candidate"
    ),
    grid.GridProblem: Space("grid", "the free cells", "`Manhattan()`, or `Octile()` with eight neighbors"),
    GraphProblem: Space("graph, romania", "the nodes", "none; `romania` uses straight-line distances"),
    PancakeProblem: Space("pancake", "n! for n pancakes", "the gaps"),
    TowersOfHanoi: Space("hanoi", "pegs ** disks", "the moves that each disk needs at least"),
    WaterJugs: Space(
        "water-jugs", "at most the product of (capacity + 1) over all jugs", "1 if no jug holds the target volume"
    ),
    MissionariesAndCannibals: Space(
        "missionaries", "at most 2 (m + 1) (c + 1)", "the crossings without the rule about cannibals"
    ),
}


class Kept(NamedTuple):
    """A row in the table of heuristics."""

    where: str
    admissible: str
    consistent: str


ALWAYS, NEVER = "yes", "no"

HEURISTICS: Final[Mapping[type, Kept]] = {
    Zero: Kept("any problem", ALWAYS, ALWAYS),
    MaxOf: Kept("any problem", "if all parts are", "if all parts are"),
    SumOf: Kept("any problem", "if no action is counted twice", "if each part is, for its share of the costs"),
    Scaled: Kept(
        "any problem", "if the weight is at most 1 and the part is", "if the weight is at most 1 and the part is"
    ),
    Memoized: Kept("any problem", "if the part is", "if the part is"),
    PatternDatabase: Kept("with goals and `predecessors`", ALWAYS, ALWAYS),
    npuzzle.Hamming: Kept("N-puzzle", ALWAYS, ALWAYS),
    npuzzle.Manhattan: Kept("N-puzzle", ALWAYS, ALWAYS),
    npuzzle.Euclidean: Kept("N-puzzle", ALWAYS, ALWAYS),
    npuzzle.LinearConflict: Kept("N-puzzle", ALWAYS, ALWAYS),
    npuzzle.WalkingDistance: Kept("N-puzzle up to 4 x 4", ALWAYS, ALWAYS),
    npuzzle.AdditivePatternDatabase: Kept("N-puzzle", ALWAYS, "not always"),
    grid.Manhattan: Kept("grids with four neighbors", ALWAYS, ALWAYS),
    grid.Octile: Kept("grids", ALWAYS, ALWAYS),
    grid.Euclidean: Kept("grids", ALWAYS, ALWAYS),
}

CODES: Final[Mapping[ExitCode, str]] = {
    ExitCode.SOLVED: "solved; `view` wrote its page; `check` found no mistake",
    ExitCode.WRONG_USAGE: "the command line or its input is wrong",
    ExitCode.WRONG_PROBLEM: "the problem itself is wrong: its code fails, or it breaks the contract of a problem",
    ExitCode.NOT_SAVED: "saving the search failed, whatever its outcome",
    ExitCode.UNSOLVABLE: "proved: no solution exists",
    ExitCode.GAVE_UP: "an incomplete engine had no states left, which proves nothing",
    ExitCode.LIMIT: "a limit was reached first",
    ExitCode.INTERRUPTED: "interrupted, for example by Ctrl-C",
    ExitCode.CLOSED_PIPE: "the reader of the output closed the pipe",
}

ENDS: Final[Mapping[Status, str]] = {
    Status.SOLVED: "the solution costs at most `suboptimality_bound` times the optimum",
    Status.UNSOLVABLE: "no solution exists",
    Status.GAVE_UP: "nothing",
    Status.LIMIT: "no solution costs less than `lower_bound`",
}


def engines() -> str:
    """Return the table of engines: order, guarantee with default parameters, and whether they call the heuristic."""
    return _table(
        ("engine", "order of expansion", "guarantee on the cost", "calls `heuristic`"),
        (
            (
                f"[`{kind.__name__}`][astarlib.{kind.__name__}]",
                kind.formula,
                kind().guarantee.describe_cost().removesuffix("."),
                "yes" if kind.uses_heuristic else "no",
            )
            for kind in ENGINES.values()
        ),
    )


def problems() -> str:
    """Return the table of built-in problems."""
    return _table(
        ("problem", "`astarlib solve`", "states", "its own heuristic"),
        (
            (_named(kind), ", ".join(f"`{name}`" for name in space.command.split(", ")), space.states, space.estimate)
            for kind, space in SPACES.items()
        ),
    )


def heuristics() -> str:
    """Return the table of built-in heuristics."""
    return _table(
        ("heuristic", "for", "admissible", "consistent"), ((_named(kind), *kept) for kind, kept in HEURISTICS.items())
    )


def events() -> str:
    """Return the table of events with their fields."""
    shown = [each for each in vars(astarlib.events).values() if isinstance(each, type) and each in EVENTS]
    return _table(
        ("event", "when", "fields"),
        (
            (
                f"[`{kind.__name__}`][astarlib.events.{kind.__name__}]",
                (kind.__doc__ or "").partition("\n")[0].partition(";")[0].removesuffix("."),
                ", ".join(f"`{field}`" for field in kind._fields),
            )
            for kind in shown
        ),
    )


def statuses() -> str:
    """Return the table of statuses."""
    return _table(
        ("`status`", "what is proved", "exit code"),
        ((f"`{status.name}`", ENDS[status], f"{ExitCode[status.name].value}") for status in Status),
    )


def exit_codes() -> str:
    """Return the table of exit codes."""
    return _table(("code", "name", "meaning"), ((f"{code.value}", f"`{code.name}`", CODES[code]) for code in ExitCode))


def _named(kind: type) -> str:
    return f"[`{kind.__name__}`][{_public_module(kind)}.{kind.__name__}]"


def _public_module(kind: type) -> str:
    """Return the public package that exports the class."""
    parts = kind.__module__.split(".")
    return ".".join(parts[:2] if parts[1] == "heuristics" else parts[:3])


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(header), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
