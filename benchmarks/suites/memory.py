"""The memory for each state that a search stores."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness.case import Case, Contender, NotAvailable, Target

_WORK = {
    "8-puzzle": ("Dijkstra on all 8-puzzles", 181_440, None),
    "15-puzzle": ("A* on Korf's 15-puzzle 88, where a state is a tuple of 16 numbers", 250_000, 300),
    "grid": ("Dijkstra on a grid of 512 x 512 cells, 30 % of them blocked", 180_000, None),
    "sudoku": ("Dijkstra on an empty sudoku whose states are tuples of 81 numbers", 10_000, None),
}
_STORED = {"8-puzzle": 181_440, "15-puzzle": 461_676, "grid": 180_018, "sudoku": 44_290}


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each kind of state. ``quick`` has no effect, because the cases are short."""
    del quick
    _check()
    for name, (work, expansions, at_most) in _WORK.items():
        target = Target(kind="figure", of="astarlib", figure="bytes per stored state", at_most=at_most)
        yield Case(
            name=name,
            title=f"{work}: resident memory by stored states, including the states",
            contenders=(
                Contender(
                    name="astarlib",
                    program="benchmarks.programs.ours_growth:memory",
                    arguments=(name, expansions),
                ),
            ),
            rounds=3,
            expected={"stored": _STORED[name]},
            targets=() if at_most is None else (target,),
        )


def _check() -> None:
    from astarlib._support.memory import resident_memory  # only needed for this suite

    try:
        resident_memory()
    except NotImplementedError as reason:
        raise NotAvailable(str(reason)) from None
