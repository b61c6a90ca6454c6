"""IDA* and iterative deepening: thresholds, bounds, cycle checks, and their low memory."""

import csv
import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import geometric_mean

import pytest
from helpers.graphs import SKIPPED, Explicit, Graph, cases, few_paths, forms, outcome
from helpers.sampling import slow
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, CycleCheck, FunctionProblem, IDAStar, IterativeDeepening, LimitKind, Limits, Search, Status
from astarlib.events import Expanded, LowerBoundRaised
from astarlib.problems.npuzzle import NPuzzle
from docs.examples.light_tiles import scrambled

PUZZLE = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")
PARENT = CycleCheck.PARENT
UNIT = Fraction(1, 12)
"""A unit that divides all costs and all h of ``few_paths``, so that no threshold is skipped."""


# --- what it finds ----------------------------------------------------------------------------------------------------


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), forms)
def test_ida_star_is_optimal_with_an_admissible_h(graph, form):
    result = IDAStar().search(form(graph))
    assert graph.optimum == (math.inf if result.solution is None else result.cost) == result.lower_bound


@given(few_paths("consistent", "admissible"), forms)
def test_ida_star_and_astar_agree_on_status_cost_and_bound(graph, form):
    one, other = IDAStar().search(form(graph)), AStar().search(form(graph))
    assert (one.status, one.lower_bound) == (other.status, other.lower_bound)
    assert (one.solution and one.cost) == (other.solution and other.cost)


@given(few_paths("consistent", "admissible"), forms)
def test_what_ida_star_finds_with_the_parent_check_is_optimal_too(graph, form):
    result = IDAStar(cycle_check=PARENT).search(form(graph), limits=Limits(expanded=2000))
    if result.status is Status.SOLVED:
        assert graph.optimum == result.cost == result.lower_bound
    else:
        assert graph.optimum >= result.lower_bound


def test_ida_star_is_optimal_up_to_rounding_with_costs_that_are_not_exact_floats():
    edges = tuple((node, node + 1, 0.1 * (node % 7 + 1)) for node in range(40))
    edges += tuple((node, node + 2, 0.1 * (node % 5 + 3)) for node in range(0, 39, 4))
    bare = Graph(edges, frozenset({40}), (0,) * 41)
    graph = Graph(edges, frozenset({40}), tuple(bare.distances([40], backwards=True)))
    result = IDAStar().search(Explicit(graph))
    assert result.cost == pytest.approx(graph.optimum, rel=1e-12)
    assert result.suboptimality_bound == pytest.approx(1, rel=1e-12)


# --- what is proved, wherever it stops --------------------------------------------------------------------------------

PLANS = st.lists(
    st.one_of(
        st.builds(lambda count: Limits(expanded=count), st.integers(0, 9)),
        st.builds(lambda count: Limits(generated=count), st.integers(0, 20)),
        st.builds(lambda count: Limits(stored=count), st.integers(0, 9)),
        st.builds(lambda cost, count: Limits(cost=cost, expanded=count), st.integers(0, 12), st.integers(0, 40)),
    ),
    max_size=8,
)
DEEPENINGS = st.sampled_from([IDAStar(), IterativeDeepening()])


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), forms, DEEPENINGS, PLANS)
def test_bounds_are_true_and_never_fall_whatever_limits_rise_and_fall(graph, form, engine, plan):
    search, bound = engine.start(form(graph)), 0
    for limits in (*plan, Limits()):
        result = search.run(limits)
        search._algorithm._check()
        assert bound <= result.lower_bound <= graph.optimum
        bound = result.lower_bound
        if result.solution is not None:
            within = result.suboptimality_bound
            assert math.inf == within or result.cost <= within * graph.optimum + 1e-9
            assert result.lower_bound <= result.cost


@pytest.mark.costly
@given(few_paths(), forms, PLANS)
def test_no_limits_change_what_ida_star_does_in_the_end_if_costs_have_a_unit(graph, form, plan):
    problem = form(graph)
    problem.cost_unit = UNIT  # A cost limit changes which thresholds are skipped.
    search = IDAStar().start(problem)
    for limits in plan:
        search.run(limits)
    assert outcome(IDAStar().search(problem)) == outcome(search.run())


