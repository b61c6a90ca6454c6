"""Programs that are measured in tests."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def answering(answer: dict[str, Any]) -> Callable[[], dict[str, Any]]:
    return lambda: answer


def sleeping(seconds: float) -> Callable[[], dict[str, Any]]:
    return lambda: {"cost": time.sleep(seconds)}


def failing() -> Callable[[], dict[str, Any]]:
    raise ValueError("nothing to search")


def printing() -> Callable[[], dict[str, Any]]:
    def run() -> dict[str, Any]:
        print("{}")  # noqa: T201  # as a library might
        return {"cost": 1}

    return run


def holding(size: int) -> Callable[[], dict[str, Any]]:
    """Memory that is freed before the run ends, and a peak before it that is not to count."""
    bytes(4 * size)

    def run() -> dict[str, Any]:
        held = bytearray(size)
        held[::4096] = b"x" * len(held[::4096])
        return {"cost": len(held)}

    return run


def warmed() -> Callable[[], dict[str, Any]]:
    calls = []

    def run() -> dict[str, Any]:
        calls.append("run")
        return {"calls": len(calls), "seconds": 0.25, "figures": {"rate": 4.5}}

    return run
