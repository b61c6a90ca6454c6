"""Functions that generated code calls for texts, and that numba compiles as they are."""

from __future__ import annotations

from astarlib.compiled.plain.operations import Number, copy, fixed, load, multiply, store
from astarlib.compiled.plain.routines import absolute, known, mix, same_words
from astarlib.errors import CapacityError


def order_of_texts(a: Number, count: Number, b: Number, others: Number) -> Number:
    """Return a number below, equal to or above 0 for the order of two texts."""
    k = 0
    while k < count and k < others:
        one, two = load(a, k), load(b, k)
        if one != two:
            return -1 if one < two else 1
        k += 1
    return count - others


def find_text(a: Number, count: Number, b: Number, others: Number, start: Number) -> Number:
    """Return the first place of a text in another one from a place on, or -1."""
    while start + others <= count:
        if same_words(a + 8 * start, b, others):
            return start
        start += 1
    return -1


def count_text(a: Number, count: Number, b: Number, others: Number) -> Number:
    """Return how many times a text occurs in another one, without overlaps."""
    if others == 0:
        return count + 1
    found, at = 0, find_text(a, count, b, others, 0)
    while at >= 0:
        found += 1
        at = find_text(a, count, b, others, at + others)
    return found


def replace_text(made: Number, a: Number, count: Number, b: Number, others: Number, new: Number, size: Number,
                 times: Number) -> None:  # fmt: skip
    """Write a text with other characters in the place of a part, where it occurs for the first times."""
    start = 0
    while start < count:
        end = find_text(a, count, b, others, start) if times > 0 else -1
        kept = (end if end >= 0 else count) - start
        copy(made, a + 8 * start, kept)
        made += 8 * kept
        start += kept
        if end >= 0:
            copy(made, new, size)
            made += 8 * size
            start += others
            times -= 1


def atom_of(table: Number, at: Number, count: Number) -> Number:
    """Return the number of the string with these characters that exists before the search, or -1."""
    h, k = 0, 0
    while k < count:
        h = mix(h, load(at, k))
        k += 1
    row = fixed(table, 0) + 8 * (h & fixed(table, 1))
    while fixed(row, 0) > 0:
        number = fixed(row, 0) - 1
        if fixed(table, 3 + 2 * number) == count and same_words(fixed(table, 2 + 2 * number), at, count):
            return number
        row += 8
    return -1


def ascii_code(code: Number) -> Number:
    """Return a code point below 128. Raise CapacityError for others, for which Python has tables."""
    if code > 127:
        raise CapacityError("a method of texts meets a character that isn't ASCII; engines in Python go on")
    return code


def is_of(at: Number, count: Number, question: Number) -> Number:
    """Return True for upper case (0), lower case (1), digits (2), letters (3), spaces (4), letters and digits (5)."""
    k, found = 0, False
    while k < count:
        code = ascii_code(load(at, k))
        upper, lower, digit = 65 <= code <= 90, 97 <= code <= 122, 48 <= code <= 57
        space = code == 32 or 9 <= code <= 13 or 28 <= code <= 31
        if question == 0:
            found = found or upper
            if lower:
                return False
        elif question == 1:
            found = found or lower
            if upper:
                return False
        else:
            is_it = digit
            if question == 3:
                is_it = upper or lower
            if question == 4:
                is_it = space
            if question == 5:
                is_it = upper or lower or digit
            if not is_it:
                return False
            found = True
        k += 1
    return found


def change_case(made: Number, at: Number, count: Number, is_upper: Number) -> None:
    """Write a text in upper or lower case."""
    k = 0
    while k < count:
        code = ascii_code(load(at, k))
        if is_upper == 1 and 97 <= code <= 122:
            code -= 32
        if is_upper == 0 and 65 <= code <= 90:
            code += 32
        store(made, k, code)
        k += 1


def stripped(at: Number, count: Number, chosen: Number, number: Number, step: Number) -> Number:
    """Return how many characters strip() takes from the start (1) or end (-1): spaces (-1), or chosen ones."""
    found = 0
    while found < count:
        code = load(at, found if step > 0 else count - 1 - found)
        is_there = False
        if number < 0:
            code = ascii_code(code)
            is_there = code == 32 or 9 <= code <= 13 or 28 <= code <= 31
        k = 0
        while k < number:
            is_there = is_there or load(chosen, k) == code
            k += 1
        if not is_there:
            return found
        found += 1
    return found


def digits_of(value: Number) -> Number:
    """Return the number of characters of a whole number."""
    count = 1
    if value < 0:
        count = 2
    while value > 9 or value < -9:
        value = (value + 9) // 10 if value < 0 else value // 10
        count += 1
    return count


def write_digits(at: Number, count: Number, value: Number) -> None:
    """Write the characters of a whole number."""
    value, k, first = absolute(value), count - 1, 1 if value < 0 else 0
    if first == 1:
        store(at, 0, 45)
    while k >= first:
        store(at, k, 48 + value % 10)
        value //= 10
        k -= 1


def number_in(at: Number, count: Number) -> Number:
    """Return the whole number that a text of digits has. Raise CapacityError for any other text."""
    k, result, is_negative = 0, 0, False
    if count > 1 and (load(at, 0) == 45 or load(at, 0) == 43):
        is_negative = load(at, 0) == 45
        k = 1
    known(count > 0)
    while k < count:
        code = load(at, k)
        known(48 <= code <= 57)
        result = multiply(result, 10) + (code - 48)
        known(result >= 0)
        k += 1
    return 0 - result if is_negative else result
