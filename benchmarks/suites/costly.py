"""When batches pay: a network and a simulated service as the heuristic of N-puzzles."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Final

from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.harness.case import Case, Contender, NotAvailable

_PROGRAM: Final = "benchmarks.programs.ours_costly"
_TITLES: Final = {"network": "a network of numpy", "service": "a simulated service, 2 ms a call and 20 us a state"}
_WAYS: Final = {
    "A*, each state alone": ("A*", True),
    "A*, the successors of a state": ("A*", False),
    "batches of 10 expansions": ("batches of 10", False),
    "batches of 100 expansions": ("batches of 100", False),
    "beam of 100, a layer": ("beam of 100", False),
}


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each kind of heuristic."""
    if importlib.util.find_spec("numpy") is None:
        raise NotAvailable("numpy is not installed: run pip install '.[heuristics]' in a checkout of astarlib")
    count = 2 if quick else 10
    for kind, title in _TITLES.items():
        yield Case(
            name=kind,
            title=f"{count} 8-puzzles with {title}; seconds on the wall",
            contenders=tuple(
                Contender(name=name, program=f"{_PROGRAM}:search", arguments=(kind, engine, count, alone))
                for name, (engine, alone) in _WAYS.items()
            ),
            rounds=3,
            expected={"solved": count},
            seconds=600,
        )
    if importlib.util.find_spec("numba") is not None:
        yield _fifteen(*((2, 100) if quick else (10, 1000)))


def _fifteen(count: int, examples: int) -> Case:
    """Return the case of a network beside the Manhattan distance."""
    optimum = sum(instance.optimum for instance in KORF_100[:: 100 // count])
    return Case(
        name="15-puzzle",
        title=f"{count} of Korf's 15-puzzles, optimum {optimum:,} moves; the network learned from {examples:,} others",
        contenders=tuple(
            Contender(name=f"{engine}, {name}", program=f"{_PROGRAM}:fifteen", arguments=(engine, count, of_network))
            for engine in ("batches of 100, weight 2", "beam of 100", "beam of 1,000")
            for name, of_network in (("Manhattan", 0), ("network", examples))
        ),
        rounds=3,
        expected={"solved": count},
        seconds=600,
    )
