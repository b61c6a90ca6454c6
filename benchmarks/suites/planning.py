"""Planning tasks with each heuristic of STRIPS problems: when which one pays. Tasks in PDDL beside pyperplan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender, NotAvailable
from benchmarks.harness.environments import make_environment

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

_PDDL: Final = {("gripper", 6): 17, ("blocks", 7): 24, ("logistics", 4): 25}
_QUICK_PDDL: Final = {("gripper", 4): 11, ("blocks", 5): 16, ("logistics", 3): 15}
_PLANNERS: Final = ("blind", "LM-cut")


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
    missing = _why_without_pyperplan(quick=quick)
    for (series, size), cost in (_QUICK_PDDL if quick else _PDDL).items():
        yield Case(
            name=f"pddl-{series}-{size}",
            title=f"From the PDDL of {series}-{size} to a cheapest plan",
            contenders=tuple(_planners("solve", series, size, missing=missing)),
            rounds=1,
            expected={"cost": cost},
        )
    for series in ("gripper", "blocks", "logistics"):
        yield Case(
            name=f"cover-{series}",
            title=f"The largest task of {series} that is solved within 10 s, with reading and grounding",
            contenders=tuple(_planners("cover", series, seconds=10, missing=missing)),
            rounds=1,
            quick_rounds=None,
            on_request=True,
        )


def _planners(function: str, series: str, size: int = 0, *, seconds: int = 0, missing: str) -> Iterator[Contender]:
    """Yield astarlib and pyperplan with the searches that both have, and compiled ones."""
    for search in (*_PLANNERS, *(f"{name}, compiled" for name in _PLANNERS)):
        arguments = (series, size, search) if function == "solve" else (series, search, seconds)
        yield Contender(name=search, program=f"benchmarks.programs.pddl:{function}", arguments=arguments)
        if search in _PLANNERS:
            yield Contender(
                name=f"pyperplan, {search}",
                program=f"benchmarks.programs.pddl_pyperplan:{function}",
                arguments=arguments,
                environment="pyperplan",
                trusted=False,
                missing=missing,
            )


def _why_without_pyperplan(*, quick: bool) -> str:
    """Return why pyperplan isn't measured, or an empty text."""
    if quick:
        return "quick runs install nothing"
    try:
        make_environment("pyperplan", ("pyperplan==2.1",))
    except NotAvailable as reason:
        return str(reason)
    return ""
