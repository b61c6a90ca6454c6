"""Sudoku with irregular regions: solve one from text, check that its solution is unique, and make a new one."""

# --8<-- [start:problem]
from __future__ import annotations

from random import Random

from astarlib import AStar, DepthFirst
from astarlib.problems.sudoku import Insert, IrregularSudoku, PartialGrid

CLUES = """
...2...9.
5....6.8.
.........
......4..
......75.
..6..8...
1...9....
.......4.
......32.
"""
REGIONS = """
AAABBCCCC
AABBBCDCC
AABBEEDDC
ABBEEDDDC
AEEEFFDDD
GGGEEFHHH
GGGFFFFHH
GGIFFIIIH
GIIIIIHHH
"""

sudoku = IrregularSudoku.from_text(CLUES, REGIONS)
# --8<-- [end:problem]


# --8<-- [start:make]
class Shuffled(IrregularSudoku):
    """A sudoku that tries the candidates of a cell in an order that depends on a seed."""

    seed = 0

    def actions(self, state: PartialGrid) -> list[Insert]:
        return sorted(super().actions(state), key=lambda action: Random(f"{self.seed} {action}").random())


def make(regions: str, seed: int) -> IrregularSudoku:
    """Return a sudoku with these regions that has one solution, and more than one without any of its clues."""
    size = len(regions.split("/"))
    empty = Shuffled.from_text("." * size**2, regions)
    empty.seed = seed
    clues = [list(row) for row in empty.grid(DepthFirst().search(empty).states[-1])]
    cells = [(row, column) for row in range(size) for column in range(size)]
    for row, column in Random(seed).sample(cells, size**2):
        symbol, clues[row][column] = clues[row][column], 0
        if IrregularSudoku(clues, empty.regions).count_solutions() > 1:
            clues[row][column] = symbol
    return IrregularSudoku(clues, empty.regions)


# --8<-- [end:make]

if __name__ == "__main__":
    # --8<-- [start:use]
    result = AStar().search(sudoku)
    for row in sudoku.grid(result.states[-1]):
        print(*row)
    print(result.statistics.expanded, "expansions")
    # --8<-- [end:use]

    # --8<-- [start:unique]
    print("the solution is unique:", sudoku.count_solutions() == 1)
    # --8<-- [end:unique]

    # --8<-- [start:new]
    new = make("AABBBBB / AAACBBC / DACCCCC / DAEEEFF / DEEEEFF / DDGGGFF / DDGGGGF", seed=1)
    print(new.format_state(new.initial_state).replace("-", " ").replace("0", "."))
    # --8<-- [end:new]
