"""A sequence whose items are computed when they are first read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar, overload

T = TypeVar("T")

_MOST_PICKLED: Final = 1_000
"""The largest number of items in a pickle."""


class LazyList(Sequence[T]):
    """A read-only sequence that takes its items from an iterable, one by one, and keeps them.

    ``len`` reads all of them. A pickle contains at most the first 1,000.
    """

    __slots__ = ("_failure", "_items", "_more")

    def __init__(self, items: Iterable[T]) -> None:
        self._items: list[T] = []
        self._more: Iterator[T] = iter(items)
        self._failure: str | None = None

    def __iter__(self) -> Iterator[T]:
        number = 0
        while number < len(self._items) or self._read(1):
            yield self._items[number]
            number += 1

    def __len__(self) -> int:
        self._read(None)
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        last = index.stop if isinstance(index, slice) else index
        if last is None or last < 0 or (isinstance(index, slice) and ((index.start or 0) < 0 or (index.step or 1) < 0)):
            self._read(None)
        elif last >= len(self._items):
            self._read(last + 1 - len(self._items))
        return self._items[index]

    def _read(self, count: int | None) -> bool:
        """Read that many more items (None means all), and return True if there is at least one."""
        if self._failure is not None:  # The generator that failed now looks as if it were at its end.
            raise RuntimeError(f"the list isn't complete, because reading it failed ({self._failure}). Search again")
        before = len(self._items)
        try:
            self._items.extend(islice(self._more, count))
        except BaseException as error:
            self._failure = repr(error)
            raise
        return len(self._items) > before

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {len(self._items)} items read>"

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(islice(self, _MOST_PICKLED)),)
