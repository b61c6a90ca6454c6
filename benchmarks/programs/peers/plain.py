"""No library: ``heapq`` and three dicts, as a user would write it who breaks ties by the smaller h."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Any

from benchmarks.programs.peers import roads
from benchmarks.programs.peers.counting import Calls, Run, in_turn, with_counts
from benchmarks.programs.peers.fields import Field
from benchmarks.programs.peers.tiles import KORF_TO_44, Sliding
from benchmarks.programs.repeated import repeated


def astar(
    start: Hashable,
    goal: Hashable,
    edges: Callable[[Any], Iterable[tuple[Any, float]]],
    h: Callable[[Any], float],
) -> tuple[float, list[Any]]:
    """Run A* and return the cost and the path."""
    costs: dict[Any, float] = {start: 0}
    parents: dict[Any, Any] = {start: None}
    closed = set()
    count = 0
    heap = [(h(start), h(start), count, start)]
    while heap:
        _, _, _, state = heappop(heap)
        if state == goal:
            path = [state]
            while (state := parents[state]) is not None:
                path.append(state)
            return costs[goal], path[::-1]
        if state in closed:
            continue
        closed.add(state)
        g = costs[state]
        for to, cost in edges(state):
            next_g = g + cost
            if to not in costs or next_g < costs[to]:
                costs[to] = next_g
                parents[to] = state
                count -= 1  # the newest first
                estimate = h(to)
                heappush(heap, (next_g + estimate, estimate, count, to))
    raise ValueError("the goal cannot be reached")


def dijkstra(start: Any, goal: Any, edges: Callable[[Any], Iterable[tuple[Any, float]]]) -> tuple[float, list[Any]]:
    """Run Dijkstra's algorithm and return the cost and the path."""
    costs: dict[Any, float] = {start: 0}
    parents: dict[Any, Any] = {start: None}
    heap: list[tuple[float, Any]] = [(0, start)]
    while heap:
        g, state = heappop(heap)
        if state == goal:
            path = [state]
            while (state := parents[state]) is not None:
                path.append(state)
            return g, path[::-1]
        if g > costs[state]:
            continue
        for to, cost in edges(state):
            next_g = g + cost
            if to not in costs or next_g < costs[to]:
                costs[to] = next_g
                parents[to] = state
                heappush(heap, (next_g, to))
    raise ValueError("the goal cannot be reached")


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
    edges = roads.heads().__getitem__
    return _run(lambda edges: dijkstra(roads.START, roads.GOAL, edges), edges, counted=counted)


def line() -> Run:
    """Run A* on the problem of ten expansions, with the methods that astarlib calls."""
    from benchmarks.programs.ours import Line

    problem = Line()
    actions, result, cost = problem.actions, problem.result, problem.cost

    def edges(state: int) -> Iterator[tuple[int, float]]:
        for action in actions(state):
            to = result(state, action)
            yield to, cost(state, action, to)

    return repeated(lambda: {"cost": astar(problem.initial_state, 10, edges, problem.heuristic)[0]}, 1_000)


def _astar(work: Any, *, counted: bool) -> Run:  # Any: Sliding or Field
    return _run(lambda edges: astar(work.start, work.goal, edges, work.h), work.edges, counted=counted)


def _run(search: Callable[[Any], tuple[float, list[Any]]], edges: Any, *, counted: bool) -> Run:
    def count() -> dict[str, Any]:
        calls = Calls(edges)
        search(calls)
        return {"expanded": calls.number}

    return with_counts(lambda: {"cost": search(edges)[0]}, count, counted=counted)
