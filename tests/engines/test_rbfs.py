"""Recursive best-first search: its order, its backed-up values, its memory, and its bounds."""

import math
from fractions import Fraction

import pytest
from helpers.graphs import Explicit, Graph, check, few_paths, forms, outcome
from hypothesis import given
from hypothesis import strategies as st

from astarlib import RBFS, AStar, FunctionProblem, IDAStar, LimitKind, Limits, Search, Status
from astarlib.errors import InvalidCostError, InvalidHeuristicError
from astarlib.events import Expanded, LowerBoundRaised
from astarlib.observers.recorder import Recorder
from astarlib.problems.npuzzle import NPuzzle

PUZZLE = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")

# Two long branches whose g rises in turn, so that the search alternates between them.
SEESAW = {
    "s": [("a1", 1), ("b1", 1)],
    "a1": [("a2", 2)], "a2": [("a3", 2)], "a3": [("t", 9)],
    "b1": [("b2", 2)], "b2": [("b3", 3)], "b3": [("t", 9)],
    "t": [],
}  # fmt: skip


def seesaw():
    return FunctionProblem(
        "s",
        successors=lambda state: [(target, target, cost) for target, cost in SEESAW[state]],
        is_goal=lambda state: state == "t",
        heuristic=lambda state: 0,
    )


def expansions(problem, **limits):
    events = []
    result = RBFS().search(problem, limits=Limits(**limits), observer=events.append)
    return result, [event for event in events if isinstance(event, Expanded)]


@st.composite
def trees(draw):
    """A tree with a consistent h, where each state has one path."""
    size = draw(st.integers(1, 25))
    costs = st.sampled_from(draw(st.sampled_from([[1], [0, 1, 2, 5], [Fraction(1, 3), 2], [0.1, 0.2, 0.7]])))
    edges = tuple((draw(st.integers(0, node - 1)), node, draw(costs)) for node in range(1, size))
    goals = draw(st.frozensets(st.integers(0, size - 1), max_size=2))
    graph = Graph(edges, goals, (0,) * size)
    remaining = graph.distances(goals, backwards=True)
    share = draw(st.sampled_from([0, Fraction(1, 2), 1])) if all(type(cost) is not float for *_, cost in edges) else 0
    return Graph(edges, goals, tuple(math.inf if rest == math.inf else rest * share for rest in remaining))


# --- the order --------------------------------------------------------------------------------------------------------


@given(trees())
def test_new_states_of_a_tree_are_expanded_in_the_order_of_f_and_never_after_the_optimum(graph):
    result, found = expansions(Explicit(graph))
    first = {}
    for event in found:
        first.setdefault(event.state, event.g + event.h)
    assert list(first.values()) == sorted(first.values())
    assert all(f <= graph.optimum for f in first.values())
    assert graph.optimum == (result.cost if result else math.inf)


@given(trees())
def test_the_states_of_a_tree_with_f_below_the_optimum_are_those_that_a_star_expands(graph):
    events = []
    AStar().search(Explicit(graph), observer=events.append)
    of_a_star = {event.state for event in events if isinstance(event, Expanded) and event.f < graph.optimum}
    _, found = expansions(Explicit(graph))
    assert of_a_star == {event.state for event in found if event.g + event.h < graph.optimum}


def test_the_value_of_a_discarded_subtree_decides_when_the_search_returns_to_it():
    result, found = expansions(seesaw())
    assert 14 == result.cost == result.lower_bound
    assert ["s", "a1", "b1", "b2", "a1", "a2", "a3", "b1", "b2", "b3", "a1", "a2", "a3"] == [
        event.state for event in found
    ]
    assert [0, 1, 1, 3, 3, 3, 5, 6, 6, 6, 14, 14, 14] == [event.f for event in found]


@pytest.mark.costly
@given(few_paths("consistent", "admissible"), forms)
def test_the_f_of_expansions_never_falls_and_is_the_lower_bound(graph, form):
    _, found = expansions(form(graph))
    values = [event.f for event in found]
    assert values == sorted(values)
    search = RBFS().start(form(graph))
    for value in values:
        assert value == search.lower_bound <= graph.optimum
        search.run(Limits(expanded=1))
    assert search.lower_bound <= graph.optimum


