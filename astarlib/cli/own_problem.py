"""A problem of one's own: ``module:attribute`` is a problem class, a function that makes a problem, or a problem."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from astarlib.cli.mistakes import ProblemError, UsageError, did_you_mean
from astarlib.cli.task import Task
from astarlib.problem import SearchProblem

_OURS: Final = Path(__file__).resolve().parents[1]


def own_task(given: Namespace) -> Task:
    """The problem that ``module:attribute`` names; UsageError when there is none, ProblemError when its code fails."""
    module, attribute = _names(given.problem)
    found = _attribute(_module(module, given.inputs.folder()), attribute, given.problem)
    problem = _made(found, given.problem, _arguments(given.arg))
    return Task(problem=problem, name=given.problem, step="step", admissible=_estimates_nothing(problem))


def _estimates_nothing(problem: object) -> bool:
    """Whether the heuristic is the 0 of ``SearchProblem``, which never overestimates."""
    method = getattr(problem, "heuristic", None)
    return getattr(method, "__func__", None) is SearchProblem.heuristic


def place_of(error: BaseException) -> str:
    """Where the user's own code failed, as `` (mine.py, line 12, in heuristic)``; empty when only ours is to blame."""
    import traceback

    places = []
    seen: BaseException | None = error
    while seen is not None:
        frames = traceback.extract_tb(seen.__traceback__)
        places += [frame for frame in frames if _is_own_code(frame.filename)]
        seen = seen.__cause__ or seen.__context__
    if len(places) == 0:
        return ""
    return f" ({Path(places[-1].filename).name}, line {places[-1].lineno}, in {places[-1].name})"


def _is_own_code(filename: str) -> bool:
    if filename.startswith("<"):
        return False
    path = Path(filename).resolve()
    return _OURS not in path.parents and path.name != "astarlib" and not path.is_relative_to(Path(ast.__file__).parent)


def _names(given: str) -> tuple[str, str]:
    module, _, attribute = given.partition(":")
    if module.endswith(".py"):
        raise UsageError(f"{given!r} names a file; name the module: {Path(module).stem}:{attribute or 'Problem'}")
    if not all(name.isidentifier() for name in [*module.split("."), *attribute.split(".")]):
        raise UsageError(f"{given!r} is no problem; write module:attribute, for instance mine:Problem")
    return module, attribute


def _module(name: str, folder: Path) -> Any:  # Any: a module of the user's
    here = str(folder)
    if here not in sys.path[:1]:
        sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            modules = sorted(path.stem for path in folder.glob("*.py"))
            raise UsageError(
                f"there is no module {error.name!r}, neither in this folder nor installed{did_you_mean(name, modules)}"
            ) from error
        raise ProblemError(f"importing {name!r} failed: {error}{place_of(error)}") from error
    except SyntaxError as error:
        where = f"{Path(error.filename or name).name}, line {error.lineno}"
        raise ProblemError(f"importing {name!r} failed: {error.msg} ({where})") from error
    except SystemExit as error:
        raise ProblemError(
            f"importing {name!r} ended the program; put what it runs below if __name__ == '__main__'"
        ) from error
    except Exception as error:
        raise ProblemError(f"importing {name!r} failed: {raised(error)}{place_of(error)}") from error


def _attribute(module: Any, path: str, given: str) -> Any:
    found = module
    for name in path.split("."):
        if not hasattr(found, name):
            known = [known for known in vars(found) if not known.startswith("_")] if hasattr(found, "__dict__") else []
            owner = f"module {module.__name__!r}" if found is module else f"{given!r}: {found!r}"
            raise UsageError(f"{owner} has no {name!r}{did_you_mean(name, known)}")
        found = getattr(found, name)
    return found


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
    """A Python literal, else the text itself."""
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):  # what literal_eval raises for what is no literal
        return text


def _made(found: Any, given: str, arguments: dict[str, object]) -> Any:
    """The problem: ``found`` itself, or what calling it gives."""
    if not isinstance(found, type) and hasattr(found, "is_goal"):
        if len(arguments) > 0:
            raise UsageError(f"{given!r} is a problem already, so it takes no --arg")
        return found
    if not callable(found):
        raise UsageError(f"{given!r} is {found!r}, which is neither a problem nor a class or function that makes one")
    _check_arguments(found, given, arguments)
    try:
        problem = found(**arguments)
    except SystemExit as error:
        raise ProblemError(f"making {given!r} ended the program; it must give a problem") from error
    except Exception as error:
        kind = UsageError if isinstance(error, ValueError) and len(arguments) > 0 else ProblemError
        raise kind(f"making {given!r} failed: {raised(error)}{place_of(error)}") from error
    if not hasattr(problem, "is_goal"):
        raise ProblemError(f"{given!r} made {problem!r}, which is no problem: it has no is_goal")
    return problem


def _check_arguments(found: Any, given: str, arguments: dict[str, object]) -> None:
    """UsageError when ``found`` takes other arguments, ProblemError when no arguments could make it."""
    if inspect.isabstract(found):
        missing = ", ".join(sorted(found.__abstractmethods__))
        raise ProblemError(f"{given!r} cannot be made: it lacks {missing}")
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):  # a class written in C may tell none; calling it will show what it takes
        return
    try:
        signature.bind(**arguments)
    except TypeError as error:
        takes = [str(each.replace(annotation=each.empty)) for each in signature.parameters.values()]
        wrong = [name for name in arguments if name not in signature.parameters]
        hint = did_you_mean(wrong[0], signature.parameters) if len(wrong) > 0 else ""
        raise UsageError(f"{given!r} takes {', '.join(takes) or 'no'} as --arg: {error}{hint}") from error


def raised(error: BaseException) -> str:
    """An exception in a few words."""
    text = str(error)
    return type(error).__name__ if text == "" else f"{type(error).__name__}: {text}"
