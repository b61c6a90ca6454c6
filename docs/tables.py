"""Tables of the reference, made from the code when a page is built; what no class tells is said here, once."""

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
    """What is to be said of a reference problem."""

    command: str
    """Its name on the command line."""
    states: str
    estimate: str
    """Its own heuristic, which is admissible and consistent."""


SPACES: Final[Mapping[type, Space]] = {
    npuzzle.NPuzzle: Space("npuzzle", "n! / 2 for n cells", "`Manhattan()`"),
    IrregularSudoku: Space("sudoku", "grids that are partly filled", "the empty cells; inf where one has no candidate"),
    grid.GridProblem: Space("grid", "the free cells", "`Manhattan()`, or `Octile()` with eight neighbors"),
    GraphProblem: Space("graph, romania", "the nodes", "none; for Bucharest the straight line"),
    PancakeProblem: Space("pancake", "n! for n pancakes", "the gaps"),
    TowersOfHanoi: Space("hanoi", "pegs ** disks", "the moves that each disk cannot do without"),
    WaterJugs: Space("water-jugs", "at most the product of all capacity + 1", "1 where the volume is in no jug"),
    MissionariesAndCannibals: Space("missionaries", "at most 2 (m + 1) (c + 1)", "crossings when nobody is eaten"),
}


class Kept(NamedTuple):
    """What a heuristic promises."""

    where: str
    admissible: str
    consistent: str


ALWAYS, NEVER = "yes", "no"

HEURISTICS: Final[Mapping[type, Kept]] = {
    Zero: Kept("any problem", ALWAYS, ALWAYS),
    MaxOf: Kept("any problem", "when all parts are", "when all parts are"),
    SumOf: Kept("any problem", "when no step is counted twice", "when each part is, for its share of the costs"),
    Scaled: Kept("any problem", "with a weight of at most 1, when the part is", "likewise"),
    Memoized: Kept("any problem", "when the part is", "when the part is"),
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
    ExitCode.SOLVED: "solved; `view` has written its page, `check` has found no fault",
    ExitCode.WRONG_USAGE: "the command line, or the input that it names, is wrong",
    ExitCode.WRONG_PROBLEM: "the problem itself is wrong: its code fails, or breaks the contract of a problem",
    ExitCode.NOT_SAVED: "the search was to be saved and could not be, whatever else came of it",
    ExitCode.UNSOLVABLE: "proved: there is no solution",
    ExitCode.GAVE_UP: "an incomplete engine ran dry, which proves nothing",
    ExitCode.LIMIT: "a limit was reached first",
    ExitCode.INTERRUPTED: "interrupted, by Ctrl-C for instance",
    ExitCode.CLOSED_PIPE: "whoever read the output has stopped reading",
}

ENDS: Final[Mapping[Status, str]] = {
    Status.SOLVED: "a solution, which costs at most `suboptimality_bound` times the optimum",
    Status.UNSOLVABLE: "that there is no solution",
    Status.GAVE_UP: "nothing",
    Status.LIMIT: "that no solution costs less than `lower_bound`",
}


def engines() -> str:
    """All engines: formula, guarantee with the default parameters, and whether they call the heuristic."""
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
    """The problems that come along."""
    return _table(
        ("problem", "`astarlib solve`", "states", "its own heuristic"),
        (
            (_named(kind), ", ".join(f"`{name}`" for name in space.command.split(", ")), space.states, space.estimate)
            for kind, space in SPACES.items()
        ),
    )


def heuristics() -> str:
    """The heuristics that come along."""
    return _table(
        ("heuristic", "for", "admissible", "consistent"), ((_named(kind), *kept) for kind, kept in HEURISTICS.items())
    )


def events() -> str:
    """All events, with what they tell."""
    told = [each for each in vars(astarlib.events).values() if isinstance(each, type) and each in EVENTS]
    return _table(
        ("event", "when", "fields"),
        (
            (
                f"[`{kind.__name__}`][astarlib.events.{kind.__name__}]",
                (kind.__doc__ or "").partition("\n")[0].partition(";")[0].removesuffix("."),
                ", ".join(f"`{field}`" for field in kind._fields),
            )
            for kind in told
        ),
    )


def statuses() -> str:
    """How a search may end."""
    return _table(
        ("`status`", "what is proved", "exit code"),
        ((f"`{status.name}`", ENDS[status], f"{ExitCode[status.name].value}") for status in Status),
    )


def exit_codes() -> str:
    """What the shell is told."""
    return _table(("code", "name", "meaning"), ((f"{code.value}", f"`{code.name}`", CODES[code]) for code in ExitCode))


def _named(kind: type) -> str:
    return f"[`{kind.__name__}`][{_public_module(kind)}.{kind.__name__}]"


def _public_module(kind: type) -> str:
    """The package that shows it: a problem's own, or the module itself."""
    parts = kind.__module__.split(".")
    return ".".join(parts[:2] if parts[1] == "heuristics" else parts[:3])


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(header), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
