"""Problems with several initial states."""

import copy
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
    BidirectionalDijkstra,
    BreadthFirst,
    DepthFirst,
    Dijkstra,
    FocalSearch,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    KBest,
    Search,
    Status,
    WeightedAStar,
    explore,
    with_heuristic,
    with_starts,
)
from astarlib.checking import certify, check_engine
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.errors import CheckpointError, MissingCapabilityError, VerificationError
from astarlib.observers.recorder import Recorder
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.npuzzle import NPuzzle

OPTIMAL = [AStar(), ARAStar(), AnytimeWeightedAStar(), Dijkstra(), IDAStar(), RBFS(), KBest(k=2), AllOptimal()]
OTHERS = [WeightedAStar(weight=2), GreedyBestFirst(), BreadthFirst(), DepthFirst(), DepthFirst(max_depth=40)]
OTHERS += [IterativeDeepening(), FocalSearch(weight=2)]


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), st.data(), st.sampled_from([Explicit, Keyed]))
def test_the_cost_is_the_smallest_of_single_searches(graph, data, form):
    nodes = data.draw(st.lists(st.integers(0, len(graph.h) - 1), min_size=1, max_size=4, unique=True))
    single = form(graph)
    states = [[node] if form is Keyed else node for node in nodes]
    problem = with_starts(single, states)
    best = min((graph.distances([node])[goal] for node in nodes for goal in graph.goals), default=math.inf)
    for engine in (*OPTIMAL, *OTHERS):
        search = engine.start(problem)
        result = search.run()
        result.verify(problem)
        check(search)
        assert result.status is (Status.UNSOLVABLE if best == math.inf else Status.SOLVED)
        if result:
            assert result.states[0] in states
            assert best <= result.cost
            assert engine not in OPTIMAL or result.cost == best
    assert certify(AStar().search(problem), problem).proved
    distances = graph.distances(nodes)
    explored = explore(problem)
    found = {(state[0] if form is Keyed else state): explored.cost(state) for state in explored}
    assert {node: cost for node, cost in enumerate(distances) if cost < math.inf} == found


@pytest.mark.costly
@pytest.mark.parametrize("engine", few([*OPTIMAL, *OTHERS], 5), ids=repr)
def test_every_law_holds_with_several_starts(engine):
    problems = [RandomGraph(seed) for seed in range(8)]
    several = [with_starts(each, list(explore(each))[:3]) for each in problems]
    assert check_engine(engine, problems=several).problems > 3


def test_ida_star_expands_an_initial_state_only_from_the_threshold_of_its_h_on():
    h = {"a": 1, "b": 2, "c": 1, "goal": 0}
    graph = GraphProblem([("a", "c", 2), ("b", "goal", 2), ("c", "goal", 1)], "a", "goal", heuristic=h.get)
    result = IDAStar().search(with_starts(graph, ["a", "b"]))
    assert result.states == ("b", "goal")
    assert result.statistics.expanded == 1 + 2  # a; a and b


def test_k_best_finds_the_paths_of_all_starts():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("s", "t", 1), ("t", "goal", 1), ("u", "goal", 3), ("t", "s", 1)])
    problem = with_starts(GraphProblem(graph, "s", "goal"), ["s", "t", "u"])
    paths = [result.states for result in KBest().start(problem).solutions()]
    assert [("t", "goal"), ("s", "t", "goal"), ("u", "goal")] == sorted(paths, key=lambda path: (path[0] != "t", path))


def test_a_search_shows_its_starts(tmp_path):
    problem = with_starts(romania("Arad", "Bucharest"), ["Arad", "Craiova"])
    for engine in (AStar(), IDAStar(), RBFS()):
        search = engine.start(problem)
        assert ["Arad", "Craiova"] == sorted(each.state for each in search.frontier())
        assert 2 == search.statistics.stored
        search.save(tmp_path / "search")
        assert 239 == Search.load(tmp_path / "search", problem).run().cost
        assert 239 == copy.copy(search).run().cost == pickle.loads(pickle.dumps(search)).run().cost
        with pytest.raises(CheckpointError, match="initial state"):
            Search.load(tmp_path / "search", romania("Craiova", "Bucharest"))


def test_the_problem_keeps_its_other_methods_and_stays_unchanged():
    puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    starts = [NPuzzle(board).initial_state for board in ("1 2 3 / 4 0 6 / 7 5 8", "8 6 7 / 2 5 4 / 3 0 1")]
    problem = with_starts(puzzle, iter(starts))
    assert type(problem) is NPuzzle
    assert 2 == AStar().search(problem).cost == IDAStar().search(problem).cost
    assert 2 == AStar().search(puzzle).cost
    assert NPuzzle("1 2 3 / 4 5 6 / 0 7 8").initial_state == puzzle.initial_state
    with pytest.raises(VerificationError, match="begins at"):
        AStar().search(puzzle).verify(problem)


def test_an_engine_that_takes_one_start_refuses_several():
    problem = with_starts(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), [(1, 2, 3, 4, 5, 6, 0, 7, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0)])
    with pytest.raises(MissingCapabilityError, match=r"one initial state.*AStar"):
        BidirectionalDijkstra().start(problem)
    assert 2 == BidirectionalDijkstra().search(with_starts(problem, problem.initial_states[:1])).cost


def test_a_member_that_is_called_initial_states_by_chance_is_ignored():
    puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    vars(puzzle)["initial_states"] = [(1, 2, 3, 4, 5, 6, 7, 8, 0)]
    assert 2 == AStar().search(puzzle).cost


def test_a_class_that_takes_no_attribute_is_refused():
    class Slotted:
        __slots__ = ()

    with pytest.raises(TypeError, match="with_starts can't set an attribute on instances of Slotted"):
        with_starts(Slotted(), [1])


def test_a_recorder_records_every_start(tmp_path):
    recorder = Recorder()
    problem = with_starts(romania("Arad", "Bucharest"), ["Arad", "Craiova"])
    result = Dijkstra().search(problem, observer=recorder)
    roots = [node for node in recorder.trace.nodes() if node.parent is None]
    assert 2 == len(roots)
    recorder.trace.to_html(tmp_path / "trace.html")
    assert result.states[0] == "Craiova"


def test_ida_star_searches_from_starts_above_its_first_threshold():
    graph = {"low": {"end": 1}, "end": {}, "high": {"goal": 5}, "goal": {}}
    problem = with_starts(GraphProblem(graph, "low", "goal"), ["low", "high"])
    problem = with_heuristic(problem, {"low": 1, "end": 0, "high": 5, "goal": 0}.__getitem__)
    assert IDAStar().search(problem).cost == 5
