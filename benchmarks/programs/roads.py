"""Paths in road networks: in that of Rome, and in generated towns."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from astarlib import Dijkstra, KBest, Status, explore
from astarlib.problems.graph import Graph, GraphProblem, read_dimacs

Run = Callable[[], dict[str, Any]]

NOWHERE = 0  # A node without an arc, since nodes of DIMACS graphs begin with 1.
QUERIES = Path(__file__).with_name("rome99_queries.csv")


def rome(path: str) -> Run:
    """Solve all queries of the table for Rome, and compare the distances with it."""
    started = time.process_time()
    problem = GraphProblem({NOWHERE: {}, **read_dimacs(path)}, NOWHERE, NOWHERE)
    reading = time.process_time() - started
    with QUERIES.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    queries = [(int(row["source"]), int(row["target"])) for row in rows]
    search = _searches(problem, queries)

    def run() -> dict[str, Any]:
        answer, distances = search()
        answer["wrong"] = [
            f"from {source} to {target}: {found}, not {row['distance']}"
            for (source, target), found, row in zip(queries, distances, rows, strict=True)
            if found != int(row["distance"])
        ]
        answer["figures"]["seconds to read"] = reading
        return answer

    return run


def random_town(side: int, count: int) -> Run:
    """Solve queries in a town of side x side crossings, without a fifth of the roads between neighbors."""
    random = Random(5)
    graph = _town(side, random)
    nodes = range(1, side * side + 1)
    problem = GraphProblem(graph, NOWHERE, NOWHERE)
    search = _searches(problem, [(random.choice(nodes), random.choice(nodes)) for _ in range(count)])

    def run() -> dict[str, Any]:
        answer, distances = search()
        reached = [distance for distance in distances if distance >= 0]
        return {**answer, "reached": len(reached), "cost": sum(reached)}

    return run


def _town(side: int, random: Random) -> dict[int, dict[int, int]]:
    nodes = range(1, side * side + 1)
    graph: dict[int, dict[int, int]] = {node: {} for node in (NOWHERE, *nodes)}
    for node in nodes:
        neighbors = ([node + 1] if node % side else []) + ([node + side] if node + side in nodes else [])
        for neighbor in neighbors:
            if random.random() < 0.8:
                graph[node][neighbor] = graph[neighbor][node] = random.randint(20, 500)
    return graph


def graph_of(source: str | int) -> Graph[int]:
    """Return the graph in a file, or a generated town with so many crossings on each side."""
    return read_dimacs(source) if isinstance(source, str) else Graph(_town(source, Random(5)))


def summary(costs: Iterable[list[float]]) -> dict[str, Any]:
    """Return the numbers and the sums of the costs of paths, for each query."""
    listed = list(costs)
    return {"paths": list(map(len, listed)), "costs": list(map(sum, listed))}


def k_best(source: str | int, queries: list[list[int]], k: int) -> Run:
    """Find the k cheapest paths of each query."""
    problem = GraphProblem(graph_of(source), *queries[0])

    def run() -> dict[str, Any]:
        searches = [KBest(k=k).start(problem.between(*query)) for query in queries]
        return summary([result.cost for result in search.solutions()] for search in searches)

    return run


def all_targets(source: str | int, starts: list[int]) -> Run:
    """Find the cheapest paths from each start to all nodes."""
    problem = GraphProblem(graph_of(source), starts[0], starts[0])

    def run() -> dict[str, Any]:
        explored = [explore(problem.between(start, start)) for start in starts]
        return {"reached": sum(map(len, explored)), "cost": sum(sum(map(each.cost, starts)) for each in explored)}

    return run


def _searches(
    problem: GraphProblem[int], queries: Sequence[tuple[int, int]]
) -> Callable[[], tuple[dict[str, Any], list[float]]]:
    """Return the totals of all searches, and each distance."""

    def run() -> tuple[dict[str, Any], list[float]]:
        began = time.process_time()
        found = [_distance(problem, *query) for query in queries]
        seconds = time.process_time() - began
        expanded = sum(expansions for _, expansions in found)
        figures = {"expanded per second": expanded / max(seconds, 1e-9)}
        answer = {"nodes": len(problem.nodes), "queries": len(queries), "expanded": expanded, "figures": figures}
        return answer, [distance for distance, _ in found]

    return run


def _distance(problem: GraphProblem[int], source: int, target: int) -> tuple[float, int]:
    """Return the distance (-1 without a path, or for NOWHERE the sum of all distances) and the expansions."""
    search = Dijkstra().start(problem.between(source, target))
    result = search.run()
    if target == NOWHERE:
        return sum(state.g for state in search.states()), result.statistics.expanded
    return -1 if result.status is Status.UNSOLVABLE else result.cost, result.statistics.expanded
