"""Costs and estimates of every number type: none wraps around, and each search finds what plain numbers give."""

import math
import random
import warnings
from decimal import Decimal
from fractions import Fraction

import pytest
from helpers.graphs import NODE_ENGINES, PATH_ENGINES, Explicit, Graph, Keyed, Whole, few_paths, outcome
from helpers.numbers_without import numbers_without
from helpers.sampling import in_turn, variant
from hypothesis import given
from hypothesis import strategies as st

from astarlib import (
    RBFS,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BatchWeightedAStar,
    BeamSearch,
    Dijkstra,
    FunctionProblem,
    IDAStar,
    KBest,
    LPAStar,
    Priority,
    Search,
    Status,
    WeightedAStar,
    with_heuristic,
)
from astarlib.checking import certify, check_heuristic, check_problem
from astarlib.engines.registry import ENGINES as ENGINE_CLASSES
from astarlib.errors import InvalidCostError, InvalidHeuristicError
from astarlib.heuristics import MaxOf, Scaled, SumOf
from astarlib.limits import Limits
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.result import all_counts

np = pytest.importorskip("numpy")
ENGINES = [*NODE_ENGINES, *PATH_ENGINES]
SMALL = [np.uint8, np.int8, np.int16, np.float16, np.float32, np.float64, np.bool_, np.array]
"""Kinds in which sums wrap around, are rounded, or are none."""
LONG = Graph(
    edges=((0, 1, 100), (1, 2, 100), (2, 3, 100), (0, 3, 127), (0, 4, 1), (4, 1, 1)),
    goals=frozenset({3}),
    h=(100, 100, 100, 0, 90),
)


class Incremental(Explicit):
    """A problem that provides the change of h in each step."""

    def heuristic_change(self, state, action, next_state):
        return self.graph.h[next_state] - self.graph.h[state]


FORMS = [Explicit, Whole, Keyed, Incremental]


def of_kind(form, graph, kind):
    """The problem whose costs and estimates are of that kind, where they fit."""

    def converted(value):
        if isinstance(value, float | Fraction) and not (value != math.inf and value == int(value)):
            return value if kind in {np.uint8, np.int8, np.int16, np.bool_} else kind(float(value))
        return kind(int(value)) if kind is not np.bool_ or value in {0, 1} else value

    class Converted(form):
        def heuristic(self, state):
            return converted(super().heuristic(state))

        def cost(self, state, action, next_state):
            return converted(super().cost(state, action, next_state))

    if form is Whole:
        Converted.successors = lambda self, state: [
            (action, target, converted(cost)) for action, target, cost in form.successors(self, state)
        ]
    if form is Incremental:

        def heuristic_change(self, *step):
            change = form.heuristic_change(self, *step)
            return change if math.isinf(change) else np.int16(change)

        Converted.heuristic_change = heuristic_change
    return Converted(graph)


def kinds_of(walk):
    return {type(value) for value in (walk.cost, *walk.costs)}


@pytest.fixture(autouse=True)
def _no_warning_of_an_overflow():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.costly
@in_turn("form", FORMS)
@in_turn("engine", ENGINES)
def test_numbers_of_numpy_give_the_search_that_numbers_of_python_give(engine, form):
    expected = engine.search(form(LONG))
    for kind in SMALL:
        with variant(kind):
            problem = of_kind(form, LONG, kind)
            found = engine.search(problem)
            assert outcome(expected) == outcome(found)
            assert kinds_of(found.solution) <= {int, float}
            counts = all_counts(found.statistics).values()
            assert {type(found.lower_bound), *map(type, counts)} <= {int, float, type(None)}
            found.verify(problem)


