"""Functions that generated code calls and that numba compiles as they are: arithmetic as in Python, and lists.

A list is the address of a header of three words: the address of its items, their number, and the number for which there
is room. Other sequences are the address of their items and their number.
"""

from __future__ import annotations

from astarlib.compiled.plain.operations import Number, allocate, copy, fixed, load, multiply, real, store, subtract
from astarlib.errors import CapacityError

_MANY = 1 << 20


def true_div(a: Number, b: Number) -> Number:
    """Return a / b of floats."""
    if b == 0.0:
        raise ZeroDivisionError("division by zero")
    return a / b


def floor_div_float(a: Number, b: Number) -> Number:
    """Return a // b of floats."""
    if b == 0.0:
        raise ZeroDivisionError("float floor division by zero")
    return a // b


def modulo_float(a: Number, b: Number) -> Number:
    """Return a % b of floats."""
    if b == 0.0:
        raise ZeroDivisionError("float modulo")
    return a % b


def power(base: Number, exponent: Number) -> Number:
    """Return a power of whole numbers."""
    if exponent < 0:
        raise CapacityError("a negative power of a whole number is a float")
    result = 1
    while exponent > 0:
        if exponent & 1:
            result = multiply(result, base)
        exponent >>= 1
        if exponent > 0:
            base = multiply(base, base)
    return result


def shift_left(value: Number, count: Number) -> Number:
    """Return value << count."""
    if count < 0:
        raise ValueError("negative shift count")
    if value == 0:
        return 0
    if count > 62:
        raise CapacityError("a whole number doesn't fit 64 bits; engines in Python have no such limit")
    shifted = value << count
    if shifted >> count != value:
        raise CapacityError("a whole number doesn't fit 64 bits; engines in Python have no such limit")
    return shifted


def shift_right(value: Number, count: Number) -> Number:
    """Return value >> count."""
    if count < 0:
        raise ValueError("negative shift count")
    return value >> (min(count, 63))


def absolute(value: Number) -> Number:
    """Return the absolute value of a whole number."""
    return subtract(0, value) if value < 0 else value


def bit_length(value: Number) -> Number:
    """Return the number of bits of the absolute value."""
    value, count = absolute(value), 0
    while value > 0:
        value, count = value >> 1, count + 1
    return count


def greatest_divisor(a: Number, b: Number) -> Number:
    """Return the greatest common divisor."""
    a, b = absolute(a), absolute(b)
    while b != 0:
        a, b = b, a % b
    return a


def integer_root(value: Number) -> Number:
    """Return the square root, rounded down."""
    if value < 0:
        raise ValueError("the root of a negative number")
    low, high = 0, 3_037_000_500
    while high - low > 1:
        middle = (low + high) >> 1
        if middle * middle <= value:
            low = middle
        else:
            high = middle
    return low


def whole_of(value: Number) -> Number:
    """Return a float without its fraction."""
    if not -9.2e18 < value < 9.2e18:
        if value != value:  # noqa: PLR0124  # It's NaN.
            raise ValueError("cannot convert float NaN to integer")
        if abs(value) == INFINITY:
            raise OverflowError("cannot convert float infinity to integer")
        raise CapacityError("a float doesn't fit the 64 bits of a whole number; engines in Python have no such limit")
    return int(value)


def floor_of(value: Number) -> Number:
    """Return the largest whole number that isn't above a float."""
    found = whole_of(value)
    return found - 1 if real_of(found) > value else found


def ceil_of(value: Number) -> Number:
    """Return the smallest whole number that isn't below a float."""
    found = whole_of(value)
    return found + 1 if real_of(found) < value else found


def real_of(value: Number) -> Number:
    """Return a whole number as a float, rounded."""
    return value * 1.0


def round_of(value: Number) -> Number:
    """Return the nearest whole number, the even one of two."""
    found = floor_of(value)
    rest = value - real_of(found)
    return found + 1 if rest > 0.5 or (rest == 0.5 and found & 1) else found


def index(i: Number, count: Number) -> Number:
    """Return an index that counts from the start. Raise IndexError if there is no such item."""
    if i < 0:
        i += count
    if i < 0 or i >= count:
        raise IndexError("index out of range")
    return i


def range_length(start: Number, stop: Number, step: Number) -> Number:
    """Return the number of items of a range."""
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")
    if step > 0:
        return (stop - start - 1) // step + 1 if start < stop else 0
    return (start - stop - 1) // (0 - step) + 1 if start > stop else 0


def clip(i: Number, count: Number, low: Number, high: Number) -> Number:
    """Return the end of a slice as an index from ``low`` to ``high``."""
    if i < 0:
        i += count
        return max(i, low)
    return min(i, high)


def slice_length(start: Number, stop: Number, step: Number) -> Number:
    """Return the number of items of a slice whose ends are clipped."""
    if step > 0:
        return (stop - start + step - 1) // step if start < stop else 0
    return (start - stop - step - 1) // (0 - step) if start > stop else 0


