"""The error for Python code that can't be compiled: the method, the line of the file, the reason and the remedy."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any, NoReturn

from astarlib.errors import MissingCapabilityError


class RefusalError(Exception):
    """A construct that can't be compiled. ``node`` is its place in the syntax tree, if it's known."""

    def __init__(self, reason: str, remedy: str = "", node: Any = None) -> None:  # Any: a node of `ast`
        super().__init__(reason)
        self.reason: str = reason
        self.remedy: str = remedy
        self.node: Any = node
        self.place: str = ""


class MadeTextError(RefusalError):
    """A state with a text that a method makes, where the texts of states were those that exist before the search."""


def place_of(function: Any, line: int) -> str:  # Any: a Python function
    """Return the name of a method and a line of its file, with the text of the line."""
    code = function.__code__
    text = linecache.getline(code.co_filename, line).strip()
    quoted = f", `{text}`" if text else ""
    return f"{function.__qualname__}, line {line} of {Path(code.co_filename).name}{quoted}"


def refused(problem: object, refusal: RefusalError) -> MissingCapabilityError:
    """Return the error that a caller gets."""
    name = type(problem).__name__
    place = f" in {refusal.place}:" if refusal.place else ""
    remedy = f" Instead, {refusal.remedy}." if refusal.remedy else ""
    return MissingCapabilityError(
        f"{name} can't be compiled:{place} {refusal.reason}.{remedy} An engine in Python takes the problem as it is"
    )


def place_of_method(problem: Any, name: str) -> str:
    """Return the name of a method of a problem and its line."""
    function = getattr(getattr(problem, name), "__func__", getattr(problem, name))
    code = getattr(function, "__code__", None)
    return name if code is None else place_of(function, code.co_firstlineno)


def refuse(problem: Any, name: str, reason: str, remedy: str = "return a part of the state as the key") -> NoReturn:
    """Raise RefusalError for a method of a problem. The default of ``remedy`` is that for keys."""
    refusal = RefusalError(reason, remedy)
    refusal.place = place_of_method(problem, name)
    raise refusal
