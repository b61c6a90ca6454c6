# A problem of your own: a knight on an endless chessboard.
from astarlib import AStar, SearchProblem

STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


class Knight(SearchProblem):
    def __init__(self, start, target):
        super().__init__(start)
        self.target = target

    def actions(self, square):
        return STEPS

    def result(self, square, step):
        return square[0] + step[0], square[1] + step[1]

    def is_goal(self, square):
        return square == self.target

    def heuristic(self, square):
        # A move covers 3 squares, so h never overestimates, and A* proves that its solution is optimal.
        return (abs(self.target[0] - square[0]) + abs(self.target[1] - square[1]) + 2) // 3


# Try another target.
result = AStar().search(Knight((0, 0), target=(7, 7)))
print(result.summary())
for step, square in result.path:
    print(square, step or "start")
print(result.statistics.expanded, "states expanded")