def copy_step(target: Number, source: Number, start: Number, step: Number, count: Number, words: Number) -> None:
    """Copy every step-th item."""
    k = 0
    while k < count:
        copy(target + 8 * k * words, source + 8 * (start + k * step) * words, words)
        k += 1


def guard(header: int) -> None:
    """Note in a list that a value refers to its items, so that it can't change."""
    room = load(header, 2)
    store(header, 2, room if room < 0 else -1 - room)


def new_list(memory: Number, room: Number, words: Number) -> Number:
    """Return an empty list with room for that many items."""
    if room < 0 or room > _MANY:
        room = _MANY
    made = allocate(memory, 3 + room * words)
    store(made, 0, made + 24)
    store(made, 1, 0)
    store(made, 2, room)
    return made


def copied(memory: Number, at: Number, count: Number, words: Number) -> Number:
    """Return a list with a copy of these items."""
    made = new_list(memory, count + 4, words)  # Many are made to be changed.
    copy(made + 24, at, count * words)
    store(made, 1, count)
    return made


def repeated(memory: Number, at: Number, count: Number, words: Number, times: Number) -> Number:
    """Return the address of copies of these items, one after another."""
    times = max(times, 0)
    made = allocate(memory, multiply(multiply(count, words), times))
    k = 0
    while k < times:
        copy(made + 8 * k * count * words, at, count * words)
        k += 1
    return made


def make_room(memory: Number, items: Number, more: Number, words: Number) -> None:
    """Make room for more items in a list."""
    count, room = load(items, 1), load(items, 2)
    if count + more > room:
        room = 2 * (count + more) + 4
        made = allocate(memory, room * words)
        copy(made, load(items, 0), count * words)
        store(items, 0, made)
        store(items, 2, room)


def added(memory: Number, items: Number, words: Number) -> Number:
    """Add an item to a list and return its address."""
    make_room(memory, items, 1, words)
    count = load(items, 1)
    store(items, 1, count + 1)
    return load(items, 0) + 8 * count * words


def extend(memory: Number, items: Number, at: Number, count: Number, words: Number) -> None:
    """Add items to a list."""
    make_room(memory, items, count, words)
    before = load(items, 1)
    copy(load(items, 0) + 8 * before * words, at, count * words)
    store(items, 1, before + count)


def inserted(memory: Number, items: Number, i: Number, words: Number) -> Number:
    """Insert an item into a list and return its address."""
    count = load(items, 1)
    i = clip(i, count, 0, count)
    make_room(memory, items, 1, words)
    at = load(items, 0) + 8 * i * words
    copy(at + 8 * words, at, (count - i) * words)
    store(items, 1, count + 1)
    return at


def removed(items: Number, i: Number, words: Number, room: Number) -> Number:
    """Move item i of a list to other memory, close the gap, and return the address."""
    count = load(items, 1)
    if count == 0:
        raise IndexError("pop from empty list")
    i = index(i, count)
    at = load(items, 0) + 8 * i * words
    copy(room, at, words)
    copy(at, at + 8 * words, (count - i - 1) * words)
    store(items, 1, count - 1)
    return room


def replace(
    memory: Number, items: Number, start: Number, stop: Number, at: Number, count: Number, words: Number
) -> None:
    """Replace a part of a list with other items."""
    old = load(items, 1)
    stop = max(stop, start)
    source = allocate(memory, count * words)  # They may be items of the same list.
    copy(source, at, count * words)
    make_room(memory, items, count, words)
    data = load(items, 0)
    copy(data + 8 * (start + count) * words, data + 8 * stop * words, (old - stop) * words)
    copy(data + 8 * start * words, source, count * words)
    store(items, 1, old - (stop - start) + count)


def reverse(at: Number, count: Number, words: Number, room: Number) -> None:
    """Reverse items in place."""
    k = 0
    while k < count >> 1:
        a, b = at + 8 * k * words, at + 8 * (count - 1 - k) * words
        copy(room, a, words)
        copy(a, b, words)
        copy(b, room, words)
        k += 1


def same_words(a: Number, b: Number, count: Number) -> Number:
    """Return True if as many words are equal."""
    k = 0
    while k < count:
        if load(a, k) != load(b, k):
            return False
        k += 1
    return True


def order_of(a: Number, b: Number, words: Number) -> Number:
    """Return a number below, equal to or above 0 for the order of two items by their words."""
    k = 0
    while k < words:
        one, two = load(a, k), load(b, k)
        if one != two:
            return -1 if one < two else 1
        k += 1
    return 0


def put_in_order(at: Number, count: Number, words: Number) -> Number:
    """Sort items by their words, and leave out equal ones. Return the number of those that are left."""
    done, i = 0, 0
    while i < count:
        item, j = at + 8 * i * words, done
        while j > 0 and order_of(at + 8 * (j - 1) * words, item, words) > 0:
            j -= 1
        if j == 0 or order_of(at + 8 * (j - 1) * words, item, words) != 0:
            k = 0
            while k < words:  # Item i is at or behind the place of item ``done``.
                value, m = load(item, k), done
                while m > j:
                    store(at, m * words + k, load(at, (m - 1) * words + k))
                    m -= 1
                store(at, j * words + k, value)
                k += 1
            done += 1
        i += 1
    return done


