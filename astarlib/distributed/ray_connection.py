"""The connection of this process to Ray. This module needs Ray."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from typing import Any, Final

from astarlib.errors import ClusterError

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray announces a change of its default otherwise.
try:
    import ray
except ImportError as _error:
    raise ImportError("Ray isn't installed: run pip install '.[ray]' in a checkout of astarlib") from _error

_users: Final[set[object]] = set()
"""The objects that use the Ray that this process has started. Empty if it hasn't started one."""

_options: Final[dict[str, Any]] = {}
"""The options with which this process has started Ray."""


def connect(user: object, address: str | None, cpus: int, timeout: float) -> None:
    """Use the Ray of this process, or else connect to a cluster, or start one here without dashboard and statistics.

    Parameters
    ----------
    user:
        The object that needs Ray. Pass it to `disconnect` afterwards.
    address:
        The address of a cluster, or None to start one on this machine.
    cpus:
        The number of CPUs that a Ray on this machine has at least.
    timeout:
        The seconds to wait for an answer of the address.

    Raises
    ------
    ClusterError
        If no cluster answers.
    """
    if ray.is_initialized():
        if len(_users) > 0:
            _users.add(user)
        return
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        count = max(cpus, os.cpu_count() or 1)
        _print_to_error_stream()
        _options.update(address="local", include_dashboard=False, num_cpus=count, **options)
        ray.init(**_options)
        _users.add(user)
        return
    _check_address(address, timeout)
    try:
        ray.init(address=address, **options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ClusterError(f"no Ray cluster answers at {address!r}: {error}") from error


def renew() -> bool:
    """Replace the Ray that this process has started, if its node has ended. Return True if there is a new one."""
    library: Any = ray
    if len(_users) == 0 or any(node["Alive"] for node in library.nodes()):
        return False
    ray.shutdown()
    ray.init(**_options)
    return True


def _print_to_error_stream() -> None:
    """Let Ray print its own messages to the standard error stream, so that they don't mix with results.

    Ray has no option for this.
    """
    with suppress(AttributeError, KeyError):
        worker: Any = sys.modules["ray._private.worker"]
        original = worker.print_to_stdstream
        if original.__module__ == worker.__name__:
            worker.print_to_stdstream = lambda data, ignore_prefix: original({**data, "is_err": True}, ignore_prefix)


def disconnect(user: object) -> None:
    """End the Ray that this process has started, if this object was the last one that uses it."""
    if user in _users:
        _users.remove(user)
        if len(_users) == 0:
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
