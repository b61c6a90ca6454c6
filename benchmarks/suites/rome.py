"""Shortest paths in road networks: the speed, and a check of the distances in a table."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from benchmarks.harness.case import Case, Contender, Target
from benchmarks.suites.given import DATA, data_folder

MISSING: Final = (
    "give the folder of rome99.gr, from http://www.diag.uniroma1.it/challenge9/ (9th DIMACS Implementation Challenge), "
    f"with --data, or ${DATA}"
)


_TITLES: Final = {
    "k_best": "The k cheapest paths of each query",
    "all_targets": "The cheapest paths from each start to all nodes",
}


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield cases for generated towns, then those for Rome if it's given."""
    del quick
    yield Case(
        name="random-town",
        title="Dijkstra for 200 queries in a random town of 60 x 60 crossings",
        contenders=(Contender(name="astarlib", program="benchmarks.programs.roads:random_town", arguments=(60, 200)),),
        expected={"reached": 197, "cost": 1_648_964, "expanded": 388_925},
    )
    town, paths = [[14, 80], [1, 131]], {"paths": [20, 20], "costs": [78_562, 103_466]}
    yield _compared("random-town-k-best", "k_best", [12, town, 20], paths, 1 / 2)
    yield _compared(
        "random-town-explore", "all_targets", [60, [61, 1_800, 3_500]], {"reached": 10_770, "cost": 90_362}, 1.2
    )
    folder = data_folder()
    found = [] if folder is None else sorted(folder.rglob("rome99.gr"))
    program = "benchmarks.programs.roads:rome" if found else ""
    missing = "" if found else MISSING
    rome = str(found[0]) if found else ""
    pairs = [[1, 372], [1, 1739], [1, 243], [1, 508]]
    paths = {"paths": [100] * 4, "costs": [2_756_332, 3_299_558, 3_639_164, 2_895_540]}
    slow = _compared("rome99-k-best", "k_best", [rome, pairs, 100], paths, 1 / 10, missing=missing)
    yield replace(slow, quick_rounds=None)
    starts, all_paths = list(range(1, 3_000, 300)), {"reached": 33_530, "cost": 1_369_378}
    yield _compared("rome99-explore", "all_targets", [rome, starts], all_paths, 1.2, missing=missing)
    yield Case(
        name="rome99",
        title="Dijkstra for 220 queries with known distances in the road network of Rome",
        contenders=(
            Contender(name="astarlib", program=program, arguments=tuple(map(str, found[:1])), missing=missing),
        ),
        expected={"wrong": [], "queries": 220, "expanded": 404_912},
    )


def _compared(
    name: str, program: str, arguments: list[Any], expected: dict[str, Any], at_most: float, *, missing: str = ""
) -> Case:
    """Return a case with networkx, which must give the same answer."""
    libraries = {"astarlib": "roads", "networkx": "peers.networkx_roads"}
    if missing == "" and importlib.util.find_spec("networkx") is None:
        missing = "install networkx"
    return Case(
        name=name,
        title=f"{_TITLES[program]}, and networkx on a graph that is built beforehand",
        contenders=tuple(
            Contender(
                name=library,
                program="" if missing else f"benchmarks.programs.{module}:{program}",
                arguments=tuple(arguments),
                missing=missing,
            )
            for library, module in libraries.items()
        ),
        rounds=3,
        expected=expected,
        targets=(Target(kind="ratio", of="astarlib", to="networkx", at_most=at_most),),
        warm_up=True,
    )
