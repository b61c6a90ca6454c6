"""The shards of one search, and how a search calls them. Here they are threads of this process."""

from __future__ import annotations

import weakref
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, ClassVar

from astarlib._support.owner import Owner
from astarlib.compiled.scale.shard import Box, Link, Shard
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import ClusterError


class LostShardError(ClusterError):
    """The process of a shard has ended, or with None as the shard, the connection to all of them."""

    def __init__(self, shard: int | None, reason: str) -> None:
        super().__init__(shard, reason)
        self.shard: int | None = shard
        self.reason: str = reason

    @property
    def name(self) -> str:
        """The name of the lost part."""
        return "the cluster" if self.shard is None else f"shard {self.shard}"

    def __str__(self) -> str:
        return f"{self.name} of the search has ended: {self.reason}"


class Team(ABC):
    """The shards of one search. A shard does its calls one after the other, so an interrupted call can be repeated."""

    shards: int
    """The number of shards."""
    is_in_process: ClassVar[bool] = False
    """True if all shards are in this process."""

    @abstractmethod
    def submit(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> Any:  # Any: a handle for `result`
        """Begin a call of a method of each shard, each with its own arguments."""

    @abstractmethod
    def result(self, handle: Any) -> list[Any]:
        """Wait for all shards and return their results. Raise LostShardError if the process of a shard has ended."""

    @abstractmethod
    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        """Call a method of one shard and return its result."""

    @abstractmethod
    def restart(self) -> None:
        """End all shards and start new ones, which are empty."""

    @abstractmethod
    def close(self) -> None:
        """End the shards."""

    def path(self, shard: int, node: int) -> list[Link]:
        """Return the nodes of the path from the initial state to a node of a shard."""
        links: list[Link] = []
        while node != 0:
            part, shard, node = self.call(shard, "chain", node)
            links.extend(part)
        return links[::-1]

    def call_all(self, method: str, arguments: Sequence[tuple[Any, ...]] | None = None) -> list[Any]:
        """Call a method of each shard, each with its own arguments or all without, and return the results."""
        return self.result(self.submit(method, [()] * self.shards if arguments is None else arguments))


class ThreadTeam(Team):
    """Shards in threads of this process."""

    is_in_process: ClassVar[bool] = True

    def __init__(self, domain: CompiledDomain[Any], shards: int) -> None:
        self.shards: int = shards
        self._domain = domain
        self._owner = Owner("a search with threads")
        self._threads = [ThreadPoolExecutor(1, f"astarlib-shard-{number}") for number in range(shards)]
        self.restart()

    def restart(self) -> None:
        self._shards = [Shard(self._domain, number, self.shards) for number in range(self.shards)]
        for number, shard in enumerate(self._shards):  # A cycle of references would keep their memory for longer.
            shard.fetch = partial(_boxes, [weakref.ref(sender) for sender in self._shards], number)
        self._shards[0].compile()

    def submit(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Future[Any]]:
        self._owner.require()
        return [
            thread.submit(getattr(shard, method), *own)
            for thread, shard, own in zip(self._threads, self._shards, arguments, strict=True)
        ]

    def result(self, handle: list[Future[Any]]) -> list[Any]:
        self._owner.require()
        errors = [error for future in handle if (error := future.exception()) is not None]
        for error in errors:
            raise error
        return [future.result() for future in handle]

    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        self._owner.require()
        return self._threads[shard].submit(getattr(self._shards[shard], method), *arguments).result()

    def close(self) -> None:
        for thread in self._threads:
            thread.shutdown(wait=False)


def _boxes(shards: Sequence[weakref.ref[Shard]], receiver: int, number: int, senders: Sequence[int]) -> Iterable[Box]:
    for sender in senders:
        shard = shards[sender]()
        assert shard is not None  # noqa: S101  # The team holds it.
        yield shard.box(number, receiver)
