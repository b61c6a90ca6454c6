"""Paths on a torus, on hexagons and in three dimensions, compared with networkx on graphs made from geometry."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest
from helpers.plain_emulator import EmulatedProblem
from helpers.sampling import spread

from astarlib import AStar, BAEStar, BidirectionalDijkstra, GridProblem, explore
from astarlib.checking import check_problem
from astarlib.drawing import Box, Dot, Line
from astarlib.problems.grid import CornerRule, HexProblem, TorusProblem, VoxelProblem, hex_cells

PARTS = -1, 0, 1
Make = Callable[[random.Random], tuple[Any, "nx.DiGraph[Any]"]]


def _costs(rng: random.Random, *shape: int) -> Any:
    costs = np.array([rng.choice([1, 1, 2, 5, math.inf]) for _ in range(math.prod(shape))]).reshape(shape)
    costs[(0,) * len(shape)] = 1
    return costs


def _graph(cells: dict[Any, float], neighbors: Callable[[Any], Any]) -> nx.DiGraph[Any]:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_nodes_from(cells)
    for cell in cells:
        for other, length in neighbors(cell):
            if cells.get(other, math.inf) < math.inf:
                old = graph.get_edge_data(cell, other, {"weight": math.inf})["weight"]
                graph.add_edge(cell, other, weight=min(old, length * cells[other]))
    return graph


def _is_open(between: list[float], rule: CornerRule) -> bool:
    free = [cost < math.inf for cost in between]
    return rule is CornerRule.ANY or len(free) == 0 or (any if rule is CornerRule.ONE_FREE else all)(free)


def torus(rng: random.Random) -> tuple[Any, nx.DiGraph[Any]]:
    height, width = rng.randint(1, 5), rng.randint(1, 5)
    costs, connectivity, rule = _costs(rng, height, width), rng.choice([4, 8]), rng.choice(list(CornerRule))
    cells = {(x, y): costs[y, x] for y in range(height) for x in range(width)}

    def neighbors(cell: Any) -> Any:
        x, y = cell
        for right in PARTS:
            for down in PARTS:
                other, between = ((x + right) % width, (y + down) % height), list[float]()
                if right != 0 and down != 0:
                    between = [cells[(x + right) % width, y], cells[x, (y + down) % height]]
                if abs(right) + abs(down) in {1, connectivity // 4} and _is_open(between, rule):
                    yield other, math.hypot(right, down)

    goal = rng.choice(list(cells))
    return TorusProblem(costs, (0, 0), goal, connectivity=connectivity, corner_rule=rule), _graph(cells, neighbors)


def hexagons(rng: random.Random) -> tuple[Any, nx.DiGraph[Any]]:
    height, width = rng.randint(1, 6), rng.randint(1, 6)
    costs = _costs(rng, height, width)
    cells = {(x - y // 2, y): costs[y, x] for y in range(height) for x in range(width)}

    def center(cell: Any) -> Any:
        return cell[0] + cell[1] / 2, cell[1] * math.sqrt(3) / 2

    def neighbors(cell: Any) -> Any:
        return [(other, 1) for other in cells if math.isclose(math.dist(center(cell), center(other)), 1)]

    goal = rng.choice(list(hex_cells(costs)))
    return HexProblem(hex_cells(costs), (0, 0), goal), _graph(cells, neighbors)


def voxels(rng: random.Random) -> tuple[Any, nx.DiGraph[Any]]:
    depth, height, width = (rng.randint(1, 4) for _ in "zyx")
    costs, connectivity, rule = _costs(rng, depth, height, width), rng.choice([6, 26]), rng.choice(list(CornerRule))
    cells = {(x, y, z): costs[z, y, x] for z in range(depth) for y in range(height) for x in range(width)}

    def neighbors(cell: Any) -> Any:
        for other in cells:
            apart = [abs(one - two) for one, two in zip(cell, other, strict=True)]
            if max(apart) == 1 and (connectivity == 26 or sum(apart) == 1):
                box = [each for each in cells if each not in {cell, other}
                       and all(at in ends for at, *ends in zip(each, cell, other, strict=True))]  # fmt: skip
                if _is_open([cells[each] for each in box], rule):
                    yield other, math.hypot(*apart)

    goal = rng.choice(list(cells))
    return VoxelProblem(costs, (0, 0, 0), goal, connectivity=connectivity, corner_rule=rule), _graph(cells, neighbors)


@pytest.mark.parametrize("make", [torus, hexagons, voxels])
def test_costs_are_those_of_networkx_and_estimates_never_exceed_them(make: Make) -> None:
    for seed in range(12):
        problem, graph = make(random.Random(seed))
        goal = problem.goals[0]
        found = nx.single_source_dijkstra_path_length(graph, problem.initial_state)
        assert explore(problem).distances == pytest.approx(found), seed
        for engine in (AStar(), BAEStar(), BidirectionalDijkstra()):
            result = engine.search(problem)
            assert (result.cost if result.solution else math.inf) == pytest.approx(found.get(goal, math.inf)), seed
            assert result.statistics.reopened == 0
        left = nx.single_source_dijkstra_path_length(graph.reverse(), goal)
        for state, cost in left.items():
            assert problem.heuristic(state) <= cost * (1 + 1e-9)
            assert problem.heuristic_to(goal, state) == problem.heuristic_to(state, goal)
        for one, other, cost in graph.edges(data="weight"):
            assert problem.heuristic(one) <= cost * (1 + 1e-9) + problem.heuristic(other)


BALL = {(q, r): 1 for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
WITHOUT_OBSTACLES = {
    "torus of 4": TorusProblem(["." * 7] * 6, (0, 0), (5, 4)),
    "torus of 8": TorusProblem(["." * 7] * 6, (0, 0), (5, 4), connectivity=8),
    "hexagons": HexProblem(BALL, (-3, 1), (2, -3)),
    "voxels of 6": VoxelProblem([["." * 4] * 3] * 3, (0, 0, 0), (3, 1, 2)),
    "voxels of 26": VoxelProblem([["." * 4] * 3] * 3, (0, 0, 0), (3, 1, 2), connectivity=26),
}


@pytest.mark.parametrize("name", WITHOUT_OBSTACLES)
def test_estimates_are_exact_without_obstacles(name: str) -> None:
    problem: Any = WITHOUT_OBSTACLES[name]
    assert {state: problem.backward_heuristic(state) for state in explore(problem)} == explore(problem).distances


@pytest.mark.parametrize("make", [torus, hexagons, voxels])
def test_the_checker_finds_no_fault_and_the_translation_gives_the_same_steps(make: Make) -> None:
    problem, _ = make(random.Random(7))
    assert check_problem(problem).ok
    emulated = EmulatedProblem(problem)
    for state in spread(emulated.states, 3):
        assert not emulated.fault_at(state)


def test_a_torus_with_a_wall_around_is_a_grid() -> None:
    rng = random.Random(3)
    for rule in CornerRule:
        rows = ["".join(rng.choice("..2#") for _ in range(6)) + "#" for _ in range(6)] + ["#" * 7]
        rows[0] = "." + rows[0][1:]
        for connectivity in (4, 8):
            given: Any = {"connectivity": connectivity, "corner_rule": rule}
            torus, plain = (kind(rows, (0, 0), (5, 5), **given) for kind in (TorusProblem, GridProblem))
            assert explore(torus).distances == explore(plain).distances


def test_one_layer_of_voxels_is_a_grid() -> None:
    rows = ["..3.#", ".#..2", "5.#..", "..4#.", "#...."]
    flat = VoxelProblem([rows], (0, 0, 0), (4, 4, 0), connectivity=26)
    plain = GridProblem(rows, (0, 0), (4, 4), connectivity=8)
    assert {cell[:2]: cost for cell, cost in explore(flat).distances.items()} == explore(plain).distances
    assert AStar().search(flat).cost == AStar().search(plain).cost


def test_goals_are_alternatives() -> None:
    problem = TorusProblem("........", (0, 0), goals=[(3, 0), (6, 0)])
    assert AStar().search(problem).states[-1] == (6, 0)
    assert problem.heuristic((0, 0)) == 2


def test_maps_of_hexagons_are_drawn_with_their_cells_beside_each_other() -> None:
    problem = HexProblem(hex_cells("... / .2. / ..."), (0, 0), (1, 2))
    assert [problem.state_position(cell) for cell in ((0, 0), (0, 1), (1, 1))] == [
        (0.5, 0.5), (1, 0.5 + math.sqrt(3) / 2), (2, 0.5 + math.sqrt(3) / 2),
    ]  # fmt: skip
    drawing = problem.draw_map().drawing
    assert (drawing.width, len(drawing.shapes)) == (3.5, 1 + 9 + 2)


def test_a_path_across_an_edge_is_drawn_there_and_not_over_the_whole_map() -> None:
    problem = TorusProblem("........ / ........ / ........", (1, 0), (7, 2))
    result = AStar().search(problem)
    drawing = problem.draw_map().with_path([problem.state_position(cell) for cell in result.states])
    lines = [shape for shape in drawing.shapes if isinstance(shape, Line)]
    assert len(lines) == result.cost + 2  # Two steps cross an edge.
    assert {abs(line.to_x - line.x) + abs(line.to_y - line.y) for line in lines} == {1}
    assert {-0.5, 8.5} <= {line.to_x for line in lines} | {line.x for line in lines}


def test_free_hexagons_differ_from_obstacles() -> None:
    drawing = HexProblem(hex_cells(".#. / 2.#"), (0, 0), (0, 1)).draw_map().drawing
    [ground] = [shape for shape in drawing.shapes if isinstance(shape, Box)]
    cells = [shape.paint for shape in drawing.shapes if isinstance(shape, Dot)]
    assert (len(cells), len({ground.paint, *cells})) == (4, 3)


@pytest.mark.parametrize("name", ["wrap", "torus"])
def test_a_grid_that_shall_wrap_is_refused_with_the_class_that_does(name: str) -> None:
    with pytest.raises(TypeError, match="TorusProblem"):
        GridProblem("..", (0, 0), (1, 0), **{name: True})  # type: ignore[arg-type]
