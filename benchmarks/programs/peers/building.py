"""Helpers for libraries that search a graph in memory. They report the time to build the graph separately."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

from benchmarks.programs.peers.counting import Run

Search: TypeAlias = Callable[[Any], dict[str, Any]]


def over_graph(build: Callable[[], Any], search: Search, count: Search | None = None, *, whole: bool = False) -> Run:
    """Return a run of ``search(build())``. The graph is built before, or with ``whole`` in the measured time.

    With ``count``, an untimed search by ``count`` comes first, and its counts are added to the answer.
    """
    if whole:
        return lambda: search(build())
    started = time.process_time()
    graph = build()
    beside = {"figures": {"seconds to build the graph": time.process_time() - started}}
    counts: dict[str, Any] = {}

    def run() -> dict[str, Any]:
        return {**search(graph), **counts, **beside}

    if count is not None:
        run.warm_up = lambda: counts.update(count(graph))  # type: ignore[attr-defined]  # functions may have attributes
    return run
