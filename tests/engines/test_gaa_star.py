"""GAA* learns from each search, and forgets what no longer holds."""

import math
import pickle
import random

import pytest
from helpers.roads import Roads

from astarlib import AStar, GAAStar, Limits, Search, Status
from astarlib.errors import InvalidProblemError
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem


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


def test_edges_are_read_anew_even_if_no_change_is_given():
    problem = grid()
    search = GAAStar().start(problem)
    path = search.run().states
    search.update(problem=problem.with_costs({path[5]: math.inf}), changed=[])
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
    for _ in range(14):
        cells = {(choose.randrange(size), choose.randrange(size)) for _ in range(9)}
        ends = path[1] if len(path) > 1 else problem.initial_state, (choose.randrange(size), choose.randrange(size))
        changed = problem.with_costs({cell: choose.choice([1, 2, math.inf]) for cell in cells - {*ends, problem.goal}})
        changed = changed.with_costs(dict.fromkeys(ends, 1)).between(*ends)
        search.update(problem=changed, changed=changed.touched([*cells, *ends]))
        result, fresh = search.run(), AStar().search(changed)
        assert (result.status, result.lower_bound) == (fresh.status, fresh.lower_bound)
        path, problem = result.states if result.solution is not None else ends[:1], changed


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
