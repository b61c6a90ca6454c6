"""Problems with several goals: grids, graphs, and copies of any problem."""

import math
import pickle

import networkx as nx
import pytest
from helpers.graphs import Explicit, Keyed, check, few_paths
from helpers.sampling import few
from hypothesis import given
from hypothesis import strategies as st

from astarlib import (
    RBFS,
    AllOptimal,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BidirectionalDijkstra,
    Dijkstra,
    DStarLite,
    FSAStar,
    GAAStar,
    GreedyBestFirst,
    IDAStar,
    KBest,
    Limits,
    LPAStar,
    Status,
    compiled,
    explore,
    with_goals,
    with_heuristic,
    with_starts,
)
from astarlib.checking import certify, check_engine, check_heuristic, check_problem
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.drawing import Label
from astarlib.heuristics import Abstraction, Landmarks, MaxOf, Memoized, PatternDatabase, Scaled
from astarlib.problems.graph import Graph, GraphProblem, romania
from astarlib.problems.grid import Euclidean, GridProblem, Manhattan, Octile
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.npuzzle import PARTITION_35, AdditivePatternDatabase, NPuzzle
from astarlib.problems.npuzzle import Manhattan as OnBoards
from astarlib.problems.pancake import PancakeProblem

FORWARD = [AStar(), ARAStar(), AnytimeWeightedAStar(), Dijkstra(), IDAStar(), RBFS(), KBest(k=2), AllOptimal()]
FORWARD += [LPAStar(), FSAStar(), GAAStar()]
BACKWARD = [BAEStar(), BidirectionalDijkstra(), DStarLite()]


