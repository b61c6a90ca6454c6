"""A sliding-tile puzzle of 3 rows of 4 tiles in which large tiles are cheap to move."""

from random import Random

from astarlib import SearchProblem

ROWS, COLUMNS = 3, 4
CELLS = range(ROWS * COLUMNS)
GOAL = tuple(CELLS)
COST = [0, *(27720 // tile for tile in CELLS[1:])]  # 27720 is a multiple of all tiles.


def distance(one, other):
    rows = abs(one // COLUMNS - other // COLUMNS)
    return rows + abs(one % COLUMNS - other % COLUMNS)


DISTANCE = [[distance(one, other) for other in CELLS] for one in CELLS]
BESIDE = [[other for other in CELLS if DISTANCE[cell][other] == 1] for cell in CELLS]


class LightTiles(SearchProblem):
    def actions(self, board):
        return [board[cell] for cell in BESIDE[board.index(0)]]

    def result(self, board, tile):
        return tuple({0: tile, tile: 0}.get(each, each) for each in board)

    def cost(self, board, tile, next_board):
        return COST[tile]

    def heuristic(self, board):
        return sum(COST[tile] * DISTANCE[cell][tile] for cell, tile in enumerate(board))

    def steps_to_go(self, board):
        return sum(DISTANCE[cell][tile] for cell, tile in enumerate(board) if tile > 0)

    def is_goal(self, board):
        return board == GOAL


def scrambled(count: int, moves: int = 300, seed: int = 5) -> list[LightTiles]:
    """Return problems whose boards are random walks from the goal."""
    random, problems = Random(seed), []
    for _ in range(count):
        problem = LightTiles(GOAL)
        for _ in range(moves):
            board = problem.initial_state
            problem.initial_state = problem.result(board, random.choice(problem.actions(board)))
        problems.append(problem)
    return problems
