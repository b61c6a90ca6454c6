"""What tells a process to end, while it has a search that is to be kept."""

from __future__ import annotations

import math
import signal
import time
from types import FrameType
from typing import Any, Final, Self

_ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # the last two where there are such
_SAME: Final = 1.0  # seconds


class Interrupts:
    """Makes every signal that ends a process a KeyboardInterrupt, but while the search is saved.

    So a search is saved though its terminal is closed, or the machine shut down. One signal may come twice, from who
    sends it to a process and to its whole group: within a second it is the same. A signal that is ignored stays so
    (``nohup``).
    """

    def __init__(self) -> None:
        self.are_held_off = False
        """Whether none is heard: from the end of the run until the search is saved."""
        self._last = -math.inf
        self._before: dict[int, Any] = {}  # Any: a handler, as ``signal`` has it

    def __enter__(self) -> Self:
        import threading

        if threading.current_thread() is threading.main_thread():
            numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
            for number in numbers:
                if signal.getsignal(number) not in {signal.SIG_IGN, None}:
                    self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _hear(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002  # the signature of a handler
        now = time.monotonic()
        if now - self._last >= _SAME:
            self._last = now
            if not self.are_held_off:
                raise KeyboardInterrupt


class FirstInterrupt:
    """Notes a first Ctrl-C, for work that is to end in order; the next one, a second later, is a KeyboardInterrupt."""

    def __init__(self) -> None:
        self.at: float = math.inf
        """When it came, by `time.monotonic`."""
        self._before: Any = None  # Any: a handler, as ``signal`` has it

    def has_come(self) -> bool:
        """Whether it has."""
        return self.at < math.inf

    def __enter__(self) -> Self:
        import threading

        if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002  # the signature of a handler
        now = time.monotonic()
        self.at = min(self.at, now)
        if now - self.at >= _SAME:
            raise KeyboardInterrupt
