"""A 6 x 6 jigsaw sudoku: states are strings, X is the cell to fill next, 0 is empty."""

from simpleai.search import SearchProblem, astar, depth_first, greedy

CELLS = "X-0-0-0-1-0/0-3-0-0-2-0/0-2-0-0-0-0/0-0-0-0-5-0/0-0-0-1-0-0/0-6-5-2-0-0"
REGIONS = "1-1-1-1-1-2/3-3-4-1-2-2/3-4-4-4-2-2/3-3-4-4-2-6/3-5-6-6-6-6/5-5-5-5-5-6"
SOLVED = "3-5-2-4-1-6/5-3-4-6-2-1/6-2-1-5-4-3/4-1-6-3-5-2/2-4-3-1-6-5/1-6-5-2-3-4"


def to_grid(text):
    return [row.split("-") for row in text.split("/")]


def to_text(grid):
    return "/".join("-".join(row) for row in grid)


def place_of(grid, symbol):
    for y, row in enumerate(grid):
        if symbol in row:
            return y, row.index(symbol)
    return None


class Jigsaw(SearchProblem):
    regions = to_grid(REGIONS)

    def actions(self, state):
        grid = to_grid(state)
        place = place_of(grid, "X")
        if place is None:
            return []
        row, column = place
        label = self.regions[row][column]
        taken = set(grid[row]) | {grid[y][column] for y in range(6)}
        taken |= {grid[y][x] for y in range(6) for x in range(6) if self.regions[y][x] == label}
        return [symbol for symbol in "123456" if symbol not in taken]

    def result(self, state, action):
        grid = to_grid(state)
        row, column = place_of(grid, "X")
        grid[row][column] = action
        following = place_of(grid, "0")
        if following is not None:
            grid[following[0]][following[1]] = "X"
        return to_text(grid)

    def is_goal(self, state):
        return "X" not in state

    def heuristic(self, state):
        return state.count("0") + state.count("X")


def main():
    return {
        "astar": astar(Jigsaw(CELLS), graph_search=True),
        "greedy": greedy(Jigsaw(CELLS)),
        "depth_first": depth_first(Jigsaw(CELLS), graph_search=True),
    }