@pytest.mark.costly
@given(few_paths(), forms, PLANS)
def test_iterative_deepening_finds_the_fewest_actions_after_runs_under_cost_limits_too(graph, form, plan):
    search = IterativeDeepening().start(form(graph))
    if all(search.run(limits).status is not Status.SOLVED for limits in plan):
        expected, found = IterativeDeepening().search(form(graph)), search.run()
        assert (expected.status, expected.solution) == (found.status, found.solution)


@given(few_paths(), forms, DEEPENINGS, st.integers(0, 12))
def test_no_solution_above_the_cost_limit_is_returned(graph, form, engine, cost):
    result = engine.search(form(graph), limits=Limits(cost=cost))
    assert result.solution is None or result.cost <= cost
    if result.status is Status.LIMIT:
        assert LimitKind.COST is result.limit


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), forms, DEEPENINGS, st.integers(0, 12))
def test_a_cost_limit_of_the_optimum_or_more_leads_to_a_solution(graph, form, engine, cost):
    status = engine.search(form(graph), limits=Limits(cost=cost)).status
    assert (status is Status.SOLVED) == (graph.optimum <= cost)


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), forms, DEEPENINGS)
def test_a_cost_limit_raised_to_each_bound_leads_to_the_optimum(graph, form, engine):
    search, bounds = engine.start(form(graph)), [-1, 0]
    while (result := search.run(Limits(cost=bounds[-1]))).limit is LimitKind.COST:
        bounds.append(result.lower_bound)
        assert bounds[-2] < bounds[-1] <= graph.optimum
    assert graph.optimum == (math.inf if result.solution is None else result.cost)


@pytest.mark.costly
@given(cases(), forms, st.integers(0, 30))
def test_as_many_states_are_expanded_as_the_limit_says(case, form, count):
    graph, engine = case
    result = engine.search(form(graph), limits=Limits(expanded=count))
    whole = engine.search(form(graph)).statistics.expanded
    assert min(count, whole) == result.statistics.expanded
    assert (result.limit is LimitKind.EXPANDED) == (result.status is Status.LIMIT)


def test_an_inadmissible_h_promises_nothing_and_the_bound_says_so_no_more_than_the_cost():
    graph = Graph(((0, 1, 1), (1, 3, 1), (0, 2, 2), (2, 3, 2)), frozenset({3}), (0, 9, 0, 5))
    result = IDAStar().search(Explicit(graph))
    assert (4, 4) == (result.cost, result.lower_bound)


# --- iterations -------------------------------------------------------------------------------------------------------


@given(few_paths(), forms)
def test_ida_star_reports_each_iteration_once_with_a_higher_bound_and_the_counters_so_far(graph, form):
    events = []
    search = IDAStar().start(form(graph), observer=events.append)
    result = search.run()
    raised = [event for event in events if isinstance(event, LowerBoundRaised)]
    assert all(before.lower_bound < after.lower_bound for before, after in pairwise(raised))
    for event in raised:
        earlier = events[: events.index(event)]
        assert event.expanded == sum(isinstance(other, Expanded) for other in earlier)
    roots = [event for event in events if isinstance(event, Expanded) and event.state == search.problem.initial_state]
    assert len(raised) == len(roots) + (result.status is Status.SOLVED and len(result.actions) == 0)
    if len(raised) > 0:
        assert raised[-1].expanded == result.statistics.expanded_before_last_f


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), forms)
def test_every_f_that_ida_star_expands_is_at_most_the_bound_reported_before_if_costs_have_a_unit(graph, form):
    bound, seen = -1, []

    def observe(event):
        nonlocal bound
        if isinstance(event, LowerBoundRaised):
            bound = event.lower_bound
        if isinstance(event, Expanded):
            seen.append(event.f <= bound)

    problem = form(graph)
    problem.cost_unit = UNIT
    result = IDAStar().search(problem, observer=observe)
    assert all(seen)
    assert result.statistics.expanded == len(seen)


