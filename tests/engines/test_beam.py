"""Beam search: its layers, its width, its passes, its bounds, and its limits on cost."""

import copy
import math

import pytest
from helpers.graphs import Explicit, Graph, Keyed, check, forms, graphs, outcome
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, BeamSearch, FunctionProblem, LimitKind, Limits, Search, Status
from astarlib.checking import check_engine
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.errors import InvalidCostError, InvalidHeuristicError, ProblemStateError
from astarlib.events import Expanded, Generated, LowerBoundRaised, Reopened
from astarlib.problems.npuzzle import NPuzzle

PUZZLE = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")
widths = st.integers(1, 5)


def graph_of(edges, goals, h):
    return Explicit(Graph(tuple(edges), frozenset(goals), tuple(h)))


# The cheap path through 2 doesn't fit into a layer of width 1.
FORK = graph_of([(0, 1, 1), (0, 2, 1), (1, 3, 5), (2, 3, 2)], {3}, (0, 0, 1, 0))


def events_of(engine, problem, kind, **limits):
    events = []
    result = engine.search(problem, limits=Limits(**limits), observer=events.append)
    return result, [event for event in events if isinstance(event, kind)]


def at_most(value, bound):
    return value <= bound + 1e-9 * (1 if bound < math.inf else 0)


# --- layers -----------------------------------------------------------------------------------------------------------


def test_a_layer_keeps_the_states_with_the_smallest_f_and_then_the_smallest_h_and_then_the_oldest():
    edges = [(0, target, cost) for target, cost in ((1, 3), (2, 1), (3, 2), (4, 2), (5, 4))]
    problem = graph_of(edges, (), (0, 1, 3, 2, 2, 0))
    _, expanded = events_of(BeamSearch(width=4, complete=False), problem, Expanded)
    assert [0, 5, 1, 3, 4] == [event.state for event in expanded]
    assert [0, 3, 2, 1, 0] == [event.frontier for event in expanded]


def test_the_states_of_all_layers_are_remembered_and_a_later_layer_takes_only_cheaper_paths():
    """A cycle, and a state that gets a cheaper path with more actions."""
    edges = [(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 0, 0), (1, 3, 1)]
    problem = graph_of(edges, (), (0, 0, 9, 0))
    result, events = events_of(BeamSearch(width=2, complete=False), problem, (Expanded, Reopened))
    assert [0, 1, 2, 1, 3] == [event.state for event in events if isinstance(event, Expanded)]
    assert [(1, 2, 5)] == [tuple(event) for event in events if isinstance(event, Reopened)]
    assert (Status.UNSOLVABLE, 1) == (result.status, result.statistics.reopened)


def test_a_cheaper_path_to_a_waiting_state_replaces_it():
    edges = [(0, 1, 1), (0, 2, 3), (1, 2, 1)]
    result, expanded = events_of(BeamSearch(width=2, complete=False), graph_of(edges, (), (0,) * 3), Expanded)
    assert [(0, 0), (1, 1), (2, 2)] == [(event.state, event.g) for event in expanded]
    assert (3, 0) == (result.statistics.stored, result.statistics.reopened)


@pytest.mark.costly
@given(graphs(), forms, widths)
def test_no_layer_of_a_pass_is_wider_than_the_width(graph, form, width):
    _, expanded = events_of(BeamSearch(width=width, complete=False), form(graph), (Expanded, Generated))
    depths, layers = {}, {}
    state = None
    for event in expanded:
        key = repr(event.state)
        if isinstance(event, Expanded):
            state = depths.get((key, event.g), 0)
            layers[state] = layers.get(state, 0) + 1
        elif event.accepted:
            depths[key, event.g] = state + 1
    assert all(count <= width for count in layers.values())


# --- passes and bounds ------------------------------------------------------------------------------------------------


def test_a_pass_that_drops_a_state_proves_no_more_than_its_f():
    one = BeamSearch(width=1, complete=False).search(FORK)
    assert (Status.SOLVED, 6, 2) == (one.status, one.cost, one.lower_bound)
    assert (3, 3) == ((best := BeamSearch(width=1).search(FORK)).cost, best.lower_bound)
    assert [6, 3] == [result.cost for result in BeamSearch(width=1).start(FORK).solutions()]
    assert 3 == BeamSearch(width=2, complete=False).search(FORK).lower_bound


def test_a_single_pass_gives_up_if_it_has_dropped_states_and_found_nothing():
    problem = graph_of([(0, 1, 1), (0, 2, 1), (2, 3, 1)], {3}, (0, 0, 1, 0))
    result = BeamSearch(width=1, complete=False).search(problem)
    assert (Status.GAVE_UP, 2) == (result.status, result.lower_bound)
    assert 2 == BeamSearch(width=1).search(problem).cost
    assert Status.UNSOLVABLE is BeamSearch(width=1).search(graph_of([(0, 1, 1), (0, 2, 1)], (), (0,) * 3)).status


