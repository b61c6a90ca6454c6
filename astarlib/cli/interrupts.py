"""The handling of signals that end a process, so that a search can be saved first."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Sequence
from types import FrameType
from typing import Any, ClassVar, Final, Self

_SAME: Final = 1.0  # seconds


class _Handler:
    """A context that calls ``_on_signal`` for signals, except those that were ignored before."""

    _names: ClassVar[Sequence[str]]

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}  # Any: a handler as in `signal.signal`

    def __enter__(self) -> Self:
        import threading

        if threading.current_thread() is threading.main_thread():
            for number in (getattr(signal, name) for name in self._names if hasattr(signal, name)):
                if signal.getsignal(number) not in {signal.SIG_IGN, None}:
                    self._before[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        raise NotImplementedError


class Stop(_Handler):
    """A context in which the first Ctrl-C only sets a flag. The second one raises KeyboardInterrupt."""

    _names = ("SIGINT",)

    def __init__(self) -> None:
        super().__init__()
        self.is_set: bool = False

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.is_set:
            raise KeyboardInterrupt
        self.is_set = True


class Interrupts(_Handler):
    """A context that turns signals that end a process into a KeyboardInterrupt, except while the search is being saved.

    A search is therefore saved even if its terminal is closed or the machine is shut down. Some programs send a signal
    to the process and then to its whole group, so a second signal within a second is ignored. A signal that was
    ignored before stays ignored, for example with ``nohup``.
    """

    _names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # Not all systems have the last two.

    def __init__(self) -> None:
        super().__init__()
        self.are_held_off = False
        """True if signals are ignored, which is the case from the end of the run until the search is saved."""
        self._last = -math.inf

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if now - self._last >= _SAME:
            self._last = now
            if not self.are_held_off:
                raise KeyboardInterrupt


class FirstInterrupt(_Handler):
    """A context that records a first Ctrl-C. A second one, at least a second later, raises KeyboardInterrupt."""

    _names = ("SIGINT",)

    def __init__(self) -> None:
        super().__init__()
        self.at: float = math.inf
        """The time of the first Ctrl-C, by `time.monotonic`, or inf."""

    def has_come(self) -> bool:
        """Return True after the first Ctrl-C."""
        return self.at < math.inf

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        self.at = min(self.at, now)
        if now - self.at >= _SAME:
            raise KeyboardInterrupt
