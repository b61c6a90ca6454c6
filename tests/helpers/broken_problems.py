"""A correct problem, and a problem for each part of the contract that can be broken."""

import itertools
import math
import threading
from typing import NamedTuple

from astarlib import SearchProblem


class Line(SearchProblem):
    """From 0 to 9 by steps of 1 to either side."""

    def __init__(self, initial_state=0):
        super().__init__(initial_state)

    def actions(self, state):
        return [step for step in (-1, 1) if 0 <= state + step <= 9]

    def result(self, state, action):
        return state + action

    def heuristic(self, state):
        return 9 - state

    def is_goal(self, state):
        return state == 9


class Valid(Line):
    """A problem with all capabilities, all correct."""

    def successors(self, state):
        return [(step, state + step, 1) for step in self.actions(state)]

    def heuristic_change(self, state, action, next_state):
        return -action

    def resources(self, state):
        return state, ()

    def heuristic_batch(self, states):
        return [self.heuristic(state) for state in states]

    def goal_states(self):
        return [9]

    def predecessors(self, state):
        return [(step, state - step, 1) for step in (-1, 1) if 0 <= state - step <= 9]

    def backward_heuristic(self, state):
        return abs(state - self.initial_state)

    cost_unit = 1

    def steps_to_go(self, state):
        return 9 - state

    @property
    def heuristic_function(self):
        return self.estimate

    def heuristic(self, state):
        return self.estimate(state)

    @staticmethod
    def estimate(state):
        return 9 - state

    def state_key(self, state):
        return str(state)

    def format_state(self, state):
        return f"at {state}"

    def format_action(self, action):
        return f"{action:+}"


def fails(*_):
    raise RuntimeError("the sensor failed")


def at_five(method, wrong):
    """``method`` as it is, but in the state 5."""

    def broken(self, state, *others):
        return wrong(state, *others) if state == 5 else method(self, state, *others)

    return broken


def variant(base, **methods):
    """A subclass in which some methods are others."""
    return type("Broken", (base,), methods)


def failing(name, base=Valid):
    """Return a problem with one method that raises an error in state 5."""
    return variant(base, **{name: at_five(getattr(base, name), fails)})


class Forgetful(Line):
    """``actions`` gives another list each second time."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def actions(self, state):
        self.calls += 1
        return super().actions(state)[: 1 + self.calls % 2]


class Endless(Line):
    def actions(self, state):
        return itertools.cycle(super().actions(state))


class Wandering(Line):
    """``result`` leads elsewhere each time."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def result(self, state, action):
        self.calls += 1
        return self.calls % 10


class Odometer(Line):
    """``cost`` grows with each call."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def cost(self, state, action, next_state):
        self.calls += 1
        return self.calls


class Fickle(Line):
    """``is_goal`` and ``heuristic`` depend on how often they were called."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def is_goal(self, state):
        self.calls += 1
        return state == 9 and self.calls % 2 == 0

    def heuristic(self, state):
        self.calls += 1
        return 0 if state == 9 else 0.5 / self.calls


class Lists(SearchProblem):
    """Lists of numbers that grow to a length of 4; sound."""

    def __init__(self):
        super().__init__([0])

    def actions(self, state):
        return ["grow", "grow twice"] if len(state) < 3 else ["grow"] if len(state) < 4 else []

    def result(self, state, action):
        grown = [*state, len(state)]
        return [*grown, len(grown)] if action == "grow twice" else grown

    def is_goal(self, state):
        return len(state) == 4

    def state_key(self, state):
        return tuple(state)


class MutatingResult(Lists):
    def result(self, state, action):
        state.append(len(state))
        if action == "grow twice":
            state.append(len(state))
        return state


class MutatingHeuristic(Lists):
    def heuristic(self, state):
        state.sort(reverse=True)
        return 0


class OneBuffer(Lists):
    """``result`` always gives the same list, with other things in it."""

    def __init__(self):
        super().__init__()
        self.buffer = []

    def result(self, state, action):
        self.buffer[:] = super().result(state, action)
        return self.buffer


class Locked:
    """A number that cannot be copied, since it holds a lock."""

    def __init__(self, number):
        self.number = number
        self.lock = threading.Lock()


class LockedStates(SearchProblem):
    """States that cannot be copied, nor pickled."""

    def __init__(self):
        super().__init__(Locked(0))

    def actions(self, state):
        return [1] if state.number < 3 else []

    def result(self, state, action):
        return Locked(state.number + action)

    def is_goal(self, state):
        return state.number == 3

    def state_key(self, state):
        return state.number


class MutatingLocked(LockedStates):
    def result(self, state, action):
        state.number += action
        return state


