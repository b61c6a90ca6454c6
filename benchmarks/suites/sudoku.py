"""The 66 irregular sudokus that are shipped with astarlib, by engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender, Target

ENGINES: Final = {  # expanded and generated
    "astar": (25_291, 25_873),
    "greedy": (25_291, 25_873),
    "ida-star": (26_562, 27_180),
    "depth-first": (25_781, 25_873),
    "breadth-first": (50_364, 50_364),
    "dijkstra": (50_364, 50_364),
}
SLOW: Final = {"greedy", "breadth-first", "dijkstra"}
"""What --quick leaves out."""


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases."""
    engines = [engine for engine in ENGINES if not (quick and engine in SLOW)]
    yield Case(
        name="examples",
        title="66 irregular sudokus of 4 x 4 to 9 x 9 cells; h is the number of empty cells",
        contenders=tuple(
            Contender(
                name=engine,
                program="benchmarks.programs.sudokus:solve",
                arguments=(engine,),
                expected={"right": 66, "expanded": expanded, "generated": generated},
            )
            for engine, (expanded, generated) in ((engine, ENGINES[engine]) for engine in engines)
        ),
    )
    yield Case(
        name="compiled",
        title="The same 66 sudokus with A* in Python and compiled, with equal counts",
        contenders=(
            Contender(name="A* in Python", program="benchmarks.programs.sudokus:solve", arguments=("astar",)),
            Contender(name="compiled A*", program="benchmarks.programs.sudokus:compiled", arguments=("astar",)),
        ),
        expected={"right": 66, "expanded": ENGINES["astar"][0], "generated": ENGINES["astar"][1]},
        warm_up=True,
        targets=(Target(kind="ratio", of="A* in Python", to="compiled A*", at_least=20),),
    )
    yield Case(
        name="only-solution",
        title="A proof that each of the 66 sudokus has only one solution",
        contenders=(Contender(name="count_solutions", program="benchmarks.programs.sudokus:count_solutions"),),
        expected={"with one solution": 66},
    )
