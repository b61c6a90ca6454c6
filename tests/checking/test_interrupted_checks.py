"""Ctrl-C during a check raises a KeyboardInterrupt that has the report on the faults found until then."""

import itertools

import pytest

from astarlib import SearchProblem
from astarlib.checking import CheckInterrupted, check_heuristic, check_problem

CHECKS = [check_problem, check_heuristic]


class Line(SearchProblem):
    """A line without an end, with a wrong cost. A KeyboardInterrupt comes at one call of one method."""

    def __init__(self, method, at):
        super().__init__(0)
        self.method, self.at, self.calls = method, at, itertools.count()

    def interrupt(self, method):
        if method == self.method and next(self.calls) == self.at:
            raise KeyboardInterrupt

    def actions(self, state):
        self.interrupt("actions")
        return [1, 2]

    def result(self, state, action):
        self.interrupt("result")
        return state + action

    def cost(self, state, action, next_state):
        self.interrupt("cost")
        return -1 if state == 3 else 1

    def heuristic(self, state):
        self.interrupt("heuristic")
        return 0

    def is_goal(self, state):
        self.interrupt("is_goal")
        return state == 6

    def state_key(self, state):
        self.interrupt("state_key")
        return state


@pytest.mark.parametrize("method", ["actions", "result", "cost", "heuristic", "is_goal", "state_key"])
@pytest.mark.parametrize("check", CHECKS)
def test_an_interrupt_at_any_call_of_a_method_leaves_a_report(check, method):
    states = []
    for at in [*range(20), 100, 200]:
        with pytest.raises(KeyboardInterrupt) as caught:
            check(Line(method, at), states=500)
        assert isinstance(caught.value, CheckInterrupted)
        report = caught.value.report
        assert not report.proved
        assert any("interrupted" in note for note in report.notes)
        assert report.to_dict()["states"] == report.states
        assert ["cost"] == [fault.promise for fault in report.faults] or report.states < 5
        states.append(report.states)
    assert states[0] <= 1 < 5 < states[-1]
    assert sorted(states) == states


@pytest.mark.parametrize("check", CHECKS)
def test_an_interrupt_while_a_state_is_stored_leaves_a_report(check, monkeypatch):
    space = "astarlib.checking.space.hash"
    calls = itertools.count()

    def interrupted(key):
        if next(calls) == 9:
            raise KeyboardInterrupt
        return hash(key)

    monkeypatch.setattr(space, interrupted, raising=False)
    with pytest.raises(CheckInterrupted) as caught:
        check(Line("none", 0), states=500)
    assert 0 < caught.value.report.states < 9
