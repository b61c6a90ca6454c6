"""A knight's path across a chessboard without edges."""

from typing import NamedTuple

from astarlib import SearchProblem


class Square(NamedTuple):
    column: int
    row: int


class Knight(SearchProblem[Square, Square]):
    def __init__(self, target: tuple[int, int] = (7, 7)) -> None:
        super().__init__(Square(0, 0))
        self.target = Square(*target)

    def actions(self, state: Square) -> list[Square]:
        steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
        return [Square(*step) for step in steps]

    def result(self, state: Square, action: Square) -> Square:
        return Square(state.column + action.column, state.row + action.row)

    def heuristic(self, state: Square) -> int:
        across = abs(self.target.column - state.column)
        along = abs(self.target.row - state.row)
        return (across + along + 2) // 3

    def is_goal(self, state: Square) -> bool:
        return state == self.target

    def format_state(self, state: Square) -> str:
        return f"column {state.column}, row {state.row}"

    def format_action(self, action: Square) -> str:
        return f"{action.column:+} {action.row:+}"
