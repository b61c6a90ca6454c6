"""Functions of Python's library that are written in C, in Python, so that they can be translated."""

from __future__ import annotations

import bisect
import heapq
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


LIBRARY: Final[dict[Any, Callable[..., Any]]] = {
    bisect.bisect_left: _bisect_left, bisect.bisect_right: _bisect_right,
    heapq.heappush: _heappush, heapq.heappop: _heappop, heapq.heapify: _heapify,
}  # fmt: skip
"""What is translated for a function."""