def merged(made: Number, a: Number, count: Number, b: Number, others: Number, words: Number, kept: Number) -> Number:
    """Write the items that are kept: those of a only (1), of both (2), of b only (4). Return their number."""
    i, j, n = 0, 0, 0
    while i < count or j < others:
        order = 1
        if i < count:
            order = -1
            if j < others:
                order = order_of(a + 8 * i * words, b + 8 * j * words, words)
        is_kept, source = kept & 2, a + 8 * i * words
        if order < 0:
            is_kept = kept & 1
        if order > 0:
            is_kept, source = kept & 4, b + 8 * j * words
        if is_kept != 0:
            copy(made + 8 * n * words, source, words)
            n += 1
        if order <= 0:
            i += 1
        if order >= 0:
            j += 1
    return n


def mix(h: Number, value: Number) -> Number:
    """Return a hash of a hash and a word. `constants.hash_of` computes the same."""
    h = (h ^ value) * -7046029254386353131
    return h ^ ((h >> 32) & 0xFFFFFFFF)


def dense_entry(table: Number, i: Number) -> Number:
    """Return the number of entry i of a table that has a bit for each possible key, or -1."""
    if (fixed(fixed(table, 5), i >> 6) >> (i & 63)) & 1 == 0:
        return -1
    entries = fixed(table, 6)
    return 0 if entries == 0 else fixed(entries, i)


def entry_1(table: Number, a: Number) -> Number:
    """Return the number of the entry with this key in a dictionary or set, or -1."""
    mask = fixed(table, 1)
    if mask < 0:
        i = a - fixed(table, 7)
        return dense_entry(table, i) if 0 <= i < fixed(table, 8) else -1
    row = fixed(table, 2) + 16 * (mix(0, a) & mask)
    while fixed(row, 0) > 0:
        if fixed(row, 1) == a:
            return fixed(row, 0) - 1
        row += 16
    return -1


def entry_2(table: Number, a: Number, b: Number) -> Number:
    """Return the number of the entry with this key of two words in a dictionary or set, or -1."""
    mask = fixed(table, 1)
    if mask < 0:
        i, j, size = a - fixed(table, 7), b - fixed(table, 9), fixed(table, 10)
        return dense_entry(table, i * size + j) if 0 <= i < fixed(table, 8) and 0 <= j < size else -1
    row = fixed(table, 2) + 24 * (mix(mix(0, a), b) & mask)
    while fixed(row, 0) > 0:
        if fixed(row, 1) == a and fixed(row, 2) == b:
            return fixed(row, 0) - 1
        row += 24
    return -1


def entry_at(table: Number, key: Number, words: Number) -> Number:
    """Return the number of the entry whose key is at an address in a dictionary or set, or -1."""
    h, j = 0, 0
    while j < words:
        h = mix(h, load(key, j))
        j += 1
    row = fixed(table, 2) + 8 * (words + 1) * (h & fixed(table, 1))
    while fixed(row, 0) > 0:
        if same_words(row + 8, key, words):
            return fixed(row, 0) - 1
        row += 8 * (words + 1)
    return -1


def found(entry: Number) -> Number:
    """Return the number of an entry. Raise KeyError if there is none."""
    if entry < 0:
        raise KeyError("the key isn't in the dictionary")
    return entry


def finite(value: Number) -> Number:
    """Return an int-or-inf as a float."""
    return INFINITY if value == 9223372036854775807 else real(value)


INFINITY = float("inf")


def positive(value: Number) -> Number:
    """Return a number, or 0 if it's negative."""
    return max(value, 0)


def smaller(a: Number, b: Number) -> Number:
    """Return the smaller number."""
    return min(a, b)


def in_range(value: Number, start: Number, stop: Number, step: Number) -> Number:
    """Return True if a range contains a number."""
    if step > 0:
        return start <= value < stop and (value - start) % step == 0
    return stop < value <= start and (start - value) % (0 - step) == 0


def estimate(h: Number) -> Number:
    """Return h for a domain with whole costs: -1 for inf, and less for a negative number, which is an error."""
    if h == 9223372036854775807:
        return -1
    return h - 1 if h < 0 else h


def lost(total: Number, value: Number) -> Number:
    """Return what rounding takes from total + value."""
    both = total + value
    if abs(total) >= abs(value):
        return (total - both) + value
    return (value - both) + total


def corrected(total: Number, rest: Number) -> Number:
    """Return a sum with the rest that rounding took, if that is finite."""
    return total + rest if abs(rest) < INFINITY else total


def known(is_known: Number) -> Number:
    """Return 0. Raise CapacityError if a value has another type or length than those for which there is code."""
    if not is_known:
        raise CapacityError("a value has another type or length than those that compiled code has been made for")
    return 0
