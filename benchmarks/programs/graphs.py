"""Many compiled searches on one graph: how long it takes to make graphs and further problems on them."""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import numba  # noqa: F401  # So that loading it isn't timed.
import numpy as np

from astarlib import SearchResult, Status, compiled
from astarlib.batch import solve_many
from astarlib.engines import Engine
from astarlib.heuristics import Landmarks
from astarlib.problems.graph import Graph, GraphProblem
from astarlib.problems.grid import Grid, GridProblem
from benchmarks.programs.peers import roads

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")
Run = Callable[[], dict[str, Any]]


def building(form: str) -> Run:
    """Make a ``Graph`` of arrays, dicts or a networkx graph."""
    edges = roads.edges()
    make: Callable[[], Graph[int]]
    if form == "networkx":
        given: Any = importlib.import_module("networkx").DiGraph()  # Only this contender needs it. It has no types.
        given.add_nodes_from(range(roads.NODES))
        given.add_weighted_edges_from(edges)
        make = lambda: Graph.from_networkx(given)  # noqa: E731
    elif form == "dicts":
        dicts = {node: dict(heads) for node, heads in enumerate(roads.heads())}
        make = lambda: Graph.from_dicts(dicts)  # noqa: E731
    else:
        tails, heads, costs = (np.array(column) for column in zip(*edges, strict=True))
        make = lambda: Graph.from_arrays(tails, heads, costs, nodes=roads.NODES)  # noqa: E731

    def run() -> dict[str, Any]:
        graph = make()
        return {"nodes": len(graph), "edges": graph.edge_count}

    return run


def map_of(form: str, side: int) -> Run:
    """Make a ``Grid`` of an array or of lists, and the compiled domain of a problem on it."""
    given: Any = np.random.default_rng(1).integers(1, 10, (side, side))
    cells = given if form == "array" else given.tolist()

    def run() -> dict[str, Any]:
        grid = Grid(cells)
        GridProblem(grid, (0, 0), (side - 1, side - 1)).compiled_domain()
        return {"cells": grid.width * grid.height}

    return run


def _town(side: int) -> tuple[Graph[int], Random]:
    """Return a town of side x side crossings, without a fifth of the roads between neighbors."""
    random = Random(5)
    roads_of = [
        (node, node + step, random.randint(20, 500))
        for node in range(side * side)
        for step in (1, side)
        if node + step < side * side and (step > 1 or (node + 1) % side > 0) and random.random() < 0.8
    ]
    tails, heads, costs = zip(*roads_of, strict=True)
    return Graph.from_arrays(tails, heads, costs, nodes=side * side, directed=False), random


def _queries(graph: Graph[int], random: Random, count: int) -> list[tuple[int, int]]:
    return [(random.randrange(len(graph)), random.randrange(len(graph))) for _ in range(count)]


def _answer(results: Iterable[SearchResult]) -> dict[str, Any]:
    found = list(results)
    solved = [result for result in found if result.status is Status.SOLVED]
    return {
        "solved": len(solved),
        "cost": sum(result.cost for result in solved),
        "expanded": sum(result.statistics.expanded for result in found),
    }


def queries(way: str, side: int, count: int) -> Run:
    """Solve queries by Dijkstra's algorithm. ``way`` is bare (problems are made before), made, or batch."""
    graph, random = _town(side)
    ends, engine = _queries(graph, random, count), compiled.Dijkstra()
    made = [GraphProblem(graph, *each) for each in ends]

    def run() -> dict[str, Any]:
        began, cpu = time.perf_counter(), sum(os.times()[:4])
        if way == "bare":
            answer = _answer(map(engine.search, made))
        elif way == "made":
            answer = _answer(engine.search(GraphProblem(graph, *each)) for each in ends)
        else:
            answer = _answer(solve_many([GraphProblem(graph, *each) for each in ends], engine))
        seconds = time.perf_counter() - began
        return {**answer, "seconds": sum(os.times()[:4]) - cpu, "figures": {"seconds on the wall": seconds}}

    run.warm_up = lambda: engine.search(made[0])  # type: ignore[attr-defined]  # functions may have attributes
    return run


def town(guided: bool, side: int, count: int) -> Run:
    """Solve queries by A* with eight landmarks, or by Dijkstra's algorithm."""
    graph, random = _town(side)
    ends = _queries(graph, random, count)
    engine: Engine = compiled.AStar() if guided else compiled.Dijkstra()
    began = time.process_time()
    landmarks = Landmarks.build(graph, cache=False) if guided else None
    figures = {"seconds to build the landmarks": time.process_time() - began} if guided else {}

    def run() -> dict[str, Any]:
        found = _answer(engine.search(GraphProblem(graph, *each, heuristic=landmarks)) for each in ends)
        return {**found, "figures": figures}

    run.warm_up = lambda: engine.search(GraphProblem(graph, *ends[0], heuristic=landmarks))  # type: ignore[attr-defined]  # functions may have attributes
    return run


def landmarks(workers: int | None, side: int, count: int) -> Run:
    """Solve queries by A* with eight landmarks: one after the other if ``workers`` is None, or else by solve_many."""
    graph, random = _town(side)
    ends, engine = _queries(graph, random, count), compiled.AStar()
    guide = Landmarks.build(graph, cache=False)

    def run() -> dict[str, Any]:
        began, cpu = time.perf_counter(), sum(os.times()[:4])
        problems = [GraphProblem(graph, *each, heuristic=guide) for each in ends]
        answer = _answer(
            map(engine.search, problems) if workers is None else solve_many(problems, engine, workers=workers)
        )
        seconds = time.perf_counter() - began
        figures = {"seconds on the wall": seconds, "ms a query": 1000 * seconds / count}
        return {**answer, "seconds": sum(os.times()[:4]) - cpu, "figures": figures}

    run.warm_up = lambda: engine.search(GraphProblem(graph, *ends[0], heuristic=guide))  # type: ignore[attr-defined]  # functions may have attributes
    return run
