"""Numbers of the placements of some tiles on a board, without gaps.

A placement of k tiles consists of a combination, the set of their cells, and a permutation of the tiles on these cells.
Its number is ``combination * k! + permutation``. So the placements of a combination are next to each other (a block),
and a move of a tile leads from a block to another block.

Combinations are numbered in the order of their masks. The permutation's number is the sum of ``i! * d`` over the tiles
i, where d is the number of earlier tiles in later cells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

_PART: Final = 13
"""The bits of a mask that are looked up at once. The 25 cells of the 24-puzzle are two parts."""


def combination_parts(cells: int, tiles: int) -> list[list[int]]:
    """Return a list for each part of the mask, whose entries add up to the number of a combination of ``tiles`` cells.
    If the board has at most two parts, the bits of a part find its entry, because all parts together have ``tiles``
    bits. Raise ValueError if the board has more than 26 cells.
    """
    if cells > 2 * _PART:
        raise ValueError(f"a board of {cells} cells has more than two parts")
    found = []
    for first in range(0, cells, _PART):
        entries = []
        for mask in range(1 << min(_PART, cells - first)):
            below = 0 if first == 0 else tiles - mask.bit_count()
            bits = [first + bit for bit in range(_PART) if mask >> bit & 1 == 1]
            entries.append(
                sum(math.comb(cell, below + place) for place, cell in enumerate(bits, 1)) if below >= 0 else 0
            )
        found.append(entries)
    return found


def combination_number(mask: int) -> int:
    """Return the number of a combination among the combinations of as many cells, on a board of any size."""
    number, place = 0, 0
    while mask != 0:
        lowest, place = mask & -mask, place + 1
        number += math.comb(lowest.bit_length() - 1, place)
        mask ^= lowest
    return number


def placement_number(cells: Sequence[int]) -> int:
    """Return the number of a placement, given the cell of each tile."""
    mask = permutation = 0
    for tile, cell in enumerate(cells):
        permutation += math.factorial(tile) * (mask >> cell).bit_count()
        mask |= 1 << cell
    return combination_number(mask) * math.factorial(len(cells)) + permutation


def permutation_positions(tiles: int) -> list[tuple[int, ...]]:
    """Return the position of each tile among the cells of its combination, for each number of a permutation."""
    found: list[tuple[int, ...]] = [()]
    for tile in range(tiles):
        found = [
            (*(position + (position >= tile - later) for position in before), tile - later)
            for later in range(tile + 1)
            for before in found
        ]
    return found
