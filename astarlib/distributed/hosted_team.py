"""Shards as actors of Ray, whose client is in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from astarlib.compiled.scale.shard import Link
from astarlib.compiled.scale.shard_team import LostShardError, Team
from astarlib.distributed.host import Host, LostHostError, Outcome


class HostedTeam(Team):
    """The shards of a `RayTeam` in another process. After the end of any process, new shards get new processes."""

    def __init__(self, problem: bytes, shards: int, address: str | None, timeout: float) -> None:
        self.shards = shards
        self._problem, self._address, self._timeout = problem, address, timeout
        self._host = self._begin()

    def _begin(self) -> Host:
        host = Host(self._address, self.shards, self._timeout)
        try:
            host.wait(host.ask("begin", self._problem, self.shards, self._timeout))
        except BaseException:
            host.close()
            raise
        return host

    def submit(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> Future[Outcome]:
        return self._host.ask("team", "call_all", method, arguments)

    def result(self, handle: Future[Outcome]) -> Any:
        try:
            return self._host.wait(handle)
        except LostHostError as error:
            raise LostShardError(None, str(error)) from error

    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        return self.result(self._host.ask("team", "call", shard, method, *arguments))

    def path(self, shard: int, node: int) -> list[Link]:
        found: list[Link] = self.result(self._host.ask("team", "path", shard, node))
        return found

    def restart(self) -> None:
        self._host.close()
        self._host = self._begin()

    def close(self) -> None:
        self._host.close()
