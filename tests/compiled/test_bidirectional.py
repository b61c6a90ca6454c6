"""Compiled BAE* and compiled bidirectional Dijkstra: the results, errors and files of the engines in Python."""

import copy
import math
from dataclasses import replace
from random import Random

import pytest
from helpers.agreement import both, in_python, told
from helpers.rows import RowProblem, both_ways, streets
from helpers.sampling import costly_first, few, slow
from hypothesis import given
from hypothesis import strategies as st

from astarlib import Limits, Search, Status
from astarlib.compiled import AStar, BAEStar, BidirectionalDijkstra, CompiledDomain, check_domain
from astarlib.compiled.kernels import float_costs, int_costs
from astarlib.compiled.runtime.queues import Heap
from astarlib.errors import (
    AstarlibError,
    CapacityError,
    CheckpointError,
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    MissingCapabilityError,
    ProblemMethodError,
)
from astarlib.events import Finished, LowerBoundRaised, SolutionFound, Started
from astarlib.problems.graph import GraphProblem
from astarlib.problems.npuzzle import PARTITION_35, AdditivePatternDatabase, NPuzzle
from astarlib.result import Side
from astarlib.verification import is_close

ENGINES = [BidirectionalDijkstra(), BAEStar()]
CITY = streets(40, 2)
LINE = {node: [(node + 1, 1)] for node in range(5)} | {node: [(node - 1, 1), (node + 1, 1)] for node in range(1, 5)}
BACK = {**LINE, 5: [(4, 1)]}
HS, BACK_HS = [5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5]


def line(**compiled):
    """0 to 5 in steps that can be reversed; the domain may be wrong."""
    return RowProblem(BACK, 5, hs=HS, back_hs=BACK_HS, compiled=compiled)


def with_domain(**changes):
    """The same line, with another domain."""
    problem = line()
    domain = problem.compiled_domain()
    problem.compiled_domain = lambda: replace(domain, **changes)
    return problem


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize("limits", [Limits(generated=90), Limits(stored=90)], ids=repr)
def test_generated_and_stored_are_kept_to_within_an_expansion(limits):
    statistics = BidirectionalDijkstra().search(CITY, limits=limits).statistics
    count = statistics.generated if limits.stored == math.inf else statistics.stored
    assert 90 <= count < 90 + 4


@pytest.mark.costly
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_solutions_and_events_are_those_of_the_engine_in_python(engine):
    events = []
    found = [[result.cost for result in one.start(CITY).solutions()] for one in (engine, in_python(engine))]
    assert found[0] == found[1]
    engine.search(CITY, observer=events.append)
    assert (Started, Finished) == (type(events[0]), type(events[-1]))
    assert any(isinstance(event, LowerBoundRaised) for event in events)
    assert found[0] == [event.solution.cost for event in events if isinstance(event, SolutionFound)]


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_both_sides_can_be_inspected(engine):
    searches = [one.start(CITY) for one in (engine, in_python(engine))]
    for search in searches:
        search.run(Limits(expanded=41))
    compiled, python = searches
    for side in Side:
        assert list(python.frontier(side)) == list(compiled.frontier(side))
        ours, theirs = ({stored.state: stored for stored in search.states(side)} for search in searches)
        assert theirs == ours
    forward, backward = (next(iter(compiled.frontier(side))).state for side in (Side.FORWARD, Side.BACKWARD))
    assert python.path_to(forward) == compiled.path_to(forward)
    assert python.path_from(backward) == compiled.path_from(backward)
    assert compiled._algorithm.front() == compiled.lower_bound
    assert compiled._algorithm.bytes_in_use() > 0
    for call, stranger in ((compiled.path_to, CITY.goal), (compiled.path_from, CITY.initial_state)):
        with pytest.raises(KeyError, match="isn't stored"):
            call(stranger)


