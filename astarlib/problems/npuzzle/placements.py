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


def placement_count(cells: int, tiles: int) -> int:
    """Return the number of placements.

    Examples
    --------
    >>> placement_count(25, 6)
    127512000
    """
    return math.perm(cells, tiles)


def combination_parts(cells: int, tiles: int) -> list[list[int]]:
    """Return lists whose entries add up to the number of a combination, one list for each part of the mask.

    A combination has ``tiles`` cells. The entry of a part is found with the bits of the part if the board has at most
    two parts. The number of bits below the last part is then known, because all parts together have ``tiles`` bits.

    Raises
    ------
    ValueError
        If the board has more than 26 cells.

    Examples
    --------
    >>> parts = combination_parts(4, 2)
    >>> [parts[0][mask] for mask in (0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100)]
    [0, 1, 2, 3, 4, 5]
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
    """Return the number of a combination among the combinations of as many cells, on a board of any size.

    Examples
    --------
    >>> combination_number(0b10110)
    6
    """
    number, place = 0, 0
    while mask != 0:
        lowest, place = mask & -mask, place + 1
        number += math.comb(lowest.bit_length() - 1, place)
        mask ^= lowest
    return number


def placement_number(cells: Sequence[int]) -> int:
    """Return the number of a placement, given the cell of each tile.

    Examples
    --------
    >>> [placement_number(cells) for cells in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2))]
    [0, 1, 2, 3, 4]
    """
    mask = permutation = 0
    for tile, cell in enumerate(cells):
        permutation += math.factorial(tile) * (mask >> cell).bit_count()
        mask |= 1 << cell
    return combination_number(mask) * math.factorial(len(cells)) + permutation


def permutation_positions(tiles: int) -> list[tuple[int, ...]]:
    """Return the position of each tile among the cells of its combination, for each number of a permutation.

    Examples
    --------
    >>> permutation_positions(3)
    [(0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 0, 1), (1, 2, 0), (2, 1, 0)]
    """
    found: list[tuple[int, ...]] = [()]
    for tile in range(tiles):
        found = [
            (*(position + (position >= tile - later) for position in before), tile - later)
            for later in range(tile + 1)
            for before in found
        ]
    return found
