"""The 2x2x2 cube: turns of three faces, since turning the whole cube doesn't count. A state is a tuple of 24 colors."""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Any, Final, TypeAlias

Stickers: TypeAlias = tuple[str, ...]
"""The colors of the faces U, R, F, D, L and B, each row by row."""

SOLVED: Final[Stickers] = tuple("UUUURRRRFFFFDDDDLLLLBBBB")

_CYCLES: Final = {
    "U": ((0, 1, 3, 2), (8, 16, 20, 4), (9, 17, 21, 5)),
    "R": ((4, 5, 7, 6), (1, 22, 13, 9), (3, 20, 15, 11)),
    "F": ((8, 9, 11, 10), (2, 4, 13, 19), (3, 6, 12, 17)),
}
"""The places between which a quarter turn moves the stickers."""


def _turns() -> list[tuple[str, Any]]:
    found = []
    for face, cycles in _CYCLES.items():
        quarter = list(range(24))
        for cycle in cycles:
            for place, after in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
                quarter[after] = place
        turned = list(range(24))
        for name in (face, f"{face}2", f"{face}'"):
            turned = [turned[place] for place in quarter]
            found.append((name, itemgetter(*turned)))
    return found


TURNS: Final = _turns()
"""The names of the nine turns, each with a function that turns a state."""


def scrambles(count: int) -> list[Stickers]:
    """Return cubes after 20 random turns."""
    random, found = Random(2), []
    for _ in range(count):
        state = SOLVED
        for _ in range(20):
            state = random.choice(TURNS)[1](state)
        found.append(state)
    return found


def successors(state: Stickers) -> list[tuple[str, Stickers, int]]:
    """Return all turns as ``(name, next_state, 1)``."""
    return [(name, turn(state), 1) for name, turn in TURNS]
