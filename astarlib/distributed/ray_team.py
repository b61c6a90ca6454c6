"""Shards as actors of Ray. This module needs Ray."""

from __future__ import annotations

import pickle
import weakref
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError

from astarlib import __version__
from astarlib.compiled.codegen.specialize import code_versions
from astarlib.compiled.requirements import domain_of
from astarlib.compiled.runtime.shard import Box, Shard, empty_box
from astarlib.compiled.runtime.shard_team import LostShardError, Team
from astarlib.errors import ClusterError


class ShardActor:
    """The process of one shard. Ray makes an actor of this class.

    Parameters
    ----------
    problem:
        The user's problem, pickled.
    number:
        The number of the shard.
    shards:
        The number of all shards.
    """

    def __init__(self, problem: bytes, number: int, shards: int) -> None:
        self._problem, self._number, self._shards = problem, number, shards
        self._actors: Sequence[Any] = ()

    def greet(self) -> tuple[Any, ...]:
        """Return what must be equal in all processes, and the node."""
        return __version__, code_versions(), ray.get_runtime_context().get_node_id()

    def begin(self, actors: Sequence[Any]) -> None:
        """Make the shard. Compile its functions, or load them from disk."""
        self._actors = actors
        problem = pickle.loads(self._problem)  # noqa: S301  # The user has sent it.
        self._shard = Shard(domain_of(problem, "distributed.AStar"), self._number, self._shards)
        self._shard.fetch = self._fetch
        self._shard.compile()

    def _fetch(self, number: int, senders: Sequence[int]) -> Iterable[Box]:
        """Yield the boxes of other actors. They come from them directly, and all at the same time."""
        refs = {
            sender: self._actors[sender].box.remote(number, self._number)
            for sender in senders
            if sender != self._number
        }
        for sender in senders:
            if sender == self._number:
                yield empty_box()
                continue
            try:
                yield ray.get(refs[sender])
            except RayError as error:
                raise LostShardError(sender, _reason(error)) from error

    @ray.method(concurrency_group="boxes")
    def box(self, number: int, receiver: int) -> Box:
        """Return the messages to a shard that it reads in that round, even while this shard is in a round."""
        return self._shard.box(number, receiver)

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of the shard."""
        return getattr(self._shard, method)(*arguments)


class RayTeam(Team):
    """Shards in processes of the Ray to which this process is connected.

    Parameters
    ----------
    problem:
        The user's problem, pickled, which is sent to each process.
    shards:
        The number of shards.
    timeout:
        The seconds to wait for the processes.
    """

    def __init__(self, problem: bytes, shards: int, timeout: float) -> None:
        self.shards = shards
        self._problem, self._timeout = problem, timeout
        self._actors: list[Any] = []
        self._end = weakref.finalize(self, _kill, self._actors)
        self.restart()

    def restart(self) -> None:
        """End all shards and start new ones, which are empty."""
        _kill(self._actors)
        try:
            self._begin()
        except BaseException:
            _kill(self._actors)
            raise

    def _begin(self) -> None:
        """Start the actors, compare their versions with those of this process, and let one on each node compile."""
        remote: Any = ray.remote  # Its types lack concurrency groups.
        kind = remote(
            num_cpus=1, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD",
            concurrency_groups={"boxes": 2},
        )(ShardActor)  # fmt: skip
        problem = ray.put(self._problem)
        for number in range(self.shards):
            self._actors.append(kind.remote(problem, number, self.shards))
        greetings = self._greetings()
        own = __version__, code_versions()
        for number, (*versions, _) in enumerate(greetings):
            if tuple(versions) != own:
                raise ClusterError(
                    f"shard {number} runs on a node with other versions: {_difference(versions, own)}; install the "
                    "same astarlib, Python, numba and numpy on all nodes"
                )
        actors = ray.put(self._actors)
        first = {node: number for number, (*_, node) in reversed(list(enumerate(greetings)))}
        self.result([self._actors[number].begin.remote(actors) for number in first.values()])
        others = set(range(self.shards)).difference(first.values())
        self.result([self._actors[number].begin.remote(actors) for number in others])

    def _greetings(self) -> list[Any]:
        """Return the first answers of all actors; ClusterError if they don't come in time."""
        try:
            found: list[Any] = ray.get([actor.greet.remote() for actor in self._actors], timeout=self._timeout)
            return found
        except GetTimeoutError as error:
            count: Any = ray
            total, free = (float(part().get("CPU", 0)) for part in (count.cluster_resources, count.available_resources))
            raise ClusterError(
                f"the cluster hasn't started {self.shards} shards in {self._timeout:g} seconds; each of them needs a "
                f"CPU, and the cluster has {total:g}, of which {free:g} are free now; use fewer shards or add nodes"
            ) from error
        except RayError as error:
            raise ClusterError(f"a shard can't be started: {_reason(error)}") from error

    def submit(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Begin a call of a method of each shard, each with its own arguments."""
        return [actor.call.remote(method, *own) for actor, own in zip(self._actors, arguments, strict=True)]

    def result(self, handle: list[Any]) -> list[Any]:
        """Wait for all shards and return their results."""
        found: list[Any] = []
        errors: list[BaseException] = []
        for shard, ref in enumerate(handle):
            try:
                found.append(_get(shard, ref))
            except Exception as error:  # noqa: BLE001  # The others may be at work.
                errors.append(error)
        for first in sorted(errors, key=lambda each: not isinstance(each, LostShardError)):
            raise first
        return found

    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        """Call a method of one shard and return its result."""
        return _get(shard, self._actors[shard].call.remote(method, *arguments))

    def close(self) -> None:
        """End the shards."""
        self._end()


def _get(shard: int, ref: Any) -> Any:
    try:
        return ray.get(ref)
    except RayTaskError as error:
        raise error.cause from error  # the error of the shard itself, such as a MemoryError
    except RayError as error:
        raise LostShardError(shard, _reason(error)) from error


def _reason(error: RayError) -> str:
    return str(error).strip().splitlines()[0]


def _difference(found: Sequence[Any], own: Sequence[Any]) -> str:
    def flat(values: Sequence[Any]) -> list[str]:
        return [str(part) for value in values for part in (value if isinstance(value, list | tuple) else [value])]

    pairs = [pair for pair in zip(flat(found), flat(own), strict=False) if pair[0] != pair[1]]
    return "; ".join(f"{there!r} there, {here!r} here" for there, here in pairs)


def _kill(actors: list[Any]) -> None:
    while len(actors) > 0:
        if ray.is_initialized():  # Otherwise Ray would start a new cluster.
            with suppress(Exception):  # The actor may have ended.
                ray.kill(actors[-1], no_restart=True)
        actors.pop()
