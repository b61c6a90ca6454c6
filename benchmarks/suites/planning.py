"""Planning tasks with each heuristic of STRIPS problems: when which one pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender

_COSTS: Final = {"gripper-4": 11, "gripper-6": 17, "logistics-3": 15, "blocks-7": 24, "logistics-4": 25}
_SIZES: Final = {
    "gripper-4": "A robot carries 4 balls to another room (34 operators)",
    "gripper-6": "A robot carries 6 balls to another room (50 operators)",
    "logistics-3": "Trucks and a plane move 3 parcels between 3 cities (66 operators)",
    "blocks-7": "A hand restacks 7 blocks (98 operators)",
    "logistics-4": "Trucks and a plane move 4 parcels between 4 cities (116 operators)",
}
_COMPILED: Final = ("blind, compiled", "h_max, compiled", "LM-cut, compiled")
_OPTIMAL: Final = ("blind", "h_max", "LM-cut", *_COMPILED)
_GREEDY: Final = ("greedy, h_add", "greedy, FF", "greedy, h_add, compiled")
_SLOW: Final = ("blocks-7", "logistics-4")


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each task; with ``quick`` only the small ones."""
    for task, cost in _COSTS.items():
        if quick and task in _SLOW:
            continue
        yield Case(
            name=task,
            title=_SIZES[task],
            contenders=tuple(
                Contender(
                    name=name,
                    program="benchmarks.programs.planning:solve",
                    arguments=(task, name),
                    expected={"cost": cost} if name in _OPTIMAL else {},
                    unlike="" if name in _OPTIMAL else "any plan, not the cheapest",
                )
                for name in (*_OPTIMAL, *_GREEDY)
            ),
            rounds=1 if task == "logistics-4" else 3,
        )
