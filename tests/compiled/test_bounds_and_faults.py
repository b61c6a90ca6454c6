"""Invalid values of a domain are errors that name state and value, and arrays that are too small grow."""

import pickle
import sys
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from helpers.agreement import both, in_python, told
from helpers.naming import name
from helpers.rows import RowProblem, random_rows
from helpers.sampling import slow

from astarlib import CycleCheck, FunctionProblem, Limits, Status, compiled, with_heuristic
from astarlib.compiled import (
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BeamSearch,
    BidirectionalDijkstra,
    Dijkstra,
    GreedyBestFirst,
    IDAStar,
    WeightedAStar,
    check_domain,
)
from astarlib.compiled.installation import require_numba
from astarlib.errors import (
    CapacityError,
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    MissingCapabilityError,
    ProblemMethodError,
    ProblemStateError,
)
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem

EDGES = {0: [(1, 1), (2, 4)], 1: [(2, 1)], 2: [(3, 1)]}


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"edges": {**EDGES, 1: [(2, -1)]}}, InvalidCostError, "edge 0 out of 1: the cost is -1"),
        ({"hs": [0, -2, 0, 0]}, InvalidHeuristicError, "edge 0 out of 0: the heuristic is -2"),
    ],
)
def test_invalid_values_of_a_domain_are_errors_with_state_and_value(engine, wrong, error, words):
    with pytest.raises(error, match=words):
        engine.search(RowProblem(EDGES, 3, compiled=wrong))


@pytest.mark.parametrize("engine", [AStar(), IDAStar(), IDAStar(cycle_check=CycleCheck.PARENT)], ids=repr)
def test_more_successors_than_max_successors_are_an_error(engine):
    with pytest.raises(ProblemMethodError, match="successor_count returned 2 for 0; expected 0 to max_successors, 1"):
        engine.search(RowProblem(EDGES, 3, compiled={"most": 1}))


def test_more_successors_than_max_successors_are_an_error_in_the_recursion_of_ida_star():
    edges = {node: [(node + 1, 1)] for node in range(3_000)} | {1_500: [(1_501, 1), (1_501, 1)]}
    problem = RowProblem(edges, 3_000, hs=[3_000 - node for node in range(3_001)], compiled={"most": 1})
    with pytest.raises(ProblemMethodError, match="successor_count returned 2 for 1500"):
        IDAStar(cycle_check=CycleCheck.PARENT).search(problem)


def test_an_edge_that_the_problem_does_not_have_is_an_error():
    with pytest.raises(InvalidProblemError, match="the problem has no edge"):
        AStar().search(RowProblem(EDGES, 3, compiled={"edges": {0: [(3, 1)]}}))


@pytest.mark.costly
def test_numbers_beyond_eight_bits_make_the_arrays_wider():
    edges, hs = random_rows(Random(1), count=50)
    edges = {tail: [(head, 97 * cost) for head, cost in row] for tail, row in edges.items()}
    compiled_one, python = both(AStar(), RowProblem(edges, 49, hs=[97 * h for h in hs], compiled={"bits": 8}))
    assert python[2].cost > 255
    assert python == compiled_one


@pytest.mark.costly
def test_numbers_that_are_too_large_for_buckets_are_stored_in_a_heap():
    edges, hs = random_rows(Random(1), count=50)
    edges = {tail: [(head, 99_991 * cost) for head, cost in row] for tail, row in edges.items()}
    compiled_one, python = both(AStar(), RowProblem(edges, 49, hs=[99_991 * h for h in hs]))
    assert python == compiled_one


