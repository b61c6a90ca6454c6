"""Count what a peer expands, by counting calls in a run before the timed one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

Run: TypeAlias = Callable[[], dict[str, Any]]
T = TypeVar("T")


class Calls:
    """A function that counts its calls."""

    def __init__(self, function: Callable[..., T]) -> None:
        self.function, self.number = function, 0

    def __call__(self, *arguments: Any, **keywords: Any) -> T:
        self.number += 1
        return self.function(*arguments, **keywords)


def with_counts(run: Run, count: Run, *, counted: bool) -> Run:
    """Return ``run`` with the counts of a run of ``count`` before it, which also serves as the warm-up.

    Without ``counted``, there is no warm-up at all. Use that for runs of a minute or more.
    """
    counts: dict[str, Any] = {}

    def timed() -> dict[str, Any]:
        return {**run(), **counts}

    def warm_up() -> None:
        if counted:
            counts.update(count())

    timed.warm_up = warm_up  # type: ignore[attr-defined]  # functions may have attributes
    return timed


def in_turn(runs: Sequence[Run]) -> Run:
    """Return several runs as one run, with the sum of their answers."""

    def run() -> dict[str, Any]:
        answers = [one() for one in runs]
        return {name: sum(answer[name] for answer in answers) for name in answers[0]}

    def warm_up() -> None:
        for one in runs:
            getattr(one, "warm_up", lambda: None)()

    run.warm_up = warm_up  # type: ignore[attr-defined]  # functions may have attributes
    return run
