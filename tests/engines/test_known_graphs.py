"""Graphs with answers and counters that are known without a search."""

import math
from fractions import Fraction
from itertools import combinations

import pytest
from helpers.graphs import Explicit, Graph, check, outcome, replay
from helpers.sampling import in_turn

from astarlib import (
    AStar,
    CycleCheck,
    Dijkstra,
    FunctionProblem,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    LimitKind,
    Limits,
    Search,
    Status,
    TieBreak,
    WeightedAStar,
)
from astarlib.result import StoredState

pytestmark = pytest.mark.quick

ALL = [
    AStar(),
    AStar(reopen=False),
    WeightedAStar(weight=2),
    GreedyBestFirst(),
    GreedyBestFirst(reopen=True),
    Dijkstra(),
]
INCONSISTENT = Graph(edges=((0, 1, 4), (0, 2, 1), (2, 1, 1), (1, 3, 5)), goals=frozenset({3}), h=(0, 0, 6, 0))


def martelli(order):
    """A. Martelli's kind of graph (1977): an admissible h under which each node lowers all before it."""
    place = [order - node for node in range(order + 1)]  # the search starts at 0
    edges = [
        (place[upper], place[lower], 2 ** (upper - 2) - 2 ** (lower - 1) + upper - lower)
        for lower, upper in combinations(range(1, order + 1), 2)
    ]
    edges.append((place[1], place[0], 2 ** (order - 1) + order - 2))
    h = [0, *(2 ** (node - 1) + 2 * node - 3 for node in range(1, order)), 0]
    return Graph(tuple(edges), frozenset({order}), tuple(reversed(h)))


@in_turn("order", range(3, 12))
def test_an_inconsistent_h_may_make_astar_expand_exponentially_many_states_and_it_stays_optimal(order):
    graph = martelli(order)
    result = AStar().search(Explicit(graph))
    assert graph.optimum == result.cost == result.lower_bound
    assert 2 ** (order - 1) == result.statistics.expanded
    assert 2 ** (order - 1) - order == result.statistics.reopened


@in_turn("order", range(3, 12))
def test_without_reopening_each_state_is_expanded_once_and_the_worse_solution_is_not_called_optimal(order):
    graph = martelli(order)
    result = AStar(reopen=False).search(Explicit(graph))
    assert order == result.statistics.expanded
    assert result.lower_bound <= graph.optimum < result.cost
    assert result.suboptimality_bound >= result.cost / graph.optimum


def test_reopening_finds_the_cheaper_path_to_a_closed_state():
    result = AStar().search(Explicit(INCONSISTENT))
    assert (7, (0, 2, 1, 3)) == (result.cost, result.states)
    assert (1, 4) == (result.statistics.reopened, result.statistics.expanded)


def test_states_that_were_reopened_count_for_the_peak():
    """After a path, 8 and 9 are closed too early by way of 7, and reopened by way of 10; then 11 has ten successors."""
    path = tuple((node, node + 1, 0) for node in range(7))
    knot = ((7, 8, 4), (7, 9, 4), (7, 10, 1), (10, 8, 1), (10, 9, 1), (8, 11, 50))
    fan = tuple((11, leaf, 1) for leaf in range(12, 22))
    h = tuple(6 * (node == 10) for node in range(22))
    statistics = AStar().search(Explicit(Graph((*path, *knot, *fan), frozenset(), h))).statistics
    assert (2, 10) == (statistics.reopened, statistics.peak_frontier)


def test_without_reopening_the_refused_path_bounds_what_is_proved():
    result = AStar(reopen=False).search(Explicit(INCONSISTENT))
    assert (9, (0, 1, 3)) == (result.cost, result.states)
    assert 7 == result.lower_bound


def test_where_f_is_not_a_bound_a_refused_improvement_bounds_by_its_g_and_h():
    graph = Graph(((0, 1, 9), (0, 2, 1), (2, 1, 1), (1, 3, 20)), frozenset(), (5, 3, 4, 25))
    assert 5 == GreedyBestFirst().search(Explicit(graph), limits=Limits(expanded=3)).lower_bound


@in_turn("engine", [*ALL, IDAStar(), IterativeDeepening()])
def test_what_has_not_run_has_counted_nothing_and_holds_its_start_alone(engine):
    search = engine.start(Explicit(INCONSISTENT))
    now = search.statistics
    assert (0, 0, 0, 0, 0, 1) == (now.expanded, now.generated, now.reopened, now.dead_ends, now.seconds, now.stored)
    assert now.expanded_before_last_f == (0 if type(engine) in {AStar, Dijkstra, IDAStar} else None)
    assert [StoredState(0, 0, 0, None, None, False)] == list(search.frontier()) == list(search.states())


