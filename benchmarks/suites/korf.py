"""R. Korf's 15-puzzles by engine and heuristic, random 8-puzzles by IDA*, and the tables of pattern databases."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from benchmarks.harness.case import Case, Contender

EASIEST: Final = (79, 12, 42, 55, 97, 19, 94, 47, 93, 9, 74, 48, 30, 86, 31, 85, 73, 28, 45, 61)
"""Korf's numbers of the boards on which IDA* with Manhattan generates the fewest nodes."""
MINUTE: Final = 60
"""For each of all hundred boards."""

Counts: TypeAlias = tuple[int, int, int]

COUNTS: Final[dict[str, dict[str, tuple[Counts, Counts]]]] = {
    "AStar": {
        "Manhattan": ((129, 149_408, 450_337), (452, 1_855_236, 5_589_110)),
        "LinearConflict": ((129, 50_218, 151_683), (452, 400_778, 1_214_126)),
        "WalkingDistance": ((129, 36_271, 115_173), (452, 507_930, 1_611_090)),
        "max of both": ((129, 20_713, 64_862), (452, 214_371, 667_936)),
        "5-5-5": ((129, 6_868, 21_404), (452, 42_368, 131_084)),
        "6-6-3": ((129, 3_367, 10_571), (452, 18_648, 58_008)),
    },
    "WeightedAStar 1.5": {
        "Manhattan": ((139, 57_339, 173_966), (488, 248_595, 756_148)),
        "LinearConflict": ((149, 8_038, 24_410), (498, 41_923, 128_545)),
        "WalkingDistance": ((135, 9_020, 28_507), (478, 69_525, 221_298)),
        "max of both": ((137, 3_943, 12_308), (490, 22_477, 70_722)),
        "5-5-5": ((145, 1_568, 4_902), (516, 11_067, 34_632)),
        "6-6-3": ((141, 1_567, 4_926), (504, 9_355, 29_480)),
    },
    "WeightedAStar 2": {
        "Manhattan": ((161, 17_535, 53_550), (562, 160_588, 491_288)),
        "LinearConflict": ((165, 10_855, 33_102), (578, 40_133, 122_777)),
        "WalkingDistance": ((159, 2_041, 6_483), (556, 122_783, 390_939)),
        "max of both": ((165, 3_937, 12_385), (570, 29_323, 91_864)),
        "5-5-5": ((149, 1_447, 4_529), (564, 3_882, 12_157)),
        "6-6-3": ((165, 1_166, 3_674), (558, 3_201, 10_093)),
    },
    "WeightedAStar 3": {
        "Manhattan": ((205, 13_498, 41_730), (694, 79_512, 245_429)),
        "LinearConflict": ((203, 2_346, 7_254), (686, 9_519, 29_437)),
        "WalkingDistance": ((175, 9_884, 31_127), (666, 73_906, 233_854)),
        "max of both": ((179, 1_007, 3_191), (686, 10_168, 31_961)),
        "5-5-5": ((211, 1_886, 5_942), (746, 5_580, 17_585)),
        "6-6-3": ((209, 1_017, 3_222), (714, 4_915, 15_707)),
    },
    "GreedyBestFirst": {
        "Manhattan": ((471, 3_108, 9_758), (2_154, 17_878, 56_336)),
        "LinearConflict": ((371, 725, 2_248), (1_118, 3_627, 11_290)),
        "WalkingDistance": ((975, 21_312, 68_079), (3_182, 63_926, 204_081)),
        "max of both": ((327, 922, 2_902), (1_336, 4_815, 15_181)),
        "5-5-5": ((347, 2_023, 6_503), (1_046, 4_884, 15_684)),
        "6-6-3": ((311, 1_175, 3_777), (984, 2_475, 7_890)),
    },
    "IDAStar": {
        "Manhattan": ((129, 973_329, 1_965_127), (452, 5_532_904, 11_175_237)),
        "LinearConflict": ((129, 248_436, 504_104), (452, 1_112_018, 2_270_048)),
        "WalkingDistance": ((129, 193_406, 425_874), (452, 1_350_090, 2_974_324)),
        "max of both": ((129, 88_313, 190_023), (452, 537_547, 1_153_005)),
        "5-5-5": ((129, 25_663, 54_488), (452, 82_900, 174_641)),
        "6-6-3": ((129, 13_527, 29_004), (452, 38_745, 82_379)),
    },
}
"""Cost, expanded and generated: of the three easiest boards in all, and of the ten easiest."""

