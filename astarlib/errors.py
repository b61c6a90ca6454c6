"""The exceptions and warnings of astarlib.

A search that finds no solution, or stops at a limit, returns a result and doesn't raise an error. The result raises
:class:`NoSolutionError` only if you use its cost or its path although it has no solution.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

__all__ = [
    "AstarlibError",
    "BatchItemError",
    "BrokenLaw",
    "CacheWarning",
    "CapacityError",
    "CheckpointError",
    "ConformanceError",
    "InvalidCostError",
    "InvalidHeuristicError",
    "InvalidProblemError",
    "MissingCapabilityError",
    "NoSolutionError",
    "PatternDatabaseError",
    "ProblemMethodError",
    "ProblemStateError",
    "TraceError",
    "VerificationError",
]


class AstarlibError(Exception):
    """The base class of all errors of this library."""


class CacheWarning(UserWarning):
    """The cache on disk can't be used. Results are the same, but code is compiled and tables are built again."""


class NoSolutionError(AstarlibError):
    """A result has no solution, so it has no cost, actions, states, path or bound. The message gives the reason."""


class MissingCapabilityError(AstarlibError, TypeError):
    """A problem lacks an optional method that an engine needs. The message names problem, method and engine."""


class CapacityError(AstarlibError, OverflowError):
    """A compiled search reached a number that its arrays can't hold. The message names the largest one."""


class CheckpointError(AstarlibError, ValueError):
    """A checkpoint can't be written or read: it's damaged, has another format, or belongs to another problem."""


class ClusterError(AstarlibError, RuntimeError):
    """A cluster doesn't answer, has too few CPUs, runs other versions, or has lost a shard of a search."""


class PatternDatabaseError(AstarlibError, ValueError):
    """A pattern database is damaged or was built for another goal or problem, or its abstraction isn't valid."""


class TraceError(AstarlibError, ValueError):
    """A recorded search is damaged, has another format, is too large, or contradicts itself."""


class InvalidProblemError(AstarlibError, ValueError):
    """A method of a problem raised an exception or returned an invalid value.

    The search loses nothing. Fix the problem and call ``run`` again to continue.

    Parameters
    ----------
    message, value:
        The fault, its place, and how to fix it, and the invalid value, if there is one.
    state, action:
        The state and action at fault. ``action`` is None if no action is involved.
    """

    def __init__(self, message: str, *, state: Any = None, action: Any = None, value: Any = None) -> None:
        super().__init__(message)
        self.state = state
        self.action = action
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), self.args, self.__dict__)  # The notes are included.


class InvalidHeuristicError(InvalidProblemError):
    """``heuristic`` raised an exception or didn't return a number >= 0 (inf marks a dead end)."""


class InvalidCostError(InvalidProblemError):
    """``cost`` raised an exception or didn't return a finite number >= 0."""


class ProblemStateError(InvalidProblemError):
    """A state can't be stored, because the state or its ``state_key`` isn't hashable or has a hash that changes."""


class VerificationError(AstarlibError, AssertionError):
    """A result disagrees with its problem, or its fields disagree with each other (see ``SearchResult.verify``).

    Parameters
    ----------
    message, step:
        The disagreement, and the number of the first wrong step, from 1, or None if no single step is wrong.
    state, action:
        The state before that step, and its action.
    expected, found:
        The value according to the problem, or that would be consistent, and the value in the result.
    """

    def __init__(  # It's documented on the class.
        self,
        message: str,
        *,
        step: int | None = None,
        state: Any = None,
        action: Any = None,
        expected: Any = None,
        found: Any = None,
    ) -> None:
        super().__init__(message)
        self.step = step
        self.state = state
        self.action = action
        self.expected = expected
        self.found = found

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), self.args, vars(self))


class BrokenLaw(NamedTuple):
    """A law that an engine breaks."""

    law: str
    """The law in words."""
    problem: Any
    """The first problem on which the engine broke it."""
    reason: str
    """The observation that contradicts the law."""


class ConformanceError(AstarlibError, AssertionError):
    """An engine violates laws that all engines must satisfy (see ``astarlib.checking.check_engine``).

    Parameters
    ----------
    message:
        The engine, and each broken law with its problem and the observation.
    broken:
        The broken laws as `BrokenLaw` tuples, the most basic one first.
    """

    def __init__(self, message: str, *, broken: tuple[BrokenLaw, ...] = ()) -> None:
        super().__init__(message)
        self.broken = broken

    @property
    def law(self) -> str:
        """The first broken law in words."""
        return self.broken[0].law

    @property
    def problem(self) -> Any:
        """The problem on which the engine broke the first law."""
        return self.broken[0].problem


class ProblemMethodError(InvalidProblemError):
    """``actions``, ``result``, ``successors``, ``state_key`` or ``is_goal`` failed; ``__cause__`` has the exception."""


class BatchItemError(AstarlibError):
    """One problem of a batch raised an exception or killed its worker; ``__cause__`` is the exception.

    Parameters
    ----------
    message:
        The index and the repr of the problem, and what happened.
    index, problem:
        The index of the problem, starting from 0, and the problem.
    """

    def __init__(self, message: str, *, index: int, problem: Any) -> None:
        super().__init__(message)
        self.index = index
        self.problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        made = partial(type(self), index=self.index, problem=self.problem)
        return (made, self.args, self.__dict__)  # The notes are included.


def short_repr(value: object) -> str:
    """Return the repr of a user's value, shortened in the middle. It never raises."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  # An error message must not fail because of a user's repr.
        text = object.__repr__(value)
    return text if len(text) <= 200 else f"{text[:120]} … {text[-60:]}"


def format_error(error: BaseException | None) -> str:
    """Return the type and message of an exception."""
    text = str(error)
    return type(error).__name__ if text == "" else f"{type(error).__name__}: {text}"
