"""A walk along the whole numbers, for tests that need a problem and not its size."""

from astarlib import SearchProblem


class Walk(SearchProblem):
    """From 0 to 6 by steps of 1 and 2, each of cost 1."""

    def __init__(self, initial_state=0):
        super().__init__(initial_state)

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == 6