@pytest.mark.costly
@given(few_paths(), st.sampled_from([np.uint8, np.int16, np.float64]), st.sampled_from(FORMS), st.sampled_from(ENGINES))
def test_small_integers_of_numpy_change_no_search(graph, kind, form, engine):
    edges = tuple((source, target, int(20 * cost)) for source, target, cost in graph.edges)
    graph = Graph(edges, graph.goals, tuple(h if h == math.inf else int(5 * h) for h in graph.h))
    assert outcome(engine.search(form(graph))) == outcome(engine.search(of_kind(form, graph, kind)))


def test_the_largest_integer_of_numpy_does_not_wrap_around():
    closed = np.int64(np.iinfo(np.int64).max)
    roads = {"S": [("a", "A", np.int64(3)), ("x", "G", np.int64(5))], "A": [("closed", "G", closed)], "G": []}
    problem = FunctionProblem("S", successors=roads.__getitem__, is_goal=lambda state: state == "G")
    for engine in ENGINES[:1] + ENGINES[-3:]:
        result = engine.search(problem)
        assert result.cost in {5, 3 + 2**63 - 1}
        result.verify(problem)
    assert AStar().search(problem).actions == ("x",)


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_checkpoints_of_searches_with_numbers_of_numpy_are_loaded(engine, tmp_path):
    for form in FORMS:
        problem = of_kind(form, LONG, np.uint8)
        search = engine.start(problem)
        search.run(Limits(expanded=2))
        search.save(tmp_path / "search")
        assert outcome(engine.search(form(LONG))) == outcome(Search.load(tmp_path / "search", problem).run())


def test_certificates_and_reports_add_numbers_of_numpy_as_python_does():
    problem = of_kind(Explicit, LONG, np.uint8)
    certificate = certify(AStar().search(problem), problem)
    assert (True, 127, int) == (certificate.proved, certificate.optimum, type(certificate.optimum))
    assert check_problem(problem).ok
    assert check_heuristic(problem).admissible == check_heuristic(Explicit(LONG)).admissible


def test_a_graph_of_a_matrix_of_small_integers_has_costs_of_python():
    matrix = np.zeros((5, 5), np.uint8)
    matrix[0, 1] = matrix[1, 2] = matrix[2, 3] = 100
    matrix[0, 3] = 250
    problem = GraphProblem({i: {j: matrix[i, j] for j in range(5) if matrix[i, j]} for i in range(5)}, 0, 3)
    assert [(3, 3, 250)] == [edge for edge in problem.successors(0) if edge[0] == 3]
    assert type(problem.cost(0, 3, 3)) is int
    for engine in (AStar(), Dijkstra(), IDAStar()):
        assert (250, (0, 3)) == (engine.search(problem).cost, engine.search(problem).states)


@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.bool_], ids=lambda kind: kind.__name__)
def test_a_grid_takes_the_rows_of_an_array_in_a_list(kind):
    cells = np.ones((2, 300), kind)
    cells[1, 7] = 0
    cells = cells if kind is np.bool_ else np.where(cells == 0, 200, cells).astype(kind)
    whole, rows, values = (
        GridProblem(given, (0, 0), (299, 0)) for given in (cells, list(cells), list(map(list, cells)))
    )
    assert whole.grid == rows.grid == values.grid
    assert 299 == AStar().search(rows).cost


@pytest.mark.parametrize("weight", [2, np.uint8(2)], ids=repr)
def test_combined_heuristics_do_not_wrap_around(weight):
    part = lambda state: np.uint8(200)  # noqa: E731  # a callable part
    total = SumOf(part, part, Scaled(part, weight=weight)).bind(None)(0)
    assert (800, int) == (total, type(total))
    assert (200, 400) == (MaxOf(part, part).bind(None)(0), Scaled(part, weight=weight).bind(None)(0))


def test_changes_of_combined_heuristics_do_not_wrap_around():
    class Part:
        def bind(self, problem):
            return self

        def __call__(self, state):
            return np.uint8(0)

        def change(self, state, action, next_state):
            return np.int8(100)

    bound = SumOf(Part(), Part(), Scaled(Part(), weight=np.int8(2))).bind(None)
    assert (400, int) == (bound.change(0, 0, 0), type(bound.change(0, 0, 0)))