@in_turn("engine", [*ALL, IDAStar(), IterativeDeepening()])
def test_before_anything_is_expanded_the_h_of_the_start_is_the_bound(engine):
    assert (5 if engine.uses_heuristic else 0) == engine.start(Explicit(Graph((), frozenset(), (5,)))).lower_bound


@in_turn("engine", [*ALL, IDAStar(), IterativeDeepening()])
def test_no_bound_is_above_the_cost_of_a_goal_whose_h_is_not_0(engine):
    result = engine.search(Explicit(Graph(((0, 1, 1),), frozenset({1}), (0, 5))))
    assert (1, True) == (result.cost, result.lower_bound <= 1)


@in_turn("engine", [*ALL, IDAStar(), IterativeDeepening()])
def test_on_a_path_without_branches_one_state_waits_at_a_time(engine):
    graph = Graph(tuple((node, node + 1, 1) for node in range(5)), frozenset({5}), (5, 4, 3, 2, 1, 0))
    assert 1 == engine.search(Explicit(graph)).statistics.peak_frontier


@in_turn("engine", [*ALL, IDAStar(), IterativeDeepening(), IterativeDeepening(cycle_check=CycleCheck.PARENT)])
def test_under_rising_limits_of_cost_a_search_waits_and_then_finds_what_the_limit_allows(engine):
    edges = ((0, 1, 5), (0, 2, 1), (2, 3, 1), (3, 4, 1), (1, 4, 1), (2, 0, 1))
    search = engine.start(Explicit(Graph(edges, frozenset({4}), (3, 1, 2, 1, 0))))
    for cost in (0, 1, 2, 2.5):
        for expanded in (1, 2, math.inf):
            stopped = search.run(Limits(cost=cost, expanded=expanded))
            check(search)
            assert (Status.LIMIT, True) == (stopped.status, stopped.lower_bound <= 3)
        assert LimitKind.COST is stopped.limit
    found = search.run(Limits(cost=3))
    check(search)
    assert (3, (0, 2, 3, 4)) == (found.cost, found.states)


@in_turn("engine", ALL)
def test_a_start_that_is_a_goal_is_solved_by_no_steps_even_when_nothing_may_be_expanded(engine):
    result = engine.search(Explicit(Graph(((0, 0, 0),), frozenset({0}), (0,))), limits=Limits(expanded=0))
    assert (Status.SOLVED, 0, (), (0,)) == (result.status, result.cost, result.actions, result.states)
    assert (0, 0, 1) == (result.statistics.expanded, result.statistics.generated, result.statistics.stored)
    assert (0, 1) == (result.lower_bound, result.suboptimality_bound)


@in_turn("engine", ALL)
def test_a_start_without_edges_is_unsolvable_after_one_expansion(engine):
    result = engine.search(Explicit(Graph((), frozenset({1}), (3, 0))))
    assert (Status.UNSOLVABLE, 1, 0) == (result.status, result.statistics.expanded, result.statistics.generated)
    assert result.lower_bound == math.inf


@pytest.mark.parametrize("engine", [engine for engine in ALL if engine.uses_heuristic], ids=repr)
def test_a_start_that_is_a_dead_end_is_unsolvable_without_an_expansion(engine):
    result = engine.search(Explicit(Graph(((0, 1, 1),), frozenset({1}), (math.inf, 0))))
    assert (Status.UNSOLVABLE, 0, 1) == (result.status, result.statistics.expanded, result.statistics.dead_ends)
    assert (math.inf, 0) == (result.lower_bound, result.statistics.peak_frontier)


def test_dijkstra_takes_no_ones_word_for_a_dead_end():
    result = Dijkstra().search(Explicit(Graph(((0, 1, 1),), frozenset({1}), (math.inf, math.inf))))
    assert (1, 0) == (result.cost, result.statistics.dead_ends)


@in_turn("engine", ALL)
def test_of_parallel_edges_the_cheapest_is_taken(engine):
    edges = ((0, 1, 5), (0, 1, 2), (0, 1, 3))
    result = engine.search(Explicit(Graph(edges, frozenset({1}), (0, 0))))
    assert (2, (1,)) == (result.cost, result.actions)


@in_turn("engine", ALL)
def test_loops_and_circles_of_no_cost_end(engine):
    edges = ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 2, 0), (2, 2, 0), (2, 1, 0))
    result = engine.search(Explicit(Graph(edges, frozenset(), (0, 0, 0))))
    assert (Status.UNSOLVABLE, 3, 6) == (result.status, result.statistics.expanded, result.statistics.generated)


