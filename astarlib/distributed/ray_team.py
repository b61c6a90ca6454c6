"""Shards as actors of Ray. This module needs Ray."""

from __future__ import annotations

import pickle
import secrets
import weakref
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.metadata import version
from threading import Condition
from typing import Any, Final

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.codegen.specialize import code_versions
from astarlib.compiled.requirements import domain_of
from astarlib.compiled.scale.shard import Box, Report, Round, Shard, empty_box
from astarlib.compiled.scale.shard_rounds import Barrier, Rules, after, ends_lap, next_order
from astarlib.compiled.scale.shard_team import LostShardError, Team
from astarlib.distributed.forms import check_form
from astarlib.distributed.links import Address, Links
from astarlib.distributed.ray_connection import import_folders, import_from
from astarlib.errors import ClusterError

_BOX_SECONDS: Final = 10.0
"""The time after which a shard asks for a box that hasn't come, in seconds."""
Sent = tuple[Report | None, Box]
"""The report of a round, and a box that is read in the next round."""
_NOTHING: Final[Sent] = None, empty_box()


class ShardActor:
    """The process of one shard, which Ray runs as an actor. ``folders`` are those from which the search imports."""

    def __init__(self, problem: bytes, number: int, shards: int, key: bytes, folders: Sequence[str]) -> None:
        import_from(folders)
        self._problem, self._number, self._shards = problem, number, shards
        self._actors: Sequence[Any] = ()
        self._boxes: dict[tuple[int, int], Sent] = {(0, sender): _NOTHING for sender in range(shards)}
        """The messages of the other shards, by the round in which they are read, and the sender: the report of the
        round before, and the box."""
        self._failed: set[tuple[int, int]] = set()
        """Rounds and shards that have raised an error."""
        self._has_come = Condition()
        util: Any = ray.util  # It has no types, and those of Ray's methods aren't functions.
        receive: Any = self.receive
        self._links = Links(util.get_node_ip_address(), key, receive)

    def greet(self) -> tuple[Any, ...]:
        """Return what must be equal in all processes, the address for messages, and the node."""
        return version("astarlib"), code_versions(), self._links.address, ray.get_runtime_context().get_node_id()

    def begin(self, actors: Sequence[Any], addresses: Sequence[Address | None]) -> None:
        """Make the shard. Compile its functions, or load them from disk."""
        self._actors = actors
        self._links.connect(addresses, self._number)
        problem, form = pickle.loads(self._problem)  # noqa: S301  # The user has sent it.
        domain = domain_of(problem, "distributed.AStar")
        check_form(domain, form, self._number)
        self._shard = Shard(domain, self._number, self._shards)
        self._shard.fetch = self._fetch
        self._shard.compile()

    def run_rounds(self, barrier: Barrier, order: Round, rules: Rules) -> list[Report]:
        """Run rounds without waiting for the search, as long as the rules allow. Return the reports."""
        first, reports = barrier, list[Report]()
        while True:
            reports.append(self._run(order))
            found = self._reports_after(order.number) if rules.rounds > 1 else None
            if found is None:
                return reports
            barrier = after(barrier, order, (*found[: self._number], reports[-1], *found[self._number :]))
            if ends_lap(first, barrier, rules):
                return reports
            order = next_order(barrier, rules)

    def _run(self, order: Round) -> Report:
        """Run a round, and send its report and its boxes. Other shards don't wait for them if it raises an error."""
        number = order.number
        try:
            report = self._shard.run(order)
        except BaseException:
            self._failed.add((number + 1, self._number))
            for other in self._others:
                self._actors[other].give_up.remote(number + 1, self._number)
            raise
        self._send(number + 1, report)
        return report

    def _send(self, number: int, report: Report | None) -> None:
        for other in self._others:
            sent: Sent = report, self._shard.box(number, other)
            arrays: list[pickle.PickleBuffer] = []
            content = pickle.dumps((number, self._number, sent), protocol=5, buffer_callback=arrays.append)
            parts: list[bytes | memoryview] = [content, *(array.raw() for array in arrays)]
            if not self._links.send(other, parts):
                self._actors[other].receive.remote([*map(bytes, parts)])

    @property
    def _others(self) -> list[int]:
        return [shard for shard in range(self._shards) if shard != self._number]

    def _reports_after(self, number: int) -> list[Report] | None:
        """Wait for the reports of a round from the other shards; None if one fails."""
        found = [self._wait_for(number + 1, sender, needs_report=True)[0] for sender in self._others]
        reports = [report for report in found if report is not None]
        return reports if len(reports) == len(found) else None

    def _fetch(self, number: int, senders: Sequence[int]) -> Iterable[Box]:
        """Yield the boxes of other actors, which send them at the end of a round."""
        with self._has_come:
            for key in [key for key in self._boxes if key[0] < number]:
                del self._boxes[key]
        for sender in senders:
            yield empty_box() if sender == self._number else self._wait_for(number, sender, needs_report=False)[1]

    def _wait_for(self, number: int, sender: int, *, needs_report: bool) -> Sent:
        """Return the report and the box for a round. If a report is needed but the sender fails, both are empty."""
        key = number, sender

        def has_come() -> bool:
            return key in self._boxes or (needs_report and key in self._failed)

        while True:
            with self._has_come:
                if self._has_come.wait_for(has_come, _BOX_SECONDS):
                    return self._boxes.get(key, _NOTHING)
            try:  # It may be lost, and so may be the sender.
                has_failed, sent = ray.get(self._actors[sender].sent.remote(number, self._number))
            except RayError as error:
                raise LostShardError(sender, _reason(error)) from error
            with self._has_come:
                if has_failed:
                    self._failed.add(key)
                if sent is not None and not (needs_report and sent[0] is None):
                    self._boxes[key] = sent

    @ray.method(concurrency_group="boxes")
    def sent(self, number: int, receiver: int) -> tuple[bool, Sent | None]:
        """Return True if the round before has failed, and the report and the box if it is complete."""
        return (number, self._number) in self._failed, self._shard.sent(number, receiver)

    @ray.method(concurrency_group="boxes", num_returns=0)
    def receive(self, parts: list[bytes] | list[bytearray]) -> None:
        """Receive the report of a round, and a box that this shard reads in the next one: pickled, and its arrays."""
        content, *arrays = parts
        number, sender, sent = pickle.loads(content, buffers=arrays)  # noqa: S301  # This library has sent it.
        with self._has_come:
            self._boxes[number, sender] = sent
            self._has_come.notify()

    @ray.method(concurrency_group="boxes", num_returns=0)
    def give_up(self, number: int, sender: int) -> None:
        """Don't wait for what another shard would send for that round."""
        with self._has_come:
            self._failed.add((number, sender))
            self._has_come.notify()

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of the shard."""
        if method == "run_rounds":
            return self.run_rounds(*arguments)
        found = getattr(self._shard, method)(*arguments)
        if method == "load":
            self._send(self._shard.next_round, None)
        return found


class RayTeam(Team):
    """Shards in processes of the Ray to which this process is connected. The pickled problem is sent to each."""

    def __init__(self, problem: bytes, shards: int, timeout: float) -> None:
        self.shards = shards
        self._problem, self._timeout = problem, timeout
        self._actors: list[Any] = []
        self._end = weakref.finalize(self, _kill, self._actors)
        self.restart()

    def restart(self) -> None:
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
        problem, key, folders = ray.put(self._problem), secrets.token_bytes(), import_folders()
        for number in range(self.shards):
            self._actors.append(kind.remote(problem, number, self.shards, key, folders))
        greetings = self._greetings()
        own = version("astarlib"), code_versions()
        for number, (*versions, _, _) in enumerate(greetings):
            if tuple(versions) != own:
                raise ClusterError(
                    f"shard {number} runs on a node with other versions: {_difference(versions, own)}; install the "
                    "same astarlib, Python, numba and numpy on all nodes"
                )
        known = ray.put(self._actors), [address for *_, address, _ in greetings]
        first = {node: number for number, (*_, node) in reversed(list(enumerate(greetings)))}
        self.result([self._actors[number].begin.remote(*known) for number in first.values()])
        others = set(range(self.shards)).difference(first.values())
        self.result([self._actors[number].begin.remote(*known) for number in others])

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
                f"CPU, and the cluster has {total:g}, and {free:g} of them are free now; use fewer shards or add nodes"
            ) from error
        except RayError as error:
            raise ClusterError(f"a shard can't be started: {_reason(error)}") from error

    def submit(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        return [actor.call.remote(method, *own) for actor, own in zip(self._actors, arguments, strict=True)]

    def result(self, handle: list[Any]) -> list[Any]:
        """Wait for all shards and return their results. If one is lost, the others may wait for its boxes."""
        shards, waiting = {ref: shard for shard, ref in enumerate(handle)}, handle
        errors: list[Exception] = []
        while len(waiting) > 0:
            ready, waiting = ray.wait(waiting)
            for ref in ready:
                try:
                    _get(shards[ref], ref)
                except LostShardError:
                    raise
                except Exception as error:  # noqa: BLE001  # The others may be at work.
                    raise_if_from_handler(error)
                    errors.append(error)
        for first in errors:
            raise first
        return list(ray.get(handle))

    def call(self, shard: int, method: str, *arguments: Any) -> Any:
        return _get(shard, self._actors[shard].call.remote(method, *arguments))

    def close(self) -> None:
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