def test_a_weight_of_numpy_does_not_wrap_around():
    problem = with_heuristic(Explicit(LONG), lambda state: 120)
    assert outcome(WeightedAStar(weight=2).search(problem)) == outcome(
        WeightedAStar(weight=np.uint8(2)).search(problem)
    )
    assert WeightedAStar(weight=2) == WeightedAStar(weight=np.uint8(2))


@pytest.mark.parametrize("kind", [Decimal, Fraction, bool, float, int], ids=lambda kind: kind.__name__)
def test_other_kinds_of_numbers_stay_what_they_are(kind):
    ones = Graph(((0, 1, kind(1)), (1, 2, kind(1)), (0, 3, kind(0)), (3, 2, kind(1))), frozenset({2}), (0,) * 4)
    for engine in ENGINES:
        with variant(engine):
            result = engine.search(Explicit(ones))
            assert result.cost == sum(result.solution.costs)
            assert {type(cost) for cost in result.solution.costs} <= {kind, int}
            result.verify(Explicit(ones))


@pytest.mark.parametrize("engine", [AStar(), IDAStar(), WeightedAStar(weight=2)], ids=repr)
def test_numbers_that_cannot_be_added_are_named(engine):
    mixed = Graph(((0, 1, Decimal(1)), (1, 2, Decimal(1))), frozenset({2}), (0.5, 0.5, 0.0))
    with pytest.raises(InvalidCostError, match=r"cost\(0, 0, 1\) returned Decimal\('1'\) .* numbers of one type"):
        engine.search(Explicit(mixed))


@pytest.mark.parametrize("change", [Decimal(-1), "1", None, np.float64("nan"), 10**400])
def test_a_change_that_cannot_be_added_to_h_is_named(change):
    class Changing(Explicit):
        def heuristic_change(self, state, action, next_state):
            return change

    line = Graph(((0, 1, 1), (1, 2, 1)), frozenset({2}), (1.5, 0.5, 0.0))
    with pytest.raises(InvalidHeuristicError, match=r"heuristic_change\(0, 0, 1\) returned"):
        IDAStar().search(Changing(line))


def test_costs_beyond_the_range_of_floats_are_saved(tmp_path):
    huge = 10**400
    problem = FunctionProblem(0, successors=lambda n: [("on", n + 1, huge)], is_goal=lambda n: n == 3)
    search = AStar().start(problem)
    search.run(Limits(expanded=1))
    search.save(tmp_path / "search")
    assert 3 * huge == Search.load(tmp_path / "search", problem).run().cost


# --- arrays, and numbers that don't mix with floats -------------------------------------------------------------------

ALL_ENGINES = [kind() for kind in ENGINE_CLASSES.values()]
ALL_ENGINES += [WeightedAStar(weight=1.5, priority=priority) for priority in Priority]


def small_problem(rng, make, h=None):
    """A problem with 7 states and any edges, whose costs ``make`` draws, and the cost of each state to the goal."""
    edges = [(rng.randrange(7), rng.randrange(7), make(rng)) for _ in range(16)]
    far = {5: 0 * edges[0][2]}
    for _ in range(7):
        for tail, head, cost in edges:
            if head in far:
                far[tail] = min(cost + far[head], far.get(tail, cost + far[head]))
    out = {state: [(at, v, cost) for at, (u, v, cost) in enumerate(edges) if u == state] for state in range(7)}
    back = {state: [(at, u, cost) for at, (u, v, cost) in enumerate(edges) if v == state] for state in range(7)}
    zero = lambda state: far[5]  # noqa: E731
    problem = FunctionProblem(
        0, successors=out.get, predecessors=back.get, goal_states=[5], is_goal=lambda state: state == 5,
        heuristic=zero if h is None else lambda state: h(far, state), backward_heuristic=zero,
    )  # fmt: skip
    return problem, far.get(0)