# --- order and numbers ------------------------------------------------------------------------------------------------


def fan_of_ties(h):
    """0 leads to 1, 2, 3, 4 with g = 10 - h, so all of the same f."""
    return Graph(tuple((0, node, 10 - h[node]) for node in range(1, 5)), frozenset(), h)


def order_of_expansion(tie_break, h):
    """In which order 1, 2, 3, 4, generated in that order, are expanded."""
    events = []
    AStar(tie_break=tie_break).search(Explicit(fan_of_ties(h)), observer=events.append)
    return [event.state for event in events if type(event).__name__ == "Expanded"][1:]


@pytest.mark.parametrize(
    ("tie_break", "expected"),
    [
        (TieBreak.LOW_H, [4, 3, 1, 2]),
        (TieBreak.HIGH_H, [2, 3, 1, 4]),
        (TieBreak.FIFO, [1, 2, 3, 4]),
        (TieBreak.LIFO, [4, 3, 2, 1]),
    ],
)
def test_ties_of_f_are_broken_as_the_tie_break_says_and_then_the_newest_comes_first(tie_break, expected):
    assert expected == order_of_expansion(tie_break, (0, 2, 7, 2, 1))


@pytest.mark.parametrize(
    ("tie_break", "expected"),
    [
        (TieBreak.LOW_H, [2, 1, 4, 3]),
        (TieBreak.HIGH_H, [3, 4, 1, 2]),
        (TieBreak.FIFO, [1, 2, 3, 4]),
        (TieBreak.LIFO, [4, 3, 2, 1]),
    ],
)
def test_ties_of_different_h_are_broken_wherever_the_newest_stands(tie_break, expected):
    h = (0, 2, 1, 7, 3)
    assert expected == order_of_expansion(tie_break, h)
    search = AStar(tie_break=tie_break).start(Explicit(fan_of_ties(h)))
    search.run(Limits(expanded=1))
    assert expected == [stored.state for stored in search.frontier()]


def test_among_equal_f_and_h_the_newest_comes_first():
    assert [4, 3, 2, 1] == order_of_expansion(TieBreak.LOW_H, (0, 5, 5, 5, 5))


def test_integer_costs_stay_exact_integers_however_large():
    huge = 10**30
    edges = ((0, 1, huge), (0, 1, huge + 1), (1, 2, 1), (0, 2, huge + 2))
    result = AStar().search(Explicit(Graph(edges, frozenset({2}), (huge, 1, 0))))
    assert huge + 1 == result.cost
    assert (int, int) == (type(result.cost), type(result.lower_bound))


def test_fractions_stay_exact_fractions():
    edges = tuple((node, node + 1, Fraction(1, 3)) for node in range(3))
    result = Dijkstra().search(Explicit(Graph(edges, frozenset({3}), (0,) * 4)))
    assert Fraction(1) == result.cost
    assert (Fraction(1, 3),) * 3 == result.solution.costs


@in_turn("engine", ALL)
def test_costs_that_are_not_exact_floats_add_up_in_the_order_of_the_path(engine):
    edges = tuple((node, node + 1, 0.1 * (node + 1)) for node in range(40))
    problem = Explicit(Graph(edges, frozenset({40}), (0,) * 41))
    result = engine.search(problem)
    replay(problem, result.solution)
    assert tuple(cost for _, _, cost in edges) == result.solution.costs


def test_the_costs_of_a_solution_are_those_that_successors_reported():
    class Valid(Explicit):
        def successors(self, state):
            return self.graph.leaving[state]

        def cost(self, state, action, next_state):
            raise NotImplementedError("successors stands for it")

        actions = result = cost

    result = AStar().search(Valid(Graph(((0, 1, 0.1), (1, 2, 0.2)), frozenset({2}), (0, 0, 0))))
    assert 0.1 + 0.2 == result.cost
    assert (0.1, 0.2) == result.solution.costs


def test_a_cost_that_cannot_be_asked_for_again_loses_no_solution():
    class Once(Explicit):
        asked = 0

        def cost(self, state, action, next_state):
            self.asked += 1
            if self.asked > len(self.graph.edges):
                raise OSError
            return super().cost(state, action, next_state)

    solution = AStar().search(Once(Graph(((0, 1, 0.1), (1, 2, 0.2)), frozenset({2}), (0, 0, 0)))).solution
    assert (0.1, 0.1 + 0.2 - 0.1) == solution.costs
    assert 0.1 + 0.2 == solution.cost


