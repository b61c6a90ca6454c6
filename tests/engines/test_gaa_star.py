"""GAA* finds what a new search with A* finds, after any change of edges, start and goals."""

import contextlib
import copy
import math
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, FunctionProblem, GAAStar, Limits, Search, Status, TieBreak
from astarlib.errors import InvalidCostError, InvalidHeuristicError, InvalidProblemError
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem

N = 8
COSTS = st.sampled_from([0, 1, 1, 2, 3, 0.25, 0.5])
NODES = st.integers(0, N - 1)
EDGES = st.dictionaries(st.tuples(NODES, NODES), COSTS, min_size=4, max_size=24)
GOALS = st.frozensets(NODES, min_size=1, max_size=2)
CHANGES = st.dictionaries(st.tuples(NODES, NODES), st.one_of(st.none(), COSTS), max_size=5)
PHASES = st.lists(st.tuples(CHANGES, st.none() | NODES, st.none() | GOALS, st.integers(0, 9)), min_size=1, max_size=5)
COPIES = [lambda search: search, copy.copy, copy.deepcopy, lambda search: pickle.loads(pickle.dumps(search))]


class Roads:
    def __init__(self, start, edges, goals, keyed):
        self.initial_state, self.edges, self.goals = [start] if keyed else start, edges, goals
        if keyed:
            self.state_key = self.number

    @staticmethod
    def number(state):
        return state[0] if isinstance(state, list) else state

    def like(self, node):
        return [node] if isinstance(self.initial_state, list) else node

    def actions(self, state):
        return [head for tail, head in self.edges if tail == self.number(state)]

    def result(self, state, action):
        return self.like(action)

    def cost(self, state, action, _):
        return self.edges[self.number(state), action]

    def is_goal(self, state):
        return self.number(state) in self.goals

    def goal_states(self):
        return map(self.like, self.goals)

    def heuristic(self, state):
        return self.h[self.number(state)]

    def distances(self):
        """Return the cost from each node to the goals."""
        costs = [0 if node in self.goals else math.inf for node in range(N)]
        for _ in range(N):
            for (tail, head), cost in self.edges.items():
                costs[tail] = min(costs[tail], cost + costs[head])
        return costs


def journey(start, edges, goals, keyed, phases, shares):
    """Return the problems of all phases. While the goals stay, so does h, which is admissible, but inconsistent."""
    found = [Roads(start, edges, goals, keyed)]
    for changes, moved, other, _ in phases:
        edges = {edge: cost for edge, cost in {**edges, **changes}.items() if cost is not None}
        start, goals = start if moved is None else moved, other or goals
        found.append(Roads(start, edges, goals, keyed))
    same = []
    for problem in [*found, None]:
        if problem is None or (same and problem.goals != same[-1].goals):
            least = [min(costs) for costs in zip(*(each.distances() for each in same), strict=True)]
            for each in same:
                each.h = [
                    cost if share == 1 or cost == math.inf else cost * share
                    for cost, share in zip(least, shares, strict=True)
                ]
            same = []
        same.append(problem)
    return found


@given(
    NODES, EDGES, GOALS, st.booleans(), PHASES, st.lists(st.sampled_from([0, 0.5, 1]), min_size=N, max_size=N),
    st.sampled_from(TieBreak), st.sampled_from(COPIES),
)  # fmt: skip
def test_gaa_star_finds_an_optimal_solution_after_each_change(
    start, edges, goals, keyed, phases, shares, tie_break, duplicate
):
    first, *others = journey(start, edges, goals, keyed, phases, shares)
    search = GAAStar(tie_break=tie_break).start(first)
    for problem, (changes, _, _, expanded) in zip(others, phases, strict=True):
        search.run(Limits(expanded=expanded))
        search = duplicate(search)
        search.update(problem=problem, changed=[problem.like(tail) for tail, _ in changes])
        optimum = problem.distances()[problem.number(problem.initial_state)]
        while search.run(Limits(expanded=1)).status is Status.LIMIT:
            assert search.lower_bound <= optimum
        search._algorithm._check()
        result = search.run()
        assert optimum == result.cost if optimum < math.inf else result.status is Status.UNSOLVABLE
        assert result.lower_bound == optimum
        if result.solution is not None:
            result.verify(problem)


@given(NODES, EDGES, GOALS, PHASES, st.integers(1, 60))
def test_an_error_of_the_problem_loses_nothing(start, edges, goals, phases, last):
    def broken(problem):
        def actions(state):
            calls.append(state)
            if len(calls) == last:
                raise RuntimeError
            return Roads.actions(problem, state)

        problem.actions = actions
        return problem

    calls, (first, *others) = [], map(broken, journey(start, edges, goals, False, phases, [1] * N))
    search = GAAStar().start(first)
    for problem, (changes, _, _, _) in zip(others, phases, strict=True):
        with contextlib.suppress(RuntimeError, InvalidProblemError):
            search.run()
        search.update(problem=problem, changed=[tail for tail, _ in changes])
    with contextlib.suppress(RuntimeError, InvalidProblemError):
        search.run()
    assert others[-1].distances()[others[-1].initial_state] == search.run().lower_bound


def grid(start=(0, 0), goal=(19, 19)):
    return GridProblem("\n".join("." * 20 for _ in range(20)), start, goal, connectivity=4)