@pytest.mark.costly
@given(graphs(), forms, widths, st.booleans())
def test_the_bound_holds_after_each_expansion_and_the_complete_search_is_optimal(graph, form, width, complete):
    admissible = all(
        at_most(h, rest) for h, rest in zip(graph.h, graph.distances(graph.goals, backwards=True), strict=True)
    )
    engine, problem, optimum = BeamSearch(width=width, complete=complete), form(graph), graph.optimum
    search, result = engine.start(problem), None
    while result is None or result.status is Status.LIMIT:
        result = search.run(Limits(expanded=1))
        check(search)
        assert not admissible or at_most(result.lower_bound, optimum)
    assert outcome(engine.search(problem)) == outcome(result)
    if complete:
        assert (Status.UNSOLVABLE if optimum == math.inf else Status.SOLVED) is result.status
        assert not admissible or optimum == math.inf or result.cost == result.lower_bound == optimum


def test_raised_bounds_are_sent_and_rise():
    engine = BeamSearch(width=20)
    result, raised = events_of(engine, PUZZLE, LowerBoundRaised)
    bounds = [event.lower_bound for event in raised]
    assert bounds == sorted(set(bounds))
    assert bounds[-1] == result.cost == AStar().search(PUZZLE).cost


@pytest.mark.costly
def test_a_search_stops_after_a_solution_or_within_a_factor():
    first = BeamSearch(width=20).search(PUZZLE, limits=Limits(solutions=1))
    assert (LimitKind.SOLUTIONS, 37) == (first.limit, first.cost)
    near = BeamSearch(width=20).search(PUZZLE, limits=Limits(within=1.3))
    assert LimitKind.WITHIN is near.limit
    assert near.suboptimality_bound <= 1.3
    search = BeamSearch(width=20).start(PUZZLE)
    result = search.run(Limits(expanded=7, within=1.3))
    while result.limit is LimitKind.EXPANDED:
        result = search.run(Limits(expanded=7, within=1.3))
    assert result.cost == near.cost
    assert search.run().is_optimal


def test_a_search_shows_the_next_f_and_the_path_to_each_state():
    search = BeamSearch(width=1).start(FORK)
    assert 0 == search._algorithm.front()
    search.run(Limits(expanded=1))
    assert 1 == search._algorithm.front()
    assert [0, 1] == [search.path_to(entry.state).cost for entry in search.states()]
    assert (0, 1) == search.path_to(1).states
    with pytest.raises(KeyError, match="state 2 isn't stored"):
        search.path_to(2)
    assert search.run().states == search.path_to(3).states
    assert search._algorithm.front() is None


@pytest.mark.costly
def test_an_interrupted_expansion_is_repeated():
    class Interrupted(NPuzzle):
        left = 1000

        def result(self, state, action):
            Interrupted.left -= 1
            if Interrupted.left == 0:
                raise KeyboardInterrupt
            return super().result(state, action)

    board, goal = "8 1 7 / 4 5 6 / 2 0 3", "0 1 2 / 3 4 5 / 6 7 8"
    search = BeamSearch(width=20).start(Interrupted(board, goal=goal))
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert outcome(BeamSearch(width=20).search(PUZZLE)) == outcome(search.run())


# --- the initial state ------------------------------------------------------------------------------------------------


def test_an_initial_goal_costs_nothing_and_an_initial_dead_end_is_a_proof():
    solved = BeamSearch().search(graph_of([(0, 0, 0)], {0}, (0,)))
    assert (0, 0, 0) == (solved.cost, solved.lower_bound, solved.statistics.expanded)
    dead = BeamSearch().search(graph_of([(0, 1, 1)], {1}, (math.inf, 0)))
    assert (Status.UNSOLVABLE, 1, 0) == (dead.status, dead.statistics.dead_ends, dead.statistics.expanded)


# --- limits on the cost -----------------------------------------------------------------------------------------------


@pytest.mark.costly
@given(graphs(), forms, widths, st.booleans(), st.lists(st.integers(0, 12), min_size=1, max_size=3))
def test_limits_on_the_cost_change_only_the_path_to_the_same_answer(graph, form, width, complete, costs):
    engine, problem = BeamSearch(width=width, complete=complete), form(graph)
    search = engine.start(problem)
    for cost in costs:
        result = search.run(Limits(cost=cost))
        check(search)
        assert result.solution is None or result.cost <= max(costs)
        result.verify(problem)
    result = search.run()
    check(search)
    if complete:
        assert engine.search(problem).status is result.status


