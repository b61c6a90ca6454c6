"""The shards of one search, and how a search calls them. Here they are threads of this process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from astarlib.compiled.runtime.shard import Box, Report, Round, Shard
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import ClusterError

Ref = Any
"""A box, or a reference to a box that lies elsewhere. Any: each kind of team has its own."""
Answer = tuple[Report, Sequence[Ref]]
"""The answer of a shard in one round: its report, and a box for each shard."""


class LostShardError(ClusterError):
    """The process of a shard has ended.

    Parameters
    ----------
    shard:
        The number of the shard.
    reason:
        The message of the cluster.
    """

    def __init__(self, shard: int, reason: str) -> None:
        super().__init__(shard, reason)
        self.shard: int = shard
        self.reason: str = reason

    def __str__(self) -> str:
        return (
            f"shard {self.shard} of the search has ended: {self.reason}; with checkpoint=FOLDER, a search continues "
            "after this"
        )


class Team(ABC):
    """The shards of one search."""

    shards: int
    """The number of shards."""

    @abstractmethod
    def submit(self, shard: int, order: Round, boxes: Sequence[Ref]) -> Any:  # Any: a handle for `result`
        """Begin a round of one shard."""

    @abstractmethod
    def result(self, handle: Any) -> Answer:
        """Wait for a shard and return its answer; LostShardError if it has ended."""

    @abstractmethod
    def save(self, order: Round, boxes: Sequence[Sequence[Ref]], paths: Sequence[str]) -> None:
        """Let each shard read its boxes of a round and write its states to a file."""

    @abstractmethod
    def restart(self) -> None:
        """End all shards and start new ones, which are empty."""

    @abstractmethod
    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        """Call a method of a shard between two rounds and return its result."""

    @abstractmethod
    def boxes(self, refs: Sequence[Ref]) -> list[Box]:
        """Return the boxes to which references refer."""

    @abstractmethod
    def close(self) -> None:
        """End the shards."""


class ThreadTeam(Team):
    """Shards in threads of this process.

    Parameters
    ----------
    domain:
        The domain of the search.
    shards:
        The number of shards.
    """

    def __init__(self, domain: CompiledDomain[Any], shards: int) -> None:
        self.shards: int = shards
        self._domain = domain
        self._pool = ThreadPoolExecutor(shards, "astarlib-shard")
        self.restart()

    def restart(self) -> None:
        """Replace all shards by new ones, which are empty."""
        self._shards = [Shard(self._domain, number, self.shards) for number in range(self.shards)]
        self._shards[0].compile()

    def submit(self, shard: int, order: Round, boxes: Sequence[Ref]) -> Future[Answer]:
        """Begin a round of one shard."""
        return self._pool.submit(self._shards[shard].run, order, boxes)

    def result(self, handle: Future[Answer]) -> Answer:
        """Wait for a shard and return its answer."""
        return handle.result()

    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        """Call a method of a shard between two rounds and return its result."""
        return getattr(self._shards[shard], method)(*arguments)

    def save(self, order: Round, boxes: Sequence[Sequence[Ref]], paths: Sequence[str]) -> None:
        """Let each shard read its boxes of a round and write its states to a file."""
        parts = zip(self._shards, boxes, paths, strict=True)
        for future in [self._pool.submit(shard.save, path, order, *own) for shard, own, path in parts]:
            future.result()

    def boxes(self, refs: Sequence[Ref]) -> list[Box]:
        """Return the boxes, which are in this process."""
        return list(refs)

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=False)