def test_a_second_run_expands_fewer_states_and_a_moved_goal_keeps_what_was_learned():
    problem = grid((19, 0)).with_costs({(x, 10): math.inf for x in range(1, 20)})
    search = GAAStar().start(problem)
    first = search.run().statistics.expanded
    search.update()
    second = search.run().statistics.expanded - first
    assert second < first / 2
    for goal in ((18, 19), (17, 18), (17, 19)):
        before = search.run().statistics.expanded
        moved = problem.between((18, 0), goal)
        search.update(problem=moved)
        result, fresh = search.run(), AStar().search(moved)
        assert result.cost == fresh.cost
        assert result.statistics.expanded - before < fresh.statistics.expanded


def test_a_region_without_a_path_is_not_searched_twice_and_a_moved_goal_inside_it_is_found():
    problem = grid().with_costs({(x, 10): math.inf for x in range(20)})
    search = GAAStar().start(problem)
    assert search.run().status is Status.UNSOLVABLE
    expanded = search.statistics.expanded
    search.update()
    assert search.run().status is Status.UNSOLVABLE
    assert search.statistics.expanded == expanded
    search.update(problem=problem.between((0, 0), (5, 5)))
    assert search.run().cost == 10
    search.update(problem=problem.between((0, 0), (19, 19)))
    assert search.run().status is Status.UNSOLVABLE
    opened = problem.with_costs({(3, 10): 1})
    search.update(problem=opened, changed=problem.touched([(3, 10)]))
    assert search.run().cost == 38


def test_a_saved_search_keeps_what_was_learned(tmp_path):
    problem = grid().with_costs({(x, 10): math.inf for x in range(19)})
    search = GAAStar().start(problem)
    search.run()
    search.update()
    search.run(Limits(expanded=20))
    search.save(tmp_path / "search")
    loaded = Search.load(tmp_path / "search", problem)
    assert loaded.run().statistics.expanded == search.run().statistics.expanded
    assert list(loaded.states()) == list(search.states())


def test_wrong_updates_are_errors_that_change_nothing():
    problem = grid()
    search = GAAStar().start(problem)
    search.run()
    other = FunctionProblem((0, 0), successors=lambda _: [], is_goal=bool, heuristic=lambda _: 1)
    with pytest.raises(InvalidHeuristicError, match="GAAStar"):
        search.update(problem=other)
    keyed = FunctionProblem((0, 0), successors=lambda _: [], is_goal=bool, state_key=str)
    with pytest.raises(InvalidProblemError, match="state_key"):
        search.update(problem=keyed)
    assert search.run().cost == 38
    walled = problem.with_costs({search.run().states[5]: math.inf})
    search.update(problem=walled, changed=[])
    assert search.run().cost == 38  # It reads the edges of each state that it expands.


def test_an_invalid_cost_of_a_changed_edge_is_named():
    costs = {"a": 1, "b": 1}
    problem = FunctionProblem(
        "", successors=lambda s: [(c, s + c, costs[c]) for c in costs if len(s) < 3], is_goal="bbb".__eq__
    )
    search = GAAStar().start(problem)
    search.run()
    costs["b"] = -1
    search.update(changed=["", "a"])
    with pytest.raises(InvalidCostError, match=r"'b'.*-1"):
        search.run()
    costs["b"] = 2
    assert search.run().cost == 6


@pytest.mark.parametrize("wrong", [5, None])
def test_goal_states_that_are_not_iterable_are_an_error(wrong):
    class Wrong(Roads):
        def goal_states(self):
            return wrong

    problem = Wrong(0, {}, frozenset({1}), False)
    with pytest.raises(InvalidProblemError, match=r"goal_states.*expected an iterable"):
        GAAStar().start(problem)


def test_a_robot_that_follows_a_target_finds_what_a_new_search_finds():
    choose, size = random.Random(3), 14
    problem = GridProblem("\n".join(["." * size] * size), (0, 0), (size - 1, size - 1), connectivity=4)
    search = GAAStar().start(problem)
    path = search.run().states
    for _ in range(14):
        cells = {(choose.randrange(size), choose.randrange(size)) for _ in range(9)}
        ends = path[1] if len(path) > 1 else problem.initial_state, (choose.randrange(size), choose.randrange(size))
        changed = problem.with_costs({cell: choose.choice([1, 2, math.inf]) for cell in cells - {*ends, problem.goal}})
        changed = changed.with_costs(dict.fromkeys(ends, 1)).between(*ends)
        search.update(problem=changed, changed=changed.touched([*cells, *ends]))
        result, fresh = search.run(), AStar().search(changed)
        assert (result.status, result.lower_bound) == (fresh.status, fresh.lower_bound)
        path, problem = result.states if result.solution is not None else ends[:1], changed


def test_costs_that_rise_again_and_again_raise_what_was_learned():
    problem = GraphProblem([("s", "a", 1), ("a", "t", 1)], "s", "t")
    search = GAAStar().start(problem)
    costs = [search.run().cost]
    for cost in (3, 5, 7):
        problem = problem.with_costs({("a", "t"): cost})
        search.update(problem=problem, changed=["a"])
        costs.append(search.run().cost)
    assert [2, 4, 6, 8] == costs
    assert 3 + 1 < next(stored.h for stored in search.states())


def test_learned_values_below_the_h_of_a_new_goal_are_forgotten():
    rows = ["............", "....@.......", "....@.......", "....@.......", "............"]
    problem = GridProblem("\n".join(rows), (0, 2), (8, 2), connectivity=4)
    search = GAAStar().start(problem)
    costs = [search.run().cost]
    for ends in (((3, 2), (11, 2)), ((2, 2), (11, 2)), ((0, 2), (9, 2))):
        problem = problem.between(*ends)
        search.update(problem=problem)
        costs.append(search.run().cost)
        assert costs[-1] == AStar().search(problem).cost
    assert [12, 12, 13, 13] == costs
