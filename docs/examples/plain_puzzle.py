"""A sliding puzzle in plain Python, which compiled engines take, too."""

from astarlib import SearchProblem


class SlidingPuzzle(SearchProblem):
    def __init__(self, board, columns=3):
        super().__init__(board)
        self.columns, self.rows = columns, len(board) // columns
        self.goal = (*range(1, len(board)), 0)
        self.steps = {"up": -columns, "down": columns, "left": -1, "right": 1}

    def actions(self, state):
        row, column = divmod(state.index(0), self.columns)
        if row > 0:
            yield "up"
        if row < self.rows - 1:
            yield "down"
        if column > 0:
            yield "left"
        if column < self.columns - 1:
            yield "right"

    def result(self, state, action):
        board, blank = list(state), state.index(0)
        other = blank + self.steps[action]
        board[blank], board[other] = board[other], 0
        return tuple(board)

    def heuristic(self, state):
        return sum(self.distance(place, tile - 1) for place, tile in enumerate(state) if tile != 0)

    def distance(self, place, goal):
        rows = abs(place // self.columns - goal // self.columns)
        return rows + abs(place % self.columns - goal % self.columns)

    def is_goal(self, state):
        return state == self.goal
