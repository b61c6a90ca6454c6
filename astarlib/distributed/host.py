"""A process that holds the connection to Ray for this one. It ends if the client's node ends; this process survives."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from struct import Struct
from typing import Any, BinaryIO, Final

from astarlib._support.owner import Owner
from astarlib.errors import ClusterError

HEADER: Final = Struct("<Q?Q")
"""The header of a message: the call's number, True unless it's an error or ends the process, and its length."""
Outcome = tuple[bool, bytes]
"""True and a pickled result, or False and a pickled error."""
_START_SECONDS: Final = 60.0
"""The minimum time to wait until a Ray on this machine has started, in seconds."""
_END_SECONDS: Final = 30.0
"""The maximum time to wait until the process has ended, in seconds."""


class LostHostError(ClusterError):
    """The process that holds the connection to Ray has ended."""


class Host:
    """A process that is connected to the Ray at an address, or has started one with ``cpus`` CPUs. It ends with this
    process.
    Raise ClusterError if no cluster answers in ``timeout`` seconds.
    """

    def __init__(self, address: str | None, cpus: int, timeout: float) -> None:
        code = (
            f"import sys; sys.path[:] = {sys.path!r}; from astarlib.distributed.host_process import main; "
            f"main({os.getpid()}, starts_ray={address is None})"
        )
        # In a session of its own, Ctrl-C in the terminal doesn't reach the process.
        process = subprocess.Popen(  # noqa: S603  # It is this Python.
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._numbers = count()
        self._frames: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers = _Answers()
        # No interrupt reaches these threads, so that messages are whole.
        threading.Thread(target=_write, args=(process, self._frames), daemon=True).start()
        reader = threading.Thread(target=_read, args=(process, self._answers), daemon=True)
        reader.start()
        self._owner = Owner("the connection to Ray")
        self._end = weakref.finalize(self, _end, self._owner, process, self._frames, reader)
        seconds = max(timeout, _START_SECONDS) if address is None else timeout
        try:
            self.wait(self.ask("connect", address, cpus, timeout), seconds)
        except TimeoutError as error:
            process.kill()
            self.close()
            fault = (
                "Ray hasn't started on this machine" if address is None else f"no Ray cluster answers at {address!r}"
            )
            raise ClusterError(f"{fault} in {seconds:g} seconds") from error
        except BaseException:
            self.close()
            raise

    def ask(self, method: str, *arguments: Any) -> Future[Outcome]:
        """Begin a call of a method of `host_process.Client`. Calls are done one after the other."""
        self._owner.require()
        number, future = next(self._numbers), Future[Outcome]()
        content = pickle.dumps((method, arguments), pickle.HIGHEST_PROTOCOL)
        self._answers.expect(number, future)
        self._frames.put(HEADER.pack(number, True, len(content)) + content)
        return future

    @staticmethod
    def wait(future: Future[Outcome], timeout: float | None = None) -> Any:
        """Return the result of a call, or raise its error; LostHostError if the process has ended."""
        return unpack(future.result(timeout))

    def close(self) -> None:
        """End the process, and wait for it."""
        self._end()


class _Answers:
    """The calls that have no answer yet."""

    def __init__(self) -> None:
        self._futures: dict[int, Future[Outcome]] = {}
        self._is_lost = False

    def expect(self, number: int, future: Future[Outcome]) -> None:
        """Add a call."""
        self._futures[number] = future
        if self._is_lost:
            self.lose()

    def receive(self, number: int, outcome: Outcome) -> None:
        """End a call."""
        self._futures.pop(number).set_result(outcome)

    def lose(self) -> None:
        """End all calls, now and later, with an error."""
        self._is_lost = True
        with suppress(KeyError):
            while True:
                _, future = self._futures.popitem()
                future.set_exception(LostHostError("the connection to Ray has ended, with its node or its process"))


def unpack(outcome: Outcome) -> Any:
    """Return the result of a call, or raise its error."""
    is_right, content = outcome
    value = pickle.loads(content)  # noqa: S301  # It comes from a process of this library.
    if is_right:
        return value
    raise value


def read_frame(file: BinaryIO) -> tuple[int, Outcome]:
    """Return the next message and its number; EOFError if there is none."""
    header = file.read(HEADER.size)
    if len(header) < HEADER.size:
        raise EOFError
    number, is_right, size = HEADER.unpack(header)
    content = file.read(size)
    if len(content) < size:
        raise EOFError
    return number, (is_right, content)


def _write(process: subprocess.Popen[bytes], frames: SimpleQueue[bytes | None]) -> None:
    file: Any = process.stdin
    with suppress(OSError):
        while (frame := frames.get()) is not None:
            file.write(frame)
            file.flush()
    with suppress(OSError):
        file.close()


def _read(process: subprocess.Popen[bytes], answers: _Answers) -> None:
    file: Any = process.stdout
    try:
        while True:
            answers.receive(*read_frame(file))
    except (EOFError, OSError):
        if sys.platform != "win32":
            with suppress(OSError):  # Agents of Ray would outlive a process that was killed for a minute.
                os.killpg(process.pid, signal.SIGKILL)
        answers.lose()
        file.close()


def _end(
    owner: Owner, process: subprocess.Popen[bytes], frames: SimpleQueue[bytes | None], reader: threading.Thread
) -> None:
    """End the process, and Ray with it. To close its input isn't enough if this process was forked since."""
    if not owner.is_here:
        return
    frames.put(HEADER.pack(0, False, 0))
    frames.put(None)
    try:
        reader.join(_END_SECONDS)
    finally:
        process.kill()  # It has ended, unless it hangs or the user can't wait.
        process.wait()
