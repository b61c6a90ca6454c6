"""A sequence whose items are computed when they are first read."""

from __future__ import annotations

from _thread import RLock  # The module threading takes longer to load.
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar, overload

T = TypeVar("T")

_MOST_PICKLED: Final = 1_000
"""The largest number of items in a pickle."""


class LazyList(Sequence[T]):
    """A read-only sequence that takes its items from an iterable, one by one, and keeps them.

    ``len`` reads all of them. A pickle contains at most the first 1,000. Several threads can read it at the same time.
    """

    __slots__ = ("_failure", "_is_reading", "_items", "_lock", "_more")

    def __init__(self, items: Iterable[T]) -> None:
        self._items: list[T] = []
        self._more: Iterator[T] = iter(items)
        self._failure: str | None = None
        self._is_reading = False
        self._lock = RLock()  # With another lock, a signal handler that interrupts a reading would wait for itself.

    def __iter__(self) -> Iterator[T]:
        number = 0
        while number < len(self._items) or self._read(number + 1) > number:
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
        else:
            self._read(last + 1)
        return self._items[index]

    def _read(self, count: int | None) -> int:
        """Read items until there are that many (None means all), and return their number."""
        if count is not None and count <= len(self._items):
            return len(self._items)
        with self._lock:
            if self._failure is not None:  # The generator that failed now looks as if it were at its end.
                raise RuntimeError(
                    f"the list isn't complete, because reading it failed ({self._failure}). Search again"
                )
            if self._is_reading:
                raise RuntimeError("the list can't be read by code that interrupts another reading, in the same thread")
            try:
                self._is_reading = True
                self._items.extend(islice(self._more, None if count is None else max(0, count - len(self._items))))
            except BaseException as error:
                self._failure = repr(error)
                raise
            finally:
                self._is_reading = False
            return len(self._items)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {len(self._items)} items read>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(islice(self, _MOST_PICKLED)),)
