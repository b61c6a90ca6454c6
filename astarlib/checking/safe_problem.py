"""Calls of a problem's methods that nothing can crash: what they raise is a fault, and what they change is a copy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import islice
from typing import Any, Final

from astarlib.capabilities import edges_back_of, goal_states_of, heuristic_function_of, resolve_problem, truth
from astarlib.checking.clock import Clock
from astarlib.checking.copying import Copies, is_immutable
from astarlib.checking.findings import Findings, Location
from astarlib.errors import InvalidProblemError, short_repr
from astarlib.problem import Problem
from astarlib.searching.diagnosis import is_iterable

MOST: Final = 100_000
"""Actions of one state, beyond which they are taken for endless."""
_TAKEN: Final = 100
"""How many of them are taken then, and from all that the same method gives later."""
_AN_ACTION: Final = 1
"""Where an action stands among the arguments of a method; the others are states."""


class Failed(Exception):  # noqa: N818  # the fault is told; this says where to go on
    """A method failed; the fault has been told."""


class Stopped(Exception):  # noqa: N818  # no error: it ends a walk
    """The time is up, or the problem is spoiled, so nothing more is asked of it."""


class SafeProblem:
    """Asks the problem.

    Parameters
    ----------
    problem:
        Whose methods are called.
    findings:
        Where faults are told.
    clock:
        When it is over, nothing more is asked.

    Raises
    ------
    InvalidProblemError
        When a member of the contract is missing.
    """

    def __init__(self, problem: Problem, findings: Findings, clock: Clock) -> None:
        resolved = resolve_problem(problem)
        optional: dict[str, Callable[..., Any] | None] = {
            "successors": resolved.successors,
            "state_key": resolved.state_key,
            "heuristic_change": resolved.heuristic_change,
            "heuristic_function": heuristic_function_of(problem),
            "predecessors": edges_back_of(problem),
            "goal_states": goal_states_of(problem),
            "format_state": getattr(problem, "format_state", None),
            "format_action": getattr(problem, "format_action", None),
        }
        self._methods: dict[str, Callable[..., Any]] = {
            "actions": problem.actions,
            "result": problem.result,
            "cost": problem.cost,
            "heuristic": resolved.heuristic,  # which is heuristic_function where there is one, as for engines
            "is_goal": problem.is_goal,
            **{name: method for name, method in optional.items() if method is not None},
        }
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
        """Whether the problem has that method, and no other overrules it."""
        return name in self._methods

    def ask(self, name: str, at: Location, *arguments: Any) -> Any:
        """What the method gives.

        Raises
        ------
        Failed
            When it raises, which is told as a fault.
        Stopped
            When the time is up.
        """
        return self._called(name, at, arguments, self._methods[name])

    def ask_list(self, name: str, at: Location, *arguments: Any) -> list[Any]:
        """All that the method yields; a few of it, and a fault, where that does not end."""
        method = self._methods[name]
        most = _TAKEN if name in self._endless else MOST
        found: list[Any] = self._called(
            name, at, arguments, lambda *given: self._listed(name, at, given, method(*given), most + 1)
        )
        if len(found) > most:
            self.cut += 1
            del found[_TAKEN:]
            if name not in self._endless:
                self._endless.add(name)
                self._report_cut(name, at, arguments)
        return found

    def _listed(self, name: str, at: Location, arguments: Sequence[Any], values: Iterable[Any], most: int) -> list[Any]:
        """Location most so many of the values; Stopped when the time is up meanwhile, Failed when they are none."""
        if not is_iterable(values):
            self._report_wrong(
                name, "kind", at, values,
                f"{format_call(name, arguments)} returned {short_repr(values)}; expected an iterable. Did you "
                "forget `return`?",
            )  # fmt: skip
            raise Failed
        found = []
        for value in islice(values, most):
            self._go_on()
            found.append(value)
        return found

    def ask_own_heuristic(self, at: Location) -> Any:
        """What the method ``heuristic`` gives, where engines ask ``heuristic_function`` in its place."""
        return self._called("heuristic", at, (at.state,), self._heuristic)

    def ask_goal(self, at: Location, state: Any) -> bool:
        """Return whether ``state`` is a goal; Failed, and a fault, when ``is_goal`` returns no truth value."""
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
            self._report_wrong(
                name, "none", at, next_state,
                f"{format_call(name, arguments)} returned None as the next state, but the initial state is "
                f"{short_repr(initial_state)}. Did you forget `return`?",
            )  # fmt: skip
            raise Failed

    def key(self, state: Any, at: Location) -> Hashable:
        """The hashable key of a state; Failed, and a fault, when it has none."""
        key = self.ask("state_key", at, state) if self.has("state_key") else state
        try:
            hash(key)
        except MemoryError:
            raise
        except Exception as error:
            name = "state_key" if self.has("state_key") else "hash"
            self.findings.broken(
                name, "unhashable",
                f"{'its state_key' if name == 'state_key' else 'the state'} {short_repr(key)} cannot be hashed "
                f"({error}); "
                "let states be hashable, such as tuples and frozen dataclasses, or define state_key(state)",
                at, state,
            )  # fmt: skip
            raise Failed from error
        return key  # type: ignore[no-any-return]  # as hash has shown

    def same(self, one: Any, other: Any) -> bool:
        """Whether two states are one; what their comparison raises is raised."""
        if not self.has("state_key"):
            return bool(one == other)
        state_key = self._methods["state_key"]
        return bool(state_key(one) == state_key(other))

    def is_same(self, one: Any, other: Any) -> bool:
        """Whether two states are one; those that cannot be compared are not."""
        try:
            return self.same(one, other)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001  # whatever a user's code raises
            return False

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

    def _tried(  # what to call, and how to tell of it
        self, name: str, at: Location, arguments: Sequence[Any], method: Callable[..., Any], lent: Sequence[Any]
    ) -> Any:
        try:
            return method(*lent)
        except (MemoryError, Stopped, Failed):
            raise
        except Exception as error:
            self._report_error(name, at, arguments, error)
            raise Failed from error

    def _report_cut(self, name: str, at: Location, arguments: Sequence[Any]) -> None:
        if name == "goal_states":
            self.findings.notes[f"there are more than {MOST:,} goal_states; {_TAKEN} of them were looked at"] = None
            return
        self.findings.broken(
            name, "endless",
            f"{format_call(name, arguments)} gave more than {MOST:,}, and most likely never ends; engines take all of "
            "them, so let them be few",
            at,
        )  # fmt: skip

    def _report_error(self, name: str, at: Location, arguments: Sequence[Any], error: Exception) -> None:
        message = f"{format_call(name, arguments)} raised {format_error(error)}"
        self._report_wrong(name, "raised", at, error, message, f"{name} raised {format_error(error)}")

    def _report_wrong(  # noqa: PLR0917  # what, where, why
        self, name: str, kind: str, at: Location, value: Any, message: str, in_short: str | None = None
    ) -> None:
        """Report a fault; only a note where no engine would ask."""
        if at.node in self.goals and name in {"actions", "result", "cost", "successors"}:
            self.findings.notes[f"{in_short or message} in a goal, where no engine asks for it"] = None
        else:
            self.findings.broken(name, kind, message, at, value)

    def _trace(self, given: Any, lent: Any) -> Any:
        """What tells a change of a state that had to be lent itself: its key, where the problem makes keys."""
        if given is lent and self.has("state_key") and not is_immutable(given):
            try:
                return self._methods["state_key"](given)
            except MemoryError:
                raise
            except Exception:  # noqa: BLE001  # it is told where the key is asked for
                return None
        return None

    def _has_changed(self, given: Any, lent: Any, trace: Any) -> bool:
        if given is not lent:
            return not self.is_same(given, lent)
        return trace is not None and self._trace(given, lent) != trace

    def _report_change(self, name: str, arguments: Sequence[Any], given: Any, lent: Any, at: Location) -> None:
        was = "" if given is lent else f" from {short_repr(given)}"
        self.findings.broken(
            name, "changed",
            f"{format_call(name, arguments)} changes the state that it is given{was} to {short_repr(lent)}; let it "
            "build a new "
            "state and leave that one alone",
            at, lent,
        )  # fmt: skip
        if given is lent:  # the problem's own state is spoiled, so nothing that it says from now on counts
            self._spoiled = True


def format_call(name: str, arguments: Sequence[Any]) -> str:
    """A call as it is written."""
    return f"{name}({', '.join(map(short_repr, arguments))})"


def format_error(error: BaseException) -> str:
    """An exception in a few words."""
    text = str(error)
    return type(error).__name__ if text == "" else f"{type(error).__name__}: {text}"
