"""Shortest paths in road networks: the speed, and a check of the distances in a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender
from benchmarks.suites.given import DATA, data_folder

MISSING: Final = (
    "give the folder of rome99.gr, from http://www.diag.uniroma1.it/challenge9/ (9th DIMACS Implementation Challenge), "
    f"with --data, or ${DATA}"
)


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for a generated town, then one for Rome if it's given."""
    del quick
    yield Case(
        name="random-town",
        title="Dijkstra for 200 queries in a random town of 60 x 60 crossings",
        contenders=(Contender(name="astarlib", program="benchmarks.programs.roads:random_town", arguments=(60, 200)),),
        expected={"reached": 197, "cost": 1_648_964, "expanded": 388_925},
    )
    folder = data_folder()
    found = [] if folder is None else sorted(folder.rglob("rome99.gr"))
    program = "benchmarks.programs.roads:rome" if found else ""
    yield Case(
        name="rome99",
        title="Dijkstra for 220 queries in the road network of Rome, their distances known",
        contenders=(
            Contender(
                name="astarlib",
                program=program,
                arguments=tuple(map(str, found[:1])),
                missing="" if found else MISSING,
            ),
        ),
        expected={"wrong": [], "queries": 220, "expanded": 404_912},
    )
