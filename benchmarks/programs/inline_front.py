"""The frontier of the loops written by hand, like that of ``astarlib.engines``: by f, then by h, then newest first."""

from __future__ import annotations

from heapq import heappop
from typing import Any


class Front:
    """All records of one f, in buckets by h."""

    __slots__ = ("buckets", "order")

    def __init__(self, buckets: dict[float, Any]) -> None:  # Any: records and lists of them
        self.buckets, self.order = buckets, sorted(buckets)


def pair(record: Any, newer: Any) -> Front:
    """The front of two records."""
    return Front({record[1]: [record, newer]} if record[1] == newer[1] else {record[1]: record, newer[1]: newer})


def drop(heap: list[float], fronts: dict[float, Any]) -> None:
    """Take out what is at the front: a record, or a bucket that is empty."""
    front = fronts[heap[0]]
    if type(front) is Front:
        bucket = front.buckets[front.order[0]]
        if type(bucket) is list and len(bucket) > 0:
            bucket.pop()
            return
        del front.buckets[front.order[0]]
        heappop(front.order)
        if len(front.order) > 0:
            return
    del fronts[heap[0]]
    heappop(heap)