@given(few_paths(), forms)
def test_every_rise_of_the_bound_is_reported_once(graph, form):
    events = []
    result = RBFS().search(form(graph), observer=events.append)
    bounds = [event.lower_bound for event in events if isinstance(event, LowerBoundRaised)]
    assert bounds == sorted(set(bounds))
    last = [event.expanded for event in events if isinstance(event, LowerBoundRaised)][-1:]
    assert last in ([], [result.statistics.expanded_before_last_f])


# --- ends -------------------------------------------------------------------------------------------------------------


@given(few_paths("consistent", "admissible"), forms)
def test_the_solution_costs_what_networkx_finds(graph, form):
    result = RBFS().search(form(graph))
    assert (Status.UNSOLVABLE if graph.optimum == math.inf else Status.SOLVED) is result.status
    assert graph.optimum == (result.cost if result else math.inf)
    assert graph.optimum == result.lower_bound


def test_a_state_that_is_cut_on_one_path_is_found_on_another():
    """On the path 0, 2, 1, state 2 is refused, and 1 has no other successor. The path 0, 1, 2, 3 isn't affected."""
    graph = Graph(((0, 1, 5), (0, 2, 1), (2, 1, 0), (1, 2, 0), (1, 3, 4), (2, 3, 9)), frozenset({3}), (0,) * 4)
    result = RBFS().search(Explicit(graph))
    assert (5, (0, 2, 1, 3)) == (result.cost, result.solution.states)


def test_loops_and_cycles_without_cost_end_with_a_proof():
    graph = Graph(((0, 0, 0), (0, 1, 0), (0, 1, 0), (1, 0, 0), (1, 2, 0), (2, 1, 0), (2, 0, 0)), frozenset(), (0,) * 3)
    result = RBFS().search(Explicit(graph))
    assert (Status.UNSOLVABLE, math.inf) == (result.status, result.lower_bound)


def test_an_initial_state_that_is_a_goal_or_a_dead_end_needs_no_expansion():
    goal = RBFS().search(Explicit(Graph(((0, 1, 1),), frozenset({0}), (0, 0))))
    assert (0, 0, 0) == (goal.cost, goal.lower_bound, goal.statistics.expanded)
    dead = RBFS().search(Explicit(Graph(((0, 1, 1),), frozenset({1}), (math.inf, 0))))
    assert (Status.UNSOLVABLE, math.inf, 0) == (dead.status, dead.lower_bound, dead.statistics.expanded)


def test_sums_of_floats_that_differ_by_rounding_do_not_alternate_forever():
    """Each branch has the same costs in another order."""
    costs = [0.1, 0.2, 0.3, 0.7, 0.4, 0.6]
    edges, node = [], 0
    for turn in range(6):
        before = 0
        for cost in costs[turn:] + costs[:turn]:
            node += 1
            edges.append((before, node, cost))
            before = node
    result = RBFS().search(Explicit(Graph(tuple(edges), frozenset(), (0,) * (node + 1))), limits=Limits(expanded=5000))
    assert Status.UNSOLVABLE is result.status


@given(few_paths(), forms, st.integers(0, 9))
def test_a_search_with_rising_cost_limits_continues_where_it_stopped(graph, form, cost):
    alone, search = RBFS().start(form(graph)), RBFS().start(form(graph))
    for limit in (cost, cost + 3):
        result = search.run(Limits(cost=limit))
        check(search)
        if result.status is Status.LIMIT:
            assert LimitKind.COST is result.limit
            assert result.lower_bound > limit
            assert not any(entry.g + entry.h <= limit and entry.closed for entry in search.frontier())
    assert outcome(alone.run()) == outcome(search.run())


# --- memory -----------------------------------------------------------------------------------------------------------


