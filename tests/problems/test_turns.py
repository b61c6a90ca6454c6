"""Costs of turns, compared with Dijkstra's algorithm on the line graph; and the keys of parallel edges."""

import math
import pickle
from collections import Counter
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from helpers.graphs import COSTS, Keyed, check, few_paths
from hypothesis import given
from hypothesis import strategies as st

from astarlib import (
    RBFS,
    AllOptimal,
    ARAStar,
    AStar,
    BAEStar,
    BidirectionalDijkstra,
    Dijkstra,
    FSAStar,
    FunctionProblem,
    GAAStar,
    IDAStar,
    KBest,
    LPAStar,
    Status,
    explore,
    with_goals,
    with_heuristic,
    with_starts,
)
from astarlib.checking import certify, check_heuristic, check_problem
from astarlib.errors import MissingCapabilityError, ProblemMethodError
from astarlib.problems.graph import GraphProblem, edge_keys, romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.turns import Arrival, ManeuverProblem, TurnProblem
from astarlib.resolving.resolved_problem import state_key_of

ENGINES = [
    AStar(), Dijkstra(), ARAStar(), KBest(), AllOptimal(), LPAStar(), FSAStar(), GAAStar(), BidirectionalDijkstra(),
]  # fmt: skip


def has_inverse_edges(problem):
    """Assert that `predecessors` gives the edges of `successors`, and `goal_states` the goals among the states."""
    key, goals = state_key_of(problem) or (lambda state: state), list(problem.goal_states())
    goal_keys = set(map(key, goals))
    assert all(map(problem.is_goal, goals))
    assert len(goals) == len(goal_keys)
    states = list(explore(problem))
    back = {key(each): Counter((a, key(s), c) for a, s, c in problem.predecessors(each)) for each in [*states, *goals]}
    for state in states:
        assert problem.is_goal(state) is (key(state) in goal_keys)
        for action, after, cost in problem.successors(state):
            assert back[key(after)][action, key(state), cost] >= 1
    for state in [*states, *goals]:
        for action, before, cost in problem.predecessors(state):
            edges = [(a, key(s), c) for a, s, c in problem.successors(before)]
            assert edges.count((action, key(state), cost)) == back[key(state)][action, key(before), cost]


def best_by_line_graph(graph, start, goals, turn_cost):
    """Return the cost of the cheapest path with turns: a path between edges in the line graph, or inf."""
    if start in goals:
        return 0
    lines = nx.DiGraph()
    for one, other in nx.line_graph(graph).edges:
        extra = turn_cost(*one, other[1])
        if extra < math.inf:
            lines.add_edge(one, other, weight=graph.edges[other]["weight"] + extra)
    lines.add_edges_from(("start", edge, {"weight": graph.edges[edge]["weight"]}) for edge in graph.out_edges(start))
    lines.add_node("start")
    far = nx.single_source_dijkstra_path_length(lines, "start")
    return min((cost for edge, cost in far.items() if edge != "start" and edge[1] in goals), default=math.inf)


@st.composite
def turning(draw):
    """Return a random graph with its start, its goals and the costs of its turns."""
    random = draw(few_paths("consistent"))
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(random.h)))
    for tail, head, cost in random.edges:
        if not graph.has_edge(tail, head) or cost < graph.edges[tail, head]["weight"]:
            graph.add_edge(tail, head, weight=cost)
    turns = [(u, v, w) for u, v in graph.edges for w in graph[v]]
    extra = st.sampled_from([0, 0, *COSTS["mixed"], math.inf])
    costs = dict(zip(turns, draw(st.lists(extra, min_size=len(turns), max_size=len(turns))), strict=True))
    goals = draw(st.lists(st.integers(0, len(random.h) - 1), min_size=1, max_size=3, unique=True))
    return graph, goals, costs


@pytest.mark.costly
@given(turning())
def test_the_cost_is_that_of_a_path_in_the_line_graph(drawn):
    graph, goals, costs = drawn
    best = best_by_line_graph(graph, 0, goals, lambda *turn: costs[turn])
    exact = explore(GraphProblem(graph.reverse(), 0, 0)) if goals == [0] else None
    roads = GraphProblem(graph, 0, goals=goals, heuristic=None if exact is None else lambda node: h_of(exact, node))
    problem = TurnProblem(roads, lambda *turn: costs[turn])
    for engine in ENGINES:
        search = engine.start(problem)
        result = search.run()
        result.verify(problem)
        check(search)
        assert result.status is (Status.UNSOLVABLE if best == math.inf else Status.SOLVED)
        if result:
            route = problem.route(result.states)
            assert (0, *result.actions) == route
            assert best == result.cost == path_cost(graph, route, costs)
    if best < math.inf:
        assert best == IDAStar().search(problem).cost == RBFS().search(problem).cost
    assert certify(AStar().search(problem), problem).proved
    assert check_problem(problem).ok
    assert check_heuristic(problem).ok
    has_inverse_edges(problem)


