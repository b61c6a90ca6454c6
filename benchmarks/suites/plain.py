"""Problems in ordinary Python: A* in Python, compared with compiled A* after `compile_problem`."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from typing import Final

from benchmarks.harness.case import Case, Contender, NotAvailable, Target

PROBLEMS: Final = {  # cost, expanded, generated, stored
    "tiles": (46, 154_092, 464_662, 291_626),
    "pancakes": (13, 127_145, 1_652_885, 1_194_325),
    "jugs": (11, 55_467, 791_674, 99_479),
    "maze": (1_660, 250_060, 804_403, 257_228),
    "hanoi": (2_047, 169_843, 509_528, 170_431),
    "lights-out": (9, 102_771, 2_569_275, 565_114),
    "tour": (482, 103_096, 752_346, 190_160),
    "blocks": (16, 93_472, 1_301_059, 362_794),
}
BUILT_IN: Final = {  # cost, expanded, generated, stored, and how many times the CPU time the translation may take
    "8-puzzle": (31, 181_438, 483_836, 181_440, 2),
    "15-puzzle": (18, 903_245, 2_806_668, 1_748_168, 2),
    "9-pancakes": (9, 279_300, 2_234_400, 357_616, 1.3),
    "grid": (998, 199_566, 639_004, 199_567, 3),
    "grid-8": (794.732106147334, 199_566, 1_048_179, 199_567, 3),
}
LATTICES: Final = {  # the shape; cost, expanded, generated, stored
    "torus": ("500 x 500 cells whose edges wrap around", 907, 249_876, 999_504, 249_945),
    "hexagons": ("500 x 500 hexagons", 1_335, 235_104, 1_407_906, 235_925),
    "voxels": ("60 x 60 x 60 cells with 26 neighbors", 131.34071389771998, 54_615, 1_403_069, 79_700),
}
PYTHON, COMPILED = "A* in Python", "compiled A*"
BY_HAND, TRANSLATED = "domain written by hand", "translated methods"
EMPTY, FILLED = "empty cache", "code on disk"


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases, with --quick of two problems only; raise NotAvailable without numba."""
    if importlib.util.find_spec("numba") is None:
        raise NotAvailable("numba is not installed: run pip install '.[compiled]' in a checkout of astarlib")
    tiny = {"tiles": 2, "maze": 24}
    for name, counts in PROBLEMS.items():
        if not quick or name in tiny:
            title = f"A* on the plain problem {name}, in Python and compiled, with equal counts"
            yield _in_both(name, title, counts, "plain problems")
    for name, (shape, *searched) in LATTICES.items():
        if not quick:
            title = f"A* on {shape} with costs from 1 to 5, in Python and compiled"
            yield _in_both(name, title, searched, "grids of other shapes")
    for name, (*numbers, most) in BUILT_IN.items():
        if not quick or name == "grid":
            yield Case(
                name=f"built-in-{name}",
                title=f"Compiled Dijkstra on the built-in {name}, with its own domain and with its methods translated",
                contenders=tuple(
                    Contender(name=each, program="benchmarks.programs.plain:solve_built_in", arguments=(name, form))
                    for each, form in ((BY_HAND, "by hand"), (TRANSLATED, "translated"))
                ),
                expected=dict(zip(("cost", "expanded", "generated", "stored"), numbers, strict=True)),
                warm_up=True,
                group="built-in problems",
                targets=(Target(kind="ratio", of=TRANSLATED, to=BY_HAND, at_most=most),),
            )
    for name, cost in tiny.items():
        yield Case(
            name=f"first-{name}",
            title=f"The first search of a process, after import astarlib.compiled, on a tiny plain problem: {name}",
            contenders=tuple(
                Contender(name=each, program="benchmarks.programs.plain:first", arguments=(name, cache))
                for each, cache in ((EMPTY, "empty"), (FILLED, "filled"))
            ),
            expected={"cost": cost},
            targets=(
                Target(kind="seconds", of=EMPTY, at_most=4),
                Target(kind="seconds", of=FILLED, at_most=0.3),
            ),
        )


def _in_both(name: str, title: str, counts: Sequence[float], group: str) -> Case:
    return Case(
        name=name,
        title=title,
        contenders=tuple(
            Contender(name=each, program="benchmarks.programs.plain:solve", arguments=(name, package))
            for each, package in ((PYTHON, "astarlib"), (COMPILED, "astarlib.compiled"))
        ),
        expected=dict(zip(("cost", "expanded", "generated", "stored"), counts, strict=True)),
        warm_up=True,
        group=group,
        targets=(Target(kind="ratio", of=PYTHON, to=COMPILED, at_least=5),),
    )
