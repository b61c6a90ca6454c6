"""A state that ``result`` changes in place is noticed, although each state is stored under a ``state_key``."""

import math

import pytest

from astarlib import AStar, Limits, SearchProblem
from astarlib.engines import ENGINES
from astarlib.errors import ProblemStateError


class Counters(SearchProblem):
    """Three counters that go up to 4, in a list that changes if ``in_place`` says so."""

    def __init__(self, in_place, *, is_copied=False):
        super().__init__([0, 0, 0])
        self.in_place, self.is_copied = in_place, is_copied

    def state_key(self, state):
        return tuple(state)

    def actions(self, state):
        return [action for action in range(3) if state[action] < 4]

    def result(self, state, action):
        after = state if self.in_place(state, action) else list(state)
        after[action] += 1
        return list(after) if self.is_copied else after

    def is_goal(self, state):
        return sum(state) == 11


def never(state, action):
    return False


def always(state, action):
    return True


def later(state, action):
    return sum(state) > 3


FORWARD = [name for name, kind in ENGINES.items() if not kind.requires]


@pytest.mark.parametrize("name", FORWARD)
def test_every_engine_notices_that_result_changes_its_argument(name):
    with pytest.raises(ProblemStateError, match=r"result.* changed its argument|__hash__ or __eq__ has changed"):
        ENGINES[name]().search(Counters(always), limits=Limits(expanded=200))


@pytest.mark.parametrize("name", ["astar", "dijkstra", "weighted-astar", "ara-star", "focal"])
@pytest.mark.parametrize("in_place", [always, later])
def test_the_error_names_the_state_and_the_action(name, in_place):
    with pytest.raises(ProblemStateError, match=r"result\(\[.*\], [012]\) changed its argument \[") as caught:
        ENGINES[name]().search(Counters(in_place))
    assert caught.value.action in {0, 1, 2}
    assert isinstance(caught.value.state, list)


@pytest.mark.parametrize("in_place", [always, later])
def test_a_changed_argument_is_noticed_even_if_result_returns_a_copy(in_place):
    with pytest.raises(ProblemStateError, match="changed its argument"):
        AStar().search(Counters(in_place, is_copied=True))


def test_a_list_that_never_changes_is_a_state():
    assert AStar().search(Counters(never)).cost == 11 < math.inf
