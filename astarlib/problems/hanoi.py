"""The Towers of Hanoi, with any number of disks and of pegs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from astarlib._support.integers import check_int
from astarlib.problem import SearchProblem

if TYPE_CHECKING:
    from astarlib.drawing import Drawing

__all__ = ["Move", "Pegs", "TowersOfHanoi"]

Pegs: TypeAlias = tuple[int, ...]
"""A state: for each disk, the smallest first, the number of its peg; pegs are counted from 0."""

_MOST_DISKS: Final = 1000
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Move(NamedTuple):
    """An action: take the uppermost disk of one peg to another."""

    disk: int
    """Its size, 1 being the smallest."""
    source: int
    """The peg that it leaves, counted from 0."""
    target: int
    """The peg that it goes to."""


class TowersOfHanoi(SearchProblem[Pegs, Move]):
    """Take a tower of disks from the first peg to the last, disk by disk, never a larger upon a smaller one.

    With 3 pegs it takes 2**disks - 1 moves; with more pegs fewer: 17 instead of 63 for six disks on four pegs. A move
    costs 1 and can be taken back, so ``predecessors`` and ``goal_states`` are there, too. There are pegs**disks states.

    The heuristic counts for each disk the moves that it cannot do without: one when it is not on the last peg; two,
    away and back, when it is there while a larger one is not. It is **admissible** for that reason, and **consistent**:
    the move of a disk changes its own count by 1, and no other; for when the largest misplaced disk arrives, no
    smaller one is on the last peg. O(disks) a state.

    Parameters
    ----------
    disks:
        1 to 1000.
    pegs:
        3 to 26.

    Attributes
    ----------
    disks, pegs:
        As given.
    goal:
        All disks on the last peg.

    Raises
    ------
    ValueError
        When there are fewer disks or pegs than that, or more; names the number.
    TypeError
        When a number is not whole.

    References
    ----------
    E. Lucas (1883), as N. Claus; with four pegs H. Dudeney, the Reve's puzzle (1907). The optima that are proved for
    any number of disks: 3 pegs, Lucas; 4 pegs, T. Bousch, La quatrième tour de Hanoï (2014).

    Examples
    --------
    >>> from astarlib import AStar
    >>> AStar().search(TowersOfHanoi(disks=6, pegs=4)).cost
    17
    """

    def __init__(self, *, disks: int, pegs: int = 3) -> None:
        disks = check_int(disks, "disks", minimum=1, maximum=_MOST_DISKS)
        pegs = check_int(pegs, "pegs", minimum=3, maximum=len(_LETTERS))
        super().__init__((0,) * disks)
        self.disks: Final = disks
        self.pegs: Final = pegs
        self.goal: Final = (pegs - 1,) * disks

    def __repr__(self) -> str:
        return f"{type(self).__name__}(disks={self.disks}, pegs={self.pegs})"

    def actions(self, state: Pegs, /) -> list[Move]:
        """The legal moves, by the pegs that the disk leaves and goes to."""
        return [move for move, _, _ in self.successors(state)]

    def result(self, state: Pegs, action: Move, /) -> Pegs:
        """The pegs of all disks after that move; ValueError when it is not legal."""
        for move, next_state, _ in self.successors(state):
            if move == action:
                return next_state
        raise ValueError(f"{action!r} is no legal move where the disks are on the pegs {state}")

    def successors(self, state: Pegs, /) -> list[tuple[Move, Pegs, int]]:
        """All moves at once, ``(action, next_state, 1)``."""
        count = len(state)
        uppermost = [count] * self.pegs  # by peg, as places in the state; an empty peg takes any disk
        for disk in range(count - 1, -1, -1):
            uppermost[state[disk]] = disk
        return [
            (Move(disk + 1, source, target), (*state[:disk], target, *state[disk + 1 :]), 1)
            for source, disk in enumerate(uppermost)
            for target, below in enumerate(uppermost)
            if disk < below
        ]

    def heuristic(self, state: Pegs, /) -> int:
        """1 for each disk that must move, 2 where it must move away and back."""
        last = self.pegs - 1
        largest = max((disk for disk, peg in enumerate(state) if peg != last), default=-1)
        return sum(1 if peg != last else 2 for peg in state[: largest + 1])

    def is_goal(self, state: Pegs, /) -> bool:
        """Whether all disks are on the last peg."""
        return state == self.goal

    def goal_states(self) -> list[Pegs]:
        """All disks on the last peg, the only goal."""
        return [self.goal]

    def predecessors(self, state: Pegs, /) -> list[tuple[Move, Pegs, int]]:
        """The edges that lead to ``state``, ``(action, state before, 1)``."""
        return [(Move(disk, target, source), before, 1) for (disk, source, target), before, _ in self.successors(state)]

    def format_state(self, state: Pegs, /) -> str:
        """A line for each peg with its disks, the lowest first."""
        lines = []
        for peg in range(self.pegs):
            disks = [str(disk + 1) for disk in range(len(state) - 1, -1, -1) if state[disk] == peg]
            lines.append(f"{_LETTERS[peg]} | {' '.join(disks)}".rstrip())
        return "\n".join(lines)

    def draw_state(self, state: Pegs, /) -> Drawing:
        """The disks on their pegs; those on the last peg that need not move any more are painted as given."""
        from astarlib.drawing import Box, Drawing, Line, Paint  # noqa: PLC0415  # loaded where there is something to draw

        count, room = len(state), len(state) + 1
        middles = [room * (peg + 0.5) for peg in range(self.pegs)]
        pegs = (Line(middle, 0.5, middle, count + 0.4, 0.16, Paint.FAINT) for middle in middles)
        heights, boxes, is_home = [count] * self.pegs, list[Box](), True
        for disk in range(count - 1, -1, -1):
            peg, width = state[disk], disk + 1
            heights[peg] -= 1
            is_home = is_home and peg == self.pegs - 1
            paint, left = Paint.GIVEN if is_home else Paint.TILE, middles[peg] - width / 2
            boxes.append(Box(left, heights[peg] + 0.46, width, 0.88, paint, str(width)))
        ground = Line(0.2, count + 0.5, room * self.pegs - 0.2, count + 0.5, 0.2)
        return Drawing(room * self.pegs, count + 0.8, (*pegs, *boxes, ground))

    def format_action(self, action: Move, /) -> str:
        """The move in words; the pegs are A, B, C, ..."""
        return f"disk {action.disk} from {_LETTERS[action.source]} to {_LETTERS[action.target]}"
