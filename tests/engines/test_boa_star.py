"""BOA*: the Pareto front of two and more criteria, against an enumeration of all paths."""

import math
from operator import le
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, FunctionProblem, Limits, Status, explore, with_goals, with_second_cost
from astarlib.checking import check_engine, check_problem
from astarlib.engines import BOAStar, FocalSearch, KBest
from astarlib.errors import MissingCapabilityError, ProblemMethodError
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.npuzzle import NPuzzle

PLACES = 7


def random_edges(seed, criteria):
    """Return edges ``(tail, head, costs)``, at most one from a place to another."""
    random = Random(seed)
    pairs = {(random.randrange(PLACES), random.randrange(PLACES)) for _ in range(18)}
    pairs.add((0, PLACES - 1))
    return [(*pair, tuple(random.randint(0, 4) for _ in range(criteria))) for pair in sorted(pairs)]


def front_of(edges, goal):
    """Return the vectors of all paths without a cycle that no other one dominates, in order."""
    found = set()

    def follow(place, visited, total):
        if place == goal:
            found.add(total)
            return
        for tail, head, costs in edges:
            if tail == place and head not in visited:
                follow(head, {*visited, head}, tuple(map(sum, zip(total, costs, strict=True))))

    follow(0, {0}, (0,) * len(edges[0][2]))
    return sorted(one for one in found if not any(other != one and all(map(le, other, one)) for other in found))


def with_two(edges, goal, *, informed, at_most=math.inf):
    costs = {(tail, head): pair for tail, head, pair in edges}
    roads = GraphProblem([(tail, head, pair[0]) for tail, head, pair in edges], 0, goal)
    rests = [explore(GraphProblem([(h, t, c[n]) for t, h, c in edges] + [(goal, goal, 1)], goal, goal)) for n in (0, 1)]
    if informed:
        roads = GraphProblem(roads.graph, 0, goal, heuristic=lambda place: rests[0].cost(place, default=math.inf))
    return with_second_cost(
        roads,
        lambda place, action, after: costs.get((place, after), (1, 1))[1],
        second_heuristic=(lambda place: rests[1].cost(place, default=math.inf)) if informed else None,
        at_most=at_most,
    )


@given(st.integers(0, 10**6), st.booleans())
def test_the_solutions_are_the_pareto_front_in_the_order_of_costs(seed, informed):
    edges, goal = random_edges(seed, 2), PLACES - 1
    result = BOAStar().search(with_two(edges, goal, informed=informed))
    assert front_of(edges, goal) == [(each.cost, each.states[-1].second) for each in result.solutions]
    result.verify(with_two(edges, goal, informed=informed))


@given(st.integers(0, 10**6))
def test_several_resources_are_criteria_of_their_own(seed):
    edges, goal = random_edges(seed, 3), PLACES - 1

    def successors(state):
        place, *used = state
        for tail, head, (cost, *more) in edges:
            if tail == place:
                yield head, (head, *map(sum, zip(used, more, strict=True))), cost

    problem = FunctionProblem(
        (0, 0, 0),
        successors=successors,
        is_goal=lambda state: state[0] == goal,
        resources=lambda state: (state[0], state[1:]),
    )
    result = BOAStar().search(problem)
    assert front_of(edges, goal) == [(each.cost, *each.states[-1][1:]) for each in result.solutions]


@given(st.integers(0, 10**6))
def test_a_second_cost_of_a_problem_with_two_costs_is_a_third_one(seed):
    edges, goal = random_edges(seed, 3), PLACES - 1
    thirds = {(tail, head): costs[2] for tail, head, costs in edges}
    problem = with_second_cost(with_two(edges, goal, informed=False), lambda place, action, after: thirds[place, after])
    ends = [(each.cost, each.states[-1]) for each in BOAStar().search(problem).solutions]
    assert front_of(edges, goal) == [(cost, end.state.second, end.second) for cost, end in ends]


@pytest.mark.parametrize("seed", [1, 3, 6])
@pytest.mark.parametrize("informed", [False, True])
def test_a_search_for_a_front_keeps_every_law(seed, informed):
    forward = [edge for edge in random_edges(seed, 2) if edge[0] < edge[1]]  # Otherwise the second cost has no bound.
    problem = with_two(forward, PLACES - 1, informed=informed)
    assert 1 == check_engine(BOAStar(), problems=[problem]).problems
    assert check_problem(problem).ok