@pytest.mark.costly
@pytest.mark.parametrize("engine", few(ENGINES, 1), ids=repr)
@pytest.mark.parametrize("goals", [[], [0, 0], [5, 3, 5], range(6000)], ids=len)
def test_there_may_be_any_number_of_goals(engine, goals):
    last = max([9, *goals])
    edges = {node: [(other, 1) for other in (node - 1, node + 1) if other >= 0] for node in range(last)}
    compiled, python = both(engine, RowProblem(edges, last, goals=[*goals]))
    assert python == compiled


def test_another_start_needs_no_compilation():
    searches = [BAEStar().start(streets(5, seed)) for seed in (1, 2)]
    kernels = {id(search._algorithm._frontiers.kernels.search) for search in searches}
    assert len(kernels) == 1


# --- growth -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_buckets_become_heaps_during_the_search():
    edges = {node: [(node + 1, 99_991), (node, 1)] for node in range(60)}
    search = BAEStar().start(RowProblem(edges, 60))
    assert not isinstance(search._algorithm._frontiers.queues[0], Heap)
    assert search.run().status is Status.SOLVED
    assert isinstance(search._algorithm._frontiers.queues[0], Heap)


@pytest.mark.costly
def test_a_large_h_of_an_origin_needs_more_bits():
    problem = RowProblem({0: [(1, 500)]}, 1, hs=[500, 0], back_hs=[0, 500], compiled={"bits": 8})
    assert 500 == BAEStar().search(problem).cost


@pytest.mark.costly
def test_numbers_of_more_than_32_bits_are_an_error():
    with pytest.raises(CapacityError, match="costs=float"):
        BidirectionalDijkstra().search(RowProblem({0: [(1, 2**31)], 1: [(2, 2**31)], 2: [(3, 2**31)]}, 3))


# --- values of a search -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("floats", [False, slow(True)])
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_saved_search_and_a_copy_continue_as_if_they_had_never_stopped(engine, floats, tmp_path):
    problem = both_ways(Random(2), count=60, floats=floats)
    alone, search = engine.start(problem), engine.start(problem)
    for cost in (3, 9, math.inf):
        for expanded in (1, 4, 2):
            limits = Limits(expanded=expanded, cost=cost)
            search.save(tmp_path / "saved")
            search = Search.load(tmp_path / "saved", problem)
            assert told(alone.run(limits)) == told(copy.copy(search).run(limits)) == told(search.run(limits))


def test_a_checkpoint_of_other_ends_or_costs_is_refused(tmp_path):
    BAEStar().start(CITY).save(tmp_path / "saved")
    with pytest.raises(CheckpointError, match="initial state or its goals differ"):
        Search.load(tmp_path / "saved", streets(39, 2))
    search = BidirectionalDijkstra().start(line())
    search.run(Limits(expanded=2))
    search.save(tmp_path / "saved")
    costs = {tail: [(head, 2) for head, _ in row] for tail, row in line().edges.items()}
    with pytest.raises(CheckpointError, match="another problem"):
        Search.load(tmp_path / "saved", RowProblem(costs, 5))


# --- faults -----------------------------------------------------------------------------------------------------------


def refused(engine, problem):
    with pytest.raises(AstarlibError) as caught:
        engine.search(problem)
    return type(caught.value), str(caught.value).replace("0.0", "0"), caught.value.state


@pytest.mark.parametrize(
    ("problem", "unit"),
    [
        (RowProblem(LINE, 5, hs=[0, 9, 0, 0, 0, 0]), None),  # The heuristic isn't consistent forward ...
        (RowProblem(LINE, 5, back_hs=[0, 0, 0, 0, 9, 0]), None),  # ... and backward.
        (RowProblem(LINE, 5, back_hs=[0, math.inf, 0, 0, 0, 0]), None),
        (RowProblem({0: [(1, 3)], 1: [(2, 1)]}, 2), 2),
        (RowProblem({0: [(1, 0)], 1: [(2, 1)]}, 2), 1),
        (RowProblem({0: [(1, 4)], 1: [(2, 3)]}, 2), 2.5),
        *map(
            slow,
            [
                (RowProblem(LINE, 5, hs=[0, 0, 0, 0, 0, 1]), None),
                (RowProblem(LINE, 5, back_hs=[1, 0, 0, 0, 0, 0]), None),
                (RowProblem({0: [(1, 0.25)], 1: [(2, 0.5)]}, 2), 0.1),
                (RowProblem({0: [(1, 1e308)], 1: [(2, 1e308)], 2: [(3, 1e308)]}, 3), None),
            ],
        ),
    ],
)
def test_a_fault_is_named_as_in_python(problem, unit):
    problem.cost_unit = unit
    compiled, python = (refused(engine, problem) for engine in (BAEStar(), in_python(BAEStar())))
    assert python == compiled


