"""Compiled engines find what those in Python find in grids and graphs with several goals."""

from random import Random

import pytest
from helpers.agreement import both

from astarlib import AStar, compiled, with_goals
from astarlib.compiled import check_domain
from astarlib.heuristics import Landmarks
from astarlib.problems.graph import Graph, GraphProblem
from astarlib.problems.grid import GridProblem, Octile

ENGINES = [compiled.AStar(), compiled.Dijkstra(), compiled.BAEStar()]


def grids(number):
    """Yield random grids with several goals."""
    random = Random(number)
    for _ in range(6):
        rows = ["".join(random.choice("....5#") for _ in range(12)) for _ in range(9)]
        goals = [(random.randrange(12), random.randrange(9)) for _ in range(4)]
        start = next((x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != "#")
        yield GridProblem(rows, start, goals=goals)
        yield GridProblem(rows, start, goals=goals, connectivity=8)
        yield with_goals(GridProblem(rows, start, start, heuristic=Octile()), goals)


def graphs(number):
    """Yield random graphs with several goals, with and without landmarks."""
    random = Random(number)
    for _ in range(4):
        edges = [(random.randrange(30), random.randrange(30), random.randrange(9)) for _ in range(80)]
        graph = Graph({node: {} for node in range(30)} | {tail: {head: cost} for tail, head, cost in edges})
        goals = random.sample(range(30), 3)
        yield GraphProblem(graph, edges[0][0], goals=goals)
        yield GraphProblem(graph, edges[0][0], goals=goals, heuristic=Landmarks.build(graph, count=3))


@pytest.mark.costly
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_compiled_engines_agree_with_python(engine):
    for problem in (*grids(1), *graphs(2)):
        if not isinstance(engine, compiled.BAEStar) or problem.backward_heuristic is not None:
            ours, theirs = both(engine, problem)
            assert ours == theirs


@pytest.mark.costly
def test_the_domains_agree_with_their_problems():
    for problem in (*list(grids(3))[:3], *list(graphs(4))[:2]):
        check_domain(problem)


@pytest.mark.costly
def test_landmarks_on_a_grid_with_several_goals_are_translated():
    problem = GridProblem("..... / .....", (0, 0), (0, 0))
    several = GridProblem(problem.grid, (0, 0), goals=[(4, 0), (4, 1)], heuristic=Landmarks.build(problem, count=1))
    one, other = AStar().search(several), compiled.AStar().search(several)
    assert (one.cost, one.statistics.expanded) == (other.cost, other.statistics.expanded)
