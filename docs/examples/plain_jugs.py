"""Water jugs in plain Python, which compiled engines take, too."""

from typing import NamedTuple

from astarlib import SearchProblem


class Pour(NamedTuple):
    source: int
    target: int


class Jugs(SearchProblem):
    def __init__(self, capacities, wanted):
        super().__init__((capacities[0], *(0 for _ in capacities[1:])))  # The first jug is full.
        self.capacities, self.wanted = capacities, wanted

    def actions(self, state):
        jugs = range(len(state))
        return [Pour(source, target) for source in jugs if state[source] > 0 for target in jugs if target != source]

    def result(self, state, action):
        volume = min(state[action.source], self.capacities[action.target] - state[action.target])
        held = list(state)
        held[action.source] -= volume
        held[action.target] += volume
        return tuple(held)

    def is_goal(self, state):
        return self.wanted in state
