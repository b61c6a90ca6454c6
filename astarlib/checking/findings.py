"""The findings of a check: broken promises, how often each promise was tested, and which couldn't be tested."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from astarlib.checking.sentences import format_call, sentence

_MAX_PLACES = 50
"""The number of places that are stored for each fault. The shallowest of them is reported."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken promise, in the shallowest state where the check found it.

    Attributes
    ----------
    promise:
        The name of the method that broke the promise, or ``hash``, ``pickle`` or ``admissible``.
    message:
        A sentence that says what is wrong, in which call, and how to fix it.
    state, action, value:
        The state, the action and the wrong value. None if the fault has no such part.
    times:
        The number of times that the fault was seen.
    counterexample:
        The shortest known sequence of actions from the initial state to ``state``. None if the check found ``state``
        backwards from the goals without a known path from the initial state.
    picture:
        The text that the problem's ``format_state`` returns for ``state``. None if it adds nothing to the repr.
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
    """A place in the state space: the number of a node, its state, and an action."""

    node: int
    state: Any
    action: Any = None


BEGINNING: Final = Location(-1, None)
"""The place of faults that are found before there is a node."""
NOWHERE: Final = Location(-2, None)
"""The place of states to which no path is known."""


@dataclass(slots=True)
class _Seen:
    """A fault, with the places where it was seen so far."""

    times: int = 0
    places: list[tuple[Location, str, Any]] = field(default_factory=list)


class Findings:
    """The findings of a check so far."""

    def __init__(self) -> None:
        self.checks: Counter[str] = Counter()
        self.skipped: dict[str, str] = {}
        self.notes: dict[str, None] = {}  # Used as an ordered set.
        self._seen: dict[tuple[str, str], _Seen] = {}

    def broken(self, promise: str, kind: str, message: str, at: Location, value: Any = None, *, times: int = 1) -> None:
        """Record a broken promise. Faults of the same promise and kind are counted as one fault."""
        seen = self._seen.setdefault((promise, kind), _Seen())
        seen.times += times
        if len(seen.places) < _MAX_PLACES:
            seen.places.append((at, message, value))

    def report(self, promise: str, kind: str, at: Location, value: Any = None, **parts: Any) -> None:
        """Record a broken promise with its sentence from ``SENTENCES``, which is made of ``parts``."""
        call = format_call(promise, (at.state, at.action) if promise == "result" else (at.state,))
        known = {"state": at.state, "action": at.action, "value": value, "call": call}
        self.broken(promise, kind, sentence(promise, kind, {**known, **parts}), at, value)

    def faults(
        self, paths: Callable[[int], Sequence[Any] | None], picture: Callable[[Any], str | None]
    ) -> tuple[Fault, ...]:
        """Return the faults, each at the place to which ``paths`` gives the shortest path."""
        faults = []
        for (promise, _), seen in self._seen.items():
            found = [(paths(at.node), at, message, value) for at, message, value in seen.places]
            if len(found) > 0:  # An interrupt can come before the first place is recorded.
                path, at, message, value = min(found, key=lambda each: math.inf if each[0] is None else len(each[0]))
                example = None if path is None else tuple(path)
                fault = Fault(promise, message, at.state, at.action, value, seen.times, example, picture(at.state))
                faults.append(fault)
        return tuple(faults)
