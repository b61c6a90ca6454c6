"""The data classes of benchmarks: cases, their contenders, and their targets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class NotAvailable(Exception):  # noqa: N818  # It isn't an error.
    """An error for a suite that can't run here (no compiler, no maps, no network). The message gives the reason."""


@dataclass(frozen=True, kw_only=True)
class Contender:
    """One way to do the work of a case. Give either ``program`` or ``executable``.

    A program is called with the arguments in a fresh process and prepares what is not timed; it returns the run, a
    function without arguments, that returns the answer, a dict of JSON values. Two keys of it are not for comparing
    but measured: ``"figures"``, a dict of numbers, and ``"seconds"``, for a run that takes its own time (of processes
    that it starts, say). If the run has an attribute ``warm_up``, that is called before. A module of programs may name
    the distributions whose versions are to be noted, ``DISTRIBUTIONS = ("networkx",)``.

    An executable gets the arguments as words and prints, as its last line, what the worker prints for a program
    (see ``benchmarks.harness.worker``); only ``seconds`` and ``answer`` have to be in it.
    """

    name: str
    program: str = ""
    """``"benchmarks.programs.eight:bare"``: module and function."""
    executable: str = ""
    arguments: tuple[Any, ...] = ()
    """JSON values."""
    environment: str = "ours"
    """Which Python runs the program; see ``benchmarks.harness.environments``."""
    expected: Mapping[str, Any] | None = None
    """Instead of the expected answer of the case; ``{}``: nothing is known."""
    unlike: str = ""
    """Why it is not like for like; empty: it is."""
    trusted: bool = True
    """Whether a wrong answer makes the whole run fail; a peer's does not."""
    missing: str = ""
    """Why it cannot run here; empty: it can."""

    def __post_init__(self) -> None:
        if (self.program == "") == (self.executable == "") and self.missing == "":
            raise ValueError(f"{self.name}: pass either program or executable")


@dataclass(frozen=True, kw_only=True)
class Target:
    """The expected value of a figure. A report shows if it's met, but a missed target never makes a run fail.

    Kinds: ``"ratio"``, the seconds of ``of`` by those of ``to`` (median of the rounds' ratios); ``"seconds"`` and
    ``"bytes"`` (peak less what was there before the run) of ``of``; ``"figure"``, the one called ``figure`` of ``of``.
    """

    kind: str
    of: str
    to: str = ""
    figure: str = ""
    at_most: float | None = None
    at_least: float | None = None


@dataclass(frozen=True, kw_only=True)
class Case:
    """A task that all contenders do in turn. The others are compared with the first."""

    name: str
    """Short, in lower case, unique in its suite."""
    title: str
    """The work in one sentence."""
    contenders: tuple[Contender, ...]
    rounds: int = 5
    quick_rounds: int | None = 1
    """Rounds with ``--quick``; None: not at all."""
    on_request: bool = False
    """Whether it runs only when its own name is given, since it takes long."""
    expected: Mapping[str, Any] = field(default_factory=dict)
    """What must be in every answer."""
    seconds: float = 120
    """Of the wall clock for each run, preparation included; it is ended then, and called not done."""
    memory: int | None = None
    """Bytes of address space for each run."""
    warm_up: bool = False
    """Whether a run without a ``warm_up`` of its own is done once before it is timed."""
    group: str = ""
    """Name of cases whose ratios have a geometric mean, in the plural; empty: they have none."""
    targets: tuple[Target, ...] = ()

    def __post_init__(self) -> None:
        names = [contender.name for contender in self.contenders]
        if len(names) == 0 or len(set(names)) < len(names):
            raise ValueError(f"{self.name}: contenders must have different names, not {names}")
        for target in self.targets:
            for name in (target.of, target.to or target.of):
                if name not in names:
                    raise ValueError(f"{self.name}: a target names {name!r}, expected one of {names}")
