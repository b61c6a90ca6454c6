"""A problem of the user: ``module:attribute`` or ``file.py:attribute`` is a problem class, a function that makes a
problem, or a problem.
"""

from __future__ import annotations

import ast
import inspect
from argparse import Namespace, _ArgumentGroup
from collections.abc import Sequence
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.cli.errors import ProblemError, UsageError, did_you_mean
from astarlib.cli.loading import load_object, place_of
from astarlib.cli.parser import ProblemArguments, Task
from astarlib.derived import with_heuristic
from astarlib.errors import format_error
from astarlib.problem import SearchProblem

_NAME: Final = "module:attribute"


def add_arguments(custom: _ArgumentGroup) -> None:
    """Add the arguments of a user's problem."""
    custom.add_argument(
        "problem",
        metavar=_NAME,
        help="a problem class, a function that makes a problem, or a problem: mine.py:Problem for a file, or "
        "mine:Problem for a module in this folder or an installed package",
    )
    custom.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="argument of the class or function, a Python literal or else a text (repeatable)",
    )


def _task(given: Namespace) -> Task:
    """Return the problem that the arguments name, or raise UsageError, or ProblemError if its code fails."""
    folder = given.inputs.folder()
    found = load_object(given.problem, folder, kind="a problem", example="mine.py:Problem")
    problem = _make(found, given.problem, _arguments(given.arg))
    names: list[str] = list(given.heuristics or ())
    heuristics: dict[str, Any] = {
        name: load_object(name, folder, kind="a heuristic", example="mine.py:heuristic") for name in names
    }
    for name, heuristic in heuristics.items():
        _with_heuristic(problem, heuristic, name)  # Errors are raised now, not during the comparison.
    if given.heuristic is not None:
        heuristic = load_object(given.heuristic, folder, kind="a heuristic", example="mine.py:heuristic")
        problem = _with_heuristic(problem, heuristic, given.heuristic)
    return Task(
        problem=problem,
        name=given.problem,
        step="step",
        admissible=_has_default_heuristic(problem) and len(names) == 0,
        heuristic=given.heuristic,
        heuristics=heuristics,
    )


def _with_heuristic(problem: Any, heuristic: Any, name: str) -> Any:  # Any: a user's objects
    try:
        return with_heuristic(problem, heuristic)
    except (TypeError, ValueError) as error:
        raise_if_from_handler(error)
        raise UsageError(f"the heuristic {name!r}: {error}{place_of(error)}") from error


def _has_default_heuristic(problem: object) -> bool:
    """Return True if the heuristic is that of ``SearchProblem``, which is always 0 and never overestimates."""
    method = getattr(problem, "heuristic", None)
    return getattr(method, "__func__", None) is SearchProblem.heuristic


def _arguments(given: Sequence[str]) -> dict[str, object]:
    arguments: dict[str, object] = {}
    for word in given:
        name, equals, value = word.partition("=")
        name = name.strip()
        if equals == "" or not name.isidentifier():
            raise UsageError(f"--arg takes name=value, not {word!r}")
        if name in arguments:
            raise UsageError(f"--arg {name} is given twice")
        arguments[name] = _value(value)
    return arguments


def _value(text: str) -> object:
    """Return the value of a Python literal, or else the text itself."""
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):  # literal_eval raises all of these
        return text


def _make(found: Any, given: str, arguments: dict[str, object]) -> Any:
    """Return the problem: ``found`` itself, or the result of calling it."""
    if not isinstance(found, type) and hasattr(found, "is_goal"):
        if len(arguments) > 0:
            raise UsageError(f"{given!r} is a problem already, so --arg can't be used")
        return found
    if not callable(found):
        raise UsageError(f"{given!r} is {found!r}; expected a problem, or a class or function that makes one")
    _check_arguments(found, given, arguments)
    try:
        problem = found(**arguments)
    except SystemExit as error:
        raise ProblemError(f"making {given!r} ended the program; expected a problem") from error
    except Exception as error:
        raise_if_from_handler(error)
        kind = UsageError if isinstance(error, ValueError) and len(arguments) > 0 else ProblemError
        raise kind(f"making {given!r} failed: {format_error(error)}{place_of(error)}") from error
    if not hasattr(problem, "is_goal"):
        raise ProblemError(f"{given!r} made {problem!r}, which isn't a problem: it has no is_goal")
    return problem


def _check_arguments(found: Any, given: str, arguments: dict[str, object]) -> None:
    """Raise UsageError if ``found`` takes other arguments, and ProblemError if no arguments can make a problem."""
    if inspect.isabstract(found):
        missing = ", ".join(sorted(found.__abstractmethods__))
        raise ProblemError(f"{given!r} can't be constructed: it lacks {missing}")
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):  # Some classes written in C have no signature. A call shows errors later.
        return
    try:
        signature.bind(**arguments)
    except TypeError as error:
        takes = [str(each.replace(annotation=each.empty)) for each in signature.parameters.values()]
        wrong = [name for name in arguments if name not in signature.parameters]
        hint = did_you_mean(wrong[0], signature.parameters) if len(wrong) > 0 else ""
        raise UsageError(f"{given!r} takes {', '.join(takes) or 'no'} as --arg: {error}{hint}") from error


PROBLEM: Final = ProblemArguments(
    "a problem of your own, for example mine.py:Problem",
    'astarlib.problems.npuzzle:NPuzzle --arg tiles="1 2 3 / 4 5 6 / 0 7 8"',
    add_arguments,
    _task,
    takes_function=True,
)
