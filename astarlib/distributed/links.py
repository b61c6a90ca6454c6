"""Sockets between the processes of shards. They carry messages faster than calls of actors do."""

from __future__ import annotations

import hmac
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BufferedReader
from struct import Struct
from threading import Thread
from typing import Final

Address = tuple[str, int]
_SIZE: Final = Struct("<Q")
_SECONDS: Final = 5.0
"""The time to wait for all connections, in seconds."""


class Links:
    """The connections of one shard to the others. Some may be missing, for example because of a firewall.

    Nothing is read from a connection that doesn't begin with ``key``, which all shards have. ``receive`` is called with
    the parts of each message, in a thread for each sender.
    """

    def __init__(self, host: str, key: bytes, receive: Callable[[list[bytearray]], object]) -> None:
        self._key, self._receive = key, receive
        self._sockets: dict[int, socket.socket] = {}
        self.address: Address | None = None
        """The address for other shards, or None if this one can't listen."""
        with suppress(OSError):
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            server = socket.create_server((host, 0), family=family, backlog=256)
            self.address = host, server.getsockname()[1]
            Thread(target=self._accept, args=(server,), daemon=True).start()

    def connect(self, addresses: Sequence[Address | None], number: int) -> None:
        """Connect the shard with this number to the others."""
        end = time.monotonic() + _SECONDS
        for other, address in enumerate(addresses):
            if other != number and address is not None:
                with suppress(OSError):
                    link = socket.create_connection(address, max(0.01, end - time.monotonic()))
                    link.settimeout(None)
                    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    link.sendall(self._key)
                    self._sockets[other] = link

    def send(self, receiver: int, parts: Sequence[bytes | memoryview]) -> bool:
        """Send a message, without copying its parts. Return False if there is no connection."""
        link = self._sockets.get(receiver)
        if link is None:
            return False
        try:
            _send_all(link, [b"".join(_SIZE.pack(size) for size in (len(parts), *map(len, parts))), *parts])
        except OSError:
            self._sockets.pop(receiver).close()
            return False
        return True

    def _accept(self, server: socket.socket) -> None:
        while True:
            link, _ = server.accept()
            Thread(target=self._read, args=(link,), daemon=True).start()

    def _read(self, link: socket.socket) -> None:
        """Read the messages of a sender until it ends."""
        with suppress(OSError), link, link.makefile("rb") as file:  # ConnectionError is an OSError.
            is_known = hmac.compare_digest(file.read(len(self._key)), self._key)
            while is_known:
                count = _read_size(file)
                sizes = [_read_size(file) for _ in range(count)]
                self._receive([_read_part(file, size) for size in sizes])


def _send_all(link: socket.socket, parts: list[bytes | memoryview]) -> None:
    """Send parts, in one call of the system if it takes them all."""
    sent = link.sendmsg(parts) if hasattr(link, "sendmsg") else 0  # Windows doesn't have it.
    for part in parts:
        if sent < len(part):
            link.sendall(memoryview(part)[sent:])
        sent = max(0, sent - len(part))


def _read_size(file: BufferedReader) -> int:
    [size] = _SIZE.unpack(_read_part(file, _SIZE.size))
    return int(size)


def _read_part(file: BufferedReader, size: int) -> bytearray:
    part = bytearray(size)
    if file.readinto(part) < size:
        raise ConnectionError("the sender has ended")
    return part
