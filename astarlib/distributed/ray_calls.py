"""Calls of functions in processes of Ray. This module needs Ray."""

from __future__ import annotations

import pickle
from concurrent.futures import Future
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from astarlib.distributed.host import Outcome
from astarlib.distributed.ray_connection import import_folders, import_from, pack
from astarlib.errors import ClusterError


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


def _packed_error(error: BaseException) -> bytes:
    if isinstance(error, RayTaskError):
        error = error.cause
    elif isinstance(error, RayError):
        error = ClusterError(f"a process of Ray has ended: {str(error).strip().splitlines()[0]}")
    return pack(error)


def _run(call: bytes, folders: list[str]) -> bytes:
    import_from(folders)
    function, args, kwargs = pickle.loads(call)  # noqa: S301  # The user has sent it.
    return pack(function(*args, **kwargs))
