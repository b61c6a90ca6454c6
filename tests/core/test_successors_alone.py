"""A class with `successors` and `is_goal` alone is a problem, and a class may state its initial state."""

import pickle

import pytest
from helpers.sampling import in_turn

from astarlib import ENGINES, AStar, Limits, SearchProblem, Status, with_goals, with_heuristic, with_starts
from astarlib.checking import check_problem

pytestmark = pytest.mark.quick
LINKS = {
    0: [("on", 1, 2), ("on", 1, 5), ("on", 2, 4), ("far", 3, 9)],
    1: [("on", 2, 1), ("on", 3, 6)],
    2: [("on", 3, 3)],
}


class Links(SearchProblem):
    initial_state = 0

    def successors(self, state):
        return LINKS.get(state, [])

    def is_goal(self, state):
        return state == 3

    def predecessors(self, state):
        return [(action, tail, cost) for tail, out in LINKS.items() for action, head, cost in out if head == state]

    def goal_states(self):
        return [3]

    def backward_heuristic(self, state):
        return 0


class Edges:
    def successors(self, state):
        return LINKS.get(state, [])


class FromMixin(Edges, SearchProblem):
    initial_state = 0

    def is_goal(self, state):
        return state == 3


class Dear(Links):
    def cost(self, state, action, next_state):
        return 7


@in_turn("engine", [kind for name, kind in sorted(ENGINES.items())])
def test_every_engine_solves_a_problem_of_successors_alone(engine):
    result = engine().search(Links(), limits=Limits(expanded=1000))
    assert result.status is not Status.UNSOLVABLE
    if result:
        result.verify(Links())
        assert result.cost >= 6
        assert not result.is_optimal or result.cost == 6


def test_actions_result_and_cost_follow_the_cheapest_edge():
    problem = Links()
    assert ["on", "far"] == problem.actions(0)
    assert (1, 2, 4) == (problem.result(0, "on"), problem.cost(0, "on", 1), problem.cost(0, "on", 2))
    with pytest.raises(ValueError, match="no edge with action 'off' leaves state 0"):
        problem.result(0, "off")


def test_the_checker_accepts_a_problem_of_successors_alone():
    assert check_problem(Links()).ok


def test_a_mixin_may_define_the_successors():
    assert 6 == AStar().search(FromMixin()).cost


def test_a_derived_cost_counts():
    assert 7 == AStar().search(Dear()).cost


def test_a_class_that_lacks_its_edges_or_its_goal_is_refused():
    no_goal = type("NoGoal", (SearchProblem,), {"successors": Links.successors})
    no_edges = type("NoEdges", (SearchProblem,), {"is_goal": Links.is_goal})
    for kind, lacks in ((no_goal, "is_goal"), (no_edges, "actions"), (no_edges, "result")):
        with pytest.raises(TypeError, match=lacks):
            kind(0)


def test_the_start_of_a_class_can_be_replaced():
    assert (6, 4, 3) == tuple(AStar().search(problem).cost for problem in (Links(), Links(1), Links(initial_state=2)))
    assert 3 == AStar().search(with_goals(Links(), [2])).cost
    assert 3 == AStar().search(with_starts(Links(), [1, 2])).cost
    assert 6 == AStar().search(with_heuristic(Links(), lambda _: 0)).cost
    for problem in (Links(), Links(2)):
        assert pickle.loads(pickle.dumps(problem)).initial_state == problem.initial_state


class Walk(SearchProblem):
    def actions(self, state):
        return [1]

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == 3


class Wrong(Walk):
    def __init__(self):
        super().__init__(0, 0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Walk(0, 0), r"Walk takes one initial_state, not 2; write Walk\(\(0, 0\)\)"),
        (Wrong, r"write super\(\).__init__\(\(0, 0\)\)"),
        (Walk, r"Walk needs its initial_state; write Walk\(state\), or"),
        (lambda: Walk(start=0), r"Walk has no parameter 'start'"),
    ],
)
def test_a_wrong_start_says_what_to_write(call, words):
    with pytest.raises(TypeError, match=words):
        call()