def test_a_lower_limit_on_the_cost_leaves_out_waiting_states_and_a_higher_one_repeats_the_pass():
    problem = graph_of([(0, 1, 1), (0, 2, 4), (1, 3, 9), (2, 3, 1)], {3}, (0,) * 4)
    for width in (1, 2):
        search = BeamSearch(width=width).start(problem)
        search.run(Limits(expanded=2, cost=8))
        stopped = search.run(Limits(cost=2))
        check(search)
        assert (LimitKind.COST, None) == (stopped.limit, stopped.solution)
        assert stopped.lower_bound <= 5
        assert 5 == search.run(Limits(cost=6)).cost


def test_states_above_the_limit_when_a_layer_begins_are_left_out():
    search = BeamSearch().start(graph_of([(0, 1, 4), (0, 3, 9), (1, 2, 1)], {2, 3}, (0,) * 4))
    assert 9 == search.run(Limits(solutions=1)).cost
    stopped = search.run(Limits(cost=2))
    check(search)
    assert (LimitKind.COST, 4) == (stopped.limit, stopped.lower_bound)
    assert 5 == search.run().cost


def test_a_single_pass_with_a_limit_on_the_cost_can_be_continued():
    search = BeamSearch(width=1, complete=False).start(FORK)
    assert LimitKind.COST is search.run(Limits(cost=1)).limit
    assert (6, 2) == (search.run().cost, search.run().lower_bound)


# --- save, and wrong problems -----------------------------------------------------------------------------------------


@pytest.mark.costly
@given(graphs(), st.sampled_from([Explicit, Keyed]), widths, st.integers(0, 30))
def test_a_copy_shows_the_same_states_and_ends_the_same(graph, form, width, expanded):
    search = BeamSearch(width=width).start(form(graph))
    search.run(Limits(expanded=expanded))
    twin = copy.copy(search)
    check(twin)
    shown = [(list(each.states()), list(each.frontier()), each.lower_bound, each.nearest) for each in (search, twin)]
    assert shown[0] == shown[1]
    assert outcome(search.run()) == outcome(twin.run())


@pytest.mark.costly
def test_a_saved_search_continues_in_the_middle_of_a_layer(tmp_path):
    engine = BeamSearch(width=20)
    search = engine.start(PUZZLE)
    search.run(Limits(expanded=700))
    search.save(tmp_path / "search")
    assert outcome(engine.search(PUZZLE)) == outcome(Search.load(tmp_path / "search", PUZZLE).run())


def wrong(cost=1, h=0):
    return FunctionProblem(
        0,
        successors=lambda state: [("on", state + 1, cost if state == 2 else 1)],
        is_goal=lambda state: state == 9,
        heuristic=lambda state: h if state == 3 else 0,
    )


@pytest.mark.parametrize("value", [-1, math.nan, math.inf, None])
def test_a_wrong_cost_or_h_is_an_error_that_names_the_state(value):
    with pytest.raises(InvalidCostError, match=r"cost\(2, 'on', 3\)|successors"):
        BeamSearch().search(wrong(cost=value))
    if value != math.inf:
        with pytest.raises(InvalidHeuristicError, match=r"heuristic\(3\)"):
            BeamSearch().search(wrong(h=value))


def test_a_state_whose_hash_changes_is_an_error():
    class Changing:
        number = 0

        def __init__(self, place):
            self.place = place

        def __hash__(self):
            return self.place * 1000 + Changing.number

        def __eq__(self, other):
            return self.place == other.place

        def __repr__(self):
            return f"place {self.place}"

    def successors(state):
        Changing.number += state.place == 1
        return [("on", Changing(state.place + 1), 1), ("jump", Changing(state.place + 5), 9)]

    problem = FunctionProblem(Changing(0), successors=successors, is_goal=lambda _: False, heuristic=lambda _: 0)
    with pytest.raises(ProblemStateError, match="hash"):
        BeamSearch().search(problem, limits=Limits(expanded=100))


def test_one_pass_promises_nothing_but_solutions_that_improve():
    guarantee = BeamSearch(complete=False).guarantee
    assert (math.inf, False) == (guarantee.factor, guarantee.complete)


def test_a_state_that_was_forgotten_is_evaluated_and_counted_again():
    assert check_engine(BeamSearch(width=8), problems=[RandomGraph(870163)]).problems == 1


def test_states_that_are_never_expanded_are_at_the_end_of_the_frontier():
    """A solution makes those useless that cost as much. ``search.frontier()`` is in the order of expansion."""
    report = check_engine(BeamSearch(width=8), problems=[RandomGraph(166076)])
    assert report.problems == 1
    search = BeamSearch(width=8).start(RandomGraph(166076))
    search.run(Limits(expanded=3))
    assert [5, 2] == [stored.state for stored in search.frontier()]
