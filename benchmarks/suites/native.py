"""astarlib in pure Python, compared with C++ that can only solve the 15-puzzle (`benchmarks/native`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.harness.case import Case, Contender
from benchmarks.native.compiling import executable
from benchmarks.suites.korf import EASIEST

A_STAR: Final = {  # by the number of boards
    1: {"cost": 42, "expanded": 68_627, "generated": 208_525, "stored": 134_104},
    10: {"cost": 452, "expanded": 1_855_236, "generated": 5_589_110, "stored": 3_514_009},
    20: {"cost": 940, "expanded": 6_256_553, "generated": 18_679_606, "stored": 11_629_506},
}
IDA_STAR: Final = {
    1: {"cost": 42, "expanded": 262_910, "generated": 540_893},
    3: {"cost": 129, "expanded": 973_329, "generated": 1_965_127},
    20: {"cost": 940, "expanded": 23_515_727, "generated": 46_968_898},
}
BEFORE_LAST: Final = {1: 216_571, 3: 216_571 + 105_189 + 193_725, 20: 23_229_039}
"""What IDA* generates before its last iteration, whatever the order of moves."""

COMPILED: Final = "compiled, and for this puzzle alone"


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases; raise NotAvailable without a compiler."""
    a_star, ida_star = executable("astar"), executable("ida_star")
    count = 1 if quick else 10
    yield Case(
        name="astar",
        title=f"A* with Manhattan on {_boards(count)}; C++ of the same design, with the same counts",
        contenders=(_ours("AStar", count), *_native(a_star, count, unlike=COMPILED)),
        expected=A_STAR[count],
    )
    count = 1 if quick else 3
    yield Case(
        name="ida-star",
        title=f"IDA* with Manhattan on {_boards(count)}; recursive C++, with the same counts",
        contenders=(_ours("IDAStar", count), *_native(ida_star, count, BEFORE_LAST[count], unlike=COMPILED)),
        expected=IDA_STAR[count],
    )
    yield Case(
        name="astar-rate",
        title=f"A* with Manhattan on {_boards(20)}, in C++ alone",
        contenders=_native(a_star, 20),
        expected=A_STAR[20],
    )
    yield Case(
        name="ida-star-rate",
        title=f"IDA* with Manhattan on {_boards(20)}, in C++ alone",
        contenders=_native(ida_star, 20, BEFORE_LAST[20]),
        expected=IDA_STAR[20],
    )


def _ours(engine: str, count: int) -> Contender:
    arguments = (engine, "Manhattan", EASIEST[:count])
    return Contender(name="astarlib", program="benchmarks.programs.korf:solve", arguments=arguments)


def _native(path: str, count: int, before_last: int | None = None, *, unlike: str = "") -> tuple[Contender, ...]:
    """Return the executable with incremental h, and the one that computes h for each state."""
    boards = [",".join(map(str, KORF_100.by_id(number).board)) for number in EASIEST[:count]]
    expected = A_STAR[count] if before_last is None else {**IDA_STAR[count], "generated_before_last": before_last}
    return tuple(
        Contender(
            name=name,
            executable=path,
            arguments=(how, *boards),
            expected=expected,
            unlike=unlike,
        )
        for name, how in (("C++, incremental h", "incremental"), ("C++, h from scratch", "scratch"))
    )


def _boards(count: int) -> str:
    return "Korf's 15-puzzle 79" if count == 1 else f"Korf's {count} easiest 15-puzzles"
