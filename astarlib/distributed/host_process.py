"""The program of the process that holds the connection to Ray. This module needs Ray."""

from __future__ import annotations

import _thread
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.distributed.host import HEADER, Outcome, read_frame
from astarlib.distributed.ray_connection import connect, disconnect, pack, submit
from astarlib.errors import ClusterError

_END_SECONDS: Final = 20


class Client:
    """The methods that `Host.ask` calls."""

    def __init__(self) -> None:
        self._team: Any = None  # Any: a RayTeam, which loads numba

    def connect(self, address: str | None, cpus: int, timeout: float) -> None:
        """Connect to a cluster, or start one on this machine."""
        connect(address, cpus, timeout)

    def begin(self, problem: bytes, shards: int, timeout: float) -> None:
        """Start the shards of a search."""
        from astarlib.distributed.ray_team import RayTeam

        self._team = RayTeam(problem, shards, timeout)

    def team(self, method: str, *arguments: Any) -> Any:
        """Call a method of the team."""
        return getattr(self._team, method)(*arguments)

    def submit(self, call: bytes) -> Future[Outcome]:
        """Begin a call of a function in a process of the cluster."""
        return submit(call)


def outcome_of(call: Callable[[], Any]) -> Outcome:
    """Return the outcome of a call."""
    try:
        return True, pack(call())
    except Exception as error:  # noqa: BLE001  # The caller gets it.
        raise_if_from_handler(error)
        try:
            return False, pack(error)
        except Exception as error:  # noqa: BLE001  # Its class decides what pickling it raises.
            raise_if_from_handler(error)
            return False, pack(ClusterError(f"{type(error).__name__}: {error}"))


def main(parent: int, *, starts_ray: bool) -> None:
    """Do the calls that come from the standard input, and write the results to the standard output."""
    inputs, outputs = (os.fdopen(os.dup(number), mode) for number, mode in ((0, "rb"), (1, "wb")))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):  # Ray prints about what the search survives. Its processes inherit these files.
        os.dup2(nothing, number)
    signal.signal(signal.SIGINT, lambda *_: sys.exit())
    calls: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    end = _kill_group if starts_ray and sys.platform != "win32" else _interrupt
    threading.Thread(target=_read, args=(inputs, calls, end), daemon=True).start()
    threading.Thread(target=_watch, args=(parent, end), daemon=True).start()
    client, lock = Client(), threading.Lock()

    def send(number: int, outcome: Outcome) -> None:
        with lock:
            outputs.write(HEADER.pack(number, outcome[0], len(outcome[1])))
            outputs.write(outcome[1])
            outputs.flush()

    def send_later(number: int, done: Future[Outcome]) -> None:
        send(number, done.result())

    try:
        while True:
            number, content = calls.get()
            method, arguments = pickle.loads(content)  # noqa: S301  # It comes from the process that has started this one.
            if method == "submit":
                client.submit(*arguments).add_done_callback(partial(send_later, number))
            else:
                send(number, outcome_of(partial(getattr(client, method), *arguments)))
    finally:
        disconnect()


def _read(file: BinaryIO, calls: SimpleQueue[tuple[int, bytes]], end: Callable[[], None]) -> None:
    is_call = True
    with suppress(EOFError):
        while is_call:
            number, (is_call, content) = read_frame(file)
            if is_call:
                calls.put((number, content))
    end()


def _watch(parent: int, end: Callable[[], None]) -> None:
    """End this process after its parent, even if a copy of the parent holds the other end of the input."""
    while os.getppid() == parent or sys.platform == "win32":
        time.sleep(1)
    end()


def _interrupt() -> None:
    """Let the main thread disconnect and exit."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_END_SECONDS)
    os._exit(1)


def _kill_group() -> None:
    """Kill this process and those of Ray. Its own shutdown may end this process first, and two agents would live on."""
    os.killpg(os.getpid(), signal.SIGKILL)