def h_of(explored, node):
    return explored.cost(node) if node in explored else math.inf


def path_cost(graph, route, costs):
    steps = sum(graph.edges[edge]["weight"] for edge in pairwise(route))
    return steps + sum(costs[turn] for turn in zip(route, route[1:], route[2:], strict=False))


@pytest.mark.costly
@given(few_paths("consistent"))
def test_states_can_have_keys(graph):
    problem = TurnProblem(Keyed(graph), lambda before, state, after: 0)
    assert Dijkstra().search(problem).status is Dijkstra().search(Keyed(graph)).status
    if graph.optimum < math.inf:
        assert graph.optimum == AStar().search(problem).cost
    for problem in (TurnProblem(Keyed(graph), lambda *_: 1), ManeuverProblem(Keyed(graph), lambda _: 1)):
        has_inverse_edges(problem)
        one, other = Dijkstra().search(problem), BidirectionalDijkstra().search(problem)
        assert (one.cost if one else None) == (other.cost if other else None)


def test_a_forbidden_turn_makes_a_detour_and_perhaps_a_node_twice():
    streets = GraphProblem([("a", "b"), ("b", "c"), ("b", "d"), ("d", "e"), ("e", "b")], "a", "c")
    problem = TurnProblem(streets, lambda u, v, w: math.inf if (u, w) == ("a", "c") else 0)
    result = AStar().search(problem)
    assert ("a", "b", "d", "e", "b", "c") == problem.route(result.states)
    assert Arrival("e", "b") == result.states[-2]
    assert problem.route([]) == ()


def test_turns_on_a_grid():
    def turn(before, cell, after):
        return 0 if (after[0] - cell[0], after[1] - cell[1]) == (cell[0] - before[0], cell[1] - before[1]) else 3

    hall = GridProblem(".....# / .###.. / .#.... / ...#.. / .#....", (0, 0), (4, 4))
    problem = TurnProblem(hall, turn)
    result = AStar().search(problem)
    assert (11, ("east",) * 4 + ("south",) * 4) == (result.cost, result.actions)
    assert AStar().search(with_heuristic(problem, lambda state: 0)).cost == 11
    assert ("4,4", "south") == (problem.format_state(result.states[-1]), problem.format_action("south"))
    assert problem.draw_map() == hall.draw_map()
    assert (4.5, 4.5) == problem.state_position(result.states[-1])


def test_a_problem_with_turns_has_the_texts_of_the_given_problem_and_can_be_pickled():
    problem = TurnProblem(romania(), max_of_lengths)
    again = pickle.loads(pickle.dumps(problem))
    assert AStar().search(problem).solution == AStar().search(again).solution
    assert "<TurnProblem of <GraphProblem 'Arad' to 'Bucharest', 20 nodes, 46 edges>>" == repr(again)
    assert "Arad" == problem.format_state(problem.initial_state)
    assert None is TurnProblem(GraphProblem([("a", "b")], "a", "b"), max_of_lengths).draw_map
    assert None is TurnProblem(GraphProblem([("a", "b")], "a", "b"), max_of_lengths).state_position
    one = with_goals(problem, [Arrival("Sibiu", "Fagaras")])
    assert ("Arad", "Sibiu", "Fagaras") == problem.route(Dijkstra().search(one).states)


def max_of_lengths(*cities):
    return max(map(len, cities))


