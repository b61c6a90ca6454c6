"""The 8-puzzle with states that are strings, as in many courses."""

from simpleai.search import SearchProblem, astar, greedy, uniform_cost

START = "8-1-7\n4-5-6\n2-e-3"
GOAL = "e-1-2\n3-4-5\n6-7-8"


def to_rows(text):
    return [row.split("-") for row in text.split("\n")]


def to_text(rows):
    return "\n".join("-".join(row) for row in rows)


def find(rows, piece):
    for row, pieces in enumerate(rows):
        if piece in pieces:
            return row, pieces.index(piece)
    raise LookupError(piece)


HOME = {piece: find(to_rows(GOAL), piece) for piece in "12345678e"}


class EightPuzzle(SearchProblem):
    def actions(self, state):
        """The pieces that can be pushed into the hole."""
        rows = to_rows(state)
        row, column = find(rows, "e")
        beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [rows[y][x] for y, x in beside if 0 <= y < 3 and 0 <= x < 3]

    def result(self, state, action):
        rows = to_rows(state)
        (row, column), (y, x) = find(rows, "e"), find(rows, action)
        rows[row][column], rows[y][x] = rows[y][x], rows[row][column]
        return to_text(rows)

    def is_goal(self, state):
        return state == GOAL

    def cost(self, state1, action, state2):
        return 1

    def heuristic(self, state):
        rows = to_rows(state)
        distance = 0
        for piece in "12345678":
            (row, column), (y, x) = find(rows, piece), HOME[piece]
            distance += abs(row - y) + abs(column - x)
        return distance


def main():
    near = EightPuzzle("1-4-2\n3-5-8\n6-e-7")
    return {
        "astar": astar(EightPuzzle(initial_state=START), graph_search=True),
        "greedy": greedy(near, graph_search=True),
        "uniform_cost": uniform_cost(near, True),
        "astar as a tree": astar(near),
    }
