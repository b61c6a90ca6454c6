"""Missionaries and cannibals, who cross a river in one boat."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from astarlib._support.integers import check_int
from astarlib.problem import SearchProblem

if TYPE_CHECKING:
    from astarlib.drawing import Drawing

__all__ = ["Crossing", "LeftBank", "MissionariesAndCannibals"]

_SHOWN: Final = 12  # of each are drawn one by one; more as their number
_MAX_OF_A_KIND: Final = 1000  # of each; all crossings out of a state take time that grows with the square


class LeftBank(NamedTuple):
    """A state: who is on the left bank; all others are on the right one."""

    missionaries: int
    """How many of them."""
    cannibals: int
    """How many of them."""
    boat: bool
    """Whether the boat is there."""


class Crossing(NamedTuple):
    """An action: who crosses, from the bank where the boat is."""

    missionaries: int
    """How many of them."""
    cannibals: int
    """How many of them."""


class MissionariesAndCannibals(SearchProblem[LeftBank, Crossing]):
    """All cross the river, from left to right, in a boat that does not cross empty. A crossing costs 1.

    Nowhere, on either bank or in the boat, may cannibals outnumber missionaries where any missionary is. Three of each
    and a boat for two take 11 crossings; four of each need a boat for three.

    The heuristic lets the boat cross full and come back with one person, and nobody be eaten: with n people on the left
    and the boat, 2 * ceil((n - 1) / (b - 1)) - 1 crossings for a boat for b. **Admissible**, as the crossings that a
    relaxed problem needs, and **consistent** for the same reason. O(1) a state.

    Parameters
    ----------
    missionaries, cannibals:
        0 to 1000.
    boat:
        How many it holds, at least 1.

    Attributes
    ----------
    missionaries, cannibals, boat:
        As given.

    Raises
    ------
    ValueError
        When a number is too small or too large, or the missionaries are outnumbered before anybody crosses; names
        the numbers.
    TypeError
        When a number is not whole.

    References
    ----------
    S. Amarel, On representations of problems of reasoning about actions (1968).

    Examples
    --------
    >>> from astarlib import AStar
    >>> AStar().search(MissionariesAndCannibals()).cost
    11
    """

    def __init__(self, missionaries: int = 3, cannibals: int = 3, *, boat: int = 2) -> None:
        missionaries = check_int(missionaries, "missionaries", minimum=0, maximum=_MAX_OF_A_KIND)
        cannibals = check_int(cannibals, "cannibals", minimum=0, maximum=_MAX_OF_A_KIND)
        boat = check_int(boat, "boat", minimum=1)
        if not _is_safe(missionaries, cannibals):
            raise ValueError(f"{cannibals} cannibals outnumber {missionaries} missionaries before anybody crosses")
        super().__init__(LeftBank(missionaries, cannibals, boat=True))
        self.missionaries: Final = missionaries
        self.cannibals: Final = cannibals
        self.boat: Final = boat

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.missionaries}, {self.cannibals}, boat={self.boat})"

    def actions(self, state: LeftBank, /) -> list[Crossing]:
        """The safe crossings, those with fewer missionaries first."""
        missionaries, cannibals = self._beside_boat(state)
        crossings = [
            Crossing(some, others)
            for some in range(min(missionaries, self.boat) + 1)
            for others in range(min(cannibals, self.boat - some) + 1)
            if some + others > 0 and _is_safe(some, others)
        ]
        return [crossing for crossing in crossings if self._is_safe(self._after(state, crossing))]

    def result(self, state: LeftBank, action: Crossing, /) -> LeftBank:
        """Who is on the left bank after that crossing; ValueError when it is not possible, or not safe."""
        if action not in self.actions(state):
            raise ValueError(f"{action!r} is not possible, or not safe, from {state!r}")
        return self._after(state, action)

    def heuristic(self, state: LeftBank, /) -> float:
        """The crossings that are needed if nobody is ever eaten; ``inf`` where a boat for one comes back for ever."""
        waiting = state.missionaries + state.cannibals
        if waiting == 0:
            return 0
        here = waiting if state.boat else waiting + 1  # somebody must bring the boat
        if here > 1 == self.boat:
            return math.inf
        forward = 1 if here == 1 else -(-(here - 1) // (self.boat - 1))
        return 2 * forward - 1 if state.boat else 2 * forward

    def is_goal(self, state: LeftBank, /) -> bool:
        """Whether nobody is left on the left bank."""
        return state.missionaries == state.cannibals == 0

    def format_state(self, state: LeftBank, /) -> str:
        """Both banks, M and C for each person, with the boat at one of them."""
        right = (self.missionaries - state.missionaries, self.cannibals - state.cannibals)
        width = self.missionaries + self.cannibals
        left = _people(state.missionaries, state.cannibals).ljust(width)
        river = "(boat) ~~~~~~" if state.boat else "~~~~~~ (boat)"
        return f"{left} {river} {_people(*right)}".rstrip()

    def draw_state(self, state: LeftBank, /) -> Drawing:
        """Both banks, a row for the missionaries and one for the cannibals, and the boat on the river."""
        from astarlib.drawing import Box, Drawing, Paint  # noqa: PLC0415  # loaded where there is something to draw

        right = (self.missionaries - state.missionaries, self.cannibals - state.cannibals)
        wide = max(1, min(_SHOWN, max(self.missionaries, self.cannibals)))
        boat = wide + (0.1 if state.boat else 2.1)
        boxes = [Box(wide, 0, 4, 2, Paint.FAINT), Box(boat, 0.6, 1.8, 0.8, Paint.WALL, "boat")]
        for begin, people in ((0, (state.missionaries, state.cannibals)), (wide + 4, right)):
            for row, (count, letter, paint) in enumerate(zip(people, "MC", (Paint.TILE, Paint.GIVEN), strict=True)):
                if count <= _SHOWN:
                    boxes += [Box(begin + at + 0.06, row + 0.06, 0.88, 0.88, paint, letter) for at in range(count)]
                else:
                    boxes.append(Box(begin + 0.06, row + 0.06, wide - 0.12, 0.88, paint, f"{count} {letter}"))
        return Drawing(2 * wide + 4, 2, tuple(boxes))

    def format_action(self, action: Crossing, /) -> str:
        """Who crosses, in words."""
        groups = ((action.missionaries, "missionary", "missionaries"), (action.cannibals, "cannibal", "cannibals"))
        who = [f"{count} {one if count == 1 else many}" for count, one, many in groups if count > 0]
        return f"{' and '.join(who)} {'crosses' if sum(action) == 1 else 'cross'}"

    def _beside_boat(self, state: LeftBank) -> tuple[int, int]:
        if state.boat:
            return state.missionaries, state.cannibals
        return self.missionaries - state.missionaries, self.cannibals - state.cannibals

    def _after(self, state: LeftBank, crossing: Crossing) -> LeftBank:
        way = -1 if state.boat else 1
        return LeftBank(
            state.missionaries + way * crossing.missionaries,
            state.cannibals + way * crossing.cannibals,
            not state.boat,
        )

    def _is_safe(self, state: LeftBank) -> bool:
        right = (self.missionaries - state.missionaries, self.cannibals - state.cannibals)
        return _is_safe(state.missionaries, state.cannibals) and _is_safe(*right)


def _is_safe(missionaries: int, cannibals: int) -> bool:
    return missionaries == 0 or missionaries >= cannibals


def _people(missionaries: int, cannibals: int) -> str:
    return "M" * missionaries + "C" * cannibals
