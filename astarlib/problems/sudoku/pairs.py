"""The choice of a cell after candidates that pairs exclude are removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations


def cell_after_pairs(state: Sequence[int], units: Iterable[Sequence[int]], size: int) -> tuple[int, int]:
    """Return the empty cell with the fewest candidates that pairs don't exclude, and the bits of these candidates.

    ``state`` is a `PartialGrid`. Two cells of a unit that have the same two candidates exclude these from the other
    cells of the unit. Two symbols that fit only the same two cells of a unit exclude the other candidates from these
    cells. This is repeated until a cell has a single candidate or nothing changes. No candidate of a solution is
    excluded. If no solution is left, the bits are 0. The time is O(rounds * n ** 3).
    """
    entries, filled = list(state), 1 << size
    is_changed = True
    while is_changed:
        is_changed = False
        for unit in units:
            cells = [cell for cell in unit if entries[cell] < filled]
            for cell, allowed in _allowed(cells, entries):
                left = entries[cell] & allowed
                if left != entries[cell]:
                    if left & (left - 1) == 0:
                        return cell, left
                    entries[cell], is_changed = left, True
    _, chosen = min(((entry.bit_count(), cell) for cell, entry in enumerate(entries) if entry < filled), default=(0, 0))
    return chosen, entries[chosen]


def _allowed(cells: Sequence[int], entries: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield cells of a unit with the bits that a pair allows there. ``entries`` may change meanwhile."""
    once = twice = thrice = 0
    first: dict[int, int] = {}
    for cell in cells:
        entry = entries[cell]
        thrice |= twice & entry
        twice |= once & entry
        once |= entry
        if entry.bit_count() == 2 and first.setdefault(entry, cell) != cell:
            for other in cells:
                if other not in {cell, first[entry]}:
                    yield other, ~entry
    if once.bit_count() < len(cells):
        yield cells[0], 0  # More cells than symbols.
    two_places = twice & ~thrice
    holders = [(cell, bits) for cell in cells if (bits := entries[cell] & two_places) & (bits - 1) > 0]
    for (one, bits), (other, other_bits) in combinations(holders, 2):
        shared = bits & other_bits
        if shared & (shared - 1) > 0:
            yield one, shared if shared.bit_count() == 2 else 0
            yield other, shared
    for cell in cells:
        if entries[cell] & once & ~twice > 0:
            yield cell, once & ~twice
