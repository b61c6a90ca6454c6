"""Sockets between shards carry whole messages in their order, and nothing from strangers."""

import socket
from queue import SimpleQueue

import pytest

from astarlib.distributed.links import Links

pytestmark = pytest.mark.quick

KEY = b"0123456789abcdef"


def pair():
    """Two links, the messages that the second one receives, and both addresses."""
    messages = SimpleQueue()
    links = Links("127.0.0.1", KEY, messages.put), Links("127.0.0.1", KEY, messages.put)
    return *links, messages, [part.address for part in links]


def test_messages_of_any_size_arrive_whole_and_in_order():
    first, _, messages, addresses = pair()
    first.connect(addresses, 0)
    parts = [bytes([number]) * size for number, size in enumerate((0, 1, 1 << 20, 3, 70_000))]
    sent = [parts[:count] for count in (1, 5, 0, 3, 4)]
    assert all(first.send(1, message) for message in sent)
    assert sent == [messages.get() for _ in sent]


def test_without_a_connection_nothing_is_sent():
    first, _, _, addresses = pair()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # Nothing listens there.
        first.connect([addresses[0], None, free.getsockname()], 0)
    assert [False, False, False] == [first.send(receiver, [b"hello"]) for receiver in range(3)]


def test_a_connection_that_breaks_is_not_used_again():
    first, _, _, _ = pair()
    with socket.create_server(("127.0.0.1", 0)) as server:
        first.connect([None, server.getsockname()], 0)
        server.accept()[0].close()
    while first.send(1, [bytes(1 << 20)]):
        pass
    assert not first.send(1, [b"hello"])


def test_a_connection_without_the_key_is_closed_unread():
    _, second, messages, _ = pair()
    with socket.create_connection(second.address) as stranger:
        stranger.sendall(b"x" * len(KEY))
        assert b"" == stranger.recv(1)
    assert messages.empty()
