"""Functions of Python's library that are written in C, in Python, so that they can be translated."""

from __future__ import annotations

import bisect
import functools
import heapq
import itertools
import operator
from collections import Counter
from collections.abc import Callable
from typing import Any, Final


def _bisect_left(values: Any, item: Any) -> int:
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < item:
            low = middle + 1
        else:
            high = middle
    return low


def _bisect_right(values: Any, item: Any) -> int:
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if item < values[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def _heappush(heap: Any, item: Any) -> None:
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def _heappop(heap: Any) -> Any:
    last = heap.pop()
    if len(heap) == 0:
        return last
    smallest = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return smallest


def _heapify(heap: Any) -> None:
    for place in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, place)


def _rise(heap: Any, start: int, place: int) -> None:
    """Move an item towards the top until its parent isn't larger."""
    item = heap[place]
    while place > start:
        parent = (place - 1) >> 1
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def _sink(heap: Any, place: int) -> None:
    """Move an item to the bottom along the smaller children, and then up to its place, as Python does."""
    end, start, item = len(heap), place, heap[place]
    child = 2 * place + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    _rise(heap, start, place)


def count(counter: Any, values: Any) -> None:
    """Count some values, as ``Counter.update`` does."""
    for value in values:
        counter[value] += 1


def subtract(counter: Any, values: Any) -> None:
    """Count some values down, as ``Counter.subtract`` does."""
    for value in values:
        counter[value] -= 1


def subtract_counts(counter: Any, other: Any) -> None:
    """Subtract the counts of a dictionary, as ``Counter.subtract`` does."""
    for key, number in other.items():
        counter[key] -= number


def same_counts(one: Any, two: Any) -> bool:
    """Return True if two objects of `Counter` are equal."""
    return all(one[key] == two[key] for key in one) and all(one[key] == two[key] for key in two)


def most_common(pairs: Any) -> Any:
    """Return the pairs with the largest counts first."""
    return sorted(pairs, key=_second, reverse=True)


def first_common(pairs: Any, number: int) -> Any:
    """Return that many pairs, the largest counts first."""
    return sorted(pairs, key=_second, reverse=True)[: max(number, 0)]


def _second(pair: Any) -> Any:
    return pair[1]


def elements(counter: Any) -> Any:
    """Yield each key as often as it's counted."""
    for key, number in counter.items():
        for _ in range(number):
            yield key


def add_counts(one: Any, two: Any) -> Any:
    """Return the sum of two objects of `Counter`."""
    found: Any = Counter()
    for key, number in one.items():
        if number + two[key] > 0:
            found[key] = number + two[key]
    for key, number in two.items():
        if key not in one and number > 0:
            found[key] = number
    return found


def reduce_counts(one: Any, two: Any) -> Any:
    """Return the difference of two objects of `Counter`."""
    found: Any = Counter()
    for key, number in one.items():
        if number - two[key] > 0:
            found[key] = number - two[key]
    for key, number in two.items():
        if key not in one and number < 0:
            found[key] = 0 - number
    return found


def largest_counts(one: Any, two: Any) -> Any:
    """Return the union of two objects of `Counter`."""
    found: Any = Counter()
    for key, number in one.items():
        if max(number, two[key]) > 0:
            found[key] = max(number, two[key])
    for key, number in two.items():
        if key not in one and number > 0:
            found[key] = number
    return found


def common_counts(one: Any, two: Any) -> Any:
    """Return the intersection of two objects of `Counter`."""
    found: Any = Counter()
    for key, number in one.items():
        if min(number, two[key]) > 0:
            found[key] = min(number, two[key])
    return found


def _reduce(function: Any, values: Any, *start: Any) -> Any:
    items = [*start, *values]
    if len(items) == 0:
        raise TypeError("reduce() of an empty sequence")
    found = items[0]
    for item in items[1:]:
        found = function(found, item)
    return found


def _accumulate(values: Any, function: Any = operator.add, *, initial: Any = None) -> Any:
    items = [*values] if initial is None else [initial, *values]
    if len(items) == 0:
        return
    found = items[0]
    yield found
    for item in items[1:]:
        found = function(found, item)
        yield found


def _nsmallest(number: int, values: Any, key: Any = None) -> Any:
    return sorted(values, key=key)[: max(number, 0)]


