"""Limits on a run (`Limits`), and the name of the limit that stopped it (`LimitKind`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from inspect import Signature, signature
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any, Final

from astarlib._support.memory import resident_memory
from astarlib._support.parameters import check_call

__all__ = ["LimitKind", "Limits"]

_EXCESS = 1.09
"""The factor by which a process may exceed its memory limit while a container grows."""


class LimitKind(Enum):
    """The limit that stopped a run. Each member is named after a parameter of :class:`Limits`."""

    EXPANDED = "expanded"
    """The run made as many expansions as allowed."""
    GENERATED = "generated"
    """The run generated as many successor edges as allowed."""
    STORED = "stored"
    """The search holds as many distinct states as allowed."""
    SECONDS = "seconds"
    """The run took as many seconds of wall-clock time as allowed."""
    MEMORY = "memory"
    """The process uses as much memory as allowed."""
    DISK = "disk"
    """The files of the search use as much disk space as allowed."""
    COST = "cost"
    """All states that are left have a g + h above the largest one allowed."""
    SOLUTIONS = "solutions"
    """The run found as many solutions as allowed."""
    WITHIN = "within"
    """The best solution is proved to cost at most ``within`` times the optimum."""
    CANCELLED = "cancelled"
    """The function ``cancelled`` returned True, or ``Search.stop`` was called."""


_LEAST = {
    kind.value: int(kind in {LimitKind.SOLUTIONS, LimitKind.WITHIN})
    for kind in LimitKind
    if kind is not LimitKind.CANCELLED
}
"""The smallest value of each limit that is a number."""
_LEAST_MEMORY = 2**20
_PLAIN = frozenset((float, int))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits on one call of ``run`` or ``search``. By default there are none.

    A run that reaches a limit returns a result with status ``LIMIT`` and the name of the limit. Call ``Search.run``
    again to continue.

    Parameters
    ----------
    expanded:
        The number of expansions in this run, at least 0. The limit is exact: ``Limits(expanded=0)`` expands nothing.
    generated:
        The number of successor edges in this run, at least 0. A run may exceed it by the edges of one expansion, or of
        one poll if expansions suddenly yield many more successors than before.
    stored:
        The number of distinct states that the search holds, over all runs, at least 0. A run may exceed it by as much
        as ``generated``.
    seconds:
        The wall-clock time of this run in seconds, at least 0. The search checks it about every 0.01 s, or after each
        call of a problem's method if that takes longer. Compiling doesn't count, nor does ``engine.start``. If a
        compiled search begins again because a number needs more bits, the repeated expansions don't count either. If it
        continues in Python, they count.
    memory:
        The resident memory of this process in bytes, checked as often as ``seconds``: at least 2**20, or 0 or 1 to stop
        at once. For two GiB, write ``2 * 2**30``. Sometimes the table of states doubles, which takes a fifth of
        the memory at once. A run stops before that if it would then exceed the limit by a tenth.
    disk:
        The bytes of the files of a search on disk, at least 0, checked as often as ``seconds``. Other searches have no
        files.
    cost:
        The largest g + h of a state that is expanded, at least 0. States above it wait for a later run with a higher
        limit.
    solutions:
        The number of solutions found in this run, at least 1. It matters only for engines that can find several.
    within:
        The factor of the optimum that is good enough, at least 1: an anytime engine stops when the best solution costs
        at most ``within`` times the lower bound. The search checks this after each solution, and whenever it has raised
        its lower bound. With 1 (the default), the engine's own guarantee decides when the search ends.
    cancelled:
        A function without arguments that returns True to stop the run, or None (the default). It's called as often as
        ``seconds`` is checked. For example, pass ``threading.Event().is_set`` to stop the run from another thread or a
        signal handler.

    Raises
    ------
    ValueError, TypeError
        If a limit isn't a number or is NaN or too small, or ``cancelled`` isn't callable.

    See Also
    --------
    LimitKind : The names of the limits in a result.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = AStar().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), limits=Limits(expanded=100, seconds=2.5))
    >>> result.status.name, result.limit.name
    ('LIMIT', 'EXPANDED')
    """

    expanded: float = math.inf
    generated: float = math.inf
    stored: float = math.inf
    seconds: float = math.inf
    memory: float = math.inf
    disk: float = math.inf
    cost: float = math.inf
    solutions: float = math.inf
    within: float = 1
    cancelled: Callable[[], bool] | None = None

    if not TYPE_CHECKING:  # Type checkers read the parameters of __init__.

        def __new__(cls, *arguments: object, **keywords: object) -> Any:
            """Check the names of the parameters first: Python's own message wouldn't list them."""
            check_call(cls, arguments, keywords)
            return object.__new__(cls)

    def __post_init__(self) -> None:
        if all(map(is_, _values(self), _DEFAULTS)):
            return
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if type(value) not in _PLAIN and not _is_number(value):
                hint = _in_bytes(value) if name in {"memory", "disk"} else ""
                raise TypeError(f"the limit {name} must be a number, not {value!r}{hint}")
            if not value >= least:
                raise ValueError(f"the limit {name} must be at least {least}, not {value!r}")
        if 1 < self.memory < _LEAST_MEMORY:
            raise ValueError(
                f"the limit memory is in bytes, and {self.memory!r} is less than 1 MiB; for GiB, write "
                f"memory={self.memory!r} * 2**30"
            )
        if self.cancelled is not None and not callable(self.cancelled):
            raise TypeError(f"cancelled must be a function without arguments or None, not {self.cancelled!r}")

    def __repr__(self) -> str:
        given = [
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"Limits({', '.join(given)})"


_values = attrgetter(*Limits.__dataclass_fields__)
_DEFAULTS: Final = tuple(field.default for field in fields(Limits))
NO_LIMITS: Final = Limits()
"""The default of a search. A search recognizes it by identity."""
_parameters = list(signature(Limits.__init__).parameters.values())[1:]
Limits.__signature__ = Signature(_parameters)  # type: ignore[attr-defined]  # `inspect` reads it; __new__ has no names.


def refuse_no_limits(limits: object) -> None:
    """Raise TypeError if ``limits`` isn't a ``Limits``."""
    if not isinstance(limits, Limits):
        fields = Limits.__dataclass_fields__.keys()
        is_named = isinstance(limits, dict) and 0 < len(limits) <= len(fields) and limits.keys() <= fields
        given = ", ".join(f"{name}={value!r}" for name, value in limits.items()) if is_named else "expanded=1000"  # type: ignore[attr-defined]
        raise TypeError(f"limits must be a Limits, for instance Limits({given}), not {limits!r}")


def _in_bytes(value: object) -> str:
    """Return what to write instead of a text such as ``"2G"``."""
    number, unit = str(value).strip().lower().removesuffix("b").removesuffix("i").rstrip(), ""
    if number[-1:] in {"k", "m", "g", "t"}:
        number, unit = number[:-1].rstrip(), number[-1]
    if not number.replace(".", "", 1).isdecimal():
        return "; it's in bytes: for 2 GiB, write 2 * 2**30"
    return f"; it's in bytes: write {number}" + (f" * 2**{10 * ' kmgt'.index(unit)}" if unit else "")


def _is_number(value: Any) -> bool:  # Any: a value that may not be a number
    """Return True if the value can be compared with numbers and isn't a bool. Fractions and decimals are accepted."""
    try:
        return isinstance(value >= 0, int) and not isinstance(value, bool)
    except TypeError:
        return False


def limit_reached(  # noqa: PLR0911, PLR0917  # There is one for each kind.
    limits: Limits, all_expanded: bool, generated: int, stored: int, seconds: float, growth: Callable[[], int],
    disk: int,
) -> LimitKind | None:  # fmt: skip
    """Return the limit that has been reached, or None. ``growth`` returns the bytes that a container will soon
    allocate.
    Except for the memory and the user's ``cancelled``, the answer depends only on the arguments.
    """
    if all_expanded:
        return LimitKind.EXPANDED
    if generated >= limits.generated:
        return LimitKind.GENERATED
    if stored >= limits.stored:
        return LimitKind.STORED
    if limits.cancelled is not None and limits.cancelled():
        return LimitKind.CANCELLED
    if seconds >= limits.seconds:
        return LimitKind.SECONDS
    if limits.memory < math.inf and _is_memory_reached(limits.memory, growth()):
        return LimitKind.MEMORY
    if disk >= limits.disk:
        return LimitKind.DISK
    return None


def _is_memory_reached(limit: float, growth: int) -> bool:
    """Return True if this process uses at least ``limit`` bytes, or would after ``growth`` exceed it by a tenth."""
    resident = resident_memory()
    return resident >= limit or (growth > 0 and resident + growth >= limit * _EXCESS)
