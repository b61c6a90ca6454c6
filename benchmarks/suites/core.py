"""The loop of A*, compared with a loop written by hand, with observers, other tie-breaking and many states."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any, Final

from benchmarks.harness.case import Case, Contender, Target

_OURS: Final = "benchmarks.programs.ours"
_EIGHT: Final = {"cost": 31, "expanded": 6_728, "generated": 17_708, "stored": 10_001}
_FIFTEEN: Final = {"cost": 42, "expanded": 68_627, "generated": 208_525, "stored": 134_104}
_GRID: Final = {"cost": 1034, "expanded": 74_689, "generated": 215_258, "stored": 77_870}
_FLOATS: Final = {"cost": 42, "expanded": 241_245, "generated": 732_716, "stored": 463_528}
_TIES: Final = {
    "LOW_H": _FIFTEEN,
    "LIFO": {"cost": 42, "expanded": 206_679, "generated": 627_894, "stored": 398_045},
    "HIGH_H": {"cost": 42, "expanded": 240_337, "generated": 729_937, "stored": 461_748},
    "FIFO": {"cost": 42, "expanded": 240_296, "generated": 729_819, "stored": 461_674},
}
_TIES_OF_EIGHT: Final = {
    "LOW_H": _EIGHT,
    "LIFO": {"cost": 31, "expanded": 6_668, "generated": 17_509, "stored": 9_890},
    "HIGH_H": {"cost": 31, "expanded": 21_197, "generated": 55_925, "stored": 30_047},
    "FIFO": {"cost": 31, "expanded": 20_290, "generated": 53_571, "stored": 28_951},
}
_GROWN: Final = {True: {"expanded": 163_158, "stored": 301_204}, False: {"expanded": 2_188_556, "stored": 3_957_431}}


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases. With ``quick``, the growing search is a tenth as large."""
    yield _by_hand("8-puzzle", "the 8-puzzle of 31 moves", "8-puzzle", 10, _EIGHT)
    yield _by_hand("15-puzzle", "Korf's 15-puzzle 79, 42 moves", "15-puzzle", 1, _FIFTEEN)
    yield _grid()
    yield _fixed_cost()
    yield _floats()
    yield _ties("ties", "Korf's 15-puzzle 79", "15-puzzle", _TIES)
    yield _ties("ties-8-puzzle", "the 8-puzzle of 31 moves", "8-puzzle", _TIES_OF_EIGHT)
    yield _edges()
    yield _states()
    yield from _incremental()
    yield _observers()
    yield _recorder()
    yield _growth(quick=quick)


def _by_hand(name: str, work: str, instance: str, times: int, expected: dict[str, Any]) -> Case:
    by_hand = "benchmarks.programs.inline:solve"
    targets = (
        Target(kind="ratio", of="astarlib", to="inline, same bookkeeping", at_most=1.05),
        Target(kind="ratio", of="astarlib", to="inline, bare", at_most=1.20),
    )
    return Case(
        name=name,
        title=f"A* with Manhattan on {work}; the generic loop and the same loop written for this puzzle alone",
        contenders=(
            Contender(name="astarlib", program=f"{_OURS}:search", arguments=(instance, times)),
            Contender(name="inline, same bookkeeping", program=by_hand, arguments=("bookkeeping", instance, times)),
            Contender(
                name="inline, same bookkeeping, no garbage collection",
                program=by_hand,
                arguments=("bookkeeping without gc", instance, times),
                unlike="garbage collection is off, as in the generic loop",
            ),
            Contender(
                name="inline, bare",
                program=by_hand,
                arguments=("bare", instance, times),
                unlike="no limits, no checks, no statistics but three counters, cannot be resumed",
            ),
        ),
        rounds=15,
        expected=expected,
        targets=targets if name != "8-puzzle" else (),
    )


def _grid() -> Case:
    return Case(
        name="grid",
        title="A* with Manhattan on a grid of 512 x 512 cells, 30 % of them blocked",
        contenders=(Contender(name="astarlib", program=f"{_OURS}:search", arguments=("grid",)),),
        rounds=15,
        expected=_GRID,
    )


def _fixed_cost() -> Case:
    program, ten = f"{_OURS}:fixed_cost", {"cost": 10, "expanded": 10, "generated": 10, "stored": 11}
    return Case(
        name="fixed-cost",
        title="A* on a problem of ten expansions: what a search takes before and after them",
        contenders=(
            Contender(name="astarlib", program=program, arguments=("search",), expected=ten),
            Contender(
                name="astarlib, polled limits",
                program=program,
                arguments=("polled",),
                expected=ten,
                unlike="limits of time and memory are polled between short slices",
            ),
            Contender(
                name="astarlib, start", program=program, arguments=("start",), expected={}, unlike="it only starts"
            ),
        ),
        rounds=9,
    )


def _floats() -> Case:
    return Case(
        name="different-floats",
        title="A* on Korf's 15-puzzle 79 with Manhattan of random weights: nearly every f is another float",
        contenders=(
            Contender(name="astarlib", program=f"{_OURS}:puzzle_of_floats"),
            Contender(
                name="inline, same bookkeeping",
                program="benchmarks.programs.inline:solve_with_floats",
                arguments=("bookkeeping",),
            ),
        ),
        rounds=9,
        expected=_FLOATS,
    )


