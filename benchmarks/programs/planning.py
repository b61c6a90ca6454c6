"""Planning tasks: a robot that carries balls, the blocks world, and parcels in trucks and planes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable
from typing import Final

from astarlib import AStar, Dijkstra, GreedyBestFirst, Limits, compiled, with_heuristic
from astarlib.engines import Engine
from astarlib.problems.strips import FF, HAdd, HMax, LMCut, Operator, StripsProblem
from benchmarks.programs.repeated import Run

SEARCHES: Final[dict[str, Callable[[StripsProblem], tuple[Engine, StripsProblem]]]] = {
    "blind": lambda task: (Dijkstra(), task),
    "h_max": lambda task: (AStar(), with_heuristic(task, HMax())),
    "LM-cut": lambda task: (AStar(), with_heuristic(task, LMCut())),
    "greedy, h_add": lambda task: (GreedyBestFirst(), with_heuristic(task, HAdd())),
    "greedy, FF": lambda task: (GreedyBestFirst(), with_heuristic(task, FF())),
    "blind, compiled": lambda task: (compiled.Dijkstra(), task),
    "h_max, compiled": lambda task: (compiled.AStar(), with_heuristic(task, HMax())),
    "LM-cut, compiled": lambda task: (compiled.AStar(), with_heuristic(task, LMCut())),
    "greedy, h_add, compiled": lambda task: (compiled.GreedyBestFirst(), with_heuristic(task, HAdd())),
}


def gripper(balls: int) -> StripsProblem:
    """Return the task of a robot with two hands that carries balls to another room."""
    operators = [
        Operator(f"move to {there}", [("robot", here)], [("robot", there)], [("robot", here)])
        for here, there in ("AB", "BA")
    ]
    for ball, room, hand in itertools.product(range(balls), "AB", "LR"):
        lying, held, here = [("at", ball, room), ("free", hand)], [("hold", ball, hand)], ("robot", room)
        operators += [
            Operator(("pick", ball, room, hand), [here, *lying], held, lying),
            Operator(("drop", ball, room, hand), [here, *held], lying, held),
        ]
    start = [("robot", "A"), ("free", "L"), ("free", "R"), *(("at", ball, "A") for ball in range(balls))]
    return StripsProblem(start, [("at", ball, "B") for ball in range(balls)], operators)


def blocks(count: int) -> StripsProblem:
    """Return the task of restacking one stack: every second block comes first."""
    names = "ABCDEFGHIJKLMNOP"[:count]
    operators = []
    for block in names:
        lying, held = [("clear", block), ("table", block), ("hand",)], [("hold", block)]
        operators += [Operator(("pick", block), lying, held, lying), Operator(("put", block), held, lying, held)]
        for below in names.replace(block, ""):
            on, moved = [("on", block, below), ("clear", block), ("hand",)], [("hold", block), ("clear", below)]
            operators.append(Operator(("unstack", block, below), on, moved, on))
            operators.append(Operator(("stack", block, below), moved, on, moved))

    def stacked(order: str) -> list[Hashable]:
        return [("on", upper, lower) for lower, upper in itertools.pairwise(order)]

    start = [("hand",), ("table", names[0]), ("clear", names[-1]), *stacked(names)]
    return StripsProblem(start, stacked(names[1::2] + names[::2]), operators)


def logistics(cities: int, parcels: int) -> StripsProblem:
    """Return the task of moving parcels between places of several cities, with a truck in each city and a plane."""
    trucks = {("truck", city): [(city, place) for place in "xy"] for city in range(cities)}
    places = [place for there in trucks.values() for place in there]
    operators = []
    start: list[Hashable] = [("at", parcel, places[7 * parcel % len(places)]) for parcel in range(parcels)]
    for vehicle, stops in {**trucks, ("plane", 0): [(city, "x") for city in range(cities)]}.items():
        start.append(("at", vehicle, stops[0]))
        for here, there in itertools.permutations(stops, 2):
            moved = [("at", vehicle, here)], [("at", vehicle, there)]
            operators.append(Operator(("go", vehicle, here, there), moved[0], moved[1], moved[0]))
        for parcel, stop in itertools.product(range(parcels), stops):
            outside, inside, at_stop = [("at", parcel, stop)], [("in", parcel, vehicle)], ("at", vehicle, stop)
            operators.append(Operator(("load", parcel, vehicle, stop), [at_stop, *outside], inside, outside))
            operators.append(Operator(("unload", parcel, vehicle, stop), [at_stop, *inside], outside, inside))
    goal = [("at", parcel, places[(11 * parcel + 5) % len(places)]) for parcel in range(parcels)]
    return StripsProblem(start, goal, operators)


TASKS: Final[dict[str, Callable[[], StripsProblem]]] = {
    "gripper-4": lambda: gripper(4),
    "gripper-6": lambda: gripper(6),
    "blocks-7": lambda: blocks(7),
    "logistics-3": lambda: logistics(3, 3),
    "logistics-4": lambda: logistics(4, 4),
}


def solve(task: str, search: str) -> Run:
    """Solve a task: the cost of the plan, and the expansions."""
    engine, problem = SEARCHES[search](TASKS[task]())
    if search.endswith("compiled"):
        engine.search(problem, limits=Limits(expanded=1))  # It loads or compiles the code, and makes the tables.

    def run() -> dict[str, object]:
        result = engine.search(problem)
        return {"cost": result.cost, "figures": {"expanded": result.statistics.expanded}}

    return run
