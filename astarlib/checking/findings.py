"""What the doctor finds: broken promises, how often each was tested, and what could not be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

_KEPT = 50
"""Places of one fault among which the shallowest is sought."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken promise, in the shallowest state where it was seen.

    Attributes
    ----------
    promise:
        The method that broke it, or ``hash``, ``pickle``, ``admissible``.
    message:
        What is wrong, where, and how to mend it.
    state, action, value:
        Where it was seen, and the value at fault; None where there is none.
    times:
        How often it was seen.
    counterexample:
        Actions that lead from the initial state to ``state``, as few as are known; None when ``state`` was
        found from the goals, and no way to it is known.
    picture:
        ``state`` as the ``format_state`` of the problem shows it; None where that tells no more than its repr.
    """

    promise: str
    message: str
    state: Any
    action: Any
    value: Any
    times: int
    counterexample: tuple[Any, ...] | None
    picture: str | None


class Location(NamedTuple):
    """A place in the space: the number of a node, its state, and an action there."""

    node: int
    state: Any
    action: Any = None


BEGINNING: Final = Location(-1, None)
"""Before there is a node."""
NOWHERE: Final = Location(-2, None)
"""Where no action leads, as far as is known."""


@dataclass(slots=True)
class _Seen:
    """A fault so far."""

    times: int = 0
    places: list[tuple[Location, str, Any]] = field(default_factory=list)


class Findings:
    """What has been found so far."""

    def __init__(self) -> None:
        self.checks: Counter[str] = Counter()
        self.skipped: dict[str, str] = {}
        self.notes: dict[str, None] = {}  # a set that keeps its order
        self._seen: dict[tuple[str, str], _Seen] = {}

    def broken(self, promise: str, kind: str, message: str, at: Location, value: Any = None, *, times: int = 1) -> None:
        """A promise was seen broken; faults of one promise and one kind are one, however often they are seen."""
        seen = self._seen.setdefault((promise, kind), _Seen())
        seen.times += times
        if len(seen.places) < _KEPT:
            seen.places.append((at, message, value))

    def faults(
        self, paths: Callable[[int], Sequence[Any] | None], picture: Callable[[Any], str | None]
    ) -> tuple[Fault, ...]:
        """The faults, each where the path that ``paths`` gives for its node is shortest."""
        return tuple(
            self._fault(promise, seen, paths, picture)
            for (promise, _), seen in self._seen.items()
            if len(seen.places) > 0  # An interrupt can come before the first place is noted.
        )

    @staticmethod
    def _fault(
        promise: str,
        seen: _Seen,
        paths: Callable[[int], Sequence[Any] | None],
        picture: Callable[[Any], str | None],
    ) -> Fault:
        found = [(paths(at.node), at, message, value) for at, message, value in seen.places]
        path, at, message, value = min(found, key=lambda each: float("inf") if each[0] is None else len(each[0]))
        way = None if path is None else tuple(path)
        return Fault(promise, message, at.state, at.action, value, seen.times, way, picture(at.state))