def _ties(name: str, work: str, instance: str, expected: dict[str, dict[str, int]]) -> Case:
    times = 10 if instance == "8-puzzle" else 1
    return Case(
        name=name,
        title=f"A* with Manhattan on {work}, by tie-breaking",
        contenders=tuple(
            Contender(
                name=f"TieBreak.{tie_break}",
                program=f"{_OURS}:search",
                arguments=(instance, times, tie_break),
                expected=counts,
            )
            for tie_break, counts in expected.items()
        ),
        rounds=5,
    )


def _edges() -> Case:
    return Case(
        name="successors",
        title="A* with Manhattan on Korf's 15-puzzle 79, by the methods that define its edges",
        contenders=(
            Contender(name="successors()", program=f"{_OURS}:edges", arguments=("successors",)),
            Contender(name="actions(), result()", program=f"{_OURS}:edges", arguments=("actions",)),
            Contender(name="actions(), result(), cost()", program=f"{_OURS}:edges", arguments=("costs",)),
        ),
        rounds=9,
        expected=_FIFTEEN,
    )


def _states() -> Case:
    kinds = ("tuple", "int", "str", "NamedTuple", "frozen dataclass with slots", "frozen dataclass")
    return Case(
        name="states",
        title="A* with Manhattan on the grid of 512 x 512 cells, by type of state",
        contenders=tuple(
            Contender(name=kind, program="benchmarks.programs.ours_states:search", arguments=(kind,)) for kind in kinds
        ),
        rounds=7,
        expected=_GRID,
    )


def _incremental() -> Iterator[Case]:
    searches = {
        "Manhattan": {"cost": 42, "expanded": 262_910, "generated": 540_893},
        "LinearConflict": {"cost": 42, "expanded": 52_091, "generated": 107_121},
    }
    for heuristic, counts in searches.items():
        yield _anew_or_not(
            f"incremental-{heuristic.lower()}",
            f"IDA* with {heuristic} on Korf's 15-puzzle 79, h by heuristic_change or from scratch",
            "deepening",
            heuristic,
            counts,
        )
    for heuristic, h in {"Manhattan": 32, "LinearConflict": 34}.items():
        yield _anew_or_not(
            f"estimate-{heuristic.lower()}",
            f"One h of {heuristic}, along a random walk of 100,000 moves on the 15-puzzle",
            "estimates",
            heuristic,
            {"h": h},
        )


def _anew_or_not(name: str, title: str, function: str, heuristic: str, expected: dict[str, Any]) -> Case:
    return Case(
        name=name,
        title=title,
        contenders=(
            Contender(name="by changes", program=f"{_OURS}:{function}", arguments=(heuristic, "changes")),
            Contender(name="from scratch", program=f"{_OURS}:{function}", arguments=(heuristic, "anew")),
        ),
        rounds=9,
        expected=expected,
    )


def _observers() -> Case:
    no_rich = "" if importlib.util.find_spec("rich") is not None else "rich is not installed (extra cli)"
    watched = {
        "no observer": "none",
        "an observer of no event": "nothing",
        "an observer of progress events": "progress",
        "a progress bar": "bar",
        "an observer of all events that does nothing": "all",
    }
    contenders = [
        Contender(
            name=name,
            program=f"{_OURS}:observed",
            arguments=(observer,),
            missing=no_rich if observer == "bar" else "",
        )
        for name, observer in watched.items()
    ]
    cut = Contender(
        name="the loop without its lines for observers",
        program="benchmarks.programs.ours_unobserved:search",
        arguments=("15-puzzle",),
        unlike="it has no observers",
    )
    return Case(
        name="observers",
        title="A* with Manhattan on Korf's 15-puzzle 79, watched",
        contenders=(*contenders, cut),
        rounds=15,
        expected=_FIFTEEN,
        targets=(
            Target(kind="ratio", of="no observer", to="the loop without its lines for observers", at_most=1.01),
            Target(kind="ratio", of="an observer of no event", to="no observer", at_most=1.01),
            Target(kind="ratio", of="an observer of all events that does nothing", to="no observer", at_most=1.40),
        ),
    )


def _recorder() -> Case:
    program = "benchmarks.programs.ours_recorder"
    return Case(
        name="recorder",
        title="A* with Manhattan on Korf's 15-puzzle 79, recorded",
        contenders=(
            Contender(name="no observer", program=f"{program}:recorded", arguments=("",)),
            Contender(name="a recorder", program=f"{program}:recorded", arguments=("records",)),
            Contender(name="a recorder that gets single events", program=f"{program}:recorded", arguments=("events",)),
            Contender(name="making the trace", program=f"{program}:developed", unlike="the search ran before, untimed"),
        ),
        rounds=9,
        expected=_FIFTEEN,
        targets=(
            Target(kind="ratio", of="a recorder", to="no observer", at_most=1.05),
            Target(kind="figure", of="making the trace", figure="bytes / node", at_most=24),
        ),
    )


def _growth(*, quick: bool) -> Case:
    sizes = [30_000, 300_000] if quick else [100_000, 1_000_000, 4_000_000]
    program, figure = "benchmarks.programs.ours_growth:rates", "rate at the end / at the beginning"
    return Case(
        name="growth",
        title=f"Expansions per second of A* on Korf's 15-puzzle 88 while it grows to {sizes[-1]:,} stored states",
        contenders=(
            Contender(name="astarlib", program=program, arguments=(sizes, "at rest")),
            Contender(
                name="garbage collector at work",
                program=program,
                arguments=(sizes, "at work"),
                unlike="Python's garbage collector is on, and a search turns it off otherwise",
            ),
        ),
        rounds=3,
        seconds=600,
        expected=_GROWN[quick],
        targets=(Target(kind="figure", of="astarlib", figure=figure, at_least=0.8),),
    )
