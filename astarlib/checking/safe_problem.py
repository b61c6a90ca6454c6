"""Safe calls of a problem's methods: exceptions become faults, and methods get copies of mutable states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, Final, TypeVar

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.checking.clock import Clock
from astarlib.checking.copying import Copies, is_immutable
from astarlib.checking.findings import BEGINNING, Findings, Location
from astarlib.checking.sentences import format_call, sentence
from astarlib.errors import InvalidProblemError, format_error, short_repr
from astarlib.problem import Problem
from astarlib.resolving.presentation import DRAWINGS
from astarlib.resolving.resolved_problem import (
    backward_heuristic_of,
    cost_unit_of,
    edges_back_of,
    goal_states_of,
    heuristic_function_of,
    heuristic_to_of,
    resolve_problem,
    steps_to_go_of,
    truth,
)
from astarlib.searching.diagnosis import is_iterable

T = TypeVar("T")
MAX_ITEMS: Final = 100_000
"""The largest number of actions of a state. Above it, the method is reported as endless."""
_TAKEN: Final = 100
"""The number of items of an endless method that are used, in the first call and in later ones."""
_AN_ACTION: Final = 1
"""The position of the action among a method's arguments. The others are states."""


class Failed(Exception):  # noqa: N818  # The fault is recorded; this is only control flow.
    """A signal that a method failed. The fault has already been recorded."""


class Stopped(Exception):  # noqa: N818  # It ends an exploration and is not an error.
    """A signal that the time is up, or that the problem was damaged and can't be called again."""


