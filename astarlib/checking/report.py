"""What a check found, as a value and as text."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from astarlib._support.numbers import as_float, counted
from astarlib.checking.findings import Fault
from astarlib.errors import short_repr

_SHOWN = 12
"""Actions of a counterexample that are written out."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a problem.

    Attributes
    ----------
    problem:
        The name of its class.
    faults:
        The promises that it breaks, each where it was seen after the fewest actions.
    checks:
        How often each promise was tested.
    skipped:
        The promises that were not, and why.
    notes:
        What else is to be known.
    states, edges:
        How many were seen: states that were expanded, and the edges out of them.
    proved:
        Whether that was all that can be reached.
    seconds:
        What it took.
    """

    problem: str
    faults: tuple[Fault, ...]
    checks: Mapping[str, int]
    skipped: Mapping[str, str]
    notes: tuple[str, ...]
    states: int
    edges: int
    proved: bool
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong, as far as was seen."""
        return len(self.faults) == 0

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self) -> str:
        """All of it for people, without a newline at the end."""
        return "\n".join([self.headline(), *self.details()])

    def headline(self) -> str:
        """One line: how much is wrong, and how much was seen."""
        seen = "nothing wrong" if self.states > 0 else "nothing could be tested"
        wrong = seen if self.ok else counted(len(self.faults), "fault")
        return f"{self.problem}: {wrong} in {self._extent()}; {self.seconds:.2f} seconds"

    def details(self) -> list[str]:
        """The lines below it."""
        return [*self.fault_lines(), *self.note_lines(), *self._tested_lines()]

    def fault_lines(self) -> list[str]:
        """The lines on what is wrong."""
        return [line for number, fault in enumerate(self.faults, 1) for line in _fault_lines(number, fault)]

    def note_lines(self) -> list[str]:
        """The lines on what else is to be known."""
        return [f"note: {note}" for note in self.notes]

    def _tested_lines(self) -> list[str]:
        tested = ", ".join(f"{name} {times:,}" for name, times in self.checks.items())
        lines = [f"tested: {tested}"] if tested != "" else []
        reasons: dict[str, list[str]] = {}
        for name, why in self.skipped.items():
            reasons.setdefault(why, []).append(name)
        return lines + [f"not tested: {', '.join(names)} ({why})" for why, names in reasons.items()]

    def to_dict(self) -> dict[str, Any]:
        """All of it in JSON's own kinds; states and actions are texts, what is infinite or absent is None."""
        return {
            "problem": self.problem,
            "ok": self.ok,
            "proved": self.proved,
            "states": self.states,
            "edges": self.edges,
            "seconds": self.seconds,
            "faults": [_fault_dict(fault) for fault in self.faults],
            "checks": dict(self.checks),
            "skipped": dict(self.skipped),
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """``to_dict`` in strict JSON."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    def _extent(self) -> str:
        whole = "all of the space: proved" if self.proved else "not proved for all"
        return f"{counted(self.states, 'state')} and {counted(self.edges, 'edge')} ({whole})"


def _fault_lines(number: int, fault: Fault) -> list[str]:
    """A fault for people."""
    seen = "once" if fault.times == 1 else f"{fault.times:,} times"
    return [
        f"{number}. {fault.promise}: {fault.message}",
        *picture_lines(fault.picture),
        f"   seen {seen}; {format_path(fault.counterexample)}",
    ]


def picture_lines(picture: str | None) -> list[str]:
    """A state as its problem shows it, indented."""
    return [] if picture is None else [f"      {line}" for line in picture.splitlines()]


def format_path(actions: tuple[Any, ...] | None) -> str:
    """How to get from the initial state to a place."""
    if actions is None:
        return "in a state to which no way is known"
    if len(actions) == 0:
        return "in the initial state"
    return f"after {counted(len(actions), 'action')}: {format_actions(actions)}"


def format_actions(actions: tuple[Any, ...]) -> str:
    """The actions in a row, of many the first and the last."""
    if len(actions) <= _SHOWN:
        return ", ".join(map(short_repr, actions))
    half = _SHOWN // 2
    return f"{format_actions(actions[:half])}, … {len(actions) - _SHOWN:,} more …, {format_actions(actions[-half:])}"


def texts(actions: tuple[Any, ...] | None) -> list[str] | None:
    """The actions as JSON has them."""
    return None if actions is None else [short_repr(action) for action in actions]


def finite(value: float | None) -> float | None:
    """A number that JSON has; None where it is infinite."""
    if value is None or isinstance(value, int):
        return value
    return as_float(value) if math.isfinite(value) else None


def _fault_dict(fault: Fault) -> dict[str, Any]:
    return {
        "promise": fault.promise,
        "message": fault.message,
        "state": short_repr(fault.state),
        "action": None if fault.action is None else short_repr(fault.action),
        "value": None if fault.value is None else short_repr(fault.value),
        "times": fault.times,
        "counterexample": texts(fault.counterexample),
        "picture": fault.picture,
    }