@pytest.mark.costly
@in_turn("engine", ALL_ENGINES)
@in_turn(
    "make",
    [
        lambda rng: Decimal(rng.randint(1, 99)),
        lambda rng: Fraction(rng.randint(1, 99), 7),
        lambda rng: 10**400 + rng.randint(1, 99),
    ],
)
def test_every_engine_takes_numbers_that_do_not_mix_with_floats(engine, make):
    for seed in range(6):
        problem, best = small_problem(random.Random(seed), make)
        result = engine.search(problem, Limits(expanded=2000))
        assert (result.status is Status.UNSOLVABLE) <= (best is None)
        assert best is None or result.lower_bound <= best
        assert not (result.solution is not None and result.is_optimal) or result.cost == best


@in_turn(
    "engine",
    [ARAStar(weights=(2.5, 1)), AnytimeWeightedAStar(weight=1.5), WeightedAStar(weight=1.5, priority=Priority.XDP)],
)
@in_turn("kind", [Decimal, Fraction, lambda n: Fraction(10**400 * n, 7)])
def test_a_weight_that_is_a_float_goes_with_costs_of_any_kind(engine, kind):
    problem, best = small_problem(
        random.Random(4), lambda rng: kind(rng.randint(1, 99)), lambda far, s: far.get(s, kind(10**9))
    )
    result = engine.search(problem)
    assert result.lower_bound <= best <= result.cost <= 2 * best


def test_a_dead_end_that_has_no_sum_with_the_costs_is_named_and_the_infinity_of_decimals_is_taken():
    decimal = lambda rng: Decimal(rng.randint(1, 99))  # noqa: E731
    problem, best = small_problem(random.Random(4), decimal, lambda far, state: far.get(state, math.inf))
    with pytest.raises(InvalidCostError, match=r"h of a dead end.*Decimal\('Infinity'\)"):
        AStar().search(problem)
    problem, best = small_problem(random.Random(4), decimal, lambda far, state: far.get(state, Decimal("Infinity")))
    assert AStar().search(problem).cost == best


STEPS = {"s": [("long", "m", 0), ("short", "g", 2)], "m": [("on", "g", 1)], "g": []}


@in_turn("engine", ALL_ENGINES)
def test_a_cost_that_is_an_array_of_one_element_is_refused_with_its_state(engine):
    costs = [np.array([value], np.uint8) for value in (200, 200, 255)]
    problem = FunctionProblem(
        "s", successors=lambda s: [(a, t, costs[i]) for a, t, i in STEPS[s]], is_goal=lambda s: s == "g",
        goal_states=["g"], backward_heuristic=lambda s: 0,
        predecessors=lambda s: [(a, u, costs[i]) for u, edges in STEPS.items() for a, t, i in edges if t == s],
    )  # fmt: skip
    with pytest.raises(InvalidCostError, match=r"'s'|'g'"):
        engine.search(problem)


@pytest.mark.parametrize("engine", [AStar(), IDAStar(), LPAStar(), RBFS(), BeamSearch()], ids=repr)
def test_an_h_that_is_an_array_of_one_element_is_refused_with_its_state(engine):
    problem = FunctionProblem(
        "s", successors=lambda s: [(a, t, 1) for a, t, _ in STEPS[s]], is_goal=lambda s: s == "g",
        heuristic=lambda s: np.array([1]) if s == "m" else 0,
    )  # fmt: skip
    with pytest.raises(InvalidHeuristicError, match="'m'"):
        engine.search(problem)


def test_checks_and_graphs_refuse_a_cost_that_is_an_array():
    problem = FunctionProblem("s", successors=lambda s: [("a", "g", np.array([1]))], is_goal=lambda s: s == "g")
    assert not check_problem(problem).ok
    with pytest.raises(ValueError, match="costs array"):
        GraphProblem({"s": {"g": np.array([1])}}, "s", "g")