@pytest.mark.parametrize("last", costly_first([1, 4 - 1e-10]))
def test_a_cheaper_path_to_an_expanded_state_is_a_fault_unless_rounding_explains_it(last):
    far = 1e10  # h is rounded to about 10, which hides that it isn't consistent at the edge from 2 to 1.
    edges = {0: [(1, 5.0), (2, 1.0)], 2: [(1, last)], 1: [(5, far)], 3: [(5, 1.0)], 4: [(3, 1.0)]}
    problem = RowProblem(edges, 5, hs=[far, far - 8, far, 1, 2, 0])
    if last == 1:
        compiled, python = (refused(engine, problem) for engine in (BAEStar(), in_python(BAEStar())))
        assert compiled[0] is InvalidHeuristicError
    else:
        compiled, python = both(BAEStar(), problem)
    assert python == compiled


@pytest.mark.costly
def test_an_edge_that_predecessors_lacks_is_noticed_where_the_proof_ends():
    edges = {0: [(1, 0.5), (2, 1.0)], 1: [(5, 9.5)], 2: [(3, 1.0)], 3: [(5, 1.0)], 4: [(5, 9.7)]}
    problem = RowProblem(edges, 5, compiled={"edges_back": {**edges, 2: []}})
    with pytest.raises(InvalidProblemError, match=r"an edge of 2 leads to a solution that costs 3.0, less than .* 10"):
        BAEStar().search(problem)


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"edges": {**LINE, 0: [(1, -1)]}, "edges_back": LINE}, InvalidCostError, "edge 0 out of 0: the cost is -1"),
        ({"edges_back": {**LINE, 4: [(5, -1)]}}, InvalidCostError, "edge 0 into 5: the cost is -1"),
        ({"hs": [5, -2, 3, 2, 1, 0]}, InvalidHeuristicError, "edge 0 out of 0: the heuristic is -2"),
        ({"back_hs": [0, -3, 2, 3, 4, 5]}, InvalidHeuristicError, "edge 0 out of 0: the backward heuristic is -3"),
        ({"most": 1}, ProblemMethodError, "successor_count returned 2 for 1; expected 0 to max_successors, 1"),
        (
            {"edges_back": {**LINE, 3: [(5, 1)]}, "most": 1}, ProblemMethodError,
            "predecessor_count returned 2 for 5; expected 0 to max_successors, 1",
        ),
    ],
)  # fmt: skip
def test_invalid_values_of_a_domain_are_errors_with_state_and_value(wrong, error, words):
    with pytest.raises(error, match=words):
        BAEStar().search(line(**wrong))


@pytest.mark.slow
def test_a_function_that_raises_is_named():
    problem = with_domain(predecessor_count=failing)
    with pytest.raises(ProblemMethodError, match="a function raised ValueError: no edges"):
        BidirectionalDijkstra().search(problem)


def failing(tables, state, aux):
    if state == 5:
        raise ValueError("no edges")
    return 0


def test_an_h_that_is_not_whole_is_refused_for_whole_costs():
    problem = line()
    problem.back_hs = [0, 1, 2, 3, 4, 4.5]
    with pytest.raises(InvalidHeuristicError, match=r"backward_heuristic\(5\) returned 4.5; expected a whole number"):
        BAEStar().search(problem)