class SafeProblem:
    """A wrapper that calls a problem's methods and records their faults. Calls raise ``Stopped`` once the clock is
    over.
    Raise InvalidProblemError if a member of the contract is missing.
    """

    def __init__(self, problem: Problem, findings: Findings, clock: Clock) -> None:
        resolved = resolve_problem(problem)
        optional: dict[str, Callable[..., Any] | None] = {
            "successors": resolved.successors,
            "state_key": resolved.state_key,
            "heuristic_change": resolved.heuristic_change,
            "heuristic_batch": resolved.heuristic_batch,
            "heuristic_function": heuristic_function_of(problem),
            "predecessors": edges_back_of(problem),
            "goal_states": goal_states_of(problem),
            "backward_heuristic": backward_heuristic_of(problem),
            "resources": resolved.resources,
            "steps_to_go": steps_to_go_of(problem),
            "format_state": getattr(problem, "format_state", None),
            "format_action": getattr(problem, "format_action", None),
        }
        self._methods: dict[str, Callable[..., Any]] = {
            "actions": problem.actions,
            "result": problem.result,
            "cost": problem.cost,
            "heuristic": resolved.heuristic,  # This is heuristic_function if it exists, as for engines.
            "is_goal": problem.is_goal,
            **{name: method for name, method in optional.items() if method is not None},
        }
        self.missing: list[str] = [name for name, method in optional.items() if method is None]
        heuristic_to = heuristic_to_of(problem)  # Only `with_goals` calls it, so few problems have it.
        if heuristic_to is not None:
            self._methods["heuristic_to"] = heuristic_to
        drawing = {name: method for name in DRAWINGS if (method := getattr(problem, name, None)) is not None}
        self._methods.update(drawing)  # Few problems have them, so ``missing`` doesn't list them.
        self._problem = problem
        self._heuristic = problem.heuristic
        self._endless: set[str] = set()
        self.findings: Findings = findings
        self.clock: Clock = clock
        self.copies: Copies = Copies(self.same)
        self.goals: set[int] = set()
        self.stopped: bool = False
        self.cut: int = 0
        self._spoiled = False

    def has(self, name: str) -> bool:
        """Return True if the problem has that method and engines would use it."""
        return name in self._methods

    @cached_property
    def cost_unit(self) -> float | None:
        """The unit of all costs, or None if the problem defines none. An invalid unit is recorded as a fault."""
        unit, error = tried(cost_unit_of, self._problem)
        if error is not None:
            is_wrong = isinstance(error, InvalidProblemError)
            message = str(error) if is_wrong else f"cost_unit raised {format_error(error)}"
            self.findings.broken("cost_unit", "range", message, BEGINNING, error)
        elif getattr(self._problem, "cost_unit", None) is not None:
            return unit
        return None

    def ask(self, name: str, at: Location, *arguments: Any) -> Any:
        """Return the result of calling a method.
        Raise Stopped if the time is up, and Failed if the method raises an exception, which is recorded as a fault.
        """
        return self._called(name, at, arguments, self._methods[name])

    def ask_list(self, name: str, at: Location, *arguments: Any) -> list[Any]:
        """Return all items that a method yields. Of an endless method, return a few and record a fault."""
        method = self._methods[name]
        max_items = _TAKEN if name in self._endless else MAX_ITEMS
        found: list[Any] = self._called(
            name, at, arguments, lambda *given: self._listed(name, at, given, method(*given), max_items + 1)
        )
        if len(found) > max_items:
            self.cut += 1
            del found[_TAKEN:]
            if name not in self._endless:
                self._endless.add(name)
                self._report_cut(name, at, arguments)
        return found

    def _listed(
        self, name: str, at: Location, arguments: Sequence[Any], values: Iterable[Any], limit: int
    ) -> list[Any]:
        """Return at most ``limit`` values. Raise Stopped when the time is up, and Failed if they aren't iterable."""
        if not is_iterable(values):
            self._report_wrong(name, "kind", at, values, arguments)
            raise Failed
        found = []
        for value in islice(values, limit):
            self._go_on()
            found.append(value)
        return found

    def ask_own_heuristic(self, at: Location) -> Any:
        """Return the result of ``heuristic`` when engines call ``heuristic_function`` instead."""
        return self._called("heuristic", at, (at.state,), self._heuristic)

    def ask_goal(self, at: Location, state: Any) -> bool:
        """Return True if ``state`` is a goal; record a fault and raise Failed if ``is_goal`` doesn't return a bool."""
        answer = self.ask("is_goal", at, state)
        try:
            return truth(answer, state)
        except InvalidProblemError as error:
            self.findings.broken("is_goal", "kind", str(error), at, answer)
            raise Failed from error

    def refuse_none(
        self, name: str, at: Location, arguments: Sequence[Any], next_state: Any, initial_state: Any
    ) -> None:
        """Raise Failed, and report a fault, when a method returned None for a state where others aren't None."""
        if next_state is None and initial_state is not None:
            self._report_wrong(name, "none", at, next_state, arguments, initial=initial_state)
            raise Failed

    def key(self, state: Any, at: Location) -> Hashable:
        """Return the hashable key of a state; record a fault and raise Failed if it isn't hashable."""
        key = self.ask("state_key", at, state) if self.has("state_key") else state
        _, error = tried(hash, key)
        if error is not None:
            name = "state_key" if self.has("state_key") else "hash"
            what = "its state_key" if name == "state_key" else "the state"
            message = (
                f"{what} {short_repr(key)} isn't hashable ({error}). Use hashable states such as tuples or frozen "
                "dataclasses, or define state_key(state)"
            )
            self.findings.broken(name, "unhashable", message, at, state)
            raise Failed from error
        return key  # type: ignore[no-any-return]  # hash() has accepted it.

    def same(self, one: Any, other: Any) -> bool:
        """Return True if two states are the same; pass on exceptions of their comparison."""
        if not self.has("state_key"):
            return bool(one == other)
        state_key = self._methods["state_key"]
        return bool(state_key(one) == state_key(other))

    def is_same(self, one: Any, other: Any) -> bool:
        """Return True if two states are the same, and False if comparing them raises an exception."""
        return tried(self.same, one, other)[0] is True

    def _called(self, name: str, at: Location, arguments: Sequence[Any], method: Callable[..., Any]) -> Any:
        self._go_on()
        if name == "format_action" or all(map(is_immutable, arguments)):
            return self._tried(name, at, arguments, method, arguments)
        lent = [given if place == _AN_ACTION else self.copies.of(given) for place, given in enumerate(arguments)]
        before = [self._trace(given, copy) for given, copy in zip(arguments, lent, strict=True)]
        value = self._tried(name, at, arguments, method, lent)
        for place, (given, copy, trace) in enumerate(zip(arguments, lent, before, strict=True)):
            if place != _AN_ACTION and self._has_changed(given, copy, trace):
                self._report_change(name, arguments, given, copy, at)
        return value

    def _go_on(self) -> None:
        if self._spoiled or self.clock.over:
            self.stopped = True
            raise Stopped

    def _tried(  # The call, and its description for a fault.
        self, name: str, at: Location, arguments: Sequence[Any], method: Callable[..., Any], lent: Sequence[Any]
    ) -> Any:
        try:
            return method(*lent)
        except (MemoryError, Stopped, Failed):
            raise
        except Exception as error:
            raise_if_from_handler(error)
            in_short = f"{name} raised {format_error(error)}"
            self._report_wrong(name, "raised", at, error, arguments, in_short, error=format_error(error))
            raise Failed from error

    def _report_cut(self, name: str, at: Location, arguments: Sequence[Any]) -> None:
        if name == "goal_states":
            self.findings.notes[f"there are more than {MAX_ITEMS:,} goal_states; only {_TAKEN} were tested"] = None
            return
        self.findings.report(name, "endless", at, call=format_call(name, arguments), count=f"{MAX_ITEMS:,}")

    def _report_wrong(  # noqa: PLR0917  # Each describes the fault.
        self, name: str, kind: str, at: Location, value: Any, arguments: Sequence[Any], in_short: str = "", **parts: Any
    ) -> None:
        """Record a fault, or only a note if engines don't make this call."""
        parts["call"] = format_call(name, arguments)
        if at.node in self.goals and name in {"actions", "result", "cost", "successors"}:
            message = in_short or sentence(name, kind, {"value": value, **parts})
            self.findings.notes[f"{message} in a goal, where engines don't call it"] = None
        else:
            self.findings.report(name, kind, at, value, **parts)

    def _trace(self, given: Any, lent: Any) -> Any:
        """Return the key of a state that couldn't be copied, to detect changes of the state. None without keys."""
        if given is lent and self.has("state_key") and not is_immutable(given):
            return tried(self._methods["state_key"], given)[0]  # key() records its fault.
        return None

    def _has_changed(self, given: Any, lent: Any, trace: Any) -> bool:
        if given is not lent:
            return not self.is_same(given, lent)
        return trace is not None and self._trace(given, lent) != trace

    def _report_change(self, name: str, arguments: Sequence[Any], given: Any, lent: Any, at: Location) -> None:
        was = "" if given is lent else f" from {short_repr(given)}"
        self.findings.report(name, "changed", at, lent, call=format_call(name, arguments), was=was)
        if given is lent:  # The problem's own state is damaged, so its later answers mean nothing.
            self._spoiled = True


def tried(call: Callable[..., T], *arguments: Any) -> tuple[T | None, Exception | None]:
    """Return the result of a call, or the exception that it raised. Pass on a MemoryError."""
    try:
        return call(*arguments), None
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # A user's code can raise anything.
        raise_if_from_handler(error)
        return None, error
