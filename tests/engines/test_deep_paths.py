"""Nothing recurses along a path: solutions of 5,000 steps are found, shown, copied, pickled, saved and verified."""

import copy
import pickle

import pytest
from helpers.graphs import outcome
from helpers.sampling import few

from astarlib import ENGINES, AStar, Limits, Search, SearchProblem
from astarlib.checking import certify
from astarlib.simpleai import astar

LENGTH = 5_000


class Line(SearchProblem):
    """From 0 to 5,000, a step at a time, with a perfect h."""

    def __init__(self):
        super().__init__(0)

    def actions(self, state):
        return ["on"]

    def result(self, state, action):
        return state + 1

    def heuristic(self, state):
        return LENGTH - state

    def is_goal(self, state):
        return state == LENGTH

    def goal_states(self):
        return [LENGTH]

    def predecessors(self, state):
        return [("on", state - 1, 1)] if state > 0 else []

    def backward_heuristic(self, state):
        return state


DEEP = [name for name in ENGINES if name != "iterative-deepening"]  # which would take 5,000 iterations
TWINS = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


@pytest.mark.costly
@pytest.mark.parametrize("engine", few(DEEP, 5))
def test_a_long_path_is_found_shown_saved_and_verified(engine, tmp_path):
    search = ENGINES[engine]().start(Line())
    search.run(Limits(expanded=LENGTH // 2))
    search.save(tmp_path / "search")
    result = search.run()
    assert (LENGTH, LENGTH, LENGTH + 1) == (result.cost, len(result.solution), len(result.states))
    middle = LENGTH // 2 - 1  # A search from both ends stores no path from the start to states behind it.
    if engine == "d-star-lite":
        assert LENGTH - middle == search.path_from(middle).cost
    else:
        assert middle == search.path_to(middle).cost
    assert outcome(result) == outcome(Search.load(tmp_path / "search", Line()).run())
    result.verify(Line())
    assert len(repr(result)) + len(repr(search)) + len(repr(result.solution)) < 500
    assert LENGTH + 1 == len(result.path)


@pytest.mark.parametrize("twin", TWINS)
def test_a_result_with_a_long_path_is_copied_pickled_compared_and_hashed(twin):
    result = AStar().search(Line())
    again = twin(result)
    assert (result, hash(result)) == (again, hash(again))


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("engine", ["astar", "ida-star"])  # one of each kind
def test_a_deep_search_is_copied_and_pickled_and_its_copy_continues_independently(engine, twin):
    search = ENGINES[engine]().start(Line())
    search.run(Limits(expanded=LENGTH // 2))
    statistics = search.statistics
    again = twin(search).run()
    assert (LENGTH, statistics) == (again.cost, search.statistics)
    assert outcome(search.run()) == outcome(again)


@pytest.mark.parametrize("twin", TWINS)
def test_a_copy_of_a_finished_search_has_finished_alike(twin):
    search = AStar().start(Line())
    result = search.run()
    assert result == twin(search).run()


def test_a_long_path_is_certified():
    certificate = certify(AStar().search(Line()), Line())
    assert (True, LENGTH) == (certificate.proved, certificate.optimum)


def test_a_node_at_the_end_of_a_long_path_is_copied_and_pickled():
    node = astar(Line(), graph_search=True)
    for twin in (*TWINS, lambda node: node.parent):
        assert LENGTH - twin(node).state in {0, 1}
    assert LENGTH + 1 == len(node.path())
