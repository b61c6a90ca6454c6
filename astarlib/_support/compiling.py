"""Let observers know that code is compiled."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

announce: Final[ContextVar[Callable[[], object] | None]] = ContextVar("announce", default=None)
"""What to call in this context before code is compiled, which takes a second or two; None for nothing.
Code from the disk isn't announced.
"""


class Announcing:
    """A context in which ``tell`` is called before code is compiled. With None, it changes nothing."""

    __slots__ = ("_tell", "_token")

    def __init__(self, tell: Callable[[], object] | None) -> None:
        self._tell = tell

    def __enter__(self) -> None:
        if self._tell is not None:
            self._token = announce.set(self._tell)

    def __exit__(self, *_: object) -> None:
        if self._tell is not None:
            announce.reset(self._token)