def published(*numbers):
    with (Path(__file__).parents[1] / "data" / "korf100_15puzzle.csv").open() as file:
        rows = {int(row["id"]): row for row in csv.DictReader(line for line in file if not line.startswith("#"))}
    return [rows[number] for number in numbers]


@pytest.mark.costly
@pytest.mark.parametrize(
    "row", [slow(row) if row["id"] != "12" else row for row in published(79, 12, 42)], ids=lambda row: row["id"]
)
@pytest.mark.parametrize("is_whole", [False, slow(True)], ids=["before the last iteration", "all"])
def test_ida_star_counts_what_korf_counted(row, is_whole):
    raised, counts = [], {name: int(number) for name, number in row.items() if name != "state"}
    board = [int(tile) for tile in row["state"].split()]
    result = IDAStar(cycle_check=PARENT).search(
        NPuzzle(board, goal=range(16)),
        Limits() if is_whole else Limits(generated=counts["gen_before_last"] + 9),
        observer=lambda event: isinstance(event, LowerBoundRaised) and raised.append(event),
    )
    assert (counts["md"], counts["opt"]) == (raised[0].lower_bound, result.lower_bound)
    assert (counts["iters"], counts["gen_before_last"]) == (len(raised), raised[-1].generated)
    assert result.statistics.stored <= 3 * counts["opt"] + 1
    if is_whole:
        assert (counts["opt"], 1) == (result.cost, result.suboptimality_bound)
        assert counts["exp"] == result.statistics.expanded


# --- skipped thresholds -----------------------------------------------------------------------------------------------

NUMBERS = {
    "int": lambda random: random.randint(0, 10**6),
    "fraction": lambda random: Fraction(random.randint(0, 10**6), random.randint(1, 999)),
    "float": lambda random: random.random(),
    "decimal": lambda random: Decimal(random.randint(0, 10**6)) / 1000,
}


@st.composite
def different_costs(draw):
    """Graphs in which most paths have different costs, with an admissible h."""
    random, kind = Random(draw(st.integers(0, 2**32))), draw(st.sampled_from(sorted(NUMBERS)))
    size, number = random.randint(3, 12), NUMBERS[kind]
    edges = [(random.randrange(max(0, node - 3), node), node, number(random)) for node in range(1, size)]
    edges += [(random.randrange(size), random.randrange(size), number(random)) for _ in range(random.randint(0, size))]
    bare = Graph(tuple(edges), frozenset(random.sample(range(1, size), random.choice([0, 1, 1, 2]))), (0,) * size)
    if kind != "fraction" or not draw(st.booleans()):
        return bare
    rest = bare.distances(bare.goals, backwards=True)
    return replace(bare, h=tuple(0 if left == math.inf else left * Fraction(random.randint(0, 9), 10) for left in rest))


@given(different_costs(), forms)
def test_ida_star_is_optimal_where_nearly_every_path_has_a_different_cost(graph, form):
    one, other = IDAStar().search(form(graph)), AStar().search(form(graph))
    assert (one.status, one.solution and one.cost) == (other.status, other.solution and other.cost)
    assert one.lower_bound == (one.cost if one else math.inf)


@pytest.mark.costly
@given(different_costs(), forms, st.integers(1, 9), st.booleans())
def test_slices_and_files_change_nothing_when_thresholds_are_skipped(tmp_path_factory, graph, form, step, is_saved):
    path, search = tmp_path_factory.mktemp("saved") / "search", IDAStar().start(form(graph))
    while (result := search.run(Limits(expanded=step))).status is Status.LIMIT:
        search._algorithm._check()
        assert result.lower_bound <= graph.optimum
        if is_saved:
            search.save(path)
            search = Search.load(path, form(graph))
    assert outcome(IDAStar().search(form(graph))) == outcome(result)


