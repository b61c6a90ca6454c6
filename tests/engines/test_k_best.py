"""The k cheapest solutions and all optimal ones, compared with networkx and with brute force."""

import copy
import math
import pickle
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, islice
from random import Random

import networkx as nx
import pytest
from helpers.graphs import FORMS, KNOT, SNARE, Explicit, Graph, Keyed, check, graphs
from helpers.sampling import few
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AllOptimal, AStar, FunctionProblem, KBest, LimitKind, Limits, Search, Status
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.cli import main
from astarlib.errors import InvalidCostError, InvalidHeuristicError
from astarlib.events import Generated, Reopened, SolutionFound
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.verification import is_close

DIAMOND = Graph(((0, 1, 1), (0, 2, 1), (1, 3, 1), (2, 3, 1), (0, 3, 2), (0, 3, 4)), frozenset({3}), (0,) * 4)
CYCLE = Graph(((0, 1, 1), (1, 2, 0), (2, 1, 0), (2, 3, 1), (1, 1, 0)), frozenset({3}), (0,) * 4)


def truth(graph, k, *, simple):
    """The costs of the k cheapest solutions, by walking all paths in the order of their costs."""
    order, found = count(), []
    waiting = [(0, next(order), (0,))]
    while len(waiting) > 0 and len(found) < k:
        cost, _, path = heappop(waiting)
        if path[-1] in graph.goals:
            found.append(cost)
            continue
        if len(path) > 60 or next(order) > 60_000:
            return None  # too many to walk
        for _, target, step in graph.leaving[path[-1]]:
            if not simple or target not in path:
                heappush(waiting, (cost + step, next(order), (*path, target)))
    return found


def same_costs(expected, found):
    return len(expected) == len(found) and all(map(is_close, expected, found))


def solutions(engine, problem):
    return list(engine.start(problem).solutions())


@pytest.mark.costly
@given(graphs("consistent", "admissible"), st.sampled_from(FORMS[:3]), st.integers(1, 9))
def test_simple_solutions_are_those_of_brute_force(graph, form, k):
    expected = truth(graph, k, simple=True)
    if expected is None:
        return
    problem = form(graph)
    results = solutions(KBest(k=k), problem)
    assert same_costs(expected, [result.cost for result in results])
    assert len({(result.actions, repr(result.states)) for result in results}) == len(results)
    for result in results:
        result.verify(problem)
        nodes = [repr(state) for state in result.states]
        assert len(nodes) == len(set(nodes))
        assert not any(problem.is_goal(state) for state in result.states[:-1])


@pytest.mark.costly
@given(graphs("consistent", "admissible"), st.sampled_from(FORMS[:3]), st.integers(1, 9))
def test_solutions_with_cycles_are_those_of_brute_force(graph, form, k):
    expected = truth(graph, k, simple=False)
    if expected is None:
        return
    results = solutions(KBest(k=k, simple=False), form(graph))
    assert same_costs(expected, [result.cost for result in results])
    assert len({(result.actions, repr(result.states)) for result in results}) == len(results)


@pytest.mark.parametrize("seed", few(range(100), 50))
def test_simple_solutions_are_those_of_yen(seed):
    choose = Random(seed)
    size = choose.randint(2, 15)
    graph = nx.DiGraph()
    graph.add_nodes_from(range(size))
    for _ in range(choose.randint(size, 4 * size)):
        graph.add_edge(choose.randrange(size), choose.randrange(size), weight=choose.choice([0, 1, 1, 2, 0.1, 7]))
    if nx.has_path(graph, 0, size - 1):
        paths = islice(nx.shortest_simple_paths(graph, 0, size - 1, "weight"), 20)
        expected = [nx.path_weight(graph, path, "weight") for path in paths]
        assert same_costs(
            expected, [result.cost for result in solutions(KBest(k=20), GraphProblem(graph, 0, size - 1))]
        )


@pytest.mark.costly
@given(graphs(), st.sampled_from(FORMS), st.booleans())
def test_any_heuristic_leads_to_different_solutions_and_the_same_number_of_them(graph, form, simple):
    problem = form(graph)
    results = solutions(KBest(k=6, simple=simple), problem)
    for result in results:
        result.verify(problem)
    assert len({(result.actions, repr(result.states)) for result in results}) == len(results)
    if all(h < math.inf for h in graph.h):
        zero = form(Graph(graph.edges, graph.goals, (0,) * len(graph.h)))
        assert len(solutions(KBest(k=6, simple=simple), zero)) == len(results)


def test_parallel_edges_with_different_actions_are_different_solutions():
    assert [2, 2, 2, 4] == [result.cost for result in solutions(KBest(), Explicit(DIAMOND))]
    edges = {0: [("a", 1, 1), ("a", 1, 3), ("b", 1, 3)], 1: []}
    problem = FunctionProblem(0, successors=edges.__getitem__, is_goal=lambda state: state == 1)
    assert [(("a",), 1), (("b",), 3)] == [(result.actions, result.cost) for result in solutions(KBest(), problem)]