@pytest.mark.costly
def test_numbers_of_more_than_32_bits_are_an_error_and_each_way_out_that_it_names_works():
    edges = {0: [(1, 2**31)], 1: [(2, 2**31)], 2: [(3, 2**31)]}
    with pytest.raises(CapacityError, match=r"a larger unit, float costs .*, or an engine in Python"):
        AStar().search(RowProblem(edges, 3))
    halves = {tail: [(head, cost // 2) for head, cost in row] for tail, row in edges.items()}
    assert AStar().search(RowProblem(halves, 3)).cost == 3 * 2**30
    assert in_python(AStar()).search(RowProblem(edges, 3)).cost == 3 * 2**31
    floats = {tail: [(head, float(cost)) for head, cost in row] for tail, row in edges.items()}
    assert AStar().search(RowProblem(floats, 3, compiled={"costs": float})).cost == 3 * 2**31


@pytest.mark.parametrize(
    ("edges", "hs"),
    [
        ({0: [(1, 2**61)], 1: [(2, 1)]}, [0, 0, 0]),
        ({0: [(1, 1)], 1: [(2, 1)]}, [0, 2**61, 0]),
        ({0: [(1, 1)], 1: [(2, 1)]}, [2**61, 0, 0]),
        ({0: [(1, 2**60)], 1: [(2, 2**60)]}, [0, 0, 0]),
    ],
)
@pytest.mark.parametrize("check", CycleCheck)
def test_ida_star_rejects_numbers_whose_sum_could_overflow(edges, hs, check):
    with pytest.raises(CapacityError, match=r"above 2\*\*60, the limit for whole numbers; use costs=float"):
        IDAStar(cycle_check=check).search(RowProblem(edges, 2, hs=hs))


@pytest.mark.parametrize("engine", [AStar(), AStar(threads=2), BeamSearch(), ARAStar(), GreedyBestFirst()], ids=repr)
@pytest.mark.parametrize("h", [2**32 - 1, 2**33 - 1, 2**63 - 1], ids=lambda h: f"{h:x}")
@pytest.mark.parametrize("node", [0, 1], ids=["initial", "later"])
def test_an_h_of_more_than_32_bits_is_an_error_and_not_a_dead_end(engine, h, node):
    hs = [0, 0, 0]
    hs[node] = h
    with pytest.raises(CapacityError, match="costs=float"):
        engine.search(RowProblem({0: [(1, 1)], 1: [(2, 1)]}, 2, hs=hs))


@pytest.mark.parametrize(
    "engine",
    [
        AStar(), WeightedAStar(weight=2), *map(slow, [
            IDAStar(), IDAStar(cycle_check=CycleCheck.PARENT), BeamSearch(), AnytimeWeightedAStar(), ARAStar(),
            GreedyBestFirst(),
        ]),
    ],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize(
    ("costs", "first"), [((1e308, 1e308, 1e308), 0.0), ((1e308, 1.0, 1.0), 1.7e308), ((1e308, 1e308, 0.5), 1e308)]
)
def test_float_costs_whose_sum_is_infinite_are_an_error_and_not_a_proof(engine, costs, first):
    edges = {tail: [(tail + 1, cost)] for tail, cost in enumerate(costs)}
    problem = RowProblem(edges, 3, hs=[first, first, first, 0.0])
    with pytest.raises(InvalidCostError, match=r"finite number\. Use a larger unit"):
        engine.search(problem)


@pytest.mark.costly
def test_an_infinite_sum_in_the_recursion_of_ida_star_is_an_error():
    edges = {node: [(node + 1, 1.0)] for node in range(300)} | {300: [(301, 1e308), (302, 1e308)]}
    problem = RowProblem(edges, 303, hs=[300.0 - node for node in range(301)] + [1e308, 1e308, 0.0])
    with pytest.raises(InvalidCostError, match="at the end of edge 0 out of 300 is inf"):
        IDAStar(cycle_check=CycleCheck.PARENT).search(problem)


@pytest.mark.costly
@pytest.mark.parametrize(
    "engine",
    [WeightedAStar(weight=1e308), slow(AnytimeWeightedAStar(weight=1e308)), slow(ARAStar(weights=(1e308, 1)))],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("hs", [[2, 1, 0], [0, 2, 0]], ids=["initial", "later"])
def test_a_weight_that_makes_f_infinite_is_an_error(engine, hs):
    with pytest.raises(ValueError, match=r"f with weight 1e\+308 of a state whose h is 2.0 is inf; expected a finite"):
        engine.search(RowProblem({0: [(1, 1)], 1: [(2, 1)]}, 2, hs=hs))


@pytest.mark.parametrize(("first", "second"), [(2**53 + 3, 2**53 + 2), (2**58 + 30, 2**58 + 1)])
@pytest.mark.parametrize("check", CycleCheck)
def test_ida_star_does_not_round_whole_numbers(first, second, check):
    problem = RowProblem({0: [(1, first), (2, second)], 1: [(3, 1)], 2: [(3, 1)]}, 3, hs=[second, 0, 0, 0])
    search, bounds = IDAStar(cycle_check=check).start(problem), []
    while (result := search.run(Limits(expanded=1))).status is Status.LIMIT:
        bounds.append(result.lower_bound)
    assert result.cost == result.lower_bound == second + 1
    assert second in bounds
    assert max(bounds) <= second + 1
    assert search.run(Limits(cost=second)).cost == second + 1


@pytest.mark.parametrize("engine", [Dijkstra(), BidirectionalDijkstra(), slow(BAEStar())], ids=repr)
def test_arrays_grow_as_long_as_there_are_states(engine):
    count = 10_000
    edges = {node: [(node + 1, 1), ((7 * node + 3) % count, 1)] for node in range(count - 1)}
    compiled_one, python = both(engine, RowProblem(edges, count - 1))
    assert python == compiled_one


def test_a_domain_that_a_subclass_overrides_is_not_used():
    class Hashed(NPuzzle):
        def heuristic(self, state):
            return hash(state) % 2

    with pytest.raises(MissingCapabilityError, match="Hashed can't be compiled"):
        AStar().search(Hashed("1 2 3 / 4 5 6 / 7 0 8"))
    with pytest.raises(MissingCapabilityError, match="NPuzzle has no compiled_domain with <function"):
        AStar().search(with_heuristic(NPuzzle("1 2 3 / 4 5 6 / 7 0 8"), lambda state: hash(state) % 2))


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (FunctionProblem(Fraction(1, 2), successors=lambda _: [], is_goal=bool), "FunctionProblem can't be compiled"),
        (NPuzzle("1 2 3 / 4 5 6 / 7 0 8", heuristic=hash), "no compiled_domain with <built-in function hash>"),
        (GridProblem("...", (0, 0), (2, 0), heuristic=hash), "no compiled_domain with <built-in function hash>"),
    ],
    ids=name,
)
def test_a_problem_without_a_domain_is_an_error_that_names_the_reason(problem, words):
    with pytest.raises(MissingCapabilityError, match=words):
        AStar().search(problem)


def test_without_numba_the_error_names_the_extra(monkeypatch):
    monkeypatch.delitem(sys.modules, "numba")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    require_numba.cache_clear()
    with pytest.raises(ImportError, match=r"pip install '\.\[compiled\]'"):
        AStar().search(NPuzzle("1 2 3 / 4 5 6 / 7 0 8"))


def test_a_state_that_the_domain_packs_wrongly_is_refused():
    problem = RowProblem(EDGES, 3)
    domain = problem.compiled_domain()
    problem.compiled_domain = lambda: replace(domain, decode=lambda words, aux: 7)
    with pytest.raises(ProblemStateError, match="decode returned 7"):
        AStar().search(problem)


# --- check_domain -----------------------------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize(
    "problem",
    [
        slow(NPuzzle("8 6 7 / 2 5 4 / 3 0 1")),  # Searches of it are compared in test_same_results.py.
        PancakeProblem("3 7 1 9 2 5 8 4 6"),
        GridProblem(".2. / .#. / ...", (0, 0), (2, 2), connectivity=8),
        slow(GridProblem(".2. / .#. / ...", (0, 0), (2, 2))),
        slow(NPuzzle.scrambled((5, 5), 30, seed=2)),
        slow(GraphProblem({"a": {"b": 1}, "b": {"c": 2}, "c": {}}, "a", "c")),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_domains_of_built_in_problems_match_their_problems(problem):
    assert check_domain(problem, states=500) > 0


@pytest.mark.parametrize(
    ("compiled", "words"),
    [
        ({"edges": {**EDGES, 1: [(2, 2)]}}, "1: apply, edge 0, the cost is 2 compiled and 1 in Python"),
        ({"edges": {**EDGES, 1: [(3, 1)]}}, "1: apply, edge 0, the state is 3 compiled and 2 in Python"),
        ({"edges": {**EDGES, 2: [(3, 1), (0, 1)]}}, "2: successor_count is 2 compiled and 1 in Python"),
        ({"goals": [2]}, "2: is_goal is True compiled and False in Python"),
        ({"most": 1}, "0: max_successors is 1 compiled and 2 in Python"),
    ],
)
def test_the_first_difference_of_a_domain_is_named(compiled, words):
    with pytest.raises(InvalidProblemError, match=words):
        check_domain(RowProblem(EDGES, 3, compiled=compiled))


# --- values -----------------------------------------------------------------------------------------------------------


def test_compiled_engines_are_values_that_say_what_they_are():
    for engine in (AStar(reopen=False), compiled.WeightedAStar(weight=2), IDAStar()):
        assert engine == pickle.loads(pickle.dumps(engine))
        assert f"compiled.{type(engine).__name__}(" == repr(engine)[: len(type(engine).__name__) + 10]
    assert AStar().search(RowProblem(EDGES, 3)).engine == "compiled.AStar()"


def test_a_search_of_no_edges_ends():
    assert told(AStar().search(RowProblem({}, 1)))[2] is None


@pytest.mark.parametrize("engine", [WeightedAStar(weight=2), GreedyBestFirst(), AStar()], ids=repr)
def test_a_search_that_is_exhausted_under_a_cost_limit_is_unsolvable(engine):
    """A state is first parked above the limit and then reached at a lower cost, so no state is parked in the end."""
    edges = {0: [(1, 10), (2, 1)], 2: [(1, 1)]}
    problem = RowProblem(edges, 3, hs=[0, 0, 5, 0])
    for one in (engine, in_python(engine)):
        search = one.start(problem)
        result = search.run(Limits(cost=9))
        assert (Status.UNSOLVABLE, float("inf")) == (result.status, result.lower_bound)
        result.verify(problem)
        assert [] == list(search.frontier())


@pytest.mark.parametrize("engine", [AStar(), IDAStar(), slow(Dijkstra()), slow(GreedyBestFirst())], ids=repr)
@pytest.mark.parametrize("count", [0, slow(1_024), 1_025, 100_000])
def test_a_state_may_have_any_number_of_successors(engine, count):
    problem = RowProblem({0: [(head, 1) for head in range(1, count + 1)]}, count or 1, compiled={"most": count or 1})
    result = engine.search(problem)
    assert (Status.SOLVED if count else Status.UNSOLVABLE) == result.status
    assert not count or (1, count - 1) == (result.cost, result.actions[0])


def test_a_board_of_another_size_is_an_error():
    search = AStar().start(NPuzzle("1 2 3 / 0 4 6 / 7 5 8"))
    with pytest.raises(ValueError, match="9 cells, not 4"):
        search.path_to((1, 2, 3, 0))
