from aima3.search import Problem, astar_search

MINUTES = {"Ann": 1, "Bob": 2, "Cy": 5, "Dee": 10}


class Bridge(Problem):
    """Four people cross a bridge by night. At most two walk at once, and they need the only lamp."""

    def __init__(self):
        super().__init__((tuple(MINUTES), "here"))

    def actions(self, state):
        here, lamp = state
        side = [name for name in MINUTES if (name in here) == (lamp == "here")]
        return [(one, two) for one in side for two in side if MINUTES[one] <= MINUTES[two]]

    def result(self, state, action):
        here, lamp = state
        moved = set(here) ^ set(action)
        return tuple(name for name in MINUTES if name in moved), "there" if lamp == "here" else "here"

    def goal_test(self, state):
        return state == ((), "there")

    def path_cost(self, c, state1, action, state2):
        return c + max(MINUTES[name] for name in action)

    def h(self, node):
        here, _ = node.state
        return max((MINUTES[name] for name in here), default=0)


node = astar_search(Bridge())
print(node.path_cost, "minutes")
print(*node.solution())
