"""Observers of a run on the command line: the expansions that ``--trace`` prints, and the progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, ClassVar

from astarlib.capabilities import state_texter
from astarlib.cli.output import flush, say, tell
from astarlib.cli.words import number
from astarlib.events import Event, Expanded, Observer
from astarlib.observers import ProgressBar
from astarlib.problem import Problem


class Trace:
    """Prints every N-th expansion: its number, g, h, f, the frontier that stays, and the state.

    Parameters
    ----------
    problem:
        Whose states are shown.
    every:
        N, at least 1.
    say:
        Where the lines go.
    """

    wants: ClassVar[frozenset[type[Event]]] = frozenset((Expanded,))

    def __init__(self, problem: Problem, every: int, say: Callable[[str], None]) -> None:
        self._state_text = state_texter(problem)
        self._every = every
        self._say = say

    def __call__(self, event: Expanded) -> None:
        """Print the event if its turn has come."""
        if event.number % self._every != 0:
            return
        g, h, f = number(event.g), number(event.h), number(event.f)
        heading = f"expansion {event.number}: g {g}, h {h}, f {f}, frontier {event.frontier}"
        self._say(f"{heading}\n{self._state_text(event.state)}\n")


def trace(problem: Problem, every: int, *, aside: bool) -> Trace:
    """The trace on standard output, or ``aside`` on standard error where the output is for programs."""
    return Trace(problem, every, tell if aside else _say_now)


def _say_now(text: str) -> None:
    """Say it without waiting for more: a trace is watched, also through a pipe."""
    say(text)
    flush()


def progress(*, quiet: bool) -> AbstractContextManager[Any]:
    """A progress bar to watch with; None in its place when nobody would see it, or without rich."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    try:
        return ProgressBar(keep=False)
    except ImportError:
        return nullcontext()


def watching(observer: Observer | None, *, quiet: bool) -> AbstractContextManager[Observer | None]:
    """What observes a run: the observer that was asked for, else the progress bar."""
    return progress(quiet=quiet) if observer is None else nullcontext(observer)