def test_a_cost_of_floats_is_asked_for_again_of_the_very_step():
    class Uphill(Explicit):
        def cost(self, state, action, next_state):
            return 0.1 * (next_state - state)

    solution = AStar().search(Uphill(Graph(((0, 1, 0), (1, 3, 0)), frozenset({3}), (0,) * 4))).solution
    assert (0.1, 0.2) == solution.costs
    assert 0.2 != solution.cost - 0.1


def test_a_cost_that_has_changed_since_is_reported_as_it_was_paid():
    class Dearer(Explicit):
        paid = 0

        def cost(self, state, action, next_state):
            self.paid += 1
            return super().cost(state, action, next_state) + (self.paid > len(self.graph.edges))

    problem = Dearer(Graph(((0, 1, 0.5), (1, 2, 0.25)), frozenset({2}), (0, 0, 0)))
    assert (0.5, 0.25) == AStar().search(problem).solution.costs


def test_a_space_without_end_is_searched_until_a_limit():
    problem = FunctionProblem(0, successors=lambda n: [("next", n + 1, 1)], is_goal=lambda n: n < 0)
    result = Dijkstra().search(problem, limits=Limits(expanded=5000))
    assert (Status.LIMIT, 5000, 5000) == (result.status, result.statistics.expanded, result.lower_bound)


def test_what_waited_for_a_higher_cost_limit_keeps_its_age():
    fan = Graph(tuple((0, leaf, leaf) for leaf in range(1, 6)), frozenset(), (0,) * 6)
    search = GreedyBestFirst(tie_break=TieBreak.FIFO).start(Explicit(fan))
    search.run(Limits(cost=0))
    search.run(Limits(cost=5, expanded=0))
    assert [1, 2, 3, 4, 5] == [stored.state for stored in search.frontier()]


def test_what_waited_for_a_higher_cost_limit_comes_back_to_its_place(tmp_path):
    problem = Explicit(Graph(((0, 1, 5), (0, 2, 1), (0, 3, 8)), frozenset(), (9, 1, 3, 2)))
    search = GreedyBestFirst().start(problem)
    search.run(Limits(cost=9, expanded=1))
    for cost, within in ((4, [2]), (6, [1, 2]), (10, [1, 3, 2])):
        search.save(tmp_path / "search")
        for raised in (search, Search.load(tmp_path / "search", problem)):
            raised.run(Limits(cost=cost, expanded=0))
            frontier = [stored.state for stored in raised.frontier()]
            assert (within, [1, 2, 3]) == (frontier[: len(within)], sorted(frontier))


@pytest.mark.parametrize("first", [1, 3])
def test_what_waits_for_a_higher_cost_limit_keeps_its_age_on_disk(first, tmp_path):
    """``first`` states wait when the search is saved, and two join them when it goes on."""
    near, far = first + 1, (first + 2, first + 3)
    edges = [(0, leaf, 1) for leaf in range(1, near)] + [(0, near, 0)] + [(near, leaf, 1) for leaf in far]
    problem = Explicit(Graph(tuple(edges), frozenset(), (0,) * (first + 4)))
    search = GreedyBestFirst(tie_break=TieBreak.FIFO).start(problem)
    search.run(Limits(cost=0, expanded=1))
    search.save(tmp_path / "search")
    search = Search.load(tmp_path / "search", problem)
    search.run(Limits(cost=0))
    search.run(Limits(cost=1, expanded=0))
    assert [*range(1, near), *far] == [stored.state for stored in search.frontier()]


@pytest.mark.parametrize("engine", [AStar(), WeightedAStar(weight=10), GreedyBestFirst()], ids=repr)
def test_an_error_under_a_limit_of_cost_loses_nothing_that_waits(engine):
    class Failing(Explicit):
        armed = False

        def actions(self, state):
            if state == 3 and self.armed:
                self.armed = False
                raise ConnectionError
            return super().actions(state)

    edges = ((0, 1, 9), (0, 2, 8), (0, 3, 1), (3, 4, 1), (3, 5, 9), (1, 6, 20))
    problem = Failing(Graph(edges, frozenset({6}), (8, 1, 2, 4, 5, 6, 0)))
    stopped = []
    for is_armed in (False, True):
        search, problem.armed = engine.start(problem), is_armed
        search.run(Limits(cost=9, expanded=1))
        if is_armed:
            with pytest.raises(ConnectionError):
                search.run(Limits(cost=9))
        result = search.run(Limits(cost=9))
        check(search)
        stopped.append((outcome(result), list(search.frontier()), outcome(search.run())))
    assert (LimitKind.COST, (0, 1)) == (stopped[0][0].limit, stopped[0][0].nearest.states)
    assert stopped[0] == stopped[1]