class ByIdentity:
    """A number that equals nothing but itself."""

    def __init__(self, number):
        self.number = number


class WithoutEquality(SearchProblem):
    """States that are new, and other, each time."""

    def __init__(self):
        super().__init__(ByIdentity(0))

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return ByIdentity((state.number + action) % 5)

    def is_goal(self, state):
        return state.number == 4


class Hashed:
    """A number with a hash of one's choice."""

    hashes = itertools.count()

    def __init__(self, number):
        self.number = number
        self.hash = next(self.hashes)

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return self.hash

    def __repr__(self):
        return f"Hashed({self.number})"


class HashedAnew(Hashed):
    """The hash changes with each call."""

    def __hash__(self):
        return next(self.hashes)


class Incomparable(Hashed):
    """All have one hash, and cannot be compared."""

    def __eq__(self, other):
        raise RuntimeError("not to be compared")

    def __hash__(self):
        return 0


class Numbers(SearchProblem):
    """Numbers of a kind that the problem is given, from 0 to 4."""

    def __init__(self, kind):
        super().__init__(kind(0))
        self.kind = kind

    def actions(self, state):
        return [1] if state.number < 4 else []

    def result(self, state, action):
        return self.kind(state.number + action)

    def is_goal(self, state):
        return state.number == 4


class RandomKeys(Line):
    """The key is another each time."""

    keys = itertools.count()

    def state_key(self, state):
        return next(self.keys)


class KeyedByCopy(SearchProblem):
    """Equal states with keys that differ: the key is which object it is."""

    def __init__(self):
        super().__init__((0, "start"))

    def actions(self, state):
        return ["stay"]

    def result(self, state, action):
        return (0, "stay!"[:4])  # a new string each time

    def is_goal(self, state):
        return False

    def state_key(self, state):
        return id(state[1])


class Fuel(SearchProblem):
    """Pairs of a place and the fuel that is left: going on takes one, and filling up is free; sound."""

    def __init__(self):
        super().__init__((0, 1))

    def actions(self, state):
        return [*(["on"] if state[1] > 0 and state[0] < 4 else []), "fill up"]

    def result(self, state, action):
        return (state[0] + 1, state[1] - 1) if action == "on" else (state[0], 2)

    def is_goal(self, state):
        return state[0] == 4


class Tank(NamedTuple):
    """A place and the fuel that is left, which is not compared."""

    place: int
    fuel: int

    def __eq__(self, other):
        return self.place == other.place

    def __hash__(self):
        return hash(self.place)


class Tanks(Fuel):
    """States that are equal whatever fuel is left."""

    def __init__(self):
        SearchProblem.__init__(self, Tank(0, 1))

    def result(self, state, action):
        return Tank(*super().result(state, action))


class NotANumber(Line):
    def heuristic(self, state):
        return math.nan if state == 5 else 9 - state


class UnheardOf(Line):
    """A problem with a member that raises an error when it's read."""

    @property
    def initial_state(self):
        raise OSError("no such board")

    @initial_state.setter
    def initial_state(self, state):
        pass


class Forgotten(Line):
    """Its constructor leaves the initial state out."""

    def __init__(self):
        pass


class Unmapped(Line):
    """Costs so large that no sum of two is a number."""

    def cost(self, state, action, next_state):
        return 1e308

    def heuristic(self, state):
        return 0


class Unhashable(Line):
    """States that are lists, without keys."""

    def __init__(self):
        super().__init__([0])


class UnhashableLater(Line):
    def result(self, state, action):
        return [state] if state == 5 else state + action

    def heuristic(self, state):
        return 0


class BareEdges(Valid):
    """``successors`` leaves the costs out in state 5."""

    def successors(self, state):
        edges = super().successors(state)
        return [edge[:2] for edge in edges] if state == 5 else edges


class BareWaysBack(Valid):
    """``predecessors`` leaves the costs out in state 5."""

    def predecessors(self, state):
        edges = super().predecessors(state)
        return [edge[:2] for edge in edges] if state == 5 else edges


class Lambdas(Line):
    """Actions that cannot be pickled."""

    steps = (lambda: -1, lambda: 1)

    def actions(self, state):
        return [step for step in self.steps if 0 <= state + step() <= 9]

    def result(self, state, action):
        return state + action()


class NodesOfOneGraph(SearchProblem):
    """States that compare by identity. Each node is a single object."""

    def __init__(self):
        self.nodes = [ByIdentity(number) for number in range(4)]
        super().__init__(self.nodes[0])

    def actions(self, state):
        return [1] if state.number < 3 else []

    def result(self, state, action):
        return self.nodes[state.number + action]

    def is_goal(self, state):
        return state.number == 3
