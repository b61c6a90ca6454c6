"""Engines compared with independent code: all paths by hand, another library, complete tables."""

import csv
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from helpers.graphs import Explicit, Graph, few_paths, forms
from helpers.sampling import few
from helpers.whole_spaces import puzzle_space
from hypothesis import given

from astarlib import (
    AStar,
    BreadthFirst,
    Dijkstra,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    Status,
    TieBreak,
    WeightedAStar,
)
from astarlib.checking import certify
from astarlib.problems.npuzzle import LinearConflict, NPuzzle

OPTIMAL = [*(AStar(tie_break=tie) for tie in TieBreak), Dijkstra(), IDAStar()]
FEWEST_ACTIONS = [BreadthFirst(), IterativeDeepening()]


# --- all paths, by hand -----------------------------------------------------------------------------------------------


def simple_paths(graph, node=0, seen=frozenset({0}), cost=0, steps=0):
    """The cost and the number of steps of every path without a cycle that ends in a goal, as it goes through it."""
    if node in graph.goals:
        yield cost, steps
    for _, target, step_cost in graph.leaving[node]:
        if target not in seen:
            yield from simple_paths(graph, target, seen | {target}, cost + step_cost, steps + 1)


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), forms)
def test_engines_find_the_best_of_all_paths(graph, form):
    paths = list(simple_paths(graph))
    cheapest, shortest = (min(column, default=math.inf) for column in (zip(*paths, strict=True) if paths else ((), ())))
    for engine in OPTIMAL:
        result = engine.search(form(graph))
        assert cheapest == (math.inf if result.solution is None else result.cost)
    for engine in FEWEST_ACTIONS:
        result = engine.search(form(graph))
        assert shortest == (math.inf if result.solution is None else len(result.actions))


# --- networkx on graphs of hundreds of nodes --------------------------------------------------------------------------


def network(seed, size=400):
    """A random graph whose h is exact at some nodes and 0 at others: admissible, and far from consistent."""
    random = Random(seed)
    onward = [(node, min(size - 1, node + random.randint(1, 30))) for node in range(size) for _ in range(5)]
    back = [(random.randrange(size), random.randrange(size)) for _ in range(size // 10)]
    edges = tuple((*ends, random.randint(0, 40)) for ends in (*onward, *back))
    bare = Graph(edges, frozenset({size - 1}), (0,) * size)
    exact = bare.distances([size - 1], backwards=True)
    return replace(bare, h=tuple(rest if random.random() < 0.5 else 0 for rest in exact))


def costs_by_networkx(graph):
    """The length of the path that networkx's own A* finds with the same h; inf when there is none."""
    multi = nx.MultiDiGraph()
    multi.add_nodes_from(range(len(graph.h)))
    multi.add_weighted_edges_from(graph.edges)
    (goal,) = graph.goals
    try:
        return nx.astar_path_length(multi, 0, goal, heuristic=lambda node, _: graph.h[node])
    except nx.NetworkXNoPath:
        return math.inf


@pytest.mark.parametrize("seed", few(range(30), 5))
def test_engines_find_what_networkx_finds_where_states_are_reopened(seed):
    graph = network(seed)
    expected = costs_by_networkx(graph)
    for engine in (*(AStar(tie_break=tie) for tie in TieBreak), Dijkstra(), WeightedAStar(weight=1)):
        result = engine.search(Explicit(graph))
        assert expected == (math.inf if result.solution is None else result.cost) == result.lower_bound
    for engine in (WeightedAStar(weight=3), GreedyBestFirst(), AStar(reopen=False)):
        result = engine.search(Explicit(graph))
        assert (expected == math.inf) == (result.status is Status.UNSOLVABLE)
        assert result.lower_bound <= expected <= (math.inf if result.solution is None else result.cost)


@pytest.mark.costly
def test_states_are_reopened_in_these_graphs():
    reopened = [AStar().search(Explicit(network(seed))).statistics.reopened for seed in range(30)]
    assert sum(count > 0 for count in reopened) >= 20


# --- all 20,160 boards of two rows and four columns -------------------------------------------------------------------

GOAL, SHAPE = tuple(range(8)), (2, 4)


@pytest.fixture(scope="module")
def boards_by_depth():
    """All boards at each depth, by a search backwards from the goal; as many as published."""
    depths = puzzle_space(GOAL, SHAPE).depths
    with (Path(__file__).parents[1] / "data" / "npuzzle_depth_counts.csv").open() as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        wanted = ("2", "4", "0")
        published = {int(row["depth"]): int(row["count"]) for row in rows if tuple(row.values())[:3] == wanted}
    assert published == Counter(depths.values())
    assert 20_160 == len(depths)
    boards = {}
    for board, depth in depths.items():
        boards.setdefault(depth, []).append(board)
    return boards


def spread(boards, count):
    """Some of them, evenly."""
    return boards[:: max(1, len(boards) // count)][:count]


@pytest.mark.costly
@pytest.mark.parametrize(
    "engine", [AStar(), AStar(tie_break=TieBreak.FIFO), WeightedAStar(weight=1), IDAStar()], ids=repr
)
def test_boards_at_every_depth_are_solved_in_as_many_moves(boards_by_depth, engine):
    for depth in range(0, 37, 3):
        for board in spread(boards_by_depth[depth], 1):
            result = engine.search(NPuzzle(board, goal=GOAL, shape=SHAPE, heuristic=LinearConflict()))
            assert (depth, depth) == (result.cost, result.lower_bound)


@pytest.mark.costly
@pytest.mark.parametrize("engine", [GreedyBestFirst(), WeightedAStar(weight=2), AStar(reopen=False)], ids=repr)
def test_bounds_at_every_depth_hold_the_depth_between_them(boards_by_depth, engine):
    for depth, boards in boards_by_depth.items():
        for board in spread(boards, 2):
            result = engine.search(NPuzzle(board, goal=GOAL, shape=SHAPE))
            assert result.lower_bound <= depth <= result.cost


@pytest.mark.costly
@pytest.mark.parametrize("engine", [Dijkstra(), BreadthFirst()], ids=repr)
def test_boards_at_some_depths_are_solved_in_as_many_moves_without_a_heuristic(boards_by_depth, engine):
    for depth in (0, 1, 5, 16, 36):
        for board in spread(boards_by_depth[depth], 1):
            assert depth == engine.search(NPuzzle(board, goal=GOAL, shape=SHAPE)).cost


@pytest.mark.costly
def test_a_deepest_board_is_certified(boards_by_depth):
    assert [1] == [len(boards_by_depth[max(boards_by_depth)])]
    puzzle = NPuzzle(boards_by_depth[36][0], goal=GOAL, shape=SHAPE)
    certificate = certify(AStar().search(puzzle), puzzle)
    assert (True, 36, 20_160) == (certificate.proved, certificate.optimum, certificate.states)
