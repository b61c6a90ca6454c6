"""Three missionaries, three cannibals, a boat for two, and nobody may be eaten."""

from simpleai.search import (
    SearchProblem,
    astar,
    breadth_first,
    depth_first,
    iterative_limited_depth_first,
    limited_depth_first,
)


class Missionaries(SearchProblem):
    def __init__(self):
        super().__init__(initial_state=(3, 3, "left"))
        self.crossings = [
            ("1 cannibal", (0, 1)),
            ("1 missionary", (1, 0)),
            ("2 cannibals", (0, 2)),
            ("2 missionaries", (2, 0)),
            ("1 of each", (1, 1)),
        ]

    def actions(self, s):
        return [crossing for crossing in self.crossings if self.is_safe(self.result(s, crossing))]

    def result(self, s, a):
        missionaries, cannibals, bank = s
        sign = -1 if bank == "left" else 1
        return missionaries + sign * a[1][0], cannibals + sign * a[1][1], "right" if bank == "left" else "left"

    def is_safe(self, s):
        missionaries, cannibals, _ = s
        if not (0 <= missionaries <= 3 and 0 <= cannibals <= 3):
            return False
        return missionaries in {0, 3} or missionaries == cannibals

    def is_goal(self, state):
        return state == (0, 0, "right")

    def heuristic(self, state):
        return (state[0] + state[1]) / 2


def main():
    problem = Missionaries()
    return {
        "astar": astar(problem, graph_search=True),
        "breadth_first": breadth_first(problem, graph_search=True),
        "depth_first": depth_first(problem, graph_search=True),
        "iterative_limited_depth_first": iterative_limited_depth_first(problem),
        "limited_depth_first": limited_depth_first(problem, depth_limit=11),
        "limited_depth_first, too short": limited_depth_first(problem, 10),
    }
