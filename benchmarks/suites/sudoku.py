"""The 66 irregular sudokus that are shipped with astarlib, by engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender

ENGINES: Final = {  # expanded and generated
    "astar": (37_718, 38_782),
    "greedy": (37_718, 38_782),
    "ida-star": (36_748, 37_804),
    "depth-first": (38_684, 38_782),
    "breadth-first": (73_875, 73_875),
    "dijkstra": (73_875, 73_875),
}
SLOW: Final = {"greedy", "breadth-first", "dijkstra"}
"""What --quick leaves out."""


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases."""
    engines = [engine for engine in ENGINES if not (quick and engine in SLOW)]
    yield Case(
        name="examples",
        title="The 66 irregular sudokus of 4 x 4 to 9 x 9 cells are solved, each engine with h = empty cells",
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
        name="only-solution",
        title="That none of the 66 has another solution is proved",
        contenders=(Contender(name="count_solutions", program="benchmarks.programs.sudokus:count_solutions"),),
        expected={"with one solution": 66},
    )
