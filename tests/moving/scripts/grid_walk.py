"""A walk over a map: straight steps cost 1, diagonal ones 1.4."""

from simpleai.search import SearchProblem, astar, breadth_first, uniform_cost

MAP = """
####################
#o     #     #     #
#  ##  #  #  #  #  #
#   #     #     #  #
#   #######  ####  #
#         #     #  #
# #####   #  #  # x#
#     #      #     #
####################
"""
STEPS = {
    "up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0),
    "up left": (-1, -1), "up right": (1, -1), "down left": (-1, 1), "down right": (1, 1),
}  # fmt: skip


class GridWalk(SearchProblem):
    def __init__(self, text):
        self.rows = [line for line in text.split("\n") if line]
        for y, row in enumerate(self.rows):
            if "o" in row:
                start = (row.index("o"), y)
            if "x" in row:
                self.goal = (row.index("x"), y)
        super().__init__(initial_state=start)

    def actions(self, state):
        possible = []
        for action in STEPS:
            x, y = self.result(state, action)
            if self.rows[y][x] != "#":
                possible.append(action)
        return possible

    def result(self, state, action):
        return state[0] + STEPS[action][0], state[1] + STEPS[action][1]

    def is_goal(self, state):
        return state == self.goal

    def cost(self, state, action, state2):
        return 1.4 if " " in action else 1.0

    def heuristic(self, state):
        far, near = sorted((abs(state[0] - self.goal[0]), abs(state[1] - self.goal[1])), reverse=True)
        return far + 0.4 * near


def main():
    problem = GridWalk(MAP)
    return {
        "astar": astar(problem, graph_search=True),
        "uniform_cost": uniform_cost(problem, graph_search=True),
        "breadth_first": breadth_first(problem, graph_search=True),
    }