def test_other_engines_find_the_cheapest_by_the_first_cost():
    both = with_second_cost(romania("Arad", "Bucharest"), lambda place, action, after: 1)
    for engine in (AStar(), Dijkstra()):
        assert 418 == engine.search(both).cost
    assert "Arad, second cost 0\n" in str(AStar().search(both).path).replace(" " * 16, "")
    first = BOAStar().start(both).run(Limits(solutions=1))
    assert (418, True) == (first.cost, first.is_optimal)


def test_a_heuristic_for_the_second_cost_saves_expansions():
    edges = random_edges(5, 2)
    counts = [
        BOAStar().search(with_two(edges, PLACES - 1, informed=informed)).statistics.expanded
        for informed in (True, False)
    ]
    assert counts[0] < counts[1]


@given(
    st.integers(0, 10**6),
    st.integers(0, 4),
    st.booleans(),
    st.sampled_from([AStar(), Dijkstra(), FocalSearch(weight=1)]),
)
def test_a_bound_on_the_second_cost_holds_for_each_engine(seed, most, informed, engine):
    edges, goal = random_edges(seed, 2), PLACES - 1
    within = [cost for cost, second in front_of(edges, goal) if second <= most]
    both = with_two(edges, goal, informed=informed, at_most=most)
    result = engine.search(both)
    assert result.cost == min(within) if within else not result
    assert result.status is (Status.SOLVED if within else Status.UNSOLVABLE)
    assert [one for one in front_of(edges, goal) if one[1] <= most] == [
        (each.cost, each.states[-1].second) for each in BOAStar().search(both).solutions
    ]


@given(st.integers(0, 10**6), st.integers(0, 5))
def test_at_most_n_actions(seed, most):
    edges, goal = random_edges(seed, 1), PLACES - 1
    least = {0: 0}
    for _ in range(most):  # Bellman-Ford: after n rounds, paths have at most n edges.
        reached = dict(least)
        for tail, head, (cost,) in edges:
            if tail in least:
                reached[head] = min(reached.get(head, math.inf), least[tail] + cost)
        least = reached
    roads = GraphProblem([(tail, head, cost) for tail, head, (cost,) in edges], 0, goal)
    result = AStar().search(with_second_cost(roads, at_most=most))
    assert (goal in least) == bool(result)
    if result:
        assert result.cost == least[goal]
        assert len(result.actions) == result.states[-1].second <= most


@pytest.mark.filterwarnings("ignore:.*doesn't use the resources")
def test_the_next_best_paths_keep_a_bound_on_the_number_of_actions():
    bounded = with_second_cost(romania("Arad", "Bucharest"), at_most=4)
    assert repr(bounded).endswith(", at_most=4)")
    costs = [solution.cost for solution in KBest(k=5).search(bounded).solutions]
    assert costs[:2] == [418, 450]
    assert all(len(each.actions) <= 4 for each in KBest(k=5).search(bounded).solutions)
    elsewhere = with_goals(bounded, ["Craiova"])
    assert AStar().search(elsewhere).cost == 366
    assert (
        AStar().search(with_goals(with_second_cost(romania("Arad", "Bucharest"), at_most=2), ["Craiova"])).status
        is Status.UNSOLVABLE
    )


def test_wrong_second_costs_are_named():
    both = with_second_cost(romania("Arad", "Bucharest"), lambda place, action, after: -1)
    with pytest.raises(
        ProblemMethodError, match=r"second_cost\('Arad', 'Zerind', 'Zerind'\) returned -1; expected a fin"
    ):
        BOAStar().search(both)


def test_a_problem_without_resources_is_refused():
    with pytest.raises(
        MissingCapabilityError, match=r"has no resources; .*with_second_cost\(problem, second_cost\) adds"
    ):
        BOAStar().search(NPuzzle("1 2 / 0 3"))


def test_a_solution_has_its_second_cost_and_plain_states():
    both = with_second_cost(romania("Arad", "Bucharest"))
    found = [
        (solution.cost, solution.second_cost, len(both.route(solution.states)))
        for solution in BOAStar().search(both).solutions
    ]
    assert [(418, 4, 5), (450, 3, 4)] == found
    three = with_second_cost(both, lambda state, action, after: 2)
    assert {6, 8} == {solution.second_cost for solution in BOAStar().search(three).solutions}
    plain = AStar().search(romania("Arad", "Bucharest")).solution
    with pytest.raises(AttributeError, match="search with_second_cost"):
        _ = plain.second_cost
