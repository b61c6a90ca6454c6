"""Shortest paths in the road network of Rome: are the distances of a table found, and how fast?

    python benchmarks/rome99.py GRAPH QUERIES

GRAPH is `rome99.gr` of the 9th DIMACS Implementation Challenge (http://www.diag.uniroma1.it/challenge9/), QUERIES a CSV
with the columns source, target and distance in metres: -1 where the target cannot be reached; where the target is 0,
the sum of the distances to all that can. Each query is one search by Dijkstra. CPU time.
"""

from __future__ import annotations

import argparse
import csv
import platform
import time
from pathlib import Path

from astarlib import Dijkstra, Status
from astarlib.problems.graph import GraphProblem, read_dimacs

NOWHERE = 0  # a node without an arc: nodes of DIMACS graphs begin with 1


def distance(problem: GraphProblem[int], source: int, target: int) -> tuple[float, int]:
    """The distance as the table has it, and the expansions that it took."""
    search = Dijkstra().start(problem.between(source, target))
    result = search.run()
    if target == NOWHERE:
        return sum(state.g for state in search.states()), result.statistics.expanded
    return -1 if result.status is Status.UNSOLVABLE else result.cost, result.statistics.expanded


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Shortest paths in the road network of Rome.")
    parser.add_argument("graph", type=Path)
    parser.add_argument("queries", type=Path)
    options = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}")
    started = time.process_time()
    problem = GraphProblem({NOWHERE: {}, **read_dimacs(options.graph)}, NOWHERE, NOWHERE)
    print(f"{len(problem.nodes):,} nodes, read in {time.process_time() - started:.2f} s")
    with options.queries.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    wrong = expanded = 0
    started = time.process_time()
    for row in rows:
        source, target, expected = (int(row[column]) for column in ("source", "target", "distance"))
        found, expansions = distance(problem, source, target)
        expanded += expansions
        if found != expected:
            wrong += 1
            print(f"  from {source} to {target}: {found}, not {expected}")
    seconds = time.process_time() - started
    print(
        f"{len(rows) - wrong} of {len(rows)} distances found; {expanded:,} expanded, {seconds:.1f} s, "
        f"{expanded / seconds:,.0f} expansions/s"
    )
    raise SystemExit(0 if wrong == 0 else 1)
