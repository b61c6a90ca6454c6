"""GAA* learns from each search, and forgets what no longer holds."""

import math
import pickle
import random

import pytest
from helpers.roads import Roads, distances

from astarlib import AStar, GAAStar, Limits, Search, Status
from astarlib.errors import InvalidProblemError
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem


def grid(start=(0, 0), goal=(19, 19)):
    return GridProblem("\n".join("." * 20 for _ in range(20)), start, goal, connectivity=4)


def assert_learned_values_hold(search):
    """A learned value is at most the cost of each edge plus h behind it."""
    algorithm, learned = search._algorithm, search._algorithm._learned
    for key, h in learned.items():
        for _, state, cost in algorithm.problem.edges(algorithm._edges[key][0]):
            most = cost + max(algorithm.problem.heuristic(state), learned.get(algorithm._key(state), 0))
            assert h <= most or h == pytest.approx(most)


@pytest.mark.costly
def test_learned_values_hold_after_any_change_also_with_an_inconsistent_h():
    for seed in range(300):
        choose, search, goals, h = random.Random(seed), None, frozenset(), []
        n = choose.randrange(5, 20)
        edges = {(choose.randrange(n), choose.randrange(n)): choose.randrange(6) for _ in range(3 * n)}
        for _ in range(6):
            changes = {(choose.randrange(n), choose.randrange(n)): choose.randrange(6) for _ in range(3)}
            edges = edges | changes
            before, goals = goals, goals if choose.random() < 0.5 and search else frozenset(choose.sample(range(n), 2))
            truth = [min(row[goal] for goal in goals) for row in distances(edges, n)]
            h = h if goals == before else [choose.choice([0, 0, each]) for each in truth]
            if any(one > other for one, other in zip(h, truth, strict=True)):
                break  # The new edge would make h inadmissible.
            problem = Roads(edges, choose.randrange(n), goals, h)
            if search is None:
                search = GAAStar().start(problem)
            else:
                search.update(problem=problem, changed=[tail for tail, _ in changes])
            if choose.random() < 0.6:  # Otherwise the next run repairs what two updates have changed.
                search.run()
                assert_learned_values_hold(search)
                search = pickle.loads(pickle.dumps(search)) if seed % 2 else search


def test_a_new_edge_takes_part_in_later_repairs():
    edges = {(0, 1): 0, (0, 2): 0, (1, 3): 10, (2, 3): 10}
    search = GAAStar().start(Roads(edges, 0, frozenset({3}), [0] * 4))
    assert search.run().cost == 10
    for edge, cost in (((1, 2), 0), ((2, 3), 1)):
        edges = {**edges, edge: cost}
        search.update(problem=Roads(edges, 0, frozenset({3}), [0] * 4), changed=edge[:1])
        search.run()
        assert_learned_values_hold(search)
    assert search.result.cost == 1


def test_a_second_run_expands_fewer_states_and_a_moved_goal_keeps_what_was_learned():
    problem = grid((19, 0)).with_costs({(x, 10): math.inf for x in range(1, 20)})
    search = GAAStar().start(problem)
    first = search.run().statistics.expanded
    search.update(changed=[])
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
    search.update(changed=[])
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
    search.update(changed=[])
    search.run(Limits(expanded=20))
    search.save(tmp_path / "search")
    loaded = Search.load(tmp_path / "search", problem)
    assert loaded.run().statistics.expanded == search.run().statistics.expanded
    assert list(loaded.states()) == list(search.states())


def test_edges_are_read_anew_even_if_no_change_is_given():
    problem = grid()
    search = GAAStar().start(problem)
    path = search.run().states
    search.update(problem=problem.with_costs({path[5]: math.inf}))
    assert search.run().cost == 38


@pytest.mark.parametrize("wrong", [5, None])
def test_goal_states_that_are_not_iterable_are_an_error(wrong):
    class Wrong(Roads):
        def goal_states(self):
            return wrong

    problem = Wrong({}, 0, frozenset({1}), [0, 0])
    with pytest.raises(InvalidProblemError, match=r"goal_states.*expected an iterable"):
        GAAStar().start(problem)


def test_a_robot_that_follows_a_target_finds_what_a_new_search_finds():
    choose, size = random.Random(3), 14
    problem = GridProblem("\n".join(["." * size] * size), (0, 0), (size - 1, size - 1), connectivity=4)
    search = GAAStar().start(problem)
    path = search.run().states
    for step in range(20):
        cells = [(choose.randrange(size), choose.randrange(size)) for _ in range(12)]
        target = problem.goal if step % 4 == 0 else (choose.randrange(size), choose.randrange(size))
        ends = path[1] if len(path) > 1 else problem.initial_state, target
        kept = {*ends, problem.initial_state, problem.goal}
        for part, part_moves in ((cells[::2], step % 2 == 0), (cells[1::2], step % 2 == 1)):
            costs = {cell: choose.choice([1, 1, 2, math.inf]) for cell in part if cell not in kept}
            problem = problem.with_costs(costs | dict.fromkeys(ends, 1))
            problem = problem.between(*ends) if part_moves else problem
            search.update(problem=problem, changed=problem.touched([*part, *ends]))
        search = pickle.loads(pickle.dumps(search)) if step % 3 == 0 else search
        result, fresh = search.run(), AStar().search(problem)
        assert (result.status, result.lower_bound) == (fresh.status, fresh.lower_bound)
        assert_learned_values_hold(search)
        path = result.states if result.solution is not None else ends[:1]


def test_costs_that_rise_again_and_again_raise_what_was_learned_also_of_a_pickled_search():
    problem = GraphProblem([("s", "a", 1), ("a", "t", 1)], "s", "t")
    search = GAAStar().start(problem)
    costs = [search.run().cost]
    for cost in (3, 5, 7):
        problem = problem.with_costs({("a", "t"): cost})
        search = pickle.loads(pickle.dumps(search))
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
