"""nographs: a function returns the edges out of a vertex, and a traversal stops at the goal and keeps paths."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from nographs import BSearchBreadthFirst, TraversalAStar, TraversalShortestPaths

from benchmarks.programs.cube import SOLVED, scrambled, turned
from benchmarks.programs.peers import cube as stickers
from benchmarks.programs.peers import roads
from benchmarks.programs.peers.counting import Calls, Run, in_turn, with_counts
from benchmarks.programs.peers.fields import Field
from benchmarks.programs.peers.tiles import KORF_TO_44, Sliding

DISTRIBUTIONS = ("nographs",)


def puzzle(name: str, counted: bool = True) -> Run:
    """Run A*."""
    return _astar(Sliding(name), counted=counted)


def puzzles(counted: bool = True) -> Run:
    """Run A* on all of Korf's boards that take at most 44 moves."""
    return in_turn([puzzle(f"Korf {number}", counted) for number in KORF_TO_44])


def grid(counted: bool = True) -> Run:
    """Run A*."""
    return _astar(Field(), counted=counted)


def graph(counted: bool = True) -> Run:
    """Run Dijkstra's algorithm."""
    heads = roads.heads()

    def next_edges(vertex: int, _: object) -> list[tuple[int, int]]:
        return heads[vertex]

    def search(edges: Any) -> dict[str, Any]:
        traversal = TraversalShortestPaths(edges).start_from(roads.START, build_paths=True)
        traversal.go_to(roads.GOAL)
        return {"cost": roads.cost_of(traversal.paths[roads.GOAL])}

    return _run(search, next_edges, counted=counted)


def cubes(count: int) -> Run:
    """Run a breadth-first search from both ends, which keeps the path."""
    scrambles = stickers.scrambles(count)

    def next_edges(state: stickers.Stickers, _: object) -> list[tuple[stickers.Stickers, int, str]]:
        return [(after, cost, turn) for turn, after, cost in stickers.successors(state)]

    def run() -> dict[str, Any]:
        search = BSearchBreadthFirst(next_labeled_edges=(next_edges, next_edges))
        found = [search.start_from((state, stickers.SOLVED), build_path=True) for state in scrambles]
        return {"solved": len(found), "cost": sum(int(length) for length, _ in found)}

    return run


def cube(count: int) -> Run:
    """Search breadth-first from both ends, for each of several cubes."""
    starts = [scrambled(20, seed) for seed in range(count)]

    def next_vertices(vertex: Any, _: object) -> list[Any]:
        return [found for _, found in turned(vertex)]

    def run() -> dict[str, Any]:
        both = next_vertices, next_vertices
        found = [BSearchBreadthFirst(both).start_from((start, SOLVED), build_path=True) for start in starts]
        return {"cost": sum(length for length, _ in found)}

    run.warm_up = run  # type: ignore[attr-defined]  # functions may have attributes
    return run


def _astar(work: Sliding | Field, *, counted: bool) -> Run:
    edges = work.edges

    def next_edges(vertex: Hashable, _: object) -> Any:
        return edges(vertex)  # type: ignore[arg-type]  # The states of `work` have any type.

    def search(edges: Any) -> dict[str, Any]:
        traversal = TraversalAStar(edges).start_from(work.h, work.start, build_paths=True)
        return {"cost": len(traversal.paths[traversal.go_to(work.goal)]) - 1}

    return _run(search, next_edges, counted=counted)


def _run(search: Any, next_edges: Any, *, counted: bool) -> Run:
    def count() -> dict[str, Any]:
        calls = Calls(next_edges)
        search(calls)
        return {"expanded": calls.number}

    return with_counts(lambda: search(next_edges), count, counted=counted)
