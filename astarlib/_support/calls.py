"""Errors for wrong calls of a constructor that name its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import SimpleNamespace
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., None])
"""A method `__init__`."""
G = TypeVar("G", bound=Callable[..., Any])
"""A function."""


def unknown_parameter(kind: Any, names: Sequence[str], keywords: Mapping[str, object]) -> str:
    """Return the message for an unknown keyword, or nothing if there is none."""
    listed = ", ".join(name for name in names if name != "self")
    unknown = [name for name in keywords if name not in names]
    if len(unknown) == 0:
        return ""
    from difflib import get_close_matches  # only needed for a wrong call

    close = get_close_matches(unknown[0], names, n=1, cutoff=0.7)
    instead = getattr(kind, "_parameter_hints", {}).get(unknown[0], "")
    hint = f"; {instead}." if instead else f"; did you mean {close[0]!r}?" if len(close) > 0 else "."
    return f"{kind.__name__} has no parameter {unknown[0]!r}{hint} Its parameters are: {listed}"


def checked_call(method: F) -> F:
    """Let ``__init__`` name the class and its parameters if it's called with wrong ones. A right call costs nothing."""

    @wraps(method)
    def checked(self: object, *arguments: Any, **keywords: Any) -> None:
        try:
            method(self, *arguments, **keywords)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:  # The method itself raised it.
                raise
            import inspect  # only needed for a wrong call

            kind = next(each for each in type(self).__mro__ if vars(each).get("__init__") is checked)
            is_own = type(self).__init__ is checked
            name = type(self).__name__ if is_own else kind.__name__
            parameters = list(inspect.signature(method).parameters.values())[1:]
            names = [each.name for each in parameters if each.kind is not each.VAR_POSITIONAL]
            needed = [each for each in parameters if each.default is each.empty and each.name in names]
            call = ", ".join(f"{each.name}=..." if each.kind is each.KEYWORD_ONLY else each.name for each in needed)
            what = str(error).partition("__init__() ")[2]
            if len(names) == 1 and len(arguments) > 1:  # ``K(0, 0)`` for ``K((0, 0))``
                name = name if is_own else "super().__init__"
                what, call = f"takes one {names[0]}, not {len(arguments)}", repr(arguments)
            message = (
                unknown_parameter(type(self) if is_own else kind, names, keywords)
                or f"{name} {what}; write {name}({call})"
            )
            raise TypeError(message) from None

    return checked  # type: ignore[return-value]  # It takes the same arguments.


def checked_function(function: G, **hints: str) -> G:
    """Let a function name its parameters if it's called with an unknown one. ``hints`` say what to write instead."""

    @wraps(function)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:  # The function itself raised it.
                raise
            import inspect  # only needed for a wrong call

            kind = SimpleNamespace(__name__=function.__name__, _parameter_hints=hints)
            names = list(inspect.signature(function).parameters)
            raise TypeError(unknown_parameter(kind, names, keywords) or str(error)) from None

    return checked  # type: ignore[return-value]  # It takes the same arguments.
