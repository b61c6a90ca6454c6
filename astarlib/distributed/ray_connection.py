"""The connection of a process to Ray. This module needs Ray."""

from __future__ import annotations

import os
import pickle
import socket
import sys
from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

from astarlib.distributed.host import Outcome
from astarlib.errors import ClusterError

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray announces a change of its default otherwise.
_OWN_RAY: Final = {
    "RAY_worker_niceness": "0",  # By default, shards get the time that no other process wants.
    "RAY_process_group_cleanup_enabled": "0",  # Shards stay in the group of the host, which kills it.
}
try:
    import ray
    from ray.exceptions import RayError, RayTaskError
except ImportError as _error:
    raise ImportError("Ray isn't installed: run pip install '.[ray]' in a checkout of astarlib") from _error


def pack(value: object) -> bytes:
    """Pickle a value, with the functions and classes of ``__main__``."""
    from ray import cloudpickle  # Only now Ray is known to be there.

    library: Any = cloudpickle  # It has no types.
    content: bytes = library.dumps(value)
    return content


def import_folders() -> list[str]:
    """Return the folders from which this process imports, such as that of the user's script."""
    return [str(Path(folder).absolute()) for folder in sys.path]


def import_from(folders: Iterable[str]) -> None:
    """Let this process import from these folders too. Those of other machines may not exist here."""
    sys.path.extend(folder for folder in folders if folder not in sys.path)


def is_connected() -> bool:
    """Return True if the user has connected this process to Ray."""
    return bool(ray.is_initialized())


def connect(address: str | None, cpus: int, timeout: float) -> None:
    """Connect this process to the cluster at an address, or start one with at least ``cpus`` CPUs on this machine.
    Raise ClusterError if no cluster answers in ``timeout`` seconds, or it refuses the connection.
    """
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        os.environ.update(_OWN_RAY)
        count = max(cpus, os.cpu_count() or 1)
        ray.init(address="local", include_dashboard=False, num_cpus=count, **options)
        return
    _check_address(address, timeout)
    try:
        ray.init(address=address, **options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ClusterError(f"the Ray cluster at {address!r} can't be used: {error}") from error


def disconnect() -> None:
    """End the connection of this process, and a Ray that it has started."""
    ray.shutdown()


def _check_address(address: str, timeout: float) -> None:
    """Raise ClusterError unless something listens at HOST:PORT. Ray itself tries for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto" or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=min(timeout, 10)).close()
    except OSError as error:
        remedy = "start one with: ray start --head"
        raise ClusterError(f"no Ray cluster answers at {address!r}: {error}; {remedy}") from error


# --- calls of functions in processes of Ray ---------------------------------------------------------------------------


def submit(call: bytes) -> Future[Outcome]:
    """Begin a call, packed as (function, args, kwargs), in a process of Ray."""
    found = Future[Outcome]()

    def finish(future: Future[Any]) -> None:
        error: Any = future.exception()
        if error is None:
            found.set_result((True, future.result()))
        else:
            found.set_result((False, _packed_error(error)))

    ray.remote(num_cpus=1, max_retries=0)(_run).remote(call, import_folders()).future().add_done_callback(finish)
    return found


def _packed_error(error: Any) -> bytes:
    if isinstance(error, RayTaskError):
        error = error.cause
    elif isinstance(error, RayError):
        error = ClusterError(f"a process of Ray has ended: {str(error).strip().splitlines()[0]}")
    return pack(error)


def _run(call: bytes, folders: list[str]) -> bytes:
    import_from(folders)
    function, args, kwargs = pickle.loads(call)  # noqa: S301  # The user has sent it.
    return pack(function(*args, **kwargs))