def test_what_is_stored_grows_with_the_depth_and_not_with_the_run():
    search = RBFS().start(PUZZLE)
    while (result := search.run(Limits(expanded=97))).status is Status.LIMIT:
        assert result.statistics.stored <= 3 * 25 + 1
    assert 25 == result.cost
    assert result.statistics.expanded > 500
    assert result.statistics.peak_frontier <= 2 * 25 + 1


def test_polls_do_not_walk_a_deep_path_again(monkeypatch):
    length, calls = 20_000, []
    problem = FunctionProblem(
        0,
        successors=lambda n: [("on", n + 1, 1), ("back", n - 1, 1)] if n < length else [],
        is_goal=lambda n: n == length,
        heuristic=lambda n: length - n,
    )
    search = RBFS().start(problem)
    walk = type(search._algorithm)._current_path
    monkeypatch.setattr(type(search._algorithm), "_current_path", lambda self: calls.append(1) or walk(self))
    search.run(Limits(seconds=1000))
    assert length == search.statistics.expanded
    assert len(calls) <= 3


def test_a_deep_path_is_saved_and_loaded(tmp_path):
    length = 5_000
    problem = FunctionProblem(
        0, successors=lambda n: [("on", n + 1, 1)], is_goal=lambda n: n == length, heuristic=lambda n: length - n
    )
    search = RBFS().start(problem)
    search.run(Limits(expanded=length - 10))
    search.save(tmp_path / "search")
    assert length == Search.load(tmp_path / "search", problem).run().cost


# --- what is evaluated and refused ------------------------------------------------------------------------------------


def test_incremental_changes_of_h_give_the_same_search():
    class Whole(NPuzzle):
        heuristic_change = None

    board, goal = "8 1 7 / 4 5 6 / 2 0 3", "0 1 2 / 3 4 5 / 6 7 8"
    assert outcome(RBFS().search(PUZZLE)) == outcome(RBFS().search(Whole(board, goal=goal)))


@pytest.mark.parametrize("cost", [-1, math.nan, math.inf, "1"])
def test_an_invalid_cost_is_refused(cost):
    problem = FunctionProblem(0, successors=lambda n: [("on", 1, cost)], is_goal=bool, heuristic=lambda n: 0)
    with pytest.raises(InvalidCostError):
        RBFS().search(problem)


@pytest.mark.parametrize("h", [-1, math.nan, "1", None])
def test_an_invalid_h_is_refused(h):
    problem = FunctionProblem(0, successors=lambda n: [("on", 1, 1)], is_goal=bool, heuristic=lambda n: h if n else 0)
    with pytest.raises(InvalidHeuristicError):
        RBFS().search(problem)


@pytest.mark.costly
def test_rbfs_ida_star_and_astar_agree_if_f_has_many_values():
    def problem():
        weights = [1, 1.37, 1.71]
        return FunctionProblem(
            (),
            successors=lambda path: [(i, (*path, i), w) for i, w in enumerate(weights)] if len(path) < 7 else [],
            is_goal=lambda path: path == (2, 0, 2, 1, 2, 0, 1),
            heuristic=lambda path: 7 - len(path),
        )

    rbfs, ida_star = RBFS().search(problem()), IDAStar().search(problem())
    assert rbfs.cost == ida_star.cost == AStar().search(problem()).cost
    assert rbfs.lower_bound == ida_star.lower_bound


def test_a_recorded_trace_has_every_expansion_and_the_path():
    recorder = Recorder()
    result = RBFS().search(seesaw(), observer=recorder)
    trace = recorder.trace
    nodes = list(trace.nodes())
    assert result.statistics.expanded == trace.expanded
    assert list(result.solution.states) == [eval(trace.text(number)) for number in trace.path]
    assert [node.g + node.h for node in nodes] == [node.f for node in nodes]


def test_an_observer_of_expansions_alone_gets_each_of_them():
    class Counting:
        event_types = frozenset({Expanded})
        count = 0

        def __call__(self, event):
            self.count += 1

    observer = Counting()
    result = RBFS().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), observer=observer, limits=Limits(expanded=50))
    assert observer.count == result.statistics.expanded == 50
