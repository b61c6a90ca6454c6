# A heuristic with a mistake, and the checker that finds it.
from astarlib import AStar
from astarlib.checking import check_heuristic
from astarlib.problems.npuzzle import NPuzzle

START, GOAL = "4 3 6 / 5 8 0 / 1 7 2", "0 1 2 / 3 4 5 / 6 7 8"


class Conflicts(NPuzzle):
    """The Manhattan distance, and 2 moves for each pair of tiles in the wrong order in its row."""

    def heuristic(self, state):
        total = super().heuristic(state)
        for row in range(3):
            a, b, c = state[3 * row : 3 * row + 3]
            # The mistake: it counts all tiles. Only those whose goal is in this row have to pass each other.
            # To correct it, add: if left // 3 == right // 3 == row
            total += 2 * sum(left > right > 0 for left, right in [(a, b), (a, c), (b, c)])
        return total


puzzle = Conflicts(START, GOAL)
print("A* with this heuristic:", AStar().search(puzzle).cost, "moves")
print("A* with the usual one:", AStar().search(NPuzzle(START, GOAL)).cost, "moves")

report = check_heuristic(puzzle, states=200)
print("admissible:", report.admissible)
print(report)