def test_fewer_solutions_than_k_prove_that_no_more_exist():
    search = KBest(k=10).start(Explicit(DIAMOND))
    result = search.run()
    assert (Status.SOLVED, 2, 2) == (result.status, result.cost, result.lower_bound)
    assert {"solutions": 4} == result.statistics.details
    assert [2, 2, 2, 4] == [each.cost for each in search.solutions()]
    assert [2, 2] == [each.cost for each in search.solutions(Limits(solutions=2))]
    nothing = KBest().search(Explicit(Graph((), frozenset(), (0,))))
    assert (Status.UNSOLVABLE, {"solutions": 0}) == (nothing.status, nothing.statistics.details)
    assert [] == solutions(KBest(), Explicit(Graph((), frozenset(), (0,))))


def test_each_solution_is_reported_when_its_place_is_proved():
    events = []
    search = KBest(k=3).start(Explicit(DIAMOND), observer=events.append)
    results = list(search.solutions())
    assert {(Status.LIMIT, LimitKind.SOLUTIONS)} == {(result.status, result.limit) for result in results}
    assert [2, 2, 2] == [event.solution.cost for event in events if isinstance(event, SolutionFound)]
    assert Status.SOLVED is search.run().status


def test_the_second_solution_of_an_infinite_space_is_found():
    problem = FunctionProblem(
        0,
        successors=lambda n: [("+", n + 1, 1), ("-", n - 1, 1), ("++", n + 2, 3)],
        is_goal=lambda n: n == 5,
        heuristic=lambda n: abs(5 - n),
    )
    assert [5, 6, 6, 6, 6] == [result.cost for result in solutions(KBest(k=5), problem)]
    assert [5, 6, 6, 6, 6, 7] == [result.cost for result in solutions(KBest(k=6, simple=False), problem)]


def test_the_start_as_goal_is_the_only_solution():
    graph = Graph(((0, 1, 1), (1, 0, 1)), frozenset({0, 1}), (0, 0))
    for engine in (KBest(), KBest(simple=False), AllOptimal()):
        assert [()] == [result.actions for result in solutions(engine, Explicit(graph))]


def test_a_cost_limit_holds_for_every_solution():
    search = KBest().start(Explicit(DIAMOND))
    assert [2, 2, 2] == [result.cost for result in search.solutions(Limits(cost=3))]
    assert search.run(Limits(cost=3)).limit is LimitKind.COST
    assert [4] == [result.cost for result in search.solutions()]


@pytest.mark.parametrize("form", [Explicit, Keyed])
@pytest.mark.parametrize("graph", [KNOT, SNARE, DIAMOND, CYCLE])
def test_an_enumeration_continues_after_it_was_saved_or_copied(form, graph, tmp_path):
    problem = form(graph)
    for engine in (KBest(k=7), KBest(k=7, simple=False)):
        expected = [result.actions for result in solutions(engine, problem)]
        for number in range(1, len(expected) + 1):
            search = engine.start(problem)
            before = [result.actions for result in search.solutions(Limits(solutions=number))]
            search.save(tmp_path / "search")
            loaded = Search.load(tmp_path / "search", problem)
            for other in (copy.copy(search), pickle.loads(pickle.dumps(search)), loaded, search):
                check(other)
                assert expected == before + [result.actions for result in other.solutions()]


# --- all optimal solutions ---


@pytest.mark.costly
@given(graphs("consistent", "admissible"), st.sampled_from(FORMS[:3]))
def test_all_optimal_solutions_are_those_of_brute_force(graph, form):
    every = truth(graph, 3000, simple=True)
    if every is None or len(every) == 3000:
        return
    problem = form(graph)
    search = AllOptimal().start(problem)
    result = search.run()
    found = list(search.solutions())
    optimal = [cost for cost in every if cost == every[0]]
    assert len(found) == len({(each.actions, repr(each.states)) for each in found}) == len(optimal)
    assert {result.cost} == {each.cost for each in found} if result else found == []
    assert found[:1] == [result] * len(found[:1])
    number = result.statistics.details.get("optimal_solutions")
    assert number in {None, len(found)}
    for each in found:
        each.verify(problem)
        assert each.is_optimal


def test_a_cycle_of_cost_0_leaves_the_number_open():
    search = AllOptimal().start(Explicit(CYCLE))
    assert {} == search.run().statistics.details
    assert [(0, 1, 3)] == [result.actions for result in search.solutions()]


def test_millions_of_solutions_are_counted_and_enumerated_lazily():
    search = AllOptimal().start(GridProblem(("." * 30 + "\n") * 30, (0, 0), (29, 29)))
    assert {"optimal_solutions": math.comb(58, 29)} == search.run().statistics.details
    assert 100 == len({result.actions for result in search.solutions(Limits(solutions=100))})
    assert {58} == {result.cost for result in islice(search.solutions(), 5)}