NAMES: Final = {
    "AStar": "astar",
    "WeightedAStar 1.5": "weighted-astar-1.5",
    "WeightedAStar 2": "weighted-astar-2",
    "WeightedAStar 3": "weighted-astar-3",
    "GreedyBestFirst": "greedy",
    "IDAStar": "ida-star",
}
OF_EIGHT: Final = {  # expanded, generated of 50 boards in all
    "Manhattan": (110_060, 183_479),
    "Hamming": (4_068_270, 7_010_054),
    "Euclidean": (479_393, 802_336),
    "LinearConflict": (52_241, 87_061),
    "WalkingDistance": (48_850, 88_038),
    "max of both": (31_761, 55_715),
    "3-5": (5_743, 10_178),
    "8": (1_130, 2_178),
}
BYTES: Final = {"3-5": 60_034, "8": 43_046_849, "5-5-5": 3_146_112, "6-6-3": 33_558_912}
"""The size of all tables of a pattern database."""
SHORTEST: Final = {"boards above the optimum": 0}
SLOW: Final = {"6-6-3", "Hamming", "Euclidean"}
"""The heuristics that --quick leaves out: building 6-6-3 takes seconds, and so do searches with the others."""


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases."""
    for engine in COUNTS:
        yield _easiest(engine, quick=quick)
    yield _eight(quick=quick)
    yield Case(
        name="tables",
        title="Time to build the tables of a pattern database, and their size",
        contenders=tuple(
            _contender(name, "tables", name, expected={"file bytes": size})
            for name, size in BYTES.items()
            if not (quick and name in SLOW)
        ),
        rounds=3,
    )
    for heuristic in COUNTS["IDAStar"]:
        yield Case(
            name=f"hundred-{_word(heuristic)}",
            title=f"IDAStar on Korf's 100 15-puzzles, {MINUTE} s each; means of the solved ones{_others(heuristic)}",
            contenders=(_contender(heuristic, "solve", "IDAStar", heuristic, tuple(range(1, 101)), MINUTE),),
            expected=SHORTEST,
            rounds=1,
            on_request=True,
            seconds=110 * MINUTE,
        )


def _easiest(engine: str, *, quick: bool) -> Case:
    count, which = (3, 0) if quick else (10, 1)
    numbers, optimal = EASIEST[:count], engine in {"AStar", "IDAStar"}
    contenders = []
    for heuristic, counts in COUNTS[engine].items():
        if quick and heuristic in SLOW:
            continue
        cost, expanded, generated = counts[which]
        expected = {"solved": count, "cost": cost, "expanded": expanded, "generated": generated}
        if optimal:
            expected |= SHORTEST
        contenders.append(_contender(heuristic, "solve", engine, heuristic, numbers, expected=expected))
    return Case(
        name=NAMES[engine],
        title=f"{engine} on Korf's {count} easiest 15-puzzles, by heuristic",
        contenders=tuple(contenders),
        rounds=3 if optimal else 5,
        seconds=300,
        warm_up=not optimal,
    )


def _eight(*, quick: bool) -> Case:
    contenders = []
    for heuristic, (expanded, generated) in OF_EIGHT.items():
        if not (quick and heuristic in SLOW):
            expected = {"solved": 50, "cost": 1_130, "expanded": expanded, "generated": generated}
            contenders.append(_contender(heuristic, "eight", heuristic, 50, expected=expected))
    return Case(
        name="8-puzzle",
        title="IDAStar on 50 random 8-puzzles, by heuristic",
        contenders=tuple(contenders),
        rounds=3,
        seconds=300,
    )


def _contender(heuristic: str, function: str, *arguments: Any, expected: dict[str, int] | None = None) -> Contender:
    needs_numpy = heuristic in BYTES and importlib.util.find_spec("numpy") is None
    return Contender(
        name=heuristic,
        program=f"benchmarks.programs.korf:{function}",
        arguments=arguments,
        expected=expected,
        missing="numpy isn't installed (extra heuristics)" if needs_numpy else "",
    )


def _word(heuristic: str) -> str:
    """Return a class name in the form of an option: ``"linear-conflict"`` for ``"LinearConflict"``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|\s", "-", heuristic).lower()


def _others(heuristic: str) -> str:
    """Return published figures for 1,000 other boards, from slides on A. Felner, R. Korf and S. Hanan (2004)."""
    found = {"5-5-5": "h 41.56, 3,090,405 nodes, 0.541 s", "6-6-3": "h 42.92, 617,555 nodes, 0.163 s"}.get(heuristic)
    return "" if found is None else f"; published of 1,000 others, without the reflection: {found}"
