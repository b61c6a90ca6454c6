"""The Towers of Hanoi, with any number of disks and of pegs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from astarlib._support.integers import check_int
from astarlib.problem import SearchProblem

if TYPE_CHECKING:
    from astarlib.drawing import Drawing

__all__ = ["Move", "Pegs", "TowersOfHanoi"]

Pegs: TypeAlias = tuple[int, ...]
"""A state: the peg of each disk, from the smallest disk to the largest. Pegs are counted from 0."""

_MAX_DISKS: Final = 1000
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Move(NamedTuple):
    """An action: move the top disk of one peg to another peg."""

    disk: int
    """The size of the disk. The smallest disk has size 1."""
    source: int
    """The peg from which the disk is moved, counted from 0."""
    target: int
    """The peg to which the disk is moved, counted from 0."""


class TowersOfHanoi(SearchProblem[Pegs, Move]):
    """The Towers of Hanoi: move all disks from the first peg to the last. No disk may lie on a smaller one.

    With 3 pegs, a solution takes 2**disks - 1 moves. With more pegs it takes fewer, for example 17 instead of 63 moves
    for six disks on four pegs. A move costs 1 and can be undone, so the problem also has ``predecessors`` and
    ``goal_states``. There are pegs**disks states.

    The heuristic adds up the fewest moves that each disk needs. A disk needs one move if it isn't on its goal peg. If
    the goal has all disks on one peg, a disk needs two moves (away and back) if it's there but a larger disk isn't. So
    h is **admissible**, because a move moves only one disk. It's also **consistent**: a move changes the count of the
    moved disk by 1 and no other count, because no smaller disk is on the goal peg when the largest misplaced disk
    arrives there. It takes O(disks) time per state.

    Parameters
    ----------
    disks:
        The number of disks, 1 to 1000.
    pegs:
        The number of pegs, 3 to 26. The default is 3.
    start, goal:
        The peg of each disk at the start and at the end, from the smallest disk to the largest, counted from 0. With
        None (the default), all disks start on the first peg and end on the last.

    Attributes
    ----------
    disks, pegs, goal:
        The number of disks, the number of pegs, and the goal state.

    Raises
    ------
    ValueError, TypeError
        If a number isn't an int or is out of range, or ``start`` or ``goal`` isn't iterable or has the wrong length.
        The message names the number.

    References
    ----------
    E. Lucas (1883), under the name N. Claus. The version with four pegs is the Reve's puzzle of H. Dudeney (1907). The
    optimum is proved for any number of disks on 3 pegs (Lucas) and on 4 pegs (T. Bousch, La quatrième tour de Hanoï,
    2014).

    Examples
    --------
    >>> from astarlib import AStar
    >>> AStar().search(TowersOfHanoi(disks=6, pegs=4)).cost
    17
    """

    cost_unit: Final = 1

    def __init__(
        self, *, disks: int, pegs: int = 3, start: Iterable[int] | None = None, goal: Iterable[int] | None = None
    ) -> None:
        disks = check_int(disks, "disks", minimum=1, maximum=_MAX_DISKS)
        pegs = check_int(pegs, "pegs", minimum=3, maximum=len(_LETTERS))
        super().__init__((0,) * disks if start is None else _placed(start, "start", disks, pegs))
        self.disks: Final = disks
        self.pegs: Final = pegs
        self.goal: Final = (pegs - 1,) * disks if goal is None else _placed(goal, "goal", disks, pegs)

    def __repr__(self) -> str:
        start = "" if self.initial_state == (0,) * self.disks else f", start={self.initial_state}"
        goal = "" if self.goal == (self.pegs - 1,) * self.disks else f", goal={self.goal}"
        return f"{type(self).__name__}(disks={self.disks}, pegs={self.pegs}{start}{goal})"

    def actions(self, state: Pegs, /) -> list[Move]:
        """Return the legal moves, sorted by source peg and target peg."""
        return [move for move, _, _ in self.successors(state)]

    def result(self, state: Pegs, action: Move, /) -> Pegs:
        """Return the state after a move. Raise ValueError if the move isn't legal."""
        for move, next_state, _ in self.successors(state):
            if move == action:
                return next_state
        raise ValueError(f"{action!r} isn't a legal move when the disks are on the pegs {state}")

    def successors(self, state: Pegs, /) -> list[tuple[Move, Pegs, int]]:
        """Return all moves as ``(action, next_state, 1)``."""
        count = len(state)
        uppermost = [count] * self.pegs  # The index of each peg's top disk. An empty peg takes any disk.
        for disk in range(count - 1, -1, -1):
            uppermost[state[disk]] = disk
        return [
            (Move(disk + 1, source, target), (*state[:disk], target, *state[disk + 1 :]), 1)
            for source, disk in enumerate(uppermost)
            for target, below in enumerate(uppermost)
            if disk < below
        ]

    def heuristic(self, state: Pegs, /) -> int:
        """Return the sum of 1 for each disk that must move, and 2 for each that must move away and back."""
        return _estimate(state, self.goal)

    def heuristic_to(self, state: Pegs, goal: Pegs, /) -> int:
        """Return the estimate of ``heuristic`` for any goal. :func:`astarlib.with_goals` calls this method.

        Parameters
        ----------
        state, goal:
            Two states: the peg of each disk, from the smallest disk to the largest.

        Examples
        --------
        >>> TowersOfHanoi(disks=3).heuristic_to((0, 0, 0), (0, 2, 2))
        2
        """
        return _estimate(state, goal)

    def is_goal(self, state: Pegs, /) -> bool:
        """Return True if each disk is on its goal peg. By default, that's the last peg for all disks."""
        return state == self.goal

    def goal_states(self) -> list[Pegs]:
        """Return a list that contains the only goal state."""
        return [self.goal]

    def backward_heuristic(self, state: Pegs, /) -> int:
        """Return an estimate of the moves from the initial state to ``state``, computed as in ``heuristic``.

        Parameters
        ----------
        state:
            A state: the peg of each disk, from the smallest disk to the largest.

        Examples
        --------
        >>> towers = TowersOfHanoi(disks=3)
        >>> towers.backward_heuristic(towers.initial_state)
        0
        """
        return _estimate(state, self.initial_state)

    def predecessors(self, state: Pegs, /) -> list[tuple[Move, Pegs, int]]:
        """Return all moves that lead to ``state``, as ``(action, previous_state, 1)``."""
        return [(Move(disk, target, source), before, 1) for (disk, source, target), before, _ in self.successors(state)]

    def format_state(self, state: Pegs, /) -> str:
        """Return a line for each peg with its disks, from the bottom up."""
        lines = []
        for peg in range(self.pegs):
            disks = [str(disk + 1) for disk in range(len(state) - 1, -1, -1) if state[disk] == peg]
            lines.append(f"{_LETTERS[peg]} | {' '.join(disks)}".rstrip())
        return "\n".join(lines)

    def draw_state(self, state: Pegs, /) -> Drawing:
        """Return a drawing of the disks on their pegs. Disks that needn't move again have another color."""
        from astarlib.drawing import Box, Drawing, Line, Paint  # only needed for drawing

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
        """Return the move in words. The pegs are called A, B, C, ..."""
        return f"disk {action.disk} from {_LETTERS[action.source]} to {_LETTERS[action.target]}"


def _estimate(state: Pegs, goal: Pegs) -> int:
    """Return a lower bound on the moves from a state to a goal: the sum of the moves that each disk needs at least."""
    largest = max((disk for disk, peg in enumerate(state) if peg != goal[disk]), default=-1)
    back = 2 if goal.count(goal[0]) == len(goal) else 0  # On several pegs, a disk at home may not be in the way.
    return sum(back if peg == goal[disk] else 1 for disk, peg in enumerate(state[: largest + 1]))


def _placed(given: Iterable[int], role: str, disks: int, pegs: int) -> Pegs:
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes)):
        raise TypeError(f"{role} must be a sequence of pegs, one for each disk, not {given!r}")
    state = tuple(check_int(peg, f"each peg of {role}", minimum=0, maximum=pegs - 1) for peg in given)
    if len(state) != disks:
        raise ValueError(f"{role} has {len(state)} pegs; expected one for each of the {disks} disks")
    return state
