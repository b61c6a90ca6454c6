"""The shards of one search, and how a search calls them. Here they are threads of this process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from astarlib.compiled.runtime.shard import Box, Report, Round, Shard
from astarlib.compiled_domain import CompiledDomain

Ref = Any
"""A box, or a reference to a box that lies elsewhere. Any: each kind of team has its own."""
Answer = tuple[Report, Sequence[Ref]]
"""The answer of a shard in one round: its report, and a box for each shard."""


class Team(ABC):
    """The shards of one search."""

    shards: int
    """The number of shards."""

    @abstractmethod
    def submit(self, shard: int, order: Round, boxes: Sequence[Ref]) -> Any:  # Any: a handle for `result`
        """Begin a round of one shard."""

    @abstractmethod
    def result(self, handle: Any) -> Answer:
        """Wait for a shard and return its answer."""

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
        self.shards = shards
        self._shards = [Shard(domain, number, shards) for number in range(shards)]
        self._shards[0].compile()
        self._pool = ThreadPoolExecutor(shards, "astarlib-shard")

    def submit(self, shard: int, order: Round, boxes: Sequence[Ref]) -> Future[Answer]:
        """Begin a round of one shard."""
        return self._pool.submit(self._shards[shard].run, order, boxes)

    def result(self, handle: Future[Answer]) -> Answer:
        """Wait for a shard and return its answer."""
        return handle.result()

    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        """Call a method of a shard between two rounds and return its result."""
        return getattr(self._shards[shard], method)(*arguments)

    def boxes(self, refs: Sequence[Ref]) -> list[Box]:
        """Return the boxes, which are in this process."""
        return list(refs)

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=False)