@pytest.mark.parametrize(
    ("engine", "problem", "words"),
    [
        (BAEStar(), GraphProblem([("a", "b", 1)], "a", "b"), "GraphProblem has no backward_heuristic"),
        (
            BAEStar(),
            NPuzzle.scrambled((3, 3), 3, seed=1, heuristic=AdditivePatternDatabase.build(
                (3, 3), "1 2 3 / 4 5 6 / 7 8 0", PARTITION_35
            )),
            "NPuzzle has no backward_heuristic",
        ),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_missing_capability_is_named(engine, problem, words):
    with pytest.raises(MissingCapabilityError, match=words):
        engine.search(problem)


@pytest.mark.parametrize(
    ("engine", "lacks", "words"),
    [
        (BAEStar(), ("backward_heuristic",), r"RowProblem has no backward_heuristic; compiled.BAE.*compiled.AStar\(\)"),
        (BidirectionalDijkstra(), ("predecessor_count", "apply_back"), r"has no predecessor_count; compiled.*Dijkstra"),
    ],
)  # fmt: skip
def test_a_domain_that_lacks_a_function_is_named_with_the_alternatives(engine, lacks, words):
    problem = with_domain(**dict.fromkeys(lacks))
    with pytest.raises(MissingCapabilityError, match=words):
        engine.search(problem)
    assert 5 == AStar().search(problem).cost


@pytest.mark.costly
def test_a_domain_without_heuristics_needs_no_functions_for_them():
    problem = with_domain(heuristic=None, backward_heuristic=None)
    assert 5 == BidirectionalDijkstra().search(problem).cost


@pytest.mark.costly
def test_an_h_of_a_state_is_0_without_a_compiled_heuristic():
    problem = with_domain(heuristic=None)
    problem.hs = [0] * 6
    compiled, python = both(BAEStar(), problem)
    assert python == compiled


# --- the checker of domains -------------------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize(
    ("compiled", "words"),
    [
        ({"edges_back": {**BACK, 4: [(3, 1), (5, 2)]}}, "5: apply_back, the cost from 4, is 2 compiled and 1 in"),
        ({"edges_back": {**BACK, 4: [(5, 1)]}}, "3: predecessor_count is 1 compiled and 2 in Python"),
        ({"edges_back": {**BACK, 4: [(3, 1)], 3: [(2, 1), (4, 1), (5, 1)]}},
         r"apply_back, the packed states, in order, is \(3, 0\) compiled and \(4, 0\) in Python"),
        ({"back_hs": [0, 1, 2, 3, 4, 4]}, "5: backward_heuristic is 4 compiled and 5 in Python"),
    ],
)  # fmt: skip
def test_the_first_difference_of_a_domain_is_named(compiled, words):
    with pytest.raises(InvalidProblemError, match=words):
        check_domain(line(**compiled))


def test_more_predecessors_than_max_successors_are_a_difference():
    edges = {0: [(3, 1), (1, 1)], 1: [(3, 1), (2, 1)], 2: [(3, 1)]}
    with pytest.raises(InvalidProblemError, match="3: max_successors is 2 compiled and 3 in Python"):
        check_domain(RowProblem(edges, 3, compiled={"most": 2}))


def test_predecessors_need_both_functions():
    domain = line().compiled_domain()
    for name in ("predecessor_count", "apply_back"):
        with pytest.raises(TypeError, match="predecessor_count and apply_back need each other"):
            replace(domain, **{name: None})
    assert isinstance(replace(domain, predecessor_count=None, apply_back=None), CompiledDomain)


# --- single functions -------------------------------------------------------------------------------------------------


@given(one=st.floats(0, 1e12), part=st.sampled_from([0, 1e-12, 9e-10, 1.1e-9, 1e-3, math.inf]))
def test_costs_are_close_as_in_python(one, part):
    assert is_close(one, one + part * one) == float_costs.is_close(one, one + part * one)
    assert is_close(one, one + part) == float_costs.is_close(one, one + part)
    assert int_costs.is_close(int(one), int(one))
