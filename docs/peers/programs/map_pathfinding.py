from pathfinding.core.diagonal_movement import DiagonalMovement
from pathfinding.core.grid import Grid
from pathfinding.finder.a_star import AStarFinder

matrix = [  # 0 is an obstacle, and other numbers are the cost of entering the cell
    [1, 1, 1, 1, 1],
    [1, 1, 1, 0, 1],
    [1, 9, 1, 1, 1],
    [1, 1, 1, 9, 1],
]
grid = Grid(matrix=matrix)
start, end = grid.node(0, 0), grid.node(4, 3)
finder = AStarFinder(diagonal_movement=DiagonalMovement.only_when_no_obstacle)
path, runs = finder.find_path(start, end, grid)
print([(node.x, node.y) for node in path])
print(round(end.g, 6), "in", runs, "steps")
