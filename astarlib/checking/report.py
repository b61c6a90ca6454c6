"""The report of a check, as a value and as text."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from astarlib._support.html_card import text_card
from astarlib._support.numbers import as_float, counted
from astarlib.checking.findings import Fault
from astarlib.errors import short_repr

_TEXTS = frozenset(("action", "next_state", "value"))
"""The fields that JSON has as text if they aren't None. It always has states as text."""
_SHOWN = 12
"""The largest number of actions that are written out in full."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report of :func:`check_problem`: the faults found, and how much was tested.

    Attributes
    ----------
    problem:
        The name of the problem's class.
    faults, notes:
        The broken promises, each in the state that the fewest actions lead to, and other remarks, for example that no
        goal was seen.
    checks, skipped:
        The number of tests of each promise, by name, and the promises that weren't tested, each with the reason.
    states, edges:
        The number of states that were expanded, and of the edges out of them.
    proved:
        True if all reachable states were tested.
    seconds:
        The wall-clock time of the check, in seconds.
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
        """True if no fault was found in the states that were tested."""
        return len(self.faults) == 0

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        """Return the card that notebooks show."""
        return text_card(f"{'✓' if self.ok else '✗'} {self.headline()}", self.details())

    def to_text(self) -> str:
        """Return the whole report as readable text, the headline and the ``details``, without a newline at the end.

        Examples
        --------
        >>> from astarlib.checking import check_problem
        >>> from astarlib.problems.water_jugs import WaterJugs
        >>> print(check_problem(WaterJugs((2, 4), target=3)).to_text())  # doctest: +ELLIPSIS
        WaterJugs: nothing wrong in 6 states and 18 edges (all of the space: proved); ... seconds
        note: no goal was seen in 6 states, so is_goal was never True
        tested: hash 6, actions 6, ...
        """
        return "\n".join([self.headline(), *self.details()])

    def headline(self) -> str:
        """Return one line with the problem's class, the number of faults and the extent of the check.

        Examples
        --------
        >>> from astarlib.checking import check_problem
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> check_problem(PancakeProblem("2 1 3")).headline()  # doctest: +ELLIPSIS
        'PancakeProblem: nothing wrong in 6 states and 12 edges (all of the space: proved); ... seconds'
        """
        seen = "nothing wrong" if self.states > 0 else "nothing could be tested"
        wrong = seen if self.ok else counted(len(self.faults), "fault")
        return f"{self.problem}: {wrong} in {self._extent()}; {self.seconds:.2f} seconds"

    def details(self) -> list[str]:
        """Return the lines below the headline.

        They are the faults, the notes, how often each promise was tested, and the promises that weren't tested.

        Examples
        --------
        >>> from astarlib.checking import check_problem
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> check_problem(PancakeProblem("2 1 3")).details()[-1].partition(" (")[0]
        'not tested: state_key, heuristic_batch, heuristic_function, resources, steps_to_go'
        """
        return [*self.fault_lines(), *self.note_lines(), *self._tested_lines()]

    def fault_lines(self) -> list[str]:
        """Return the lines that describe the faults.

        A fault has the broken promise with the call that breaks it, the state if the problem formats it, and the
        actions that lead to the state.

        Examples
        --------
        >>> from astarlib import with_heuristic
        >>> from astarlib.checking import check_problem
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> report = check_problem(with_heuristic(PancakeProblem("2 1 3"), len))
        >>> report.fault_lines()[1:]
        ['      1 2 3', '   seen once; after 1 action: 2']
        """
        return [line for number, fault in enumerate(self.faults, 1) for line in _fault_lines(number, fault)]

    def note_lines(self) -> list[str]:
        """Return the lines with the notes, one for each of them.

        Examples
        --------
        >>> from astarlib.checking import check_problem
        >>> from astarlib.problems.water_jugs import WaterJugs
        >>> check_problem(WaterJugs((2, 4), target=3)).note_lines()
        ['note: no goal was seen in 6 states, so is_goal was never True']
        """
        return [f"note: {note}" for note in self.notes]

    def _tested_lines(self) -> list[str]:
        tested = ", ".join(f"{name} {times:,}" for name, times in self.checks.items())
        lines = [f"tested: {tested}"] if tested != "" else []
        reasons: dict[str, list[str]] = {}
        for name, why in self.skipped.items():
            reasons.setdefault(why, []).append(name)
        return lines + [f"not tested: {', '.join(names)} ({why})" for why, names in reasons.items()]

    def to_dict(self) -> dict[str, Any]:
        """Return the report and ``ok`` as a dict of JSON types. Infinite values are None.

        States, actions and values are texts, shortened if they are long.

        Examples
        --------
        >>> from astarlib import with_heuristic
        >>> from astarlib.checking import check_problem
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> fault = check_problem(with_heuristic(PancakeProblem("2 1 3"), len)).to_dict()["faults"][0]
        >>> fault["promise"], fault["state"]
        ('heuristic', '(1, 2, 3)')
        """
        return {"problem": self.problem, "ok": self.ok, **as_json(self)}

    def to_json(self) -> str:
        """Return the dict of ``to_dict`` as strict JSON text, indented by two spaces.

        Examples
        --------
        >>> import json
        >>> from astarlib.checking import check_problem
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> json.loads(check_problem(PancakeProblem("2 1 3")).to_json())["ok"]
        True
        """
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    def _extent(self) -> str:
        whole = "all of the space: proved" if self.proved else "not proved for all"
        return f"{counted(self.states, 'state')} and {counted(self.edges, 'edge')} ({whole})"


def _fault_lines(number: int, fault: Fault) -> list[str]:
    seen = "once" if fault.times == 1 else f"{fault.times:,} times"
    return [
        f"{number}. {fault.promise}: {fault.message}",
        *picture_lines(fault.picture),
        f"   seen {seen}; {format_path(fault.counterexample)}",
    ]


def picture_lines(picture: str | None) -> list[str]:
    """Return the indented lines of a drawn state, or no lines without a drawing."""
    return [] if picture is None else [f"      {line}" for line in picture.splitlines()]


def format_path(actions: tuple[Any, ...] | None) -> str:
    """Return a phrase that describes the path from the initial state."""
    if actions is None:
        return "in a state to which no path is known"
    if len(actions) == 0:
        return "in the initial state"
    return f"after {counted(len(actions), 'action')}: {format_actions(actions)}"


def format_actions(actions: tuple[Any, ...]) -> str:
    """Return the actions as text, shortened to the first and the last if there are many."""
    if len(actions) <= _SHOWN:
        return ", ".join(map(short_repr, actions))
    half = _SHOWN // 2
    return f"{format_actions(actions[:half])}, … {len(actions) - _SHOWN:,} more …, {format_actions(actions[-half:])}"


def as_json(part: Any) -> dict[str, Any]:  # Any: a dataclass, and values of JSON types
    """Return the fields of a report or of a part of it in JSON types."""
    return {field.name: _json_value(field.name, getattr(part, field.name)) for field in fields(part)}


def _json_value(name: str, value: Any) -> Any:
    if name == "state" or (name in _TEXTS and value is not None):
        return short_repr(value)
    if isinstance(value, tuple):
        return [short_repr(item) if name == "counterexample" else _json_value("", item) for item in value]
    if isinstance(value, Mapping):
        return dict(value)
    if is_dataclass(value):
        return as_json(value)
    if value is None or isinstance(value, int | str):
        return value
    return as_float(value) if math.isfinite(value) else None
