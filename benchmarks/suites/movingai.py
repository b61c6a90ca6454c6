"""Paths on maps with eight neighbors: the speed, and a check that the published optima are found."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.harness.case import Case, Contender, Target
from benchmarks.suites.given import DATA, data_folder, every

MISSING: Final = (
    f"give the folder of .map and .map.scen files from https://movingai.com/benchmarks/ with --data, or ${DATA}"
)
USUAL: Final = 50
"""Of the queries of a map, every so-manyth, unless another number is given."""

MISSED: Final = {"every optimum is found": False}
KNOWN: Final[dict[tuple[str, int], dict[str, dict[str, Any]]]] = {  # by the map, and which queries
    ("maze512-8-0", 50): {
        "no corner cut": {"expanded": 12_115_468, "generated": 87_862_847, "reopened": 0},
        "corners cut": {"expanded": 12_029_478, "generated": 87_487_206, "reopened": 0} | MISSED,
    },
    ("maze512-8-0", 1000): {
        "no corner cut": {"expanded": 632_975, "generated": 4_590_372, "reopened": 0},
        "corners cut": {"expanded": 627_998, "generated": 4_567_433, "reopened": 0} | MISSED,
    },
    ("random512-10-0", 50): {
        "no corner cut": {"expanded": 285_959, "generated": 1_880_404, "reopened": 0},
        "corners cut": {"expanded": 109_300, "generated": 785_655, "reopened": 0} | MISSED,
    },
    ("random512-10-0", 1000): {
        "no corner cut": {"expanded": 9_254, "generated": 62_442, "reopened": 0},
        "corners cut": {"expanded": 797, "generated": 5_636, "reopened": 0} | MISSED,
    },
}
OF_RANDOM_MAP: Final[dict[str, dict[str, Any]]] = {
    "no corner cut": {"cost": 3204.4389591291547, "expanded": 71_781, "generated": 382_193},
    "corners cut": {"cost": 3051.063417537138, "expanded": 34_464, "generated": 219_305},
    "no corner cut, Dijkstra": {"cost": 3204.4389591291547, "expanded": 547_361, "generated": 2_872_171},
}


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for a generated map, then those for the given maps."""
    yield Case(
        name="random-map",
        title="A* with the octile heuristic for 20 queries of a random map of 256 x 256 cells, a fifth of them blocked",
        contenders=tuple(
            Contender(
                name=name,
                program="benchmarks.programs.maps:random_map",
                arguments=(256, 20, engine, rule),
                expected=OF_RANDOM_MAP[name],
                unlike=unlike,
            )
            for name, engine, rule, unlike in (
                ("no corner cut", "AStar", "BOTH_FREE", ""),
                ("corners cut", "AStar", "ONE_FREE", "other paths are allowed"),
                ("no corner cut, Dijkstra", "Dijkstra", "BOTH_FREE", "no heuristic"),
            )
        ),
    )
    folder = data_folder()
    maps = [] if folder is None else [one for one in sorted(folder.rglob("*.map")) if Path(f"{one}.scen").exists()]
    for path in maps:
        yield _case(path, every(20 * USUAL if quick else USUAL))
        if importlib.util.find_spec("numba") is not None:
            yield _jumps(path, every(20 * USUAL if quick else USUAL), is_timed=not quick)
    if len(maps) == 0:
        missing = Contender(name="maps", missing=MISSING)
        yield Case(name="maps", title="A* for the queries of the maps of the Moving AI Lab", contenders=(missing,))


def _jumps(path: Path, step: int, *, is_timed: bool) -> Case:
    """Return the case that compares compiled searches with and without jump points. All jumps are listed before."""
    return Case(
        name=f"{path.stem}-jumps",
        title=f"Compiled A* for every {step}th query of {path.stem}, with jump points and without them",
        contenders=tuple(
            Contender(
                name=name, program="benchmarks.programs.maps:compiled_jumps", arguments=(str(path), step, has_jumps)
            )
            for name, has_jumps in (("steps", False), ("jump points", True))
        ),
        targets=(Target(kind="ratio", of="steps", to="jump points", at_least=3),) if is_timed else (),
    )


def _case(path: Path, step: int) -> Case:
    """Return the case for the queries of one map, under both rules."""
    known = KNOWN.get((path.stem, step), {"no corner cut": {}, "corners cut": {}})
    found = {"every optimum is found": True}
    program = "benchmarks.programs.maps:moving_ai"
    return Case(
        name=path.stem,
        title=f"A* with the octile heuristic for every {step}th query of {path.stem}; the optima are published",
        contenders=(
            Contender(
                name="no corner cut",
                program=program,
                arguments=(str(path), step, "BOTH_FREE"),
                expected={**found, **known["no corner cut"]},
            ),
            Contender(
                name="corners cut",
                program=program,
                arguments=(str(path), step, "ONE_FREE"),
                expected=known["corners cut"],
                unlike="other paths are allowed, so most costs differ from the published optima",
            ),
        ),
        rounds=1,
        seconds=4 * 3600,
    )
