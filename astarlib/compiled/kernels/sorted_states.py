"""Sorted lists of packed states: duplicates, differences, bounds and checksums. No function calls a domain.

A list is an array of 64-bit words. A record has ``width`` words, and its first ``keys`` words are the state.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.data import Value

U = np.uint64
SMALL = 1 << 15
"""So many words and a copy of them fit into a cache."""
FEW = 32
"""So many words are sorted by insertion alone."""


def compare(one: Value, at: Value, other: Value, place: Value, keys: Value) -> Value:
    """Return -1, 0 or 1 if the state at word ``at`` is smaller than, equal to or larger than another."""
    for word in range(keys):
        if one[at + word] != other[place + word]:
            return -1 if one[at + word] < other[place + word] else 1
    return 0


def unique(records: Value, count: Value, width: Value, keys: Value) -> Value:
    """Remove repeated states from a sorted list. Return the number of records that are left."""
    kept = min(1, count)
    if width == 1:  # This takes a fraction of the time of the general loop.
        last = records[0] if count > 0 else U(0)
        for at in range(1, count):
            record = records[at]
            records[kept] = record
            kept += record != last
            last = record
        return kept
    for at in range(1, count):
        if compare(records, at * width, records, (kept - 1) * width, keys) != 0:
            for word in range(width):
                records[kept * width + word] = records[at * width + word]
            kept += 1
    return kept


def mark(records: Value, others: Value, marks: Value, places: Value, width: Value, keys: Value) -> None:
    """Mark the records that are also in ``others``.
    ``places`` is (next record, number of records, next of the others, number of the others). It is updated, and the
    function returns when either list ends.
    """
    at, count, other, others_count = places[0], places[1], places[2], places[3]
    if width == 1:
        while at < count and other < others_count:
            one, two = records[at], others[other]
            marks[at] |= one == two
            at += one <= two
            other += two <= one
    else:
        while at < count and other < others_count:
            order = compare(records, at * width, others, other * width, keys)
            marks[at] |= order == 0
            at += order <= 0
            other += order >= 0
    places[0], places[2] = at, other


def remove_marked(records: Value, marks: Value, count: Value, width: Value) -> Value:
    """Remove the marked records and clear the marks. Return the number of records that are left."""
    kept = 0
    for at in range(count):
        for word in range(width):
            records[kept * width + word] = records[at * width + word]
        kept += marks[at] == 0
        marks[at] = 0
    return kept


def upper_bound(records: Value, count: Value, width: Value, keys: Value, key: Value) -> Value:
    """Return the number of records of a sorted list whose states are at most ``key``."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if compare(records, middle * width, key, 0, keys) <= 0:
            low = middle + 1
        else:
            high = middle
    return low


def scatter(out: Value, ids: Value, count: Value, width: Value, places: Value, target: Value) -> None:
    """Copy records to ``target``, ordered by their ids. ``places`` has the first place of each id, and is updated."""
    if width == 1:  # This is faster than the general loop.
        for at in range(count):
            place = places[ids[at]]
            places[ids[at]] = place + 1
            target[place] = out[at]
        return
    for at in range(count):
        place = places[ids[at]]
        places[ids[at]] = place + 1
        for word in range(width):
            target[place * width + word] = out[at * width + word]


def checksum(words: Value, count: Value, sums: Value) -> None:
    """Add words to a checksum: their sum, and the sum of all sums so far."""
    first, second = sums[0], sums[1]
    for at in range(count):
        first += words[at] ^ U(0x9E3779B97F4A7C15)
        second += first
    sums[0], sums[1] = first, second


def count_ids(ids: Value, count: Value, sizes: Value) -> None:
    """Count how often each id occurs."""
    for at in range(count):
        sizes[ids[at]] += 1


def sort_words(words: Value, count: Value, scratch: Value, sizes: Value) -> None:
    """Sort 64-bit words. ``scratch`` has as many words, and ``sizes`` is two arrays of 256 numbers.
    This is fastest if the highest bits are distributed evenly, as in the states of one word that `store_at` stores.
    """
    all_and, all_or = ~U(0), U(0)
    for at in range(count):
        all_and &= words[at]
        all_or |= words[at]
    sizes_of_first, sizes_of_others = sizes
    shift = 0
    while (all_and ^ all_or) >> U(shift) > U(0xFF):
        shift += 1
    if count < SMALL:
        for at in range(count):
            scratch[at] = words[at]
        sort_part(words, scratch, 0, count, sizes_of_others, shift + 8)
        return
    distribute(words, scratch, 0, count, sizes_of_first, shift)
    first = 0
    for digit in range(256):
        sort_part(words, scratch, first, sizes_of_first[digit], sizes_of_others, shift)
        first = sizes_of_first[digit]


def sort_part(words: Value, scratch: Value, first: Value, end: Value, sizes: Value, shift: Value) -> None:
    """Sort the words of a part of ``scratch`` into ``words``. Bits from ``shift`` on are equal in all of them.
    The highest two bytes order nearly all words, and insertion orders the rest. If that takes too many moves, the words
    are sorted byte by byte, from the lowest.
    """
    if end - first > FEW:
        distribute(scratch, words, first, end, sizes, max(shift - 16, 0))
        distribute(words, scratch, first, end, sizes, max(shift - 8, 0))
    if insert(scratch, words, first, end):
        return
    for low in range(0, shift, 8):
        distribute(scratch, words, first, end, sizes, low)
        for at in range(first, end):
            scratch[at] = words[at]


def distribute(source: Value, target: Value, first: Value, end: Value, sizes: Value, shift: Value) -> None:
    """Sort a part of the words by the byte at ``shift``, in a stable way.
    ``sizes`` gets the end of each byte's words.
    """
    for digit in range(256):
        sizes[digit] = 0
    for at in range(first, end):
        sizes[np.int64(source[at] >> U(shift) & U(0xFF))] += 1
    place = first
    for digit in range(256):
        size = sizes[digit]
        sizes[digit] = place
        place += size
    for at in range(first, end):
        word = source[at]
        byte = np.int64(word >> U(shift) & U(0xFF))
        place = sizes[byte]
        sizes[byte] = place + 1
        target[place] = word


def insert(source: Value, words: Value, first: Value, end: Value) -> Value:
    """Copy a part to ``words`` and sort it by insertion. Return False if that takes too many moves."""
    moves = FEW // 2 * (end - first)
    for at in range(first, end):
        word, place = source[at], at
        while place > first and words[place - 1] > word:
            words[place] = words[place - 1]
            place -= 1
        words[place] = word
        moves -= at - place
        if moves < 0:
            return False
    return True