def test_batch_search_ends_if_a_float_h_rounds_an_exact_cost():
    for cost in (Fraction(1, 3), 2**53 + 1):
        problem = FunctionProblem(0, successors={0: [("a", 1, cost)], 1: []}.get, is_goal=bool, heuristic=lambda s: 0.0)
        result = BatchWeightedAStar().search(problem)
        assert (result.status, result.cost) == (Status.SOLVED, cost)


@pytest.mark.parametrize("kind", [WeightedAStar, AnytimeWeightedAStar, BatchWeightedAStar])
def test_a_weight_that_makes_f_infinite_is_named(kind):
    problem = FunctionProblem(0, successors={0: [("a", 1, 1)], 1: []}.get, is_goal=bool, heuristic=lambda s: 21 - s)
    with pytest.raises(ValueError, match=r"1e\+308.* h = 21; expected a finite number"):
        kind(weight=1e308).search(problem)


def problem_with_costs(kind):
    """The graph of STEPS for all engines, with costs of that kind."""
    costs = [kind(2), kind(3), kind(9)]
    return FunctionProblem(
        "s", successors=lambda s: [(a, t, costs[i]) for a, t, i in STEPS[s]], is_goal=lambda s: s == "g",
        goal_states=["g"], backward_heuristic=lambda s: 0,
        predecessors=lambda s: [(a, u, costs[i]) for u, edges in STEPS.items() for a, t, i in edges if t == s],
    )  # fmt: skip


@in_turn("engine", ALL_ENGINES)
def test_every_engine_takes_a_class_of_numbers_with_all_operations(engine):
    assert engine.search(problem_with_costs(numbers_without())).solution.states[-1] == "g"


@in_turn("engine", ALL_ENGINES)
@pytest.mark.parametrize(
    ("missing", "says"),
    [
        (["__sub__", "__rsub__"], r"cost - 0"),
        (["__add__", "__radd__"], r"cost \+ 0"),
        (["__radd__"], r"0 \+ cost"),
    ],
    ids=str,
)
def test_a_cost_that_lacks_an_operation_is_refused_with_its_state_and_action(engine, missing, says):
    with pytest.raises(InvalidCostError, match=f"Number.*{says}") as refused:
        engine.search(problem_with_costs(numbers_without(*missing)))
    assert refused.value.state in {"s", "m", "g"}
    assert refused.value.action in {"long", "on", "short"}


@in_turn("engine", ALL_ENGINES)
@pytest.mark.parametrize("missing", ["__neg__", "__hash__", "__truediv__", "__rmul__"])
def test_a_cost_that_lacks_a_rare_operation_is_used_or_refused_with_its_state(engine, missing):
    try:
        states = engine.search(problem_with_costs(numbers_without(missing))).states
    except InvalidCostError as error:
        states = [error.state]
    assert states[-1] in {"s", "m", "g"}


# --- other sums -------------------------------------------------------------------------------------------------------


class Worst(float):
    """A number whose sum is the maximum, for paths whose largest cost is to be small."""

    def __add__(self, other):
        return Worst(max(float(self), float(other)))

    __radd__ = __add__


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 9)), max_size=16))
def test_bottleneck_paths_are_found_with_a_class_whose_sum_is_the_maximum(edges):
    def reaches(largest):
        known = {0}
        for _ in edges:
            known |= {head for tail, head, cost in edges if tail in known and cost <= largest}
        return 5 in known

    expected = next((largest for largest in range(10) if reaches(largest)), None)
    problem = FunctionProblem(
        0,
        successors=lambda place: [(head, head, Worst(cost)) for tail, head, cost in edges if tail == place],
        is_goal=lambda place: place == 5,
    )
    for engine in (AStar(), Dijkstra(), IDAStar(), KBest(k=1)):
        result = engine.search(problem)
        assert expected == (result.cost if result else None)
        if result:
            result.verify(problem)
