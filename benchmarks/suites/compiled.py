"""The compiled engines of astarlib, compared with C++ that can only solve the 15-puzzle (`benchmarks/native`)."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any, Final

from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.harness.case import Case, Contender, NotAvailable, Target
from benchmarks.native.compiling import executable
from benchmarks.suites.korf import EASIEST
from benchmarks.suites.native import A_STAR, IDA_STAR

HELD_OUT: Final = (95, 90, 57, 71, 81, 78, 5, 13, 96, 58, 2, 23)
"""Korf's numbers of the twelve boards that follow; nothing was tuned on them."""
HELD_OUT_A_STAR: Final = {"cost": 606, "expanded": 14_410_747, "generated": 42_929_861, "stored": 26_325_898}
HELD_OUT_IDA_STAR: Final = {"cost": 606, "expanded": 66_912_586, "generated": 132_822_490}
ALL: Final = tuple(range(1, 101))
SUM_OF_OPTIMA: Final = sum(KORF_100.by_id(number).optimum for number in ALL)
OURS, CPP = "astarlib, compiled", "C++, incremental h"
PURE: Final = "astarlib"
PACKAGES: Final = {OURS: "astarlib.compiled", PURE: "astarlib"}
FIELDS, BY_HAND = "named fields", "packed by hand"
TABLES: Final = "two tables"
CUBES: Final = {1: {"solved": 1, "cost": 9, "expanded": 176_933}, 6: {"solved": 6, "cost": 53, "expanded": 1_173_952}}
BEAM: Final = {"cost": 51, "expanded": 42_122, "stored": 42_122}


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases; raise NotAvailable without numba or a compiler."""
    if importlib.util.find_spec("numba") is None:
        raise NotAvailable("numba is not installed: run pip install '.[compiled]' in a checkout of astarlib")
    easiest = EASIEST[:1] if quick else EASIEST
    yield _versus("astar", "AStar", easiest, A_STAR[len(easiest)], 1.0)
    yield _versus("ida-star", "IDAStar", easiest, IDA_STAR[len(easiest)], 1.1)
    if not quick:
        yield _versus("astar-held-out", "AStar", HELD_OUT, HELD_OUT_A_STAR, 1.0)
        yield _versus("ida-star-held-out", "IDAStar", HELD_OUT, HELD_OUT_IDA_STAR, 1.1)
    yield Case(
        name="ara-star",
        title="ARA* until its proof, and A*, with Manhattan on Korf's 15-puzzle 28",
        contenders=(
            Contender(
                name="ARA*, compiled", program="benchmarks.programs.compiled:solve",
                arguments=("ARAStar", "Manhattan", (28,)), unlike="it also finds solutions that aren't optimal",
            ),
            _ours("AStar", "Manhattan", (28,)),
        ),
        expected={"cost": 52},
        rounds=9,
        targets=(Target(kind="ratio", of="ARA*, compiled", to=OURS, at_most=1.6),),
    )  # fmt: skip
    if not quick:
        figure = "rate at the end / at the beginning"
        yield Case(
            name="growth",
            title="Expansions per second of A* on Korf's 15-puzzle 88 while it grows to 4,000,000 stored states",
            contenders=(
                Contender(
                    name=OURS, program="benchmarks.programs.ours_growth:rates",
                    arguments=([100_000, 1_000_000, 4_000_000], "at rest", "astarlib.compiled"),
                ),
            ),
            rounds=5,
            expected={},
            targets=(Target(kind="figure", of=OURS, figure=figure, at_least=0.71),),
        )  # fmt: skip
    yield Case(
        name="bytes",
        title="The memory of A* with Manhattan for each stored state of Korf's 15-puzzle 61",
        contenders=(Contender(name=OURS, program="benchmarks.programs.compiled:bytes_per_node", arguments=(61,)),),
        expected={"cost": KORF_100.by_id(61).optimum},
        rounds=1,
        targets=(Target(kind="figure", of=OURS, figure="bytes per stored state", at_most=25),),
    )
    yield _start()
    yield Case(
        name="fixed-cost",
        title="1,000 searches of an 8-puzzle that expand three states each",
        contenders=tuple(
            Contender(name=name, program="benchmarks.programs.compiled:small_searches", arguments=(package, 1000))
            for name, package in PACKAGES.items()
        ),
        expected={"cost": 3000},
        targets=(Target(kind="ratio", of=OURS, to=PURE, at_most=1),),
    )
    yield Case(
        name="beam",
        title="One pass of beam search of width 1,000 with Manhattan on Korf's 15-puzzle 61",
        contenders=tuple(
            Contender(name=name, program="benchmarks.programs.compiled:beam", arguments=(package, 1000, 61))
            for name, package in PACKAGES.items()
        ),
        expected=BEAM,
        targets=(Target(kind="ratio", of=OURS, to=PURE, at_most=0.1),),
    )
    yield Case(
        name="explore",
        title="All states of the 8-puzzle, with the number of states at each distance",
        contenders=tuple(
            Contender(name=name, program="benchmarks.programs.compiled:exploration", arguments=(package,))
            for name, package in PACKAGES.items()
        ),
        expected={"states": 181_440, "largest cost": 31, "states with it": 2},
        targets=(Target(kind="ratio", of=OURS, to=PURE, at_most=0.1),),
    )
    cubes = 1 if quick else 6
    yield Case(
        name="fields",
        title=f"A* on {cubes} scrambled cubes of 2x2x2; a domain of named fields, and one packed by hand",
        contenders=tuple(
            Contender(name=name, program="benchmarks.programs.cube_of_fields:solve", arguments=(kind, cubes))
            for name, kind in ((FIELDS, "fields"), (BY_HAND, "by hand"))
        ),
        expected=CUBES[cubes],
        rounds=9,
        targets=(Target(kind="ratio", of=FIELDS, to=BY_HAND, at_most=1 / 0.7),),
    )
    yield from _tables(quick=quick)
    yield from _hundred()


def _start() -> Case:
    """Return the case of the command line. Its targets are ratios to ``import numba``, which took 0.30 s when set."""
    cold, warm, numba = "A*, empty cache", "A*, code on disk", "import numba"
    return Case(
        name="start",
        title="A first board by the command line, with compiled code on disk and with an empty cache",
        contenders=(
            Contender(name=numba, program="benchmarks.programs.compiled:import_numba", expected={}),
            *(
                Contender(name=name, program="benchmarks.programs.compiled:command_line", arguments=tuple(arguments))
                for name, *arguments in (
                    (warm, "astar", "kept"), ("IDA*, code on disk", "ida-star", "kept"), (cold, "astar", "empty"),
                    ("IDA*, empty cache", "ida-star", "empty"),
                )
            ),
        ),
        expected={"cost": 42},
        targets=(
            Target(kind="ratio", of=warm, to=numba, at_most=1.15),
            Target(kind="ratio", of=cold, to=numba, at_most=2 / 0.30),
        ),
    )  # fmt: skip


def _tables(*, quick: bool) -> Iterator[Case]:
    """Yield cases of pattern databases that are built from the functions of a domain."""
    wanted: list[tuple[tuple[Any, ...], int, int]] = [
        (("pancakes", 5), 95_040, 10), (("cube",), 3_674_160, 11), (("pancakes", 7), 3_991_680, 12),
        (("pancakes", 8), 19_958_400, 13),
    ]  # fmt: skip
    for arguments, states, largest in wanted:
        if not quick or states < 100_000:
            what = "all 2x2x2 cubes" if arguments == ("cube",) else f"the {arguments[1]} largest of 12 pancakes"
            yield Case(
                name="-".join(["table", *map(str, arguments)]),
                title=f"The table of a pattern database of {what}",
                contenders=(Contender(name=OURS, program="benchmarks.programs.patterns:build", arguments=arguments),),
                expected={"states": states, "largest distance": largest},
                rounds=3,
            )
    cubes = 1 if quick else 6
    for engine in ("astar", "ida-star"):
        yield Case(
            name=f"tables-{engine}",
            title=f"{engine} on {cubes} scrambled cubes of 2x2x2, with the maximum of two tables, and with a simple h",
            contenders=tuple(
                Contender(
                    name=name,
                    program="benchmarks.programs.cube_of_fields:solve",
                    arguments=(kind, cubes, engine),
                    unlike="" if kind == "tables" else "its h is smaller, so it expands more states",
                )
                for name, kind in ((TABLES, "tables"), (FIELDS, "fields"))
            ),
            expected={name: CUBES[cubes][name] for name in ("solved", "cost")},
            rounds=3,
            targets=(Target(kind="ratio", of=TABLES, to=FIELDS, at_most=0.2),),
        )


def _versus(name: str, engine: str, numbers: tuple[int, ...], expected: dict[str, Any], at_most: float) -> Case:
    boards = [",".join(map(str, KORF_100.by_id(number).board)) for number in numbers]
    native = executable("astar" if engine == "AStar" else "ida_star")
    which = "easiest" if numbers != HELD_OUT else "next easiest"
    others = [] if engine == "AStar" else [
        Contender(
            name="astarlib, compiled, by default", program="benchmarks.programs.compiled:solve",
            arguments=("IDAStar, whole path", "Manhattan", numbers), expected={"cost": expected["cost"]},
            unlike="it excludes all states of the path, not only the previous one",
        )
    ]  # fmt: skip
    return Case(
        name=name,
        title=f"{engine} with Manhattan on Korf's {len(numbers)} {which} 15-puzzles; C++ of the same design",
        contenders=(
            _ours(engine, "Manhattan", numbers),
            Contender(name=CPP, executable=native, arguments=("incremental", *boards)),
            *others,
        ),
        expected=expected,
        rounds=9,
        seconds=300,
        targets=(Target(kind="ratio", of=OURS, to=CPP, at_most=at_most),),
    )


def _hundred() -> Iterator[Case]:
    """Yield the cases that solve all of Korf's boards optimally."""
    boards = [",".join(map(str, KORF_100.by_id(number).board)) for number in ALL]
    expected = {"cost": SUM_OF_OPTIMA, "boards": 100}
    # The targets are 1/60 and 1/350 of the CPU time that the C++ takes with Manhattan: about 314 s.
    for tables, generated, at_most in (("6-6-3", 56_440_269, 5.2), ("7-8", 3_836_114, 0.9)):
        yield Case(
            name=f"hundred-{tables.replace('-', '')}",
            title=f"IDA* with the pattern database {tables} on Korf's 100 15-puzzles; the tables are on disk",
            contenders=(_ours("IDAStar", tables, ALL),),
            expected={**expected, "generated": generated},
            rounds=3,
            on_request=True,
            seconds=600,
            targets=(Target(kind="seconds", of=OURS, at_most=at_most),),
        )
    native = Contender(name=CPP, executable=executable("ida_star"), arguments=("incremental", *boards))
    yield Case(
        name="hundred-manhattan",
        title="IDA* with Manhattan on Korf's 100 15-puzzles",
        contenders=(_ours("IDAStar", "Manhattan", ALL), native),
        expected=expected,
        rounds=1,
        on_request=True,
        seconds=3600,
        targets=(Target(kind="ratio", of=OURS, to=CPP, at_most=1.1),),
    )


def _ours(engine: str, heuristic: str, numbers: tuple[int, ...]) -> Contender:
    arguments = (engine, heuristic, numbers)
    return Contender(name=OURS, program="benchmarks.programs.compiled:solve", arguments=arguments)
