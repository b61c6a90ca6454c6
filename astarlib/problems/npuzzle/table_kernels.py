"""The loops that compute the tables of additive pattern databases. numba compiles them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

U = np.uint64
ONE = U(1)
CELLS = 16
"""The number of cells of the board. It's a constant of the compiled code, because division by a variable takes ten
times as long."""

Value: TypeAlias = Any
"""A number or array in a kernel. Any: its type is known when numba compiles it, not before."""


def depart(  # noqa: PLR0917  # numba's functions take no keywords
    places: Value, blanks: Value, first: Value, last: Value, moves: Value, arriving: Value, touched: Value, count: Value
) -> Value:  # fmt: skip
    """Make all moves of the placements with index ``first`` up to but not including ``last``. Return the new ``count``.

    The function adds the new cells of the blank to ``arriving``, by placement. It appends each placement that had no
    such cells before to ``touched``, whose first ``count`` items are in use.
    """
    beside, steps, weights, bits = moves
    for at in range(first, last):
        place, blank = np.int64(places[at]), U(blanks[at])
        rest = U(place)
        for weight in weights:
            cell, rest = rest % U(CELLS), rest // U(CELLS)
            for way in range(4):
                if blank & beside[way, cell] == 0:
                    continue
                moved = place + steps[way] * weight
                before = arriving[moved]
                if before == 0:
                    touched[count] = moved
                    count += 1
                arriving[moved] = U(before) | bits[cell]
    return count


def arrive(  # noqa: PLR0917  # numba's functions take no keywords
    touched: Value, distance: Value, board: Value, tiles: Value, bits: Value, reached: Value, arriving: Value,
    least: Value, places: Value, blanks: Value, count: Value,
) -> Value:  # fmt: skip
    """Store the distance of each placement in ``touched`` that is new, and return the new ``count``.

    Placements whose blank reaches new cells are appended to ``places``, with the regions of these cells in ``blanks``.
    The first ``count`` items of both arrays are in use.
    """
    columns, whole, not_first, not_last = board
    for at in range(touched.size):
        place = np.int64(touched[at])
        new = U(arriving[place]) & ~U(reached[place])
        arriving[place] = 0
        if new == 0:
            continue
        free, rest = whole, U(place)
        for _ in range(tiles):
            free, rest = free ^ bits[rest % U(CELLS)], rest // U(CELLS)
        grown = new
        while True:
            beside = (grown & not_last) << ONE | (grown & not_first) >> ONE | grown << columns | grown >> columns
            wider = grown | beside & free
            if wider == grown:
                break
            grown = wider
        reached[place] = U(reached[place]) | grown
        if least[place] == 255:
            least[place] = distance
        places[count], blanks[count] = place, grown
        count += 1
    return count
