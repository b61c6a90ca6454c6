"""Shards as actors of Ray. This module needs Ray."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError

from astarlib import __version__
from astarlib.compiled.codegen.specialize import code_versions
from astarlib.compiled.requirements import domain_of
from astarlib.compiled.runtime.shard import Box, Round, Shard
from astarlib.compiled.runtime.shard_team import Answer, LostShardError, Ref, Team
from astarlib.distributed.ray_connection import connect, disconnect, renew
from astarlib.errors import ClusterError


class ShardActor:
    """The process of one shard. Ray makes an actor of this class.

    Parameters
    ----------
    problem:
        The user's problem.
    number:
        The number of the shard.
    shards:
        The number of all shards.
    """

    def __init__(self, problem: Any, number: int, shards: int) -> None:  # Any: the user's problem
        self._shard = Shard(domain_of(problem, "distributed.AStar"), number, shards)

    def greet(self) -> tuple[Any, ...]:
        """Return what must be equal in all processes, and the node."""
        return __version__, code_versions(), ray.get_runtime_context().get_node_id()

    def compile(self) -> None:
        """Compile the functions, or load them from disk."""
        self._shard.compile()

    def run(self, order: Round, *boxes: Box) -> tuple[Any, ...]:
        """Do a round. Return the report and the boxes as separate values: boxes move from shard to shard directly."""
        report, filled = self._shard.run(order, boxes)
        return report, *filled

    def save(self, path: str, order: Round, *boxes: Box) -> None:
        """Read the boxes of a round, and write the states to a file."""
        self._shard.save(path, order, *boxes)

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of the shard."""
        return getattr(self._shard, method)(*arguments)


class RayTeam(Team):
    """Shards in processes of Ray.

    Parameters
    ----------
    problem:
        The user's problem, which is sent to each process.
    shards:
        The number of shards.
    address:
        The address of a cluster, or None to use the Ray of this process or start one on this machine.
    timeout:
        The seconds to wait for the processes.
    """

    def __init__(self, problem: Any, shards: int, address: str | None, timeout: float) -> None:
        self.shards = shards
        self._problem, self._timeout = problem, timeout
        user = object()
        connect(user, address, shards, timeout)
        self._actors: list[Any] = []
        self._end = weakref.finalize(self, _end, self._actors, user)
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        """Start the actors, compare their versions with those of this process, and let one on each node compile."""
        kind = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD")(ShardActor)
        problem = ray.put(self._problem)
        for number in range(self.shards):
            self._actors.append(kind.remote(problem, number, self.shards))
        greetings = self._wait([actor.greet.remote() for actor in self._actors])
        own = __version__, code_versions()
        for number, (*versions, _) in enumerate(greetings):
            if tuple(versions) != own:
                raise ClusterError(
                    f"shard {number} runs on a node with other versions: {_difference(versions, own)}; install the "
                    "same astarlib, Python, numba and numpy on all nodes"
                )
        first = {node: number for number, (*_, node) in reversed(list(enumerate(greetings)))}
        self._get([self._actors[number].compile.remote() for number in first.values()])
        self._get([actor.compile.remote() for actor in self._actors])

    def _wait(self, refs: list[Any]) -> list[Any]:
        """Return the first answers of all actors; ClusterError if they don't come in time."""
        try:
            found: list[Any] = self._get(refs, self._timeout)
            return found
        except GetTimeoutError as error:
            count: Any = ray
            total, free = (float(part().get("CPU", 0)) for part in (count.cluster_resources, count.available_resources))
            raise ClusterError(
                f"the cluster hasn't started {self.shards} shards in {self._timeout:g} seconds; each of them needs a "
                f"CPU, and the cluster has {total:g}, of which {free:g} are free now; use fewer shards or add nodes"
            ) from error

    @staticmethod
    def _get(refs: Any, timeout: float | None = None) -> Any:
        try:
            return ray.get(refs, timeout=timeout)
        except RayTaskError as error:
            raise error.cause from error  # the error of the shard itself, such as a MemoryError

    def submit(self, shard: int, order: Round, boxes: Sequence[Ref]) -> Any:
        """Begin a round of one shard."""
        actor = self._actors[shard]
        return shard, actor.run.options(num_returns=self.shards + 1).remote(order, *boxes)

    def result(self, handle: Any) -> Answer:
        """Wait for a shard and return its answer. The boxes stay where they are."""
        shard, (report, *boxes) = handle
        return self._ask(shard, lambda: self._get(report)), boxes

    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        """Call a method of a shard and return its result."""
        return self._ask(shard, lambda: self._get(self._actors[shard].call.remote(method, *arguments)))

    @staticmethod
    def _ask(shard: int, get: Callable[[], Any]) -> Any:
        try:
            return get()
        except RayError as error:
            raise LostShardError(shard, str(error).strip().splitlines()[0]) from error

    def boxes(self, refs: Sequence[Ref]) -> list[Box]:
        """Return the boxes to which references refer."""
        return [self._get(ref) if isinstance(ref, ray.ObjectRef) else ref for ref in refs]

    def save(self, order: Round, boxes: Sequence[Sequence[Ref]], paths: Sequence[str]) -> None:
        """Let each shard read its boxes of a round and write its states to a file."""
        parts = zip(self._actors, boxes, paths, strict=True)
        refs = [actor.save.remote(path, order, *own) for actor, own, path in parts]
        for shard, ref in enumerate(refs):
            self._ask(shard, partial(self._get, ref))

    def restart(self) -> None:
        """End all shards and start new ones, which are empty."""
        _kill(self._actors)
        try:
            self._begin()
        except (ClusterError, RayError):
            if not renew():  # A local Ray may have ended together with the process.
                raise
            self._actors.clear()
            self._begin()

    def close(self) -> None:
        """End the shards, and the Ray that this process has started for them."""
        self._end()


def _difference(found: Sequence[Any], own: Sequence[Any]) -> str:
    def flat(values: Sequence[Any]) -> list[str]:
        return [str(part) for value in values for part in (value if isinstance(value, list | tuple) else [value])]

    pairs = [pair for pair in zip(flat(found), flat(own), strict=False) if pair[0] != pair[1]]
    return "; ".join(f"{there!r} there, {here!r} here" for there, here in pairs)


def _kill(actors: list[Any]) -> None:
    while len(actors) > 0:
        with suppress(Exception):
            ray.kill(actors[-1], no_restart=True)
        actors.pop()


def _end(actors: list[Any], user: object) -> None:
    """Kill the actors, and end the Ray that this process has started if nothing else uses it."""
    if ray.is_initialized():
        _kill(actors)
    actors.clear()
    disconnect(user)