@given(different_costs(), forms, st.lists(st.tuples(st.floats(0, 2), st.integers(0, 30)), max_size=5))
def test_limits_of_cost_that_rise_and_fall_lose_no_solution_of_skipped_thresholds(graph, form, plan):
    search, scale = IDAStar().start(form(graph)), 1 if graph.optimum == math.inf else graph.optimum
    for factor, expanded in plan:
        limit = scale * int(factor * 64) // 64 if isinstance(scale, int) else scale * type(scale)(factor)
        result = search.run(Limits(cost=limit, expanded=expanded))
        search._algorithm._check()
        assert result.lower_bound <= graph.optimum
        if result.status is Status.LIMIT and result.limit is LimitKind.COST:
            assert result.lower_bound > limit
        if result.status is not Status.LIMIT:
            assert result.solution is None or result.cost <= limit
            return
    result = search.run()
    assert graph.optimum == (result.cost if result else math.inf) == result.lower_bound


def test_thresholds_are_skipped_among_costs_that_no_float_can_hold():
    edges = tuple((tail, head, 10**400 * cost) for tail, head, cost in SKIPPED.edges)
    result = IDAStar().search(Explicit(replace(SKIPPED, edges=edges)))
    assert (41 * 10**400, 41 * 10**400) == (result.cost, result.lower_bound)


def test_no_threshold_is_skipped_if_f_is_a_multiple_of_a_known_unit():
    def bounds_of(problem):
        raised = []
        result = IDAStar().search(
            problem, observer=lambda event: isinstance(event, LowerBoundRaised) and raised.append(event.lower_bound)
        )
        assert (41, 41) == (result.cost, result.lower_bound)
        return raised

    problem, every = Explicit(SKIPPED), [0, 17, 30, 34, 36, 41]
    assert set(bounds_of(problem)) < set(every)
    problem.cost_unit = 1
    assert every == bounds_of(problem)
    problem.cost_unit = 50  # f isn't a multiple of it.
    assert set(bounds_of(problem)) < set(every)


def test_ida_star_expands_a_few_times_as_many_states_as_astar_where_costs_differ_a_lot():
    problems = scrambled(8, moves=30)
    ratios = [
        IDAStar().search(problem).statistics.expanded / AStar().search(problem).statistics.expanded
        for problem in problems
    ]
    assert geometric_mean(ratios) < 3


# --- cycle checks -----------------------------------------------------------------------------------------------------


def test_the_path_check_proves_what_the_parent_check_never_ends_on():
    swapped = NPuzzle("2 1 / 3 0")
    proved = IDAStar().search(swapped)
    assert (Status.UNSOLVABLE, math.inf) == (proved.status, proved.lower_bound)
    endless = IDAStar(cycle_check=PARENT).search(swapped, limits=Limits(expanded=5000))
    assert (Status.LIMIT, 5000) == (endless.status, endless.statistics.expanded)


@pytest.mark.parametrize(("check", "expected"), [(CycleCheck.PATH, [0, 1, 2]), (PARENT, [0, 1, 2, 0, 1])])
def test_the_path_check_refuses_what_is_on_the_path_and_the_parent_check_only_to_go_straight_back(check, expected):
    triangle = Graph(((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1), (1, 2, 1), (2, 0, 1)), frozenset(), (0,) * 3)
    iterations = []

    def observe(event):
        if isinstance(event, LowerBoundRaised):
            iterations.append([])
        if isinstance(event, Expanded):
            iterations[-1].append(event.state)

    IDAStar(cycle_check=check).search(Explicit(triangle), limits=Limits(cost=4), observer=observe)
    assert expected == max(iterations, key=len)


@pytest.mark.parametrize("check", list(CycleCheck))
def test_none_is_a_state_like_any_other(check):
    edges = {"start": [None], None: ["start", "goal"], "goal": []}
    problem = FunctionProblem(
        "start",
        successors=lambda state: [(f"to {target}", target, 1) for target in edges[state]],
        is_goal=lambda state: state == "goal",
    )
    assert ("start", None, "goal") == IDAStar(cycle_check=check).search(problem).states
