"""A set, a text and stacks as states, in plain Python, which compiled engines take, too."""

from astarlib import SearchProblem


# --8<-- [start:set]
class Bridge(SearchProblem):
    """People cross a bridge in pairs, with one torch. The state has those on the left side, as a frozenset."""

    def __init__(self, minutes):
        super().__init__((frozenset(minutes), True))
        self.minutes = minutes

    def actions(self, state):
        left, torch_is_left = state
        side = sorted(left if torch_is_left else set(self.minutes) - left)
        return [(one, other) for one in side for other in side if one <= other]

    def result(self, state, action):
        left, torch_is_left = state
        return (left - set(action) if torch_is_left else left | set(action), not torch_is_left)

    def cost(self, state, action, next_state):
        return max(self.minutes[name] for name in action)

    def is_goal(self, state):
        return not state[0]


# --8<-- [end:set]


# --8<-- [start:text]
class Rewriting(SearchProblem):
    """Rules replace a part of a text, which gets longer and shorter."""

    RULES = (("ab", "ba"), ("b", "cc"), ("ca", ""))

    def actions(self, state):
        return [rule for rule in self.RULES if rule[0] in state and len(state) < 12]

    def result(self, state, action):
        at = state.index(action[0])
        return state[:at] + action[1] + state[at + len(action[0]) :]

    def is_goal(self, state):
        return state.count("c") == len(state)


# --8<-- [end:text]


# --8<-- [start:stacks]
class Blocks(SearchProblem):
    """Move blocks between stacks, whose lengths change."""

    def __init__(self, stacks, goal):
        super().__init__(stacks)
        self.goal = goal

    def actions(self, state):
        places = range(len(state))
        return [(source, target) for source in places for target in places if source != target and state[source]]

    def result(self, state, action):
        stacks = [list(stack) for stack in state]
        stacks[action[1]].append(stacks[action[0]].pop())
        return tuple(map(tuple, stacks))

    def is_goal(self, state):
        return state == self.goal


# --8<-- [end:stacks]