def test_a_wrong_cost_of_a_turn_is_named():
    for cost in (None, -1, math.nan, "2"):
        problem = TurnProblem(romania(), lambda *_, cost=cost: cost)
        with pytest.raises(ProblemMethodError, match=r"turn_cost\('Arad', 'Sibiu', 'Arad'\) returned .* number >= 0"):
            AStar().search(problem)
        with pytest.raises(ProblemMethodError, match=r"turn_cost\(.*\) returned .* number >= 0"):
            BidirectionalDijkstra().search(problem)
    one_way = FunctionProblem(0, successors=lambda at: [("on", at + 1, 1)], is_goal=lambda at: at == 3)
    with pytest.raises(MissingCapabilityError, match="TurnProblem has no"):
        BidirectionalDijkstra().search(TurnProblem(one_way, max_of_lengths))


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 4) | st.none()), min_size=1), st.booleans()
)
def test_the_keys_of_a_path_have_its_cost(edges, directed):
    graph = nx.MultiDiGraph() if directed else nx.MultiGraph()
    graph.add_nodes_from(range(4))
    for number, (tail, head, cost) in enumerate(edges):
        graph.add_edge(tail, head, key=f"edge {number}", km=cost)
    result = Dijkstra().search(GraphProblem(graph, 0, 3, weight="km"))
    if result:
        keys, steps = edge_keys(graph, result.states, weight="km"), pairwise(result.states)
        assert result.cost == sum(graph.edges[u, v, key]["km"] for (u, v), key in zip(steps, keys, strict=True))
        assert len(edge_keys(graph, result.states, weight=None)) == len(result.actions)
    assert [] == edge_keys(graph, [0], weight=None)


def parallel_streets(seed):
    """Return random streets with numbers, some of them parallel, and random maneuvers with their costs."""
    random = Random(seed)
    streets = [(random.randrange(5), number, random.randrange(5), random.randrange(1, 6)) for number in range(14)]
    maneuvers = {
        tuple(random.sample(range(14), length)): random.choice([1, 4, math.inf]) for length in (2, 3) for _ in range(40)
    }
    return streets, maneuvers


@pytest.mark.costly
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_maneuvers_cost_what_a_graph_of_paths_says(seed, length):
    streets, maneuvers = parallel_streets(seed)

    def extra(numbers):
        return sum(maneuvers.get(numbers[-n:], 0) for n in range(2, min(length, len(numbers)) + 1))

    graph, pending = nx.DiGraph(), [((), 0)]
    graph.add_node(pending[0])
    while pending:  # A node is the numbers of the last streets, and the place.
        numbers, place = pending.pop()
        for tail, number, head, cost in streets:
            path = (*numbers, number)
            if tail == place and extra(path) < math.inf:
                after = path[1 - length :], head
                if after not in graph:
                    pending.append(after)
                graph.add_edge((numbers, place), after, weight=cost + extra(path))
    far = nx.single_source_dijkstra_path_length(graph, ((), 0))
    best = min((cost for (_, place), cost in far.items() if place == 4), default=None)

    roads = FunctionProblem(
        0,
        successors=lambda place: [(number, head, cost) for tail, number, head, cost in streets if tail == place],
        is_goal=lambda place: place == 4,
        predecessors=lambda place: [(number, tail, cost) for tail, number, head, cost in streets if head == place],
        goal_states=[4],
    )
    problem = ManeuverProblem(roads, lambda steps: extra(tuple([each.action for each in steps])), length=length)
    result = AStar().search(problem)
    assert (result.cost if result else None) == best
    if length < 4:  # A goal has hundreds of paths of more steps.
        both = BidirectionalDijkstra().search(problem)
        assert (both.cost if both else None) == best
    if result:
        assert problem.route(result.states)[-1] == 4
        assert AStar().search(with_goals(with_starts(problem, [0]), [4])).cost == best
    assert check_problem(problem, states=100).ok
    if length == 2:
        has_inverse_edges(problem)


def test_a_maneuver_of_two_steps_is_a_turn():
    grid = GridProblem(["...#..", ".#....", "....#.", "##...."], (0, 0), (5, 3))
    turns = TurnProblem(grid, lambda u, v, w: 0 if (u[0] + w[0], u[1] + w[1]) == (2 * v[0], 2 * v[1]) else 3)
    maneuvers = ManeuverProblem(grid, lambda steps: 0 if steps[0].action == steps[1].action else 3)
    best = AStar().search(turns).cost
    for problem in (turns, maneuvers):
        assert best == AStar().search(problem).cost == BAEStar().search(problem).cost
        moved = with_goals(with_starts(problem, [(1, 2)]), [(5, 0), (2, 3)])
        assert AStar().search(moved).cost == BidirectionalDijkstra().search(moved).cost
    with pytest.raises(ProblemMethodError, match=r"maneuver_cost\(.*returned None; expected a number >= 0.*return"):
        AStar().search(ManeuverProblem(grid, lambda steps: None))


def test_states_without_a_hash_can_have_maneuvers():
    walk = FunctionProblem(
        [0], successors=lambda at: [("on", [at[0] + 1], 1)], is_goal=lambda at: at == [3], state_key=tuple
    )
    result = AStar().search(ManeuverProblem(walk, len, length=3))
    assert result.cost == 3 + 2 + 3
