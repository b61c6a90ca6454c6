"""Missionaries and cannibals, who cross a river in one boat."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from astarlib._support.integers import check_int
from astarlib.problem import SearchProblem

if TYPE_CHECKING:
    from astarlib.drawing import Drawing

__all__ = ["Crossing", "LeftBank", "MissionariesAndCannibals"]

_SHOWN: Final = 12  # Up to this many of each kind are drawn one by one. More are drawn as a number.
_MAX_OF_A_KIND: Final = 1000  # The time for the crossings out of a state grows with the square of this number.


class LeftBank(NamedTuple):
    """A state: the people and the boat on the left bank. Everybody else is on the right bank."""

    missionaries: int
    """The number of missionaries on the left bank."""
    cannibals: int
    """The number of cannibals on the left bank."""
    boat: bool
    """True if the boat is on the left bank."""


class Crossing(NamedTuple):
    """An action: the people who cross from the bank where the boat is."""

    missionaries: int
    """The number of missionaries who cross."""
    cannibals: int
    """The number of cannibals who cross."""


class MissionariesAndCannibals(SearchProblem[LeftBank, Crossing]):
    """The missionaries-and-cannibals problem: everybody crosses the river from left to right. A crossing costs 1.

    The boat can't cross empty. On each bank and in the boat, the cannibals may not outnumber the missionaries, unless
    there is no missionary. Three of each kind take 11 crossings with a boat for two. Four of each kind need a boat for
    three.

    The heuristic is the solution of a relaxed problem in which nobody is ever eaten: the boat crosses full and comes
    back with one person. With n people and the boat on the left bank and a boat for b people, that takes 2 * ceil((n -
    1) / (b - 1)) - 1 crossings. As the exact cost of a relaxed problem, it's **admissible** and **consistent**. It
    takes O(1) time per state.

    Parameters
    ----------
    missionaries, cannibals:
        The number of missionaries and that of cannibals, 0 to 1000. The defaults are 3.
    boat:
        The number of people that the boat holds, at least 1. The default is 2.

    Raises
    ------
    ValueError, TypeError
        If a number isn't an int or is out of range, or the cannibals outnumber the missionaries before anybody crosses.
        The message names the numbers.

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
        """Return the safe crossings, sorted by missionaries and then by cannibals."""
        missionaries, cannibals = self._at_boat(state)
        crossings = [
            Crossing(some, others)
            for some in range(min(missionaries, self.boat) + 1)
            for others in range(min(cannibals, self.boat - some) + 1)
            if some + others > 0 and _is_safe(some, others)
        ]
        return [crossing for crossing in crossings if self._is_safe(self._after(state, crossing))]

    def result(self, state: LeftBank, action: Crossing, /) -> LeftBank:
        """Return the state after a crossing. Raise ValueError if the crossing is impossible or unsafe."""
        if action not in self.actions(state):
            raise ValueError(f"{action!r} is impossible or unsafe in the state {state!r}")
        return self._after(state, action)

    def heuristic(self, state: LeftBank, /) -> float:
        """Return the number of crossings needed if nobody is ever eaten.

        It's ``inf`` if a boat for one person has to bring more than one person across: somebody must always row back.
        """
        waiting = state.missionaries + state.cannibals
        if waiting == 0:
            return 0
        here = waiting if state.boat else waiting + 1  # Somebody must bring the boat.
        if here > 1 == self.boat:
            return math.inf
        forward = 1 if here == 1 else -(-(here - 1) // (self.boat - 1))
        return 2 * forward - 1 if state.boat else 2 * forward

    def is_goal(self, state: LeftBank, /) -> bool:
        """Return True if nobody is left on the left bank."""
        return state.missionaries == state.cannibals == 0

    def format_state(self, state: LeftBank, /) -> str:
        """Return both banks as text, with an M or a C for each person and the boat at one bank."""
        right = (self.missionaries - state.missionaries, self.cannibals - state.cannibals)
        width = self.missionaries + self.cannibals
        left = _people(state.missionaries, state.cannibals).ljust(width)
        river = "(boat) ~~~~~~" if state.boat else "~~~~~~ (boat)"
        return f"{left} {river} {_people(*right)}".rstrip()

    def draw_state(self, state: LeftBank, /) -> Drawing:
        """Return a drawing of both banks with missionaries above cannibals, and the boat on the river."""
        from astarlib.drawing import Box, Drawing, Paint  # only needed for drawing

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
        """Return the crossing in words."""
        groups = ((action.missionaries, "missionary", "missionaries"), (action.cannibals, "cannibal", "cannibals"))
        who = [f"{count} {one if count == 1 else many}" for count, one, many in groups if count > 0]
        return f"{' and '.join(who)} {'crosses' if sum(action) == 1 else 'cross'}"

    def _at_boat(self, state: LeftBank) -> tuple[int, int]:
        if state.boat:
            return state.missionaries, state.cannibals
        return self.missionaries - state.missionaries, self.cannibals - state.cannibals

    def _after(self, state: LeftBank, crossing: Crossing) -> LeftBank:
        sign = -1 if state.boat else 1
        return LeftBank(
            state.missionaries + sign * crossing.missionaries,
            state.cannibals + sign * crossing.cannibals,
            not state.boat,
        )

    def _is_safe(self, state: LeftBank) -> bool:
        right = (self.missionaries - state.missionaries, self.cannibals - state.cannibals)
        return _is_safe(state.missionaries, state.cannibals) and _is_safe(*right)


def _is_safe(missionaries: int, cannibals: int) -> bool:
    return missionaries == 0 or missionaries >= cannibals


def _people(missionaries: int, cannibals: int) -> str:
    return "M" * missionaries + "C" * cannibals
