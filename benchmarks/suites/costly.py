"""When batches pay: a network and a simulated service as the heuristic of 8-puzzles."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender, NotAvailable

_PROGRAM: Final = "benchmarks.programs.ours_costly:search"
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
                Contender(name=name, program=_PROGRAM, arguments=(kind, engine, count, alone))
                for name, (engine, alone) in _WAYS.items()
            ),
            rounds=3,
            expected={"solved": count},
            seconds=600,
        )