def _nlargest(number: int, values: Any, key: Any = None) -> Any:
    return sorted(values, key=key, reverse=True)[: max(number, 0)]


def group_ends(items: Any, key: Any = None) -> Any:
    """Return the indexes after the last items of the groups of ``groupby``."""
    return [
        place for place in range(1, len(items) + 1)
        if place == len(items) or _key_of(items[place], key) != _key_of(items[place - 1], key)
    ]  # fmt: skip


def _key_of(item: Any, key: Any) -> Any:
    return item if key is None else key(item)


def _takewhile(test: Any, values: Any) -> Any:
    for value in values:
        if not test(value):
            break
        yield value


def _dropwhile(test: Any, values: Any) -> Any:
    is_dropped = True
    for value in values:
        is_dropped = is_dropped and bool(test(value))
        if not is_dropped:
            yield value


def _filterfalse(test: Any, values: Any) -> Any:
    for value in values:
        if not test(value):
            yield value


def _starmap(function: Any, values: Any) -> Any:
    for value in values:
        yield function(*value)


def _compress(values: Any, chosen: Any) -> Any:
    for value, is_chosen in zip(values, chosen, strict=False):
        if is_chosen:
            yield value


def _repeat(value: Any, times: int) -> Any:
    for _ in range(times):
        yield value


def quotient(a: Any, b: Any) -> Any:
    """Return the quotient of two complex numbers, rounded as Python rounds it."""
    if abs(b.real) >= abs(b.imag):
        ratio = b.imag / b.real
        divisor = b.real + b.imag * ratio
        return complex((a.real + a.imag * ratio) / divisor, (a.imag - a.real * ratio) / divisor)
    ratio = b.real / b.imag
    divisor = b.real * ratio + b.imag
    return complex((a.real * ratio + a.imag) / divisor, (a.imag * ratio - a.real) / divisor)


def combinations(items: Any, number: int) -> Any:
    """Yield the combinations of some items, in the order of Python."""
    if number < 0:
        raise ValueError("r must be non-negative")
    chosen = list(range(number))
    while number <= len(items):
        yield tuple([items[place] for place in chosen])
        last = number - 1
        while last >= 0 and chosen[last] == len(items) - number + last:
            last -= 1
        if last < 0:
            break
        chosen[last] += 1
        for place in range(last + 1, number):
            chosen[place] = chosen[place - 1] + 1


def permutations(items: Any, number: int) -> Any:
    """Yield the permutations of some items, in the order of Python."""
    if number < 0:
        raise ValueError("r must be non-negative")
    chosen = [0] * 0
    used = [False] * len(items)
    place = 0
    while number <= len(items):
        if len(chosen) == number:
            yield tuple([items[each] for each in chosen])
            place = len(items)
        while place < len(items) and used[place]:
            place += 1
        if place < len(items):
            chosen.append(place)
            used[place] = True
            place = 0
        elif len(chosen) == 0:
            break
        else:
            place = chosen.pop()
            used[place] = False
            place += 1


def right(text: str, width: int, fill: str) -> str:
    """Return a text at the right end of a field."""
    return fill * (width - len(text)) + text


def left(text: str, width: int, fill: str) -> str:
    """Return a text at the left end of a field."""
    return text + fill * (width - len(text))


def filled_with_zeros(text: str, width: int, minus: str, plus: str) -> str:
    """Return a text with zeros after its sign."""
    if text[:1] == minus or text[:1] == plus:
        return text[:1] + "0" * (width - len(text)) + text[1:]
    return "0" * (width - len(text)) + text


LIBRARY: Final[dict[Any, Callable[..., Any]]] = {
    bisect.bisect_left: _bisect_left, bisect.bisect_right: _bisect_right,
    heapq.heappush: _heappush, heapq.heappop: _heappop, heapq.heapify: _heapify, heapq.nsmallest: _nsmallest,
    heapq.nlargest: _nlargest, functools.reduce: _reduce, itertools.accumulate: _accumulate,
    itertools.takewhile: _takewhile, itertools.dropwhile: _dropwhile,
    itertools.filterfalse: _filterfalse, itertools.starmap: _starmap, itertools.compress: _compress,
    itertools.repeat: _repeat,
}  # fmt: skip
"""What is translated for a function."""
