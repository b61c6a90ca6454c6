"""What astarlib raises when a problem, a call or a file is wrong.

An outcome of a search (no solution, a limit) is returned, never raised; only asking such a result for
its cost or its path raises, with :class:`NoSolutionError`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

__all__ = [
    "AstarlibError",
    "BatchItemError",
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
    """The root of all errors of this library."""


class CacheWarning(UserWarning):
    """The cache on disk can't be used; results are the same, but compiled code and tables are made again."""


class NoSolutionError(AstarlibError):
    """A result without a solution was asked for its cost, actions, states, path or bound; names the status."""


class MissingCapabilityError(AstarlibError, TypeError):
    """An engine needs an optional capability that the problem lacks; names engine, problem class and method."""


class CapacityError(AstarlibError, OverflowError):
    """A compiled search has come to a number that its arrays cannot hold; names the bound."""


class CheckpointError(AstarlibError, ValueError):
    """A checkpoint is damaged, of another format, or of another problem than the one it was loaded with."""


class PatternDatabaseError(AstarlibError, ValueError):
    """A pattern database is damaged, was built for another goal or problem, or its abstraction is no abstraction."""


class TraceError(AstarlibError, ValueError):
    """A recorded search is damaged, of another format, too large, or contradicts itself."""


class InvalidProblemError(AstarlibError, ValueError):
    """A problem broke its contract during a search.

    The search that met it has lost nothing: once the problem is mended, running it again goes on.

    Parameters
    ----------
    message:
        What is wrong, where, and how to mend it.
    state, action:
        Where it happened; ``action`` is None when the state alone is at fault.
    value:
        The offending value, where there is one.
    """

    def __init__(self, message: str, *, state: Any = None, action: Any = None, value: Any = None) -> None:
        super().__init__(message)
        self.state = state
        self.action = action
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), self.args, self.__dict__)  # its notes, too


class InvalidHeuristicError(InvalidProblemError):
    """``heuristic`` raised, or gave something that is not a number of at least 0 (inf is allowed: a dead end)."""


class InvalidCostError(InvalidProblemError):
    """``cost`` raised, or gave something that is not a finite number of at least 0."""


class ProblemStateError(InvalidProblemError):
    """A state cannot be stored: it, or its ``state_key``, is not hashable."""


class VerificationError(AstarlibError, AssertionError):
    """A result does not fit a problem, or its fields do not fit each other (see ``SearchResult.verify``).

    Parameters
    ----------
    message:
        What does not fit, and where.
    step:
        The number of the first step that does not fit, counted from 1; None when it is no step that is at fault.
    state, action:
        Where that step begins, and its action.
    expected:
        What the problem says, or what would be consistent.
    found:
        What the result says.
    """

    def __init__(  # documented on the class
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


class ConformanceError(AstarlibError, AssertionError):
    """An engine breaks a law that it has to keep (see ``astarlib.checking.check_engine``).

    Parameters
    ----------
    message:
        The law, the engine, the problem, and what was found.
    law:
        The name of the law.
    problem:
        The problem on which it was broken.
    """

    def __init__(self, message: str, *, law: str = "", problem: Any = None) -> None:
        super().__init__(message)
        self.law = law
        self.problem = problem


class ProblemMethodError(InvalidProblemError):
    """``actions``, ``result``, ``successors``, ``state_key`` or ``is_goal`` raised; ``__cause__`` is what."""


class BatchItemError(AstarlibError):
    """One of many problems could not be solved: it raised, or killed the worker that held it; ``__cause__`` is why.

    Parameters
    ----------
    message:
        Which problem it was, and what happened.
    index:
        Its place among the problems, from 0.
    problem:
        The problem itself.
    """

    def __init__(self, message: str, *, index: int, problem: Any) -> None:
        super().__init__(message)
        self.index = index
        self.problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        made = partial(type(self), index=self.index, problem=self.problem)
        return (made, self.args, self.__dict__)  # its notes, too


def short_repr(value: object) -> str:
    """The repr of a user's value, shortened in its middle; it never fails."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  # an error message must not fail on a user's repr
        text = object.__repr__(value)
    return text if len(text) <= 200 else f"{text[:120]} … {text[-60:]}"