def test_an_unfinished_search_has_a_solution_but_no_number():
    search = AllOptimal().start(Explicit(DIAMOND))
    part = search.run(Limits(expanded=1))
    assert (Status.LIMIT, {}) == (part.status, part.statistics.details)
    assert 3 == len(list(search.solutions()))
    assert {"optimal_solutions": 3} == search.run().statistics.details
    assert [2, 2, 2] == [result.cost for result in copy.copy(search).solutions()]


def test_solutions_continues_to_the_end_of_the_search_and_then_enumerates():
    search = AllOptimal().start(Explicit(DIAMOND))
    assert [2] == [result.cost for result in search.solutions(Limits(solutions=1))]
    assert Status.SOLVED is search.run().status
    assert [Fraction(2)] * 3 == [result.cost for result in search.solutions()]


@pytest.mark.costly
@given(graphs("consistent", "admissible"))
def test_both_engines_find_the_cost_of_astar_with_a_valid_bound_at_every_expansion(graph):
    expected = AStar().search(Explicit(graph))
    for engine in (KBest(k=4), KBest(k=4, simple=False), AllOptimal()):
        search = engine.start(Explicit(graph))
        result = search.run(Limits(expanded=1))
        while result.status is Status.LIMIT:
            assert result.lower_bound <= graph.optimum
            check(search)
            result = search.run(Limits(expanded=1))
        assert result.status is expected.status
        assert result.lower_bound == expected.lower_bound
        assert (result.cost if result else None) == (expected.cost if expected else None)


# --- events, errors and the command line ---


@pytest.mark.parametrize("engine", [KBest(k=5), KBest(k=5, simple=False), AllOptimal()], ids=repr)
def test_events_report_every_successor(engine):
    events = []
    statistics = engine.start(Explicit(KNOT), observer=events.append).run().statistics
    counted = [sum(isinstance(event, kind) for event in events) for kind in (Generated, Reopened)]
    assert [statistics.generated, statistics.reopened] == counted


@pytest.mark.parametrize("engine", [KBest(), AllOptimal()], ids=repr)
def test_an_invalid_cost_or_h_is_an_error(engine):
    with pytest.raises(InvalidCostError):
        engine.search(Explicit(Graph(((0, 1, -1),), frozenset({1}), (0, 0))))
    with pytest.raises(InvalidHeuristicError):
        engine.search(Explicit(Graph(((0, 1, 1),), frozenset({1}), (0, -1))))


def test_the_command_line_lists_the_solutions(capsys):
    main(["solve", "npuzzle", "1 2 3 / 4 5 6 / 0 7 8", "--engine", "k-best", "--set", "k=2", "--quiet"])
    assert "\n1. cost 2: right, right\n2. cost 12: " in capsys.readouterr().out
    main(["solve", "npuzzle", "1 2 3 / 4 5 6 / 0 7 8", "--engine", "all-optimal", "--json"])
    assert '"solutions": [{"cost": 2, "actions": ["right", "right"]' in capsys.readouterr().out
    main(["solve", "npuzzle", "1 2 3 / 4 5 6 / 0 7 8", "--json"])
    assert '"solutions"' not in capsys.readouterr().out


def test_a_cheaper_path_to_a_known_goal_is_found_later_if_h_overestimates():
    graph = Graph(((0, 1, 5), (0, 2, 1), (2, 1, 1)), frozenset({1}), (0, 0, 9))
    assert [5, 2] == [result.cost for result in solutions(KBest(), Explicit(graph))]
    assert 2 == KBest().search(Explicit(graph)).cost
    assert {2} == {result.cost for result in solutions(AllOptimal(), Explicit(replace(graph, h=(0, 0, 4))))}


def test_simple_must_be_a_bool():
    with pytest.raises(TypeError, match="simple must be True or False, not 1"):
        KBest(simple=1)


def test_parallel_edges_whose_actions_cannot_be_compared_are_different_solutions():
    class Odd:
        def __eq__(self, other):
            raise RuntimeError("no comparing")

        __hash__ = object.__hash__

    one, other = Odd(), Odd()
    problem = FunctionProblem(
        0, successors=lambda state: [(one, 1, 1), (other, 1, 1)] if state == 0 else [], is_goal=lambda state: state == 1
    )
    assert [1, 1] == [result.cost for result in KBest(k=3).start(problem).solutions()]


@pytest.mark.parametrize("simple", [True, False])
def test_solutions_are_in_order_where_a_reopened_state_is_not_expanded_again(simple):
    graph = RandomGraph(154)  # It has a state that is reopened and isn't expanded again.
    search = KBest(k=3, simple=simple).start(graph)
    assert search.run().status is Status.SOLVED
    costs = [result.cost for result in search.solutions()]
    assert costs == sorted(costs)
    assert costs[0] == AStar().search(graph).cost