@st.composite
def grids(draw):
    """Return a grid problem with one goal, a list of goals, and the same problem with these."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    cells = [(x, y) for y in range(height) for x in range(width)]
    costs = [1, 1, 1, draw(st.integers(1, 3)), math.inf]
    rows = [[draw(st.sampled_from(costs)) for _ in range(width)] for _ in range(height)]
    start = draw(st.sampled_from(cells))
    rows[start[1]][start[0]] = 1
    goals = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=4))
    kind = {"connectivity": draw(st.sampled_from([4, 8]))}
    if draw(st.booleans()):
        kind["heuristic"] = Euclidean()
    return GridProblem(rows, start, start, **kind), goals, GridProblem(rows, start, goals=goals, **kind)


def best_of(problem, goals):
    """Return the smallest cost of searches for each goal, or inf."""
    results = [Dijkstra().search(problem.between(problem.initial_state, goal)) for goal in goals]
    return min(result.cost if result else math.inf for result in results)


def has_cost(engine, problem, best, goals):
    """Assert that an engine finds a path of a cost to one of the goals."""
    search = engine.start(problem)
    result = search.run()
    result.verify(problem)
    check(search)
    assert result.status is (Status.UNSOLVABLE if best == math.inf else Status.SOLVED)
    if result:
        assert result.cost == best
        assert result.states[-1] in goals


@pytest.mark.costly
@given(grids())
def test_on_a_grid_the_cost_is_the_smallest_of_single_searches(drawn):
    single, goals, problem = drawn
    best = best_of(single, goals)
    assert tuple(dict.fromkeys(goals)) == problem.goals == with_goals(single, goals).goals
    for engine in (*FORWARD, *BACKWARD):
        if isinstance(engine, (IDAStar, RBFS)) and best == math.inf:
            continue  # They would list all paths.
        has_cost(engine, problem, best, goals)
    assert certify(AStar().search(problem), problem).proved
    heuristic = check_heuristic(problem)
    assert (True, True, True) == (heuristic.ok, heuristic.admissible, heuristic.consistent), str(heuristic)
    assert check_problem(problem).ok


@pytest.mark.costly
@given(few_paths("consistent"), st.data(), st.booleans())
def test_in_a_graph_the_cost_is_the_smallest_of_single_searches(random, data, directed):
    nodes = range(len(random.h))
    graph = Graph({node: {} for node in nodes} | dict_of(random.edges), directed=directed)
    goals = data.draw(st.lists(st.sampled_from(nodes), min_size=1, max_size=4))
    single = GraphProblem(graph, 0, 0, heuristic=Landmarks.build(graph, count=3))
    best = best_of(single, goals)
    for problem in (GraphProblem(graph, 0, goals=goals), with_goals(single, goals)):
        for engine in (*FORWARD, *(BACKWARD if problem.backward_heuristic else [BidirectionalDijkstra()])):
            has_cost(engine, problem, best, goals)
        heuristic = check_heuristic(problem)
        assert (True, True, True) == (heuristic.ok, heuristic.admissible, heuristic.consistent), str(heuristic)


def dict_of(edges):
    heads = {}
    for tail, head, cost in edges:
        row = heads.setdefault(tail, {})
        row[head] = min(int(12 * cost), row.get(head, math.inf))
    return heads


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), st.data(), st.sampled_from([Explicit, Keyed]))
def test_the_copy_of_any_problem_has_the_goals(graph, data, form):
    nodes = data.draw(st.lists(st.integers(0, len(graph.h) - 1), min_size=1, max_size=4))
    goals = [[node] if form is Keyed else node for node in nodes]
    problem = with_goals(form(graph), goals)
    distances = graph.distances([0])
    best = min(distances[node] for node in nodes)
    for engine in [*FORWARD, *([BidirectionalDijkstra()] if form is Explicit else [])]:
        has_cost(engine, problem, best, goals)
    costs = graph.distances(nodes, backwards=True)
    exact = with_goals(form(graph), goals, heuristic=lambda state: costs[state[0] if form is Keyed else state])
    assert best == (AStar().search(exact).cost if best < math.inf else math.inf)


@pytest.mark.costly
@pytest.mark.parametrize("engine", few([*FORWARD, *BACKWARD], 4), ids=repr)
def test_every_law_holds_with_several_goals(engine):
    problems = [RandomGraph(seed) for seed in range(8)]
    several = [with_goals(each, list(explore(each))[-3:]) for each in problems]
    assert check_engine(engine, problems=several).problems > 3


def test_a_heuristic_value_is_bound_to_each_goal():
    goals = [(8, 0), (0, 5), (6, 6)]
    square = [[1] * 9] * 7
    problem = GridProblem(square, (3, 3), goals=goals)
    exact = explore(with_starts(problem, goals))
    for heuristic in (Manhattan(), MaxOf(Manhattan(), Octile()), Memoized(Manhattan()), Landmarks.build(problem)):
        other = with_heuristic(problem, heuristic)
        assert all(other.heuristic(cell) <= exact.cost(cell) for cell in exact)
        assert other.heuristic((8, 1)) > 0
    assert [exact.cost(cell) for cell in exact] == [problem.heuristic(cell) for cell in exact]
    assert 3 == with_heuristic(problem, Scaled(Manhattan(), weight=0.5)).heuristic((3, 3)) * 1.2
    assert 5 == problem.between((3, 3), (8, 3)).heuristic((3, 3))


def test_a_function_for_the_old_goal_is_left_out():
    on_grid = GridProblem("..... / .....", (0, 0), (4, 1), heuristic=lambda cell: 4 - cell[0])
    assert 1 == with_goals(on_grid, [(1, 0), (4, 0)]).heuristic((0, 0))
    in_graph = GraphProblem([("a", "b", 2), ("b", "c", 5)], "a", "c", heuristic={"a": 7, "b": 5, "c": 0}.get)
    assert 0 == with_goals(in_graph, ["b", "c"]).heuristic("a")
    assert 2 == AStar().search(with_goals(in_graph, ["b", "c"])).cost
    assert 2 == with_goals(in_graph, ["b", "c"], heuristic=lambda node: 2).heuristic("a")


@pytest.mark.costly
def test_a_puzzle_with_several_goals():
    puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    goals = [NPuzzle(board).initial_state for board in ("8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 0 6 / 7 5 8")]
    problem = with_goals(puzzle, goals, heuristic=OnBoards())
    assert type(problem) is NPuzzle
    assert 2 == with_goals(puzzle, goals).heuristic(puzzle.initial_state)
    database = AdditivePatternDatabase.build((3, 3), puzzle.goal, PARTITION_35)
    assert 0 == with_goals(with_heuristic(puzzle, database), goals).heuristic(puzzle.initial_state)
    assert 0 == with_goals(with_heuristic(puzzle, lambda board: 1), goals).heuristic(puzzle.initial_state)
    assert 2 == problem.heuristic(puzzle.initial_state)
    for engine in (AStar(), IDAStar(), BAEStar(), BidirectionalDijkstra(), DStarLite()):
        result = engine.search(problem)
        assert (2, goals[1]) == (result.cost, result.states[-1])
    assert 2 == with_heuristic(with_goals(puzzle, goals), OnBoards()).heuristic(puzzle.initial_state)
    assert 2 == AStar().search(pickle.loads(pickle.dumps(problem))).cost
    assert 2 == AStar().search(puzzle).cost
    result = compiled.AStar().search(problem)
    assert (2, goals[1]) == (result.cost, result.states[-1])


def test_a_pattern_database_has_the_distance_to_the_nearest_goal():
    problem = with_goals(PancakeProblem("3 1 2 5 4"), [(3, 1, 2, 4, 5), (1, 2, 3, 5, 4)])
    database = PatternDatabase.build(problem, Abstraction(lambda stack: tuple(size * (size > 3) for size in stack)))
    guided = with_heuristic(problem, database)
    assert 0 < max(map(guided.heuristic, explore(problem)))
    report = check_heuristic(guided)
    assert report.admissible
    assert report.consistent
    assert AStar().search(guided).cost == Dijkstra().search(problem).cost


def test_the_minimum_of_heuristic_to_is_the_heuristic():
    towers = with_goals(TowersOfHanoi(disks=3), [(0, 0, 1), (2, 2, 2)])
    assert 1 == min(towers.heuristic(state) for state in [(0, 0, 0)])
    assert check_heuristic(towers).admissible

    class Costly(TowersOfHanoi):
        def successors(self, state):
            return [(move, after, 0.1) for move, after, _ in super().successors(state)]

    assert 0 == with_goals(Costly(disks=3), [(0, 0, 1)]).heuristic((0, 0, 0))


def test_a_subclass_with_its_own_goal_test_is_copied_like_any_problem():
    class Column(GridProblem):
        def is_goal(self, state):
            return state[0] == 2

    column = Column("..... / .....", (0, 0), (4, 1))
    assert 2 == Dijkstra().search(column).cost
    copied = with_goals(column, [(3, 0), (4, 1)])
    assert (3, 3) == (AStar().search(copied).cost, copied.heuristic((0, 0)))
    for guided in (with_goals(column, [(3, 0), (4, 1)], heuristic=Manhattan()), with_heuristic(copied, Manhattan())):
        assert (3, 3) == (AStar().search(guided).cost, guided.heuristic((0, 0)))
        assert (3, 1) == (BAEStar().search(guided).cost, guided.backward_heuristic((1, 0)))


def test_the_goals_of_a_problem():
    problem = GridProblem("...#. / ....#", (0, 0), goals=[(4, 0), (3, 1), (4, 0)])
    assert ((4, 0), (3, 1)) == problem.goals == tuple(problem.goal_states())
    assert "from (0, 0) to any of 2 goals on" in repr(problem)
    assert (3, 1) == AStar().search(problem).states[-1]
    assert ["A", "B", "B"] == [shape.text for shape in problem.draw_map().drawing.shapes if isinstance(shape, Label)]
    for each in (problem, GraphProblem([("a", "b"), ("a", "c")], "a", goals=["b", "c"])):
        with pytest.raises(AttributeError, match="the problem has 2 goals; read its attribute `goals`"):
            _ = each.goal
    with pytest.raises(ValueError, match="has 2 goals, but jump points need one"):
        problem.jump_points()
    assert problem.goals == problem.with_costs({(1, 0): 3}).goals
    assert (0, 1) == problem.between((0, 0), (0, 1)).goal
    assert "<GraphProblem 'Arad' to any of 2 goals, " in repr(with_goals(romania("Arad"), ["Iasi", "Neamt"]))


def test_a_node_can_be_a_tuple():
    graph = nx.grid_graph((3, 3))
    assert 1 == Dijkstra().search(GraphProblem(graph, (0, 0), (0, 1))).cost
    assert 2 == Dijkstra().search(GraphProblem(graph, (0, 0), goals=[(1, 1), (2, 2)])).cost


def test_goals_can_move_between_two_updates():
    problem = GridProblem(["." * 8] * 5, (0, 0), goals=[(7, 4), (7, 0)])
    search = GAAStar().start(problem)
    assert 7 == search.run().cost
    search.update(problem=with_goals(problem, [(3, 1), (7, 4)]))
    assert 4 == search.run().cost
    search = LPAStar().start(problem)
    assert 7 == search.run().cost
    search.update(changed=problem.touched([(4, 0)]), problem=problem.with_costs({(4, 0): math.inf}))
    assert 9 == search.run().cost


@given(few_paths("consistent"), st.data(), st.sampled_from([Explicit, Keyed]))
def test_an_exploration_ends_at_the_last_target(graph, data, form):
    nodes = data.draw(st.lists(st.integers(0, len(graph.h) - 1), min_size=1, max_size=4))
    targets = [[node] if form is Keyed else node for node in nodes]
    distances = graph.distances([0])
    explored = explore(form(graph), targets=targets)
    assert [target for node, target in zip(nodes, targets, strict=True) if distances[node] == math.inf] == list(
        explored.unreached
    )
    for node, target in zip(nodes, targets, strict=True):
        if distances[node] < math.inf:
            assert distances[node] == explored.cost(target) == explored.path_to(target).cost
    if len(explored.unreached) == 0:
        assert explored.result.status is Status.SOLVED
        assert explored.result.cost == max(distances[node] for node in nodes)
        assert not explored.is_complete
    else:
        assert explored.is_complete
        assert len(explored) == sum(distance < math.inf for distance in distances)


def test_an_exploration_says_which_targets_it_has_not_reached():
    explored = explore(romania("Arad"), targets=["Zerind", "Neamt"], limits=Limits(cost=100))
    assert ("Neamt",) == explored.unreached
    with pytest.raises(KeyError, match="'Neamt' wasn't reached within the limits"):
        explored.cost("Neamt")
    explored = explore(romania("Arad"), targets=["Zerind"])
    assert ((), "Explored(2 states)") == (explored.unreached, repr(explored))
    with pytest.raises(KeyError, match="'Neamt' wasn't reached before the last target"):
        explored.cost("Neamt")
    assert () == explore(romania("Arad")).unreached


def test_an_engine_without_a_heuristic_goes_to_the_nearest_goal():
    problem = GridProblem(["." * 8] * 5, (3, 2), goals=[(7, 4), (3, 3)])
    assert 1 == GreedyBestFirst().search(problem).cost == Dijkstra().search(problem).cost
